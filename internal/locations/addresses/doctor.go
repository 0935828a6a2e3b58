package addresses

import "wekala/internal/platform/doctor"

// Checks lists the invariants of addresses.
func Checks() []doctor.Check {
	return []doctor.Check{{
		Name: "addresses: exactly one default for whoever has any",
		Rows: `SELECT COUNT(*) FROM addresses WHERE deleted_at IS NULL`,
		Bad: `SELECT 'customer ' || a.user_id || ' has addresses and no default' AS what FROM addresses a
			WHERE a.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM default_addresses d WHERE d.user_id = a.user_id)
			GROUP BY a.user_id
			UNION ALL
			SELECT 'the default of customer ' || d.user_id || ' is gone' FROM default_addresses d
			WHERE NOT EXISTS (SELECT 1 FROM addresses a
				WHERE a.user_id = d.user_id AND a.id = d.address_id AND a.deleted_at IS NULL)`,
	}, {
		Name: "addresses: nothing personal is left of who left",
		Rows: `SELECT COUNT(*) FROM addresses a JOIN users u ON u.id = a.user_id WHERE u.erased_at IS NOT NULL`,
		Bad: `SELECT 'address ' || a.id AS what FROM addresses a JOIN users u ON u.id = a.user_id
			WHERE u.erased_at IS NOT NULL AND (a.deleted_at IS NULL OR a.contact_name <> '' OR a.phone <> '' OR a.address <> ''
				OR a.building <> '' OR a.landmark <> '' OR a.lat_e6 <> 0 OR a.lng_e6 <> 0)`,
	}}
}
