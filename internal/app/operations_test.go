package app_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

var update = flag.Bool("update", false, "write the tables of testdata anew")

// TestOperations calls every operation of the console as every role and checks that testdata/operations.tsv states
// who is admitted, so that changes are visible in review. Regenerate it with go test ./internal/app -run
// TestOperations -update.
func TestOperations(t *testing.T) {
	file := filepath.Join("testdata", "operations.tsv")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		// Roles that may have the whole shop appear twice: with it, and limited to a branch.
		type hired struct {
			role  team.Role
			token string
		}
		var all []hired
		header := []string{"operation", "method", "path", "audience", "capability", "branches", "audit", "key", "pages"}
		for _, role := range team.Roles {
			if slices.Contains([]team.Role{team.Manager, team.Picker, team.Courier}, role) {
				all = append(all, hired{role, s.Staff(string(role), apptest.Koshary)})
				header = append(header, string(role))
				continue
			}
			all = append(all, hired{role, s.Staff(string(role))}, hired{role, s.Staff(string(role), apptest.Koshary)})
			header = append(header, string(role), string(role)+" of a branch")
		}
		lines := []string{strings.Join(header, "\t")}
		routes := slices.SortedFunc(slices.Values(s.App.API.Routes), func(a, b httpapi.Op) int {
			return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
		})
		for _, op := range routes {
			line := []string{op.ID, op.Method, op.Path, op.Audience.String(), orDash(string(op.Capability)), about(op),
				audited(op), op.Key.String(), pages(op)}
			for _, who := range all {
				if op.Audience != httpapi.Staff {
					line = append(line, "-")
					continue
				}
				line = append(line, letIn(t, s, op, who.role, who.token))
			}
			lines = append(lines, strings.Join(line, "\t"))
		}
		got := strings.Join(lines, "\n") + "\n"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			for _, line := range difference(strings.Split(string(want), "\n"), strings.Split(got, "\n")) {
				t.Error(line)
			}
			t.Error("testdata/operations.tsv tells otherwise: see that the change is meant, then write it anew with -update")
		}
		s.Healthy()
	})
}

// about names the part of the shop that an operation of staff concerns.
func about(op httpapi.Op) string {
	if op.Audience != httpapi.Staff {
		return "-"
	}
	return op.Branches.String()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// audited names the actions that a success writes to the audit log, or the reason why it writes none.
func audited(op httpapi.Op) string {
	if op.Unaudited != "" {
		return "none: " + op.Unaudited
	}
	return orDash(strings.Join(op.Audit, ", "))
}

func pages(op httpapi.Op) string {
	if op.Paged {
		return "yes"
	}
	return "-"
}

// letIn calls an operation as a member of a role and reports whether the role was refused.
func letIn(t *testing.T, s *apptest.Shop, op httpapi.Op, role team.Role, token string) string {
	t.Helper()
	if op.ID == "console-logout" {
		token = s.Staff(string(role), apptest.Koshary)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel() // of live streams
	path := strings.NewReplacer("{id}", "no-such", "{name}", "no-such").Replace(op.Path)
	var body any
	if op.Method == "POST" || op.Method == "PUT" {
		body = valid(t, s, op)
	}
	res, err := s.Wire.Do(s.Request(ctx, op.Method, path, token, body, apptest.Key("role "+string(role))))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return "yes"
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := apptest.Answer{Status: res.StatusCode, Body: string(text)}
	switch {
	case a.Code() == "not_allowed":
		return fmt.Sprint(a.Status)
	case a.Status == 401 || a.Status == 405 || a.Status >= 500 || a.Code() == "bad_json":
		t.Errorf("%s as %s: %s %.300s", op.ID, role, a.Short(), a.Body)
	}
	return "yes"
}
