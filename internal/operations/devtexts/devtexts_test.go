package devtexts

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

func TestTextsPageDrawsEveryText(t *testing.T) {
	rows := textRows(false)
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
			if len(side) == 0 ||
				slices.ContainsFunc(side, func(s textSample) bool { return s.Text == "" || strings.Contains(s.Text, "{") }) {
				t.Errorf("%s is drawn as %v", row.Key, side)
			}
		}
	}
	if have, want := len(rows), len(i18n.All(i18n.EN)); have < want {
		t.Errorf("%d rows for %d texts of the server alone", have, want)
	}
}

func TestTextsPageIsSearched(t *testing.T) {
	demo := []Text{{Key: "demo/products:egyptian-rice", Text: i18n.Text{EN: "Egyptian rice", AR: "أرز مصري"}}}
	handler := Page(func() ([]Text, error) { return demo, nil })
	page := func(query string) string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "/dev/texts"+query, nil))
		if w.Code != 200 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "form-action 'self'") {
			t.Fatalf("%s: %d %v", query, w.Code, w.Header())
		}
		return w.Body.String()
	}
	byKey := page("?q=cart:units")
	for _, words := range []string{"قطعتان", "\u20685\u2069 قطع", "\u206811\u2069 قطعة", "\u2068100\u2069 items"} {
		if !strings.Contains(byKey, words) {
			t.Errorf("%q is not drawn", words)
		}
	}
	if arab := page("?q=cart:units&figures=arab"); !strings.Contains(arab, "\u2068٥\u2069 قطع") {
		t.Error("who prefers ٠١٢ is not shown")
	}
	for _, whole := range []string{"web/cart:units_one", "cart:units_few", "units_other", "cart.units_many"} {
		if !strings.Contains(page("?q="+whole), "<code>web/cart:units</code>") {
			t.Errorf("a search for %s does not find its plural", whole)
		}
	}
	if !strings.Contains(page("?q=orders.notice_ready"), "<code>server/orders:notice_ready</code>") ||
		strings.Contains(page("?q=cart:add_one"), "<code>web/cart:add</code>") {
		t.Error("a search for a template, or for a form that is none, finds the wrong ones")
	}
	if strings.Contains(byKey, "orders:sums") {
		t.Error("a search for a key shows others")
	}
	if found := page("?q=egyptian-rice"); !strings.Contains(found, "أرز مصري") || strings.Contains(found, "page/terms") {
		t.Error("the demo's texts are not drawn")
	}
	if found := page("?from=page&q=terms"); !strings.Contains(found, "شروط الاستخدام") || strings.Contains(found, "{{") ||
		!strings.Contains(found, "14 يومًا") {
		t.Errorf("the pages are not drawn as they are read: %s", found)
	}
	if found := page("?q=cart:changed_quantity"); !strings.Contains(found,
		"Lactel rumi cheese: only 2 available instead of 5.") {
		t.Errorf("a quantity is drawn as something else: %s", found)
	}
	if !strings.Contains(page("?q=%D9%85%D9%84%D8%AE%D8%B5+%D8%A7%D9%84%D8%AF%D9%81%D8%B9"), "web/orders:sums") {
		t.Error("a search for words does not find them")
	}
	if other := page("?kind=button&from=console&q=%3Cscript%3E"); strings.Contains(other, "<script>") ||
		strings.Contains(other, "<section>") {
		t.Error("what is searched for is not shown as text")
	}
}

func TestTextsPageFramesMessagesByTheirKind(t *testing.T) {
	kinds := map[string]string{}
	for _, row := range textRows(false) {
		kinds[strings.TrimPrefix(row.Key, "server/")] = row.Kind
		for _, side := range [][]textSample{row.AR, row.EN} {
			for _, s := range side {
				if strings.ContainsAny(s.Text, "٠١٢٣٤٥٦٧٨٩") || strings.Contains(s.Text, "ج.م..") {
					t.Errorf("%s is drawn as nobody sees it: %s", row.Key, s.Text)
				}
				if row.Kind == "sms" != (s.Parts > 0) {
					t.Errorf("%s (%s) has %d parts", row.Key, row.Kind, s.Parts)
				}
			}
		}
	}
	for key, want := range map[string]string{
		"notify:code": "sms", "notify:code_email": "email", "notify:email_code": "email", "backups:alarm": "email",
		"orders:notice_processing": "inbox", "orders:notice_ready": "sms", "orders:notice_ready_inbox": "inbox",
		"returns:notice_refused_sms": "sms", "returns:notice_refused_push": "push", "wallet:notice_credit_push": "push",
		"favourites:notice_back": "sms", "favourites:notice_back_whatsapp": "whatsapp",
		"favourites:notice_back_subject": "email",
		"loyalty:notice_earned":          "inbox", "orders:doc_title": "pdf", "web/cart:add": "button",
		"web/orders:progress":         "label",
		"console/catalogue:write_off": "button", "console/audit:action_order_move": "label",
		"console/imports:step_undo": "button", "web/errors:unknown": "line",
	} {
		if kinds[key] != want {
			t.Errorf("%s is framed as %q, not %q", key, kinds[key], want)
		}
	}
}
