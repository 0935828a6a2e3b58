package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// makers names the package that creates each kind of row.
var makers = map[string]string{
	"services": "branches", "stores": "branches", "branches": "branches", "delivery_zones": "branches",
	"categories": "products", "products": "products", "variants": "products", "branch_prices": "products",
	"stock": "stock", "staff": "staff", "staff_branches": "staff", "districts": "places", "governorates": "places",
}

// besides are files that write such rows themselves, and which ones. The demo creates its products in bulk; the list
// only gets shorter.
var besides = map[string][]string{
	"operations/demo/goods.go": {"products", "variants", "branch_prices", "stock"},
	// prices and stock by the name of a table
	"operations/demo/large.go": {"products", "variants", "branch_prices", "stock"},
	"operations/demo/shop.go":  {"categories"},
}

var (
	inserting = regexp.MustCompile(`INSERT INTO (\w+)|newBulk\([\w.]+, "(\w+)"`)
	forTests  = regexp.MustCompile(`^(catalogue/products/shoptest|app/apptest|ordering/checkout/buytest)/|_test\.go$`)
)

// TestTheShopIsMadeByItsServices reads every statement: only the owning package inserts a product, a price, a branch,
// a zone or a member of staff.
func TestTheShopIsMadeByItsServices(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || forTests.MatchString(name) {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder := ownerOf(name)
		for _, m := range inserting.FindAllStringSubmatch(string(source), -1) {
			table := m[1] + m[2]
			seen[table] = seen[table] || makers[table] == folder
			if owner := makers[table]; owner != "" && owner != folder && !slices.Contains(besides[name], table) {
				t.Errorf("%s inserts into %s, which is for %s to do", name, table, owner)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for table, owner := range makers {
		if !seen[table] {
			t.Errorf("%s inserts nothing into %s: this test looks for the wrong thing", owner, table)
		}
	}
}
