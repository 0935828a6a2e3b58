package app_test

import (
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestGroupsGiveNothingAway: extras that must be chosen are part of a product's price, so neither removing them, in
// one step or in several, nor a cheaper choice of the same name in another group makes the product far cheaper than
// it was.
func TestGroupsGiveNothingAway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		s.Staff("owner")
		cheap, dear := calledDear(s)
		editor := s.Staff("editor")
		extra := func(name, arabic string, price float64) fields {
			return fields{"id": "", "name_en": name, "name_ar": arabic, "price": price, "most": 1, "preset": 0, "active": true}
		}
		type group struct {
			ID      string
			Version int64
			Extras  []fields
		}
		make := func(name string, least int, list ...fields) (g group) {
			t.Helper()
			s.Do("POST", "/console/extras", editor, fields{
				"store_id": "sto_koshary", "name_en": name, "name_ar": name, "least": least, "most": 1, "extras": list},
				apptest.Header{"Idempotency-Key": id.New("key")}).Into(t, &g)
			return g
		}
		// The album costs 20.
		few := make("Cups", 1, extra("Tiny", "صغنن", 1), extra("Giant", "عملاق", 5))
		sizes := make("Album sizes", 1, extra("Little", "صغير جدا", 60), extra("Giant pages", "عملاق جدا", 300))
		same := make("Album sizes two", 1, extra("Little", "صغير جدا", 55), extra("Giant pages", "عملاق جدا", 290))
		free := make("Wrapping", 0, extra("Paper", "ورق", 10))
		big := make("Album giants", 1, extra("Giant", "عملاق", 250))
		attach := func(product string, was, groups []string) string {
			t.Helper()
			a := s.Do("PUT", "/console/products/"+product+"/extras", editor, fields{"groups": groups, "was": was})
			return a.Short()[:3]
		}
		set := func(groups ...string) {
			t.Helper()
			s.Exec(`DELETE FROM product_extra_changes`)
			s.Exec(`DELETE FROM product_extras`)
			for i, g := range groups {
				s.Exec(`INSERT INTO product_extras (product_id, group_id, sort) VALUES ($1, $2, $3)`, cheap, g, i)
			}
			s.Exec(`UPDATE products SET extra_groups = $2 WHERE id = $1`, cheap, len(groups))
		}
		for name, c := range map[string]struct {
			was, is []string
			want    string
		}{
			"taken off":              {[]string{sizes.ID}, []string{}, "422"},
			"a cheaper group":        {[]string{sizes.ID}, []string{few.ID}, "422"},
			"nearly the same":        {[]string{sizes.ID}, []string{same.ID}, "200"},
			"what may be left away":  {[]string{free.ID}, []string{}, "200"},
			"another added":          {[]string{sizes.ID}, []string{sizes.ID, free.ID}, "200"},
			"in another order":       {[]string{sizes.ID, free.ID}, []string{free.ID, sizes.ID}, "200"},
			"taken off a dear thing": {[]string{few.ID}, []string{}, "200"},
			"a giant for 5":          {[]string{big.ID}, []string{few.ID}, "422"},
		} {
			set(c.was...)
			if got := attach(cheap, c.was, c.is); got != c.want {
				t.Errorf("%s: %s", name, got)
			}
		}
		// In two steps: one of two is removed, and the other later.
		half := make("Album covers", 1, extra("Leather", "جلد", 60))
		set(sizes.ID, half.ID)
		if got := attach(cheap, []string{sizes.ID, half.ID}, []string{sizes.ID}); got != "200" {
			t.Fatalf("a part of it: %s", got)
		}
		s.After(24 * time.Hour)
		editor = s.Staff("editor")
		if got := attach(cheap, []string{sizes.ID}, []string{same.ID}); got != "200" {
			t.Errorf("the same again: %s", got)
		}
		if got := attach(cheap, []string{same.ID}, []string{few.ID}); got != "422" {
			t.Errorf("the rest: %s", got)
		}
		// Through the group: choosing is no longer required, or the group is deleted.
		set(sizes.ID)
		save := func(g group, least int) string {
			t.Helper()
			s.Do("GET", "/console/extras/"+g.ID, editor, nil).Into(t, &g)
			return s.Do("PUT", "/console/extras/"+g.ID, editor,
				fields{"name_en": "Album sizes", "name_ar": "مقاسات", "least": least, "most": 1, "extras": g.Extras,
					"version": g.Version}).Short()[:3]
		}
		if got := save(sizes, 0); got != "422" {
			t.Errorf("nobody has to choose: %s", got)
		}
		if got := s.Do("POST", "/console/extras/"+sizes.ID+"/archive", editor, nil).Short()[:3]; got != "422" {
			t.Errorf("archived: %s", got)
		}
		if got := s.Do("POST", "/console/extras/"+sizes.ID+"/products", editor,
			fields{"add": []string{}, "remove": []string{cheap}}).Short()[:3]; got != "422" {
			t.Errorf("taken off by its own page: %s", got)
		}
		// Of an expensive product it is a small part.
		set()
		s.Exec(`INSERT INTO product_extras (product_id, group_id, sort) VALUES ($1, $2, 0)`, dear, sizes.ID)
		s.Exec(`UPDATE products SET extra_groups = 1 WHERE id = $1`, dear)
		if got := save(sizes, 0) + save(sizes, 1); got != "200200" {
			t.Errorf("of a dear thing: %s", got)
		}
		if got := attach(dear, []string{sizes.ID}, []string{}); got != "200" {
			t.Errorf("off a dear thing: %s", got)
		}
		s.Healthy()
	})
}

// TestNewExtrasAreComparedByName with those of the store's other groups, in the language that both have: two extras
// that only have Arabic names are not the same.
func TestNewExtrasAreComparedByName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		s.Staff("owner")
		editor := s.Staff("editor")
		extra := func(english, arabic string, price float64) fields {
			return fields{"id": "", "name_en": english, "name_ar": arabic, "price": price, "most": 1, "preset": 0,
				"active": true}
		}
		add := func(list ...fields) string {
			t.Helper()
			return s.Do("POST", "/console/extras", editor,
				fields{"store_id": "sto_koshary", "name_en": "", "name_ar": "إضافات", "least": 0, "most": 1, "extras": list},
				apptest.Header{"Idempotency-Key": id.New("key")}).Short()[:3]
		}
		if got := add(extra("", "جبنة", 50)) + add(extra("", "ليمون", 2)) + add(extra("", "جبنة", 2)); got != "200200422" {
			t.Error(got)
		}
		if got := add(extra("Oat milk", "", 50)) + add(extra("Lemon", "", 2)) +
			add(extra("oat milk", "شوفان", 2)); got != "200200422" {
			t.Error(got)
		}
	})
}

// TestTheOneOwnerTakesGroupsOff, which is logged.
func TestTheOneOwnerTakesGroupsOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		cheap, _ := calledDear(s)
		s.Exec(`DELETE FROM staff_sessions`)
		s.Exec(`UPDATE staff SET role = 'editor', owner_until = 0 WHERE role = 'owner'`)
		owner := s.Staff("owner")
		s.Exec(`UPDATE staff SET role = 'editor', owner_until = 0 WHERE role = 'owner'
			AND id <> (SELECT MAX(id) FROM staff WHERE role = 'owner')`)
		var g struct{ ID string }
		s.Do("POST", "/console/extras", owner, fields{
			"store_id": "sto_koshary", "name_en": "Sizes", "name_ar": "مقاسات", "least": 1, "most": 1,
			"extras": []fields{
				{"id": "", "name_en": "Little", "name_ar": "صغير جدا", "price": 60, "most": 1, "preset": 0, "active": true}}},
			apptest.Header{"Idempotency-Key": id.New("key")}).Into(t, &g)
		for _, groups := range [][]string{{g.ID}, {}} {
			was := []string{}
			if len(groups) == 0 {
				was = []string{g.ID}
			}
			if a := s.Do("PUT", "/console/products/"+cheap+"/extras", owner,
				fields{"groups": groups, "was": was}); a.Status != 200 {
				t.Fatalf("%s", a.Body)
			}
		}
		if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'product.extras' AND object = $1
			AND after LIKE '%"sole_owner":true%'`, cheap); n != 1 {
			t.Errorf("%d lines say so", n)
		}
		s.Healthy()
	})
}

// TestAProductSaysThatItsExtrasAreOptional checks that a product's page can offer it without extras exactly while
// none is required or preselected.
func TestAProductSaysThatItsExtrasAreOptional(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		sauces := func(least, preset int) fields {
			return fields{"store_id": "sto_koshary", "name_en": "Sauces", "name_ar": "صوصات", "least": least, "most": 1,
				"extras": []fields{
					{"id": "", "name_en": "Dakka", "name_ar": "دقة", "price": 5, "most": 1, "preset": preset, "active": true}}}
		}
		was := []string{}
		for _, c := range []struct {
			name           string
			groups         []fields
			extras, wanted bool
		}{
			{"without extras", nil, false, false},
			{"optional", []fields{sauces(0, 0)}, true, true},
			{"one is chosen in advance", []fields{sauces(0, 0), sauces(0, 1)}, true, false},
			{"optional again", []fields{sauces(0, 0)}, true, true},
			{"one is required", []fields{sauces(0, 0), sauces(1, 0)}, true, false},
		} {
			is := []string{}
			for _, g := range c.groups {
				var made struct{ ID string }
				s.Do("POST", "/console/extras", owner, g, apptest.Header{"Idempotency-Key": id.New("key")}).Into(t, &made)
				is = append(is, made.ID)
			}
			if a := s.Do("PUT", "/console/products/prd_koshary/extras", owner,
				fields{"groups": is, "was": was}); a.Status != 200 {
				t.Fatalf("%s: %s", c.name, a.Short())
			}
			was = is
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got struct {
				Extras   bool
				Optional bool `json:"extras_optional"`
			}
			s.Do("GET", "/products/prd_koshary", "", nil).Into(t, &got)
			if got.Extras != c.extras || got.Optional != c.wanted {
				t.Errorf("%s: %+v", c.name, got)
			}
		}
	})
}
