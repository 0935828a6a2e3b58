package app

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

func TestTextsPageDrawsEveryText(t *testing.T) {
	rows := textRows()
	for from, least := range map[string]int{"web": 900, "console": 500, "server": 600} {
		n := 0
		for _, row := range rows {
			if row.From == from {
				n++
			}
		}
		if n < least {
			t.Errorf("only %d texts of the %s", n, from)
		}
	}
	for _, row := range rows {
		for _, side := range [][]textSample{row.AR, row.EN} {
			if len(side) == 0 || slices.ContainsFunc(side, func(s textSample) bool { return s.Text == "" || strings.Contains(s.Text, "{") }) {
				t.Errorf("%s is drawn as %v", row.Key, side)
			}
		}
	}
	if have, want := len(textRows()), len(i18n.All(i18n.EN)); have < want {
		t.Errorf("%d rows for %d texts of the server alone", have, want)
	}
}

func TestTextsPageIsSearched(t *testing.T) {
	page := func(query string) string {
		w := httptest.NewRecorder()
		textsPage().ServeHTTP(w, httptest.NewRequest("GET", "/dev/texts"+query, nil))
		if w.Code != 200 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "form-action 'self'") {
			t.Fatalf("%s: %d %v", query, w.Code, w.Header())
		}
		return w.Body.String()
	}
	byKey := page("?q=cart:units")
	for _, words := range []string{"منتجان", "\u2068٥\u2069 منتجات", "\u2068١١\u2069 منتجًا", "\u2068100\u2069 items"} {
		if !strings.Contains(byKey, words) {
			t.Errorf("%q is not drawn", words)
		}
	}
	if strings.Contains(byKey, "orders:sums") {
		t.Error("a search for a key shows others")
	}
	if !strings.Contains(page("?q=%D9%85%D9%84%D8%AE%D8%B5+%D8%A7%D9%84%D8%AF%D9%81%D8%B9"), "web/orders:sums") {
		t.Error("a search for words does not find them")
	}
	if other := page("?kind=button&from=console&q=%3Cscript%3E"); strings.Contains(other, "<script>") || strings.Contains(other, "<section>") {
		t.Error("what is searched for is not shown as text")
	}
}

func TestSMSParts(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("ك", 70):  1,
		strings.Repeat("ك", 71):  2,
		strings.Repeat("ك", 135): 3,
		strings.Repeat("k", 160): 1,
		strings.Repeat("k", 161): 2,
	} {
		if _, parts := smsParts(text); parts != want {
			t.Errorf("%d characters go in %d parts, not %d", len([]rune(text)), parts, want)
		}
	}
}
