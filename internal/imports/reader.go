package imports

import (
	"strings"

	"wekala/internal/platform/sheets"
)

// Reader makes items of rows: rows next to each other that share a handle are
// one product, as are a product of WooCommerce's and the variations behind it;
// those that come later are items that name their parent.
type Reader struct {
	table  *sheets.Table
	m      Mapping
	place  map[Column]int
	held   *row
	refs   map[string]string // WooCommerce's id:number of a product: its SKU
	Rows   int               // read so far, without the header
	failed error
	n      int64
}

type row struct {
	line  int
	cells []string
}

// NewReader reads the header and recognises it, unless m says what it means.
func NewReader(t *sheets.Table, m *Mapping) (*Reader, error) {
	first, _, err := t.Next()
	if err != nil {
		return nil, err
	}
	r := &Reader{table: t, place: map[Column]int{}, refs: map[string]string{}}
	r.m.Header = append([]string{}, first...)
	r.m.Format, r.m.Columns = Recognise(first)
	if m != nil {
		r.m.Format, r.m.Columns = m.Format, m.Columns
	}
	for i, c := range r.m.Columns {
		if c != Ignore && c != Skip && i < len(first) {
			r.place[c] = i
		}
	}
	return r, nil
}

// Mapping is what the columns mean.
func (r *Reader) Mapping() Mapping { return r.m }

func (r *Reader) row() (*row, error) {
	if r.held != nil {
		one := r.held
		r.held = nil
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
	return &row{line, own}, nil
}

func (r *Reader) cell(one *row, c Column) string {
	if i, ok := r.place[c]; ok && i < len(one.cells) {
		return one.cells[i]
	}
	return ""
}

// mostRows of one product: more are no product but a mistake in its handle.
const mostRows = 4000

// Next reads the next item; io.EOF at the end.
func (r *Reader) Next() (*Item, error) {
	first, err := r.row()
	if err != nil {
		return nil, err
	}
	r.n++
	it := &Item{N: r.n, Line: first.line, says: map[Column]bool{}}
	b := &builder{Reader: r, it: it}
	b.add(first)
	group := r.group(first)
	it.Group = group
	if group == "" {
		return it, nil
	}
	for n := 1; n < mostRows; n++ {
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

// group is what the rows of one product share.
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
		if sku := r.cell(one, SKU); sku != "" {
			r.refs[group] = strings.ToLower(sku)
			group = strings.ToLower(sku)
		}
		return group
	}
	if sku := r.cell(one, SKU); sku != "" {
		return strings.ToLower(sku)
	}
	return r.cell(one, Barcode)
}
