package cart_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAddingChangesNoIndex holds that no index of carts names what every change of a cart
// writes, not even in its condition: PostgreSQL would write a row of each index for it.
func TestAddingChangesNoIndex(t *testing.T) {
	written := regexp.MustCompile(`\b(version|updated_at|branch_id|coupon_id)\b`)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		query := `SELECT COALESCE(sql, '') FROM sqlite_master WHERE type = 'index' AND tbl_name = 'carts'`
		if d.Engine() == db.Postgres {
			query = `SELECT indexdef FROM pg_indexes WHERE tablename = 'carts'`
		}
		var indexes []string
		if err := d.Select(t.Context(), &indexes, query); err != nil {
			t.Fatal(err)
		}
		if len(indexes) < 3 {
			t.Errorf("%d indexes", len(indexes))
		}
		for _, index := range indexes {
			if written.MatchString(index) {
				t.Error(index)
			}
		}
	})
}

// TestOnlyParkedCartsAreGivenUp: an earlier version of the program left the time of parking on carts that were
// restored.
func TestOnlyParkedCartsAreGivenUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		add(s, "usr", map[string]any{"product": buytest.Small, "branch_id": buytest.Koshary})
		s.Exec(`UPDATE carts SET parked_at = 1`)
		if err := s.Cart.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := get(t, s, "usr"); v.ItemsQuantity != 1 {
			t.Errorf("%+v", v)
		}
	})
}

// TestAnOrderedCartStaysOrdered: a cart whose order was placed since it was read is neither parked nor emptied.
func TestAnOrderedCartStaysOrdered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		changeBranch(s, "usr", buytest.Koshary)
		s.Exec(`UPDATE carts SET state = 'ordered'`) // by another node, while this one remembers it
		changeBranch(s, "usr", buytest.Zamalek)
		got := buytest.Get[string](s, `SELECT state FROM carts WHERE branch_id = $1`, buytest.Koshary)
		if got != "ordered" {
			t.Errorf("the ordered cart is %s", got)
		}
		if v := get(t, s, "usr"); v.Branch == nil || v.Branch.ID != buytest.Zamalek || v.Parked != nil {
			t.Errorf("%+v", v)
		}
	})
}

// changeBranch adds at a branch and parks the cart of another one.
func changeBranch(s *buytest.Shop, token, branch string, headers ...buytest.Header) buytest.Res {
	return add(s, token, map[string]any{"product": buytest.Small, "branch_id": branch, "replace_cart": true}, headers...)
}

// TestOneCartStaysParked: a customer who changes branch again and again, within the minute that a node remembers
// their cart for, has one live and one parked cart.
func TestOneCartStaysParked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		branches := []string{buytest.Koshary, buytest.Zamalek}
		for i := range 6 {
			var v cart.View
			changeBranch(s, "usr", branches[i%2]).Into(t, &v)
			if i > 0 && (v.Parked == nil || v.Parked.Branch.ID != branches[1-i%2]) {
				t.Errorf("change %d: parked %+v", i, v.Parked)
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE state IN ('active', 'parked')`); n != min(i+1, 2) {
				t.Errorf("change %d: %d carts", i, n)
			}
			s.Clock.Advance(time.Second)
		}
		// Another node swapped them: what this one remembers of the parked cart is no longer so.
		s.Exec(`UPDATE carts SET version = version + 1 WHERE state = 'parked'`)
		if r := changeBranch(s, "usr", buytest.Koshary); r.Status != 200 {
			t.Error(r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE state = 'parked'`); n != 1 {
			t.Errorf("%d parked carts", n)
		}
	})
}

// TestEveryCartOfAGuestCounts: one that parks another is a row like the first.
func TestEveryCartOfAGuestCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		mine := buytest.Header{"Cart-Token": strings.Repeat("a", 32)}
		for i, branch := range []string{buytest.Koshary, buytest.Zamalek, buytest.Koshary} {
			if r := changeBranch(s, "", branch, mine); r.Status != 200 {
				t.Fatal(r.Body)
			}
			if n := buytest.Get[int](s, `SELECT used FROM rate_counters WHERE key = 'cart:192.0.2.0/24'`); n != i+1 {
				t.Errorf("%d carts counted as %d", i+1, n)
			}
		}
		s.Exec(`UPDATE rate_counters SET used = 3000 WHERE key = 'cart:192.0.2.0/24'`)
		if r := changeBranch(s, "", buytest.Zamalek, mine); r.Status != 429 {
			t.Errorf("one over the bound: %d %s", r.Status, r.Body)
		}
		if r := changeBranch(s, "", buytest.Koshary, mine); r.Status != 200 {
			t.Errorf("to the cart that is there: %s", r.Body)
		}
	})
}

// TestCustomersParkSoManyCarts: of each customer by themselves, also by ordering again.
func TestCustomersParkSoManyCarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", maadi)
		order := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 3, "cod")
		changeBranch(s, "usr", buytest.Koshary)
		changeBranch(s, "usr", buytest.Zamalek)
		s.Exec(`UPDATE rate_counters SET used = 300 WHERE key = 'cart:usr' AND used = 1`)
		if r := changeBranch(s, "usr", buytest.Koshary); r.Status != 429 {
			t.Errorf("one over the bound: %d %s", r.Status, r.Body)
		}
		again := map[string]any{"order_id": order, "confirm": true, "replace_cart": true}
		if r := s.Do("POST", "/order/reorder", "usr", again); r.Status != 429 {
			t.Errorf("by ordering again: %d %s", r.Status, r.Body)
		}
		changeBranch(s, "other", buytest.Koshary)
		if r := changeBranch(s, "other", buytest.Zamalek); r.Status != 200 {
			t.Errorf("another customer: %s", r.Body)
		}
		s.Clock.Advance(time.Hour)
		if r := changeBranch(s, "usr", buytest.Koshary); r.Status != 200 {
			t.Errorf("an hour later: %s", r.Body)
		}
	})
}

// TestCartsThatWereGivenUpAreRemoved: they cannot be restored, so those of customers and guests are deleted within
// hours.
func TestCartsThatWereGivenUpAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		guest := buytest.Header{"Cart-Token": strings.Repeat("a", 32)}
		for _, branch := range []string{buytest.Koshary, buytest.Zamalek, buytest.Koshary, buytest.Zamalek} {
			changeBranch(s, "usr", branch)
			changeBranch(s, "", branch, guest)
		}
		add(s, "", map[string]any{"service_id": "grocery", "product": buytest.Milk, "branch_id": buytest.Bakala}, guest)
		s.Do("POST", "/carts/claim", "usr", nil, guest)
		s.Exec(`INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at)
			VALUES ('crt_ordered', 'usr', 'food', 'b', 'ordered', 1, 1, 1)`)
		sweep := func() {
			t.Helper()
			if err := s.Cart.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		sweep()
		const left = `SELECT COUNT(*) FROM carts WHERE state IN ('emptied', 'merged')`
		if n := buytest.Get[int](s, left); n < 4 {
			t.Errorf("%d are kept at first", n)
		}
		s.Clock.Advance(time.Hour + time.Second)
		sweep()
		if n := buytest.Get[int](s, left); n != 0 {
			t.Errorf("%d are left", n)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE owner = 'usr'`); n != 4 {
			t.Errorf("%d carts of the customer: two of food, one of groceries, one that was ordered", n)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM cart_items`); n != 3 {
			t.Errorf("%d lines", n)
		}
	})
}

// TestSurplusParkedCartsAreNotRead: an owner has one for a service, whatever a database holds.
func TestSurplusParkedCartsAreNotRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		changeBranch(s, "usr", buytest.Koshary)
		for i := range 250 {
			cartID := fmt.Sprintf("crt_%03d", i)
			s.Exec(`INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at, parked_at)
				SELECT CAST($1 AS TEXT), owner, service_id, $2, 'parked', 1, created_at, updated_at + $3, updated_at FROM carts
				WHERE state = 'active'`, cartID, buytest.Zamalek, int64(i+1))
			s.Exec(`INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, note, seen_price, created_at, extras,
				unit_grams) SELECT CAST($1 AS TEXT), i.id, variant_id, product_id, qty, note, seen_price, i.created_at, extras,
				unit_grams FROM cart_items i JOIN carts c ON c.id = i.cart_id AND c.state = 'active'`, cartID)
		}
		if v := get(t, s, "usr"); v.ItemsQuantity != 1 || v.Parked == nil || v.Parked.ID != "crt_249" {
			t.Errorf("%d units, parked %+v", v.ItemsQuantity, v.Parked)
		}
		var listed []cart.Summary
		s.Do("GET", "/carts", "usr", nil).Into(t, &listed)
		if len(listed) != 2 || listed[0].Parked || listed[1].ID != "crt_249" {
			t.Errorf("listed %+v", listed)
		}
	})
}
