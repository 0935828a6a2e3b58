package pdf

import (
	"fmt"
	"strconv"
	"strings"

	"wekala/internal/platform/bidi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// Words formats texts, numbers and amounts of a document.
type Words struct {
	lang   i18n.Lang
	texts  string
	arabic bool
}

// In returns the words of a document whose texts begin with a prefix
// ("orders.doc_"). Figures asks for ٠١٢, which only Arabic documents have.
func In(lang i18n.Lang, figures bool, texts string) Words {
	return Words{lang, texts, figures && lang == i18n.AR}
}

// T returns a text of the document.
func (w Words) T(key string, args ...any) string {
	return w.Figures(i18n.T(w.lang, w.texts+key, args...))
}

var arabicFigures = strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧",
	"8", "٨", "9", "٩")

// Figures converts the digits of a text to those of the document.
func (w Words) Figures(s string) string {
	if w.arabic {
		return arabicFigures.Replace(s)
	}
	return s
}

// Count formats a whole number.
func (w Words) Count(n int64) string { return w.Figures(strconv.FormatInt(n, 10)) }

// Amount formats a quantity: pieces, or a weight.
func (w Words) Amount(qty, grams int64) string {
	text := i18n.Amount(qty, grams).In(w.lang)
	if w.arabic {
		text = strings.ReplaceAll(text, ".", "٫")
	}
	return w.Figures(text)
}

// Number groups the digits of an amount, with two decimals.
func (w Words) Number(m money.Major) string {
	minor, sign := m.Minor(), ""
	if minor < 0 {
		minor, sign = -minor, "-"
	}
	whole := strconv.FormatInt(minor/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	text := fmt.Sprintf("%s%s.%02d", sign, whole, minor%100)
	if w.arabic {
		text = strings.NewReplacer(",", "٬", ".", "٫").Replace(text)
	}
	if sign != "" && w.lang == i18n.AR {
		// In a right-to-left line a bare minus would change sides.
		return bidi.IsolateLTR(w.Figures(text))
	}
	return w.Figures(text)
}

// Money formats an amount with its currency: the text "money".
func (w Words) Money(m money.Major) string { return w.T("money", "amount", w.Number(m)) }

// Percent formats a percentage without unnecessary decimals: the text "percent".
func (w Words) Percent(m money.Major) string {
	text := strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%d.%02d", m.Minor()/100, m.Minor()%100), "0"), ".0")
	if w.arabic {
		text = strings.ReplaceAll(text, ".", "٫")
	}
	return w.T("percent", "percent", text)
}
