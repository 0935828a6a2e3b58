package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestAProductIsMadeReadyToBuy: a category, a price and a delivery of stock are sent with the product; all of it is
// saved or none, and nobody can bypass their rights this way.
func TestAProductIsMadeReadyToBuy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, p := s.Staff("owner"), s.Customer()
		english := apptest.Header{"Accept-Language": "en"}
		make := func(who string, more fields) apptest.Answer {
			t.Helper()
			body := productBody()
			delete(body, "category_id")
			body["category_id"] = ""
			body["category_en"], body["category_ar"] = "Soups", "شوربة"
			for name, value := range more {
				body[name] = value
			}
			return s.Do("POST", "/console/products", who, body, apptest.Key(id.New("key")), english)
		}
		count := func() string {
			return s.Lines(`SELECT (SELECT COUNT(*) FROM products) || ' ' || (SELECT COUNT(*)
				FROM categories) || ' ' || (SELECT COUNT(*) FROM branch_prices)
				|| ' ' || (SELECT COUNT(*) FROM stock_moves)`)[0]
		}
		shelf := func(branch string, price, received any) fields {
			return fields{"branch_id": branch, "price": price, "received": received}
		}
		before := count()
		for _, c := range []struct {
			what, says string
			who        string
			status     int
			body       fields
		}{
			{"a price of nothing", `"shelves.0.price"`, boss, 422, fields{"shelves": []fields{shelf(apptest.Koshary, 0, 5)}}},
			{"too much came in", `"shelves.0.received"`, boss, 422, fields{"shelves": []fields{shelf(apptest.Koshary, 45, -5)}}},
			{"half a unit of weight", `"shelves.0.received"`, boss, 422,
				fields{"unit_grams": 50, "min_qty": 1, "shelves": []fields{shelf(apptest.Koshary, 45, 75)}}},
			{"another store's branch", `"shelves.0.branch_id"`, boss, 422,
				fields{"shelves": []fields{shelf(apptest.Bakala, 45, 5)}}},
			{"a branch twice", `"shelves.1.branch_id"`, boss, 422,
				fields{"shelves": []fields{shelf(apptest.Koshary, 45, 5), shelf(apptest.Koshary, 46, 5)}}},
			{"not a simple product", `"shelves"`, boss, 422,
				fields{"options": []fields{{"id": "", "name": fields{"en": "Size", "ar": "الحجم"},
					"values": []fields{{"id": "", "name": fields{"en": "Small", "ar": "صغير"}}}}},
					"shelves": []fields{shelf(apptest.Koshary, 45, 5)}}},
			{"stock by an editor", "", s.Staff("editor"), 403, fields{"shelves": []fields{shelf(apptest.Koshary, 45, 5)}}},
			{"a long category", `"category_en"`, boss, 422, fields{"category_en": strings.Repeat("a", 200)}},
			{"no category", `"category_id"`, boss, 422, fields{"category_en": " ", "category_ar": ""}},
		} {
			if a := make(c.who, c.body); a.Status != c.status || !strings.Contains(a.Body, c.says) {
				t.Errorf("%s: %d %s", c.what, a.Status, a.Body)
			}
			if now := count(); now != before {
				t.Errorf("%s left something behind: %s, was %s", c.what, now, before)
			}
		}

		var made struct {
			ID, State  string
			CategoryID string `json:"category_id"`
			Variants   []struct{ ID string }
		}
		make(boss, fields{"shelves": []fields{shelf(apptest.Koshary, 45.5, 7)}}).Into(t, &made)
		if made.State != "draft" || made.CategoryID == "" {
			t.Fatalf("%+v", made)
		}
		if a := s.Do("POST", "/console/products/"+made.ID+"/publish", boss, fields{"published": true}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		line := s.Lines(`SELECT bp.price || ' ' || k.on_hand || ' ' || m.reason || ' ' || m.qty FROM branch_prices bp
			JOIN stock k ON k.branch_id = bp.branch_id AND k.variant_id = bp.variant_id
			JOIN stock_moves m ON m.branch_id = k.branch_id AND m.variant_id = k.variant_id
			WHERE bp.product_id = '` + made.ID + `'`)
		if len(line) != 1 || line[0] != "4550 7 received 7" {
			t.Errorf("on the shelf: %v", line)
		}
		// Each part is in the log for those who may read it.
		for _, action := range []string{"product.create", "category.create", "price.set", "shelf.change"} {
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = $1 AND object IN ($2, $3, $4)`, action,
				made.ID, made.CategoryID, made.Variants[0].ID); n != 1 {
				t.Errorf("%d lines of %s", n, action)
			}
		}
		if a := s.Do("POST", "/order/add-to-cart", p.Token,
			fields{"service_id": "svc_food", "branch_id": apptest.Koshary, "product": made.Variants[0].ID,
				"qty": 7}); a.Status != 200 {
			t.Errorf("it is not bought: %s", a.Body)
		}
		// Prepared food has no counted stock.
		make(boss,
			fields{"name_en": "Broth", "shelves": []fields{{"branch_id": apptest.Koshary, "price": 30, "counted": false}}}).
			Into(t, &made)
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM stock WHERE variant_id = $1 AND counted = $2`, made.Variants[0].ID,
			false); n != 1 {
			t.Error("what is not counted is")
		}
		// An existing category of the same name is used, however it is spelled.
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM categories WHERE name_en = 'Soups'`); n != 1 {
			t.Errorf("%d categories of soups", n)
		}
		make(boss, fields{"name_en": "Lentil", "category_en": "", "category_ar": "شوربه"}).Into(t, &made)
		if name := apptest.Get[string](s, `SELECT name_en FROM categories WHERE id = $1`, made.CategoryID); name != "Soups" {
			t.Errorf("another spelling is put into %q", name)
		}
		// An editor without rights to stock sets prices.
		if a := make(s.Staff("editor"),
			fields{"name_en": "Stew", "shelves": []fields{{"branch_id": apptest.Koshary, "price": 30}}}); a.Status != 200 {
			t.Error(a.Body)
		}
	})
}
