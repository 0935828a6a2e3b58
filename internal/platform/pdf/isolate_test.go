package pdf

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"wekala/internal/platform/bidi"
)

//go:embed testdata/hard_texts.tsv
var hardTexts string

type hardText struct{ text, eye string }

// hard are texts that change their order in a line of the other direction, with
// the order in which a browser draws them.
func hard(t *testing.T) []hardText {
	t.Helper()
	var out []hardText
	for line := range strings.Lines(hardTexts) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, eye, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%q has no second column", line)
		}
		out = append(out, hardText{text, eye})
	}
	if len(out) < 50 {
		t.Fatalf("only %d texts", len(out))
	}
	return out
}

// bare removes marks, which take no space, and mirroring.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		switch r {
		case ')':
			return '('
		case ']':
			return '['
		case '»':
			return '«'
		}
		return r
	}, text)
}

// eye is a line in the order of the eye, without the isolate characters.
func eye(text string, base int) string {
	runes := []rune(text)
	runes, level := withoutControls(runes, levels(runes, base))
	var out strings.Builder
	for _, part := range visual(level) {
		piece := slices.Clone(runes[part.from:part.to])
		if part.level%2 == 1 {
			slices.Reverse(piece)
		}
		out.WriteString(string(piece))
	}
	return bare(out.String())
}

func TestIsolatedTextsReadAsInABrowser(t *testing.T) {
	for _, c := range hard(t) {
		for base := range 2 {
			if got := eye(bidi.Isolate(c.text), base); got != bare(c.eye) {
				t.Errorf("base %d, %q: %q, want %q", base, c.text, got, c.eye)
			}
			between := eye("أب "+bidi.Isolate(c.text)+" ج", base)
			if !strings.Contains(between, bare(c.eye)) {
				t.Errorf("base %d, %q within Arabic: %q", base, c.text, between)
			}
		}
	}
	if got := eye(bidi.Isolate("7 Stars cola")+" · "+bidi.Isolate("شاي"), 1); got != bare("ياش · 7 Stars cola") {
		t.Errorf("two isolates in an Arabic line: %q", got)
	}
	if got := eye("أ "+string(bidi.LeftToRight)+"a "+bidi.Isolate("ب 1"), 1); got != "a 1 ب أ" {
		t.Errorf("isolates that nobody closes: %q", got)
	}
}

// drawn is a text that a document shows: its characters in the order of the eye
// and the place that they take.
type drawn struct {
	text      string
	x, end, y float64
}

var (
	fontAt = regexp.MustCompile(`/F(\d) (\S+) Tf (\S+) (\S+) Td`)
	codeAt = regexp.MustCompile(`<([0-9A-F]{4})>`)
)

// drawings reads back what a document draws, line by line.
func drawings(t *testing.T, d *Doc) []drawn {
	t.Helper()
	file, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	maps := []map[string]string{}
	var contents []string
	for _, part := range streams(t, file) {
		switch {
		case strings.Contains(part, "beginbfchar"):
			maps = append(maps, unicodes(t, part))
		case strings.Contains(part, "BT "):
			contents = append(contents, part)
		}
	}
	var fonts []int
	for w, c := range d.used {
		if len(c.signs) > 1 {
			fonts = append(fonts, w)
		}
	}
	var out []drawn
	for _, content := range contents {
		for _, line := range strings.Split(content, "BT ")[1:] {
			at := fontAt.FindStringSubmatch(line)
			weight, _ := strconv.Atoi(at[1])
			x, _ := strconv.ParseFloat(at[3], 64)
			y, _ := strconv.ParseFloat(at[4], 64)
			size, _ := strconv.ParseFloat(at[2], 64)
			text, set := "", d.used[weight]
			end := x
			for _, code := range codeAt.FindAllStringSubmatch(line, -1) {
				text += maps[slices.Index(fonts, weight)][code[1]]
				n, _ := strconv.ParseUint(code[1], 16, 16)
				end += float64(set.face.width(set.signs[n].gid)) * size / float64(set.face.units)
			}
			out = append(out, drawn{text: strings.ReplaceAll(text, "\u200b", ""), x: x, end: end, y: y})
		}
	}
	return out
}

// TestHardTextsOnPaper sets every hard text as a product, its variant, a party
// and a note, in documents of both directions, and reads the file back.
func TestHardTextsOnPaper(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		s := &Sheet{Lang: "ar", RTL: rtl, Title: "عرض", Number: "Q-1",
			Columns: []Column{{Title: "م", Width: 30}, {Title: "المنتج"}, {Title: "السعر", Width: 80, Numbers: true}}}
		want := map[string]int{}
		for i, c := range hard(t) {
			s.Rows = append(s.Rows, Row{Cells: []string{strconv.Itoa(i), c.text, "1.00"}, Sub: []string{c.text}})
			s.Notes = append(s.Notes, Party{Title: "ن", Lines: []Fact{{Value: c.text}}})
			want[bare(c.eye)] += 3
		}
		s.Parties = []Party{{Title: "من", Lines: []Fact{{Value: hard(t)[0].text}}}}
		want[bare(hard(t)[0].eye)]++
		set := s.set()
		for _, line := range drawings(t, set.Doc) {
			want[bare(separateLigatures(line.text))]--
		}
		for text, missing := range want {
			if missing > 0 {
				t.Errorf("rtl %v: %d of %q are not drawn in this order", rtl, missing, text)
			}
		}
	}
}

// separateLigatures undoes the presentation forms of lam-alif, which represent two letters from the right.
func separateLigatures(text string) string {
	return strings.NewReplacer("ﻻ", "ال", "ﻷ", "أل", "ﻹ", "إل", "ﻵ", "آل").Replace(text)
}

// TestSumsNeitherOverlapNorLoseTheirSign draws the lines below the table of an Arabic document: a label that is too
// long is wrapped, and the minus of an amount is drawn before its figures.
func TestSumsNeitherOverlapNorLoseTheirSign(t *testing.T) {
	long := "ضريبة القيمة المضافة 14٪ (ضمن 275.00 ج.م.)"
	less := bidi.IsolateLTR("-1,234.50") + " ج.م."
	s := &Sheet{Lang: "ar", RTL: true, Title: "ف", Number: "1", Sums: []Sum{
		{Label: long, Value: "33.77 ج.م.", Quiet: true},
		{Label: long + " " + long, Value: "1,233.77 ج.م.", Strong: true},
		{Label: "خصم", Value: less},
	}}
	set := s.set()
	lines := drawings(t, set.Doc)
	if !slices.ContainsFunc(lines, func(d drawn) bool { return strings.Contains(d.text, "-1,234.50") }) {
		t.Error("the minus is not drawn before its figures")
	}
	for i, a := range lines {
		for _, b := range lines[i+1:] {
			if a.y == b.y && a.x < b.end && b.x < a.end {
				t.Errorf("two texts overlap: %+v and %+v", a, b)
			}
		}
	}
}
