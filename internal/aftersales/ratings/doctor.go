package ratings

import "wekala/internal/platform/doctor"

// Checks lists the invariants of ratings.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "ratings: averages = sums of visible ratings",
			Rows: `SELECT COUNT(*) FROM products`,
			Bad: `SELECT 'product ' || p.id AS what FROM products p LEFT JOIN (SELECT subject, SUM(stars) AS total, COUNT(*) AS n
					FROM ratings WHERE kind = 'product' AND hidden_at IS NULL GROUP BY subject) r ON r.subject = p.id
				WHERE p.rating_sum <> COALESCE(r.total, 0) OR p.rating_count <> COALESCE(r.n, 0)
				UNION ALL SELECT 'branch ' || b.id FROM branches b LEFT JOIN (SELECT subject, SUM(stars) AS total, COUNT(*) AS n
					FROM ratings WHERE kind = 'branch' AND hidden_at IS NULL GROUP BY subject) r ON r.subject = b.id
				WHERE b.rating_sum <> COALESCE(r.total, 0) OR b.rating_count <> COALESCE(r.n, 0)`,
		},
		{
			Name: "ratings: each is of its customer's delivered order, and of a line of it",
			Rows: `SELECT COUNT(*) FROM ratings`,
			Bad: `SELECT r.id AS what FROM ratings r LEFT JOIN orders o ON o.id = r.order_id
				LEFT JOIN order_lines l ON l.order_id = r.order_id AND l.id = r.line_id
				WHERE o.id IS NULL OR o.delivered_at IS NULL OR o.user_id <> r.user_id OR o.branch_id <> r.branch_id
				OR r.created_at < o.delivered_at
				OR (r.kind = 'product' AND (l.id IS NULL OR l.product_id <> r.subject))
				OR (r.kind = 'branch' AND (r.line_id <> '' OR r.subject <> o.branch_id))`,
		},
		{
			Name: "ratings: one per order and per line",
			Rows: `SELECT COUNT(*) FROM ratings`,
			Bad:  `SELECT order_id || ' ' || line_id AS what FROM ratings GROUP BY order_id, line_id HAVING COUNT(*) > 1`,
		},
		{
			Name: "ratings: helpful = votes of others",
			Rows: `SELECT COUNT(*) FROM rating_votes`,
			Bad: `SELECT r.id AS what FROM ratings r LEFT JOIN (SELECT rating_id, COUNT(*) AS n FROM rating_votes
				GROUP BY rating_id) v
				ON v.rating_id = r.id WHERE r.helpful <> COALESCE(v.n, 0)
				UNION ALL SELECT v.rating_id FROM rating_votes v JOIN ratings r ON r.id = v.rating_id WHERE r.user_id = v.user_id`,
		},
	}
}
