package imports

import (
	"strings"

	"wekala/internal/platform/sheets"
)

// Reader turns rows into items. Rows that share a handle are one product, and so are a WooCommerce product and its
// variations. With the whole file known (NewOrdered) such rows may be anywhere in it; otherwise they must be
// consecutive.
type Reader struct {
	table      *sheets.Table
	m          Mapping
	place      map[Column]int
	held       *row
	queued     []*row            // of a row of sizes
	refs       map[string]string // WooCommerce's id:number of a product: its SKU
	extras     []*Item           // of a file of extras, which is read through first
	apart      map[string][]*row // rows of products whose rows stand apart, in their order
	skus       map[string]int    // the line of the first product that has a SKU, of those that several have
	given      map[string]bool   // of apart, those that were given
	owner      map[string]string // of a SKU that several products have: the first of them
	extrasRead bool
	Rows       int // read so far, without the header
	failed     error
	n          int64
}

type row struct {
	line  int
	cells []string
}

// NewReader reads the header and recognises it, unless m defines the columns.
func NewReader(t *sheets.Table, m *Mapping) (*Reader, error) {
	if m == nil {
		m = &Mapping{}
	}
	for range m.Skip {
		if _, _, err := t.Next(); err != nil {
			return nil, err
		}
	}
	first, _, err := t.Next()
	if err != nil {
		return nil, err
	}
	r := &Reader{table: t, place: map[Column]int{}, refs: map[string]string{}}
	r.m.Header = append([]string{}, first...)
	r.m.Format, r.m.Columns = Recognise(first)
	if m.Columns != nil {
		r.m.Format, r.m.Columns = m.Format, m.Columns
	}
	for i, c := range r.m.Columns {
		if c != Ignore && c != Skip && i < len(first) {
			r.place[c] = i
		}
	}
	r.placeSizes()
	return r, nil
}

// NewOrdered reads a file whose rows may be in any order. It scans the file first, and keeps in memory only the rows of
// products whose rows are not consecutive.
func NewOrdered(open func() (*sheets.Table, error), m *Mapping) (*Reader, error) {
	through := func(each func(r *Reader, one *row)) (*Reader, error) {
		t, err := open()
		if err != nil {
			return nil, err
		}
		r, err := NewReader(t, m)
		if err != nil || each == nil {
			return r, err
		}
		for {
			one, err := r.row()
			if r.failed != nil || err != nil {
				break // the last pass says so
			}
			each(r, one)
		}
		return r, t.Close()
	}
	if r, err := through(nil); err != nil || r.m.Format == Extras {
		return r, err // its groups are put together anyway
	}
	refs, first, twice := map[string]string{}, map[string]string{}, map[string]int{}
	if _, err := through(func(r *Reader, one *row) {
		if !r.child(one) {
			r.refer(one, refs, first, twice)
		}
	}); err != nil {
		return nil, err
	}
	seen, apart, last := map[string]bool{}, map[string][]*row{}, ""
	if _, err := through(func(r *Reader, one *row) {
		r.refs, r.skus = refs, twice
		group := r.group(one)
		if group != "" && (group != last && seen[group] || !seen[group] && r.child(one)) {
			apart[group] = nil
		}
		seen[group], last = true, group
	}); err != nil {
		return nil, err
	}
	if len(apart) > 0 {
		if _, err := through(func(r *Reader, one *row) {
			r.refs, r.skus = refs, twice
			if group := r.group(one); group != "" {
				if _, is := apart[group]; is {
					apart[group] = append(apart[group], one)
				}
			}
		}); err != nil {
			return nil, err
		}
	}
	r, err := through(nil)
	if err != nil {
		return nil, err
	}
	r.refs, r.skus, r.apart, r.given = refs, twice, apart, map[string]bool{}
	for group, rows := range apart {
		for i, one := range rows { // a product before its variations
			if !r.child(one) {
				copy(rows[1:i+1], rows[:i])
				rows[0] = one
				break
			}
		}
		apart[group] = rows
	}
	return r, nil
}

// refer records how variations refer to their product, and which SKUs two products share.
func (r *Reader) refer(one *row, refs, first map[string]string, twice map[string]int) {
	sku := strings.ToLower(r.keySKU(one))
	own := r.cell(one, Handle)
	if r.m.Format == WooCommerce {
		own = "id:" + strings.ToLower(r.cell(one, RefID))
	}
	if own == "" || own == "id:" || sku == "" {
		return
	}
	if r.m.Format == WooCommerce && refs[own] == "" {
		refs[own] = sku
	}
	if other, is := first[sku]; is && !strings.EqualFold(other, own) {
		if _, is := twice[sku]; !is {
			twice[sku] = 0
		}
		return
	}
	first[sku] = own
}

// child reports whether a row is a variation of a WooCommerce product elsewhere in the file.
func (r *Reader) child(one *row) bool {
	return r.m.Format == WooCommerce && strings.HasPrefix(strings.ToLower(r.cell(one, Type)), "variation")
}

// Mapping returns the meaning of the columns.
func (r *Reader) Mapping() Mapping { return r.m }

func (r *Reader) row() (*row, error) {
	if r.held != nil {
		one := r.held
		r.held = nil
		return one, nil
	}
	if len(r.queued) > 0 {
		one := r.queued[0]
		r.queued = r.queued[1:]
		return one, nil
	}
	if r.failed != nil {
		return nil, r.failed
	}
	cells, line, err := r.table.Next()
	if err != nil {
		r.failed = err
		return nil, err
	}
	r.Rows++
	own := make([]string, len(cells))
	for i, c := range cells {
		own[i] = sheets.Plain(c)
	}
	return r.sizes(&row{line, own}), nil
}

func (r *Reader) cell(one *row, c Column) string {
	if i, ok := r.place[c]; ok && i < len(one.cells) {
		return one.cells[i]
	}
	return ""
}

// keySKU returns a row's SKU if it identifies the product.
func (r *Reader) keySKU(one *row) string {
	if sku := r.cell(one, SKU); !placeholder.MatchString(sku) {
		return sku
	}
	return ""
}

// maxRows limits the rows of one product: more indicate a mistake in the handle.
const maxRows = 4000

// Next reads the next item; io.EOF at the end.
func (r *Reader) Next() (*Item, error) {
	if r.m.Format == Extras {
		return r.nextExtras()
	}
	first, err := r.row()
	if err != nil {
		return nil, err
	}
	group := r.group(first)
	rows, together := r.apart[group]
	for group != "" && together && r.given[group] {
		if first, err = r.row(); err != nil {
			return nil, err
		}
		group = r.group(first)
		rows, together = r.apart[group]
	}
	r.n++
	it := &Item{N: r.n, Line: first.line, Group: group, says: map[Column]bool{}}
	b := &builder{Reader: r, it: it}
	defer b.finish()
	if group != "" && together {
		r.given[group] = true
		it.Line = rows[0].line
		for _, one := range rows[:min(len(rows), maxRows)] {
			b.add(one)
		}
		return it, nil
	}
	b.add(first)
	if group == "" {
		return it, nil
	}
	for n := 1; n < maxRows; n++ {
		next, err := r.row()
		if err != nil {
			break // told by the next call
		}
		if r.group(next) != group {
			r.held = next
			break
		}
		b.add(next)
	}
	return it, nil
}

// group returns the key that the rows of one product share.
func (r *Reader) group(one *row) string {
	if h := r.cell(one, Handle); h != "" {
		return strings.ToLower(h)
	}
	switch r.m.Format {
	case Shopify:
		return ""
	case WooCommerce:
		if p := strings.ToLower(r.cell(one, Parent)); p != "" {
			if known := r.refs[p]; known != "" {
				return known
			}
			return p
		}
		group := "id:" + strings.ToLower(r.cell(one, RefID))
		if sku := strings.ToLower(r.keySKU(one)); sku != "" {
			if _, several := r.skus[sku]; several && !r.child(one) && group != "id:" {
				if line := r.skus[sku]; line != 0 && line != one.line {
					return group // of another product with the same SKU
				}
				r.skus[sku] = one.line
			}
			r.refs[group] = sku
			group = sku
		}
		return group
	}
	if sku := r.keySKU(one); sku != "" {
		return strings.ToLower(sku)
	}
	return r.cell(one, Barcode)
}

// ofAnother returns the line of another product in the file that has the same SKU as a row.
func (r *Reader) ofAnother(one *row, group string) int {
	sku := strings.ToLower(r.keySKU(one))
	if _, several := r.skus[sku]; !several || sku == "" {
		return 0
	}
	if r.m.Format == WooCommerce {
		if line := r.skus[sku]; line != one.line && group != sku {
			return line
		}
		return 0
	}
	if r.skus[sku] == 0 {
		r.skus[sku] = one.line
		r.owner = keep(r.owner, sku, group)
	}
	if r.owner[sku] != group {
		return r.skus[sku]
	}
	return 0
}

func keep(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}
