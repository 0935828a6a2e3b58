package content

import "wekala/internal/identity/media"

// Pictures is what of the content shows uploaded pictures.
func (*Service) Pictures() []media.Owner {
	return []media.Owner{
		{Kind: "post", Titles: `SELECT id, title_en, title_ar FROM posts`},
		{Kind: "banner", Titles: `SELECT id, title_en, title_ar FROM banners`},
	}
}
