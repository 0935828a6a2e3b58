package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestListsInTheShopsOrderAreReadToTheirEnd: the parts of a list that owners sort, put together, are complete,
// without duplicates and in order, also after a search or a restriction to branches.
func TestListsInTheShopsOrderAreReadToTheirEnd(t *testing.T) {
	t.Parallel()
	const many = 260 // more than one part
	numbers := fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT 'x' || (1000 + i), `, many-1)
	const name = `CASE WHEN i % 2 = 0 THEN 'Even' ELSE 'Odd' END, `
	lists := []struct{ path, insert string }{
		{"/console/services", `INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint,
			promise, active, sort) ` +
			numbers + `'x' || i, ` + name + `'', '', '', '', 'food', 'days', FALSE, 1000 + i / 30 FROM n`},
		{"/console/stores", `INSERT INTO stores (id, slug, service_id, name_en, name_ar, image, main_branch_id, active,
			sort) ` +
			numbers + `'x' || i, 'svc_food', ` + name + `'', '', '', FALSE, 1000 + i / 30 FROM n`},
		{"/console/branches", `INSERT INTO branches (id, slug, store_id, service_id, name_en, name_ar, address_en,
			address_ar, phone, district_id, lat_e6, lng_e6, hours,
			switched_closed, minimum_order, delivery_minutes, active, sort) ` +
			numbers + `'x' || i, 'sto_koshary', 'svc_food', ` + name +
			`'', '', '', '', 'maadi', 1, 1, '[]', FALSE, 0, 30, FALSE, 1000 + i / 30 FROM n`},
		{"/console/districts", `INSERT INTO districts (id, governorate_id, name_en, name_ar, lat_e6, lng_e6, outline, active,
			sort) ` +
			numbers + `CASE WHEN i < 130 THEN 'cairo' ELSE 'giza' END, ` + name + `'', 1, 1, '[]', FALSE, 1000 + i / 30 FROM n`},
		{"/console/hours", `INSERT INTO hour_ranges (id, name_en, name_ar, starts_on, ends_on, hours) ` +
			numbers + name + `'', '20' || (99 - i / 30) || '-01-01', '2099-12-31', '[]' FROM n`},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		for _, list := range lists {
			s.Exec(list.insert)
		}
		s.Exec(`INSERT INTO hour_range_branches (range_id, branch_id) SELECT id, CASE
			WHEN name_en = 'Odd' THEN 'br_koshary_maadi' ELSE 'br_bakala_maadi' END FROM hour_ranges WHERE id LIKE 'x%'`)
		owner := s.Staff("owner")
		read := func(path, token string) (got []string) {
			t.Helper()
			separator := "?"
			if strings.Contains(path, "?") {
				separator = "&"
			}
			for after, parts := "", 0; parts == 0 || after != ""; parts++ {
				var body struct {
					Response struct {
						Data []struct{ ID string }
						Meta struct{ Next string }
					}
				}
				r := s.Do("GET", path+separator+"after="+after, token, nil)
				if err := json.Unmarshal([]byte(r.Body), &body); err != nil || r.Status != 200 || parts > many ||
					len(body.Response.Data) > 50 {
					t.Fatalf("%s: %d of %d: %.300s", path, len(body.Response.Data), r.Status, r.Body)
				}
				for _, one := range body.Response.Data {
					if strings.HasPrefix(one.ID, "x1") {
						got = append(got, one.ID)
					}
				}
				after = body.Response.Meta.Next
			}
			return got
		}
		complete := func(path, token string, every int) {
			t.Helper()
			if got := read(path, token); len(got) != many/every || !slices.IsSorted(got) {
				t.Errorf("%s: %d of %d, or not in order: %v", path, len(got), many/every, got)
			}
		}
		for _, list := range lists {
			complete(list.path, owner, 1)
			if list.path != "/console/hours" {
				complete(list.path+"?q=odd", owner, 2)
				complete(list.path+"?state=hidden", owner, 1)
				if got := read(list.path+"?state=shown", owner); len(got) != 0 {
					t.Errorf("%s: hidden ones are among those that are shown: %v", list.path, got)
				}
			}
			if a := s.Do("GET", list.path+"?after=nonsense", owner, nil); a.Status != 422 {
				t.Errorf("%s after nonsense: %s", list.path, a.Short())
			}
		}
		complete("/console/districts?governorate=giza", owner, 2)
		complete("/console/hours", s.Staff("manager", apptest.Koshary), 2)
		if got := read("/console/branches", s.Staff("manager", "x1007", "x1255")); !slices.Equal(got,
			[]string{"x1007", "x1255"}) {
			t.Errorf("a manager of two sees %v", got)
		}
	})
}
