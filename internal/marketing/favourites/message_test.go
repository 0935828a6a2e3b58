package favourites

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// TestMessage words every kind of news; the inbox says it in both languages,
// without an address: its line is the link.
func TestMessage(t *testing.T) {
	was := int64(120_00)
	one := news{What: Cheaper, Ref: "prd_1", NameEN: "Koshary", NameAR: "كشري", Slug: "koshary", Price: 90_00,
		PriceWas: &was}
	other := one
	other.Ref = "prd_2"
	back := one
	back.What = Back
	s := &Service{Deps: Deps{PublicURL: "https://shop.example"}}
	for name, c := range map[string]struct {
		list []news
		link string
	}{
		"cheaper": {[]news{one}, "/products/koshary"},
		"back":    {[]news{back}, "/products/koshary"},
		"several": {[]news{one, other}, "/account/my-favourites"},
	} {
		m := s.message(account.Contact{Channel: "sms", To: "+201001234567", Lang: "ar"}, c.list, time.Now())
		if m.Template != "favourites.notice_"+name || m.Link != c.link ||
			m.Params["link"] != "https://shop.example/ar"+c.link {
			t.Errorf("%s: %+v", name, m)
		}
		for _, lang := range []i18n.Lang{i18n.EN, i18n.AR} {
			if !i18n.Has(lang, m.Template+"_"+notify.Inbox) {
				t.Errorf("%s: no text for the inbox in %s", name, lang)
			}
		}
		if m.Params["name_en"] != "Koshary" || m.Params["name_ar"] != "كشري" ||
			strings.Contains(m.Params["price_en"], "ج.م.") {
			t.Errorf("%s: %v", name, m.Params)
		}
	}
}
