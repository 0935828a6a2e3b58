package referral_test

import (
	"context"
	"strings"
	"testing"

	"wekala/internal/aftersales/referral"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

// found runs the checks and names those that fail.
func found(t *testing.T, d *db.DB) string {
	t.Helper()
	results, err := doctor.Run(t.Context(), d, referral.Checks())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range results {
		if r.Violations > 0 {
			names = append(names, strings.TrimPrefix(r.Check, "referral: "))
		}
	}
	return strings.Join(names, "; ")
}

const (
	insertReferral = `INSERT INTO referrals (friend_id, id, referrer_id, code, state, reward_referrer, reward_friend,
		rate_bp, window_days,
		commission_until, order_id, due_at, paid_at, created_at, updated_at) VALUES `
	theOrder = `INSERT INTO orders (id, number, user_id, branch_id, store_id, service_id, cart_id, cart_version, status,
		event_seq,
		payment_method, payment_state, currency, items_total, discount, delivery_fee, tip, tax, total, paid, due, address,
		address_id,
		district_id, promised_at, steps, terms_version, lang, delivered_at, created_at, updated_at)
		VALUES ('o1', 'W-1', 'b', 'br', 'st', 'sv', 'c', 1, 'delivered', 1, 'cod', 'paid', 'EGP', 9000, 0, 0, 0, 0, 9000,
		9000, 0, '{}', 'a',
		'maadi', 1, '[]', '1', 'en', 1000, 1, 1)`
	due = `1209601000` // fourteen days after the delivery
)

// TestDoctorFindsWhatIsWrong breaks the data in every way a check is for.
func TestDoctorFindsWhatIsWrong(t *testing.T) {
	paid := insertReferral + `('b', 'r1', 'a', 'X', 'paid', 0, 0, 200, 14, 99, 'o1', ` + due + `, ` + due + `, 1, 1)`
	once := `INSERT INTO referral_months (user_id, month, rewards, commission) VALUES ('a', '2026-11', 1, 0)`
	posting := `INSERT INTO ledger_transactions (id, source, kind, at)
		VALUES ('t1', 'referral:r9:friend', 'wallet_referral', 1)`
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"as it should be": {[]string{theOrder, paid, once}, ""},
		"oneself": {
			[]string{insertReferral + `('a', 'r1', 'a', 'X', 'joined', 1, 1, 1, 14, 9, NULL, NULL, NULL, 1, 1)`},
			"nobody invited themselves"},
		"a circle": {[]string{insertReferral + `('a', 'r1', 'c', 'X', 'joined', 1, 1, 1, 14, 9, NULL, NULL, NULL, 1, 1),
			('b', 'r2', 'a', 'X', 'joined', 1, 1, 1, 14, 9, NULL, NULL, NULL, 1, 1), ('c', 'r3', 'b', 'X', 'joined', 1, 1, 1, 14, 9, NULL, NULL, NULL, 1, 1)`}, "no circle"},
		"paid early": {[]string{theOrder, strings.Replace(paid, due+`, `+due, `5000, 5000`, 1), once},
			"paid only for a delivered order after its window"},
		"paid for nothing": {
			[]string{insertReferral + `('b', 'r1', 'a', 'X', 'paid', 0, 0, 200, 14, 99, NULL, NULL, 5, 1, 1)`, once},
			"paid only for a delivered order after its window"},
		"paid without the ledger": {[]string{theOrder, strings.Replace(paid, `'paid', 0, 0`, `'paid', 3000, 0`, 1), once},
			"every reward is in the ledger, once"},
		"the ledger alone": {[]string{posting, `INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
			VALUES ('t1', 1, 'referral_cost:shop', 'EGP', 1)`},
			"nothing else was paid"},
		"miscounted": {[]string{theOrder, paid, strings.Replace(once, `1, 0)`, `2, 7)`, 1)},
			"what a month counts = what it paid"},
		"a commission of nobody": {[]string{`INSERT INTO referral_commissions (referrer_id, order_id, friend_id, referral_id,
			rate_bp, purchase, amount, state, due_at, created_at)
			VALUES ('a', 'o9', 'b', 'r9', 200, 1, 1, 'waiting', 1,
			1)`}, "commission paid only for a friend's order after its window"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for _, row := range c.rows {
						if _, err := tx.Exec(ctx, row); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := found(t, d); got != c.want {
					t.Errorf("doctor finds %q, want %q", got, c.want)
				}
			})
		})
	}
}
