package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// reasons reads a table of testdata: each entry and the reason why it is right.
func reasons(t *testing.T, name string, kinds ...string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if !slices.IsSorted(lines) {
		t.Errorf("%s is not sorted", name)
	}
	for _, line := range lines {
		cells := strings.Split(line, "\t")
		if len(cells) != 3 || cells[2] == "" || !slices.Contains(kinds, cells[1]) {
			t.Errorf("%s: %q says no reason, or one of another kind than %v", name, line, kinds)
			continue
		}
		rows[cells[0]] = cells[1]
	}
	return rows
}

// TestListsHavePagesOrABound: an operation that returns a list either has pages, and declares this, or
// testdata/whole_lists.tsv names what keeps it short: a rule that refuses more, the size of the request, or that the
// shop sets it up, instead of its customers or its trade.
func TestListsHavePagesOrABound(t *testing.T) {
	whole := reasons(t, "whole_lists.tsv", "rule", "asked", "set up")
	api := apptest.New(t, dbtest.New(t, db.SQLite)).App.API
	schemas := api.OpenAPI().Components.Schemas
	for _, op := range api.Routes {
		item := api.OpenAPI().Paths[op.Path]
		if op.Method != "GET" || item == nil || item.Get == nil || !answersList(schemas, item.Get) {
			continue
		}
		paged := slices.ContainsFunc(item.Get.Parameters,
			func(p *huma.Param) bool { return p.In == "query" && (p.Name == "page" || p.Name == "after") })
		switch _, listed := whole[op.ID]; {
		case paged != op.Paged:
			t.Errorf("%s takes page or after: %v, and declares pages: %v", op.ID, paged, op.Paged)
		case paged && listed:
			t.Errorf("%s has pages: take it out of whole_lists.tsv", op.ID)
		case !paged && !listed:
			t.Errorf("%s answers a whole list: give it pages (httpapi.Keyset), or say in testdata/whole_lists.tsv what keeps "+
				"it short", op.ID)
		}
		delete(whole, op.ID)
	}
	for id := range whole {
		t.Errorf("whole_lists.tsv: no list is called %s", id)
	}
}

// answersList reports whether the data of an answer is a list.
func answersList(schemas huma.Registry, op *huma.Operation) bool {
	ok := op.Responses["200"]
	if ok == nil || ok.Content["application/json"] == nil {
		return false
	}
	at := ok.Content["application/json"].Schema
	for _, name := range []string{"response", "data"} {
		if at.Ref != "" {
			at = schemas.SchemaFromRef(at.Ref)
		}
		if at = at.Properties[name]; at == nil {
			return false
		}
	}
	return at.Type == huma.TypeArray
}

var limits = regexp.MustCompile(`\bLIMIT\b( 1\b)?`)

// TestNoLimitCutsAListInSilence: for every SQL statement that reads a limited number of rows, testdata/limits.tsv
// states why no row is missed without notice.
func TestNoLimitCutsAListInSilence(t *testing.T) {
	// pages: the list continues; told: the answer reports that there are more, or how many; rule: a rule or a sweep
	// keeps it short; batch: repeated until no row is left; probe: only existence or a capped count is needed; sample:
	// a few of many are wanted.
	known := reasons(t, "limits.tsv", "pages", "told", "rule", "batch", "probe", "sample")
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		path = strings.TrimPrefix(filepath.ToSlash(path), "../")
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				limitsIn(f, path+" "+f.Name.Name, found)
				continue
			}
			for _, spec := range decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					limitsIn(v, path+" "+v.Names[0].Name, found)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for place := range found {
		if known[place] == "" {
			t.Errorf("%s reads so many rows and no more: give the list pages, or say in testdata/limits.tsv why nothing is "+
				"missed", place)
		}
		delete(known, place)
	}
	for place := range known {
		t.Errorf("limits.tsv: there is no limit in %s", place)
	}
}

// limitsIn records a place whose SQL has a limit above one.
func limitsIn(node ast.Node, place string, found map[string]bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		text, ok := n.(*ast.BasicLit)
		if ok && text.Kind == token.STRING {
			for _, m := range limits.FindAllString(text.Value, -1) {
				if m == "LIMIT" {
					found[place] = true
				}
			}
		}
		return true
	})
}

// TestListsOfTheConsoleAreReadToTheirEnd: the parts of a list, put together, are complete, without duplicates and in
// order, even if many rows have the same time.
func TestListsOfTheConsoleAreReadToTheirEnd(t *testing.T) {
	const branch = apptest.Bakala
	lists := []struct {
		path   string
		role   string
		newest bool
		insert string
		only   []string // the caller's branches; all when empty
	}{
		{"/console/refunds", "finance", false, `INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source,
			created_at, updated_at, way, user_id)
			VALUES ($1, '', $4, 100, 'cancelled', 'waiting', $1, $2, 1, 'bank', $3)`, nil},
		{"/console/wallet/credits", "finance", true, `INSERT INTO wallet_grants (id, user_id, amount, reason, state,
			asked_by, key, created_at)
			VALUES ($1, $3, 100, 'late', 'done', 'stf_x', $1, $2)`, nil},
		{"/console/returns", "owner", false, `INSERT INTO returns (id, number, user_id, branch_id, order_id, order_number,
			state, event_seq, refund_to, address,
			pickup_from, pickup_to, currency, gross, discount, delivery, refund, lang, created_at, updated_at)
			VALUES ($1, $1, $3,
			'` + branch + `', $4, 'W', 'requested', 1, 'wallet', '{}', 1, 2, 'EGP', 100, 0, 0, 100, 'en', $2, 1)`, nil},
		{"/console/quotations", "owner", false, quotation("requested"), nil},
		{"/console/quotations?state=expired", "owner", true, quotation("expired"), nil},
		{"/console/tickets?state=open", "support", false, ticket("open"), nil},
		{"/console/tickets?state=closed", "support", true, ticket("closed"), nil},
		{"/console/tickets", "support", true, ticket("answered"), nil},
		{"/console/ratings", "owner", true, `INSERT INTO ratings (id, kind, subject, branch_id, user_id, order_id, line_id,
			stars, text, version, created_at, updated_at)
			VALUES ($1, 'branch', '` + branch + `', '` + branch + `', $3, $4, $1, 5, '', 1, $2, 1)`, nil},
		{"/console/referrals", "owner", true, `INSERT INTO referrals (friend_id, id, referrer_id, code, state,
			reward_referrer, reward_friend, rate_bp,
			window_days, commission_until, created_at, updated_at) VALUES ($1, $1, $3, 'C', 'held', 1, 1, 0, 7, 0, 1, $2)`, nil},
		{"/console/messages", "owner", true, `INSERT INTO messages (id, channel, recipient, user_id, template, lang, params,
			state, created_at)
			VALUES ($1, 'sms', '+201000000001', $3, 'order_placed', 'en', '{}', 'failed', $2)`, nil},
		{"/console/media", "owner", true, `INSERT INTO media (name, title, alt_en, alt_ar, words, size, width, height,
			staff_id, created_at)
			VALUES ($1, '', '', '', '', 1, 1, 1, $3, $2)`, nil},
		{"/console/coupons", "owner", true, `INSERT INTO coupons (id, code, kind, value, first_order, active, updated_at)
			VALUES ($1, $1, 'amount', 100, FALSE, FALSE, $2)`, nil},
		{"/console/branches/" + branch + "/stock-moves?variant_id=" + apptest.Milk, "owner", true,
			`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
			VALUES ('` + branch + `', '` + apptest.Milk + `', $1, 1, 'received', $1, $2)`, nil},
		{"/console/coupons", "manager", true, `INSERT INTO coupons (id, code, kind, value, first_order, stores, active,
			updated_at)
			VALUES ($1, $1, 'amount', 100, FALSE, '["sto_bakala"]', FALSE, $2)`, []string{branch}},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		order := s.Buy(p, "cod")
		s.Exec(`DELETE FROM coupons`)
		const many = 65
		for _, list := range lists {
			want := map[string]bool{}
			for i := range many {
				id := fmt.Sprintf("x%03d", i)
				s.Exec(strings.NewReplacer("$1", "'"+id+"'", "$2", strconv.Itoa(1000+i/30), "$3", "'"+p.ID+"'", "$4",
					"'"+order+"'").Replace(list.insert))
				want[id] = true
			}
			token := s.Staff(list.role, list.only...)
			var got []string
			for after, parts := "", 0; parts == 0 || after != ""; parts++ {
				var body struct {
					Response struct {
						Data []struct{ ID, Name string }
						Meta struct{ Next string }
					}
				}
				separator := "?"
				if strings.Contains(list.path, "?") {
					separator = "&"
				}
				r := s.Do("GET", list.path+separator+"after="+after, token, nil)
				if err := json.Unmarshal([]byte(r.Body), &body); err != nil || r.Status != 200 || parts > many {
					t.Fatalf("%s: %d %s", list.path, r.Status, r.Body)
				}
				for _, one := range body.Response.Data {
					if id := cmp.Or(one.ID, one.Name); want[id] {
						got = append(got, id)
					}
				}
				after = body.Response.Meta.Next
			}
			if list.newest {
				slices.Reverse(got)
			}
			if len(got) != many || !slices.IsSorted(got) {
				t.Errorf("%s: %d of %d, or not in order: %v", list.path, len(got), many, got)
			}
			for _, table := range []string{"refunds", "wallet_grants", "returns", "quotations", "tickets", "ratings",
				"referrals", "messages", "media", "coupons", "stock_moves"} {
				if strings.Contains(list.insert, "INTO "+table+" ") {
					s.Exec(`DELETE FROM ` + table)
				}
			}
		}
	})
}

func quotation(state string) string {
	return `INSERT INTO quotations (id, number, user_id, branch_id, store_id, service_id, district_id, state, event_seq,
		version, company_name, tax_id, note, lang, created_at, updated_at)
		VALUES ($1, $1, $3, 'br_bakala_maadi', 'st', 'sv', 'maadi', '` + state + `', 1, 0, '', '', '', 'en', 1, $2)`
}

func ticket(state string) string {
	return `INSERT INTO tickets (user_id, id, number, name, phone, email, lang, subject, category, state, seq, read_seq,
		created_at, updated_at)
		VALUES ($3, $1, $1, 'Mona', '', '', 'en', 'Rice', 'order', '` + state + `', 1, 1, 1, $2)`
}

// TestTheSheetIsReadToItsEnd: every product of a branch's store appears once, also where only some are requested.
func TestTheSheetIsReadToItsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Exec(`DELETE FROM branch_prices WHERE branch_id = $1 AND variant_id <> $2`, apptest.Bakala, apptest.Milk)
		token := s.Staff("manager", apptest.Bakala)
		for query, filter := range map[string]string{
			"":               "TRUE",
			"&show=unpriced": "v.id <> '" + apptest.Milk + "'",
		} {
			var got []string
			for after, parts := "", 0; parts == 0 || after != ""; parts++ {
				var body struct {
					Response struct {
						Data []struct {
							ID string `json:"variant_id"`
						}
						Meta struct {
							Next  string
							Total int
						}
					}
				}
				r := s.Do("GET", "/console/branches/"+apptest.Bakala+"/sheet?after="+after+query, token, nil)
				if err := json.Unmarshal([]byte(r.Body), &body); err != nil || r.Status != 200 || parts > 10 {
					t.Fatalf("%q: %d %s", query, r.Status, r.Body)
				}
				for _, one := range body.Response.Data {
					got = append(got, one.ID)
				}
				after = body.Response.Meta.Next
			}
			want := s.Lines(`SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id WHERE p.store_id = 'sto_bakala'
				AND v.active AND p.archived_at IS NULL AND ` + filter + ` ORDER BY v.id`)
			slices.Sort(got)
			if len(got) <= 50 || !slices.Equal(got, want) {
				t.Errorf("%q: %d of %d", query, len(got), len(want))
			}
		}
	})
}
