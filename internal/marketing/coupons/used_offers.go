package coupons

import (
	"context"

	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
)

// offerSQL is the name of a coupon c in the list of offers that a person has used.
const offerSQL = `'coupon:' || c.id`

// hadSQL counts how often a customer used a coupon c in earlier accounts.
func hadSQL(user string) string { return account.TimesHadSQL(user, offerSQL) }

// SpentOffers lists whether a customer has used a first-order coupon, and how often they used coupons with a limit per
// customer that are still valid.
func (s *Service) SpentOffers(ctx context.Context, q db.Querier, userID string) ([]string, error) {
	var rows []struct {
		Offer      string `db:"offer"`
		FirstOrder bool   `db:"first_order"`
		Uses       int64  `db:"uses"`
	}
	err := q.Select(ctx, &rows, `SELECT `+offerSQL+` AS offer, c.first_order, m.uses + `+hadSQL("m.user_id")+` AS uses
		FROM coupon_customers m JOIN coupons c ON c.id = m.coupon_id
		WHERE m.user_id = $1 AND m.uses > 0 AND (c.first_order
		OR c.customer_limit IS NOT NULL AND (c.ends_at IS NULL OR c.ends_at > $2)) ORDER BY c.id`,
		userID, db.At(s.Clock.Now()))
	var spent []string
	first := false
	for _, r := range rows {
		if !r.FirstOrder {
			spent = append(spent, account.Times(r.Offer, r.Uses)...)
		} else if !first {
			first, spent = true, append(spent, account.FirstOrder)
		}
	}
	return spent, err
}
