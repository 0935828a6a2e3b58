package products

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/versions"
)

// Actor is the person who changes the catalogue. The zero value is recorded as nobody, as for the demo. The role
// matters for large price drops.
type Actor struct {
	StaffID string
	Role    staff.Role
	Stores  []string // whose products, extras and menus they change; nil means all
	// Branches whose prices the actor may see; nil means all.
	Branches []string
}

// Of returns the Actor for a member of staff.
func (s *Service) Of(m staff.Member) Actor {
	return Actor{StaffID: m.ID, Role: m.Role, Stores: s.scope(m), Branches: m.Branches}
}

// Sees reports whether a store is within the actor's access.
func (by Actor) Sees(storeID string) bool {
	return by.Stores == nil || slices.Contains(by.Stores, storeID)
}

// Within restricts find to the actor's stores: records of other stores return NotFound.
func Within[R any](by Actor, find func(ctx context.Context, q db.Querier, ref string) (R, error),
	storeOf func(R) string) func(ctx context.Context, q db.Querier, ref string) (R, error) {
	return func(ctx context.Context, q db.Querier, ref string) (R, error) {
		r, err := find(ctx, q, ref)
		if err == nil && !by.Sees(storeOf(r)) {
			err = errs.NotFound()
		}
		return r, err
	}
}

// read is Read restricted to the actor's stores.
func (by Actor) read(ctx context.Context, q db.Querier, productID string) (*Record, error) {
	return Within(by, Read, func(r *Record) string { return r.StoreID })(ctx, q, productID)
}

func (s *Service) log(ctx context.Context, tx *db.Tx, by Actor, action, object string, before, after any) error {
	if by.StaffID == "" {
		return nil
	}
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: by.StaffID, Action: action, Object: object, Before: before, After: after})
}

// The limits of a category's fields.
const (
	nameLetters = 80
	deepest     = 5
	maxSiblings = 500
)

// CategoryForm is the content of a category as staff submit it.
type CategoryForm struct {
	NameEN string  `json:"name_en"`
	NameAR string  `json:"name_ar"`
	Image  string  `json:"image" doc:"Name of an uploaded picture; empty for none."`
	Active bool    `json:"active" doc:"Shown to customers."`
	VATBP  *int64  `json:"vat_bp,omitempty" nullable:"true" doc:"The VAT class that new products here begin with, in basis points: 1400, 500 or 0. Null: that of the category above."`
	Class  *string `json:"return_class,omitempty" nullable:"true" enum:"perishable,hygiene,general" doc:"How its goods may come back, in orders to come. Null: as those of the category above, at the top as the kind of store has it; a new category begins with what its name tells."`
}

// NewCategory is a category to create. Empty IDs and slugs are generated.
type NewCategory struct {
	ID, Slug            string
	ServiceID, ParentID string
	CategoryForm
}

// shelf is a category as it is stored.
type shelf struct {
	ID         string     `db:"id" json:"-"`
	Slug       string     `json:"slug"`
	ServiceID  string     `db:"service_id" json:"service"`
	ParentID   *string    `db:"parent_id" json:"parent"`
	NameEN     string     `db:"name_en" json:"name_en"`
	NameAR     string     `db:"name_ar" json:"name_ar"`
	Image      string     `json:"image"`
	Active     bool       `json:"active"`
	Sort       int64      `json:"sort"`
	ArchivedAt *db.Millis `db:"archived_at" json:"archived_at"`
	VATBP      *int64     `db:"vat_bp" json:"vat_bp"`
	Class      *string    `db:"return_class" json:"return_class"`
	Version    int64      `json:"-"`
}

func (c shelf) parent() string {
	if c.ParentID == nil {
		return ""
	}
	return *c.ParentID
}

const shelfColumns = `SELECT id, slug, service_id, parent_id, name_en, name_ar, image, active, sort, archived_at,
	vat_bp, return_class, version FROM categories`

// shelves reads all categories, of one service or of all.
func shelves(ctx context.Context, q db.Querier) (map[string]shelf, error) {
	var rows []shelf
	if err := q.Select(ctx, &rows, shelfColumns+` ORDER BY sort, id`); err != nil {
		return nil, err
	}
	all := make(map[string]shelf, len(rows))
	for _, r := range rows {
		all[r.ID] = r
	}
	return all, nil
}

// vatOfNew is the default VAT class for new products of a category, and whether the category or one of its parents sets
// it.
func vatOfNew(all map[string]shelf, ref string) (bp int64, said bool) {
	for c, ok := all[ref]; ok; c, ok = all[c.parent()] {
		if c.VATBP != nil {
			return *c.VATBP, true
		}
	}
	return VATs[0], false
}

// returnClassOf is the return class of a category's goods: its own, else that of its nearest ancestor that has one,
// else the default of the service.
func (s *Service) returnClassOf(all map[string]shelf, ref string) string {
	service := all[ref].ServiceID
	for c, ok := all[ref]; ok; c, ok = all[c.parent()] {
		if c.Class != nil {
			return *c.Class
		}
	}
	if kind, ok := s.Branches.Service(service); ok {
		return ReturnClassOf(kind.Tint)
	}
	return General
}

// VATOfNew is the default VAT class of new products, for each category where one is set.
func VATOfNew(ctx context.Context, q db.Querier) (map[string]int64, error) {
	all, err := shelves(ctx, q)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for ref := range all {
		if bp, said := vatOfNew(all, ref); said {
			out[ref] = bp
		}
	}
	return out, nil
}

func (f *CategoryForm) clean(pictures pictureNames) []errs.Field {
	var wrong []errs.Field
	f.NameEN, f.NameAR = httpapi.Clean(f.NameEN), httpapi.Clean(f.NameAR)
	if f.NameEN == "" && f.NameAR == "" {
		wrong = append(wrong, errs.Field{Name: "name_ar", Key: "common.one_language"})
	}
	wrong = short(wrong, "name_en", f.NameEN, nameLetters)
	wrong = short(wrong, "name_ar", f.NameAR, nameLetters)
	if f.VATBP != nil && !slices.Contains(VATs, *f.VATBP) {
		wrong = append(wrong, errs.Field{Name: "vat_bp", Key: "common.one_of"})
	}
	if f.Class != nil && !slices.Contains(ReturnClasses, *f.Class) {
		wrong = append(wrong, errs.Field{Name: "return_class", Key: "common.one_of"})
	}
	if f.Image != "" && !pictures.Has(f.Image) {
		wrong = append(wrong, errs.Field{Name: "image", Key: "catalog.picture_unknown"})
	}
	return wrong
}

type pictureNames interface{ Has(name string) bool }

func needed(wrong []errs.Field, name, value string, most int) []errs.Field {
	if value == "" {
		return append(wrong, errs.Field{Name: name, Key: "common.required"})
	}
	return short(wrong, name, value, most)
}

func short(wrong []errs.Field, name, value string, most int) []errs.Field {
	if utf8.RuneCountInString(value) > most {
		wrong = append(wrong, errs.Field{Name: name, Key: "common.too_long", Args: []any{"len", most}})
	}
	return wrong
}

// holdTree serialises changes of the tree: two concurrent moves that are valid separately could form a cycle.
func holdTree(ctx context.Context, tx *db.Tx) error {
	return changefeed.Lock(ctx, tx)
}

// room returns the reason why a category cannot be placed below another, or nil.
func room(all map[string]shelf, parentID, serviceID string) *errs.Error {
	if parentID == "" {
		return nil
	}
	p, ok := all[parentID]
	if !ok || p.ServiceID != serviceID || p.ArchivedAt != nil {
		return errs.Invalid("parent_id", "catalog.parent_unknown")
	}
	depth := 1
	for up := p; ; depth++ {
		next, ok := all[up.parent()]
		if !ok {
			break
		}
		up = next
	}
	if depth >= deepest {
		return errs.Invalid("parent_id", "catalog.too_deep", "most", deepest)
	}
	return nil
}

// twin refuses a category whose name an active sibling already has, regardless of spelling: ة or ه, with or without
// hamza, diacritics or capitals.
func (s *Service) twin(all map[string]shelf, ref, serviceID, parentID, en, ar string) *errs.Error {
	id, found := s.twinOf(all, ref, serviceID, parentID, en, ar)
	if !found {
		return nil
	}
	o := all[id]
	called := i18n.Text{EN: cmp.Or(o.NameEN, o.NameAR), AR: cmp.Or(o.NameAR, o.NameEN)}
	return errs.Refuse("catalog.category_twin", "name", called).
		About(errs.Field{Name: "twin." + id, Key: "catalog.category_twin", Args: []any{"name", called}})
}

// twinOf finds an active sibling with the same name, regardless of spelling.
func (s *Service) twinOf(all map[string]shelf, ref, serviceID, parentID, en, ar string) (id string, found bool) {
	names := []string{s.Fold(en), s.Fold(ar)}
	var first shelf // of several, as they stand in the shop
	for id, o := range all {
		if id == ref || o.ServiceID != serviceID || o.parent() != parentID || o.ArchivedAt != nil {
			continue
		}
		same := slices.ContainsFunc([]string{s.Fold(o.NameEN), s.Fold(o.NameAR)}, func(name string) bool {
			return name != "" && slices.Contains(names, name)
		})
		if same && (first.ID == "" || cmp.Or(cmp.Compare(o.Sort, first.Sort), cmp.Compare(o.ID, first.ID)) < 0) {
			first = o
		}
	}
	return first.ID, first.ID != ""
}

// AddCategory creates a category as the last of its siblings. All stores share the tree, so staff limited to some
// stores cannot add categories.
func (s *Service) AddCategory(ctx context.Context, tx *db.Tx, by Actor, in NewCategory) (string, error) {
	if by.Stores != nil {
		return "", errs.Invalid("name_en", "catalog.category_whole_shop")
	}
	wrong := in.clean(s.Library)
	kind, ok := s.Branches.Service(in.ServiceID)
	if !ok {
		wrong = append(wrong, errs.Field{Name: "service_id", Key: "common.one_of"})
	}
	if len(wrong) > 0 {
		return "", errs.InvalidAll(wrong)
	}
	if err := holdTree(ctx, tx); err != nil {
		return "", err
	}
	all, err := shelves(ctx, tx)
	if err != nil {
		return "", err
	}
	if no := room(all, in.ParentID, in.ServiceID); no != nil {
		return "", no
	}
	if no := s.twin(all, "", in.ServiceID, in.ParentID, in.NameEN, in.NameAR); no != nil {
		return "", no
	}
	c := shelf{ID: cmp.Or(in.ID, id.New("cat")), ServiceID: in.ServiceID, NameEN: in.NameEN, NameAR: in.NameAR,
		Image: in.Image, Active: in.Active, VATBP: in.VATBP, Class: in.Class, Version: 1}
	if c.Class == nil {
		if class := suggestedClass(kind.Tint, s.Fold(c.NameEN), s.Fold(c.NameAR)); class != "" {
			c.Class = &class
		}
	}
	if in.ParentID != "" {
		c.ParentID = &in.ParentID
	}
	for _, o := range all {
		c.Sort = max(c.Sort, o.Sort+1)
	}
	if c.Slug, err = freeSlug(ctx, tx, "categories", cmp.Or(in.Slug, Slug(in.NameEN, in.NameAR)), nil); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO categories (id, slug, service_id, parent_id, name_en, name_ar, image, active,
		sort, vat_bp, return_class)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
		$11)`, c.ID, c.Slug, c.ServiceID, c.ParentID, c.NameEN, c.NameAR, c.Image, c.Active, c.Sort, c.VATBP,
		c.Class); err != nil {
		return "", err
	}
	if err := media.Use(ctx, tx, "category", c.ID, "image", c.Image); err != nil {
		return "", err
	}
	if err := s.log(ctx, tx, by, "category.create", c.ID, nil, c); err != nil {
		return "", err
	}
	return c.ID, changefeed.Publish(ctx, tx, ChangedCategory, c.ID)
}

// categories describes changes of categories: each has a version, and categories are archived rather than deleted.
var categories = versions.Table{Name: "categories", Hides: true}

// holdCategory locks a category and its position in the tree until the transaction ends. Meanwhile no product can be
// added to the category either (usable).
func holdCategory(ctx context.Context, tx *db.Tx, ref string) (all map[string]shelf, c shelf, err error) {
	if err := holdTree(ctx, tx); err != nil {
		return nil, c, err
	}
	if err := categories.Hold(ctx, tx, ref, 0); err != nil {
		return nil, c, err
	}
	all, err = shelves(ctx, tx)
	return all, all[ref], err
}

// changeCategory makes one change to a category's row if it still has the version that was read. change returns the
// reason for a refusal.
func (s *Service) changeCategory(ctx context.Context, tx *db.Tx, by Actor, action, ref string, version int64,
	change func(all map[string]shelf, c *shelf) error) error {
	all, was, err := holdCategory(ctx, tx, ref)
	if err != nil {
		return err
	}
	if version != 0 && was.Version != version {
		return errs.VersionConflict(nil)
	}
	next := was
	if err := change(all, &next); err != nil {
		return err
	}
	if next == was {
		return nil
	}
	if _, err := tx.Exec(ctx, `UPDATE categories SET parent_id = $2, name_en = $3, name_ar = $4, image = $5, active = $6,
		sort = $7,
		archived_at = $8, vat_bp = $9, return_class = $10, version = version + 1 WHERE id = $1`,
		ref, next.ParentID, next.NameEN, next.NameAR, next.Image, next.Active, next.Sort, next.ArchivedAt, next.VATBP,
		next.Class); err != nil {
		return err
	}
	if err := media.Use(ctx, tx, "category", ref, "image", next.Image); err != nil {
		return err
	}
	return s.changedCategory(ctx, tx, by, action, was, next)
}

// changedCategory records a change of a category and publishes it to every node.
func (s *Service) changedCategory(ctx context.Context, tx *db.Tx, by Actor, action string, was, next shelf) error {
	if err := s.log(ctx, tx, by, action, next.ID, was, next); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, ChangedCategory, next.ID)
}

// EditCategory changes a category.
func (s *Service) EditCategory(ctx context.Context, tx *db.Tx, by Actor, ref string, version int64,
	f CategoryForm) error {
	if wrong := f.clean(s.Library); len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return s.changeCategory(ctx, tx, by, "category.edit", ref, version, func(all map[string]shelf, c *shelf) error {
		if f.NameEN != c.NameEN || f.NameAR != c.NameAR {
			if no := s.twin(all, ref, c.ServiceID, c.parent(), f.NameEN, f.NameAR); no != nil {
				return no
			}
		}
		if c.ArchivedAt != nil && f.Active {
			return errs.Refuse("catalog.archived")
		}
		c.NameEN, c.NameAR, c.Image, c.Active = f.NameEN, f.NameAR, f.Image, f.Active
		// Changes are detected by comparing two shelf values, so equal values must keep the same pointer.
		if !same(c.VATBP, f.VATBP) {
			c.VATBP = f.VATBP
		}
		if !same(c.Class, f.Class) {
			c.Class = f.Class
		}
		return nil
	})
}

// MoveCategory moves a category below another (empty: to the top level), before one of its children (empty: last).
func (s *Service) MoveCategory(ctx context.Context, tx *db.Tx, by Actor, ref, parentID, beforeID string) error {
	return s.changeCategory(ctx, tx, by, "category.move", ref, 0, func(all map[string]shelf, c *shelf) error {
		if no := room(all, parentID, c.ServiceID); no != nil {
			return no
		}
		for up := parentID; up != ""; up = all[up].parent() {
			if up == ref {
				return errs.Invalid("parent_id", "catalog.below_itself")
			}
		}
		if c.parent() != parentID && c.ArchivedAt == nil {
			if no := s.twin(all, ref, c.ServiceID, parentID, c.NameEN, c.NameAR); no != nil {
				return no
			}
		}
		if err := s.mayMoveCategory(ctx, tx, by, all, c, parentID); err != nil {
			return err
		}
		var siblings []shelf
		for _, o := range all {
			if o.ServiceID == c.ServiceID && o.parent() == parentID && o.ID != ref {
				siblings = append(siblings, o)
			}
		}
		if len(siblings) > maxSiblings {
			return errs.Refuse("catalog.too_many_siblings")
		}
		slices.SortFunc(siblings, func(a, b shelf) int {
			return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.ID, b.ID))
		})
		at := len(siblings)
		if beforeID != "" {
			if at = slices.IndexFunc(siblings, func(o shelf) bool { return o.ID == beforeID }); at < 0 {
				return errs.Invalid("before_id", "common.one_of")
			}
		}
		c.ParentID = nil
		if parentID != "" {
			c.ParentID = &parentID
		}
		c.Sort = int64(at)
		for i, o := range siblings {
			place := int64(i)
			if i >= at {
				place++
			}
			if o.Sort == place {
				continue
			}
			if _, err := tx.Exec(ctx, `UPDATE categories SET sort = $2 WHERE id = $1`, o.ID, place); err != nil {
				return err
			}
		}
		return nil
	})
}

// ArchiveCategory archives a category. It must hold no products and no active categories.
func (s *Service) ArchiveCategory(ctx context.Context, tx *db.Tx, by Actor, ref string) error {
	return s.setArchivedCategory(ctx, tx, by, ref, true)
}

// RestoreCategory restores an archived category, hidden until staff show it.
func (s *Service) RestoreCategory(ctx context.Context, tx *db.Tx, by Actor, ref string) error {
	return s.setArchivedCategory(ctx, tx, by, ref, false)
}

func (s *Service) setArchivedCategory(ctx context.Context, tx *db.Tx, by Actor, ref string, archived bool) error {
	if by.Stores != nil {
		return errs.Refuse("catalog.category_whole_shop")
	}
	all, _, err := holdCategory(ctx, tx, ref)
	if err != nil {
		return err
	}
	find := func(ctx context.Context, q db.Querier, ref string) (c shelf, err error) {
		err = q.Get(ctx, &c, shelfColumns+` WHERE id = $1`, ref)
		return c, err
	}
	was, next, changed, err := versions.Archive(ctx, tx, categories, ref, archived, db.At(s.Clock.Now()), find,
		func(was shelf) error {
			if p, ok := all[was.parent()]; !archived && ok && p.ArchivedAt != nil {
				return errs.Refuse("catalog.parent_archived")
			} else if !archived {
				if no := s.twin(all, ref, was.ServiceID, was.parent(), was.NameEN, was.NameAR); no != nil {
					return no
				}
				return nil
			}
			for _, o := range all {
				if o.parent() == ref && o.ArchivedAt == nil {
					return errs.Refuse("catalog.category_has_children")
				}
			}
			var n int64
			if err := tx.Get(ctx, &n, `SELECT COUNT(*) FROM products WHERE category_id = $1 AND archived_at IS NULL`,
				ref); err != nil {
				return err
			}
			if n > 0 {
				return errs.Refuse("catalog.category_in_use", "count", n)
			}
			return nil
		})
	if err != nil || !changed {
		return err
	}
	return s.changedCategory(ctx, tx, by, versions.Action("category", archived), was, next)
}

// usable reports whether a product may be in a category, and locks that until the transaction ends.
func usable(ctx context.Context, tx *db.Tx, categoryID, serviceID string) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE categories SET sort = sort WHERE id = $1 AND service_id = $2 AND archived_at IS NULL`,
		categoryID, serviceID)
	return n > 0, err
}
