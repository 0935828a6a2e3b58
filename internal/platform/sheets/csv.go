package sheets

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sniffed is the size of the part of a file from which its separator is guessed.
const sniffed = 64 << 10

func openCSV(f io.ReaderAt, size int64) (*Table, error) {
	name, enc, err := encodingOf(f, size)
	if err != nil {
		return nil, err
	}
	text := func() io.Reader {
		var r io.Reader = io.NewSectionReader(f, 0, size)
		if enc != nil {
			r = transform.NewReader(r, enc.NewDecoder())
		}
		return r
	}
	head := make([]byte, sniffed)
	n, err := io.ReadFull(text(), head)
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, ErrBroken
	}
	head = bytes.TrimPrefix(head[:n], []byte("\ufeff"))
	if bytes.IndexByte(head, 0) >= 0 {
		return nil, ErrKind
	}
	r := &csvReader{in: bufio.NewReaderSize(text(), 64<<10), line: 1}
	r.comma = separator(head)
	if b, err := r.in.Peek(3); err == nil && string(b) == "\ufeff" {
		_, _ = r.in.Discard(3)
	}
	if sep, ok := excelSeparator(head); ok {
		r.comma = sep
		if _, _, err := r.next(); err != nil {
			return nil, ErrEmpty
		}
	}
	return &Table{Kind: "csv", Encoding: name, Comma: r.comma, next: r.next}, nil
}

// encodingOf returns the encoding: by its mark, or the zero bytes of UTF-16; text that is not UTF-8 has the encoding of
// Windows in Egypt.
func encodingOf(f io.ReaderAt, size int64) (string, encoding.Encoding, error) {
	head := make([]byte, min(size, 4096))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return "utf-8", nil, nil
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return "utf-16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "utf-16", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), nil
	}
	// Separators and line ends of UTF-16 have a zero byte next to them in any language.
	little := bytes.Contains(head, []byte(",\x00")) || bytes.Contains(head, []byte("\n\x00")) ||
		bytes.Contains(head, []byte(";\x00")) || bytes.Contains(head, []byte("\t\x00"))
	big := bytes.Contains(head, []byte("\x00,")) || bytes.Contains(head, []byte("\x00\n")) ||
		bytes.Contains(head, []byte("\x00;")) || bytes.Contains(head, []byte("\x00\t"))
	if zeros := bytes.Count(head, []byte{0}); zeros > 0 && (little || big) {
		if len(head) > 1 && head[0] == 0 || !little {
			return "utf-16", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
		}
		return "utf-16", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil
	}
	valid, err := isUTF8(io.NewSectionReader(f, 0, size))
	if err != nil {
		return "", nil, err
	}
	if valid {
		return "utf-8", nil, nil
	}
	return "windows-1256", charmap.Windows1256, nil
}

func isUTF8(r io.Reader) (bool, error) {
	buf := make([]byte, 64<<10)
	rest := 0
	for {
		n, err := r.Read(buf[rest:])
		part := buf[:rest+n]
		for len(part) > 0 {
			c, size := utf8.DecodeRune(part)
			if c == utf8.RuneError && size <= 1 {
				if len(part) < utf8.UTFMax && !utf8.FullRune(part) && err == nil {
					break // cut off by the buffer
				}
				return false, nil
			}
			part = part[size:]
		}
		rest = copy(buf, part)
		if err == io.EOF {
			return rest == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// excelSeparator reads the line "sep=;" in which Excel names its separator.
func excelSeparator(head []byte) (rune, bool) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	text := strings.Trim(string(line), "\r\" ")
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "sep="); ok && len(rest) == 1 {
		return rune(rest[0]), true
	}
	return 0, false
}

// separator returns the character that splits most rows, and most of them into the same number of cells. Titles above a
// header and empty lines contain none.
func separator(head []byte) rune {
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t', '|'} {
		alike := map[int]int{}
		count, rows, quoted := 0, 0, false
		for _, r := range string(head) {
			switch {
			case r == '"':
				quoted = !quoted
			case quoted:
			case r == c:
				count++
			case r == '\n':
				alike[count]++
				rows++
				count = 0
			}
			if rows == 20 {
				break
			}
		}
		alike[count]++ // the last line, or a single one without an end
		for n, lines := range alike {
			if score := n * lines * lines; score > most {
				best, most = c, score
			}
		}
	}
	return best
}

// csvReader reads rows of a CSV according to RFC 4180, and leniently: quotes within a field are kept. No row takes more
// memory than MaxRecord.
type csvReader struct {
	in    *bufio.Reader
	comma rune
	line  int
	cells []string
	field []byte
}

func (c *csvReader) next() ([]string, int, error) {
	c.cells, c.field = c.cells[:0], c.field[:0]
	began, total := c.line, 0
	quoted, any, closed := false, false, false
	end := func() error {
		if len(c.cells) >= MaxColumns || len(c.field) > MaxCell {
			return &At{began, ErrTooLong}
		}
		c.cells = append(c.cells, string(c.field))
		c.field, closed = c.field[:0], false
		return nil
	}
	for {
		r, size, err := c.in.ReadRune()
		if err == io.EOF {
			if !any {
				return nil, began, io.EOF
			}
			if quoted {
				return nil, began, &At{began, ErrBroken} // an unclosed quote
			}
			err := end()
			return c.cells, began, err
		}
		if err != nil {
			return nil, began, &At{c.line, ErrBroken}
		}
		any = true
		if total += size; total > MaxRecord {
			return nil, began, &At{began, ErrTooLong}
		}
		if r == '\n' {
			c.line++
		}
		switch {
		case quoted:
			if r != '"' {
				c.field = utf8.AppendRune(c.field, r)
				continue
			}
			if b, err := c.in.Peek(1); err == nil && b[0] == '"' {
				_, _ = c.in.Discard(1)
				c.field = append(c.field, '"')
				continue
			}
			quoted, closed = false, true
		case r == '"' && len(c.field) == 0 && !closed:
			quoted = true
		case r == c.comma:
			if err := end(); err != nil {
				return nil, began, err
			}
		case r == '\n':
			err := end()
			return c.cells, began, err
		case r == '\r':
			if b, err := c.in.Peek(1); err == nil && b[0] == '\n' {
				continue
			}
			c.line++ // a line ending of old Macs
			err := end()
			return c.cells, began, err
		default:
			c.field = utf8.AppendRune(c.field, r)
		}
	}
}
