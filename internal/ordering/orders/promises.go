package orders

import (
	"encoding/json"

	"wekala/internal/identity/parties"
)

// Promises is what the shop's rules said when an order was placed: a rule that
// changes later does not reach it.
type Promises struct {
	// Points are what a hundred pounds of it earn.
	Points *int64 `json:"points,omitempty"`
	// Late is what its lateness is worth: shipping's Amends.
	Late json.RawMessage `json:"late,omitempty"`
}

// NothingCredited is promised to guests: nobody could spend their points, or open the
// wallet that pays for a late order, and what lies there would keep them from being erased.
const NothingCredited = `{"points":0,"late":{}}`

// JSON is how an order keeps them.
func (p Promises) JSON() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic("orders: promises of numbers must encode: " + err.Error())
	}
	return string(text)
}

// Promised is what was promised with an order; nothing for those from before
// promises were kept, for which the rules of the day hold.
func (o *Order) Promised() (p Promises, err error) {
	if o.Promises == "" {
		return p, nil
	}
	err = json.Unmarshal([]byte(o.Promises), &p)
	return p, err
}

// Who may deliver an order, and bear a discount.
const (
	ByShop  = parties.Platform
	ByStore = parties.Seller
)
