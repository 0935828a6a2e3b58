package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// order is a text in its order on the line, from the left: its letters, including Arabic ones, as the eye sees them.
func order(text string, base int) string {
	runes := []rune(text)
	var out strings.Builder
	for _, part := range visual(levels(runes, base)) {
		piece := slices.Clone(runes[part.from:part.to])
		if part.level%2 == 1 {
			slices.Reverse(piece)
			for i, r := range piece { // signs are turned round by shaping
				switch r {
				case '(':
					piece[i] = ')'
				case ')':
					piece[i] = '('
				}
			}
		}
		out.WriteString(string(piece))
	}
	return out.String()
}

func TestLinesThatMixDirections(t *testing.T) {
	cases := []struct {
		text string
		base int
		want string
	}{
		{"abc 123", 0, "abc 123"},
		{"أبج", 1, "جبأ"},
		{"أب 12 ج", 1, "ج 12 بأ"},
		{"أب 1,234.50 ج", 1, "ج 1,234.50 بأ"},
		{"أب ١٬٢٣٤٫٥٠ ج", 1, "ج ١٬٢٣٤٫٥٠ بأ"},
		{"رقم Q-7F3K-29QD", 1, "Q-7F3K-29QD مقر"},
		{"أب Large 12 ج", 1, "ج Large 12 بأ"},
		{"أب (Large) ج", 1, "ج (Large) بأ"},
		{"abc أب 12 def", 0, "abc 12 بأ def"},
		{"Tea شاي (50 كيس) x2", 0, "Tea (سيك 50) ياش x2"},
		{"أب.", 1, ".بأ"},
		{"12 × 3", 1, "3 × 12"},
		{"", 1, ""},
	}
	for _, c := range cases {
		got := order(c.text, c.base)
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestArabicIsJoined(t *testing.T) {
	s := newShaper()
	alone, joined := s.line("ب", Regular, true), s.line("ببب", Regular, true)
	forms := map[uint16]bool{}
	for _, g := range joined {
		forms[g.gid] = true
	}
	if len(joined) != 3 || len(forms) != 3 || forms[alone[0].gid] {
		t.Errorf("beginning, middle and end of a word look alike: %v, alone %v", joined, alone)
	}
	if lam := s.line("لا", Regular, true); len(lam) != 1 || lam[0].text != "لا" {
		t.Errorf("lam and alif do not become one: %v", lam)
	}
	marked := s.line("بَ", Regular, true)
	texts := ""
	for _, g := range marked {
		texts = g.text + texts
	}
	if len(marked) != 2 || texts != "بَ" {
		t.Errorf("a letter with its mark: %v", marked)
	}
	for _, g := range s.line("كشري Koshary ١٢٣ 123 ٪ × – « » ج.م.", Bold, true) {
		if g.gid == 0 {
			t.Errorf("%q has no sign", g.text)
		}
	}
}

// TestPositions finds every sign of a mixed line in the file, at its place and
// with its letters.
func TestPositions(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		d := New(Options{Title: "T", Lang: "ar", RTL: rtl})
		const text = "كشري 250 جم Large × 12 = ١٬٢٣٤٫٥٠"
		s := Style{Size: 10}
		d.Text(40, 100, 400, text, s)
		file, err := d.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var content string
		maps := []map[string]string{}
		for _, part := range streams(t, file) {
			switch {
			case strings.Contains(part, "beginbfchar"):
				maps = append(maps, unicodes(t, part))
			case strings.HasPrefix(part, "BT"):
				content = part
			}
		}
		begin := regexp.MustCompile(`/F0 10 Tf (\S+) (\S+) Td`).FindStringSubmatch(content)
		if begin == nil {
			t.Fatalf("%q", content)
		}
		x, _ := strconv.ParseFloat(begin[1], 64)
		y, _ := strconv.ParseFloat(begin[2], 64)
		long := d.Measure(text, s)
		want := 40.0
		if rtl {
			want = Width - 40 - long
		}
		if diff := x - want; diff > 0.01 || diff < -0.01 || y != 741.89 {
			t.Errorf("rtl %v: at %v, %v, want %v", rtl, x, y, want)
		}
		read := ""
		for _, code := range regexp.MustCompile(`<([0-9A-F]{4})>`).FindAllStringSubmatch(content, -1) {
			read += maps[0][code[1]]
		}
		base := 0
		if rtl {
			base = 1
		}
		if eye := order(text, base); read != eye {
			t.Errorf("rtl %v: the signs stand for %q, want %q", rtl, read, eye)
		}
	}
}

func streams(t *testing.T, file []byte) []string {
	t.Helper()
	var out []string
	for _, at := range regexp.MustCompile(`/Length (\d+)/Filter/FlateDecode[^\n]*\nstream\n`).
		FindAllSubmatchIndex(file, -1) {
		n, _ := strconv.Atoi(string(file[at[2]:at[3]]))
		r, err := zlib.NewReader(bytes.NewReader(file[at[1] : at[1]+n]))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(raw))
	}
	return out
}

func unicodes(t *testing.T, cmap string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^<([0-9A-F]{4})> <([0-9A-F]+)>$`).FindAllStringSubmatch(cmap, -1) {
		var units []uint16
		for i := 0; i < len(row[2]); i += 4 {
			u, err := strconv.ParseUint(row[2][i:i+4], 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			units = append(units, uint16(u))
		}
		out[row[1]] = string(utf16.Decode(units))
	}
	return out
}

func TestJoinedLettersAreToldApart(t *testing.T) {
	c := newCharset(family()[Regular])
	c.code(sign{5, "لإ"})
	c.code(sign{6, ""})
	got := unicodes(t, string(c.toUnicode()))
	if got["0001"] != "ﻹ" || got["0002"] != "\u200b" {
		t.Errorf("%q", got)
	}
}

func TestWrapping(t *testing.T) {
	s := newShaper()
	text := strings.Repeat("كلمة word 12 ", 40)
	lines := s.wrap(text, Regular, true, 8000, 100)
	if strings.Join(lines, " ") != strings.TrimSpace(text) {
		t.Error("something got lost")
	}
	for _, line := range lines {
		if length(s.line(line, Regular, true)) > 8000 {
			t.Errorf("%q is too long", line)
		}
	}
	if cut := s.wrap(text, Regular, true, 8000, 2); len(cut) != 2 || !strings.HasSuffix(cut[1], "…") {
		t.Errorf("%q", cut)
	}
	if long := s.wrap(strings.Repeat("م", 500), Regular, true, 8000, 3); len(long) != 3 {
		t.Errorf("%d lines of one word", len(long))
	}
	if s.wrap("", Regular, true, 100, 3) != nil {
		t.Error("nothing becomes a line")
	}
}

func sheetOf(rows int) *Sheet {
	s := &Sheet{Lang: "ar", RTL: true, Brand: "وكالة", Title: "عرض سعر", Number: "Q-1", Foot: "تذييل",
		Columns: []Column{{Title: "م", Width: 30}, {Title: "المنتج"}, {Title: "السعر", Width: 80, Numbers: true}}}
	for i := range rows {
		s.Rows = append(s.Rows,
			Row{Cells: []string{fmt.Sprint(i), strings.Repeat("كشري كبير Large ", 6), "1,234.50"}, Sub: []string{"حجم"}})
	}
	return s
}

func TestSheetsGoOnOverPages(t *testing.T) {
	small, err := sheetOf(3).PDF()
	if err != nil || !bytes.HasPrefix(small, []byte("%PDF-1.7")) || bytes.Count(small, []byte("/Type/Page/")) != 1 {
		t.Fatalf("%v", err)
	}
	began := time.Now()
	large, err := sheetOf(100).PDF()
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(large, []byte("/Type/Page/")); n < 4 || n > 12 {
		t.Errorf("%d pages", n)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("a hundred lines take %s", took)
	}
	if len(large) > 400_000 {
		t.Errorf("%d bytes", len(large))
	}
	if _, err := sheetOf(3000).PDF(); !errors.Is(err, ErrTooLong) {
		t.Errorf("three thousand lines: %v", err)
	}
}

func TestTheSubsetHoldsWhatIsUsed(t *testing.T) {
	f := family()[Regular]
	s := newShaper()
	used := []uint16{0}
	for _, g := range s.line("ê كشري", Regular, true) {
		used = append(used, g.gid)
	}
	small := read("subset", f.subset(used))
	if small.glyphs < len(used) || small.glyphs > 40 {
		t.Errorf("%d glyphs of %d used", small.glyphs, len(used))
	}
	for i, gid := range used {
		if small.width(uint16(i)) != f.width(gid) {
			t.Errorf("glyph %d has another width", gid)
		}
	}
}
