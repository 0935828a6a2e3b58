package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestBranchesFilesAreTheirOwn: staff of a branch change only prices and stock of their branches by a file, and
// cannot see the files of another branch's staff.
func TestBranchesFilesAreTheirOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		maadi, zamalek, boss := s.Staff("manager", apptest.Koshary), s.Staff("manager", apptest.Zamalek), s.Staff("owner")
		who := func(token string) string { // moved to another branch later
			return apptest.Get[string](s, `SELECT MIN(id) FROM staff WHERE id = $1`,
				map[string]string{maadi: "stf_000001", zamalek: "stf_000002"}[token])
		}
		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		at := func(branch string) string {
			return s.Lines(`SELECT p.price || ' ' || k.on_hand FROM branch_prices p JOIN stock k ON k.branch_id = p.branch_id
				AND k.variant_id = p.variant_id
				WHERE p.branch_id = '` + branch + `' AND p.variant_id = '` + apptest.Small + `'`)[0]
		}
		type view struct {
			ID      string
			State   string
			Version int64
			Counts  map[string]int
			Left    int64
		}
		upload := func(token, text string) (v view) {
			t.Helper()
			s.Do("POST", "/console/imports?name=f.csv", token, text, apptest.Header{"Content-Type": "text/csv"}).Into(t, &v)
			return v
		}
		read := func(token, ref string) (v view) {
			t.Helper()
			s.Do("GET", "/console/imports/"+ref, token, nil).Into(t, &v)
			return v
		}
		step := func(token, ref, what string) apptest.Answer {
			t.Helper()
			return s.Do("POST", "/console/imports/"+ref+"/"+what, token, fields{"version": read(boss, ref).Version})
		}
		does := func(token, ref, what, state string) view {
			t.Helper()
			if a := step(token, ref, what); a.Status != 200 {
				t.Fatal(what, a.Body)
			}
			s.RunJobs()
			v := read(boss, ref)
			if v.State != state {
				t.Fatalf("%s: %+v", what, v)
			}
			return v
		}
		told := func(ref, phase string) (keys []string) {
			t.Helper()
			var part []struct {
				Outcome  string
				Problems []struct {
					Text string
					Line int
				}
			}
			s.Do("GET", "/console/imports/"+ref+"/rows?phase="+phase, boss, nil, apptest.Header{"Accept-Language": "en"}).
				Into(t, &part)
			for _, r := range part {
				for _, p := range r.Problems {
					keys = append(keys, fmt.Sprint(r.Outcome, " ", p.Line, " ", p.Text))
				}
				if len(r.Problems) == 0 {
					keys = append(keys, r.Outcome)
				}
			}
			return keys
		}

		mine := upload(maadi, "sku,branch,price,stock\n"+sku+",koshary-maadi,46,40\n"+sku+",koshary-zamalek,51,7\n")
		was := at(apptest.Zamalek)
		v := does(maadi, mine.ID, "check", "checked")
		if got := at(apptest.Koshary); got != "4500 50" {
			t.Errorf("a try changed %s", got)
		}
		v = does(maadi, mine.ID, "start", "done")
		if got := at(apptest.Koshary); got != "4600 40" || v.Counts["changed"] != 1 {
			t.Errorf("their own branch has %s, %+v", got, v)
		}
		if got := at(apptest.Zamalek); got != was {
			t.Errorf("another branch has %s, it had %s", got, was)
		}
		if got := told(mine.ID, "run"); !slices.Equal(got,
			[]string{"changed 3 koshary-zamalek isn't one of your branches. Remove its rows, or ask an owner to import them."}) {
			t.Errorf("%q", got)
		}
		// A file with rows only of another branch is refused as a whole, and nothing changes.
		moves := apptest.Get[int](s, `SELECT COUNT(*) FROM stock_moves`)
		theirs := upload(maadi, "sku,branch,price,stock\n"+sku+",koshary-zamalek,1,1\n"+sku+",بيت الكشري الزمالك,1,1\n")
		if v := does(maadi, theirs.ID, "start", "done"); v.Counts["refused"] != 1 || v.Counts["changed"] != 0 ||
			v.Counts["same"] != 0 || at(apptest.Zamalek) != was {
			t.Errorf("%+v, they have %s", v, at(apptest.Zamalek))
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM import_changes WHERE import_id = $1`, theirs.ID); n != 0 ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM stock_moves`) != moves {
			t.Errorf("%d changes", n)
		}
		// Nor can they choose that branch for rows that name none.
		loose := upload(maadi, "sku,price\n"+sku+",3\n")
		set := fields{"columns": []string{"sku", "price"}, "store": "", "branches": []string{apptest.Zamalek}, "vat_bp": 1400,
			"version": loose.Version}
		if a := s.Do("PUT", "/console/imports/"+loose.ID, maadi, set); a.Code() != "one_of" {
			t.Errorf("they chose another branch: %s", a.Body)
		}

		// Staff of another branch cannot reach a file of theirs in any way.
		before, log := read(boss, mine.ID), apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`)
		var list []view
		s.Do("GET", "/console/imports", zamalek, nil).Into(t, &list)
		if len(list) != 0 {
			t.Errorf("they see %+v", list)
		}
		for _, a := range []apptest.Answer{s.Do("GET", "/console/imports/"+mine.ID, zamalek, nil),
			s.Do("GET", "/console/imports/"+mine.ID+"/rows", zamalek, nil),
			s.Do("PUT", "/console/imports/"+loose.ID, zamalek, set), step(zamalek, loose.ID, "check"),
			step(zamalek, loose.ID, "start"), step(zamalek, loose.ID, "stop"), step(zamalek, mine.ID, "undo")} {
			if a.Code() != "not_found" || a.Status != 404 {
				t.Errorf("%s", a.Body)
			}
		}
		s.RunJobs()
		if after := read(boss, mine.ID); fmt.Sprint(after) != fmt.Sprint(before) || at(apptest.Koshary) != "4600 40" ||
			apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) != log {
			t.Errorf("%+v became %+v", before, after)
		}
		if got := read(boss, loose.ID).State; got != "uploaded" {
			t.Errorf("the other file is %s", got)
		}
		for query, has := range map[string]bool{"": false, "&branch_id=" + apptest.Zamalek: false} {
			a := s.Do("GET", "/console/export?what=prices"+query, zamalek, nil)
			if a.Status != 200 || strings.Contains(a.Body, "koshary-maadi") != has ||
				!strings.Contains(a.Body, "koshary-zamalek") {
				t.Errorf("%s: %s", query, a.Body)
			}
		}
		if a := s.Do("GET", "/console/export?branch_id="+apptest.Koshary, zamalek, nil); a.Status != 422 ||
			strings.Contains(a.Body, sku) {
			t.Errorf("%s", a.Body)
		}

		// A member who is moved to another branch cannot run or undo there what they uploaded before.
		set["branches"], set["version"] = []string{apptest.Koshary}, read(boss, loose.ID).Version
		if a := s.Do("PUT", "/console/imports/"+loose.ID, maadi, set); a.Status != 200 {
			t.Fatal(a.Body)
		}
		s.Exec(`UPDATE staff_branches SET branch_id = $1 WHERE staff_id = $2`, apptest.Zamalek, who(maadi))
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := does(maadi, loose.ID, "start", "done"); v.Counts["refused"] != 1 || at(apptest.Koshary) != "4600 40" {
			t.Errorf("%+v, they have %s", v, at(apptest.Koshary))
		}
		if v := does(maadi, mine.ID, "undo", "undone"); v.Left != 1 || at(apptest.Koshary) != "4600 40" {
			t.Errorf("%+v, they have %s, %q", v, at(apptest.Koshary), told(mine.ID, "undo"))
		}
		if got := told(mine.ID, "undo"); len(got) != 1 ||
			!strings.Contains(got[0], "The file also changed koshary-maadi, which isn't one of your branches.") {
			t.Errorf("%q", got)
		}
		s.Healthy()
	})
}

// TestNobodyReadsFilesAsOthersSaid: the meaning that a person assigns to columns applies to their own files.
// Otherwise a manager of one branch could have the owner's prices read from the stock column.
func TestNobodyReadsFilesAsOthersSaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		manager, boss := s.Staff("manager", apptest.Koshary), s.Staff("owner")
		type view struct {
			ID      string
			Version int64
			Columns []struct{ Name, Means string }
		}
		upload := func(token string) (v view, means string) {
			t.Helper()
			s.Do("POST", "/console/imports?name=f.csv", token, "sku,price,stock\nKOSH-S,46,40\n",
				apptest.Header{"Content-Type": "text/csv"}).Into(t, &v)
			for _, c := range v.Columns {
				means += " " + c.Means
			}
			return v, means
		}
		const plain, turned = " sku price stock", " sku stock price"
		mine, means := upload(manager)
		if means != plain {
			t.Fatal("read as", means)
		}
		if a := s.Do("PUT", "/console/imports/"+mine.ID, manager,
			fields{"version": mine.Version, "columns": []string{"sku", "stock", "price"}, "store": "", "branches": []string{},
				"vat_bp": 1400}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if _, means := upload(manager); means != turned {
			t.Error("the manager's next file is read as", means)
		}
		if _, means := upload(boss); means != plain {
			t.Error("the owner's file is read as", means)
		}
	})
}
