package products

import "wekala/internal/platform/doctor"

// Checks lists the invariants of the catalogue. Most are references across branches and products that foreign keys
// cannot express.
func Checks() []doctor.Check {
	return []doctor.Check{
		{
			Name: "catalogue: a cost is of what has a price at its branch",
			Rows: `SELECT COUNT(*) FROM variant_costs`,
			Bad: `SELECT c.branch_id || ' ' || c.variant_id AS what FROM variant_costs c
LEFT JOIN branch_prices bp ON bp.branch_id = c.branch_id AND bp.variant_id = c.variant_id WHERE bp.variant_id IS NULL`,
		},
		{
			Name: "catalogue: a price is of a variant and its own product, at a branch of the product's store",
			Rows: `SELECT COUNT(*) FROM branch_prices`,
			Bad: `SELECT bp.branch_id || ' ' || bp.variant_id AS what FROM branch_prices bp
LEFT JOIN variants v ON v.id = bp.variant_id
LEFT JOIN products p ON p.id = v.product_id
LEFT JOIN branches b ON b.id = bp.branch_id
WHERE v.id IS NULL OR b.id IS NULL OR v.product_id <> bp.product_id OR b.store_id <> p.store_id`,
		},
		{
			Name: "catalogue: prices are above zero, offers above zero and below the price, and begin before they end",
			Rows: `SELECT COUNT(*) FROM branch_prices`,
			Bad: `SELECT branch_id || ' ' || variant_id AS what FROM branch_prices
WHERE price <= 0 OR offer_price <= 0 OR offer_price >= price OR offer_from >= offer_to`,
		},
		{
			Name: "catalogue: a product is of its store's and its category's service",
			Rows: `SELECT COUNT(*) FROM products`,
			Bad: `SELECT p.id AS what FROM products p JOIN stores s ON s.id = p.store_id
				JOIN categories c ON c.id = p.category_id
WHERE s.service_id <> p.service_id OR c.service_id <> p.service_id`,
		},
		{
			Name: "catalogue: what is in use is in a category in use, and no category below an archived one is",
			Rows: `SELECT COUNT(*) FROM categories`,
			Bad: `SELECT p.id AS what FROM categories c JOIN products p ON p.category_id = c.id WHERE c.archived_at IS NOT NULL
				AND p.archived_at IS NULL
UNION ALL SELECT c.id FROM categories u JOIN categories c ON c.parent_id = u.id WHERE u.archived_at IS NOT NULL
AND c.archived_at IS NULL`,
		},
		{
			Name: "catalogue: a published product has a name and a variant that is offered",
			Rows: `SELECT COUNT(*) FROM products`,
			Bad: `SELECT id AS what FROM products WHERE active AND (name_en = '' AND name_ar = ''
OR NOT EXISTS (SELECT 1 FROM variants v WHERE v.product_id = products.id AND v.active))`,
		},
		{
			Name: "catalogue: quantities make sense",
			Rows: `SELECT COUNT(*) FROM products`,
			Bad: `SELECT id AS what FROM products WHERE step_qty < 1 OR min_qty < 1 OR max_qty < 0
				OR (max_qty > 0 AND max_qty < min_qty)`,
		},
		{
			Name: "catalogue: what is sold by weight asks no extras, and orders, quotations and carts count it in its units",
			Rows: `SELECT COUNT(*) FROM products`,
			Bad: `SELECT id AS what FROM products WHERE unit_grams > 0 AND extra_groups > 0
UNION ALL SELECT l.order_id || ' ' || l.id FROM order_lines l JOIN products p ON p.id = l.product_id
WHERE l.unit_grams <> p.unit_grams
UNION ALL SELECT l.quotation_id || ' ' || l.id FROM quotation_lines l JOIN products p ON p.id = l.product_id
WHERE l.unit_grams <> p.unit_grams
UNION ALL SELECT i.cart_id || ' ' || i.id FROM cart_items i JOIN products p ON p.id = i.product_id
WHERE i.unit_grams <> p.unit_grams`,
		},
		{
			Name: "branches: a branch is of its store's service, and a store's main branch is its own",
			Rows: `SELECT COUNT(*) FROM branches`,
			Bad: `SELECT b.id AS what FROM branches b JOIN stores s ON s.id = b.store_id WHERE b.service_id <> s.service_id
UNION ALL SELECT s.id FROM stores s LEFT JOIN branches b ON b.id = s.main_branch_id
  WHERE b.store_id <> s.id OR b.id IS NULL AND (s.main_branch_id <> ''
  OR EXISTS (SELECT 1 FROM branches o WHERE o.store_id = s.id))`,
		},
		{
			Name: "branches: fees, minutes and minimum orders are not below zero",
			Rows: `SELECT COUNT(*) FROM delivery_zones`,
			Bad: `SELECT branch_id || ' ' || district_id AS what FROM delivery_zones WHERE fee < 0 OR minutes < 0
UNION ALL SELECT id FROM branches WHERE minimum_order < 0 OR delivery_minutes < 0 OR rating_sum < rating_count
OR rating_sum > 5 * rating_count`,
		},
		{
			Name: "catalogue: the version is not behind its changes",
			Rows: `SELECT COUNT(*) FROM catalog_version`,
			Bad: `SELECT kind || ' ' || ref AS what FROM catalog_changes
				WHERE version > (SELECT version FROM catalog_version WHERE id = 1)`,
		},
	}
}
