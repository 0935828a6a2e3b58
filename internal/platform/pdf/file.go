package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// sign is a glyph for certain letters. A glyph has a separate code for each text it represents, so that a code can be
// converted back into letters.
type sign struct {
	gid  uint16
	text string
}

// charset collects the glyphs of a typeface that a document uses.
type charset struct {
	face  *typeface
	codes map[sign]uint16
	signs []sign // by code
}

func newCharset(t *typeface) *charset {
	c := &charset{face: t, codes: map[sign]uint16{}}
	c.code(sign{})
	return c
}

func (c *charset) code(s sign) uint16 {
	if n, there := c.codes[s]; there {
		return n
	}
	n := uint16(len(c.signs))
	c.codes[s], c.signs = n, append(c.signs, s)
	return n
}

// joined are the signs of two letters that Unicode has a character for. Readers
// turn a line of Arabic round letter by letter and would turn these two as well;
// the one character they take apart afterwards, in the right order.
var joined = map[string]string{"لا": "\ufefb", "لأ": "\ufef7", "لإ": "\ufef9", "لآ": "\ufef5"}

// unseen is the text of a glyph that represents no letters.
const unseen = "\u200b"

// letters returns the text that a sign's code represents.
func (s sign) letters() string {
	if s.text == "" {
		return unseen
	}
	if one, ok := joined[s.text]; ok {
		return one
	}
	return s.text
}

// draw writes the operators that draw a line.
func (c *charset) draw(p *bytes.Buffer, line []glyph, size float64) {
	rise := 0
	open := false
	begin := func() {
		if !open {
			p.WriteString("[")
			open = true
		}
	}
	end := func() {
		if open {
			p.WriteString("] TJ ")
			open = false
		}
	}
	for _, g := range line {
		if g.dy != rise {
			end()
			rise = g.dy
			fmt.Fprintf(p, "%s Ts ", num(float64(rise)*size/em))
		}
		begin()
		if g.dx != 0 {
			fmt.Fprintf(p, "%d", -g.dx)
		}
		fmt.Fprintf(p, "<%04X>", c.code(sign{g.gid, g.text}))
		if after := c.face.width(g.gid) + g.dx - g.advance; after != 0 {
			fmt.Fprintf(p, "%d", after)
		}
	}
	end()
	if rise != 0 {
		p.WriteString("0 Ts ")
	}
}

// utf16Hex encodes a text in the format of PDF.
func utf16Hex(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String() + ">"
}

// file assembles the objects of a document.
func (d *Doc) file() []byte {
	w := &writer{}
	w.raw("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	const catalog, pages, info, first = 1, 2, 3, 4
	// perFont objects for each typeface, then two for each page.
	fonts := ""
	at := first
	for weight, c := range d.used {
		fonts += fmt.Sprintf("/F%d %d 0 R ", weight, at)
		c.write(w, at)
		at += perFont
	}
	drawn := ""
	for n, p := range d.pictures {
		drawn += fmt.Sprintf("/P%d %d 0 R ", n, at)
		p.write(w, at)
		at++
	}
	kids := ""
	for _, p := range d.pages {
		kids += fmt.Sprintf("%d 0 R ", at)
		w.object(at,
			fmt.Sprintf(
				"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s %s]/Resources<</Font<<%s>>/XObject<<%s>>>>/Contents %d 0 R>>",
				pages, num(Width), num(Height), fonts, drawn, at+1))
		w.stream(at+1, "", p.Bytes())
		at += 2
	}
	direction := "L2R"
	if d.opts.RTL {
		direction = "R2L"
	}
	w.object(catalog,
		fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Lang(%s)/ViewerPreferences<</Direction/%s/DisplayDocTitle true>>>>",
			pages, d.opts.Lang, direction))
	w.object(pages, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(d.pages), kids))
	w.object(info, fmt.Sprintf("<</Title %s/Producer(Wekala)>>", utf16Hex(d.opts.Title)))
	return w.finish(at, catalog, info)
}

// perFont is the number of objects of a typeface.
const perFont = 6

// write writes a typeface with the used glyphs.
func (c *charset) write(w *writer, at int) {
	t := c.face
	var used []uint16
	place := map[uint16]int{}
	toGlyph := make([]byte, 0, 2*len(c.signs))
	widths := ""
	for _, s := range c.signs {
		n, there := place[s.gid]
		if !there {
			n = len(used)
			place[s.gid], used = n, append(used, s.gid)
		}
		toGlyph = binary.BigEndian.AppendUint16(toGlyph, uint16(n))
		widths += fmt.Sprintf("%d ", t.width(s.gid))
	}
	box := fmt.Sprintf("%d %d %d %d", t.metric("head", 36), t.metric("head", 38), t.metric("head", 40),
		t.metric("head", 42))
	w.object(at,
		fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>",
			t.tagged(), at+1, at+2))
	w.object(at+1,
		fmt.Sprintf(
			"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
				"/FontDescriptor %d 0 R/W[0[%s]]/CIDToGIDMap %d 0 R>>", t.tagged(), at+3, widths, at+4))
	w.stream(at+2, "", c.toUnicode())
	w.object(at+3, fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%s]/ItalicAngle 0/Ascent %d/Descent "+
		"%d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>",
		t.tagged(), box, t.metric("hhea", 4), t.metric("hhea", 6), t.metric("hhea", 4), at+5))
	w.stream(at+4, "", toGlyph)
	ttf := t.subset(used)
	w.stream(at+5, fmt.Sprintf("/Length1 %d", len(ttf)), ttf)
}

// toUnicode maps each code to the letters it represents.
func (c *charset) toUnicode() []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	var rows []string
	for code, s := range c.signs {
		hex := strings.TrimPrefix(utf16Hex(s.letters()), "<FEFF")
		rows = append(rows, fmt.Sprintf("<%04X> <%s", code, hex))
	}
	const most = 100
	for len(rows) > 0 {
		n := min(most, len(rows))
		fmt.Fprintf(&b, "%d beginbfchar\n%s\nendbfchar\n", n, strings.Join(rows[:n], "\n"))
		rows = rows[n:]
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end\n")
	return b.Bytes()
}

// writer writes objects and records their positions.
type writer struct {
	out bytes.Buffer
	at  map[int]int
}

func (w *writer) raw(s string) { w.out.WriteString(s) }

func (w *writer) object(n int, body string) {
	if w.at == nil {
		w.at = map[int]int{}
	}
	w.at[n] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (w *writer) stream(n int, extra string, data []byte) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(data) // writing to a buffer never fails
	_ = z.Close()
	w.object(n,
		fmt.Sprintf("<</Length %d/Filter/FlateDecode%s>>\nstream\n%s\nendstream", packed.Len(), extra, packed.Bytes()))
}

// finish writes the cross-reference table of objects 1 to count-1.
func (w *writer) finish(count, catalog, info int) []byte {
	start := w.out.Len()
	fmt.Fprintf(&w.out, "xref\n0 %d\n0000000000 65535 f \n", count)
	for n := 1; n < count; n++ {
		fmt.Fprintf(&w.out, "%010d 00000 n \n", w.at[n])
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", count, catalog, info,
		start)
	return w.out.Bytes()
}
