package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// repair is another reading of a query that found nothing as typed.
type repair struct {
	query   []*wanted
	parts   []reading
	dropped []string
}

// reading is one way to read a word of the query.
type reading struct {
	raw    string
	typed  string    // what to show for it when it is not looked up in a result
	wanted []*wanted // nil when no way leads anywhere
	as     readAs
	behind bool // as in word
	far    bool // Franco without a figure that does not sound quite so
}

// readAs is the way in which a word was read.
type readAs uint8

const (
	asTyped readAs = iota
	asTypo
	asAlike
	asFranco
	asLayout
	asJoined
)

// corpus answers the repair's questions about the searched part of the catalogue. It ignores filters that only narrow a
// result (store, category, price, stock, offers, attributes), because they must not change what a word means.
type corpus interface {
	// met counts the products that match a query, up to a limit.
	met(query []*wanted, limit int) int
	// sounding visits the words with a Franco skeleton, or those that begin with it.
	sounding(skeleton string, open bool, visit func(w string))
	// known reports whether any product has a word in one of the roles, or a word that begins with it.
	known(w string, as roles, prefix bool) bool
}

// repairer finds other readings of queries.
type repairer struct{ corpus }

func (m *matcher) met(query []*wanted, limit int) int {
	n := 0
	for i := range m.snap.views {
		v := &m.snap.views[i]
		k := m.ix.checker(v, m.f, false)
		if limit == 1 && len(query) == 1 {
			if m.meets(i, query[0], k) {
				n++
			}
			k.release()
			if n > 0 {
				break
			}
			continue
		}
		m.match(i, query, func(d uint32, _ uint64) bool {
			if _, fails := k.check(d); fails&failsHard == 0 {
				n++
			}
			return n < limit
		})
		k.release()
		if n >= limit {
			break
		}
	}
	return n
}

// meets reports whether a product of the i-th segment matches a word.
func (m *matcher) meets(i int, w *wanted, k *checker) bool {
	v := &m.snap.views[i]
	any := func(post []uint32) bool {
		for _, p := range post {
			if d := p >> flagBits; !v.dead.has(d) {
				if _, fails := k.check(d); fails&failsHard == 0 {
					return true
				}
			}
		}
		return false
	}
	e := w.in(m.snap, i)
	for _, h := range e.hits {
		if any(v.postings(h.term, h.term+1)) {
			return true
		}
	}
	for _, r := range e.ranges {
		if any(v.postings(r[0], r[1])) {
			return true
		}
	}
	return false
}

func (m *matcher) sounding(skeleton string, open bool, visit func(w string)) {
	for i := range m.snap.views {
		v := &m.snap.views[i]
		terms := v.skeletons.get(skeleton)
		if open {
			terms = v.skeletons.within(skeleton)
		}
		for _, t := range terms {
			if v.holds(t, t+1, roleMask) {
				visit(v.terms.at(int(t)))
			}
		}
	}
}

func (m *matcher) known(w string, as roles, prefix bool) bool {
	for i := range m.snap.views {
		v := &m.snap.views[i]
		for _, id := range v.stems.get(stem(w)) {
			if id&1 == 0 && v.holds(id>>1, id>>1+1, as) {
				return true
			}
		}
		if lo, hi := v.terms.prefix(w); prefix && lo < hi && v.holds(uint32(lo), uint32(hi), as) {
			return true
		}
	}
	return false
}

// listen adds other readings for words in Latin letters that no name contains: a word that differs only by a doubled
// letter, or else a plausible Franco word. So moz means موز as well as the beginning of mozzarella.
func (m repairer) listen(ws []word) (heard bool) {
	for i := range ws {
		w := &ws[i]
		if len(w.tokens) != 1 || w.tokens[0] != w.raw || isArabic(w.raw) || len(w.raw) < 3 ||
			m.known(w.raw, rolesNamed, false) {
			continue
		}
		// An unfinished word is not misspelt: chees is the beginning of cheese, not a misspelling of chess.
		if t := m.doubled(w.raw); t != "" && !(w.prefix && m.known(w.raw, rolesNamed, true)) {
			w.spoken, heard = map[string]class{t: classFranco}, true
			continue
		}
		prices := map[string]int{}
		readings := francoReadings(w.raw)
		for _, sounds := range readings {
			m.francoWords(sounds, false, false, prices)
		}
		begins := len(prices) > 0 && m.known(w.raw, rolesNamed, true)
		for t, price := range prices {
			if price > surePrice {
				continue
			}
			if w.spoken == nil {
				w.spoken = map[string]class{}
			}
			w.spoken[t] = classFranco
			if begins && (price > 0 || len(readings[0]) < len(w.raw)) {
				w.spoken[t] = classFrancoFar // ban is the beginning of bananas rather than بن
			}
			heard = true
		}
	}
	return heard
}

const (
	minDoubled = 4 // letters of a word that may lack the second of a double one
	maxDoubled = 2 // of such in a word
)

// doubled finds a word of a name that differs from a word in Latin letters only by doubled letters: cheese for chese.
// This is the most likely typing error.
func (m repairer) doubled(w string) string {
	if len(w) < minDoubled || len(w) > maxTokenRunes {
		return ""
	}
	list := []string{string(slices.Compact([]byte(w)))}
	for range maxDoubled + 1 {
		var longer []string
		for _, o := range list {
			if o != w && m.known(o, rolesNamed, false) {
				return o
			}
			for i := range o {
				longer = append(longer, o[:i]+o[i:i+1]+o[i:])
			}
		}
		list = longer
	}
	return ""
}

// asHeard returns a query whose words were also read in another way.
func asHeard(ws []word, query []*wanted) *repair {
	r := &repair{query: query}
	for i := range ws {
		x := reading{raw: ws[i].raw, typed: ws[i].raw, behind: ws[i].behind}
		if ws[i].spoken != nil {
			x.as = asFranco
		}
		x.wanted, query = query[:len(ws[i].tokens)], query[len(ws[i].tokens):]
		r.parts = append(r.parts, x)
	}
	return r
}

// repair reads every word of the query so that it matches something. It drops words that cannot match, then guesses,
// words after a joint and the words farthest from the thing, until a product is found. It returns nil if no word
// matches anything.
func (m repairer) repair(ws []word) *repair {
	r := &repair{}
	readings := m.readings(ws)
	lost := slices.ContainsFunc(readings, func(x reading) bool { return x.wanted == nil })
	for _, x := range readings {
		if x.wanted == nil || lost && m.vague(&x) {
			r.dropped = append(r.dropped, x.raw)
		} else {
			r.parts = append(r.parts, x)
		}
	}
	if len(r.parts) == 0 {
		return nil
	}
	if r.join(); m.met(r.query, 1) > 0 {
		return r
	}
	// Each word is known, but no product has all of them: one may be a Franco word that is also another word (baladi), or
	// a typing error.
	typed := slices.Clone(r.parts)
	for i := range r.parts {
		p := &r.parts[i]
		if p.as == asJoined || p.as == asLayout || p.as == asAlike || len(p.wanted) != 1 || isArabic(p.wanted[0].word) {
			continue
		}
		if heard := m.franco(&word{raw: p.raw}); heard != nil {
			p.wanted = []*wanted{
				{word: p.wanted[0].word, prefix: p.wanted[0].prefix, typos: p.as == asTypo, spoken: heard[0].terms,
					behind: p.behind}}
			p.as = asFranco
		}
	}
	if r.join(); m.met(r.query, 1) > 0 {
		return r
	}
	copy(r.parts, typed)
	for i := range r.parts {
		if p := &r.parts[i]; p.as == asTyped {
			p.wanted = withTypos(p.wanted)
			p.as = asTypo
		}
	}
	if r.join(); m.met(r.query, 1) > 0 {
		return r
	}
	// The other readings matched nothing either, so each word is read as typed again.
	r.parts = typed
	counts := make([]int, len(r.parts))
	for i, p := range r.parts {
		counts[i] = m.met(p.wanted, 1<<30)
	}
	for len(r.parts) > 1 {
		out, head := 0, r.head()
		for i, n := range counts {
			a, b := &r.parts[i], &r.parts[out]
			first := n <= counts[out]
			switch {
			case i == head || out == head:
				if n != counts[out] {
					first = out == head
				}
			case head >= 0:
				first = max(i-head, head-i) >= max(out-head, head-out) // شنطة سفر صغيرة
			}
			if a.behind != b.behind {
				first = a.behind
			}
			if a.guessed() != b.guessed() {
				first = a.guessed()
			}
			if first {
				out = i
			}
		}
		r.dropped = append(r.dropped, r.parts[out].raw)
		r.parts = slices.Delete(r.parts, out, out+1)
		counts = slices.Delete(counts, out, out+1)
		if r.join(); m.met(r.query, 1) > 0 {
			break
		}
	}
	return r
}

// guessed reports whether a word was replaced by another one.
func (x *reading) guessed() bool {
	return x.far || x.as == asTypo || x.as == asAlike || x.as == asLayout
}

// vague reports whether a word is read as a typing error in an unfinished word. Next to a word without matches, that
// would be a guess on top of a guess.
func (m repairer) vague(x *reading) bool {
	return x.as == asTypo && !slices.ContainsFunc(x.wanted, func(w *wanted) bool {
		return m.met([]*wanted{{word: w.word, typos: w.typos, terms: w.terms, spoken: w.spoken}}, 1) > 0
	})
}

func (r *repair) join() {
	r.query = r.query[:0]
	for _, p := range r.parts {
		r.query = append(r.query, p.wanted...)
	}
}

func withTypos(ws []*wanted) []*wanted {
	out := make([]*wanted, len(ws))
	for i, w := range ws {
		out[i] = &wanted{word: w.word, prefix: w.prefix, typos: true, behind: w.behind}
	}
	return out
}

// readings finds, for each word, the first reading that matches a product.
func (m repairer) readings(ws []word) []reading {
	out := make([]reading, 0, len(ws))
	defer func() {
		for _, x := range out {
			for _, w := range x.wanted {
				w.behind = x.behind
			}
		}
	}()
	for i := 0; i < len(ws); i++ {
		w := &ws[i]
		if query := w.wanted(); len(query) > 0 && m.met(query, 1) > 0 {
			x := reading{raw: w.raw, typed: w.raw, wanted: query, behind: w.behind}
			if w.spoken != nil {
				x.as = asFranco
			}
			out = append(out, x)
			continue
		}
		if n := len(out); n > 0 && out[n-1].as != asJoined {
			if both := m.together(&ws[i-1], w); both.wanted != nil {
				out[n-1] = both
				continue
			}
		}
		if i+1 < len(ws) {
			if both := m.together(w, &ws[i+1]); both.wanted != nil {
				out = append(out, both)
				i++
				continue
			}
		}
		out = append(out, m.read(w))
	}
	return out
}

// read tries other readings of a word that matches nothing as typed: Franco if it looks like it, typing errors, Franco,
// the other keyboard layout, two words written as one.
func (m repairer) read(w *word) reading {
	x := reading{raw: w.raw, typed: w.raw, behind: w.behind}
	accept := func(as readAs, query []*wanted) bool {
		if len(query) == 0 || m.met(query, 1) == 0 {
			return false
		}
		x.as, x.wanted = as, query
		return true
	}
	looksFranco := francoShape(w.raw)
	switch {
	case looksFranco && accept(asFranco, m.franco(w)):
	case accept(asAlike, m.alike(w)):
	case accept(asTypo, m.slips(w)):
	case accept(asTypo, m.alikeSlips(w)):
		x.far = true
	case !looksFranco && accept(asFranco, m.franco(w)):
		x.far = true
	default:
		for _, other := range m.retyped(w) {
			o := word{raw: other, tokens: words(other, maxWords)}
			if runeLen(other) > 2 { // two letters of another layout begin too much: tv is no فراخ
				o.prefix, o.all = w.prefix, w.all
			}
			if accept(asLayout, o.wanted()) {
				x.typed = other
				return x
			}
		}
		m.apart(w, accept, &x)
	}
	return x
}

// retyped returns what the keys of a word would have typed with the other layout. A word that any product has was typed
// as intended.
func (m repairer) retyped(w *word) []string {
	for _, t := range w.tokens {
		if m.known(t, roleMask, false) {
			return nil
		}
	}
	return otherLayout(w.raw)
}

// slips allows typing errors in the tokens that match nothing as typed.
func (m repairer) slips(w *word) []*wanted {
	out := w.wanted()
	for i := range out {
		if m.met(out[i:i+1], 1) == 0 {
			out[i] = withTypos(out[i : i+1])[0]
		}
	}
	return out
}

// apart reads a word as two that were written without a space.
func (m repairer) apart(w *word, accept func(readAs, []*wanted) bool, x *reading) {
	if len(w.tokens) != 1 || runeLen(w.tokens[0]) < 5 {
		return
	}
	t := w.tokens[0]
	for i := range t {
		a, b := t[:i], t[i:]
		if runeLen(a) < 2 || runeLen(b) < 2 || !hasLetter(t) {
			continue
		}
		if !isArabic(t) && !(m.known(a, roleMask, false) && m.known(b, roleMask, false)) {
			continue // sooner told than searched for
		}
		if accept(asJoined, []*wanted{{word: a}, {word: b}}) {
			x.typed = a + " " + b
			return
		}
	}
}

// together reads two words as one that was split by a space.
func (m repairer) together(a, b *word) reading {
	x := reading{raw: a.raw + " " + b.raw}
	if len(a.tokens) != 1 || len(b.tokens) != 1 {
		return x
	}
	t := words(a.tokens[0]+b.tokens[0], 2)
	if len(t) != 1 {
		return x // letters and figures
	}
	query := []*wanted{{word: t[0], prefix: b.prefix}}
	if m.met(query, 1) > 0 {
		x.typed, x.wanted, x.as = t[0], query, asJoined
	}
	return x
}

// franco reads a word as Arabic typed with Latin letters. Among the words with the same consonants it takes those with
// the nearest sound.
func (m repairer) franco(w *word) []*wanted {
	readings, figures := francoReadings(w.raw), francoShape(w.raw)
	for _, open := range []bool{false, true} {
		if open && !w.prefix {
			break
		}
		prices := map[string]int{}
		for _, sounds := range readings {
			m.francoWords(sounds, figures, open, prices)
		}
		if terms := m.nearest(prices); terms != nil {
			return []*wanted{{word: w.raw, terms: terms}}
		}
	}
	return nil
}

// francoWords adds the possible words and their costs. If open, the word may be unfinished.
func (m repairer) francoWords(sounds []byte, figures, open bool, prices map[string]int) {
	skeleton := francoSkeleton(sounds)
	if skeleton == "" || open && len(sounds) < 3 {
		return
	}
	m.sounding(skeleton, open, func(w string) {
		if joints[w] || stopWords[w] {
			return
		}
		price := francoPrice(sounds, figures, w, open)
		if old, ok := prices[w]; price < francoNever && (!ok || price < old) {
			prices[w] = price
		}
	})
}

// nearest returns the words that cost at most one more than the cheapest word that a product has.
func (m repairer) nearest(prices map[string]int) map[string]class {
	list := make([]string, 0, len(prices))
	for w := range prices {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(prices[a], prices[b]), strings.Compare(a, b))
	})
	for i, w := range list {
		if m.met([]*wanted{{terms: map[string]class{w: classFranco}}}, 1) == 0 {
			continue
		}
		out := map[string]class{}
		for _, o := range list[i:] {
			switch prices[o] - prices[w] {
			case 0:
				out[o] = classFranco
			case 1:
				out[o] = classFrancoFar
			}
		}
		return out
	}
	return nil
}

// text is the text that was actually searched for, with words as they are written in the best result rather than in
// folded form.
func (r *repair) text(best spot) string {
	out := make([]string, 0, len(r.parts))
	for _, p := range r.parts {
		if p.as != asTypo && p.as != asAlike && p.as != asFranco || best.seg == nil || p.as != asAlike && p.plain(best) {
			out = append(out, p.typed)
			continue
		}
		for _, w := range p.wanted {
			out = append(out, w.written(best))
		}
	}
	return strings.Join(out, " ")
}

// plain reports whether a product has the word as it was typed.
func (p *reading) plain(s spot) bool {
	for _, w := range p.wanted {
		if c, _ := w.met(s); c < classPrefix || c == classFranco {
			return false
		}
	}
	return true
}

// written returns the word in a product's names that best matches a wanted word.
func (w *wanted) written(s spot) string {
	if c, text := w.met(s); c != classNone {
		return text
	}
	// The match is in another name or in a keyword.
	best, sure := w.word, classNone
	for _, list := range [...]map[string]class{w.terms, w.spoken} {
		for t, c := range list {
			if c > sure || c == sure && t < best {
				best, sure = t, c
			}
		}
	}
	return best
}

// met finds the word in a product's names that best matches a wanted word.
func (w *wanted) met(s spot) (best class, found string) {
	for _, name := range [...]string{s.seg.field(s.ord, fieldEN), s.seg.field(s.ord, fieldAR)} {
		tokens(name, func(t token) bool {
			if c := w.meets(string(t.text)); c > best && utf8.ValidString(name[t.start:t.end]) {
				best, found = c, name[t.start:t.end]
			}
			return true
		})
	}
	return best, found
}

// meets returns how a word of a product matches the wanted one.
func (w *wanted) meets(t string) class {
	if w.terms != nil {
		return formsMeet(w.terms, t)
	}
	return max(w.spelled(t), formsMeet(w.spoken, t))
}

func (w *wanted) spelled(t string) class {
	if t == w.word {
		return classExact
	}
	best := stemsMeet(w.word, t)
	if best == classStem {
		return best
	}
	if w.typos {
		best = max(best, typoClass(w.word, t, w.prefix))
	}
	if w.prefix {
		for _, p := range prefixes(w.word) {
			if strings.HasPrefix(t, p) {
				return classPrefix
			}
		}
	}
	return best
}
