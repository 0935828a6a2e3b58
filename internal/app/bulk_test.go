package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// bulkCase is a bulk action, by its operation: rows that it changes, and the answer for a row to which it was already
// applied ("" where that is no refusal).
type bulkCase struct {
	action, audit, again, mayNot string
	make                         func(m *matrix) thing
}

var bulkCases = map[string][]bulkCase{
	"console-bulk-products": {
		{"publish", "product.publish", "", "support", (*matrix).fitProduct},
		{"unpublish", "product.publish", "", "support", (*matrix).shownProduct},
		{"archive", "product.archive", "", "support", (*matrix).product},
		{"restore", "product.restore", "", "support", (*matrix).archivedProduct},
	},
	"console-bulk-coupons": {
		{"off", "coupon.switch", "", "support", func(m *matrix) thing { return m.coupon(`["sto_koshary"]`) }},
		{"on", "coupon.switch", "", "support", (*matrix).switchedOff},
	},
	"console-bulk-invitations": {{"withdraw", "staff.withdraw", "not_found", "editor", (*matrix).invitation}},
	"console-bulk-messages":    {{"resend", "message.resend", "not_again", "editor", (*matrix).dead}},
}

func (m *matrix) shownProduct() thing {
	t := m.product()
	m.s.Exec(`UPDATE products SET active = $2 WHERE id = $1`, t.id, true)
	return t
}

// fitProduct is a complete draft.
func (m *matrix) fitProduct() thing {
	t := m.product()
	m.s.Exec(`UPDATE products SET images = '["a.webp"]' WHERE id = $1`, t.id)
	return t
}

func (m *matrix) switchedOff() thing {
	t := m.coupon(`[]`) // the platform's: only a store's own people switch its coupons on
	m.s.Exec(`UPDATE coupons SET active = $2 WHERE id = $1`, t.id, false)
	return t
}

func bulkBody(action string, ids ...string) fields { return fields{"action": action, "ids": ids} }

// TestBulk applies every bulk action: refused rows do not affect the others, each changed row has its line in the
// audit log, a second time changes nothing, and nobody can do to several rows what they cannot do to one.
func TestBulk(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		asked := 0
		for _, op := range s.App.API.Routes {
			if !strings.HasSuffix(op.Path, "/bulk") {
				continue
			}
			asked++
			cases := bulkCases[op.ID]
			if len(cases) == 0 {
				t.Errorf("%s has no case", op.ID)
			}
			for _, c := range cases {
				t.Run(op.ID+"/"+c.action, func(t *testing.T) { m.bulk(t, op, c) })
			}
		}
		if asked != len(bulkCases) {
			t.Errorf("%d operations were asked, there are cases of %d", asked, len(bulkCases))
		}
		s.Healthy()
	})
}

func (m *matrix) bulk(t *testing.T, op httpapi.Op, c bulkCase) {
	m.s.TB = t
	one, two := c.make(m), c.make(m)
	lines := func(ref string) int {
		return apptest.Get[int](m.s, `SELECT COUNT(*) FROM audit_log WHERE action = $1 AND object = $2`, c.audit, ref)
	}
	ask := func(token string, ids ...string) apptest.Answer {
		return m.s.Do(op.Method, op.Path, token, bulkBody(c.action, ids...))
	}
	refusals := func(a apptest.Answer) (done int64, refused []string) {
		t.Helper()
		var got httpapi.BulkResult
		a.Into(t, &got)
		for _, r := range got.Refused {
			if r.Message == "" {
				t.Errorf("%s is refused without a reason", r.ID)
			}
			refused = append(refused, r.ID+" "+r.Code)
		}
		if got.Run != "" {
			t.Error("it is said to go on")
		}
		return got.Done, refused
	}

	if a := ask(m.s.Staff(c.mayNot), one.id); a.Short() != "403 not_allowed" {
		t.Errorf("%s: %s", c.mayNot, a.Short())
	}
	for name, body := range map[string]fields{"no rows": bulkBody(c.action),
		"too many": bulkBody(c.action, make([]string, 501)...), "another action": bulkBody("shout", one.id),
		"a long id": bulkBody(c.action, one.id, strings.Repeat("x", 101))} {
		if a := m.s.Do(op.Method, op.Path, m.tokens[boss], body); a.Status != 422 {
			t.Errorf("%s: %s", name, a.Short())
		}
	}
	if lines(one.id)+lines(two.id) != 0 {
		t.Error("a refusal of the whole changed a row")
	}

	done, refused := refusals(ask(m.tokens[boss], one.id, one.missing, two.id, one.id, strings.Repeat("x", 100)))
	want := []string{one.missing + " not_found", strings.Repeat("x", 100) + " not_found"}
	if done != 2 || !slices.Equal(refused, want) {
		t.Errorf("%d done, refused %v", done, refused)
	}
	if lines(one.id) != 1 || lines(two.id) != 1 || lines(one.missing) != 0 {
		t.Errorf("the log has %d, %d and %d lines", lines(one.id), lines(two.id), lines(one.missing))
	}

	done, refused = refusals(ask(m.tokens[boss], one.id, two.id))
	if c.again == "" && (done != 2 || len(refused) != 0) || c.again != "" &&
		!slices.Equal(refused, []string{one.id + " " + c.again, two.id + " " + c.again}) {
		t.Errorf("again: %d done, refused %v", done, refused)
	}
	if lines(one.id) != 1 || lines(two.id) != 1 {
		t.Errorf("again: the log has %d and %d lines", lines(one.id), lines(two.id))
	}
}

// TestBulkWithinBranches: managers can switch only the coupons of their stores.
func TestBulkWithinBranches(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		theirs, others := m.coupon(`["sto_koshary"]`).id, m.coupon(`["sto_bakala"]`).id
		var got httpapi.BulkResult
		s.Do("POST", "/console/coupons/bulk", m.tokens[staff], bulkBody("off", others, theirs),
			apptest.Header{"Accept-Language": "ar"}).Into(t, &got)
		if got.Done != 1 || len(got.Refused) != 1 || got.Refused[0].ID != others || got.Refused[0].Code != "not_found" {
			t.Errorf("%+v", got)
		}
		if !strings.ContainsAny(got.Refused[0].Message, "ابتثجحخدذرزسشصضطظعغفقكلمنهوي") {
			t.Errorf("it is refused in another language: %s", got.Refused[0].Message)
		}
		if on := s.Lines(`SELECT id FROM coupons WHERE active = $1 AND id IN ($2, $3)`, true, theirs,
			others); !slices.Equal(on, []string{others}) {
			t.Errorf("on are %v", on)
		}
	})
}

// TestBulkByJob: more rows than a request waits for are processed by a job, which another node can continue, with the
// rights that the caller has by then.
func TestBulkByJob(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		first := apptest.New(t, d)
		m := newMatrix(first)
		rows := []string{"prd_none"}
		for i := range 120 {
			ref := id.New("prd")
			rows = append(rows, ref)
			first.Exec(`INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, images, vat_bp,
				active, created_at, updated_at)
				VALUES ($1, $2, 'svc_food', 'sto_koshary', 'cat_meals', 'Soup', 'شوربة', '[]', 1400, $3, 1,
				1)`, ref, fmt.Sprint("soup-", i), true)
		}
		start := func(s *apptest.Shop, token, action string) httpapi.BulkResult {
			var r httpapi.BulkResult
			s.Do("POST", "/console/products/bulk", token, bulkBody(action, rows...)).Into(t, &r)
			if r.Run == "" || r.Done != 0 || len(r.Refused) != 0 {
				t.Fatalf("%+v", r)
			}
			return r
		}
		archived := start(first, m.tokens[boss], "archive")
		if n := apptest.Get[int](first, `SELECT COUNT(*) FROM audit_log WHERE action = 'product.archive'`); n != 0 {
			t.Errorf("%d were archived before the answer", n)
		}
		first.Exec(`UPDATE jobs SET attempts = 1, leased_by = 'gone', leased_until = $1 WHERE kind = 'bulk.work'`,
			db.At(first.Clock.Now().Add(2*time.Minute)))
		if err := first.Stop(); err != nil {
			t.Fatal(err)
		}

		s := apptest.Node(t, dbtest.Another(t, d), first.Clock)
		s.After(3 * time.Minute)
		read := func(token, run string) (r httpapi.BulkResult) {
			s.Do("GET", "/console/bulk/"+run, token, nil).Into(t, &r)
			return r
		}
		r := read(m.tokens[boss], archived.Run)
		if r.Done != 120 || r.Run != "" || len(r.Refused) != 1 || r.Refused[0].ID != "prd_none" ||
			r.Refused[0].Code != "not_found" || r.Refused[0].Message == "" {
			t.Errorf("%+v", r)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(DISTINCT object) FROM audit_log WHERE action = 'product.archive'
			AND staff_id = $1`, staffOf(s, m.tokens[boss])); n != 120 {
			t.Errorf("%d rows are in the log", n)
		}
		if a := s.Do("GET", "/console/bulk/"+archived.Run, s.Staff("owner"), nil); a.Short() != notFound {
			t.Errorf("somebody else reads it: %s", a.Short())
		}

		gone := start(s, m.tokens[editor], "restore")
		s.Exec(`UPDATE staff SET role = 'support' WHERE id = $1`, staffOf(s, m.tokens[editor]))
		s.RunJobs()
		if r := read(m.tokens[editor], gone.Run); r.Done != 0 || len(r.Refused) != 121 || r.Refused[1].Code != "not_allowed" {
			t.Errorf("without the role: %+v", r)
		}
		// A run whose job was abandoned is not waited for.
		lost := start(s, m.tokens[boss], "archive")
		s.Exec(`DELETE FROM jobs WHERE kind = 'bulk.work'`)
		s.Exec(`UPDATE bulk_runs SET worked = 100 WHERE id = $1`, lost.Run)
		if r := read(m.tokens[boss], lost.Run); r.Run == "" {
			t.Errorf("given up at once: %+v", r)
		}
		s.Exec(`UPDATE bulk_runs SET started_at = started_at - 3600000 WHERE id = $1`, lost.Run)
		if r := read(m.tokens[boss], lost.Run); r.Run != "" || r.Done != 100 || len(r.Refused) != 21 ||
			r.Refused[20].ID != rows[120] || r.Refused[20].Code != "unavailable" {
			t.Errorf("an hour later: %+v", r)
		}
		locked := start(s, m.tokens[boss], "restore")
		s.Exec(`UPDATE staff SET disabled_at = 1 WHERE id = $1`, staffOf(s, m.tokens[boss]))
		s.RunJobs()
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM bulk_runs WHERE id = $1 AND ended_at IS NOT NULL
			AND refused LIKE '%not_allowed%'`, locked.Run); n != 1 {
			t.Error("a run of somebody who was locked out did not end with refusals")
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'product.restore'`); n != 0 {
			t.Errorf("%d were restored without the right", n)
		}
		s.Healthy()
		s.After(8 * 24 * time.Hour)
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM bulk_runs`); n != 0 {
			t.Errorf("%d results are kept for good", n)
		}
	})
}

// bulkWrites are the bodies that other tests send.
var _ = addWrites(map[string]write{
	"console-bulk-products": {share: 1, staff: true, body: func(ids) fields { return bulkBody("archive", "prd_none") }},
	"console-bulk-coupons":  {share: 1, staff: true, body: func(ids) fields { return bulkBody("off", "cpn_none") }},
	"console-bulk-invitations": {share: 1, staff: true,
		body: func(ids) fields { return bulkBody("withdraw", "inv_none") }},
	"console-bulk-messages": {share: 1, staff: true, body: func(ids) fields { return bulkBody("resend", "msg_none") }},
})

// bulkRun is the result of a bulk action.
func (m *matrix) bulkRun() thing {
	run := id.New("blk")
	m.s.Exec(`INSERT INTO bulk_runs (id, staff_id, op, action, lang, ids, worked, refused, started_at, ended_at)
		VALUES ($1, $2, 'console-bulk-products', 'archive', 'en', '["prd_none"]', 1, '[]', 1,
		1)`, run, staffOf(m.s, m.tokens[boss]))
	return thing{id: run, missing: "blk_none", owner: m.stall}
}

var _ = addCases(map[string][]idCase{
	"GET /console/bulk/{id}": {
		{make: (*matrix).bulkRun,
			want: with(everybody(unauthorized), staff, notFound, elsewhere, notFound, boss, ok, editor, notFound)}},
})
