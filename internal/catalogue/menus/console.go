package menus

import (
	"context"
	"slices"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/versions"
	"wekala/internal/platform/wire"
)

const listPart = 50

var making = idempotency.Operation{Name: "console-create-menu", Keep: 7 * 24 * time.Hour}

// ConsoleRoutes registers the console's operations on menus.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	read := func(path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: "GET", Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.ReadCatalogue, Branches: httpapi.Within}
	}
	edit := func(method, path, id, summary, action string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.EditCatalogue, Branches: httpapi.Within, Audit: []string{action}, Strict: true}
	}
	list := read("/console/menus", "console-list-menus", "Menus within scope, the newest first")
	list.Paged = true
	httpapi.Handle(a, list, s.list)
	httpapi.Handle(a, read("/console/menus/{id}", "console-get-menu", "A menu"), s.get)
	create := edit("POST", "/console/menus", "console-create-menu", "Make a menu", "menu.create")
	create.Key, create.MaxBody = httpapi.KeyRequired, httpapi.LongBody
	httpapi.HandlePrepared[newMenuInput, httpapi.Envelope[View]](a, create, s.post)
	save := edit("PUT", "/console/menus/{id}", "console-save-menu", "Change a menu", "menu.edit")
	save.Conflict, save.MaxBody = httpapi.VersionConflict[View](), httpapi.LongBody
	httpapi.Handle(a, save, s.put)
	httpapi.Handle(a, edit("POST", "/console/menus/{id}/archive", "console-archive-menu", "Take a menu out of use",
		"menu.archive"), s.archive)
	httpapi.Handle(a, edit("POST", "/console/menus/{id}/restore", "console-restore-menu",
		"Take a menu into use again, switched off", "menu.restore"), s.restore)
}

// View is a menu as staff see it.
type View struct {
	ID        string    `json:"id"`
	Store     wire.Ref  `json:"store"`
	State     string    `json:"state" enum:"on,off,archived"`
	Version   int64     `json:"version"`
	UpdatedAt db.Millis `json:"updated_at"`
	Form
	staff.RecordRights
	Named []wire.Ref `json:"named" doc:"What its products are called."`
}

func (r *Record) state() string {
	switch {
	case r.ArchivedAt != nil:
		return "archived"
	case r.Active:
		return "on"
	}
	return "off"
}

// scope lists the stores whose catalogue the caller may see.
func (s *Service) scope(ctx context.Context) []string {
	by, stores := s.by(ctx), []string{}
	for _, st := range s.Branches.Stores() {
		if by.Sees(st.ID) {
			stores = append(stores, st.ID)
		}
	}
	return stores
}

func (s *Service) shown(ctx context.Context, r *Record, lang i18n.Lang) View {
	rights := staff.Caller(ctx).Rights(staff.EditCatalogue, r.ArchivedAt != nil)
	if !ofBranches(s.by(ctx), r.Branches) {
		rights = staff.RecordRights{}
	}
	v := View{ID: r.ID, Store: wire.Ref{ID: r.StoreID, Slug: r.StoreID}, State: r.state(), Version: r.Version,
		UpdatedAt: r.UpdatedAt, Form: r.Form, RecordRights: rights, Named: []wire.Ref{}}
	if st, ok := s.Branches.Store(r.StoreID); ok {
		v.Store = st.Ref(lang)
	}
	return v
}

type listInput struct {
	httpapi.PartInput
	State string `query:"state" maxLength:"10" doc:"used or archived; empty: used."`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Part[View], error) {
	if !slices.Contains([]string{"", "used", "archived"}, in.State) {
		return nil, errs.Invalid("state", "common.one_of")
	}
	after := ""
	further, err := in.Place(&after)
	if err != nil {
		return nil, err
	}
	if !further {
		after = "~" // behind every id
	}
	stores := s.scope(ctx)
	var rows []menuRow
	if len(stores) > 0 {
		err := s.DB.Select(ctx, &rows, menuColumns+` WHERE (archived_at IS NOT NULL) = $1 AND id < $2 AND store_id IN (`+
			db.List(4, len(stores))+`)
			ORDER BY id DESC LIMIT $3`, db.Args(stores, in.State == "archived", after, int64(listPart+1))...)
		if err != nil {
			return nil, err
		}
	}
	records := make([]*Record, len(rows))
	for i, r := range rows {
		if records[i], err = r.record(); err != nil {
			return nil, err
		}
	}
	lang := httpapi.Caller(ctx).Lang
	return httpapi.Keyset(records, listPart, func(r *Record) []any { return []any{r.ID} },
		func(r *Record) View { return s.shown(ctx, r, lang) }), nil
}

func (s *Service) view(ctx context.Context, q db.Querier, ref string) (View, error) {
	r, err := find(ctx, q, ref)
	if err != nil {
		return View{}, err
	}
	if !slices.Contains(s.scope(ctx), r.StoreID) {
		return View{}, errs.NotFound()
	}
	lang := httpapi.Caller(ctx).Lang
	v := s.shown(ctx, r, lang)
	if len(r.Products) == 0 {
		return v, nil
	}
	var rows []struct {
		ID     string
		Slug   string
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	err = q.Select(ctx, &rows, `SELECT id, slug, name_en, name_ar FROM products WHERE id IN (`+db.List(1, len(r.Products))+
		`) ORDER BY id`, db.Args(r.Products)...)
	for _, p := range rows {
		v.Named = append(v.Named, wire.Ref{ID: p.ID, Slug: p.Slug, Name: i18n.Text{EN: p.NameEN, AR: p.NameAR}.In(lang)})
	}
	return v, err
}

func (s *Service) reply(ctx context.Context, ref, message string) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx, s.DB, ref)
	if err != nil {
		return nil, err
	}
	if message != "" {
		message = i18n.T(httpapi.Caller(ctx).Lang, message)
	}
	return httpapi.OKMessage(v, message), nil
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.reply(ctx, in.ID, "")
}

func (s *Service) by(ctx context.Context) Actor { return s.Catalog.Of(staff.Caller(ctx)) }

type newMenuInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		StoreID string `json:"store_id" maxLength:"64"`
		Form
	}
}

func (s *Service) post(ctx context.Context, in *newMenuInput) (*httpapi.Prepared, error) {
	return staff.Once(ctx, s.keys, making, in.Key, in.Body,
		func(ctx context.Context, tx *db.Tx) (*httpapi.Reply[View], error) {
			made, err := s.Create(ctx, tx, s.by(ctx), in.Body.StoreID, in.Body.Form)
			if err != nil {
				return nil, err
			}
			v, err := s.view(ctx, tx, made)
			if err != nil {
				return nil, err
			}
			return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "catalog.saved")), nil
		})
}

type saveMenuInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Form
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) put(ctx context.Context, in *saveMenuInput) (*httpapi.Reply[View], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Edit(ctx, tx, s.by(ctx), in.ID, versions.Read(int64(in.Body.Version)), in.Body.Form)
	})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[View], error) { return s.reply(ctx, in.ID, "") })
	}
	return s.reply(ctx, in.ID, "catalog.saved")
}

func (s *Service) setArchived(ctx context.Context, ref string, archived bool,
	message string) (*httpapi.Reply[View], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Archive(ctx, tx, s.by(ctx), ref, archived)
	})
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, ref, message)
}

func (s *Service) archive(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.setArchived(ctx, in.ID, true, "catalog.now_archived")
}

func (s *Service) restore(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.setArchived(ctx, in.ID, false, "catalog.restored")
}
