package extras

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/versions"
)

// The limits of groups.
const (
	nameLetters  = 80
	MaxExtras    = 60        // in a group
	maxOfOne     = 20        // of an extra, and of a group
	maxPrice     = 10_000_00 // of an extra, in minor units
	maxOfProduct = 15        // groups of a product
	maxGroups    = 500       // of a store
	maxAtOnce    = 500       // products of one change
	maxNamed     = 500       // products named with a group
)

// Actor is the person who makes a change. The zero value is recorded as nobody, as for the demo.
type Actor = products.Actor

// ExtraForm is the content of an extra as staff submit it.
type ExtraForm struct {
	ID     string         `json:"id" maxLength:"64" doc:"Empty for a new one."`
	NameEN string         `json:"name_en"`
	NameAR string         `json:"name_ar"`
	Price  httpapi.Amount `json:"price" doc:"VAT included, on top of the product's price; 0: free."`
	Most   int64          `json:"most" doc:"Of this one, for one unit of the product."`
	Preset int64          `json:"preset" doc:"How many are chosen until the customer says otherwise."`
	Active bool           `json:"active" doc:"Offered."`
}

// GroupForm is the content of a group as staff submit it.
type GroupForm struct {
	NameEN string      `json:"name_en"`
	NameAR string      `json:"name_ar"`
	Least  int64       `json:"least" doc:"To choose at least; above 0 the choice is required."`
	Most   int64       `json:"most" doc:"To choose at most."`
	Extras []ExtraForm `json:"extras" maxItems:"200"`
}

// Record is a group as it is stored.
type Record struct {
	ID         string     `json:"id"`
	StoreID    string     `json:"store_id"`
	ArchivedAt *db.Millis `json:"archived_at"`
	Version    int64      `json:"version"`
	UpdatedAt  db.Millis  `json:"updated_at"`
	GroupForm
}

// clean normalises a form and returns its errors.
func (g *GroupForm) clean() error {
	var f forms.Form
	name := f.Name("name", g.NameEN, g.NameAR, nameLetters)
	g.NameEN, g.NameAR = name.EN, name.AR
	f.Between("least", g.Least, 0, maxOfOne)
	f.Between("most", g.Most, max(1, g.Least), maxOfOne)
	if len(g.Extras) == 0 || len(g.Extras) > MaxExtras {
		f.Say("extras", "extras.extras_range", "most", MaxExtras)
	}
	var offered, preset int64
	seen := map[string]bool{}
	for i := range g.Extras {
		e, at := &g.Extras[i], "extras."+strconv.Itoa(i)
		name := f.Name(at+".name", e.NameEN, e.NameAR, nameLetters)
		e.NameEN, e.NameAR = name.EN, name.AR
		f.Amount(at+".price", e.Price.Minor, maxPrice)
		f.Between(at+".most", e.Most, 1, maxOfOne)
		f.Between(at+".preset", e.Preset, 0, max(0, e.Most))
		if e.ID != "" && seen[e.ID] {
			f.Say(at+".name_en", "catalog.twice")
		}
		seen[e.ID] = true
		if e.Active {
			offered += e.Most
			preset += e.Preset
		}
	}
	if len(g.Extras) > 0 && offered < max(1, g.Least) {
		f.Say("least", "extras.too_few_offered")
	}
	if preset > g.Most {
		f.Say("most", "extras.too_many_preset")
	}
	return f.Err()
}

// onlyKnown refuses ids that are not among the group's former extras, because the server generates the ids of new ones.
func (g *GroupForm) onlyKnown(former []ExtraForm) error {
	for i, e := range g.Extras {
		if e.ID != "" && !slices.ContainsFunc(former, func(o ExtraForm) bool { return o.ID == e.ID }) {
			return errs.Invalid("extras."+strconv.Itoa(i)+".name_en", "common.invalid")
		}
	}
	return nil
}

// Create creates a group for a store and returns its id.
func (s *Service) Create(ctx context.Context, tx *db.Tx, by Actor, storeID string, form GroupForm) (string, error) {
	form.Extras = slices.Clone(form.Extras) // the transaction may run again with what came in
	if err := form.clean(); err != nil {
		return "", err
	}
	if err := form.onlyKnown(nil); err != nil {
		return "", err
	}
	store, ok := s.Branches.Store(storeID)
	if !ok || !by.Sees(store.ID) {
		return "", errs.Invalid("store_id", "common.one_of")
	}
	var n int64
	if err := tx.Get(ctx, &n, `SELECT COUNT(*) FROM extra_groups WHERE store_id = $1`, store.ID); err != nil {
		return "", err
	}
	if n >= maxGroups {
		return "", errs.Refuse("extras.most_groups", "most", maxGroups)
	}
	far, err := s.judge(ctx, tx, by, store.ID, nil, &form)
	if err != nil {
		return "", err
	}
	if len(far.wrong) > 0 {
		for i := range far.wrong {
			far.wrong[i].Key = "extras.far_below"
		}
		return "", errs.InvalidAll(far.wrong)
	}
	now, ref := db.At(s.Clock.Now()), id.New("xgr")
	if _, err := tx.Exec(ctx, `INSERT INTO extra_groups (id, store_id, name_en, name_ar, least, most, created_at,
		updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7,
		$7)`, ref, store.ID, form.NameEN, form.NameAR, form.Least, form.Most, now); err != nil {
		return "", err
	}
	if err := writeExtras(ctx, tx, ref, nil, &form); err != nil {
		return "", err
	}
	return ref, s.log(ctx, tx, by, "extra.create", ref, nil, struct {
		GroupForm
		SoleOwner bool `json:"sole_owner,omitempty"`
	}{form, far.sole})
}

// Edit changes a group, for all its products, if it still has the version that was read. Prices that drop too far need
// approval: then the group stays unchanged, waits names their fields, and the caller must commit the transaction.
func (s *Service) Edit(ctx context.Context, tx *db.Tx, by Actor, ref string, version int64,
	form GroupForm) (waits []errs.Field, err error) {
	form.Extras = slices.Clone(form.Extras)
	if err := form.clean(); err != nil {
		// A version conflict is reported before errors in the form.
		if was, found := findOf(by)(ctx, tx, ref); found != nil {
			return nil, found
		} else if was.Version != version {
			return nil, errs.VersionConflict(nil)
		}
		return nil, err
	}
	var far judged
	was, next, changed, err := versions.Change(ctx, tx, groups, ref, version, db.At(s.Clock.Now()), findOf(by),
		func(was *Record) (bool, error) {
			err := form.onlyKnown(was.Extras)
			if err != nil {
				return false, err
			}
			if far, err = s.judge(ctx, tx, by, was.StoreID, was, &form); err != nil {
				return false, err
			}
			if len(far.wrong) > 0 { // they wait, and the group stays as it is
				if err := s.keep(ctx, tx, by, was, &form, far); err != nil {
					return false, err
				}
				return false, s.log(ctx, tx, by, "extra.propose", ref, was, form)
			}
			if !far.sole && !far.whole {
				if far.sole, err = s.judgeLeast(ctx, tx, by, was, &form); err != nil {
					return false, err
				}
			}
			if err := writeExtras(ctx, tx, ref, was.Extras, &form); err != nil {
				return false, err
			}
			_, err = tx.Exec(ctx, `UPDATE extra_groups SET name_en = $2, name_ar = $3, least = $4, most = $5 WHERE id = $1`,
				ref, form.NameEN, form.NameAR, form.Least, form.Most)
			return true, err
		})
	if err != nil || !changed {
		return far.wrong, err
	}
	if err := s.keep(ctx, tx, by, was, &next.GroupForm, far); err != nil {
		return nil, err
	}
	return nil, s.changed(ctx, tx, by, "extra.edit", was, next, far)
}

// keep records the values of a group before an edit or a proposal by staff.
func (s *Service) keep(ctx context.Context, tx *db.Tx, by Actor, was *Record, next *GroupForm, far judged) error {
	if by.StaffID == "" {
		return nil
	}
	return keepChange(ctx, tx,
		change{groupID: was.ID, staffID: by.StaffID, proposed: len(far.wrong) > 0, approved: far.approved(),
			before: prices{was.Least, was.Extras}, after: prices{next.Least, next.Extras}, at: db.At(s.Clock.Now())})
}

// groups describes changes of groups: each has a version, and groups are archived rather than deleted.
var groups = versions.Table{Name: "extra_groups", Dated: true}

// Archive archives a group or restores it: products keep an archived group and do not offer it.
func (s *Service) Archive(ctx context.Context, tx *db.Tx, by Actor, ref string, archived bool) error {
	var far judged
	was, next, changed, err := versions.Archive(ctx, tx, groups, ref, archived, db.At(s.Clock.Now()), findOf(by),
		func(was *Record) (err error) {
			if archived {
				far.sole, err = s.judgeLeast(ctx, tx, by, was, nil)
			}
			return err
		})
	if err != nil || !changed {
		return err
	}
	return s.changed(ctx, tx, by, versions.Action("extra", archived), was, next, far)
}

// changed records a change of a group and publishes the products that have it.
func (s *Service) changed(ctx context.Context, tx *db.Tx, by Actor, action string, was, next *Record,
	far judged) error {
	if err := s.log(ctx, tx, by, action, next.ID, was, facts{next, far.sole, far.makers}); err != nil {
		return err
	}
	var productIDs []string
	if err := tx.Select(ctx, &productIDs, `SELECT product_id FROM product_extras WHERE group_id = $1 ORDER BY product_id`,
		next.ID); err != nil {
		return err
	}
	return s.count(ctx, tx, productIDs)
}

// count stores how many active groups some products have, and publishes them as changed. It comes last in a
// transaction.
func (s *Service) count(ctx context.Context, tx *db.Tx, productIDs []string) error {
	for part := range slices.Chunk(productIDs, maxAtOnce) {
		var rows []struct {
			ProductID string `db:"product_id"`
			N         int64
		}
		if err := tx.Select(ctx, &rows, `SELECT pe.product_id, COUNT(*) AS n FROM product_extras pe
			JOIN extra_groups g ON g.id = pe.group_id
			WHERE g.archived_at IS NULL
			AND pe.product_id IN
			(`+db.List(1, len(part))+`) GROUP BY pe.product_id ORDER BY pe.product_id`, db.Args(part)...); err != nil {
			return err
		}
		n := map[string]int64{}
		for _, r := range rows {
			n[r.ProductID] = r.N
		}
		if err := products.CountExtras(ctx, tx, part, n); err != nil {
			return err
		}
	}
	return changefeed.Publish(ctx, tx, products.ChangedProduct, productIDs...)
}

// writeExtras replaces a group's extras with those of the form. Every statement names the group next to the id, so that
// an id of another group changes nothing and is refused.
func writeExtras(ctx context.Context, tx *db.Tx, group string, former []ExtraForm, form *GroupForm) error {
	for _, o := range former {
		if slices.ContainsFunc(form.Extras, func(e ExtraForm) bool { return e.ID == o.ID }) {
			continue
		}
		// Carts refer to extras only by id, and orders store a copy.
		if _, err := tx.Exec(ctx, `DELETE FROM extra_outs WHERE extra_id = $1`, o.ID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM extras WHERE id = $1 AND group_id = $2`, o.ID, group); err != nil {
			return err
		}
	}
	for i := range form.Extras {
		e := &form.Extras[i]
		sql := `UPDATE extras SET name_en = $3, name_ar = $4, price = $5, most = $6, preset = $7, active = $8, sort = $9
			WHERE id = $1 AND group_id = $2`
		if e.ID == "" {
			e.ID = id.New("ext")
			sql = `INSERT INTO extras (id, group_id, name_en, name_ar, price, most, preset, active, sort)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
		}
		n, err := tx.Exec(ctx, sql, e.ID, group, e.NameEN, e.NameAR, e.Price.Minor, e.Most, e.Preset, e.Active, int64(i))
		if err == nil && n == 0 {
			err = errs.Invalid("extras."+strconv.Itoa(i)+".name_en", "common.invalid")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) log(ctx context.Context, tx *db.Tx, by Actor, action, object string, before, after any) error {
	if by.StaffID == "" {
		return nil
	}
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: by.StaffID, Action: action, Object: object, Before: before, After: after})
}

// attached is the list of a product's groups for the log.
type attached struct {
	Groups    []string `json:"groups"`
	SoleOwner bool     `json:"sole_owner,omitempty"`
}

// Attach sets the groups of a product, in the order in which customers see them, if the product still has the groups in
// was (nil: any). All must belong to the product's store.
func (s *Service) Attach(ctx context.Context, tx *db.Tx, by Actor, productID string, groups []string,
	was *[]string) error {
	if len(groups) > maxOfProduct {
		return errs.Invalid("groups", "extras.most_of_product", "most", maxOfProduct)
	}
	// The lock lets two concurrent requests see each other's changes.
	if err := products.LockProduct(ctx, tx, productID); err != nil {
		return err
	}
	var store string
	if err := tx.Get(ctx, &store, `SELECT store_id FROM products WHERE id = $1`, productID); err != nil {
		return err
	}
	if !by.Sees(store) {
		return errs.NotFound()
	}
	had, err := ofProduct(ctx, tx, productID)
	if err != nil {
		return err
	}
	if was != nil && !slices.Equal(had, *was) {
		return errs.VersionConflict(nil)
	}
	if slices.Equal(had, groups) {
		return nil
	}
	sole, err := s.judgeAttached(ctx, tx, by, productID, had, groups)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM product_extras WHERE product_id = $1`, productID); err != nil {
		return err
	}
	if byWeight, err := products.SoldByWeight(ctx, tx, productID); err != nil {
		return err
	} else if byWeight && len(groups) > 0 {
		return errs.Invalid("groups", "extras.not_by_weight")
	}
	for i, g := range groups {
		n, err := tx.Exec(ctx, `INSERT INTO product_extras (product_id, group_id, sort) SELECT p.id, g.id, CAST($3 AS BIGINT)
			FROM products p JOIN extra_groups g ON g.store_id = p.store_id WHERE p.id = $1
			AND g.id = $2 ON CONFLICT (product_id, group_id) DO NOTHING`,
			productID, g, int64(i))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("groups", "common.one_of")
		}
	}
	if err := s.log(ctx, tx, by, "product.extras", productID, attached{Groups: had}, attached{groups, sole}); err != nil {
		return err
	}
	if by.StaffID != "" {
		if err := keepGroups(ctx, tx, productID, had, sole, db.At(s.Clock.Now())); err != nil {
			return err
		}
	}
	return s.count(ctx, tx, []string{productID})
}

// Spread adds a group to some products, as their last group, and removes it from others. Products that are already in
// the desired state stay unchanged.
func (s *Service) Spread(ctx context.Context, tx *db.Tx, by Actor, ref string, add, remove []string) error {
	if _, err := findOf(by)(ctx, tx, ref); err != nil {
		return err
	}
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(add, remove))))
	if len(all) > maxAtOnce {
		return errs.Invalid("add", "extras.most_products", "most", maxAtOnce)
	}
	for _, p := range all {
		had, err := ofProduct(ctx, tx, p)
		if err != nil {
			return err
		}
		next := slices.DeleteFunc(slices.Clone(had), func(g string) bool { return g == ref })
		if !slices.Contains(remove, p) {
			if slices.Contains(had, ref) {
				continue
			}
			next = append(next, ref)
		}
		err = s.Attach(ctx, tx, by, p, next, nil)
		if errs.Is(err, "common.not_found") {
			err = errs.Invalid("add", "common.one_of")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ofProduct lists the groups of a product, including archived ones.
func ofProduct(ctx context.Context, q db.Querier, productID string) ([]string, error) {
	had := []string{}
	err := q.Select(ctx, &had, `SELECT group_id FROM product_extras WHERE product_id = $1 ORDER BY sort, group_id`,
		productID)
	return had, err
}

// SellOut marks extras as sold out at a branch until its next business day begins, or takes that back. Extras of other
// stores are ignored; it returns how many were changed.
func (s *Service) SellOut(ctx context.Context, tx *db.Tx, by Actor, branchID string, refs []string,
	out bool) (int64, error) {
	until := db.At(clock.NextBusinessDay(s.Clock.Now()))
	refs = slices.Compact(slices.Sorted(slices.Values(refs)))
	var changed int64
	for _, ref := range refs {
		_, err := tx.Exec(ctx, `DELETE FROM extra_outs WHERE branch_id = $1 AND extra_id = $2 AND out_until < $3`, branchID,
			ref, db.At(s.Clock.Now()))
		if err != nil {
			return 0, err
		}
		var n int64
		if out {
			n, err = tx.Exec(ctx, `INSERT INTO extra_outs (branch_id, extra_id, out_until) SELECT b.id, e.id, CAST($3 AS BIGINT)
				FROM extras e JOIN extra_groups g ON g.id = e.group_id JOIN branches b ON b.store_id = g.store_id
				WHERE b.id = $1 AND e.id = $2 ON CONFLICT (branch_id, extra_id) DO NOTHING`, branchID, ref, until)
		} else {
			n, err = tx.Exec(ctx, `DELETE FROM extra_outs WHERE branch_id = $1 AND extra_id = $2`, branchID, ref)
		}
		if err != nil {
			return 0, err
		}
		if n == 0 {
			continue
		}
		changed++
		if err := s.log(ctx, tx, by, "extra.sold_out", branchID+"/"+ref, map[string]any{"sold_out": !out},
			map[string]any{"sold_out": out}); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

type groupRow struct {
	ID         string
	StoreID    string `db:"store_id"`
	NameEN     string `db:"name_en"`
	NameAR     string `db:"name_ar"`
	Least      int64
	Most       int64
	ArchivedAt *db.Millis `db:"archived_at"`
	Version    int64
	UpdatedAt  db.Millis `db:"updated_at"`
}

func (r groupRow) record() *Record {
	return &Record{ID: r.ID, StoreID: r.StoreID, ArchivedAt: r.ArchivedAt, Version: r.Version, UpdatedAt: r.UpdatedAt,
		GroupForm: GroupForm{NameEN: r.NameEN, NameAR: r.NameAR, Least: r.Least, Most: r.Most, Extras: []ExtraForm{}}}
}

type extraRow struct {
	ID      string
	GroupID string `db:"group_id"`
	NameEN  string `db:"name_en"`
	NameAR  string `db:"name_ar"`
	Price   int64
	Most    int64
	Preset  int64
	Active  bool
}

const (
	groupColumns = `SELECT id, store_id, name_en, name_ar, least, most, archived_at, version, updated_at FROM extra_groups`
	extraColumns = `SELECT e.id, e.group_id, e.name_en, e.name_ar, e.price, e.most, e.preset, e.active FROM extras e`
)

// findOf is find for groups that the actor may access.
func findOf(by Actor) func(ctx context.Context, q db.Querier, ref string) (*Record, error) {
	return products.Within(by, find, func(r *Record) string { return r.StoreID })
}

// find reads a group; NotFound if it does not exist.
func find(ctx context.Context, q db.Querier, ref string) (*Record, error) {
	var r groupRow
	err := q.Get(ctx, &r, groupColumns+` WHERE id = $1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	out := r.record()
	var rows []extraRow
	err = q.Select(ctx, &rows, extraColumns+` WHERE e.group_id = $1 ORDER BY e.sort, e.id`, ref)
	for _, e := range rows {
		out.Extras = append(out.Extras, e.form())
	}
	return out, err
}

func (e extraRow) form() ExtraForm {
	return ExtraForm{e.ID, e.NameEN, e.NameAR, httpapi.Amount{Minor: e.Price}, e.Most, e.Preset, e.Active}
}
