package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func referralTerms(more fields) fields {
	out := fields{"enabled": true, "reward_referrer": 50, "reward_friend": "٢٥", "window_days": 20, "rate": 2.5,
		"commission_days": 90, "monthly_rewards": 5, "monthly_commission": 200, "version": 0}
	for k, v := range more {
		out[k] = v
	}
	return out
}

// settingFrom is a form of settings with the current version.
func settingFrom(s *apptest.Shop, path, token string, body fields) fields {
	var is struct{ Version int64 }
	s.Do("GET", path, token, nil).Into(s.TB, &is)
	body["version"] = is.Version
	return body
}

func lateSteps(pairs ...float64) []fields {
	out := []fields{}
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, fields{"minutes": pairs[i], "amount": pairs[i+1]})
	}
	return out
}

func pointRates(pairs ...any) []fields {
	out := []fields{}
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, fields{"service_id": pairs[i], "points": pairs[i+1]})
	}
	return out
}

var _ = addWrites(map[string]write{
	"console-save-referral-terms": {share: 1, staff: true, body: func(ids) fields { return referralTerms(nil) }},
	"console-save-points-rates": {share: 1, staff: true,
		body: func(ids) fields { return fields{"rates": pointRates("", 40, "svc_food", 50), "version": 0} }},
	"console-save-safety": {share: 1, staff: true, body: func(ids) fields {
		return fields{"alone": 400, "drop": 50, "drop_days": 30, "second_factor": false, "version": 0}
	}},
	"console-decide-safety": {share: 1, staff: true,
		body: func(ids) fields { return fields{"version": 1, "approve": true} }},
	"console-save-late": {share: 1, staff: true, body: func(ids) fields {
		return fields{"enabled": true, "steps": lateSteps(15, 10), "version": 0}
	}},
})

// TestSettingsOfTheShop tests the three forms: who may save, which values are refused, that a preview saves nothing,
// and that saved values apply.
func TestSettingsOfTheShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		const terms, rates, late = "/console/referrals/terms", "/console/points/rates", "/console/late"
		facts := func() string {
			t.Helper()
			return strings.Join(append(s.Lines(`SELECT 'set ' || key || value FROM settings
				WHERE key IN ('referral', 'shipping.late') ORDER BY key`),
				append(s.Lines(`SELECT 'rate ' || service_id || ' ' || points FROM loyalty_rates ORDER BY service_id`),
					s.Lines(`SELECT 'audit ' || action || object || COALESCE(after, '') FROM audit_log ORDER BY id`)...)...), "\n")
		}
		type try struct {
			name, path, token string
			body              fields
			want, field       string
		}
		goodRates, goodLate := fields{"rates": pointRates("", 40), "version": 0},
			fields{"enabled": true, "steps": lateSteps(15, 10), "version": 0}
		var tries []try
		for _, role := range []string{"editor", "manager", "picker", "support", "finance", "courier"} {
			token := s.Staff(role, apptest.Koshary)
			for path, body := range map[string]fields{terms: referralTerms(nil), rates: goodRates, late: goodLate} {
				tries = append(tries, try{role, path, token, body, "403 not_allowed", ""})
				if got := s.Do("GET", path, token, nil); got.Short() != "403 not_allowed" {
					t.Errorf("%s reads %s: %s", role, path, got.Short())
				}
			}
		}
		tries = append(tries,
			try{"nobody", terms, "", referralTerms(nil), "401 unauthorized", ""},
			try{"a customer", late, s.Customer().Token, goodLate, "401 unauthorized", ""},
			try{"too large a reward", terms, boss, referralTerms(fields{"reward_referrer": 1000.01}), "422", "reward_referrer"},
			try{"a negative reward", terms, boss, referralTerms(fields{"reward_friend": -1}), "422", "reward_friend"},
			try{"before goods can come back", terms, boss, referralTerms(fields{"window_days": 13}), "422", "window_days"},
			try{"more than half", terms, boss, referralTerms(fields{"rate": 50.01}), "422", "rate"},
			try{"for ever", terms, boss, referralTerms(fields{"commission_days": 731}), "422", "commission_days"},
			try{"without a limit", terms, boss, referralTerms(fields{"monthly_rewards": -1}), "422", "monthly_rewards"},
			try{"too much a month", terms, boss, referralTerms(fields{"monthly_commission": 100_001}), "422",
				"monthly_commission"},
			try{"an unknown field", terms, boss, referralTerms(fields{"paid": true}), "422", "paid"},
			try{"a look at something wrong", terms, boss, referralTerms(fields{"preview": true, "rate": 99}), "422", "rate"},
			try{"no rate for the others", rates, boss, fields{"rates": pointRates("svc_food", 40)}, "422", "other"},
			try{"a service there is not", rates, boss, fields{"rates": pointRates("", 40, "svc_none", 1)}, "422", "rates"},
			try{"a service twice", rates, boss, fields{"rates": pointRates("", 40, "svc_food", 1, "svc_food", 2)}, "422",
				"rates"},
			try{"negative points", rates, boss, fields{"rates": pointRates("", 40, "svc_food", -1)}, "422", "svc_food"},
			try{"too many points", rates, boss, fields{"rates": pointRates("", 10_001)}, "422", "other"},
			try{"on without a step", late, boss, fields{"enabled": true, "steps": lateSteps()}, "422", "steps"},
			try{"too many steps", late, boss,
				fields{"enabled": true, "steps": lateSteps(1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1)}, "422", "steps"},
			try{"an earlier step", late, boss, fields{"enabled": true, "steps": lateSteps(15, 10, 15, 20)}, "422",
				"steps.1.minutes"},
			try{"a later step that gives less", late, boss, fields{"enabled": true, "steps": lateSteps(15, 10, 30, 9)}, "422",
				"steps.1.amount"},
			try{"nothing for lateness", late, boss, fields{"enabled": true, "steps": lateSteps(15, 0)}, "422", "steps.0.amount"},
			try{"a fortune for lateness", late, boss, fields{"enabled": true, "steps": lateSteps(15, 500.01)}, "422",
				"steps.0.amount"},
			try{"a look at the terms", terms, boss, referralTerms(fields{"preview": true}), "200", ""},
			try{"a look at the rates", rates, boss, fields{"preview": true, "rates": pointRates("", 1)}, "200", ""},
			try{"a look at lateness", late, boss, fields{"preview": true, "enabled": false, "steps": lateSteps()}, "200", ""},
		)
		for _, c := range tries {
			before := facts()
			c.body["version"] = 0
			got := s.Do("PUT", c.path, c.token, c.body)
			if !strings.HasPrefix(got.Short(), c.want) || c.field != "" && !strings.Contains(got.Body, `"`+c.field+`":[`) {
				t.Errorf("%s at %s: %s, want %s of %q: %.300s", c.name, c.path, got.Short(), c.want, c.field, got.Body)
			}
			if after := facts(); after != before {
				t.Errorf("%s at %s left\n%s\nwhere there was\n%s", c.name, c.path, after, before)
			}
		}

		var program struct {
			Friend float64 `json:"reward_friend"`
			Rate   float64 `json:"rate"`
			Effect struct {
				Commission, Friend float64
				Most               float64 `json:"most_per_month"`
			} `json:"effect"`
		}
		s.Do("PUT", terms, boss, referralTerms(nil)).Into(t, &program)
		if program.Friend != 25 || program.Rate != 2.5 || program.Effect.Commission != 7.5 || program.Effect.Most != 450 {
			t.Errorf("the programme: %+v", program)
		}
		f := friends{s: s}
		host := f.register(f.stranger(), "")
		var mine struct {
			Code string `json:"code"`
		}
		s.Do("GET", "/referral", host.Token, nil).Into(t, &mine)
		friend := f.register(f.stranger(), mine.Code)
		if got := s.Lines(`SELECT reward_referrer || ' ' || reward_friend || ' ' || rate_bp || ' ' || window_days
			FROM referrals WHERE friend_id = $1`, friend.ID); len(got) != 1 || got[0] != "5000 2500 250 20" {
			t.Errorf("what the friend was promised: %v", got)
		}
		s.Do("PUT", terms, boss, settingFrom(s, terms, boss, referralTerms(fields{"enabled": false})))
		tooLate := f.register(f.stranger(), mine.Code)
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM referrals WHERE friend_id = $1`, tooLate.ID); n != 0 {
			t.Error("a programme that is off took a friend")
		}

		var points struct {
			Rates []struct {
				ServiceID string `json:"service_id"`
				Own       bool
				Points    int64
				Earns     int64
				Worth     float64
			}
		}
		s.Do("PUT", rates, boss, fields{"rates": pointRates("", 10, "svc_food", "٥٠"), "version": 0}).Into(t, &points)
		if len(points.Rates) != 4 || points.Rates[0].ServiceID != "" || points.Rates[1].Points != 50 ||
			points.Rates[1].Earns != 150 ||
			points.Rates[2].Own || points.Rates[2].Points != 10 {
			t.Errorf("the rates: %+v", points.Rates)
		}

		s.Stock(apptest.Koshary, apptest.Small, 100)
		p := s.Customer()
		s.Do("PUT", late, boss, fields{"enabled": true, "steps": lateSteps(15, 33), "version": 0})
		comesLate := func() string {
			t.Helper()
			order := s.Buy(p, "cod")
			s.Exec(`UPDATE orders SET promised_at = $2 WHERE id = $1`, order, s.Clock.Now().Add(-time.Hour).UnixMilli())
			for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
				if !advance(s, p, boss, order, to) {
					t.Fatalf("not %s", to)
				}
			}
			return order
		}
		order := comesLate()
		if got := s.Lines(`SELECT type || ' ' || amount FROM wallet_entries WHERE user_id = $1`, p.ID); len(got) != 1 ||
			got[0] != "late 3300" {
			t.Errorf("what the late order brought: %v", got)
		}
		if got := s.Lines(`SELECT rate || ' ' || points FROM points_earned WHERE order_id = $1`, order); len(got) != 1 ||
			got[0] != "50 45" {
			t.Errorf("what the order earned: %v", got)
		}
		s.Do("PUT", late, boss, fields{"enabled": false, "steps": lateSteps(15, 33), "version": 1})
		comesLate()
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM wallet_entries WHERE user_id = $1`, p.ID); n != 1 {
			t.Errorf("%d payments after it was switched off", n)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE SUBSTR(action, 1, 9) = 'settings.'`); n != 5 {
			t.Errorf("%d changes in the audit log", n)
		}
		s.Healthy()
	})
}

// TestASettingHasMovedOn: a form based on an older setting is refused with the current one, and nothing is saved.
func TestASettingHasMovedOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		for path, forms := range map[string][2]fields{
			"/console/referrals/terms": {referralTerms(nil), referralTerms(fields{"rate": 3})},
			"/console/points/rates":    {{"rates": pointRates("", 30)}, {"rates": pointRates("", 20)}},
			"/console/late": {{"enabled": true, "steps": lateSteps(15, 20)},
				{"enabled": true, "steps": lateSteps(15, 30)}},
			"/console/safety": {{"alone": 300, "drop": 40, "drop_days": 40, "second_factor": false},
				{"alone": 200, "drop": 40, "drop_days": 40, "second_factor": false}},
		} {
			first, second := settingFrom(s, path, boss, forms[0]), settingFrom(s, path, boss, forms[1])
			var saved, read map[string]any
			s.Do("PUT", path, boss, first).Into(t, &saved)
			lines := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`)
			a := s.Do("PUT", path, boss, second)
			if a.Short() != "409 moved_on" || !strings.Contains(a.Body, fmt.Sprintf(`"version":%v`, saved["version"])) {
				t.Errorf("%s: %s %.300s", path, a.Short(), a.Body)
			}
			s.Do("GET", path, boss, nil).Into(t, &read)
			if fmt.Sprint(read) != fmt.Sprint(saved) || apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) != lines {
				t.Errorf("%s: after a refused change it is %v, not %v", path, read, saved)
			}
			if a := s.Do("PUT", path, boss, settingFrom(s, path, boss, second)); a.Status != 200 {
				t.Errorf("%s: from the version that stands: %s", path, a.Short())
			}
		}
	})
}

// TestRatesAreSavedWhole has owners concurrently save different rates based on the same version: afterwards those of
// one owner are in force completely, and the others get a conflict.
func TestRatesAreSavedWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		forms := [][]any{{"", 40, "svc_food", 50}, {"", 30, "svc_grocery", 20}}
		wholes := []string{" 40,svc_food 50", " 30,svc_grocery 20"}
		for round := range apptest.Count(10, 100) {
			const path = "/console/points/rates"
			version := settingFrom(s, path, boss, fields{})["version"]
			got := apptest.Burst(8, 8, func(i int) string {
				return s.Send("PUT", path, boss, fields{"rates": pointRates(forms[i%2]...), "version": version}).Short()
			})
			// Saving rates that are already in force is not a change, so it causes no conflict for those who read them.
			if got["200"] == 0 || got["200"]+got["409 moved_on"] != 8 {
				t.Fatalf("round %d: %v", round, got)
			}
			stored := strings.Join(s.Lines(`SELECT service_id || ' ' || points FROM loyalty_rates`), ",")
			if !slices.Contains(wholes, stored) {
				t.Fatalf("round %d left %q", round, stored)
			}
		}
		s.Healthy()
	})
}

// TestSafetyIsSet: owners set when a second person is needed and that they and finance need a second factor; this
// applies on every node from the next request, and nobody else may set it.
func TestSafetyIsSet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, finance, editor := s.Staff("owner"), s.Staff("finance"), s.Staff("editor")
		form := func(more fields) fields {
			out := fields{"alone": 300, "drop": 40, "drop_days": 14, "second_factor": true}
			for k, v := range more {
				out[k] = v
			}
			return out
		}
		for name, c := range map[string]struct {
			token string
			body  fields
			want  string
		}{
			"finance":           {finance, form(nil), "403 not_allowed"},
			"an editor":         {editor, form(nil), "403 not_allowed"},
			"all of a price":    {boss, form(fields{"drop": 100}), "422 between"},
			"a year":            {boss, form(fields{"drop_days": 365}), "422 between"},
			"less than nothing": {boss, form(fields{"alone": -1}), "422 "},
			"a look":            {boss, form(fields{"preview": true}), "200"},
		} {
			c.body["version"] = 0
			if a := s.Do("PUT", "/console/safety", c.token, c.body); !strings.HasPrefix(a.Short(), c.want) {
				t.Errorf("%s: %s", name, a.Short())
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM settings WHERE key IN ('giving', 'second_factor')`); n != 0 {
			t.Errorf("%d settings were written by who may not", n)
		}
		if a := s.Do("GET", "/console/wallet/credits", finance, nil); a.Status != 200 {
			t.Error(a.Body)
		}
		if a := s.Do("PUT", "/console/safety", boss, form(fields{"version": 0})); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for token, want := range map[string]int{boss: 403, finance: 403, editor: 200} {
			path := "/console/wallet/credits"
			if token == editor {
				path = "/console/products?sort=name"
			}
			if a := s.Do("GET", path, token, nil); a.Status != want {
				t.Errorf("without a second factor: %s", a.Short())
			}
		}
		if a := s.Do("GET", "/console/account/second-factor", boss, nil); a.Status == 403 {
			t.Errorf("they cannot add one: %s", a.Short())
		}
		limits, err := approvals.ReadLimits(t.Context(), d)
		if err != nil || limits != (approvals.Limits{Alone: 300_00, Drop: 40, DropDays: 14}) {
			t.Errorf("%+v, %v", limits, err)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'settings.safety'`); n != 1 {
			t.Errorf("%d lines in the log", n)
		}
	})
}

// TestLooserRulesTakeTwo: looser settings wait for a second owner, each part separately; stricter settings apply
// immediately; the only owner acts alone, and this is logged.
func TestLooserRulesTakeTwo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		one := s.Staff("owner")
		const path = "/console/safety"
		form := func(alone, drop, days any, factor bool) fields {
			return fields{"alone": alone, "drop": drop, "drop_days": days, "second_factor": factor}
		}
		rules := func() string {
			t.Helper()
			r, err := approvals.ReadRules(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(r.Alone/100, r.Drop, r.DropDays, r.SecondFactor)
		}
		put := func(token string, body fields, want string) {
			t.Helper()
			if a := s.Do("PUT", path, token, settingFrom(s, path, token, body)); a.Status != 200 || rules() != want {
				t.Fatalf("%s: the rules are %s, not %s", a.Short(), rules(), want)
			}
		}
		waits := func(token string) (out struct {
			Version   int64
			Alone     float64
			CanDecide bool `json:"can_decide"`
		}, is bool) {
			t.Helper()
			a := s.Do("GET", path, token, nil)
			var view struct{ Waits json.RawMessage }
			a.Into(t, &view)
			if string(view.Waits) == "null" {
				return out, false
			}
			if err := json.Unmarshal(view.Waits, &out); err != nil {
				t.Fatal(err)
			}
			return out, true
		}
		decide := func(token string, version int64, approve bool) string {
			t.Helper()
			return s.Do("POST", path+"/decide", token, fields{"version": version, "approve": approve}).Short()
		}
		// The only owner.
		put(one, form(900, 50, 30, false), "900 50 30 false")
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'settings.safety'
			AND after LIKE '%"sole_owner":true%'`); n != 1 {
			t.Errorf("%d lines of one owner acting alone", n)
		}
		two := s.Staff("owner")
		// Stricter settings apply immediately, looser ones do not; each rule is handled separately.
		put(one, form(500, 50, 30, false), "500 50 30 false")
		if a := s.Do("PUT", path, one, fields{"preview": true, "alone": 100_000, "drop": 95, "drop_days": 1,
			"second_factor": false, "version": 0}); !strings.Contains(a.Body, `"takes_two":true`) {
			t.Errorf("a look does not say that it takes two: %s", a.Body)
		}
		put(one, form(100_000, 40, 30, false), "500 40 30 false")
		put(one, form(500, 95, 60, false), "500 40 60 false")
		put(one, form(500, 40, 1, false), "500 40 60 false")
		w, is := waits(one)
		if !is || w.CanDecide {
			t.Fatalf("%v: who asked may decide: %+v", is, w)
		}
		if got := decide(one, w.Version, true); got != "400 not_yourself" || rules() != "500 40 60 false" {
			t.Fatalf("who asked lets it: %s, %s", got, rules())
		}
		if got := decide(two, w.Version-1, true); got != "409 moved_on" {
			t.Errorf("another version: %s", got)
		}
		for _, role := range []string{"finance", "manager"} {
			if got := decide(s.Staff(role, apptest.Koshary), w.Version, true); got != "403 not_allowed" {
				t.Errorf("%s lets it: %s", role, got)
			}
		}
		if got := decide(two, w.Version, true); got != "200" || rules() != "500 40 1 false" {
			t.Fatalf("the second owner: %s, %s", got, rules())
		}
		if got := decide(two, w.Version, true); got != "409 moved_on" {
			t.Errorf("once more: %s", got)
		}
		// Both owners who took part in it count as its authors, and a request that is not looser drops it.
		put(one, form(600, 40, 1, false), "500 40 1 false")
		put(two, form(700, 40, 1, false), "500 40 1 false")
		w, _ = waits(one)
		for name, token := range map[string]string{"one": one, "two": two} {
			if got := decide(token, w.Version, true); got != "400 not_yourself" {
				t.Errorf("%s lets what both made: %s", name, got)
			}
		}
		put(one, form(500, 40, 1, false), "500 40 1 false")
		if _, is := waits(one); is {
			t.Error("the last word did not count")
		}
		put(one, form(501, 40, 1, false), "500 40 1 false")
		w, _ = waits(two)
		if got := decide(two, w.Version, false); got != "200" || rules() != "500 40 1 false" {
			t.Errorf("declined: %s, %s", got, rules())
		}
		if _, is := waits(two); is {
			t.Error("it waits after it was declined")
		}
		// An owner who locks the other one out does not count as the only owner for a week.
		s.Exec(`UPDATE staff SET disabled_at = $1 WHERE id = (SELECT MAX(id) FROM staff WHERE role = 'owner')`,
			db.At(s.Clock.Now()))
		left := one
		if s.Do("GET", path, one, nil).Status != 200 {
			left = two
		}
		put(left, form(5000, 40, 1, false), "500 40 1 false")
	})
}
