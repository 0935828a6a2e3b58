// Package shoptest fills a test's database with a small shop of known values, for the tests of all features that read
// the catalogue.
//
//	food      Koshary House: Maadi (10:00 to 02:00), Zamalek (12:00 to 23:00), one that gave up
//	grocery   Bakala: Maadi (round the clock), Dokki (switched off)
//	general   Gadgets: Nasr City (10:00 to 18:00, not on Fridays), two-day promise
//
// The tests use it at Now, a Friday at 14:00 in Cairo.
package shoptest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
)

// Now is Friday, 20 November 2026, 14:00 in Cairo.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Paging is how many plain products Bakala sells besides the named ones.
const Paging = 60

// Fill writes the shop into a migrated database.
func Fill(tb testing.TB, d *db.DB) {
	tb.Helper()
	ctx := context.Background()
	if err := places.EnsureSeeded(ctx, d); err != nil {
		tb.Fatal(err)
	}
	var b batch
	b.people()
	b.shelves()
	b.goods()
	err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, b.stmts)
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Exec runs one statement.
func Exec(tb testing.TB, d *db.DB, query string, args ...any) {
	tb.Helper()
	err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}

type batch struct{ stmts []db.Stmt }

func (b *batch) add(query string, args ...any) {
	b.stmts = append(b.stmts, db.Stmt{SQL: query, Args: args})
}

func everyDay(open, end string, days ...int) string {
	out := ""
	for _, day := range days {
		if out != "" {
			out += ","
		}
		out += fmt.Sprintf(`{"day":%d,"open":%q,"close":%q}`, day, open, end)
	}
	return "[" + out + "]"
}

func (b *batch) people() {
	week := []int{0, 1, 2, 3, 4, 5, 6}
	for i, s := range [][]string{
		{"svc_food", "food", "Food", "طعام", "food", "minutes"},
		{"svc_grocery", "grocery", "Grocery", "بقالة", "grocery", "minutes"},
		{"svc_general", "general", "General", "منتجات عامة", "general", "days"},
	} {
		b.add(`INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise, promise_days,
			active, sort)
VALUES ($1, $2, $3, $4, 'Tagline', 'شعار', '', $5, $6, 2, $7, $8)`, s[0], s[1], s[2], s[3], s[4], s[5], true, int64(i))
	}
	for i, s := range [][]string{
		{"sto_koshary", "koshary-house", "svc_food", "Koshary House", "بيت الكشري", "br_koshary_maadi"},
		{"sto_bakala", "bakala", "svc_grocery", "Bakala", "بقالة الحي", "br_bakala_maadi"},
		{"sto_gadgets", "gadgets", "svc_general", "Gadgets", "أجهزة", "br_gadgets_nasr"},
	} {
		b.add(`INSERT INTO stores (id, slug, service_id, name_en, name_ar, about_en, about_ar, image, main_branch_id, active,
			sort)
VALUES ($1, $2, $3, $4, $5, 'About us', 'من نحن', '', $6, $7, $8)`, s[0], s[1], s[2], s[3], s[4], s[5], true, int64(i))
	}
	branch := func(i int, id, slug, store, service, en, ar, district, hours string, switched bool, minimum, minutes int64,
		active bool) {
		b.add(`INSERT INTO branches (id, slug, store_id, service_id, name_en, name_ar, address_en, address_ar, phone,
			district_id, lat_e6, lng_e6,
  hours, switched_closed, minimum_order, delivery_minutes, accept_minutes, rating_sum, rating_count, active, sort)
SELECT $1, $2, $3, $4, $5, $6, '9 Road 9', '٩ شارع ٩', '+20225190000', d.id, d.lat_e6, d.lng_e6,
  CAST($7 AS TEXT), CAST($8 AS BOOLEAN), CAST($9 AS BIGINT), CAST($10 AS BIGINT), 15, 0, 0, CAST($11 AS BOOLEAN),
  CAST($12 AS BIGINT)
FROM districts d
WHERE d.id = $13`, id, slug, store, service, en, ar, hours, switched, minimum, minutes, active, int64(i), district)
	}
	branch(0, "br_koshary_maadi", "koshary-maadi", "sto_koshary", "svc_food", "Koshary House Maadi", "بيت الكشري المعادي",
		"maadi", everyDay("10:00", "02:00", week...), false, 5000, 35, true)
	branch(1, "br_koshary_zamalek", "koshary-zamalek", "sto_koshary", "svc_food", "Koshary House Zamalek",
		"بيت الكشري الزمالك", "zamalek", everyDay("12:00", "23:00", week...), false, 6000, 45, true)
	branch(2, "br_koshary_old", "koshary-old", "sto_koshary", "svc_food", "Koshary House Old", "بيت الكشري القديم",
		"maadi", everyDay("12:00", "23:00", week...), false, 6000, 45, false)
	branch(3, "br_bakala_maadi", "bakala-maadi", "sto_bakala", "svc_grocery", "Bakala Maadi", "بقالة المعادي", "maadi",
		everyDay("00:00", "24:00", week...), false, 10000, 25, true)
	branch(4, "br_bakala_dokki", "bakala-dokki", "sto_bakala", "svc_grocery", "Bakala Dokki", "بقالة الدقي", "dokki",
		everyDay("00:00", "24:00", week...), true, 10000, 25, true)
	branch(5, "br_gadgets_nasr", "gadgets-nasr", "sto_gadgets", "svc_general", "Gadgets Nasr City", "أجهزة مدينة نصر",
		"nasr-city", everyDay("10:00", "18:00", 0, 1, 2, 3, 4, 6), false, 0, 0, true)
	zone := func(branch, district string, fee, minutes int64) {
		b.add(`INSERT INTO delivery_zones (branch_id, district_id, fee, minutes) VALUES ($1, $2, $3, $4)`, branch, district,
			fee, minutes)
	}
	zone("br_koshary_maadi", "maadi", 1500, 30)
	zone("br_koshary_maadi", "zahraa-el-maadi", 2050, 40)
	zone("br_koshary_zamalek", "zamalek", 2000, 30)
	zone("br_koshary_zamalek", "manial", 2500, 45)
	zone("br_bakala_maadi", "maadi", 1000, 20)
	zone("br_bakala_dokki", "dokki", 1000, 20)
	zone("br_bakala_dokki", "maadi", 3000, 60)
	zone("br_gadgets_nasr", "maadi", 4000, 0)
	zone("br_gadgets_nasr", "nasr-city", 3000, 0)
	b.add(`INSERT INTO loyalty_rates (service_id, points)
		VALUES ('svc_food', 40), ('svc_grocery', 20), ('svc_general', 60)`)
	b.add(`INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind)
		VALUES ('service', 'food', 0, 24, 'perishable')`)
	b.add(`INSERT INTO branch_exceptions (branch_id, day, hours, note_en, note_ar)
		VALUES ('br_koshary_maadi', '2026-12-25', '[]', 'Holiday', 'عطلة')`)
}

func (b *batch) shelves() {
	for i, c := range [][]string{
		{"cat_meals", "meals", "svc_food", "", "Meals", "وجبات"},
		{"cat_koshary", "koshary", "svc_food", "cat_meals", "Koshary", "كشري"},
		{"cat_drinks", "drinks", "svc_food", "", "Drinks", "مشروبات"},
		{"cat_dairy", "dairy", "svc_grocery", "", "Dairy", "ألبان"},
		{"cat_milk", "milk", "svc_grocery", "cat_dairy", "Milk", "حليب"},
		{"cat_pantry", "pantry", "svc_grocery", "", "Pantry", "مخزن"},
		{"cat_phones", "phones", "svc_general", "", "Phones", "هواتف"},
		{"cat_empty", "empty", "svc_general", "", "Empty", "فارغ"},
	} {
		var parent any
		if c[3] != "" {
			parent = c[3]
		}
		b.add(`INSERT INTO categories (id, slug, service_id, parent_id, name_en, name_ar, image, active, sort)
VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8)`, c[0], c[1], c[2], parent, c[4], c[5], true, int64(i))
	}
	b.add(`UPDATE categories SET return_class = 'general' WHERE service_id = 'svc_grocery' AND parent_id IS NULL`)
}

// product is one product to sell. Its variants are priced by branch below.
type product struct {
	id, slug, service, store, category, en, ar string
	options                                    string
	popularity                                 int64
	variants                                   [][3]string // id, English, Arabic
}

func (b *batch) product(p product, active bool) {
	if p.options == "" {
		p.options = "[]"
	}
	at := Now.UnixMilli() - 1000*p.popularity
	b.add(`INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, description_en,
		description_ar, images, attributes,
  options, keywords, unit_en, unit_ar, min_qty, max_qty, vat_bp, popularity, rating_sum, rating_count, active,
  created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'Good.', 'جيد.', '["one","two"]',
'[{"name":{"en":"Made in","ar":"صنع في"},"value":{"en":"Egypt","ar":"مصر"}}]',
  $8, '', 'piece', 'قطعة', 1, 10, 1400, $9, 0, 0, $10, $11, $12)`,
		p.id, p.slug, p.service, p.store, p.category, p.en, p.ar, p.options, p.popularity, active, at, at)
	for i, v := range p.variants {
		b.add(`INSERT INTO variants (id, product_id, sku, choices, name_en, name_ar, image, active, sort)
			VALUES ($1, $2, $3, $4, $5, $6, NULL, $7, $8)`,
			v[0], p.id, "SKU-"+v[0], fmt.Sprintf(`{"size":%q}`, v[0]), v[1], v[2], true, int64(i))
	}
}

// Price puts a variant on sale at a branch with some stock.
func (b *batch) price(branch, variant, product string, price, onHand int64) {
	b.add(`INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active) VALUES ($1, $2, $3, $4, $5)`,
		branch, variant, product, price, true)
	b.add(`INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, $3, 0)`, branch, variant, onHand)
	if onHand > 0 {
		b.add(`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
			VALUES ($1, $2, $3, $4, 'opening', 'opening', $5)`,
			branch, variant, "mov_"+branch+variant, onHand, Now.UnixMilli())
	}
}

func (b *batch) goods() {
	sizes :=
		`[{"id":"size","name":{"en":"Size","ar":"الحجم"},"values":[{"id":"var_koshary_s","name":{"en":"Small","ar":"صغير"}},{"id":"var_koshary_l","name":{"en":"Large","ar":"كبير"}}]}]`
	b.product(product{"prd_koshary", "koshary", "svc_food", "sto_koshary", "cat_koshary", "Koshary", "كشري", sizes, 100,
		[][3]string{{"var_koshary_s", "Small", "صغير"}, {"var_koshary_l", "Large", "كبير"}}}, true)
	b.price("br_koshary_maadi", "var_koshary_s", "prd_koshary", 4500, 50)
	b.price("br_koshary_maadi", "var_koshary_l", "prd_koshary", 6500, 50)
	b.price("br_koshary_zamalek", "var_koshary_s", "prd_koshary", 5000, 50)
	b.price("br_koshary_zamalek", "var_koshary_l", "prd_koshary", 7000, 0)

	b.product(
		product{"prd_juice", "mango-juice", "svc_food", "sto_koshary", "cat_drinks", "Mango juice", "عصير مانجو", "", 90,
			[][3]string{{"var_juice", "", ""}}}, true)
	b.price("br_koshary_maadi", "var_juice", "prd_juice", 3000, 0)
	b.price("br_koshary_zamalek", "var_juice", "prd_juice", 3200, 3)

	b.product(product{"prd_hidden", "hidden", "svc_food", "sto_koshary", "cat_drinks", "Hidden", "مخفي", "", 80,
		[][3]string{{"var_hidden", "", ""}}}, false)
	b.price("br_koshary_maadi", "var_hidden", "prd_hidden", 3000, 9)

	b.product(product{"prd_unsold", "unsold", "svc_food", "sto_koshary", "cat_drinks", "Unsold", "غير معروض", "", 70,
		[][3]string{{"var_unsold", "", ""}}}, true)

	b.product(
		product{"prd_milk", "fresh-milk", "svc_grocery", "sto_bakala", "cat_milk", "Fresh milk", "حليب طازج", "", 1000,
			[][3]string{{"var_milk", "", ""}}}, true)
	b.price("br_bakala_maadi", "var_milk", "prd_milk", 4000, 20)
	b.price("br_bakala_dokki", "var_milk", "prd_milk", 3800, 20)
	// An offer that begins two hours before Now and ends two hours after.
	b.add(`UPDATE branch_prices SET offer_price = 3500, offer_from = $1, offer_to = $2 WHERE branch_id = 'br_bakala_maadi'
		AND variant_id = 'var_milk'`,
		Now.Add(-2*time.Hour).UnixMilli(), Now.Add(2*time.Hour).UnixMilli())

	for i := range Paging {
		id := fmt.Sprintf("prd_tin%02d", i)
		b.product(product{id, fmt.Sprintf("tin-%02d", i), "svc_grocery", "sto_bakala", "cat_pantry",
			fmt.Sprintf("Beans tin %d", i), fmt.Sprintf("علبة فول %d", i), "", int64(500 - i),
			[][3]string{{"var_" + id, "", ""}}}, true)
		b.price("br_bakala_maadi", "var_"+id, id, int64(1000+50*i), int64(i%4*10))
	}

	b.product(product{"prd_phone", "phone", "svc_general", "sto_gadgets", "cat_phones", "Phone", "هاتف", "", 10,
		[][3]string{{"var_phone", "", ""}}}, true)
	b.price("br_gadgets_nasr", "var_phone", "prd_phone", 1250000, 5)

	b.add(`INSERT INTO blocks (id, slug, service_id, district_id, title_en, title_ar, rule, starts_at, ends_at, active,
		sort, version)
VALUES ('blk_picks', 'picks', 'svc_grocery', NULL, 'Our picks', 'اختياراتنا', 'list', NULL, NULL, $1, 1, 1)`, true)
	b.add(`INSERT INTO block_products (block_id, product_id, sort)
		VALUES ('blk_picks', 'prd_tin05', 1), ('blk_picks', 'prd_milk', 2)`)
}
