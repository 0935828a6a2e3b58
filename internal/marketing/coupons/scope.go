package coupons

import (
	"slices"

	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// scope is which coupons a member of staff works on: owners, editors and
// finance without branches on all of them, whoever has branches on those that are limited to
// stores of theirs. A coupon of other stores, or of the whole shop, is not there for them.
type scope struct {
	all      bool
	stores   refs     // ids; of whoever has branches
	branches []string // whose orders they may see; nil means all
}

// scopeOf is what staff, who passed Member, work on: the stores of their branches.
func (s *Service) scopeOf(member staff.Member) scope {
	if member.Branches == nil && member.Is(staff.Owner, staff.Editor, staff.Finance) {
		return scope{all: true}
	}
	r := scope{stores: refs{}, branches: []string{}}
	for _, b := range s.Branches.All() {
		if !member.Sees(b.ID) {
			continue
		}
		r.branches = append(r.branches, b.ID)
		if !slices.Contains(r.stores, b.Store.ID) {
			r.stores = append(r.stores, b.Store.ID)
		}
	}
	slices.Sort(r.stores)
	return r
}

// covers reports whether c is theirs to see and change.
func (r scope) covers(c Coupon) bool { return r.all || r.holds(c.Stores) }

// holds reports whether a condition names stores, and none but theirs.
func (r scope) holds(stores refs) bool {
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(id string) bool { return !slices.Contains(r.stores, id) })
}

// fix keeps the stores of a coupon within scope: who has branches and names none means
// all of theirs, and may name no other (422).
func (r scope) fix(c *Coupon) error {
	if r.all {
		return nil
	}
	if len(c.Stores) == 0 {
		c.Stores = slices.Clone(r.stores)
	}
	if !r.holds(c.Stores) {
		return errs.Invalid("stores", "promo.stores_not_yours")
	}
	return nil
}

// party is whose coupons these are to make.
func (r scope) party() parties.Party {
	if r.all {
		return parties.Platform
	}
	return parties.Seller
}

// refuses says why a coupon that they see is not theirs to change or to approve; nil
// where it is. The seller's staff leave alone what the platform pays for.
func (r scope) refuses(c Coupon) error {
	if !r.all && c.BorneBy != parties.Seller {
		return errs.Conflict("promo.shop_bears")
	}
	return nil
}

// widens refuses to let the platform make a seller's coupon give more than it does.
func (r scope) widens(before Coupon, more bool) error {
	if more && r.all && before.BorneBy == parties.Seller {
		return errs.Conflict("promo.store_bears")
	}
	return nil
}
