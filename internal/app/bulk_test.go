package app_test

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestActionsOnManyRows: each row is done or refused by itself, with its line in
// the audit log; up to a hundred at once, more by a job with the rights of the
// moment, whose result only who asked can read.
func TestActionsOnManyRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		ask := func(token, path, do string, ids ...string) (out httpapi.BulkResult) {
			t.Helper()
			s.Do("POST", path, token, fields{"do": do, "ids": ids}).Into(t, &out)
			return out
		}
		said := func(r httpapi.BulkResult) string {
			text := fmt.Sprint(r.Done)
			for _, one := range r.Refused {
				if one.Message == "" {
					t.Errorf("%s is refused without a word", one.ID)
				}
				text += " " + one.Code
			}
			return text
		}
		logged := func(action string) int {
			return apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = $1`, action)
		}

		one, two, archived := m.product().id, m.product().id, m.archivedProduct().id
		before := logged("product.publish")
		if got := said(ask(m.tokens[editor], "/console/products/bulk", "unpublish", one, archived, "prd_none", two, one)); got != "2 archived not_found" {
			t.Errorf("unpublished: %s", got)
		}
		if n := logged("product.publish") - before; n != 2 {
			t.Errorf("%d lines of two products", n)
		}
		if got := said(ask(m.tokens[editor], "/console/products/bulk", "archive", one, two)); got != "2" {
			t.Errorf("archived: %s", got)
		}
		coupon := m.coupon("[]").id
		for do, want := range map[string]string{"off": "1 not_found", "on": "1 not_found"} {
			if got := said(ask(m.tokens[boss], "/console/coupons/bulk", do, coupon, "cpn_none")); got != want {
				t.Errorf("coupons %s: %s", do, got)
			}
		}
		invited := m.invitation().id
		if got := said(ask(m.tokens[boss], "/console/staff/invitations/bulk", "withdraw", invited, "inv_none")); got != "1 not_found" {
			t.Errorf("withdrawn: %s", got)
		}
		dead := m.dead().id
		if got := said(ask(m.tokens[boss], "/console/messages/bulk", "resend", dead, dead+"x")); got != "1 not_found" {
			t.Errorf("sent again: %s", got)
		}

		// What is not there to be done, too many, and none are refused as a whole.
		for name, body := range map[string]fields{
			"an unknown word": {"do": "burn", "ids": []string{one}},
			"no rows":         {"do": "archive", "ids": []string{}},
			"too many":        {"do": "archive", "ids": make([]string, 501)},
		} {
			if a := s.Do("POST", "/console/products/bulk", m.tokens[editor], body); a.Status != 422 {
				t.Errorf("%s: %s", name, a.Short())
			}
		}
		if a := s.Do("POST", "/console/products/bulk", s.Staff("finance"), fields{"do": "archive", "ids": []string{one}}); a.Short() != "403 not_allowed" {
			t.Errorf("without the capability: %s", a.Short())
		}

		// More than a hundred are a job.
		many := []string{one, two}
		for i := range 148 {
			many = append(many, fmt.Sprintf("prd_none_%d", i))
		}
		run := func(token string) string {
			out := ask(token, "/console/products/bulk", "restore", many...)
			if out.Run == "" || out.Done != 0 {
				t.Fatalf("not a job: %+v", out)
			}
			return out.Run
		}
		read := func(ref string) (out httpapi.BulkResult) {
			t.Helper()
			s.Do("GET", "/console/bulk/"+ref, m.tokens[editor], nil).Into(t, &out)
			return out
		}
		ref := run(m.tokens[editor])
		if got := read(ref); got.Run != ref || got.Done != 0 {
			t.Errorf("not begun: %+v", got)
		}
		if a := s.Do("GET", "/console/bulk/"+ref, m.tokens[boss], nil); a.Status != 404 {
			t.Errorf("somebody else reads it: %s", a.Short())
		}
		s.RunJobs()
		if got := read(ref); got.Run != "" || got.Done != 2 || len(got.Refused) != 148 {
			t.Errorf("done: %d, %d refused, goes on as %q", got.Done, len(got.Refused), got.Run)
		}
		// A role that was taken away does nothing any more.
		ref = run(m.tokens[editor])
		s.Exec(`UPDATE staff SET role = 'support' WHERE id = $1`, staffOf(s, m.tokens[editor]))
		s.RunJobs()
		if got := read(ref); got.Done != 0 || len(got.Refused) != 150 || got.Refused[0].Code != "not_allowed" {
			t.Errorf("with another role: %d done, %d refused, %+v", got.Done, len(got.Refused), got.Refused[:1])
		}
		if strings.Contains(s.Do("GET", "/console/bulk/"+ref, m.tokens[editor], nil).Body, `"run":"blk`) {
			t.Error("it goes on")
		}
	})
}
