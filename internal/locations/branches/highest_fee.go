package branches

import (
	"maps"
	"slices"

	"wekala/internal/identity/parties"
)

// HighestPlatformFee returns the highest delivery fee set by the platform: where it delivers, and at its own stores.
// Sellers' fees don't count, because a seller could raise what the platform pays. If there are no others, it is the
// median of the stores' highest fees.
func (s *Service) HighestPlatformFee() int64 {
	var fee int64
	ofPlatform, ofSellers := false, map[string]int64{}
	for _, b := range s.All() {
		for _, z := range b.Zones() {
			if b.Store.Delivers != parties.Seller || b.Store.OwnedBy == OwnedByPlatform {
				fee, ofPlatform = max(fee, z.Fee), true
			} else {
				ofSellers[b.Store.ID] = max(ofSellers[b.Store.ID], z.Fee)
			}
		}
	}
	if ofPlatform || len(ofSellers) == 0 {
		return fee
	}
	highest := slices.Sorted(maps.Values(ofSellers))
	return highest[(len(highest)-1)/2]
}
