package products_test

import (
	"fmt"
	"testing"

	"wekala/internal/catalogue/products"
)

// BenchmarkTheProductsListAmong100000 looks up parts of the console's list of
// products; one look may take 100 ms, of the processor alone.
func BenchmarkTheProductsListAmong100000(b *testing.B) {
	s := among100000(b)
	for _, q := range []products.Lookup{
		{}, {Text: "rice"}, {Text: "rice 99999"}, {Text: "فاخر", Arabic: true}, {Sort: products.ByName},
		{Sort: products.ByNewest},
		{Text: "rice", Sort: products.ByNameBack, After: &products.Place{Name: "fine rice 5", ID: "prd_000005"}},
		{Missing: products.Duplicated},
	} {
		for _, most := range []int{0, 51} {
			q.Most = most
			b.Run(fmt.Sprintf("%q by %q, after: %v, missing: %q, most %d", q.Text, q.Sort, q.After != nil, q.Missing, most),
				func(b *testing.B) {
					for b.Loop() {
						if _, _, err := s.Locate(b.Context(), q); err != nil {
							b.Fatal(err)
						}
					}
				})
		}
	}
}
