package app_test

import (
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

func extraForm(ref, en, ar string, price float64, active bool) fields {
	return fields{"id": ref, "name_en": en, "name_ar": ar, "price": price, "most": 1, "preset": 0, "active": active}
}

// TestExtrasAreComparedWithProducts: an extra has no stock, and a picker hands over what its name says. A new or
// renamed one that is called like a product of the store, in two words or more, does not cost far less than that one.
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

// TestExtrasComeToNoProductsName: neither a name in the other language, given later, nor a price that falls in steps
// leads far below the product that an extra is called like.
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

// TestApprovingAPriceApprovesNothingElse: an owner who saves a price that somebody else proposed lets that price. What
// has to be chosen is judged as ever, unless it was a part of the proposal.
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
