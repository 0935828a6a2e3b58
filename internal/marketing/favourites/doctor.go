package favourites

import "wekala/internal/platform/doctor"

// Checks lists the invariants of favourites and their news.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "favourites: of things that are there",
			Rows: `SELECT COUNT(*) FROM favourites`,
			Bad: `SELECT f.user_id || ' ' || f.ref AS what FROM favourites f LEFT JOIN products p ON p.id = f.ref
				WHERE f.kind = 'product' AND p.id IS NULL
				UNION ALL SELECT f.user_id || ' ' || f.ref FROM favourites f LEFT JOIN branches b ON b.id = f.ref
				WHERE f.kind = 'branch' AND b.id IS NULL
				UNION ALL SELECT user_id || ' ' || kind FROM favourites WHERE kind NOT IN ('product', 'branch')`,
		},
		{
			Name: "favourites: each change is told at most once",
			Rows: `SELECT COUNT(*) FROM favourite_news`,
			Bad: `SELECT n.user_id || ' ' || n.ref || ' was told of a change that never was' AS what FROM favourite_news n
				LEFT JOIN favourites f ON f.user_id = n.user_id AND f.kind = 'product' AND f.ref = n.ref
				WHERE f.user_id IS NULL OR n.change > f.changes
				UNION ALL SELECT user_id || ' ' || ref || ' waits to be told twice of ' || what FROM favourite_news
				WHERE told_day IS NULL GROUP BY user_id, ref, what HAVING COUNT(*) > 1`,
		},
		{
			Name: "favourites: what was told went out with the one message of its day",
			Rows: `SELECT COUNT(*) FROM favourite_digests`,
			Bad: `SELECT n.user_id || ' ' || n.told_day AS what FROM favourite_news n
				LEFT JOIN favourite_digests d ON d.user_id = n.user_id AND d.day = n.told_day
				WHERE n.told_day IS NOT NULL GROUP BY n.user_id, n.told_day HAVING COUNT(*) > COALESCE(MAX(d.things), 0)`,
		},
	}
}
