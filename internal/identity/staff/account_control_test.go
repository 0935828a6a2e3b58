package staff

import (
	"context"
	"slices"
	"testing"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhoGainsControl: setting an account up, unlocking it, and changing its role or how
// one signs in to it give control over it. Another name, ended sessions, a lock and one's
// own changes give none, and neither do the machine's own commands.
func TestWhoGainsControl(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.branches("br_1")
		boss := w.boss()
		w.staff("mona@example.com", Support)
		w.withFactor("mona@example.com")
		mona, err := w.s.IDByEmail(t.Context(), "mona@example.com")
		if err != nil {
			t.Fatal(err)
		}
		person := func(change func(*Person)) (Person, int64) {
			t.Helper()
			var row record
			if err := d.Get(t.Context(), &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1`, mona); err != nil {
				t.Fatal(err)
			}
			p := Person{Name: row.Name, Email: row.Email, Phone: row.Phone, Role: row.Role}
			change(&p)
			return p, row.Version
		}
		edit := func(change func(*Person)) func(context.Context, string) error {
			return func(ctx context.Context, by string) error {
				p, version := person(change)
				return w.s.Edit(ctx, by, mona, p, version)
			}
		}
		for _, c := range []struct {
			name string
			do   func(ctx context.Context, by string) error
			want bool
		}{
			{"another name", edit(func(p *Person) { p.Name = "Mona Adel" }), false},
			{"another phone", edit(func(p *Person) { p.Phone = "01001234567" }), true},
			{"another email", edit(func(p *Person) { p.Email = "adel@example.com" }), true},
			{"sessions ended", func(ctx context.Context, by string) error {
				_, err := w.s.EndSessions(ctx, by, mona)
				return err
			}, false},
			{"second factor reset", func(ctx context.Context, by string) error { return w.s.ResetSecondFactor(ctx, by, mona) },
				true},
			{"a password", func(ctx context.Context, by string) error {
				_, err := w.s.SetPassword(ctx, by, mona, "another-long-password-7", true)
				return err
			}, true},
			{"another role", func(ctx context.Context, by string) error {
				return w.s.SetRole(ctx, by, mona, Picker, []string{"br_1"})
			}, true},
			{"locked", func(ctx context.Context, by string) error { return w.s.Lock(ctx, by, mona, "left the shop") }, false},
			{"unlocked", func(ctx context.Context, by string) error { return w.s.Unlock(ctx, by, mona, "came back") }, true},
		} {
			w.exec(`DELETE FROM staff_control`)
			if err := c.do(t.Context(), boss); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			controllers, err := ControllersOf(t.Context(), d, []string{mona}, w.clock.Now().Add(time.Minute))
			if err != nil || slices.Contains(controllers, boss) != c.want {
				t.Errorf("%s: %v, %v", c.name, controllers, err)
			}
		}

		w.exec(`DELETE FROM staff_control`)
		nour, err := w.s.Add(t.Context(),
			NewMember{Email: "nour@example.com", Name: "Nour", Password: staffPassword, Role: Editor, By: boss})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			after time.Duration
			want  int
		}{{0, 2}, {CoolingOff - time.Millisecond, 2}, {CoolingOff, 1}} {
			controllers, err := ControllersOf(t.Context(), d, []string{nour.ID}, w.clock.Now().Add(c.after))
			if err != nil || len(controllers) != c.want {
				t.Errorf("%s after an account was set up: %v, %v", c.after, controllers, err)
			}
		}
		w.exec(`DELETE FROM staff_control`)
		if _, err := w.s.SetPassword(t.Context(), audit.CommandLine, mona, "a-third-long-password-7", false); err != nil {
			t.Fatal(err)
		}
		if controllers, err := ControllersOf(t.Context(), d, []string{mona}, w.clock.Now()); err != nil ||
			!slices.Equal(controllers, []string{mona}) {
			t.Errorf("the command line: %v, %v", controllers, err)
		}
	})
}
