package sheets

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// packedBook is a workbook of one sheet with these parts.
func packedBook(t *testing.T, sheet, shared, styles string, more int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	parts := [][2]string{
		{"xl/workbook.xml", `<workbook xmlns="a" xmlns:r="b"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels",
			`<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/sharedStrings.xml", "<sst>" + shared + "</sst>"},
		{"xl/styles.xml", "<styleSheet>" + styles + "</styleSheet>"},
		{"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" + sheet + "</sheetData></worksheet>"},
	}
	for i := range more {
		parts = append(parts, [2]string{fmt.Sprint("xl/media/", i), ""})
	}
	for _, p := range parts {
		w, err := z.Create(p[0])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, p[1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWorkbooksThatUnpackToTooMuch refuses small files that would unpack to a
// great deal, and does so early.
func TestWorkbooksThatUnpackToTooMuch(t *testing.T) {
	few := usual
	few.listed, few.token, few.unpacked, few.anyway, few.ratio = 16<<10, 100<<10, 4<<20, 64<<10, 100
	few.texts, few.text, few.styles, few.lines, few.rows = 100, 10_000, 50, 400, 200
	row := `<row><c t="str"><v>x</v></c></row>`
	long := strings.Repeat("x", 2<<20)
	deep := few
	deep.ratio = 1 << 20 // not part of this test
	for name, c := range map[string]struct {
		most                  limits
		sheet, shared, styles string
		more                  int
		want                  error
		line                  int
	}{
		"what is allowed": {few, strings.Repeat(row, 200) + strings.Repeat("<row/>", 200), strings.Repeat("<si/>", 100),
			strings.Repeat(`<numFmt numFmtId="1"/>`, 50), 9, nil, 0},
		"a text in a cell": {deep, row + `<row><c t="inlineStr"><is><t>` + long + `</t></is></c></row>`, "", "", 0,
			ErrTooLong, 2},
		"a text between rows": {deep, row + long, "", "", 0, ErrTooLong, 2},
		"a comment":           {deep, row + "<!--" + long + "-->", "", "", 0, ErrTooLong, 2},
		"a tag":               {deep, row + `<row a="` + long + `"/>`, "", "", 0, ErrTooLong, 2},
		"a shared text":       {deep, row, "<si><t>" + long + "</t></si>", "", 0, ErrTooLong, 0},
		"a style":             {deep, row, "", `<numFmt numFmtId="1" formatCode="` + long + `"/>`, 0, ErrTooLong, 0},
		"a style in the list": {deep, row, "", `<cellXfs><xf a="` + long + `"/></cellXfs>`, 0, ErrTooLong, 0},
		"shared texts, empty": {few, row, strings.Repeat("<si/>", 101), "", 0, ErrTooLarge, 0},
		"shared texts, long":  {few, row, strings.Repeat("<si><t>"+long[:1000]+"</t></si>", 11), "", 0, ErrTooLarge, 0},
		"formats": {few, row, "", fmt.Sprint("<cellXfs>", strings.Repeat("<xf/>", 51), "</cellXfs>"), 0,
			ErrTooLarge, 0},
		"rows":                  {few, strings.Repeat(row, 201), "", "", 0, ErrTooLarge, 201},
		"empty rows":            {few, strings.Repeat("<row/>", 401), "", "", 0, ErrTooLarge, 401},
		"a row far down":        {few, `<row r="9223372036854775807"/>` + row, "", "", 0, ErrTooLarge, 9223372036854775807},
		"more than its ratio":   {few, row + strings.Repeat("<x/>", 200_000), "", "", 0, ErrTooLarge, 2},
		"more than all may be":  {deep, row + strings.Repeat("<x/>", 1_100_000), "", "", 0, ErrTooLarge, 2},
		"tags within tags":      {few, row, strings.Repeat("<a>", 200_000), "", 0, ErrTooLarge, 0},
		"parts nobody asks for": {few, row, "", "", 500, ErrTooLarge, 0},
	} {
		b := packedBook(t, c.sheet, c.shared, c.styles, c.more)
		table, err := openXLSX(bytes.NewReader(b), int64(len(b)), c.most)
		for err == nil {
			if _, _, err = table.Next(); err == io.EOF && c.want == nil {
				break
			}
		}
		if c.want == nil {
			if err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var at *At
		if !errors.Is(err, c.want) || errors.As(err, &at) != (c.line > 0) || at != nil && at.Line != c.line {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// counted counts the bytes that are read.
type counted struct {
	r io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// TestATokenIsCutOffWithinIt reads no further than a token may go.
func TestATokenIsCutOffWithinIt(t *testing.T) {
	b := packedBook(t, "<row><c><v>"+strings.Repeat("x", 8<<20), "", "", 0)
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	w := &workbook{zip: z, most: usual, left: usual.unpacked}
	p, err := w.open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	from := &counted{r: p.from}
	p.from = from
	x := &xlsxReader{book: w, in: p}
	if _, _, err := x.next(); !errors.Is(err, ErrTooLong) {
		t.Error(err)
	}
	if from.n > int(usual.token)+64<<10 {
		t.Errorf("%d bytes were read of a token that may have %d", from.n, usual.token)
	}
}

// TestMemoryOfHostileWorkbooks measures the memory for workbooks that are made to be large: whatever they declare, it
// stays below their limits, and they are refused.
func TestMemoryOfHostileWorkbooks(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some hundred megabytes")
	}
	// Nearly the memory in use, without garbage that is not yet collected.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	// Data that cannot be compressed, so that the ratio bounds nothing.
	noise := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(noise)
	times := func(part string, n int) io.Reader { return &repeated{part: part, left: n} }
	for name, c := range map[string]struct {
		sheet, shared io.Reader
		more          []byte
		most          uint64 // MB
		ends          bool   // there is nothing in it
	}{
		"very many texts": {times("", 0), times("<si><t>x</t></si>", 1_200_000), noise, 90, false},
		"long texts": {times("", 0), times("<si><t>"+strings.Repeat("x", 30_000)+"</t></si>", 2_500), noise, 90,
			false},
		"a row of columns": {
			io.MultiReader(strings.NewReader("<row>"), times("<c><v>1</v></c>", 3_000_000), strings.NewReader("</row>")),
			times("", 0), noise, 20, false},
		"far columns":       {times(`<row><c r="XFD1"><v>1</v></c></row>`, 200_001), times("", 0), noise, 20, false},
		"tags within tags":  {times("<a>", 5_000_000), times("", 0), noise, 20, true},
		"nothing but zeros": {times("\x00", 64<<20), times("", 0), nil, 20, false},
	} {
		b := hostile(t, c.sheet, c.shared, c.more)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		before, most := m.HeapAlloc, uint64(0)
		look := func() {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc-min(before, m.HeapAlloc))
		}
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
					look()
				}
			}
		}()
		begun := time.Now()
		table, err := Open(bytes.NewReader(b), int64(len(b)))
		for err == nil {
			_, _, err = table.Next()
		}
		close(stop)
		<-done
		look()
		t.Logf("%s: a file of %d KB takes %d MB and %s: %v", name, len(b)>>10, most>>20,
			time.Since(begun).Round(time.Millisecond), err)
		if most>>20 > c.most {
			t.Errorf("%s: %d MB, not %d", name, most>>20, c.most)
		}
		if (err == io.EOF) != c.ends {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// repeated is one text over and over, in the memory of one.
type repeated struct {
	part string
	left int
	rest string
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		n := min(r.left, max(1, len(b)/max(1, len(r.part))))
		r.rest, r.left = strings.Repeat(r.part, n), r.left-n
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func hostile(t *testing.T, sheet, shared io.Reader, more []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range []struct {
		name string
		text io.Reader
	}{
		{"[Content_Types].xml", strings.NewReader("<Types/>")},
		{"xl/workbook.xml",
			strings.NewReader(`<workbook xmlns="a" xmlns:r="b"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`)},
		{"xl/_rels/workbook.xml.rels",
			strings.NewReader(`<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`)},
		{"xl/sharedStrings.xml", io.MultiReader(strings.NewReader("<sst>"), shared, strings.NewReader("</sst>"))},
		{"xl/worksheets/sheet1.xml",
			io.MultiReader(strings.NewReader("<worksheet><sheetData>"), sheet, strings.NewReader("</sheetData></worksheet>"))},
		{"xl/media/1", bytes.NewReader(more)},
	} {
		w, err := z.Create(p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, p.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
