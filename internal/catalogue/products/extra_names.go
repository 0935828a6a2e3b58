package products

import (
	"context"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// CheapestExtra returns the lowest price of the extras of a store that match, and whether one does.
type CheapestExtra func(ctx context.Context, q db.Querier, storeID string,
	match func(name i18n.Text) bool) (price int64, found bool, err error)

// CompareWithExtras has products that are renamed compared with the extras of their store.
func (s *Service) CompareWithExtras(cheapest CheapestExtra) { s.cheapestExtra = cheapest }

// sharesExtra refuses a product the name of an extra that costs far less: an extra has no code, so a picker could only
// tell the two apart by their names.
func (s *Service) sharesExtra(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm,
	limits approvals.Limits, prices []Price) error {
	if s.cheapestExtra == nil || by.StaffID == "" || form.NameEN == r.NameEN && form.NameAR == r.NameAR {
		return nil
	}
	dear := int64(0)
	for _, p := range prices {
		dear = max(dear, p.Price)
	}
	price, found, err := s.cheapestExtra(ctx, tx, r.StoreID, s.SameName(i18n.Text{EN: form.NameEN, AR: form.NameAR}))
	if err != nil || !found || price*100 >= dear*(100-limits.Drop) {
		return err
	}
	return errs.Invalid("name_en", "catalog.extra_called", "price", money.EGP(price).Major())
}
