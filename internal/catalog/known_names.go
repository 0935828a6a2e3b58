package catalog

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"wekala/internal/platform/db"
)

// KnownNames are what the products of stores are called, read once for a file of many
// rows: each of them is compared with all. What is renamed after they were read is
// compared as it was called then, and what is made after it cannot be dear yet.
type KnownNames struct{ stores map[string]*storeNames }

// NewKnownNames knows nothing yet: a store's names are read when first compared with.
func NewKnownNames() *KnownNames { return &KnownNames{map[string]*storeNames{}} }

const (
	namesKnown = 10 * time.Minute // as long names that were read once serve
	fewNames   = 4                // so many are compared with each of a store's, more through the index
)

// storeName is what a product of a store, or a variant of it, is called, or was.
type storeName struct {
	named
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
	UnitEN string `db:"unit_en"`
	UnitAR string `db:"unit_ar"`
	OwnEN  string `db:"own_en"`
	OwnAR  string `db:"own_ar"`
}

// readNames reads what the products of a store and their variants are called, and
// were since a moment.
func readNames(ctx context.Context, q db.Querier, storeID string, since db.Millis) (rows []storeName, err error) {
	err = q.Select(ctx, &rows, `SELECT id AS product_id, '' AS variant_id, name_en, name_ar, unit_en, unit_ar, '' AS own_en, '' AS own_ar FROM products WHERE store_id = $1
		UNION ALL
		SELECT product_id, '', name_en, name_ar, unit_en, unit_ar, '', '' FROM past_names
		WHERE variant_id = '' AND until > $2 AND product_id IN (SELECT id FROM products WHERE store_id = $1)
		UNION ALL
		SELECT v.product_id, v.id, p.name_en, p.name_ar, p.unit_en, p.unit_ar, v.name_en, v.name_ar
		FROM variants v JOIN products p ON p.id = v.product_id WHERE p.store_id = $1 AND (v.name_en <> '' OR v.name_ar <> '')
		UNION ALL
		SELECT o.product_id, o.variant_id, p.name_en, p.name_ar, p.unit_en, p.unit_ar, o.name_en, o.name_ar FROM past_names o JOIN products p ON p.id = o.product_id
		WHERE p.store_id = $1 AND o.variant_id <> '' AND o.until > $2 AND (o.name_en <> '' OR o.name_ar <> '')`, storeID, since)
	return rows, err
}

// spoken are a name's words: with its product's, and, of a variant of two words or
// more, alone as well.
func (n *storeName) spoken(words func(string) words) (whole, alone [2]nameWords) {
	for i, said := range [2][3]string{{n.NameEN, n.OwnEN, n.UnitEN}, {n.NameAR, n.OwnAR, n.UnitAR}} {
		product, own, unit := words(said[0]), words(said[1]), words(said[2])
		whole[i].name = product.and(own)
		if whole[i].whole = whole[i].name; !whole[i].name.none() {
			whole[i].whole = whole[i].name.and(unit)
		}
		if len(own.all) > 1 {
			alone[i] = nameWords{own, own.and(unit)}
		}
	}
	return whole, alone
}

// remembered folds a text once, for many variants have words in common.
func (s *Service) remembered() func(string) words {
	known := map[string]words{}
	return func(text string) words {
		w, ok := known[text]
		if !ok {
			w = s.words(text)
			known[text] = w
		}
		return w
	}
}

// eachLike goes through the products and variants of a store that some names could be
// taken for; do is told which of the names it is.
func (s *Service) eachLike(ctx context.Context, q db.Querier, by By, storeID string, since db.Millis, asked [][2]nameWords, do func(at int, of named, other [2]nameWords)) error {
	now := s.Clock.Now()
	known := by.Names
	if known == nil {
		known = NewKnownNames()
	}
	index := known.stores[storeID]
	if index == nil || now.Sub(index.read) > namesKnown {
		rows, err := readNames(ctx, q, storeID, since)
		if err != nil {
			return err
		}
		if by.Names == nil && len(asked) <= fewNames {
			words := s.remembered()
			for i := range rows {
				whole, alone := rows[i].spoken(words)
				for at := range asked {
					do(at, rows[i].named, whole)
					do(at, rows[i].named, alone)
				}
			}
			return nil
		}
		index = s.index(rows, now)
		known.stores[storeID] = index
	}
	for at, is := range asked {
		for _, row := range index.like(is) {
			whole, alone := index.rows[row].spoken(s.words)
			do(at, index.rows[row].named, whole)
			do(at, index.rows[row].named, alone)
		}
	}
	return nil
}

// storeNames finds the names of a store by their words.
type storeNames struct {
	read    time.Time
	rows    []storeName
	texts   []nameText
	holding map[string][]int32  // the texts with a word, with all words as one, or with all numbers
	mistype map[string][]string // words by what is left of them without one letter, and whole
	shared  []uint16            // scratch, per text
}

// nameText is a row's name in one language.
type nameText struct {
	row         int32
	name, whole uint8 // words
	numbers     []string
	digits      uint64 // a bit for each number, to say at once that they do not fit
}

func numeric(word string) bool { return strings.ContainsAny(word, "0123456789") }

func joined(w words) string     { return "=" + strings.Join(w.all, "") }
func numbersKey(w words) string { return "#" + strings.Join(w.numbers, " ") }

// index sorts names by their words.
func (s *Service) index(rows []storeName, now time.Time) *storeNames {
	n := &storeNames{read: now, rows: rows, holding: map[string][]int32{}, mistype: map[string][]string{}}
	words := s.remembered()
	for row := range rows {
		whole, alone := rows[row].spoken(words)
		for _, one := range [][2]nameWords{whole, alone} {
			for _, said := range one {
				n.add(int32(row), said)
			}
		}
	}
	n.shared = make([]uint16, len(n.texts))
	return n
}

// add notes what a row is called in a language.
func (n *storeNames) add(row int32, said nameWords) {
	if said.whole.none() {
		return
	}
	text := int32(len(n.texts))
	n.texts = append(n.texts, nameText{row, small(len(said.name.all)), small(len(said.whole.all)), said.whole.numbers, digitsOf(said.whole)})
	for _, key := range keysOf(said) {
		at := n.holding[key]
		if len(at) == 0 {
			for _, part := range mistyped(key) {
				n.mistype[part] = append(n.mistype[part], key)
			}
		}
		if len(at) == 0 || at[len(at)-1] != text {
			n.holding[key] = append(at, text)
		}
	}
}

func digitsOf(w words) (bits uint64) {
	for _, one := range w.numbers {
		h := fnv.New64a()
		h.Write([]byte(one))
		bits |= 1 << (h.Sum64() % 64)
	}
	return bits
}

func small(n int) uint8 { return uint8(min(n, 255)) }

// keysOf are what a name is found by. Numbers alone are too common: they are one key
// together.
func keysOf(n nameWords) []string {
	keys := []string{joined(n.name), joined(n.whole)}
	for _, one := range n.whole.all {
		if !numeric(one) {
			keys = append(keys, one)
		}
	}
	if len(n.whole.numbers) > 0 {
		keys = append(keys, numbersKey(n.whole))
	}
	return keys
}

// mistyped are what a word has in common with every word that is alike: itself, or
// what is left of it without one letter.
func mistyped(word string) []string {
	letters := []rune(word)
	if len(letters) < 4 || letters[0] == '=' || letters[0] == '#' {
		return nil
	}
	parts := []string{word}
	for i := range letters {
		if part := string(letters[:i]) + string(letters[i+1:]); part != parts[len(parts)-1] {
			parts = append(parts, part)
		}
	}
	return parts
}

// like lists the rows that a name could resemble, in their order. It may list too
// many: whoever asks compares word by word.
func (n *storeNames) like(is [2]nameWords) (rows []int32) {
	for _, mine := range is {
		if mine.whole.none() {
			continue
		}
		digits := digitsOf(mine.whole)
		var touched []int32
		count := func(key string, by int) {
			for _, text := range n.holding[key] {
				if n.shared[text] == 0 {
					touched = append(touched, text)
				}
				n.shared[text] += uint16(by)
			}
		}
		seen := map[string]bool{}
		for _, one := range mine.whole.all {
			if numeric(one) || seen[one] {
				continue
			}
			seen[one] = true
			times := len(slices.DeleteFunc(slices.Clone(mine.whole.all), func(o string) bool { return o != one }))
			count(one, times)
			alikes := map[string]bool{one: true}
			for _, part := range mistyped(one) {
				for _, other := range n.mistype[part] {
					if !alikes[other] && alike(one, other) {
						alikes[other] = true
						count(other, times)
					}
				}
			}
		}
		if len(mine.whole.numbers) > 0 {
			for _, text := range n.holding[numbersKey(mine.whole)] {
				if n.shared[text] == 0 {
					touched = append(touched, text)
				}
			}
		}
		for _, text := range touched {
			t := &n.texts[text]
			most := int(n.shared[text]) + min(len(mine.whole.numbers), len(t.numbers))
			if (digits&^t.digits == 0 || t.digits&^digits == 0) && numbersFit(mine.whole.numbers, t.numbers) && (resemble(most, len(mine.name.all), int(t.name)) || resemble(most, len(mine.whole.all), int(t.whole))) {
				rows = append(rows, t.row)
			}
			n.shared[text] = 0
		}
		for _, key := range []string{joined(mine.name), joined(mine.whole)} {
			for _, text := range n.holding[key] {
				rows = append(rows, n.texts[text].row)
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// resemble reports whether names of so many words may resemble each other with so
// many in common; words.resembles has the same bounds.
func resemble(shared, a, b int) bool {
	least := min(a, b)
	return least > 0 && (200*shared >= 60*(a+b) || least >= 2 && shared >= least)
}
