package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"

	isolate "wekala/internal/platform/bidi"
)

// levels returns every character's embedding level in a paragraph, by the Unicode Bidirectional Algorithm (UAX #9):
// even levels are read from the left, odd ones from the right. Isolates are the only explicit controls it supports.
// base is 0 or 1.
func levels(text []rune, base int) []int {
	out := make([]int, len(text))
	embed(text, base, out)
	// L1: whitespace at the end has the paragraph's level.
	for i := len(text) - 1; i >= 0 && (blank(text[i]) || isolateControl(text[i])); i-- {
		out[i] = base
	}
	return out
}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

func blank(r rune) bool {
	c := classOf(r)
	return c == bidi.WS || c == bidi.B || c == bidi.S
}

func isolateControl(r rune) bool { return r >= isolate.LeftToRight && r <= isolate.Pop }

// embed resolves a paragraph or the content of an isolate. A nested isolate counts as one neutral character in the text
// around it (BD13).
func embed(text []rune, base int, out []int) {
	var own []int
	for i := 0; i < len(text); i++ {
		own = append(own, i)
		if !isolateControl(text[i]) || text[i] == isolate.Pop {
			continue
		}
		end := isolateEnd(text, i)
		embed(text[i+1:end], nested(text[i], text[i+1:end], base), out[i+1:end])
		i = end - 1
	}
	runes, classes := make([]rune, len(own)), make([]bidi.Class, len(own))
	for k, i := range own {
		runes[k], classes[k] = text[i], classOf(text[i])
		if isolateControl(text[i]) {
			classes[k] = bidi.ON
		}
	}
	original := slices.Clone(classes)
	edge := bidi.L
	if base%2 == 1 {
		edge = bidi.R
	}
	weak(classes, edge)
	brackets(runes, original, classes, edge)
	neutrals(classes, edge)
	for k, c := range classes {
		level := base
		switch {
		case edge == bidi.L && c == bidi.R:
			level = base + 1
		case edge == bidi.L && (c == bidi.EN || c == bidi.AN):
			level = base + 2
		case edge == bidi.R && c != bidi.R:
			level = base + 1
		}
		out[own[k]] = level
	}
}

// isolateEnd returns the position of the control that closes the isolate opened at a position, or the end of the text
// (BD9).
func isolateEnd(text []rune, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch {
		case text[i] == isolate.Pop:
			if depth--; depth == 0 {
				return i
			}
		case isolateControl(text[i]):
			depth++
		}
	}
	return len(text)
}

// nested returns the level of an isolate's content within text of another level.
func nested(control rune, content []rune, base int) int {
	rtl := control == isolate.RightToLeft || control == isolate.FirstStrong && firstStrong(content) == bidi.R
	if rtl == (base%2 == 1) {
		return base + 2
	}
	return base + 1
}

// firstStrong returns the direction of the first letter outside nested isolates (P2), left to right if there is none.
func firstStrong(text []rune) bidi.Class {
	for i := 0; i < len(text); i++ {
		if isolateControl(text[i]) && text[i] != isolate.Pop {
			i = isolateEnd(text, i)
			continue
		}
		switch classOf(text[i]) {
		case bidi.L:
			return bidi.L
		case bidi.R, bidi.AL:
			return bidi.R
		}
	}
	return bidi.L
}

// weak applies W1 to W7: to marks, digits and the characters between digits.
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

// side returns the direction of a class among neutrals: digits count as right to left. ok is false for neutrals.
func side(c bidi.Class) (d bidi.Class, ok bool) {
	switch c {
	case bidi.L:
		return bidi.L, true
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R, true
	}
	return 0, false
}

// pairs are the supported brackets.
var pairs = map[rune]rune{'(': ')', '[': ']', '{': '}', '«': '»', '‹': '›'}

// brackets applies N0: a pair takes one direction, the paragraph's if anything inside has it, else that of the text
// before and inside.
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

// neutrals applies N1 and N2: text between two parts of one direction takes that direction, all else the paragraph's.
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

// span is a run of characters of one level, [from, to).
type span struct{ from, to, level int }

// visual splits text into spans of one level and sorts them in their order on the line, from the left (rule L2).
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
