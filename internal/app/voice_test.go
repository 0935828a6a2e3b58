package app_test

import (
	"regexp"
	"strings"
	"testing"

	"wekala/internal/operations/messagetemplates"
)

// Words that only Egyptian colloquial has, and words that only formal Arabic has. Most words are in both.
var (
	colloquial = regexp.MustCompile(
		`(^|[^\pL])[وف]?(لسه|مفيش|مافيش|محدش|مش|إيه|ايه|عشان|علشان|زي|اللي|دلوقتي|دلوقت|النهارده|بكره|امبارح|الجاي|الجاية|بتاع\pL*|ليك|لينا|عندك|عندكش|حاجة|حاجات|شوف|دوس|ابعت|ابعتلنا|هنقولك|هنرد|عايز|عايزة|محتاج|محتاجه|محتاجين|سخن|طازة|تاني|تانية|إزاي|ازاي|كده|كمان|برضه|برضو|أوي|قوي|فين|ليه|إمتى|معاك|معاه|قدام|جوه|برا|بره|تحت منك|على طول|لحد|جنب|بس|احنا|إحنا|انت|إنت|ما\pL+ش|بي(وصّل|وصل|كسّب|كسب|بدأ|طلبوا|رجع|خلص|فضل)\pL*|بت(وصل|رجع|تربط|كسب|خلص|يجي)\pL*|هت\pL+|هن(قول|رد|وصل|بعت|رجع|كلم)\pL*|هي(رد|وصل|رجع|كلم)\pL*)([^\pL]|$)`)
	formal = regexp.MustCompile(
		`(^|[^\pL])(ليس|ليست|لن|لم|الذي|التي|الذين|سوف|لكي|لديك|لدينا|إليك|هذا|هذه|ذلك|نحو|حيث|إذا|سنبلغك|سنرد|يمكنك|تعذر|أيضا)([^\pL]|$)`)
)

func twoVoices(text string) (string, string) {
	text = diacritics.ReplaceAllString(text, "")
	a, b := colloquial.FindStringSubmatch(text), formal.FindStringSubmatch(text)
	if a == nil || b == nil {
		return "", ""
	}
	return a[2], b[2]
}

// TestOneVoiceInARow reads every Arabic text and every row of the demo: light colloquial or formal, never both in one
// place, nor in a heading and the line below it. The town has its common name.
func TestOneVoiceInARow(t *testing.T) {
	spoken := 0
	headings := map[string]string{}
	for _, one := range everyWord(t) {
		if one.lang != "ar" {
			continue
		}
		headings[one.key] = one.text
		if strings.Contains(one.text, "السادس من أكتوبر") {
			t.Errorf("%s: the town is 6 أكتوبر: %s", one.key, one.text)
		}
		if colloquial.MatchString(diacritics.ReplaceAllString(one.text, "")) {
			spoken++
		}
		if a, b := twoVoices(one.text); a != "" {
			t.Errorf("%s says %q beside %q: %s", one.key, a, b, one.text)
		}
	}
	for key, text := range headings { // a heading and the line below it
		if a, b := twoVoices(headings[strings.TrimSuffix(key, "_text")] + " " + text); a != "" &&
			strings.HasSuffix(key, "_text") {
			t.Errorf("%s says %q beside %q with its heading: %s", key, a, b, text)
		}
	}
	if spoken < 20 {
		t.Errorf("only %d colloquial texts are found", spoken)
	}
	for text, mixed := range map[string]bool{"لسه ما ضفتش عناوين": false, "لسه مفيش إشعارات لديك": true,
		"يمكنك الطلب الآن": false} {
		if a, _ := twoVoices(text); (a != "") != mixed {
			t.Errorf("%q: %v", text, a)
		}
	}
}

// mayBeSpoken are the texts that may be colloquial: empty states, texts for a friend, the demo's own products. Push
// notices about offers may be as well.
var mayBeSpoken = regexp.MustCompile(`^(web/\w+:empty(_\w+)?|web/referral:share_text|demo/.*)$`)

// several matches text that addresses more than one person, or a woman: the interface addresses one person, as a form
// does.
var several = regexp.MustCompile(
	`(^|[^\pL])(\pL+كم|[اأت]\pL{2,}وا|اضغطي|اختاري|اكتبي|أضيفي|أدخلي|ابدئي|راجعي)([^\pL]|$)`)

// notSeveral are nouns that look like a plural address, and verbs about others.
var notSeveral = regexp.MustCompile(`(ال)?(تحكم|محاكم|حكم|تراكم)([^\pL]|$)|(الذين|ممن|لمن) (لم )?\pL+`)

// outOfRegister returns the word of a text that is in another register than its key allows; "" for none.
func outOfRegister(w word) string {
	if w.lang != "ar" || mayBeSpoken.MatchString(w.key) {
		return ""
	}
	text := diacritics.ReplaceAllString(w.text, "")
	name := strings.Replace(strings.TrimPrefix(w.key, "server/"), ":", ".", 1)
	offer := strings.HasSuffix(name, "_push") &&
		messagetemplates.Kinds[strings.TrimSuffix(name, "_push")] == messagetemplates.OfferMessage
	if found := colloquial.FindStringSubmatch(text); found != nil && !offer {
		return found[2]
	}
	if found := several.FindStringSubmatch(notSeveral.ReplaceAllString(text, " ")); found != nil {
		return found[2]
	}
	return ""
}

// TestServiceTextsAreFormalAndSpeakToOnePerson: colloquial is for offers, empty states and the demo's products; all
// texts that serve, refuse or inform are plain standard Arabic in the second person singular.
func TestServiceTextsAreFormalAndSpeakToOnePerson(t *testing.T) {
	for _, one := range everyWord(t) {
		if found := outOfRegister(one); found != "" {
			t.Errorf("%s says %q: %s", one.key, found, one.text)
		}
	}
	for _, c := range []struct {
		key, text string
		wrong     bool
	}{
		{"web/cart:failed", "السلة مش شغالة دلوقتي", true},
		{"server/orders:notice_ready_push", "طلبك وصل تاني", true},
		{"server/favourites:notice_back_push", "منتج من مفضلتك رجع تاني.", false},
		{"web/cart:empty", "سلتك لسه فاضية", false},
		{"web/checkout:hint", "اكتبوا عنوانكم بالتفصيل", true},
		{"page/terms.ar.md", "تختص به المحاكم المصرية", false},
		{"console/rules:hint", "حتى تتصلوا بالعميل", true},
		{"console/console:brand", "لوحة التحكم", false},
		{"web/checkout:hint", "هيوصلك الطلب دلوقتي", true},
		{"console/orders:hint", "الفرع اللي قدامك", true},
		{"web/search:hint", "هنا تجد المنتجات", false},
		{"web/catalog:hint", "لحم بتلو من الداخل", false},
		{"console/ways:hint", "للعملاء الذين اختاروا الدفع نقدًا", false},
	} {
		if found := outOfRegister(word{c.key, "ar", c.text}); (found != "") != c.wrong {
			t.Errorf("%s: %q finds %q", c.key, c.text, found)
		}
	}
}
