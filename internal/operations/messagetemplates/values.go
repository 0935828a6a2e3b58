package messagetemplates

import (
	"strings"

	"wekala/internal/platform/i18n"
)

// Values are longer values than messages contain in practice, for previews.
func Values(lang i18n.Lang) map[string]string {
	store, name := "Mashweyat Darb El Gamr, Heliopolis", "Long-grain Egyptian rice, 5 kg bag"
	reason := strings.Repeat("a long reason ", 8)
	if lang == i18n.AR {
		store, name = "مشويات درب الجمر - مصر الجديدة", "أرز مصري رفيع الحبة، كيس 5 كيلو"
		reason = strings.Repeat("سبب طويل ", 12)
	}
	return map[string]string{"number": "W-7F3K-29QD", "store": store, "name": name, "amount": "12345.50",
		"total": "12345.50", "count": "1200", "price": i18n.T(lang, "favourites.amount", "amount", "1234.50"),
		"was":      i18n.T(lang, "favourites.amount", "amount", "2345.50"),
		"others":   i18n.T(lang, "favourites.others", "count", 12),
		"expiring": i18n.T(lang, "pricing.points_used", "count", 1200), "date": "30/11/2026",
		"until": i18n.T(lang, "quotations.day", "day", 30, "month", i18n.T(lang, "quotations.month_11"), "year", 2026),
		"slot": i18n.T(lang, "shipping.slot", "day", "Sat 21 Nov", "from", "10:00 "+i18n.T(lang, "common.am"), "to",
			"11:00 "+i18n.T(lang, "common.am")),
		"when": i18n.T(lang, "shipping.when", "day", i18n.T(lang, "shipping.tomorrow"), "at",
			"10:00 "+i18n.T(lang, "common.am")),
		"link":   "https://wekala.example/ar/account/support/tkt_01M828X5C1SJJTAG63M54A7852",
		"reason": strings.TrimSpace(reason)}
}

// SampleCode is the code in previews.
const SampleCode = "4821"

// sampleCounts are numbers for each plural form.
var sampleCounts = map[string]string{"zero": "0", "one": "1", "two": "2", "few": "3", "many": "1211", "other": "1200"}
