package app_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/sheets"
)

// inShop runs a file against a shop and tells what became of its items.
func inShop(t testing.TB, s *apptest.Shop, text string, o imports.Options) (imports.Report, []imports.Result) {
	t.Helper()
	table, err := sheets.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := imports.NewReader(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.VATBP == 0 {
		o.VATBP = 1400
	}
	o.Staff = "command line"
	var all []imports.Result
	rep, err := s.App.Imports().Run(t.Context(), r, o, func(one imports.Result) error { all = append(all, one); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return rep, all
}

// catalogued is all that an import can change.
func catalogued(s *apptest.Shop) []string {
	var all []string
	for _, query := range []string{
		`SELECT 'c ' || name_en || COALESCE(parent_id, '') FROM categories ORDER BY 1`,
		`SELECT 'p ' || id || slug || store_id || category_id || name_en || name_ar || description_en || description_ar || images || attributes || options || keywords
			|| unit_en || unit_ar || min_qty || ' ' || max_qty || ' ' || vat_bp || active || version FROM products ORDER BY 1`,
		`SELECT 'v ' || id || product_id || sku || barcode || choices || name_en || name_ar || active || weight_grams FROM variants ORDER BY 1`,
		`SELECT 'a ' || branch_id || variant_id || price || COALESCE(CAST(offer_price AS TEXT), '') || COALESCE(CAST(offer_to AS TEXT), '') || active || version FROM branch_prices ORDER BY 1`,
		`SELECT 's ' || branch_id || variant_id || on_hand || ' ' || reserved || counted FROM stock ORDER BY 1`,
		`SELECT 'm ' || COUNT(*) FROM stock_moves`,
	} {
		all = append(all, s.Lines(query)...)
	}
	return all
}

const fromShopify = `Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status
basbousa,Basbousa,<p>Sweet</p>,ACME,Sweets > Oriental,Size,Small,BAS-S,5,40,,https://cdn.example/a.jpg,draft
basbousa,,,,,,Large,BAS-L,2,60.50,80,,
konafa,كنافة,,ACME,Sweets,Title,Default Title,KON,x,35,,,active
broken,Broken,,ACME,Sweets,Title,Default Title,BRK,1,free,,,active
`

func TestAnImportFromAnotherShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		o := imports.Options{ID: "imp_1", Store: "koshary-house", Branches: []string{"koshary-maadi", "koshary-zamalek"}}
		before := catalogued(s)
		dry := o
		dry.Dry = true
		planned, told := inShop(t, s, fromShopify, dry)
		if after := catalogued(s); !slices.Equal(before, after) {
			t.Fatal("a dry run changed something")
		}
		rep, done := inShop(t, s, fromShopify, o)
		if fmt.Sprint(planned) != fmt.Sprint(rep) || rep.Counts[imports.Added] != 2 || rep.Counts[imports.Refused] != 1 || fmt.Sprint(rep.Unplaced) != "[Vendor]" {
			t.Errorf("planned %+v, done %+v", planned, rep)
		}
		for i, one := range done {
			if one.Outcome != told[i].Outcome || len(one.Problems) != len(told[i].Problems) {
				t.Errorf("told %+v, done %+v", told[i], one)
			}
		}
		keys := map[string]string{"Basbousa": "imports.picture_elsewhere", "Broken": "imports.no_figure"}
		for _, one := range done {
			if want, ok := keys[one.Name]; ok && (len(one.Problems) != 1 || one.Problems[0].Key != want) {
				t.Errorf("%+v", one)
			}
		}
		if got := s.Lines(`SELECT v.sku || ' ' || v.name_en || ' ' || b.price || ' ' || COALESCE(b.offer_price, 0) || ' ' || k.on_hand FROM variants v
			JOIN branch_prices b ON b.variant_id = v.id JOIN stock k ON k.variant_id = v.id AND k.branch_id = b.branch_id
			WHERE v.sku IN ('BAS-S', 'BAS-L') AND b.branch_id = 'br_koshary_maadi' ORDER BY v.sku`); fmt.Sprint(got) != "[BAS-L Large 8000 6050 2 BAS-S Small 4000 0 5]" {
			t.Error(got)
		}
		if got := s.Lines(`SELECT p.name_en || ' ' || c.name_en || ' ' || u.name_en FROM products p JOIN categories c ON c.id = p.category_id
			JOIN categories u ON u.id = c.parent_id WHERE p.slug = 'basbousa'`); fmt.Sprint(got) != "[Basbousa Oriental Sweets]" {
			t.Error(got)
		}
		// One language only: a draft, and said so.
		if got := s.Lines(`SELECT 'x' FROM products WHERE name_ar = 'كنافة' AND NOT active`); len(got) != 1 {
			t.Error("كنافة is published in one language")
		}
		// The same file again finds everything as it is.
		after := catalogued(s)
		o.ID = "imp_2"
		again, _ := inShop(t, s, fromShopify, o)
		if again.Counts[imports.Same] != 2 || !slices.Equal(after, catalogued(s)) {
			t.Errorf("%+v", again)
		}
		s.Healthy()
	})
}

func TestVariationsThatComeLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		file := "ID,Type,SKU,Name,Published,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)\n" +
			"7,variable,SHIRT,Shirt,1,,Clothes,,Size,\"S, M\"\n8,simple,TEA-W,Tea,1,3,Drinks,,,\n9,variation,SH-S,x,1,50,,id:7,Size,S\n" +
			"10,variable,EMPTY,Empty,1,,Clothes,,Size,S\n11,variation,SH-M,x,1,55,,SHIRT,Size,M\n12,variation,LOST,x,1,5,,NONE,Size,M\n"
		o := imports.Options{ID: "imp_1", Store: "gadgets", Branches: []string{"gadgets-nasr"}, Dry: true}
		dry, _ := inShop(t, s, file, o)
		o.Dry = false
		rep, all := inShop(t, s, file, o)
		if got := s.Lines(`SELECT p.name_en || ' ' || v.sku || ' ' || v.name_en || ' ' || b.price FROM products p JOIN variants v ON v.product_id = p.id
			JOIN branch_prices b ON b.variant_id = v.id WHERE v.sku IN ('SH-S', 'SH-M', 'TEA-W') ORDER BY v.sku`); fmt.Sprint(got) != "[Shirt SH-M M 5500 Shirt SH-S S 5000 Tea TEA-W  300]" {
			t.Errorf("%v %+v", got, all)
		}
		if rep.Counts[imports.Refused] != 2 || dry.Counts[imports.Refused] != 2 || fmt.Sprint(rep.Counts) != fmt.Sprint(dry.Counts) {
			t.Errorf("%+v %+v", rep, dry)
		}
		s.Healthy()
	})
}

// TestWhatIsExportedIsImported: an export finds the shop as it is, and what is
// changed in it changes that alone.
func TestWhatIsExportedIsImported(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		var file bytes.Buffer
		rows, err := s.App.Imports().WriteOut(t.Context(), &file)
		if err != nil || rows < 10 {
			t.Fatal(rows, err)
		}
		before := catalogued(s)
		rep, all := inShop(t, s, file.String(), imports.Options{ID: "imp_1"})
		if after := catalogued(s); !slices.Equal(before, after) || rep.Format != imports.Ours || len(rep.Unplaced) != 0 || rep.Rows != rows {
			t.Errorf("%+v %+v", rep, all)
			for i := range before {
				if i < len(after) && before[i] != after[i] {
					t.Errorf("%s\n%s", before[i], after[i])
				}
			}
		}
		if rep.Counts[imports.Same] != len(all) {
			t.Errorf("%+v %+v", rep.Counts, all)
		}
		// A price in a sheet of its own, Arabic figures and all.
		sku := s.Lines(`SELECT v.sku FROM variants v JOIN branch_prices b ON b.variant_id = v.id WHERE b.branch_id = 'br_koshary_maadi' ORDER BY v.id`)[0]
		rep, all = inShop(t, s, "الكود;الفرع;السعر;المخزون\n"+sku+";koshary-maadi;٩٩٫٥٠;٤\nNO-SUCH;koshary-maadi;5;1\n", imports.Options{ID: "imp_2"})
		if rep.Format != imports.Prices || rep.Counts[imports.Changed] != 1 || rep.Counts[imports.Refused] != 1 {
			t.Errorf("%+v %+v", rep, all)
		}
		if got := s.Lines(`SELECT b.price FROM branch_prices b JOIN variants v ON v.id = b.variant_id WHERE b.branch_id = 'br_koshary_maadi' AND v.sku = '` + sku + `'`); fmt.Sprint(got) != "[9950]" {
			t.Error(got)
		}
		s.Healthy()
	})
}

// TestARunIsUndoneAsOne: everything is as it was, but for what was changed or
// sold since, which is named.
func TestARunIsUndoneAsOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		values := func() []string {
			return append(append(s.Lines(`SELECT 'p ' || id || name_en || description_en || options || active FROM products WHERE archived_at IS NULL ORDER BY id`),
				s.Lines(`SELECT 'a ' || branch_id || variant_id || price || COALESCE(CAST(offer_price AS TEXT), '') FROM branch_prices WHERE active ORDER BY 1`)...),
				s.Lines(`SELECT 's ' || branch_id || variant_id || on_hand FROM stock WHERE on_hand > 0 ORDER BY 1`)...)
		}
		inShop(t, s, "handle,name_en,name_ar,category,sku,branch,price,offer_price,stock,published\n"+
			"lemonade,Lemonade,ليمون,Drinks,LEM-1,koshary-maadi,30,25,4,yes\n", imports.Options{ID: "imp_0", Store: "koshary-house"})
		before := values()
		file := "handle,name_en,name_ar,category,option1,value1,sku,branch,price,stock,published\n" +
			"new-a,New A,جديد,Sweets,Size,S,NEW-A,koshary-maadi,10,3,yes\nnew-b,New B,جديد,Sweets,Size,S,NEW-B,koshary-maadi,10,3,yes\n" +
			"lemonade,Other lemonade,,,,,LEM-1,koshary-maadi,77.25,9,\n"
		o := imports.Options{ID: "imp_1", Store: "koshary-house"}
		rep, all := inShop(t, s, file, o)
		if rep.Counts[imports.Added] != 2 || rep.Counts[imports.Changed] != 1 {
			t.Fatalf("%+v %+v", rep, all)
		}
		if slices.Equal(before, values()) {
			t.Fatal("nothing was changed")
		}
		// Somebody goes on with one of them.
		s.Exec(`UPDATE products SET version = version + 1 WHERE id = $1`, all[1].ProductID)
		out, err := s.App.Imports().Undo(t.Context(), "command line", "imp_1")
		if err != nil || len(out.Left) != 1 || out.Left[0] != all[1].ProductID {
			t.Errorf("%+v %v", out, err)
		}
		var left []string
		for _, line := range values() {
			if !slices.Contains(before, line) && !strings.Contains(line, all[1].ProductID) {
				left = append(left, line)
			}
		}
		if len(left) != 0 || len(values()) != len(before)+1 {
			t.Errorf("%v", left)
		}
		again, err := s.App.Imports().Undo(t.Context(), "command line", "imp_1")
		if err != nil || again.Back != 0 {
			t.Errorf("undone twice: %+v %v", again, err)
		}
		if _, err := s.App.Imports().Undo(t.Context(), "command line", "imp_none"); err == nil {
			t.Error("a run that is not there was undone")
		}
		s.Healthy()
	})
}

// TestImportSpeed brings a large file in and says how fast: a quarter of what is
// asked for, on a machine that does other things too.
func TestImportSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a figure")
	}
	rows := apptest.Count(2_000, 100_000)
	var file strings.Builder
	file.WriteString("handle,name_en,name_ar,category,option1,value1,sku,price,stock,published\n")
	for i := range rows {
		fmt.Fprintf(&file, "p%d,Shirt %d,قميص %d,Shirts,Size,%d,IMP-%d,%d.50,%d,yes\n", i/4, i/4, i/4, i%4, i, 10+i%90, i%20)
	}
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	began := time.Now()
	rep, all := inShop(t, s, file.String(), imports.Options{ID: "imp_1", Store: "gadgets", Branches: []string{"gadgets-nasr"}})
	speed := float64(rows) / time.Since(began).Seconds()
	t.Logf("%d rows at %.0f rows a second", rows, speed)
	if rep.Counts[imports.Added] != rows/4 {
		t.Errorf("%+v %+v", rep, all[0])
	}
	if speed < 500 {
		t.Errorf("%.0f rows a second", speed)
	}
}
