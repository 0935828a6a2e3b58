package app_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// kindOf is one of the files that real shops have, in our words.
func kindOf(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile("../catalogue/imports/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// brief lists the results of items: names, outcomes and remarks.
func brief(all []imports.Result) (out []string) {
	for _, r := range all {
		line := r.Name + " " + r.Outcome
		for _, p := range r.Problems {
			line += " " + p.Key + " " + p.Column
		}
		out = append(out, line)
	}
	return out
}

// TestFilesOfRealShops: every kind is imported completely, or the trial reports what is not, and a second import
// changes nothing.
func TestFilesOfRealShops(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		gadgets := func(id string) wanted {
			return wanted{id: id, store: "gadgets", branches: []string{"gadgets-nasr"}}
		}
		// Prices and stock of a file without a branch are never dropped silently.
		dry := wanted{id: "imp_nb", store: "gadgets", dry: true}
		_, all := inShop(t, s, kindOf(t, "no_branch.csv"), dry)
		if got := brief(all); !slices.Equal(got, []string{
			"Reading lamp refused imports.branch_open price", "Clay lamp refused imports.branch_open price"}) {
			t.Errorf("without a branch: %q", got)
		}
		for name, want := range map[string]map[string]int{
			"sale.csv": {"added": 4}, "comma.csv": {"added": 2}, "any.csv": {"added": 1},
			"order.csv":      {"added": 2, "refused": 2},
			"shop_order.csv": {"added": 6}, "stock.csv": {"added": 7}, "e_title.csv": {"added": 1}, "e_nl_bom.csv": {"added": 2},
			"dup.csv": {"added": 2},
		} {
			r, all := inShop(t, s, kindOf(t, name), gadgets("imp_"+name))
			if fmt.Sprint(r.Counts) != fmt.Sprint(want) {
				t.Errorf("%s: %v, not %v: %q", name, r.Counts, want, brief(all))
			}
			r, all = inShop(t, s, kindOf(t, name), gadgets("imp_again_"+name))
			if r.Counts[imports.Added] > 0 || r.Counts[imports.Changed] > 0 {
				t.Errorf("%s again: %v %q", name, r.Counts, brief(all))
			}
		}
		if got := s.Lines(`SELECT v.sku || ' ' || k.on_hand || ' ' || CASE WHEN k.counted THEN 'counted' ELSE 'not' END
			FROM variants v JOIN stock k ON k.variant_id = v.id
			WHERE v.sku IN ('BG-OUT', 'BG-UNC', 'BG-CNT', 'BG-BACK')
			ORDER BY 1`); fmt.Sprint(got) != "[BG-BACK 0 not BG-CNT 5 counted BG-OUT 0 counted BG-UNC 0 not]" {
			t.Errorf("%q", got)
		}
		if got := s.Lines(`SELECT slug FROM products WHERE slug LIKE 'bg-%' AND active ORDER BY 1`); slices.Contains(got,
			"bg-hat") || slices.Contains(got, "bg-belt") || !slices.Contains(got, "bg-vest") {
			t.Errorf("published: %q", got)
		}
		s.Healthy()
	})
}

// TestPicturesElsewhereAreListed as a file of pictures to upload, address by address.
func TestPicturesElsewhereAreListed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		inShop(t, s, kindOf(t, "shop_order.csv"), wanted{id: "imp_p", store: "gadgets", branches: []string{"gadgets-nasr"}})
		a := s.Do("GET", "/console/imports/imp_p/pictures", s.Staff("owner"), nil)
		if a.Status != 200 || !strings.Contains(a.Body, `2,Wool vest,bg-vest,"https://pic.example/w_800,h_600/vest.jpg"`) {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

// TestRefusalsNameTheRow of the variant, with texts for a file instead of a form.
func TestRefusalsNameTheRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		_, all := inShop(t, s, "Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant "+
			"Price\ncap,Cap,Caps,Size,S,HT-1,5\ncap,,,,S,HT-2,6\n",
			wanted{id: "imp_r", store: "gadgets", branches: []string{"gadgets-nasr"}, dry: true})
		if len(all) != 1 || len(all[0].Problems) != 1 || all[0].Problems[0].Line != 3 ||
			strings.Contains(all[0].Problems[0].Column, "variants") {
			t.Errorf("%+v", all)
		}
	})
}

// TestDefaultsOfAFile: a category, published and not counted apply to rows that do not set them; rows without a known
// category are refused with a text for files.
func TestDefaultsOfAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		const file = "sku,name,price\nDEF-1,Copper pan,90\nDEF-2,Copper pot,95\n"
		_, all := inShop(t, s, file, wanted{id: "imp_a", store: "gadgets", branches: []string{"gadgets-nasr"}, dry: true})
		if got := brief(all); !slices.Equal(got, []string{
			"Copper pan refused imports.no_category category", "Copper pot refused imports.no_category category"}) {
			t.Errorf("%q", got)
		}
		service, by := s.App.Imports(), imports.Actor{StaffID: asOwner}
		r := uploaded(t, s, file, wanted{id: "imp_b"})
		if err := service.Set(t.Context(), by, r.ID, -1,
			imports.Setting{Columns: r.Columns, Store: "gadgets", Branches: []string{"gadgets-nasr"}, VATBP: 500,
				Category: "Kitchen > Copper", Published: true, Uncounted: true}); err != nil {
			t.Fatal(err)
		}
		if err := service.Start(t.Context(), by, r.ID, -1); err != nil {
			t.Fatal(err)
		}
		if r, err := service.Finish(t.Context(), r.ID); err != nil || r.Counts[imports.Added] != 2 {
			t.Fatalf("%+v %v", r, err)
		}
		if got := s.Lines(`SELECT v.sku || ' ' || c.name_en || ' ' || p.vat_bp || ' ' || CASE WHEN p.active
			AND NOT k.counted THEN 'so' ELSE 'not so' END FROM products p
			JOIN variants v ON v.product_id = p.id JOIN categories c ON c.id = p.category_id JOIN stock k ON k.variant_id = v.id
			WHERE v.sku LIKE 'DEF-%' ORDER BY 1`); fmt.Sprint(got) !=
			"[DEF-1 Copper 500 so DEF-2 Copper 500 so]" {
			t.Errorf("%q", got)
		}
		s.Healthy()
	})
}

// TestAPriceList updates products by SKU, barcode, or name and size. Ambiguous names are listed, and a large price
// change is pointed out.
func TestAPriceList(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		at := wanted{id: "imp_1", store: "gadgets", branches: []string{"gadgets-nasr"}}
		inShop(t, s, "handle,name,category,option1,value1,sku,barcode,price,stock\n"+
			"tee,Plain tee,Shirts,Size,S,PL-S,6221000000011,200,5\ntee,,,,M,PL-M,,210,5\nmug,Blue "+
			"mug,Mugs,,,PL-MUG,6221000000028,44,5\n", at)
		priced := func() string {
			return fmt.Sprint(s.Lines(`SELECT v.sku || ' ' || b.price FROM variants v
				JOIN branch_prices b ON b.variant_id = v.id WHERE v.sku LIKE 'PL-%' ORDER BY 1`))
		}
		at.id = "imp_2"
		_, all := inShop(t, s,
			"الاسم,المقاس,السعر\nBlue mug,,46\nPlain tee,M,220\nplain tee S,,205\nPlain tee,,230\nNo such thing,,5\n", at)
		want := []string{"Blue mug changed", "Plain tee changed", "plain tee S changed",
			"Plain tee refused imports.name_of_several الاسم", "No such thing refused imports.no_category category"}
		if got := brief(all); !slices.Equal(got, want) || priced() != "[PL-M 22000 PL-MUG 4600 PL-S 20500]" {
			t.Errorf("by name: %q, %s", got, priced())
		}
		at.id = "imp_3"
		_, all = inShop(t, s, "الباركود,السعر\n6221000000011,206\n", at)
		if got := brief(all); priced() != "[PL-M 22000 PL-MUG 4600 PL-S 20600]" {
			t.Errorf("by barcode: %q, %s", got, priced())
		}
		at.id, at.dry = "imp_4", true
		_, all = inShop(t, s, "sku,price\nPL-MUG,460\nPL-M,221\n", at)
		if got := brief(all); !slices.Equal(got, []string{"PL-MUG changed imports.price_leaps price", "PL-M changed"}) {
			t.Errorf("a price that leaps: %q", got)
		}
		// Variants in a separate file belong to the product with their handle.
		at.id, at.dry = "imp_5", false
		_, all = inShop(t, s, "handle,option1,value1,sku,price\ntee,Size,L,PL-L,240\n", at)
		if got := s.Lines(`SELECT COUNT(*) || ' ' || MIN(p.slug) FROM variants v JOIN products p ON p.id = v.product_id
			WHERE v.sku LIKE 'PL-_'`); fmt.Sprint(got) != "[3 tee]" {
			t.Errorf("a second file: %q %q", got, brief(all))
		}
		s.Healthy()
	})
}

// TestTheHeaderIsPointedAt by hand, where it was not recognised.
func TestTheHeaderIsPointedAt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		service, by := s.App.Imports(), imports.Actor{StaffID: asOwner}
		r := uploaded(t, s, "list,of,the,shop\nref,what,how much,where\nHP-1,Tin box,20,Boxes\n", wanted{id: "imp_h"})
		set := imports.Setting{Columns: r.Columns, Store: "gadgets", Branches: []string{"gadgets-nasr"}, VATBP: 1400,
			HeaderRow: 2}
		if err := service.Set(t.Context(), by, r.ID, -1, set); err != nil {
			t.Fatal(err)
		}
		r, err := imports.ReadRun(t.Context(), s.DB, r.ID)
		if err != nil || fmt.Sprint(r.Header) != "[ref what how much where]" || r.Rows != 1 {
			t.Fatalf("%+v %v", r, err)
		}
		set.Columns = []imports.Column{imports.SKU, imports.Name, imports.Price, imports.Shelf}
		if err := service.Set(t.Context(), by, r.ID, -1, set); err != nil {
			t.Fatal(err)
		}
		if err := service.Start(t.Context(), by, r.ID, -1); err != nil {
			t.Fatal(err)
		}
		if r, err := service.Finish(t.Context(), r.ID); err != nil || r.Counts[imports.Added] != 1 {
			t.Errorf("%+v %v", r, err)
		}
	})
}
