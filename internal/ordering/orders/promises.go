package orders

import (
	"encoding/json"

	"wekala/internal/identity/parties"
)

// Promises are the platform's rules at the time an order was placed: later changes of the rules do not affect it.
type Promises struct {
	// Points are the points earned per hundred pounds.
	Points *int64 `json:"points,omitempty"`
	// Late is the credit promised for lateness: shipping's Amends.
	Late json.RawMessage `json:"late,omitempty"`
}

// NothingCredited is promised to guests: they could not spend points or open the wallet that a late order credits, and
// a balance would prevent their erasure.
const NothingCredited = `{"points":0,"late":{}}`

// JSON encodes the promises for the order's column.
func (p Promises) JSON() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic("orders: promises of numbers must encode: " + err.Error())
	}
	return string(text)
}

// Promised returns what was promised with an order. It is empty for orders older than this column, to which the current
// rules apply.
func (o *Order) Promised() (p Promises, err error) {
	if o.Promises == "" {
		return p, nil
	}
	err = json.Unmarshal([]byte(o.Promises), &p)
	return p, err
}

// The parties that may deliver an order and bear a discount.
const (
	ByShop  = parties.Platform
	ByStore = parties.Seller
)
