package coupons

import (
	"slices"

	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// scope is the set of coupons that a member may access. Owners, editors and finance without branches access all;
// members with branches only coupons limited to their stores. Other coupons return NotFound.
type scope struct {
	all      bool
	stores   refs     // ids; of whoever has branches
	branches []string // the branches whose orders they may see; nil means all
}

// scopeOf returns the scope of a member who passed the permission check: the stores of their branches.
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

// covers reports whether the member may see and change c.
func (r scope) covers(c Coupon) bool { return r.all || r.holds(c.Stores) }

// holds reports whether a condition names stores, all of them within the scope.
func (r scope) holds(stores refs) bool {
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(id string) bool { return !slices.Contains(r.stores, id) })
}

// fix keeps a coupon's stores within scope. If a member with branches names no store, the coupon gets all of theirs;
// naming another store is refused (422).
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

// party is the party on whose behalf the member creates coupons.
func (r scope) party() parties.Party {
	if r.all {
		return parties.Platform
	}
	return parties.Seller
}

// refuses returns why the member may not change or approve a visible coupon; nil if they may. The seller's staff cannot
// change coupons that the platform pays for.
func (r scope) refuses(c Coupon) error {
	if !r.all && c.BorneBy != parties.Seller {
		return errs.Conflict("promo.shop_bears")
	}
	return nil
}

// widens refuses to let the platform's staff extend what a seller's coupon gives.
func (r scope) widens(before Coupon, more bool) error {
	if more && r.all && before.BorneBy == parties.Seller {
		return errs.Conflict("promo.store_bears")
	}
	return nil
}
