package checkout_test

import (
	"context"
	"net/http"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestPoliciesAreAskedForAgain follows a customer from one version of the
// policies to the next: each is recorded once for the account, and an order that
// agreed to other words than those in force is not placed.
func TestPoliciesAreAskedForAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		inForce := "terms-1,privacy-1"
		s.Checkout.Terms = func(context.Context) (string, error) { return inForce, nil }
		s.Customer("usr", "maadi")
		accepted := func() bool {
			s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
			var q struct {
				Version  string `json:"terms_version"`
				Accepted bool   `json:"terms_accepted"`
			}
			s.Do("GET", "/checkout?service_id=food&address_id=adr_usr", "usr", nil).Into(t, &q)
			if q.Version != inForce {
				t.Errorf("the quote names %q, in force is %q", q.Version, inForce)
			}
			return q.Accepted
		}
		recorded := func() (n int64) {
			t.Helper()
			if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM policy_acceptances p JOIN orders o ON o.id = p.order_id
				WHERE p.user_id = 'usr' AND o.terms_version = p.version`); err != nil {
				t.Fatal(err)
			}
			return n
		}
		var last buytest.Order
		order := func(key, version string) buytest.Res {
			last = s.Body("usr", "food", "cod")
			last["terms_version"] = version
			return s.Place("usr", key, last)
		}

		if accepted() || recorded() != 0 {
			t.Error("somebody new has accepted nothing yet")
		}
		if r := order("stale", "terms-0,privacy-1"); r.Status != http.StatusUnprocessableEntity || recorded() != 0 {
			t.Errorf("words of before: %d %s, %d recorded", r.Status, r.Body, recorded())
		}
		first := order("first", inForce)
		sent := last
		if first.Status != http.StatusOK || recorded() != 1 {
			t.Errorf("first order: %d %s, %d recorded", first.Status, first.Body, recorded())
		}
		if !accepted() {
			t.Error("the same words are asked for again")
		}
		// Customers who send no version accept the one in force.
		if r := order("second", ""); r.Status != http.StatusOK || recorded() != 1 {
			t.Errorf("second order: %d %s, %d recorded", r.Status, r.Body, recorded())
		}
		inForce = "terms-2,privacy-1"
		if accepted() {
			t.Error("new words are not asked for")
		}
		if r := order("third", "terms-1,privacy-1"); r.Status != http.StatusUnprocessableEntity || recorded() != 1 {
			t.Errorf("accepted meanwhile changed words: %d %s", r.Status, r.Body)
		}
		if r := order("third", inForce); r.Status != http.StatusOK || recorded() != 2 {
			t.Errorf("third order: %d %s, %d recorded", r.Status, r.Body, recorded())
		}
		// A repeated request gets its original answer, whatever version is in force by then.
		if again := s.Place("usr", "first", sent); again != first {
			t.Errorf("the first order again: %d %s", again.Status, again.Body)
		}
		s.Healthy()
	})
}
