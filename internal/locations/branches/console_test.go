package branches_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

var member = map[string]staff.Member{
	"owner":   {ID: "stf_owner", Name: "Omar", Role: staff.Owner},
	"manager": {ID: "stf_manager", Name: "Mai", Role: staff.Manager, Branches: []string{buytest.Koshary}},
	"other":   {ID: "stf_other", Name: "Zain", Role: staff.Manager, Branches: []string{buytest.Zamalek}},
	"picker":  {ID: "stf_picker", Name: "Pola", Role: staff.Picker, Branches: []string{buytest.Koshary}},
	"support": {ID: "stf_support", Name: "Salma", Role: staff.Support},
}

// TestBranchSettings changes how a branch takes orders, and sees who may, what
// is refused, and that nothing happened then.
func TestBranchSettings(t *testing.T) {
	const at = "/console/branches/" + buytest.Koshary + "/settings"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.API.Allowed = staff.Allowed
		s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
			who, ok := member[token]
			if !ok {
				return ctx, "", errs.Unauthorized()
			}
			return staff.With(ctx, who), who.ID, nil
		}
		var now branches.SettingsView
		s.Do("GET", at, "manager", nil).Into(t, &now)
		if now.Branch.ID != buytest.Koshary || now.Version == "" || now.Currency != "EGP" {
			t.Fatalf("%+v", now)
		}
		good := map[string]any{"slot_capacity": "٦", "pickup_minutes": 20, "accept_minutes": 10, "minimum_order": "75.50",
			"closed": false, "version": now.Version}
		change := func(field string, value any) map[string]any {
			body := maps.Clone(good)
			body[field] = value
			return body
		}
		state := func() string {
			return strings.Join([]string{
				buytest.Get[string](s, `SELECT slot_capacity || ' ' || pickup_minutes || ' ' || accept_minutes || ' ' ||
					minimum_order
					|| CASE WHEN switched_closed THEN ' closed' ELSE '' END FROM branches WHERE id = $1`, buytest.Koshary),
				buytest.Get[string](s, `SELECT COUNT(*) || ' audits' FROM audit_log`),
				buytest.Get[string](s, `SELECT COUNT(*) || ' changes' FROM catalog_changes WHERE kind = 'branch'`),
			}, ", ")
		}
		before := state()
		for name, c := range map[string]struct {
			who  string
			body map[string]any
			code string
		}{
			"another branch's manager": {"other", good, "404 not_found"},
			"a picker":                 {"picker", good, "403 not_allowed"},
			"support":                  {"support", good, "403 not_allowed"},
			"nobody":                   {"", good, "401 unauthorized"},
			"negative capacity":        {"manager", change("slot_capacity", -1), "422 slot_range"},
			"vast capacity":            {"manager", change("slot_capacity", 1001), "422 slot_range"},
			"pickup at once":           {"manager", change("pickup_minutes", 4), "422 pickup_range"},
			"pickup in a week":         {"manager", change("pickup_minutes", 10080), "422 pickup_range"},
			"no time to accept":        {"manager", change("accept_minutes", 0), "422 accept_range"},
			"days to accept":           {"manager", change("accept_minutes", 1441), "422 accept_range"},
			"a negative minimum":       {"manager", change("minimum_order", "-1"), "422 minimum_range"},
			"a vast minimum":           {"manager", change("minimum_order", 100_001), "422 minimum_range"},
			"an unknown field":         {"manager", change("active", false), "422 unknown_field"},
			"something read long ago":  {"manager", change("version", "0123456789abcdef"), "409 moved_on"},
		} {
			r := s.Do("PUT", at, c.who, c.body)
			if got := fmt.Sprint(r.Status, " ", r.Code()); got != c.code {
				t.Errorf("%s: %s, not %s", name, got, c.code)
			}
		}
		if after := state(); after != before {
			t.Fatalf("refused, and yet %s became %s", before, after)
		}
		if r := s.Do("GET", at, "other", nil); r.Status != http.StatusNotFound {
			t.Errorf("another branch's manager reads it: %d", r.Status)
		}

		var next branches.SettingsView
		s.Do("PUT", at, "manager", good).Into(t, &next)
		want := "6 20 10 7550, 1 audits, "
		if got := state(); !strings.HasPrefix(got, want) || got == before || next.SlotCapacity != 6 ||
			next.Version == now.Version {
			t.Errorf("%s, %+v", got, next)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE staff_id = 'stf_manager'
			AND action = 'branch.settings' AND object = $1`, buytest.Koshary); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}
		// The owner closes it with what was read before: nothing is overwritten.
		after := state()
		if r := s.Do("PUT", at, "owner", change("closed", true)); r.Status != http.StatusConflict || state() != after {
			t.Errorf("an old form: %d, %s", r.Status, state())
		}
		// The same again changes nothing and is not written down.
		if r := s.Do("PUT", at, "manager", change("version", next.Version)); r.Status != 200 || state() != after {
			t.Errorf("the same again: %d, %s", r.Status, state())
		}
		closed := change("version", next.Version)
		closed["closed"] = true
		if r := s.Do("PUT", at, "owner", closed); r.Status != 200 || !strings.Contains(state(), " closed, 2 audits") {
			t.Errorf("closing: %d, %s", r.Status, state())
		}
	})
}
