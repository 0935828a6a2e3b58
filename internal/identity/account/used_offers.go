package account

import (
	"context"
	"strconv"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// Offers that a person gets once, or a fixed number of times (Times). Customers who delete their account and return
// with the same phone have used them: a keyed digest of the phone is kept for a year, and nothing else. Debts don't
// follow the number, as an account cannot be deleted until it is settled.
const (
	FirstOrder = "first_order" // a coupon for the first order was used
	Invitation = "invitation"  // a friend's invitation was accepted
)

// pastLife is how long the shop remembers which offers a phone has used.
const pastLife = 365 * 24 * time.Hour

// Spender is a feature with offers that a person gets once or a fixed number of times. It returns those that a customer
// has used.
type Spender interface {
	SpentOffers(ctx context.Context, q db.Querier, userID string) ([]string, error)
}

// SpentBy adds a feature that is asked when a customer deletes their account. Call it only while the app is being
// assembled.
func (s *Service) SpentBy(one Spender) { s.spenders = append(s.spenders, one) }

// rememberOffers records the offers that a departing customer has used, including those from their earlier accounts.
func (s *Service) rememberOffers(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := auth.UserByID(ctx, tx, userID)
	if err != nil {
		return err
	}
	var spent []string
	if err := tx.Select(ctx, &spent, `SELECT offer FROM had_offers WHERE user_id = $1 ORDER BY offer`,
		userID); err != nil {
		return err
	}
	for _, one := range s.spenders {
		more, err := one.SpentOffers(ctx, tx, userID)
		if err != nil {
			return err
		}
		spent = append(spent, more...)
	}
	until := db.At(s.clock.Now().Add(pastLife))
	for _, offer := range spent {
		if _, err := tx.Exec(ctx, `INSERT INTO past_offers (offer, phone_hash, until_at) VALUES ($1, $2, $3)
			ON CONFLICT (offer, phone_hash) DO UPDATE
			SET until_at = excluded.until_at`, offer, s.auth.PhoneDigest(u.Phone), until); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `DELETE FROM had_offers WHERE user_id = $1`, userID)
	return err
}

// OnSignIn is auth's hook: a new account inherits the offers that its phone has used.
func (s *Service) OnSignIn(ctx context.Context, tx *db.Tx, in auth.SignIn) error {
	if !in.New {
		return nil
	}
	u, err := auth.UserByID(ctx, tx, in.UserID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO had_offers (user_id, offer)
		SELECT CAST($1 AS TEXT), offer FROM past_offers WHERE phone_hash = $2 AND until_at > $3`,
		in.UserID, s.auth.PhoneDigest(u.Phone), db.At(s.clock.Now()))
	return err
}

// HadOffer reports whether a customer used an offer in an earlier account.
func HadOffer(ctx context.Context, q db.Querier, userID, offer string) (had bool, err error) {
	err = q.Get(ctx, &had, `SELECT EXISTS (SELECT 1 FROM had_offers WHERE user_id = $1 AND offer = $2)`, userID, offer)
	return had, err
}

// Times returns the names of an offer's uses, from the first on. Each use has its own name, so that a phone's uses add
// up over several accounts.
func Times(offer string, uses int64) []string {
	all := make([]string, uses)
	for i := range all {
		all[i] = offer + "#" + strconv.Itoa(i+1)
	}
	return all
}

// TimesHadSQL returns SQL that counts a customer's uses of such an offer in earlier accounts; user and offer are SQL.
func TimesHadSQL(user, offer string) string {
	return `(SELECT COUNT(*) FROM had_offers had WHERE had.user_id = ` + user + ` AND SUBSTR(had.offer, 1, LENGTH(` +
		offer + `) + 1) = ` + offer + ` || '#')`
}

// Jobs registers the daily sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("account.sweep", 24*time.Hour, s.Sweep) }

// Sweep removes the record of offers that phones have used after a year.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM past_offers WHERE until_at <= $1`, db.At(s.clock.Now()))
		return err
	})
}
