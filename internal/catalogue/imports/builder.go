package imports

import (
	"strings"
	"time"
	"unicode"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// builder adds rows to an item.
type builder struct {
	*Reader
	it   *Item
	line int
}

func (b *builder) say(c Column, key, value string, fatal bool) {
	name := string(c)
	if i, ok := b.place[c]; ok {
		name = b.m.Header[i]
	}
	b.it.Problems = append(b.it.Problems, Problem{
		Line: b.line, Column: name, Key: key, Value: clipped(value), Fatal: fatal})
}

// clipped shortens a value for display in a problem.
func clipped(value string) string {
	if r := []rune(value); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return value
}

// has reads a cell and records that the file contains its column.
func (b *builder) has(one *row, c Column) (string, bool) {
	v := b.cell(one, c)
	if v != "" {
		b.it.says[c] = true
	}
	return v, v != ""
}

// inGrams reports whether a number in the column is a weight in grams, so that "12.5 kg" is allowed too. For pieces, "5
// kg" would be read as 5,000 pieces.
func (b *builder) inGrams(c Column) bool {
	switch c {
	case UnitGrams, Grams:
		return true
	case MinQty, MaxQty, StepQty, Stock:
		return b.it.UnitGrams != nil && *b.it.UnitGrams > 0
	}
	return false
}

func (b *builder) figure(one *row, c Column, places int, least int64) *int64 {
	v, ok := b.has(one, c)
	if !ok {
		return nil
	}
	n, ok := sheets.Decimal(v, places)
	if b.inGrams(c) {
		if grams, said := sheets.Kilos(v); said {
			n, ok = grams, true
		}
	}
	if !ok || n < least {
		b.say(c, "imports.no_figure", v, c == Price)
		return nil
	}
	return &n
}

func (b *builder) truth(one *row, c Column) *bool {
	v, ok := b.has(one, c)
	if !ok {
		return nil
	}
	is, ok := sheets.Truth(v)
	if !ok {
		b.say(c, "imports.no_answer", v, false)
		return nil
	}
	return &is
}

// day reads when an offer begins or ends. A date without a time means the whole day, so the offer ends after it. bad
// reports a cell that is not a date.
func (b *builder) day(one *row, c Column) (at *time.Time, bad bool) {
	v, ok := b.has(one, c)
	if !ok {
		return nil, false
	}
	t, whole, ok := sheets.Moment(v, clock.Cairo)
	if !ok {
		b.say(c, "imports.no_day_offer", v, false)
		return nil, true
	}
	if whole && c == Until {
		t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, clock.Cairo)
	}
	return &t, false
}

// keep stores the first non-empty value among the rows of a product.
func (b *builder) keep(to *string, one *row, c Column) {
	if v, ok := b.has(one, c); ok && *to == "" {
		*to = v
	}
}

// written assigns a text to the language that it is written in.
func (b *builder) written(to *i18n.Text, one *row, en, ar, either Column, clean func(string) string) {
	for _, side := range []struct {
		to *string
		c  Column
	}{{&to.EN, en}, {&to.AR, ar}} {
		if v, ok := b.has(one, side.c); ok && *side.to == "" {
			*side.to = clean(v)
		}
	}
	if v, ok := b.has(one, either); ok {
		v = clean(v)
		if isArabic(v) {
			if to.AR == "" {
				to.AR = v
			}
		} else if to.EN == "" {
			to.EN = v
		}
	}
}

func isArabic(s string) bool {
	arabic, latin := 0, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Arabic, r):
			arabic++
		case unicode.IsLetter(r):
			latin++
		}
	}
	return arabic > latin
}

func asIs(s string) string { return s }

func (b *builder) add(one *row) {
	b.line = one.line
	b.leftOut(one)
	it := b.it
	if b.m.Format == WooCommerce && strings.HasPrefix(strings.ToLower(b.cell(one, Type)), "variation") {
		b.options(one)
		b.variant(one)
		return
	}
	b.keep(&it.Handle, one, Handle)
	b.keep(&it.RefID, one, RefID)
	b.keep(&it.Store, one, Store)
	b.keep(&it.Words, one, Words)
	b.keep(&it.Tags, one, Tags)
	if b.m.Format == WooCommerce {
		it.Tags = tagsOf(it.Tags)
	}
	if v, ok := b.has(one, ShelfElse); ok && it.shelfElse == nil {
		it.shelfElse = shelfOf(v, false)
	}
	b.written(&it.Name, one, NameEN, NameAR, Name, asIs)
	b.written(&it.Text, one, TextEN, TextAR, Text, plainText)
	b.written(&it.Unit, one, UnitEN, UnitAR, Ignore, asIs)
	if v, ok := b.has(one, Shelf); ok && it.Category == nil {
		it.Category = shelfOf(v, b.m.Format == WooCommerce)
	}
	if v, ok := b.has(one, ShelfAR); ok && it.ShelfAR == nil {
		it.ShelfAR = shelfOf(v, false)
	}
	if v, ok := b.has(one, Images); ok {
		it.Images = append(it.Images, pictures(v)...)
	}
	if v, ok := b.has(one, Facts); ok && it.Facts == nil {
		it.Facts = factsOf(v)
	}
	if it.UnitGrams == nil {
		it.UnitGrams = b.figure(one, UnitGrams, 0, 0)
	}
	if it.MinQty == nil {
		it.MinQty = b.figure(one, MinQty, 0, 1)
	}
	if it.MaxQty == nil {
		it.MaxQty = b.figure(one, MaxQty, 0, 0)
	}
	if it.StepQty == nil {
		it.StepQty = b.figure(one, StepQty, 0, 1)
	}
	if it.VATBP == nil {
		it.VATBP = b.vat(one)
	}
	if it.Class == nil {
		it.Class = b.class(one)
	}
	if it.Shown == nil {
		it.Shown = b.truth(one, Shown)
	}
	if it.live == nil {
		it.live = b.truth(one, Status)
	}
	b.links(one)
	b.options(one)
	b.variant(one)
}

// vat reads "14", "14%" and "0.14" as 1400 hundredths of a per cent.
func (b *builder) vat(one *row) *int64 {
	v, ok := b.has(one, VAT)
	if !ok {
		return nil
	}
	n, ok := sheets.Decimal(strings.Trim(strings.ReplaceAll(v, "٪", "%"), "% "), 4)
	switch {
	case ok && n%100 == 0 && n >= 10_000 && n <= 1_000_000:
		n /= 100
	case ok && n < 10_000 && n >= 0: // 0.14, and nothing
	default:
		b.say(VAT, "imports.no_figure", v, false)
		return nil
	}
	return &n
}

// classNames maps the return classes as people write them, normalised by header.
var classNames = map[string]string{
	"perishable": products.Perishable, "fresh": products.Perishable, "سريع التلف": products.Perishable,
	"سريعه التلف": products.Perishable, "طازج": products.Perishable,
	"hygiene": products.Hygiene, "نظافه شخصيه": products.Hygiene, "نظافه": products.Hygiene, "صحي": products.Hygiene,
	"general": products.General, "عام": products.General, "عادي": products.General,
}

// class reads the return class of a row's category.
func (b *builder) class(one *row) *string {
	v, ok := b.has(one, Class)
	if !ok {
		return nil
	}
	class, known := classNames[header(v)]
	if !known {
		b.say(Class, "imports.no_class", v, false)
		return nil
	}
	return &class
}

var optionColumns = [3]struct{ name, nameAR, value, valueAR Column }{
	{Option1, Option1AR, Value1, Value1AR}, {Option2, Option2AR, Value2, Value2AR}, {Option3, Option3AR, Value3, Value3AR},
}

// unnamed reports whether a file has values of an option but no column for its name.
func (b *builder) unnamed() bool {
	_, en := b.place[Option1]
	_, ar := b.place[Option1AR]
	return !en && !ar && b.m.Format != WooCommerce && b.m.Format != Shopify
}

func (b *builder) options(one *row) {
	it := b.it
	for i, c := range optionColumns {
		var name i18n.Text
		b.written(&name, one, Ignore, c.nameAR, c.name, asIs)
		if i == 0 && name == (i18n.Text{}) && b.unnamed() && b.cell(one, c.value) != "" {
			name = i18n.Text{EN: "Size", AR: "المقاس"}
		}
		if name == (i18n.Text{}) || b.m.Format == Shopify && strings.EqualFold(name.EN, "Title") &&
			strings.EqualFold(b.cell(one, c.value), "Default Title") {
			continue // Shopify's way of saying that there are none
		}
		for len(it.Options) <= i {
			it.Options = append(it.Options, i18n.Text{})
		}
		if it.Options[i] == (i18n.Text{}) {
			it.Options[i] = name
		}
		if b.m.Format == WooCommerce && !strings.HasPrefix(strings.ToLower(b.cell(one, Type)), "variation") &&
			it.values[i] == nil {
			it.values[i] = listed(b.cell(one, c.value))
		}
	}
}
