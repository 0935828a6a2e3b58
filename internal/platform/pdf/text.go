package pdf

import (
	"strings"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"

	isolate "wekala/internal/platform/bidi"
)

// glyph is a glyph on a line. Lengths are thousandths of an em.
type glyph struct {
	gid     uint16
	advance int
	dx, dy  int
	// text is the text that the glyph represents; "" for a further glyph of the same letters.
	text string
}

// em is the size at which text is shaped, so that lengths are in thousandths of an em.
const em = 1000

// shaper turns characters into glyphs. It has state, so each document has its own.
type shaper struct {
	harfbuzz shaping.HarfbuzzShaper
	faces    [weights]*font.Face
}

func newShaper() *shaper {
	s := &shaper{}
	for w, t := range family() {
		s.faces[w] = font.NewFace(t.shape)
	}
	return s
}

// line lays out a text as one line, from the left: by direction and script, shaped and joined.
func (s *shaper) line(text string, w Weight, rtl bool) []glyph {
	runes := []rune(text)
	if len(runes) == 0 {
		return nil
	}
	base := 0
	if rtl {
		base = 1
	}
	level := levels(runes, base)
	runes, level = withoutControls(runes, level)
	var out []glyph
	for _, part := range visual(level) {
		out = append(out, s.span(runes, part, w)...)
	}
	return out
}

// withoutControls removes the isolate characters: they are not drawn, and would be included in copied text.
func withoutControls(runes []rune, level []int) ([]rune, []int) {
	n := 0
	for i, r := range runes {
		if !isolateControl(r) {
			runes[n], level[n] = r, level[i]
			n++
		}
	}
	return runes[:n], level[:n]
}

// fixedIsolates replaces isolates whose content decides their direction with explicit ones, so that a part of the
// content reads like the whole.
func fixedIsolates(text string) string {
	if !strings.ContainsRune(text, isolate.FirstStrong) {
		return text
	}
	runes := []rune(text)
	for i, r := range runes {
		if r != isolate.FirstStrong {
			continue
		}
		runes[i] = isolate.LeftToRight
		if firstStrong(runes[i+1:isolateEnd(runes, i)]) == bidi.R {
			runes[i] = isolate.RightToLeft
		}
	}
	return string(runes)
}

// balance makes the lines of a text independent of each other: an isolate that spans several lines is closed and opened
// again.
func balance(lines []string) []string {
	var open []rune
	for i, line := range lines {
		before := string(open)
		for _, r := range line {
			switch {
			case r == isolate.Pop && len(open) > 0:
				open = open[:len(open)-1]
			case isolateControl(r) && r != isolate.Pop:
				open = append(open, r)
			}
		}
		lines[i] = before + line + strings.Repeat(string(isolate.Pop), len(open))
	}
	return lines
}

// span shapes characters of one direction. Scripts follow each other in the direction of the span.
func (s *shaper) span(runes []rune, part span, w Weight) []glyph {
	var out []glyph
	for from := part.from; from < part.to; {
		script, to := scriptFrom(runes, from, part.to)
		run := s.run(runes, from, to, part.level%2 == 1, script, w)
		if part.level%2 == 1 {
			out = append(run, out...)
		} else {
			out = append(out, run...)
		}
		from = to
	}
	return out
}

// scriptFrom returns the script at a position and where it ends; characters of no script belong to the text before
// them, or at the beginning to the text after them.
func scriptFrom(runes []rune, from, end int) (language.Script, int) {
	script := language.Common
	for i := from; i < end; i++ {
		at := language.LookupScript(runes[i])
		switch {
		case at == language.Common || at == language.Inherited || at == script:
		case script == language.Common:
			script = at
		default:
			return script, i
		}
	}
	if script == language.Common {
		script = language.Latin
	}
	return script, end
}

func (s *shaper) run(runes []rune, from, to int, rtl bool, script language.Script, w Weight) []glyph {
	direction := di.DirectionLTR
	if rtl {
		direction = di.DirectionRTL
	}
	lang := language.NewLanguage("en")
	if script == language.Arabic {
		lang = language.NewLanguage("ar")
	}
	set := s.harfbuzz.Shape(shaping.Input{Text: runes, RunStart: from, RunEnd: to, Direction: direction,
		Face: s.faces[w], Size: fixed.I(em), Script: script, Language: lang})
	out := make([]glyph, 0, len(set.Glyphs))
	for i := 0; i < len(set.Glyphs); {
		first := set.Glyphs[i]
		n := max(1, first.GlyphsCount())
		letters := runes[first.TextIndex() : first.TextIndex()+first.RunesCount()]
		for _, g := range set.Glyphs[i:min(i+n, len(set.Glyphs))] {
			out = append(out,
				glyph{gid: uint16(g.GlyphID), advance: g.Advance.Round(), dx: g.XOffset.Round(), dy: g.YOffset.Round()})
		}
		tell(out[i:], letters, rtl)
		i = len(out)
	}
	return out
}

// tell assigns letters to the glyphs of a cluster: one each if the numbers are equal, otherwise all to the widest.
func tell(cluster []glyph, letters []rune, rtl bool) {
	if len(cluster) == len(letters) {
		for i, r := range letters {
			at := i
			if rtl {
				at = len(cluster) - 1 - i
			}
			cluster[at].text = string(r)
		}
		return
	}
	widest := 0
	for i, g := range cluster {
		if g.advance > cluster[widest].advance {
			widest = i
		}
	}
	cluster[widest].text = string(letters)
}

// length returns the length of a line, in thousandths of an em.
func length(line []glyph) int {
	n := 0
	for _, g := range line {
		n += g.advance
	}
	return n
}

// wrap breaks a text at spaces into lines of at most most thousandths of an em, and within a word only if it is longer
// than a line. It returns at most limit lines; the last one ends with an ellipsis if text remains.
func (s *shaper) wrap(text string, w Weight, rtl bool, most, limit int) []string {
	measure := func(part string) int { return length(s.line(part, w, rtl)) }
	blank := measure(" ")
	var out []string
	line, used := "", 0
	for _, word := range strings.Fields(fixedIsolates(text)) {
		long := measure(word) // words do not change across a blank
		if line != "" && used+blank+long <= most {
			line, used = line+" "+word, used+blank+long
			continue
		}
		if line != "" {
			out, line = append(out, line), ""
		}
		for runes := []rune(word); long > most && len(runes) > 1 && len(out) <= limit; runes = []rune(word) {
			n := max(1, min(len(runes)-1, len(runes)*most/long))
			for n > 1 && measure(string(runes[:n])) > most {
				n--
			}
			out, word = append(out, string(runes[:n])), string(runes[n:])
			long = measure(word)
		}
		line, used = word, long
		if len(out) > limit {
			break
		}
	}
	if line != "" {
		out = append(out, line)
	}
	if len(out) > limit {
		out = out[:limit]
		last := []rune(out[limit-1])
		for len(last) > 0 && measure(string(last)+"…") > most {
			last = last[:len(last)-1]
		}
		out[limit-1] = strings.TrimSpace(string(last)) + "…"
	}
	return balance(out)
}
