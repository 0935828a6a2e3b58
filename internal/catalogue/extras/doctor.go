package extras

import "wekala/internal/platform/doctor"

// AddsUp reports whether the prices of stored extras add up to a sum.
func AddsUp(sum int64, text string) bool {
	list := Read(text)
	for _, f := range list {
		if f.ID == "" || f.Qty < 1 || f.Price < 0 {
			return false
		}
	}
	return len(list) > 0 && Sum(list) == sum
}

// Checks lists the invariants of extras.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "extras: a product says how many groups in use it has",
			Rows: `SELECT COUNT(*) FROM product_extras`,
			Bad: `SELECT p.id AS what FROM products p WHERE p.extra_groups <> (SELECT COUNT(*) FROM product_extras pe
				JOIN extra_groups g ON g.id = pe.group_id WHERE pe.product_id = p.id AND g.archived_at IS NULL)`,
		},
		{
			Name: "extras: groups are of their product's store",
			Rows: `SELECT COUNT(*) FROM product_extras`,
			Bad: `SELECT pe.product_id || ' ' || pe.group_id AS what FROM product_extras pe
				JOIN products p ON p.id = pe.product_id
				JOIN extra_groups g ON g.id = pe.group_id WHERE g.store_id <> p.store_id`,
		},
		{
			Name: "extras: what is required can be chosen",
			Rows: `SELECT COUNT(*) FROM extra_groups`,
			Bad: `SELECT g.id AS what FROM extra_groups g WHERE g.archived_at IS NULL AND (g.least > g.most
				OR (SELECT COALESCE(SUM(e.most), 0) FROM extras e WHERE e.group_id = g.id AND e.active) < g.least)`,
		},
		{
			Name: "extras: sold out where their store has a branch",
			Rows: `SELECT COUNT(*) FROM extra_outs`,
			Bad: `SELECT o.branch_id || ' ' || o.extra_id AS what FROM extra_outs o JOIN extras e ON e.id = o.extra_id
				JOIN extra_groups g ON g.id = e.group_id JOIN branches b ON b.id = o.branch_id WHERE b.store_id <> g.store_id`,
		},
	}
}
