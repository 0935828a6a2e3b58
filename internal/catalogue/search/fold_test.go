package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"alef with hamza", "أرز إسباني آيس ٱلماء", "ارز اسباني ايس الما"},
		{"the same, decomposed", norm.NFD.String("أرز إسباني آيس ٱلماء"), "ارز اسباني ايس الما"},
		{"waw and yeh with hamza", "مؤمن بيئة", "مومن بييه"},
		{"the same, decomposed", norm.NFD.String("مؤمن بيئة"), "مومن بييه"},
		{"final yeh and teh marbuta", "مستشفى قهوة", "مستشفي قهوه"},
		{"harakat", "قَهْوَةٌ سَادَّة", "قهوه ساده"},
		{"dagger alef", "هٰذا", "هذا"},
		{"tatweel", "حلـــــيب", "حليب"},
		{"hamza alone", "شيء ماء", "شي ما"},
		{"ligatures", "ﻻ ﷲ ﻷ", "لا الله لا"},
		{"Persian letters", "کریم گوجل چينز ڤودافون پيبسي", "كريم جوجل جينز فودافون بيبسي"},
		{"Arabic digits", "٥٠٠ مل", "500 مل"},
		{"Persian digits", "۱۲۳", "123"},
		{"mixed digits", "١2۳", "123"},
		{"full width", "Ｓａｍｓｕｎｇ １２", "samsung 12"},
		{"unit joined", "500مل 2kg", "500 مل 2 kg"},
		{"decimals", "1.5L ١٫٥ لتر 3. 4..5", "1.5 l 1.5 لتر 3 4 5"},
		{"Latin marks", "Crème Brûlée Ärger ŁÓDŹ Straße Œuf", "creme brulee arger lodz strasse oeuf"},
		{"Turkish dots", "İstanbul ısı", "istanbul isi"},
		{"Vietnamese", "Phở bò", "pho bo"},
		{"apostrophes", "men's L’Oréal ' x", "mens loreal x"},
		{"hyphens and signs", "coca-cola (zero) 7/up & co.", "coca cola zero 7 up co"},
		{"trade mark", "Nescafé™ Gold®", "nescafe gold"},
		{"joiners and bidi", "می\u200cخواهم \u202eabc\u202c a\u00adb", "ميخواهم abc ab"},
		{"scripts meet", "iPhoneآيفون", "iphone ايفون"},
		{"controls", "a\x00b\tc\u0085d", "a b c d"},
		{"invalid bytes", "ab\xffcd", "ab cd"},
		{"nothing", "  !؟، 🍎 ", ""},
		{"superscript", "10 m²", "10 m 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.in); got != c.want {
				t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
			}
			if again := Fold(Fold(c.in)); again != Fold(c.in) {
				t.Errorf("folding twice gives %q", again)
			}
		})
	}
}

func TestTokensPointIntoTheOriginal(t *testing.T) {
	for _, in := range []string{"قَهْوَةٌ ☕ 500مل", norm.NFD.String("Crème أرز"), "ﷺ x ﬁn", "a\xffb"} {
		at := 0
		tokens(in, func(tok token) bool {
			if tok.start < at && !strings.HasPrefix(in, "ﷺ") || tok.end <= tok.start || tok.end > len(in) {
				t.Errorf("%q: %q at %d to %d", in, tok.text, tok.start, tok.end)
			}
			if len(tok.ends) != utf8.RuneCount(tok.text) {
				t.Errorf("%q: %d ends for %q", in, len(tok.ends), tok.text)
			}
			if again := Fold(in[tok.start:tok.end]); !strings.Contains(again, string(tok.text)) {
				t.Errorf("%q: %q folds to %q, the token is %q", in, in[tok.start:tok.end], again, tok.text)
			}
			at = tok.end
			return true
		})
	}
}

func TestLongWordsAreCut(t *testing.T) {
	if got := Fold(strings.Repeat("ب", 1000)); utf8.RuneCountInString(got) != maxTokenRunes {
		t.Errorf("%d letters stayed", utf8.RuneCountInString(got))
	}
	if got := len(Fold(strings.Repeat("ab ", 1<<20))); got > maxFieldBytes {
		t.Errorf("%d bytes stayed", got)
	}
}

func TestStem(t *testing.T) {
	same := [][]string{
		{"حليب", "الحليب", "بالحليب", "والحليب", "للحليب"},
		{"تفاحه", "تفاح", "التفاح", "تفاحات"},
		{"وجبه", "وجبات", "الوجبات"},
		{"حفاضه", "حفاضات", "الحفاضات"},
		{"ليمون", "ليمونه", "الليمون"},
		{"apple", "apples"}, {"berry", "berries"}, {"tomato", "tomatoes"}, {"box", "boxes"}, {"dish", "dishes"},
		{"رز", "الرز"}, {"بن", "البن"},
		{"لبن", "ولبن"}, {"شوكولاته", "بشوكولاته"},
	}
	for _, group := range same {
		for _, w := range group[1:] {
			if stemsMeet(group[0], w) == classNone || stemsMeet(w, group[0]) == classNone {
				t.Errorf("%s and %s do not meet: %s, %s", group[0], w, stem(group[0]), stem(w))
			}
		}
	}
	for _, p := range [][2]string{
		{"زيتون", "زيت"}, {"ورق", "رق"}, {"الف", "ف"}, {"glass", "glas"}, {"bus", "bu"}, {"تين", "ت"}, {"بنات", "بن"},
		{"صابون", "صاب"}, {"لوز", "وز"}, {"بصل", "صل"},
	} {
		if stemsMeet(p[0], p[1]) != classNone {
			t.Errorf("%s and %s meet", p[0], p[1])
		}
	}
}

func TestTypoClass(t *testing.T) {
	for _, c := range []struct {
		q, w   string
		prefix bool
		want   class
	}{
		{"milk", "mikl", false, classTypo1},
		{"milk", "milks", false, classTypo1},
		{"milk", "silk", false, classNone}, // far apart on the keyboard, and no sound alike
		{"mikk", "milk", false, classTypo1},
		{"سوشي", "سوري", false, classNone},
		{"طماظم", "طماطم", false, classTypo1},
		{"سابن", "صابن", false, classTypo1}, // alike
		{"كبدا", "كبدي", false, classTypo1},
		{"abc\xff", "abc\xfe", false, classNone}, // broken text does no harm
		{"milk", "milkshake", true, classNone},
		{"milj", "milkshake", true, classNone}, // four letters of an unfinished word
		{"milk", "silks", false, classNone},
		{"tea", "tee", false, classNone},
		{"samsng", "samsung", false, classTypo1},
		{"choclate", "chocolate", false, classTypo1},
		{"chcolte", "chocolate", false, classNone},
		{"chcolate", "choclate", false, classTypo1},
		{"shampooo", "shampu", false, classNone},
		{"detergnet", "detergent", false, classTypo1},
		{"detregnet", "detergent", false, classTypo2},
		{"choclat", "chocolate", true, classTypoPrefix},
		{"choclat", "chocolate", false, classNone},
		{"hoclat", "chocolate", true, classNone},
		{"شوكلاته", "شوكولاته", false, classTypo1},
		{"الشوكلاته", "شوكولاته", false, classTypo1},
		{"1234", "1235", false, classNone},
		{"1234", "abcd", false, classNone},
	} {
		if got := typoClass(c.q, c.w, c.prefix); got != c.want {
			t.Errorf("typoClass(%s, %s, %v) = %d, want %d", c.q, c.w, c.prefix, got, c.want)
		}
	}
}

func TestFranco(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"3aseer", "عصير"}, {"aseer", "عصير"}, {"7aleeb", "حليب"}, {"7alib", "حليب"}, {"laban", "لبن"}, {"gebna", "جبنه"},
		{"gebnah", "جبنه"}, {"2ahwa", "قهوه"}, {"ahwa", "قهوه"}, {"kahwa", "قهوه"}, {"ba6ates", "بطاطس"},
		{"batates", "بطاطس"},
		{"sokkar", "سكر"}, {"moz", "موز"}, {"toffa7", "تفاح"}, {"3eish", "عيش"}, {"shay", "شاي"}, {"5obz", "خبز"},
		{"khobz", "خبز"}, {"la7ma", "لحمه"}, {"farkha", "فرخه"}, {"el7aleeb", "حليب"}, {"3asal", "عسل"}, {"zeit", "زيت"},
		{"roz", "رز"}, {"makarona", "مكرونه"}, {"sabon", "صابون"}, {"talaga", "ثلاجه"}, {"ghassala", "غساله"},
		{"btngan", "بتنجان"},
		{"lban", "لبن"}, {"roman", "رمان"}, {"rumman", "رمان"}, {"tamatem", "طماطم"}, {"sabanekh", "سبانخ"}, {"beida", "بيض"},
	} {
		fits := false
		for _, sounds := range francoReadings(c.typed) {
			for _, s := range arabicSkeletons(c.want) {
				fits = fits || s == francoSkeleton(sounds) && francoPrice(sounds, francoShape(c.typed), c.want, false) < francoNever
			}
		}
		if !fits {
			t.Errorf("%s does not lead to %s", c.typed, c.want)
		}
	}
	for _, c := range []struct{ typed, not string }{
		{"sushi", "سشوار"}, {"ramen", "رمان"}, {"sofa", "صوف"}, {"kimchi", "قماش"}, {"tofu", "توفي"}, {"burrito", "برتقال"},
		{"quinoa", "كونو"}, {"teriyaki", "تريكو"}, {"gyoza", "جوز"}, {"wasabi", "سبع"},
	} {
		for _, sounds := range francoReadings(c.typed) {
			if francoPrice(sounds, false, c.not, false) < francoNever || francoPrice(sounds, false, c.not, true) < francoNever {
				t.Errorf("%s is taken for %s", c.typed, c.not)
			}
		}
	}
	for _, raw := range []string{"", "a", "1234", "3", "عصير", "x1y0", strings.Repeat("3a", 100)} {
		if francoReadings(raw) != nil {
			t.Errorf("%q is taken for Franco", raw)
		}
	}
	for raw, want := range map[string]bool{"3aseer": true, "7up": true, "laban": false, "b12": false, "500": false,
		"s24": false} {
		if francoShape(raw) != want {
			t.Errorf("francoShape(%s) = %v", raw, !want)
		}
	}
}

func TestOtherLayout(t *testing.T) {
	for typed, want := range map[string]string{
		"ugdg": "عليل", "[fkm": "جبنة", "gfk": "لبن", "ةهمن": "milk", "ؤاثثسث": "cheese", "لاعففثق": "butter",
		"سشةسعىل": "samsung",
	} {
		ways := otherLayout(typed)
		if !contains(ways, want) {
			t.Errorf("otherLayout(%s) = %q, want %q", typed, ways, want)
		}
	}
	for _, typed := range []string{"", "123", "aب", "كوكاكولا", "كولا", "دهب", "جزر", "coca-cola"} {
		if got := otherLayout(typed); len(got) > 0 {
			t.Errorf("otherLayout(%q) = %q", typed, got)
		}
	}
}
