package search

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"wekala/internal/catalogue/products"
)

type blockRow struct {
	BlockID   string `db:"block_id"`
	ProductID string `db:"product_id"`
}

func (f *Feed) readBlocks(ctx context.Context) (map[string][]string, error) {
	var rows []blockRow
	if err := f.db.Select(ctx, &rows,
		`SELECT block_id, product_id FROM block_products ORDER BY block_id, product_id`); err != nil {
		return nil, fmt.Errorf("search: blocks: %w", err)
	}
	blocks := map[string][]string{}
	for _, r := range rows {
		blocks[r.ProductID] = append(blocks[r.ProductID], r.BlockID)
	}
	return blocks, nil
}

// feedPage is the number of products that are read at a time.
const feedPage = 2000

type productRow struct {
	ID         string
	Slug       string
	StoreID    string `db:"store_id"`
	ServiceID  string `db:"service_id"`
	CategoryID string `db:"category_id"`
	NameEN     string `db:"name_en"`
	NameAR     string `db:"name_ar"`
	Keywords   string
	Tags       string
	Popularity int64
	CreatedAt  int64 `db:"created_at"`
	UnitGrams  int64 `db:"unit_grams"`
}

type saleRow struct {
	ProductID string `db:"product_id"`
	BranchID  string `db:"branch_id"`
	products.Asked
	Available bool
}

const (
	productColumns = `SELECT id, slug, store_id, service_id, category_id, name_en, name_ar, keywords, tags, popularity,
		created_at, unit_grams FROM products`
	saleColumns = `SELECT bp.product_id, bp.branch_id, bp.price, bp.offer_price, bp.offer_from, bp.offer_to,
  ` + products.InStockSQL + ` AS available
FROM branch_prices bp JOIN variants v ON v.id = bp.variant_id
LEFT JOIN stock s ON s.branch_id = bp.branch_id AND s.variant_id = bp.variant_id
WHERE bp.active AND v.active`
	readPage  = productColumns + ` WHERE active AND id > $1 ORDER BY id LIMIT 2000`
	readSales = saleColumns + ` AND bp.product_id > $1 AND bp.product_id <= $2 ORDER BY bp.product_id, bp.branch_id`
)

// products streams the catalogue page by page, ordered by id.
func (f *Feed) products(ctx context.Context) iter.Seq2[Product, error] {
	return func(yield func(Product, error) bool) {
		defer func() {
			f.mu.Lock()
			f.settleNext()
			f.mu.Unlock()
		}()
		for after := ""; ; {
			var rows []productRow
			if err := f.db.Select(ctx, &rows, readPage, after); err != nil {
				yield(Product{}, fmt.Errorf("search: feed: %w", err))
				return
			}
			if len(rows) == 0 {
				return
			}
			last := rows[len(rows)-1].ID
			var sales []saleRow
			if err := f.db.Select(ctx, &sales, readSales, after, last); err != nil {
				yield(Product{}, fmt.Errorf("search: feed: %w", err))
				return
			}
			for _, p := range f.join(rows, sales) {
				if !yield(p, nil) {
					return
				}
			}
			after = last
		}
	}
}

// join combines rows and their sales, both ordered by product, into products. Products that no active branch sells are
// left out.
func (f *Feed) join(rows []productRow, sales []saleRow) []Product {
	now := f.clock.Now()
	f.mu.Lock()
	blocks := f.blocks
	f.mu.Unlock()
	indexed := make([]Product, 0, len(rows))
	at := 0
	for _, r := range rows {
		for at < len(sales) && sales[at].ProductID < r.ID {
			at++
		}
		p := Product{
			ID: r.ID, Slug: r.Slug, NameEN: r.NameEN, NameAR: r.NameAR, StoreID: r.StoreID, ServiceID: r.ServiceID,
			Rank: r.Popularity, CreatedAt: r.CreatedAt, Blocks: blocks[r.ID],
		}
		var until time.Time
		for ; at < len(sales) && sales[at].ProductID == r.ID; at++ {
			b, ok := f.branches.Branch(sales[at].BranchID)
			if !ok || !b.Active {
				continue
			}
			price, ends := sales[at].At(now)
			if !ends.IsZero() && (until.IsZero() || ends.Before(until)) {
				until = ends
			}
			offer := Offer{Branch: f.Index.Branch(b.ID), Price: price, Available: sales[at].Available}
			if sales[at].Price > price {
				offer.OldPrice = sales[at].Price
			}
			p.Offers = append(p.Offers, offer)
		}
		if len(p.Offers) == 0 {
			continue
		}
		p.Categories = f.catalog.AncestorIDs(r.CategoryID)
		p.Shelves = f.shelves(r.CategoryID)
		if k := strings.TrimSpace(r.Keywords); k != "" {
			p.Keywords = []string{k}
		}
		if r.Tags != "[]" {
			var tags []string
			_ = json.Unmarshal([]byte(r.Tags), &tags) // a list that is none finds nothing
			p.Keywords = append(p.Keywords, tags...)
		}
		f.setBoundary(r.ID, unixOf(until))
		indexed = append(indexed, p)
	}
	return indexed
}

// shelves returns the names of a product's categories, the product's own category first.
func (f *Feed) shelves(category string) []Text {
	var names []Text
	if c, ok := f.catalog.Category(category); ok {
		for ; c != nil; c = c.Parent {
			names = append(names, Text{c.Name.EN, c.Name.AR})
		}
	}
	return names
}

func unixOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
