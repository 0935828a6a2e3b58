package search

// Span is a part of a text from Start up to, but excluding, End. It is counted in UTF-16 units, as browsers do, and in
// runes.
type Span struct {
	Start, End         int // UTF-16 units
	RuneStart, RuneEnd int
}

// Highlight returns the parts of a name that match a query, as positions in the original text. For a word that
// continues, only the typed beginning is included; otherwise whole words. Spans are sorted and do not overlap.
func Highlight(name, query string) []Span {
	m := newMarker(query)
	return m.spans(name)
}

// marker is a query that is prepared for highlighting many names.
type marker struct{ query []*wanted }

func newMarker(query string) marker {
	m := marker{strict(parse(query))}
	for _, w := range m.query {
		w.typos = true
	}
	return m
}

func (m *marker) spans(name string) []Span {
	var ranges [][2]int
	tokens(name, func(t token) bool {
		text := string(t.text)
		best, end := classNone, 0
		for _, w := range m.query {
			if c := w.meets(text); c > best {
				best, end = c, t.end
				if c == classPrefix {
					end = t.ends[w.typed(text)-1]
				}
			}
		}
		if n := len(ranges); best != classNone && (n == 0 || t.start >= ranges[n-1][1]) {
			ranges = append(ranges, [2]int{t.start, end})
		}
		return true
	})
	if ranges == nil {
		return nil
	}
	return units(name, ranges)
}

// typed returns how many letters of a matching word were typed, including the article.
func (w *wanted) typed(text string) int {
	n := 0
	for _, p := range prefixes(w.word) {
		if len(p) <= len(text) && text[:len(p)] == p {
			n = max(n, runeLen(p))
		}
	}
	return n
}

// units converts sorted byte ranges into spans.
func units(s string, ranges [][2]int) []Span {
	out := make([]Span, 0, len(ranges))
	at := Span{}
	var open Span
	next, inside := 0, false
	step := func(i int) {
		if inside && i >= ranges[next][1] {
			open.End, open.RuneEnd = at.Start, at.RuneStart
			out = append(out, open)
			next, inside = next+1, false
		}
		if !inside && next < len(ranges) && i >= ranges[next][0] {
			open, inside = at, true
		}
	}
	for i, r := range s {
		step(i)
		if next == len(ranges) {
			return out
		}
		at.Start++
		if r >= 0x10000 {
			at.Start++
		}
		at.RuneStart++
	}
	step(len(s))
	return out
}
