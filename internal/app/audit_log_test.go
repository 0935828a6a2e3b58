package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestTheLogIsReadAndUndone: lines are listed newest first and in parts, can be filtered, and a branch's settings can
// be restored unless somebody changed them since.
func TestTheLogIsReadAndUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		settings := "/console/branches/" + apptest.Koshary + "/settings"
		set := func(minutes int) {
			t.Helper()
			var now struct {
				Version string `json:"version"`
			}
			s.Do("GET", settings, boss, nil).Into(t, &now)
			if got := s.Do("PUT", settings, boss, fields{
				"slot_capacity": 3, "pickup_minutes": 30, "accept_minutes": minutes, "minimum_order": 0, "free_from": 0,
				"closed": false, "version": now.Version}); got.Status != 200 {
				t.Fatal(got.Body)
			}
		}
		accept := func() int {
			return apptest.Get[int](s, `SELECT accept_minutes FROM branches WHERE id = $1`, apptest.Koshary)
		}
		type line struct {
			ID        string         `json:"id"`
			Action    string         `json:"action"`
			Before    map[string]any `json:"before"`
			After     map[string]any `json:"after"`
			CanRevert bool           `json:"can_revert"`
			Who       struct{ Name string }
		}
		read := func(query string) (lines []line) {
			t.Helper()
			s.Do("GET", "/console/audit?"+query, boss, nil).Into(t, &lines)
			return lines
		}
		set(11)
		set(12)
		lines := read("object=" + apptest.Koshary)
		if len(lines) != 2 || lines[0].After["accept_minutes"] != 12.0 || lines[0].Before["accept_minutes"] != 11.0 ||
			!lines[0].CanRevert || lines[0].Who.Name == "" {
			t.Fatalf("%+v", lines)
		}
		revert := func(id string) string { return s.Do("POST", "/console/audit/"+id+"/revert", boss, nil).Short() }
		if got := revert(lines[1].ID); got != "409 changed_since" || accept() != 12 {
			t.Errorf("what was changed again: %s, %d minutes", got, accept())
		}
		if got := revert(lines[0].ID); strings.TrimSpace(got) != "200" || accept() != 11 {
			t.Errorf("undone: %q, %d minutes", got, accept())
		}
		if got := read("object=" + apptest.Koshary); len(got) != 3 || got[0].After["accept_minutes"] != 11.0 {
			t.Errorf("undoing is not in the log: %+v", got)
		}
		for query, want := range map[string]int{"action=branch.settings": 3, "action=branch.": 3, "action=coupon.": 0,
			"staff=nobody": 0, "until=2000-01-01T00:00:00Z": 0, "from=2000-01-01T00:00:00Z&action=branch.": 3} {
			if got := read(query); len(got) != want {
				t.Errorf("%s: %d lines, want %d", query, len(got), want)
			}
		}
		for i := range 40 {
			s.Exec(`INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
				VALUES ($1, 'x', 'test.part', 'o', 'null', 'null', '', $2)`,
				fmt.Sprintf("aud_%02d", i), int64(1000+i/4))
		}
		seen := map[string]bool{}
		after := ""
		for range 3 {
			var part struct {
				Response struct {
					Data []line
					Meta struct{ Next string }
				}
			}
			if err := json.Unmarshal([]byte(s.Do("GET", "/console/audit?action=test.part&after="+after, boss, nil).Body),
				&part); err != nil {
				t.Fatal(err)
			}
			for _, l := range part.Response.Data {
				seen[l.ID] = true
			}
			if after = part.Response.Meta.Next; after == "" {
				break
			}
		}
		if len(seen) != 40 || after != "" {
			t.Errorf("%d of 40 lines were read, then %q", len(seen), after)
		}
		if got := s.Do("GET", "/console/audit?from=yesterday", boss, nil); got.Short() != "422 invalid" {
			t.Errorf("no moment: %s", got.Short())
		}
	})
}
