package shoppolicies

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wekala/internal/operations/setup"
	"wekala/internal/ordering/paymentmethods"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/i18n"
)

// TestPagesNameTheirRules reads the program's texts, pages and the demo's posts: every {{name}} is a rule, and no
// rule's value is written out, where it would stay when the rule changes.
func TestPagesNameTheirRules(t *testing.T) {
	paying, err := paymentmethods.New(paymentmethods.Deps{
		Secret: make([]byte, 32), Gateways: payments.NewGateways(), Usual: paymentmethods.Ways{Cash: true}})
	if err != nil {
		t.Fatal(err)
	}
	rules := New(Deps{Setup: setup.New(setup.Deps{}), Ways: paying}).ForPages()
	files, err := filepath.Glob(filepath.Join("..", "..", "marketing", "content", "pages", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	named := map[string]bool{}
	for _, file := range append(files, filepath.Join("..", "demo", "words.go")) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		for _, name := range rules.Unknown(i18n.Text{EN: text}) {
			t.Errorf("%s: nothing resolves {{%s}}", file, name)
		}
		for name, words := range rules {
			named[name] = named[name] || strings.Contains(text, "{{"+name+"}}")
			for _, figure := range []string{words.EN, words.AR} {
				if !strings.HasSuffix(file, ".go") && !slices.Contains([]string{"seller", "pay_ways", "adult_age"}, name) &&
					strings.Contains(text, figure) {
					t.Errorf("%s says %q instead of {{%s}}", file, figure, name)
				}
			}
		}
	}
	for name, words := range rules {
		// The bare days are for owners' own sentences; ours also cover zero days.
		if !named[name] && name != "return_days" && name != "fault_days" {
			t.Errorf("{{%s}} is named nowhere", name)
		}
		if words.EN == "" || words.AR == "" || strings.Contains(words.EN, "content.rule") {
			t.Errorf("{{%s}} has no words: %+v", name, words)
		}
	}
	for _, pair := range [][2]string{{"return_days", "14 days"}, {"payment_hold", "15 minutes"},
		{"delivery_tries", "3 attempts"},
		{"price_tax", "including VAT"}, {"cancel_until", "until the branch has finished preparing it"}} {
		if got := rules[pair[0]].EN; got != pair[1] {
			t.Errorf("{{%s}} is %q, want %q", pair[0], got, pair[1])
		}
	}
}
