package app_test

import (
	"strconv"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// TestAFormulaOverAllRows tries a formula over more rows than a page of the sheet has, applies it and undoes it.
func TestAFormulaOverAllRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		manager, elsewhere, picker := s.Staff("manager", apptest.Bakala), s.Staff("manager", apptest.Koshary),
			s.Staff("picker", apptest.Bakala)
		prices := func() []string {
			return s.Lines(`SELECT branch_id || ' ' || variant_id || ' ' || price FROM branch_prices ORDER BY 1`)
		}
		before := prices()
		body := func(more fields) fields {
			b := fields{"branch_id": apptest.Bakala, "cell": "price", "kind": "percent", "by": 500, "round": "0.95"}
			for name, value := range more {
				b[name] = value
			}
			return b
		}
		type view struct {
			ID, State string
			Rows      int64
			Counts    map[string]int
			Version   int64
		}
		post := func(token, path string, body any) (v view) {
			t.Helper()
			a := s.Do("POST", "/console/imports"+path, token, body)
			if a.Status != 200 {
				t.Fatalf("%s: %d %s", path, a.Status, a.Body)
			}
			a.Into(t, &v)
			return v
		}
		finish := func(id string) (v view) {
			t.Helper()
			if _, err := s.App.Imports().Finish(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			s.Do("GET", "/console/imports/"+id, manager, nil).Into(t, &v)
			return v
		}
		for who, c := range map[string]struct {
			token  string
			body   fields
			status int
		}{
			"a picker":                    {picker, body(nil), 403},
			"a manager of another branch": {elsewhere, body(nil), 422},
			"no such round":               {manager, body(fields{"round": "0.99"}), 422},
			"nothing that has a price":    {manager, body(fields{"q": "nothing of this name"}), 422},
			"the costs of who sees none":  {s.Staff("editor"), body(fields{"show": "no_cost"}), 422},
		} {
			if a := s.Do("POST", "/console/imports/formula", c.token, c.body); a.Status != c.status {
				t.Errorf("%s: %d %s", who, a.Status, a.Body)
			}
		}
		mine := apptest.Get[int64](s, `SELECT COUNT(*) FROM branch_prices WHERE branch_id = $1`, apptest.Bakala)
		if mine < 55 {
			t.Fatal("fewer prices than a page of the sheet has:", mine)
		}
		run := post(manager, "/formula", body(nil))
		if run = finish(run.ID); run.State != "checked" || run.Rows != mine ||
			int64(run.Counts["changed"]+run.Counts["same"]) != mine {
			t.Errorf("tried: %+v of %d", run, mine)
		}
		if got := prices(); len(got) != len(before) || got[0] != before[0] {
			t.Error("a trial changed prices")
		}
		changed := run.Counts["changed"]
		post(manager, "/"+run.ID+"/start", fields{"version": run.Version})
		if run = finish(run.ID); run.State != "done" || run.Counts["changed"] != changed {
			t.Errorf("brought in: %+v", run)
		}
		// Every price of the branch ends in .95 and other branches' prices are unchanged; the offer stays.
		if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM branch_prices WHERE branch_id = $1 AND price % 100 = 95`,
			apptest.Bakala); n != mine {
			t.Errorf("%d of %d end in .95", n, mine)
		}
		if o := apptest.Get[int64](s, `SELECT offer_price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
			apptest.Bakala, apptest.Milk); o != 3500 {
			t.Error("the offer is", o)
		}
		others := func(all []string) (n int) {
			for i, line := range all {
				if line == before[i] {
					n++
				}
			}
			return n
		}
		if same := others(prices()); same != len(before)-changed {
			t.Errorf("%d of %d prices are as before, %d were changed", same, len(before), changed)
		}
		post(manager, "/"+run.ID+"/undo", fields{"version": run.Version})
		if run = finish(run.ID); run.State != "undone" || others(prices()) != len(before) {
			t.Errorf("undone: %+v, %d of %d as before", run, others(prices()), len(before))
		}
		// Requested twice, as after a lost answer, it is applied once: a second start is refused, and the other file has
		// the same prices.
		twins := []view{finish(post(manager, "/formula", body(fields{"round": "none"})).ID),
			finish(post(manager, "/formula", body(fields{"round": "none"})).ID)}
		for range 2 {
			for _, one := range twins {
				s.Do("POST", "/console/imports/"+one.ID+"/start", manager, fields{"version": one.Version})
				finish(one.ID)
			}
		}
		for _, line := range before {
			if f := strings.Fields(line); f[0] == apptest.Bakala {
				was, _ := strconv.ParseInt(f[2], 10, 64)
				is := apptest.Get[int64](s, `SELECT price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`, f[0], f[1])
				if is != money.RoundRatio(was, 105, 100) {
					t.Errorf("%s was asked for %d and is for %d", f[1], was, is)
				}
			}
		}
		// A formula that leaves nothing is refused row by row, and so is an offer that would not be lower.
		low := finish(post(manager, "/formula", body(fields{"kind": "amount", "by": -1_000_000})).ID)
		if int64(low.Counts["refused"]) != mine {
			t.Errorf("below nothing: %+v", low)
		}
		high := finish(post(manager, "/formula", body(fields{"cell": "offer_price", "q": "milk"})).ID)
		if high.Rows != 1 || high.Counts["changed"] != 0 {
			t.Errorf("an offer above the price: %+v", high)
		}
	})
}
