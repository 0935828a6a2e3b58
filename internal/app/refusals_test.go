package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

// refusing are the calls whose text refuses a person or a program.
var refusing = regexp.MustCompile(
	`(?:errs\.(?:Refuse|Conflict|Unavailable)\(|errs\.TooMany\(|errs\.Invalid\("[^"]*", |\.Say\([^,()]+, )"([a-z]+\.[a-z0-9_]+)"`)

// verbs instruct people to act. They count at the beginning of a sentence or clause, or after "or", "to", "can": "the
// limit", "an order" and "is open" are not instructions.
const verbs = `accept|add|adjust|approve|archive|ask|bring|cancel|change|check|choose|clear|close|come|compare|complete|confirm|contact|copy|correct|create|decline|delete|don't|draw|duplicate|earn|edit|enter|fill|find|finish|fix|format|give|go|keep|leave|log|lower|make|message|move|open|order|pay|pick|prepare|preselect|press|put|raise|rate|read|reject|reload|remove|rename|reply|request|restore|review|save|see|send|set|settle|shorten|sign|split|spend|start|tap|track|try|turn|type|unpublish|upload|use|wait|write`

// next matches a next step in a refusal: an action, or the limit that describes accepted values.
var next = map[i18n.Lang]*regexp.Regexp{
	i18n.EN: regexp.MustCompile(
		`(?i)(?:^|[.:;!?,)] |\b(?:or|and|then|please|to|first|can|instead) )(?:(?:please|then|or|and) )?(?:` + verbs +
			`)\b|\byou can\b|\bup to\b|\bat (?:most|least)\b|\bbetween\b|\bfrom \{|\bmust\b|\bneeds? |\bhas to\b|\bcan be\b`),
	i18n.AR: regexp.MustCompile(
		`(اختر|أعد |راجع|اكتب|ارسم|قيّم|أضف|احذف|حدّث|جرّب|تواصل|اطلب|أدخل|سجّل|استخدم|افتح|احفظ|عدّل|غيّر |حدّد|حدد|حرّك|انقل|استعد|أوقف|فعّل|ادفع|ابدأ|انتظر|قلّل|ارفع|أغلق|اقبل|اسمح|ابحث|عيّن|وافق|قارن|أزل|أنشئ|نزّل|شغّل|امنح|ضع|قسّم|صحّح|اختصر|ارفض|تابع|نفّذ|فك|أرسل|أنفق|أرشف|أتمّ|يمكنك|يمكن |يجب|لا بد|الحد الأقصى|الحد الأدنى|أقصى|أقل (?:عدد|كمية)|لا [تي](?:قل|زيد)|(?:^|\s)بين |على الأكثر|(?:^|\s)من \{|تجد|قدّم|لإرجاع|أنهِ|احتفظ|لا ترسل|يسعدنا|هل تريد|بعد \{|أكبر من 0)`),
}

// impossible matches a statement that something cannot be done, without an alternative.
var impossible = regexp.MustCompile(`لا يمكن\S*`)

// leadsOn reports whether a refusal names the next step.
func leadsOn(lang i18n.Lang, text string) bool {
	return next[lang].MatchString(impossible.ReplaceAllString(text, ""))
}

// settled are complete as they are: texts that the specification fixes, plain facts without an action, and errors
// only for programs.
var settled = regexp.MustCompile(
	`^(catalog\.line_(gone|left|out)|addresses\.default_cannot_be_deleted|(cart|checkout|quotations)\.out_of_stock|cart\.(unavailable|not_delivered|not_delivered_here|min_qty|max_qty)|catalog\.unavailable|checkout\.(unavailable|not_delivered)|quotations\.(unavailable|not_delivered)|places\.(location_not_supported|not_delivered_to_area)|addresses\.pin_outside|common\.(required|numbers_only|url_only|greater_than_zero|phone_invalid|email_format|too_short|too_long|service_id_required|page_required)|ledger\.\w+|payments\.(payment_failed|forged)|notify\.forged)$`)

// TestRefusalsSayWhatToDo reads the text of every refusal in both languages: each names the next step, or the
// accepted values.
func TestRefusalsSayWhatToDo(t *testing.T) {
	keys := map[string]string{}
	err := filepath.WalkDir("..", func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, found := range refusing.FindAllStringSubmatch(read(t, path), -1) {
			keys[found[1]] = path
		}
		return nil
	})
	if err != nil || len(keys) < 200 {
		t.Fatalf("%d refusals: %v", len(keys), err)
	}
	for _, lang := range i18n.Langs {
		all := texts(t, lang)
		for key, path := range keys {
			text := firstOf(all, key, key+"_other")
			if text == "" || settled.MatchString(key) || leadsOn(lang, text) {
				continue
			}
			t.Errorf("%s (%s, %s) leaves people there: %s", key, lang, filepath.Base(path), text)
		}
	}
}

// TestNextStepsAreTold: nouns that read like verbs, and statements of impossibility, are not next steps.
func TestNextStepsAreTold(t *testing.T) {
	for text, told := range map[string]bool{
		"This store can't have more groups. The limit is {most}.":        false,
		"This order is already prepared, so it can't be cancelled here.": false,
		"An open order of this branch is close to its limit.":            false,
		"This message is gone. Reload the page.":                         true,
		"Too many tries. Ask for a new code.":                            true,
		"Enter a number, or close this order.":                           true,
	} {
		if leadsOn(i18n.EN, text) != told {
			t.Errorf("%q leads on: %v", text, !told)
		}
	}
	for text, told := range map[string]bool{
		"لا يمكن إعادة إرسال هذه الرسالة.":       false,
		"هذا السعر أقل بكثير مما سبقه.":          false,
		"لا يمكن استعادتها من هنا. أعد التحميل.": true,
	} {
		if leadsOn(i18n.AR, text) != told {
			t.Errorf("%q leads on: %v", text, !told)
		}
	}
}
