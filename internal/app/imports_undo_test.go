package app_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// live is what customers and staff see of imported products: published, priced, in stock, at what cost, product by
// product.
func live(s *apptest.Shop) map[string]string {
	out := map[string]string{}
	for _, line := range s.Lines(`SELECT p.slug || '|' || p.name_en || ' ' || p.description_en || ' ' || p.active || ' '
		|| (p.archived_at IS NULL) || ' ' || v.active || ' '
			|| COALESCE(b.price, 0) || ' ' || COALESCE(b.active, FALSE) || ' ' || COALESCE(k.on_hand,
			0) || ' ' || COALESCE(k.counted, TRUE) || ' ' || COALESCE(c.cost, -1)
		FROM products p JOIN variants v ON v.product_id = p.id
		LEFT JOIN branch_prices b ON b.variant_id = v.id AND b.branch_id = 'br_koshary_maadi'
		LEFT JOIN stock k ON k.variant_id = v.id AND k.branch_id = 'br_koshary_maadi'
		LEFT JOIN variant_costs c ON c.variant_id = v.id AND c.branch_id = 'br_koshary_maadi' ORDER BY v.id`) {
		slug, says, _ := strings.Cut(line, "|")
		out[slug] += says + ";"
	}
	return out
}

type planView struct {
	Removed  int
	OnSale   int `json:"on_sale"`
	Restored int
	Left     int
	Rows     []struct {
		Name     string
		Problems []struct{ Text string }
	}
}

// formKeys are the fields of a product's form.
const formKeys = `store_id category_id name_en name_ar description_en description_ar images attributes options keywords tags unit_en unit_ar
	min_qty max_qty step_qty unit_grams vat_bp variants version`

// TestAnUndoLeavesNothingHalf: of 59 imported and published products, some are sold and some are edited. An undo
// restores each product completely or leaves it completely, previews this, names the true reasons, and can be redone
// as a whole.
func TestAnUndoLeavesNothingHalf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, other := s.Staff("owner"), s.Staff("owner")
		s.Exec(`UPDATE staff SET name = 'Mona' WHERE id = 'stf_000002'`)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		var file strings.Builder
		file.WriteString("handle,name_en,name_ar,category,sku,branch,price,cost,stock,stock_counted,published\n")
		for i := range 59 {
			counted := map[int]string{2: "no"}[i]
			fmt.Fprintf(&file, "undo-%02d,Plate %02d,طبق %02d,Undo shelf,UNDO-%02d,koshary-maadi,60,31.50,9,%s,\n", i, i, i, i,
				counted)
		}
		fmt.Fprintf(&file, ",,,,%s,koshary-maadi,47,,33,,\n", sku)
		before := live(s)
		inShop(t, s, file.String(), wanted{id: "imp_u", store: "koshary-house"})
		product := func(n int) string {
			return apptest.Get[string](s, `SELECT id FROM products WHERE slug = $1`, fmt.Sprintf("undo-%02d", n))
		}
		variant := func(n int) string {
			return apptest.Get[string](s, `SELECT id FROM variants WHERE product_id = $1`, product(n))
		}
		for n := range 59 { // all but the last two are published
			if n < 57 {
				if a := s.Do("POST", "/console/products/"+product(n)+"/publish", owner,
					fields{"published": true}); a.Status != 200 {
					t.Fatal(a.Body)
				}
			}
		}
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		reason := map[string]string{}
		for n := range 3 { // sold
			p := s.Customer()
			s.Add(p, "food", apptest.Koshary, variant(n), 2)
			if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 135_00), apptest.Key(id.New("key"))); a.Status != 200 {
				t.Fatal(a.Body)
			}
			reason[product(n)] = "Ordered after the import. Archive it by hand if it shouldn't be sold."
		}
		each := func(n int, what, method, path string, body fields) {
			t.Helper()
			if a := s.Do(method, path, other, body); a.Status != 200 || strings.Contains(a.Body, `"refused":{`) {
				t.Fatal(a.Body)
			}
			reason[product(n)] = what
		}
		at := "/console/branches/" + apptest.Koshary
		each(3, "The price was changed after the import by Mona.", "PUT", at+"/prices",
			fields{"rows": []fields{{"variant_id": variant(3), "price": "65.00", "sold": true, "version": 1}}})
		each(4, "The cost was changed after the import by Mona.", "PUT", at+"/costs",
			fields{"rows": []fields{{"variant_id": variant(4), "cost": "30.00", "was": "31.50"}}})
		each(5, "The stock was changed after the import by Mona.", "PUT", at+"/stock",
			fields{"source": "x", "rows": []fields{{"variant_id": variant(5), "received": 4}}})
		edit := s.Do("GET", "/console/products/"+product(6), other, nil)
		var form fields
		edit.Into(t, &form)
		for key := range form {
			if !slices.Contains(strings.Fields(formKeys), key) {
				delete(form, key)
			}
		}
		form["description_en"] = "With rice"
		each(6, "Edited after the import by Mona.", "PUT", "/console/products/"+product(6), form)
		worked := live(s)

		var plan planView
		s.Do("GET", "/console/imports/imp_u/undo", owner, nil, apptest.Header{"Accept-Language": "en"}).Into(t, &plan)
		if plan.Removed != 52 || plan.OnSale != 50 || plan.Restored != 1 || plan.Left != 7 || len(plan.Rows) != 7 {
			t.Errorf("it will be %+v", plan)
		}
		if !maps.Equal(worked, live(s)) {
			t.Error("the preview changed something")
		}
		left := undone(t, s, "imp_u")
		for _, one := range left {
			if len(one.Problems) != 1 || one.Problems[0].Says("en") != reason[one.ProductID] {
				t.Errorf("%s is left for %+v, not %q", one.Name, one.Problems, reason[one.ProductID])
			}
			delete(reason, one.ProductID)
		}
		if len(left) != 7 || len(reason) != 0 {
			t.Errorf("left %d, not named: %v", len(left), reason)
		}
		stay := map[string]bool{}
		for n := range 7 {
			stay[fmt.Sprintf("undo-%02d", n)] = true
		}
		now := live(s)
		for slug, says := range now {
			switch {
			case stay[slug]:
				if says != worked[slug] {
					t.Errorf("%s is left in halves: %s, it was %s", slug, says, worked[slug])
				}
			case strings.HasPrefix(slug, "undo-"):
				if !gone(says) {
					t.Errorf("%s is taken back in halves: %s", slug, says)
				}
			case says != before[slug]:
				t.Errorf("%s: %s, it was %s", slug, says, before[slug])
			}
		}
		s.Healthy()

		// The undo is redone as a whole.
		s.Do("GET", "/console/imports/imp_u/undo", owner, nil).Into(t, &plan)
		if plan.Restored != 53 || plan.Removed != 0 || plan.Left != 0 {
			t.Errorf("coming back it will be %+v", plan)
		}
		stepped(t, s, "imp_u", s.App.Imports().Redo, imports.Done)
		if after := live(s); !maps.Equal(after, worked) {
			for slug := range after {
				if after[slug] != worked[slug] {
					t.Errorf("%s came back as %s, it was %s", slug, after[slug], worked[slug])
				}
			}
		}
		s.Healthy()
		// It is undone again, with the same result.
		stepped(t, s, "imp_u", s.App.Imports().TakeBack, imports.Undone)
		if after := live(s); !maps.Equal(after, now) {
			t.Errorf("the second undo came to something else")
		}
		s.Healthy()
	})
}

// stepped undoes or redoes a run, up to a state.
func stepped(t testing.TB, s *apptest.Shop, runID string,
	step func(context.Context, imports.Actor, string, int64) error, state string) {
	t.Helper()
	if err := step(t.Context(), imports.Actor{StaffID: asOwner}, runID, -1); err != nil {
		t.Fatal(err)
	}
	if r, err := s.App.Imports().Finish(t.Context(), runID); err != nil || r.State != state {
		t.Fatalf("%+v %v", r, err)
	}
}

// gone reports whether a line of live is of a product that was removed completely.
func gone(says string) bool {
	cells := strings.Fields(strings.TrimSuffix(says, ";"))
	n := len(cells)
	no := func(cell string) bool { return slices.Contains([]string{"0", "false", "f"}, cell) }
	// … active, in use, variant, price, sold, on hand, counted, cost
	return no(cells[n-8]) && no(cells[n-7]) && no(cells[n-4]) && cells[n-3] == "0" && cells[n-1] == "-1"
}
