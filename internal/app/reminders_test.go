package app_test

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// advance has staff move an order to the next status of its usual path and reports whether this succeeded; at the
// door the customer states the PIN.
func advance(s *apptest.Shop, p apptest.Customer, staff, order, to string) bool {
	s.TB.Helper()
	return advanceWeighed(s, p, staff, order, to, 100)
}

// advanceWeighed advances an order whose weighed goods have the given percentage of the ordered weight.
func advanceWeighed(s *apptest.Shop, p apptest.Customer, staff, order, to string, percent int64) bool {
	s.TB.Helper()
	body := fields{"to": to, "reason": "because",
		"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
	if to == "delivered" {
		var view struct{ PIN *string }
		s.Do("GET", "/orders/"+order, p.Token, nil).Into(s.TB, &view)
		if view.PIN != nil {
			body["pin"] = *view.PIN
		}
	}
	if to == "shipped" && s.Status(order) == "processing" {
		weights := []fields{}
		for _, line := range s.Lines(`SELECT id FROM order_lines WHERE order_id = $1 AND unit_grams > 0`, order) {
			ordered := apptest.Get[int64](s, `SELECT qty * unit_grams FROM order_lines WHERE order_id = $1 AND id = $2`, order,
				line)
			weights = append(weights, fields{"line_id": line, "grams": ordered * percent / 100})
		}
		body["weights"] = weights
	}
	return s.Do("POST", "/console/orders/"+order+"/move", staff, body).Status == 200
}

// TestPointsReminder earns points and lets them approach their expiry: customers who consented to offers get one
// message, the others none.
func TestPointsReminder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		people := map[string]apptest.Customer{"agreed": s.Customer(), "never asked": s.Customer(),
			"changed their mind": s.Customer()}
		offers := func(p apptest.Customer, yes bool) {
			t.Helper()
			body := fields{"offers": fields{"sms": yes}, "version": account.WordingVersion}
			if a := s.Do("PUT", "/user/preferences", p.Token, body); a.Status != 200 {
				t.Fatalf("preferences: %s", a.Body)
			}
		}
		for name, p := range people {
			order := s.Buy(p, "cod")
			for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
				if !advance(s, p, owner, order, to) {
					t.Fatalf("not %s", to)
				}
			}
			if name != "never asked" {
				offers(p, true)
			}
		}
		offers(people["changed their mind"], false)
		told := func() string {
			return strings.Join(s.Lines(`SELECT recipient || ' ' || channel || ' ' || state FROM messages
				WHERE template = 'loyalty.notice_expiring'`), ", ")
		}
		s.After(300 * 24 * time.Hour)
		if got := told(); got != "" {
			t.Errorf("reminded two months before: %s", got)
		}
		s.Clock.Advance(52 * 24 * time.Hour)
		for range 5 {
			s.After(7 * time.Hour)
		}
		if got, want := told(), people["agreed"].Phone+" sms sent"; got != want {
			t.Errorf("reminded: %q, not %q", got, want)
		}
		s.Healthy()
	})
}
