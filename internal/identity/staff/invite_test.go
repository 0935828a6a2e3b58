package staff

import (
	"context"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// boss adds an owner who invites, and returns their id.
func (w *world) boss() string {
	w.t.Helper()
	m, err := w.s.Add(context.Background(), NewMember{
		Email: "boss@example.com", Name: "Hoda", Password: staffPassword, Role: Owner})
	if err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}

var karim = Person{Name: " Karim ", Phone: "0100 123 4567", Role: Picker, Branches: []string{"br_1"}}

// TestSomebodyJoinsByALink: a phone is enough, one's own password, once, and only as long as it holds.
func TestSomebodyJoinsByALink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		boss := w.boss()
		ctx := t.Context()
		refused := func(name, secret, want string) {
			t.Helper()
			if _, err := w.s.Join(ctx, secret, i18n.AR, SignIn{Password: staffPassword}); !errs.Is(err, want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		first, lost, err := w.s.Invite(ctx, boss, karim)
		if err != nil || first.Phone != "+201001234567" || first.Name != "Karim" {
			t.Fatalf("%+v: %v", first, err)
		}
		_, secret, err := w.s.Invite(ctx, boss, karim)
		if err != nil {
			t.Fatal(err)
		}
		refused("replaced by a newer link", lost, "auth.invitation_over")
		refused("no link of ours", "x", "auth.invitation_over")
		if _, err := w.s.Join(ctx, secret, i18n.AR, SignIn{Password: "weak"}); !errs.Is(err, "auth.password_pattern") {
			t.Errorf("a weak password: %v", err)
		}
		if all, err := w.s.Invitations(ctx); err != nil || len(all) != 1 || len(all[0].Branches) != 1 {
			t.Errorf("%+v wait: %v", all, err)
		}
		session, err := w.s.Join(ctx, secret, i18n.AR, SignIn{Password: staffPassword})
		if err != nil || session.Member.Role != Picker || session.Member.Must != "" || len(session.Member.Branches) != 1 {
			t.Fatalf("%+v: %v", session.Member, err)
		}
		refused("a second time", secret, "auth.invitation_over")
		for _, phone := range []string{"01001234567", "+20 100 123 4567", "٠١٠٠١٢٣٤٥٦٧"} {
			if _, err := w.s.SignIn(ctx, SignIn{Email: phone, Password: staffPassword}); err != nil {
				t.Errorf("with %s: %v", phone, err)
			}
		}
		if _, _, err := w.s.Invite(ctx, boss, karim); !errs.Is(err, "auth.staff_phone_taken") {
			t.Errorf("who works here already: %v", err)
		}

		mona := Person{Name: "Mona", Email: "mona@example.com", Role: Support}
		_, late, _ := w.s.Invite(ctx, boss, mona)
		w.clock.Advance(invitedFor)
		refused("a week later", late, "auth.invitation_over")
		inv, withdrawn, _ := w.s.Invite(ctx, boss, mona)
		if err := w.s.Withdraw(ctx, boss, inv.ID); err != nil {
			t.Error(err)
		}
		refused("withdrawn", withdrawn, "auth.invitation_over")
		other, err := w.s.Add(ctx, NewMember{Email: "other@example.com", Name: "Nour", Password: staffPassword, Role: Owner})
		if err != nil {
			t.Fatal(err)
		}
		_, orphan, _ := w.s.Invite(ctx, boss, mona)
		if err := w.s.Lock(ctx, other.ID, boss, ""); err != nil {
			t.Fatal(err)
		}
		refused("by somebody locked out since", orphan, "auth.invitation_over")
		if _, _, err := w.s.Invite(ctx, boss, Person{Name: "x", Phone: "01009998887", Role: Picker,
			Branches: []string{"br_none"}}); !errs.Is(err, "auth.branch_unknown") {
			t.Errorf("a branch that is not there: %v", err)
		}
		var n int
		if err := d.Get(ctx, &n, `SELECT COUNT(*) FROM staff`); err != nil || n != 3 {
			t.Errorf("%d work here: %v", n, err)
		}
	})
}

// TestOneLinkLetsOneIn: however many follow it at once.
func TestOneLinkLetsOneIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		_, secret, err := w.s.Invite(t.Context(), w.boss(), karim)
		if err != nil {
			t.Fatal(err)
		}
		start := make(chan struct{})
		var in sync.Map
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				<-start
				if _, err := w.s.Join(context.Background(), secret, i18n.EN, SignIn{Password: staffPassword}); err == nil {
					in.Store(i, true)
				} else if errs.Key(err) == "" {
					t.Error(err)
				}
			})
		}
		close(start)
		all.Wait()
		joined := 0
		in.Range(func(any, any) bool { joined++; return true })
		var n int
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM staff WHERE role = 'picker'`); err != nil || n != 1 ||
			joined != 1 {
			t.Errorf("%d joined, %d are there: %v", joined, n, err)
		}
	})
}

// TestPeopleAreChanged: names and ways to sign in, guarded by a version; another role ends sessions, one's own stays.
func TestPeopleAreChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		boss := w.boss()
		ctx := t.Context()
		m, err := w.s.Add(ctx, NewMember{Email: "m@example.com", Name: "Mina", Password: staffPassword, Role: Support})
		if err != nil {
			t.Fatal(err)
		}
		session, err := w.s.SignIn(ctx, SignIn{Email: "m@example.com", Password: staffPassword})
		if err != nil {
			t.Fatal(err)
		}
		lives := func() bool { return w.s.StillIn(ctx, session.Member) == nil }
		mina := Person{Name: "Mina R.", Phone: "01001112223", Role: Support}
		if err := w.s.Edit(ctx, boss, m.ID, mina, 1); err != nil || !lives() {
			t.Errorf("a new name: %v, signed in: %v", err, lives())
		}
		if err := w.s.Edit(ctx, boss, m.ID, mina, 1); !errs.Is(err, "common.moved_on") {
			t.Errorf("over a newer version: %v", err)
		}
		mina.Email = "boss@example.com"
		if err := w.s.Edit(ctx, boss, m.ID, mina, 2); !errs.Is(err, "auth.staff_exists") {
			t.Errorf("somebody else's address: %v", err)
		}
		mina.Email, mina.Role, mina.Branches = "", Picker, []string{"br_1"}
		if err := w.s.Edit(ctx, boss, m.ID, mina, 2); err != nil || lives() {
			t.Errorf("another role: %v, signed in: %v", err, lives())
		}
		if err := w.s.Edit(ctx, boss, boss, Person{Name: "Hoda M.", Email: "boss@example.com", Role: Owner}, 1); err != nil {
			t.Errorf("one's own name: %v", err)
		}
		if err := w.s.Edit(ctx, boss, boss, Person{Name: "Hoda", Email: "boss@example.com", Role: Editor}, 2); !errs.Is(err,
			"auth.own_account") {
			t.Errorf("one's own role: %v", err)
		}
		if err := w.s.Edit(ctx, m.ID, boss, Person{Name: "Hoda", Email: "boss@example.com", Role: Editor}, 2); !errs.Is(err,
			"auth.last_owner") {
			t.Errorf("the last owner: %v", err)
		}

		// An invitation goes by what its maker may now, and somebody without an e-mail address gets a password too.
		second := w.staff("second@example.com", Owner)
		_, secret, err := w.s.Invite(ctx, second.ID, Person{Name: "Friend", Phone: "01012345678", Role: Owner})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.s.SetRole(ctx, boss, second.ID, Owner, []string{"br_1"}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.s.Invited(ctx, secret); !errs.Is(err, "auth.invitation_over") {
			t.Errorf("an invitation of an owner who was limited since: %v", err)
		}
		if _, err := w.s.SetPassword(ctx, boss, m.ID, "l0ng!enough", true); err != nil {
			t.Errorf("a password of somebody without an e-mail address: %v", err)
		}
		w.clock.Advance(time.Second)
	})
}
