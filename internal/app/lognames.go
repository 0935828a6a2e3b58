package app

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/staff"
)

// logNames reads what the objects of the audit log are called, by the
// beginning of their ids, or by the action or field that names them where ids
// are words: each query gives an id, the English and the Arabic name.
var logNames = map[string]string{
	"svc":         `SELECT id, name_en AS en, name_ar AS ar FROM services WHERE id IN `,
	"service":     `SELECT slug AS id, name_en AS en, name_ar AS ar FROM services WHERE slug IN `,
	"sto":         `SELECT id, name_en AS en, name_ar AS ar FROM stores WHERE id IN `,
	"store":       `SELECT slug AS id, name_en AS en, name_ar AS ar FROM stores WHERE slug IN `,
	"br":          `SELECT id, name_en AS en, name_ar AS ar FROM branches WHERE id IN `,
	"hrs":         `SELECT id, name_en AS en, name_ar AS ar FROM hour_ranges WHERE id IN `,
	"cat":         `SELECT id, name_en AS en, name_ar AS ar FROM categories WHERE id IN `,
	"prd":         `SELECT id, name_en AS en, name_ar AS ar FROM products WHERE id IN `,
	"var":         `SELECT v.id, p.name_en AS en, p.name_ar AS ar FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id IN `,
	"ext":         `SELECT id, name_en AS en, name_ar AS ar FROM extras WHERE id IN `,
	"xgr":         `SELECT id, name_en AS en, name_ar AS ar FROM extra_groups WHERE id IN `,
	"mnu":         `SELECT id, name_en AS en, name_ar AS ar FROM menus WHERE id IN `,
	"cpn":         `SELECT id, code AS en, code AS ar FROM coupons WHERE id IN `,
	"ord":         `SELECT id, number AS en, number AS ar FROM orders WHERE id IN `,
	"quo":         `SELECT id, number AS en, number AS ar FROM quotations WHERE id IN `,
	"csh":         `SELECT h.id, b.name_en AS en, b.name_ar AS ar FROM cash_handovers h JOIN branches b ON b.id = h.branch_id WHERE h.id IN `,
	"ret":         `SELECT id, number AS en, number AS ar FROM returns WHERE id IN `,
	"tkt":         `SELECT id, number AS en, number AS ar FROM tickets WHERE id IN `,
	"rfd":         `SELECT r.id, o.number AS en, o.number AS ar FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.id IN `,
	"rat":         `SELECT r.id, b.name_en AS en, b.name_ar AS ar FROM ratings r JOIN branches b ON b.id = r.branch_id WHERE r.id IN `,
	"ban":         `SELECT id, title_en AS en, title_ar AS ar FROM banners WHERE id IN `,
	"blk":         `SELECT id, title_en AS en, title_ar AS ar FROM blocks WHERE id IN `,
	"pst":         `SELECT id, title_en AS en, title_ar AS ar FROM posts WHERE id IN `,
	"page":        `SELECT name AS id, title_en AS en, title_ar AS ar FROM pages WHERE name IN `,
	"tag":         `SELECT slug AS id, name_en AS en, name_ar AS ar FROM tags WHERE slug IN `,
	"picture":     `SELECT name AS id, title AS en, title AS ar FROM media WHERE name IN `,
	"district":    `SELECT id, name_en AS en, name_ar AS ar FROM districts WHERE id IN `,
	"governorate": `SELECT id, name_en AS en, name_ar AS ar FROM governorates WHERE id IN `,
	"rate":        `SELECT code AS id, name_en AS en, name_ar AS ar FROM currencies WHERE code IN `,
	"usr":         `SELECT id, name AS en, name AS ar FROM users WHERE id IN `,
	"stf":         `SELECT id, name AS en, name AS ar FROM staff WHERE id IN `,
	"inv":         `SELECT id, name AS en, name AS ar FROM staff_invitations WHERE id IN `,
}

// namesInLog answers staff.Deps.Named.
func namesInLog(ctx context.Context, q db.Querier, lang i18n.Lang, refs []staff.LogRef) (map[string]string, error) {
	byKind := map[string][]string{}
	for _, ref := range refs {
		byKind[ref.Kind] = append(byKind[ref.Kind], ref.ID)
	}
	names := map[string]string{}
	for kind, ids := range byKind {
		query, known := logNames[kind]
		if !known {
			continue
		}
		var rows []struct {
			ID string `db:"id"`
			EN string `db:"en"`
			AR string `db:"ar"`
		}
		if err := q.Select(ctx, &rows, query+`(`+db.List(1, len(ids))+`)`, db.Args(ids)...); err != nil {
			return nil, err
		}
		for _, r := range rows {
			names[r.ID] = i18n.Text{EN: r.EN, AR: r.AR}.In(lang)
		}
	}
	return names, nil
}

// objectInLog answers staff.Deps.ObjectOf: people know numbers and codes, the
// log ids.
func objectInLog(ctx context.Context, q db.Querier, words string) (ids []string, err error) {
	err = q.Select(ctx, &ids, `
		SELECT id FROM orders WHERE number = $1 UNION ALL SELECT id FROM quotations WHERE number = $1
		UNION ALL SELECT id FROM returns WHERE number = $1 UNION ALL SELECT id FROM tickets WHERE number = $1
		UNION ALL SELECT id FROM coupons WHERE code = $1 UNION ALL SELECT id FROM variants WHERE sku = $1
		UNION ALL SELECT product_id FROM variants WHERE sku = $1`, words)
	return ids, err
}
