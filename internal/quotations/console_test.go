package quotations_test

import (
	"strings"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestStaffSeeTheirBranches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := asked(s, "usr")
		for who, want := range map[string][3]string{
			"owner": {"ok", "ok", "ok"}, "manager": {"ok", "ok", "409 moved_on"}, "other": {"404 not_found", "ok", "404 not_found"},
			"support": {"ok", "ok", "403 not_allowed"}, "picker": {"403 not_allowed", "403 not_allowed", "403 not_allowed"},
			"editor": {"403 not_allowed", "403 not_allowed", "403 not_allowed"}, "usr": {"401 unauthorized", "401 unauthorized", "401 unauthorized"},
		} {
			if who == "owner" {
				continue // prices it last, below
			}
			if got := outcome(s.Do("GET", "/console/quotations/"+v.ID, who, nil)); got != want[0] {
				t.Errorf("%s reads: %s", who, got)
			}
			r := s.Do("GET", "/console/quotations", who, nil)
			if got := outcome(r); got != want[1] || who == "other" && strings.Contains(r.Body, v.ID) {
				t.Errorf("%s lists: %s", who, r.Body)
			}
			if got := outcome(price(s, who, v, "expected_seq", 9)); got != want[2] {
				t.Errorf("%s prices: %s", who, got)
			}
		}
		for name, c := range map[string]struct {
			change []any
			want   string
		}{
			"a line missing": {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}}}, "422 price_every_line"},
			"below zero":     {[]any{"delivery_price", -1}, "422 price_range"},
			"for nothing":    {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 0}, map[string]any{"id": v.Items[1].ID, "unit_price": 1}}}, "422 unit_price_range"},
			"too long":       {[]any{"valid_days", 91}, "422 days_range"},
			"not seen":       {[]any{"expected_seq", 0}, "422 required"},
			"a foreign line": {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}, map[string]any{"id": v.Items[1].ID, "unit_price": 1}, map[string]any{"id": "x", "unit_price": 1}}}, "422 no_such_line"},
		} {
			if got := outcome(price(s, "manager", v, c.change...)); got != c.want {
				t.Errorf("%s: %s", name, got)
			}
		}
		if r := s.Do("POST", "/console/quotations/"+v.ID+"/decline", "manager", map[string]any{"note": " ", "expected_seq": 1}); outcome(r) != "422 required" {
			t.Errorf("no reason: %s", r.Body)
		}
		if got := get(s, "usr", v.ID); got.State != "requested" || got.EventSeq != 1 {
			t.Errorf("refusals left %+v", got)
		}
		if r := s.Do("GET", "/quotations/"+v.ID, "stranger", nil); outcome(r) != "404 not_found" {
			t.Errorf("a stranger: %s", r.Body)
		}
		if got := outcome(price(s, "owner", v)); got != "ok" {
			t.Error(got)
		}
		s.Healthy()
	})
}
