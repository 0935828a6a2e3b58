package data

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// vocabulary holds the short words the product files use as keys.
type vocabulary map[string]map[string]Text // kind, key

func loadVocabulary() (vocabulary, error) {
	v := vocabulary{}
	err := table("vocabulary.txt", 4, func(f []string) error {
		if v[f[0]] == nil {
			v[f[0]] = map[string]Text{}
		}
		if _, twice := v[f[0]][f[1]]; twice {
			return fmt.Errorf("%s %q is there twice", f[0], f[1])
		}
		v[f[0]][f[1]] = Text{EN: f[2], AR: f[3]}
		return nil
	})
	return v, err
}

func (v vocabulary) find(kind, key string) (Text, error) {
	t, ok := v[kind][key]
	if !ok {
		return Text{}, fmt.Errorf("unknown %s %q", kind, key)
	}
	return t, nil
}

// value is a measure such as 500g, or a word of the given kind.
func (v vocabulary) value(kind, key string) (Text, error) {
	if t, ok := v[kind][key]; ok {
		return t, nil
	}
	if t, ok := measure(key); ok {
		return t, nil
	}
	return Text{}, fmt.Errorf("unknown %s %q", kind, key)
}

var (
	measured = regexp.MustCompile(`^(\d+(?:\.\d+)?)([a-zA-Z%]+)$`)
	sheets   = measureUnit{"sheets", counted{"ورقة واحدة", "ورقتان", "ورقات", "ورقة"}}
	units    = map[string]measureUnit{
		"g": {"g", same("جم")}, "kg": {"kg", same("كجم")},
		"ml": {"ml", same("مل")}, "l": {"L", same("لتر")},
		"cm": {"cm", same("سم")}, "m": {"m", same("متر")},
		"mah": {"mAh", same("مللي أمبير")}, "w": {"W", same("وات")},
		"gb": {"GB", same("جيجابايت")}, "in": {"inch", same("بوصة")}, "%": {"%", same("%")},
		"pc": {"pieces", counted{"قطعة واحدة", "قطعتان", "قطع", "قطعة"}},
		"pg": {"pages", counted{"صفحة واحدة", "صفحتان", "صفحات", "صفحة"}},
		"hr": {"hours", counted{"ساعة واحدة", "ساعتان", "ساعات", "ساعة"}},
		"sh": sheets,
		"rl": {"rolls", counted{"بكرة واحدة", "بكرتان", "بكرات", "بكرة"}},
		"tb": {"tea bags", counted{"فتلة واحدة", "فتلتان", "فتلات", "فتلة"}},
		"cn": {"cans", counted{"علبة واحدة", "علبتان", "علب", "علبة"}},
		"bt": {"bottles", counted{"زجاجة واحدة", "زجاجتان", "زجاجات", "زجاجة"}},
	}
)

type measureUnit struct {
	en string
	ar counted
}

// counted is an Arabic noun with figures: one, two, 3–10, 11 and more.
type counted struct{ one, two, few, many string }

func same(s string) counted { return counted{many: s} }

func measure(s string) (Text, bool) {
	m := measured.FindStringSubmatch(s)
	if m == nil {
		return Text{}, false
	}
	u, ok := units[m[2]]
	if !ok {
		return Text{}, false
	}
	if m[2] == "%" {
		return Text{EN: s, AR: m[1] + "٪"}, true
	}
	en := u.en
	if m[1] == "1" && u.ar.one != "" {
		en = strings.TrimSuffix(en, "s")
	}
	return Text{EN: m[1] + " " + en, AR: u.ar.with(m[1])}, true
}

func (c counted) with(figure string) string {
	n, err := strconv.Atoi(figure)
	switch {
	case err != nil || c.one == "":
		return figure + " " + c.many
	case n == 1:
		return c.one
	case n == 2:
		return c.two
	case n%100 >= 3 && n%100 <= 10:
		return figure + " " + c.few
	}
	return figure + " " + c.many
}
