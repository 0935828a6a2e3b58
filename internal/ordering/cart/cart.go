// Package cart keeps what people intend to buy: one live cart per owner and service, filled at one branch. The owner is
// a customer, or a guest named by the header cart-token, of which only a digest is stored.
//
// A cart's stored prices are not binding: every answer is priced from the branch's current offers, stock and coupon,
// and shows what is wrong with a line and what would help. Adding a product of another branch is refused with
// cart.different_store; when the customer agrees, the old cart is parked, not deleted, and can be swapped back.
//
// Every change is guarded by the cart's version, so two tabs cannot undo each other, and checkout can verify that it
// orders what it priced.
package cart

import (
	"context"
	"errors"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// States of a cart.
const (
	Active  = "active"
	Parked  = "parked"  // set aside for another; can be swapped back
	Ordered = "ordered" //
	Merged  = "merged"  // its items went into another cart at sign-in
	Emptied = "emptied" // given up
)

const (
	// maxLines limits a cart, maxQty a line.
	maxLines = 100
	maxQty   = 999
	// noteLength limits a line's note, in runes.
	noteLength = 200
	// changeTries is how often a change is tried when it conflicts with another one.
	changeTries = 8
)

// Cart is a stored cart with its lines in the order in which they were added.
type Cart struct {
	ID        string
	Owner     string
	ServiceID string
	BranchID  string
	State     string
	Version   int64
	CouponID  *string
	UpdatedAt db.Millis
	Items     []Item

	hearts bool // its owner has marked any product
}

// Item is a line of a cart.
type Item struct {
	ID        string
	VariantID string
	ProductID string
	Qty       int64
	Note      string
	SeenPrice int64 // unit price with its extras, of a kilogram where it is sold by weight, when the line was last touched
	Favorite  bool  // as far as known when the cart was read
	Picks     extras.Picks
	UnitGrams int64 // weight of a unit if sold by weight; 0: sold by the piece
}

// Units is the number of units in the cart: pieces, and each line sold by weight as one.
func (c *Cart) Units() int64 {
	var n int64
	for _, it := range c.Items {
		n += products.Things(it.Qty, it.UnitGrams)
	}
	return n
}

// find returns the line of a variant with exactly these extras.
func (c *Cart) find(variantID, picks string) *Item {
	for i := range c.Items {
		if c.Items[i].VariantID == variantID && c.Items[i].Picks.Key() == picks {
			return &c.Items[i]
		}
	}
	return nil
}

// unitsOf returns the units of a variant in the cart, except those of one line.
func (c *Cart) unitsOf(variantID, besideItem string) (n int64) {
	for _, it := range c.Items {
		if it.VariantID == variantID && it.ID != besideItem {
			n += it.Qty
		}
	}
	return n
}

// variants lists the variants in the cart, without duplicates.
func (c *Cart) variants() []string {
	ids := make([]string, 0, len(c.Items))
	for _, it := range c.Items {
		if !slices.Contains(ids, it.VariantID) {
			ids = append(ids, it.VariantID)
		}
	}
	return ids
}

// Deps are the dependencies of the service. Hearts, which may be nil, is used for a product that was just added; the
// favourites among other lines are read with the cart.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Places   *places.Service
	Catalog  *products.Service
	Extras   *extras.Service
	Menus    *menus.Service
	Pictures *files.Library
	Hearts   products.Hearts
	// CouponTries limits how often a wrong code may be typed; zero means coupons.DefaultLimits.
	CouponTries coupons.Limits
	// Terms returns the version of the current policies; nil if there are none.
	Terms func() string
	// Untaxed reports that the platform is not registered for VAT; nil means that it is registered.
	Untaxed func() bool
}

// Service changes and shows carts.
type Service struct {
	Deps
	memory *memory
}

// New returns a Service.
func New(deps Deps) *Service {
	if deps.Terms == nil {
		deps.Terms = func() string { return "" }
	}
	if deps.Hearts == nil {
		deps.Hearts = func(context.Context, string, []string) (map[string]bool, error) { return nil, nil }
	}
	if deps.CouponTries == (coupons.Limits{}) {
		deps.CouponTries = coupons.DefaultLimits
	}
	return &Service{deps, newMemory()}
}

// minToken is the minimum length of a cart-token.
const minToken = 32

// guestPrefix distinguishes a guest's carts from a customer's.
const guestPrefix = "guest:"

// Guest returns the owner of a guest's carts.
func Guest(token string) string { return guestPrefix + id.Digest(token) }

// Owner returns the owner of a request's cart: the customer, the guest with their cart-token, or "" for neither.
func Owner(who *httpapi.Who) string {
	switch {
	case who.UserID != "":
		return who.UserID
	case len(who.CartToken) >= minToken:
		return Guest(who.CartToken)
	}
	return ""
}

// service finds the service that a request names by id or slug.
func (s *Service) service(ref string) (*branches.ServiceType, error) {
	if ref == "" {
		return nil, errs.Invalid("service_id", "common.service_id_required")
	}
	kind, ok := s.Branches.Service(ref)
	if !ok || !kind.Active {
		return nil, errs.Invalid("service_id", "common.invalid")
	}
	return kind, nil
}

// errAgain makes a change start again with the newest cart.
var errAgain = errors.New("cart: changed meanwhile")

// again repeats a change that conflicted with another one.
func again(change func() error) error {
	for try := 1; ; try++ {
		err := change()
		if !errors.Is(err, errAgain) {
			return err
		}
		if try == changeTries {
			return errs.Conflict("cart.changed")
		}
	}
}
