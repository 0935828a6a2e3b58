package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// interpreters lists the places where composed text is executed, matched or requested, and why none of it is user
// input. A new place must be added here with its reason.
var interpreters = map[string]string{
	"os/exec internal/platform/db/pgtools.go": "pg_dump and its like, found by the machine's owner; arguments are the " +
		"program's, one by one, through no shell",

	"html/template internal/platform/httpapi/docs.go":          "a constant",
	"html/template internal/operations/devtexts/devtexts.go":   "a constant",
	"html/template internal/ordering/payments/sandbox/page.go": "a constant",
	"html/template internal/platform/notify/outbox.go":         "a constant",
	"html/template internal/platform/notify/render.go":         "a constant; texts are put in as values",

	"regexp internal/operations/messaging/carriers.go": "accepted answers of known carriers, from the program's own " +
		"carriers.json",
	"regexp internal/platform/ssr/address.go": "kinds of parameters, declared in the web's own parameters.json",

	"sql internal/identity/auth/people.go":     "numbers of parameters",
	"sql internal/operations/demo/large.go":    "numbers the demo counts with",
	"sql internal/identity/media/store.go":     "numbers of parameters",
	"sql internal/ordering/orders/history.go":  "numbers of parameters",
	"sql internal/platform/export/export.go":   "tables and columns that features declare as constants",
	"sql internal/aftersales/ratings/store.go": "numbers of parameters",
	"sql internal/aftersales/returns/store.go": "numbers of parameters",

	"HTML web/src/ui/Later.tsx":                    "the empty text, where the server's drawing stands",
	"HTML web/src/storefront/render/attributes.ts": "a property that the renderer knows, and no component draws with",
	"HTML web/src/storefront/render/render.ts":     "a property that the renderer knows, and no component draws with",

	"RegExp web/src/backoffice/outline.ts":                          "a constant",
	"RegExp web/src/lib/match.ts":                                   "paths of routes",
	"RegExp web/src/lib/parameters.ts":                              "parameters.json",
	"RegExp web/src/features/locations/branches/console/mapLink.ts": "a constant",
}

// TestNothingTypedIsRun: commands, templates, patterns and statements are composed of the program's own text, and
// user input is only a value in them. No decoder creates types that the sender chooses, and no script is built from
// text.
func TestNothingTypedIsRun(t *testing.T) {
	root := filepath.Join("..", "..")
	found := map[string]bool{}
	note := func(what, path string) {
		rel, _ := filepath.Rel(root, path)
		key := what + " " + filepath.ToSlash(rel)
		if found[key] = true; interpreters[key] == "" {
			t.Errorf("%s: say why nothing typed gets there", key)
		}
	}
	sql := regexp.MustCompile(`(?i)\b(select|insert into|update|delete from|order by)\b`)
	for _, dir := range []string{"internal", "cmd"} {
		eachFile(t, filepath.Join(root, dir), ".go", func(path string) {
			if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "dbtest") {
				return
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				switch name := strings.Trim(i.Path.Value, `"`); name {
				case "os/exec", "html/template":
					note(name, path)
				case "text/template", "plugin", "encoding/gob", "unsafe", "net/smtp":
					t.Errorf("%s uses %s", path, name)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				f, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				pkg, _ := f.X.(*ast.Ident)
				literal := isLiteral(call.Args[0])
				switch {
				case pkg != nil && pkg.Name == "regexp" && strings.Contains(f.Sel.Name, "Compile") && !literal:
					note("regexp", path)
				case pkg != nil && pkg.Name == "fmt" && f.Sel.Name == "Sprintf" && sql.MatchString(texts1(call.Args[0])):
					note("sql", path)
				}
				return true
			})
		})
	}
	script := regexp.MustCompile(
		`\beval\(|new Function\(|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|srcdoc|setTimeout\(\s*["'` + "`" +
			`]`)
	pattern, inner := regexp.MustCompile(`new RegExp\(`), regexp.MustCompile(`dangerouslySetInnerHTML`)
	for _, ext := range []string{".ts", ".tsx"} {
		eachFile(t, filepath.Join(root, "web", "src"), ext, func(path string) {
			if strings.Contains(path, ".test.") || strings.Contains(filepath.ToSlash(path), "/testing/") {
				return
			}
			text := read(t, path)
			if what := script.FindString(text); what != "" {
				t.Errorf("%s makes a script or a page of a text: %s", path, what)
			}
			if pattern.MatchString(text) {
				note("RegExp", path)
			}
			if inner.MatchString(text) {
				note("HTML", path)
			}
		})
	}
	for key := range interpreters {
		if !found[key] {
			t.Errorf("%s is not there any more", key)
		}
	}
}

// texts1 is the value of an expression composed of literals.
func texts1(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value
	case *ast.BinaryExpr:
		return texts1(e.X) + texts1(e.Y)
	}
	return ""
}

// isLiteral reports whether an expression is composed only of literals and names of constants.
func isLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.BinaryExpr:
		return isLiteral(e.X) && isLiteral(e.Y)
	}
	return false
}

func eachFile(t *testing.T, root, ext string, see func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && slices.Contains([]string{"node_modules", "dist"}, e.Name()) {
			return fs.SkipDir
		}
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ext) {
			see(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPasswordFieldsAreMasked: passwords are masked while typing, password managers can fill and save them, and
// pasting is allowed.
func TestPasswordFieldsAreMasked(t *testing.T) {
	root := filepath.Join("..", "..", "web", "src")
	field := regexp.MustCompile(`field\("\w*[pP]assword\w*"\)`)
	shared := regexp.MustCompile(`\{\.\.\.(\w+)\}`)
	fields := 0
	eachFile(t, root, ".tsx", func(path string) {
		if strings.Contains(path, ".test.") {
			return
		}
		text := read(t, path)
		for _, at := range field.FindAllStringIndex(text, -1) {
			begin, end := strings.LastIndex(text[:at[0]], "<"), strings.Index(text[at[1]:], "/>")
			if begin < 0 || end < 0 || !strings.HasPrefix(text[begin:], "<TextInput") {
				continue // of a list of fields, not the field
			}
			fields++
			one := shared.ReplaceAllStringFunc(text[begin:at[1]+end], func(spread string) string {
				if said := regexp.MustCompile(`const ` + shared.FindStringSubmatch(spread)[1] + ` = \{([^}]*)\}`).
					FindStringSubmatch(text); said != nil {
					return strings.NewReplacer(`: "`, `="`).Replace(said[1])
				}
				return spread
			})
			if !strings.Contains(one, `type="password"`) ||
				!regexp.MustCompile(`autoComplete="(current|new)-password"`).MatchString(one) {
				t.Errorf("%s: %s", path, one)
			}
		}
		if regexp.MustCompile(`onPaste=\{[^}]*preventDefault`).MatchString(text) {
			t.Errorf("%s keeps people from pasting", path)
		}
	})
	if fields < 5 {
		t.Errorf("only %d fields of passwords are found", fields)
	}
}
