package products

import (
	"context"
	"slices"

	"wekala/internal/identity/media"
	"wekala/internal/platform/db"
)

func pictureOf(v VariantForm) *string {
	if v.Image == "" {
		return nil
	}
	return &v.Image
}

// shows records which pictures a product shows.
func (s *Service) shows(ctx context.Context, tx *db.Tx, productID string, f *ProductForm) error {
	names := slices.Clone(f.Images)
	for _, v := range f.Variants {
		if v.Image != "" {
			names = append(names, v.Image)
		}
	}
	return media.Use(ctx, tx, "product", productID, "images", names...)
}

func (f *ProductForm) pictured() bool {
	return len(f.Images) > 0 || slices.ContainsFunc(f.Variants, func(v VariantForm) bool { return v.Image != "" })
}

// Pictures lists the catalogue's tables that show uploaded pictures.
func (s *Service) Pictures() []media.Owner {
	return []media.Owner{
		{Kind: "product", Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM products`},
		{Kind: "category", Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM categories`},
	}
}
