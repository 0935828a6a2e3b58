package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestEditorsSellNothingDearInDisguise tries, as an editor would: a cheap variant removed, renamed and restored; and
// a new choice, a copy, a name in two parts and a first choice with the name of an expensive product.
func TestEditorsSellNothingDearInDisguise(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		cheap, _ := calledDear(s)
		editor := s.Staff("editor")
		key := func() apptest.Header { return apptest.Header{"Idempotency-Key": id.New("key")} }
		type record struct {
			ID       string
			Version  int64
			Variants []struct{ ID string }
			Waits    *struct{ ID string }
		}
		value := func(ref, en, ar string) fields { return fields{"id": ref, "name": fields{"en": en, "ar": ar}} }
		variant := func(ref, sku, choice string) fields {
			choices := fields{}
			if choice != "" {
				choices["kind"] = choice
			}
			return fields{"id": ref, "sku": sku, "barcode": "", "choices": choices, "image": "", "active": true,
				"weight_grams": 0}
		}
		form := func(en, ar string, values []fields, variants ...fields) fields {
			f := but(but(productBody(), "name_en", en), "name_ar", ar)
			if len(values) > 0 {
				f["options"] = []fields{{"id": "kind", "name": fields{"en": "Kind", "ar": "النوع"}, "values": values}}
			}
			f["variants"] = variants
			return f
		}
		put := func(product string, body fields) (string, record) {
			t.Helper()
			version := apptest.Get[int64](s, `SELECT version FROM products WHERE id = $1`, product)
			a := s.Do("PUT", "/console/products/"+product, editor, but(body, "version", version))
			var r record
			if a.Status == 200 {
				a.Into(t, &r)
			}
			if r.Waits != nil {
				return "waits", r
			}
			return a.Short(), r
		}
		// priced sets a price of 25 for a variant with the name of a product that costs 8,000.
		priced := func(about, variantID string) {
			t.Helper()
			a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", editor,
				fields{"rows": []fields{{"variant_id": variantID, "price": 25, "sold": true, "version": 0}}})
			if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM branch_prices WHERE variant_id = $1`,
				variantID); a.Status != 200 || n != 0 ||
				apptest.Get[int64](s, `SELECT COUNT(*) FROM price_waits WHERE variant_id = $1`, variantID) != 1 {
				t.Errorf("%s is sold: %s", about, a.Body)
			}
		}
		// A first choice with an unrelated name.
		if got, _ := put(cheap, form("Sticker album", "ألبوم ملصقات", []fields{value("v", "Hair dryer 2000 W steel", "عادي")},
			variant("var_album", "ALBUM", "v"))); got != "waits" {
			t.Errorf("a first choice: %s", got)
		}
		// A new choice.
		plain, small := value("plain", "Plain", "عادي"), variant("var_album", "ALBUM", "plain")
		got, r := put(cheap, form("Sticker album", "ألبوم ملصقات",
			[]fields{plain, value("x", "Samsung Galaxy A15", "سامسونج جالاكسي A15")}, small, variant("", "", "x")))
		if got != "200" || len(r.Variants) != 2 {
			t.Fatalf("a new choice: %s", got)
		}
		priced("a new choice", r.Variants[1].ID)
		// Removed, renamed and restored, next to a variant that costs five times as much.
		s.Exec(`INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active) VALUES ($1, $2, $3, 10000, $4)`,
			apptest.Koshary, r.Variants[1].ID, cheap, true)
		family := variant(r.Variants[1].ID, "", "x")
		renamed := []fields{value("plain", "Mega family box", "علبة عائلية"),
			value("x", "Samsung Galaxy A15", "سامسونج جالاكسي A15")}
		if got, _ := put(cheap, form("Sticker album", "ألبوم ملصقات", renamed, family)); got != "200" {
			t.Fatalf("left out: %s", got)
		}
		if got, _ := put(cheap, form("Sticker album", "ألبوم ملصقات", renamed, small, family)); !strings.HasPrefix(got,
			"422") {
			t.Errorf("taken back as something else: %s", got)
		}
		if got, _ := put(cheap,
			form("Sticker album", "ألبوم ملصقات", []fields{plain, renamed[1]}, small, family)); got != "200" {
			t.Errorf("taken back as what it was: %s", got)
		}
		// A copy without prices.
		s.Do("POST", "/console/products/duplicate", editor, fields{"product_id": cheap, "prices": false}, key()).Into(t, &r)
		if got, r = put(r.ID, form("Samsung Galaxy A15", "سامسونج جالاكسي A15", []fields{plain},
			variant(r.Variants[0].ID, "", "plain"))); got != "200" {
			t.Fatalf("a copy: %s", got)
		}
		priced("a copy", r.Variants[0].ID)
		// A name in two parts.
		r = record{}
		s.Do("POST", "/console/products", editor,
			form("Samsung", "هاتف", []fields{value("v", "Galaxy A15", "أزرق")}, variant("", "", "v")), key()).Into(t, &r)
		priced("a name in two parts", r.Variants[0].ID)
		s.Healthy()
	})
}
