package search

import (
	"slices"
	"strings"
)

// otherName is one name of a product type: its stems, and its line of namesTable.
type otherName struct {
	stems []string
	line  *namesLine
	whole bool // its words alone name something else
}

// namesLine holds all the names by which one product type can be searched.
type namesLine struct {
	single []stemmed // names of one word
	wider  []string  // words for it and for more
	long   []string  // words of longer names
	loose  []string  // related searches that are not its name
}

type stemmed struct{ text, stem string }

// nearNames are the stems of words that find products of which they are not the name.
var nearNames = map[string]bool{}

// things are the stems of one-word names: words that people search for, not descriptions.
var things = map[string]bool{}

// otherNamesOf lists the known names by the stem of their first word, longest first.
var otherNamesOf = func() map[string][]otherName {
	m := map[string][]otherName{}
	for text := range strings.Lines(namesTable) {
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		names, loose, _ := strings.Cut(text, "~")
		names, wider, _ := strings.Cut(names, ">")
		line := &namesLine{}
		add := func(phrase string, single, long *[]string) []string {
			list := words(phrase, maxWords)
			if len(list) == 1 {
				*single = append(*single, list[0])
				return list
			}
			for _, w := range list {
				if !stopWords[w] {
					*long = append(*long, w)
				}
			}
			return list
		}
		var single []string
		for phrase := range strings.SplitSeq(names, ",") {
			phrase, whole := strings.CutPrefix(strings.TrimSpace(phrase), "!")
			long := &line.long
			if whole {
				long = &line.loose
			}
			list := add(phrase, &single, long)
			if len(list) == 0 {
				continue
			}
			n := otherName{line: line, whole: whole}
			for _, w := range list {
				n.stems = append(n.stems, stem(w))
			}
			at := m[n.stems[0]]
			if slices.ContainsFunc(at, func(o otherName) bool { return o.line == line && slices.Equal(o.stems, n.stems) }) {
				continue // a plural of one that is there
			}
			i := 0
			for i < len(at) && len(at[i].stems) >= len(n.stems) {
				i++
			}
			m[n.stems[0]] = append(at[:i:i], append([]otherName{n}, at[i:]...)...)
		}
		for _, w := range single {
			line.single = append(line.single, stemmed{w, stem(w)})
			things[stem(w)] = true
		}
		for phrase := range strings.SplitSeq(wider, ",") {
			add(phrase, &line.wider, &line.long)
		}
		for phrase := range strings.SplitSeq(loose, ",") {
			phrase, near := strings.CutPrefix(strings.TrimSpace(phrase), "?")
			list := add(phrase, &line.loose, &line.loose)
			if near {
				for _, w := range list {
					nearNames[stem(w)] = true
				}
			}
		}
	}
	return m
}()

// otherNames emits the synonyms of a product's name until emit returns false: all for the thing itself, only one-word
// synonyms for what it is about or contains. The role of a word that is in the name comes from the name. Words that
// alone mean another thing lose their role as head: فول سوداني is not فول.
func (s *writer) otherNames(list []namedWord, special, shared bool, said []namedWord,
	emit func(w *spelled, role roles) bool) bool {
	for i := 0; i < len(list); {
		length := 1
		for _, n := range otherNamesOf[list[i].stem] {
			if len(n.stems) < length {
				break // a longer one was read here
			}
			if !n.begins(list[i:]) {
				continue
			}
			length = len(n.stems)
			role, joined, heads := roleWith, false, 0
			for _, w := range list[i : i+length] {
				switch {
				case w.role&roleHead != 0:
					role = roleAlias
					heads++
				case w.role == roleKind && role == roleWith:
					role = roleKind
				}
				joined = joined || w.role == roleWith
			}
			s.called = s.called || role == roleAlias
			if special && role == roleAlias && !joined {
				role = roleKind
			}
			if !s.line(n.line, said, role, shared && heads == 1, emit) {
				return false
			}
			if n.whole {
				for k := i; k < i+length; k++ {
					if list[k].role == roleHead {
						list[k].role = roleKind
					}
				}
			}
		}
		i += length
	}
	return true
}

// begins reports whether a list of words begins with this name.
func (n *otherName) begins(list []namedWord) bool {
	if len(list) < len(n.stems) {
		return false
	}
	for i, s := range n.stems {
		if list[i].stem != s {
			return false
		}
	}
	return true
}

// line emits the words of a synonym line except those that the name already has. A name in one language may call the
// product what the other only describes: Burger patties are برجر.
func (s *writer) line(l *namesLine, said []namedWord, role roles, shared bool,
	emit func(w *spelled, role roles) bool) bool {
	own := role
	if shared {
		own = roleKind // one of several things is not all of it
	}
	for _, w := range l.single {
		if !slices.ContainsFunc(said, func(o namedWord) bool {
			return o.stem == w.stem && (own != roleAlias || o.role != roleKind)
		}) && !emit(s.word(w.text), own) {
			return false
		}
	}
	if role != roleAlias {
		return true
	}
	for _, part := range [...]struct {
		words []string
		role  roles
	}{{l.wider, roleAlias}, {l.long, roleKind}, {l.loose, roleWord}} {
		for _, w := range part.words {
			if !emit(s.word(w), part.role) {
				return false
			}
		}
	}
	return true
}
