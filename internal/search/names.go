package search

import "strings"

// otherName is one way to name a thing: its stems, and the line of namesTable.
type otherName struct {
	stems []string
	line  *namesLine
}

// namesLine is a thing by all the words that ask for it.
type namesLine struct {
	single []string // names of one word
	wider  []string // words for it and for more
	long   []string // words of longer names, and what it is asked by without being its name
}

// otherNamesOf is what is read in a name, by the stem of its first word, the
// longest first.
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
		add := func(phrase string, single *[]string) []string {
			list := words(phrase, maxWords)
			if len(list) != 1 {
				single = &line.long
			}
			for _, w := range list {
				if !stopWords[w] {
					*single = append(*single, w)
				}
			}
			return list
		}
		for phrase := range strings.SplitSeq(names, ",") {
			list := add(phrase, &line.single)
			if len(list) == 0 {
				continue
			}
			n := otherName{line: line}
			for _, w := range list {
				n.stems = append(n.stems, stem(w))
			}
			at := m[n.stems[0]]
			i := 0
			for i < len(at) && len(at[i].stems) >= len(n.stems) {
				i++
			}
			m[n.stems[0]] = append(at[:i:i], append([]otherName{n}, at[i:]...)...)
		}
		for phrase := range strings.SplitSeq(wider, ",") {
			add(phrase, &line.wider)
		}
		for phrase := range strings.SplitSeq(loose, ",") {
			add(phrase, &line.long)
		}
	}
	return m
}()

// otherNames gives the words by which people also ask for what a name names,
// until emit returns false. What the name names has all of them, what is only
// about it or in it the single words alone.
func otherNames(list []namedWord, special bool, emit func(w string, role roles) bool) bool {
	for i := 0; i < len(list); {
		length := 1
		for _, n := range otherNamesOf[stem(list[i].text)] {
			if len(n.stems) < length {
				break // a longer one was read here
			}
			role, ok := n.at(list[i:])
			if !ok {
				continue
			}
			length = len(n.stems)
			if !n.line.emit(role, special, emit) {
				return false
			}
		}
		i += length
	}
	return true
}

// at reports that a name goes on with this one, and what that is to the product.
func (n *otherName) at(list []namedWord) (role roles, ok bool) {
	if len(list) < len(n.stems) {
		return 0, false
	}
	role = roleWith
	for i, s := range n.stems {
		if stem(list[i].text) != s {
			return 0, false
		}
		switch r := list[i].role; {
		case r&roleHead != 0:
			role = roleAlias
		case r == roleKind && role == roleWith:
			role = roleKind
		}
	}
	return role, true
}

func (l *namesLine) emit(role roles, special bool, emit func(w string, role roles) bool) bool {
	if special && role == roleAlias {
		role = roleKind
	}
	for _, w := range l.single {
		if !emit(w, role) {
			return false
		}
	}
	if role != roleAlias {
		return true
	}
	for _, w := range l.wider {
		if !emit(w, role) {
			return false
		}
	}
	for _, w := range l.long {
		if !emit(w, roleWord) {
			return false
		}
	}
	return true
}
