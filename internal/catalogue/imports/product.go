package imports

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// product creates or changes the product of an item. A product whose variations are still to come is postponed.
func (j *job) product(ctx context.Context, tx *db.Tx, w *work, known map[string]found,
	last bool) (waits bool, err error) {
	it := w.it
	if slices.ContainsFunc(it.Problems, func(p Problem) bool { return p.Fatal }) {
		w.result.Outcome = Refused
		return false, nil
	}
	ref := ""
	for i := range it.Variants {
		if f, ok := known[it.Variants[i].key()]; ok && f.ProductID != "" {
			if ref != "" && ref != f.ProductID {
				w.refuse("imports.of_two_products")
				return false, nil
			}
			if !j.who.Sees(f.StoreID) {
				w.refuse("imports.sku_unknown")
				return false, nil
			}
			ref = f.ProductID
		}
	}
	if !j.placed(w) {
		return false, nil
	}
	if ref == "" && it.Handle != "" && j.m.Format != Prices {
		if f, ok := known["slug "+products.Slug(it.Handle, "")]; ok && j.who.Sees(f.StoreID) &&
			(j.store == nil || j.store.ID == f.StoreID) {
			ref = f.ProductID
		}
	}
	if ref == "" && (j.m.Format == Prices || it.Category == nil && j.o.Category == "") {
		if done, err := j.byName(ctx, tx, w); err != nil || done {
			return false, err
		}
	}
	if j.m.Format == Prices {
		if ref == "" {
			w.refuse("imports.sku_unknown")
			return false, nil
		}
		w.result.ProductID = ref
		for i := range it.Variants {
			w.variants = append(w.variants, known[it.Variants[i].key()].ID)
		}
		return false, nil
	}
	if ref == "" {
		ref = cmp.Or(j.makes[it.Group], j.made[it.Group])
	}
	if ref == "" && j.m.Format == WooCommerce && it.Group != "" {
		switch parent := cmp.Or(j.waits[it.Group], j.waiting[it.Group]); {
		case it.ParentOf != "" && j.planned[it.Group]:
			w.result.Outcome = Changed // a dry run has taken its product back
			return false, nil
		case it.ParentOf != "" && parent != nil:
			merged := *parent
			merged.Variants, merged.Options = it.Variants, it.Options
			it = &merged
			w.it = it
			w.result.Name = cmp.Or(it.Name.AR, it.Name.EN, w.result.Name)
		case it.ParentOf != "":
			w.refuse("imports.parent_unknown", "name", it.ParentOf)
			return false, nil
		case len(it.Variants) == 0 && last:
			w.refuse("imports.no_variations")
			return false, nil
		case len(it.Variants) == 0:
			j.waits[it.Group] = it
			return true, nil
		}
	}
	if ref == "" {
		return false, j.add(ctx, tx, w)
	}
	return false, j.change(ctx, tx, w, ref, known)
}

// storeOf returns the store that sells an item.
func (j *job) storeOf(w *work) *branches.Store {
	if w.it.Store == "" {
		return j.store
	}
	if st, ok := j.Branches.Store(w.it.Store); ok {
		return st
	}
	for _, st := range j.Branches.Stores() {
		if strings.EqualFold(st.Name.EN, w.it.Store) || st.Name.AR == w.it.Store {
			return st
		}
	}
	return nil
}

// shelf finds a category by its path of names, and creates the missing ones.
func (j *job) shelf(ctx context.Context, tx *db.Tx, service string, path, arabic []string,
	class *string) (string, error) {
	if len(path) == 1 {
		if ref := j.shelves[j.shelfKey(service, "*", path[0])]; ref != "" {
			return ref, nil
		}
	}
	parent := ""
	for i, name := range path {
		key := j.shelfKey(service, parent, name)
		ref := j.shelves[key]
		if ref == "" {
			var err error
			form := products.CategoryForm{NameEN: name, NameAR: name, Active: true}
			if len(arabic) == len(path) {
				form.NameAR = arabic[i]
			}
			if i == len(path)-1 {
				form.Class = class
			}
			in := products.NewCategory{ServiceID: service, ParentID: parent, CategoryForm: form}
			if ref, err = j.Catalog.AddCategory(ctx, tx, j.who, in); err != nil {
				return "", err
			}
			j.changed(change{Kind: ofCategory, Ref: ref}, nil)
			j.vats = nil // it takes that of the one above
			for _, k := range []string{key, j.shelfKey(service, "*", name)} {
				if j.shelves[k] == "" {
					j.shelves[k] = ref
					j.fresh = append(j.fresh, k)
				}
			}
		}
		parent = ref
	}
	return parent, nil
}

// add queues a new product.
func (j *job) add(ctx context.Context, tx *db.Tx, w *work) error {
	st := j.storeOf(w)
	if st == nil || !j.who.Sees(st.ID) {
		if w.it.Store == "" {
			w.refuse("imports.store_open")
		} else {
			w.refuse("imports.no_store", "name", w.it.Store)
		}
		return nil
	}
	in := products.NewProduct{ProductForm: products.ProductForm{StoreID: st.ID, VATBP: j.o.VATBP, MinQty: 1, StepQty: 1}}
	if w.it.Handle != "" {
		in.Slug = products.Slug(w.it.Handle, "")
	}
	if len(w.it.Category) == 0 {
		if w.it.Category = shelfOf(j.o.Category, false); len(w.it.Category) == 0 {
			column := Column(Shelf)
			w.result.Outcome = Refused
			w.say(Problem{Line: w.it.Line, Column: j.called(column), Key: "imports.no_category", Fatal: true})
			return nil
		}
	}
	if j.o.Uncounted {
		w.uncount()
	}
	if no, err := j.fill(ctx, tx, w, st.Kind.ID, &in.ProductForm); err != nil || no {
		return err
	}
	if w.it.VATBP == nil {
		if j.vats == nil {
			var err error
			if j.vats, err = products.VATOfNew(ctx, tx); err != nil {
				return err
			}
		}
		if bp, said := j.vats[in.CategoryID]; said {
			in.VATBP = bp
		}
	}
	in.Published = w.it.Shown != nil && *w.it.Shown || w.it.Shown == nil && j.o.Published
	j.adding = append(j.adding, adding{w, in})
	return nil
}

// adding is a new product that has not been created yet.
type adding struct {
	w  *work
	in products.NewProduct
}

// addAll creates the queued products in one batch.
func (j *job) addAll(ctx context.Context, tx *db.Tx) error {
	list := make([]products.NewProduct, len(j.adding))
	for i, a := range j.adding {
		list[i] = a.in
	}
	all := j.adding
	j.adding = nil
	if len(list) == 0 {
		return nil
	}
	made, err := j.Catalog.Create(ctx, tx, j.who, list)
	if err != nil {
		return err
	}
	for i, one := range made {
		w := all[i].w
		if one.Refused != nil {
			w.result.Outcome = Refused
			w.no(w.it.Line, one.Refused)
			continue
		}
		w.result.Outcome, w.result.ProductID, w.variants = Added, one.ID, one.Variants
		j.changed(change{Kind: ofProduct, Ref: one.ID, Product: one.ID, Version: 1}, nil)
		if w.it.Group != "" {
			j.makes[w.it.Group] = one.ID
		}
	}
	return nil
}

// addFirst creates the queued products if an item may refer to one of them.
func (j *job) addFirst(ctx context.Context, tx *db.Tx, it *Item) error {
	if it.Group != "" && slices.ContainsFunc(j.adding, func(a adding) bool { return a.w.it.Group == it.Group }) {
		return j.addAll(ctx, tx)
	}
	return nil
}

// known returns two copies of a product: its current state, and one to modify. It reads all products of a chunk
// together.
func (j *job) known(ctx context.Context, tx *db.Tx, ref string) (was, next *products.Record, err error) {
	if was, next = j.records[0][ref], j.records[1][ref]; was != nil && next != nil {
		delete(j.records[0], ref)
		return was, next, nil
	}
	if was, err = products.Read(ctx, tx, ref); err != nil {
		return nil, nil, err
	}
	next, err = products.Read(ctx, tx, ref)
	return was, next, err
}

// change applies an item to an existing product.
func (j *job) change(ctx context.Context, tx *db.Tx, w *work, ref string, known map[string]found) error {
	was, next, err := j.known(ctx, tx, ref)
	if err != nil {
		return err
	}
	w.result.ProductID = ref
	if was.ArchivedAt != nil {
		w.refuse("imports.archived")
		return nil
	}
	if no, err := j.fill(ctx, tx, w, was.ServiceID, &next.ProductForm); err != nil || no {
		return err
	}
	if !reflect.DeepEqual(was.ProductForm, next.ProductForm) {
		waits, err := j.Catalog.Update(ctx, tx, j.who, ref, was.Version, next.ProductForm)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			w.result.Outcome = Refused
			w.no(w.it.Line, refused)
			return nil
		} else if err != nil {
			return err
		}
		if waits {
			w.say(Problem{Line: w.it.Line, Key: "imports.name_waits"})
		} else {
			w.result.Outcome = Changed
		}
		if next, err = products.Read(ctx, tx, ref); err != nil {
			return err
		}
	}
	if shown := w.it.Shown; shown != nil && *shown != was.Active {
		err := j.publish(ctx, tx, w, next, *shown)
		if err != nil {
			return err
		}
	}
	if w.result.Outcome == Changed {
		if next, err = products.Read(ctx, tx, ref); err != nil {
			return err
		}
		j.changed(change{Kind: ofProduct, Ref: ref, Product: ref, Version: next.Version},
			state{Form: was.ProductForm, Published: was.Active})
	}
	for i := range w.it.Variants {
		w.variants = append(w.variants, variantOf(next.ProductForm, &w.it.Variants[i], known))
	}
	return nil
}

// publish shows a product to customers or hides it. A product is shown only if it is complete enough to be sold.
func (j *job) publish(ctx context.Context, tx *db.Tx, w *work, r *products.Record, shown bool) error {
	if shown && !slices.ContainsFunc(r.Variants, func(v products.VariantForm) bool { return v.Active }) {
		w.say(Problem{Line: w.it.Line, Key: "catalog.no_active_variant"})
		return nil
	}
	if err := j.Catalog.Publish(ctx, tx, j.who, r.ID, shown); errs.Is(err, "catalog.taken_down") {
		w.say(Problem{Line: w.it.Line, Key: "catalog.taken_down"}) // the rest of the item is done
		return nil
	} else if err != nil {
		return err
	}
	w.result.Outcome = Changed
	return nil
}

// variantOf returns the id of the variant that an item's variant was saved as.
func variantOf(f products.ProductForm, v *Variant, known map[string]found) string {
	if k, ok := known[v.key()]; ok && k.ID != "" {
		return k.ID
	}
	for _, have := range f.Variants {
		if v.SKU != "" && have.SKU == v.SKU || v.SKU == "" && v.Barcode != "" && have.Barcode == v.Barcode {
			return have.ID
		}
	}
	if len(f.Variants) == 1 && v.SKU == "" {
		return f.Variants[0].ID
	}
	return ""
}
