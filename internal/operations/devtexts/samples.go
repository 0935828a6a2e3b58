package devtexts

import (
	"regexp"
	"slices"
	"strings"

	"wekala/internal/platform/i18n"
)

// pluralOf names the form of a count, by the rules of the two languages.
func pluralOf(lang i18n.Lang, n int) string {
	switch {
	case lang == i18n.EN && n == 1, lang == i18n.AR && n == 1:
		return "one"
	case lang == i18n.EN:
		return "other"
	case n == 0:
		return "zero"
	case n == 2:
		return "two"
	case n%100 >= 3 && n%100 <= 10:
		return "few"
	case n%100 >= 11:
		return "many"
	}
	return "other"
}

var (
	textFill = regexp.MustCompile(`\{\{?\s*(\w+)\s*\}?\}`)
	textTags = regexp.MustCompile(`</?[a-z]+>`)
	// ofProducts are texts whose name is a product's.
	ofProducts = regexp.MustCompile(
		`/(basket|cart|catalog|comparing|comparison|favourites|content|hearts|opinions|quotations|returns|ratings|orders):`)
	// Texts whose fill-in of a common name is something else than elsewhere.
	// numbers that are not an order's
	ofPlaces = regexp.MustCompile(
		`:(apartment|building|floor|photo|unit)$|^(web/(photos|ratings)|console/(setup|customers|media|settings|imports|backoffice|rules|sellers)):`)
	ofDurations = regexp.MustCompile(`:(resend_in|safe_card|late_by|mine_joined|rule_return\w*|tied_\w+)$`)
	ofStates    = regexp.MustCompile(`:(move_refused|move_not_yours|cannot_move)$`)

	numerals = strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧", "8",
		"٨", "9", "٩")
	latin = strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨",
		"8", "٩", "9", "٬", ",", "٫", ".")
	twoStops = strings.NewReplacer("ج.م..", "ج.م.", "ج.م.\u2069.", "ج.م.\u2069", "B. Smith..", "B. Smith.")
)

// samples fills a text in: a plural with each count, names with a woman's and
// a Latin one.
func samples(lang i18n.Lang, texts map[string]string, key, from string) []textSample {
	write := func(text, count, name string) string {
		text = textTags.ReplaceAllString(text, "")
		return twoStops.Replace(textFill.ReplaceAllStringFunc(text, func(found string) string {
			fill := textFill.FindStringSubmatch(found)[1]
			fill = fillOf(key, fill)
			value := valueOf(lang, fill, count, name)
			if number := quantityOf(key, fill); number != "" {
				value = number
				if lang == i18n.AR && from != "server" {
					value = numerals.Replace(number)
				}
			}
			if strings.Contains(text, found+" ج.م") || strings.Contains(text, found+"\u00a0ج.م") ||
				strings.Contains(text, "EGP "+found) {
				if value = "120"; fill == "from" || fill == "was" {
					value = "150"
				}
			}
			if strings.Contains(text, found+" day") || strings.Contains(text, found+" يوم") ||
				strings.Contains(text, found+" أيام") {
				value = count
			}
			if from != "server" { // the web isolates what is of the other direction
				value = "\u2068" + value + "\u2069"
			}
			return value
		}))
	}
	foreign := "Chloé B. Smith"
	woman := "Mona El-Sayed"
	if lang == i18n.AR {
		woman = "منى السيد"
	}
	text, plain := texts[key]
	if !plain {
		var all []textSample
		for _, n := range []int{0, 1, 2, 5, 11, 100} {
			count := map[int]string{0: "0", 1: "1", 2: "2", 5: "5", 11: "11", 100: "100"}[n]
			shown := count
			if lang == i18n.AR && from != "server" {
				shown = numerals.Replace(count)
			}
			all = append(all, textSample{With: count, Text: write(texts[key+"_"+pluralOf(lang, n)], shown, woman)})
		}
		return all
	}
	count := "11"
	if lang == i18n.AR && from != "server" {
		count = numerals.Replace(count)
	}
	all := []textSample{{Text: write(text, count, woman)}}
	if second := write(text, count, foreign); second != all[0].Text {
		all = append(all, textSample{With: "Latin", Text: second})
	}
	return all
}

// fillOf names the sample for a placeholder of a text, if it differs from the name's usual meaning.
func fillOf(key, fill string) string {
	is := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(key, word) })
	}
	switch {
	case fill == "name" && ofProducts.MatchString(key):
		return "product"
	case fill == "until" && is("quotations:notice"):
		return "date" // offers last for days
	case fill == "when" && is("server/auth:"):
		return "clock"
	case fill == "time" && ofDurations.MatchString(key):
		return "wait"
	case fill == "status" && is("errors:status", "providers:try_"):
		return "answer"
	case fill == "from" && is(":change_extras", ":changed_extras"):
		return "group"
	case fill == "from" && is(":change_branch", ":changed_branch"):
		return "branch"
	case fill == "to" && is(":change_branch", ":changed_branch"):
		return "store"
	case (fill == "from" || fill == "to") && ofStates.MatchString(key):
		return "status"
	case fill == "number" && ofPlaces.MatchString(key):
		return "count"
	case fill == "code" && is("currency:", ":shown_as"):
		return "unit_code"
	case fill == "code" && is("promo:", "coupon"):
		return "coupon"
	case fill == "friend" && is("referral"):
		return "amount"
	case fill == "quantity" && is("orders:goods_line"):
		return "count"
	}
	return fill
}

// quantityOf is the sample for "from" and "to" where they are quantities or prices and not times; "" where they are
// times.
func quantityOf(key, fill string) string {
	if fill != "from" && fill != "to" {
		return ""
	}
	switch {
	case strings.Contains(key, "quantity"), strings.Contains(key, "change_weight"):
		return map[string]string{"from": "5", "to": "2"}[fill]
	case strings.Contains(key, "changed_price"), strings.Contains(key, "change_price"),
		strings.Contains(key, "price_range"):
		return map[string]string{"from": "150", "to": "120"}[fill]
	}
	return ""
}

// ruleOf is the value of a page's placeholder in a fresh shop.
func ruleOf(lang i18n.Lang, name string) string {
	days, minutes := func(n int) string { return i18n.T(lang, "content.rule_days", "count", n) }, func(n int) string {
		return i18n.T(lang, "content.rule_minutes", "count", n)
	}
	switch name {
	case "pay_ways":
		return i18n.T(lang, "content.rule_pay_both")
	case "price_tax":
		return i18n.T(lang, "content.rule_price_taxed")
	case "cancel_until":
		return i18n.T(lang, "content.rule_cancel_until_picked")
	case "delivery_tries":
		return i18n.T(lang, "content.rule_tries", "count", 3)
	case "payment_hold":
		return minutes(15)
	case "code_life":
		return minutes(5)
	case "data_reply":
		return i18n.T(lang, "content.rule_working_days", "count", 6)
	case "refund_days":
		return days(14)
	case "late_credit":
		return i18n.T(lang, "content.rule_late_credit", "late", minutes(15))
	case "session_life":
		return days(30)
	case "adult_age":
		return i18n.T(lang, "content.rule_years", "count", 18)
	case "return_any":
		return i18n.T(lang, "content.rule_return_any", "time", days(14))
	case "return_fault":
		return i18n.T(lang, "content.rule_return_fault", "time", days(30))
	case "return_exceptions":
		return i18n.T(lang, "content.rule_returns_all")
	case "shop_name":
		return i18n.T(lang, "notify.brand")
	}
	return ""
}

// valueOf is the sample for a placeholder.
func valueOf(lang i18n.Lang, name, count, person string) string {
	ar := lang == i18n.AR
	pick := func(arabic, english string) string {
		if ar {
			return arabic
		}
		return english
	}
	if rule := ruleOf(lang, name); rule != "" {
		return rule
	}
	switch name {
	case "name", "names", "friend", "host", "customer", "courier", "actor", "seller":
		return person
	case "branch", "from_branch":
		return pick("مشويات درب الجمر – المعادي", "Darb El Gamr Grill – Maadi")
	case "store", "shop":
		return pick("حلواني سكر", "Sokkar Sweets")
	case "product", "what", "thing":
		return pick("جبنة رومي Lactel", "Lactel rumi cheese")
	case "district", "area", "place":
		return pick("مدينة ٦ أكتوبر", "6th of October")
	case "service":
		return pick("بقالة", "Grocery")
	case "category":
		return pick("ألبان", "Dairy")
	case "amount", "total", "price", "worth", "fee", "now", "balance", "missing", "referrer", "reward", "basket",
		"discount", "holds", "purchase", "commission", "refund", "shelf":
		return pick("١٢٠ ج.م.", "EGP 120")
	case "was":
		return pick("١٥٠ ج.م.", "EGP 150")
	case "time", "when", "at", "until", "to", "opens":
		return pick("٩:٠٩ ص", "9:09 AM")
	case "from":
		return pick("٨:٠٠ ص", "8:00 AM")
	case "clock":
		return pick("الساعة ٩:٠٩ ص", "at 9:09 AM")
	case "answer":
		return "503"
	case "unit_code":
		return "USD"
	case "date", "day":
		return pick("٢٠ نوفمبر", "20 November")
	case "duration":
		return pick("٢٥ دقيقة", "25 minutes")
	case "number", "order":
		return "W-7F3K-29QD"
	case "code":
		return "4821"
	case "coupon":
		return "AHLAN50"
	case "link", "url":
		return "https://wekala.example/r/8hQ2"
	case "phone":
		return pick("٠١٠ ١٢٣٤ ٥٦٧٨", "010 1234 5678")
	case "email":
		return "mona@example.com"
	case "browser":
		return "Chrome"
	case "system", "device":
		return "Windows"
	case "status", "label", "state":
		return pick("قيد التجهيز", "Preparing")
	case "reason", "text", "message", "note":
		return pick("المنتج غير متوفر", "Out of stock")
	case "currency":
		return pick("جنيه مصري", "Egyptian pound")
	case "wait", "minutes":
		return pick("١١ دقيقة", "11 minutes")
	case "days", "fault":
		return pick("١١ يومًا", "11 days")
	case "others":
		return pick("و١١ منتجًا آخر", "and 11 more")
	case "expiring":
		return pick("١١ نقطة", "11 points")
	case "slot":
		return pick("السبت ٢١ نوفمبر، ١٠:٠٠ ص إلى ١١:٠٠ ص", "Sat 21 Nov, 10:00 AM to 11:00 AM")
	case "weight":
		return pick("٥٠٠ جم", "500 g")
	case "highest", "example", "gross", "expected", "counted", "offer":
		return pick("١٢٠ ج.م.", "EGP 120")
	case "since", "seen":
		return pick("٩:٠٩ ص", "9:09 AM")
	case "group":
		return pick("إضافات", "Extras")
	case "menu":
		return pick("الفطار", "Breakfast")
	case "landmark":
		return pick("أمام مسجد النور", "Opposite El Nour mosque")
	case "words", "word":
		return pick("جبنة", "cheese")
	case "detail":
		return "disk full"
	}
	return count
}
