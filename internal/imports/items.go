package imports

import (
	"html"
	"regexp"
	"strings"
	"time"
	"unicode"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// Problem is something about a row that people should know: a key of the texts,
// the column it is in, and what stands there.
type Problem struct {
	Line   int    `json:"line"`
	Column string `json:"column"` // as the file calls it; empty for the row
	Key    string `json:"key"`
	Value  string `json:"value,omitempty"`
	Args   []any  `json:"-"`
	// Fatal rows are not imported; the others are, without that cell.
	Fatal bool `json:"fatal"`
}

// Item is what the rows of one product say. What a file does not say is nil or
// empty, and stays as it is in the shop.
type Item struct {
	Line     int    // the first
	Group    string // what its rows share
	ParentOf string // of a variation: its product's SKU or "id:7"
	RefID    string
	Handle   string
	Store    string
	Category []string // from the top down
	Name     i18n.Text
	Text     i18n.Text
	Unit     i18n.Text
	Words    string
	Images   []string
	Facts    []Pair
	MinQty   *int64
	MaxQty   *int64
	VATBP    *int64
	Shown    *bool
	Options  []i18n.Text // names, at most three
	Variants []Variant
	Problems []Problem
	says     map[Column]bool
}

// Says reports whether the file had something to say in a column.
func (it *Item) Says(c Column) bool { return it.says[c] }

// Pair is a fact of a product.
type Pair struct{ Name, Value i18n.Text }

// Variant is what can be ordered.
type Variant struct {
	Line    int
	SKU     string
	Barcode string
	Choices []i18n.Text // in the order of the options
	Grams   *int64
	Active  *bool
	Image   string
	At      []Terms
}

// Terms are what a branch asks and has; an empty Branch is every branch that the
// import is for.
type Terms struct {
	Line    int
	Branch  string
	Price   *int64 // piastres, VAT included
	Offer   *int64
	NoOffer bool // the file has the column and nothing in it
	From    *time.Time
	Until   *time.Time
	Sold    *bool
	Stock   *int64
	Counted *bool
}

// Mapping says what the columns of a file mean.
type Mapping struct {
	Format  Format   `json:"format"`
	Header  []string `json:"header"`
	Columns []Column `json:"columns"`
}

// Unplaced lists the columns that have no place.
func (m Mapping) Unplaced() []string {
	out := []string{}
	for i, name := range m.Header {
		if i >= len(m.Columns) || m.Columns[i] == Ignore {
			out = append(out, name)
		}
	}
	return out
}

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
}

type row struct {
	line  int
	cells []string
}

// NewReader reads the header and recognises it; columns, where they are given,
// were chosen by hand.
func NewReader(t *sheets.Table, columns []Column) (*Reader, error) {
	first, _, err := t.Next()
	if err != nil {
		return nil, err
	}
	r := &Reader{table: t, place: map[Column]int{}, refs: map[string]string{}}
	r.m.Header = append([]string{}, first...)
	r.m.Format, r.m.Columns = Recognise(first)
	if columns != nil {
		r.m.Columns = columns
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
	return &row{line, append([]string{}, cells...)}, nil
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
	it := &Item{Line: first.line, says: map[Column]bool{}}
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
	if r := []rune(value); len(r) > 60 {
		value = string(r[:60]) + "…"
	}
	b.it.Problems = append(b.it.Problems, Problem{Line: b.line, Column: name, Key: key, Value: value, Fatal: fatal})
}

// has reads a cell and remembers that the file says something there.
func (b *builder) has(one *row, c Column) (string, bool) {
	v := b.cell(one, c)
	if v != "" {
		b.it.says[c] = true
	}
	return v, v != ""
}

func (b *builder) figure(one *row, c Column, places int, least int64) *int64 {
	v, ok := b.has(one, c)
	if !ok {
		return nil
	}
	n, ok := sheets.Decimal(v, places)
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

func (b *builder) day(one *row, c Column) *time.Time {
	v, ok := b.has(one, c)
	if !ok {
		return nil
	}
	at, ok := sheets.Day(v, clock.Cairo)
	if !ok {
		b.say(c, "imports.no_day", v, false)
		return nil
	}
	return &at
}

// keep takes what the first row that says something says.
func (b *builder) keep(to *string, one *row, c Column) {
	if v, ok := b.has(one, c); ok && *to == "" {
		*to = v
	}
}

// written puts a text to the language it is written in.
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
	b.written(&it.Name, one, NameEN, NameAR, Name, asIs)
	b.written(&it.Text, one, TextEN, TextAR, Text, plainText)
	b.written(&it.Unit, one, UnitEN, UnitAR, Ignore, asIs)
	if v, ok := b.has(one, Shelf); ok && it.Category == nil {
		it.Category = shelfOf(v, b.m.Format == WooCommerce)
	}
	if v, ok := b.has(one, Images); ok {
		it.Images = append(it.Images, pictures(v)...)
	}
	if v, ok := b.has(one, Facts); ok && it.Facts == nil {
		it.Facts = factsOf(v)
	}
	if it.MinQty == nil {
		it.MinQty = b.figure(one, MinQty, 0, 1)
	}
	if it.MaxQty == nil {
		it.MaxQty = b.figure(one, MaxQty, 0, 0)
	}
	if it.VATBP == nil {
		it.VATBP = b.vat(one)
	}
	if it.Shown == nil {
		it.Shown = b.truth(one, Shown)
	}
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

var optionColumns = [3]struct{ name, nameAR, value, valueAR Column }{
	{Option1, Option1AR, Value1, Value1AR}, {Option2, Option2AR, Value2, Value2AR}, {Option3, Option3AR, Value3, Value3AR},
}

func (b *builder) options(one *row) {
	it := b.it
	for i, c := range optionColumns {
		var name i18n.Text
		b.written(&name, one, Ignore, c.nameAR, c.name, asIs)
		if name == (i18n.Text{}) || b.m.Format == Shopify && strings.EqualFold(name.EN, "Title") && strings.EqualFold(b.cell(one, c.value), "Default Title") {
			continue // Shopify's way of saying that there are none
		}
		for len(it.Options) <= i {
			it.Options = append(it.Options, i18n.Text{})
		}
		if it.Options[i] == (i18n.Text{}) {
			it.Options[i] = name
		}
	}
}

// variant adds what a row says of what can be ordered. A row that says nothing
// of it brings pictures only.
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
	v := Variant{Line: one.line}
	v.SKU, _ = b.has(one, SKU)
	v.Barcode = b.barcode(one)
	for i, c := range optionColumns {
		var value i18n.Text
		b.written(&value, one, Ignore, c.valueAR, c.value, asIs)
		if i < len(it.Options) && it.Options[i] != (i18n.Text{}) && value != (i18n.Text{}) {
			for len(v.Choices) < i {
				v.Choices = append(v.Choices, i18n.Text{})
			}
			v.Choices = append(v.Choices, value)
		}
	}
	if b.m.Format == WooCommerce && !strings.HasPrefix(kind, "variation") {
		// What a simple product has are facts, not choices.
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
	// Rows of the same variant are its branches.
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

// barcode refuses what a spreadsheet made of a long number.
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
	t.From, t.Until = b.day(one, From), b.day(one, Until)
	t.Sold, t.Counted = b.truth(one, Sold), b.truth(one, Counted)
	if v, ok := b.has(one, Stock); ok {
		n, ok := sheets.Decimal(v, 0)
		switch {
		case !ok:
			b.say(Stock, "imports.no_figure", v, false)
		case n < 0:
			b.say(Stock, "imports.stock_below_zero", v, false)
		default:
			t.Stock = &n
		}
	}
	return t
}

// shelfOf reads "A > B" and, where there are several, takes the deepest. Only
// WooCommerce lists several; elsewhere a comma is part of a name.
func shelfOf(v string, several bool) []string {
	var best []string
	all := []string{v}
	if several {
		all = strings.Split(v, ",")
	}
	for _, one := range all {
		var path []string
		for _, part := range strings.Split(strings.ReplaceAll(one, "›", ">"), ">") {
			if part = strings.TrimSpace(part); part != "" {
				path = append(path, part)
			}
		}
		if len(path) > len(best) {
			best = path
		}
	}
	return best
}

// pictures reads a list of names or addresses.
func pictures(v string) []string {
	var out []string
	for _, one := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == '\n' || r == '|' }) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// factsOf reads "Size=Large / المقاس=كبير; …".
func factsOf(v string) []Pair {
	var out []Pair
	for _, one := range strings.Split(v, ";") {
		en, ar, _ := strings.Cut(one, " / ")
		var p Pair
		p.Name.EN, p.Value.EN, _ = strings.Cut(strings.TrimSpace(en), "=")
		p.Name.AR, p.Value.AR, _ = strings.Cut(strings.TrimSpace(ar), "=")
		if p != (Pair{}) {
			out = append(out, p)
		}
	}
	return out
}

var (
	breaks  = regexp.MustCompile(`(?i)</?(p|br|div|li|h[1-6]|tr)[^>]*>`)
	unshown = regexp.MustCompile(`(?is)<(script|style)[^>]*>.*?</(script|style)>`)
	marks   = regexp.MustCompile(`<[^>]*>`)
	blanks  = regexp.MustCompile(`[ \t]+`)
	lines   = regexp.MustCompile(`\s*\n\s*`)
)

// plainText takes the marks out of HTML.
func plainText(s string) string {
	if strings.ContainsAny(s, "<&") {
		s = unshown.ReplaceAllString(s, "")
		s = marks.ReplaceAllString(breaks.ReplaceAllString(s, "\n"), "")
		s = html.UnescapeString(s)
	}
	s = strings.ReplaceAll(s, `\n`, "\n") // as WooCommerce writes line ends
	return strings.TrimSpace(lines.ReplaceAllString(blanks.ReplaceAllString(s, " "), "\n"))
}
