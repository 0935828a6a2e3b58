package imports

import (
	"fmt"
	"slices"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/i18n"
)

// maxElse limits how many levels of another platform's taxonomy become categories.
const maxElse = 3

// finish completes an item with the values that depend on all of its rows.
func (b *builder) finish() {
	it := b.it
	if it.live != nil {
		shown := *it.live && (it.Shown == nil || *it.Shown)
		it.Shown = &shown
	}
	if it.Category == nil && len(it.shelfElse) > 0 {
		it.Category = it.shelfElse[max(0, len(it.shelfElse)-maxElse):]
	}
	if b.m.Format == WooCommerce {
		b.anyValues()
	}
}

// anyValues creates one variant per value where a WooCommerce variation leaves an option open, which means any value.
func (b *builder) anyValues() {
	it := b.it
	var all []Variant
	for _, v := range it.Variants {
		some := []Variant{v}
		for i, o := range it.Options {
			if o == (i18n.Text{}) || i < len(v.Choices) && v.Choices[i] != (i18n.Text{}) || len(it.values[i]) == 0 {
				continue
			}
			var next []Variant
			for _, one := range some {
				for _, value := range it.values[i] {
					next = append(next, one.with(i, value, len(it.values[i]) > 1))
				}
			}
			some = next
		}
		if len(some) > 1 {
			b.line = v.Line
			if v.Barcode != "" {
				b.say(Barcode, "imports.any_barcode", v.Barcode, false)
			}
			if slices.ContainsFunc(v.At, func(t Terms) bool { return t.Stock != nil && *t.Stock > 0 }) {
				b.say(Stock, "imports.any_stock", fmt.Sprint(*v.At[0].Stock), false)
			}
		}
		all = append(all, some...)
	}
	if len(all) > products.MaxVariants {
		return // the catalogue says so
	}
	it.Variants = all
}

// with returns the variant for one value where its row means any value. A stock quantity cannot be shared between
// several values, and a barcode identifies only one variant.
func (v Variant) with(option int, value string, several bool) Variant {
	out := v
	out.Choices = slices.Clone(v.Choices)
	for len(out.Choices) <= option {
		out.Choices = append(out.Choices, i18n.Text{})
	}
	out.Choices[option] = inLanguage(value)
	if !several {
		return out
	}
	if out.SKU != "" {
		out.SKU += "-" + strings.Join(strings.Fields(value), "-")
	}
	out.Barcode = ""
	out.At = slices.Clone(v.At)
	for i := range out.At {
		if n := out.At[i].Stock; n != nil && *n > 0 {
			out.At[i].Stock = nil
		}
	}
	return out
}

func inLanguage(v string) i18n.Text {
	if isArabic(v) {
		return i18n.Text{AR: v}
	}
	return i18n.Text{EN: v}
}

// stockOf reads the stock of a row: a number, none, or not counted (always available), including the notations of other
// platforms.
func (b *builder) stockOf(one *row, t *Terms) {
	t.Counted = b.truth(one, Counted)
	endless := b.policy(one)
	in := b.truth(one, InStock)
	uncounted, counts := false, true
	if _, ok := b.place[Tracker]; ok && b.cell(one, Tracker) == "" && b.ofVariant(one) {
		b.it.says[Stock] = true
		t.Counted = &uncounted // the other platform does not track its stock
		return
	}
	v, said := b.has(one, Stock)
	if said {
		t.Stock = b.units(v, t)
	}
	switch {
	case t.Counted != nil:
	case endless && (!said || t.Stock == nil || *t.Stock == 0):
		t.Counted, t.Stock = &uncounted, nil
	case said || in == nil || !b.ofVariant(one):
	case *in:
		t.Counted = &uncounted
	default:
		var none int64
		t.Stock, t.Counted = &none, &counts
	}
}

// ofVariant reports whether a row describes something that can be ordered.
func (b *builder) ofVariant(one *row) bool {
	kind := strings.ToLower(b.cell(one, Type))
	return b.m.Format != WooCommerce &&
		(b.cell(one, Price) != "" || b.cell(one, SKU) != "" || b.cell(one, Value1) != "") ||
		b.m.Format == WooCommerce && !strings.HasPrefix(kind, "variable")
}

// policy reports whether a product is sold even when it is out of stock.
func (b *builder) policy(one *row) bool {
	switch v, _ := b.has(one, Policy); strings.ToLower(v) {
	case "continue", "true":
		return true
	}
	v, _ := b.has(one, Backorders)
	return v == "1" || strings.EqualFold(v, "notify") || strings.EqualFold(v, "yes")
}
