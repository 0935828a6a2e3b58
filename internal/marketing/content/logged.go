package content

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{Named: map[string]string{
		"ban":  `SELECT id, title_en AS en, title_ar AS ar FROM banners WHERE id IN `,
		"pst":  `SELECT id, title_en AS en, title_ar AS ar FROM posts WHERE id IN `,
		"page": `SELECT name AS id, title_en AS en, title_ar AS ar FROM pages WHERE name IN `,
		"tag":  `SELECT slug AS id, name_en AS en, name_ar AS ar FROM tags WHERE slug IN `,
	}}
}
