package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// owe lets a customer owe points, as after a return of goods whose points were spent.
func owe(s *apptest.Shop, userID string, points int64) {
	s.TB.Helper()
	source, now := id.New("test"), s.Clock.Now().UnixMilli()
	s.Exec(`INSERT INTO points_accounts (user_id, debt, version) VALUES ($1, $2, 1)
		ON CONFLICT (user_id) DO UPDATE SET debt = points_accounts.debt + excluded.debt`, userID, points)
	s.Exec(`INSERT INTO ledger_transactions (id, source, kind, at) VALUES ($1, $1, 'points_reversed', $2)`, source, now)
	s.Exec(`INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
		VALUES ($1, 1, $2, 'PTS', $3), ($1, 2, 'points_issued:shop', 'PTS',
		$4)`, source, "points_owed:"+userID, points, -points)
}

// fill puts money into a wallet, as a credit by staff.
func fill(s *apptest.Shop, p apptest.Customer, minor int64) {
	s.TB.Helper()
	a := s.Do("POST", "/console/wallet/credits", s.Staff("finance"),
		fields{"phone": p.Phone, "amount": float64(minor) / 100, "reason": "late"}, apptest.Key(id.New("key")))
	if a.Status != 200 {
		s.TB.Fatal(a.Body)
	}
}

type mayDelete struct{ Code, Reason *string }

// TestDeletionWaitsForWhatIsOwed: a customer who owes points is shown how many, their value and what to do, before
// they request a code; once the points are paid from the wallet and it is empty, the account can be deleted, and
// credits that waited for approval with it.
func TestDeletionWaitsForWhatIsOwed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		ask := func(lang string) (got mayDelete) {
			t.Helper()
			s.Do("GET", "/user/delete", p.Token, nil, apptest.Header{"Accept-Language": lang}).Into(t, &got)
			return got
		}
		settle := func(points int64) apptest.Answer {
			return s.Do("POST", "/loyalty/settle", p.Token, fields{"points": points}, apptest.Key(id.New("key")))
		}
		if got := ask("en"); got.Code != nil || got.Reason != nil {
			t.Errorf("nothing is owed: %v", got)
		}
		worth := apptest.Get[int64](s, `SELECT worth FROM loyalty_terms`) // of a hundred points
		owe(s, p.ID, 400)
		for lang, words := range map[string][]string{
			"en": {"400 points", "your wallet", "delete"}, "ar": {"400 نقطة", "محفظتك", "حذف"}} {
			got := ask(lang)
			if got.Code == nil || *got.Code != "account_owes" {
				t.Fatalf("%s: %v", lang, got)
			}
			for _, word := range words {
				if !strings.Contains(*got.Reason, word) {
					t.Errorf("%q is not in %q", word, *got.Reason)
				}
			}
		}
		for _, body := range []map[string]any{{"code": "1234"}, {}} {
			if a := s.Do("POST", "/user/delete", p.Token, body); a.Short() != "400 account_owes" {
				t.Errorf("%v: %s", body, a.Short())
			}
		}
		if a := s.Do("POST", "/user/delete/code", p.Token, fields{"method": "sms"}); a.Short() != "400 account_owes" {
			t.Errorf("a code: %s", a.Short())
		}
		if a := settle(400); a.Short() != "400 balance_not_sufficient" {
			t.Errorf("from an empty wallet: %s", a.Short())
		}
		fill(s, p, 4*worth)
		if a := settle(399); a.Short() != "400 owed_other" {
			t.Errorf("another number: %s", a.Short())
		}
		if a := settle(400); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := settle(400); a.Short() != "400 owed_other" {
			t.Errorf("again: %s", a.Short())
		}
		s.Exec(`INSERT INTO wallet_grants (id, user_id, amount, reason, state, asked_by, key, created_at)
			VALUES ('grt_x', $1, 100000, 'late twice', 'waiting', 'stf_else', 'grt_x', $2)`, p.ID, s.Clock.Now().UnixMilli())
		s.Healthy()
		s.Do("POST", "/user/delete/code", p.Token, fields{"method": "sms"}).Into(t, &struct{}{})
		if a := s.Do("POST", "/user/delete", p.Token, fields{"code": s.Code(p.Phone)}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if got := apptest.Get[string](s, `SELECT state FROM wallet_grants WHERE id = 'grt_x'`); got != "declined" {
			t.Errorf("a credit nobody approved is %s", got)
		}
		s.Healthy()
	})
}

// TestOffersMadeOnceStayHad: a customer who used a coupon for a first order and an invitation, deletes the account
// and registers again with the same phone, cannot use either for a year; another phone can, and nothing else follows
// the number.
func TestOffersMadeOnceStayHad(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		f := &friends{s: s}
		host := f.register(f.stranger(), "")
		code := f.mine(host).Code
		s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active)
			VALUES ('cpn_first', 'FIRST', 'percent', 1000, $1, $1)`, true)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, customer_limit, first_order, active)
			VALUES ('cpn_thrice', 'THRICE', 'percent', 1000, 3, $1, $2)`, false, true)
		him := f.stranger()
		leave := func(p apptest.Customer) {
			t.Helper()
			s.Do("POST", "/user/delete/code", p.Token, fields{"method": "sms"}).Into(t, &struct{}{})
			if a := s.Do("POST", "/user/delete", p.Token, fields{"code": s.Code(p.Phone)}); a.Status != 200 {
				t.Fatal(a.Body)
			}
		}
		coupon := func(p apptest.Customer) string {
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			return s.Do("POST", "/add_coupon", p.Token, fields{"service_id": "food", "coupon_code": "FIRST"}).Short()
		}
		// thrice is a coupon that each customer may use three times: the remaining uses.
		uses := 0
		thrice := func(p apptest.Customer, spend int) (left int64) {
			for range spend {
				uses++
				s.Exec(`INSERT INTO coupon_redemptions (coupon_id, order_id, user_id, discount, created_at)
					VALUES ('cpn_thrice', $1, $2, 100, 1)`, fmt.Sprint("ord_", uses), p.ID)
				s.Exec(`UPDATE coupons SET uses = uses + 1 WHERE id = 'cpn_thrice'`)
				s.Exec(`INSERT INTO coupon_customers (coupon_id, user_id, uses) VALUES ('cpn_thrice', $1, 1)
					ON CONFLICT (coupon_id, user_id) DO UPDATE SET uses = coupon_customers.uses + 1`, p.ID)
			}
			c, err := coupons.ByCode(t.Context(), d, "THRICE", p.ID)
			if err != nil {
				t.Fatal(err)
			}
			return 3 - c.CustomerUses
		}
		invited := func(p apptest.Customer) bool {
			return apptest.Get[int](s, `SELECT COUNT(*) FROM referrals WHERE friend_id = $1`, p.ID) == 1
		}
		first := f.register(him, code)
		if got := coupon(first); got != "200" || !invited(first) {
			t.Fatalf("the first time: %s, invited %v", got, invited(first))
		}
		order := apptest.Get[string](s, `SELECT id FROM carts WHERE owner = $1`, first.ID)
		s.Exec(`INSERT INTO coupon_redemptions (coupon_id, order_id, user_id, discount, created_at)
			VALUES ('cpn_first', $1, $2, 100, 1)`, order, first.ID)
		s.Exec(`INSERT INTO coupon_customers (coupon_id, user_id, uses) VALUES ('cpn_first', $1, 1)`, first.ID)
		if got := thrice(first, 1); got != 2 {
			t.Errorf("of a coupon for three uses %d are left", got)
		}
		leave(first)
		for _, line := range s.Lines(`SELECT offer || phone_hash FROM past_offers`) {
			if strings.Contains(line, strings.TrimPrefix(him.phone, "+20")) || len(line) < 64 {
				t.Errorf("what stays of the phone: %s", line)
			}
		}
		s.Clock.Advance(time.Hour)
		second := f.register(him, code)
		if got := coupon(second); got != "400 first_order" || invited(second) {
			t.Errorf("the second time: %s, invited %v", got, invited(second))
		}
		if got := apptest.Get[int](s, `SELECT COUNT(*) FROM points_accounts WHERE user_id = $1 AND debt > 0`,
			second.ID); got != 0 {
			t.Error("a debt followed the number")
		}
		other := f.register(f.stranger(), code)
		if got := coupon(other); got != "200" || !invited(other) {
			t.Errorf("somebody else: %s, invited %v", got, invited(other))
		}
		if got := [2]int64{thrice(second, 0), thrice(second, 1)}; got != [2]int64{2, 1} {
			t.Errorf("of a coupon for three uses %v are left to who came again", got)
		}
		leave(second)
		third := f.register(him, code)
		if got := coupon(third); got != "400 first_order" || invited(third) {
			t.Errorf("the third time: %s, invited %v", got, invited(third))
		}
		if got := thrice(third, 0); got != 1 {
			t.Errorf("of a coupon for three uses %d are left to who came a third time", got)
		}
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			c, err := coupons.ByCode(ctx, tx, "THRICE", third.ID)
			if err != nil {
				return err
			}
			for i, want := range []string{"", "promo.used_by_you"} {
				err := tx.Batch(ctx, c.Redeem(fmt.Sprint("ord_third", i), third.ID, 100, s.Clock.Now()))
				if got := errs.Key(err); got != want {
					t.Errorf("use %d of what is left: %q", i, got)
				}
			}
			return errs.Refuse("common.invalid") // as if nothing had been
		}); errs.Key(err) != "common.invalid" {
			t.Fatal(err)
		}
		leave(third)
		s.Clock.Advance(366 * 24 * time.Hour)
		s.RunJobs()
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM past_offers`); n != 0 {
			t.Errorf("%d kept for more than a year", n)
		}
		fourth := f.register(him, code)
		if got := thrice(fourth, 0); got != 3 {
			t.Errorf("a year later %d uses are left", got)
		}
		if got := coupon(fourth); got != "200" || !invited(fourth) {
			t.Errorf("a year later: %s, invited %v", got, invited(fourth))
		}
	})
}
