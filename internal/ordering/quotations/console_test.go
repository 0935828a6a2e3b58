package quotations_test

import (
	"encoding/json"
	"fmt"
	"slices"
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
			"owner": {"ok", "ok", "ok"}, "manager": {"ok", "ok", "409 moved_on"},
			"other":   {"404 not_found", "ok", "404 not_found"},
			"support": {"ok", "ok", "403 not_allowed"}, "picker": {"403 not_allowed", "403 not_allowed", "403 not_allowed"},
			"editor": {"403 not_allowed", "403 not_allowed", "403 not_allowed"},
			"usr":    {"401 unauthorized", "401 unauthorized", "401 unauthorized"},
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
			"a line missing": {[]any{"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}}},
				"422 price_every_line"},
			"below zero": {[]any{"delivery_price", -1}, "422 price_range"},
			"for nothing": {
				[]any{
					"lines", []any{map[string]any{"id": v.Items[0].ID, "unit_price": 0},
						map[string]any{"id": v.Items[1].ID, "unit_price": 1}}}, "422 unit_price_range"},
			"too long": {[]any{"valid_days", 91}, "422 days_range"},
			"not seen": {[]any{"expected_seq", 0}, "422 required"},
			"a foreign line": {
				[]any{
					"lines",
					[]any{map[string]any{"id": v.Items[0].ID, "unit_price": 1}, map[string]any{"id": v.Items[1].ID, "unit_price": 1},
						map[string]any{"id": "x", "unit_price": 1}}}, "422 no_such_line"},
		} {
			if got := outcome(price(s, "manager", v, c.change...)); got != c.want {
				t.Errorf("%s: %s", name, got)
			}
		}
		if r := s.Do("POST", "/console/quotations/"+v.ID+"/decline", "manager",
			map[string]any{"note": " ", "expected_seq": 1}); outcome(r) != "422 required" {
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

// TestTheQueueGoesOn holds that nothing of a long queue is out of reach: what waits longest comes first, page by
// page, with how many there are in each state, and another branch's staff see none of it.
func TestTheQueueGoesOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		v := asked(s, "usr")
		// Copies of one request: 44 more asked for after it, the last of them turned down.
		for i := 1; i < 45; i++ {
			state := "requested"
			if i == 44 {
				state = "declined"
			}
			s.Exec(`INSERT INTO quotations (id, number, user_id, branch_id, store_id, service_id, district_id, state, event_seq,
				version, company_name, tax_id, note, lang, created_at, updated_at)
				SELECT $1, $2, user_id, branch_id, store_id, service_id, district_id, $3, event_seq, version, company_name, tax_id,
				note, lang, created_at, updated_at + $4 FROM quotations WHERE id = $5`,
				fmt.Sprintf("quo_copy_%02d", i), fmt.Sprintf("Q-COPY-%02d", i), state, int64(i), v.ID)
		}
		type queue struct {
			Response struct {
				Data   []struct{ ID string }
				Meta   struct{ Next string }
				States []struct {
					State string
					Count int
				}
			}
		}
		page := func(who, query string) (out queue) {
			r := s.Do("GET", "/console/quotations"+query, who, nil)
			if err := json.Unmarshal([]byte(r.Body), &out); err != nil || r.Status != 200 {
				t.Fatalf("%s %s: %d %s", who, query, r.Status, r.Body)
			}
			return out
		}
		var ids []string
		for after, parts := "", 0; parts == 0 || after != ""; parts++ {
			q := page("manager", "?after="+after)
			for _, one := range q.Response.Data {
				ids = append(ids, one.ID)
			}
			after = q.Response.Meta.Next
		}
		if len(ids) != 44 || ids[0] != v.ID || !slices.IsSorted(ids[1:]) || ids[43] != "quo_copy_43" {
			t.Errorf("the queue is %v", ids)
		}
		if q := page("manager", "?state=declined"); len(q.Response.Data) != 1 || q.Response.Data[0].ID != "quo_copy_44" {
			t.Errorf("declined: %+v", q)
		}
		for _, one := range page("manager", "").Response.States {
			if want := map[string]int{"requested": 44, "declined": 1}[one.State]; one.Count != want {
				t.Errorf("%s: %d", one.State, one.Count)
			}
		}
		if q := page("other", ""); len(q.Response.Data) != 0 || q.Response.Meta.Next != "" {
			t.Errorf("another branch: %+v", q)
		}
		if r := s.Do("GET", "/console/quotations?state=nope", "manager", nil); outcome(r) != "422 one_of" {
			t.Errorf("an unknown state: %s", r.Body)
		}
	})
}
