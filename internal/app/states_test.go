package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wekala/internal/aftersales/referral"
	"wekala/internal/aftersales/returns"
	"wekala/internal/aftersales/support"
	"wekala/internal/catalogue/imports"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/quotations"
)

// unchecked are the columns of a state, a kind, a way, a channel or a language in which the database accepts any
// value, for the reason in docs/decisions/2026-11-22-foreign-keys.md. The list only gets shorter.
var unchecked = []string{
	"messages.state", "idempotency.status", "reservations.state", "carts.state", "orders.status", "payments.state",
	"payment_events.state",
	"refunds.state", "sandbox_intents.state", "paymob_refunds.state", "wallet_entries.status", "wallet_grants.state",
	"returns.state", "quotations.state",
	"referrals.state", "referral_commissions.state", "imports.state", "import_results.phase",
	"jobs.kind", "catalog_changes.kind", "import_changes.kind", "media_uses.kind", "ledger_transactions.kind",
	"points_uses.kind",
	"return_rules.kind", "referral_signals.kind", "favourites.kind", "ratings.kind", "consents.kind", "refunds.way",
	"return_payouts.way",
	"messages.channel", "otp_challenges.channel", "consents.channel",
	"messages.lang", "users.lang", "consents.lang", "push_subscriptions.lang", "staff.lang", "orders.lang", "topups.lang",
	"returns.lang",
	"quotations.lang", "tickets.lang", "policy_acceptances.lang",
}

// TestANewStateHasACheck: the schema lists the allowed values of a column with a state, a kind, a way, a channel or a
// language. On SQLite a constraint cannot be added later without rewriting the whole table.
func TestANewStateHasACheck(t *testing.T) {
	table := regexp.MustCompile(`^(?:CREATE TABLE|ALTER TABLE) (\w+)`)
	column := regexp.MustCompile(
		`^(?:\s+|ALTER TABLE \w+ ADD COLUMN )(state|status|kind|phase|way|channel|lang)\s+TEXT\b(.*)`)
	files, err := filepath.Glob(filepath.Join("..", "..", "migrations", "*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	known := map[string]bool{}
	for _, name := range unchecked {
		known[name] = true
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := ""
		for line := range strings.Lines(string(text)) {
			if m := table.FindStringSubmatch(line); m != nil {
				at = m[1]
			}
			m := column.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			declared, _, _ := strings.Cut(m[2], "--")
			switch name := at + "." + m[1]; {
			case strings.Contains(declared, "CHECK"):
				if known[name] {
					t.Errorf("%s has a check: take it off the list", name)
				}
			case !known[name]:
				t.Errorf("%s: %s takes anything: add CHECK (%s IN (…))", filepath.Base(file), name, m[1])
			default:
				delete(known, name)
			}
		}
	}
	for name := range known {
		t.Errorf("there is no %s without a check", name)
	}
}

// TestStatesAreDrawn compares docs/states.md with the tables it is generated from. With -update it is generated
// again.
func TestStatesAreDrawn(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "states.md")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(raw), "## ")
	want := head
	for _, one := range []struct{ title, diagram string }{
		{"Orders", orders.Diagram()}, {"Returns", returns.Diagram()}, {"Quotations", quotations.Diagram()},
		{"Referrals", referral.Diagram()}, {"Tickets", support.Diagram()}, {"Imports", imports.Diagram()},
	} {
		want += "## " + one.title + "\n```mermaid\n" + one.diagram + "```\n\n"
	}
	want = strings.TrimSuffix(want, "\n")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(raw) != want {
		t.Error(
			"docs/states.md is not as the tables are: draw it anew with go test ./internal/app -run TestStatesAreDrawn -update")
	}
	// A table of transitions that is not named above would not be drawn.
	tables, err := filepath.Glob(filepath.Join("..", "*", "*", "status.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		source, err := os.ReadFile(table)
		if err != nil {
			t.Fatal(err)
		}
		if feature := filepath.Base(filepath.Dir(table)); strings.Contains(string(source), "workflow.Table[") &&
			!strings.Contains(head, feature) {
			t.Errorf("%s is not named in docs/states.md", feature)
		}
	}
}
