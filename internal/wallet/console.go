package wallet

import "strconv"

const (
	// AloneUpTo is the largest credit one person may give, in minor units.
	AloneUpTo = 500_00
	// mostGrant is the largest credit at all.
	mostGrant = 10_000_00
)

var limitText = strconv.Itoa(AloneUpTo)
