package currency

import "wekala/internal/platform/doctor"

// Checks lists the invariants of currencies.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "currency: amount frozen on an order = total by its rate",
			Rows: `SELECT COUNT(*) FROM orders WHERE display_currency IS NOT NULL`,
			// Half away from zero, in whole numbers: (2n + d) / 2d.
			Bad: `SELECT 'order ' || o.id || ' shows ' || o.display_total || ' ' || o.display_currency AS what
				FROM orders o LEFT JOIN currencies c ON c.code = o.display_currency
				WHERE o.display_currency IS NOT NULL AND (c.code IS NULL OR o.display_rate IS NULL OR o.display_rate <= 0
				OR o.display_total IS NULL
				OR o.display_total <> (2 * o.total * 10000 * CASE c.decimals WHEN 0 THEN 1 WHEN 1 THEN 10 WHEN 2 THEN 100
				ELSE 1000 END + o.display_rate)
					/ (2 * o.display_rate))
				UNION ALL
				SELECT 'order ' || id || ' has half of a frozen amount' FROM orders
				WHERE display_currency IS NULL AND (display_rate IS NOT NULL OR display_total IS NOT NULL)`,
		},
		{
			Name: "currency: rates are numbered without a gap",
			Rows: `SELECT COUNT(*) FROM currency_rates`,
			Bad: `SELECT code || ' has ' || COUNT(*) || ' rates up to ' || MAX(seq) AS what FROM currency_rates
				GROUP BY code HAVING COUNT(*) <> MAX(seq)`,
		},
	}
}
