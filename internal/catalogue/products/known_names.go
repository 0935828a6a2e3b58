package products

import (
	"context"
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// The names of a store's products are read once and cached, because renames mostly come in series and reading and
// folding 100,000 names takes seconds, too long for waiting customers. A comparing transaction then reads only the
// names that changed since, according to the catalogue's journal.

const (
	namesKnown = 10 * time.Minute // as long names that were read once serve
	maxRenamed = 20_000           // so many that changed since are read outside of one
	namesMoved = 200              // so many products that changed since are read in a transaction
)

// knownNames caches the names of stores on this node.
type knownNames struct {
	mu     sync.Mutex
	stores map[string]*storeNames
}

func (k *knownNames) of(storeID string, now time.Time) *storeNames {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := k.stores[storeID]; n != nil && now.Sub(n.read) < namesKnown && !now.Before(n.read) {
		return n
	}
	return nil
}

// kept lists the stores whose names are in memory.
func (k *knownNames) kept(now time.Time) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	maps.DeleteFunc(k.stores, func(_ string, n *storeNames) bool { return now.Sub(n.read) >= namesKnown })
	return slices.Sorted(maps.Keys(k.stores))
}

func (k *knownNames) keep(storeID string, n *storeNames) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stores == nil {
		k.stores = map[string]*storeNames{}
	}
	k.stores[storeID] = n
	time.AfterFunc(namesKnown, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.stores[storeID] == n {
			delete(k.stores, storeID)
		}
	})
}

// namesUnknown aborts a transaction that would have to read all names of a store.
type namesUnknown struct{ storeID string }

func (*namesUnknown) Error() string { return "products: the names of a store are not in memory" }

type comparing struct{}

// maxReads is how many times a write is aborted to read names, once for each store that is not in memory.
const maxReads = 8

// Comparing runs a write that may have to compare names with all of a store's. If they are not in memory, the write is
// aborted, the names are read while no transaction waits, and the write runs again.
func (s *Service) Comparing(ctx context.Context, write func(ctx context.Context) error) error {
	for _, storeID := range s.known.kept(s.Clock.Now()) {
		if err := s.know(ctx, storeID); err != nil {
			return err
		}
	}
	for range maxReads {
		err := write(extrasRead(context.WithValue(ctx, comparing{}, map[string]*compared{})))
		var unknown *namesUnknown
		if !errors.As(err, &unknown) {
			return err
		}
		if err := s.know(ctx, unknown.storeID); err != nil {
			return err
		}
		if err := s.knowExtras(ctx, unknown.storeID); err != nil {
			return err
		}
	}
	return write(extrasRead(ctx))
}

// know reads the names of a store's products, or only those that changed since the last reading.
func (s *Service) know(ctx context.Context, storeID string) error {
	now := s.Clock.Now()
	limits, err := approvals.ReadLimits(ctx, s.DB)
	if err != nil {
		return err
	}
	since := db.At(now.AddDate(0, 0, -int(limits.DropDays)))
	return s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		version, err := changefeed.Newest(ctx, q)
		if err != nil {
			return err
		}
		if known := s.known.of(storeID, now); known != nil {
			changed, ok, err := changefeed.RefsSince(ctx, q, known.at(), ChangedProduct, maxRenamed, AspectText)
			if err != nil {
				return err
			}
			if ok && !known.worn() {
				for part := range slices.Chunk(changed, 500) {
					rows, err := readNames(ctx, q, storeID, since, part...)
					if err != nil {
						return err
					}
					known.renew(s, part, rows)
				}
				known.moved(version)
				return nil
			}
		}
		rows, err := readNames(ctx, q, storeID, since)
		if err != nil {
			return err
		}
		index := s.index(rows, now)
		index.version = version
		s.known.keep(storeID, index)
		return nil
	})
}

// storeName is a current or former name of a store's product or variant.
type storeName struct {
	named
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
	UnitEN string `db:"unit_en"`
	UnitAR string `db:"unit_ar"`
	OwnEN  string `db:"own_en"`
	OwnAR  string `db:"own_ar"`
}

// readNames reads the current names of a store's products and variants, and their former names since the given time. If
// products are given, it reads only theirs.
func readNames(ctx context.Context, q db.Querier, storeID string, since db.Millis,
	products ...string) (rows []storeName, err error) {
	of, of2 := "", ""
	if len(products) > 0 {
		products = db.Padded(products)
		of, of2 = ` AND id IN (`+db.List(3, len(products))+`)`, ` AND p.id IN (`+db.List(3, len(products))+`)`
	}
	err = q.Select(ctx, &rows, `SELECT id AS product_id, '' AS variant_id, name_en, name_ar, unit_en, unit_ar,
		'' AS own_en, '' AS own_ar FROM products WHERE store_id = $1`+of+`
		UNION ALL
		SELECT product_id, '', name_en, name_ar, unit_en, unit_ar, '', '' FROM past_names
		WHERE variant_id = '' AND until > $2 AND product_id IN (SELECT id FROM products WHERE store_id = $1`+of+`)
		UNION ALL
		SELECT v.product_id, v.id, p.name_en, p.name_ar, p.unit_en, p.unit_ar, v.name_en, v.name_ar
		FROM variants v JOIN products p ON p.id = v.product_id
		WHERE p.store_id = $1`+of2+` AND (v.name_en <> '' OR v.name_ar <> '')
		UNION ALL
		SELECT o.product_id, o.variant_id, p.name_en, p.name_ar, p.unit_en, p.unit_ar, o.name_en, o.name_ar FROM past_names o
		JOIN products p ON p.id = o.product_id
		WHERE p.store_id =
		$1`+of2+` AND o.variant_id <> '' AND o.until > $2 AND (o.name_en <> '' OR o.name_ar <> '')`,
		db.Args(products, storeID, since)...)
	return rows, err
}

// spoken returns the words of a name in each language: combined with the product's name and, for a variant's name of
// two words or more, also alone.
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

// remembered returns a function that folds each text only once, because many variants share words.
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

// compared holds the names of a store at one point in time: those in memory, updated for the products that changed
// since.
type compared struct {
	known, fresh *storeNames
	changed      []string
}

// compareWith returns the names of a store. Within Comparing they date from the first call in the transaction, so the
// transaction is not compared with its own renames.
func (s *Service) compareWith(ctx context.Context, q db.Querier, storeID string, since db.Millis) (*compared, error) {
	within, _ := ctx.Value(comparing{}).(map[string]*compared)
	if c := within[storeID]; c != nil {
		return c, nil
	}
	c := &compared{known: s.known.of(storeID, s.Clock.Now())}
	if c.known != nil {
		var ok bool
		var err error
		if c.changed, ok, err = changefeed.RefsSince(ctx, q, c.known.at(), ChangedProduct, namesMoved,
			AspectText); err != nil {
			return nil, err
		} else if !ok {
			c.known = nil
		}
	}
	if c.known == nil && within != nil {
		return nil, &namesUnknown{storeID}
	}
	if c.known == nil || len(c.changed) > 0 {
		rows, err := readNames(ctx, q, storeID, since, c.changed...)
		if err != nil {
			return nil, err
		}
		c.fresh = s.index(rows, s.Clock.Now())
	}
	if within != nil {
		within[storeID] = c
	}
	return c, nil
}

// eachLike calls do for the products and variants of a store that could be confused with one of the names asked, with
// the index of that name.
func (s *Service) eachLike(ctx context.Context, q db.Querier, storeID string, since db.Millis, asked [][2]nameWords,
	do func(at int, of named, other [2]nameWords)) error {
	c, err := s.compareWith(ctx, q, storeID, since)
	if err != nil {
		return err
	}
	if c.fresh != nil {
		c.fresh.eachLike(s, asked, nil, do)
	}
	if c.known != nil {
		c.known.eachLike(s, asked, c.changed, do)
	}
	return nil
}

// storeNames indexes the names of a store by their words.
type storeNames struct {
	mu      sync.Mutex
	read    time.Time
	version int64              // of the catalogue
	of      map[string][]int32 // the rows of a product
	gone    int                // rows
	rows    []storeName
	texts   []nameText
	holding map[string][]int32  // the texts with a word, with all words as one, or with all numbers
	mistype map[string][]string // words by what is left of them without one letter, and whole
	shared  []uint16            // scratch, per text
	touched []int32             // scratch, the texts a name shares something with
}

// at returns the version of the catalogue that the names are from.
func (n *storeNames) at() int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.version
}

func (n *storeNames) moved(version int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.version = max(n.version, version)
}

// renew replaces the names of some products.
func (n *storeNames) renew(s *Service, products []string, rows []storeName) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, id := range products {
		for _, row := range n.of[id] {
			n.rows[row] = storeName{} // nobody's
			n.gone++
		}
		delete(n.of, id)
	}
	n.put(s, rows)
}

// worn reports whether the index has so many deleted names that skipping them costs more than reading all names again.
func (n *storeNames) worn() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.gone > len(n.rows)/4
}

// eachLike calls do for every row that could be confused with one of the names, except the rows of some products.
func (n *storeNames) eachLike(s *Service, asked [][2]nameWords, but []string,
	do func(at int, of named, other [2]nameWords)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	words := s.remembered()
	for at, is := range asked {
		for _, row := range n.like(is) {
			of := &n.rows[row]
			if of.ProductID == "" || slices.Contains(but, of.ProductID) {
				continue
			}
			whole, alone := of.spoken(words)
			do(at, of.named, whole)
			do(at, of.named, alone)
		}
	}
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

// index builds the index of names by their words.
func (s *Service) index(rows []storeName, now time.Time) *storeNames {
	n := &storeNames{read: now, of: map[string][]int32{}, holding: map[string][]int32{}, mistype: map[string][]string{}}
	n.put(s, rows)
	return n
}

// put adds names to the index.
func (n *storeNames) put(s *Service, rows []storeName) {
	words, first := s.remembered(), len(n.rows)
	n.rows = append(n.rows, rows...)
	for i := range rows {
		row := int32(first + i)
		n.of[rows[i].ProductID] = append(n.of[rows[i].ProductID], row)
		whole, alone := rows[i].spoken(words)
		for _, one := range [][2]nameWords{whole, alone} {
			for _, said := range one {
				n.add(row, said)
			}
		}
	}
	n.shared = append(n.shared, make([]uint16, len(n.texts)-len(n.shared))...)
}

// add indexes the name of a row in a language.
func (n *storeNames) add(row int32, said nameWords) {
	if said.whole.none() {
		return
	}
	text := int32(len(n.texts))
	n.texts = append(n.texts,
		nameText{row, small(len(said.name.all)), small(len(said.whole.all)), said.whole.numbers, digitsOf(said.whole)})
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

// keysOf returns the keys under which a name is indexed. Numbers alone are too common, so all such names share one key.
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

// mistyped returns the keys that a word shares with every similar word: the word itself, and the word without each of
// its letters.
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

// like lists the rows that a name could resemble, in order. It may return too many rows; the caller compares the words.
func (n *storeNames) like(is [2]nameWords) (rows []int32) {
	for _, mine := range is {
		if mine.whole.none() {
			continue
		}
		digits := digitsOf(mine.whole)
		touched := n.touched[:0]
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
			if (digits&^t.digits == 0 || t.digits&^digits == 0) && numbersFit(mine.whole.numbers, t.numbers) &&
				(resemble(most, len(mine.name.all), int(t.name)) || resemble(most, len(mine.whole.all), int(t.whole))) {
				rows = append(rows, t.row)
			}
			n.shared[text] = 0
		}
		n.touched = touched
		for _, key := range []string{joined(mine.name), joined(mine.whole)} {
			for _, text := range n.holding[key] {
				rows = append(rows, n.texts[text].row)
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// resemble reports whether names with these counts of words and of shared words may resemble each other;
// words.resembles has the same limits.
func resemble(shared, a, b int) bool {
	least := min(a, b)
	return least > 0 && (200*shared >= 60*(a+b) || least >= 2 && shared >= least)
}
