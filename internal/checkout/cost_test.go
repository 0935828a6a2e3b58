package checkout_test

import (
	"testing"

	"wekala/internal/catalog/shoptest"
	"wekala/internal/checkout/buytest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhatACheckoutCosts holds how many statements an order asks of the
// database, and in how many round trips: the customer waits for all of them. A
// card order counts what the sandbox gateway asks of its own books, too.
func TestWhatACheckoutCosts(t *testing.T) {
	type cost struct{ statements, trips int64 }
	most := map[string]cost{"cod": {16, 4}, "cod again": {3, 3}, "card": {27, 15}, "card again": {3, 3}}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		var counts db.Counts
		s := buytest.Build(t, db.Counted(d, &counts), clock.NewFake(shoptest.Now))
		for _, method := range []string{"cod", "card"} {
			user := "usr_" + method
			s.Customer(user, "maadi")
			s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
			body := s.Body(user, "food", method)
			counts.Take()
			for _, what := range []string{method, method + " again"} {
				if r := s.Place(user, "key", body); r.Status != 200 {
					t.Fatal(r.Body)
				}
				var got cost
				got.statements, got.trips = counts.Take()
				if allowed := most[what]; got.statements > allowed.statements || got.trips > allowed.trips || got.statements == 0 {
					t.Errorf("%s: %+v, at most %+v", what, got, allowed)
				}
			}
		}
	})
}
