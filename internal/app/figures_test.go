package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// figure is a number in a text.
var figure = regexp.MustCompile(`[0-9٠-٩][0-9٠-٩,٬.٫]*`)

// freeFigures are texts that may contain numbers: examples and formats, zero and one as limits, and numbers that the
// specification, a law or a standard fixes. Numbers that the program decides belong in heldFigures, or are filled in.
var freeFigures = regexp.MustCompile(`^(` + strings.Join([]string{
	// the specification; TOTP
	`web/auth:(intro|code|password_pattern|password_rule)|server/auth:(code_format|password_pattern)|console/(auth:(new_password_hint|code_hint)|setup:password_hint)`,
	// four digits; cards
	`(console|server)/orders:pin_(hint|required|wrong)|server/payments:sandbox_problem_.*`,
	// of five stars; a day
	`web/.*:(rating|stars|average|delivery_average)(_[a-z]+)?|console/ratings:delivery|web/branches:all_day`,
	// examples
	`.*:(amount_wrong|formula_by_hint|formula_wrong|map_link_hint|outline_paste_hint|unit_hint|hours_shape|day_shape|colour_format|no_figure|no_day|no_day_offer)`,
	// per 100, per 1, of 100; WCAG
	`web/loyalty:convert_hint|console/settings:points_text|console/currency:new_rate|server/promo:percent_most|console/setup:colour_(ratio|faint)`,
	// from 1 or 0; tax numbers
	`web/quotations:(quantity_wrong|tax_wrong)|server/quotations:(tax_id_invalid|qty_range|price_range|unit_price_range|days_range_.*)|server/wallet:grant_range`,
	// IBAN; law; operators; VAT; hours
	`console/imports:column_(option|value)[0-9](_ar)?|web/returns:iban_hint|console/settings:window_hint|console/rules:(as_new_hint|defective_hint|worth|confirm_.*_hint|hours_hint)|server/rules:(nudge_range|worth_range)|server/branches:commission_range|console/audit:field_worth|console/setup:step_messages_text|console/catalogue:(vat_.*|round_.*|write_off_amount)|console/backups:hour_hint`,
	// 0 means none
	`console/branch:.*_hint|server/branches:(slot_range|pickup_range|minimum_range).*|server/common:(greater_than_zero|amount_range)|server/catalog:(price|cost)_range`,
	`server/imports:(no_price|stock_below_zero)|server/currency:rate_invalid|server/ways:amount_range|console/extras:least_hint|server/providers:port_range|server/media:too_small_two|server/common:key_required|server/promo:code_shape|console/coupons:code_hint`,
	`.*_one`,
}, "|") + `)$`)

// heldFigures are numbers that the program decides and a text repeats: the file that has the constant, and the
// pattern that finds it there.
var heldFigures = map[string]struct{ file, constant string }{
	"web/photos:too_large":         {"internal/identity/photos/photos.go", `MaxBytes = (\d+) << 20`},
	"console/media:too_large":      {"internal/identity/media/media.go", `MaxBytes = (\d+) << 20`},
	"console/media:hint":           {"internal/identity/media/media.go", `MaxBytes = (\d+) << 20`},
	"server/media:too_many_pixels": {"internal/platform/pictures/pictures.go", `maxPixels = (\d+)_000_000`},
	"server/notify:code":           {"internal/identity/auth/auth.go", codeLife},
	"server/notify:code_email":     {"internal/identity/auth/auth.go", codeLife},
	"server/notify:reset_code":     {"internal/identity/auth/auth.go", codeLife},
	"server/notify:email_code":     {"internal/identity/auth/auth.go", codeLife},
	"server/notify:delete_code":    {"internal/identity/auth/auth.go", codeLife},
	"server/notify:password_code":  {"internal/identity/auth/auth.go", codeLife},
	"console/auth:stay_hint":       {"internal/identity/staff/service.go", `StayIdle = (\d+) \* 24`},
	"console/takings:day_hint":     {"internal/platform/clock/clock.go", `dayBegins = (\d+)`},
}

const codeLife = `CodeLife\s+= (\d+) \* time\.Minute`

// western converts a number to the form that Go parses.
func western(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case strings.ContainsRune(",٬.٫", r):
			return -1
		}
		return r
	}, text)
}

// unheld lists the numbers of a text that are neither allowed nor compared with a constant.
func unheld(w word, held map[string]string) (found []string) {
	for _, one := range figure.FindAllString(placeholder.ReplaceAllString(w.text, ""), -1) {
		value, is := held[w.key]
		if is && western(one) == value || !is && freeFigures.MatchString(w.key) {
			continue
		}
		found = append(found, one)
	}
	return found
}

// TestFiguresAreHeld finds numbers in texts of web, console and server: a limit or a time that the program decides is
// filled in or compared with its constant, so that a text cannot promise an outdated value.
func TestFiguresAreHeld(t *testing.T) {
	held := map[string]string{}
	for key, c := range heldFigures {
		source, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(c.file)))
		if err != nil {
			t.Fatal(err)
		}
		at := regexp.MustCompile(c.constant).FindSubmatch(source)
		if at == nil {
			t.Errorf("%s has no %s, which %s is to say", c.file, c.constant, key)
			continue
		}
		held[key] = string(at[1])
	}
	said := map[string]bool{}
	for _, w := range everyWord(t) {
		area, _, _ := strings.Cut(w.key, "/")
		if area != "web" && area != "console" && area != "server" {
			continue
		}
		said[w.key] = true
		for _, one := range unheld(w, held) {
			t.Errorf("%s (%s) says %s: fill it in, or hold it against its constant\t(in %q)", w.key, w.lang, one, w.text)
		}
	}
	for key := range heldFigures {
		if !said[key] {
			t.Errorf("there is no text %s", key)
		}
	}
	for _, broken := range []word{{"web/cart:x", "ar", "خلال ١٥ دقيقة"},
		{"web/notify:code", "en", "It works for 20 minutes."}} {
		if len(unheld(broken, map[string]string{"web/notify:code": strconv.Itoa(15)})) == 0 {
			t.Errorf("nothing is found in %q", broken.text)
		}
	}
}

// spelled finds a number of days, attempts, pounds and the like that is spelled out in letters, as authors do who
// know the rule by heart.
var spelled = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(
		`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|half an|(?:more|less) than an?|within an?|after an?)\s+(working |business |failed |calendar )?(seconds?|minutes?|hours?|days?|weeks?|months?|years?|attempts?|tries|times|pounds?|points?|percent|per cent|pieces?|photos?)\b|\b(more than|up to|at most|at least) (two|three|four|five|six|seven|eight|nine|ten|twelve)\b`),
	"ar": regexp.MustCompile(
		`(ثلاث|أربع|خمس|ست|سبع|ثمان|تسع|عشر|عشرون|عشرين|ثلاثون|ثلاثين|ستون|ستين)(ة|ي|ية)?( عشر| عشرة)? (ثوان|ثواني|دقائق|دقيقة|ساعات|ساعة|أيام|يومًا|يوم|أسابيع|أشهر|شهرًا|سنوات|محاولات|محاولة|جنيهات|جنيهًا|نقاط|نقطة|مرات|صور|فترات)|ثانيتان|ثانيتين|دقيقتان|دقيقتين|ساعتان|ساعتين|يومان|يومين|أسبوعان|أسبوعين|شهران|شهرين|سنتان|سنتين|محاولتان|محاولتين|(خلال|بعد|قبل) (ثانية|دقيقة|ساعة|يوم|أسبوع|شهر|سنة)( واحدة?)?([ .،]|$)|خلال الأسبوع الماضي`),
}

// lawful are numbers that pages may contain: names of laws.
var lawful = regexp.MustCompile(`No\. \d+ of \d{4}|رقم \d+ لسنة \d{4}`)

var aFigure = regexp.MustCompile(`[0-9٠-٩]+`)

// byHand lists the numbers that a page contains, in digits and in letters.
func byHand(lang, text string) (found []string) {
	for _, line := range strings.Split(text, "\n") {
		line = lawful.ReplaceAllString(inOrder.ReplaceAllString(line, ""), "")
		found = append(append(found, aFigure.FindAllString(line, -1)...), spelled[lang].FindAllString(line, -1)...)
	}
	return found
}

// ofPost is a text of one of the demo's posts.
var ofPost = regexp.MustCompile(`(?:Title|Lead|Body)(EN|AR): "((?:[^"\\]|\\.)*)"`)

// inOrder is the number of a step.
var inOrder = regexp.MustCompile(`^\d+\. `)

// spelledFreely are texts that may spell a number out: quotations of the specification, examples, and words that are
// not rules.
var spelledFreely = regexp.MustCompile(`^(` + strings.Join([]string{
	`.*_(zero|one|two|few|many|other)`,
	`server/payments:sandbox_.*`,                                         // the sandbox gateway describes what it does
	`console/backoffice:outline_unfinished|server/currency:rate_invalid`, // a triangle; how a rate is written
	`console/providers:whatsapp_text`,                                    // how long WhatsApp takes
}, "|") + `)$`)

// TestFiguresAreNotWrittenByHand reads the information pages, the demo's posts about ordering, and every text of web,
// console and server: no number of days, pounds, attempts or pieces is written out, in digits or in letters, because
// it would stay when the rule changes.
func TestFiguresAreNotWrittenByHand(t *testing.T) {
	pages := 0
	for _, w := range everyWord(t) {
		switch area, _, _ := strings.Cut(w.key, "/"); area {
		case "page":
			pages++
			for _, one := range byHand(w.lang, w.text) {
				t.Errorf("%s (%s) has %q written into it: let a rule decide it, or leave it out", w.key, w.lang, one)
			}
		case "web", "console", "server":
			if !spelledFreely.MatchString(w.key) {
				for _, one := range spelled[w.lang].FindAllString(w.text, -1) {
					t.Errorf("%s (%s) spells %q out: fill it in\t(in %q)", w.key, w.lang, one, w.text)
				}
			}
		}
	}
	if pages < 100 {
		t.Errorf("%d lines of pages are found", pages)
	}
	guides := 0
	for _, post := range strings.Split(read(t, filepath.Join("..", "operations", "demo", "words.go")), "{Slug: ")[1:] {
		if !strings.Contains(post, `"guides"`) {
			continue // recipes and tips
		}
		guides++
		for _, part := range ofPost.FindAllStringSubmatch(post, -1) {
			for _, one := range byHand(strings.ToLower(part[1]), part[2]) {
				t.Errorf("the post %.20s has %q written into it", post, one)
			}
		}
	}
	if guides == 0 {
		t.Error("no posts are found")
	}
	for _, broken := range []word{{"", "en", "We reply within three working days."}, {"", "ar", "ونرد خلال ستة أيام عمل"},
		{"", "en", "up to EGP 500"},
		{"", "ar", "لديك يومان"}, {"", "ar", "خلال ١٤ يومًا"}, {"", "en", "after an hour"}, {"", "ar", "بعد ساعة واحدة"}} {
		if len(byHand(broken.lang, broken.text)) == 0 {
			t.Errorf("nothing is found in %q", broken.text)
		}
	}
}
