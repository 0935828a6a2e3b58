package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"wekala/internal/audit"
	"wekala/internal/giving"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/staff"
)

// Who picks an order goes by what things are called. A cheap product that comes to
// be called like a dear one is the dear one at its price, so a name that goes far
// from what it was, or comes near that of a dear one, waits for a second person.
// A product that nobody can have bought yet is free: its prices are of today and
// no shelf ever held it.

// pastName is what a product, or a variant of it, was called.
type pastName struct {
	VariantID string `db:"variant_id"` // '': the product itself
	NameEN    string `db:"name_en"`
	NameAR    string `db:"name_ar"`
	UnitEN    string `db:"unit_en"`
	UnitAR    string `db:"unit_ar"`
	SKU       string `db:"sku"`
	Barcode   string `db:"barcode"`
}

func nameOf(f *ProductForm) pastName {
	return pastName{NameEN: f.NameEN, NameAR: f.NameAR, UnitEN: f.UnitEN, UnitAR: f.UnitAR}
}

func (f *ProductForm) nameOfVariant(v *VariantForm) pastName {
	name, _ := f.named(v.Choices)
	return pastName{VariantID: v.ID, NameEN: name.EN, NameAR: name.AR, SKU: v.SKU, Barcode: v.Barcode}
}

// naming is a change of what something is called.
type naming struct{ was, is pastName }

// lastCalled reads what the variants of a product that are switched off were called
// when they were last chosen from: the values of the options that they still name may
// say something else by now, or be gone.
func lastCalled(ctx context.Context, q db.Querier, r *Record) (map[string]i18n.Text, error) {
	if !slices.ContainsFunc(r.Variants, func(v VariantForm) bool { return !v.Active }) {
		return nil, nil
	}
	var rows []struct {
		ID     string
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	err := q.Select(ctx, &rows, `SELECT id, name_en, name_ar FROM variants WHERE product_id = $1 AND NOT active ORDER BY id`, r.ID)
	out := make(map[string]i18n.Text, len(rows))
	for _, one := range rows {
		out[one.ID] = i18n.Text{EN: one.NameEN, AR: one.NameAR}
	}
	return out, err
}

// calledLast is what a variant was called when it was last chosen from.
func (r *Record) calledLast(v *VariantForm, last map[string]i18n.Text) pastName {
	n := r.nameOfVariant(v)
	if name, off := last[v.ID]; off {
		n.NameEN, n.NameAR = name.EN, name.AR
	}
	return n
}

// namings lists what a form calls otherwise, the product first. A variant that is
// left out is called nothing from then on, and somebody else may take its SKU; one
// that comes back is compared with what it was called last.
func (s *Service) namings(r *Record, form *ProductForm, last map[string]i18n.Text) (all []naming) {
	if was, is := nameOf(&r.ProductForm), nameOf(form); was != is {
		all = append(all, naming{was, is})
	}
	for i := range r.Variants {
		was, is := r.calledLast(&r.Variants[i], last), pastName{VariantID: r.Variants[i].ID}
		if at := slices.IndexFunc(form.Variants, func(v VariantForm) bool { return v.ID == is.VariantID }); at >= 0 {
			is = form.nameOfVariant(&form.Variants[at])
			is.SKU = cmp.Or(is.SKU, was.SKU)
		}
		if was != is {
			all = append(all, naming{was, is})
		}
	}
	return all
}

// renaming is what became of what a form calls otherwise.
type renaming struct {
	far  bool
	like string // the dear product it would resemble
	sole bool
	past []db.Stmt // to be written where it is not far
}

// judgeCalled finds whether what a form calls otherwise waits for a second person.
// Let says that somebody let it already.
func (s *Service) judgeCalled(ctx context.Context, tx *db.Tx, by By, r *Record, form *ProductForm, last map[string]i18n.Text, let bool) (out renaming, err error) {
	all := s.namings(r, form, last)
	if len(all) == 0 {
		return out, nil
	}
	var prices []Price
	if err := tx.Select(ctx, &prices, priceColumns+` WHERE product_id = $1 ORDER BY branch_id, variant_id`, r.ID); err != nil || len(prices) == 0 {
		return out, err
	}
	now := s.Clock.Now()
	limits, err := giving.InForce(ctx, tx)
	if err != nil {
		return out, err
	}
	used, err := s.inUse(ctx, tx, now, r, prices)
	if err != nil {
		return out, err
	}
	if !let && by.StaffID != "" && by.StaffID != audit.CommandLine {
		since := db.At(now.AddDate(0, 0, -int(limits.DropDays)))
		if used {
			if out.far, err = s.goesFar(ctx, tx, r, form, all, prices, since); err != nil {
				return out, err
			}
		}
		if out.like, err = s.comesNear(ctx, tx, now, limits, r, form, all, prices); err != nil {
			return out, err
		}
		out.far = out.far || out.like != ""
		if out.far && !r.sole {
			basis, err := giving.Give(ctx, tx, now, giving.Gift{Object: "product:" + r.ID, Part: r.Version, Giver: staff.Member{ID: by.StaffID, Role: by.Role}, Unbounded: true})
			if err != nil || basis == giving.Nobody {
				return out, err
			}
		}
		out.sole = out.far
		let = out.far
		out.far = false
	} else {
		let = true
	}
	if let {
		out.past = append(out.past, db.Stmt{SQL: `UPDATE past_names SET let = TRUE WHERE product_id = $1`, Args: []any{r.ID}})
	}
	if used {
		out.past = append(out.past, db.Stmt{SQL: `DELETE FROM past_names WHERE product_id = $1 AND until < $2`,
			Args: []any{r.ID, db.At(now.Add(-marksKept))}})
		for _, n := range all {
			out.past = append(out.past, db.Stmt{SQL: `INSERT INTO past_names (product_id, version, variant_id, name_en, name_ar, unit_en, unit_ar, sku, barcode, until, let)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, Args: []any{r.ID, r.Version, n.was.VariantID, n.was.NameEN, n.was.NameAR, n.was.UnitEN, n.was.UnitAR,
				n.was.SKU, n.was.Barcode, db.At(now), let}})
		}
	}
	return out, nil
}

// inUse reports whether anybody may have bought a product as what it is called: one
// of its prices stands since yesterday, or a shelf has it, or ever had.
func (s *Service) inUse(ctx context.Context, tx *db.Tx, now time.Time, r *Record, prices []Price) (bool, error) {
	if slices.ContainsFunc(prices, func(p Price) bool { return p.Since <= db.At(now.Add(-settled)) }) {
		return true, nil
	}
	const its = ` WHERE branch_id IN (SELECT id FROM branches WHERE store_id = $1) AND variant_id IN (SELECT id FROM variants WHERE product_id = $2)`
	var n int64
	err := tx.Get(ctx, &n, `SELECT (SELECT COUNT(*) FROM stock`+its+` AND (on_hand > 0 OR NOT counted)) + (SELECT COUNT(*) FROM stock_moves`+its+`)
		+ (SELECT COUNT(*) FROM price_marks`+its+` AND since <= $3)`, r.StoreID, r.ID, db.At(now.Add(-settled)))
	return n > 0, err
}

// goesFar reports whether anything comes to be called what is not near to all that
// it was called in the last days. What a variant without a name comes to be called is
// said together with its product, and compared with what that was called.
func (s *Service) goesFar(ctx context.Context, tx *db.Tx, r *Record, form *ProductForm, all []naming, prices []Price, since db.Millis) (bool, error) {
	var past []pastName
	if err := tx.Select(ctx, &past, `SELECT variant_id, name_en, name_ar, unit_en, unit_ar, sku, barcode FROM past_names
		WHERE product_id = $1 AND until > $2 AND NOT let ORDER BY version`, r.ID, since); err != nil {
		return false, err
	}
	past = append(past, nameOf(&r.ProductForm))
	for _, n := range all {
		if n.is.VariantID != "" && !priced(prices, n.is.VariantID) {
			continue
		}
		whole := form.together(n.is)
		for _, was := range append(past, n.was) {
			if was.VariantID == "" && n.is.VariantID != "" {
				if n.was.NameEN == "" && n.is.NameEN != "" && s.farFrom("", was.NameEN, whole.NameEN, words.near) ||
					n.was.NameAR == "" && n.is.NameAR != "" && s.farFrom("", was.NameAR, whole.NameAR, words.near) {
					return true, nil
				}
			}
			if was.VariantID != n.is.VariantID {
				continue
			}
			if s.farFrom(n.was.NameEN, was.NameEN, n.is.NameEN, words.near) || s.farFrom(n.was.NameAR, was.NameAR, n.is.NameAR, words.near) ||
				s.farFrom(n.was.UnitEN, was.UnitEN, n.is.UnitEN, words.same) || s.farFrom(n.was.UnitAR, was.UnitAR, n.is.UnitAR, words.same) {
				return true, nil
			}
		}
	}
	return false, nil
}

func priced(prices []Price, variantID string) bool {
	return slices.ContainsFunc(prices, func(p Price) bool { return p.VariantID == variantID })
}

// farFrom reports whether a text that changes is too far from what stood there once.
// What was missing may be given.
func (s *Service) farFrom(before, once, is string, near func(is, was words) bool) bool {
	if s.Fold(before) == s.Fold(is) || is == "" || once == "" {
		return false
	}
	return !near(s.words(is), s.words(once))
}

// comesNear names the dear product that something comes nearer to by what it is
// called, or whose SKU or barcode it takes, while its own price is far below.
func (s *Service) comesNear(ctx context.Context, tx *db.Tx, now time.Time, limits giving.Limits, r *Record, form *ProductForm, all []naming, prices []Price) (string, error) {
	cheapest := func(variantID string) (least int64) {
		for i := range prices {
			if variantID == "" || prices[i].VariantID == variantID {
				if low := prices[i].lowest(); least == 0 || low < least {
					least = low
				}
			}
		}
		return least
	}
	type target struct {
		was, is [2]nameWords
		least   int64
	}
	var targets []target
	for _, n := range all {
		least := cheapest(n.is.VariantID)
		if least == 0 || n.is.VariantID != "" && n.is.NameEN == "" && n.is.NameAR == "" && n.is.SKU == "" {
			continue // never priced, or left out
		}
		was, is := n.was, n.is
		if was.VariantID != "" {
			was, is = r.together(was), form.together(is)
		}
		t := target{s.nameWords(&was), s.nameWords(&is), least}
		if n.was.NameEN != n.is.NameEN || n.was.NameAR != n.is.NameAR || n.was.UnitEN != n.is.UnitEN || n.was.UnitAR != n.is.UnitAR {
			targets = append(targets, t)
		}
	}
	// A product that is called otherwise says so with each of its variants.
	if was, is := nameOf(&r.ProductForm), nameOf(form); was != is {
		for i := range form.Variants {
			v := form.nameOfVariant(&form.Variants[i])
			if least := cheapest(v.VariantID); v.VariantID != "" && least > 0 && v.NameEN+v.NameAR != "" &&
				!slices.ContainsFunc(all, func(n naming) bool {
					return n.is.VariantID == v.VariantID && (n.was.NameEN != n.is.NameEN || n.was.NameAR != n.is.NameAR)
				}) {
				was, is := r.together(v), form.together(v)
				targets = append(targets, target{s.nameWords(&was), s.nameWords(&is), least})
			}
		}
	}
	near := map[string]int64{} // the least price of what comes near, by whom it comes near to
	note := func(productID string, least int64) {
		if is, known := near[productID]; !known || least < is {
			near[productID] = least
		}
	}
	if len(targets) > 0 {
		err := s.eachName(ctx, tx, r.StoreID, db.At(now.AddDate(0, 0, -int(limits.DropDays))), func(productID string, other [2]nameWords) {
			if productID == r.ID {
				return
			}
			for _, t := range targets {
				if nearer(t.was, t.is, other) {
					note(productID, t.least)
				}
			}
		})
		if err != nil {
			return "", err
		}
	}
	dear, err := s.dearest(ctx, tx, now, limits, r.StoreID, "product_id", slices.Sorted(maps.Keys(near)))
	if err != nil {
		return "", err
	}
	found, most := "", int64(0)
	take := func(productID string, least, price int64) {
		if least*100 < price*(100-limits.Drop) && price > most {
			found, most = productID, price
		}
	}
	for _, productID := range slices.Sorted(maps.Keys(near)) {
		take(productID, near[productID], dear[productID])
	}
	for _, n := range all {
		least := cheapest(n.is.VariantID)
		if n.is.VariantID == "" || least == 0 {
			continue
		}
		var codes []string
		for _, c := range [][2]string{{n.was.SKU, n.is.SKU}, {n.was.Barcode, n.is.Barcode}} {
			if c[1] != "" && code(c[0]) != code(c[1]) {
				codes = append(codes, code(c[1]))
			}
		}
		others, err := s.codesOf(ctx, tx, now, limits, n.is.VariantID, codes)
		if err != nil {
			return "", err
		}
		dear, err := s.dearest(ctx, tx, now, limits, r.StoreID, "variant_id", slices.Sorted(maps.Keys(others)))
		if err != nil {
			return "", err
		}
		for _, v := range slices.Sorted(maps.Keys(others)) {
			take(others[v], least, dear[v])
		}
	}
	return found, nil
}

// together is what a variant is called with its product.
func (f *ProductForm) together(v pastName) pastName {
	of := nameOf(f)
	of.NameEN, of.NameAR = strings.TrimSpace(of.NameEN+" "+v.NameEN), strings.TrimSpace(of.NameAR+" "+v.NameAR)
	return of
}

// nameWords are a name, and with its unit.
type nameWords struct{ name, whole words }

func (s *Service) nameWords(n *pastName) [2]nameWords {
	of := func(name, unit string) nameWords {
		w := nameWords{name: s.words(name)}
		if w.whole = w.name; unit != "" && name != "" {
			w.whole = s.words(name + " " + unit)
		}
		return w
	}
	return [2]nameWords{of(n.NameEN, n.UnitEN), of(n.NameAR, n.UnitAR)}
}

// nearer reports whether something comes to be called more like another than it was.
func nearer(was, is, other [2]nameWords) bool {
	for at, mine := range is {
		for _, theirs := range other {
			if mine.whole.fits(theirs.whole) && mine.name.resembles(theirs.name) && mine.name.kindred(theirs.name) > was[at].name.kindred(theirs.name) ||
				mine.whole.resembles(theirs.whole) && mine.whole.kindred(theirs.whole) > was[at].whole.kindred(theirs.whole) {
				return true
			}
		}
	}
	return false
}

// namesake reports whether two are called the same in a language.
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

// eachName goes through what the products of a store are called, and were since a
// moment.
func (s *Service) eachName(ctx context.Context, tx *db.Tx, storeID string, since db.Millis, do func(productID string, name [2]nameWords)) error {
	var rows []struct {
		ProductID string `db:"product_id"`
		pastName
	}
	if err := tx.Select(ctx, &rows, `SELECT id AS product_id, '' AS variant_id, name_en, name_ar, unit_en, unit_ar, '' AS sku, '' AS barcode FROM products WHERE store_id = $1
		UNION ALL
		SELECT product_id, variant_id, name_en, name_ar, unit_en, unit_ar, sku, barcode FROM past_names
		WHERE variant_id = '' AND until > $2 AND product_id IN (SELECT id FROM products WHERE store_id = $1)`, storeID, since); err != nil {
		return err
	}
	for i := range rows {
		do(rows[i].ProductID, s.nameWords(&rows[i].pastName))
	}
	return nil
}

// code is a SKU or a barcode as somebody compares it with a label.
func code(text string) string { return codes.Replace(strings.ToUpper(text)) }

var codes = strings.NewReplacer("-", "", " ", "", "_", "", ".", "", "/", "")

const codeSQL = `REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(%), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')`

// codesOf finds the other variants that have some codes as SKU or barcode, or had
// them in the last days, with their products.
func (s *Service) codesOf(ctx context.Context, tx *db.Tx, now time.Time, limits giving.Limits, variantID string, list []string) (map[string]string, error) {
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
	err := tx.Select(ctx, &rows, `SELECT id AS variant_id, product_id FROM variants WHERE id <> $1 AND (`+sku+in+` OR barcode <> '' AND `+barcode+in+`)
		UNION SELECT variant_id, product_id FROM past_names WHERE variant_id <> '' AND variant_id <> $1 AND until > $2 AND (`+sku+in+` OR barcode <> '' AND `+barcode+in+`)`,
		db.Args(list, variantID, db.At(now.AddDate(0, 0, -int(limits.DropDays))))...)
	for _, r := range rows {
		out[r.VariantID] = r.ProductID
	}
	return out, err
}

// dearest is the highest list price of some products or variants of a store (what
// they are of is in a column) in the last days, of those that stand since yesterday.
func (s *Service) dearest(ctx context.Context, tx *db.Tx, now time.Time, limits giving.Limits, storeID, column string, ids []string) (map[string]int64, error) {
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
		err := tx.Select(ctx, &rows, `SELECT id, CAST(MAX(price) AS BIGINT) AS most FROM (
			SELECT bp.`+column+` AS id, bp.price FROM branch_prices bp WHERE bp.`+column+in+`
				AND bp.branch_id IN (SELECT id FROM branches WHERE store_id = $1)
				AND (bp.price_since <= $2 OR EXISTS (SELECT 1 FROM price_marks m WHERE m.branch_id = bp.branch_id AND m.variant_id = bp.variant_id AND m.since <= $2))
			UNION ALL
			SELECT v.`+map[string]string{"product_id": "product_id", "variant_id": "id"}[column]+` AS id, m.price FROM price_marks m JOIN variants v ON v.id = m.variant_id
				WHERE m.branch_id IN (SELECT id FROM branches WHERE store_id = $1) AND m.variant_id IN (`+of+`)
				AND m.since <= $2 AND m.until > $3 AND m.until - m.since >= $4 AND m.until <= $5) asked GROUP BY id`,
			db.Args(part, storeID, db.At(now.Add(-settled)), db.At(now.AddDate(0, 0, -int(limits.DropDays))), slip.Milliseconds(), db.At(now))...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = r.Most
		}
	}
	return out, nil
}

// namesakes is, for some variants without a price of their own to be compared with,
// the highest list price of what is called the same, or has, or lately had, the same
// SKU or barcode. What they are called is their product's name, that with their own,
// and their own where it says two words or more. Their products are held until the end
// of the transaction, so that none is renamed meanwhile.
func (s *Service) namesakes(ctx context.Context, tx *db.Tx, now time.Time, limits giving.Limits, variantIDs []string) (map[string]int64, error) {
	var rows []firstPriced
	for part := range slices.Chunk(variantIDs, 512) {
		part = db.Padded(part)
		if _, err := tx.Exec(ctx, `UPDATE products SET extra_groups = extra_groups WHERE id IN (SELECT product_id FROM variants WHERE id IN (`+db.List(1, len(part))+`))`, db.Args(part)...); err != nil {
			return nil, err
		}
		var some []firstPriced
		if err := tx.Select(ctx, &some, `SELECT v.id, v.product_id, p.store_id, v.sku, v.barcode, v.name_en, v.name_ar, p.name_en AS product_en, p.name_ar AS product_ar,
				p.unit_en, p.unit_ar FROM variants v JOIN products p ON p.id = v.product_id
			WHERE v.id IN (`+db.List(1, len(part))+`) ORDER BY v.id`, db.Args(part)...); err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	out := map[string]int64{}
	of := map[string][]seenName{} // what those of a store are called
	for _, r := range rows {
		for _, name := range s.namesOf(&r) {
			of[r.StoreID] = append(of[r.StoreID], seenName{r.ProductID, r.VariantID, s.nameWords(&name)})
		}
	}
	for _, store := range slices.Sorted(maps.Keys(of)) {
		var seen []seenName
		if err := s.eachName(ctx, tx, store, db.At(now.AddDate(0, 0, -int(limits.DropDays))), func(productID string, name [2]nameWords) {
			seen = append(seen, seenName{productID: productID, name: name})
		}); err != nil {
			return nil, err
		}
		alike := twinsOf(of[store], seen)
		var ids []string
		for _, list := range alike {
			ids = append(ids, list...)
		}
		slices.Sort(ids)
		dear, err := s.dearest(ctx, tx, now, limits, store, "product_id", slices.Compact(ids))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			for _, o := range alike[r.VariantID] {
				out[r.VariantID] = max(out[r.VariantID], dear[o])
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

// codesAsked adds what was asked in a store for whatever has the barcodes of some
// variants, or lately had their codes.
func (s *Service) codesAsked(ctx context.Context, tx *db.Tx, now time.Time, limits giving.Limits, store string, some []firstPriced, out map[string]int64) error {
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
	if err := tx.Select(ctx, &others, `SELECT variant_id, sku, barcode FROM past_names WHERE variant_id <> '' AND until > $1 AND (`+sku+in+` OR `+barcode+in+`)`,
		db.Args(list, db.At(now.AddDate(0, 0, -int(limits.DropDays))))...); err != nil {
		return err
	}
	if len(barcodes) > 0 {
		barcodes = db.Padded(barcodes)
		var same []coded
		if err := tx.Select(ctx, &same, `SELECT id AS variant_id, '' AS sku, barcode FROM variants WHERE barcode <> '' AND barcode IN (`+db.List(1, len(barcodes))+`)`, db.Args(barcodes)...); err != nil {
			return err
		}
		others = append(others, same...)
	}
	ids := make([]string, len(others))
	for i, o := range others {
		ids[i] = o.VariantID
	}
	slices.Sort(ids)
	dear, err := s.dearest(ctx, tx, now, limits, store, "variant_id", slices.Compact(ids))
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

// firstPriced is a variant that is about to have its first price.
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

// namesOf are what a variant may be taken for.
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

type seenName struct {
	productID, variantID string
	name                 [2]nameWords
}

// twinsOf finds the products that are called the same as some variants of others.
// Names with a word in common are compared with each other, for a store has many.
func twinsOf(asked, seen []seenName) map[string][]string {
	byWord := map[string][]int{}
	for i, n := range asked {
		for _, l := range n.name {
			for _, key := range l.name.keys() {
				if at := byWord[key]; len(at) == 0 || at[len(at)-1] != i {
					byWord[key] = append(at, i)
				}
			}
		}
	}
	out := map[string][]string{}
	for _, n := range seen {
		for _, l := range n.name {
			for _, key := range l.name.keys() {
				for _, i := range byWord[key] {
					mine := asked[i].variantID
					if asked[i].productID != n.productID && !slices.Contains(out[mine], n.productID) && namesake(asked[i].name, n.name) {
						out[mine] = append(out[mine], n.productID)
					}
				}
			}
		}
	}
	return out
}

// nameWait is a change of a product that waits.
type nameWait struct {
	ID        string    `db:"id"`
	ProductID string    `db:"product_id"`
	Form      string    `db:"form"`
	Like      string    `db:"like_id"`
	Makers    jsonIDs   `db:"makers"`
	AskedAt   db.Millis `db:"asked_at"`
	Version   int64     `db:"version"`
}

const nameWaitColumns = `id, product_id, form, like_id, makers, asked_at, version`

func nameWaitOf(ctx context.Context, q db.Querier, productID string) (*nameWait, error) {
	var held nameWait
	err := q.Get(ctx, &held, `SELECT `+nameWaitColumns+` FROM name_waits WHERE product_id = $1`, productID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &held, err
}

// waitAs has a change of a product wait, whole. What waited for it already is
// replaced, and who asked for that stays one of the makers. Callers hold the
// product's row.
func (s *Service) waitAs(ctx context.Context, tx *db.Tx, by By, r *Record, form *ProductForm, like string) error {
	held, err := nameWaitOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	if held == nil {
		held = &nameWait{}
	}
	raw, makers := stored(form), held.Makers
	if !slices.Contains(makers, by.StaffID) {
		makers = append(makers, by.StaffID)
	}
	if held.Form == raw && len(makers) == len(held.Makers) {
		return nil
	}
	now, list := db.At(s.Clock.Now()), stored([]string(makers))
	if held.ID != "" {
		_, err = tx.Exec(ctx, `UPDATE name_waits SET form = $2, like_id = $3, makers = $4, asked_at = $5, version = version + 1 WHERE id = $1`, held.ID, raw, like, list, now)
	} else {
		_, err = tx.Exec(ctx, `INSERT INTO name_waits (id, product_id, form, like_id, makers, asked_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			id.New("nwt"), r.ID, raw, like, list, now)
	}
	if err != nil {
		return err
	}
	return s.log(ctx, tx, by, "product.propose", r.ID, r, form)
}

// DecideName lets a change that waits be made, as it was at a version, or drops it.
// Refusals: errs.MovedOn, NotFound, giving.not_yourself, and what Update refuses.
func (s *Service) DecideName(ctx context.Context, member staff.Member, waitID string, version int64, approve bool, reason string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		var productID string
		if err := tx.Get(ctx, &productID, `SELECT product_id FROM name_waits WHERE id = $1`, waitID); errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		} else if err != nil {
			return err
		}
		// The product first, as those who change it do.
		if err := LockProduct(ctx, tx, productID); err != nil {
			return err
		}
		var w nameWait
		err := tx.Get(ctx, &w, `DELETE FROM name_waits WHERE id = $1 RETURNING `+nameWaitColumns, waitID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		r, err := Read(ctx, tx, w.ProductID)
		if err != nil {
			return err
		}
		if scope := s.scope(member); scope != nil && !slices.Contains(scope, r.StoreID) {
			return errs.NotFound()
		}
		if w.Version != version {
			return errs.MovedOn(nil)
		}
		var form ProductForm
		if err := json.Unmarshal([]byte(w.Form), &form); err != nil {
			return err
		}
		action, basis := "product.decline", giving.Nobody
		if approve {
			action = "product.approve"
			gift := giving.Gift{Object: "product:" + w.ProductID, Part: r.Version + 1, Giver: staff.Member{ID: w.Makers[0]}, Unbounded: true}
			if basis, err = giving.Agree(ctx, tx, now, member, gift, w.Makers...); err != nil {
				return err
			}
			if _, err := s.save(ctx, tx, By{StaffID: member.ID, Role: member.Role}, w.ProductID, 0, form, w.Makers); err != nil {
				return err
			}
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: action, Object: w.ProductID, Before: nameFacts(&r.ProductForm),
			After: map[string]any{"called": nameFacts(&form), "makers": w.Makers, "sole_owner": basis == giving.SoleOwner}, Reason: reason})
	})
}

// nameFacts are what a product is called, for the log.
func nameFacts(f *ProductForm) map[string]any {
	variants := []map[string]any{}
	for i := range f.Variants {
		n := f.nameOfVariant(&f.Variants[i])
		variants = append(variants, map[string]any{"variant": n.VariantID, "name": i18n.Text{EN: n.NameEN, AR: n.NameAR}, "sku": n.SKU, "barcode": n.Barcode})
	}
	return map[string]any{"name_en": f.NameEN, "name_ar": f.NameAR, "unit_en": f.UnitEN, "unit_ar": f.UnitAR, "variants": variants}
}
