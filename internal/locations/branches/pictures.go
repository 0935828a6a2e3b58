package branches

import "wekala/internal/identity/media"

// The library's names for the owners of uploaded pictures.
const (
	shownByStore   = "store"
	shownByService = "service"
)

// Shows lists the objects of this package that show uploaded pictures.
func (*Service) Shows() []media.Owner {
	return []media.Owner{
		{Kind: shownByStore, Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM stores`},
		{Kind: shownByService, Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM services`},
	}
}
