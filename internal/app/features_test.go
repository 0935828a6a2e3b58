package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// asked are the interfaces that the program checks features for, by the name of a method.
var asked = map[string]reflect.Type{
	"Routes":        reflect.TypeFor[hasRoutes](),
	"ConsoleRoutes": reflect.TypeFor[hasConsoleRoutes](),
	"Jobs":          reflect.TypeFor[hasJobs](),
	"Erase":         reflect.TypeFor[hasErase](),
	"Export":        reflect.TypeFor[hasExport](),
	"Load":          reflect.TypeFor[hasLoad](),
	"LogNames":      reflect.TypeFor[hasLogNames](),
	"Reverts":       reflect.TypeFor[hasReverts](),
}

// TestNoFeatureIsForgotten reads the source of every feature: each one with routes, jobs, or something to load, erase
// or check is listed once, and its methods have the signatures that the loops expect.
func TestNoFeatureIsForgotten(t *testing.T) {
	listed := map[string]reflect.Type{}
	for _, one := range new(features).list() {
		if one.service == nil {
			continue
		}
		typ := reflect.TypeOf(one.service)
		if name := typ.String(); listed[name] != nil {
			t.Errorf("%s is listed twice", name)
		} else {
			listed[name] = typ
		}
	}
	source, err := os.ReadFile("features.go")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join("..", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		feature := filepath.Base(folder)
		owner := filepath.Base(filepath.Dir(folder))
		if owner == "app" || owner == "platform" && feature != "notify" || feature == "demo" {
			continue
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range parsed.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				name := fn.Name.Name
				if fn.Recv == nil {
					if name != "Load" && asked[name] != nil { // cart.Load reads one cart
						t.Errorf("%s: %s is no method of the feature's service, so no loop finds it", file, name)
					}
					if name == "Checks" {
						found[name]++
						if n := strings.Count(string(source), feature+".Checks)}") +
							strings.Count(string(source), feature+".Checks}"); n != 1 {
							t.Errorf("%s: Checks is listed %d times", file, n)
						}
					}
					continue
				}
				if asked[name] == nil {
					continue
				}
				receiver := fn.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				service := "*" + feature + "." + receiver.(*ast.Ident).Name
				if service == "*search.Index" { // its Load takes the products to index
					continue
				}
				found[name]++
				switch typ := listed[service]; {
				case typ == nil:
					t.Errorf("%s: %s of %s is not listed", file, name, service)
				case !typ.Implements(asked[name]):
					t.Errorf("%s: %s of %s has another form than %v", file, name, service, asked[name])
				}
			}
		}
	}
	for name, least := range map[string]int{"Routes": 20, "ConsoleRoutes": 15, "Jobs": 8, "Erase": 10, "Export": 17,
		"Load": 6, "Checks": 20, "LogNames": 18, "Reverts": 8} {
		if found[name] < least {
			t.Errorf("only %d features with %s were found: this test looks at nothing", found[name], name)
		}
	}
}

// TestTheOrderOfErasing checks the order that the list documents: ratings are last.
func TestTheOrderOfErasing(t *testing.T) {
	var order []string
	for _, one := range new(features).list() {
		if _, ok := one.service.(hasErase); ok {
			order = append(order, one.name())
		}
	}
	if len(order) < 10 || order[len(order)-1] != "ratings" {
		t.Errorf("ratings move the catalogue's version and are to come last: %v", order)
	}
}

// TestChecksNeedNoShop: the doctor examines a database without building one.
func TestChecksNeedNoShop(t *testing.T) {
	if n := len(Checks(time.Unix(0, 0))); n < 60 {
		t.Errorf("only %d checks", n)
	}
}
