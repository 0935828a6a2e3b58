package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// domains lists the folders of internal besides platform and app, lowest first: a domain imports only the domains
// before it, and the platform. TestTheMapIsTrue compares the list with the folders and with docs/architecture.md.
var domains = []string{"identity", "locations", "catalogue", "money", "marketing", "ordering", "aftersales",
	"operations"}

// ownerOf names the feature that a file below internal belongs to: app, platform, or a
// folder of a domain. The file that explains a domain belongs to the domain.
func ownerOf(file string) string {
	parts := strings.Split(strings.TrimPrefix(filepath.ToSlash(file), "../"), "/")
	if len(parts) > 1 && slices.Contains(domains, parts[0]) && !strings.HasSuffix(parts[1], ".go") {
		return parts[1]
	}
	return parts[0]
}

func TestDomainsImportDownwardsOnly(t *testing.T) {
	level := map[string]int{"platform": -1, "app": len(domains)}
	for i, name := range domains {
		level[name] = i
	}
	seen := 0
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		domain, _, _ := strings.Cut(strings.TrimPrefix(filepath.ToSlash(file), "../"), "/")
		own, ok := level[domain]
		if !ok {
			t.Errorf("%s: %q is no domain", file, domain)
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			inner, ok := strings.CutPrefix(imported, "wekala/internal/")
			if !ok {
				continue
			}
			seen++
			if other, _, _ := strings.Cut(inner, "/"); level[other] > own {
				t.Errorf("%s: %s imports %s, which is above it", file, domain, inner)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 1000 {
		t.Errorf("only %d imports were read", seen)
	}
}

// Only the database package may import a driver, and the test that fills a database before the program opens it.
func TestDriversStayInDB(t *testing.T) {
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		rel := filepath.ToSlash(file)
		if strings.HasPrefix(rel, path.Join("..", "platform/db")) {
			return nil
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, driver := range []string{`"github.com/jackc/`, `"modernc.org/sqlite`, `"database/sql"`} {
			if strings.Contains(string(source), driver) && !strings.Contains(rel, "arch_test") &&
				rel != "../app/frozen_test.go" {
				t.Errorf("%s imports %s", rel, strings.Trim(driver, `"`))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoTestServerInTheProgram checks that test helpers (a fake server, a settable clock) are not part of the
// program: in-process callers of the API use their own caller, and only the demo sets past times. Packages whose name
// ends with test are for tests.
func TestNoTestServerInTheProgram(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if strings.HasSuffix(entry.Name(), "test") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		seen++
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(filepath.ToSlash(file), "../")
		for _, only := range []string{`"net/http/httptest"`, `"testing"`, "clock.NewFake("} {
			if strings.Contains(string(source), only) && (only != "clock.NewFake(" || ownerOf(rel) != "demo") {
				t.Errorf("%s has %s", rel, only)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 200 {
		t.Errorf("only %d files were read", seen)
	}
}

// notMoney names the fields and parameters of features that are floats. Each is a degree, a distance, a rating out of
// five or a rank, never an amount.
var notMoney = []string{"Lat", "Lng", "lat", "lng", "Shape", "Average"}

// TestNoFloatIsMoney checks that features keep amounts and rates as integers (platform/money): all other floats are
// listed in notMoney. Search ranks and places measure the earth in floats of many names, and hold no amounts.
func TestNoFloatIsMoney(t *testing.T) {
	floats := 0
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{"platform", "search", "places", "data"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || !holdsFloat(field.Type) {
				return true
			}
			for _, name := range field.Names {
				floats++
				if !slices.Contains(notMoney, name.Name) {
					t.Errorf("%s: %s is a float: money.Major, money.Percent or minor units hold it exactly", file, name.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if floats == 0 {
		t.Error("no float was found at all, not even a degree: this test looks at nothing")
	}
}

// holdsFloat reports whether a type is a float, or points to or lists one.
func holdsFloat(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "float64" || e.Name == "float32"
	case *ast.StarExpr:
		return holdsFloat(e.X)
	case *ast.ArrayType:
		return holdsFloat(e.Elt)
	case *ast.MapType:
		return holdsFloat(e.Value)
	}
	return false
}

// TestTransactionsCanBeRepeated checks that functions passed to InTx, which may run twice, do not overwrite outer
// variables that they read: the second run would begin with the state that the first one left.
func TestTransactionsCanBeRepeated(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			method, isMethod := call.Fun.(*ast.SelectorExpr)
			fn, isLiteral := call.Args[1].(*ast.FuncLit)
			if isMethod && isLiteral && method.Sel.Name == "InTx" {
				seen++
				for _, name := range overwritten(fn) {
					t.Errorf("%s: a transaction reads %s and overwrites it: repeated, it begins with another", file, name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d transactions were found", seen)
	}
}

// overwritten lists outer variables that a function reads before it assigns them.
func overwritten(fn *ast.FuncLit) []string {
	own, targets := map[string]bool{"err": true}, map[*ast.Ident]bool{}
	set, read := map[string]token.Pos{}, map[string]token.Pos{}
	earliest := func(at map[string]token.Pos, name string, pos token.Pos) {
		if before, known := at[name]; !known || pos < before {
			at[name] = pos
		}
	}
	declare := func(e ast.Expr) {
		if name, ok := e.(*ast.Ident); ok {
			own[name.Name] = true
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				declare(name)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				declare(name)
			}
		case *ast.RangeStmt:
			declare(n.Key)
			declare(n.Value)
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				name, ok := to.(*ast.Ident)
				if ok && n.Tok == token.DEFINE {
					declare(name)
				}
				if !ok || n.Tok != token.ASSIGN {
					continue
				}
				targets[name] = true
				if i < len(n.Rhs) {
					if emptied, ok := n.Rhs[i].(*ast.SliceExpr); ok { // list = list[:0]
						declare(emptied.X)
					}
				}
				earliest(set, name.Name, n.End())
			}
		}
		return true
	})
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if field, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := field.X.(*ast.Ident); ok {
				earliest(read, name.Name, name.Pos())
				return false
			}
		}
		if name, ok := n.(*ast.Ident); ok && !targets[name] {
			earliest(read, name.Name, name.Pos())
		}
		return true
	})
	var found []string
	for name, at := range set {
		if before, ok := read[name]; ok && before < at && !own[name] {
			found = append(found, name)
		}
	}
	return found
}

// TestOneFeatureWritesATable checks that each table has one owner: all other features ask the owner for changes.
// Packages that create demo shops write rows of all tables.
func TestOneFeatureWritesATable(t *testing.T) {
	write := regexp.MustCompile(`(?:\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+|versions\.Table\{Name: ")([a-z_]+)[\s"]`)
	writers := map[string]map[string]bool{}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(filepath.ToSlash(file), "../")
		owner := ownerOf(rel)
		if entry.IsDir() {
			if owner == "demo" || strings.HasSuffix(entry.Name(), "test") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		if owner == "platform" {
			owner = path.Dir(rel)
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, found := range write.FindAllStringSubmatch(string(source), -1) {
			if writers[found[1]] == nil {
				writers[found[1]] = map[string]bool{}
			}
			writers[found[1]][owner] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(writers) < 40 {
		t.Errorf("only %d tables are written to", len(writers))
	}
	for table, by := range writers {
		if len(by) > 1 {
			t.Errorf("%s is written by %v", table, slices.Sorted(maps.Keys(by)))
		}
	}
}

// Each feature that changes its in-memory data reloads it, one load at a time: otherwise an older load could replace
// a newer one and stay in force.
func TestOneReadingAtATime(t *testing.T) {
	begins := regexp.MustCompile(`(?m)^func \(s \*Service\) Load\(ctx context\.Context\) error \{\n(.*)\n(.*)\n`)
	seen := 0
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, found := range begins.FindAllStringSubmatch(string(source), -1) {
			seen++
			if found[1] != "\ts.loading.Lock()" || found[2] != "\tdefer s.loading.Unlock()" {
				t.Errorf("%s reads without s.loading", filepath.ToSlash(file))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 11 {
		t.Errorf("only %d services were seen", seen)
	}
}

// wiring lists the files of this package and what each of them assembles. Decisions about the shop belong to
// features.
var wiring = map[string]string{
	"app.go":      "a node",
	"backups.go":  "what examining and restoring a backup must know of the program",
	"demo.go":     "the nodes that the demo tells its history to",
	"doctor.go":   "a database as it is, to examine it",
	"features.go": "the features",
	"gateways.go": "gateways and carriers that the environment names",
	"imports.go":  "imports for the commands",
	"root.go":     "paths and what answers them",
	"serve.go":    "servers",
	"uploads.go":  "where uploaded pictures are",
}

// TestAppOnlyWires checks that this package has no other files, and sends the database nothing but a ping.
func TestAppOnlyWires(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	statement := regexp.MustCompile(`\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [a-z0-9*]`)
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		found++
		if wiring[file] == "" {
			t.Errorf("%s: this package only joins features; what decides something belongs to one of them", file)
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range statement.FindAllString(strings.ReplaceAll(string(source), `"SELECT 1"`, ""), -1) {
			t.Errorf("%s asks a table (%q); the feature that owns it is to be asked", file, sql)
		}
	}
	if found != len(wiring) {
		t.Errorf("%d of %d files are there", found, len(wiring))
	}
}
