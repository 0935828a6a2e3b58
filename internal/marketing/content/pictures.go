package content

import "wekala/internal/identity/media"

// Pictures lists the content's tables that show uploaded pictures.
func (*Service) Pictures() []media.Owner {
	return []media.Owner{
		{Kind: "post", Titles: `SELECT id, title_en, title_ar FROM posts`},
		{Kind: "banner", Titles: `SELECT id, title_en, title_ar FROM banners`},
	}
}
