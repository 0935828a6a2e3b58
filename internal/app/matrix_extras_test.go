package app_test

import (
	"maps"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

func groupBody() fields {
	return fields{"name_en": "Bread", "name_ar": "خبز", "least": 0, "most": 2, "extras": []fields{
		{"id": "", "name_en": "Sesame", "name_ar": "سمسم", "price": 2.5, "most": 1, "preset": 0, "active": true}}}
}

func menuBody() fields {
	return fields{"name_en": "Breakfast", "name_ar": "فطار", "branches": []string{},
		"hours": []fields{{"day": 0, "open": "07:00", "close": "11:00"}}, "categories": []string{},
		"products": []string{"prd_juice"}, "active": false}
}

// group creates a group of extras of Koshary House, and a customer.
func (m *matrix) group() thing {
	return thing{id: m.extraGroup(), missing: id.New("xgr"), owner: m.s.Customer()}
}

// extraGroup creates only a group of extras.
func (m *matrix) extraGroup() string {
	ref := id.New("xgr")
	m.s.Exec(`INSERT INTO extra_groups (id, store_id, name_en, name_ar, least, most, created_at, updated_at)
		VALUES ($1, 'sto_koshary', 'Size', 'الحجم', 0, 1, 1, 1)`, ref)
	m.s.Exec(`INSERT INTO extras (id, group_id, name_en, name_ar, price, most, preset, active, sort)
		VALUES ($1, $2, 'Large', 'كبير', 500, 1, 0, $3, 0)`, id.New("ext"), ref, true)
	return ref
}

// menu creates a menu of Koshary House that is switched off.
func (m *matrix) menu() thing {
	ref := id.New("mnu")
	m.s.Exec(`INSERT INTO menus (id, store_id, name_en, name_ar, branches, hours, categories, products, active,
		created_at, updated_at)
		VALUES ($1, 'sto_koshary', 'Lunch', 'غداء', '[]', '[]', '[]', '["prd_juice"]', $2, 1, 1)`, ref, false)
	return thing{id: ref, missing: id.New("mnu"), owner: m.s.Customer()}
}

// outOf toggles whether an extra is sold out, so that each call is a change.
func outOf(m *matrix) fields {
	return fields{
		"extras":   []string{apptest.Get[string](m.s, `SELECT id FROM extras WHERE group_id = $1`, m.extraGroup())},
		"sold_out": true}
}

func init() {
	maps.Copy(writes, map[string]write{
		"console-create-extras": {share: 1, staff: true,
			body: func(ids) fields { return but(groupBody(), "store_id", "sto_koshary") }},
		"console-save-extras": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return but(groupBody(), "version", 1) }},
		"console-spread-extras": {share: 1, staff: true, path: "address", body: func(ids) fields {
			return fields{"add": []string{"prd_juice"}, "remove": []string{}}
		}},
		"console-attach-extras": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"groups": []string{}, "was": []string{}} }},
		"console-sell-out-extras": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"extras": []string{"ext_1"}, "sold_out": true} }},
		"console-create-menu": {share: 1, staff: true,
			body: func(ids) fields { return but(menuBody(), "store_id", "sto_koshary") }},
		"console-save-menu": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return but(menuBody(), "version", 1) }},
	})
	maps.Copy(keyedCalls, map[string]func(m *matrix, th thing) keyedCall{
		"console-create-extras": func(m *matrix, th thing) keyedCall {
			body := but(but(groupBody(), "store_id", "sto_koshary"), "name_en", th.owner.ID)
			return keyedCall{token: m.s.Staff("editor"), body: body, other: but(body, "most", 1),
				wrong: but(body, "store_id", "no-such"),
				done:  `SELECT COUNT(*) FROM extra_groups WHERE name_en = $1`}
		},
		"console-create-menu": func(m *matrix, th thing) keyedCall {
			body := but(but(menuBody(), "store_id", "sto_koshary"), "name_en", th.owner.ID)
			return keyedCall{token: m.s.Staff("editor"), body: body, other: but(body, "name_ar", "إفطار"),
				wrong: but(body, "store_id", "no-such"),
				done:  `SELECT COUNT(*) FROM menus WHERE name_en = $1`}
		},
	})
}

var _ = addCases(map[string][]idCase{
	"GET /products/{id}/extras": {
		{make: fixed("koshary", "no-such"), query: "?branch_id=koshary-maadi", want: everybody(ok)}},
	"GET /products/{id}/extras ?branch_id": {{make: func(m *matrix) thing {
		t := fixed("koshary-maadi", "no-such")(m)
		t.path = "koshary"
		return t
	}, want: everybody(ok)}},
	"GET /console/extras ?store_id": {{name: "theirs", make: fixed("sto_koshary", "no-such"), want: ofReaders},
		{name: "another", make: fixed("sto_bakala", "no-such"), want: ofOtherStores}},
	"GET /console/extras/{id}": {{make: (*matrix).group, want: ofReaders}},
	"PUT /console/extras/{id}": {{make: (*matrix).group, want: ofWriters, body: func(m *matrix, t thing, _ string) any {
		return but(groupBody(), "version", apptest.Get[int64](m.s, `SELECT version FROM extra_groups WHERE id = $1`, t.id))
	}}},
	"POST /console/extras .store_id": {{make: fixed("sto_koshary", "no-such"), want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return but(groupBody(), "store_id", ref) }}},
	"POST /console/extras/{id}/archive": {{make: (*matrix).group, want: ofWriters}},
	"POST /console/extras/{id}/restore": {{make: (*matrix).group, want: ofWriters}},
	"POST /console/extras/{id}/products": {{make: (*matrix).group, want: ofWriters,
		body: func(*matrix, thing, string) any {
			return fields{"add": []string{"prd_juice"}, "remove": []string{}}
		}}},
	"GET /console/products/{id}/extras": {{name: "theirs", make: (*matrix).product, want: ofReaders},
		{name: "another store's", make: fixed("prd_milk", "no-such"), want: ofOtherStores}},
	"PUT /console/products/{id}/extras": {{make: (*matrix).product, want: ofWriters,
		body: func(m *matrix, t thing, _ string) any {
			was := []string{}
			if had := apptest.Get[string](m.s, `SELECT COALESCE(MAX(group_id), '') FROM product_extras WHERE product_id = $1`,
				t.id); had != "" {
				was = append(was, had)
			}
			return fields{"groups": []string{m.extraGroup()}, "was": was}
		}}},
	"GET /console/branches/{id}/extras": {{make: sheetBranch, want: ofPricers}},
	"PUT /console/branches/{id}/extras/sold-out": {{make: sheetBranch, want: ofBranch,
		body: func(m *matrix, _ thing, _ string) any { return outOf(m) }}},

	"GET /console/menus/{id}": {{make: (*matrix).menu, want: ofReaders}},
	"PUT /console/menus/{id}": {{make: (*matrix).menu, want: ofWriters, body: func(m *matrix, t thing, _ string) any {
		return but(menuBody(), "version", apptest.Get[int64](m.s, `SELECT version FROM menus WHERE id = $1`, t.id))
	}}},
	"POST /console/menus .store_id": {{make: fixed("sto_koshary", "no-such"), want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return but(menuBody(), "store_id", ref) }}},
	"POST /console/menus/{id}/archive": {{make: (*matrix).menu, want: ofWriters}},
	"POST /console/menus/{id}/restore": {{make: (*matrix).menu, want: ofWriters}},
})
