package app_test

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestOneStepMakesAShopsFirstBranch: service, store, branch, hours and the area around it are one form, created
// completely or not at all, and a branch without a name gets its area's.
func TestOneStepMakesAShopsFirstBranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		count := func() string {
			return s.Lines(`SELECT (SELECT COUNT(*) FROM services) || ' ' || (SELECT COUNT(*)
				FROM stores) || ' ' || (SELECT COUNT(*) FROM branches) || ' ' || (SELECT COUNT(*) FROM delivery_zones)`)[0]
		}
		send := func(body fields) apptest.Answer {
			return s.Do("POST", "/console/first-branch", boss, body, apptest.Key(id.New("key")))
		}
		before := count()
		for field, body := range map[string]fields{
			"kind": but(firstBody(), "kind", "blue"), "store_en": but(but(firstBody(), "store_ar", ""), "store_en", " "),
			"phone":    but(firstBody(), "phone", "12"),
			"district": but(firstBody(), "district", "nowhere"), "minutes": but(firstBody(), "minutes", -1),
			"fee":          but(firstBody(), "fee", -1),
			"hours.0.open": but(firstBody(), "hours", []fields{{"day": 1, "open": "ten", "close": "12:00"}}),
		} {
			if a := send(body); a.Status != 422 || !strings.Contains(a.Body, `"`+field+`"`) {
				t.Errorf("%s: %d %s", field, a.Status, a.Body)
			}
			if now := count(); now != before {
				t.Errorf("%s left something behind: %s, was %s", field, now, before)
			}
		}
		var made struct {
			ID      string
			NameEN  string `json:"name_en"`
			Zones   int64
			Service struct{ ID, Name string }
			Store   struct{ Name string }
		}
		body := but(but(firstBody(), "name_en", ""), "name_ar", "")
		delete(body, "district")
		send(body).Into(t, &made)
		if made.NameEN != "Corner – Maadi" || made.Zones != 1 {
			t.Errorf("%+v", made)
		}
		line := s.Lines(`SELECT k.name_en || ' ' || k.tint || ' ' || k.promise || ' ' || st.name_en || ' ' || z.district_id
			|| ' ' || z.fee || ' ' || z.minutes || ' ' || b.hours FROM branches b
			JOIN stores st ON st.id = b.store_id JOIN services k ON k.id = b.service_id
			JOIN delivery_zones z ON z.branch_id = b.id WHERE b.id = '` + made.ID + `'`)
		if want := `Groceries grocery minutes Corner maadi 1500 40 [{"day":1,"open":"10:00","close":"02:00"}]`; len(
			line) != 1 || line[0] != want {
			t.Errorf("made: %v, want %s", line, want)
		}
		for _, action := range []string{"service.create", "store.create", "branch.create", "branch.hours", "branch.zones"} {
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = $1`, action); n != 1 {
				t.Errorf("%d lines of %s", n, action)
			}
		}
	})
}

// TestTheFirstBranchIsMadeOnce: two tabs that send the form at the same moment, each with its own key, create only
// one branch.
func TestTheFirstBranchIsMadeOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		before := apptest.Get[int](s, `SELECT COUNT(*) FROM branches`)
		got := apptest.Burst(4, 4, func(int) string {
			a := s.Do("POST", "/console/first-branch", boss, firstBody(), apptest.Key(id.New("key")))
			return fmt.Sprint(a.Status, a.Code())
		})
		if now := apptest.Get[int](s, `SELECT COUNT(*) FROM branches`); got["200"] != 1 || got["409first_made"] != 3 ||
			now != before+1 {
			t.Errorf("%v, %d branches more", got, now-before)
		}
	})
}
