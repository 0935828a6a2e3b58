// Package pdf writes documents with Arabic and Latin text. Text is put into the order of the line (UAX #9), shaped and
// joined with the embedded family (Readex Pro), and drawn with only the glyphs it needs; each of them names the letters
// it represents, so that text copied out of the document is the text that went in. Nothing outside the program is used.
//
// Lengths are points, from the top left corner. A document made for right-to-left reads from the right: Start and End
// are then the right and the left side, and the code that places columns mirrors them (see Doc.X).
package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

// The page is A4.
const (
	Width  = 595.28
	Height = 841.89
)

// maxPages bounds the pages of a document.
const maxPages = 60

// ErrTooLong reports that a document would have too many pages.
var ErrTooLong = errors.New("pdf: the document is too long")

// Color is a colour of the brand, 0 to 255.
type Color struct{ R, G, B uint8 }

// Align is the position of a line in its box.
type Align int

// The sides of a box, in the direction of reading.
const (
	Start Align = iota
	End
	Center
)

// Style is the look of text.
type Style struct {
	Size   float64
	Weight Weight
	Color  Color
	Align  Align
	// LTR sets the direction to left-to-right in any document, for numbers, codes and phones.
	LTR bool
}

// Options describe a document.
type Options struct {
	Title string
	Lang  string // "en", "ar"
	RTL   bool
}

// Doc is a document that is being written. Only one goroutine may use it.
type Doc struct {
	opts   Options
	shaper *shaper
	pages  []*bytes.Buffer
	used   [weights]*charset
	// pictures that were drawn, each written once.
	pictures []*Picture
	failed   error
}

// New creates a document with an empty page.
func New(opts Options) *Doc {
	d := &Doc{opts: opts, shaper: newShaper()}
	for w := range d.used {
		d.used[w] = newCharset(family()[w])
	}
	d.NewPage()
	return d
}

// NewPage starts a new page.
func (d *Doc) NewPage() {
	if len(d.pages) == maxPages {
		d.failed = ErrTooLong
		return
	}
	d.pages = append(d.pages, &bytes.Buffer{})
}

// Pages returns the number of pages.
func (d *Doc) Pages() int { return len(d.pages) }

// OnPage lets f draw on an earlier page, such as its number once the total is known.
func (d *Doc) OnPage(i int, f func()) {
	last := d.pages
	d.pages = d.pages[:i+1]
	f()
	d.pages = last
}

func (d *Doc) page() *bytes.Buffer { return d.pages[len(d.pages)-1] }

// X mirrors a box in a right-to-left document: x and width are those of the left-to-right layout.
func (d *Doc) X(x, width float64) float64 {
	if d.opts.RTL {
		return Width - x - width
	}
	return x
}

// Fill paints a box.
func (d *Doc) Fill(x, y, width, height float64, c Color) {
	fmt.Fprintf(d.page(), "%s rg %s %s %s %s re f\n", rgb(c), num(d.X(x, width)), num(Height-y-height), num(width),
		num(height))
}

// Measure returns the length of a text on one line.
func (d *Doc) Measure(text string, s Style) float64 {
	return float64(length(d.shaper.line(text, s.Weight, d.opts.RTL && !s.LTR))) * s.Size / em
}

// Wrap breaks a text into lines that fit a width. If the text needs more than limit lines, the last one ends with an
// ellipsis.
func (d *Doc) Wrap(text string, s Style, width float64, limit int) []string {
	return d.shaper.wrap(text, s.Weight, d.opts.RTL && !s.LTR, int(width/s.Size*em), limit)
}

// Text draws one line in a box of a width, its baseline at y.
func (d *Doc) Text(x, y, width float64, text string, s Style) {
	line := d.shaper.line(text, s.Weight, d.opts.RTL && !s.LTR)
	if len(line) == 0 || d.failed != nil {
		return
	}
	long := float64(length(line)) * s.Size / em
	at := d.X(x, width)
	switch {
	case s.Align == Center:
		at += (width - long) / 2
	case (s.Align == Start) == d.opts.RTL:
		at += width - long
	}
	p := d.page()
	fmt.Fprintf(p, "BT %s rg /F%d %s Tf %s %s Td ", rgb(s.Color), s.Weight, num(s.Size), num(at), num(Height-y))
	d.used[s.Weight].draw(p, line, s.Size)
	p.WriteString("ET\n")
}

// Bytes returns the document as a file.
func (d *Doc) Bytes() ([]byte, error) {
	if d.failed != nil {
		return nil, d.failed
	}
	return d.file(), nil
}

func rgb(c Color) string {
	return num(float64(c.R)/255) + " " + num(float64(c.G)/255) + " " + num(float64(c.B)/255)
}

// num formats a number in its shortest form.
func num(v float64) string {
	return fmt.Sprint(math.Round(v*1000) / 1000)
}
