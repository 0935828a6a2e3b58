package setup

import (
	"wekala/internal/identity/media"
	"wekala/internal/platform/files"
)

// The names under which media records the shop's pictures.
const (
	pictured = "shop"
	logoRef  = shopKey
	iconRef  = shopKey + ".icon"
)

// Pictures reports that the shop's logo and icon are in use.
func (*Service) Pictures() []media.Owner {
	return []media.Owner{{Kind: pictured, Titles: `SELECT key AS id, 'Logo' AS title_en, 'الشعار' AS title_ar
		FROM settings WHERE key = '` + logoRef + `'
		UNION ALL SELECT '` + iconRef + `' AS id, 'Icon' AS title_en, 'الأيقونة' AS title_ar FROM settings WHERE key = '` +
		logoRef + `'`}}
}

// Wears returns the logo for pages; the zero Image if there is none.
func (shop Shop) Wears() files.Image {
	made, ok := files.ParseMade(shop.Logo)
	if !ok {
		return files.Image{}
	}
	return made.Image()
}

// Sign returns the picture that icons are made from: the icon, or else the logo.
func (shop Shop) Sign() (files.Made, bool) {
	if made, ok := files.ParseMade(shop.Icon); ok {
		return made, true
	}
	return files.ParseMade(shop.Logo)
}
