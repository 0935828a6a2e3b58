package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

// refusing are the calls whose text a person or a program is refused with.
var refusing = regexp.MustCompile(`(?:errs\.(?:Refuse|Conflict|Unavailable)\(|errs\.TooMany\(|errs\.Invalid\("[^"]*", |\.Say\([^,()]+, )"([a-z]+\.[a-z0-9_]+)"`)

// next finds a next step in a refusal: something to do, or the bound that says
// what would be taken.
var next = map[i18n.Lang]*regexp.Regexp{
	i18n.EN: regexp.MustCompile(`(?i)\b(accept|add|approve|ask|bring|change|check|choose|close|confirm|contact|copy|create|decline|delete|draw|duplicate|edit|enter|find|give|go|keep|leave|log|lower|make|message|move|open|order|pay|pick|prepare|preselect|press|rate|read|reload|remove|rename|request|restore|review|save|see|send|set|settle|shorten|sign|split|spend|start|tap|track|try|turn|type|unpublish|upload|use|wait|write|you can|can be|up to|at most|at least|between|from \{|limit|must|needs?)\b`),
	i18n.AR: regexp.MustCompile(`(اختر|أعد|راجع|اكتب|ارسم|قيّم|أضف|احذف|حدّث|جرّب|تواصل|اطلب|أدخل|سجّل|استخدم|افتح|احفظ|عدّل|غيّر|حدّد|حدد|حرّك|انقل|استعد|أوقف|فعّل|ادفع|ابدأ|انتظر|قلّل|ارفع|أغلق|اقبل|اسمح|ابحث|عيّن|وافق|قارن|أزل|أنشئ|نزّل|شغّل|امنح|ضع|قسّم|صحّح|اختصر|ارفض|تابع|نفّذ|فك|أرسل|أنفق|يمكنك|يمكن |يجب|الحد الأقصى|الحد الأدنى|أقصى|أقل|بين|على الأكثر|من \{|تجد|قدّم|لإرجاع|أنهِ|أتمّ|احتفظ|لا ترسل|يسعدنا|هل تريد|بعد \{)`),
}

// settled say all there is: what the specification gives to the letter, plain
// facts with nothing to be done about, and what only programs are told.
var settled = regexp.MustCompile(`^(addresses\.default_cannot_be_deleted|(cart|checkout|quotations|stock)\.out_of_stock|cart\.(unavailable|not_delivered|not_delivered_here|min_qty|max_qty)|catalog\.unavailable|checkout\.(unavailable|not_delivered)|quotations\.(unavailable|not_delivered)|places\.\w+|addresses\.pin_outside|common\.(required|numbers_only|url_only|greater_than_zero|phone_invalid|email_format|too_short|too_long|service_id_required|page_required)|ledger\.\w+|payments\.(payment_failed|forged)|notify\.forged)$`)

// TestRefusalsSayWhatToDo reads the text of every refusal in both languages:
// each says what to do next, or which values would be taken.
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
			if text == "" || settled.MatchString(key) || next[lang].MatchString(text) {
				continue
			}
			t.Errorf("%s (%s, %s) leaves people there: %s", key, lang, filepath.Base(path), text)
		}
	}
}
