package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// Arrive adds the initial stock of new products (products.Receive). Call it last in a transaction.
func (s *Service) Arrive(ctx context.Context, tx *db.Tx, staffID, source string,
	list []products.Arrival) ([]*errs.Error, error) {
	refused := make([]*errs.Error, len(list))
	var changes []Change
	var at []int
	for i, a := range list {
		row := stockRow{VariantID: a.VariantID, Counted: a.Counted}
		if a.Received != nil {
			n := httpapi.Int(*a.Received)
			row.Received = &n
		}
		c, no := row.change(a.BranchID, a.UnitGrams)
		if refused[i] = no; no == nil {
			changes, at = append(changes, c), append(at, i)
		}
	}
	out, err := s.Apply(ctx, tx, Actor{StaffID: staffID, Source: "staff:" + id.Digest(staffID + "/" + source)[:24]},
		changes)
	if err != nil {
		return nil, err
	}
	for n, o := range out {
		refused[at[n]] = o.Refused
	}
	return refused, nil
}
