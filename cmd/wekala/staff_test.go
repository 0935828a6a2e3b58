package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestStaffCommands runs every `wekala staff` command as it is typed, and checks its effect, its output and the audit
// log: refused commands do nothing.
func TestStaffCommands(t *testing.T) {
	const boss, mona = "boss@example.com", "mona@example.com"
	add := []string{"add", mona, "--name", "Mona", "--role", "support"}
	for _, c := range []struct {
		name, password string
		before         [][]string
		typed          []string
		says           string // a part of what it prints
		refused        string // a part of the refusal
		logged         string // actions about whom it is, "" for none
		look, want     string // a statement about $1, their id, and its answer
	}{
		{name: "add, with a temporary password", typed: add, says: "must change it within three days", logged: "staff.add",
			look: `SELECT role || CASE WHEN temporary_until IS NULL THEN '' ELSE ' temporary' END FROM staff WHERE id = $1`,
			want: "support temporary"},
		{name: "add, with a password of the environment", typed: add, password: "l0ng!enough",
			says: "may sign in at /console\n", logged: "staff.add",
			look: `SELECT role || CASE WHEN temporary_until IS NULL THEN '' ELSE ' temporary' END FROM staff WHERE id = $1`,
			want: "support"},
		{name: "add, twice", before: [][]string{add}, typed: add, refused: "already", logged: "staff.add"},
		{name: "add, a weak password", typed: add, password: "short", refused: "password"},
		{name: "add, a role there is not", typed: []string{"add", mona, "--name", "Mona", "--role", "king"},
			refused: "--role"},
		{name: "list", before: [][]string{add}, typed: []string{"list"}, says: mona + "  Mona  support", logged: "staff.add"},
		{name: "role", before: [][]string{add}, typed: []string{"role", mona, "--role", "finance"},
			logged: "staff.add staff.role",
			look:   `SELECT role FROM staff WHERE id = $1`, want: "finance"},
		{name: "role, of branches without one", before: [][]string{add}, typed: []string{"role", mona, "--role", "picker"},
			refused: "branch", logged: "staff.add",
			look: `SELECT role FROM staff WHERE id = $1`, want: "support"},
		{name: "password", before: [][]string{add}, typed: []string{"password", mona}, password: "an0ther!one",
			says: "may sign in", logged: "staff.add staff.password",
			look: `SELECT CASE WHEN temporary_until IS NULL THEN 'for good' ELSE 'temporary' END FROM staff WHERE id = $1`,
			want: "for good"},
		{name: "lock", before: [][]string{add}, typed: []string{"lock", mona, "--reason", "left"},
			logged: "staff.add staff.lock",
			look:   `SELECT CASE WHEN disabled_at IS NULL THEN 'in' ELSE 'out' END FROM staff WHERE id = $1`, want: "out"},
		{name: "lock, the last owner", before: [][]string{{"add", mona, "--name", "Mona", "--role", "owner"}, {"lock", boss}},
			typed:   []string{"lock", mona},
			refused: "owner", logged: "staff.add",
			look: `SELECT CASE WHEN disabled_at IS NULL THEN 'in' ELSE 'out' END FROM staff WHERE id = $1`, want: "in"},
		{name: "unlock", before: [][]string{add, {"lock", mona}}, typed: []string{"unlock", mona, "--reason", "back"},
			logged: "staff.add staff.lock staff.unlock",
			look:   `SELECT CASE WHEN disabled_at IS NULL THEN 'in' ELSE 'out' END FROM staff WHERE id = $1`, want: "in"},
		{name: "end-sessions", before: [][]string{add}, typed: []string{"end-sessions", mona}, says: "0 sessions ended",
			logged: "staff.add staff.end_sessions"},
		{name: "reset-second-factor, of who has none", before: [][]string{add}, typed: []string{"reset-second-factor", mona},
			refused: "Two-step verification is off", logged: "staff.add"},
		{name: "somebody who is not there", typed: []string{"lock", mona}, refused: "No staff account"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.InTurn(t, func(t *testing.T, d *db.DB) {
				dir := t.TempDir()
				address := d.URL()
				run := func(typed []string, password string) (string, error) {
					t.Helper()
					t.Setenv("WEKALA_STAFF_PASSWORD", password)
					return typedAt(t, append(append([]string{"staff"}, typed...), "--data-dir", dir, "--database", address))
				}
				if _, err := run([]string{"add", boss, "--name", "Boss", "--role", "owner"}, "th3!harbour"); err != nil {
					t.Fatal(err)
				}
				for _, one := range c.before {
					if _, err := run(one, ""); err != nil {
						t.Fatalf("%v: %v", one, err)
					}
				}
				said, err := run(c.typed, c.password)
				switch {
				case c.refused == "" && err != nil:
					t.Fatal(err)
				case c.refused != "" && (err == nil || !strings.Contains(words(err), c.refused)):
					t.Errorf("not refused for %q: %v", c.refused, err)
				case !strings.Contains(said, c.says):
					t.Errorf("it says %q, not %q", said, c.says)
				}
				var actions []string
				if err := d.Select(t.Context(), &actions, `SELECT a.action FROM audit_log a JOIN staff s ON s.id = a.object
					WHERE s.email = $1 ORDER BY a.at, a.id`, mona); err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(actions, " "); got != c.logged {
					t.Errorf("the log says %q, not %q", got, c.logged)
				}
				if c.look == "" {
					return
				}
				var id, got string
				if err := d.Get(t.Context(), &id, `SELECT id FROM staff WHERE email = $1`, mona); err != nil {
					t.Fatal(err)
				}
				if err := d.Get(t.Context(), &got, c.look, id); err != nil || got != c.want {
					t.Errorf("afterwards %q, not %q, %v", got, c.want, err)
				}
			})
		})
	}
}

// typedAt runs a command line and returns its output.
func typedAt(t *testing.T, args []string) (said string, err error) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = out
	defer func() {
		os.Stdout = stdout
		_, _ = out.Seek(0, io.SeekStart)
		all, _ := io.ReadAll(out)
		said = string(all)
		_ = out.Close()
	}()
	var c cli
	parser, err := kong.New(&c, kong.Vars{"version": "test"}, kong.BindTo(t.Context(), (*context.Context)(nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return "", err
	}
	return "", ctx.Run()
}
