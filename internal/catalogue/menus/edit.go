package menus

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/id"
	"wekala/internal/platform/versions"
)

// The limits of menus.
const (
	nameLetters   = 80
	maxMenus      = 50 // of a store
	maxCategories = 100
	maxProducts   = 500
	maxShifts     = 60
)

// Actor is the person who makes a change. The zero value is recorded as nobody, as for the demo.
type Actor = products.Actor

// Form is the content of a menu as staff submit it.
type Form struct {
	NameEN     string           `json:"name_en"`
	NameAR     string           `json:"name_ar"`
	Branches   []string         `json:"branches" maxItems:"1000" doc:"Ids; none: every branch of the store."`
	Hours      []branches.Shift `json:"hours" maxItems:"200" doc:"Of the week."`
	Categories []string         `json:"categories" maxItems:"500" doc:"Ids, with what is below them."`
	Products   []string         `json:"products" maxItems:"2000" doc:"Ids."`
	Active     bool             `json:"active" doc:"In force."`
}

// Record is a menu as it is stored.
type Record struct {
	ID         string     `json:"id"`
	StoreID    string     `json:"store_id"`
	ArchivedAt *db.Millis `json:"archived_at"`
	Version    int64      `json:"version"`
	UpdatedAt  db.Millis  `json:"updated_at"`
	Form
}

type menuRow struct {
	ID         string
	StoreID    string `db:"store_id"`
	NameEN     string `db:"name_en"`
	NameAR     string `db:"name_ar"`
	Branches   string
	Hours      string
	Categories string
	Products   string
	Active     bool
	ArchivedAt *db.Millis `db:"archived_at"`
	Version    int64
	UpdatedAt  db.Millis `db:"updated_at"`
}

const menuColumns = `SELECT id, store_id, name_en, name_ar, branches, hours, categories, products, active, archived_at,
	version, updated_at FROM menus`

func (r menuRow) record() (*Record, error) {
	hours, err := branches.WeekOf(r.Hours)
	return &Record{ID: r.ID, StoreID: r.StoreID, ArchivedAt: r.ArchivedAt, Version: r.Version, UpdatedAt: r.UpdatedAt,
		Form: Form{NameEN: r.NameEN, NameAR: r.NameAR,
			Branches: list(r.Branches), Hours: hours, Categories: list(r.Categories), Products: list(r.Products),
			Active: r.Active}}, err
}

func find(ctx context.Context, q db.Querier, ref string) (*Record, error) {
	var r menuRow
	err := q.Get(ctx, &r, menuColumns+` WHERE id = $1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return r.record()
}

// findOf is find restricted to menus that the actor may access.
func findOf(by Actor) func(ctx context.Context, q db.Querier, ref string) (*Record, error) {
	return products.Within(by, find, func(r *Record) string { return r.StoreID })
}

// ofBranches reports whether the actor may change a menu for these branches. A menu without branches applies to all of
// the store's.
func ofBranches(by Actor, branches []string) bool {
	return by.Branches == nil || len(branches) > 0 &&
		!slices.ContainsFunc(branches, func(ref string) bool { return !slices.Contains(by.Branches, ref) })
}

func stored(ids []string) string {
	raw, _ := json.Marshal(ids) // texts: never fails
	return string(raw)
}

func once(ids []string) []string {
	out := []string{}
	for _, one := range ids {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// clean normalises a form and returns its errors; hours are in the stored format.
func (s *Service) clean(ctx context.Context, q db.Querier, by Actor, storeID string,
	m *Form) (hours string, err error) {
	var f forms.Form
	name := f.Name("name", m.NameEN, m.NameAR, nameLetters)
	m.NameEN, m.NameAR = name.EN, name.AR
	m.Branches, m.Categories, m.Products = once(m.Branches), once(m.Categories), once(m.Products)
	store, ok := s.Branches.Store(storeID)
	if !ok || !by.Sees(store.ID) {
		return "", errs.Invalid("store_id", "common.one_of")
	}
	if !ofBranches(by, m.Branches) {
		f.Say("branches", "common.one_of")
	}
	for _, ref := range m.Branches {
		if !slices.ContainsFunc(s.Branches.Every(), func(b *branches.Branch) bool {
			return b.ID == ref && b.Store.ID == store.ID
		}) {
			f.Say("branches", "common.one_of")
			break
		}
	}
	if len(m.Hours) == 0 {
		f.Say("hours", "menus.hours_needed")
	}
	if len(m.Hours) > maxShifts {
		f.Say("hours", "menus.hours_most", "count", maxShifts)
		return "", f.Err()
	}
	hours = branches.ReadWeek(&f, "hours", m.Hours)
	if len(m.Categories)+len(m.Products) == 0 {
		f.Say("categories", "menus.nothing_on_it")
	}
	if len(m.Categories) > maxCategories || len(m.Products) > maxProducts {
		f.Say("products", "menus.too_much_on_it", "most", maxProducts)
		return "", f.Err()
	}
	for field, c := range map[string]struct {
		ids []string
		sql string
		of  string
	}{
		"categories": {m.Categories, `SELECT COUNT(*) FROM categories WHERE service_id = $1 AND id IN (`, store.Kind.ID},
		"products":   {m.Products, `SELECT COUNT(*) FROM products WHERE store_id = $1 AND id IN (`, store.ID},
	} {
		if len(c.ids) == 0 {
			continue
		}
		var n int
		if err := q.Get(ctx, &n, c.sql+db.List(2, len(c.ids))+`)`, db.Args(c.ids, c.of)...); err != nil {
			return "", err
		}
		if n != len(c.ids) {
			f.Say(field, "common.one_of")
		}
	}
	return hours, f.Err()
}

// Create creates a menu for a store and returns its id.
func (s *Service) Create(ctx context.Context, tx *db.Tx, by Actor, storeID string, form Form) (string, error) {
	hours, err := s.clean(ctx, tx, by, storeID, &form)
	if err != nil {
		return "", err
	}
	store, _ := s.Branches.Store(storeID)
	var n int64
	if err := tx.Get(ctx, &n, `SELECT COUNT(*) FROM menus WHERE store_id = $1 AND archived_at IS NULL`,
		store.ID); err != nil {
		return "", err
	}
	if n >= maxMenus {
		return "", errs.Refuse("menus.most_menus", "most", maxMenus)
	}
	now, ref := db.At(s.Clock.Now()), id.New("mnu")
	if _, err := tx.Exec(ctx, `INSERT INTO menus (id, store_id, name_en, name_ar, branches, hours, categories, products,
		active, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
		$10)`, ref, store.ID, form.NameEN, form.NameAR, stored(form.Branches), hours,
		stored(form.Categories), stored(form.Products), form.Active, now); err != nil {
		return "", err
	}
	if err := s.log(ctx, tx, by, "menu.create", ref, nil, form); err != nil {
		return "", err
	}
	return ref, changefeed.Publish(ctx, tx, products.ChangedMenu, ref)
}

// Edit changes a menu if it still has the version that was read.
func (s *Service) Edit(ctx context.Context, tx *db.Tx, by Actor, ref string, version int64, form Form) error {
	was, next, _, err := versions.Change(ctx, tx, table, ref, version, db.At(s.Clock.Now()), findOf(by),
		func(was *Record) (bool, error) {
			if !ofBranches(by, was.Branches) {
				return false, errs.NotAllowed()
			}
			if was.ArchivedAt != nil {
				return false, errs.Refuse("catalog.archived")
			}
			hours, err := s.clean(ctx, tx, by, was.StoreID, &form)
			if err != nil {
				return false, err
			}
			_, err = tx.Exec(ctx, `UPDATE menus SET name_en = $2, name_ar = $3, branches = $4, hours = $5, categories = $6,
				products = $7, active = $8 WHERE id = $1`,
				ref, form.NameEN, form.NameAR, stored(form.Branches), hours, stored(form.Categories), stored(form.Products),
				form.Active)
			return true, err
		})
	if err != nil {
		return err
	}
	return s.changed(ctx, tx, by, "menu.edit", was, next)
}

// table describes changes of menus: each has a version, and menus are archived rather than deleted.
var table = versions.Table{Name: "menus", Dated: true, Hides: true}

// Archive archives a menu, or restores it switched off.
func (s *Service) Archive(ctx context.Context, tx *db.Tx, by Actor, ref string, archived bool) error {
	was, next, changed, err := versions.Archive(ctx, tx, table, ref, archived, db.At(s.Clock.Now()), findOf(by),
		func(was *Record) error {
			if !ofBranches(by, was.Branches) {
				return errs.NotAllowed()
			}
			return nil
		})
	if err != nil || !changed {
		return err
	}
	return s.changed(ctx, tx, by, versions.Action("menu", archived), was, next)
}

// changed records a change of a menu and publishes it to every node.
func (s *Service) changed(ctx context.Context, tx *db.Tx, by Actor, action string, was, next *Record) error {
	if err := s.log(ctx, tx, by, action, next.ID, was, next); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, products.ChangedMenu, next.ID)
}

func (s *Service) log(ctx context.Context, tx *db.Tx, by Actor, action, object string, before, after any) error {
	if by.StaffID == "" {
		return nil
	}
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: by.StaffID, Action: action, Object: object, Before: before, After: after})
}
