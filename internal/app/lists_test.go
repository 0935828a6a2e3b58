package app_test

import (
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
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// reasons reads a table of testdata: what it is about, and why that is right.
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

// TestListsHavePagesOrABound: an operation that answers a list either goes on
// from page to page, and declares so, or testdata/whole_lists.tsv says what keeps
// it short: a rule that refuses the next, what was asked for, or that it is set up
// by the shop and not made by its customers or its trade.
func TestListsHavePagesOrABound(t *testing.T) {
	whole := reasons(t, "whole_lists.tsv", "rule", "asked", "set up")
	api := apptest.New(t, dbtest.New(t, db.SQLite)).App.API
	schemas := api.OpenAPI().Components.Schemas
	for _, op := range api.Routes {
		item := api.OpenAPI().Paths[op.Path]
		if op.Method != "GET" || item == nil || item.Get == nil || !answersList(schemas, item.Get) {
			continue
		}
		paged := slices.ContainsFunc(item.Get.Parameters, func(p *huma.Param) bool { return p.In == "query" && (p.Name == "page" || p.Name == "after") })
		switch _, listed := whole[op.ID]; {
		case paged != op.Paged:
			t.Errorf("%s takes page or after: %v, and declares pages: %v", op.ID, paged, op.Paged)
		case paged && listed:
			t.Errorf("%s has pages: take it out of whole_lists.tsv", op.ID)
		case !paged && !listed:
			t.Errorf("%s answers a whole list: give it pages (httpapi.Keyset), or say in testdata/whole_lists.tsv what keeps it short", op.ID)
		}
		delete(whole, op.ID)
	}
	for id := range whole {
		t.Errorf("whole_lists.tsv: no list is called %s", id)
	}
}

// answersList tells whether the data of an answer is a list.
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

// TestNoLimitCutsAListInSilence: wherever SQL reads so many rows and no more,
// testdata/limits.tsv says why nothing is missed.
//
//	pages   the list goes on, from page to page
//	told    the answer says that there is more, or how many there are
//	rule    there cannot be more, a rule refuses them or they are removed
//	batch   the same is asked again until nothing is left
//	probe   only whether there is any, or a capped count, is asked
//	sample  a few of many are what is wanted
func TestNoLimitCutsAListInSilence(t *testing.T) {
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
			t.Errorf("%s reads so many rows and no more: give the list pages, or say in testdata/limits.tsv why nothing is missed", place)
		}
		delete(known, place)
	}
	for place := range known {
		t.Errorf("limits.tsv: there is no limit in %s", place)
	}
}

// limitsIn notes a place whose SQL has a limit above one.
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

// TestFinanceSeesEveryRefundAndCredit: parts of the lists of money that waits,
// put together, are all of it, however much came in one moment.
func TestFinanceSeesEveryRefundAndCredit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		order := s.Buy(p, "cod")
		const many = 45
		for i := range many {
			id := fmt.Sprintf("%03d", i)
			s.Exec(`INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source, created_at, updated_at, way, user_id)
				VALUES ($1, '', $2, 100, 'cancelled', $3, $1, $4, 1, 'bank', $5)`, "rfd_"+id, order, []string{"waiting", "failed"}[i%2], int64(1000+i/20), p.ID)
			s.Exec(`INSERT INTO wallet_grants (id, user_id, amount, reason, state, asked_by, key, created_at)
				VALUES ($1, $2, 100, 'late', 'done', 'stf_x', $1, $3)`, "crd_"+id, p.ID, int64(1000+i/20))
		}
		token := s.Staff("finance")
		for path, backwards := range map[string]bool{"/console/refunds": false, "/console/wallet/credits": true} {
			var got []string
			for after, parts := "", 0; parts == 0 || after != ""; parts++ {
				var body struct {
					Response struct {
						Data []struct{ ID string }
						Meta struct{ Next string }
					}
				}
				r := s.Do("GET", path+"?after="+after, token, nil)
				if err := json.Unmarshal([]byte(r.Body), &body); err != nil || r.Status != 200 || parts > many {
					t.Fatalf("%s: %d %s", path, r.Status, r.Body)
				}
				for _, one := range body.Response.Data {
					got = append(got, one.ID[4:])
				}
				after = body.Response.Meta.Next
			}
			if backwards {
				slices.Reverse(got)
			}
			if len(got) != many || !slices.IsSorted(got) {
				t.Errorf("%s: %d of %d, or not in order: %v", path, len(got), many, got)
			}
		}
	})
}
