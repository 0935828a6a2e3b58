package imports

import (
	"regexp"
	"strings"

	"wekala/internal/platform/sheets"
)

// Columns whose header is a size; their cells contain a quantity or a price for it.
const (
	SizeStock Column = "size_stock"
	SizePrice Column = "size_price"
)

// aSize matches headers that can only be a size.
var aSize = regexp.MustCompile(
	`^(x{0,4}s|m|x{0,4}l|[2-6]xl|one size|small|medium|large|صغير|وسط|متوسط|كبير|كبير جدا|مقاس ?\d{1,3})$`)

// withSizes recognises columns of sizes: several adjacent columns without another meaning. If the file also has a price
// column they contain stock.
func withSizes(first []string, columns []Column) []Column {
	var at []int
	for i, name := range first {
		if i < len(columns) && columns[i] == Ignore && aSize.MatchString(header(name)) {
			at = append(at, i)
		}
	}
	if len(at) < 2 || count(columns, Value1) > 0 {
		return columns
	}
	means := SizeStock
	if count(columns, Price) == 0 && count(columns, Stock) > 0 {
		means = SizePrice
	}
	for _, i := range at {
		columns[i] = means
	}
	return columns
}

// placeSizes records which columns are sizes, and appends cells to their rows for the size, its option and the value.
func (r *Reader) placeSizes() {
	var has bool
	for _, c := range r.m.Columns {
		has = has || c == SizeStock || c == SizePrice
	}
	delete(r.place, SizeStock)
	delete(r.place, SizePrice)
	if !has {
		return
	}
	wide := len(r.m.Header)
	for i, c := range []Column{Option1, Value1, Handle, Stock, Price} {
		if _, there := r.place[c]; !there {
			r.place[c] = wide + i
		}
	}
}

// sizes splits a row into one row per size and returns the first. The SKU of a size is the row's SKU followed by the
// size.
func (r *Reader) sizes(one *row) *row {
	var all []*row
	for i, c := range r.m.Columns {
		if c != SizeStock && c != SizePrice || i >= len(one.cells) || one.cells[i] == "" {
			continue
		}
		size := sheets.Plain(r.m.Header[i])
		next := &row{one.line, make([]string, max(len(one.cells), len(r.m.Header)+5))}
		copy(next.cells, one.cells)
		set := func(c Column, v string) { next.cells[r.place[c]] = v }
		if at := r.place[Handle]; next.cells[at] == "" {
			next.cells[at] = firstOf(r.keySKU(one), r.cell(one, NameEN), r.cell(one, NameAR), r.cell(one, Name))
		}
		set(Option1, map[bool]string{true: "المقاس", false: "Size"}[isArabic(size)])
		set(Value1, size)
		if sku := r.keySKU(one); sku != "" {
			set(SKU, sku+"-"+strings.Join(strings.Fields(size), "-"))
		}
		set(map[Column]Column{SizeStock: Stock, SizePrice: Price}[c], one.cells[i])
		all = append(all, next)
	}
	if len(all) == 0 {
		return one
	}
	r.queued = append(r.queued, all[1:]...)
	return all[0]
}

func firstOf(all ...string) string {
	for _, v := range all {
		if v != "" {
			return v
		}
	}
	return ""
}
