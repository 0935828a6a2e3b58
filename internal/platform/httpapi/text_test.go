package httpapi_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wekala/internal/platform/httpapi"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "",
		"  Mona  ":                       "Mona",
		"a\x00b\x1bc\x7f":                "abc",
		"two\nlines\tand\u2028more":      "two lines and more",
		"\u202eevil\u202c":               "evil",
		"\u2066x\u2069\u200f\u061cy":     "xy",
		"cafe\u0301":                     "café",
		"cafe\u200b\u0301":               "café",
		"zero\u200bwidth\ufeff":          "zerowidth",
		"\u3164fi\u115fl\u1160ler\uffa0": "filler",
		"\u2800a\u2800b\u2800":           "a b",
		"\xff\xfebad":                    "bad",
		"<script>alert(1)</script>":      "<script>alert(1)</script>", // text stays text; showing it escapes
		"می\u200cخواهم":                  "می\u200cخواهم",
		"👨\u200d👩\u200d👧":                "👨\u200d👩\u200d👧",
		"شارع ٩\u00a0":                   "شارع ٩",
		"\ufffe\uffff\ufdd0non-text":     "non-text",
		strings.Repeat("\u202e", 1000):   "",
	} {
		if got := httpapi.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\u0301\u0300", "\u202e\x00x ", "\u0344\u0f73 ٩"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := httpapi.Clean(s)
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\n\u202e\u2066") {
			t.Fatalf("Clean(%q) = %q", s, got)
		}
		if !norm.NFC.IsNormalString(got) {
			t.Fatalf("Clean(%q) = %q is not composed", s, got)
		}
		if again := httpapi.Clean(got); again != got {
			t.Fatalf("cleaning twice: %q then %q", got, again)
		}
	})
}
