package products

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Staff pick orders by product name, so an expensive product could be sold under a cheap product's name. A name that
// differs greatly from the old one, or resembles an expensive product's, needs a second person's approval. Products
// that nobody can have bought yet are exempt: priced today and never stocked.

// pastName is a current or former name of a product or one of its variants.
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

// naming is a change of one name: the old one and the new one.
type naming struct{ was, is pastName }

// lastCalled reads the last names of a product's switched-off variants. The option values that those variants refer to
// may have been renamed or deleted since.
func lastCalled(ctx context.Context, q db.Querier, r *Record) (map[string]i18n.Text, error) {
	if !slices.ContainsFunc(r.Variants, func(v VariantForm) bool { return !v.Active }) {
		return nil, nil
	}
	var rows []struct {
		ID     string
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	err := q.Select(ctx, &rows, `SELECT id, name_en, name_ar FROM variants WHERE product_id = $1 AND NOT active
		ORDER BY id`, r.ID)
	out := make(map[string]i18n.Text, len(rows))
	for _, one := range rows {
		out[one.ID] = i18n.Text{EN: one.NameEN, AR: one.NameAR}
	}
	return out, err
}

// calledLast returns the name that a variant had when customers could last choose it.
func (r *Record) calledLast(v *VariantForm, last map[string]i18n.Text) pastName {
	n := r.nameOfVariant(v)
	if name, off := last[v.ID]; off {
		n.NameEN, n.NameAR = name.EN, name.AR
	}
	return n
}

// namings lists the names that a form changes, the product's first. An omitted variant loses its name, and another may
// take its SKU. A variant that returns is compared with its last name.
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

// renaming is the decision about the names that a form changes.
type renaming struct {
	waits bool
	like  string    // the dear product it would resemble
	sole  bool      // it would have waited, and the shop has no second person
	past  []db.Stmt // to be written where it does not wait
}

// judgeCalled decides whether the names that a form changes need a second person's approval. let means that they are
// already approved.
func (s *Service) judgeCalled(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm,
	last map[string]i18n.Text, let bool) (out renaming, err error) {
	all := s.namings(r, form, last)
	if len(all) == 0 {
		return out, nil
	}
	var prices []Price
	if err := tx.Select(ctx, &prices, priceColumns+` WHERE product_id = $1 ORDER BY branch_id, variant_id`,
		r.ID); err != nil || len(prices) == 0 {
		return out, err
	}
	now := s.Clock.Now()
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return out, err
	}
	used, err := s.inUse(ctx, tx, now, r, prices)
	if err != nil {
		return out, err
	}
	if err := s.sharesExtra(ctx, tx, by, r, form, all, limits, prices); err != nil {
		return out, err
	}
	if !let && by.StaffID != "" && by.StaffID != audit.CommandLine {
		far := false
		if used {
			if far, err = s.goesFar(ctx, tx, r, form, all, prices, db.At(now.AddDate(0, 0, -int(limits.DropDays)))); err != nil {
				return out, err
			}
		}
		if out.like, err = s.comesNear(ctx, tx, now, limits, r, form, all, prices); err != nil {
			return out, err
		}
		far = far || out.like != ""
		if far && !r.sole {
			basis, err := approvals.ApproveAlone(ctx, tx, now,
				approvals.Grant{Object: "product:" + r.ID, Part: r.Version, Giver: staff.Member{ID: by.StaffID, Role: by.Role},
					Unbounded: true})
			if err != nil || basis == approvals.Nobody {
				out.waits = true
				return out, err
			}
		}
		out.sole, let = far, far
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
			out.past = append(out.past, db.Stmt{SQL: `INSERT INTO past_names (product_id, version, variant_id, name_en, name_ar,
				unit_en, unit_ar, sku, barcode, until, let)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
				$11)`, Args: []any{r.ID, r.Version, n.was.VariantID, n.was.NameEN, n.was.NameAR, n.was.UnitEN, n.was.UnitAR,
				n.was.SKU, n.was.Barcode, db.At(now), let}})
		}
	}
	return out, nil
}

// inUse reports whether anybody may have bought a product under its current name: one of its prices is older than a
// day, or it has or had stock.
func (s *Service) inUse(ctx context.Context, tx *db.Tx, now time.Time, r *Record, prices []Price) (bool, error) {
	if slices.ContainsFunc(prices, func(p Price) bool { return p.Since <= db.At(now.Add(-settled)) }) {
		return true, nil
	}
	const its = ` WHERE branch_id IN (SELECT id FROM branches WHERE store_id = $1)
		AND variant_id IN (SELECT id FROM variants WHERE product_id = $2)`
	var n int64
	err := tx.Get(ctx, &n, `SELECT (SELECT COUNT(*) FROM stock`+its+
		` AND (on_hand > 0 OR NOT counted)) + (SELECT COUNT(*) FROM stock_moves`+its+`)
		+ (SELECT COUNT(*) FROM price_marks`+its+` AND since <= $3)`, r.StoreID, r.ID, db.At(now.Add(-settled)))
	return n > 0, err
}

// goesFar reports whether a new name differs greatly from any name that the product or variant had in the last days. A
// variant's first name is combined with the product's name and compared with the product's names.
func (s *Service) goesFar(ctx context.Context, tx *db.Tx, r *Record, form *ProductForm, all []naming, prices []Price,
	since db.Millis) (bool, error) {
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
			if s.farFrom(n.was.NameEN, was.NameEN, n.is.NameEN, words.near) ||
				s.farFrom(n.was.NameAR, was.NameAR, n.is.NameAR, words.near) ||
				s.farFrom(n.was.UnitEN, was.UnitEN, n.is.UnitEN, words.same) ||
				s.farFrom(n.was.UnitAR, was.UnitAR, n.is.UnitAR, words.same) {
				return true, nil
			}
		}
	}
	return false, nil
}

func priced(prices []Price, variantID string) bool {
	return slices.ContainsFunc(prices, func(p Price) bool { return p.VariantID == variantID })
}

// farFrom reports whether a changed text differs too much from one of its earlier values. Filling in a missing text is
// allowed.
func (s *Service) farFrom(before, once, is string, near func(is, was words) bool) bool {
	if s.Fold(before) == s.Fold(is) || is == "" || once == "" {
		return false
	}
	return !near(s.words(is), s.words(once))
}

// comesNear returns the expensive product whose name a new name approaches, or whose SKU or barcode is taken over,
// while the changed product is far cheaper.
func (s *Service) comesNear(ctx context.Context, tx *db.Tx, now time.Time, limits approvals.Limits, r *Record,
	form *ProductForm, all []naming, prices []Price) (string, error) {
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
		if n.was.NameEN != n.is.NameEN || n.was.NameAR != n.is.NameAR || n.was.UnitEN != n.is.UnitEN ||
			n.was.UnitAR != n.is.UnitAR {
			targets = append(targets, t)
		}
	}
	// Renaming a product also changes the full name of each of its variants.
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
	near := map[named]int64{} // the least price of what comes near, by whom it comes near to
	note := func(of named, least int64) {
		if is, known := near[of]; !known || least < is {
			near[of] = least
		}
	}
	if len(targets) > 0 {
		asked := make([][2]nameWords, len(targets))
		for i := range targets {
			asked[i] = targets[i].is
		}
		err := s.eachLike(ctx, tx, r.StoreID, db.At(now.AddDate(0, 0, -int(limits.DropDays))), asked,
			func(at int, of named, other [2]nameWords) {
				if of.ProductID != r.ID && nearer(targets[at].was, targets[at].is, other) {
					note(of, targets[at].least)
				}
			})
		if err != nil {
			return "", err
		}
	}
	alike := slices.SortedFunc(maps.Keys(near), func(a, b named) int { return cmp.Compare(a.id(), b.id()) })
	dear, err := s.dearestOf(ctx, tx, now, settledBy(now), limits, r.StoreID, alike)
	if err != nil {
		return "", err
	}
	found, most := "", int64(0)
	take := func(productID string, least, price int64) {
		if least*100 < price*(100-limits.Drop) && price > most {
			found, most = productID, price
		}
	}
	for _, of := range alike {
		take(of.ProductID, near[of], dear[of.id()])
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
		dear, err := s.dearest(ctx, tx, now, settledBy(now), limits, r.StoreID, "variant_id",
			slices.Sorted(maps.Keys(others)))
		if err != nil {
			return "", err
		}
		for _, v := range slices.Sorted(maps.Keys(others)) {
			take(others[v], least, dear[v])
		}
	}
	return found, nil
}

// together returns the name of a variant combined with its product's.
func (f *ProductForm) together(v pastName) pastName {
	of := nameOf(f)
	of.NameEN, of.NameAR = strings.TrimSpace(of.NameEN+" "+v.NameEN), strings.TrimSpace(of.NameAR+" "+v.NameAR)
	return of
}

// nameWords are the words of a name, without and with its unit.
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

// nearer reports whether a new name is more similar to another than the old one was, or newly similar because a number
// no longer distinguishes it.
func nearer(was, is, other [2]nameWords) bool {
	for at, mine := range is {
		for _, theirs := range other {
			apart := !was[at].whole.fits(theirs.whole)
			if mine.whole.fits(theirs.whole) && mine.name.resembles(theirs.name) &&
				(apart || mine.name.kindred(theirs.name) > was[at].name.kindred(theirs.name)) ||
				mine.whole.resembles(theirs.whole) &&
					(apart || mine.whole.kindred(theirs.whole) > was[at].whole.kindred(theirs.whole)) {
				return true
			}
		}
	}
	return false
}
