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

// limits bound the data read from a workbook. A few megabytes can unpack to gigabytes, so the sizes that a file
// declares are never trusted.
type limits struct {
	listed   int64 // bytes of the list of the parts
	token    int64 // bytes of one tag or text, with what it is escaped by
	unpacked int64 // bytes of all parts together, and
	ratio    int64 // how many times the file they are, once more than
	anyway   int64 // these bytes
	texts    int   // of the list of texts that cells refer to, and
	text     int   // bytes of them: they must be in memory
	styles   int
	lines    int // as many as a sheet has
	rows     int // with something in them
}

var usual = limits{listed: 2 << 20, token: 1 << 20, unpacked: 256 << 20, ratio: 200, anyway: 16 << 20, texts: 1_000_000,
	text: 64 << 20, styles: 100_000, lines: 1 << 20, rows: 200_000}

// boundedAt refuses to read more than the remaining bytes.
type boundedAt struct {
	r    io.ReaderAt
	left int64
}

func (b *boundedAt) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, ErrTooLarge
	}
	return b.r.ReadAt(p, at)
}

type workbook struct {
	zip    *zip.Reader
	most   limits
	left   int64 // bytes that may still be unpacked
	shared []string
	dates  []bool // by style: whether the number is a day
	base   time.Time
}

func openXLSX(f io.ReaderAt, size int64, most limits) (*Table, error) {
	list := &boundedAt{f, most.listed}
	z, err := zip.NewReader(list, size)
	if err != nil {
		return nil, why(err)
	}
	list.left = math.MaxInt64 // what parts unpack to is bounded from here on
	w := &workbook{zip: z, most: most, left: min(most.unpacked, max(most.anyway, most.ratio*size)),
		base: time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)}
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
	in, err := w.open(sheet)
	if err != nil {
		return nil, err
	}
	return &Table{Kind: "xlsx", next: (&xlsxReader{book: w, in: in}).next, close: in.Close}, nil
}

// part reads the tags and texts of a part of a workbook, and fails within one
// that is too long rather than after it.
type part struct {
	io.Closer
	book  *workbook
	from  io.Reader
	xml   *xml.Decoder
	token int64 // bytes that may still be read for the next
}

func (p *part) Read(b []byte) (int, error) {
	if p.token <= 0 {
		return 0, ErrTooLong
	}
	if p.book.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := p.from.Read(b)
	p.token -= int64(n)
	p.book.left -= int64(n)
	return n, err
}

// next returns the next tag or text. It is raw, so that the decoder keeps no stack of open tags.
func (p *part) next() (xml.Token, error) {
	p.token = p.book.most.token
	return p.xml.RawToken()
}

func (w *workbook) open(name string) (*part, error) {
	f, err := w.zip.Open(strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil, ErrKind
	}
	p := &part{Closer: f, book: w, from: f}
	p.xml = xml.NewDecoder(p)
	return p, nil
}

// why returns the file's fault behind an error of reading it.
func why(err error) error {
	for _, known := range []error{ErrTooLong, ErrTooLarge} {
		if errors.Is(err, known) {
			return known
		}
	}
	return ErrBroken
}

// each calls fn for every element of that name in a part; a missing part has none.
func (w *workbook) each(name, element string, fn func(p *part, e xml.StartElement) error) error {
	p, err := w.open(name)
	if errors.Is(err, ErrKind) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = p.Close() }()
	for {
		token, err := p.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return why(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == element {
			if err := fn(p, e); err != nil {
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

// firstSheet returns the part of the workbook's first sheet.
func (w *workbook) firstSheet() (string, error) {
	id := ""
	err := w.each("xl/workbook.xml", "sheet", func(_ *part, e xml.StartElement) error {
		if state := attr(e, "state"); id == "" && (state == "" || state == "visible") {
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
	if err := w.each("xl/workbook.xml", "workbookPr", func(_ *part, e xml.StartElement) error {
		if v := attr(e, "date1904"); v == "1" || v == "true" {
			w.base = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		return nil
	}); err != nil {
		return "", err
	}
	sheet := ""
	err = w.each("xl/_rels/workbook.xml.rels", "Relationship", func(_ *part, e xml.StartElement) error {
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

// readShared reads the texts that cells refer to by number.
func (w *workbook) readShared() error {
	bytes := 0
	return w.each("xl/sharedStrings.xml", "si", func(p *part, _ xml.StartElement) error {
		text, err := plain(p, "si")
		if err != nil {
			return err
		}
		if bytes += len(text); bytes > w.most.text || len(w.shared) >= w.most.texts {
			return ErrTooLarge
		}
		w.shared = append(w.shared, text)
		return nil
	})
}

// plain joins the runs of a text up to the end of its element, without how it
// is pronounced.
func plain(p *part, until string) (string, error) {
	var b strings.Builder
	inText, skip := false, 0
	for {
		token, err := p.next()
		if err != nil {
			return "", why(err)
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
				if b.Len()+len(e) > MaxCell {
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
	if err := w.each("xl/styles.xml", "numFmt", func(_ *part, e xml.StartElement) error {
		if len(own) >= w.most.styles {
			return ErrTooLarge
		}
		own[attr(e, "numFmtId")] = isDateFormat(attr(e, "formatCode"))
		return nil
	}); err != nil {
		return err
	}
	return w.each("xl/styles.xml", "cellXfs", func(p *part, _ xml.StartElement) error {
		for {
			token, err := p.next()
			if err != nil {
				return why(err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				if e.Name.Local != "xf" {
					continue
				}
				if len(w.dates) >= w.most.styles {
					return ErrTooLarge
				}
				id := attr(e, "numFmtId")
				n, _ := strconv.Atoi(id)
				date, known := own[id]
				w.dates = append(w.dates, known && date || !known &&
					(n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 36 || n >= 50 && n <= 58))
			case xml.EndElement:
				if e.Name.Local == "cellXfs" {
					return nil
				}
			}
		}
	})
}

// isDateFormat reports whether a format shows days or years instead of a number.
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
	in    *part
	row   int // the line that is read
	rows  int // so far, with something in them
	cells []string
}

func (x *xlsxReader) next() ([]string, int, error) {
	for {
		token, err := x.in.next()
		if err == io.EOF {
			return nil, x.row, io.EOF
		}
		if err != nil {
			return nil, x.row, &At{x.row + 1, why(err)}
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
			return nil, x.row, &At{x.row, why(err)}
		}
		if x.row > x.book.most.lines || x.rows > x.book.most.rows {
			return nil, x.row, &At{x.row, ErrTooLarge}
		}
		return x.cells, x.row, nil
	}
}

func (x *xlsxReader) readRow() error {
	x.cells = x.cells[:0]
	total := 0
	for {
		token, err := x.in.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "row" {
				if total > 0 {
					x.rows++
				}
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
			if column >= MaxColumns {
				return ErrTooLong
			}
			text, err := x.readCell(e)
			if err != nil {
				return err
			}
			if total += len(text); len(text) > MaxCell || total > MaxRecord {
				return ErrTooLong
			}
			for len(x.cells) <= column {
				x.cells = append(x.cells, "")
			}
			x.cells[column] = text
		}
	}
}

// columnOf parses the letters of "AB12".
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
		token, err := x.in.next()
		if err != nil {
			return "", err
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
			if value.Len()+inline.Len()+len(e) > MaxCell {
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

// shown returns the text of a cell: a day as 2026-11-22, a whole number without a decimal point, a boolean as 1 or 0.
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
	if style, err := strconv.Atoi(attr(c, "s")); err == nil && style >= 0 && style < len(x.book.dates) &&
		x.book.dates[style] && n >= 0 && n < 2_958_466 {
		at := x.book.base.Add(time.Duration(math.Round(n*86_400)) * time.Second)
		if at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 {
			return at.Format("2006-01-02"), nil
		}
		return at.Format("2006-01-02 15:04"), nil
	}
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return fmt.Sprintf("%.0f", n), nil // a barcode, written as 6.22E+12
	}
	// Spreadsheets compute values such as 19.990000000000002.
	return strconv.FormatFloat(math.Round(n*1e6)/1e6, 'f', -1, 64), nil
}
