package sheets

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// What of a workbook is unpacked at most. A workbook keeps each text that stands
// in its cells once, in a list that must be in memory.
const (
	mostShared   = 64 << 20
	mostUnpacked = 1 << 30
)

// bounded refuses to unpack more than is left.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, ErrTooLong
	}
	return n, err
}

type workbook struct {
	zip    *zip.Reader
	shared []string
	dates  []bool // by style: whether the number is a day
	base   time.Time
}

func openXLSX(f io.ReaderAt, size int64) (*Table, error) {
	z, err := zip.NewReader(f, size)
	if err != nil {
		return nil, ErrBroken
	}
	w := &workbook{zip: z, base: time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)}
	sheet, err := w.firstSheet()
	if err != nil {
		return nil, err
	}
	if err := w.readShared(); err != nil {
		return nil, err
	}
	if err := w.readStyles(); err != nil {
		return nil, err
	}
	in, err := w.open(sheet, mostUnpacked)
	if err != nil {
		return nil, err
	}
	r := &xlsxReader{book: w, in: xml.NewDecoder(in)}
	return &Table{Kind: "xlsx", next: r.next, close: in.Close}, nil
}

type closer struct {
	io.Reader
	io.Closer
}

func (w *workbook) open(name string, most int64) (io.ReadCloser, error) {
	f, err := w.zip.Open(strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil, ErrKind
	}
	return closer{&bounded{f, most}, f}, nil
}

// each calls fn for every element of that name in a part; a part that is not
// there has none.
func (w *workbook) each(part, element string, fn func(d *xml.Decoder, e xml.StartElement) error) error {
	in, err := w.open(part, mostShared)
	if errors.Is(err, ErrKind) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	d := xml.NewDecoder(in)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if errors.Is(err, ErrTooLong) {
				return ErrTooLong
			}
			return ErrBroken
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == element {
			if err := fn(d, e); err != nil {
				return err
			}
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// firstSheet is the part of the workbook's first sheet.
func (w *workbook) firstSheet() (string, error) {
	id := ""
	err := w.each("xl/workbook.xml", "sheet", func(_ *xml.Decoder, e xml.StartElement) error {
		if id == "" && attr(e, "state") == "" {
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if err := w.each("xl/workbook.xml", "workbookPr", func(_ *xml.Decoder, e xml.StartElement) error {
		if v := attr(e, "date1904"); v == "1" || v == "true" {
			w.base = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		return nil
	}); err != nil {
		return "", err
	}
	sheet := ""
	err = w.each("xl/_rels/workbook.xml.rels", "Relationship", func(_ *xml.Decoder, e xml.StartElement) error {
		if attr(e, "Id") == id && id != "" {
			sheet = attr(e, "Target")
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if sheet == "" {
		return "", ErrKind
	}
	if !strings.HasPrefix(sheet, "/") {
		sheet = path.Join("xl", sheet)
	}
	return sheet, nil
}

// readShared reads the texts that cells refer to by their number.
func (w *workbook) readShared() error {
	return w.each("xl/sharedStrings.xml", "si", func(d *xml.Decoder, e xml.StartElement) error {
		text, err := plain(d, "si")
		w.shared = append(w.shared, text)
		return err
	})
}

// plain joins the runs of a text up to the end of its element, without how it
// is pronounced.
func plain(d *xml.Decoder, until string) (string, error) {
	var b strings.Builder
	inText, skip := false, 0
	for {
		token, err := d.Token()
		if err != nil {
			return "", ErrBroken
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "t":
				inText = true
			case "rPh":
				skip++
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "t":
				inText = false
			case "rPh":
				skip--
			case until:
				return b.String(), nil
			}
		case xml.CharData:
			if inText && skip == 0 {
				if b.Len()+len(e) > MostCell {
					return "", ErrTooLong
				}
				b.Write(e)
			}
		}
	}
}

// readStyles finds the styles that show a number as a day.
func (w *workbook) readStyles() error {
	own := map[string]bool{}
	if err := w.each("xl/styles.xml", "numFmt", func(_ *xml.Decoder, e xml.StartElement) error {
		own[attr(e, "numFmtId")] = isDateFormat(attr(e, "formatCode"))
		return nil
	}); err != nil {
		return err
	}
	return w.each("xl/styles.xml", "cellXfs", func(d *xml.Decoder, _ xml.StartElement) error {
		for {
			token, err := d.Token()
			if err != nil {
				return ErrBroken
			}
			switch e := token.(type) {
			case xml.StartElement:
				if e.Name.Local != "xf" {
					continue
				}
				id := attr(e, "numFmtId")
				n, _ := strconv.Atoi(id)
				date, known := own[id]
				w.dates = append(w.dates, known && date || !known && (n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 36 || n >= 50 && n <= 58))
			case xml.EndElement:
				if e.Name.Local == "cellXfs" {
					return nil
				}
			}
		}
	})
}

// isDateFormat tells a format with days or years from one of figures.
func isDateFormat(code string) bool {
	var b strings.Builder
	quoted, bracket := false, false
	for _, r := range strings.ToLower(code) {
		switch {
		case r == '"':
			quoted = !quoted
		case r == '[':
			bracket = true
		case r == ']':
			bracket = false
		case !quoted && !bracket:
			b.WriteRune(r)
		}
	}
	return strings.ContainsAny(b.String(), "dy")
}

type xlsxReader struct {
	book  *workbook
	in    *xml.Decoder
	row   int
	cells []string
}

func (x *xlsxReader) fail(err error) error {
	if errors.Is(err, ErrTooLong) {
		return &At{x.row + 1, ErrTooLong}
	}
	return &At{x.row + 1, ErrBroken}
}

func (x *xlsxReader) next() ([]string, int, error) {
	for {
		token, err := x.in.RawToken()
		if err == io.EOF {
			return nil, x.row, io.EOF
		}
		if err != nil {
			return nil, x.row, x.fail(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "row" {
			continue
		}
		x.row++
		if n, err := strconv.Atoi(attr(e, "r")); err == nil && n > x.row {
			x.row = n
		}
		if err := x.readRow(); err != nil {
			return nil, x.row, x.fail(err)
		}
		return x.cells, x.row, nil
	}
}

func (x *xlsxReader) readRow() error {
	x.cells = x.cells[:0]
	total := 0
	for {
		token, err := x.in.RawToken()
		if err != nil {
			return cut(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "row" {
				return nil
			}
		case xml.StartElement:
			if e.Name.Local != "c" {
				continue
			}
			column := len(x.cells)
			if at, ok := columnOf(attr(e, "r")); ok {
				column = at
			}
			if column >= MostColumns {
				return ErrTooLong
			}
			text, err := x.readCell(e)
			if err != nil {
				return err
			}
			if total += len(text); len(text) > MostCell || total > MostRecord {
				return ErrTooLong
			}
			for len(x.cells) <= column {
				x.cells = append(x.cells, "")
			}
			x.cells[column] = text
		}
	}
}

func cut(err error) error {
	if err == io.EOF {
		return ErrBroken
	}
	return err
}

// columnOf reads the letters of "AB12".
func columnOf(ref string) (int, bool) {
	n := 0
	for _, r := range ref {
		if r < 'A' || r > 'Z' {
			break
		}
		if n = n*26 + int(r-'A') + 1; n > 20_000 {
			return n, true
		}
	}
	return n - 1, n > 0
}

// readCell reads a cell up to its end.
func (x *xlsxReader) readCell(c xml.StartElement) (string, error) {
	var value, inline strings.Builder
	in := ""
	for {
		token, err := x.in.RawToken()
		if err != nil {
			return "", cut(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			in = e.Name.Local
		case xml.EndElement:
			in = ""
			if e.Name.Local == "c" {
				return x.shown(c, value.String(), inline.String())
			}
		case xml.CharData:
			if value.Len()+inline.Len()+len(e) > MostCell {
				return "", ErrTooLong
			}
			switch in {
			case "v":
				value.Write(e)
			case "t":
				inline.Write(e)
			}
		}
	}
}

// shown is what a cell says: a day as 2026-11-22, a whole number without its
// point, a truth as 1 or 0.
func (x *xlsxReader) shown(c xml.StartElement, value, inline string) (string, error) {
	switch attr(c, "t") {
	case "s":
		i, err := strconv.Atoi(value)
		if err != nil || i < 0 || i >= len(x.book.shared) {
			return "", ErrBroken
		}
		return x.book.shared[i], nil
	case "inlineStr":
		return inline, nil
	case "str", "b", "d":
		return value, nil
	case "e":
		return "", nil // #N/A
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return value, nil
	}
	if style, err := strconv.Atoi(attr(c, "s")); err == nil && style >= 0 && style < len(x.book.dates) && x.book.dates[style] && n >= 0 && n < 2_958_466 {
		at := x.book.base.Add(time.Duration(math.Round(n*86_400)) * time.Second)
		if at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 {
			return at.Format("2006-01-02"), nil
		}
		return at.Format("2006-01-02 15:04"), nil
	}
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return fmt.Sprintf("%.0f", n), nil // a barcode, written as 6.22E+12
	}
	// What a spreadsheet computes is 19.990000000000002.
	return strconv.FormatFloat(math.Round(n*1e6)/1e6, 'f', -1, 64), nil
}
