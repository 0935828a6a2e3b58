package imports

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// job is a run in progress.
type job struct {
	*Service
	run      *Run
	o        Options
	who      products.Actor // the actor of the changes
	m        Mapping
	store    *branches.Store
	branches []*branches.Branch
	shelves  map[string]string      // service, path of names, folded → category id
	vats     map[string]int64       // category → VAT class of what is new in it, where one is said
	fresh    []string               // of shelves, made in this chunk
	made     map[string]string      // products of former chunks that items of this one belong to: group → product id
	makes    map[string]string      // made in this chunk
	waiting  map[string]*Item       // products whose variations come later
	waits    map[string]*Item       // began to wait in this chunk
	planned  map[string]bool        // likewise, that a dry run would have made
	changes  []change               // of this chunk, for the journal
	seq      int64                  // of the first of them
	adding   []adding               // of this chunk, to be made together
	size     int                    // of the next chunk, in items
	names    map[string][]nameMatch // of the store, by the product's name: read where a file needs them
	whole    map[string][]nameMatch // likewise, by the name and the size
	groups   map[string]storeGroups // of stores, as this chunk reads them
	records  [2]map[string]*products.Record
}

func (s *Service) begin(ctx context.Context, r *Run) (*job, error) {
	o := r.Options
	j := &job{Service: s, run: r, o: o, who: s.by(r), size: chunk, m: r.Mapping(), shelves: map[string]string{},
		made: map[string]string{}, makes: map[string]string{}, waiting: map[string]*Item{}, waits: map[string]*Item{},
		planned: map[string]bool{}}
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
	if err := s.DB.Get(ctx, &j.seq, `SELECT COALESCE(MAX(seq) + 1, 0) FROM import_changes WHERE import_id = $1`,
		r.ID); err != nil {
		return nil, err
	}
	var rows []struct {
		ID      string  `db:"id"`
		Slug    string  `db:"slug"`
		Service string  `db:"service_id"`
		Parent  *string `db:"parent_id"`
		NameEN  string  `db:"name_en"`
		NameAR  string  `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &rows, `SELECT id, slug, service_id, parent_id, name_en, name_ar FROM categories
		WHERE archived_at IS NULL ORDER BY sort, id`); err != nil {
		return nil, err
	}
	for _, c := range rows {
		parent := ""
		if c.Parent != nil {
			parent = *c.Parent
		}
		for _, name := range []string{c.NameEN, c.NameAR, c.Slug, c.ID} {
			if key := j.shelfKey(c.Service, parent, name); name != "" && j.shelves[key] == "" {
				j.shelves[key] = c.ID
			}
			// The name alone identifies a category whose parent the file does not give.
			if key := j.shelfKey(c.Service, "*", name); name != "" && j.shelves[key] == "" {
				j.shelves[key] = c.ID
			}
		}
	}
	return j, nil
}

// shelfKey is the key of a category in the tree. Spellings of the same name give the same key.
func (j *job) shelfKey(service, parent, name string) string {
	return service + "\x00" + parent + "\x00" + cmp.Or(j.Catalog.Fold(name), strings.TrimSpace(name))
}

// forget discards what a failed attempt at a chunk has recorded, before the chunk is retried.
func (j *job) forget() {
	for _, key := range j.fresh {
		delete(j.shelves, key)
	}
	j.fresh, j.changes, j.adding, j.vats, j.groups = nil, nil, nil, nil, nil
	clear(j.makes)
	clear(j.waits)
}

// keep records what a chunk created, or what a dry run would have created.
func (j *job) keep(dry bool) {
	for group, it := range j.waits {
		j.waiting[group] = it
	}
	for group := range j.makes {
		delete(j.waiting, group)
	}
	if dry {
		j.forget()
	}
	j.seq += int64(len(j.changes))
	j.fresh, j.changes, j.groups = nil, nil, nil
	clear(j.makes)
	clear(j.waits)
}

// left returns the products that waited for variations which never came.
func (j *job) left() []*Item {
	var all []*Item
	for _, it := range j.waiting {
		all = append(all, it)
	}
	slices.SortFunc(all, func(a, b *Item) int { return cmp.Compare(a.Line, b.Line) })
	return all
}

// found is an existing variant.
type found struct {
	ID        string `db:"id"`
	SKU       string `db:"sku"`
	Barcode   string `db:"barcode"`
	ProductID string `db:"product_id"`
	StoreID   string `db:"store_id"`
}

// work is an item that a chunk is processing.
type work struct {
	it       *Item
	result   Result
	variants []string // ids, in the order of the item's
}

func (w *work) refuse(key string, args ...any) {
	w.result.Outcome = Refused
	w.say(Problem{Line: w.it.Line, Key: key, Args: byName(args), Fatal: true})
}

func (w *work) say(p Problem) { w.result.Problems = append(w.result.Problems, p) }

// byName converts name-value pairs into a map for message parameters.
func byName(args []any) map[string]any {
	if len(args) < 2 {
		return nil
	}
	out := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		if name, ok := args[i].(string); ok {
			out[name] = args[i+1]
		}
	}
	return out
}

// no records why the catalogue refused a change.
func (w *work) no(line int, refused *errs.Error) {
	for _, f := range refused.Fields {
		at, column := w.inFile(line, f.Name)
		w.say(Problem{Line: at, Column: column, Key: f.Key, Args: byName(f.Args), Fatal: true})
	}
	if len(refused.Fields) == 0 {
		w.say(Problem{Line: line, Key: refused.Key, Args: byName(refused.Args), Fatal: true})
	}
}

// inFile maps a field of the catalogue's form to its place in the file: "variants.1.sku" is the SKU in the row of the
// second variant.
func (w *work) inFile(line int, field string) (at int, column string) {
	rest, is := strings.CutPrefix(field, "variants.")
	if !is {
		return line, field
	}
	n, column, _ := strings.Cut(rest, ".")
	if i, err := strconv.Atoi(n); err == nil && i < len(w.it.Variants) {
		line = w.it.Variants[i].Line
	}
	return line, column
}

func (j *job) chunk(ctx context.Context, tx *db.Tx, items []*Item, last bool) ([]Result, error) {
	known, err := j.lookUp(ctx, tx, items)
	if err != nil {
		return nil, err
	}
	if err := j.lookBack(ctx, tx, items); err != nil {
		return nil, err
	}
	if j.m.Format != Prices {
		var refs []string
		for _, f := range known {
			if f.ProductID != "" {
				refs = append(refs, f.ProductID)
			}
		}
		slices.Sort(refs)
		refs = slices.Compact(refs)
		for i := range j.records {
			if j.records[i], err = products.ReadAll(ctx, tx, refs...); err != nil {
				return nil, err
			}
		}
	}
	all := make([]*work, 0, len(items))
	for _, it := range items {
		w := &work{
			it: it, result: Result{N: it.N, Group: it.Group, Line: it.Line, Name: cmp.Or(it.Name.AR, it.Name.EN, it.Handle),
				Problems: slices.Clone(it.Problems), LeftOut: it.LeftOut}}
		if w.result.Name == "" && len(it.Variants) > 0 {
			w.result.Name = it.Variants[0].SKU
		}
		if err := j.addFirst(ctx, tx, it); err != nil {
			return nil, err
		}
		waits, err := j.product(ctx, tx, w, known, last)
		if err != nil {
			return nil, err
		}
		if !waits {
			all = append(all, w)
		}
	}
	if err := j.addAll(ctx, tx); err != nil {
		return nil, err
	}
	if err := j.prices(ctx, tx, all); err != nil {
		return nil, err
	}
	if err := j.costs(ctx, tx, all); err != nil {
		return nil, err
	}
	if err := j.attach(ctx, tx, all); err != nil {
		return nil, err
	}
	if err := j.stocks(ctx, tx, all); err != nil { // last: its hooks lock what every page depends on
		return nil, err
	}
	return settled(all), nil
}

// settled returns the results of items, each with an outcome.
func settled(all []*work) []Result {
	out := make([]Result, len(all))
	for i, w := range all {
		out[i] = w.result
		switch {
		case out[i].Outcome != "":
		case slices.ContainsFunc(out[i].Problems, func(p Problem) bool { return p.Fatal }):
			out[i].Outcome = Refused
		default:
			out[i].Outcome = Same
		}
	}
	return out
}

// lookUp finds the variants that the items name, by SKU and by barcode.
func (j *job) lookUp(ctx context.Context, tx *db.Tx, items []*Item) (map[string]found, error) {
	var skus, codes, slugs []string
	for _, it := range items {
		if it.Handle != "" && j.m.Format != Prices {
			slugs = append(slugs, products.Slug(it.Handle, ""))
		}
		for _, v := range it.Variants {
			if v.SKU != "" {
				skus = append(skus, v.SKU)
			} else if v.Barcode != "" {
				codes = append(codes, v.Barcode)
			}
		}
	}
	known := map[string]found{}
	for part := range slices.Chunk(skus, 512) {
		part = db.Padded(part)
		var rows []found
		if err := tx.Select(ctx, &rows, `SELECT v.id, v.sku, v.barcode, v.product_id, p.store_id FROM variants v
			JOIN products p ON p.id = v.product_id WHERE v.sku IN (`+db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, f := range rows {
			known["sku "+f.SKU] = f
		}
	}
	for part := range slices.Chunk(slugs, 512) {
		part = db.Padded(part)
		var rows []struct {
			ID    string `db:"id"`
			Slug  string `db:"slug"`
			Store string `db:"store_id"`
		}
		if err := tx.Select(ctx, &rows, `SELECT id, slug, store_id FROM products WHERE archived_at IS NULL AND slug IN (`+
			db.List(1, len(part))+`)`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, f := range rows {
			known["slug "+f.Slug] = found{ProductID: f.ID, StoreID: f.Store}
		}
	}
	slices.Sort(codes)
	for part := range slices.Chunk(slices.Compact(codes), 512) {
		part = db.Padded(part)
		var rows []found
		if err := tx.Select(ctx, &rows, `SELECT v.id, v.sku, v.barcode, v.product_id, p.store_id FROM variants v
			JOIN products p ON p.id = v.product_id
			WHERE v.barcode IN (`+db.List(1, len(part))+`) ORDER BY v.id`, db.Args(part)...); err != nil {
			return nil, err
		}
		for _, f := range rows {
			if _, twice := known["code "+f.Barcode]; twice {
				f.ID, f.ProductID = "", "" // ambiguous between two variants
			}
			known["code "+f.Barcode] = f
		}
	}
	return known, nil
}

// lookBack finds what earlier chunks created for the groups of some items. It reads their stored results, so it needs
// no memory and survives a restart.
func (j *job) lookBack(ctx context.Context, tx *db.Tx, items []*Item) error {
	clear(j.made)
	clear(j.planned)
	var groups []string
	for _, it := range items {
		if it.Group != "" {
			groups = append(groups, it.Group)
		}
	}
	slices.Sort(groups)
	for part := range slices.Chunk(slices.Compact(groups), 512) {
		part = db.Padded(part)
		var rows []struct {
			Group   string `db:"grp"`
			Product string `db:"product_id"`
		}
		if err := tx.Select(ctx, &rows, `SELECT grp, product_id FROM import_results WHERE import_id = $1 AND phase = $2
			AND outcome = $3
			AND grp IN (`+db.List(4, len(part))+`)`, db.Args(part, j.run.ID, j.run.phase(), Added)...); err != nil {
			return err
		}
		for _, r := range rows {
			if j.run.State == Checking {
				j.planned[r.Group] = true
			} else {
				j.made[r.Group] = r.Product
			}
		}
	}
	return nil
}

func (v *Variant) key() string {
	if v.SKU != "" {
		return "sku " + v.SKU
	}
	return "code " + v.Barcode
}
