package i18n

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Forms are the plural forms of each language, as CLDR names them. The web has
// the same (web/src/lib/plural.ts).
var Forms = map[Lang][]string{
	EN: {"one", "other"},
	AR: {"zero", "one", "two", "few", "many", "other"},
}

// Form returns the plural form of a whole number in a language.
func Form(lang Lang, n int64) string {
	if n < 0 {
		n = -n
	}
	switch {
	case lang != AR && n == 1:
		return "one"
	case lang != AR:
		return "other"
	case n <= 2:
		return Forms[AR][n]
	}
	switch rest := n % 100; {
	case rest >= 3 && rest <= 10:
		return "few"
	case rest >= 11:
		return "many"
	}
	return "other"
}

// FormOf returns the plural form of the value named "count".
func FormOf(lang Lang, args []any) string { return Form(lang, countIn(args)) }

// countIn returns the value named "count"; 0 if there is none. Notices store their values as text.
func countIn(args []any) int64 {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == "count" {
			n, _ := strconv.ParseInt(fmt.Sprint(args[i+1]), 10, 64)
			return n
		}
	}
	return 0
}

// Counted returns the text of key for a number, in both languages, for use inside another text.
func Counted(key string, n int64) Text {
	return Text{EN: T(EN, key, "count", n), AR: T(AR, key, "count", n)}
}

// Weight formats a weight in grams: "250 g", "1.5 kg".
func Weight(grams int64) Text {
	key, n := "common.grams", strconv.FormatInt(grams, 10)
	if grams >= 1000 {
		key, n = "common.kilos", strconv.FormatInt(grams/1000, 10)
		if rest := grams % 1000; rest > 0 {
			n += "." + strings.TrimRight(strconv.FormatInt(1000+rest, 10)[1:], "0")
		}
	}
	return Text{EN: T(EN, key, "n", n), AR: T(AR, key, "n", n)}
}

// Amount formats a quantity: pieces as a number, products sold by weight as the total weight of qty units of grams
// each.
func Amount(qty, grams int64) Text {
	if grams == 0 {
		n := strconv.FormatInt(qty, 10)
		return Text{EN: n, AR: n}
	}
	return Weight(qty * grams)
}

// Wait formats the time until a retry: "5 seconds", "12 minutes", "3 hours". It rounds up so that clients don't retry
// too early.
func Wait(d time.Duration) Text {
	up := func(unit time.Duration) int64 { return int64((d + unit - 1) / unit) }
	switch {
	case d <= 90*time.Second:
		return Counted("common.wait_seconds", up(time.Second))
	case d <= 90*time.Minute:
		return Counted("common.wait_minutes", up(time.Minute))
	}
	return Counted("common.wait_hours", up(time.Hour))
}
