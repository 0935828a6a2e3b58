package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// levels gives every character of a paragraph its embedding level, after the
// Unicode Bidirectional Algorithm (UAX #9): even levels are read from the left,
// odd ones from the right. Explicit controls are not looked at: texts of ours
// come without them. base is 0 or 1.
func levels(text []rune, base int) []int {
	classes := make([]bidi.Class, len(text))
	for i, r := range text {
		p, _ := bidi.LookupRune(r)
		classes[i] = p.Class()
	}
	original := slices.Clone(classes)
	edge := bidi.L
	if base == 1 {
		edge = bidi.R
	}
	weak(classes, edge)
	brackets(text, original, classes, edge)
	neutrals(classes, edge)
	out := make([]int, len(text))
	for i, c := range classes {
		out[i] = base
		switch {
		case base == 0 && c == bidi.R:
			out[i] = 1
		case base == 0 && (c == bidi.EN || c == bidi.AN):
			out[i] = 2
		case base == 1 && c != bidi.R:
			out[i] = 2
		}
	}
	// L1: blanks at the end belong to the paragraph.
	for i := len(text) - 1; i >= 0 && (original[i] == bidi.WS || original[i] == bidi.B || original[i] == bidi.S); i-- {
		out[i] = base
	}
	return out
}

// weak applies W1 to W7: marks, figures and what stands between figures.
func weak(c []bidi.Class, edge bidi.Class) {
	before := func(i int) bidi.Class {
		if i == 0 {
			return edge
		}
		return c[i-1]
	}
	strong := edge
	for i := range c { // W1 to W3
		switch c[i] {
		case bidi.NSM:
			c[i] = before(i)
		case bidi.L, bidi.R, bidi.AL:
			strong = c[i]
		case bidi.EN:
			if strong == bidi.AL {
				c[i] = bidi.AN
			}
		}
	}
	for i := range c {
		if c[i] == bidi.AL {
			c[i] = bidi.R
		}
	}
	for i := 1; i+1 < len(c); i++ { // W4
		a, b := c[i-1], c[i+1]
		switch {
		case a != b:
		case a == bidi.EN && (c[i] == bidi.ES || c[i] == bidi.CS), a == bidi.AN && c[i] == bidi.CS:
			c[i] = a
		}
	}
	for i := 0; i < len(c); i++ { // W5
		if c[i] != bidi.ET {
			continue
		}
		end := i
		for end < len(c) && c[end] == bidi.ET {
			end++
		}
		if before(i) == bidi.EN || end < len(c) && c[end] == bidi.EN {
			for k := i; k < end; k++ {
				c[k] = bidi.EN
			}
		}
		i = end - 1
	}
	strong = edge
	for i := range c { // W6 and W7
		switch c[i] {
		case bidi.ET, bidi.ES, bidi.CS:
			c[i] = bidi.ON
		case bidi.L, bidi.R:
			strong = c[i]
		case bidi.EN:
			if strong == bidi.L {
				c[i] = bidi.L
			}
		}
	}
}

// side is the direction a class stands for among neutrals: figures count as
// right to left. ok is false for neutrals.
func side(c bidi.Class) (d bidi.Class, ok bool) {
	switch c {
	case bidi.L:
		return bidi.L, true
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R, true
	}
	return 0, false
}

// pairs are the brackets that texts have.
var pairs = map[rune]rune{'(': ')', '[': ']', '{': '}', '«': '»', '‹': '›'}

// brackets applies N0: a pair takes one direction, that of the paragraph if
// anything inside has it, else that of what stands before and inside.
func brackets(text []rune, original, c []bidi.Class, edge bidi.Class) {
	type opened struct {
		at    int
		close rune
	}
	type pair struct{ from, to int }
	var stack []opened
	var found []pair
	for i, r := range text {
		if original[i] != bidi.ON {
			continue
		}
		if closing, opens := pairs[r]; opens {
			stack = append(stack, opened{i, closing})
			continue
		}
		for k := len(stack) - 1; k >= 0; k-- {
			if stack[k].close == r {
				found = append(found, pair{stack[k].at, i})
				stack = stack[:k]
				break
			}
		}
	}
	slices.SortFunc(found, func(a, b pair) int { return a.from - b.from })
	for _, p := range found {
		same, opposite := false, false
		for i := p.from + 1; i < p.to; i++ {
			if d, ok := side(c[i]); ok {
				same, opposite = same || d == edge, opposite || d != edge
			}
		}
		switch {
		case same:
			c[p.from], c[p.to] = edge, edge
		case opposite:
			context := edge
			for i := p.from - 1; i >= 0; i-- {
				if d, ok := side(c[i]); ok {
					context = d
					break
				}
			}
			c[p.from], c[p.to] = context, context
		}
	}
}

// neutrals applies N1 and N2: what stands between two of one direction takes
// it, anything else the paragraph's.
func neutrals(c []bidi.Class, edge bidi.Class) {
	for i := 0; i < len(c); {
		if _, ok := side(c[i]); ok {
			i++
			continue
		}
		end := i
		for end < len(c) {
			if _, ok := side(c[end]); ok {
				break
			}
			end++
		}
		left, right := edge, edge
		if i > 0 {
			left, _ = side(c[i-1])
		}
		if end < len(c) {
			right, _ = side(c[end])
		}
		d := edge
		if left == right {
			d = left
		}
		for k := i; k < end; k++ {
			c[k] = d
		}
		i = end
	}
}

// span is some characters of one level, [from, to).
type span struct{ from, to, level int }

// visual cuts text into spans of one level and puts them into the order in
// which they stand on the line, from the left (rule L2).
func visual(level []int) []span {
	var out []span
	most, least := 0, 1<<30
	for i := 0; i < len(level); {
		end := i
		for end < len(level) && level[end] == level[i] {
			end++
		}
		out = append(out, span{i, end, level[i]})
		most = max(most, level[i])
		if level[i]%2 == 1 {
			least = min(least, level[i])
		}
		i = end
	}
	for at := most; at >= least; at-- {
		for i := 0; i < len(out); {
			end := i
			for end < len(out) && out[end].level >= at {
				end++
			}
			if end > i {
				slices.Reverse(out[i:end])
				i = end
				continue
			}
			i++
		}
	}
	return out
}
