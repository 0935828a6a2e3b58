package app_test

import (
	"regexp"
	"strings"
	"testing"
)

// Words that only Egyptian colloquial has, and words that only formal Arabic
// has. Most words are in both.
var (
	colloquial = regexp.MustCompile(`(^|[^\pL])(لسه|مفيش|محدش|مش|إيه|ايه|عشان|علشان|زي|اللي|دلوقتي|بتاعك|ليك|حاجة|شوف|دوس|ابعت|ابعتلنا|هنقولك|هنرد|عايز|محتاجه|سخن|طازة|ما\pL+ش|بي(وصّل|وصل|كسّب|بدأ|طلبوا)\pL*|هت\pL+|هي(رد|وصل)\pL*)([^\pL]|$)`)
	formal     = regexp.MustCompile(`(^|[^\pL])(ليس|ليست|لن|لم|الذي|التي|الذين|سوف|لكي|لديك|لدينا|إليك|هذا|هذه|ذلك|نحو|حيث|إذا|سنبلغك|سنرد|يمكنك|تعذّر|أيضًا)([^\pL]|$)`)
)

func twoVoices(text string) (string, string) {
	a, b := colloquial.FindStringSubmatch(text), formal.FindStringSubmatch(text)
	if a == nil || b == nil {
		return "", ""
	}
	return a[2], b[2]
}

// TestOneVoiceInARow reads every Arabic text and every row of the demo: light
// colloquial or formal, never both side by side, nor in a heading and
// the line below it. The town is called as people
// call it.
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
		if colloquial.MatchString(one.text) {
			spoken++
		}
		if a, b := twoVoices(one.text); a != "" {
			t.Errorf("%s says %q beside %q: %s", one.key, a, b, one.text)
		}
	}
	for key, text := range headings { // a heading and the line below it
		if a, b := twoVoices(headings[strings.TrimSuffix(key, "_text")] + " " + text); a != "" && strings.HasSuffix(key, "_text") {
			t.Errorf("%s says %q beside %q with its heading: %s", key, a, b, text)
		}
	}
	if spoken < 20 {
		t.Errorf("only %d colloquial texts are found", spoken)
	}
	for text, mixed := range map[string]bool{"لسه ما ضفتش عناوين": false, "لسه مفيش إشعارات لديك": true, "يمكنك الطلب الآن": false} {
		if a, _ := twoVoices(text); (a != "") != mixed {
			t.Errorf("%q: %v", text, a)
		}
	}
}
