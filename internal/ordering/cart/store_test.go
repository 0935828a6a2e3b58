package cart_test

import (
	"regexp"
	"testing"

	"wekala/internal/catalogue/products/shoptest"
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

// TestOnlyParkedCartsAreGivenUp: a program of before left the moment of parking on a cart that was
// taken back.
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
