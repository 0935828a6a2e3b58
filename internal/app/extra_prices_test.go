package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestFallingPricesOfExtras: extras follow the rule of catalogue prices, under any name; an owner approves another
// person's request by saving the same values, and the only owner needs no approval.
func TestFallingPricesOfExtras(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, editor := s.Staff("owner"), s.Staff("editor")
		extra := func(ref, name, arabic string, price float64) fields {
			return fields{"id": ref, "name_en": name, "name_ar": arabic, "price": price, "most": 1, "preset": 0, "active": true}
		}
		group := func(list ...fields) fields {
			return fields{"name_en": "Size", "name_ar": "الحجم", "least": 0, "most": 1, "extras": list}
		}
		var made struct {
			ID      string
			Version int64
			Extras  []struct {
				ID    string
				Price float64
			}
		}
		read := func() {
			t.Helper()
			s.Do("GET", "/console/extras/"+made.ID, boss, nil).Into(t, &made)
		}
		a := s.Do("POST", "/console/extras", editor,
			but(group(extra("", "Small", "صغير", 5), extra("", "Large", "كبير", 100)), "store_id", "sto_koshary"),
			apptest.Header{"Idempotency-Key": id.New("key")})
		a.Into(t, &made)
		small, large := made.Extras[0].ID, made.Extras[1].ID
		save := func(token string, list ...fields) string {
			t.Helper()
			read()
			a := s.Do("PUT", "/console/extras/"+made.ID, token, but(group(list...), "version", made.Version))
			if a.Status == 422 && strings.Contains(a.Body, ".price") {
				return "waits"
			}
			return a.Short()
		}
		s.After(2 * time.Hour)
		// No session lasts that long, and with two owners neither acts alone.
		boss, editor = s.Staff("owner"), s.Staff("editor")
		s.Staff("owner")
		for name, list := range map[string][]fields{
			"to nothing":             {extra(small, "Small", "صغير", 5), extra(large, "Large", "كبير", 0)},
			"far":                    {extra(small, "Small", "صغير", 5), extra(large, "Large", "كبير", 49.99)},
			"exchanged names":        {extra(small, "Large", "كبير", 5), extra(large, "Small", "صغير", 100)},
			"in one language":        {extra(small, "Tiny", "كبير", 5), extra(large, "Large", "ضخم", 100)},
			"another in its place":   {extra(small, "Small", "صغير", 5), extra("", "Large", "كبير", 1)},
			"renamed and made cheap": {extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 1)},
		} {
			if got := save(editor, list...); got != "waits" {
				t.Errorf("%s: %s", name, got)
			}
		}
		if read(); made.Extras[1].Price != 100 {
			t.Fatalf("it costs %v", made.Extras[1].Price)
		}
		// In several steps.
		if got := save(editor, extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 60)); got != "200" {
			t.Fatalf("a little: %s", got)
		}
		s.After(2 * time.Hour)
		boss, editor = s.Staff("owner"), s.Staff("editor")
		two := s.Staff("owner")
		if got := save(editor, extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 40)); got != "waits" {
			t.Errorf("in steps: %s", got)
		}
		if got := save(editor, extra(small, "Large", "كبير", 5), extra(large, "Huge", "ضخم", 60)); got != "waits" {
			t.Errorf("under the name of before: %s", got)
		}
		// In another group of the store.
		twin := but(group(extra("", "Huge", "ضخم", 1)), "store_id", "sto_koshary")
		if a := s.Do("POST", "/console/extras", editor, twin,
			apptest.Header{"Idempotency-Key": id.New("key")}); a.Status != 422 {
			t.Errorf("a new group: %s", a.Short())
		}
		// The second person: not the requester, and not for another price.
		want := []fields{extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 20)}
		if got := save(editor, want...) + " " + save(editor, want...) + " " +
			save(s.Staff("editor"), want...); got != "waits waits waits" {
			t.Errorf("editors among themselves: %s", got)
		}
		if got := save(two, extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 19)); got != "waits" {
			t.Errorf("less than was asked for: %s", got)
		}
		// A person who may approve it sees it listed until it is approved.
		listed := func(token string) string {
			t.Helper()
			var list struct {
				Waits []struct {
					GroupID string `json:"group_id"`
					Changes []struct {
						Name       string
						Price, Now float64
					}
					CanDecide bool   `json:"can_decide"`
					WhyNot    string `json:"why_not"`
				}
			}
			s.Do("GET", "/console/extra-waits", token, nil).Into(t, &list)
			if len(list.Waits) == 0 {
				return "nothing"
			}
			w := list.Waits[0]
			return fmt.Sprint(len(list.Waits), " ", w.GroupID == made.ID, " ", w.Changes, " ", w.CanDecide, " ", w.WhyNot != "")
		}
		save(editor, want...)
		if got := listed(two); got != "1 true [{Huge 20 60}] true false" {
			t.Errorf("listed: %s", got)
		}
		if got := listed(s.Staff("finance")); got != "1 true [{Huge 20 60}] false false" {
			t.Errorf("listed to who cannot save it: %s", got)
		}
		if got := save(two, want...); got != "200" {
			t.Errorf("the second person: %s", got)
		}
		if got := listed(two); got != "nothing" {
			t.Errorf("still listed: %s", got)
		}
		if got := save(editor, extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 15)); got != "200" {
			t.Errorf("compared with what was let: %s", got)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM given WHERE object = $1 AND basis = 'two'`,
			"extras:"+made.ID); n != 1 {
			t.Errorf("%d in the ledger", n)
		}
		// The only owner.
		s.Exec(`UPDATE staff SET role = 'editor', owner_until = NULL WHERE role = 'owner'`)
		boss = s.Staff("owner")
		if got := save(boss, extra(small, "Small", "صغير", 5), extra(large, "Huge", "ضخم", 0)); got != "200" {
			t.Errorf("the one owner: %s", got)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND after LIKE '%"sole_owner":true%'`,
			made.ID); n != 1 {
			t.Errorf("%d lines of the one owner", n)
		}
		s.Healthy()
	})
}

// TestSizesOfAGroupAreComparedWithTheDearest: where one must be chosen, an extra that is new or renamed waits if
// another one costs over twice as much, also after the choice was optional for a moment; optional extras have
// independent prices.
func TestSizesOfAGroupAreComparedWithTheDearest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		s.Staff("owner")
		extra := func(ref, name, arabic string, price float64) fields {
			return fields{"id": ref, "name_en": name, "name_ar": arabic, "price": price, "most": 1, "preset": 0, "active": true}
		}
		for least, want := range []map[string]string{
			{"family": "200", "renamed": "200", "half": "200"},
			{"family": "422", "renamed": "422", "half": "200"},
		} {
			editor := s.Staff("editor")
			var made struct {
				ID      string
				Version int64
				Extras  []struct{ ID string }
			}
			name := []string{"Toppings", "Size"}[least]
			group := func(least int, list ...fields) fields {
				return fields{"name_en": name, "name_ar": "مجموعة", "least": least, "most": 1, "extras": list}
			}
			suffix := name
			list := []fields{extra("", "Small "+suffix, "صغير "+suffix, 0), extra("", "Large "+suffix, "كبير "+suffix, 100)}
			s.Do("POST", "/console/extras", editor, but(group(least, list...), "store_id", "sto_koshary"),
				apptest.Header{"Idempotency-Key": id.New("key")}).Into(t, &made)
			list[0]["id"], list[1]["id"] = made.Extras[0].ID, made.Extras[1].ID
			s.After(2 * time.Hour)
			editor = s.Staff("editor")
			save := func(least int, list ...fields) string {
				t.Helper()
				s.Do("GET", "/console/extras/"+made.ID, editor, nil).Into(t, &made)
				return s.Do("PUT", "/console/extras/"+made.ID, editor, but(group(least, list...), "version", made.Version)).
					Short()[:3]
			}
			for what, add := range map[string][]fields{
				"half":    {list[0], list[1], extra("", "Medium "+suffix, "وسط "+suffix, 50)},
				"renamed": {extra(made.Extras[0].ID, "Party "+suffix, "حفلة "+suffix, 0), list[1]},
				"family":  {list[0], list[1], extra("", "Family "+suffix, "عائلي "+suffix, 0)},
			} {
				if got := save(least, add...); got != want[what] {
					t.Errorf("%s, %s: %s", name, what, got)
				}
				if got := save(least, list...); got != "200" {
					t.Fatalf("%s, after %s: %s", name, what, got)
				}
			}
			if least == 1 {
				if got := save(0, list...) +
					save(0, list[0], list[1], extra("", "Family "+suffix, "عائلي "+suffix, 0)); got != "200422" {
					t.Errorf("while nobody has to choose: %s", got)
				}
			}
		}
		s.Healthy()
	})
}

// TestExtrasOfBeforeAreRemembered: an extra that was removed from a group, or renamed in it, cannot be created again
// in another group for next to nothing.
func TestExtrasOfBeforeAreRemembered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		editor := s.Staff("editor")
		extra := func(ref, name, arabic string, price float64) fields {
			return fields{"id": ref, "name_en": name, "name_ar": arabic, "price": price, "most": 1, "preset": 0, "active": true}
		}
		create := func(list ...fields) apptest.Answer {
			t.Helper()
			return s.Do("POST", "/console/extras", editor,
				fields{"store_id": "sto_koshary", "name_en": "More", "name_ar": "المزيد", "least": 0, "most": 2, "extras": list},
				apptest.Header{"Idempotency-Key": id.New("key")})
		}
		var made struct {
			ID      string
			Version int64
			Extras  []struct{ ID string }
		}
		create(extra("", "Mozzarella", "موتزاريلا", 20), extra("", "Cheese edges", "أطراف بالجبنة", 35),
			extra("", "Oregano", "زعتر", 2)).Into(t, &made)
		s.After(25 * time.Hour)
		s.Staff("owner")
		s.Staff("owner")
		editor = s.Staff("editor")
		edges, oregano := made.Extras[1].ID, made.Extras[2].ID
		a := s.Do("PUT", "/console/extras/"+made.ID, editor,
			fields{"name_en": "More", "name_ar": "المزيد", "least": 0, "most": 2, "version": made.Version,
				"extras": []fields{extra(edges, "Edges of before", "أطراف قديمة", 35), extra(oregano, "Oregano", "زعتر", 2)}})
		if a.Status != 200 {
			t.Fatal(a.Body)
		}
		for name, one := range map[string]fields{"taken out": extra("", "Mozzarella", "موتزاريلا", 0.01),
			"renamed": extra("", "Cheese edges", "أطراف بالجبنة", 0)} {
			if a := create(one); a.Status != 422 || !strings.Contains(a.Body, "extras.0.price") {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		for name, one := range map[string]fields{"half of it": extra("", "Mozzarella", "موتزاريلا", 10),
			"another": extra("", "Basil", "ريحان", 0)} {
			if a := create(one); a.Status != 200 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		s.Healthy()
	})
}
