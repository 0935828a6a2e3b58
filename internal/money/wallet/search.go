package wallet

import (
	"context"
	"net/url"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// Search finds a customer by their whole phone number, for staff who may see wallets but no other data of customers.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadCredits) || q.Member.May(staff.ReadCustomers) {
		return nil, nil
	}
	u, err := auth.UserByPhone(ctx, s.DB, q.Text)
	if errs.Key(err) != "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := staff.Hits{Kind: "customer"}
	found.Add(q, staff.Hit{ID: u.ID, Title: u.Name, Detail: auth.MaskPhone(u.Phone),
		To: "/finance#phone=" + url.QueryEscape(u.Phone)})
	return []staff.Hits{found}, nil
}
