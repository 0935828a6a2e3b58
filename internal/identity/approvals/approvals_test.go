package approvals_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/settings"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func by(id string) staff.Member { return staff.Member{ID: id, Role: staff.Finance} }

func give(t *testing.T, d *db.DB, at time.Time, g approvals.Grant) approvals.Basis {
	t.Helper()
	var basis approvals.Basis
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		basis, err = approvals.ApproveAlone(ctx, tx, at, g)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return basis
}

func healthy(t *testing.T, d *db.DB, well bool) {
	t.Helper()
	results, err := doctor.Run(t.Context(), d, approvals.Checks())
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, r := range results {
		if well && r.Violations > 0 {
			t.Errorf("%s: %v", r.Check, r.First)
		}
		found = found || r.Violations > 0
	}
	if !well && !found {
		t.Error("nothing is found")
	}
}

func exec(t *testing.T, d *db.DB, sql string, args ...any) {
	t.Helper()
	if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestOneLimitForAllKinds: all grants by one person or to one customer add up to one sum a day; released grants no
// longer count; unbounded grants never fit.
func TestOneLimitForAllKinds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, c := range []struct {
			object, giver, receiver string
			amount                  int64
			want                    approvals.Basis
		}{
			{"credit:1", "a", "x", 200_00, approvals.Alone},
			{"return:1", "a", "y", 200_00, approvals.Alone},
			{"quotation:1", "a", "z", 100_01, approvals.Nobody},
			{"coupon:1", "a", "", 100_00, approvals.Alone},
			{"coupon:2", "a", "", 1, approvals.Nobody},
			{"credit:2", "b", "x", 300_01, approvals.Nobody},
			{"credit:3", "b", "x", 300_00, approvals.Alone},
			{"return:2", "c", "x", 1, approvals.Nobody},
			{"return:3", "c", "x", 0, approvals.Alone}, // nothing is nothing
			{"return:4", "c", "x", -5, approvals.Alone},
		} {
			if got := give(t, d, now,
				approvals.Grant{Object: c.object, Giver: by(c.giver), Receiver: c.receiver, Amount: c.amount}); got != c.want {
				t.Errorf("%+v: %q", c, got)
			}
		}
		if got := give(t, d, now,
			approvals.Grant{Object: "coupon:3", Giver: by("d"), Unbounded: true}); got != approvals.Nobody {
			t.Errorf("without bound: %q", got)
		}
		healthy(t, d, true)
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return approvals.Release(ctx, tx, now, "return:1")
		}); err != nil {
			t.Fatal(err)
		}
		if got := give(t, d, now,
			approvals.Grant{Object: "quotation:1", Giver: by("a"), Receiver: "y", Amount: 200_00}); got != approvals.Alone {
			t.Errorf("after a release: %q", got)
		}
		if got := give(t, d, now.Add(24*time.Hour), approvals.Grant{
			Object: "credit:9", Giver: by("a"), Receiver: "x", Amount: 500_00}); got != approvals.Alone {
			t.Errorf("on the next day: %q", got)
		}
		healthy(t, d, true)
		exec(t, d, `UPDATE given_days SET given = given - 1 WHERE who = 'giver:a'`)
		healthy(t, d, false)
	})
}

// TestManyAtOnceFromTwoNodes: among concurrent grants of every kind by several members to several customers, nobody
// grants or receives more than the limit.
func TestManyAtOnceFromTwoNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		nodes := []*db.DB{d, dbtest.Another(t, d)}
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 48 {
			wg.Go(func() {
				<-start
				give(t, nodes[i%2], now,
					approvals.Grant{Object: fmt.Sprintf("%s:%d", []string{"credit", "return", "quotation", "coupon"}[i%4], i),
						Giver: by(fmt.Sprint("g", i%3)), Receiver: fmt.Sprint("r", i%5), Amount: 90_00})
			})
		}
		close(start)
		wg.Wait()
		var most, sum int64
		if err := d.Get(t.Context(), &most, `SELECT MAX(given) FROM given_days`); err != nil || most != 450_00 {
			t.Errorf("most is %d, %v", most, err)
		}
		if err := d.Get(t.Context(), &sum, `SELECT SUM(given) FROM given_days WHERE who LIKE 'giver:%'`); err != nil ||
			sum != 3*450_00 {
			t.Errorf("together %d, %v", sum, err)
		}
		healthy(t, d, true)
	})
}

// TestTheSecondPerson: the second person is a member whose account the first did not create or change in the last week,
// nor the other way round.
func TestTheSecondPerson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		part := int64(0)
		agree := func(second staff.Member, makers ...string) string {
			part++
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := approvals.Approve(ctx, tx, now, second,
					approvals.Grant{Object: "coupon:1", Part: part, Giver: by("maker"), Amount: 900_00}, makers...)
				return err
			})
			if may, mayErr := approvals.MayApprove(t.Context(), d, now, second,
				append(makers, "maker")...); may != (err == nil) || mayErr != nil {
				t.Errorf("may says %v, agreeing %v", may, err)
			}
			return errs.Key(err)
		}
		gain := func(controller, account string, ago time.Duration) {
			t.Helper()
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return staff.GainControl(ctx, tx, controller, account, now.Add(-ago))
			}); err != nil {
				t.Fatal(err)
			}
		}
		for name, got := range map[string]string{"themselves": agree(by("maker")), "who also made it": agree(by("b"), "b"),
			"nobody": agree(by(""))} {
			if got != "giving.not_yourself" {
				t.Errorf("%s: %q", name, got)
			}
		}
		if got := agree(by("b"), "c"); got != "" {
			t.Errorf("somebody else: %q", got)
		}
		gain("maker", "puppet", 6*24*time.Hour)
		gain("master", "maker", 6*24*time.Hour)
		if got := [2]string{agree(by("puppet")), agree(by("master"))}; got != [2]string{
			"giving.tied_to_them", "giving.tied_to_you"} {
			t.Errorf("%v", got)
		}
		exec(t, d, `DELETE FROM staff_control WHERE staff_id = 'maker'`)
		// Accounts that let others in count as one person with them, also through an account in between. Two accounts that
		// the program's own commands set up do not.
		gain("maker", "child", time.Hour)
		gain("child", "grandchild", time.Hour)
		gain("head", "maker", time.Hour)
		gain("head", "sibling", time.Hour)
		for name, want := range map[string]string{"child": "tied_to_them", "grandchild": "tied_to_them",
			"head": "tied_to_you", "sibling": "tied_by"} {
			if got := agree(by(name)); got != "giving."+want {
				t.Errorf("%s: %q", name, got)
			}
		}
		// LinkBetween names who controlled both accounts and how long that still counts: of several links the longest, and of
		// a chain its shortest part.
		gain("child", "niece", 6*24*time.Hour)
		for name, want := range map[string]string{"sibling": "head 7", "niece": "maker 1", "child": "maker 7"} {
			who, until, err := staff.LinkBetween(t.Context(), d, name, []string{"maker"}, now)
			if got := fmt.Sprint(who, " ", int64((until.Time().Sub(now)+24*time.Hour-1)/(24*time.Hour))); got != want ||
				err != nil {
				t.Errorf("%s: %s, %v", name, got, err)
			}
		}
		exec(t, d, `DELETE FROM staff_control WHERE staff_id = 'niece'`)
		exec(t, d, `DELETE FROM staff_control WHERE controller_id = 'head'`)
		gain(audit.CommandLine, "maker", time.Hour)
		gain(audit.CommandLine, "sibling", time.Hour)
		if got := agree(by("sibling")); got != "" {
			t.Errorf("both let in from the command line: %q", got)
		}
		gain("maker", "old", 8*24*time.Hour)
		if got := agree(by("old")); got != "" {
			t.Errorf("added more than a week ago: %q", got)
		}
		healthy(t, d, true)
	})
}

// TestTheOneOwner: the only owner acts alone. Locking out or demoting the others makes nobody the only owner for a
// week.
func TestTheOneOwner(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := staff.New(staff.Deps{DB: d, Clock: clock.NewFake(now)})
		add := func(name string) staff.Member {
			t.Helper()
			m, err := s.Add(t.Context(), staff.NewMember{
				Email: name + "@example.com", Name: name, Password: "Felucca-2026!", Role: staff.Owner})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		one, part := add("one"), int64(0)
		alone := func(after time.Duration) approvals.Basis {
			part++
			return give(t, d, now.Add(after), approvals.Grant{
				Object: "credit:1", Part: part, Giver: one, Receiver: "x", Amount: 900_00})
		}
		if got := alone(0); got != approvals.SoleOwner {
			t.Errorf("the one owner: %q", got)
		}
		two, three := add("two"), add("three")
		if err := s.Lock(t.Context(), one.ID, two.ID, ""); err != nil {
			t.Fatal(err)
		}
		if err := s.SetRole(t.Context(), one.ID, three.ID, staff.Finance, nil); err != nil {
			t.Fatal(err)
		}
		for after, want := range map[time.Duration]approvals.Basis{
			0: approvals.Nobody, 6 * 24 * time.Hour: approvals.Nobody, 8 * 24 * time.Hour: approvals.SoleOwner} {
			if got := alone(after); got != want {
				t.Errorf("%s after the others are out: %q", after, got)
			}
		}
	})
}

// TestLimitsAreSet: the shop sets the limits, and counts of old days are deleted.
func TestLimitsAreSet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return settings.Write(ctx, tx, "giving", approvals.Limits{Alone: 100_00}, now)
		}); err != nil {
			t.Fatal(err)
		}
		g := approvals.Grant{Object: "credit:1", Giver: by("a"), Receiver: "x", Amount: 100_01}
		if got := give(t, d, now, g); got != approvals.Nobody {
			t.Errorf("above what is set: %q", got)
		}
		g.Amount = 100_00
		if fits, err := approvals.WithinLimits(t.Context(), d, now, g); !fits || err != nil {
			t.Errorf("it does not fit: %v", err)
		}
		if got := give(t, d, now, g); got != approvals.Alone {
			t.Errorf("what is set: %q", got)
		}
		if fits, err := approvals.WithinLimits(t.Context(), d, now, g); fits || err != nil {
			t.Errorf("it fits twice: %v", err)
		}
		for ago, want := range map[time.Duration]int{0: 2, 60 * 24 * time.Hour: 0} {
			if err := approvals.New(d, clock.NewFake(now.Add(ago))).Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM given_days`); err != nil || ago > 0 && n != want {
				t.Errorf("%d days after %s, %v", n, ago, err)
			}
			healthy(t, d, true)
		}
	})
}

// TestLooserRulesWait: looser rules need a second owner, and concurrent proposals and decisions leave no rule looser
// than two owners agreed on.
func TestLooserRulesWait(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		people := staff.New(staff.Deps{DB: d, Clock: clock.NewFake(now)})
		var owners []staff.Member
		for _, name := range []string{"one", "two"} {
			m, err := people.Add(t.Context(), staff.NewMember{
				Email: name + "@example.com", Name: name, Password: "Felucca-2026!", Role: staff.Owner})
			if err != nil {
				t.Fatal(err)
			}
			owners = append(owners, m)
		}
		s := approvals.New(d, clock.NewFake(now))
		strict := approvals.Rules{Limits: approvals.Limits{Alone: 100_00, Drop: 10, DropDays: 60}, SecondFactor: true}
		is := func() approvals.Rules {
			t.Helper()
			r, err := approvals.ReadRules(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if waits, err := s.SetRules(t.Context(), owners[0], 0, strict); waits || err != nil || is() != strict {
			t.Fatalf("stricter rules wait: %v, %+v", err, is())
		}
		off := strict
		off.SecondFactor = false
		if waits, err := s.SetRules(t.Context(), owners[0], 1, off); !waits || err != nil || is() != strict {
			t.Fatalf("one owner takes the second factor off: %v, %+v", err, is())
		}
		var wait struct{ Version int64 }
		if err := d.Get(t.Context(), &wait, `SELECT version FROM settings WHERE key = 'giving.waits'`); err != nil {
			t.Fatal(err)
		}
		// One owner proposes much looser rules while the other approves those they saw.
		more := approvals.Rules{Limits: approvals.Limits{Alone: 90_000_00, Drop: 90, DropDays: 1}}
		var all sync.WaitGroup
		begin, failed := make(chan struct{}), make([]error, 8)
		for i := range failed {
			all.Go(func() {
				<-begin
				if i%2 == 0 {
					_, failed[i] = s.SetRules(t.Context(), owners[0], 1, more)
				} else {
					_ = s.DecideRules(t.Context(), owners[1], wait.Version, true, "")
				}
			})
		}
		close(begin)
		all.Wait()
		for _, err := range failed {
			// Once the other has approved them, the rules that were read are outdated.
			if refused := new(errs.Error); err != nil && !(errors.As(err, &refused) && refused.Key == "common.moved_on") {
				t.Error(err)
			}
		}
		if r := is(); r != strict && r != off {
			t.Errorf("nobody agreed to %+v", r)
		}
	})
}

// TestOnePersonWithSeveralAccounts: accounts that one person recently created share that person's limit, for any
// recipient, and released grants count for none of them.
func TestOnePersonWithSeveralAccounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		letIn := func(who, whom string, ago time.Duration) {
			t.Helper()
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return staff.GainControl(ctx, tx, who, whom, now.Add(-ago))
			}); err != nil {
				t.Fatal(err)
			}
		}
		letIn("maker", "puppet1", time.Hour)
		letIn("maker", "puppet2", 6*24*time.Hour)
		letIn("puppet2", "puppet3", time.Hour)
		letIn("maker", "old", 8*24*time.Hour)
		letIn(audit.CommandLine, "other1", time.Hour)
		letIn(audit.CommandLine, "other2", time.Hour)
		for i, c := range []struct {
			giver  string
			amount int64
			want   approvals.Basis
		}{
			{"puppet1", 200_00, approvals.Alone},
			{"puppet2", 200_00, approvals.Alone},
			{"puppet3", 100_01, approvals.Nobody},
			{"maker", 100_01, approvals.Nobody},
			{"puppet3", 100_00, approvals.Alone},
			{"maker", 1, approvals.Nobody},
			{"puppet1", 1, approvals.Nobody},
			{"old", 500_00, approvals.Alone},
			{"other1", 500_00, approvals.Alone},
			{"other2", 500_00, approvals.Alone},
		} {
			g := approvals.Grant{Object: fmt.Sprint("credit:", i), Giver: by(c.giver), Receiver: fmt.Sprint("r", i),
				Amount: c.amount}
			if fits, err := approvals.WithinLimits(t.Context(), d, now, g); fits != (c.want == approvals.Alone) || err != nil {
				t.Errorf("%+v: fits %v, %v", c, fits, err)
			}
			if got := give(t, d, now, g); got != c.want {
				t.Errorf("%+v: %q", c, got)
			}
		}
		healthy(t, d, true)
		// Days later, when nobody controls the account any longer, the grant is still released.
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return approvals.Release(ctx, tx, now.Add(9*24*time.Hour), "credit:1")
		}); err != nil {
			t.Fatal(err)
		}
		healthy(t, d, true)
		if got := give(t, d, now,
			approvals.Grant{Object: "credit:20", Giver: by("maker"), Receiver: "r20", Amount: 200_00}); got != approvals.Alone {
			t.Errorf("after a release: %q", got)
		}
		exec(t, d, `DELETE FROM given_hands WHERE object = 'credit:0'`)
		healthy(t, d, false)
	})
}

// TestSeveralAccountsAtOnceFromTwoNodes: concurrent grants of one person through many accounts stay within the limit.
func TestSeveralAccountsAtOnceFromTwoNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var err error
			for i := range 6 {
				// Each account after the first is controlled by all before it.
				for j := range i {
					err = errors.Join(err, staff.GainControl(ctx, tx, fmt.Sprint("g", j), fmt.Sprint("g", i), now.Add(-time.Hour)))
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		nodes := []*db.DB{d, dbtest.Another(t, d)}
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 24 {
			wg.Go(func() {
				<-start
				give(t, nodes[i%2], now, approvals.Grant{Object: fmt.Sprint("credit:", i), Giver: by(fmt.Sprint("g", i%6)),
					Receiver: fmt.Sprint("r", i), Amount: 90_00})
			})
		}
		close(start)
		wg.Wait()
		var sum int64
		if err := d.Get(t.Context(), &sum, `SELECT SUM(amount) FROM given`); err != nil || sum != 450_00 {
			t.Errorf("together %d, %v", sum, err)
		}
		healthy(t, d, true)
	})
}

// TestAnotherNameToSignInWith: a new sign-in name gives control over an account, as a password does; a new display name
// does not.
func TestAnotherNameToSignInWith(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := staff.New(staff.Deps{DB: d, Clock: clock.NewFake(now)})
		var ids []string
		for _, name := range []string{"one", "two", "three"} {
			m, err := s.Add(t.Context(), staff.NewMember{
				Email: name + "@example.com", Name: name, Password: "Felucca-2026!", Role: staff.Owner})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, m.ID)
		}
		edit := func(version int64, name, email string) bool {
			t.Helper()
			if err := s.Edit(t.Context(), ids[0], ids[1], staff.Person{Name: name, Email: email, Role: staff.Owner},
				version); err != nil {
				t.Fatal(err)
			}
			may, err := approvals.MayApprove(t.Context(), d, now, by(ids[0]), ids[1])
			if err != nil {
				t.Fatal(err)
			}
			return may
		}
		var version int64
		if err := d.Get(t.Context(), &version, `SELECT version FROM staff WHERE id = $1`, ids[1]); err != nil {
			t.Fatal(err)
		}
		if !edit(version, "Two", "two@example.com") {
			t.Error("after another name to be called by")
		}
		if edit(version+1, "Two", "mine@example.com") {
			t.Error("after another name to sign in with")
		}
	})
}
