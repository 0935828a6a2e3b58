package i18n

import (
	"strings"
	"testing"
)

// TestBrand: texts call the shop by its name, and by the default again.
func TestBrand(t *testing.T) {
	defer SetBrand(Text{})
	SetBrand(Text{EN: "Nile Grocer", AR: "بقالة النيل"})
	if en, ar := T(EN, "notify.brand"), T(AR, "notify.code", "code", "1234"); en != "Nile Grocer" ||
		!strings.Contains(ar, "«بقالة النيل»") || !strings.Contains(ar, "1234") {
		t.Errorf("%q, %q", en, ar)
	}
	for _, lang := range Langs {
		for key := range texts[lang] {
			if got := said(lang)[key]; strings.Contains(got, DefaultBrand.In(lang)) {
				t.Errorf("%s %s still says %q", lang, key, got)
			}
		}
	}
	SetBrand(Text{})
	if got := T(EN, "notify.brand"); got != "Wekala" {
		t.Errorf("by default: %q", got)
	}
}
