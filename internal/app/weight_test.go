package app_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// tomatoes creates a product sold by weight at Koshary House through the console: 50 g a unit, from 250 g on in steps
// of 250 g, 120.00 a kilogram, ten kilograms in stock.
func tomatoes(t *testing.T, s *apptest.Shop, boss string) (product, variant string) {
	t.Helper()
	body := but(but(but(but(productBody(), "unit_grams", 50), "min_qty", 5), "step_qty", 5), "max_qty", 60)
	body["name_en"], body["name_ar"] = "Tomatoes", "طماطم"
	var made struct {
		ID       string
		Version  int64
		Variants []struct{ ID string }
	}
	s.Do("POST", "/console/products", boss, body, apptest.Key(id.New("key"))).Into(t, &made)
	variant = made.Variants[0].ID
	price := fields{"rows": []fields{{"variant_id": variant, "price": 120, "sold": true, "version": 0}}}
	for path, body := range map[string]fields{"/prices": price,
		"/stock": {"source": "one", "rows": []fields{{"variant_id": variant, "on_hand": 10_000}}}} {
		if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+path, boss, body); a.Status != 200 ||
			!strings.Contains(a.Body, `"ok":true`) {
			t.Fatal(path, a.Body)
		}
	}
	if a := s.Do("POST", "/console/products/"+made.ID+"/publish", boss, fields{"published": true}); a.Status != 200 {
		t.Fatal(a.Body)
	}
	return made.ID, variant
}

// TestGoodsSoldByWeight: quantities stored in units of grams are shown in kilograms and grams everywhere, and cost
// exactly their part of the kilogram's price.
func TestGoodsSoldByWeight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		product, variant := tomatoes(t, s, boss)
		sheet := func(what string) string {
			t.Helper()
			return s.Lines(`SELECT bp.price || ' ' || k.on_hand || ' ' || k.reserved FROM branch_prices bp
				JOIN stock k ON k.branch_id = bp.branch_id AND k.variant_id = bp.variant_id
				WHERE bp.variant_id = '` + variant + `'`)[0]
		}
		if got := sheet(""); got != "12000 200 0" {
			t.Fatalf("kept: %s", got)
		}
		// A price is stored as it is typed.
		put := func(path string, one fields) apptest.Answer {
			return s.Do("PUT", "/console/branches/"+apptest.Koshary+path, boss,
				fields{"source": id.Short(), "rows": []fields{but(one, "variant_id", variant)}},
				apptest.Header{"Accept-Language": "en"})
		}
		prices := func(one fields) apptest.Answer {
			return s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", boss,
				fields{"rows": []fields{but(but(one, "variant_id", variant), "sold", true)}})
		}
		if a := prices(fields{"price": 119.91, "offer_price": 99.9, "version": 1}); !strings.Contains(a.Body,
			`"price":119.91,"offer_price":99.9`) || sheet("") != "11991 200 0" {
			t.Fatal(a.Body)
		}
		if a := prices(fields{"price": 120, "version": 2}); !strings.Contains(a.Body, `"ok":true`) {
			t.Fatal(a.Body)
		}
		// Stock is entered and shown in grams; half a unit is refused instead of being rounded.
		if a := put("/stock", fields{"on_hand": 10_130}); !strings.Contains(a.Body, "Enter a weight in steps of 50 g.") ||
			sheet("") != "12000 200 0" {
			t.Error(a.Body)
		}
		if a := put("/stock", fields{"received": 1_500, "warn_at": 2_000}); !strings.Contains(a.Body, `"on_hand":11500`) ||
			!strings.Contains(a.Body, `"warn_at":2000`) {
			t.Error(a.Body)
		}
		var moves []struct{ Qty int64 }
		s.Do("GET", "/console/branches/"+apptest.Koshary+"/stock-moves?variant_id="+variant, boss, nil).Into(t, &moves)
		if len(moves) != 2 || moves[0].Qty != 1_500 {
			t.Errorf("%+v", moves)
		}
		// Shown by the kilogram, and matched by its price, in the index and in the database.
		page := s.Do("GET", "/products/"+product, "", nil).Body
		if !strings.Contains(page, `"price":120`) || !strings.Contains(page, `"unit_grams":50`) ||
			strings.Contains(page, `"price":6,`) {
			t.Error(page)
		}
		// The cart counts units, and a line of it as one item.
		add := func(qty int) apptest.Answer {
			return s.Do("POST", "/order/add-to-cart", p.Token,
				fields{"service_id": "food", "branch_id": apptest.Koshary, "product": product, "qty": qty},
				apptest.Header{"Accept-Language": "en"})
		}
		for qty, code := range map[int]string{1: "min_qty", 7: "step_qty", 65: "max_qty"} {
			if a := add(qty); a.Code() != code {
				t.Errorf("%d: %s", qty, a.Body)
			}
		}
		if a := add(7); a.Message() != "Choose 250 g or more, in steps of 250 g." {
			t.Error(a.Message())
		}
		if a := add(30); a.Status != 200 { // 1.5 kg
			t.Fatal(a.Body)
		}
		var cart struct {
			ItemsQuantity int64 `json:"items_quantity"`
			Total         float64
			Items         []struct {
				Qty   int64
				Order struct {
					UnitGrams int64   `json:"unit_grams"`
					UnitPrice float64 `json:"unit_price"`
					LineTotal float64 `json:"line_total"`
				}
			}
		}
		s.Do("GET", "/get_card?service_id=food", p.Token, nil).Into(t, &cart)
		if o := cart.Items[0].Order; cart.ItemsQuantity != 1 || o.UnitGrams != 50 || o.UnitPrice != 120 ||
			o.LineTotal != 180 || cart.Items[0].Qty != 30 {
			t.Errorf("%+v", cart)
		}
		var placed struct{ Order struct{ ID string } }
		a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 195_00), apptest.Key(id.New("key")))
		a.Into(t, &placed)
		if !strings.Contains(a.Body, `"qty":30,"unit_grams":50,"unit_price":120,"line_total":180`) ||
			!strings.Contains(a.Body, `"items_quantity":1,`) {
			t.Error(a.Body)
		}
		if got := sheet(""); got != "12000 230 30" {
			t.Errorf("held: %s", got)
		}
		if a := put("/stock", fields{"on_hand": 1_000}); !strings.Contains(a.Body, "Reserved for orders: 1.5 kg.") {
			t.Error(a.Body)
		}
		invoice := s.Do("GET", "/orders/"+placed.Order.ID+"/invoice", p.Token, nil).Body
		if !strings.Contains(invoice, `"qty":30,"unit_grams":50,"unit_price":120,"line_total":180`) {
			t.Error(invoice)
		}
		board := s.Do("GET", "/console/orders/"+placed.Order.ID, boss, nil).Body
		if !strings.Contains(board, `"unit_grams":50`) {
			t.Error(board)
		}
		// Reordered after its price rose and its stock fell.
		if a := prices(fields{"price": 140, "version": 3}); !strings.Contains(a.Body, `"ok":true`) {
			t.Fatal(a.Body)
		}
		s.Exec(`UPDATE stock SET on_hand = 46 WHERE variant_id = $1`, variant)
		s.Exec(`UPDATE stock_moves SET qty = qty - 184 WHERE variant_id = $1 AND reason = 'corrected'`, variant)
		again := s.Do("POST", "/order/reorder", p.Token, fields{"order_id": placed.Order.ID},
			apptest.Header{"Accept-Language": "en"}).Body
		if !strings.Contains(again, "Tomatoes: only 750 g available instead of 1.5 kg.") ||
			!strings.Contains(again, "from EGP 120 to EGP 140") {
			t.Error(again)
		}
		// A quotation is priced by the kilogram too.
		var asked struct {
			ID    string
			Items []struct{ ID string }
		}
		s.Do("POST", "/quotations", p.Token,
			fields{"service_id": "food", "branch_id": apptest.Koshary, "items": []fields{{"variant_id": variant, "qty": 15}}},
			apptest.Key(id.Short()), apptest.Header{"district-id": "maadi"}).Into(t, &asked)
		offer := s.Do("POST", "/console/quotations/"+asked.ID+"/price", boss,
			fields{"lines": []fields{{"id": asked.Items[0].ID, "unit_price": 139.91}}, "delivery_price": 0, "valid_days": 3,
				"expected_seq": 1}).Body
		if !strings.Contains(offer, `"list_price":140,"unit_price":139.91,"line_total":104.93`) {
			t.Error(offer)
		}
		// The unit cannot be changed; products sold by weight have no extras.
		var now fields
		s.Do("GET", "/console/products/"+product, boss, nil).Into(t, &now)
		changed := but(but(productBody(), "unit_grams", 100), "version", now["version"])
		changed["variants"], changed["name_en"] = now["variants"], "Tomatoes"
		if a := s.Do("PUT", "/console/products/"+product, boss, changed); a.Status != 422 ||
			!strings.Contains(a.Body, "unit_grams") {
			t.Error(a.Body)
		}
		if a := s.Do("POST", "/console/products", boss, but(productBody(), "unit_grams", 30),
			apptest.Key(id.New("key"))); a.Status != 422 {
			t.Error(a.Body)
		}
		group := fields{"store_id": "sto_koshary", "name_en": "Cut", "name_ar": "التقطيع", "least": 0, "most": 1,
			"extras": []fields{
				{"id": "", "name_en": "Cubes", "name_ar": "مكعبات", "price": 5, "most": 1, "preset": 0, "active": true}}}
		var cut struct{ ID string }
		s.Do("POST", "/console/extras", boss, group, apptest.Key(id.New("key"))).Into(t, &cut)
		if a := s.Do("PUT", "/console/products/"+product+"/extras", boss,
			fields{"groups": []string{cut.ID}, "was": []string{}}); a.Status != 422 {
			t.Error(a.Body)
		}
		s.Healthy()
		// The check covers a state that no operation creates.
		s.Exec(`UPDATE order_lines SET unit_grams = 100 WHERE order_id = $1`, placed.Order.ID)
		if bad := s.Lines(`SELECT l.id FROM order_lines l JOIN products p ON p.id = l.product_id
			WHERE l.unit_grams <> p.unit_grams`); len(bad) != 1 {
			t.Error(bad)
		}
		s.Exec(`UPDATE order_lines SET unit_grams = 50 WHERE order_id = $1`, placed.Order.ID)
	})
}

// TestAWeightHoldsByTheKilogram: a customer who never accepted a delivery may hold a hundred items, and each started
// kilogram counts as one.
func TestAWeightHoldsByTheKilogram(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		_, variant := tomatoes(t, s, boss)
		s.Exec(`UPDATE products SET max_qty = 0 WHERE unit_grams > 0`)
		s.Stock(apptest.Koshary, variant, 100_000)
		s.Exec(`UPDATE stock_moves SET qty = 100000 WHERE variant_id = $1`, variant)
		s.Add(p, "food", apptest.Koshary, variant, 995) // 49.75 kg: 50
		if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 5985_00), apptest.Key(id.New("key"))); a.Status != 200 {
			t.Fatal(a.Body)
		}
		s.Add(p, "food", apptest.Koshary, variant, 995)
		if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 5985_00), apptest.Key(id.New("key"))); a.Status != 200 {
			t.Fatal("a hundred: ", a.Body)
		}
		s.Add(p, "food", apptest.Koshary, variant, 10)
		if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 75_00),
			apptest.Key(id.New("key"))); a.Code() != "too_many_units" {
			t.Error(a.Body)
		}
	})
}

// TestWeightInFiles: files use kilograms and grams for products sold by weight, an export can be imported unchanged,
// and weights that do not fit the units are reported.
func TestWeightInFiles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		_, variant := tomatoes(t, s, s.Staff("owner"))
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, variant)
		for _, kind := range []string{"csv", "xlsx"} {
			var file bytes.Buffer
			if _, err := s.App.Imports().WriteOut(t.Context(), &file, imports.Export{Kind: kind}); err != nil {
				t.Fatal(err)
			}
			if kind == "csv" {
				line := ""
				for one := range strings.Lines(file.String()) {
					if strings.Contains(one, sku) {
						line = one
					}
				}
				for _, want := range []string{",250,3000,250,50,", ",120.00,", ",10000,"} {
					if !strings.Contains(line, want) {
						t.Errorf("%s is not in %s", want, line)
					}
				}
			}
			before := catalogued(s)
			rep, told := inShop(t, s, file.String(), wanted{
				id: "imp_" + kind, store: "koshary-house", branches: []string{"koshary-maadi"}})
			if rep.Counts[imports.Added]+rep.Counts[imports.Changed]+rep.Counts[imports.Refused] != 0 ||
				!slices.Equal(before, catalogued(s)) {
				t.Errorf("%s: %+v %+v", kind, rep.Counts, told)
			}
		}
		text := "handle,name_en,name_ar,category,sku,unit_grams,min_qty,step_qty,price,stock,branch\n" +
			"okra,Okra,بامية,Meals,OKRA,250,500,300,99.97,1130,koshary-maadi\n"
		_, told := inShop(t, s, text, wanted{id: "imp_okra", store: "koshary-house", branches: []string{"koshary-maadi"}})
		var keys []string
		for _, one := range told[0].Problems {
			keys = append(keys, one.Key+" "+one.Column+" "+one.Says("en"))
		}
		want := []string{"imports.weight_step step_qty Enter a weight in steps of 250 g.",
			"imports.weight_step stock Enter a weight in steps of 250 g."}
		if !slices.Equal(keys, want) {
			t.Errorf("%q", keys)
		}
		got := s.Lines(`SELECT p.min_qty || ' ' || p.step_qty || ' ' || bp.price || ' ' || (SELECT COUNT(*) FROM stock k
			WHERE k.variant_id = v.id)
			FROM products p JOIN variants v ON v.product_id = p.id JOIN branch_prices bp ON bp.variant_id = v.id
			WHERE v.sku = 'OKRA'`)
		if fmt.Sprint(got) != "[2 1 9997 0]" {
			t.Error(got)
		}
		// Only prices and stock.
		text = "sku,branch,price,stock\nOKRA,koshary-maadi,120,1250\n"
		if _, told := inShop(t, s, text,
			wanted{id: "imp_terms", store: "koshary-house", branches: []string{"koshary-maadi"}}); len(told[0].Problems) != 0 {
			t.Errorf("%+v", told)
		}
		if got := s.Lines(`SELECT bp.price || ' ' || k.on_hand FROM variants v JOIN branch_prices bp ON bp.variant_id = v.id
			JOIN stock k ON k.variant_id = v.id AND k.branch_id = bp.branch_id
			WHERE v.sku = 'OKRA'`); fmt.Sprint(got) != "[12000 5]" {
			t.Error(got)
		}
		// The unit cannot be changed, not by a file either.
		if _, told := inShop(t, s, "handle,name_en,sku,unit_grams\nokra,Okra,OKRA,500\n",
			wanted{id: "imp_unit", store: "koshary-house",
				branches: []string{"koshary-maadi"}}); told[0].Outcome != imports.Refused {
			t.Errorf("%+v", told)
		}
		s.Healthy()
	})
}

// TestAKiloCostsWhatIsAskedForIt: 18.50 a kilogram in steps of 250 g is 18.50 for a kilogram in the cart, the order,
// its documents and its return, and a line is rounded once.
func TestAKiloCostsWhatIsAskedForIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		product, variant := tomatoes(t, s, boss)
		s.Exec(`UPDATE products SET unit_grams = 250, min_qty = 1, step_qty = 1, max_qty = 0 WHERE id = $1`, product)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", boss,
			fields{"rows": []fields{{"variant_id": variant, "price": 18.5, "sold": true, "version": 1}}}); !strings.Contains(
			a.Body, `"price":18.5,`) {
			t.Fatal(a.Body)
		}
		if page := s.Do("GET", "/products/"+product, "", nil).Body; !strings.Contains(page, `"price":18.5`) {
			t.Error(page)
		}
		for _, c := range []struct {
			qty  int
			want string
		}{{1, "4.63"}, {2, "9.25"}, {4, "18.5"}, {6, "27.75"}} {
			s.Exec(`DELETE FROM cart_items`)
			s.Exec(`DELETE FROM carts`)
			s.Add(p, "food", apptest.Koshary, variant, c.qty)
			cart := s.Do("GET", "/get_card?service_id=food", p.Token, nil).Body
			if !strings.Contains(cart, `"unit_price":18.5,`) || !strings.Contains(cart, `"line_total":`+c.want+`,`) {
				t.Errorf("%d: %s", c.qty, cart)
			}
		}
		s.Exec(`DELETE FROM cart_items`)
		s.Exec(`DELETE FROM carts`)
		s.Add(p, "food", apptest.Koshary, variant, 16) // four kilograms
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		placed := s.Do("POST", "/checkout", p.Token, p.Body("cod", 74_00+15_00), apptest.Key(id.New("key")))
		if !strings.Contains(placed.Body, `"unit_price":18.5,"line_total":74,`) {
			t.Fatal(placed.Body)
		}
		s.Healthy()
	})
}
