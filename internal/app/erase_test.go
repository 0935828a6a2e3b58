package app_test

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestLeave deletes an account: it is refused while an order is under way, and without proof; afterwards no data
// identifies the customer, and the phone can be used again.
func TestLeave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		s.Exec(`UPDATE users SET email = 'leaver@example.com', name = 'Leaver', birthdate = '1990-01-01' WHERE id = $1`, p.ID)
		s.Exec(`UPDATE addresses SET contact_name = 'Leaver', landmark = 'By the lemon tree' WHERE user_id = $1`, p.ID)
		s.Exec(`INSERT INTO photos (id, user_id, width, height, jpeg, created_at) VALUES ('pho_x', $1, 1, 1, $2, 1)`, p.ID,
			[]byte{1})
		order := s.Buy(p, "cod")
		s.Exec(`UPDATE orders SET note = 'ring the leaver' WHERE id = $1`, order)
		kept := s.Buy(other, "cod")
		s.Do("POST", "/favourites", p.Token, map[string]any{"kind": "branch", "id": apptest.Koshary}).Into(t, &struct{}{})
		s.Do("POST", "/order/add-to-cart", p.Token, map[string]any{
			"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small,
			"qty": 1, "note": "for the leaver"}).Into(t, &struct{}{})
		s.Exec(`UPDATE cart_items SET note = 'for the leaver' WHERE cart_id IN (SELECT id FROM carts WHERE owner = $1)`, p.ID)
		before := s.Lines(`SELECT 'total ' || total || district_id || number FROM orders WHERE id = $1`, order)
		leave := func(body map[string]any) apptest.Answer { return s.Do("POST", "/user/delete", p.Token, body) }

		for name, a := range map[string]apptest.Answer{
			"a code":   s.Do("POST", "/user/delete/code", p.Token, map[string]any{"method": "sms"}),
			"a try":    leave(map[string]any{"code": "1234"}),
			"a guest":  s.Do("POST", "/user/delete", "", map[string]any{"code": "1234"}),
			"a trifle": leave(map[string]any{"code": "1234", "force": true}),
		} {
			want := map[string]string{"a code": "400 account_has_live_order", "a try": "400 account_has_live_order",
				"a guest": "401 unauthorized", "a trifle": "422 unknown_field"}[name]
			if a.Short() != want {
				t.Errorf("%s: %s, want %s", name, a.Short(), want)
			}
		}
		s.Do("POST", "/orders/"+order+"/cancel", p.Token, map[string]any{}).Into(t, &struct{}{})
		s.RunJobs()
		now := s.Clock.Now().UnixMilli()
		s.Exec(`INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source, created_at, updated_at, way,
			user_id, bank)
			VALUES ('rfd_x', '', $1, 100, 'r', 'requested', 'test', $2, $2, 'bank', $3, 'IBAN of the leaver')`, order, now, p.ID)
		if a := leave(map[string]any{"code": "1234"}); a.Short() != "400 account_has_refund" {
			t.Errorf("with money on its way: %s", a.Short())
		}
		s.Exec(`DELETE FROM refunds WHERE id = 'rfd_x'`)
		if a := leave(map[string]any{}); a.Short() != "422 required" {
			t.Errorf("without proof: %s", a.Short())
		}
		s.Do("POST", "/user/delete/code", p.Token, map[string]any{"method": "sms"}).Into(t, &struct{}{})
		code := s.Code(p.Phone)
		wrong := "0000"
		if code == wrong {
			wrong = "1111"
		}
		if a := leave(map[string]any{"code": wrong}); a.Short() != "422 code_wrong" {
			t.Errorf("a wrong code: %s", a.Short())
		}
		if got := s.Lines(`SELECT name FROM users WHERE id = $1`, p.ID); got[0] != "Leaver" {
			t.Errorf("refused, and yet %v", got)
		}
		if a := leave(map[string]any{"code": code}); a.Status != 200 {
			t.Fatal(a.Body)
		}

		if a := s.Do("GET", "/orders", p.Token, nil); a.Status != 401 {
			t.Errorf("the session is still open: %d", a.Status)
		}
		for _, query := range []string{
			`SELECT phone || name || COALESCE(email, '') || COALESCE(birthdate, '') FROM users`,
			`SELECT phone FROM user_phones`,
			`SELECT contact_name || phone || landmark || address FROM addresses WHERE user_id <> '` + other.ID + `'`,
			`SELECT address || note FROM orders WHERE user_id <> '` + other.ID + `'`, `SELECT recipient || params FROM messages`,
			`SELECT 'leaver' FROM idempotency WHERE subject = '` + p.ID + `'`, `SELECT id FROM photos`,
			`SELECT note FROM cart_items`,
			`SELECT 'leaver' FROM favourites`, `SELECT 'leaver' FROM carts WHERE state <> 'ordered' AND owner = '` + p.ID + `'`,
		} {
			for _, line := range s.Lines(query) {
				for _, word := range []string{p.Phone, strings.TrimPrefix(p.Phone, "+20"), "Leaver", "leaver", "lemon", "pho_x"} {
					if strings.Contains(line, word) {
						t.Errorf("%q is left in %s: %s", word, query, line)
					}
				}
			}
		}
		if after := s.Lines(`SELECT 'total ' || total || district_id || number FROM orders WHERE id = $1`,
			order); len(after) != 1 || after[0] != before[0] {
			t.Errorf("the order is no longer itself: %v, %v", before, after)
		}
		if got := s.Status(kept); got != "pending" {
			t.Errorf("somebody else's order: %s", got)
		}
		s.Healthy()

		// The number can register again, without any earlier data.
		s.Clock.Advance(time.Hour)
		s.Do("POST", "/user/login-by-otp", "", map[string]any{"phone": p.Phone, "method": "sms"}).Into(t, &struct{}{})
		var entry struct {
			Exists bool   `json:"user_exists"`
			Ticket string `json:"registration_ticket"`
		}
		s.Do("POST", "/user/verify-login-by-otp", "", map[string]any{"phone": p.Phone, "code": s.Code(p.Phone)}).
			Into(t, &entry)
		if entry.Exists || entry.Ticket == "" {
			t.Fatalf("%+v", entry)
		}
		var again struct {
			Token string `json:"token"`
		}
		s.Do("POST", "/user/register-by-otp", "", map[string]any{
			"registration_ticket": entry.Ticket, "name": "Somebody new"}).Into(t, &again)
		var orders []any
		s.Do("GET", "/orders", again.Token, nil).Into(t, &orders)
		if len(orders) != 0 {
			t.Errorf("%d orders of somebody else", len(orders))
		}
		s.Healthy()
	})
}

// TestLeavingWhileOrdering: of a concurrent order and account deletion only one happens. An order without a customer
// would keep a name and a phone, and be delivered to nobody.
func TestLeavingWhileOrdering(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		for range apptest.Count(4, 20) {
			p := s.Customer()
			s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
			s.Do("POST", "/user/delete/code", p.Token, map[string]any{"method": "sms"}).Into(t, &struct{}{})
			code := s.Code(p.Phone)
			got := apptest.Burst(2, 2, func(i int) string {
				if i == 0 {
					return "left " + s.Send("POST", "/user/delete", p.Token, map[string]any{"code": code}).Short()
				}
				return "ordered " + s.Send("POST", "/checkout", p.Token, p.Body("cod", 105_00), apptest.Key(id.New("key"))).Short()
			})
			if (got["left 200"] == 1) == (got["ordered 200"] == 1) {
				t.Errorf("%v", got)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders o JOIN users u ON u.id = o.user_id
			WHERE u.erased_at IS NOT NULL`); n != 0 {
			t.Errorf("%d orders of who left", n)
		}
		s.Healthy()
	})
}

// TestOffersNeedConsent: an offer is sent only to customers whose consent is in force at the time of sending.
func TestOffersNeedConsent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		offer := func() string {
			t.Helper()
			msg, job := id.New("msg"), id.New("job")
			now := s.Clock.Now().UnixMilli()
			s.Exec(`INSERT INTO messages (id, channel, recipient, template, lang, params, offer_to, state, created_at)
				VALUES ($1, 'sms', $2, 'auth.signed_in', 'en', '{}', $3, 'queued', $4)`, msg, p.Phone, p.ID, now)
			s.Exec(`INSERT INTO jobs (id, kind, payload, run_at, created_at) VALUES ($1, 'notify.sms', $2, $3, $3)`, job,
				`{"message_id":"`+msg+`"}`, now)
			s.RunJobs()
			return s.Lines(`SELECT state FROM messages WHERE id = $1`, msg)[0]
		}
		say := func(yes bool) {
			t.Helper()
			var p1 struct{ Offers struct{ Version string } }
			s.Do("GET", "/user/preferences", p.Token, nil).Into(t, &p1)
			s.Do("PUT", "/user/preferences", p.Token, map[string]any{
				"offers": map[string]any{"sms": yes}, "version": p1.Offers.Version}).Into(t, &struct{}{})
		}
		if got := offer(); got != "skipped" {
			t.Errorf("never asked: %s", got)
		}
		say(true)
		if got := offer(); got != "sent" {
			t.Errorf("agreed: %s", got)
		}
		say(false)
		if got := offer(); got != "skipped" {
			t.Errorf("taken back: %s", got)
		}
		s.Healthy()
	})
}
