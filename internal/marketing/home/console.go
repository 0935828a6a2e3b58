package home

import (
	"context"
	"errors"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/wire"
)

// BlockEdit is a row of products of the home page, as staff submit it.
type BlockEdit struct {
	Slug       string     `json:"slug"`
	ServiceID  string     `json:"service_id"`
	DistrictID string     `json:"district_id" doc:"Empty for all."`
	TitleEN    string     `json:"title_en"`
	TitleAR    string     `json:"title_ar"`
	Rule       string     `json:"rule" doc:"offers, newest, popular, category:<id or slug>, or list"`
	Products   []string   `json:"products" maxItems:"200" doc:"Of a list, in order: ids or slugs."`
	StartsAt   *db.Millis `json:"starts_at,omitempty"`
	EndsAt     *db.Millis `json:"ends_at,omitempty" doc:"The first moment it is not shown any more."`
	DayFrom    string     `json:"day_from,omitempty" maxLength:"10" doc:"When it appears every day, 05:00 in Cairo; empty with day_to: all day."`
	DayTo      string     `json:"day_to,omitempty" maxLength:"10" doc:"When it disappears every day; before day_from: on the next day."`
	Active     bool       `json:"active"`
	Sort       int64      `json:"sort,omitempty" minimum:"-1000000" maximum:"1000000"`
	Version    int64      `json:"version,omitempty" doc:"The one that was read; none of a new one."`
}

// EditableBlock is a block as staff see it.
type EditableBlock struct {
	BlockEdit
	ID     string     `json:"id"`
	State  string     `json:"state" enum:"off,waiting,shown,over"`
	Chosen []wire.Ref `json:"chosen" doc:"The products of a list with their names, in order; empty in the list of blocks."`
}

// Untranslated is a content item that lacks one language.
type Untranslated struct {
	Kind    string `json:"kind" enum:"page,post,banner,block,contact"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	Missing string `json:"missing" enum:"en,ar"`
}

const (
	maxInList    = 48
	titleLetters = 120
)

type none struct{}

type oneRef struct {
	ID string `path:"id" maxLength:"64"`
}

// ConsoleRoutes registers the operations of owners and editors on blocks, and the report of missing translations.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/blocks", ID: "console-list-blocks", Tag: "console",
		Summary: "Every row of products", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listBlocks)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/blocks", ID: "console-create-block", Tag: "console",
		Summary: "Make a row of products", Audience: httpapi.Staff, Capability: staff.WriteContent,
		Audit: []string{"block.save"}}, s.createBlock)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/blocks/{id}", ID: "console-get-block", Tag: "console",
		Summary: "A row of products to edit", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.getBlock)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/blocks/{id}", ID: "console-save-block", Tag: "console",
		Summary: "Replace a row of products", Audience: httpapi.Staff, Capability: staff.WriteContent,
		Audit: []string{"block.save"}, Conflict: httpapi.VersionConflict[EditableBlock]()}, s.putBlock)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/console/blocks/{id}", ID: "console-delete-block", Tag: "console",
			Summary: "Delete a row of products", Audience: httpapi.Staff, Capability: staff.WriteContent,
			Audit: []string{"block.delete"}}, s.deleteBlock)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/content/missing", ID: "console-list-untranslated", Tag: "console",
			Summary: "What lacks one language", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.untranslated)
}

type editRow struct {
	ID, Slug   string
	ServiceID  string     `db:"service_id"`
	DistrictID *string    `db:"district_id"`
	TitleEN    string     `db:"title_en"`
	TitleAR    string     `db:"title_ar"`
	Rule       string     `db:"rule"`
	StartsAt   *db.Millis `db:"starts_at"`
	EndsAt     *db.Millis `db:"ends_at"`
	DayFrom    string     `db:"day_from"`
	DayTo      string     `db:"day_to"`
	Active     bool       `db:"active"`
	Sort       int64      `db:"sort"`
	Version    int64      `db:"version"`
}

const editColumns = `id, slug, service_id, district_id, title_en, title_ar, rule, starts_at, ends_at, day_from, day_to, active, sort, version`

func (s *Service) editable(r editRow, chosen []wire.Ref) EditableBlock {
	productIDs := make([]string, len(chosen))
	for i, p := range chosen {
		productIDs[i] = p.Slug
	}
	v := EditableBlock{ID: r.ID, Chosen: append([]wire.Ref{}, chosen...),
		BlockEdit: BlockEdit{Slug: r.Slug, ServiceID: r.ServiceID, TitleEN: r.TitleEN, TitleAR: r.TitleAR,
			Rule: r.Rule, Products: productIDs, StartsAt: r.StartsAt, EndsAt: r.EndsAt, DayFrom: r.DayFrom, DayTo: r.DayTo,
			Active: r.Active, Sort: r.Sort, Version: r.Version}}
	if r.DistrictID != nil {
		v.DistrictID = *r.DistrictID
	}
	now := s.Clock.Now()
	v.State = content.StateOf(r.Active, (*int64)(r.StartsAt), (*int64)(r.EndsAt), now.UnixMilli())
	if hours, err := daily(r.DayFrom, r.DayTo); err == nil && hours != nil && v.State == content.Shown &&
		!hours.At(now).Open {
		v.State = content.Waiting
	}
	return v
}

func (s *Service) listBlocks(ctx context.Context, _ *none) (*httpapi.Reply[[]EditableBlock], error) {
	var rows []editRow
	if err := s.DB.Select(ctx, &rows, `SELECT `+editColumns+` FROM blocks ORDER BY service_id, sort, id`); err != nil {
		return nil, err
	}
	out := make([]EditableBlock, len(rows))
	for i, r := range rows {
		out[i] = s.editable(r, nil)
	}
	return httpapi.OK(out), nil
}

func (s *Service) readBlock(ctx context.Context, ref string) (*httpapi.Reply[EditableBlock], error) {
	var r editRow
	if err := get(ctx, s.DB, &r, ref); err != nil {
		return nil, err
	}
	var rows []struct {
		ID, Slug string
		NameEN   string `db:"name_en"`
		NameAR   string `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &rows, `SELECT p.id, p.slug, p.name_en, p.name_ar FROM block_products b
		JOIN products p ON p.id = b.product_id
		WHERE b.block_id = $1 ORDER BY b.sort, b.product_id`, ref); err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	chosen := make([]wire.Ref, len(rows))
	for i, p := range rows {
		chosen[i] = wire.Ref{ID: p.ID, Slug: p.Slug, Name: i18n.Text{EN: p.NameEN, AR: p.NameAR}.In(lang)}
	}
	return httpapi.OK(s.editable(r, chosen)), nil
}

func get(ctx context.Context, q db.Querier, r *editRow, ref string) error {
	err := q.Get(ctx, r, `SELECT `+editColumns+` FROM blocks WHERE id = $1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound()
	}
	return err
}

func (s *Service) getBlock(ctx context.Context, in *oneRef) (*httpapi.Reply[EditableBlock], error) {
	return s.readBlock(ctx, in.ID)
}

func (s *Service) createBlock(ctx context.Context,
	in *struct{ Body BlockEdit }) (*httpapi.Reply[EditableBlock], error) {
	return s.putOne(ctx, "", in.Body)
}

func (s *Service) putBlock(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body BlockEdit
}) (*httpapi.Reply[EditableBlock], error) {
	return s.putOne(ctx, in.ID, in.Body)
}

func (s *Service) putOne(ctx context.Context, ref string, in BlockEdit) (*httpapi.Reply[EditableBlock], error) {
	member := staff.Caller(ctx)
	saved, err := s.SaveBlock(ctx, member, ref, in)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[EditableBlock], error) { return s.readBlock(ctx, ref) })
	}
	return s.readBlock(ctx, saved)
}

// check normalises a block; its products are checked later, in the transaction.
func (s *Service) check(f *content.Form, in BlockEdit) editRow {
	r := editRow{Slug: f.Slug("slug", in.Slug), Rule: httpapi.Clean(in.Rule), StartsAt: in.StartsAt, EndsAt: in.EndsAt,
		Active: in.Active, Sort: in.Sort, Version: in.Version + 1}
	if kind, ok := s.Branches.Service(in.ServiceID); ok {
		r.ServiceID = kind.ID
	} else {
		f.Say("service_id", "common.one_of")
	}
	if in.DistrictID != "" {
		r.DistrictID = &in.DistrictID
		if _, ok := s.Places.District(in.DistrictID); !ok {
			f.Say("district_id", "common.one_of")
		}
	}
	title := f.Both("title", in.TitleEN, in.TitleAR, titleLetters)
	if r.TitleEN, r.TitleAR = title.EN, title.AR; title.EN == "" && title.AR == "" {
		f.Say("title_en", "content.one_language")
	}
	switch name, isCategory := strings.CutPrefix(r.Rule, byCategory); {
	case isCategory:
		if _, ok := s.Catalog.Category(name); !ok {
			f.Say("rule", "content.no_category")
		}
	case r.Rule == byHand:
		if len(in.Products) == 0 {
			f.Say("products", "common.required")
		}
	case r.Rule != byOffer && r.Rule != byNewest && r.Rule != byPopular:
		f.Say("rule", "common.one_of")
	}
	if len(in.Products) > maxInList {
		f.Say("products", "content.too_many_products", "count", maxInList)
	}
	if in.StartsAt != nil && in.EndsAt != nil && *in.EndsAt <= *in.StartsAt {
		f.Say("ends_at", "content.ends_before")
	}
	switch from, to := httpapi.Clean(in.DayFrom), httpapi.Clean(in.DayTo); {
	case from == "" && to == "":
	case from == "":
		f.Say("day_from", "common.required")
	case to == "":
		f.Say("day_to", "common.required")
	default:
		span, err := branches.ReadSpan(from, to)
		if err != nil {
			f.Say("day_from", "branches.hours_shape")
			break
		}
		r.DayFrom, r.DayTo = span.Text()
	}
	return r
}

// members finds the products of a manual list, in the given order, without duplicates.
func members(ctx context.Context, q db.Querier, f *content.Form, refs []string) (ids []string, err error) {
	if len(refs) == 0 || len(refs) > maxInList {
		return nil, nil
	}
	var rows []struct{ ID, Slug string }
	n := len(refs)
	args := append(db.Args(refs), db.Args(refs)...)
	err = q.Select(ctx, &rows, `SELECT id, slug FROM products WHERE id IN (`+db.List(1, n)+`) OR slug IN (`+
		db.List(n+1, n)+`) ORDER BY id`, args...)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, r := range rows {
		found[r.ID], found[r.Slug] = r.ID, r.ID
	}
	seen := map[string]bool{}
	for _, ref := range refs {
		product, there := found[ref]
		switch {
		case !there:
			f.Say("products", "content.no_product", "name", httpapi.Clean(ref))
			return nil, nil
		case !seen[product]:
			seen[product] = true
			ids = append(ids, product)
		}
	}
	return ids, nil
}

// SaveBlock saves a row of products, a new one if ref is empty, and returns its id. It returns 404 for an unknown row,
// 422 for invalid fields, and 409 common.moved_on if somebody else saved it in between.
func (s *Service) SaveBlock(ctx context.Context, member staff.Member, ref string, in BlockEdit) (string, error) {
	fresh, saved := id.New("blk"), ""
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var f content.Form
		r := s.check(&f, in)
		r.ID = fresh
		var before any
		if ref != "" {
			var old editRow
			if err := get(ctx, tx, &old, ref); err != nil {
				return err
			}
			before, r.ID = old, old.ID
		}
		productIDs, err := members(ctx, tx, &f, in.Products)
		if err != nil {
			return err
		}
		if r.Slug != "" {
			var taken int64
			if err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM blocks WHERE slug = $1 AND id <> $2`, r.Slug, r.ID); err != nil {
				return err
			}
			if taken > 0 {
				f.Say("slug", "content.slug_taken")
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := put(ctx, tx, r, ref == "", in.Version); err != nil {
			return err
		}
		stmts := []db.Stmt{{SQL: `DELETE FROM block_products WHERE block_id = $1`, Args: []any{r.ID}}}
		for i, p := range productIDs {
			stmts = append(stmts, db.Stmt{SQL: `INSERT INTO block_products (block_id, product_id, sort) VALUES ($1, $2, $3)`,
				Args: []any{r.ID, p, int64(i)}})
		}
		if err := tx.Batch(ctx, stmts); err != nil {
			return err
		}
		saved = r.ID
		if err := audit.Write(ctx, tx, s.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "block.save", Object: r.ID, Before: before, After: r}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, products.ChangedContent, r.ID)
	})
	return saved, err
}

// put writes a block; it changes an existing one only if that has the version that was read.
func put(ctx context.Context, tx *db.Tx, r editRow, isNew bool, read int64) error {
	args := []any{r.ID, r.Slug, r.ServiceID, r.DistrictID, r.TitleEN, r.TitleAR, r.Rule, r.StartsAt, r.EndsAt, r.DayFrom,
		r.DayTo, r.Active, r.Sort}
	if isNew {
		_, err := tx.Exec(ctx, `INSERT INTO blocks (`+editColumns+
			`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1)`, args...)
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE blocks SET slug = $2, service_id = $3, district_id = $4, title_en = $5, title_ar = $6,
		rule = $7, starts_at = $8,
		ends_at = $9, day_from = $10, day_to = $11, active = $12, sort = $13, version = version + 1 WHERE id = $1
		AND version = $14`, append(args, read)...)
	if err == nil && n == 0 {
		return errs.VersionConflict(nil)
	}
	return err
}

func (s *Service) deleteBlock(ctx context.Context, in *oneRef) (*httpapi.Reply[none], error) {
	member := staff.Caller(ctx)
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var before editRow
		if err := get(ctx, tx, &before, in.ID); err != nil {
			return err
		}
		if err := tx.Batch(ctx, []db.Stmt{
			{SQL: `DELETE FROM block_products WHERE block_id = $1`, Args: []any{in.ID}},
			{SQL: `DELETE FROM blocks WHERE id = $1`, Args: []any{in.ID}},
		}); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, s.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "block.delete", Object: in.ID, Before: before}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, products.ChangedContent, in.ID)
	})
	return httpapi.OK(none{}), err
}

func (s *Service) untranslated(ctx context.Context, _ *none) (*httpapi.Reply[[]Untranslated], error) {
	out := []Untranslated{}
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		out = out[:0]
		found, err := s.Content.Untranslated(ctx, q)
		if err != nil {
			return err
		}
		for _, m := range found {
			out = append(out, Untranslated{m.Kind, m.ID, m.Name, m.Lang})
		}
		var rows []editRow
		if err := q.Select(ctx, &rows, `SELECT `+editColumns+
			` FROM blocks WHERE title_en = '' OR title_ar = '' ORDER BY id`); err != nil {
			return err
		}
		for _, r := range rows {
			lacks := i18n.EN
			if r.TitleAR == "" {
				lacks = i18n.AR
			}
			out = append(out, Untranslated{"block", r.ID, i18n.Text{EN: r.TitleEN, AR: r.TitleAR}.In(i18n.EN), lacks})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}
