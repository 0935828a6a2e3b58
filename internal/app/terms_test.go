package app_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// word is one text for people, and its origin.
type word struct {
	key, lang, text string
}

// everyWord reads all texts of web and server, the information pages, the demo's data and the Arabic literals in Go.
func everyWord(t *testing.T) []word {
	t.Helper()
	var all []word
	web := filepath.Join("..", "..", "web", "src", "locales")
	for _, lang := range []string{"en", "ar"} {
		for prefix, folder := range map[string]string{
			"web":     filepath.Join(web, lang),
			"console": filepath.Join(web, lang, "console"),
			"server":  filepath.Join("..", "platform", "i18n", "locales", lang),
		} {
			names, err := filepath.Glob(filepath.Join(folder, "*.json"))
			if err != nil || len(names) == 0 {
				t.Fatalf("no texts in %s: %v", folder, err)
			}
			for _, name := range names {
				var entries map[string]any
				if err := json.Unmarshal([]byte(read(t, name)), &entries); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				feature := prefix + "/" + strings.TrimSuffix(filepath.Base(name), ".json") + ":"
				flatten(entries, feature, func(key, text string) { all = append(all, word{key, lang, text}) })
			}
		}
		pages, _ := filepath.Glob(filepath.Join("..", "marketing", "content", "pages", "*."+lang+".md"))
		for _, name := range pages {
			for _, line := range strings.Split(read(t, name), "\n") {
				all = append(all, word{"page/" + filepath.Base(name), lang, line})
			}
		}
	}
	for _, folder := range []string{"data", filepath.Join("data", "products")} {
		names, err := filepath.Glob(filepath.Join("..", "operations", "demo", folder, "*.txt"))
		if err != nil || len(names) < 10 {
			t.Fatalf("%d files in demo/%s: %v", len(names), folder, err)
		}
		for _, name := range names {
			for _, line := range strings.Split(read(t, name), "\n") {
				for lang, text := range sides(line) {
					all = append(all, word{"demo/" + filepath.Base(name), lang, text})
				}
			}
		}
	}
	literals, _ := wordsInCode(t)
	for _, text := range slices.Sorted(maps.Keys(literals)) {
		path := filepath.ToSlash(literals[text])
		lang, inDemo := "ar", strings.Contains(path, "/demo/")
		switch {
		case strings.Contains(path, "/search/"): // the search contains what people type
			continue
		case arabicLetter.MatchString(text):
		case inDemo && sentence.MatchString(text) && !statement.MatchString(text):
			lang = "en"
		default:
			continue
		}
		key := "go/" + strings.TrimPrefix(path, "../")
		if inDemo {
			key = "demo/" + filepath.Base(path)
		}
		all = append(all, word{key, lang, text})
	}
	return all
}

var (
	// sentence is English for readers; statement is SQL.
	sentence  = regexp.MustCompile(`^[A-Z*#].*\pL \pL`)
	statement = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|WITH|ALTER|CREATE)\b`)
	// coded are cells for programs: slugs, numbers, options.
	coded = regexp.MustCompile(`^[^ ]*$|=`)
)

// sides is the text of a row of the demo's data in each language.
func sides(line string) map[string]string {
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "=") {
		return nil
	}
	cells := map[string][]string{}
	for cell := range strings.SplitSeq(line, " | ") {
		switch cell = strings.TrimSpace(cell); {
		case arabicLetter.MatchString(cell) && !strings.Contains(cell, "="):
			cells["ar"] = append(cells["ar"], cell)
		case cell != "" && !coded.MatchString(cell):
			cells["en"] = append(cells["en"], cell)
		}
	}
	said := map[string]string{}
	for lang, all := range cells {
		said[lang] = strings.Join(all, " | ")
	}
	return said
}

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func flatten(entries map[string]any, before string, each func(key, text string)) {
	for key, value := range entries {
		switch value := value.(type) {
		case string:
			each(before+key, value)
		case map[string]any:
			flatten(value, before+key+".", each)
		}
	}
}

var (
	arabicLetter = regexp.MustCompile(`\p{Arabic}`)
	placeholder  = regexp.MustCompile(`\{\{?\s*([a-z_]+)\s*\}?\}`)
	plural       = regexp.MustCompile(`_(zero|one|two|few|many|other)(_[a-z]+)?$`)
	diacritics   = regexp.MustCompile(`[\x{064B}-\x{0652}\x{0640}\x{2066}-\x{2069}\x{200E}\x{200F}]`)
)

// isPlural reports whether a key is a plural form; "too_many" is an error's name instead.
func isPlural(key string) bool {
	return plural.MatchString(key) && !strings.HasSuffix(key, ":too_many") && !strings.HasSuffix(key, "_too_many")
}

// term is a row of docs/terms.tsv.
type term struct {
	concept   string
	forbidden map[string][]form
	allowed   []string
}

type form struct {
	text string
	*regexp.Regexp
}

func (r term) allows(key string) bool {
	return slices.ContainsFunc(r.allowed, func(pattern string) bool {
		quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
		return regexp.MustCompile("^" + quoted + "$").MatchString(key)
	})
}

func readTerms(t *testing.T) []term {
	t.Helper()
	var rows []term
	for i, line := range strings.Split(strings.TrimRight(read(t, filepath.Join("..", "..", "docs", "terms.tsv")), "\n"),
		"\n") {
		if i == 0 {
			continue
		}
		cells := strings.Split(line, "\t")
		for len(cells) < 6 {
			cells = append(cells, "")
		}
		row := term{concept: cells[0], forbidden: map[string][]form{}, allowed: strings.Fields(cells[5])}
		for lang, cell := range map[string]string{"en": cells[3], "ar": cells[4]} {
			for text := range strings.SplitSeq(cell, ";") {
				if text = strings.TrimSpace(text); text != "" {
					row.forbidden[lang] = append(row.forbidden[lang], form{text, formOf(lang, text)})
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// formOf matches a form as a whole word: in English in any case unless it begins with "=", in Arabic also after and,
// by, to, the, and before a pronoun.
func formOf(lang, text string) *regexp.Regexp {
	if lang == "ar" {
		text = strings.ReplaceAll(regexp.QuoteMeta(diacritics.ReplaceAllString(text, "")), " ", `\s+`)
		return regexp.MustCompile(`(^|\P{L})[وف]?(ال|بال|لل|كال|[بلك])?` + text + `(ك|ه|ها|هم|كم|نا|ا|ي)?(\P{L}|$)`)
	}
	flags := "(?i)"
	if exact, found := strings.CutPrefix(text, "="); found {
		flags, text = "", exact
	}
	return regexp.MustCompile(flags + `(^|[^\pL])` + regexp.QuoteMeta(text) + `([^\pL]|$)`)
}

// subjects are placeholders that name a person or thing.
var subjects = regexp.MustCompile(
	`^(name|names|branch|store|host|friend|product|district|area|service|category|courier|customer|browser|actor|coupon)$`)

// before are the words that a name may follow in Arabic: nouns that carry the gender, prepositions, masdars. After
// anything else it is a subject or object with which the sentence's verbs and adjectives would have to agree.
var before = strings.Fields(`
	فرع الفرع متجر المتجر المنتج منتج خدمة الخدمة قسم أقسام منطقة المنطقة الصورة المندوب صديقك صديقتك العميل عميل الكوبون كوبون
	متصفح المتصفح بطاقة شركة عنوان الموظف فروع طلب الطلب سلة سلتك دعوة
	من إلى في على عن مع لـ بـ باسم بواسطة وفي ومن وإلى وعلى بدل
	إضافة حذف مقارنة إزالة تنبيهات كمية نفدت سعر ملاحظة تعديل تقديم تأخير قبول رفض نوع اختيار استخدام تقييم رد صور رصيد إرجاع عرض أهلًا`)

// label is what may follow a name at the start of a text.
var label = regexp.MustCompile(`^([:·،,–×({]|(من|مع|في|إلى|على)\s)`)

// subject reports whether a name is in an Arabic text where a verb or an adjective would have to agree with it.
func subject(text string) string {
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		if !subjects.MatchString(text[at[2]:at[3]]) {
			continue
		}
		head := strings.TrimRightFunc(text[:at[0]], func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune("«“\"(\u2068", r)
		})
		rest := strings.TrimLeftFunc(text[at[1]:], func(r rune) bool { return strings.ContainsRune("»”\")\u2069", r) })
		if head == "" || strings.ContainsRune(".!?؟", lastRune(head)) {
			// At the start it may only be a label: "{name}: …", "{name} · …", "{name} من …", alone.
			if rest = strings.TrimSpace(rest); rest == "" || label.MatchString(rest) {
				continue
			}
			return text[at[0]:at[1]]
		}
		if strings.ContainsRune(":،·–×-;؛/>})*|", lastRune(head)) {
			continue
		}
		words := strings.FieldsFunc(head, func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune("«»<>(){}،:", r)
		})
		if len(words) == 0 || !slices.Contains(before, diacritics.ReplaceAllString(words[len(words)-1], "")) &&
			!slices.Contains(before, words[len(words)-1]) {
			return text[at[0]:at[1]]
		}
	}
	return ""
}

func lastRune(s string) rune {
	runes := []rune(s)
	return runes[len(runes)-1]
}

// counted matches a placeholder for a number before a counted noun. Units (MB, km, g) are measured and stay
// unchanged.
var counted = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(
		`\{\{?\s*([a-z_]+)\s*\}?\}\s+(seconds?|minutes?|hours?|days?|weeks?|months?|points?|items?|products?|orders?|photos?|stars?|ratings?|reviews?|units?|pieces?|times|characters?|codes?|attempts?|messages?|uses?|rows?|lines?|areas?|branch(es)?|categor(y|ies)|groups?|menus|levels?|files?|changes?|numbers?)\b`),
	"ar": regexp.MustCompile(
		`\{\{?\s*([a-z_]+)\s*\}?\}\s+(ثانية|ثوان|ثوانٍ|ثواني|دقيقة|دقائق|ساعة|ساعات|يوم|يومًا|أيام|أسبوع|أسابيع|شهر|أشهر|نقطة|نقاط|منتج|منتجًا|منتجات|طلب|طلبًا|طلبات|صورة|صور|نجمة|نجوم|تقييم|تقييمات|قطعة|قطع|مرة|مرات|حرف|حرفًا|أحرف|حروف|كود|أكواد|محاولة|محاولات|رسالة|رسائل|صف|صفًا|صفوف|سطر|سطرًا|سطور|أسطر|عنصر|عنصرًا|عناصر|فرع|فرعًا|فروع|منطقة|مناطق|قسم|قسمًا|أقسام|مجموعة|مجموعات|قائمة|قوائم|مستوى|مستويات|ملف|ملفًا|ملفات|تغيير|تغييرًا|تغييرات|رقم|رقمًا|د|ث)(\P{L}|$)`),
}

var brand = regexp.MustCompile(`(^|[^\pL«])[وف]?[بلك]?وكالة(\P{L}|$)`)

// unquoted reports whether an Arabic sentence contains the brand without quotes, where it reads "an agency". Alone,
// as a title's part, or as a label it is allowed.
func unquoted(text string) bool {
	at := brand.FindStringIndex(text)
	if at == nil || strings.TrimSpace(text) == "وكالة" {
		return false
	}
	for part := range strings.SplitSeq(strings.NewReplacer("–", "|", "·", "|", "|", "|").Replace(text), "|") {
		if brand.MatchString(part) && strings.TrimSpace(part) != "وكالة" {
			return true
		}
	}
	return false
}

// turned reports whether an Arabic text begins with a Latin word, which reverses the direction of the whole line.
func turned(text string) bool {
	if !arabicLetter.MatchString(text) {
		return false
	}
	for _, r := range placeholder.ReplaceAllString(text, "") {
		switch {
		case unicode.Is(unicode.Arabic, r):
			return false
		case unicode.IsLetter(r):
			return true
		}
	}
	return false
}

// turnsOn are texts that begin with Latin letters on purpose: names of languages, and lines of data that have both
// languages.
var turnsOn = regexp.MustCompile(`^(web/shell:header\.language_label|console/console:language_label|demo/|go/)`)

var (
	// verbatim are hints about input that programs read literally, regardless of the reader's preference.
	verbatim   = regexp.MustCompile(`^console/(sellers:map_link|backoffice:outline_paste)_hint$`)
	latinDigit = regexp.MustCompile(`[0-9]`)
	arabDigit  = regexp.MustCompile(`[٠-٩]`)
)

// misnumbered reports whether an Arabic text has its numbers in the wrong script: texts of the web are written in
// ٠١٢, which it converts to 012 for readers who prefer that; messages, documents and pages use 012 for everybody. The
// percent sign is the Arabic one in all of them.
func misnumbered(w word) string {
	if verbatim.MatchString(w.key) {
		return ""
	}
	text := placeholder.ReplaceAllString(w.text, "")
	from, _, _ := strings.Cut(w.key, "/")
	switch {
	case !strings.HasSuffix(w.key, ".go") && strings.Contains(text, "%"):
		return "%"
	case from == "web" || from == "console":
		return latinDigit.FindString(text)
	case from == "server" || from == "page":
		return arabDigit.FindString(text)
	}
	return ""
}

// faults lists the errors in a text, as "rule key what".
func faults(rows []term, w word) []string {
	var found []string
	add := func(rule, what string) {
		found = append(found, strings.Join([]string{rule, w.lang, w.key, what}, "\t"))
	}
	plain := placeholder.ReplaceAllString(w.text, "{}")
	if w.lang == "ar" {
		plain = diacritics.ReplaceAllString(plain, "")
	}
	for _, row := range rows {
		for _, form := range row.forbidden[w.lang] {
			if form.MatchString(plain) && !row.allows(w.key) && !slices.Contains(pinned, w.text) {
				add("term", form.text)
			}
		}
	}
	if at := counted[w.lang].FindStringSubmatch(w.text); at != nil && !isPlural(w.key) && !subjects.MatchString(at[1]) {
		add("counted", at[0])
	}
	if w.lang == "ar" {
		if name := subject(w.text); name != "" {
			add("subject", name)
		}
		if unquoted(w.text) {
			add("brand", "وكالة")
		}
		if digit := misnumbered(w); digit != "" {
			add("digits", digit)
		}
		if turned(w.text) && !turnsOn.MatchString(w.key) {
			add("turned", "Latin first")
		}
	}
	return found
}

// pinned are the specification's texts, kept to the letter.
var pinned = func() []string {
	var all []string
	for _, list := range specified {
		for _, text := range list {
			all = append(all, text, placeholder.ReplaceAllString(text, "{{$1}}"))
		}
	}
	return all
}()

// TestTerms checks every text against docs/terms.tsv and the rules of sentence structure. testdata/terms.tsv lists
// the remaining errors: it only gets shorter (-update removes fixed ones).
func TestTerms(t *testing.T) {
	rows := readTerms(t)
	file := filepath.Join("testdata", "terms.tsv")
	open := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(read(t, file)), "\n") {
		if line != "" {
			open[line] = false
		}
	}
	for _, w := range everyWord(t) {
		for _, fault := range faults(rows, w) {
			if _, known := open[fault]; known {
				open[fault] = true
			} else {
				t.Errorf("%s\t(in %q)", fault, w.text)
			}
		}
	}
	var left []string
	for _, line := range slices.Sorted(maps.Keys(open)) {
		if open[line] {
			left = append(left, line)
		} else if !*update {
			t.Errorf("put right, so take it out of %s (-update does): %s", file, line)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(left, "\n")+"\n"), fs.FileMode(0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTermsFindFaults breaks each rule on purpose.
func TestTermsFindFaults(t *testing.T) {
	rows := readTerms(t)
	for _, broken := range []struct {
		rule string
		word
	}{
		{"term", word{"web/auth:code", "ar", "اكتب الرمز"}},
		{"term", word{"web/auth:code", "ar", "وبرمزك"}},
		{"term", word{"web/auth:code", "en", "Enter the OTP"}},
		{"term", word{"console/orders:pin", "en", "The customer's PIN"}},
		{"term", word{"server/orders:failed", "ar", "حاوِل مرة أخرى"}},
		{"term", word{"web/cart:failed", "en", "Your cart could not be loaded."}},
		{"counted", word{"server/common:too_many", "ar", "بعد {seconds} ثانية"}},
		{"counted", word{"web/orders:wait", "en", "In {{n}} minutes"}},
		{"counted", word{"console/imports:progress", "ar", "{{done}} من {{all}} صف"}},
		{"counted", word{"console/imports:progress", "en", "{{done}} of {{all}} rows"}},
		{"term", word{"server/imports:price_waits", "ar", "وينتظر اعتماد شخص ثانٍ"}},
		{"term", word{"console/takings:take", "ar", "تسليم النقدية"}},
		{"term", word{"demo/souq.txt", "en", "Order at once"}},
		{"term", word{"server/returns:move_refused", "en", "Refuse"}},
		{"term", word{"web/auth:needed_text", "ar", "أدخل كود التحقق"}},
		{"subject", word{"web/catalog:closed", "ar", "{{branch}} مغلق الآن"}},
		{"subject", word{"web/referral:invited", "ar", "{{name}} دعاك"}},
		{"subject", word{"web/catalog:sold_by", "ar", "يبيعه {{branch}}"}},
		{"subject", word{"server/orders:notice", "ar", "شكرًا لك. {store} يجهّز طلبك"}},
		{"brand", word{"web/landing:steps", "ar", "كيف تعمل وكالة"}},
		{"brand", word{"web/home:title", "ar", "مرحبًا بك في وكالة – التوصيل"}},
		{"turned", word{"server/auth:device", "ar", "Chrome على Windows"}},
		{"digits", word{"console/media:hint", "ar", "حتى 15 ميجابايت"}},
		{"digits", word{"console/coupons:percent_sign", "ar", "%"}},
		{"digits", word{"server/notify:code", "ar", "صالح ٥ دقائق"}},
	} {
		if found := faults(rows, broken.word); !slices.ContainsFunc(found,
			func(f string) bool { return strings.HasPrefix(f, broken.rule+"\t") }) {
			t.Errorf("%s is not found in %q: %v", broken.rule, broken.text, found)
		}
	}
	for _, fine := range []word{
		{"web/auth:code", "ar", "كود التحقق المكوّن من ٤ أرقام"},
		{"web/auth:password_rule", "ar", "وتضم حروفًا وأرقامًا ورموزًا."},
		{"web/catalog:closed", "ar", "فرع {{branch}} مغلق الآن"},
		{"web/orders:x", "ar", "المنتج «{{name}}» غير متاح."},
		{"web/cart:removed", "ar", "تم حذف: {{name}}"},
		{"web/cart:items_few", "ar", "{{count}} منتجات"},
		{"web/shell:brand", "ar", "وكالة"},
		{"web/landing:heading", "ar", "وكالة – متاجر مدينتك عند بابك"},
		{"web/landing:steps", "ar", "عن «وكالة»"},
		{"server/auth:device", "ar", "متصفح {browser} على Windows"},
		{"server/checkout:stock", "en", "We Don't Deliver To Your Location"},
	} {
		if found := faults(rows, fine); len(found) > 0 {
			t.Errorf("%q: %v", fine.text, found)
		}
	}
	read := map[string]int{}
	for _, w := range everyWord(t) {
		from, _, _ := strings.Cut(w.key, "/")
		read[from+" "+w.lang]++
	}
	for from, least := range map[string]int{"web ar": 1000, "web en": 800, "console ar": 1500, "console en": 1400,
		"server ar": 900, "server en": 700, "page ar": 100, "page en": 100, "demo ar": 700, "demo en": 700, "go ar": 1} {
		if read[from] < least {
			t.Errorf("only %d texts of %s were read", read[from], from)
		}
	}
}
