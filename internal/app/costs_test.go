package app_test

import (
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

type costCell struct {
	VariantID string   `json:"variant_id"`
	Cost      *float64 `json:"cost"`
	Margin    *float64 `json:"margin"`
	Share     *int64   `json:"margin_share"`
}

func costOf(s *apptest.Shop, token, branch, variant string) costCell {
	s.TB.Helper()
	var sheet []costCell
	s.Do("GET", "/console/branches/"+branch+"/sheet", token, nil).Into(s.TB, &sheet)
	at := slices.IndexFunc(sheet, func(c costCell) bool { return c.VariantID == variant })
	if at < 0 {
		s.TB.Fatalf("%s is not on the sheet", variant)
	}
	return sheet[at]
}

func setCost(s *apptest.Shop, token, branch, variant string, cost, was any) (status int, field, code string) {
	s.TB.Helper()
	a := s.Do("PUT", "/console/branches/"+branch+"/costs", token,
		map[string]any{"rows": []any{map[string]any{"variant_id": variant, "cost": cost, "was": was}}})
	if a.Status != 200 {
		return a.Status, "", ""
	}
	var saved struct {
		Results []struct{ Field, Code string }
	}
	a.Into(s.TB, &saved)
	return 200, saved.Results[0].Field, saved.Results[0].Code
}

// TestAnOrderKeepsWhatItsGoodsCost: the line keeps the cost of its day, even if the cost changes later, and only
// staff who may see costs receive it.
func TestAnOrderKeepsWhatItsGoodsCost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		manager, elsewhere := s.Staff("manager", apptest.Koshary), s.Staff("manager", apptest.Bakala)
		editor, finance, support, owner := s.Staff("editor"), s.Staff("finance"), s.Staff("support"), s.Staff("owner")
		unknown := s.Buy(s.Customer(), "cod")
		for _, c := range []struct {
			as, token, variant string
			cost, was          any
			status             int
			field, code        string
		}{
			{"an editor", editor, apptest.Small, 20, nil, 403, "", ""},
			{"support", support, apptest.Small, 20, nil, 403, "", ""},
			{"finance", finance, apptest.Small, 20, nil, 403, "", ""},
			{"a manager of another branch", elsewhere, apptest.Small, 20, nil, 404, "", ""},
			{"below nothing", manager, apptest.Small, -1, nil, 200, "cost", "validation"},
			{"what has no price", manager, "var_unsold", 20, nil, 200, "cost", "validation"},
			{"another store's", manager, apptest.Milk, 20, nil, 200, "cost", "validation"},
			{"a manager", manager, apptest.Small, 20.05, nil, 200, "", ""},
			{"the same again", manager, apptest.Small, 20.05, nil, 200, "", ""},
			{"who read an older one", owner, apptest.Small, 30, nil, 200, "", "conflict"},
		} {
			status, field, code := setCost(s, c.token, apptest.Koshary, c.variant, c.cost, c.was)
			if status != c.status || field != c.field || (code == "") != (c.code == "") {
				t.Errorf("%s: %d %q %q", c.as, status, field, code)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM variant_costs`); n != 1 {
			t.Errorf("%d costs", n)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'cost.set'`); n != 1 {
			t.Errorf("%d lines of the log", n)
		}
		// 45.00 with 14 % VAT is 39.47 without.
		if c := costOf(s, manager, apptest.Koshary, apptest.Small); c.Cost == nil || *c.Cost != 20.05 || *c.Margin != 19.42 ||
			*c.Share != 4920 {
			t.Errorf("the manager's sheet: %+v", c)
		}
		if c := costOf(s, editor, apptest.Koshary, apptest.Small); c.Cost != nil || c.Margin != nil || c.Share != nil {
			t.Errorf("the editor's sheet: %+v", c)
		}
		if a := s.Do("GET", "/console/branches/"+apptest.Koshary+"/sheet?show=no_cost", editor, nil); a.Status != 422 {
			t.Errorf("the editor's filter: %d", a.Status)
		}

		p := s.Customer()
		order := s.Buy(p, "cod")
		if status, _, code := setCost(s, manager, apptest.Koshary, apptest.Small, 99, 20.05); status != 200 || code != "" {
			t.Fatal(status, code)
		}
		if c := apptest.Get[int64](s, `SELECT cost FROM order_lines WHERE order_id = $1`, order); c != 2005 {
			t.Errorf("the line has %d", c)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM order_lines WHERE order_id = $1 AND cost IS NULL`,
			unknown); n != 1 {
			t.Error("the order from before has a cost")
		}
		type view struct {
			Margin *struct {
				Net, Cost, Margin float64
				Known, Lines      int
			}
		}
		for who, token := range map[string]string{"manager": manager, "finance": finance, "owner": owner} {
			var v view
			s.Do("GET", "/console/orders/"+order, token, nil).Into(t, &v)
			// Two for 90.00 are 78.95 without VAT, and cost 40.10.
			if v.Margin == nil || v.Margin.Net != 78.95 || v.Margin.Cost != 40.10 || v.Margin.Margin != 38.85 ||
				v.Margin.Known != 1 || v.Margin.Lines != 1 {
				t.Errorf("%s: %+v", who, v.Margin)
			}
			v = view{}
			s.Do("GET", "/console/orders/"+unknown, token, nil).Into(t, &v)
			if v.Margin != nil {
				t.Errorf("%s, the order from before: %+v", who, v.Margin)
			}
		}
		for who, a := range map[string]apptest.Answer{
			"support":      s.Do("GET", "/console/orders/"+order, support, nil),
			"the customer": s.Do("GET", "/orders/"+order, p.Token, nil),
		} {
			if a.Status != 200 || strings.Contains(a.Body, "40.1") || strings.Contains(a.Body, `"margin"`) {
				t.Errorf("%s is told: %s", who, a.Body)
			}
		}
		// It can be removed again.
		if _, _, code := setCost(s, manager, apptest.Koshary, apptest.Small, nil, 99); code != "" ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM variant_costs`) != 0 {
			t.Error("the cost stays", code)
		}
	})
}

// TestCostsComeAndGoByFile: costs are exported for staff who may see them, imported by those who may set them, and
// undone with the rest.
func TestCostsComeAndGoByFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		costs := func() string {
			return strings.Join(s.Lines(`SELECT branch_id || ' ' || variant_id || ' ' || cost FROM variant_costs ORDER BY 1`),
				", ")
		}
		file := "الكود,الفرع,سعر التكلفة\n" + sku + ",koshary-maadi,21.37\n"
		run, all := inShop(t, s, file, wanted{store: "sto_koshary", branches: []string{apptest.Koshary}})
		if run.Format != imports.Prices || len(all) != 1 || all[0].Outcome != imports.Changed ||
			costs() != "br_koshary_maadi var_koshary_s 2137" {
			t.Fatalf("%s %+v %s", run.Format, all, costs())
		}
		for who, c := range map[string]struct {
			token string
			sees  bool
		}{"owner": {s.Staff("owner"), true}, "manager": {s.Staff("manager", apptest.Koshary), true},
			"editor": {s.Staff("editor"), false}} {
			a := s.Do("GET", "/console/export?what=prices", c.token, nil)
			if sees := strings.Contains(a.Body, "21.37"); a.Status != 200 || sees != c.sees ||
				strings.Contains(a.Body, "cost") != c.sees {
				t.Errorf("%s: %d %v\n%s", who, a.Status, sees, a.Body)
			}
		}
		if left := undone(t, s, run.ID); len(left) != 0 || costs() != "" {
			t.Errorf("undone: %+v %s", left, costs())
		}
		// Staff who may not set costs cannot change them by a file.
		r := uploaded(t, s, "sku,branch,price,cost\n"+sku+",koshary-maadi,46,21.37\n",
			wanted{store: "sto_koshary", branches: []string{apptest.Koshary},
				rights: imports.Rights{NoCosts: true, Role: "editor"}})
		if err := s.App.Imports().Start(t.Context(), imports.Actor{
			StaffID: asOwner, Rights: imports.Rights{NoCosts: true, Role: "editor"}}, r.ID, -1); err != nil {
			t.Fatal(err)
		}
		if _, err := s.App.Imports().Finish(t.Context(), r.ID); err != nil || costs() != "" ||
			apptest.Get[int64](s, `SELECT price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
				apptest.Small) != 4600 {
			t.Error("an editor's file:", err, costs())
		}
		// Costs that changed since then stay.
		run, _ = inShop(t, s, file, wanted{id: "imp_again", store: "sto_koshary", branches: []string{apptest.Koshary}})
		if _, _, code := setCost(s, s.Staff("owner"), apptest.Koshary, apptest.Small, 30, 21.37); code != "" {
			t.Fatal(code)
		}
		if left := undone(t, s, run.ID); len(left) != 1 || costs() != "br_koshary_maadi var_koshary_s 3000" {
			t.Errorf("undone after a change: %+v %s", left, costs())
		}
	})
}

// TestCostsOfOthersFilesAreNotTold: an editor can neither read nor continue another person's file that contains
// costs.
func TestCostsOfOthersFilesAreNotTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, editor := s.Staff("owner"), s.Staff("editor")
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		run, _ := inShop(t, s, "sku,branch,price,cost\n"+sku+",koshary-maadi,46,21.37\n"+sku+",koshary-maadi,46,-7.77\n",
			wanted{store: "sto_koshary", branches: []string{apptest.Koshary}, rights: imports.Rights{Role: "owner"},
				by: staffOf(s, owner)})
		for _, path := range []string{"/" + run.ID, "/" + run.ID + "/rows", ""} {
			for token, told := range map[string]bool{owner: true, editor: false} {
				a := s.Do("GET", "/console/imports"+path, token, nil)
				if (a.Status == 200) != (told || path == "") ||
					strings.Contains(a.Body, run.ID) != (told && path != "/"+run.ID+"/rows") {
					t.Errorf("%s told %v: %d %s", path, told, a.Status, a.Body)
				}
			}
		}
		for _, step := range []string{"check", "start", "undo"} {
			if a := s.Do("POST", "/console/imports/"+run.ID+"/"+step, editor, fields{"version": 1}); a.Short() != notFound {
				t.Errorf("%s: %s", step, a.Body)
			}
		}
	})
}

// TestAShopWithoutVATCountsWhatItPays: a shop that is not registered enters costs including VAT, and its margin is
// computed without deducting VAT.
func TestAShopWithoutVATCountsWhatItPays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		asked := func() bool {
			var v struct{ Untaxed *bool }
			s.Do("GET", "/console/catalogue/choices", owner, nil).Into(t, &v)
			return *v.Untaxed
		}
		if asked() {
			t.Error("a shop that nobody named is not registered")
		}
		shop := fields{"name_en": "Souq", "name_ar": "سوق", "vat_payer": false}
		if a := s.Do("PUT", "/console/shop", owner, settingFrom(s, "/console/shop", owner, shop)); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if _, _, code := setCost(s, owner, apptest.Koshary, apptest.Small, 20, nil); code != "" || !asked() {
			t.Error("its cost", code, asked())
		}
		if c := costOf(s, owner, apptest.Koshary, apptest.Small); *c.Cost != 20 || *c.Margin != 25 || *c.Share != 5556 {
			t.Errorf("its sheet: %v %v %v", *c.Cost, *c.Margin, *c.Share)
		}
	})
}
