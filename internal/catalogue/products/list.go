package products

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// list is one page of cards before the customer's favourites are added.
type list struct {
	cards  []ProductCard
	number int
	per    int
	total  int
}

func (l list) listing() *httpapi.ListEnvelope[ProductCard] {
	return &httpapi.List(l.cards, l.number, l.per, l.total).Body
}

// Find returns a page of a listing: the products, their branches and the total count. It uses the index, or the
// database while the index is being built.
func (s *Service) Find(ctx context.Context, query Query) (Found, error) {
	if query.PerPage == 0 {
		query.PerPage = PerPage
	}
	if found, ok := s.lister.List(query); ok {
		found.asked = query
		return found, nil
	}
	return s.findStored(ctx, query)
}

// Narrow combines the filters of a block and of a query. A manual list becomes an ordinary listing, in the query's
// order.
func (r Rule) Narrow(query Query) Query {
	if r.Products != nil {
		query.Block = r.ID
		return query
	}
	merged := query
	merged.Service = r.Query.Service
	merged.InStock = query.InStock || r.Query.InStock
	merged.OnOffer = query.OnOffer || r.Query.OnOffer
	if query.Category == "" {
		merged.Category = r.Query.Category
	}
	if query.Sort == "" {
		merged.Sort = r.Query.Sort
	}
	return merged
}

// plain reports that a query has no filters and no sort order, only a page.
func (q *Query) plain() bool {
	return q.Sort == "" && q.Store == "" && q.Branch == "" && q.Category == "" &&
		q.PriceMin == 0 && q.PriceMax == 0 && !q.InStock && !q.OnOffer
}

// Block finds the rule of a block that is visible at the given time, by id or slug.
func (s *Service) Block(ref string, now time.Time) (Rule, bool) { return s.blocks.Rule(ref, now) }

// FindBlock is Find for a block of the home page; a manual list keeps its order unless the query filters or sorts it.
func (s *Service) FindBlock(ctx context.Context, rule Rule, query Query) (Found, error) {
	if query.PerPage == 0 {
		query.PerPage = PerPage
	}
	if rule.Products == nil || !query.plain() {
		return s.Find(ctx, rule.Narrow(query))
	}
	sold, err := s.onSale(ctx, rule.Products)
	if err != nil {
		return Found{}, err
	}
	found := Found{Total: len(sold)}
	from := min((query.Page-1)*query.PerPage, len(sold))
	for _, id := range sold[from:min(from+query.PerPage, len(sold))] {
		found.Hits = append(found.Hits, Hit{ProductID: id})
	}
	return found, nil
}

// onSale returns those of the given products that any branch sells.
func (s *Service) onSale(ctx context.Context, ids []string) ([]string, error) {
	var kept []string
	for from := 0; from < len(ids); from += 256 {
		part := ids[from:min(from+256, len(ids))]
		asked := padded(part)
		var have []string
		query := `SELECT p.id FROM products p WHERE p.active AND p.id IN (` + db.List(1, len(asked)) + `) AND ` +
			soldSomewhere + ` ORDER BY p.id`
		if err := s.DB.Select(ctx, &have, query, db.Args(asked)...); err != nil {
			return nil, fmt.Errorf("products: block: %w", err)
		}
		sold := make(map[string]bool, len(have))
		for _, id := range have {
			sold[id] = true
		}
		for _, id := range part {
			if sold[id] {
				kept = append(kept, id)
			}
		}
	}
	return kept, nil
}

const soldSomewhere = `EXISTS (SELECT 1 FROM branch_prices bp JOIN branches b ON b.id = bp.branch_id
  JOIN variants v ON v.id = bp.variant_id WHERE bp.product_id = p.id AND bp.active AND b.active AND v.active)`

// findStored answers a listing from the database alone, for the few seconds until the index is loaded. It finds the
// same products, by popularity unless another order is requested. Price, stock and offer may each match at any branch.
func (s *Service) findStored(ctx context.Context, query Query) (Found, error) {
	var w where
	w.text.WriteString(`p.active`)
	w.equal(`p.service_id`, query.Service)
	w.equal(`p.store_id`, query.Store)
	if query.Category != "" {
		c, ok := s.Category(query.Category)
		if !ok {
			return Found{}, nil
		}
		w.in(`p.category_id`, c.below())
	}
	if query.Block != "" {
		w.text.WriteString(` AND p.id IN (SELECT product_id FROM block_products WHERE block_id = ` + w.param(query.Block) +
			`)`)
	}
	if query.OnOffer {
		few, err := s.fewOffers(ctx)
		if err != nil {
			return Found{}, err
		}
		if few {
			// With few offers, begin with them. With many, a scan by popularity soon finds enough.
			w.text.WriteString(` AND p.id IN (SELECT product_id FROM branch_prices WHERE offer_price IS NOT NULL)`)
		}
	}
	now := s.Clock.Now().UnixMilli()
	w.text.WriteString(` AND EXISTS (SELECT 1 FROM branch_prices bp JOIN branches b ON b.id = bp.branch_id
		JOIN variants v ON v.id = bp.variant_id
  LEFT JOIN stock s ON s.branch_id = bp.branch_id AND s.variant_id = bp.variant_id
  WHERE bp.product_id = p.id AND bp.active AND b.active AND v.active`)
	w.equal(`bp.branch_id`, query.Branch)
	price := `bp.price`
	if query.PriceMin > 0 || query.PriceMax > 0 || query.OnOffer {
		t := w.param(now)
		running :=
			`bp.offer_price IS NOT NULL AND bp.offer_price < bp.price AND (bp.offer_from IS NULL OR bp.offer_from <= ` + t +
				`) AND (bp.offer_to IS NULL OR bp.offer_to > ` + t + `)`
		price = `CASE WHEN ` + running + ` THEN bp.offer_price ELSE bp.price END`
		if query.OnOffer {
			w.text.WriteString(` AND ` + running)
		}
	}
	if query.PriceMin > 0 {
		w.text.WriteString(` AND (` + price + `) >= ` + w.param(query.PriceMin))
	}
	if query.PriceMax > 0 {
		w.text.WriteString(` AND (` + price + `) <= ` + w.param(query.PriceMax))
	}
	if query.InStock {
		w.text.WriteString(` AND ` + InStockSQL)
	}
	w.text.WriteString(`)`)
	var found Found
	if want := strings.Fields(s.Fold(query.Text)); len(want) > 0 {
		return s.namedStored(ctx, query, &w, want)
	}
	// Counting has a limit, so that a first page does not wait for a million rows.
	if query.Uncounted {
		return s.pageStored(ctx, query, &w)
	}
	counted := `SELECT COUNT(*) FROM (SELECT 1 AS one FROM products p WHERE ` + w.text.String() + ` LIMIT ` +
		strconv.Itoa(maxCounted) + `) AS counted`
	if err := s.DB.Get(ctx, &found.Total, counted, w.args...); err != nil {
		return found, fmt.Errorf("products: list: %w", err)
	}
	page, err := s.pageStored(ctx, query, &w)
	page.Total = found.Total
	return page, err
}

// pageStored reads one page of the products that match the conditions.
func (s *Service) pageStored(ctx context.Context, query Query, w *where) (Found, error) {
	var found Found
	limit, offset := w.param(int64(query.PerPage)), w.param(int64(query.Page-1)*int64(query.PerPage))
	var ids []string
	text := `SELECT p.id FROM products p WHERE ` + w.text.String() + ` ORDER BY ` + storedOrder(query.Sort) + ` LIMIT ` +
		limit + ` OFFSET ` + offset
	if err := s.DB.Select(ctx, &ids, text, w.args...); err != nil {
		return found, fmt.Errorf("products: list: %w", err)
	}
	for _, id := range ids {
		found.Hits = append(found.Hits, Hit{ProductID: id, BranchID: query.Branch})
	}
	found.Until = s.Clock.Now().Add(untilReady)
	return found, nil
}

// namedStored reads one page of the matching products whose name in either language has words that begin with all the
// folded words. Names are folded here, as no database folds as the search does. Only the first maxNames are checked.
func (s *Service) namedStored(ctx context.Context, query Query, w *where, want []string) (Found, error) {
	found := Found{Until: s.Clock.Now().Add(untilReady)}
	var rows []struct {
		ID     string `db:"id"`
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	text := `SELECT p.id, p.name_en, p.name_ar FROM products p WHERE ` + w.text.String() + ` ORDER BY ` +
		storedOrder(query.Sort) + ` LIMIT ` + strconv.Itoa(maxNames)
	if err := s.DB.Select(ctx, &rows, text, w.args...); err != nil {
		return found, fmt.Errorf("products: list: %w", err)
	}
	from := (query.Page - 1) * query.PerPage
	for _, r := range rows {
		name := " " + s.Fold(r.NameEN) + " " + s.Fold(r.NameAR)
		if slices.ContainsFunc(want, func(word string) bool { return !strings.Contains(name, " "+word) }) {
			continue
		}
		if found.Total >= from && len(found.Hits) < query.PerPage {
			found.Hits = append(found.Hits, Hit{ProductID: r.ID, BranchID: query.Branch})
		}
		found.Total++
	}
	return found, nil
}

// fewOffers reports that so few prices have an offer that scanning all products for them would be slow.
func (s *Service) fewOffers(ctx context.Context) (bool, error) {
	const few = 5000
	var n int
	err := s.DB.Get(ctx, &n, `SELECT COUNT(*) FROM (SELECT 1 AS one FROM branch_prices WHERE offer_price IS NOT NULL
		LIMIT `+strconv.Itoa(few)+`) AS counted`)
	return n < few, err
}

// maxCounted is the limit up to which the database counts a listing: twenty pages.
const maxCounted = 20 * PerPage

// maxNames is how many names, of the most popular products, a text search in the database checks.
const maxNames = 5000

// untilReady is how long an answer from the database may be cached while the index is being built.
const untilReady = 2 * time.Second

func storedOrder(sort string) string {
	const cheapest = `(SELECT MIN(bp.price) FROM branch_prices bp WHERE bp.product_id = p.id AND bp.active)`
	switch sort {
	case Newest:
		return `p.created_at DESC, p.popularity DESC, p.id`
	case PriceAsc:
		return cheapest + `, p.popularity DESC, p.id`
	case PriceDesc:
		return cheapest + ` DESC, p.popularity DESC, p.id`
	}
	return `p.popularity DESC, p.id`
}

// where gathers conditions and their parameters.
type where struct {
	text strings.Builder
	args []any
}

func (w *where) param(v any) string {
	w.args = append(w.args, v)
	return "$" + strconv.Itoa(len(w.args))
}

func (w *where) equal(column, value string) {
	if value != "" {
		w.text.WriteString(` AND ` + column + ` = ` + w.param(value))
	}
}

func (w *where) in(column string, values []string) {
	w.text.WriteString(` AND ` + column + ` IN (` + db.List(len(w.args)+1, len(values)) + `)`)
	for _, v := range values {
		w.args = append(w.args, v)
	}
}
