package search

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Limits of a query's text. They bound the processing time of hostile text.
const (
	maxQueryBytes = 512
	maxWords      = 10
)

// word is the text between two spaces of a query.
type word struct {
	raw    string // NFKC and lower case, signs included: they are keys too
	tokens []string
	prefix bool             // its last token may be unfinished
	all    bool             // every token may be
	spoken map[string]class // what its only token may be, read as Franco
	behind bool             // it says what comes with the thing, or what it is for
}

// stopWords join other words but mean nothing alone. They are searched for only if the query has no other words.
var stopWords = map[string]bool{
	"a": true, "an": true, "and": true, "for": true, "of": true, "the": true, "to": true, "with": true, "in": true,
	"في": true, "من": true, "مع": true, "علي": true, "الي": true, "عن": true, "و": true,
	"i": true, "want": true, "need": true, "some": true, "something": true, "stuff": true, "thing": true, "things": true,
	"supplies": true, "items": true, "products": true, "tools": true, "my": true,
	"عايز": true, "عايزه": true, "عاوز": true, "عاوزه": true, "محتاج": true, "محتاجه": true, "حاجه": true, "حاجات": true,
	"ادوات": true, "مستلزمات": true, "لوازم": true, "منتجات": true, "عشان": true, "علشان": true,
	"بتاع": true, "بتاعه": true, "بتاعت": true, "بتوع": true,
	"be": true, "bel": true, "bil": true, "wel": true, "lel": true, "fel": true, "el": true, "bta3": true, "beta3": true,
	"bta3et": true, "3ayez": true, "3ayza": true,
	"3ashan": true, "3alashan": true,
}

// unmarked removes marks that NFKC would turn into letters.
var unmarked = strings.NewReplacer("™", " ", "℠", " ")

// parse splits a query into words. In a short query any word may be unfinished, in a longer one only the last.
func parse(text string) []word {
	text = unmarked.Replace(valid(clip(text, maxQueryBytes)))
	text = clip(strings.ToLower(norm.NFKC.String(text)), maxQueryBytes)
	var ws []word
	total := 0
	meaning := false
	for _, raw := range strings.Fields(text) {
		w := word{raw: clip(raw, 4*maxTokenRunes), tokens: words(raw, maxWords-total)}
		total += len(w.tokens)
		for _, t := range w.tokens {
			meaning = meaning || !stopWords[t]
		}
		ws = append(ws, w)
		if total == maxWords || len(ws) == maxWords {
			break
		}
	}
	kept := ws[:0]
	total = 0
	behind := false
	for _, w := range ws {
		if len(w.tokens) == 1 && joints[w.tokens[0]] {
			behind = len(kept) > 0
		}
		if meaning && len(w.tokens) == 1 && stopWords[w.tokens[0]] {
			continue
		}
		w.behind = behind || len(kept) > 0 && len(w.tokens) > 0 && joined(w.tokens[0])
		total += len(w.tokens)
		kept = append(kept, w)
	}
	for i := range kept {
		kept[i].all = total <= 2
		kept[i].prefix = kept[i].all || i == len(kept)-1
	}
	return kept
}

// wanted returns the tokens of the word for an exact match.
func (w *word) wanted() []*wanted {
	out := make([]*wanted, len(w.tokens))
	for i, t := range w.tokens {
		out[i] = &wanted{word: t, prefix: w.all || w.prefix && i == len(w.tokens)-1, spoken: w.spoken, behind: w.behind}
	}
	return out
}

// strict returns all words for an exact match.
func strict(ws []word) []*wanted {
	var out []*wanted
	for i := range ws {
		out = append(out, ws[i].wanted()...)
	}
	return out
}
