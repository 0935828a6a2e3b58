package search

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Limits of a query's text. They bound the time that hostile text can take.
const (
	maxQueryBytes = 512
	maxWords      = 10
)

// word is what stood between two spaces of a query.
type word struct {
	raw    string // NFKC and lower case, signs included: they are keys too
	tokens []string
	prefix bool             // its last token may be unfinished
	all    bool             // every token may be
	spoken map[string]class // what its only token may be, read as Franco
}

// stopWords join other words without meaning anything themselves. They are
// searched for only when nothing else is.
var stopWords = map[string]bool{
	"a": true, "an": true, "and": true, "for": true, "of": true, "the": true, "to": true, "with": true, "in": true,
	"في": true, "من": true, "مع": true, "علي": true, "الي": true, "عن": true, "و": true,
}

// parse cuts a query into words. Short queries may be unfinished everywhere,
// longer ones only at their end.
func parse(text string) []word {
	text = strings.NewReplacer("™", " ", "℠", " ").Replace(valid(clip(text, maxQueryBytes)))
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
	for _, w := range ws {
		if meaning && len(w.tokens) == 1 && stopWords[w.tokens[0]] {
			continue
		}
		total += len(w.tokens)
		kept = append(kept, w)
	}
	for i := range kept {
		kept[i].all = total <= 2
		kept[i].prefix = kept[i].all || i == len(kept)-1
	}
	return kept
}

// wanted asks for the tokens of the word as they are.
func (w *word) wanted() []*wanted {
	out := make([]*wanted, len(w.tokens))
	for i, t := range w.tokens {
		out[i] = &wanted{word: t, prefix: w.all || w.prefix && i == len(w.tokens)-1, spoken: w.spoken}
	}
	return out
}

// strict asks for all words as they are.
func strict(ws []word) []*wanted {
	var out []*wanted
	for i := range ws {
		out = append(out, ws[i].wanted()...)
	}
	return out
}
