// Package sheets reads tables as spreadsheets in Egypt write them, row by row and in little memory whatever their
// length: CSV with comma, semicolon, tab or bar, in UTF-8, UTF-16 or Windows-1256, and the first sheet of an XLSX
// workbook. It also parses the values of cells: figures, amounts, days and answers, in Arabic and English (values.go).
package sheets

import (
	"errors"
	"fmt"
	"io"
)

// Limits of what is read.
const (
	MaxColumns = 300
	MaxCell    = 64 << 10  // bytes of one cell
	MaxRecord  = 512 << 10 // bytes of one row
)

// The reasons why a file is refused.
var (
	ErrKind     = errors.New("sheets: neither CSV nor XLSX")
	ErrEmpty    = errors.New("sheets: no rows")
	ErrBroken   = errors.New("sheets: cannot be read")
	ErrTooLong  = errors.New("sheets: a row is too long")
	ErrTooLarge = errors.New("sheets: a workbook unpacks to too much")
)

// At is an error with the line of the file in which it occurred.
type At struct {
	Line int
	Err  error
}

// Error names the line.
func (a *At) Error() string { return fmt.Sprintf("line %d: %v", a.Line, a.Err) }

// Unwrap returns the error itself.
func (a *At) Unwrap() error { return a.Err }

// Table is a table that is being read.
type Table struct {
	// Kind is "csv" or "xlsx"; Encoding and Comma are those of a CSV.
	Kind, Encoding string
	Comma          rune
	next           func() ([]string, int, error)
	close          func() error
}

// Next reads a row and returns the line it begins at, counted from 1: io.EOF at the end. Empty rows are skipped.
// Surrounding spaces and direction marks are removed from the cells. The slice is valid until the next call.
func (t *Table) Next() ([]string, int, error) {
	for {
		cells, line, err := t.next()
		if err != nil {
			return nil, line, err
		}
		for i := range cells {
			cells[i] = Tidy(cells[i])
		}
		for len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > 0 {
			return cells, line, nil
		}
	}
}

// Close frees the resources used for reading.
func (t *Table) Close() error {
	if t.close == nil {
		return nil
	}
	return t.close()
}

// Open determines the type of a file from its first bytes, never from its name.
func Open(f io.ReaderAt, size int64) (*Table, error) {
	start := make([]byte, min(size, 8))
	if _, err := f.ReadAt(start, 0); err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case size == 0:
		return nil, ErrEmpty
	case string(start[:min(4, len(start))]) == "PK\x03\x04":
		return openXLSX(f, size, usual)
	case string(start) == "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", string(start[:min(4, len(start))]) == "%PDF":
		return nil, ErrKind // an .xls of before 2007, a PDF
	}
	return openCSV(f, size)
}
