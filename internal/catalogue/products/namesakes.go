package products

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// A first price has no earlier price to compare with. It is compared with prices of the same goods elsewhere in the
// store: of products with the same name, or with the same current or recent codes.

// namesakes gives, for variants without an earlier price, the highest list price (per piece or kilogram) of others with
// the same name, SKU or barcode, current or recent. A variant counts by its product's name, by both names and, from two
// words, by its own. Their products stay locked until the transaction ends, against renames.
func (s *Service) namesakes(ctx context.Context, tx *db.Tx, now time.Time, limits approvals.Limits,
	variantIDs []string) (map[string]int64, error) {
	var rows []firstPriced
	for part := range slices.Chunk(variantIDs, 512) {
		part = db.Padded(part)
		if _, err := tx.Exec(ctx, `UPDATE products SET extra_groups = extra_groups
			WHERE id IN (SELECT product_id FROM variants
			WHERE id IN (`+db.List(1, len(part))+`))`, db.Args(part)...); err != nil {
			return nil, err
		}
		var some []firstPriced
		if err := tx.Select(ctx, &some, `SELECT v.id, v.product_id, p.store_id, v.sku, v.barcode, v.name_en, v.name_ar,
			p.name_en AS product_en, p.name_ar AS product_ar,
				p.unit_en, p.unit_ar FROM variants v JOIN products p ON p.id = v.product_id
			WHERE v.id IN (`+db.List(1, len(part))+`) ORDER BY v.id`, db.Args(part)...); err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	out := map[string]int64{}
	of := map[string][]int{} // the names of a store's, in both lists
	var asked []*firstPriced
	var names [][2]nameWords
	for i := range rows {
		r := &rows[i]
		for _, name := range s.namesOf(r) {
			of[r.StoreID] = append(of[r.StoreID], len(names))
			asked, names = append(asked, r), append(names, s.nameWords(&name))
		}
	}
	for _, store := range slices.Sorted(maps.Keys(of)) {
		list := make([][2]nameWords, len(of[store]))
		for i, at := range of[store] {
			list[i] = names[at]
		}
		alike := map[string][]named{} // variant → what is called the same
		if err := s.eachLike(ctx, tx, store, db.At(now.AddDate(0, 0, -int(limits.DropDays))), list,
			func(at int, other named, name [2]nameWords) {
				r := asked[of[store][at]]
				if r.ProductID != other.ProductID && namesake(list[at], name) && !slices.Contains(alike[r.VariantID], other) {
					alike[r.VariantID] = append(alike[r.VariantID], other)
				}
			}); err != nil {
			return nil, err
		}
		var all []named
		for _, list := range alike {
			all = append(all, list...)
		}
		slices.SortFunc(all, func(a, b named) int { return cmp.Compare(a.id(), b.id()) })
		dear, err := s.dearestOf(ctx, tx, now, settledBy(now), limits, store, slices.Compact(all))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			for _, o := range alike[r.VariantID] {
				out[r.VariantID] = max(out[r.VariantID], dear[o.id()])
			}
		}
		for part := range slices.Chunk(rows, 256) {
			if err := s.codesAsked(ctx, tx, now, limits, store, part, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// DearestCalled returns, for each name of two words or more, the highest list price of the last days, including today,
// among the store's products with that name, because pickers hand over the goods that a name describes.
func (s *Service) DearestCalled(ctx context.Context, q db.Querier, now time.Time, limits approvals.Limits,
	storeID string, names []i18n.Text) ([]int64, error) {
	asked := make([][2]nameWords, len(names))
	any := false
	for i, n := range names {
		asked[i] = s.longNames(n)
		any = any || !asked[i][0].name.none() || !asked[i][1].name.none()
	}
	if !any {
		return make([]int64, len(names)), nil
	}
	alike := make([][]named, len(names))
	err := s.eachLike(ctx, q, storeID, db.At(now.AddDate(0, 0, -int(limits.DropDays))), asked,
		func(at int, of named, name [2]nameWords) {
			if namesake(asked[at], name) && !slices.Contains(alike[at], of) {
				alike[at] = append(alike[at], of)
			}
		})
	if err != nil {
		return nil, err
	}
	dear, err := s.dearestOf(ctx, q, now, db.At(now), limits, storeID, slices.Concat(alike...))
	out := make([]int64, len(names))
	for i := range out {
		for _, o := range alike[i] {
			out[i] = max(out[i], dear[o.id()])
		}
	}
	return out, err
}

// longNames returns a name in the languages in which it has two words or more.
func (s *Service) longNames(name i18n.Text) (out [2]nameWords) {
	for at, text := range []string{name.EN, name.AR} {
		if words := s.words(text); len(words.all) > 1 {
			out[at] = nameWords{name: words, whole: words}
		}
	}
	return out
}

// codesAsked adds the store's prices for products that have the barcodes of some variants, or recently had their codes.
func (s *Service) codesAsked(ctx context.Context, tx *db.Tx, now time.Time, limits approvals.Limits, store string,
	some []firstPriced, out map[string]int64) error {
	of := map[string][]string{} // codes, and the variants with them
	var barcodes []string
	for _, r := range some {
		if r.StoreID != store {
			continue
		}
		of[code(r.SKU)] = append(of[code(r.SKU)], r.VariantID)
		if r.Barcode != "" {
			of[code(r.Barcode)] = append(of[code(r.Barcode)], r.VariantID)
			barcodes = append(barcodes, r.Barcode)
		}
	}
	if len(of) == 0 {
		return nil
	}
	list := slices.Sorted(maps.Keys(of))
	in := ` IN (` + db.List(2, len(list)) + `)`
	sku, barcode := strings.ReplaceAll(codeSQL, "%", "sku"), strings.ReplaceAll(codeSQL, "%", "barcode")
	type coded struct {
		VariantID string `db:"variant_id"`
		SKU       string
		Barcode   string
	}
	var others []coded
	const past = `SELECT variant_id, sku, barcode FROM past_names WHERE variant_id <> '' AND until > $1 AND `
	if err := tx.Select(ctx, &others, past+sku+in+` UNION `+past+`barcode <> '' AND `+barcode+in,
		db.Args(list, db.At(now.AddDate(0, 0, -int(limits.DropDays))))...); err != nil {
		return err
	}
	if len(barcodes) > 0 {
		barcodes = db.Padded(barcodes)
		var same []coded
		if err := tx.Select(ctx, &same, `SELECT id AS variant_id, '' AS sku, barcode FROM variants WHERE barcode <> ''
			AND barcode IN (`+db.List(1, len(barcodes))+`)`, db.Args(barcodes)...); err != nil {
			return err
		}
		others = append(others, same...)
	}
	ids := make([]string, len(others))
	for i, o := range others {
		ids[i] = o.VariantID
	}
	slices.Sort(ids)
	dear, err := s.dearest(ctx, tx, now, settledBy(now), limits, store, "variant_id", slices.Compact(ids))
	if err != nil {
		return err
	}
	for _, o := range others {
		for _, c := range []string{code(o.SKU), code(o.Barcode)} {
			for _, v := range of[c] {
				if v != o.VariantID {
					out[v] = max(out[v], dear[o.VariantID])
				}
			}
		}
	}
	return nil
}

// firstPriced is a variant that is about to receive its first price.
type firstPriced struct {
	VariantID string `db:"id"`
	ProductID string `db:"product_id"`
	StoreID   string `db:"store_id"`
	SKU       string `db:"sku"`
	Barcode   string `db:"barcode"`
	NameEN    string `db:"name_en"`
	NameAR    string `db:"name_ar"`
	ProductEN string `db:"product_en"`
	ProductAR string `db:"product_ar"`
	UnitEN    string `db:"unit_en"`
	UnitAR    string `db:"unit_ar"`
}

// namesOf returns the names that a variant could be confused with.
func (s *Service) namesOf(p *firstPriced) []pastName {
	product := pastName{NameEN: p.ProductEN, NameAR: p.ProductAR, UnitEN: p.UnitEN, UnitAR: p.UnitAR}
	if p.NameEN == "" && p.NameAR == "" {
		return []pastName{product}
	}
	whole, own := product, product
	whole.NameEN, whole.NameAR = strings.TrimSpace(p.ProductEN+" "+p.NameEN), strings.TrimSpace(p.ProductAR+" "+p.NameAR)
	own.NameEN, own.NameAR = p.NameEN, p.NameAR
	for _, name := range []*string{&own.NameEN, &own.NameAR} {
		if len(s.words(*name).all) < 2 {
			*name = "" // "Chicken" of a sandwich is no chicken
		}
	}
	return []pastName{product, whole, own}
}

// namesake reports whether two names are equal in a language.
func namesake(a, b [2]nameWords) bool {
	for _, mine := range a {
		for _, theirs := range b {
			if mine.whole.fits(theirs.whole) && mine.name.same(theirs.name) || mine.whole.same(theirs.whole) {
				return true
			}
		}
	}
	return false
}

// code is a SKU or a barcode, normalised for comparison as people would compare it with a label.
func code(text string) string { return codes.Replace(strings.ToUpper(text)) }

var codes = strings.NewReplacer("-", "", " ", "", "_", "", ".", "", "/", "")

const codeSQL = `REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(%), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')`

// codesOf finds the other variants that have one of the codes as their SKU or barcode, or had it in the last days, with
// their products.
func (s *Service) codesOf(ctx context.Context, tx *db.Tx, now time.Time, limits approvals.Limits, variantID string,
	list []string) (map[string]string, error) {
	out := map[string]string{}
	if len(list) == 0 {
		return out, nil
	}
	var rows []struct {
		VariantID string `db:"variant_id"`
		ProductID string `db:"product_id"`
	}
	in := ` IN (` + db.List(3, len(list)) + `)`
	sku, barcode := strings.ReplaceAll(codeSQL, "%", "sku"), strings.ReplaceAll(codeSQL, "%", "barcode")
	// One condition per select, so that each uses its index.
	const past = ` UNION SELECT variant_id, product_id FROM past_names WHERE variant_id <> '' AND variant_id <> $1
		AND until > $2 AND `
	err := tx.Select(ctx, &rows, `SELECT id AS variant_id, product_id FROM variants WHERE id <> $1 AND `+sku+in+`
		UNION SELECT id, product_id FROM variants WHERE id <> $1 AND barcode <> ''
		AND `+barcode+in+past+sku+in+past+`barcode <> '' AND `+barcode+in,
		db.Args(list, variantID, db.At(now.AddDate(0, 0, -int(limits.DropDays))))...)
	for _, r := range rows {
		out[r.VariantID] = r.ProductID
	}
	return out, err
}

// settledBy is the latest time at which a price may have been set to be used for comparison: a more recent price may be
// a mistake.
func settledBy(now time.Time) db.Millis { return db.At(now.Add(-settled)) }

// dearest is the highest list price of some products or variants of a store (column says which) in the last days, per
// piece or kilogram. Only prices set by the given time count.
func (s *Service) dearest(ctx context.Context, q db.Querier, now time.Time, by db.Millis, limits approvals.Limits,
	storeID, column string, ids []string) (map[string]int64, error) {
	out := map[string]int64{}
	for part := range slices.Chunk(ids, 512) {
		part = db.Padded(part)
		in := ` IN (` + db.List(6, len(part)) + `)`
		of := `SELECT id FROM variants WHERE id` + in
		if column == "product_id" {
			of = `SELECT id FROM variants WHERE product_id` + in
		}
		var rows []struct {
			ID   string `db:"id"`
			Most int64  `db:"most"`
		}
		err := q.Select(ctx, &rows, `SELECT id, CAST(MAX(price) AS BIGINT) AS most FROM (
			SELECT bp.`+column+` AS id, bp.price FROM branch_prices bp WHERE bp.`+column+in+`
				AND bp.branch_id IN (SELECT id FROM branches WHERE store_id = $1)
				AND (bp.price_since <= $2 OR EXISTS (SELECT 1 FROM price_marks m WHERE m.branch_id = bp.branch_id
				AND m.variant_id = bp.variant_id AND m.since <= $2))
			UNION ALL
			SELECT v.`+map[string]string{"product_id": "product_id", "variant_id": "id"}[column]+
			` AS id, m.price FROM price_marks m JOIN variants v ON v.id = m.variant_id
				WHERE m.branch_id IN (SELECT id FROM branches WHERE store_id = $1) AND m.variant_id IN (`+of+`)
				AND m.since <= $2 AND m.until > $3 AND m.until - m.since >= $4 AND m.until <= $5) asked GROUP BY id`,
			db.Args(part, storeID, by, db.At(now.AddDate(0, 0, -int(limits.DropDays))),
				slip.Milliseconds(), db.At(now))...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = r.Most
		}
	}
	return out, nil
}

// named identifies the owner of a name: a product, or one of its variants.
type named struct {
	ProductID string `db:"product_id"`
	VariantID string `db:"variant_id"`
}

func (n named) id() string { return cmp.Or(n.VariantID, n.ProductID) }

// dearestOf returns the highest prices of products and of variants.
func (s *Service) dearestOf(ctx context.Context, q db.Querier, now time.Time, by db.Millis, limits approvals.Limits,
	storeID string, list []named) (map[string]int64, error) {
	var products, variants []string
	for _, of := range list {
		if of.VariantID != "" {
			variants = append(variants, of.VariantID)
		} else {
			products = append(products, of.ProductID)
		}
	}
	out, err := s.dearest(ctx, q, now, by, limits, storeID, "product_id", products)
	if err != nil {
		return nil, err
	}
	more, err := s.dearest(ctx, q, now, by, limits, storeID, "variant_id", variants)
	maps.Copy(out, more)
	return out, err
}
