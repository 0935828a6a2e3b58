package account

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

const (
	// AdultAge is the minimum age of customers, according to the terms they accept.
	AdultAge = 18
	// DataReplyDays is the number of working days within which the law on personal data (151 of 2020) requires an answer
	// to customers who ask about their data.
	DataReplyDays = 6
)

// AcceptPoliciesStmt records that a customer accepted a version of the policies with an order. A version that was
// accepted earlier keeps its first date.
func AcceptPoliciesStmt(userID, version, orderID string, lang i18n.Lang, now time.Time) db.Stmt {
	return db.Stmt{
		SQL: `INSERT INTO policy_acceptances (user_id, version, order_id, lang, at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (user_id, version) DO NOTHING`,
		Args: []any{userID, version, orderID, string(lang), db.At(now)},
	}
}

// AcceptedPolicies reports whether a customer has accepted a version of the
// policies. An earlier version does not count.
func AcceptedPolicies(ctx context.Context, q db.Querier, userID, version string) (bool, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM policy_acceptances WHERE user_id = $1 AND version = $2`, userID, version)
	return n > 0, err
}
