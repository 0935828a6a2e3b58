package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
	shoprules "wekala/internal/rules"
	"wekala/internal/setup"
)

// inWords are numbers of rules as an author may spell them out.
var inWords = map[string]string{
	"three attempts": "3 attempts", "three failed attempts": "3 attempts", "five minutes": "5 minutes", "seven days": "7 days", "fourteen days": "14 days",
	"ثلاث محاولات": "3 محاولات", "خمس دقائق": "5 دقائق", "سبعة أيام": "7 أيام", "أربعة عشر يومًا": "14 يومًا",
}

// TestPagesNameTheirRules reads what the program brings to be read, pages and
// the demo's posts: every {{name}} is a rule, and no figure of a rule is
// written out, where it would stay when the rule changes.
func TestPagesNameTheirRules(t *testing.T) {
	rules := (&App{features: features{setup: setup.New(setup.Deps{}), rules: shoprules.New(shoprules.Deps{})}}).pageRules()
	files, err := filepath.Glob(filepath.Join("..", "content", "pages", "*.md"))
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
				if !strings.HasSuffix(file, ".go") && name != "seller" && strings.Contains(text, figure) {
					t.Errorf("%s says %q instead of {{%s}}", file, figure, name)
				}
			}
		}
		for spelled, figure := range inWords {
			// Reading five minutes is no rule.
			if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(text, "read in five minutes", ""), "تُقرأ في خمس دقائق", ""), spelled) {
				t.Errorf("%s says %q: a rule says %q", file, spelled, figure)
			}
		}
	}
	for name, words := range rules {
		if !named[name] {
			t.Errorf("{{%s}} is named nowhere", name)
		}
		if words.EN == "" || words.AR == "" || strings.Contains(words.EN, "content.rule") {
			t.Errorf("{{%s}} has no words: %+v", name, words)
		}
	}
	for _, pair := range [][2]string{{"return_days", "14 days"}, {"payment_hold", "15 minutes"}, {"delivery_tries", "3 attempts"},
		{"price_tax", "including VAT"}, {"cancel_until", "until the branch has finished preparing it"}} {
		if got := rules[pair[0]].EN; got != pair[1] {
			t.Errorf("{{%s}} is %q, want %q", pair[0], got, pair[1])
		}
	}
}
