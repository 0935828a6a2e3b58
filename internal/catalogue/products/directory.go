package products

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// directory keeps in memory what staff search for products, as the search index knows only products on sale. The first
// search fills it, and each later one first catches up with the catalogue's version, so that products just saved are
// found. 100,000 products take about 40 MB.
type directory struct {
	mu       sync.Mutex
	version  int64 // 0: not filled
	place    map[string]int
	products []card
	twins    map[twin]int // as of version twinsAt; cached because counting is slow
	twinsAt  int64
}

// card is the directory's entry for a product.
type card struct {
	id              string
	nameEN, nameAR  string // folded
	tags            []string
	text            string // everything it is found by, folded
	store, category string
	state           string
	lacks           lack
	updated         int64
	created         int64
}

type lack uint8

const (
	lacksTranslation lack = 1 << iota
	lacksPicture
	lacksPrice
)

// The names in the API for missing content of a product. Duplicates share their store and name with another product.
const (
	LacksTranslation = "translation"
	LacksPicture     = "picture"
	LacksPrice       = "price"
	Duplicated       = "duplicate"
)

// lacking maps kinds of missing content to their names.
var lacking = []struct {
	bit  lack
	name string
}{{lacksTranslation, LacksTranslation}, {lacksPicture, LacksPicture}, {lacksPrice, LacksPrice}}

// The sort orders of the product list.
const (
	ByChange   = ""       // the last changed first
	ByName     = "name"   // in the caller's language
	ByNameBack = "-name"  // from the end
	ByNewest   = "newest" // the last made first
)

// Lookup is a query of the directory.
type Lookup struct {
	Text       string
	Stores     []string // nil: of any
	Categories map[string]bool
	Only       map[string]bool // these products; nil: any
	Tag        string          // whatever its case; empty: any
	State      string          // empty: drafts and what is published
	Missing    string
	Sort       string
	Arabic     bool
	After      *Place // only what comes behind it
	Most       int    // only so many, the first; 0: all
}

// Place is a product's position in the order of a lookup.
type Place struct {
	Begins bool   // its name begins with what was typed, in the order of changes
	At     int64  // when it was changed, or made
	Name   string // in the order of names
	ID     string
}

// placeOf returns a product's position.
func (q *Lookup) placeOf(c *card, words []string) Place {
	p := Place{ID: c.id}
	switch {
	case q.Sort == ByNewest:
		p.At = c.created
	case q.Sort == ByChange:
		p.Begins, p.At = c.begins(words), c.updated
	case q.Arabic:
		p.Name = c.nameAR
	default:
		p.Name = c.nameEN
	}
	return p
}

// compare orders two positions.
func (q *Lookup) compare(a, b *Place) int {
	switch q.Sort {
	case ByName:
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	case ByNameBack:
		return cmp.Or(cmp.Compare(b.Name, a.Name), cmp.Compare(b.ID, a.ID))
	}
	return cmp.Or(less(!a.Begins, !b.Begins), cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID))
}

// Located is a product in the directory's result.
type Located struct {
	ID    string
	Place Place
	Lacks []string
}

// Key is the position after which a list continues.
func (l Located) Key() []any { return []any{l.Place.Begins, l.Place.At, l.Place.Name, l.Place.ID} }

// PlaceOf parses a Key that the client sent back; nil for the first page.
func PlaceOf(in httpapi.PartInput) (*Place, error) {
	var p Place
	if on, err := in.Place(&p.Begins, &p.At, &p.Name, &p.ID); err != nil || !on {
		return nil, err
	}
	return &p, nil
}

// Locate lists the products that match a lookup, in order. It also counts the products of each state that match the
// other filters, regardless of the page. For a small page, only that page is sorted.
func (s *Service) Locate(ctx context.Context, q Lookup) ([]Located, map[string]int64, error) {
	d := &s.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, nil, err
	}
	words := strings.Fields(s.Fold(q.Text))
	var twins map[twin]int
	if q.Missing == Duplicated {
		twins = d.countTwins()
	}
	type hit struct {
		place Place
		card  *card
	}
	var found []hit
	order := func(a, b hit) int { return q.compare(&a.place, &b.place) }
	counts := map[string]int64{Draft: 0, Published: 0, Archived: 0}
	for i := range d.products {
		c := &d.products[i]
		if q.Only != nil && !q.Only[c.id] || q.Stores != nil && !slices.Contains(q.Stores, c.store) || q.Categories != nil &&
			!q.Categories[c.category] || q.Tag != "" && !tagged(c.tags, q.Tag) || !c.matches(words) ||
			!c.misses(q.Missing, twins) {
			continue
		}
		counts[c.state]++
		if c.state != q.State && (q.State != "" || c.state == Archived) {
			continue
		}
		h := hit{q.placeOf(c, words), c}
		switch full := q.Most > 0 && len(found) == q.Most; {
		case q.After != nil && q.compare(&h.place, q.After) <= 0:
		case q.Most == 0:
			found = append(found, h)
		case full && order(found[q.Most-1], h) <= 0:
		default:
			if full {
				found = found[:q.Most-1]
			}
			at, _ := slices.BinarySearchFunc(found, h, order)
			found = slices.Insert(found, at, h)
		}
	}
	if q.Most == 0 {
		slices.SortFunc(found, order)
	}
	out := make([]Located, len(found))
	for i, h := range found {
		out[i] = Located{ID: h.card.id, Place: h.place, Lacks: h.card.lacks.names()}
	}
	return out, counts, nil
}

// Held counts the products in use in each category.
func (s *Service) Held(ctx context.Context) (map[string]int64, error) {
	d := &s.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	held := map[string]int64{}
	for i := range d.products {
		if d.products[i].state != Archived {
			held[d.products[i].category]++
		}
	}
	return held, nil
}

// Tags lists the tags of the products of some stores (nil: all), alphabetically, each once regardless of case.
func (s *Service) Tags(ctx context.Context, stores []string) ([]string, error) {
	d := &s.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	known := map[string]string{}
	for i := range d.products {
		c := &d.products[i]
		if len(c.tags) == 0 || stores != nil && !slices.Contains(stores, c.store) {
			continue
		}
		for _, tag := range c.tags {
			if low := strings.ToLower(tag); known[low] == "" || tag < known[low] {
				known[low] = tag
			}
		}
	}
	tags := []string{}
	for _, low := range slices.Sorted(maps.Keys(known)) {
		tags = append(tags, known[low])
	}
	return tags, nil
}

// LacksOf lists the missing content of a product.
func (s *Service) LacksOf(ctx context.Context, productID string) ([]string, error) {
	d := &s.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	if at, ok := d.place[productID]; ok {
		return d.products[at].lacks.names(), nil
	}
	return []string{}, nil
}

func (l lack) names() []string {
	names := []string{}
	for _, x := range lacking {
		if l&x.bit != 0 {
			names = append(names, x.name)
		}
	}
	return names
}

func (c *card) matches(words []string) bool {
	for _, w := range words {
		if !strings.Contains(c.text, w) {
			return false
		}
	}
	return true
}

// begins ranks names that begin with the typed text before names that only contain it.
func (c *card) begins(words []string) bool {
	return len(words) == 0 || strings.HasPrefix(c.nameEN, words[0]) || strings.HasPrefix(c.nameAR, words[0])
}

func (c *card) misses(what string, twins map[twin]int) bool {
	if what == Duplicated {
		return c.state != Archived && (twins[c.twin(c.nameEN)] > 1 || twins[c.twin(c.nameAR)] > 1)
	}
	for _, x := range lacking {
		if x.name == what {
			return c.lacks&x.bit != 0
		}
	}
	return true
}

// twin is the key that products of one store with the same name share.
type twin struct{ store, name string }

func (c *card) twin(name string) twin { return twin{c.store, name} }

// countTwins counts the products of one store that have the same name in a language. The result is cached for the
// current version.
func (d *directory) countTwins() map[twin]int {
	if d.twinsAt == d.version {
		return d.twins
	}
	n := make(map[twin]int, len(d.products))
	for i := range d.products {
		c := &d.products[i]
		if c.state == Archived {
			continue
		}
		if c.nameEN != "" {
			n[c.twin(c.nameEN)]++
		}
		if c.nameAR != "" && c.nameAR != c.nameEN {
			n[c.twin(c.nameAR)]++
		}
	}
	d.twins, d.twinsAt = n, d.version
	return n
}

// directoryPage is how many products are read per query.
const directoryPage = 2000

// catchUp applies the changes since the last search. The caller holds the lock.
func (s *Service) catchUp(ctx context.Context) error {
	d := &s.directory
	if d.version != 0 {
		changes, newest, err := changefeed.Since(ctx, s.DB, d.version)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(changes, func(c changefeed.Change) bool { return c.Kind == changefeed.All }) {
			var ids []string
			for _, c := range changes {
				if c.Kind == ChangedProduct && c.Aspect != AspectStock {
					ids = append(ids, c.Ref)
				}
			}
			slices.Sort(ids)
			ids = slices.Compact(ids)
			for part := range slices.Chunk(ids, 400) {
				if err := s.readCards(ctx, ` IN (`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
					return err
				}
			}
			d.version = newest
			return nil
		}
	}
	version, err := changefeed.Newest(ctx, s.DB)
	if err != nil {
		return err
	}
	d.place, d.products, d.version = map[string]int{}, nil, 0
	for after := ""; ; {
		var last []string
		err := s.DB.Select(ctx, &last, `SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2`, after,
			int64(directoryPage))
		if err != nil {
			return fmt.Errorf("products: directory: %w", err)
		}
		if len(last) == 0 {
			d.version = version
			return nil
		}
		if err := s.readCards(ctx, ` BETWEEN $1 AND $2`, last[0], last[len(last)-1]); err != nil {
			return err
		}
		after = last[len(last)-1]
	}
}

// readCards reads some products into the directory.
func (s *Service) readCards(ctx context.Context, which string, args ...any) error {
	var rows []struct {
		ID         string
		StoreID    string `db:"store_id"`
		CategoryID string `db:"category_id"`
		NameEN     string `db:"name_en"`
		NameAR     string `db:"name_ar"`
		Keywords   string
		Tags       string
		Pictured   bool
		Described  bool
		Active     bool
		Archived   bool
		CreatedAt  int64 `db:"created_at"`
		UpdatedAt  int64 `db:"updated_at"`
	}
	err := s.DB.Select(ctx, &rows, `SELECT id, store_id, category_id, name_en, name_ar, keywords, tags,
		images <> '[]' AS pictured,
		(description_en = '') = (description_ar = '') AS described, active, archived_at IS NOT NULL AS archived, created_at,
		updated_at
		FROM products WHERE id`+which+` ORDER BY id`, args...)
	if err != nil {
		return fmt.Errorf("products: directory: %w", err)
	}
	var codes []struct {
		ProductID string `db:"product_id"`
		SKU       string
		Barcode   string
	}
	if err := s.DB.Select(ctx, &codes, `SELECT product_id, sku, barcode FROM variants WHERE product_id`+which+
		` ORDER BY product_id, sort, id`, args...); err != nil {
		return fmt.Errorf("products: directory: %w", err)
	}
	var priced []string
	if err := s.DB.Select(ctx, &priced, `SELECT DISTINCT product_id FROM branch_prices WHERE active AND product_id`+which+
		` ORDER BY product_id`, args...); err != nil {
		return fmt.Errorf("products: directory: %w", err)
	}
	text := map[string]*strings.Builder{}
	for _, c := range codes {
		b := text[c.ProductID]
		if b == nil {
			b = &strings.Builder{}
			text[c.ProductID] = b
		}
		b.WriteString("\n" + s.Fold(c.SKU))
		if c.Barcode != "" {
			b.WriteString("\n" + s.Fold(c.Barcode))
		}
	}
	has := make(map[string]bool, len(priced))
	for _, id := range priced {
		has[id] = true
	}
	d := &s.directory
	for _, r := range rows {
		c := card{id: r.ID, nameEN: s.Fold(r.NameEN), nameAR: s.Fold(r.NameAR), store: r.StoreID, category: r.CategoryID,
			state: stateOf(r.Active, r.Archived), created: r.CreatedAt, updated: r.UpdatedAt}
		c.text = c.nameEN + "\n" + c.nameAR
		if r.Keywords != "" {
			c.text += "\n" + s.Fold(r.Keywords)
		}
		if r.Tags != "[]" {
			var tags []string
			if err := json.Unmarshal([]byte(r.Tags), &tags); err != nil {
				return fmt.Errorf("products: product %s: %w", r.ID, err)
			}
			c.text += "\n" + s.Fold(strings.Join(tags, "\n"))
			c.tags = tags
		}
		if b := text[r.ID]; b != nil {
			c.text += b.String()
		}
		if en := len(c.nameEN); en > 0 {
			c.nameEN = c.text[:en]
		}
		if r.NameEN == "" || r.NameAR == "" || !r.Described {
			c.lacks |= lacksTranslation
		}
		if !r.Pictured {
			c.lacks |= lacksPicture
		}
		if !has[r.ID] {
			c.lacks |= lacksPrice
		}
		if at, ok := d.place[r.ID]; ok {
			d.products[at] = c
			continue
		}
		d.place[r.ID] = len(d.products)
		d.products = append(d.products, c)
	}
	return nil
}
