package content

import "wekala/internal/platform/doctor"

// Checks lists the invariants of the content.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "content: what is published is whole in one language",
			Rows: `SELECT COUNT(*) FROM posts WHERE published`,
			Bad: `SELECT 'post ' || id || ' is published and whole in no language' AS what FROM posts
				WHERE published AND NOT (title_en <> '' AND html_en <> '') AND NOT (title_ar <> '' AND html_ar <> '')
				UNION ALL
				SELECT 'post ' || id || ' is published from no moment on' FROM posts WHERE published AND publish_at IS NULL
				UNION ALL
				SELECT 'page ' || name || ' is whole in no language' FROM pages
				WHERE NOT (title_en <> '' AND body_en <> '') AND NOT (title_ar <> '' AND body_ar <> '')`,
		},
		{
			Name: "content: kept HTML has no scripts",
			Rows: `SELECT COUNT(*) FROM posts`,
			Bad: `WITH kept (what, html) AS (
				SELECT 'post ' || id, LOWER(html_en || html_ar) FROM posts
				UNION ALL SELECT 'page ' || name, LOWER(html_en || html_ar) FROM pages)
				SELECT what || ' has a script' AS what FROM kept
				WHERE html <> REPLACE(REPLACE(REPLACE(html, '<script', ''), '<iframe', ''), 'href="javascript:', '')`,
		},
	}
}
