package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
	"wekala/internal/staff"
)

// consolePage is the page size of the list of products.
const consolePage = 50

// Requests of staff that are done once per key.
var (
	makingCategory = idempotency.Operation{Name: "console-create-category", Keep: 7 * 24 * time.Hour}
	makingProduct  = idempotency.Operation{Name: "console-create-product", Keep: 7 * 24 * time.Hour}
	copyingProduct = idempotency.Operation{Name: "console-duplicate-product", Keep: 7 * 24 * time.Hour}
)

// ConsoleRoutes registers what editors do with categories and products.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	read := func(path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: "GET", Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff, Capability: staff.ReadCatalogue}
	}
	edit := func(method, path, id, summary, action string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.EditCatalogue, Audit: []string{action}, Strict: true}
	}
	keyed := func(op httpapi.Op) httpapi.Op { op.Key = httpapi.KeyRequired; return op }
	moved := func(op httpapi.Op) httpapi.Op { op.Moved = httpapi.MovedOn[ConsoleCategory](); return op }

	httpapi.Handle(a, read("/console/catalogue/choices", "console-catalogue-choices", "Stores, branches and VAT classes to choose from"), s.getCatalogueChoices)
	httpapi.Handle(a, read("/console/categories", "console-list-categories", "All categories, each before those below it"), s.consoleListCategories)
	httpapi.Handle(a, read("/console/categories/{id}", "console-get-category", "A category"), s.consoleGetCategory)
	httpapi.HandlePrepared[postCategoryInput, httpapi.Envelope[ConsoleCategory]](a, keyed(edit("POST", "/console/categories", "console-create-category", "Make a category", "category.create")), s.postCategory)
	httpapi.Handle(a, moved(edit("PUT", "/console/categories/{id}", "console-save-category", "Change a category", "category.edit")), s.putCategory)
	httpapi.Handle(a, edit("POST", "/console/categories/{id}/move", "console-move-category", "Put a category elsewhere in the tree", "category.move"), s.moveCategory)
	httpapi.Handle(a, edit("POST", "/console/categories/{id}/archive", "console-archive-category", "Take a category out of use", "category.archive"), s.archiveCategory)
	httpapi.Handle(a, edit("POST", "/console/categories/{id}/restore", "console-restore-category", "Take a category into use again", "category.restore"), s.restoreCategory)

	list := read("/console/products", "console-list-products", "Products within reach, drafts included")
	list.Paged = true
	httpapi.Handle(a, list, s.listProducts)
	httpapi.Handle(a, read("/console/products/{id}", "console-get-product", "A product with its variants"), s.getProduct)
	httpapi.HandlePrepared[postProductInput, httpapi.Envelope[ConsoleProduct]](a, keyed(edit("POST", "/console/products", "console-create-product", "Make a product", "product.create")), s.postProduct)
	save := edit("PUT", "/console/products/{id}", "console-save-product", "Change a product", "product.edit")
	save.Moved, save.MaxBody = httpapi.MovedOn[ConsoleProduct](), productBody
	httpapi.Handle(a, save, s.putProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/publish", "console-publish-product", "Show a product to customers, or make it a draft again", "product.publish"), s.publishProduct)
	httpapi.HandlePrepared[duplicateInput, httpapi.Envelope[ConsoleProduct]](a, keyed(edit("POST", "/console/products/duplicate", "console-duplicate-product", "Make a draft like a product", "product.create")), s.duplicateProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/archive", "console-archive-product", "Take a product out of use", "product.archive"), s.archiveProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/restore", "console-restore-product", "Take a product into use again, as a draft", "product.restore"), s.restoreProduct)
}

// productBody bounds a product with many variants.
const productBody = 1 << 20

// CatalogueChoices is what forms of the catalogue choose from.
type CatalogueChoices struct {
	Services []wire.Ref     `json:"services"`
	Stores   []StoreChoice  `json:"stores" doc:"Within the caller's reach."`
	Branches []BranchChoice `json:"branches" doc:"Within the caller's reach."`
	VATs     []int64        `json:"vats" doc:"Basis points."`
}

// StoreChoice is a store and what it sells.
type StoreChoice struct {
	wire.Ref
	ServiceID string `json:"service_id"`
}

// BranchChoice is a branch and whose it is.
type BranchChoice struct {
	wire.Ref
	StoreID string `json:"store_id"`
}

// reach lists the stores somebody sees the products of; nil for all.
func (s *Service) reach(m staff.Member) []string {
	if m.Branches == nil {
		return nil
	}
	stores := []string{}
	for _, id := range m.Branches {
		if b, ok := s.Branches.Branch(id); ok && !slices.Contains(stores, b.Store.ID) {
			stores = append(stores, b.Store.ID)
		}
	}
	return stores
}

type none struct{}

func (s *Service) getCatalogueChoices(ctx context.Context, _ *none) (*httpapi.Reply[CatalogueChoices], error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	out := CatalogueChoices{Services: []wire.Ref{}, Stores: []StoreChoice{}, Branches: []BranchChoice{}, VATs: VATs}
	reach := s.reach(member)
	for _, k := range s.Branches.Kinds() {
		out.Services = append(out.Services, k.Ref(lang))
	}
	for _, st := range s.Branches.Stores() {
		if reach == nil || slices.Contains(reach, st.ID) {
			out.Stores = append(out.Stores, StoreChoice{st.Ref(lang), st.Kind.ID})
		}
	}
	for _, b := range s.Branches.All() {
		if member.Sees(b.ID) {
			out.Branches = append(out.Branches, BranchChoice{b.Ref(lang), b.Store.ID})
		}
	}
	return httpapi.OK(out), nil
}

// ConsoleCategory is a category as staff see it.
type ConsoleCategory struct {
	ID        string      `json:"id"`
	Slug      string      `json:"slug"`
	ServiceID string      `json:"service_id"`
	ParentID  *string     `json:"parent_id"`
	NameEN    string      `json:"name_en"`
	NameAR    string      `json:"name_ar"`
	Picture   string      `json:"picture" doc:"Its name."`
	Image     files.Image `json:"image"`
	Active    bool        `json:"active" doc:"Shown to customers."`
	Archived  bool        `json:"archived"`
	Depth     int         `json:"depth" doc:"0 at the top."`
	Products  int64       `json:"products" doc:"In use, directly in it."`
	Version   int64       `json:"version"`
}

// consoleCategories lists all categories in the order of the tree.
func (s *Service) consoleCategories(ctx context.Context, q db.Querier, held map[string]int64) ([]ConsoleCategory, error) {
	all, err := shelves(ctx, q)
	if err != nil {
		return nil, err
	}
	below := map[string][]shelf{}
	for _, c := range all {
		key := c.ServiceID + "/" + c.parent()
		below[key] = append(below[key], c)
	}
	views := []ConsoleCategory{}
	var walk func(key string, depth int)
	walk = func(key string, depth int) {
		list := below[key]
		slices.SortFunc(list, func(a, b shelf) int { return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.ID, b.ID)) })
		for _, c := range list {
			views = append(views, ConsoleCategory{ID: c.ID, Slug: c.Slug, ServiceID: c.ServiceID, ParentID: c.ParentID, NameEN: c.NameEN, NameAR: c.NameAR,
				Picture: c.Image, Image: s.Library.Image(c.Image), Active: c.Active, Archived: c.ArchivedAt != nil, Depth: depth, Products: held[c.ID], Version: c.Version})
			walk(c.ServiceID+"/"+c.ID, depth+1)
		}
	}
	for _, k := range s.Branches.Kinds() {
		walk(k.ID+"/", 0)
	}
	return views, nil
}

func (s *Service) consoleCategory(ctx context.Context, q db.Querier, held map[string]int64, ref string) (ConsoleCategory, error) {
	all, err := s.consoleCategories(ctx, q, held)
	if err != nil {
		return ConsoleCategory{}, err
	}
	at := slices.IndexFunc(all, func(c ConsoleCategory) bool { return c.ID == ref })
	if at < 0 {
		return ConsoleCategory{}, errs.NotFound()
	}
	return all[at], nil
}

func (s *Service) consoleListCategories(ctx context.Context, _ *none) (*httpapi.Reply[[]ConsoleCategory], error) {
	held, err := s.Held(ctx)
	if err != nil {
		return nil, err
	}
	views, err := s.consoleCategories(ctx, s.DB, held)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(views), nil
}

type refInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) consoleGetCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	return s.replyCategory(ctx, in.ID, "")
}

func (s *Service) replyCategory(ctx context.Context, ref, message string) (*httpapi.Reply[ConsoleCategory], error) {
	held, err := s.Held(ctx)
	if err != nil {
		return nil, err
	}
	view, err := s.consoleCategory(ctx, s.DB, held, ref)
	if err != nil {
		return nil, err
	}
	return said(ctx, view, message), nil
}

// said answers with a message of a key, empty for none.
func said[T any](ctx context.Context, data T, key string) *httpapi.Reply[T] {
	if key != "" {
		key = i18n.T(httpapi.Caller(ctx).Lang, key)
	}
	return httpapi.OKMessage(data, key)
}

func by(ctx context.Context) By { return By{StaffID: staff.Caller(ctx).ID} }

// once answers a request with a key: do makes something and gives what is to be
// answered.
func once[T any](ctx context.Context, s *Service, op idempotency.Operation, key string, content any, message string,
	do func(ctx context.Context, tx *db.Tx) (T, error)) (*httpapi.Prepared, error) {
	if problem := idempotency.Problem(key); problem != nil {
		return nil, errs.InvalidAll([]errs.Field{*problem})
	}
	r := idempotency.Request{Operation: op, Caller: staff.Caller(ctx).ID, Key: key, Hash: idempotency.Hash(content)}
	answer, err := s.keys.Look(ctx, r)
	if answer == nil && err == nil {
		answer, err = s.keys.Once(ctx, r, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
			made, err := do(ctx, tx)
			if err != nil {
				return nil, err
			}
			return httpapi.Encode(said(ctx, made, message).Body)
		})
	}
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

type postCategoryInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ServiceID string `json:"service_id" maxLength:"64"`
		ParentID  string `json:"parent_id,omitempty" maxLength:"64" doc:"Empty: at the top."`
		CategoryForm
	}
}

func (s *Service) postCategory(ctx context.Context, in *postCategoryInput) (*httpapi.Prepared, error) {
	return once(ctx, s, makingCategory, in.Key, in.Body, "catalog.saved", func(ctx context.Context, tx *db.Tx) (ConsoleCategory, error) {
		made, err := s.AddCategory(ctx, tx, by(ctx), NewCategory{ServiceID: in.Body.ServiceID, ParentID: in.Body.ParentID, CategoryForm: in.Body.CategoryForm})
		if err != nil {
			return ConsoleCategory{}, err
		}
		return s.consoleCategory(ctx, tx, nil, made)
	})
}

type putCategoryInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		CategoryForm
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) putCategory(ctx context.Context, in *putCategoryInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.EditCategory(ctx, tx, by(ctx), in.ID, max(1, int64(in.Body.Version)), in.Body.CategoryForm)
	})
	if err != nil {
		return nil, httpapi.AsItIs(err, func() (*httpapi.Reply[ConsoleCategory], error) { return s.replyCategory(ctx, in.ID, "") })
	}
	return s.replyCategory(ctx, in.ID, "catalog.saved")
}

type moveInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ParentID string `json:"parent_id" maxLength:"64" doc:"Empty: at the top."`
		BeforeID string `json:"before_id" maxLength:"64" doc:"Empty: the last there."`
	}
}

func (s *Service) moveCategory(ctx context.Context, in *moveInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.MoveCategory(ctx, tx, by(ctx), in.ID, in.Body.ParentID, in.Body.BeforeID)
	})
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.moved")
}

func (s *Service) archiveCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.ArchiveCategory(ctx, tx, by(ctx), in.ID) })
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.now_archived")
}

func (s *Service) restoreCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.RestoreCategory(ctx, tx, by(ctx), in.ID) })
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.restored")
}

// ProductRow is a product in the list of staff.
type ProductRow struct {
	ID        string      `json:"id"`
	Slug      string      `json:"slug"`
	NameEN    string      `json:"name_en"`
	NameAR    string      `json:"name_ar"`
	Image     files.Image `json:"image"`
	Store     wire.Ref    `json:"store"`
	Category  wire.Ref    `json:"category"`
	State     string      `json:"state" enum:"draft,published,archived"`
	Variants  int64       `json:"variants" doc:"Those that are offered."`
	SKU       string      `json:"sku" doc:"Of the first variant."`
	Price     money.Major `json:"price" doc:"The lowest anywhere; 0 without one."`
	Missing   []string    `json:"missing" doc:"translation, picture, price"`
	UpdatedAt db.Millis   `json:"updated_at"`
}

type productsInput struct {
	Page       httpapi.Int `query:"page"`
	Q          string      `query:"q" maxLength:"200" doc:"Of names in both languages, SKUs, barcodes, keywords."`
	StoreID    string      `query:"store_id" maxLength:"64"`
	CategoryID string      `query:"category_id" maxLength:"64" doc:"With what is below it."`
	State      string      `query:"state" maxLength:"10" doc:"draft, published or archived; empty for what is in use."`
	Missing    string      `query:"missing" maxLength:"12" doc:"translation, picture, price or duplicate"`
	Sort       string      `query:"sort" maxLength:"10" doc:"name, -name or newest; empty: the last changed first."`
}

// lookup turns filters into a question to the directory. 422 for an unknown one.
func (s *Service) lookup(ctx context.Context, in *productsInput) (Lookup, error) {
	q := Lookup{Text: in.Q, State: in.State, Missing: in.Missing, Sort: in.Sort, Stores: s.reach(staff.Caller(ctx)), Arabic: httpapi.Caller(ctx).Lang == i18n.AR}
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"state", in.State, []string{"", Draft, Published, Archived}},
		{"missing", in.Missing, []string{"", LacksTranslation, LacksPicture, LacksPrice, Duplicated}},
		{"sort", in.Sort, []string{ByChange, ByName, ByNameBack, ByNewest}},
	} {
		if !slices.Contains(f.known, f.value) {
			return q, errs.Invalid(f.name, "common.one_of")
		}
	}
	if in.StoreID != "" {
		if q.Stores != nil && !slices.Contains(q.Stores, in.StoreID) {
			return q, errs.NotFound()
		}
		if _, ok := s.Branches.Store(in.StoreID); !ok {
			return q, errs.NotFound()
		}
		q.Stores = []string{in.StoreID}
	}
	if in.CategoryID != "" {
		var err error
		if q.Categories, err = s.Below(ctx, in.CategoryID); err != nil {
			return q, err
		}
	}
	return q, nil
}

// Below lists a category and all below it, shown or not; NotFound when there is
// none.
func (s *Service) Below(ctx context.Context, categoryID string) (map[string]bool, error) {
	all, err := shelves(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	if _, ok := all[categoryID]; !ok {
		return nil, errs.NotFound()
	}
	below := map[string]bool{}
	for id := range all {
		for up := id; up != ""; up = all[up].parent() {
			if up == categoryID {
				below[id] = true
				break
			}
		}
	}
	return below, nil
}

func (s *Service) listProducts(ctx context.Context, in *productsInput) (*httpapi.Queue[ProductRow], error) {
	q, err := s.lookup(ctx, in)
	if err != nil {
		return nil, err
	}
	found, counts, err := s.Locate(ctx, q)
	if err != nil {
		return nil, err
	}
	page := int(max(1, min(in.Page, 100_000)))
	from := min((page-1)*consolePage, len(found))
	rows, err := s.productRows(ctx, found[from:min(from+consolePage, len(found))])
	if err != nil {
		return nil, err
	}
	out := &httpapi.Queue[ProductRow]{}
	body, lang := &out.Body.Response, httpapi.Caller(ctx).Lang
	body.Data, body.Meta = rows, httpapi.NewMeta(page, consolePage, len(found))
	for _, state := range []struct{ name, label string }{
		{Draft, i18n.T(lang, "catalog.state_draft")}, {Published, i18n.T(lang, "catalog.state_published")}, {Archived, i18n.T(lang, "catalog.state_archived")},
	} {
		body.States = append(body.States, httpapi.QueueState{State: state.name, Label: state.label, Count: counts[state.name]})
	}
	return out, nil
}

// productRows reads the rows of some found products, in their order.
func (s *Service) productRows(ctx context.Context, found []Located) ([]ProductRow, error) {
	rows := make([]ProductRow, 0, len(found))
	if len(found) == 0 {
		return rows, nil
	}
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	var read []struct {
		ID         string
		Slug       string
		NameEN     string `db:"name_en"`
		NameAR     string `db:"name_ar"`
		Images     string
		StoreID    string `db:"store_id"`
		CategoryID string `db:"category_id"`
		Active     bool
		Archived   bool
		UpdatedAt  db.Millis `db:"updated_at"`
		Variants   int64
		SKU        string
		Price      int64
	}
	err := s.DB.Select(ctx, &read, `SELECT p.id, p.slug, p.name_en, p.name_ar, p.images, p.store_id, p.category_id, p.active, p.archived_at IS NOT NULL AS archived,
		p.updated_at, (SELECT COUNT(*) FROM variants v WHERE v.product_id = p.id AND v.active) AS variants,
		COALESCE((SELECT v.sku FROM variants v WHERE v.product_id = p.id ORDER BY v.sort, v.id LIMIT 1), '') AS sku,
		COALESCE((SELECT MIN(bp.price) FROM branch_prices bp WHERE bp.product_id = p.id AND bp.active), 0) AS price
		FROM products p WHERE p.id IN (`+db.List(1, len(ids))+`) ORDER BY p.id`, db.Args(ids)...)
	if err != nil {
		return nil, fmt.Errorf("catalog: products: %w", err)
	}
	lang := httpapi.Caller(ctx).Lang
	for _, f := range found {
		for _, r := range read {
			if r.ID != f.ID {
				continue
			}
			row := ProductRow{ID: r.ID, Slug: r.Slug, NameEN: r.NameEN, NameAR: r.NameAR, Image: s.Library.Image(firstImage(r.Images, nil)),
				State: stateOf(r.Active, r.Archived), Variants: r.Variants, SKU: r.SKU, Price: money.EGP(r.Price).Major(), Missing: f.Lacks, UpdatedAt: r.UpdatedAt,
				Store: wire.Ref{ID: r.StoreID}, Category: wire.Ref{ID: r.CategoryID}}
			if st, ok := s.Branches.Store(r.StoreID); ok {
				row.Store = st.Ref(lang)
			}
			if c, ok := s.Category(r.CategoryID); ok {
				row.Category = c.Ref(lang)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// ConsoleProduct is a product in full, as staff see it.
type ConsoleProduct struct {
	ID        string    `json:"id"`
	Slug      string    `json:"slug"`
	ServiceID string    `json:"service_id"`
	State     string    `json:"state" enum:"draft,published,archived"`
	Version   int64     `json:"version"`
	CreatedAt db.Millis `json:"created_at"`
	UpdatedAt db.Millis `json:"updated_at"`
	ProductForm
	// Retired are variants that are offered no more and may have been ordered.
	Retired  []VariantForm  `json:"retired"`
	Pictures []NamedPicture `json:"pictures" doc:"What its picture names show."`
	Sellers  []Seller       `json:"sellers" doc:"The branches of its store, with how many of its variants have a price there."`
}

// NamedPicture is a picture and its name.
type NamedPicture struct {
	Name  string      `json:"name"`
	Image files.Image `json:"image"`
}

// Seller is a branch that could sell a product.
type Seller struct {
	Branch wire.Ref    `json:"branch"`
	Priced int64       `json:"priced"`
	Lowest money.Major `json:"lowest"`
}

func (s *Service) consoleProduct(ctx context.Context, q db.Querier, productID string) (ConsoleProduct, error) {
	r, err := Read(ctx, q, productID)
	if err != nil {
		return ConsoleProduct{}, err
	}
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	if reach := s.reach(member); reach != nil && !slices.Contains(reach, r.StoreID) {
		return ConsoleProduct{}, errs.NotFound()
	}
	out := ConsoleProduct{ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, State: r.State(), Version: r.Version, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		ProductForm: r.ProductForm, Retired: []VariantForm{}, Pictures: []NamedPicture{}, Sellers: []Seller{}}
	out.Variants = []VariantForm{}
	names := slices.Clone(r.Images)
	for _, v := range r.Variants {
		if _, fits := r.named(v.Choices); fits {
			out.Variants = append(out.Variants, v)
		} else {
			out.Retired = append(out.Retired, v)
		}
		if v.Image != "" {
			names = append(names, v.Image)
		}
	}
	for _, name := range unique(names) {
		out.Pictures = append(out.Pictures, NamedPicture{name, s.Library.Image(name)})
	}
	var priced []struct {
		BranchID string `db:"branch_id"`
		N        int64
		Lowest   int64
	}
	if err := q.Select(ctx, &priced, `SELECT branch_id, COUNT(*) AS n, MIN(price) AS lowest FROM branch_prices
		WHERE product_id = $1 AND active GROUP BY branch_id ORDER BY branch_id`, productID); err != nil {
		return ConsoleProduct{}, err
	}
	for _, b := range s.Branches.All() {
		if b.Store.ID != r.StoreID || !member.Sees(b.ID) {
			continue
		}
		seller := Seller{Branch: b.Ref(lang)}
		for _, p := range priced {
			if p.BranchID == b.ID {
				seller.Priced, seller.Lowest = p.N, money.EGP(p.Lowest).Major()
			}
		}
		out.Sellers = append(out.Sellers, seller)
	}
	return out, nil
}

func (s *Service) getProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.replyProduct(ctx, in.ID, "")
}

func (s *Service) replyProduct(ctx context.Context, ref, message string) (*httpapi.Reply[ConsoleProduct], error) {
	view, err := s.consoleProduct(ctx, s.DB, ref)
	if err != nil {
		return nil, err
	}
	return said(ctx, view, message), nil
}

type postProductInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body ProductForm
}

func (s *Service) postProduct(ctx context.Context, in *postProductInput) (*httpapi.Prepared, error) {
	return once(ctx, s, makingProduct, in.Key, in.Body, "catalog.saved_draft", func(ctx context.Context, tx *db.Tx) (ConsoleProduct, error) {
		made, err := s.Create(ctx, tx, by(ctx), []NewProduct{{ProductForm: in.Body}})
		if err == nil && made[0].Refused != nil {
			err = made[0].Refused
		}
		if err != nil {
			return ConsoleProduct{}, err
		}
		return s.consoleProduct(ctx, tx, made[0].ID)
	})
}

type putProductInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ProductForm
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) putProduct(ctx context.Context, in *putProductInput) (*httpapi.Reply[ConsoleProduct], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Update(ctx, tx, by(ctx), in.ID, max(1, int64(in.Body.Version)), in.Body.ProductForm)
	})
	if err != nil {
		return nil, httpapi.AsItIs(err, func() (*httpapi.Reply[ConsoleProduct], error) { return s.replyProduct(ctx, in.ID, "") })
	}
	return s.replyProduct(ctx, in.ID, "catalog.saved")
}

type publishInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Published bool `json:"published"`
	}
}

func (s *Service) publishProduct(ctx context.Context, in *publishInput) (*httpapi.Reply[ConsoleProduct], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Publish(ctx, tx, by(ctx), in.ID, in.Body.Published)
	})
	if err != nil {
		return nil, err
	}
	message := "catalog.now_draft"
	if in.Body.Published {
		message = "catalog.now_published"
	}
	return s.replyProduct(ctx, in.ID, message)
}

type duplicateInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ProductID string `json:"product_id" maxLength:"64"`
		Prices    bool   `json:"prices" doc:"With its prices at every branch."`
	}
}

func (s *Service) duplicateProduct(ctx context.Context, in *duplicateInput) (*httpapi.Prepared, error) {
	return once(ctx, s, copyingProduct, in.Key, in.Body, "catalog.duplicated", func(ctx context.Context, tx *db.Tx) (ConsoleProduct, error) {
		made, err := s.Duplicate(ctx, tx, by(ctx), in.Body.ProductID, in.Body.Prices)
		if err != nil {
			return ConsoleProduct{}, err
		}
		return s.consoleProduct(ctx, tx, made)
	})
}

func (s *Service) archiveProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.setArchived(ctx, in.ID, true, "catalog.now_archived")
}

func (s *Service) restoreProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.setArchived(ctx, in.ID, false, "catalog.restored")
}

func (s *Service) setArchived(ctx context.Context, productID string, archived bool, message string) (*httpapi.Reply[ConsoleProduct], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Archive(ctx, tx, by(ctx), productID, archived) })
	if err != nil {
		return nil, err
	}
	return s.replyProduct(ctx, productID, message)
}
