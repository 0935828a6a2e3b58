package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestAnUndoWithdrawsPricesThatWait: a price that a file requested and nobody decided is withdrawn by the undo and
// requested again by the redo; prices that others decided or requested since, or had requested before, stay
// unchanged.
func TestAnUndoWithdrawsPricesThatWait(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Exec(`UPDATE branch_prices SET price_since = 0`)
		s.Staff("editor")
		other := s.Staff("owner")
		s.Staff("owner")
		small, large := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small),
			apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Large)
		waits := func() string {
			return fmt.Sprint(s.Lines(`SELECT variant_id || ' ' || price || ' ' || active FROM price_waits ORDER BY variant_id`))
		}
		row := func(sku string) string { return sku + ",koshary-maadi,4\n" }
		run := func(ref string, skus ...string) {
			t.Helper()
			file := "sku,branch,price\n"
			for _, sku := range skus {
				file += row(sku)
			}
			if _, all := inShop(t, s, file,
				wanted{id: ref, store: koshary, by: "stf_000001", rights: imports.Rights{Role: "editor"}}); len(
				all[0].Problems) != 1 || all[0].Problems[0].Key != "imports.price_waits" {
				t.Fatalf("%+v", all)
			}
		}
		plan := func(ref string) string {
			t.Helper()
			var p planView
			s.Do("GET", "/console/imports/"+ref+"/undo", other, nil, apptest.Header{"Accept-Language": "en"}).Into(t, &p)
			return fmt.Sprint(p.Restored, p.Left)
		}
		run("imp_1", small)
		waiting := waits()
		if waiting == "[]" || plan("imp_1") != "1 0" {
			t.Fatalf("%s %s", waiting, plan("imp_1"))
		}
		if left := undone(t, s, "imp_1"); len(left) != 0 || waits() != "[]" {
			t.Errorf("%+v %s", left, waits())
		}
		if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'price.withdraw' AND object = $1`,
			apptest.Small); n != 1 {
			t.Errorf("%d lines say so", n)
		}
		// The redo requests it again, in the name of the person who redoes it.
		if err := s.App.Imports().Redo(t.Context(), imports.Actor{
			StaffID: "stf_000001", Rights: imports.Rights{Role: "editor"}}, "imp_1", -1); err != nil {
			t.Fatal(err)
		}
		if r, err := s.App.Imports().Finish(t.Context(), "imp_1"); err != nil || r.State != imports.Done ||
			waits() != waiting {
			t.Fatalf("%+v %v %s", r, err, waits())
		}
		// The price is decided.
		wait := apptest.Get[string](s, `SELECT id FROM price_waits`)
		if a := s.Do("POST", "/console/price-waits/"+wait+"/decide", other,
			fields{"version": 1, "approve": false, "reason": "no"}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if left := undone(t, s, "imp_1"); len(left) != 1 || left[0].Problems[0].Key != "imports.undo_wait_by" ||
			fmt.Sprint(left[0].Problems[0].Args["staff"]) != "stf_000002" {
			t.Errorf("declined: %+v", left)
		}
		// Another price is requested since.
		run("imp_2", small)
		version := apptest.Get[int64](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
			apptest.Koshary, apptest.Small)
		if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", other,
			fields{
				"rows": []fields{{"variant_id": apptest.Small, "price": 5, "sold": true, "version": version}}}); !strings.Contains(
			a.Body, "price_waits") {
			t.Fatal(a.Body)
		}
		waiting = waits()
		if left := undone(t, s, "imp_2"); len(left) != 1 || waits() != waiting {
			t.Errorf("replaced: %+v %s", left, waits())
		}
		// A file that replaces another person's request does not withdraw it.
		run("imp_3", small)
		waiting = waits()
		if left := undone(t, s, "imp_3"); len(left) != 1 || waits() != waiting {
			t.Errorf("of two: %+v %s", left, waits())
		}
		// The other size of the product stays with it, and nothing is partly undone.
		s.Exec(`DELETE FROM price_waits`)
		run("imp_4", small, large)
		s.Exec(`DELETE FROM price_waits WHERE variant_id = $1`, apptest.Small)
		waiting = waits()
		if left := undone(t, s, "imp_4"); len(left) != 1 || waits() != waiting || waiting == "[]" {
			t.Errorf("half: %+v %s", left, waits())
		}
		s.Healthy()
	})
}

// TestRowsBelowCostSaySo: a price or an offer below the cost of the goods, or below the cost in the same row, is
// reported only to callers who see costs.
func TestRowsBelowCostSaySo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, editor := s.Staff("owner"), s.Staff("editor")
		s.Exec(`UPDATE products SET vat_bp = 1400 WHERE id = 'prd_koshary'`)
		if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/costs", owner,
			fields{"rows": []fields{{"variant_id": apptest.Small, "cost": 30}}}); !strings.Contains(a.Body, `"ok":true`) {
			t.Fatal(a.Body)
		}
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		other := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Large)
		try := func(token, file string) (texts []string) {
			t.Helper()
			var v struct {
				ID      string
				Version int64
			}
			s.Do("POST", "/console/imports?name=f.csv", token, file, apptest.Header{"Content-Type": "text/csv"}).Into(t, &v)
			if a := s.Do("POST", "/console/imports/"+v.ID+"/check", token, fields{"version": v.Version}); a.Status != 200 {
				t.Fatal(a.Body)
			}
			s.RunJobs()
			var rows []struct {
				Outcome  string
				Problems []struct {
					Text, Column, Value string
					Line                int
					Fatal               bool
				}
			}
			s.Do("GET", "/console/imports/"+v.ID+"/rows?phase=check", token, nil, apptest.Header{"Accept-Language": "en"}).
				Into(t, &rows)
			for _, r := range rows {
				for _, p := range r.Problems {
					if strings.Contains(p.Text, "below cost") {
						texts = append(texts, fmt.Sprint(p.Line, " ", p.Column, " ", p.Value, " ", p.Fatal))
					}
				}
			}
			return texts
		}
		file := "sku,branch,price,offer_price\n" + sku + ",koshary-maadi,34.19,\n"
		for _, c := range []struct {
			name, file string
			want       []string
		}{
			{"what it costs is not below", strings.Replace(file, "34.19", "34.20", 1), nil},
			{"a price", file, []string{"2 price 34.19 false"}},
			{"an offer", strings.Replace(file, "34.19,", "40,33", 1), []string{"2 offer_price 33.00 false"}},
			{"the cost of the same row", "sku,branch,price,cost\n" + sku + ",koshary-maadi,40,38\n" + other +
				",koshary-maadi,60,20\n", []string{"2 price 40.00 false"}},
			{"a price that rises", strings.Replace(file, "34.19", "50", 1), nil},
		} {
			if got := try(owner, c.file); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q", c.name, got)
			}
		}
		if got := try(editor, file); len(got) != 0 {
			t.Errorf("an editor learns of it: %q", got)
		}
	})
}

// TestCopiedPricesBelowCostAsk: callers who see costs are shown how many prices would be below the cost there, and
// nothing is copied until they confirm.
func TestCopiedPricesBelowCostAsk(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, editor := s.Staff("owner"), s.Staff("editor")
		s.Exec(`DELETE FROM branch_prices WHERE branch_id = $1`, apptest.Zamalek)
		s.Exec(`INSERT INTO variant_costs (branch_id, variant_id, cost) VALUES ($1, $2, 500000)`, apptest.Zamalek,
			apptest.Small)
		there := func() int64 {
			return apptest.Get[int64](s, `SELECT COUNT(*) FROM branch_prices WHERE branch_id = $1`, apptest.Zamalek)
		}
		copied := func(token string, more ...any) string {
			t.Helper()
			body := fields{"from": apptest.Koshary, "missing": true}
			for i := 0; i < len(more); i += 2 {
				body[more[i].(string)] = more[i+1]
			}
			a := s.Do("POST", "/console/branches/"+apptest.Zamalek+"/prices/copy", token, body,
				apptest.Header{"Accept-Language": "en"})
			if a.Status != 200 {
				t.Fatal(a.Body)
			}
			return a.Body
		}
		if a := copied(owner); !strings.Contains(a, `"below_cost":1`) ||
			!strings.Contains(a, "1 price would be below cost here.") || there() != 0 {
			t.Errorf("%d %s", there(), a)
		}
		if a := copied(owner, "below_cost", true); !strings.Contains(a, `"below_cost":0`) || there() == 0 {
			t.Errorf("%d %s", there(), a)
		}
		s.Exec(`DELETE FROM branch_prices WHERE branch_id = $1`, apptest.Zamalek)
		if a := copied(editor); !strings.Contains(a, `"below_cost":0`) || there() == 0 {
			t.Errorf("an editor learns of it: %s", a)
		}
		// An existing price that stays needs no confirmation.
		if a := copied(owner, "missing", false); !strings.Contains(a, `"below_cost":0`) {
			t.Errorf("again: %s", a)
		}
	})
}

// TestKilogramsOfAFileAreOfTheProduct: a stock file without units takes "12.5 kg" where
// the product in the shop is sold by weight, and refuses it where it is sold by the piece.
func TestKilogramsOfAFileAreOfTheProduct(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		_, variant := tomatoes(t, s, s.Staff("owner"))
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, variant)
		pieces := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		stock := func(variant string) int64 {
			return apptest.Get[int64](s, `SELECT on_hand FROM stock WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
				variant)
		}
		had := stock(apptest.Small)
		_, all := inShop(t, s, "sku,branch,stock\n"+sku+",koshary-maadi,12.5 kg\n"+pieces+",koshary-maadi,5 kg\n",
			wanted{id: "imp_1", store: koshary})
		if got := problemKeys(all); !slices.Equal(got, []string{"3 stock by_piece 5 kg"}) || stock(variant) != 250 ||
			stock(apptest.Small) != had {
			t.Errorf("%q %d %d", got, stock(variant), stock(apptest.Small))
		}
		if _, all := inShop(t, s, "كود الصنف,الفرع,الكمية\n"+sku+",koshary-maadi,٧٫٥ كجم\n",
			wanted{id: "imp_2", store: koshary}); len(problemKeys(all)) != 0 || stock(variant) != 150 {
			t.Errorf("%q %d", problemKeys(all), stock(variant))
		}
		if _, all := inShop(t, s, "handle,sku,name_en,category,price,stock\nbox,BOX-1,Box,Boxes,9,5 kg\n",
			wanted{id: "imp_4", store: koshary, branches: []string{"koshary-maadi"}}); fmt.Sprint(
			problemKeys(all)) != "[2 stock by_piece 5 kg]" || all[0].Outcome != imports.Added {
			t.Errorf("a new product: %+v", all)
		}
		if _, all := inShop(t, s, "sku,branch,stock\n"+sku+",koshary-maadi,12.51 kg\n",
			wanted{id: "imp_3", store: koshary}); fmt.Sprint(problemKeys(all)) != "[2 stock weight_step 12510]" ||
			stock(variant) != 150 {
			t.Errorf("%q %d", problemKeys(all), stock(variant))
		}
		s.Healthy()
	})
}
