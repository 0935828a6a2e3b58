package coupons

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
)

// Covering returns a coupon that would newly cover products after a change of their category or service. Its scope was
// approved, so only an owner of the party that bears it may extend it. Inactive and used-up coupons count too: they can
// be switched on again, and cancelled orders return uses.
func (s *Service) Covering(ctx context.Context, q db.Querier, by products.Actor, was, next products.Position) (string,
	error) {
	if by.StaffID == "" { // the program itself
		return "", nil
	}
	var limited []Coupon
	err := q.Select(ctx, &limited, `SELECT id, code, services, stores, categories, borne_by FROM coupons
		WHERE (categories <> '[]' OR services <> '[]') AND (ends_at IS NULL OR ends_at > $1) ORDER BY code`,
		db.At(s.Clock.Now()))
	if err != nil {
		return "", err
	}
	for _, c := range limited {
		owns := by.Role == staff.Owner && (by.Stores != nil) == (c.BorneBy == parties.Seller)
		if !owns && c.reaches(next) && !c.reaches(was) {
			return c.Code, nil
		}
	}
	return "", nil
}

// reaches reports whether c could cover products at a position in the tree.
func (c Coupon) reaches(at products.Position) bool {
	return c.Services.allow(at.ServiceID) && (at.StoreID == "" || c.Stores.allow(at.StoreID)) && c.Covers(at.Categories)
}
