package app_test

import (
	"encoding/json"
	"maps"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// categoryBody has a unique name, because duplicates are refused.
func categoryBody() fields {
	return fields{"name_en": freshSlug("Soups"), "name_ar": freshSlug("شوربة"), "image": "", "active": true}
}

func newCategoryBody() fields {
	return but(categoryBody(), "service_id", "svc_food")
}

func productBody() fields {
	return fields{"store_id": "sto_koshary", "category_id": "cat_meals", "name_en": "Soup", "name_ar": "شوربة",
		"description_en": "", "description_ar": "", "unit_en": "", "unit_ar": "", "keywords": "", "tags": []string{},
		"images": []string{}, "attributes": []fields{}, "options": []fields{}, "min_qty": 1, "step_qty": 1, "max_qty": 0,
		"unit_grams": 0, "vat_bp": 1400,
		"variants": []fields{
			{"id": "", "sku": "", "barcode": "", "choices": fields{}, "image": "", "active": true, "weight_grams": 0}}}
}

// category creates an empty category of the food service with a unique name, because duplicates are refused.
func (m *matrix) category() thing {
	ref := id.New("cat")
	m.s.Exec(`INSERT INTO categories (id, slug, service_id, parent_id, name_en, name_ar, image, active, sort)
		VALUES ($1, $2, 'svc_food', NULL, $4, '', '', $3, 9)`, ref, freshSlug("salads"), true, freshSlug("Salads"))
	return thing{id: ref, missing: id.New("cat"), owner: m.s.Customer()}
}

func (m *matrix) archivedCategory() thing {
	t := m.category()
	m.s.Exec(`UPDATE categories SET archived_at = 1, active = $2 WHERE id = $1`, t.id, false)
	return t
}

// product creates a draft of Koshary House.
func (m *matrix) product() thing {
	ref := id.New("prd")
	m.s.Exec(`INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, images, vat_bp, active,
		created_at, updated_at)
		VALUES ($1, $2, 'svc_food', 'sto_koshary', 'cat_meals', 'Soup', 'شوربة', '[]', 1400, $3, 1,
		1)`, ref, freshSlug("soup"), false)
	m.s.Exec(`INSERT INTO variants (id, product_id, sku, active, sort) VALUES ($1, $2, $3, $4, 0)`, id.New("var"), ref,
		id.Short(), true)
	return thing{id: ref, missing: id.New("prd"), owner: m.s.Customer()}
}

func (m *matrix) archivedProduct() thing {
	t := m.product()
	m.s.Exec(`UPDATE products SET archived_at = 1 WHERE id = $1`, t.id)
	return t
}

// ofReaders is what every role of the catalogue sees in the stores it works for.
var (
	ofReaders     = with(ofWriters, staff, ok, elsewhere, ok)
	ofOtherStores = with(ofWriters, staff, notFound, elsewhere, notFound)
	// ofPricers is what editors may do everywhere and managers in their branches.
	ofPricers = with(ofBranch, editor, ok)
)

func price(branch, variant string, m *matrix) fields {
	v := apptest.Get[int64](m.s, `SELECT COALESCE(MAX(version), 0) FROM branch_prices WHERE branch_id = $1
		AND variant_id = $2`, branch, variant)
	now := apptest.Get[int64](m.s, `SELECT COALESCE(MAX(price), 0) FROM branch_prices WHERE branch_id = $1
		AND variant_id = $2`, branch, variant)
	return fields{"rows": []fields{{"variant_id": variant, "price": float64(now+100) / 100, "sold": true, "version": v}}}
}

// deepPrice is a price that waits for a second person, at the branch of Koshary.
func (m *matrix) deepPrice() thing {
	wait, variant, p := id.New("pwt"), id.New("var"), m.product()
	m.s.Exec(`INSERT INTO variants (id, product_id, sku, active, sort) VALUES ($1, $2, $1, $3, 9)`, variant, p.id, true)
	m.s.Exec(`INSERT INTO price_waits (id, branch_id, variant_id, product_id, price, active, highest, makers, asked_at)
		VALUES ($1, $2, $3, $4, 100, $5, 10000, '["stf_else"]', 1)`, wait, apptest.Koshary, variant, p.id, true)
	return thing{id: wait, missing: "pwt_none", owner: p.owner}
}

// farName is a rename of a product of Koshary House that waits for a second person.
func (m *matrix) farName() thing {
	wait, p := id.New("nwt"), m.product()
	body := but(productBody(), "name_en", "Gold ring")
	body["variants"] = []fields{
		{"id": apptest.Get[string](m.s, `SELECT id FROM variants WHERE product_id = $1`, p.id), "sku": "", "barcode": "",
			"choices": fields{}, "image": "", "active": true, "weight_grams": 0}}
	form, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	m.s.Exec(`INSERT INTO name_waits (id, product_id, form, like_id, makers, asked_at)
		VALUES ($1, $2, $3, '', '["stf_else"]', 1)`, wait, p.id, string(form))
	return thing{id: wait, missing: "nwt_none", owner: p.owner}
}

func received() fields {
	return fields{"source": id.New("src"), "rows": []fields{{"variant_id": apptest.Small, "received": 1}}}
}

// soldOut toggles whether a product is sold out, so that each call is a change.
func soldOut(m *matrix) fields {
	out := apptest.Get[int64](m.s, `SELECT COUNT(*) FROM stock WHERE branch_id = $1 AND variant_id = 'var_juice'
		AND out_until IS NOT NULL`, apptest.Koshary)
	return fields{"variants": []string{"var_juice"}, "sold_out": out == 0}
}

// onProduct uses an object in a path that names a product.
func onProduct(make func(*matrix) thing) func(*matrix) thing {
	return func(m *matrix) thing {
		t := make(m)
		t.path = m.product().id
		return t
	}
}

func keyHeader() apptest.Header { return apptest.Header{"Idempotency-Key": id.New("key")} }

// atKoshary uses an object in a path that names a branch.
func atKoshary(make func(*matrix) thing) func(*matrix) thing {
	return func(m *matrix) thing {
		t := make(m)
		t.path = apptest.Koshary
		return t
	}
}

var sheetBranch = fixed(apptest.Koshary, "no-such-branch")

// managerOfBoth is a branch whose manager, only in this case, also sees the store's other one.
func managerOfBoth(m *matrix) thing {
	was := m.tokens[staff]
	m.tokens[staff] = m.s.Staff("manager", apptest.Koshary, apptest.Zamalek)
	m.s.TB.Cleanup(func() { m.tokens[staff] = was })
	return sheetBranch(m)
}

func init() {
	maps.Copy(writes, map[string]write{
		"console-create-category": {share: 1, staff: true, body: func(ids) fields { return newCategoryBody() }},
		"console-save-category": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return but(categoryBody(), "version", 1) }},
		"console-move-category": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"parent_id": "", "before_id": ""} }},
		"console-create-product": {share: 1, staff: true, body: func(ids) fields { return productBody() }},
		"console-save-product": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return but(productBody(), "version", 1) }},
		"console-publish-product": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"published": true} }},
		"console-duplicate-product": {share: 1, staff: true, body: func(ids) fields {
			return fields{"product_id": "prd_koshary", "prices": true}
		}},
		"console-set-prices": {share: 1, staff: true, path: "address", body: func(ids) fields {
			return fields{"rows": []fields{{"variant_id": apptest.Small, "price": 46, "sold": true, "version": 1}}}
		}},
		"console-set-costs": {share: 1, staff: true, path: "address", body: func(ids) fields {
			return fields{"rows": []fields{{"variant_id": apptest.Small, "cost": 20}}}
		}},
		"console-withdraw-price": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"variant_id": apptest.Small} }},
		"console-decide-price": {share: 1, staff: true, path: "address", body: func(ids) fields {
			return fields{"version": 1, "approve": false, "reason": "too low"}
		}},
		"console-decide-name": {share: 1, staff: true, path: "address", body: func(ids) fields {
			return fields{"version": 1, "approve": false, "reason": "something else"}
		}},
		"console-copy-prices": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"from": "br_koshary_zamalek", "missing": true} }},
		"console-set-stock": {share: 1, staff: true, path: "address", body: func(ids) fields { return received() }},
		"console-sell-out": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"variants": []string{"var_juice"}, "sold_out": true} }},
	})
	maps.Copy(keyedCalls, map[string]func(m *matrix, th thing) keyedCall{
		"console-create-category": func(m *matrix, th thing) keyedCall {
			body := but(newCategoryBody(), "name_en", th.owner.ID)
			return keyedCall{token: m.s.Staff("editor"), body: body, other: but(body, "active", false),
				wrong: but(body, "service_id", "no-such"),
				done:  `SELECT COUNT(*) FROM categories WHERE name_en = $1`}
		},
		"console-create-product": func(m *matrix, th thing) keyedCall {
			body := but(productBody(), "name_en", th.owner.ID)
			return keyedCall{token: m.s.Staff("editor"), body: body, other: but(body, "name_ar", "حساء"),
				wrong: but(body, "store_id", "no-such"),
				done:  `SELECT COUNT(*) FROM products WHERE name_en = $1`}
		},
		"console-duplicate-product": func(m *matrix, th thing) keyedCall {
			t := m.product()
			m.s.Exec(`UPDATE products SET name_en = $2 WHERE id = $1`, t.id, th.owner.ID)
			return keyedCall{token: m.s.Staff("editor"), body: fields{"product_id": t.id, "prices": true},
				other: fields{"product_id": t.id, "prices": false},
				wrong: fields{"product_id": t.id, "prices": "maybe"},
				done:  `SELECT COUNT(*) FROM products WHERE name_en = $1 || ' (copy)'`}
		},
	})
}

var _ = addCases(map[string][]idCase{
	"GET /console/categories/{id}": {{make: (*matrix).category, want: ofReaders}},
	"PUT /console/categories/{id}": {
		{make: (*matrix).category, want: ofWriters, body: func(m *matrix, t thing, _ string) any {
			v := apptest.Get[int64](m.s, `SELECT version FROM categories WHERE id = $1`, t.id)
			return but(categoryBody(), "version", v)
		}}},
	"POST /console/categories/{id}/move": {{make: (*matrix).category, want: ofWriters,
		body: func(*matrix, thing, string) any { return fields{"parent_id": "cat_meals", "before_id": ""} }}},
	"POST /console/categories/{id}/move .parent_id": {
		{make: func(m *matrix) thing { t := m.category(); t.path = m.category().id; return t },
			want: ofWriters, body: func(_ *matrix, _ thing, ref string) any {
				return fields{"parent_id": ref, "before_id": ""}
			}}},
	"POST /console/categories/{id}/move .before_id": {
		{make: func(m *matrix) thing { t := m.category(); t.path = m.category().id; return t },
			want: ofWriters, body: func(_ *matrix, _ thing, ref string) any {
				return fields{"parent_id": "", "before_id": ref}
			}}},
	"POST /console/categories/{id}/archive": {{make: (*matrix).category, want: ofWriters}},
	"POST /console/categories/{id}/restore": {{make: (*matrix).archivedCategory, want: ofWriters}},
	"POST /console/categories .parent_id": {{make: (*matrix).category, want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return but(newCategoryBody(), "parent_id", ref) }}},

	"GET /console/products ?store_id": {{name: "theirs", make: fixed("sto_koshary", "no-such"), want: ofReaders},
		{name: "another", make: fixed("sto_bakala", "no-such"), want: ofOtherStores}},
	"GET /console/products ?category_id": {{make: (*matrix).category, want: ofReaders}},
	"GET /console/products/{id}": {{name: "theirs", make: (*matrix).product, want: ofReaders},
		{name: "another store's", make: fixed("prd_milk", "no-such"), want: ofOtherStores}},
	"PUT /console/products/{id}": {
		{make: (*matrix).product, want: ofWriters, body: func(m *matrix, t thing, _ string) any {
			v := apptest.Get[int64](m.s, `SELECT version FROM products WHERE id = $1`, t.id)
			return but(productBody(), "version", v)
		}}},
	"POST /console/products/{id}/publish": {{make: (*matrix).product, want: ofWriters,
		body: func(*matrix, thing, string) any { return fields{"published": true} }}},
	"POST /console/products/{id}/archive": {{make: (*matrix).product, want: ofWriters}},
	"POST /console/products/{id}/restore": {{make: (*matrix).archivedProduct, want: ofWriters}},
	"POST /console/products .store_id": {{make: fixed("sto_koshary", "no-such"), want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return but(productBody(), "store_id", ref) }}},
	"POST /console/products .category_id": {{make: (*matrix).category, want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return but(productBody(), "category_id", ref) }}},
	"PUT /console/products/{id} .store_id": {{make: onProduct(fixed("sto_koshary", "no-such")), want: ofWriters,
		body: func(_ *matrix, _ thing, ref string) any {
			return but(but(productBody(), "store_id", ref), "version", 1)
		}}},
	"PUT /console/products/{id} .category_id": {{make: onProduct((*matrix).category), want: ofWriters,
		body: func(_ *matrix, _ thing, ref string) any {
			return but(but(productBody(), "category_id", ref), "version", 1)
		}}},
	"POST /console/products/duplicate .product_id": {{make: (*matrix).product, want: ofWriters, header: keyHeader(),
		body: func(_ *matrix, _ thing, ref string) any { return fields{"product_id": ref, "prices": false} }}},

	"GET /console/branches/{id}/sheet":              {{make: sheetBranch, want: ofPricers}},
	"GET /console/branches/{id}/sheet ?category_id": {{make: atKoshary((*matrix).category), want: ofPricers}},
	"GET /console/branches/{id}/sheet ?product_id":  {{make: atKoshary((*matrix).product), want: ofPricers}},
	"PUT /console/branches/{id}/prices": {{make: sheetBranch, want: ofPricers,
		body: func(m *matrix, _ thing, _ string) any { return price(apptest.Koshary, "var_juice", m) }}},
	"PUT /console/branches/{id}/costs": {{make: sheetBranch, want: ofBranch, body: func(m *matrix, _ thing, _ string) any {
		is := apptest.Get[int64](m.s, `SELECT COALESCE(MAX(cost), 0) FROM variant_costs WHERE branch_id = $1`,
			apptest.Koshary)
		row := fields{"variant_id": "var_juice", "cost": float64(is+100) / 100}
		if is > 0 {
			row["was"] = float64(is) / 100
		}
		return fields{"rows": []fields{row}}
	}}},
	"POST /console/branches/{id}/prices/copy": {{make: managerOfBoth, want: ofPricers,
		body: func(*matrix, thing, string) any { return fields{"from": "br_koshary_zamalek", "missing": true} }}},
	"POST /console/branches/{id}/prices/withdraw": {
		{make: func(m *matrix) thing { m.deepPrice(); return sheetBranch(m) }, want: ofPricers,
			body: func(m *matrix, _ thing, _ string) any {
				return fields{"variant_id": apptest.Get[string](m.s, `SELECT MAX(variant_id) FROM price_waits`)}
			}}},
	"POST /console/branches/{id}/prices/withdraw .variant_id": {{make: atKoshary(func(m *matrix) thing {
		t := m.deepPrice()
		t.id = apptest.Get[string](m.s, `SELECT variant_id FROM price_waits WHERE id = $1`, t.id)
		return t
	}), want: ofPricers, body: func(_ *matrix, _ thing, ref string) any { return fields{"variant_id": ref} }}},
	"POST /console/price-waits/{id}/decide": {{make: (*matrix).deepPrice, want: ofFinance,
		body: func(*matrix, thing, string) any { return fields{"version": 1, "approve": true} }}},
	"POST /console/name-waits/{id}/decide": {{make: (*matrix).farName, want: ofFinance,
		body: func(*matrix, thing, string) any { return fields{"version": 1, "approve": true} }}},
	"PUT /console/branches/{id}/stock": {
		{make: sheetBranch, want: ofBranch, body: func(*matrix, thing, string) any { return received() }}},
	"PUT /console/branches/{id}/sold-out": {{make: sheetBranch, want: ofBranch,
		body: func(m *matrix, _ thing, _ string) any { return soldOut(m) }}},
	"GET /console/branches/{id}/stock-moves": {
		{make: sheetBranch, query: "?variant_id=" + apptest.Small, want: ofPricers}},
	"GET /console/branches/{id}/stock-moves ?variant_id": {
		{make: atKoshary(fixed(apptest.Small, "no-such")), want: ofPricers}},
})
