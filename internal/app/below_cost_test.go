package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAPriceBelowCostAsks: staff who see costs must confirm a price or an offer that falls below the cost of the
// goods, without VAT; the other rows are saved, and nobody else learns a cost this way.
func TestAPriceBelowCostAsks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, editor := s.Staff("owner"), s.Staff("editor")
		const other = "var_koshary_l"
		at := "/console/branches/" + apptest.Koshary
		s.Exec(`UPDATE products SET vat_bp = 1400 WHERE id = 'prd_koshary'`)
		if a := s.Do("PUT", at+"/costs", owner, fields{
			"rows": []fields{{"variant_id": apptest.Small, "cost": 30}}}); a.Status != 200 ||
			!strings.Contains(a.Body, `"ok":true`) {
			t.Fatalf("cost: %s", a.Short())
		}
		price := func(variant string) int64 {
			return apptest.Get[int64](s, `SELECT price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
				apptest.Koshary, variant)
		}
		row := func(variant string, price any, more ...any) fields {
			f := fields{"variant_id": variant, "price": price, "sold": true,
				"version": apptest.Get[int64](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
					apptest.Koshary, variant)}
			for i := 0; i < len(more); i += 2 {
				f[more[i].(string)] = more[i+1]
			}
			return f
		}
		put := func(token string, body fields) string {
			t.Helper()
			a := s.Do("PUT", at+"/prices", token, body)
			if a.Status != 200 {
				t.Fatalf("%s", a.Short())
			}
			return a.Body
		}
		second := price(other)

		// 34.20 is 30 plus VAT: a price equal to the cost is not below it.
		if a := put(owner, fields{"rows": []fields{row(apptest.Small, 34.20)}}); strings.Contains(a, "below_cost") ||
			price(apptest.Small) != 34_20 {
			t.Errorf("at cost: %s", a)
		}
		a := put(owner, fields{"rows": []fields{row(apptest.Small, 34.19), row(other, 61)}})
		if !strings.Contains(a, `"ok":false,"code":"below_cost","field":"price"`) || price(apptest.Small) != 34_20 ||
			price(other) == second {
			t.Errorf("asked for one, the other saved: %s", a)
		}
		if a := put(owner, fields{"rows": []fields{row(apptest.Small, 34.20, "offer_price", 20)}}); !strings.Contains(a,
			`"code":"below_cost","field":"offer_price"`) {
			t.Errorf("an offer: %s", a)
		}
		if a := put(owner, fields{"rows": []fields{row(apptest.Small, 33)}, "below_cost": true}); strings.Contains(a,
			"below_cost") || price(apptest.Small) != 33_00 {
			t.Errorf("said so: %s", a)
		}
		// Unchanged and rising prices need no confirmation.
		for _, pounds := range []float64{33, 34} {
			if a := put(owner, fields{"rows": []fields{row(apptest.Small, pounds)}}); strings.Contains(a, "below_cost") {
				t.Errorf("%v: %s", pounds, a)
			}
		}
		if a := put(editor, fields{"rows": []fields{row(apptest.Small, 33)}}); strings.Contains(a, "below_cost") ||
			price(apptest.Small) != 33_00 {
			t.Errorf("an editor sees no costs: %s", a)
		}
	})
}
