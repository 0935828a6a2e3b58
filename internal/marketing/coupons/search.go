package coupons

import (
	"context"
	"strings"

	"wekala/internal/identity/staff"
)

// Search finds coupons by the beginning of their code, limited to those that the member may read.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadCoupons) {
		return nil, nil
	}
	var rows []Coupon
	code := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToUpper(q.Text)) + "%"
	if err := s.DB.Select(ctx, &rows, `SELECT id, code, stores, starts_at, ends_at, total_limit, uses, active, waits_since
		FROM coupons
		WHERE code LIKE $1 ESCAPE '\' ORDER BY updated_at DESC, id LIMIT 200`, code); err != nil {
		return nil, err
	}
	found, r := staff.Hits{Kind: "coupon"}, s.scopeOf(q.Member)
	for _, c := range rows {
		if r.all || r.covers(c) {
			if !found.Add(q, staff.Hit{ID: c.ID, Title: c.Code, To: "/coupons/" + c.ID}) {
				break
			}
		}
	}
	return []staff.Hits{found}, nil
}
