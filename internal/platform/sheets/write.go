package sheets

import (
	"archive/zip"
	"bufio"
	"encoding/csv"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Writer writes a table row by row, in little memory whatever its length.
type Writer interface {
	Row(cells []string) error
	// Close ends the table; the underlying writer stays open.
	Close() error
}

// Inert returns a text that no spreadsheet program reads as a formula: it puts an apostrophe before everything that
// could begin one, also within the text, where a program that splits cells at semicolons begins another. Plain removes
// it again.
func Inert(s string) string {
	return guarded(s, func(marks int) int { return marks + 1 })
}

// Plain reverses Inert.
func Plain(s string) string {
	return guarded(s, func(marks int) int { return max(0, marks-1) })
}

// guarded gives each beginning of a formula as many apostrophes as so many become.
func guarded(s string, become func(marks int) int) string {
	if !strings.ContainsAny(s, formulas) {
		return s
	}
	var b strings.Builder
	for before, rest := byte(0), s; ; {
		after := strings.TrimLeft(rest, "'")
		marks := len(rest) - len(after)
		if begins(before, after) {
			marks = become(marks)
		}
		b.WriteString(strings.Repeat("'", marks))
		end := strings.IndexAny(after, separators)
		if end < 0 {
			b.WriteString(after)
			return b.String()
		}
		b.WriteString(after[:end+1])
		before, rest = after[end], after[end+1:]
	}
}

const (
	formulas   = "=+-@\t\r\n＝＋－＠" // what one begins with
	separators = ";\t\r\n"        // what a cell may begin after
)

// begins reports whether a formula would begin after a separator, 0 at the start. After one, quotation marks and spaces
// are skipped: a program that separates there removes them.
func begins(before byte, after string) bool {
	if before != 0 {
		after = strings.TrimLeftFunc(after, func(r rune) bool {
			return r == '"' || !strings.ContainsRune(separators, r) && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r))
		})
	}
	if after == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(after)
	return strings.ContainsRune(formulas, r) && (before == 0 || !strings.ContainsRune(separators, r))
}

// NewCSV writes a CSV that begins with the byte order mark by which Excel recognises UTF-8.
func NewCSV(to io.Writer) Writer {
	b := bufio.NewWriterSize(to, 32<<10)
	_, _ = b.WriteString("\ufeff")
	return &csvWriter{b, csv.NewWriter(b)}
}

type csvWriter struct {
	b *bufio.Writer
	w *csv.Writer
}

func (c *csvWriter) Row(cells []string) error { return c.w.Write(cells) }

func (c *csvWriter) Close() error {
	if c.w.Flush(); c.w.Error() != nil {
		return c.w.Error()
	}
	return c.b.Flush()
}

// The fixed parts of a workbook. Every cell is text, so that no program converts barcodes to numbers or sizes to dates.
var bookParts = []struct{ name, text string }{
	{
		"[Content_Types].xml",
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{
		"_rels/.rels",
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{
		"xl/workbook.xml",
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{
		"xl/_rels/workbook.xml.rels",
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

// NewXLSX writes a workbook of one sheet.
func NewXLSX(to io.Writer) (Writer, error) {
	z := zip.NewWriter(to)
	for _, part := range bookParts {
		w, err := z.Create(part.name)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, part.text); err != nil {
			return nil, err
		}
	}
	w, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	b := bufio.NewWriterSize(w, 32<<10)
	_, err = b.WriteString(
		`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	return &xlsxWriter{z: z, b: b}, err
}

type xlsxWriter struct {
	z   *zip.Writer
	b   *bufio.Writer
	row int
}

func (x *xlsxWriter) Row(cells []string) error {
	x.row++
	_, _ = x.b.WriteString(`<row r="` + strconv.Itoa(x.row) + `">`)
	for i, c := range cells {
		if c == "" {
			continue
		}
		_, _ = x.b.WriteString(`<c r="` + columnName(i) + strconv.Itoa(x.row) +
			`" t="inlineStr"><is><t xml:space="preserve">`)
		if err := xml.EscapeText(x.b, []byte(c)); err != nil {
			return err
		}
		_, _ = x.b.WriteString(`</t></is></c>`)
	}
	_, err := x.b.WriteString(`</row>`)
	return err
}

func (x *xlsxWriter) Close() error {
	if _, err := x.b.WriteString(`</sheetData></worksheet>`); err != nil {
		return err
	}
	if err := x.b.Flush(); err != nil {
		return err
	}
	return x.z.Close()
}

// columnName is A for 0, AA for 26.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
