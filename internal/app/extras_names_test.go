package app_test

import (
	"context"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

func extraForm(ref, en, ar string, price float64, active bool) fields {
	return fields{"id": ref, "name_en": en, "name_ar": ar, "price": price, "most": 1, "preset": 0, "active": active}
}

// TestExtrasAreComparedWithProducts: an extra has no stock, and a picker hands over what its name says. A new or
// renamed extra that shares its name with a product of the store, in two words or more, may not cost far less than
// that product.
func TestExtrasAreComparedWithProducts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		calledDear(s)
		s.After(48 * time.Hour)
		editor := s.Staff("editor")
		create := func(en, ar string, price float64) apptest.Answer {
			return s.Do("POST", "/console/extras", editor,
				fields{"store_id": "sto_koshary", "name_en": "Also", "name_ar": "أيضا",
					"least": 0, "most": 1, "extras": []fields{extraForm("", en, ar, price, true)}}, apptest.Key(id.New("key")))
		}
		for _, c := range []struct {
			en, ar string
			price  float64
			want   string
		}{
			{"Samsung Galaxy A15", "إضافة", 1, "422 far_below"},
			{"samsung galaxy a15", "إضافة", 3999, "422 far_below"},
			{"A thing", "سامسونج جالاكسي A15", 1, "422 far_below"},
			{"Samsung Galaxy A15", "إضافة", 4000, "200"},
			{"Samsung", "سامسونج", 1, "200"}, // one word, as "Chicken" on a pizza
			{"Extra sauce", "صلصة", 1, "200"},
		} {
			if a := create(c.en, c.ar, c.price); a.Short() != c.want {
				t.Errorf("%s, %s for %v: %s, want %s", c.en, c.ar, c.price, a.Short(), c.want)
			}
		}
		var made struct {
			ID      string
			Version int64
			Extras  []struct{ ID string }
		}
		create("Sauce", "صوص", 1).Into(t, &made)
		a := s.Do("PUT", "/console/extras/"+made.ID, editor,
			fields{"name_en": "Also", "name_ar": "أيضا", "least": 0, "most": 1,
				"extras":  []fields{extraForm(made.Extras[0].ID, "Samsung Galaxy A15", "صوص", 1, true)},
				"version": made.Version})
		if got := s.Lines(`SELECT name_en FROM extras WHERE id = $1`, made.Extras[0].ID)[0]; got != "Sauce" {
			t.Errorf("renamed at once: %s %s", a.Short(), got)
		}
		s.Healthy()
	})
}

// TestExtrasComeToNoProductsName: neither a name in the other language, added later, nor a price that falls in steps
// leads far below the product that an extra shares its name with.
func TestExtrasComeToNoProductsName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		calledDear(s)
		s.After(48 * time.Hour)
		editor := s.Staff("editor")
		var made struct {
			ID      string
			Version int64
			Extras  []struct{ ID string }
		}
		group := func(list ...fields) fields {
			return fields{"name_en": "Also", "name_ar": "أيضا", "least": 0, "most": 1, "extras": list}
		}
		create := func(en, ar string, price float64) {
			t.Helper()
			s.Do("POST", "/console/extras", editor,
				but(group(extraForm("", en, ar, price, true)), "store_id", "sto_koshary"),
				apptest.Key(id.New("key"))).Into(t, &made)
		}
		save := func(en, ar string, price float64) string {
			s.Do("GET", "/console/extras/"+made.ID, editor, nil).Into(t, &made)
			s.Do("PUT", "/console/extras/"+made.ID, editor,
				but(group(extraForm(made.Extras[0].ID, en, ar, price, true)), "version", made.Version))
			return s.Lines(`SELECT name_en || ' ' || name_ar || ' ' || price FROM extras WHERE id = $1`,
				made.Extras[0].ID)[0]
		}
		create("Sauce", "", 1)
		if got := save("Sauce", "سامسونج جالاكسي A15", 1); got != "Sauce  100" {
			t.Errorf("named in the other language: %s", got)
		}
		if got := save("Sauce", "صوص حار", 1); got != "Sauce صوص حار 100" {
			t.Errorf("named as no product: %s", got)
		}
		create("Samsung Galaxy A15", "إضافة", 4000)
		price := 4000.0
		for range 5 {
			s.After(40 * 24 * time.Hour)
			editor = s.Staff("editor")
			price *= 0.85
			save("Samsung Galaxy A15", "إضافة", price)
		}
		dear := apptest.Get[int64](s, `SELECT MAX(b.price) FROM branch_prices b JOIN variants v ON v.id = b.variant_id
			JOIN products p ON p.id = v.product_id WHERE p.name_en = 'Samsung Galaxy A15'`)
		if got := apptest.Get[int64](s, `SELECT price FROM extras WHERE id = $1`, made.Extras[0].ID); got*10 < dear*5 {
			t.Errorf("it fell to %d beside %d", got, dear)
		}
		s.Healthy()
	})
}

// TestExtrasOfANewProductsName: a price of today counts for extras, which need no second look once they are there.
func TestExtrasOfANewProductsName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		calledDear(s)
		s.Exec(`UPDATE branch_prices SET price_since = $1 WHERE product_id = 'prd_a15'`, db.At(s.Clock.Now()))
		a := s.Do("POST", "/console/extras", s.Staff("editor"), fields{"store_id": "sto_koshary", "name_en": "Also",
			"name_ar": "أيضا", "least": 0, "most": 1,
			"extras": []fields{extraForm("", "Samsung Galaxy A15", "إضافة", 1, true)}}, apptest.Key("new"))
		if a.Short() != "422 far_below" || apptest.Get[int](s, `SELECT COUNT(*) FROM extras WHERE price = 100`) != 0 {
			t.Errorf("%s", a.Body)
		}
	})
}

// TestProductsComeToNoExtrasName: a dear product is not given the name of a cheap extra, which has no code that would
// tell them apart.
func TestProductsComeToNoExtrasName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		calledDear(s)
		s.Exec(`UPDATE products SET images = '[]'`)
		s.After(48 * time.Hour)
		editor := s.Staff("editor")
		var made struct{ Extras []struct{ ID string } }
		s.Do("POST", "/console/extras", editor, fields{"store_id": "sto_koshary", "name_en": "Also", "name_ar": "أيضا",
			"least": 0, "most": 1, "extras": []fields{extraForm("", "Samsung Galaxy A15 Phone", "هاتف جديد", 1, false),
				extraForm("", "Sauce", "صوص", 1, true)}}, apptest.Key("first")).Into(t, &made)
		rename := func(name string) string {
			s.Do("PUT", "/console/products/prd_a15", editor, saved(s, editor, "prd_a15", fields{"name_en": name}))
			return apptest.Get[string](s, `SELECT name_en FROM products WHERE id = 'prd_a15'`)
		}
		if got := rename("Phone Samsung Galaxy A15"); got != "Samsung Galaxy A15" {
			t.Errorf("renamed like an extra for 1: %s", got)
		}
		if got := rename("Galaxy A15 by Samsung"); got != "Galaxy A15 by Samsung" {
			t.Errorf("renamed: %s", got)
		}
		s.Exec(`UPDATE extras SET price = 400000 WHERE id = $1`, made.Extras[0].ID)
		s.Exec(`UPDATE extra_groups SET version = version + 1`)
		if got := rename("Phone Samsung Galaxy A15"); got != "Phone Samsung Galaxy A15" {
			t.Errorf("an extra for half the price: %s", got)
		}
	})
}

// TestPartsOfAProductComeToNoExtrasName: a unit or a variant does not make the name of a cheap extra either, and the
// highest price of the last days counts.
func TestPartsOfAProductComeToNoExtrasName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		calledDear(s)
		s.Exec(`UPDATE products SET images = '[]'`)
		s.After(48 * time.Hour)
		editor := s.Staff("editor")
		s.Do("POST", "/console/extras", editor, fields{"store_id": "sto_koshary", "name_en": "Also", "name_ar": "أيضا",
			"least": 0, "most": 1, "extras": []fields{
				extraForm("", "Samsung Galaxy A15 256 GB", "هاتف", 1, true),
				extraForm("", "Samsung Galaxy A15 Black Edition", "هاتف أسود", 1, true),
				extraForm("", "Honor Magic Black", "أونور أسود", 1, true),
				extraForm("", "Samsung Galaxy Phone", "هاتف سامسونج", 1, true),
				extraForm("", "Samsung Galaxy A15 Lite", "هاتف صغير", 2000, true)}}, apptest.Key("extras")).Into(t, &struct{}{})
		save := func(change fields) string {
			return s.Do("PUT", "/console/products/prd_a15", editor, saved(s, editor, "prd_a15", change)).Short()
		}
		value := func(ref, en, ar string) fields { return fields{"id": ref, "name": fields{"en": en, "ar": ar}} }
		if got := save(fields{"name_en": "SamsungGalaxyPhone"}); got != "422 extra_called" {
			t.Errorf("as one word: %s", got)
		}
		kind := func(name string) fields {
			return fields{"options": []fields{{"id": "kind", "name": fields{"en": "Kind", "ar": "النوع"},
				"values": []fields{value("b", name, "أسود")}}},
				"variants": []fields{{"id": "var_a15", "sku": "A15", "barcode": "", "choices": fields{"kind": "b"},
					"image": "", "active": true, "weight_grams": 0}}}
		}
		if got := save(fields{"unit_en": "256 GB", "unit_ar": "256 جيجا"}); got != "422 extra_called" {
			t.Errorf("with a unit: %s", got)
		}
		for _, name := range []string{"Black Edition", "Honor Magic Black"} {
			if got := save(kind(name)); got != "422 extra_called" {
				t.Errorf("with the variant %s: %s", name, got)
			}
		}
		s.Exec(`UPDATE branch_prices SET price = 400000, price_since = $1 WHERE product_id = 'prd_a15'`, db.At(s.Clock.Now()))
		s.Exec(`INSERT INTO price_marks (branch_id, variant_id, version, price, since, until)
			VALUES ($1, 'var_a15', 1, 800000, $2, $3)`,
			apptest.Koshary, db.At(s.Clock.Now().Add(-48*time.Hour)), db.At(s.Clock.Now()))
		if got := save(fields{"name_en": "Samsung Galaxy A15 Lite"}); got != "422 extra_called" {
			t.Errorf("after its price fell: %s", got)
		}
	})
}

// TestAProductLeavesExtrasBehind: extras are of a store, whose staff set their prices. A product that has some changes
// its store only without them.
func TestAProductLeavesExtrasBehind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		var product, group struct{ ID string }
		s.Do("POST", "/console/products", editor, productBody(), apptest.Key("product")).Into(t, &product)
		s.Do("POST", "/console/extras", editor, fields{"store_id": "sto_koshary", "name_en": "Also", "name_ar": "أيضا",
			"least": 0, "most": 1, "extras": []fields{extraForm("", "Sauce", "صوص", 1, true)}},
			apptest.Key("group")).Into(t, &group)
		attach := func(groups, was []string) {
			t.Helper()
			if a := s.Do("PUT", "/console/products/"+product.ID+"/extras", editor,
				fields{"groups": groups, "was": was}); a.Status != 200 {
				t.Fatal(a.Body)
			}
		}
		move := func() string {
			a := s.Do("PUT", "/console/products/"+product.ID, editor,
				saved(s, editor, product.ID, fields{"store_id": "sto_bakala", "category_id": "cat_pantry"}))
			return a.Short() + " " + apptest.Get[string](s, `SELECT store_id FROM products WHERE id = $1`, product.ID)
		}
		attach([]string{group.ID}, []string{})
		if got := move(); got != "422 store_with_extras sto_koshary" {
			t.Error(got)
		}
		attach([]string{}, []string{group.ID})
		if got := move(); got != "200 sto_bakala" {
			t.Errorf("without extras: %s", got)
		}
	})
}

// TestApprovingAPriceApprovesNothingElse: an owner who saves a price that somebody else proposed approves that price.
// Required choices are checked as usual, unless they were a part of the proposal.
func TestApprovingAPriceApprovesNothingElse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		maker := s.Staff("editor")
		group := func(least int, list ...fields) fields {
			return fields{"name_en": "Size", "name_ar": "الحجم", "least": least, "most": 1, "extras": list}
		}
		var made struct {
			ID      string
			Version int64
			Extras  []struct{ ID string }
		}
		s.Do("POST", "/console/extras", maker, but(group(1, extraForm("", "Tray for ten", "صينية", 1000, true),
			extraForm("", "Old wrapping", "تغليف", 600, false)), "store_id", "sto_koshary"),
			apptest.Key(id.New("key"))).Into(t, &made)
		tray, old := made.Extras[0].ID, made.Extras[1].ID
		if a := s.Do("PUT", "/console/products/prd_koshary/extras", maker,
			fields{"groups": []string{made.ID}, "was": []string{}}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		s.After(48 * time.Hour)
		owner, editor := s.Staff("owner"), s.Staff("editor")
		save := func(token string, least int, price, wrapping float64) string {
			s.Do("GET", "/console/extras/"+made.ID, owner, nil).Into(t, &made)
			s.Do("PUT", "/console/extras/"+made.ID, token,
				but(group(least, extraForm(tray, "Tray for ten", "صينية", price, true),
					extraForm(old, "Old wrapping", "تغليف", wrapping, false)), "version", made.Version))
			return s.Lines(`SELECT g.least || ' ' || a.price || ' ' || b.price FROM extra_groups g, extras a, extras b
				WHERE g.id = $1 AND a.id = $2 AND b.id = $3`, made.ID, tray, old)[0]
		}
		const before = "1 100000 60000"
		for _, c := range []struct {
			what            string
			token           string
			least           int
			price, wrapping float64
			want            string
		}{
			{"an owner alone makes it optional", owner, 0, 1000, 600, before},
			{"an editor proposes a price", editor, 1, 1000, 5, before},
			{"the owner lets it and makes the choice optional", owner, 0, 1000, 5, before},
			{"the owner lets it", owner, 1, 1000, 5, "1 100000 500"},
			{"an editor proposes both", editor, 0, 4, 5, "1 100000 500"},
			{"the owner lets both", owner, 0, 4, 5, "0 400 500"},
		} {
			if got := save(c.token, c.least, c.price, c.wrapping); got != c.want {
				t.Errorf("%s: %s, want %s", c.what, got, c.want)
			}
		}
		s.Healthy()
	})
}

// TestExtrasReadNamesBeforeTheyWrite: the names that extras are compared with are read before the transaction, which
// holds up no other write meanwhile, and are in memory from then on.
func TestExtrasReadNamesBeforeTheyWrite(t *testing.T) {
	for name, save := range map[string]func(s *apptest.Shop, editor string){
		"a new group": func(s *apptest.Shop, editor string) {
			s.Do("POST", "/console/extras", editor, fields{"store_id": "sto_koshary", "name_en": "Also", "name_ar": "أيضا",
				"least": 0, "most": 1, "extras": []fields{extraForm("", "Hot sauce", "صوص حار", 1, true)}},
				apptest.Key("extra")).Into(s.TB, &struct{}{})
		},
		"a group that changes": func(s *apptest.Shop, editor string) {
			s.Exec(`INSERT INTO extra_groups (id, store_id, name_en, name_ar, least, most, created_at, updated_at)
				VALUES ('xgr_a', 'sto_koshary', 'Also', 'أيضا', 0, 1, 1, 1)`)
			s.Exec(`INSERT INTO extras (group_id, id, name_en, name_ar, price, most, preset, active, sort)
				VALUES ('xgr_a', 'xtr_a', 'Sauce', 'صوص', 100, 1, 0, TRUE, 0)`)
			s.Do("PUT", "/console/extras/xgr_a", editor, fields{"name_en": "Also", "name_ar": "أيضا", "least": 0, "most": 1,
				"extras":  []fields{extraForm("xtr_a", "Hot sauce", "صوص حار", 1, true)},
				"version": apptest.Get[int64](s, `SELECT version FROM extra_groups`)}).Into(s.TB, &struct{}{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := apptest.New(t, d)
				calledDear(s)
				save(s, s.Staff("editor"))
				catalogue, attempts := s.App.Imports().Catalog, 0
				err := catalogue.Comparing(t.Context(), func(ctx context.Context) error {
					attempts++
					return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
						limits, err := approvals.ReadLimits(ctx, tx)
						if err == nil {
							_, err = catalogue.DearestCalled(ctx, tx, s.Clock.Now(), limits, "sto_koshary",
								[]i18n.Text{{EN: "Samsung Galaxy A15"}})
						}
						return err
					})
				})
				if err != nil || attempts != 1 {
					t.Errorf("names are read again: %d attempts, %v", attempts, err)
				}
			})
		})
	}
}
