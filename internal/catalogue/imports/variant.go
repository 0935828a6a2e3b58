package imports

import (
	"regexp"
	"strings"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// variant adds the variant of a row. A row without a variant only adds pictures.
func (b *builder) variant(one *row) {
	it := b.it
	kind := strings.ToLower(b.cell(one, Type))
	if b.m.Format == WooCommerce {
		switch strings.TrimSpace(strings.Split(kind, ",")[0]) {
		case "variable":
			return // its variations are what can be ordered
		case "grouped", "external":
			b.say(Type, "imports.kind_unknown", kind, true)
			return
		case "variation":
			parent, ok := b.has(one, Parent)
			if !ok {
				b.say(Parent, "imports.no_parent", "", true)
			}
			if one.line == it.Line {
				it.ParentOf = parent // its product stands elsewhere
			}
		}
	}
	if line := b.ofAnother(one, it.Group); line > 0 {
		b.say(SKU, "imports.sku_of_two", b.cell(one, SKU), true)
		it.Problems[len(it.Problems)-1].Args = map[string]any{"line": line}
		return
	}
	v := Variant{Line: one.line}
	v.SKU = b.sku(one)
	v.Barcode = b.barcode(one)
	for i, c := range optionColumns {
		var value i18n.Text
		b.written(&value, one, Ignore, c.valueAR, c.value, b.entry)
		if i < len(it.Options) && it.Options[i] != (i18n.Text{}) && value != (i18n.Text{}) {
			for len(v.Choices) < i {
				v.Choices = append(v.Choices, i18n.Text{})
			}
			v.Choices = append(v.Choices, value)
		}
	}
	if b.m.Format == WooCommerce && !strings.HasPrefix(kind, "variation") {
		// The attributes of a simple product are details, not options to choose from.
		for i, o := range it.Options {
			if i < len(v.Choices) {
				it.Facts = append(it.Facts, Pair{o, v.Choices[i]})
			}
		}
		it.Options, v.Choices = nil, nil
	}
	if v.Grams = b.figure(one, Grams, 0, 0); v.Grams == nil {
		v.Grams = b.figure(one, Kilos, 3, 0)
	}
	v.Active = b.truth(one, Offered)
	b.keep(&v.Image, one, Picture)
	if b.m.Format == WooCommerce && strings.HasPrefix(kind, "variation") {
		if all := pictures(b.cell(one, Images)); len(all) > 0 {
			v.Image = all[0]
		}
	}
	t := b.terms(one)
	if v.SKU == "" && v.Barcode == "" && len(v.Choices) == 0 && t.Price == nil && len(it.Variants) > 0 {
		return
	}
	// Rows of the same variant are for different branches.
	for i := range it.Variants {
		have := &it.Variants[i]
		if v.SKU != "" && strings.EqualFold(have.SKU, v.SKU) || v.SKU == "" && v.Barcode != "" && have.Barcode == v.Barcode {
			if t.Branch == "" || held(have.At, t.Branch) {
				b.say(SKU, "imports.twice", v.SKU, true)
				return
			}
			have.At = append(have.At, t)
			return
		}
	}
	v.At = []Terms{t}
	it.Variants = append(it.Variants, v)
}

func held(all []Terms, branch string) bool {
	for _, t := range all {
		if strings.EqualFold(t.Branch, branch) {
			return true
		}
	}
	return false
}

var damaged = regexp.MustCompile(`^\d([.,]\d+)?[eE]\+\d+$`)

// barcode refuses long numbers that a spreadsheet has damaged.
func (b *builder) barcode(one *row) string {
	v, _ := b.has(one, Barcode)
	v = strings.TrimPrefix(sheets.Digits(v), "'")
	if damaged.MatchString(v) {
		b.say(Barcode, "imports.barcode_damaged", v, false)
		return ""
	}
	return v
}

func (b *builder) terms(one *row) Terms {
	t := Terms{Line: one.line}
	t.Branch, _ = b.has(one, Branch)
	t.Price = b.figure(one, Price, 2, 0)
	t.Offer = b.figure(one, Offer, 2, 0)
	if before := b.figure(one, Before, 2, 0); before != nil && t.Price != nil && *before > *t.Price {
		t.Offer, t.Price = t.Price, before
	}
	if t.Price != nil && *t.Price == 0 {
		b.say(Price, "imports.no_price", "0", true)
		t.Price = nil
	}
	_, offers := b.place[Offer]
	_, compares := b.place[Before]
	t.NoOffer = (offers || compares) && t.Offer == nil
	if t.Offer != nil && t.Price != nil && *t.Offer >= *t.Price {
		b.say(Offer, "imports.offer_not_lower", b.cell(one, Offer), false)
		t.Offer = nil
	}
	t.Cost = b.figure(one, Costs, 2, 0)
	var noFrom, noUntil bool
	t.From, noFrom = b.day(one, From)
	if t.Until, noUntil = b.day(one, Until); noFrom || noUntil {
		t.Offer, t.NoOffer, t.From, t.Until = nil, false, nil, nil // no offer without its end
	}
	t.Sold = b.truth(one, Sold)
	b.stockOf(one, &t)
	return t
}

// units reads a number of pieces; 5.00 is 5.
func (b *builder) units(v string, t *Terms) *int64 {
	n, ok := sheets.Decimal(v, 0)
	if grams, said := sheets.Kilos(v); said && (b.inGrams(Stock) || b.it.UnitGrams == nil) {
		// If the file has no unit, the existing product decides whether it is sold by weight.
		if n, ok = grams, true; b.it.UnitGrams == nil {
			t.Kilos = v
		}
	}
	if part, is := sheets.Decimal(v, 3); !ok && is && part >= 0 {
		b.say(Stock, "imports.stock_not_whole", v, false)
		return nil
	}
	switch {
	case !ok:
		b.say(Stock, "imports.no_figure", v, false)
	case n < 0:
		b.say(Stock, "imports.stock_below_zero", v, false)
	default:
		return &n
	}
	return nil
}

// entry is a value of an option; WooCommerce writes it as an entry of a list.
func (b *builder) entry(v string) string {
	if b.m.Format == WooCommerce {
		return unescaped(v)
	}
	return v
}

var placeholder = regexp.MustCompile(`(?i)^'?(0+|-+|n/?a|none|null|\.+)$`)

// sku reads a SKU. A placeholder such as "n/a" counts as no SKU.
func (b *builder) sku(one *row) string {
	v, _ := b.has(one, SKU)
	if placeholder.MatchString(v) {
		b.say(SKU, "imports.sku_placeholder", v, false)
		return ""
	}
	return v
}
