package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"wekala/internal/branches"
	"wekala/internal/catalog"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/stock"
)

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *catalog.Service
	Stock    *stock.Service
	Pictures *files.Library
}

// Service brings files into the catalogue. Make it with New.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Options say what a file leaves open.
type Options struct {
	// ID names the run: what it moves on shelves, it moves once.
	ID    string
	File  string // what the file is called
	Staff string // who runs it, for the audit log
	// Store sells the products that name none: its id or slug.
	Store string
	// Branches are those of prices and stock that name none: ids or slugs.
	Branches []string
	VATBP    int64 // of new products that say nothing
	// Dry only tells what would become of the rows: everything is taken back.
	Dry bool
}

// What becomes of an item.
const (
	Added   = "added"
	Changed = "changed"
	Same    = "same" // as it is already
	Refused = "refused"
)

// Result is what became of an item.
type Result struct {
	Line      int       `json:"line"`
	Name      string    `json:"name"`
	ProductID string    `json:"product_id,omitempty"`
	Outcome   string    `json:"outcome"`
	Problems  []Problem `json:"problems,omitempty"`
	Says      []string  `json:"says,omitempty"` // problems as texts of the caller's language
}

// Report is what became of a file.
type Report struct {
	Format   Format         `json:"format"`
	Rows     int            `json:"rows"`
	Counts   map[string]int `json:"counts"`
	Unplaced []string       `json:"unplaced"` // columns that have no place
}

// chunk is how many items one transaction takes in.
const chunk = 100

// Run brings the items of a reader into the catalogue, a hundred in each
// transaction, and tells what became of each. A dry run does the same and takes
// it back.
func (s *Service) Run(ctx context.Context, r *Reader, o Options, each func(Result) error) (Report, error) {
	m := r.Mapping()
	rep := Report{Format: m.Format, Counts: map[string]int{}, Unplaced: m.Unplaced()}
	j, err := s.begin(ctx, m, o)
	if err != nil {
		return rep, err
	}
	tell := func(all []Result) error {
		for _, one := range all {
			rep.Counts[one.Outcome]++
			if err := each(one); err != nil {
				return err
			}
		}
		return nil
	}
	if !o.Dry {
		if err := j.open(ctx); err != nil {
			return rep, err
		}
	}
	take := func(items []*Item, last bool) error {
		var results []Result
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			j.forget()
			if results, err = j.chunk(ctx, tx, items, last); err != nil {
				return err
			}
			if o.Dry {
				return errTakenBack
			}
			return j.write(ctx, tx)
		})
		if err != nil && !errors.Is(err, errTakenBack) {
			return err
		}
		j.keep(o.Dry)
		return tell(results)
	}
	for done := false; !done; {
		var items []*Item
		for len(items) < chunk {
			it, err := r.Next()
			if err == io.EOF {
				done = true
				break
			}
			if err != nil {
				return rep, err
			}
			items = append(items, it)
		}
		rep.Rows = r.Rows
		if err := take(items, false); err != nil {
			return rep, err
		}
	}
	if left := j.left(); len(left) > 0 {
		if err := take(left, true); err != nil {
			return rep, err
		}
	}
	if o.Dry {
		return rep, nil
	}
	return rep, j.close(ctx, rep)
}

var errTakenBack = errors.New("imports: a dry run")

// job is a run under way.
type job struct {
	*Service
	o        Options
	m        Mapping
	store    *branches.Store
	branches []*branches.Branch
	shelves  map[string]string // service, path of names, folded → category id
	fresh    []string          // of shelves, made in this chunk
	made     map[string]string // WooCommerce's products: group → product id
	makes    map[string]string // made in this chunk
	waiting  map[string]*Item  // products whose variations come later
	waits    map[string]*Item  // began to wait in this chunk
	planned  map[string]bool   // groups that a dry run would have made
	changes  []change          // of this chunk, for the journal
	seq      int64             // of the first of them
}

func (s *Service) begin(ctx context.Context, m Mapping, o Options) (*job, error) {
	j := &job{Service: s, o: o, m: m, shelves: map[string]string{}, made: map[string]string{}, makes: map[string]string{}, waiting: map[string]*Item{},
		waits: map[string]*Item{}, planned: map[string]bool{}}
	if o.Store != "" {
		var ok bool
		if j.store, ok = s.Branches.Store(o.Store); !ok {
			return nil, errs.Invalid("store", "imports.no_store", "name", o.Store)
		}
	}
	for _, ref := range o.Branches {
		b, ok := s.Branches.Branch(ref)
		if !ok {
			return nil, errs.Invalid("branches", "imports.no_branch", "name", ref)
		}
		j.branches = append(j.branches, b)
	}
	var rows []struct {
		ID      string  `db:"id"`
		Slug    string  `db:"slug"`
		Service string  `db:"service_id"`
		Parent  *string `db:"parent_id"`
		NameEN  string  `db:"name_en"`
		NameAR  string  `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &rows, `SELECT id, slug, service_id, parent_id, name_en, name_ar FROM categories WHERE archived_at IS NULL ORDER BY sort, id`); err != nil {
		return nil, err
	}
	for _, c := range rows {
		parent := ""
		if c.Parent != nil {
			parent = *c.Parent
		}
		for _, name := range []string{c.NameEN, c.NameAR, c.Slug, c.ID} {
			if key := shelfKey(c.Service, parent, name); name != "" && j.shelves[key] == "" {
				j.shelves[key] = c.ID
			}
			// A name alone is enough where nothing stands above it.
			if key := shelfKey(c.Service, "*", name); name != "" && j.shelves[key] == "" {
				j.shelves[key] = c.ID
			}
		}
	}
	return j, nil
}

func shelfKey(service, parent, name string) string {
	return service + "\x00" + parent + "\x00" + strings.ToLower(strings.TrimSpace(name))
}

// forget undoes what an attempt at a chunk has noted that is repeated.
func (j *job) forget() {
	for _, key := range j.fresh {
		delete(j.shelves, key)
	}
	j.fresh, j.changes = nil, nil
	clear(j.makes)
	clear(j.waits)
}

// keep notes what a chunk has made; of a dry run only that it would have.
func (j *job) keep(dry bool) {
	for group, it := range j.waits {
		j.waiting[group] = it
	}
	for group, ref := range j.makes {
		delete(j.waiting, group)
		if dry {
			j.planned[group] = true
		} else {
			j.made[group] = ref
		}
	}
	if dry {
		j.forget()
	}
	j.seq += int64(len(j.changes))
	j.fresh, j.changes = nil, nil
	clear(j.makes)
	clear(j.waits)
}

// left are the products that waited for variations which never came.
func (j *job) left() []*Item {
	var all []*Item
	for _, it := range j.waiting {
		all = append(all, it)
	}
	slices.SortFunc(all, func(a, b *Item) int { return cmp.Compare(a.Line, b.Line) })
	return all
}

// found is a variant that is there.
type found struct {
	ID        string `db:"id"`
	SKU       string `db:"sku"`
	Barcode   string `db:"barcode"`
	ProductID string `db:"product_id"`
}

// work is an item on its way through a chunk.
type work struct {
	it       *Item
	result   Result
	variants []string // ids, in the order of the item's
}

func (w *work) refuse(key string, args ...any) {
	w.result.Outcome = Refused
	w.say(Problem{Line: w.it.Line, Key: key, Args: args, Fatal: true})
}

func (w *work) say(p Problem) { w.result.Problems = append(w.result.Problems, p) }

// no notes why the catalogue refused something.
func (w *work) no(line int, refused *errs.Error) {
	for _, f := range refused.Fields {
		w.say(Problem{Line: line, Column: f.Name, Key: f.Key, Args: f.Args, Fatal: true})
	}
	if len(refused.Fields) == 0 {
		w.say(Problem{Line: line, Key: refused.Key, Args: refused.Args, Fatal: true})
	}
}

func (j *job) chunk(ctx context.Context, tx *db.Tx, items []*Item, last bool) ([]Result, error) {
	known, err := j.lookUp(ctx, tx, items)
	if err != nil {
		return nil, err
	}
	all := make([]*work, 0, len(items))
	for _, it := range items {
		w := &work{it: it, result: Result{Line: it.Line, Name: cmp.Or(it.Name.AR, it.Name.EN, it.Handle), Problems: slices.Clone(it.Problems)}}
		if w.result.Name == "" && len(it.Variants) > 0 {
			w.result.Name = it.Variants[0].SKU
		}
		waits, err := j.product(ctx, tx, w, known, last)
		if err != nil {
			return nil, err
		}
		if !waits {
			all = append(all, w)
		}
	}
	if err := j.prices(ctx, tx, all); err != nil {
		return nil, err
	}
	if err := j.stocks(ctx, tx, all); err != nil { // last: its hooks lock what every page depends on
		return nil, err
	}
	out := make([]Result, len(all))
	for i, w := range all {
		out[i] = w.result
		out[i].Outcome = cmp.Or(out[i].Outcome, Same)
	}
	return out, nil
}

// lookUp finds the variants that the items name, by SKU and by barcode.
func (j *job) lookUp(ctx context.Context, tx *db.Tx, items []*Item) (map[string]found, error) {
	var skus, codes []string
	for _, it := range items {
		for _, v := range it.Variants {
			if v.SKU != "" {
				skus = append(skus, v.SKU)
			} else if v.Barcode != "" {
				codes = append(codes, v.Barcode)
			}
		}
	}
	known := map[string]found{}
	for part := range slices.Chunk(skus, 500) {
		var rows []found
		if err := tx.Select(ctx, &rows, `SELECT id, sku, barcode, product_id FROM variants WHERE sku IN (`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, f := range rows {
			known["sku "+f.SKU] = f
		}
	}
	for part := range slices.Chunk(codes, 500) {
		var rows []found
		if err := tx.Select(ctx, &rows, `SELECT id, sku, barcode, product_id FROM variants WHERE barcode IN (`+db.List(1, len(part))+`) ORDER BY id`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, f := range rows {
			if _, twice := known["code "+f.Barcode]; twice {
				f.ID, f.ProductID = "", "" // of two variants: not to be told apart
			}
			known["code "+f.Barcode] = f
		}
	}
	return known, nil
}

func (v *Variant) key() string {
	if v.SKU != "" {
		return "sku " + v.SKU
	}
	return "code " + v.Barcode
}

// product makes or changes what an item is about. It waits where its variations
// are still to come.
func (j *job) product(ctx context.Context, tx *db.Tx, w *work, known map[string]found, last bool) (waits bool, err error) {
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
			ref = f.ProductID
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

// storeOf is who sells an item.
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

// shelf finds a category by its names from the top down, and makes what is
// missing.
func (j *job) shelf(ctx context.Context, tx *db.Tx, service string, path []string) (string, error) {
	if len(path) == 1 {
		if ref := j.shelves[shelfKey(service, "*", path[0])]; ref != "" {
			return ref, nil
		}
	}
	parent := ""
	for _, name := range path {
		key := shelfKey(service, parent, name)
		ref := j.shelves[key]
		if ref == "" {
			var err error
			in := catalog.NewCategory{ServiceID: service, ParentID: parent, CategoryForm: catalog.CategoryForm{NameEN: name, NameAR: name, Active: true}}
			if ref, err = j.Catalog.AddCategory(ctx, tx, catalog.By{StaffID: j.o.Staff}, in); err != nil {
				return "", err
			}
			for _, k := range []string{key, shelfKey(service, "*", name)} {
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

// add makes a product.
func (j *job) add(ctx context.Context, tx *db.Tx, w *work) error {
	st := j.storeOf(w)
	if st == nil {
		w.refuse("imports.no_store", "name", w.it.Store)
		return nil
	}
	in := catalog.NewProduct{ProductForm: catalog.ProductForm{StoreID: st.ID, VATBP: j.o.VATBP, MinQty: 1}}
	if w.it.Handle != "" {
		in.Slug = catalog.Slug(w.it.Handle, "")
	}
	if len(w.it.Category) == 0 {
		w.refuse("imports.no_category")
		return nil
	}
	if no, err := j.fill(ctx, tx, w, st.Kind.ID, &in.ProductForm); err != nil || no {
		return err
	}
	in.Published = w.it.Shown != nil && *w.it.Shown
	if in.Published && (in.NameEN == "" || in.NameAR == "") {
		in.Published = false
		w.say(Problem{Line: w.it.Line, Key: "imports.one_language"})
	}
	made, err := j.Catalog.Create(ctx, tx, catalog.By{StaffID: j.o.Staff}, []catalog.NewProduct{in})
	if err != nil {
		return err
	}
	if made[0].Refused != nil {
		w.result.Outcome = Refused
		w.no(w.it.Line, made[0].Refused)
		return nil
	}
	w.result.Outcome, w.result.ProductID, w.variants = Added, made[0].ID, made[0].Variants
	j.changed(ofProduct, made[0].ID, "", nil, 1)
	if w.it.Group != "" {
		j.makes[w.it.Group] = made[0].ID
	}
	return nil
}

// change lays what an item says over the product that is there.
func (j *job) change(ctx context.Context, tx *db.Tx, w *work, ref string, known map[string]found) error {
	was, err := catalog.Read(ctx, tx, ref)
	if err != nil {
		return err
	}
	w.result.ProductID = ref
	if was.ArchivedAt != nil {
		w.refuse("imports.archived")
		return nil
	}
	next, err := catalog.Read(ctx, tx, ref)
	if err != nil {
		return err
	}
	if no, err := j.fill(ctx, tx, w, was.ServiceID, &next.ProductForm); err != nil || no {
		return err
	}
	if !reflect.DeepEqual(was.ProductForm, next.ProductForm) {
		err := j.Catalog.Update(ctx, tx, catalog.By{StaffID: j.o.Staff}, ref, was.Version, next.ProductForm)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			w.result.Outcome = Refused
			w.no(w.it.Line, refused)
			return nil
		} else if err != nil {
			return err
		}
		w.result.Outcome = Changed
		if next, err = catalog.Read(ctx, tx, ref); err != nil {
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
		if next, err = catalog.Read(ctx, tx, ref); err != nil {
			return err
		}
		j.changed(ofProduct, ref, "", state{was.ProductForm, was.Active}, next.Version)
	}
	for i := range w.it.Variants {
		w.variants = append(w.variants, variantOf(next.ProductForm, &w.it.Variants[i], known))
	}
	return nil
}

// publish shows a product to customers or no more, where it is fit to be shown.
func (j *job) publish(ctx context.Context, tx *db.Tx, w *work, r *catalog.Record, shown bool) error {
	switch {
	case shown && (r.NameEN == "" || r.NameAR == ""):
		w.say(Problem{Line: w.it.Line, Key: "imports.one_language"})
		return nil
	case shown && !slices.ContainsFunc(r.Variants, func(v catalog.VariantForm) bool { return v.Active }):
		w.say(Problem{Line: w.it.Line, Key: "catalog.no_active_variant"})
		return nil
	}
	if err := j.Catalog.Publish(ctx, tx, catalog.By{StaffID: j.o.Staff}, r.ID, shown); err != nil {
		return err
	}
	w.result.Outcome = Changed
	return nil
}

// variantOf is the id of what an item's variant became.
func variantOf(f catalog.ProductForm, v *Variant, known map[string]found) string {
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

func over[T comparable](to *T, says T) {
	var nothing T
	if says != nothing {
		*to = says
	}
}

// fill lays what an item says over a form; no is that it is refused.
func (j *job) fill(ctx context.Context, tx *db.Tx, w *work, service string, f *catalog.ProductForm) (no bool, err error) {
	it := w.it
	over(&f.NameEN, it.Name.EN)
	over(&f.NameAR, it.Name.AR)
	over(&f.DescriptionEN, it.Text.EN)
	over(&f.DescriptionAR, it.Text.AR)
	over(&f.UnitEN, it.Unit.EN)
	over(&f.UnitAR, it.Unit.AR)
	over(&f.Keywords, it.Words)
	for to, says := range map[*int64]*int64{&f.MinQty: it.MinQty, &f.MaxQty: it.MaxQty, &f.VATBP: it.VATBP} {
		if says != nil {
			*to = *says
		}
	}
	if len(it.Category) > 0 {
		ref, err := j.shelf(ctx, tx, service, it.Category)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			w.result.Outcome = Refused
			w.no(it.Line, refused)
			return true, nil
		} else if err != nil {
			return false, err
		}
		f.CategoryID = ref
	}
	if len(it.Images) > 0 {
		var there []string
		for _, name := range it.Images {
			if name = ownName(name); j.Pictures.Has(name) {
				there = append(there, name)
			} else {
				w.say(Problem{Line: it.Line, Column: string(Images), Key: "imports.picture_elsewhere", Value: name})
			}
		}
		if len(there) > 0 {
			f.Images = there
		}
	}
	if len(it.Facts) > 0 {
		f.Attributes = nil
		for _, p := range it.Facts {
			f.Attributes = append(f.Attributes, catalog.Fact{Name: bothOf(p.Name), Value: bothOf(p.Value)})
		}
	}
	j.fillVariants(w, f)
	return false, nil
}

func bothOf(t i18n.Text) i18n.Text {
	return i18n.Text{EN: cmp.Or(t.EN, t.AR), AR: cmp.Or(t.AR, t.EN)}
}

// ownName is the name in an address of ours.
func ownName(name string) string {
	name = strings.TrimPrefix(name, files.Prefix)
	return name
}

// fillVariants lays the variants of an item over those there are: options and
// values by their names, variants by SKU, barcode or what is chosen.
func (j *job) fillVariants(w *work, f *catalog.ProductForm) {
	for i, name := range w.it.Options {
		if name == (i18n.Text{}) {
			continue
		}
		if optionOf(f, name) < 0 {
			f.Options = append(f.Options, catalog.Option{ID: fresh("option", len(f.Options), func(id string) bool {
				return slices.ContainsFunc(f.Options, func(o catalog.Option) bool { return o.ID == id })
			}), Name: bothOf(name)})
		}
		o := &f.Options[optionOf(f, name)]
		for _, v := range w.it.Variants {
			if i < len(v.Choices) && v.Choices[i] != (i18n.Text{}) && valueOf(o, v.Choices[i]) < 0 {
				o.Values = append(o.Values, catalog.Value{ID: fresh("value", len(o.Values), func(id string) bool {
					return slices.ContainsFunc(o.Values, func(v catalog.Value) bool { return v.ID == id })
				}), Name: bothOf(v.Choices[i])})
			}
		}
	}
	for i := range w.it.Variants {
		v := &w.it.Variants[i]
		choices := map[string]string{}
		for n, name := range w.it.Options {
			if at := optionOf(f, name); at >= 0 && n < len(v.Choices) {
				if value := valueOf(&f.Options[at], v.Choices[n]); value >= 0 {
					choices[f.Options[at].ID] = f.Options[at].Values[value].ID
				}
			}
		}
		at := slices.IndexFunc(f.Variants, func(have catalog.VariantForm) bool {
			switch {
			case v.SKU != "":
				return have.SKU == v.SKU
			case v.Barcode != "":
				return have.Barcode == v.Barcode
			}
			return reflect.DeepEqual(have.Choices, choices)
		})
		if at < 0 {
			f.Variants = append(f.Variants, catalog.VariantForm{Active: true, Choices: choices})
			at = len(f.Variants) - 1
		}
		to := &f.Variants[at]
		over(&to.SKU, v.SKU)
		over(&to.Barcode, v.Barcode)
		if len(choices) > 0 {
			to.Choices = choices
		}
		if v.Grams != nil {
			to.WeightGrams = *v.Grams
		}
		if v.Active != nil {
			to.Active = *v.Active
		}
		if name := ownName(v.Image); name != "" {
			if j.Pictures.Has(name) {
				to.Image = name
			} else {
				w.say(Problem{Line: v.Line, Column: string(Picture), Key: "imports.picture_elsewhere", Value: name})
			}
		}
	}
}

func fresh(word string, n int, taken func(string) bool) string {
	for {
		n++
		if id := fmt.Sprint(word, n); !taken(id) {
			return id
		}
	}
}

func sameName(a, b i18n.Text) bool {
	return b.EN != "" && strings.EqualFold(a.EN, b.EN) || b.AR != "" && a.AR == b.AR
}

func optionOf(f *catalog.ProductForm, name i18n.Text) int {
	return slices.IndexFunc(f.Options, func(o catalog.Option) bool { return sameName(o.Name, name) })
}

func valueOf(o *catalog.Option, name i18n.Text) int {
	return slices.IndexFunc(o.Values, func(v catalog.Value) bool { return sameName(v.Name, name) })
}

// branchesOf is which branches some terms are of.
func (j *job) branchesOf(w *work, t Terms) []*branches.Branch {
	if t.Branch == "" {
		return j.branches
	}
	if b, ok := j.Branches.Branch(t.Branch); ok {
		return []*branches.Branch{b}
	}
	for _, b := range j.Branches.All() {
		if strings.EqualFold(b.Name.EN, t.Branch) || b.Name.AR == t.Branch {
			return []*branches.Branch{b}
		}
	}
	w.say(Problem{Line: t.Line, Column: string(Branch), Key: "imports.no_branch", Args: []any{"name", t.Branch}, Value: t.Branch})
	return nil
}

// origin is whose a price or a shelf is.
type origin struct {
	w    *work
	line int
}

func (j *job) prices(ctx context.Context, tx *db.Tx, all []*work) error {
	var list []catalog.PriceChange
	var of []origin
	before := map[string]catalog.Price{}
	for _, w := range all {
		if w.result.Outcome == Refused {
			continue
		}
		have, err := pricesOf(ctx, tx, w.variants)
		if err != nil {
			return err
		}
		maps.Copy(before, have)
		for i, v := range w.it.Variants {
			if i >= len(w.variants) || w.variants[i] == "" {
				continue
			}
			for _, t := range v.At {
				if t.Price == nil && t.Offer == nil && t.Sold == nil && t.From == nil && t.Until == nil {
					continue
				}
				for _, b := range j.branchesOf(w, t) {
					p, there := have[b.ID+" "+w.variants[i]]
					if !there {
						p = catalog.Price{BranchID: b.ID, VariantID: w.variants[i], Sold: true}
					}
					if t.Price != nil {
						p.Price = *t.Price
					}
					if t.Offer != nil {
						p.OfferPrice = t.Offer
					} else if t.NoOffer {
						p.OfferPrice, p.OfferFrom, p.OfferTo = nil, nil, nil
					}
					if p.OfferPrice != nil {
						moment(&p.OfferFrom, t.From)
						moment(&p.OfferTo, t.Until)
					}
					if t.Sold != nil {
						p.Sold = *t.Sold
					}
					p.Version = -1
					list, of = append(list, catalog.PriceChange{Price: p}), append(of, origin{w, t.Line})
				}
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	done, err := j.Catalog.SetPrices(ctx, tx, catalog.By{StaffID: j.o.Staff}, list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			var was any
			if p, there := before[one.Price.BranchID+" "+one.Price.VariantID]; there {
				was = p
			}
			j.changed(ofPrice, one.Price.VariantID, one.Price.BranchID, was, one.Price.Version)
		}
		note(of[i], one.Changed, one.Refused)
	}
	return nil
}

func moment(to **db.Millis, at *time.Time) {
	if at != nil {
		ms := db.At(*at)
		*to = &ms
	}
}

func note(of origin, changed bool, refused *errs.Error) {
	if refused != nil {
		of.w.no(of.line, refused)
	}
	if changed && of.w.result.Outcome == "" {
		of.w.result.Outcome = Changed
	}
}

// pricesOf reads what branches ask for some variants.
func pricesOf(ctx context.Context, tx *db.Tx, variants []string) (map[string]catalog.Price, error) {
	out := map[string]catalog.Price{}
	for part := range slices.Chunk(slices.DeleteFunc(slices.Clone(variants), func(ref string) bool { return ref == "" }), 500) {
		var rows []catalog.Price
		if err := tx.Select(ctx, &rows, `SELECT branch_id, variant_id, product_id, price, offer_price, offer_from, offer_to, active FROM branch_prices
			WHERE variant_id IN (`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, p := range rows {
			out[p.BranchID+" "+p.VariantID] = p
		}
	}
	return out, nil
}

func (j *job) stocks(ctx context.Context, tx *db.Tx, all []*work) error {
	var list []stock.Change
	var of []origin
	for _, w := range all {
		if w.result.Outcome == Refused {
			continue
		}
		for i, v := range w.it.Variants {
			if i >= len(w.variants) || w.variants[i] == "" {
				continue
			}
			for _, t := range v.At {
				if t.Stock == nil && t.Counted == nil {
					continue
				}
				for _, b := range j.branchesOf(w, t) {
					c := stock.Change{BranchID: b.ID, VariantID: w.variants[i], OnHand: t.Stock, Counted: t.Counted}
					if t.Counted != nil && !*t.Counted {
						c.OnHand = nil
					}
					list, of = append(list, c), append(of, origin{w, t.Line})
				}
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	before, err := shelvesOf(ctx, tx, list)
	if err != nil {
		return err
	}
	done, err := j.Stock.Apply(ctx, tx, stock.By{StaffID: j.o.Staff, Source: j.o.ID}, list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			was, there := before[one.Shelf.BranchID+" "+one.Shelf.VariantID]
			if !there {
				was = stock.Shelf{BranchID: one.Shelf.BranchID, VariantID: one.Shelf.VariantID, Counted: true}
			}
			j.changed(ofStock, one.Shelf.VariantID, one.Shelf.BranchID, was, one.Shelf.OnHand)
		}
		note(of[i], one.Changed, one.Refused)
	}
	return nil
}

// shelvesOf reads what branches have of what shall be changed.
func shelvesOf(ctx context.Context, tx *db.Tx, list []stock.Change) (map[string]stock.Shelf, error) {
	out := map[string]stock.Shelf{}
	variants := make([]string, len(list))
	for i, c := range list {
		variants[i] = c.VariantID
	}
	slices.Sort(variants)
	for part := range slices.Chunk(slices.Compact(variants), 500) {
		var rows []stock.Shelf
		if err := tx.Select(ctx, &rows, `SELECT branch_id, variant_id, on_hand, reserved, counted, out_until, warn_at FROM stock
			WHERE variant_id IN (`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, k := range rows {
			out[k.BranchID+" "+k.VariantID] = k
		}
	}
	return out, nil
}
