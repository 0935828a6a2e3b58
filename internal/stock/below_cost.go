package stock

import (
	"context"
	"fmt"

	"wekala/internal/catalog"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// belowCost finds the changes that make a price, or an offer, lower than what the goods cost, and
// the field that does. One that is not lowered is not asked about again.
func (s *Service) belowCost(ctx context.Context, q db.Querier, branchID string, changes []catalog.PriceChange) (map[string]string, error) {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.VariantID
	}
	var known []struct {
		VariantID  string `db:"variant_id"`
		Cost       int64
		VATBP      int64 `db:"vat_bp"`
		Price      *int64
		OfferPrice *int64 `db:"offer_price"`
	}
	err := q.Select(ctx, &known, `SELECT v.id AS variant_id, c.cost, p.vat_bp, bp.price, bp.offer_price
		FROM variant_costs c JOIN variants v ON v.id = c.variant_id JOIN products p ON p.id = v.product_id
		LEFT JOIN branch_prices bp ON bp.branch_id = c.branch_id AND bp.variant_id = v.id
		WHERE c.branch_id = $1 AND c.cost IS NOT NULL AND v.id IN (`+db.List(2, len(ids))+`)`, db.Args(ids, branchID)...)
	if err != nil {
		return nil, fmt.Errorf("stock: costs of new prices: %w", err)
	}
	untaxed := s.Catalog.Untaxed != nil && s.Catalog.Untaxed()
	below := map[string]string{}
	for _, k := range known {
		lowered := func(next, now *int64) bool {
			if next == nil || now != nil && *next >= *now {
				return false
			}
			earned := *next
			if !untaxed {
				earned -= money.VATIn(earned, k.VATBP)
			}
			return earned < k.Cost
		}
		for _, c := range changes {
			switch {
			case c.VariantID != k.VariantID:
			case lowered(&c.Price.Price, k.Price):
				below[k.VariantID] = "price"
			case lowered(c.OfferPrice, k.OfferPrice):
				below[k.VariantID] = "offer_price"
			}
		}
	}
	return below, nil
}
