package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func referralTerms(more fields) fields {
	out := fields{"enabled": true, "reward_referrer": 50, "reward_friend": "٢٥", "window_days": 20, "rate": 2.5, "commission_days": 90,
		"monthly_rewards": 5, "monthly_commission": 200}
	for k, v := range more {
		out[k] = v
	}
	return out
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
	"console-save-points-rates":   {share: 1, staff: true, body: func(ids) fields { return fields{"rates": pointRates("", 40, "svc_food", 50)} }},
	"console-save-late":           {share: 1, staff: true, body: func(ids) fields { return fields{"enabled": true, "steps": lateSteps(15, 10)} }},
})

// TestSettingsOfTheShop goes through the three forms: who may, what is refused,
// that a look saves nothing, and that what is saved holds.
func TestSettingsOfTheShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		const terms, rates, late = "/console/referrals/terms", "/console/points/rates", "/console/late"
		facts := func() string {
			t.Helper()
			return strings.Join(append(s.Lines(`SELECT 'set ' || key || value FROM settings WHERE key IN ('referral', 'shipping.late') ORDER BY key`),
				append(s.Lines(`SELECT 'rate ' || service_id || ' ' || points FROM loyalty_rates ORDER BY service_id`),
					s.Lines(`SELECT 'audit ' || action || object || COALESCE(after, '') FROM audit_log ORDER BY id`)...)...), "\n")
		}
		type try struct {
			name, path, token string
			body              fields
			want, field       string
		}
		goodRates, goodLate := fields{"rates": pointRates("", 40)}, fields{"enabled": true, "steps": lateSteps(15, 10)}
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
			try{"too much a month", terms, boss, referralTerms(fields{"monthly_commission": 100_001}), "422", "monthly_commission"},
			try{"an unknown field", terms, boss, referralTerms(fields{"paid": true}), "422", "paid"},
			try{"a look at something wrong", terms, boss, referralTerms(fields{"preview": true, "rate": 99}), "422", "rate"},
			try{"no rate for the others", rates, boss, fields{"rates": pointRates("svc_food", 40)}, "422", "other"},
			try{"a service there is not", rates, boss, fields{"rates": pointRates("", 40, "svc_none", 1)}, "422", "rates"},
			try{"a service twice", rates, boss, fields{"rates": pointRates("", 40, "svc_food", 1, "svc_food", 2)}, "422", "rates"},
			try{"negative points", rates, boss, fields{"rates": pointRates("", 40, "svc_food", -1)}, "422", "svc_food"},
			try{"too many points", rates, boss, fields{"rates": pointRates("", 10_001)}, "422", "other"},
			try{"on without a step", late, boss, fields{"enabled": true, "steps": lateSteps()}, "422", "steps"},
			try{"too many steps", late, boss, fields{"enabled": true, "steps": lateSteps(1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1)}, "422", "steps"},
			try{"an earlier step", late, boss, fields{"enabled": true, "steps": lateSteps(15, 10, 15, 20)}, "422", "steps.1.minutes"},
			try{"a later step that gives less", late, boss, fields{"enabled": true, "steps": lateSteps(15, 10, 30, 9)}, "422", "steps.1.amount"},
			try{"nothing for lateness", late, boss, fields{"enabled": true, "steps": lateSteps(15, 0)}, "422", "steps.0.amount"},
			try{"a fortune for lateness", late, boss, fields{"enabled": true, "steps": lateSteps(15, 500.01)}, "422", "steps.0.amount"},
			try{"a look at the terms", terms, boss, referralTerms(fields{"preview": true}), "200", ""},
			try{"a look at the rates", rates, boss, fields{"preview": true, "rates": pointRates("", 1)}, "200", ""},
			try{"a look at lateness", late, boss, fields{"preview": true, "enabled": false, "steps": lateSteps()}, "200", ""},
		)
		for _, c := range tries {
			before := facts()
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
		if got := s.Lines(`SELECT reward_referrer || ' ' || reward_friend || ' ' || rate_bp || ' ' || window_days FROM referrals WHERE friend_id = $1`, friend.ID); len(got) != 1 || got[0] != "5000 2500 250 20" {
			t.Errorf("what the friend was promised: %v", got)
		}
		s.Do("PUT", terms, boss, referralTerms(fields{"enabled": false}))
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
		s.Do("PUT", rates, boss, fields{"rates": pointRates("", 10, "svc_food", "٥٠")}).Into(t, &points)
		if len(points.Rates) != 4 || points.Rates[0].ServiceID != "" || points.Rates[1].Points != 50 || points.Rates[1].Earns != 150 ||
			points.Rates[2].Own || points.Rates[2].Points != 10 {
			t.Errorf("the rates: %+v", points.Rates)
		}

		s.Stock(apptest.Koshary, apptest.Small, 100)
		p := s.Customer()
		s.Do("PUT", late, boss, fields{"enabled": true, "steps": lateSteps(15, 33)})
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
		if got := s.Lines(`SELECT type || ' ' || amount FROM wallet_entries WHERE user_id = $1`, p.ID); len(got) != 1 || got[0] != "late 3300" {
			t.Errorf("what the late order brought: %v", got)
		}
		if got := s.Lines(`SELECT rate || ' ' || points FROM points_earned WHERE order_id = $1`, order); len(got) != 1 || got[0] != "50 45" {
			t.Errorf("what the order earned: %v", got)
		}
		s.Do("PUT", late, boss, fields{"enabled": false, "steps": lateSteps(15, 33)})
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

// TestRatesAreSavedWhole has owners save different rates at once: those of one
// of them stand afterwards, not something of each.
func TestRatesAreSavedWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		forms := [][]any{{"", 40, "svc_food", 50}, {"", 30, "svc_grocery", 20}}
		wholes := []string{" 40,svc_food 50", " 30,svc_grocery 20"}
		for round := range apptest.Count(10, 100) {
			got := apptest.Burst(8, 8, func(i int) string {
				return s.Send("PUT", "/console/points/rates", boss, fields{"rates": pointRates(forms[(i+round)%2]...)}).Short()
			})
			if got["200"] != 8 {
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
