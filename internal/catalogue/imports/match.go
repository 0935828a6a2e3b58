package imports

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/platform/db"
)

// called returns the file's header for a column, or our own name if it has none.
func (j *job) called(c Column) string {
	for i, means := range j.m.Columns {
		if means == c && i < len(j.m.Header) {
			return j.m.Header[i]
		}
	}
	return string(c)
}

// leap is the factor between two prices from which a warning is shown.
const leap = 3

// leaps reports whether a price changes by a factor of leap or more, as with a misplaced decimal point.
func leaps(was, now int64) bool {
	return was > 0 && now > 0 && (now >= leap*was || was >= leap*now)
}

// placed refuses an item whose prices or stock belong to no branch, because they would be lost.
func (j *job) placed(w *work) bool {
	if len(j.branches) > 0 {
		return true
	}
	for _, v := range w.it.Variants {
		for _, t := range v.At {
			c, says := t.says()
			if t.Branch != "" || !says {
				continue
			}
			w.result.Outcome = Refused
			w.say(Problem{Line: t.Line, Column: j.called(c), Key: "imports.branch_open", Fatal: true})
			return false
		}
	}
	return true
}

// says returns a column of the terms that has a value for a branch.
func (t *Terms) says() (Column, bool) {
	switch {
	case t.Price != nil:
		return Price, true
	case t.Offer != nil:
		return Offer, true
	case t.Stock != nil:
		return Stock, true
	case t.Cost != nil:
		return Costs, true
	case t.Sold != nil:
		return Sold, true
	}
	return Ignore, false
}

// uncount marks variants without a stock value as not counted.
func (w *work) uncount() {
	no := false
	for i := range w.it.Variants {
		for n := range w.it.Variants[i].At {
			if t := &w.it.Variants[i].At[n]; t.Stock == nil && t.Counted == nil {
				t.Counted = &no
			}
		}
	}
}

// nameMatch is a variant identified by its product's name and its own name.
type nameMatch struct {
	ID        string `db:"id"`
	ProductID string `db:"product_id"`
	StoreID   string `db:"store_id"`
	EN        string `db:"name_en"`
	AR        string `db:"name_ar"`
	SizeEN    string `db:"size_en"`
	SizeAR    string `db:"size_ar"`
}

// byName finds the variants of an item without a known SKU by name and size. If several variants match, the item is
// refused.
func (j *job) byName(ctx context.Context, q db.Querier, w *work) (done bool, err error) {
	if j.names == nil {
		if err := j.readNames(ctx, q); err != nil {
			return false, err
		}
	}
	var ids []string
	product := ""
	for i := range w.it.Variants {
		v := &w.it.Variants[i]
		var found []nameMatch
		for _, name := range []string{w.it.Name.EN, w.it.Name.AR} {
			if name == "" || len(found) > 0 {
				continue
			}
			found = j.alike(name, v)
		}
		if len(found) == 0 {
			return false, nil
		}
		if len(found) > 1 {
			var all []string
			for _, f := range found {
				all = append(all, strings.TrimSpace(firstOf(f.EN, f.AR)+" "+firstOf(f.SizeEN, f.SizeAR)))
			}
			w.result.Outcome = Refused
			w.say(Problem{Line: v.Line, Column: j.called(Name), Key: "imports.name_of_several",
				Value: clipped(strings.Join(all, ", ")), Fatal: true})
			return true, nil
		}
		if product != "" && product != found[0].ProductID {
			w.refuse("imports.of_two_products")
			return true, nil
		}
		product = found[0].ProductID
		ids = append(ids, found[0].ID)
	}
	if product == "" {
		return false, nil
	}
	w.result.ProductID, w.variants = product, ids
	return true, nil
}

// alike lists the variants that match a name and a size; without a size, all variants of the product.
func (j *job) alike(name string, v *Variant) (found []nameMatch) {
	for _, f := range j.names[header(name)] {
		size := func(o string) bool {
			return len(v.Choices) == 0 || o != "" &&
				(header(o) == header(v.Choices[0].EN) || header(o) == header(v.Choices[0].AR))
		}
		if size(f.SizeEN) || size(f.SizeAR) {
			found = append(found, f)
		}
	}
	if len(found) == 0 && len(v.Choices) == 0 {
		found = slices.Clone(j.whole[header(name)])
	}
	return found
}

// readNames reads the names of the products in the file's store, and the names of their variants including sizes.
func (j *job) readNames(ctx context.Context, q db.Querier) error {
	j.names, j.whole = map[string][]nameMatch{}, map[string][]nameMatch{}
	var rows []nameMatch
	if err := q.Select(ctx, &rows, `SELECT v.id, v.product_id, p.store_id, p.name_en, p.name_ar, v.name_en AS size_en,
		v.name_ar AS size_ar
		FROM variants v JOIN products p ON p.id = v.product_id WHERE p.archived_at IS NULL AND v.active
		ORDER BY v.id`); err != nil {
		return err
	}
	stores := map[string]bool{}
	for _, b := range j.branches {
		stores[b.Store.ID] = true
	}
	for _, r := range rows {
		if !j.who.Sees(r.StoreID) || j.store != nil && r.StoreID != j.store.ID || j.store == nil && len(stores) > 0 &&
			!stores[r.StoreID] {
			continue
		}
		add := func(to map[string][]nameMatch, name string) {
			key := header(name)
			if key != "" && !slices.ContainsFunc(to[key], func(o nameMatch) bool { return o.ID == r.ID }) {
				to[key] = append(to[key], r)
			}
		}
		add(j.names, r.EN)
		add(j.names, r.AR)
		if r.SizeEN+r.SizeAR != "" {
			add(j.whole, r.EN+" "+r.SizeEN)
			add(j.whole, r.AR+" "+r.SizeAR)
		}
	}
	return nil
}
