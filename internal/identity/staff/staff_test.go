package staff

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/passwords"
	"wekala/internal/platform/wire"
)

const staffPassword = "felucca-boat-1"

func (w *world) staff(email string, role Role, branches ...string) Member {
	w.t.Helper()
	s, err := w.s.Add(context.Background(), NewMember{
		Email: email, Name: "Hoda", Password: staffPassword, Role: role, Branches: branches})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *world) staffToken(email string) string {
	w.t.Helper()
	a := w.call("POST", "/console/login", "", fields{"email": email, "password": staffPassword})
	if a.Status != 200 {
		w.t.Fatalf("staff login: %s", a.Body)
	}
	var got SignedIn
	a.data(w.t, &got)
	return got.Token
}

func TestAdd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		w.staff("Boss@Example.com", Owner)
		good := NewMember{Email: "m@example.com", Name: "Mina", Password: staffPassword, Role: Manager,
			Branches: []string{"br_1"}}
		for _, c := range []struct {
			name   string
			change func(*NewMember)
			field  string
		}{
			{"e-mail taken", func(n *NewMember) { n.Email = "boss@example.com" }, "email"},
			{"no e-mail", func(n *NewMember) { n.Email = "" }, "email"},
			{"no name", func(n *NewMember) { n.Name = "\u202e" }, "name"},
			{"long name", func(n *NewMember) { n.Name = strings.Repeat("x", 61) }, "name"},
			{"weak password", func(n *NewMember) { n.Password = "letmein1" }, "password"},
			{"no such role", func(n *NewMember) { n.Role = "king" }, "role"},
			{"manager of nothing", func(n *NewMember) { n.Branches = nil }, "branches"},
			{"manager of a branch that is not there", func(n *NewMember) { n.Branches = []string{"br_1", "br_none"} },
				"branches"},
		} {
			in := good
			c.change(&in)
			_, err := w.s.Add(t.Context(), in)
			var refused *errs.Error
			if !errors.As(err, &refused) || len(refused.Fields) == 0 || refused.Fields[0].Name != c.field {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if n := w.rows()["staff"]; n != 1 {
			t.Errorf("%d members of staff, want the first alone", n)
		}
		if _, err := w.s.Add(t.Context(), good); err != nil {
			t.Error(err)
		}
		var hash string
		if err := d.Get(t.Context(), &hash, `SELECT password_hash FROM staff WHERE email = 'm@example.com'`); err != nil ||
			!strings.HasPrefix(hash, "$argon2id$") {
			t.Errorf("stored %q, %v", hash, err)
		}
	})
}

func TestConsoleSignIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1", "br_2")
		w.s.BranchRefs = func(_ context.Context, ids []string, lang i18n.Lang) []wire.Ref {
			refs := []wire.Ref{}
			for _, id := range ids {
				refs = append(refs, wire.Ref{ID: id, Slug: id, Name: lang})
			}
			return refs
		}
		w.staff("manager@example.com", Manager, "br_2", "br_1")
		w.staff("gone@example.com", Support)
		w.exec(`UPDATE staff SET disabled_at = 1 WHERE email = 'gone@example.com'`)
		customerToken := w.customer()
		for _, c := range []struct {
			name     string
			body     any
			status   int
			code     string
			want     string
			happened string
		}{
			{"right", fields{"email": " Manager@example.com ", "password": staffPassword}, 200, "",
				`"role":"manager","all_branches":false,"branches":[{"id":"br_1","slug":"br_1","name":"en"},{"id":"br_2"`,
				"staff_sessions+1 staff_devices+1"},
			{"wrong password", fields{"email": "manager@example.com", "password": "felucca-boat-2"}, 422, "staff_wrong", "", ""},
			{"nobody", fields{"email": "nobody@example.com", "password": staffPassword}, 422, "staff_wrong", "", ""},
			{"disabled", fields{"email": "gone@example.com", "password": staffPassword}, 422, "staff_wrong", "", ""},
			{"no e-mail", fields{"email": "manager", "password": staffPassword}, 422, "email_format", "", ""},
			{"no password", fields{"email": "manager@example.com", "password": ""}, 422, "required", "", ""},
			{"a smuggled role", `{"email":"manager@example.com","password":"felucca-boat-1","role":"owner"}`, 422,
				"unknown_field", "", ""},
			{"an endless password", fields{"email": "manager@example.com", "password": strings.Repeat("x", 2000)}, 422,
				"too_long", "", ""},
		} {
			before := w.rows()
			a := w.call("POST", "/console/login", "", c.body)
			if a.Status != c.status || a.Code != c.code || !strings.Contains(a.Body, c.want) {
				t.Errorf("%s: %d %s", c.name, a.Status, a.Body)
			}
			if got := changed(before, w.rows()); got != c.happened {
				t.Errorf("%s: happened %q, want %q", c.name, got, c.happened)
			}
		}

		token := w.staffToken("manager@example.com")
		if a := w.call("GET", "/console/me", token, nil); a.Status != 200 ||
			!strings.Contains(a.Body, `"email":"manager@example.com"`) {
			t.Errorf("me: %s", a.Body)
		}
		// Neither token opens the other's door.
		if a := w.call("GET", "/console/me", customerToken, nil); a.Status != 401 {
			t.Errorf("a customer in the console: %d", a.Status)
		}
		if a := w.call("GET", "/user/sessions", token, nil); a.Status != 401 {
			t.Errorf("staff as a customer: %d", a.Status)
		}
		if a := w.call("GET", "/console/me", "", nil); a.Status != 401 {
			t.Errorf("a guest: %d", a.Status)
		}
		if a := w.call("POST", "/console/logout", token, nil); a.Status != 200 {
			t.Errorf("logout: %s", a.Body)
		}
		if a := w.call("GET", "/console/me", token, nil); a.Status != 401 {
			t.Errorf("after logout: %d", a.Status)
		}
		token = w.staffToken("manager@example.com")
		w.exec(`UPDATE staff SET disabled_at = 1 WHERE email = 'manager@example.com'`)
		if a := w.call("GET", "/console/me", token, nil); a.Status != 401 {
			t.Errorf("disabled while signed in: %d", a.Status)
		}
		w.healthy()
	})
}

func TestSessionsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		status := func(token string) int { return w.call("GET", "/console/me", token, nil).Status }

		idle := w.staffToken("boss@example.com")
		w.clock.Advance(Idle - time.Second)
		if got := status(idle); got != 200 {
			t.Errorf("just within the idle time: %d", got)
		}
		w.clock.Advance(Idle - time.Second) // counted from the last request
		if got := status(idle); got != 200 {
			t.Errorf("in use: %d", got)
		}
		w.clock.Advance(Idle)
		if got := status(idle); got != 401 {
			t.Errorf("idle: %d", got)
		}

		// An open board keeps its session, but not past eight hours.
		token := w.staffToken("boss@example.com")
		ctx, _, err := w.s.Resolve(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		board, ok := From(ctx)
		if !ok || board.Branches != nil || !board.Sees("any") || !board.Is(Editor, Owner) {
			t.Fatalf("staff: %+v", board)
		}
		for range 16*2 - 1 {
			w.clock.Advance(Life / 32)
			if err := w.s.Keep(ctx, board); err != nil {
				t.Fatal(err)
			}
		}
		if got := status(token); got != 200 {
			t.Errorf("kept by the board: %d", got)
		}
		w.clock.Advance(Life / 32)
		if err := w.s.Keep(ctx, board); !errs.Is(err, "common.unauthorized") {
			t.Errorf("after eight hours: %v", err)
		}
		if got := status(token); got != 401 {
			t.Errorf("after eight hours: %d", got)
		}
	})
}

func TestTriesAreLimited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		for range 10 {
			w.call("POST", "/console/login", "", fields{"email": "boss@example.com", "password": "wrong"})
		}
		if a := w.call("POST", "/console/login", "", fields{
			"email": "boss@example.com", "password": staffPassword}); a.Status != 429 {
			t.Errorf("the eleventh try: %d %s", a.Status, a.Body)
		}
		// The owner, elsewhere, is not locked out by it.
		w.ip = "156.160.1.1"
		w.staffToken("boss@example.com")
	})
}

// TestNobodysNetworkKeepsThemOut: a network's failed sign-ins with other names still leave a name its first tries
// there, but no others: staff who share a carrier's addresses with a flood get in without a second factor.
func TestNobodysNetworkKeepsThemOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.s.Tries.PerNetwork = 6
		w.staff("boss@example.com", Owner)
		for i := range 3 {
			for range 4 {
				w.call("POST", "/console/login", "", fields{"email": fmt.Sprintf("nobody%d@example.com", i), "password": "wrong"})
			}
		}
		if a := w.call("POST", "/console/login", "", fields{
			"email": "nobody0@example.com", "password": "wrong"}); a.Status != 429 {
			t.Fatalf("the network's tries are not used up: %s", a.Body)
		}
		if a := w.call("POST", "/console/login", "", fields{
			"email": "boss@example.com", "password": staffPassword}); a.Status != 200 {
			t.Errorf("the right password from the flooded network: %s", a.Body)
		}
	})
}

func TestSees(t *testing.T) {
	for _, c := range []struct {
		branches []string
		want     bool
	}{{nil, true}, {[]string{}, false}, {[]string{"br_2"}, false}, {[]string{"br_2", "br_1"}, true}} {
		if got := (Member{Branches: c.branches}).Sees("br_1"); got != c.want {
			t.Errorf("%v: %v", c.branches, got)
		}
	}
	if _, ok := From(context.Background()); ok {
		t.Error("staff out of nothing")
	}
}

// TestCapabilities: a role has the capabilities that the table grants it, an owner has all of them, and nobody has any
// other.
func TestCapabilities(t *testing.T) {
	for _, c := range []struct {
		role Role
		what httpapi.Capability
		want bool
	}{
		{Owner, PayRefunds, true}, {Finance, PayRefunds, true}, {Support, PayRefunds, false}, {Owner, ChangeSettings, true},
		{Finance, ChangeSettings, false}, {Owner, "no.such", false}, {"king", UseConsole, false}, {Courier, UseConsole, true},
	} {
		if got := Allowed(With(t.Context(), Member{Role: c.role}), c.what, httpapi.NoBranch); got != c.want {
			t.Errorf("%s, %s: %v", c.role, c.what, got)
		}
	}
	for _, c := range []struct {
		role Role
		what httpapi.Capability
		want bool // of some branches alone
	}{
		{Finance, PayRefunds, false}, {Owner, PayRefunds, false}, {Manager, ModerateRatings, true},
		{Owner, ReadCustomers, false}, {Owner, ReadAddresses, false}, {Owner, AnswerTickets, false},
		{Owner, ResendMessages, false},
		{Support, ReadCustomers, false}, {Support, ReadAddresses, false}, {Support, AnswerTickets, false},
		{Support, ResendMessages, false}, {Owner, MoveOrders, true},
	} {
		m := Member{Role: c.role, Branches: []string{"br_1"}}
		if got := m.May(c.what); got != c.want {
			t.Errorf("%s of a branch, %s: %v", c.role, c.what, got)
		}
	}
	if Allowed(t.Context(), UseConsole, httpapi.NoBranch) {
		t.Error("nobody may")
	}
	if all := (Member{Role: Owner}).capabilities(); len(all) != len(granted) {
		t.Errorf("an owner has %v", all)
	}
}

func TestCallerOutsideOfTheConsole(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("nobody was taken for somebody who sees every branch")
		}
	}()
	Caller(t.Context())
}

func TestPhone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		add := func(id, phone string) error {
			_, err := w.s.Add(t.Context(), NewMember{ID: id, Email: id + "@example.com", Name: "Karim", Phone: phone,
				Password: staffPassword, Role: Courier, Branches: []string{"br_1"}})
			return err
		}
		if err := add("stf_1", "٠١٠٦٠٠٠١١٧٧"); err != nil {
			t.Fatal(err)
		}
		if err := add("stf_2", ""); err != nil {
			t.Fatal(err)
		}
		if err := add("stf_3", "12"); err == nil {
			t.Error("12 is no phone")
		}
		for id, want := range map[string]string{"stf_1": "+201060001177", "stf_2": "", "stf_3": ""} {
			if got, err := Phone(t.Context(), d, id); err != nil || got != want {
				t.Errorf("%s: %q, %v", id, got, err)
			}
		}
	})
}

// TestRightPasswordsAreNotCounted: only wrong ones use up tries.
func TestRightPasswordsAreNotCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("hany@example.com", Owner)
		try := func(p string) int {
			return w.call("POST", "/console/login", "", fields{"email": "hany@example.com", "password": p}).Status
		}
		for i := range 12 {
			if got := try(staffPassword); got != 200 {
				t.Fatalf("sign-in %d: %d", i, got)
			}
		}
		for i := range passwords.DefaultLimits.Here {
			if i == 5 {
				if got := try(staffPassword); got != 200 {
					t.Fatalf("in between: %d", got)
				}
			}
			if got := try("wr0ng!pass"); got != 422 {
				t.Fatalf("wrong %d: %d", i, got)
			}
		}
		if got := try(staffPassword); got != 429 {
			t.Errorf("after ten wrong ones: %d", got)
		}
		w.clock.Advance(counters.Window)
		if got := try(staffPassword); got != 200 {
			t.Errorf("an hour later: %d", got)
		}
		w.healthy()
	})
}

func TestSweep(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("hany@example.com", Owner)
		token := w.staffToken("hany@example.com")
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := w.call("GET", "/console/me", token, nil); a.Status != 200 {
			t.Errorf("a live session was swept: %s", a.Body)
		}
		w.clock.Advance(40 * 24 * time.Hour)
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.rows()["staff_sessions"]; n != 0 {
			t.Errorf("%d sessions are left", n)
		}
	})
}

// TestDoctorSeesPlainTokens: a check that cannot fail proves nothing.
func TestDoctorSeesPlainTokens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("hany@example.com", Owner)
		w.staffToken("hany@example.com")
		w.healthy()
		w.exec(`UPDATE staff_sessions SET token_hash = 'plain-token'`)
		results, err := doctor.Run(t.Context(), d, Checks())
		if err != nil || results[0].Violations != 1 {
			t.Errorf("%+v, %v", results, err)
		}
	})
}
