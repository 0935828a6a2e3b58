package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const koshary = "koshary-house"

// offeredExtras are the groups offered with products, and their extras.
func offeredExtras(s *apptest.Shop) []string {
	return append(s.Lines(`SELECT g.store_id || ' ' || g.name_en || '/' || g.name_ar || ' ' || g.least || '-' || g.most ||
		' ' || e.name_en || '/' || e.name_ar || ' ' || e.price || CASE WHEN e.active THEN '' ELSE ' off' END
		FROM extra_groups g JOIN extras e ON e.group_id = g.id WHERE g.archived_at IS NULL
		ORDER BY g.store_id, g.name_en, e.sort`),
		s.Lines(`SELECT p.product_id || ' has ' || g.name_en FROM product_extras p JOIN extra_groups g ON g.id = p.group_id
			WHERE g.archived_at IS NULL ORDER BY p.product_id, p.sort`)...)
}

func problemKeys(all []imports.Result) (out []string) {
	for _, one := range all {
		for _, p := range one.Problems {
			out = append(out, fmt.Sprintf("%d %s %s %s", p.Line, p.Column, strings.TrimPrefix(p.Key, "imports."), p.Value))
		}
	}
	return out
}

// TestAFileOfExtrasComesIn imports groups, their extras and the products that have them. The trial changes nothing
// and reports the same, a second import changes nothing, and an undo restores the earlier state.
func TestAFileOfExtrasComesIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		milk := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Milk)
		file := "Modifier name,Option name,Price,Product SKU,Min,Max\n" +
			"Sauce,Dakka,0," + sku + ",,\nSauce,شطة,5.50,,,\nSize,Small,0," + sku + ",1,1\nSize,Large,20,,1,1\n" +
			"Bread,Baladi,free,,,\nSauce,,," + milk + ",,\nSauce,,,LOST,,\n"
		before := offeredExtras(s)
		o := wanted{id: "imp_dry", store: koshary, dry: true}
		dry, told := inShop(t, s, file, o)
		if got := offeredExtras(s); !slices.Equal(got, before) {
			t.Fatalf("a trial changed %q", got)
		}
		o.id, o.dry = "imp_1", false
		rep, done := inShop(t, s, file, o)
		if fmt.Sprint(dry.Counts) != fmt.Sprint(rep.Counts) || fmt.Sprint(rep.Counts) != "map[added:2 changed:2 refused:3]" ||
			fmt.Sprint(problemKeys(told)) != fmt.Sprint(problemKeys(done)) {
			t.Errorf("planned %v, done %v; %q", dry.Counts, rep.Counts, problemKeys(done))
		}
		// A group belongs to one store: the store of the milk has none of that name.
		if got, want := problemKeys(done), []string{"6 Price no_figure free", "7 Modifier name group_unknown ",
			"8 Product SKU sku_unknown LOST"}; !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		after := offeredExtras(s)
		if want := append(slices.Clone(before), "sto_koshary Sauce/Sauce 0-2 Dakka/Dakka 0",
			"sto_koshary Sauce/Sauce 0-2 شطة/شطة 550", "sto_koshary Size/Size 1-1 Large/Large 2000",
			"sto_koshary Size/Size 1-1 Small/Small 0", "prd_koshary has Sauce",
			"prd_koshary has Size"); fmt.Sprint(after) != fmt.Sprint(want) {
			t.Errorf("%q", after)
		}
		if n := apptest.Get[int64](s, `SELECT extra_groups FROM products WHERE id = 'prd_koshary'`); n != 2 {
			t.Errorf("the product counts %d groups", n)
		}
		if n := apptest.Get[int64](s,
			`SELECT COUNT(*) FROM audit_log WHERE action IN ('extra.create', 'product.extras')`); n != 4 {
			t.Errorf("%d lines in the log", n)
		}
		o.id = "imp_2"
		if again, _ := inShop(t, s, file, o); fmt.Sprint(again.Counts) != "map[refused:3 same:4]" ||
			!slices.Equal(after, offeredExtras(s)) {
			t.Errorf("again: %v", again.Counts)
		}
		// Another file of the same groups: data that it does not contain stays.
		o.id = "imp_3"
		if rep, all := inShop(t, s, "مجموعة الإضافات,الإضافة,السعر\nSauce,شطة,6\nSauce,Garlic,\n",
			o); rep.Counts[imports.Changed] != 1 {
			t.Errorf("%+v", all)
		}
		if got := offeredExtras(s); !slices.Contains(got, "sto_koshary Sauce/Sauce 0-2 شطة/شطة 600") ||
			!slices.Contains(got, "sto_koshary Sauce/Sauce 0-2 Dakka/Dakka 0") ||
			!slices.Contains(got, "sto_koshary Sauce/Sauce 0-2 Garlic/Garlic 0") {
			t.Errorf("%q", got)
		}
		if left := undone(t, s, "imp_3"); len(left) != 0 || !slices.Equal(after, offeredExtras(s)) {
			t.Errorf("undone: %+v %q", left, offeredExtras(s))
		}
		if left := undone(t, s, "imp_1"); len(left) != 1 || left[0].Problems[0].Key != "imports.undo_group_by" {
			t.Errorf("imp_3 and its undo changed Sauce: %+v", left)
		}
		s.Healthy()
	})
}

// TestAnUndoOfExtrasLeavesNothingHalf: groups that were changed, or that other products use by then, stay; the
// preview lists them; a redo restores what was removed.
func TestAnUndoOfExtrasLeavesNothingHalf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		file := "Group,Option,Price,Product SKU\nSauce,Dakka,0," + sku + "\nBread,Baladi,2,\nTopping,Onion,3,\n"
		before := offeredExtras(s)
		inShop(t, s, file, wanted{id: "imp_1", store: koshary})
		after := offeredExtras(s)
		group := func(name string) string {
			return apptest.Get[string](s, `SELECT id FROM extra_groups WHERE name_en = $1`, name)
		}
		var plan planView
		planned := func() string {
			t.Helper()
			plan = planView{}
			s.Do("GET", "/console/imports/imp_1/undo", owner, nil, apptest.Header{"Accept-Language": "en"}).Into(t, &plan)
			return fmt.Sprint(plan.Removed, plan.Restored, plan.Left)
		}
		if got := planned(); got != "0 4 0" {
			t.Errorf("the plan: %s", got)
		}
		if left := undone(t, s, "imp_1"); len(left) != 0 || !slices.Equal(before, offeredExtras(s)) {
			t.Errorf("undone: %+v %q", left, offeredExtras(s))
		}
		redone := func() {
			t.Helper()
			if err := s.App.Imports().Redo(t.Context(), imports.Actor{StaffID: asOwner}, "imp_1", -1); err != nil {
				t.Fatal(err)
			}
			if r, err := s.App.Imports().Finish(t.Context(), "imp_1"); err != nil || r.State != imports.Done {
				t.Fatalf("%+v %v", r, err)
			}
		}
		redone()
		if got := offeredExtras(s); !slices.Equal(after, got) {
			t.Errorf("redone: %q", got)
		}
		// Bread is added to another product, and the topping is edited.
		if a := s.Do("POST", "/console/extras/"+group("Bread")+"/products", owner,
			fields{"add": []string{"prd_koshary"}, "remove": []string{}}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := s.Do("POST", "/console/extras/"+group("Topping")+"/archive", owner, nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		// The product has had another group added, so its group stays, and Sauce with it.
		if got := planned(); got != "0 0 4" {
			t.Errorf("the plan: %s %+v", got, plan.Rows)
		}
		left := undone(t, s, "imp_1")
		if got, want := problemKeys(left), []string{"0  undo_extras_by ", "0  undo_group_used ", "0  undo_group_used ",
			"0  undo_group_by "}; len(left) != 4 || !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		s.Healthy()
	})
}

// TestColumnsOfAProductsFileGiveGroups that the store has; a missing group is reported for the row, which is imported
// without it.
func TestColumnsOfAProductsFileGiveGroups(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Exec(`INSERT INTO extra_groups (id, store_id, name_en, name_ar, least, most, created_at, updated_at)
			SELECT 'xgr_other', id, 'Milk', 'Milk', 0, 1, 1, 1 FROM stores WHERE id <> 'sto_koshary' AND id <> ''
			ORDER BY id LIMIT 1`)
		s.Exec(`INSERT INTO extras (id, group_id, name_en, name_ar, price, most, preset, active, sort)
			VALUES ('ext_other', 'xgr_other', 'Oat', 'Oat', 100, 1, 0, TRUE, 0)`)
		inShop(t, s, "Modifier,Option,Price\nSize,Small,0\nSize,Large,5\nBread,Baladi,1\n",
			wanted{id: "imp_1", store: koshary})
		file := "Handle,SKU,Name,Category,Default price,\"Modifier - \"\"Size\"\"\",Modifier - Bread,Modifier - " +
			"Milk\ntea,TEA-1,Tea,Drinks,20,Y,N,Y\nmint,MINT-1,Mint,Drinks,20,N,,N\n"
		o := wanted{id: "imp_dry", store: koshary, branches: []string{"koshary-maadi"}, dry: true}
		_, told := inShop(t, s, file, o)
		o.id, o.dry = "imp_2", false
		_, done := inShop(t, s, file, o)
		if got, want := problemKeys(done), []string{"2 Modifier - Milk group_unknown "}; !slices.Equal(got, want) ||
			!slices.Equal(problemKeys(told), want) || done[0].Outcome != imports.Added {
			t.Errorf("%q %+v", got, done)
		}
		has := func() string {
			return fmt.Sprint(s.Lines(`SELECT p.slug || ' ' || g.name_en FROM product_extras x
				JOIN products p ON p.id = x.product_id JOIN extra_groups g ON g.id = x.group_id WHERE p.archived_at IS NULL
				ORDER BY 1`))
		}
		if got := has(); got != "[tea Size]" {
			t.Error(got)
		}
		o.id = "imp_3"
		if rep, _ := inShop(t, s, file, o); rep.Counts[imports.Same] != 2 {
			t.Errorf("again: %v", rep.Counts)
		}
		o.id = "imp_4"
		inShop(t, s, strings.Replace(file, "20,Y,N,Y", "20,N,Y,", 1), o)
		if got := has(); got != "[tea Bread]" {
			t.Error(got)
		}
		if left := undone(t, s, "imp_4"); len(left) != 0 || has() != "[tea Size]" {
			t.Errorf("%+v %s", left, has())
		}
		if left := undone(t, s, "imp_2"); len(left) != 0 || has() != "[]" {
			t.Errorf("%+v %s", left, has())
		}
		s.Healthy()
	})
}

// TestExtrasOfFilesKeepTheRules of the extras' own screen: which store they belong to, who may edit, and who must
// approve a large price drop.
func TestExtrasOfFilesKeepTheRules(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		s.Staff("owner")
		s.Staff("editor")
		price := func(name string) int64 {
			return apptest.Get[int64](s, `SELECT price FROM extras WHERE name_en = $1`, name)
		}
		inShop(t, s, "Modifier,Option,Price\nSize,Large,50\n", wanted{id: "imp_1", store: koshary})
		s.Exec(`UPDATE extra_groups SET created_at = 1`)
		s.After(24 * time.Hour)
		rep, all := inShop(t, s, "Modifier,Option,Price\nSize,Large,1\n",
			wanted{id: "imp_2", store: koshary, by: "stf_000003", rights: imports.Rights{Role: "editor"}})
		if rep.Counts[imports.Same] != 1 || len(all[0].Problems) != 1 || all[0].Problems[0].Key != "extras.falls_far" ||
			all[0].Problems[0].Line != 2 || all[0].Problems[0].Column != "Price" || price("Large") != 5000 {
			t.Errorf("%+v %d", all, price("Large"))
		}
		if rep, _ := inShop(t, s, "Modifier,Option,Price\nSize,Large,1\n",
			wanted{id: "imp_3", store: koshary, by: "stf_000002",
				rights: imports.Rights{Role: "owner"}}); rep.Counts[imports.Changed] != 1 || price("Large") != 100 {
			t.Errorf("a second person: %v %d", rep.Counts, price("Large"))
		}
		// Staff of another store's branches can neither create groups here nor link them.
		apart := imports.Rights{Role: "editor", Scoped: true, Branches: []string{apptest.Nasr}}
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		before := offeredExtras(s)
		_, all = inShop(t, s, "Store,Modifier,Option,Price,Product SKU\nkoshary-house,Sauce,Dakka,5,"+sku+
			"\nkoshary-house,Size,Large,60,\n", wanted{id: "imp_4", by: "stf_000003", rights: apart})
		if got, want := problemKeys(all), []string{"2  no_store ", "3  no_store ",
			"2 Product SKU sku_unknown " + sku}; !slices.Equal(got, want) || !slices.Equal(before, offeredExtras(s)) {
			t.Errorf("%q", got)
		}
		// Staff who may not edit the catalogue import only prices and stock.
		manager := s.Staff("manager", apptest.Koshary)
		var v struct {
			ID, Format string
			Version    int64
		}
		s.Do("POST", "/console/imports?name=f.csv", manager, "Modifier,Option,Price\nSize,Large,70\n",
			apptest.Header{"Content-Type": "text/csv"}).Into(t, &v)
		if a := s.Do("POST", "/console/imports/"+v.ID+"/start", manager,
			fields{"version": v.Version}); v.Format != "prices" || a.Status != 422 {
			t.Errorf("%+v %s", v, a.Short())
		}
		s.Healthy()
	})
}

// TestAFileFillsNoGroupBeyondItsBounds: a group that a file makes too large is refused as a whole.
func TestAFileFillsNoGroupBeyondItsBounds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		inShop(t, s, "Modifier,Option,Price\nSize,Large,50\n", wanted{id: "imp_1", store: koshary})
		before := offeredExtras(s)
		var file strings.Builder
		file.WriteString("Modifier,Option,Price\n")
		for i := range 2 * extras.MaxExtras {
			fmt.Fprintf(&file, "Size,Number %d,5\nNew,Number %d,5\n", i, i)
		}
		rep, all := inShop(t, s, file.String(), wanted{id: "imp_2", store: koshary})
		if got, want := problemKeys(all),
			[]string{"2 Modifier extras.extras_range Size",
				"3 Modifier extras.extras_range New"}; rep.Counts[imports.Refused] != 2 || !slices.Equal(got, want) ||
			!slices.Equal(before, offeredExtras(s)) {
			t.Errorf("%v %q", rep.Counts, got)
		}
		s.Healthy()
	})
}

// TestALongHeaderIsNotKeptWithEveryRow: a remark about a row names its column, cut to a readable length.
func TestALongHeaderIsNotKeptWithEveryRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		long := strings.Repeat("long ", 4_000)
		var file strings.Builder
		file.WriteString("Handle,SKU,Name,Category,Default price,Modifier - " + long + "\n")
		for i := range 50 {
			fmt.Fprintf(&file, "tea%d,TEA-%d,Tea %d,Drinks,20,%s\n", i, i, i, []string{"Y", "maybe"}[i%2])
		}
		inShop(t, s, file.String(), wanted{id: "imp_1", store: koshary, branches: []string{"koshary-maadi"}})
		if n := apptest.Get[int64](s, `SELECT MAX(LENGTH(problems)) FROM import_results`); n > 1000 {
			t.Errorf("a row keeps %d letters", n)
		}
		s.Healthy()
	})
}

// TestColumnsOfExtrasAreRemembered: an unknown header is mapped by hand once, and is recognised as a file of extras
// the next time.
func TestColumnsOfExtrasAreRemembered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		file, by, service := "What to choose,Of these,Plus\nSauce,Dakka,1\n", imports.Actor{StaffID: asOwner}, s.App.Imports()
		add := func() *imports.Run {
			t.Helper()
			r, err := service.Add(t.Context(), by, "", "f.csv", strings.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := add()
		set := func(columns ...imports.Column) string {
			t.Helper()
			if err := service.Set(t.Context(), by, r.ID, -1,
				imports.Setting{Columns: columns, Store: koshary, VATBP: 1400}); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(service.Check(t.Context(), by, r.ID, -1) == nil)
		}
		if got := string(r.Format) + set(imports.Group, imports.Ignore, imports.Price); got != "mappedfalse" {
			t.Errorf("a group without extras: %s", got)
		}
		if got := set(imports.Group, imports.Extra, imports.Price); got != "true" {
			t.Errorf("mapped: %s", got)
		}
		if r, err := service.Finish(t.Context(), r.ID); err != nil || r.Format != imports.Extras ||
			fmt.Sprint(r.Counts) != "map[added:1]" {
			t.Errorf("%+v %v", r, err)
		}
		if again := add(); again.Format != imports.Extras || fmt.Sprint(again.Columns) != "[extras_group extra price]" {
			t.Errorf("%s %v", again.Format, again.Columns)
		}
	})
}
