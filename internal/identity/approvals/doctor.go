package approvals

import "wekala/internal/platform/doctor"

// lines totals the grants that members made alone, for each row they count in.
const lines = `(SELECT 'giver:' || hand AS who, day, SUM(amount) AS given FROM (
		SELECT giver AS hand, day, amount FROM given WHERE basis = 'alone' AND released_at IS NULL
		UNION ALL
		SELECT h.hand, g.day, g.amount FROM given_hands h JOIN given g ON g.object = h.object AND g.part = h.part
		WHERE g.basis = 'alone' AND g.released_at IS NULL
	) given_by GROUP BY hand, day
	UNION ALL
	SELECT 'receiver:' || receiver, day, SUM(amount) FROM given WHERE basis = 'alone' AND released_at IS NULL
	AND receiver IS NOT NULL GROUP BY receiver, day)`

// Checks lists the invariants of grants.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "approvals: nobody granted or received more in a day than one person may grant alone",
			Rows: `SELECT COUNT(*) FROM given_days`,
			Bad: `SELECT d.who || ' on ' || d.day AS what FROM given_days d LEFT JOIN ` + lines +
				` l ON l.who = d.who AND l.day = d.day
				WHERE d.given <> COALESCE(l.given, 0) OR d.given > d.most
				UNION ALL
				SELECT l.who || ' on ' || l.day AS what
				FROM ` + lines + ` l LEFT JOIN given_days d ON d.who = l.who AND d.day = l.day
				WHERE d.who IS NULL AND l.day >= (SELECT MIN(day) FROM given_days)`,
		},
		{
			Name: "approvals: grants above the limit were approved by somebody else, or by the only owner",
			Rows: `SELECT COUNT(*) FROM given WHERE basis <> 'alone'`,
			Bad: `SELECT object || ' ' || CAST(part AS TEXT) AS what FROM given
				WHERE (basis = 'two' AND (second IS NULL OR second = giver))
				OR (basis = 'alone' AND (amount IS NULL OR second IS NOT NULL))`,
		},
	}
}
