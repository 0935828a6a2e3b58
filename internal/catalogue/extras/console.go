package extras

import (
	"context"
	"slices"
	"strings"
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

var making = idempotency.Operation{Name: "console-create-extras", Keep: 7 * 24 * time.Hour}

// ConsoleRoutes registers the operations on groups of extras, and those that mark extras as sold out at a branch.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	read := func(path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: "GET", Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.ReadCatalogue, Branches: httpapi.Within}
	}
	edit := func(method, path, id, summary string, actions ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.EditCatalogue, Branches: httpapi.Within, Audit: actions, Strict: true}
	}
	list := read("/console/extras", "console-list-extras", "Groups of extras within scope, the newest first")
	list.Paged = true
	httpapi.Handle(a, list, s.list)
	httpapi.Handle(a,
		read("/console/extras/{id}", "console-get-extras", "A group of extras with the products that have it"), s.get)
	waits := read("/console/extra-waits", "console-list-extra-waits",
		"Groups of extras with prices that wait for a second person, the newest first")
	waits.Capability, waits.Branches = staff.DecidePrices, httpapi.WholeShop
	httpapi.Handle(a, waits, s.getWaits)
	create := edit("POST", "/console/extras", "console-create-extras", "Make a group of extras", "extra.create")
	create.Key = httpapi.KeyRequired
	httpapi.HandlePrepared[newExtrasInput, httpapi.Envelope[ConsoleGroup]](a, create, s.post)
	save := edit("PUT", "/console/extras/{id}", "console-save-extras", "Change a group of extras, wherever it is",
		"extra.edit", "extra.propose")
	save.Conflict = httpapi.VersionConflict[ConsoleGroup]()
	httpapi.Handle(a, save, s.put)
	httpapi.Handle(a, edit("POST", "/console/extras/{id}/archive", "console-archive-extras",
		"Ask a group of extras no more", "extra.archive"), s.archive)
	httpapi.Handle(a, edit("POST", "/console/extras/{id}/restore", "console-restore-extras", "Ask a group of extras again",
		"extra.restore"), s.restore)
	httpapi.Handle(a, edit("POST", "/console/extras/{id}/products", "console-spread-extras",
		"Give a group of extras to products, and take it from others", "product.extras"), s.spread)
	httpapi.Handle(a, read("/console/products/{id}/extras", "console-product-extras", "The groups of extras of a product"),
		s.getProduct)
	attach := edit("PUT", "/console/products/{id}/extras", "console-attach-extras",
		"Say which groups of extras a product has", "product.extras")
	attach.Conflict = httpapi.VersionConflict[ProductGroups]()
	httpapi.Handle(a, attach, s.putProduct)
	shelf := read("/console/branches/{id}/extras", "console-branch-extras",
		"The extras of a branch, and which are sold out")
	shelf.Branches = httpapi.BranchOfPath
	httpapi.Handle(a, shelf, s.getShelf)
	out := edit("PUT", "/console/branches/{id}/extras/sold-out", "console-sell-out-extras",
		"Say that extras are sold out until the next business day, or take it back", "extra.sold_out")
	out.Capability, out.Branches = staff.SetStock, httpapi.BranchOfPath
	httpapi.Handle(a, out, s.putShelf)
}

// ConsoleGroup is a group as staff see it.
type ConsoleGroup struct {
	ID        string    `json:"id"`
	Store     wire.Ref  `json:"store"`
	State     string    `json:"state" enum:"used,archived"`
	Version   int64     `json:"version"`
	UpdatedAt db.Millis `json:"updated_at"`
	GroupForm
	staff.RecordRights
	Products []wire.Ref `json:"products" doc:"Those that have it; at most 500 are named."`
	More     bool       `json:"more_products" doc:"Others have it too."`
}

// GroupRow is a group in lists.
type GroupRow struct {
	ID       string   `json:"id"`
	Store    wire.Ref `json:"store"`
	NameEN   string   `json:"name_en"`
	NameAR   string   `json:"name_ar"`
	Least    int64    `json:"least"`
	Most     int64    `json:"most"`
	Extras   []string `json:"extras" doc:"The names of what is offered."`
	Products int64    `json:"products" doc:"How many have it."`
	State    string   `json:"state" enum:"used,archived"`
}

func stateOf(at *db.Millis) string {
	if at != nil {
		return "archived"
	}
	return "used"
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

func (s *Service) storeRef(storeID string, lang i18n.Lang) wire.Ref {
	if st, ok := s.Branches.Store(storeID); ok {
		return st.Ref(lang)
	}
	return wire.Ref{ID: storeID, Slug: storeID}
}

type listInput struct {
	httpapi.PartInput
	Q       string `query:"q" maxLength:"200" doc:"Of the names of groups and extras, in both languages."`
	StoreID string `query:"store_id" maxLength:"64"`
	State   string `query:"state" maxLength:"10" doc:"used or archived; empty: used."`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Part[GroupRow], error) {
	stores := s.scope(ctx)
	if in.StoreID != "" {
		if !slices.Contains(stores, in.StoreID) {
			return nil, errs.NotFound()
		}
		stores = []string{in.StoreID}
	}
	if !slices.Contains([]string{"", "used", "archived"}, in.State) {
		return nil, errs.Invalid("state", "common.one_of")
	}
	after := ""
	if _, err := in.Place(&after); err != nil {
		return nil, err
	}
	groups, used, err := s.groups(ctx, stores, in.State == "archived")
	if err != nil {
		return nil, err
	}
	lang, text := httpapi.Caller(ctx).Lang, s.Catalog.Fold(in.Q)
	rows := []GroupRow{}
	for _, g := range groups {
		if after != "" && g.ID >= after {
			continue
		}
		r := GroupRow{ID: g.ID, Store: s.storeRef(g.StoreID, lang), NameEN: g.NameEN, NameAR: g.NameAR, Least: g.Least,
			Most: g.Most, Extras: []string{}, Products: used[g.ID], State: stateOf(g.ArchivedAt)}
		names := g.NameEN + " " + g.NameAR
		for _, e := range g.Extras {
			names += " " + e.NameEN + " " + e.NameAR
			if e.Active {
				r.Extras = append(r.Extras, i18n.Text{EN: e.NameEN, AR: e.NameAR}.In(lang))
			}
		}
		if strings.Contains(s.Catalog.Fold(names), text) {
			rows = append(rows, r)
		}
	}
	return httpapi.Keyset(rows, listPart, func(r GroupRow) []any { return []any{r.ID} },
		func(r GroupRow) GroupRow { return r }), nil
}

// groups reads the groups of some stores with their extras, newest first, and the number of products that have each
// group.
func (s *Service) groups(ctx context.Context, stores []string, archived bool) ([]*Record, map[string]int64, error) {
	used := map[string]int64{}
	if len(stores) == 0 {
		return nil, used, nil
	}
	var rows []groupRow
	var parts []extraRow
	var counts []struct {
		GroupID string `db:"group_id"`
		N       int64
	}
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		rows, parts, counts = nil, nil, nil
		of := ` store_id IN (` + db.List(1, len(stores)) + `)`
		if err := q.Select(ctx, &rows, groupColumns+` WHERE`+of+` ORDER BY id DESC`, db.Args(stores)...); err != nil {
			return err
		}
		if err := q.Select(ctx, &parts, extraColumns+` JOIN extra_groups g ON g.id = e.group_id WHERE g.`+of[1:]+
			` ORDER BY e.group_id, e.sort, e.id`, db.Args(stores)...); err != nil {
			return err
		}
		return q.Select(ctx, &counts, `SELECT pe.group_id, COUNT(*) AS n FROM product_extras pe
			JOIN extra_groups g ON g.id = pe.group_id WHERE g.`+of[1:]+`
			GROUP BY pe.group_id ORDER BY pe.group_id`, db.Args(stores)...)
	})
	if err != nil {
		return nil, nil, err
	}
	at := map[string]*Record{}
	var out []*Record
	for _, r := range rows {
		rec := r.record()
		at[r.ID] = rec
		if (r.ArchivedAt != nil) == archived {
			out = append(out, rec)
		}
	}
	for _, e := range parts {
		at[e.GroupID].Extras = append(at[e.GroupID].Extras, e.form())
	}
	for _, c := range counts {
		used[c.GroupID] = c.N
	}
	return out, used, nil
}

// view returns a complete group of a store that the caller may see.
func (s *Service) view(ctx context.Context, q db.Querier, ref string) (ConsoleGroup, error) {
	g, err := find(ctx, q, ref)
	if err != nil {
		return ConsoleGroup{}, err
	}
	if !slices.Contains(s.scope(ctx), g.StoreID) {
		return ConsoleGroup{}, errs.NotFound()
	}
	lang := httpapi.Caller(ctx).Lang
	out := ConsoleGroup{ID: g.ID, Store: s.storeRef(g.StoreID, lang), State: stateOf(g.ArchivedAt), Version: g.Version,
		UpdatedAt: g.UpdatedAt, GroupForm: g.GroupForm,
		RecordRights: staff.Caller(ctx).Rights(staff.EditCatalogue, g.ArchivedAt != nil), Products: []wire.Ref{}}
	var rows []struct {
		ID     string
		Slug   string
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	err = q.Select(ctx, &rows, `SELECT p.id, p.slug, p.name_en, p.name_ar FROM product_extras pe
		JOIN products p ON p.id = pe.product_id
		WHERE pe.group_id = $1 ORDER BY p.id LIMIT $2`, ref, int64(maxNamed+1))
	if out.More = len(rows) > maxNamed; out.More {
		rows = rows[:maxNamed]
	}
	for _, r := range rows {
		out.Products = append(out.Products, wire.Ref{
			ID: r.ID, Slug: r.Slug, Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang)})
	}
	return out, err
}

func (s *Service) reply(ctx context.Context, ref, message string) (*httpapi.Reply[ConsoleGroup], error) {
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

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[ConsoleGroup], error) {
	return s.reply(ctx, in.ID, "")
}

func (s *Service) by(ctx context.Context) Actor { return s.Catalog.Of(staff.Caller(ctx)) }

type newExtrasInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		StoreID string `json:"store_id" maxLength:"64"`
		GroupForm
	}
}

func (s *Service) post(ctx context.Context, in *newExtrasInput) (*httpapi.Prepared, error) {
	var out *httpapi.Prepared
	err := s.Catalog.Comparing(ctx, func(ctx context.Context) (err error) {
		out, err = staff.Once(ctx, s.keys, making, in.Key, in.Body,
			func(ctx context.Context, tx *db.Tx) (*httpapi.Reply[ConsoleGroup], error) {
				made, err := s.Create(ctx, tx, s.by(ctx), in.Body.StoreID, in.Body.GroupForm)
				if err != nil {
					return nil, err
				}
				v, err := s.view(ctx, tx, made)
				if err != nil {
					return nil, err
				}
				return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "catalog.saved")), nil
			})
		return err
	})
	return out, err
}

type saveExtrasInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		GroupForm
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) put(ctx context.Context, in *saveExtrasInput) (*httpapi.Reply[ConsoleGroup], error) {
	var waits []errs.Field
	err := s.Catalog.Comparing(ctx, func(ctx context.Context) error {
		return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			waits, err = s.Edit(ctx, tx, s.by(ctx), in.ID, versions.Read(int64(in.Body.Version)), in.Body.GroupForm)
			return err
		})
	})
	if err == nil && len(waits) > 0 {
		err = errs.InvalidAll(waits) // the transaction still commits the proposal
	}
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleGroup], error) { return s.reply(ctx, in.ID, "") })
	}
	return s.reply(ctx, in.ID, "catalog.saved")
}

func (s *Service) setArchived(ctx context.Context, ref string, archived bool,
	message string) (*httpapi.Reply[ConsoleGroup], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Archive(ctx, tx, s.by(ctx), ref, archived)
	})
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, ref, message)
}

func (s *Service) archive(ctx context.Context, in *oneInput) (*httpapi.Reply[ConsoleGroup], error) {
	return s.setArchived(ctx, in.ID, true, "catalog.now_archived")
}

func (s *Service) restore(ctx context.Context, in *oneInput) (*httpapi.Reply[ConsoleGroup], error) {
	return s.setArchived(ctx, in.ID, false, "catalog.restored")
}

type spreadExtrasInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Add    []string `json:"add" maxItems:"1000" doc:"Ids of products."`
		Remove []string `json:"remove" maxItems:"1000" doc:"Likewise."`
	}
}

func (s *Service) spread(ctx context.Context, in *spreadExtrasInput) (*httpapi.Reply[ConsoleGroup], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Spread(ctx, tx, s.by(ctx), in.ID, in.Body.Add, in.Body.Remove)
	})
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, in.ID, "catalog.saved")
}

// ProductGroups lists the groups of a product, and those that could be added to it.
type ProductGroups struct {
	Groups []string   `json:"groups" doc:"Ids, in the order of asking."`
	Known  []GroupRow `json:"known" doc:"The groups of its store that are in use, and those of its own that are not."`
}

func (s *Service) productGroups(ctx context.Context, productID, message string) (*httpapi.Reply[ProductGroups], error) {
	var stores []string
	if err := s.DB.Select(ctx, &stores, `SELECT store_id FROM products WHERE id = $1 ORDER BY store_id`,
		productID); err != nil {
		return nil, err
	}
	if len(stores) == 0 || !slices.Contains(s.scope(ctx), stores[0]) {
		return nil, errs.NotFound()
	}
	had, err := ofProduct(ctx, s.DB, productID)
	if err != nil {
		return nil, err
	}
	out, lang := ProductGroups{Groups: had, Known: []GroupRow{}}, httpapi.Caller(ctx).Lang
	for _, archived := range []bool{false, true} {
		groups, used, err := s.groups(ctx, stores, archived)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			if archived && !slices.Contains(had, g.ID) {
				continue
			}
			r := GroupRow{ID: g.ID, Store: s.storeRef(g.StoreID, lang), NameEN: g.NameEN, NameAR: g.NameAR, Least: g.Least,
				Most: g.Most, Extras: []string{}, Products: used[g.ID], State: stateOf(g.ArchivedAt)}
			for _, e := range g.Extras {
				if e.Active {
					r.Extras = append(r.Extras, i18n.Text{EN: e.NameEN, AR: e.NameAR}.In(lang))
				}
			}
			out.Known = append(out.Known, r)
		}
	}
	if message != "" {
		message = i18n.T(lang, message)
	}
	return httpapi.OKMessage(out, message), nil
}

func (s *Service) getProduct(ctx context.Context, in *oneInput) (*httpapi.Reply[ProductGroups], error) {
	return s.productGroups(ctx, in.ID, "")
}

type attachExtrasInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Groups []string `json:"groups" maxItems:"100" doc:"Ids, in the order of asking."`
		Was    []string `json:"was" maxItems:"100" doc:"Those that were read."`
	}
}

func (s *Service) putProduct(ctx context.Context, in *attachExtrasInput) (*httpapi.Reply[ProductGroups], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Attach(ctx, tx, s.by(ctx), in.ID, in.Body.Groups, &in.Body.Was)
	})
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[ProductGroups], error) { return s.productGroups(ctx, in.ID, "") })
	}
	return s.productGroups(ctx, in.ID, "catalog.saved")
}

// ShelfExtra is an extra as a branch offers it.
type ShelfExtra struct {
	ID       string     `json:"id"`
	Group    string     `json:"group"`
	Name     string     `json:"name"`
	OutUntil *db.Millis `json:"out_until"`
}

func (s *Service) getShelf(ctx context.Context, in *oneInput) (*httpapi.Reply[[]ShelfExtra], error) {
	return s.shelf(ctx, in.ID, "")
}

func (s *Service) shelf(ctx context.Context, branchID, message string) (*httpapi.Reply[[]ShelfExtra], error) {
	b, ok := s.Branches.Branch(branchID)
	if !ok || !staff.Caller(ctx).Sees(b.ID) {
		return nil, errs.NotFound()
	}
	var rows []struct {
		extraRow
		GroupEN  string     `db:"group_en"`
		GroupAR  string     `db:"group_ar"`
		OutUntil *db.Millis `db:"out_until"`
	}
	err := s.DB.Select(ctx, &rows, `SELECT e.id, e.group_id, e.name_en, e.name_ar, e.price, e.most, e.preset, e.active,
		g.name_en AS group_en, g.name_ar AS group_ar, o.out_until FROM extras e JOIN extra_groups g ON g.id = e.group_id
		LEFT JOIN extra_outs o ON o.extra_id = e.id AND o.branch_id = $1 AND o.out_until > $3
		WHERE g.store_id = $2 AND g.archived_at IS NULL AND e.active
		ORDER BY g.id, e.sort, e.id`, b.ID, b.Store.ID, db.At(s.Clock.Now()))
	if err != nil {
		return nil, err
	}
	lang, out := httpapi.Caller(ctx).Lang, []ShelfExtra{}
	for _, r := range rows {
		out = append(out, ShelfExtra{r.ID, i18n.Text{EN: r.GroupEN, AR: r.GroupAR}.In(lang),
			i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang), r.OutUntil})
	}
	if message != "" {
		message = i18n.T(lang, message)
	}
	return httpapi.OKMessage(out, message), nil
}

type outExtrasInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Extras  []string `json:"extras" maxItems:"200" doc:"Ids."`
		SoldOut bool     `json:"sold_out"`
	}
}

func (s *Service) putShelf(ctx context.Context, in *outExtrasInput) (*httpapi.Reply[[]ShelfExtra], error) {
	b, ok := s.Branches.Branch(in.ID)
	if !ok || !staff.Caller(ctx).Sees(b.ID) {
		return nil, errs.NotFound()
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.SellOut(ctx, tx, s.by(ctx), b.ID, in.Body.Extras, in.Body.SoldOut)
		return err
	})
	if err != nil {
		return nil, err
	}
	message := "stock.back_again"
	if in.Body.SoldOut {
		message = "stock.now_sold_out"
	}
	return s.shelf(ctx, b.ID, message)
}
