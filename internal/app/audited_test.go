package app_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// TestAuditedWritesAreWrittenDown makes every write that declares audit actions succeed, and checks that it leaves
// lines of these actions in the audit log, with the caller and the clock's time; and that a write that declares none
// leaves none.
func TestAuditedWritesAreWrittenDown(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		who := s.Lines(`SELECT staff_id FROM staff_sessions WHERE token_hash = '` + id.Digest(m.tokens[boss]) + `'`)[0]
		shown := 0
		for _, op := range s.App.API.Routes {
			if op.Audience != httpapi.Staff || op.Method == "GET" || op.ID == "console-logout" {
				continue
			}
			t.Run(op.ID, func(t *testing.T) {
				m.s.TB = t
				ask := m.succeeding(t, op)
				before := s.Lines(`SELECT id FROM audit_log`)
				if a := ask(); a.Status != 200 {
					t.Fatalf("%s: %.300s", a.Short(), a.Body)
				}
				var found []string
				for _, line := range s.Lines(`SELECT id || ' ' || action || ' ' || at || ' ' || staff_id FROM audit_log`) {
					f := strings.Fields(line)
					if slices.Contains(before, f[0]) {
						continue
					}
					action := f[1]
					if f[2] != strconv.FormatInt(s.Clock.Now().UnixMilli(), 10) || len(f) != 4 || f[3] != who {
						t.Errorf("%s is not written down as of now and of who asked: %s", action, line)
					}
					if !slices.Contains(op.Audit, action) {
						t.Errorf("it wrote %s, declared are %v", action, op.Audit)
					}
					found = append(found, action)
				}
				if len(op.Audit) > 0 && len(found) == 0 {
					t.Errorf("it left no line of %v", op.Audit)
				}
			})
			shown++
		}
		if shown < 30 {
			t.Errorf("only %d writes were shown", shown)
		}
	})
}

// succeeding prepares an owner's request that has an effect: the object and the body of its case if it takes an id,
// otherwise its body.
func (m *matrix) succeeding(t *testing.T, op httpapi.Op) func() apptest.Answer {
	t.Helper()
	place := op.Method + " " + op.Path
	for _, c := range idCases[place] {
		if c.want[boss] != ok {
			continue
		}
		th := c.make(m)
		if rest, restores := strings.CutSuffix(op.Path, "/restore"); restores { // what is in use stays so, likewise
			m.s.Do("POST", strings.Replace(rest, "{id}", th.id, 1)+"/archive", m.tokens[boss], nil)
		}
		switch op.ID {
		case "console-reopen-ticket": // one that is open stays so, and nothing is written down
			m.s.Do("POST", "/console/tickets/"+th.id+"/close", m.tokens[boss], nil)
		case "console-save-branch-settings":
			c.body = func(m *matrix, _ thing, _ string) any { return settingsBody(m.s, 7) }
		}
		return func() apptest.Answer { return m.ask(t, place, c, boss, th, th.id) }
	}
	if strings.Contains(op.Path, "{") {
		t.Fatal("it has no case that succeeds")
	}
	if op.ID == "console-add-import" { // likewise
		return func() apptest.Answer {
			return m.s.Do(op.Method, op.Path, m.tokens[boss], "sku,price\nNONE,5\n", apptest.Header{"Content-Type": "text/csv"})
		}
	}
	if op.ID == "console-check-districts" || op.ID == "console-import-districts" { // likewise
		return func() apptest.Answer {
			return m.s.Do(op.Method, op.Path, m.tokens[boss],
				"governorate,name_en,lat,lng\ncairo,"+freshSlug("Compound")+",30,31\n", apptest.Header{"Content-Type": "text/csv"})
		}
	}
	if op.ID == "console-add-picture" { // its body is a file
		return func() apptest.Answer {
			return m.s.Do(op.Method, op.Path, m.tokens[boss], aPhoto(t), apptest.Header{"Content-Type": "image/png"})
		}
	}
	body := valid(t, m.s, op)
	if own := m.ownAccount(t, op.ID); own != nil {
		body = own
	}
	if op.ID == "console-give-credit" {
		body = fields{"phone": m.s.Customer().Phone, "amount": 20, "reason": "late"}
	}
	if several := bulkCases[op.ID]; several != nil {
		body = bulkBody(several[0].action, several[0].make(m).id)
	}
	switch op.ID {
	case "console-set-opening":
		body = fields{"state": "open", "version": apptest.Get[int64](m.s, `SELECT COALESCE(MAX(version), 0) FROM settings
			WHERE key = 'shop.opening'`)}
	case "console-decide-safety":
		m.s.Exec(`DELETE FROM settings WHERE key = 'giving.waits'`)
		m.s.Exec(`INSERT INTO settings (key, value, updated_at, version) VALUES ('giving.waits', $1, 0, 7)`,
			`{"rules":{"alone":900000,"drop":50,"drop_days":30,"second_factor":false},"makers":["stf_else"],"asked_at":"2026-11-01T08:00:00Z"}`)
		body = fields{"version": 7, "approve": true}
	case "console-take-cash":
		order := m.delivered().id
		courier := apptest.Get[string](m.s, `SELECT courier_id FROM cash_open WHERE order_id = $1`, order)
		open := money.EGP(
			apptest.Get[int64](m.s, `SELECT SUM(amount) FROM cash_open WHERE branch_id = $1 AND courier_id = $2`,
				apptest.Koshary, courier)).Major()
		body = fields{"branch_id": apptest.Koshary, "courier_id": courier, "expected": open, "counted": open, "reason": ""}
	case "console-read-codes":
		m.opening("soft")
		t.Cleanup(func() { m.opening("open") })
	}
	return func() apptest.Answer {
		return m.s.Do(op.Method, op.Path, m.tokens[boss], body, apptest.Key("audited"))
	}
}
