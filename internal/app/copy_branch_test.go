package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestABranchIsMadeLikeAnother: hours, delivery, menus, prices and stock settings are copied as chosen, in one
// transaction with one line in the log; nothing else is copied.
func TestABranchIsMadeLikeAnother(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		line := func(query string) string { return strings.Join(s.Lines(query), "\n") }
		from := line(`SELECT MIN(bp.branch_id) FROM branch_prices bp JOIN delivery_zones z ON z.branch_id = bp.branch_id`)
		store := line(`SELECT store_id FROM branches WHERE id = '` + from + `'`)
		other := line(`SELECT MIN(id) FROM stores WHERE id <> '` + store + `'`)
		s.Exec(`UPDATE branches SET hours = '[{"day":3,"open":"07:00","close":"09:00"}]', minimum_order = 7100,
			free_from = 9900, accept_minutes = 23,
			slot_capacity = 4, pickup_minutes = 17, delivery_minutes = 33, switched_closed = TRUE WHERE id = '` + from + `'`)
		s.Exec(`UPDATE stock SET counted = FALSE, warn_at = 6 WHERE branch_id = '` + from + `'`)
		s.Exec(`INSERT INTO branch_exceptions (branch_id, day, hours) VALUES ('` + from + `', '2199-01-01', '[]'), ('` +
			from + `', '1999-01-01', '[]')`)
		s.Exec(`INSERT INTO menus (id, store_id, name_en, name_ar, branches, hours, categories, products, active, created_at,
			updated_at)
			VALUES ('men_one', '` + store + `', 'Breakfast', 'إفطار', '["` + from + `"]', '[]', '[]', '[]', TRUE, 1, 1)`)
		create := func(change fields) apptest.Answer {
			body := fields{"store": store, "name_en": "Second", "name_ar": "الثاني", "district": "maadi", "copy_from": from,
				"copy": []string{"hours", "delivery", "menus", "prices", "stock"}}
			for k, v := range change {
				body[k] = v
			}
			return s.Do("POST", "/console/branches", boss, body, apptest.Key(id.New("key")))
		}
		before := line(`SELECT COUNT(*) FROM branches`)
		for want, change := range map[string]fields{
			"422 copy_other_store": {"store": other},
			"422 one_of":           {"copy_from": "br_nobody"},
		} {
			if a := create(change); a.Short() != want {
				t.Errorf("%v: %s, want %s", change, a.Short(), want)
			}
		}
		if now := line(`SELECT COUNT(*) FROM branches`); now != before {
			t.Errorf("a refused copy left a branch: %s, was %s", now, before)
		}
		var made struct{ ID string }
		create(nil).Into(t, &made)
		same := func(what, query string) {
			t.Helper()
			was, is := line(strings.ReplaceAll(query, "?", from)), line(strings.ReplaceAll(query, "?", made.ID))
			if was != is || was == "" {
				t.Errorf("%s: %q, the other branch has %q", what, is, was)
			}
		}
		same("profile", `SELECT hours || minimum_order || ' ' || free_from || ' ' || accept_minutes || ' ' || slot_capacity
			|| ' ' || pickup_minutes || ' ' ||
			delivery_minutes FROM branches WHERE id = '?'`)
		same("days", `SELECT day FROM branch_exceptions WHERE branch_id = '?' AND day > '2100'`)
		same("zones", `SELECT district_id || priority || ' ' || fee || ' ' || minutes || shape FROM delivery_zones
			WHERE branch_id = '?' ORDER BY 1`)
		same("prices", `SELECT variant_id || ' ' || price || ' ' || CASE WHEN active THEN 1 ELSE 0 END FROM branch_prices
			WHERE branch_id = '?' ORDER BY 1`)
		same("stock", `SELECT variant_id || ' ' || warn_at || ' ' || CASE WHEN counted THEN 1 ELSE 0 END FROM stock
			WHERE branch_id = '?' ORDER BY 1`)
		for what, query := range map[string]string{
			"quantities":   `SELECT COUNT(*) FROM stock WHERE branch_id = '?' AND (on_hand > 0 OR reserved > 0)`,
			"offers":       `SELECT COUNT(*) FROM branch_prices WHERE branch_id = '?' AND offer_price IS NOT NULL`,
			"days gone by": `SELECT COUNT(*) FROM branch_exceptions WHERE branch_id = '?' AND day < '2000'`,
			"the switch":   `SELECT COUNT(*) FROM branches WHERE id = '?' AND switched_closed`,
		} {
			if n := line(strings.ReplaceAll(query, "?", made.ID)); n != "0" {
				t.Errorf("%s went along: %s", what, n)
			}
		}
		if menu := line(`SELECT branches FROM menus WHERE id = 'men_one'`); !strings.Contains(menu, made.ID) ||
			!strings.Contains(menu, from) {
			t.Errorf("the menu is served at %s", menu)
		}
		if log := line(`SELECT after FROM audit_log WHERE action = 'branch.copy'`); !strings.Contains(log, from) ||
			strings.Count(log, "\n") != 0 {
			t.Errorf("the log says %q", log)
		}
		// A partial copy: only hours, also from another store's branch.
		create(fields{"store": other, "copy": []string{"hours"}, "delivery_minutes": 50}).Into(t, &made)
		if got := line(`SELECT hours || ' ' || minimum_order || ' ' || delivery_minutes FROM branches WHERE id = '` +
			made.ID + `'`); got != `[{"day":3,"open":"07:00","close":"09:00"}] 0 50` {
			t.Errorf("hours alone: %s", got)
		}
		if n := line(`SELECT COUNT(*) FROM delivery_zones WHERE branch_id = '` + made.ID + `'`); n != "0" {
			t.Errorf("areas went along unasked: %s", n)
		}
	})
}
