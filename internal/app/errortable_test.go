package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

// A refusal is one error text that a user can get.
type refusal struct {
	key, status string
}

// statusOf is the status of each function of errs that refuses, by its name.
var statusOf = map[string]string{"Refuse": "400", "Conflict": "409", "Unavailable": "503", "TooMany": "429",
	"Invalid": "422", "InvalidAll": "422", "Say": "422"}

// fixedRefusals are those whose key is in errs itself.
var fixedRefusals = []refusal{{"common.moved_on", "409"}, {"common.not_found", "404"}, {"common.unauthorized", "401"},
	{"common.blocked", "403"},
	{"common.not_allowed", "403"}, {"common.internal", "500"}}

var aKey = regexp.MustCompile(`^[a-z]+\.[a-z0-9_]+$`)

// refusals searches the program's syntax for every call that refuses: a literal key is recognised at any position
// among the arguments, and for a key built from parts, every key that begins with the first part.
func refusals(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := texts(t, i18n.EN)
	found := map[string]map[string]bool{}
	add := func(key, status string) {
		if found[key] == nil {
			found[key] = map[string]bool{}
		}
		found[key][status] = true
	}
	for _, r := range fixedRefusals {
		add(r.key, r.status)
	}
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "test/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok { // errs.Field{Name: …, Key: "cart.x"}
				if name, ok := kv.Key.(*ast.Ident); ok && name.Name == "Key" {
					if key, ok := literal(kv.Value); ok && aKey.MatchString(key) && isText(all, key) {
						add(key, "422")
					}
				}
				return true
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				name = f.Sel.Name
			case *ast.Ident: // a helper of one form: refuse("qty", "cart.step_qty")
				if f.Name == "refuse" || f.Name == "say" || f.Name == "wrong" {
					name = "Say"
				}
			}
			status, refuses := statusOf[name]
			if !refuses {
				return true
			}
			for _, arg := range call.Args {
				if key, ok := literal(arg); ok && aKey.MatchString(key) && isText(all, key) {
					add(key, status)
				}
				if sum, ok := arg.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
					if start, ok := literal(sum.X); ok && strings.Contains(start, ".") {
						for key := range all {
							if strings.HasPrefix(key, start) {
								add(key, status)
							}
						}
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func isText(all map[string]string, key string) bool { return firstOf(all, key, key+"_other") != "" }

func codeOfKey(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// branching matches code in screens that handles a code specially.
var branching = regexp.MustCompile(
	`(?:\bcode(?:\(\))?|\.code\)?|codeOf\([^)]*\)) === "([a-z_]+)"|new Set\(\[([^\]]*)\]\)|askForCode[^=]*= \[([^\]]*)\]`)

var quoted = regexp.MustCompile(`"([a-z_]+)"`)

// screensOf maps each code of the API to the files of the web that branch on it.
func screensOf(t *testing.T, codes map[string]bool) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	root := filepath.Join("..", "..", "web", "src")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") ||
			strings.Contains(path, ".test.") {
			return err
		}
		text := read(t, path)
		if !strings.Contains(text, "ApiError") && !strings.Contains(text, "code: string") {
			return nil
		}
		at, _ := filepath.Rel(root, path)
		for _, m := range branching.FindAllStringSubmatch(text, -1) {
			for _, code := range quoted.FindAllStringSubmatch(`"`+m[1]+`" `+m[2]+" "+m[3], -1) {
				if codes[code[1]] && !slices.Contains(out[code[1]], filepath.ToSlash(at)) {
					out[code[1]] = append(out[code[1]], filepath.ToSlash(at))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// oneMeaning explains, for each code that several refusals share and on which a screen branches, why that screen can
// only get one of them, or handles all alike.
var oneMeaning = map[string]string{
	"already_ordered": "checkout goes to the order that was placed, of a cart and of a quotation alike",
	"below_minimum":   "checkout reads it among the problems of its quote, where coupons have none",
	"cart_changed":    "the page that asks reads the cart anew: the checkout for its sum, a quotation for its lines",
	"moved_on": "forms compare only where the answer brings the record along, as common.moved_on does; the " +
		"others show their own text",
	"pin_wrong":      "the board reads it from moving an order; no pin of a map is sent there",
	"too_many_units": "checkout reads it among the problems of its quote; returns have a screen of their own",
	"unavailable":    "checkout reads it among the problems of its quote, as a product that cannot be bought",
}

// TestErrorTable checks testdata/errors.tsv, which lists every refusal of the API with its code, status, its next
// step for the user, and the screens that handle it specially. Read the diff when it changes: `go test ./internal/app
// -run TestErrorTable -update`.
func TestErrorTable(t *testing.T) {
	found := refusals(t)
	if len(found) < 400 {
		t.Errorf("only %d refusals are found", len(found))
	}
	en, ar := texts(t, i18n.EN), texts(t, i18n.AR)
	keysOf, codes := map[string][]string{}, map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		keysOf[codeOfKey(key)] = append(keysOf[codeOfKey(key)], key)
		codes[codeOfKey(key)] = true
	}
	screens := screensOf(t, codes)
	var table strings.Builder
	table.WriteString("code\tkey\tstatus\tnext step\tscreens of their own\n")
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		for _, key := range keysOf[code] {
			texts := map[i18n.Lang]string{i18n.EN: firstOf(en, key, key+"_other"), i18n.AR: firstOf(ar, key, key+"_other")}
			step := "says it"
			if settled.MatchString(key) {
				step = "settled"
			}
			for _, lang := range i18n.Langs {
				if texts[lang] == "" {
					t.Errorf("%s has no text (%s)", key, lang)
				} else if step != "settled" && !next[lang].MatchString(texts[lang]) {
					t.Errorf("%s (%s) says nothing to do: %s", key, lang, texts[lang])
				}
			}
			table.WriteString(
				strings.Join([]string{code, key, strings.Join(slices.Sorted(maps.Keys(found[key])), " "), step,
					strings.Join(screens[code], " ")}, "\t") + "\n")
		}
		distinct := map[string]bool{}
		for _, key := range keysOf[code] {
			distinct[firstOf(en, key, key+"_other")] = true
		}
		if len(distinct) > 1 && len(screens[code]) > 0 && oneMeaning[code] == "" {
			t.Errorf("%s is %v, and %v do something of their own for it: say in oneMeaning why that is one, or tell them apart",
				code, keysOf[code], screens[code])
		}
	}
	for code := range oneMeaning {
		if len(keysOf[code]) < 2 || len(screens[code]) == 0 {
			t.Errorf("%s no longer stands for several refusals, or no screen branches on it", code)
		}
	}
	file := filepath.Join("testdata", "errors.tsv")
	if *update {
		if err := os.WriteFile(file, []byte(table.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, file) != table.String() {
		t.Errorf("%s is stale: go test ./internal/app -run TestErrorTable -update, and read the difference", file)
	}
}
