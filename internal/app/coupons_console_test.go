package app_test

import (
	"encoding/json"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestManagersMakeCouponsForTheirStores tests the rights of a manager to coupons, and checks for every refusal that
// it had no effect.
func TestManagersMakeCouponsForTheirStores(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		manager, boss := s.Staff("manager", apptest.Koshary), s.Staff("owner")
		for _, c := range [][2]string{{"cpn_shop", `[]`}, {"cpn_theirs", `["sto_bakala"]`},
			{"cpn_both", `["sto_bakala","sto_koshary"]`}} {
			s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active, stores, updated_at)
				VALUES ($1, $2, 'percent', 1000, $3, $4, $5, 1)`,
				c[0], c[0], false, true, c[1])
		}
		facts := func() string {
			t.Helper()
			text := ""
			for _, line := range s.Lines(`SELECT id || code || value || stores || updated_at || CASE WHEN active THEN ' on'
				ELSE ' off' END FROM coupons ORDER BY id`) {
				text += line + "\n"
			}
			for _, line := range s.Lines(`SELECT action || object FROM audit_log ORDER BY id`) {
				text += line + "\n"
			}
			return text
		}
		form := func(more fields) fields {
			out := fields{"kind": "percent", "value": 10, "customer_limit": 1}
			for k, v := range more {
				out[k] = v
			}
			return out
		}
		for _, c := range []struct {
			name, method, path, token string
			body                      any
			want                      string
		}{
			{"for another store", "POST", "", manager, form(fields{"code": "OTHER", "stores": []string{"sto_bakala"}}), "422 "},
			{"for another store beside theirs", "POST", "", manager,
				form(fields{"code": "OTHER", "stores": []string{"sto_koshary", "bakala"}}), "422 "},
			{"for no store there is", "POST", "", manager, form(fields{"code": "OTHER", "stores": []string{"sto_none"}}),
				"422 "},
			{"by a manager of nothing", "POST", "", s.Staff("picker", apptest.Koshary), form(fields{"code": "OTHER"}),
				"403 not_allowed"},
			{"edit the shop's", "PUT", "/cpn_shop", manager, form(nil), "404 not_found"},
			{"edit another's", "PUT", "/cpn_theirs", manager, form(fields{"stores": []string{"sto_koshary"}}), "404 not_found"},
			{"edit one shared with another", "PUT", "/cpn_both", manager, form(nil), "404 not_found"},
			{"even with a wrong form", "PUT", "/cpn_shop", manager, fields{"kind": "gift"}, "404 not_found"},
			{"end the shop's", "POST", "/cpn_shop/switch", manager, fields{"active": false}, "404 not_found"},
			{"end another's", "POST", "/cpn_theirs/switch", manager, fields{"active": false}, "404 not_found"},
			{"see the shop's", "GET", "/cpn_shop", manager, nil, "404 not_found"},
			{"see another's", "GET", "/cpn_theirs", manager, nil, "404 not_found"},
			{"without signing in", "POST", "", "", form(fields{"code": "OTHER"}), "401 unauthorized"},
		} {
			before := facts()
			if got := s.Do(c.method, "/console/coupons"+c.path, c.token, c.body); got.Short() != c.want &&
				(c.want != "422 " || got.Status != 422) {
				t.Errorf("%s: %s, want %s: %s", c.name, got.Short(), c.want, got.Body)
			}
			if after := facts(); after != before {
				t.Errorf("%s was refused and left\n%swhere there was\n%s", c.name, after, before)
			}
		}

		type coupon struct {
			ID     string `json:"id"`
			Code   string `json:"code"`
			Active bool   `json:"active"`
			Stores []struct {
				ID string `json:"id"`
			} `json:"stores"`
		}
		var made, edited, ended coupon
		s.Do("POST", "/console/coupons", manager, form(fields{"code": "mine"})).Into(t, &made)
		if made.Code != "MINE" || len(made.Stores) != 1 || made.Stores[0].ID != "sto_koshary" {
			t.Fatalf("made %+v", made)
		}
		s.Do("PUT", "/console/coupons/"+made.ID, manager, form(fields{"value": 20, "stores": []string{}, "version": 1})).
			Into(t, &edited)
		if len(edited.Stores) != 1 || edited.Stores[0].ID != "sto_koshary" {
			t.Errorf("edited into one for %+v", edited.Stores)
		}
		if got := s.Do("PUT", "/console/coupons/"+made.ID, manager,
			form(fields{"stores": []string{"sto_bakala"}, "version": 2})); got.Status != 422 {
			t.Errorf("moved to another store: %s", got.Short())
		}
		if value := apptest.Get[int](s, `SELECT value FROM coupons WHERE id = $1`, made.ID); value != 2000 {
			t.Errorf("it takes off %d basis points", value)
		}

		// A change to an outdated version gets the current coupon.
		stale := s.Do("PUT", "/console/coupons/"+made.ID, manager, form(fields{"value": 30, "version": 1}))
		var moved struct {
			Data struct {
				Current struct{ Percent, Version int }
			}
		}
		if err := json.Unmarshal([]byte(stale.Body), &moved); err != nil || stale.Short() != "409 moved_on" ||
			moved.Data.Current.Percent != 20 || moved.Data.Current.Version != 2 {
			t.Errorf("over an older version: %s", stale.Body)
		}

		// A colleague of the store's other branch can edit it, one of another store cannot.
		if got := s.Do("GET", "/console/coupons/"+made.ID, s.Staff("manager", apptest.Zamalek), nil); got.Status != 200 {
			t.Errorf("a colleague of the store: %s", got.Short())
		}
		if got := s.Do("GET", "/console/coupons/"+made.ID, s.Staff("manager", apptest.Bakala),
			nil); got.Short() != "404 not_found" {
			t.Errorf("a manager of another store: %s", got.Short())
		}

		listed := func(token, query string) (codes []string) {
			t.Helper()
			var list []coupon
			s.Do("GET", "/console/coupons"+query, token, nil).Into(t, &list)
			for _, c := range list {
				codes = append(codes, c.Code)
			}
			return codes
		}
		if got := listed(manager, ""); len(got) != 1 || got[0] != "MINE" {
			t.Errorf("the manager's list: %v", got)
		}
		if got := listed(boss, ""); len(got) != 4 {
			t.Errorf("the owner's list: %v", got)
		}
		var choices struct {
			Stores []struct {
				ID string `json:"id"`
			} `json:"stores"`
			Fixed bool `json:"stores_fixed"`
		}
		s.Do("GET", "/console/coupons/choices", manager, nil).Into(t, &choices)
		if !choices.Fixed || len(choices.Stores) != 1 || choices.Stores[0].ID != "sto_koshary" {
			t.Errorf("the manager's choices: %+v", choices)
		}

		// A manager sees its uses only in the orders of their branches.
		p := s.Customer()
		order := s.Buy(p, "cod")
		s.Exec(`INSERT INTO coupon_redemptions (coupon_id, order_id, user_id, discount, created_at)
			VALUES ($1, $2, $3, 100, 1)`, made.ID, order, p.ID)
		uses := func(token string) int {
			t.Helper()
			var detail struct {
				Recent []struct {
					OrderID string `json:"order_id"`
				} `json:"recent"`
			}
			s.Do("GET", "/console/coupons/"+made.ID, token, nil).Into(t, &detail)
			return len(detail.Recent)
		}
		if here, there := uses(manager), uses(s.Staff("manager", apptest.Zamalek)); here != 1 || there != 0 {
			t.Errorf("the branch's manager sees %d uses, that of another branch %d", here, there)
		}
		s.Exec(`DELETE FROM coupon_redemptions WHERE coupon_id = $1`, made.ID)

		s.Do("POST", "/console/coupons/"+made.ID+"/switch", manager, fields{"active": false}).Into(t, &ended)
		if ended.Active {
			t.Error("it was not ended")
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1`, made.ID); n != 3 {
			t.Errorf("%d lines in the audit log", n)
		}
		s.Healthy()
	})
}
