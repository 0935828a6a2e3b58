package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// levels is the map of the features: a feature imports only features from lines
// above its own, and the platform. TestTheMapIsTrue compares it with what is
// there and with docs/architecture.md.
var levels = [][]string{
	{"auth", "places", "photos"},
	{"account", "addresses", "branches", "ledger", "notices"},
	{"catalog", "wallet"},
	{"stock", "loyalty", "promo", "pricing", "search", "favourites", "orders", "content", "currency"},
	{"home", "cart", "referral", "ratings", "support"},
	{"payments", "quotations", "shipping"},
	{"checkout", "returns"},
	{"console"},
	{"demo"},
	{"app"},
}

func TestFeaturesImportDownwardsOnly(t *testing.T) {
	level := map[string]int{}
	for i, names := range levels {
		for _, name := range names {
			level[name] = i
		}
	}
	root := filepath.Join("..")
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		owner := strings.Split(filepath.ToSlash(rel), "/")[0]
		if owner != "platform" {
			if _, ok := level[owner]; !ok {
				t.Errorf("%s: feature %q is not on the map", rel, owner)
				return nil
			}
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
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
			feature := strings.Split(inner, "/")[0]
			switch {
			case feature == "platform" || feature == owner:
			case owner == "platform":
				t.Errorf("%s: the platform must not know the feature %s", rel, feature)
			case level[feature] >= level[owner]:
				t.Errorf("%s: %s (line %d) imports %s (line %d)", rel, owner, level[owner]+1, feature, level[feature]+1)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Only the database package may know a driver.
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
			if strings.Contains(string(source), driver) && !strings.Contains(rel, "arch_test") {
				t.Errorf("%s imports %s", rel, strings.Trim(driver, `"`))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
