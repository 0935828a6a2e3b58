package products

import (
	"context"
	"slices"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// The kinds of change in the catalogue and in content shown with it.
const (
	// ChangedProduct: a product's row, variants or prices changed. Ref: the product's id.
	ChangedProduct = "product"
	// ChangedVariant: a variant sold out or became available at a branch. Ref: the variant's id. Subscribers receive it as
	// a change of the product.
	ChangedVariant = "variant"
	// ChangedCategory: a category changed. Ref: its id.
	ChangedCategory = "category"
	// ChangedMenu: a menu or its hours changed. Ref: the menu's id.
	ChangedMenu = "menu"
	// ChangedContent: banners, blocks, pages or rates changed. Ref: the id of the changed row.
	ChangedContent = "content"
)

// Aspects of a product or a variant that can change separately. The scope of such a change is a branch.
const (
	AspectPrice = "price"
	AspectStock = "stock"
	AspectText  = "text"
)

// PublishVariants publishes that some variants sold out or became available at a branch.
func PublishVariants(ctx context.Context, tx *db.Tx, branchID string, variantIDs []string) error {
	return changefeed.PublishPart(ctx, tx, changefeed.Change{Kind: ChangedVariant, Scope: branchID, Aspect: AspectStock},
		variantIDs...)
}

// VariantResolver turns changes of variants into changes of their products.
var VariantResolver = changefeed.Resolver{From: ChangedVariant, To: ChangedProduct, Refs: productsOf}

func productsOf(ctx context.Context, q db.Querier, variantIDs []string) ([]string, error) {
	var all []string
	for some := range slices.Chunk(variantIDs, 500) {
		var ids []string
		query := `SELECT DISTINCT product_id FROM variants WHERE id IN (` + db.List(1, len(some)) + `) ORDER BY product_id`
		if err := q.Select(ctx, &ids, query, db.Args(some)...); err != nil {
			return nil, err
		}
		all = append(all, ids...)
	}
	return all, nil
}
