package bidi

import "testing"

func TestOnlyTextsOfTheOtherDirectionAreIsolated(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		isolated   bool
	}{
		{"ar", "7 Stars cola 330 ml (can)", true},
		{"ar", "+20 100 123 4567", true},
		{"ar", "-20.00 ج.م.", true},
		{"ar", "شاي العروسة 250 جم (USA) 3in1", true},
		{"ar", "W-7K2M9Q", false},
		{"ar", "شاي العروسة 250 جم", false},
		{"ar", "1234", false},
		{"ar", "<strong>مخزن</strong>", false},
		{"ar", "<strong>Large (can)</strong>", true},
		{"ar", "Open https://shop.example/o/1", false},
		{"en", "شاي العروسة", true},
		{"en", "Koshary (كشري)", true},
		{"en", "7 Stars cola 330 ml (can)", false},
		{"en", "-20.00 EGP", false},
		{"en", "", false},
	} {
		got := IsolateIn(c.lang, c.text)
		want := c.text
		if c.isolated {
			want = string(FirstStrong) + c.text + string(Pop)
		}
		if got != want {
			t.Errorf("%s %q: %q", c.lang, c.text, got)
		}
		if Plain(got) != c.text {
			t.Errorf("%q does not come back from %q: %q", c.text, got, Plain(got))
		}
	}
}
