package pdf

import (
	"strconv"
	"strings"

	"wekala/internal/platform/bidi"
)

// Sheet is a business document: parties and dates, a table of lines, totals, and remarks. It has as many pages as
// necessary.
type Sheet struct {
	Lang string
	RTL  bool

	Head         Letterhead
	Brand, Title string
	Number       string
	Facts        []Fact
	Parties      []Party
	Columns      []Column
	Rows         []Row
	Sums         []Sum
	Notes        []Party
	Foot         string
	// Page formats the number of a page.
	Page func(n, of int) string
}

// Letterhead is the design of the shop's documents: its colour and its logo, if the shop has its own.
type Letterhead struct {
	Colour Color    // black, the zero value, means the program's own
	Logo   *Picture // next to the name or instead of it
}

// Fact is a labelled value.
type Fact struct {
	Label, Value string
	LTR          bool // of the value: numbers and codes
}

// text returns the value; its own letters determine its direction.
func (f Fact) text() string {
	if f.LTR {
		return f.Value
	}
	return bidi.Isolate(f.Value)
}

// Party is a block of lines under a title.
type Party struct {
	Title string
	Lines []Fact // a line without a label is text
}

// Column is a column of the table. Width is its share of the space next to the wide column, which is the one with 0.
type Column struct {
	Title   string
	Width   float64
	Numbers bool
}

// Row is a line of the table. Sub is printed below the text of the wide column, its parts one after the other.
type Row struct {
	Cells []string
	Sub   []string
}

// sub joins the parts that a row has, each in its own direction.
func (r Row) sub() string {
	var parts []string
	for _, part := range r.Sub {
		if part != "" {
			parts = append(parts, bidi.Isolate(part))
		}
	}
	return strings.Join(parts, " · ")
}

// Sum is a line below the table.
type Sum struct {
	Label, Value string
	Strong       bool
	Quiet        bool
}

// The brand's colours in documents.
var (
	ink   = Color{0x16, 0x30, 0x2B}
	muted = Color{0x5C, 0x6B, 0x66}
	green = Color{0x0E, 0x7A, 0x5F}
	rule  = Color{0xE3, 0xDC, 0xCF}
	paper = Color{0xF6, 0xF1, 0xE8}
)

const (
	margin = 42
	inner  = Width - 2*margin
	bottom = Height - 60
	row    = 8 // blank above and below the text of a row

	sumGap  = 12 // between a label and its amount
	sumLine = 13
)

type setter struct {
	*Doc
	s     *Sheet
	y     float64
	brand Color
}

// PDF lays out the sheet and returns it as a file.
func (s *Sheet) PDF() ([]byte, error) { return s.set().Bytes() }

func (s *Sheet) set() *setter {
	t := &setter{Doc: New(Options{Title: s.Title + " " + s.Number, Lang: s.Lang, RTL: s.RTL}), s: s, brand: s.Head.Colour}
	if t.brand == (Color{}) {
		t.brand = green
	}
	t.head()
	t.parties()
	t.table()
	t.sums()
	t.notes()
	pages := t.Pages()
	for i := range pages {
		t.OnPage(i, func() { t.foot(i+1, pages) })
	}
	return t
}

// room starts a new page if less than height is left on the current one.
func (t *setter) room(height float64) bool {
	if t.y+height <= bottom {
		return false
	}
	t.NewPage()
	t.y = margin + 10
	return true
}

// first returns as much of a text as fits on one line.
func (t *setter) first(text string, s Style, width float64) string {
	for _, line := range t.Wrap(text, s, width, 1) {
		return line
	}
	return ""
}

func (t *setter) head() {
	t.Fill(0, 0, Width, 6, t.brand)
	t.lattice(6)
	t.name()
	t.Text(margin+240, 58, inner-240, t.s.Title, Style{Size: 20, Weight: Bold, Color: ink, Align: End})
	t.Text(margin+240, 76, inner-240, t.s.Number, Style{Size: 11, Color: muted, Align: End, LTR: true})
	t.y = 96
	width := inner / float64(max(1, len(t.s.Facts)))
	t.Fill(margin, t.y, inner, 40, paper)
	for i, f := range t.s.Facts {
		x := margin + width*float64(i) + 10
		t.Text(x, t.y+16, width-20, f.Label, Style{Size: 8, Color: muted})
		value := Style{Size: 10, Weight: Bold, Color: ink, LTR: f.LTR}
		t.Text(x, t.y+31, width-20, t.first(f.text(), value, width-20), value)
	}
	t.y += 62
}

// wordmark is the ratio of width to height from which a logo is taken to contain the name.
const wordmark = 2

// name draws the shop's logo and its name, or only its name.
func (t *setter) name() {
	x := float64(margin)
	if logo := t.s.Head.Logo; logo != nil {
		w, h := logo.Fit(170, 40)
		t.Draw(x, 68-h, w, h, logo)
		if w >= wordmark*h {
			return
		}
		x += w + 10
	}
	s := Style{Size: 20, Weight: Bold, Color: t.brand}
	t.Text(x, 58, margin+240-x, t.first(bidi.Isolate(t.s.Brand), s, margin+240-x), s)
}

// lattice draws the thin pattern under the header.
func (t *setter) lattice(y float64) {
	for x := 0.0; x < Width; x += 12 {
		t.Fill(x, y+2, 6, 1, rule)
		t.Fill(x+6, y+4, 6, 1, rule)
	}
}

func (t *setter) parties() {
	if len(t.s.Parties) == 0 {
		return
	}
	width := inner / float64(len(t.s.Parties))
	lowest := t.y
	for i, p := range t.s.Parties {
		if y := t.block(margin+width*float64(i), t.y, width-16, p); y > lowest {
			lowest = y
		}
	}
	t.y = lowest + 14
}

// block prints lines under a title and returns its lower end.
func (t *setter) block(x, y, width float64, p Party) float64 {
	t.Text(x, y, width, p.Title, Style{Size: 8, Weight: Bold, Color: t.brand})
	y += 15
	for i, l := range p.Lines {
		s := Style{Size: 10, Color: ink, LTR: l.LTR}
		if i == 0 {
			s.Weight = Bold
		}
		at := x
		if l.Label != "" {
			label := Style{Size: 10, Color: muted}
			t.Text(x, y, width, l.Label, label)
			at += t.Measure(l.Label, label) + 6
		}
		for _, line := range t.Wrap(l.text(), s, x+width-at, 3) {
			t.Text(at, y, x+width-at, line, s)
			y += 14
		}
	}
	return y
}

// columns returns the position and width of each column.
func (t *setter) columns() (x, width []float64) {
	wide := float64(inner)
	for _, c := range t.s.Columns {
		wide -= c.Width
	}
	at := float64(margin)
	for _, c := range t.s.Columns {
		w := c.Width
		if w == 0 {
			w = wide
		}
		x, width = append(x, at), append(width, w)
		at += w
	}
	return x, width
}

func (t *setter) titles(x, width []float64) {
	t.Fill(margin, t.y, inner, 22, t.brand)
	white := Color{255, 255, 255}
	for i, c := range t.s.Columns {
		s := Style{Size: 8.5, Weight: Bold, Color: white}
		if c.Numbers {
			s.Align = End
		}
		t.Text(x[i]+6, t.y+14.5, width[i]-12, c.Title, s)
	}
	t.y += 22
}

func (t *setter) table() {
	if len(t.s.Columns) == 0 {
		return
	}
	x, width := t.columns()
	t.room(80)
	t.titles(x, width)
	for _, r := range t.s.Rows {
		if t.failed != nil {
			return
		}
		lines := make([][]string, len(r.Cells))
		height := 0.0
		wide := 0
		sub := r.sub()
		for i, cell := range r.Cells {
			if t.s.Columns[i].Width == 0 {
				wide = i
			}
			if !t.s.Columns[i].Numbers {
				cell = bidi.Isolate(cell)
			}
			lines[i] = t.Wrap(cell, Style{Size: 9.5}, width[i]-12, 3)
			high := 13 * float64(len(lines[i]))
			if i == wide && sub != "" {
				high += 11
			}
			height = max(height, high)
		}
		height += 2*row - 4
		if t.room(height) {
			t.titles(x, width)
		}
		for i := range r.Cells {
			s := Style{Size: 9.5, Color: ink, LTR: t.s.Columns[i].Numbers}
			if t.s.Columns[i].Numbers {
				s.Align = End
			}
			for k, line := range lines[i] {
				t.Text(x[i]+6, t.y+row+7+13*float64(k), width[i]-12, line, s)
			}
			if i == wide && sub != "" {
				y := t.y + row + 7 + 13*float64(len(lines[i]))
				small := Style{Size: 8, Color: muted}
				t.Text(x[i]+6, y, width[i]-12, t.first(sub, small, width[i]-12), small)
			}
		}
		t.y += height
		t.Fill(margin, t.y, inner, 0.6, rule)
	}
	t.y += 12
}

func (t *setter) sums() {
	const width = 250
	for _, sum := range t.s.Sums {
		high, s := 17.0, Style{Size: 10, Color: ink}
		if sum.Quiet {
			s.Color = muted
		}
		if sum.Strong {
			high, s = 30, Style{Size: 13, Weight: Bold, Color: t.brand}
		}
		value := s
		value.Align = End
		// A label that does not fit next to its amount is wrapped, and never drawn under it.
		label := t.Wrap(sum.Label, s, width-16-t.Measure(sum.Value, value)-sumGap, 3)
		high += float64(max(0, len(label)-1)) * sumLine
		t.room(high)
		x := Width - margin - float64(width)
		if sum.Strong {
			t.y += 4
			t.Fill(x, t.y, width, high-2, paper)
			t.y += 5
			high -= 5
		}
		for i, line := range label {
			t.Text(x+8, t.y+13+float64(i)*sumLine, width-16, line, s)
		}
		t.Text(x+8, t.y+13, width-16, sum.Value, value)
		t.y += high
	}
	t.y += 16
}

func (t *setter) notes() {
	for _, n := range t.s.Notes {
		t.room(60)
		t.Text(margin, t.y, inner, n.Title, Style{Size: 8, Weight: Bold, Color: t.brand})
		t.y += 15
		for _, l := range n.Lines {
			for _, line := range t.Wrap(l.text(), Style{Size: 10}, inner, 12) {
				t.room(14)
				t.Text(margin, t.y, inner, line, Style{Size: 10, Color: ink})
				t.y += 14
			}
		}
		t.y += 10
	}
}

func (t *setter) foot(n, of int) {
	t.Fill(margin, Height-44, inner, 0.6, rule)
	t.Text(margin, Height-28, inner-120, t.s.Foot, Style{Size: 8, Color: muted})
	page := strconv.Itoa(n) + " / " + strconv.Itoa(of)
	if t.s.Page != nil {
		page = t.s.Page(n, of)
	}
	t.Text(margin, Height-28, inner, page, Style{Size: 8, Color: muted, Align: End})
}
