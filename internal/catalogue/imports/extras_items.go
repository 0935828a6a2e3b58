package imports

import (
	"io"
	"slices"
	"strings"

	"wekala/internal/catalogue/extras"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// GroupRows holds the rows of a file about one group of extras.
type GroupRows struct {
	Name        i18n.Text
	Key         string // as nameKey has its name
	Least, Most *int64
	Options     []OptionRow
	bounds      [2]int // the lines of Least and Most
}

// OptionRow is one extra in a file.
type OptionRow struct {
	Line  int
	Name  i18n.Text
	Price *int64
}

// Link adds a group to a product or, if Gone is set, removes it.
type Link struct {
	Line   int
	Column string // the file's header
	Group  string
	Gone   bool
}

// nameKey normalises a name so that its spellings compare as equal.
func nameKey(name string) string { return firstOf(header(name), strings.TrimSpace(name)) }

// maxExtras limits the rows of a file of extras. All rows are read before the first is processed, because the rows of a
// group may be anywhere in the file.
const maxExtras = 50_000

// nextExtras returns the groups of a file of extras first, and then one item for each row that names a product.
func (r *Reader) nextExtras() (*Item, error) {
	if !r.extrasRead {
		if err := r.readExtras(); err != nil {
			return nil, err
		}
		r.extrasRead = true
	}
	if len(r.extras) == 0 {
		return nil, io.EOF
	}
	it := r.extras[0]
	r.extras = r.extras[1:]
	r.n++
	it.N = r.n
	return it, nil
}

func (r *Reader) readExtras() error {
	groups := map[string]*builder{}
	var first, links []*Item
	linked := map[string]bool{}
	for {
		one, err := r.row()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if r.Rows > maxExtras {
			return sheets.ErrTooLarge
		}
		row := &builder{Reader: r, it: &Item{Line: one.line, says: map[Column]bool{}}, line: one.line}
		row.leftOut(one)
		var name i18n.Text
		row.written(&name, one, GroupEN, GroupAR, Group, asIs)
		if name == (i18n.Text{}) {
			if slices.ContainsFunc(one.cells, func(c string) bool { return c != "" }) {
				row.say(Group, "imports.extras_no_group", "", true)
				links = append(links, row.it)
			}
			continue
		}
		row.keep(&row.it.Store, one, Store)
		key := "extras " + strings.ToLower(row.it.Store) + " " + nameKey(firstOf(name.EN, name.AR))
		b := groups[key]
		if b == nil {
			b = &builder{
				Reader: r, it: &Item{Line: one.line, Group: key, Store: row.it.Store, Name: name, says: map[Column]bool{},
					Extras: &GroupRows{Name: name, Key: nameKey(firstOf(name.EN, name.AR))}}}
			groups[key] = b
			first = append(first, b.it)
		}
		b.line = one.line
		b.leftOut(one)
		link := r.linkOf(row, one, name, key)
		b.boundsOf(one, link)
		b.optionOf(one)
		if link == nil {
			row.nothingSaid(one)
			if len(row.it.Problems) > 0 {
				row.it.Name = name
				links = append(links, row.it)
			}
			continue
		}
		v := link.Variants[0]
		if same := strings.Join([]string{key, v.SKU, v.Barcode, link.Name.EN, link.Name.AR}, "\n"); len(link.Problems) > 0 ||
			!linked[same] {
			linked[same] = true
			links = append(links, link)
		}
	}
	for _, it := range first {
		// A file that only assigns groups to products does not change the groups.
		if g := it.Extras; len(g.Options) > 0 || g.Least != nil || g.Most != nil || len(it.Problems) > 0 {
			r.extras = append(r.extras, it)
		}
	}
	r.extras = append(r.extras, links...)
	return nil
}

// linkOf is the product to which a row assigns a group; nil if the row names none.
func (r *Reader) linkOf(row *builder, one *row, group i18n.Text, key string) *Item {
	it := row.it
	row.written(&it.Name, one, NameEN, NameAR, Name, asIs)
	v := Variant{Line: one.line, SKU: row.sku(one), Barcode: row.barcode(one)}
	if v.SKU == "" && v.Barcode == "" && it.Name == (i18n.Text{}) {
		return nil
	}
	column := string(Group)
	for _, c := range []Column{Group, GroupEN, GroupAR} {
		if i, ok := r.place[c]; ok {
			column = r.m.Header[i]
		}
	}
	it.Group, it.Variants = key, []Variant{v}
	it.Links = []Link{{Line: one.line, Column: column, Group: firstOf(group.EN, group.AR)}}
	return it
}

// nothingSaid refuses a row that names a group but neither an extra nor a product.
func (b *builder) nothingSaid(one *row) {
	for _, c := range []Column{Extra, ExtraEN, ExtraAR, Least, Most} {
		if b.cell(one, c) != "" {
			return
		}
	}
	for _, c := range []Column{SKU, Barcode} {
		if v := b.cell(one, c); v != "" {
			b.it.Problems = nil // what stands there is no code, which is all there is to say
			b.say(c, "imports.sku_unknown", v, true)
			return
		}
	}
	b.say(Extra, "imports.extras_nothing", "", true)
}

// boundsOf reads the minimum and maximum number of extras to choose. They are the same for all products of a group: a
// row with other values is refused, and its product too.
func (b *builder) boundsOf(one *row, link *Item) {
	g := b.it.Extras
	for i, c := range []Column{Least, Most} {
		n := b.figure(one, c, 0, 0)
		if n == nil || c == Most && *n == 0 {
			continue // no limit
		}
		to := []**int64{&g.Least, &g.Most}[i]
		switch {
		case *to == nil:
			*to, g.bounds[i] = n, one.line
		case **to != *n:
			at := b
			if link != nil {
				at = &builder{Reader: b.Reader, it: link, line: one.line}
			}
			at.say(c, "imports.extras_bounds", b.cell(one, c), true)
			at.it.Problems[len(at.it.Problems)-1].Args = map[string]any{"line": g.bounds[i]}
		}
	}
}

// optionOf reads the extra of a row. An extra that repeats for several products counts once.
func (b *builder) optionOf(one *row) {
	o := OptionRow{Line: one.line}
	b.written(&o.Name, one, ExtraEN, ExtraAR, Extra, asIs)
	if o.Name == (i18n.Text{}) {
		return
	}
	if v, ok := b.has(one, Price); ok {
		price, ok := sheets.Decimal(v, 2)
		switch {
		case !ok:
			b.say(Price, "imports.no_figure", v, true)
		case price < 0:
			b.say(Price, "imports.extra_below_zero", v, true)
		default:
			o.Price = &price
		}
	}
	g := b.it.Extras
	for i := range g.Options {
		have := &g.Options[i]
		if !alikeText(have.Name, o.Name) {
			continue
		}
		switch {
		case have.Price == nil:
			have.Price = o.Price
		case o.Price != nil && *o.Price != *have.Price:
			b.say(Price, "imports.extra_twice", b.cell(one, Price), true)
			b.it.Problems[len(b.it.Problems)-1].Args = map[string]any{"line": have.Line}
		}
		return
	}
	// One extra beyond the limit is enough to refuse the group. A limit is needed because every row is compared with these
	// extras.
	if len(g.Options) <= extras.MaxExtras {
		g.Options = append(g.Options, o)
	}
}

// alikeText reports whether two names are equal in a language that both have.
func alikeText(a, b i18n.Text) bool {
	return a.EN != "" && strings.EqualFold(sheets.Tidy(a.EN), sheets.Tidy(b.EN)) || a.AR != "" &&
		sheets.Tidy(a.AR) == sheets.Tidy(b.AR)
}

// links reads the columns of a product file that each name a group.
func (b *builder) links(one *row) {
	for i, c := range b.m.Columns {
		if c != ExtrasOf || i >= len(one.cells) || one.cells[i] == "" {
			continue
		}
		b.it.says[ExtrasOf] = true
		name := b.m.Header[i]
		has, ok := sheets.Truth(one.cells[i])
		if !ok {
			b.it.Problems = append(b.it.Problems, Problem{
				Line: one.line, Column: name, Key: "imports.no_answer", Value: clipped(one.cells[i])})
			continue
		}
		l := Link{Line: one.line, Column: name, Group: groupOf(name), Gone: !has}
		if !slices.ContainsFunc(b.it.Links, func(o Link) bool { return nameKey(o.Group) == nameKey(l.Group) }) {
			b.it.Links = append(b.it.Links, l)
		}
	}
}
