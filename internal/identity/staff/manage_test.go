package staff

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// told reads the actions of the audit log, oldest first, with their authors.
func (w *world) told() (all []string) {
	w.t.Helper()
	if err := w.d.Select(w.t.Context(), &all,
		`SELECT staff_id || ' ' || action FROM audit_log ORDER BY at, id`); err != nil {
		w.t.Fatal(err)
	}
	return all
}

func (w *world) me(token string) int { return w.call("GET", "/console/me", token, nil).Status }

// TestLockingOut ends sessions and streams, disables the password, and lets nobody back in with an earlier session.
func TestLockingOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		boss := w.staff("boss@example.com", Owner)
		hoda := w.staff("hoda@example.com", Support)
		bossToken, token := w.staffToken("boss@example.com"), w.staffToken("hoda@example.com")
		ctx, _, err := w.s.Resolve(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		board := Caller(ctx)
		if a := w.call("POST", "/console/staff/"+hoda.ID+"/lock", bossToken,
			fields{"reason": "left the shop"}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for name, err := range map[string]error{"keep": w.s.Keep(t.Context(), board),
			"still in": w.s.StillIn(t.Context(), board)} {
			if !errs.Is(err, "common.unauthorized") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if w.me(token) != 401 {
			t.Error("the session goes on")
		}
		if a := w.call("POST", "/console/login", "", fields{
			"email": "hoda@example.com", "password": staffPassword}); a.Code != "staff_wrong" {
			t.Errorf("locked out: %s", a.Body)
		}
		if a := w.call("POST", "/console/staff/"+hoda.ID+"/lock", bossToken, fields{}); a.Code != "locked_already" {
			t.Errorf("twice: %s", a.Body)
		}
		if a := w.call("POST", "/console/staff/"+hoda.ID+"/unlock", bossToken, fields{}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if w.me(token) != 401 {
			t.Error("the session of before is back")
		}
		w.staffToken("hoda@example.com")
		if got := strings.Join(w.told(), ", "); got != boss.ID+" staff.lock, "+boss.ID+" staff.unlock" {
			t.Error(got)
		}
		if a := w.call("POST", "/console/staff/"+boss.ID+"/end-sessions", bossToken, nil); a.Code != "own_account" {
			t.Errorf("oneself: %s", a.Body)
		}
		if a := w.call("POST", "/console/staff/none/lock", bossToken, fields{}); a.Status != 404 {
			t.Errorf("nobody: %s", a.Body)
		}
	})
}

// TestKeepLooksAtTheMember: an open board does not keep alive the session of a member who was locked out, even if the
// session's row does not record that.
func TestKeepLooksAtTheMember(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("hoda@example.com", Owner)
		ctx, _, err := w.s.Resolve(t.Context(), w.staffToken("hoda@example.com"))
		if err != nil {
			t.Fatal(err)
		}
		w.exec(`UPDATE staff SET disabled_at = 1`)
		if err := w.s.Keep(t.Context(), Caller(ctx)); !errs.Is(err, "common.unauthorized") {
			t.Error(err)
		}
	})
}

// TestTheLastOwnerStays: of two owners who lock out or demote each other concurrently, one stays.
func TestTheLastOwnerStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		other := New(Deps{DB: dbtest.Another(t, d), Clock: w.clock})
		a, b := w.staff("a@example.com", Owner), w.staff("b@example.com", Owner)
		for round := range 6 {
			var wg sync.WaitGroup
			start := make(chan struct{})
			results := make([]error, 2)
			for i, do := range []func() error{
				func() error { return w.s.Lock(t.Context(), b.ID, a.ID, "") },
				func() error {
					if round%2 == 0 {
						return other.Lock(t.Context(), a.ID, b.ID, "")
					}
					return other.SetRole(t.Context(), a.ID, b.ID, Support, nil)
				},
			} {
				wg.Go(func() {
					<-start
					results[i] = do()
				})
			}
			close(start)
			wg.Wait()
			refused := 0
			for _, err := range results {
				if errs.Is(err, "auth.last_owner") {
					refused++
				} else if err != nil {
					t.Error(err)
				}
			}
			var n int64
			if err := d.Get(t.Context(), &n,
				`SELECT COUNT(*) FROM staff WHERE role = 'owner' AND disabled_at IS NULL`); n != 1 || refused != 1 || err != nil {
				t.Errorf("round %d: %d owners left, %d refused, %v", round, n, refused, err)
			}
			w.exec(`UPDATE staff SET disabled_at = NULL, role = 'owner'`)
		}
	})
}

// TestTemporaryPasswords: one set by another member ends every session, and allows only changing it, for three days.
func TestTemporaryPasswords(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		hoda := w.staff("hoda@example.com", Support)
		bossToken, before := w.staffToken("boss@example.com"), w.staffToken("hoda@example.com")
		var made TemporaryPassword
		w.call("POST", "/console/staff/"+hoda.ID+"/password", bossToken, nil).data(t, &made)
		if w.me(before) != 401 {
			t.Error("the session goes on")
		}
		login := func(password string) answer {
			return w.call("POST", "/console/login", "", fields{"email": "hoda@example.com", "password": password})
		}
		if a := login(staffPassword); a.Code != "staff_wrong" {
			t.Errorf("the old one: %s", a.Body)
		}
		var in SignedIn
		login(made.Password).data(t, &in)
		if in.Staff.Must != MustChangePassword || !slices.Equal(in.Staff.Capabilities, []Granted{Granted(UseConsole)}) {
			t.Errorf("%+v", in.Staff)
		}
		ctx, _, err := w.s.Resolve(t.Context(), in.Token)
		if err != nil || Allowed(ctx, GiveCredit, httpapi.NoBranch) || !Allowed(ctx, UseConsole, httpapi.NoBranch) {
			t.Errorf("a temporary password opens more than the account: %v", err)
		}
		// Until then the account may be in other hands: no second factor is set up or removed with it, and no session ended.
		for _, call := range [][2]string{{"GET", "/sessions"}, {"DELETE", "/sessions"}, {"DELETE", "/sessions/x"},
			{"GET", "/second-factor"}} {
			if a := w.call(call[0], "/console/account"+call[1], in.Token, nil); a.Status != 403 {
				t.Errorf("%v with a temporary password: %d %s", call, a.Status, a.Body)
			}
		}
		if Allowed(ctx, OwnAccount, httpapi.NoBranch) {
			t.Error("a temporary password opens the whole of the account")
		}
		change := func(current, password string) answer {
			return w.call("POST", "/console/account/password", in.Token,
				fields{"current_password": current, "password": password})
		}
		for name, c := range map[string]struct{ current, password, code string }{
			"the old one wrong": {"wrong-one-1", "another-1-x", "current_wrong"},
			"weak":              {made.Password, "short", "password_pattern"},
			"one's own name":    {made.Password, "Hoda@hoda-1", "password_common"},
			"the same":          {made.Password, made.Password, "password_same"}, "none": {"", "another-1-x", "required"},
		} {
			if a := change(c.current, c.password); a.Code != c.code {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		if a := change(made.Password, "another-1-x"); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if ctx, _, err = w.s.Resolve(t.Context(), in.Token); err != nil || !Allowed(ctx, GiveCredit, httpapi.NoBranch) {
			t.Errorf("after the change: %v", err)
		}
		w.call("POST", "/console/staff/"+hoda.ID+"/password", bossToken, nil).data(t, &made)
		w.clock.Advance(temporaryFor)
		if a := login(made.Password); a.Code != "temporary_over" {
			t.Errorf("three days later: %s", a.Body)
		}
	})
}

// TestSignInUnderWay: a sign-in that began before the password was
// changed or its member locked out opens no session afterwards.
func TestSignInUnderWay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		hoda := w.staff("hoda@example.com", Owner)
		var row record
		if err := d.Get(t.Context(), &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1`, hoda.ID); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]string{"password": `UPDATE staff SET password_hash = 'x'`,
			"locked": `UPDATE staff SET disabled_at = 1`} {
			w.exec(change)
			_, err := w.s.open(t.Context(), row, knownDevice{}, SignIn{}, nil)
			if !errs.Is(err, "auth.staff_wrong") || w.rows()["staff_sessions"] != 0 {
				t.Errorf("%s: %v", name, err)
			}
			w.exec(`UPDATE staff SET password_hash = $1, disabled_at = NULL`, row.PasswordHash)
		}
	})
}

// TestOwnSessions are listed with device, address and times, and end one by one
// or all but this one.
func TestOwnSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("hoda@example.com", Owner)
		w.staff("other@example.com", Owner)
		tokens := []string{w.staffToken("hoda@example.com"), w.staffToken("hoda@example.com"),
			w.staffToken("hoda@example.com")}
		others := w.staffToken("other@example.com")
		var list []StaffSession
		w.call("GET", "/console/account/sessions", tokens[0], nil).data(t, &list)
		if len(list) != 3 || list[0].Address != "41.32.10.7" || list[0].Device == "" || list[0].CreatedAt == 0 ||
			list[0].LastSeenAt == 0 {
			t.Fatalf("%+v", list)
		}
		current := slices.IndexFunc(list, func(p StaffSession) bool { return p.Current })
		one := list[(current+1)%3].ID
		if a := w.call("DELETE", "/console/account/sessions/"+one, others, nil); a.Status != 404 {
			t.Errorf("another's: %s", a.Body)
		}
		if a := w.call("DELETE", "/console/account/sessions/"+one, tokens[0], nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := w.call("DELETE", "/console/account/sessions/"+one, tokens[0], nil); a.Status != 404 {
			t.Errorf("twice: %s", a.Body)
		}
		if a := w.call("DELETE", "/console/account/sessions", tokens[0], nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if got := []int{w.me(tokens[0]), w.me(tokens[1]), w.me(tokens[2]), w.me(others)}; !slices.Equal(got,
			[]int{200, 401, 401, 200}) {
			t.Error(got)
		}
		w.clock.Advance(Idle + time.Second)
		last := w.staffToken("hoda@example.com")
		w.call("GET", "/console/account/sessions", last, nil).data(t, &list)
		if len(list) != 1 {
			t.Errorf("idle ones are listed: %+v", list)
		}
	})
}

// TestOwnPassword ends other sessions and asks the old one, with few tries.
func TestOwnPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		hoda := w.staff("hoda@example.com", Owner)
		here, there := w.staffToken("hoda@example.com"), w.staffToken("hoda@example.com")
		change := func(token, current string) answer {
			return w.call("POST", "/console/account/password", token,
				fields{"current_password": current, "password": "another-1-x"})
		}
		for range 10 {
			change(there, "wrong")
		}
		if a := change(there, staffPassword); a.Code != "staff_busy" {
			t.Errorf("the eleventh: %s", a.Body)
		}
		if a := change(here, staffPassword); a.Status != 200 {
			t.Fatalf("in another session: %s", a.Body)
		}
		if w.me(here) != 200 || w.me(there) != 401 {
			t.Error("the other session goes on, or this one does not")
		}
		if got := w.told(); !slices.Equal(got, []string{hoda.ID + " staff.password"}) {
			t.Error(got)
		}
	})
}

// TestRoles: another role holds from the next sign-in, with branches that are there.
func TestRoles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1", "br_2")
		w.staff("boss@example.com", Owner)
		hoda := w.staff("hoda@example.com", Manager, "br_1")
		token := w.staffToken("hoda@example.com")
		for _, c := range []struct {
			role     Role
			branches []string
			key      string
		}{{"king", nil, "auth.role_unknown"}, {Picker, nil, "auth.branches_needed"},
			{Picker, []string{"br_9"}, "auth.branch_unknown"}} {
			if err := w.s.SetRole(t.Context(), audit.CommandLine, hoda.ID, c.role, c.branches); !errs.Is(err, c.key) {
				t.Errorf("%s: %v", c.role, err)
			}
		}
		if err := w.s.SetRole(t.Context(), audit.CommandLine, hoda.ID, Picker, []string{"br_2", "br_2"}); err != nil {
			t.Fatal(err)
		}
		all, err := w.s.List(t.Context())
		if err != nil || len(all) != 2 || all[1].Role != Picker || !slices.Equal(all[1].Branches, []string{"br_2"}) ||
			w.me(token) != 401 {
			t.Errorf("%+v %v", all, err)
		}
		if got := w.told(); !slices.Equal(got, []string{audit.CommandLine + " staff.role"}) {
			t.Error(got)
		}
		var refused *errs.Error
		if _, err := w.s.IDByEmail(t.Context(), "no@example.com"); !errors.As(err, &refused) {
			t.Error(err)
		}
	})
}

// TestWhoWorksAtABranch: a branch lists its own people and those who work at every one.
func TestWhoWorksAtABranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1", "br_2")
		w.staff("boss@example.com", Owner)
		hoda := w.staff("hoda@example.com", Support)
		token := w.staffToken("boss@example.com")
		if err := w.s.SetRole(t.Context(), audit.CommandLine, hoda.ID, Picker, []string{"br_2"}); err != nil {
			t.Fatal(err)
		}
		for branch, want := range map[string][]string{"br_2": {"boss@example.com", "hoda@example.com"},
			"br_1": {"boss@example.com"}, "": {"boss@example.com", "hoda@example.com"}} {
			var all []struct{ Email string }
			w.call("GET", "/console/staff?branch_id="+branch, token, nil).data(t, &all)
			got := []string{}
			for _, one := range all {
				got = append(got, one.Email)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%q: %v", branch, got)
			}
		}
	})
}
