package app_test

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestTheConsolesSearchFindsWhatSomebodyMaySee searches as every role, and lists what each must not see.
func TestTheConsolesSearchFindsWhatSomebodyMaySee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		order := s.Buy(p, "cod")
		number := apptest.Get[string](s, `SELECT number FROM orders WHERE id = $1`, order)
		phone := apptest.Get[string](s, `SELECT phone FROM users WHERE id = $1`, p.ID)
		branch := apptest.Get[string](s, `SELECT branch_id FROM orders WHERE id = $1`, order)
		s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active, stores, updated_at)
			VALUES ('cpn_1', 'SEEK10', 'percent', 1000, $1, $2, '["sto_bakala"]', 1)`, false, true)
		tokens := map[string]string{"owner": s.Staff("owner"), "manager": s.Staff("manager", branch),
			"elsewhere": s.Staff("manager", apptest.Bakala), "editor": s.Staff("editor"), "picker": s.Staff("picker", branch),
			"support": s.Staff("support"), "courier": s.Staff("courier", branch)}
		for i, store := range []string{"sto_koshary", "sto_bakala"} {
			s.Exec(`INSERT INTO extra_groups (id, store_id, name_en, name_ar, least, most, created_at, updated_at)
				VALUES ($1, $2, 'Sauces', 'صلصات', 0, 1, 1, 1)`, fmt.Sprint("xgr_", i), store)
			s.Exec(`INSERT INTO extras (id, group_id, name_en, name_ar, price, most, preset, active, sort)
				VALUES ($1, $2, 'Tahini', 'طحينة', 100, 1, 0, $3, 0)`, fmt.Sprint("ext_", i), fmt.Sprint("xgr_", i), true)
			s.Exec(`INSERT INTO menus (id, store_id, name_en, name_ar, branches, hours, categories, products, active,
				created_at, updated_at)
				VALUES ($1, $2, 'Suhoor', 'سحور', '[]', '[]', '[]', '[]', $3, 1, 1)`, fmt.Sprint("mnu_", i), store, false)
		}
		s.Exec(`UPDATE extra_groups SET archived_at = 1 WHERE id = 'xgr_0'`)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		pages := consolePages(t)
		find := func(as, q string) string {
			t.Helper()
			var found []struct {
				Kind string
				Hits []struct{ ID, Title, To string }
			}
			s.Do("GET", "/console/search?q="+url.QueryEscape(q), tokens[as], nil).Into(t, &found)
			var out []string
			for _, g := range found {
				out = append(out, fmt.Sprint(g.Kind, " ", len(g.Hits)))
				for _, h := range g.Hits {
					if !slices.ContainsFunc(pages, func(p *regexp.Regexp) bool { return p.MatchString(h.To) }) || h.Title == "" {
						t.Errorf("%s, %q: %+v", as, q, h)
					}
				}
			}
			return strings.Join(out, ", ")
		}
		bare := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(number, "W-"), "-", ""))
		for _, c := range []struct{ as, q, want string }{
			{"owner", number, "order 1"},
			{"manager", bare, "order 1"},
			{"elsewhere", number, ""},
			{"editor", number, ""},
			{"courier", number, ""}, // nothing to take out yet
			{"support", phone, "order 1, customer 1"},
			{"support", "0" + strings.TrimPrefix(phone, "+20"), "order 1, customer 1"},
			{"manager", phone, "order 1"},
			{"elsewhere", phone, ""},
			{"editor", phone, ""},
			{"owner", sku, "product 1"},
			{"support", sku, ""},
			{"elsewhere", sku, ""},
			{"owner", "seek", "coupon 1"},
			{"elsewhere", "SEEK10", "coupon 1"},
			{"manager", "SEEK10", ""},
			{"picker", "seek", ""},
			{"owner", "sauces", "extras 1"},
			{"owner", "طحينه", "extras 1"},
			{"manager", "tahini", ""},
			{"elsewhere", "tahini", "extras 1"},
			{"owner", "suhoor", "menu 2"},
			{"elsewhere", "سحور", "menu 1"},
			{"support", "suhoor", ""},
			{"support", "tahini", ""},
			{"owner", "zamalek", "branch 1, area 1"},
			{"manager", "zamalek", ""},
			{"owner", "pantry", "category 1"},
			{"editor", "مخزن", "category 1"},
			{"manager", "pantry", ""},
			{"picker", "pantry", ""},
			{"owner", "@example.com", "staff 6"},
			{"manager", "@example.com", ""},
			{"owner", "k", ""},
			{"owner", "%%", ""},
			{"owner", "' OR 1=1 --", ""},
			{"owner", strings.Repeat("ك", 80), ""},
		} {
			if got := find(c.as, c.q); got != c.want {
				t.Errorf("%s, %q: %s", c.as, c.q, got)
			}
		}
		if r := s.Do("GET", "/console/search?q="+number, p.Token, nil); r.Status != 401 {
			t.Errorf("a customer: %d %s", r.Status, r.Body)
		}
	})
}

// consolePages are the addresses of the console's pages.
func consolePages(t *testing.T) (pages []*regexp.Regexp) {
	t.Helper()
	routes, err := os.ReadFile("../../web/src/console/routes.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`path: "(/[^"]*)"`).FindAllStringSubmatch(string(routes), -1) {
		pages = append(pages, regexp.MustCompile(`^`+regexp.MustCompile(`:\w+`).ReplaceAllString(m[1], `[^/]+`)+`(#.*)?$`))
	}
	if len(pages) < 40 {
		t.Fatal("the console's pages were not found")
	}
	return pages
}

// TestAnOldOrderOfABranchIsFoundByItsPhone: newer orders of other branches, and those that a role may not see, do not
// displace it from the results.
func TestAnOldOrderOfABranchIsFoundByItsPhone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		old := s.Buy(p, "cod")
		phone := apptest.Get[string](s, `SELECT phone FROM users WHERE id = $1`, p.ID)
		for i := range 60 {
			names, values := othersOf(s, i)
			s.Exec(`INSERT INTO orders (`+names+`) SELECT `+values+` FROM orders WHERE id = $1`, old)
		}
		branch := apptest.Get[string](s, `SELECT branch_id FROM orders WHERE id = $1`, old)
		var found []struct{ Hits []struct{ ID string } }
		s.Do("GET", "/console/search?q="+url.QueryEscape(phone), s.Staff("manager", branch), nil).Into(t, &found)
		if len(found) != 1 || len(found[0].Hits) != 1 || found[0].Hits[0].ID != old {
			t.Errorf("found %+v, not %s", found, old)
		}
	})
}

// othersOf are an order's columns, and their values for a newer order of another branch.
func othersOf(s *apptest.Shop, i int) (names, values string) {
	s.TB.Helper()
	query := `SELECT name FROM pragma_table_info('orders') ORDER BY cid`
	if s.DB.Engine() == db.Postgres {
		query = `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'orders'
			AND table_schema = CURRENT_SCHEMA() ORDER BY ordinal_position`
	}
	columns := s.Lines(query)
	names = strings.Join(columns, ", ")
	for at, name := range columns {
		switch name {
		case "id", "number":
			columns[at] = fmt.Sprintf("'%s-other-%d'", name, i)
		case "branch_id":
			columns[at] = "'" + apptest.Bakala + "'"
		case "created_at":
			columns[at] = fmt.Sprintf("created_at + %d", i+1)
		}
	}
	return names, strings.Join(columns, ", ")
}
