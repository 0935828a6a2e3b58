package products_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/catalogue/search"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

// among100000 is the catalogue of a shop with 100,000 products.
func among100000(b *testing.B) *products.Service {
	b.Helper()
	d := dbtest.New(b, db.SQLite)
	shoptest.Fill(b, d)
	shoptest.Exec(b, d, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
		INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, description_en, description_ar,
		keywords, images, vat_bp, active, created_at, updated_at)
		SELECT 'prd_' || printf('%06d', i), 'p' || i, p.service_id, p.store_id, p.category_id, 'Fine Rice ' || i,
		'أرز فاخر ' || i, '', '', '', '[]', 1400, TRUE, i, i
		FROM n JOIN products p ON p.id = 'prd_koshary'`)
	c := clock.NewFake(shoptest.Now)
	pictures, err := files.New()
	if err != nil {
		b.Fatal(err)
	}
	version := func() int64 { return 1 }
	pl := places.New(d, search.Fold)
	br := branches.New(branches.Deps{DB: d, Clock: c, Places: pl, Pictures: pictures, Fold: search.Fold, Version: version})
	return products.New(
		products.Deps{DB: d, Clock: c, Places: pl, Branches: br, Library: pictures, Fold: search.Fold, Version: version})
}

// BenchmarkTheConsolesSearchAmong100000 looks products up as the console's
// search does; one look may take 100 ms, of the processor alone.
func BenchmarkTheConsolesSearchAmong100000(b *testing.B) {
	ctx, s := b.Context(), among100000(b)
	ask := func(words ...string) {
		found, err := s.Search(ctx,
			staff.Query{Member: staff.Member{ID: "stf", Role: staff.Owner}, Lang: i18n.EN, Words: words, Most: 6})
		if err != nil || len(found) == 0 || len(found[0].Hits) == 0 {
			b.Fatal(found, err)
		}
	}
	begun := time.Now()
	ask("rice")
	b.Logf("the first look, which fills the directory: %v", time.Since(begun))
	for _, words := range [][]string{{"ri"}, {"rice", "99"}, {"فاخر"}, {"fine", "rice", "99999"}} {
		b.Run(fmt.Sprint(words), func(b *testing.B) {
			for b.Loop() {
				ask(words...)
			}
		})
	}
}
