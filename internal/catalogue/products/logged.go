package products

import "wekala/internal/identity/audit"

// LogNames returns the names of this feature's records in the audit log.
func (*Service) LogNames() audit.Names {
	return audit.Names{
		Named: map[string]string{
			"cat": `SELECT id, name_en AS en, name_ar AS ar FROM categories WHERE id IN `,
			"prd": `SELECT id, name_en AS en, name_ar AS ar FROM products WHERE id IN `,
			"var": `SELECT v.id, p.name_en AS en, p.name_ar AS ar FROM variants v JOIN products p ON p.id = v.product_id
				WHERE v.id IN `,
		},
		Found: []string{
			`SELECT id FROM variants WHERE sku = $1`,
			`SELECT product_id FROM variants WHERE sku = $1`,
		},
	}
}
