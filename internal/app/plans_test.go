package app_test

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestListsReadAlongAnIndex requests the first part of every list with continuation, in each of its orders, for staff
// of the whole shop and of one branch, and checks that the database reads it along an index: no table is read whole
// and no rows are sorted. testdata/sorted_lists.tsv justifies the exceptions.
func TestListsReadAlongAnIndex(t *testing.T) {
	// few: the list selects from few rows (open work, or rows limited by a rule); one: it sorts the rows of one object;
	// branch: it sorts the rows of the caller's branches.
	sorted := reasons(t, "sorted_lists.tsv", "few", "one", "branch")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		type question struct {
			query string
			args  []any
		}
		var mu sync.Mutex
		var asked []question
		counts := &db.Counts{Asked: func(query string, args []any) {
			if strings.Contains(query, "ORDER BY") && strings.Contains(query, "LIMIT") {
				mu.Lock()
				defer mu.Unlock()
				asked = append(asked, question{query, args})
			}
		}}
		s := apptest.New(t, db.Counted(d, counts))
		s.Exec(`INSERT INTO imports (id, file, format, staff_id, rows_read, counts, started_at, state, stored, rows_in,
			header, columns)
			VALUES ('imp_listed', 'a.csv', 'csv', '', 0, '{}', 0, 'done', '', 0, '[]', '[]')`)
		customer := s.Customer().Token
		callers := []struct{ name, token string }{{"", s.Staff(string(team.Owner))},
			{" of a branch", s.Staff(string(team.Manager), apptest.Koshary)}}
		left := map[string]bool{}
		for id := range sorted {
			left[id] = true
		}
		for _, op := range s.App.API.Routes {
			item := s.App.API.OpenAPI().Paths[op.Path]
			if op.Method != "GET" || item == nil || item.Get == nil || !takes(item.Get, "after") {
				continue
			}
			for _, who := range callers {
				name, token := op.ID+who.name, who.token
				if op.Audience != httpapi.Staff {
					token = customer
				}
				mu.Lock()
				asked = nil
				mu.Unlock()
				for _, order := range append(ordersOf(item.Get), alsoAsked[op.ID]...) {
					path := strings.NewReplacer("{id}", listed[op.ID].id).Replace(op.Path) + "?" + listed[op.ID].query + order
					if a := s.Send("GET", path, token, nil); a.Status != 200 &&
						!(who.name != "" && (a.Status == 403 || a.Status == 404)) {
						t.Errorf("%s: %s: %s", name, path, a.Short())
					}
				}
				mu.Lock()
				questions := slices.Clone(asked)
				mu.Unlock()
				bad := ""
				if len(questions) == 0 && who.name == "" {
					bad = "it asks for no part of a list"
				}
				for _, q := range questions {
					if plan := dbtest.Plan(t, d, q.query, q.args); wasteful(plan) {
						bad = q.query + "\n" + plan
					}
				}
				if _, may := sorted[name]; bad != "" && !may {
					t.Errorf("%s reads or sorts more than it shows:\n%s", name, bad)
				}
				if bad != "" {
					delete(left, name)
				}
			}
		}
		for id := range left {
			t.Errorf("sorted_lists.tsv: %s reads along an index, or is no list", id)
		}
	})
}

// alsoAsked are filters with which a list uses another query.
var alsoAsked = map[string][]string{"console-list-customers": {"q=mona", "state=blocked"}}

// listed names objects that must exist for a list that belongs to one.
var listed = map[string]struct{ id, query string }{
	"console-branch-sheet":     {id: apptest.Koshary},
	"console-stock-moves":      {id: apptest.Koshary, query: "variant_id=" + apptest.Small},
	"console-list-import-rows": {id: "imp_listed"},
}

func takes(op *huma.Operation, name string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
}

// ordersOf returns the orders in which a list can be requested, as its address states them.
func ordersOf(op *huma.Operation) []string {
	for _, p := range op.Parameters {
		if p.In == "query" && p.Name == "sort" && p.Schema != nil && len(p.Schema.Enum) > 0 {
			all := []string{""}
			for _, one := range p.Schema.Enum {
				all = append(all, "&sort="+one.(string))
			}
			return all
		}
	}
	return []string{""}
}

// Signs that a plan reads a whole table or sorts: of SQLite, and of PostgreSQL.
var (
	wholeTable = regexp.MustCompile(`(?m)^SCAN (\w+)$|Seq Scan`)
	sortedRows = regexp.MustCompile(`(?m)USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY|^\s*(->)?\s*(Incremental )?Sort\b`)
)

// wasteful reports whether a plan reads a whole table or sorts the rows it read.
func wasteful(plan string) bool { return wholeTable.MatchString(plan) || sortedRows.MatchString(plan) }
