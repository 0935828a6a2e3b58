package search

import "strings"

// speller splits texts into folded words. The names of many products consist of the same words, so it caches the pieces
// between spaces.
type speller struct {
	words  map[string]*spelled
	list   []*spelled // by number
	pieces map[string]piece
}

// spelled is a word; a speller has one instance of each.
type spelled struct {
	text, stem string
	num        uint32
}

// spelling is a word at its position in a text.
type spelling struct {
	*spelled
	kind  runeKind
	begin bool // after a comma or a bracket
}

// piece is the text between two spaces.
type piece struct {
	list []spelling
	tail bool // a comma or a bracket stands behind the last word
}

// maxPieces limits a speller's cache.
const maxPieces = 1 << 16

func newSpeller() *speller {
	return &speller{words: map[string]*spelled{}, pieces: map[string]piece{}}
}

// word returns the instance of a folded word.
func (s *speller) word(text string) *spelled {
	w, ok := s.words[text]
	if !ok {
		text = strings.Clone(text)
		w = &spelled{text: text, stem: stem(text), num: uint32(len(s.list))}
		s.words[text] = w
		s.list = append(s.list, w)
	}
	return w
}

// spell appends the words of a text.
func (s *speller) spell(list []spelling, text string) []spelling {
	text = valid(clip(text, maxFieldBytes))
	if !plain(text) {
		p := s.cut(text)
		return append(list, p.list...)
	}
	begin := false
	for text != "" {
		between, rest, _ := strings.Cut(text, " ")
		text = rest
		if between == "" {
			continue
		}
		p, ok := s.pieces[between]
		if !ok {
			p = s.cut(between)
			if len(s.pieces) == maxPieces {
				clear(s.pieces)
			}
			s.pieces[strings.Clone(between)] = p
		}
		if len(p.list) == 0 {
			begin = begin || p.tail
			continue
		}
		at := len(list)
		list = append(list, p.list...)
		list[at].begin = list[at].begin || begin
		begin = p.tail
	}
	return list
}

// cut splits a text that is not in the cache.
func (s *speller) cut(text string) (p piece) {
	divided := func(gap string) bool { return strings.ContainsAny(gap, ",،;()/") }
	last := 0
	tokens(text, func(t token) bool {
		w, ok := s.words[string(t.text)]
		if !ok {
			w = s.word(string(t.text))
		}
		p.list = append(p.list, spelling{w, t.kind, t.start > last && divided(text[last:t.start])})
		last = t.end
		return true
	})
	p.tail = divided(text[last:])
	return p
}
