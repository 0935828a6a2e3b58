package demo

import (
	"context"
	"fmt"
	"time"

	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/db"
)

// goods are the tables a product is spread over.
type goods struct {
	products, variants, prices, stock, moves *bulk
}

func (w *writer) newGoods() *goods {
	g := &goods{
		products: newBulk(w.tx, "products", "id", "slug", "service_id", "store_id", "category_id", "name_en", "name_ar",
			"description_en", "description_ar", "images", "attributes", "options", "keywords", "unit_en", "unit_ar", "min_qty",
			"max_qty", "vat_bp", "popularity", "rating_sum", "rating_count",
			"active", "created_at", "updated_at"),
		variants: newBulk(w.tx, "variants", "id", "product_id", "sku", "choices", "name_en", "name_ar", "image", "active",
			"sort"),
		prices: newBulk(w.tx, "branch_prices", "branch_id", "variant_id", "product_id", "price", "offer_price", "offer_from",
			"offer_to", "active"),
		stock: newBulk(w.tx, "stock", "branch_id", "variant_id", "on_hand", "reserved"),
		moves: newBulk(w.tx, "stock_moves", "branch_id", "variant_id", "id", "qty", "reason", "source", "at"),
	}
	g.variants.first = g.products
	g.prices.first = g.variants
	return g
}

// flush writes the queue.
func (g *goods) flush(ctx context.Context) error {
	for _, b := range []*bulk{g.products, g.variants, g.prices, g.stock, g.moves} {
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) products(ctx context.Context) error {
	g := w.newGoods()
	sellers := map[string][]*data.Branch{}
	for i := range w.shop.Branches {
		b := &w.shop.Branches[i]
		sellers[b.Store] = append(sellers[b.Store], b)
	}
	for i := range w.shop.Products {
		if err := w.product(ctx, g, i, sellers[w.shop.Products[i].Store]); err != nil {
			return fmt.Errorf("%s: %w", w.shop.Products[i].Slug, err)
		}
	}
	return g.flush(ctx)
}

func (w *writer) product(ctx context.Context, g *goods, i int, sellers []*data.Branch) error {
	p := &w.shop.Products[i]
	// Arrivals are spread over the past months, mixed over the shelves.
	age := time.Duration(i*61%len(w.shop.Products)) * 5 * time.Hour
	created := db.At(w.day.Add(-age))
	err := g.products.add(ctx, ProductID(p.Slug), p.Slug, ServiceID(p.Service), StoreID(p.Store), CategoryID(p.Category),
		p.Name.EN, p.Name.AR, p.Description.EN, p.Description.AR, toJSON(p.Images), attributesJSON(p.Attributes),
		optionsJSON(p.Options),
		p.Keywords, p.Unit.EN, p.Unit.AR, max(1, p.MinQty), p.MaxQty, p.VATBP, p.Popularity, int64(0), int64(0), true,
		created, created)
	if err != nil {
		return err
	}
	for n, v := range p.Variants {
		var image *string
		if v.Image != "" {
			image = &v.Image
		}
		id := VariantID(v.SKU)
		if err := g.variants.add(ctx, id, ProductID(p.Slug), v.SKU, toJSON(v.Choices), v.Name.EN, v.Name.AR, image, true,
			int64(n)); err != nil {
			return err
		}
		for _, b := range sellers {
			if err := w.sale(ctx, g, b, p, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) sale(ctx context.Context, g *goods, b *data.Branch, p *data.Product, v data.Variant) error {
	shelf := w.shop.Shelf(b, p, v)
	if !shelf.Sold {
		return nil
	}
	branch, variant := BranchID(b.Slug), VariantID(v.SKU)
	var always *db.Millis
	if err := g.prices.add(ctx, branch, variant, ProductID(p.Slug), shelf.Price, positive(shelf.OfferPrice), always,
		always, true); err != nil {
		return err
	}
	if err := g.stock.add(ctx, branch, variant, shelf.Stock, int64(0)); err != nil || shelf.Stock == 0 {
		return err
	}
	return g.moves.add(ctx, branch, variant, "mov_opening", shelf.Stock, "opening", "demo", db.At(w.day))
}

type fact struct {
	Name  data.Text `json:"name"`
	Value data.Text `json:"value"`
}

func attributesJSON(facts []data.Fact) string {
	stored := make([]fact, len(facts))
	for i, f := range facts {
		stored[i] = fact{f.Name, f.Value}
	}
	return toJSON(stored)
}

type named struct {
	ID   string    `json:"id"`
	Name data.Text `json:"name"`
}

type option struct {
	named
	Values []named `json:"values"`
}

func optionsJSON(options []data.Option) string {
	stored := make([]option, len(options))
	for i, o := range options {
		stored[i] = option{named{o.ID, o.Name}, make([]named, len(o.Values))}
		for j, v := range o.Values {
			stored[i].Values[j] = named{v.ID, v.Name}
		}
	}
	return toJSON(stored)
}
