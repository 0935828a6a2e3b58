package stock

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// costed is the cost and the price of a variant.
type costed struct {
	VariantID  string `db:"variant_id"`
	Cost       *int64
	VATBP      int64 `db:"vat_bp"`
	Price      *int64
	OfferPrice *int64 `db:"offer_price"`
}

// BelowCost finds the changes that lower a price or an offer below the cost of the goods, with the field that does so.
// costs are those set together with the prices. Only callers who may see costs may receive the result.
func (s *Service) BelowCost(ctx context.Context, q db.Querier, branchID string, changes []products.PriceChange,
	costs map[string]int64) (map[string]string, error) {
	wanted := map[string]products.PriceChange{}
	for _, c := range changes {
		wanted[c.VariantID] = c
	}
	var known []costed
	for part := range slices.Chunk(slices.Sorted(maps.Keys(wanted)), 512) {
		part = db.Padded(part)
		var rows []costed
		err := q.Select(ctx, &rows, `SELECT v.id AS variant_id, c.cost, p.vat_bp, bp.price, bp.offer_price
			FROM variants v JOIN products p ON p.id = v.product_id
			LEFT JOIN variant_costs c ON c.branch_id = $1 AND c.variant_id = v.id
			LEFT JOIN branch_prices bp ON bp.branch_id = $1 AND bp.variant_id = v.id
			WHERE v.id IN (`+db.List(2, len(part))+`)`, db.Args(part, branchID)...)
		if err != nil {
			return nil, fmt.Errorf("stock: costs of new prices: %w", err)
		}
		known = append(known, rows...)
	}
	untaxed := s.Catalog.Untaxed != nil && s.Catalog.Untaxed()
	below := map[string]string{}
	for _, k := range known {
		if cost, said := costs[k.VariantID]; said {
			k.Cost = &cost
		}
		if k.Cost == nil {
			continue
		}
		lowered := func(next, now *int64) bool {
			if next == nil || now != nil && *next >= *now {
				return false
			}
			earned := *next
			if !untaxed {
				earned -= money.VATIn(earned, k.VATBP)
			}
			return earned < *k.Cost
		}
		switch c := wanted[k.VariantID]; {
		case lowered(&c.Price.Price, k.Price):
			below[k.VariantID] = "price"
		case lowered(c.OfferPrice, k.OfferPrice):
			below[k.VariantID] = "offer_price"
		}
	}
	return below, nil
}
