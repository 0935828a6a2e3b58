package products_test

import (
	"context"
	"slices"
	"testing"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func touch(t *testing.T, d *db.DB, kind string, refs ...string) {
	t.Helper()
	err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return changefeed.Publish(ctx, tx, kind, refs...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestVariantsAreResolved: a change of variants is received as one of their products.
func TestVariantsAreResolved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		shoptest.Fill(t, d)
		start, err := changefeed.Newest(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		touch(t, d, products.ChangedProduct, "prd_milk")
		touch(t, d, products.ChangedVariant, "var_koshary_l", "var_koshary_s", "var_milk")
		changes, _, err := changefeed.Since(t.Context(), d, start, products.VariantResolver)
		want := []changefeed.Change{{Kind: "product", Ref: "prd_milk"}, {Kind: "product", Ref: "prd_koshary"}}
		if err != nil || !slices.Equal(changes, want) {
			t.Errorf("%v %v", changes, err)
		}
	})
}
