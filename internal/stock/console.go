package stock

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"wekala/internal/branches"
	"wekala/internal/catalog"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
	"wekala/internal/staff"
)

// Deps are what the sheet of a branch asks.
type Deps struct {
	Branches *branches.Service
	Catalog  *catalog.Service
}

// Join connects what the console asks: called once, while the program is put
// together.
func (s *Service) Join(deps Deps) { s.Deps = deps }

const (
	sheetPage = 50  // products on a page of the sheet
	mostRows  = 500 // rows of one change
	movesPage = 50
)

// ConsoleRoutes registers the sheet of a branch: what it asks for each variant
// and what it has.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string, may httpapi.Capability, actions ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/branches/{id}" + path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: may, Branches: httpapi.BranchOfPath, Audit: actions, Strict: method != "GET"}
	}
	sheet := op("GET", "/sheet", "console-branch-sheet", "Prices and stock of a branch, by product", staff.ReadCatalogue)
	sheet.Paged = true
	httpapi.Handle(a, sheet, s.getSheet)
	prices := op("PUT", "/prices", "console-set-prices", "Ask new prices at a branch, each with its result", staff.SetPrices, "price.set")
	prices.MaxBody = sheetBody
	httpapi.Handle(a, prices, s.putPrices)
	httpapi.Handle(a, op("POST", "/prices/copy", "console-copy-prices", "Ask what another branch of the store asks", staff.SetPrices, "price.copy"), s.copyPrices)
	change := op("PUT", "/stock", "console-set-stock", "Count, receive and write off at a branch, each with its result", staff.SetStock, "shelf.change")
	change.MaxBody, change.Description = sheetBody, "source names the request: what comes twice with one source is moved once."
	httpapi.Handle(a, change, s.putStock)
	httpapi.Handle(a, op("PUT", "/sold-out", "console-sell-out", "Say that something is sold out until the next business day, or take it back", staff.SetStock, "shelf.sold_out"), s.putSoldOut)
	moves := op("GET", "/stock-moves", "console-stock-moves", "Why there is what there is of a variant, the last first", staff.ReadCatalogue)
	moves.Paged = true
	httpapi.Handle(a, moves, s.getMoves)
}

// sheetBody bounds a change of many rows.
const sheetBody = 1 << 20

// SheetRow is a variant at a branch.
type SheetRow struct {
	VariantID  string       `json:"variant_id"`
	ProductID  string       `json:"product_id"`
	Name       string       `json:"name"`
	Variant    string       `json:"variant" doc:"Empty where there is one."`
	SKU        string       `json:"sku"`
	Barcode    string       `json:"barcode"`
	State      string       `json:"state" enum:"draft,published,archived"`
	Offered    bool         `json:"offered" doc:"The variant is switched on."`
	Price      *money.Major `json:"price" nullable:"true" doc:"Null: none yet."`
	OfferPrice *money.Major `json:"offer_price" nullable:"true"`
	OfferFrom  *db.Millis   `json:"offer_from"`
	OfferTo    *db.Millis   `json:"offer_to"`
	Sold       bool         `json:"sold" doc:"Sold here."`
	Version    int64        `json:"version" doc:"Of the price; 0 without one."`
	ShelfView
}

// ShelfView is what a branch has of a variant.
type ShelfView struct {
	OnHand    int64      `json:"on_hand"`
	Reserved  int64      `json:"reserved" doc:"Held for orders."`
	Available int64      `json:"available" doc:"Can be bought; meaningless where it is not counted."`
	Counted   bool       `json:"counted"`
	SoldOut   bool       `json:"sold_out" doc:"By hand."`
	OutUntil  *db.Millis `json:"out_until"`
	WarnAt    int64      `json:"warn_at" doc:"So few left are worth a warning; 0: none."`
	Low       bool       `json:"low" doc:"Counted, and no more left than the warning says, or none."`
}

func (l Shelf) view() ShelfView {
	left := l.OnHand - l.Reserved
	return ShelfView{OnHand: l.OnHand, Reserved: l.Reserved, Available: left, Counted: l.Counted, SoldOut: l.OutUntil != nil, OutUntil: l.OutUntil,
		WarnAt: l.WarnAt, Low: l.Counted && left <= l.WarnAt}
}

// The filters of the sheet by what a branch asks and has.
var sheetFilters = map[string]string{
	"unpriced":  `bp.variant_id IS NULL`,
	"not_sold":  `bp.variant_id IS NOT NULL AND NOT bp.active`,
	"offer":     `bp.offer_price IS NOT NULL`,
	"low":       `COALESCE(s.counted AND s.on_hand - s.reserved <= s.warn_at, bp.variant_id IS NOT NULL AND s.variant_id IS NULL)`,
	"sold_out":  `s.out_until IS NOT NULL`,
	"uncounted": `NOT s.counted`,
}

const sheetTables = ` FROM variants v JOIN products p ON p.id = v.product_id
	LEFT JOIN branch_prices bp ON bp.branch_id = $1 AND bp.variant_id = v.id
	LEFT JOIN stock s ON s.branch_id = $1 AND s.variant_id = v.id`

type sheetInput struct {
	ID         string      `path:"id" maxLength:"64"`
	Page       httpapi.Int `query:"page"`
	Q          string      `query:"q" maxLength:"200"`
	CategoryID string      `query:"category_id" maxLength:"64"`
	ProductID  string      `query:"product_id" maxLength:"64" doc:"Of this product alone."`
	Show       string      `query:"show" maxLength:"10" doc:"unpriced, not_sold, offer, low, sold_out or uncounted; empty for all."`
}

// ofCaller finds the branch that is asked for; another's is not found.
func (s *Service) ofCaller(ctx context.Context, ref string) (*branches.Branch, error) {
	b, ok := s.Branches.Branch(ref)
	if !ok || !staff.Caller(ctx).Sees(b.ID) {
		return nil, errs.NotFound()
	}
	return b, nil
}

func (s *Service) getSheet(ctx context.Context, in *sheetInput) (*httpapi.Listing[SheetRow], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	only := map[string]bool{}
	if in.Show != "" {
		filter, known := sheetFilters[in.Show]
		if !known {
			return nil, errs.Invalid("show", "common.one_of")
		}
		var ids []string
		if err := s.db.Select(ctx, &ids, `SELECT DISTINCT v.product_id`+sheetTables+` WHERE p.store_id = $2 AND v.active AND `+filter+` ORDER BY v.product_id`,
			b.ID, b.Store.ID); err != nil {
			return nil, fmt.Errorf("stock: sheet: %w", err)
		}
		for _, id := range ids {
			only[id] = true
		}
	}
	lang := httpapi.Caller(ctx).Lang
	look := catalog.Lookup{Text: in.Q, Stores: []string{b.Store.ID}, Sort: catalog.ByName, Arabic: lang == i18n.AR}
	if in.CategoryID != "" {
		if look.Categories, err = s.Catalog.Below(ctx, in.CategoryID); err != nil {
			return nil, err
		}
	}
	found, _, err := s.Catalog.Locate(ctx, look)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(l catalog.Located) bool {
		return in.Show != "" && !only[l.ID] || in.ProductID != "" && l.ID != in.ProductID
	})
	page := int(max(1, min(in.Page, 100_000)))
	from := min((page-1)*sheetPage, len(found))
	ids := make([]string, 0, sheetPage)
	for _, f := range found[from:min(from+sheetPage, len(found))] {
		ids = append(ids, f.ID)
	}
	rows, err := s.sheetRows(ctx, b.ID, ids, in.Show, lang)
	if err != nil {
		return nil, err
	}
	return httpapi.List(rows, page, sheetPage, len(found)), nil
}

type sheetRow struct {
	VariantID   string `db:"variant_id"`
	ProductID   string `db:"product_id"`
	NameEN      string `db:"name_en"`
	NameAR      string `db:"name_ar"`
	VariantEN   string `db:"variant_en"`
	VariantAR   string `db:"variant_ar"`
	SKU         string
	Barcode     string
	Active      bool
	Archived    bool
	Offered     bool
	Price       *int64
	OfferPrice  *int64     `db:"offer_price"`
	OfferFrom   *db.Millis `db:"offer_from"`
	OfferTo     *db.Millis `db:"offer_to"`
	Sold        bool
	Version     int64
	OnHand      int64 `db:"on_hand"`
	Reserved    int64
	Counted     bool
	OutUntil    *db.Millis `db:"out_until"`
	WarnAt      int64      `db:"warn_at"`
	VariantSort int64      `db:"variant_sort"`
}

// sheetRows reads the variants of some products at a branch, the products in
// their order.
func (s *Service) sheetRows(ctx context.Context, branchID string, productIDs []string, show string, lang i18n.Lang) ([]SheetRow, error) {
	if len(productIDs) == 0 {
		return []SheetRow{}, nil
	}
	filter := ""
	if show != "" {
		filter = ` AND ` + sheetFilters[show]
	}
	var rows []sheetRow
	err := s.db.Select(ctx, &rows, `SELECT v.id AS variant_id, v.product_id, p.name_en, p.name_ar, v.name_en AS variant_en, v.name_ar AS variant_ar, v.sku, v.barcode,
		p.active, p.archived_at IS NOT NULL AS archived, v.active AS offered, bp.price, bp.offer_price, bp.offer_from, bp.offer_to,
		COALESCE(bp.active, false) AS sold, COALESCE(bp.version, 0) AS version, COALESCE(s.on_hand, 0) AS on_hand, COALESCE(s.reserved, 0) AS reserved,
		COALESCE(s.counted, true) AS counted, s.out_until, COALESCE(s.warn_at, 0) AS warn_at, v.sort AS variant_sort`+sheetTables+`
		WHERE p.id IN (`+db.List(2, len(productIDs))+`) AND (v.active OR bp.active)`+filter+` ORDER BY p.id, v.sort, v.id`, db.Args(productIDs, branchID)...)
	if err != nil {
		return nil, fmt.Errorf("stock: sheet: %w", err)
	}
	place := map[string]int{}
	for i, id := range productIDs {
		place[id] = i
	}
	slices.SortStableFunc(rows, func(a, b sheetRow) int { return cmp.Compare(place[a.ProductID], place[b.ProductID]) })
	out := make([]SheetRow, len(rows))
	for i, r := range rows {
		state := catalog.Draft
		switch {
		case r.Archived:
			state = catalog.Archived
		case r.Active:
			state = catalog.Published
		}
		out[i] = SheetRow{VariantID: r.VariantID, ProductID: r.ProductID, Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang),
			Variant: i18n.Text{EN: r.VariantEN, AR: r.VariantAR}.In(lang), SKU: r.SKU, Barcode: r.Barcode, State: state, Offered: r.Offered,
			Price: amount(r.Price), OfferPrice: amount(r.OfferPrice), OfferFrom: r.OfferFrom, OfferTo: r.OfferTo, Sold: r.Sold, Version: r.Version,
			ShelfView: Shelf{OnHand: r.OnHand, Reserved: r.Reserved, Counted: r.Counted, OutUntil: r.OutUntil, WarnAt: r.WarnAt}.view()}
	}
	return out, nil
}

func amount(minor *int64) *money.Major {
	if minor == nil {
		return nil
	}
	m := money.EGP(*minor).Major()
	return &m
}

// RowResult is what became of a row of a change.
type RowResult struct {
	VariantID string `json:"variant_id"`
	OK        bool   `json:"ok"`
	Code      string `json:"code" doc:"Why not, for programs."`
	Field     string `json:"field" doc:"Which cell is wrong; empty for the row."`
	Message   string `json:"message" doc:"Why not, for people."`
}

func resultOf(lang i18n.Lang, variantID string, no *errs.Error) RowResult {
	r := RowResult{VariantID: variantID, OK: no == nil}
	if no != nil {
		r.Code, r.Message = no.Code(), i18n.T(lang, no.Key, no.Args...)
		if len(no.Fields) > 0 {
			r.Field = no.Fields[0].Name
		}
	}
	return r
}

// Saved is what became of a change of many rows: each row's result, and the
// rows as they are now.
type Saved struct {
	Results []RowResult `json:"results"`
	Rows    []SheetRow  `json:"rows"`
}

// saved reads the rows of variants as they are after a change.
func (s *Service) saved(ctx context.Context, branchID string, results []RowResult) (Saved, error) {
	out := Saved{Results: results, Rows: []SheetRow{}}
	ids := make([]string, len(results))
	for i, r := range results {
		ids[i] = r.VariantID
	}
	var products []string
	if err := s.db.Select(ctx, &products, `SELECT DISTINCT product_id FROM variants WHERE id IN (`+db.List(1, len(ids))+`) ORDER BY product_id`, db.Args(ids)...); err != nil {
		return out, err
	}
	rows, err := s.sheetRows(ctx, branchID, products, "", httpapi.Caller(ctx).Lang)
	if err != nil {
		return out, err
	}
	out.Rows = slices.DeleteFunc(rows, func(r SheetRow) bool { return !slices.Contains(ids, r.VariantID) })
	return out, nil
}

// eachOnce refuses a change without rows, with too many, or with a variant
// twice.
func eachOnce(ids []string) error {
	if len(ids) == 0 || len(ids) > mostRows {
		return errs.Invalid("rows", "stock.rows_range", "most", mostRows)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) < len(ids) {
		return errs.Invalid("rows", "stock.row_twice")
	}
	return nil
}

type pricesInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Rows []priceRow `json:"rows" maxItems:"500"`
	}
}

type priceRow struct {
	VariantID  string          `json:"variant_id" maxLength:"64"`
	Price      httpapi.Amount  `json:"price"`
	OfferPrice *httpapi.Amount `json:"offer_price,omitempty" nullable:"true"`
	OfferFrom  *db.Millis      `json:"offer_from,omitempty"`
	OfferTo    *db.Millis      `json:"offer_to,omitempty"`
	Sold       bool            `json:"sold"`
	Version    httpapi.Int     `json:"version" doc:"Of the price that was read; 0 where there was none."`
}

func (s *Service) putPrices(ctx context.Context, in *pricesInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids, changes := []string{}, []catalog.PriceChange{}
	for _, r := range in.Body.Rows {
		ids = append(ids, r.VariantID)
		p := catalog.Price{BranchID: b.ID, VariantID: r.VariantID, Price: r.Price.Minor, OfferFrom: r.OfferFrom, OfferTo: r.OfferTo, Sold: r.Sold, Version: max(0, int64(r.Version))}
		if r.OfferPrice != nil {
			p.OfferPrice = &r.OfferPrice.Minor
		}
		changes = append(changes, catalog.PriceChange{Price: p})
	}
	if err := eachOnce(ids); err != nil {
		return nil, err
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(ids))
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.Catalog.SetPrices(ctx, tx, catalog.By{StaffID: member.ID}, changes)
		for i, o := range out {
			results[i] = resultOf(lang, ids[i], o.Refused)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, results)
}

func (s *Service) replySaved(ctx context.Context, branchID string, results []RowResult) (*httpapi.Reply[Saved], error) {
	done, err := s.saved(ctx, branchID, results)
	if err != nil {
		return nil, err
	}
	message := "stock.rows_saved"
	if slices.ContainsFunc(results, func(r RowResult) bool { return !r.OK }) {
		message = "stock.rows_partly"
	}
	return httpapi.OKMessage(done, i18n.T(httpapi.Caller(ctx).Lang, message)), nil
}

type copyInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		From    string `json:"from" maxLength:"64" doc:"Another branch of the store."`
		Missing bool   `json:"missing" doc:"Only what has no price here yet."`
	}
}

// Copied tells how many prices were copied.
type Copied struct {
	Changed int `json:"changed"`
}

func (s *Service) copyPrices(ctx context.Context, in *copyInput) (*httpapi.Reply[Copied], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	from, ok := s.Branches.Branch(in.Body.From)
	if !ok || from.ID == b.ID || from.Store.ID != b.Store.ID {
		return nil, errs.Invalid("from", "stock.other_branch")
	}
	member, out := staff.Caller(ctx), Copied{}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		out.Changed, err = s.Catalog.CopyPrices(ctx, tx, catalog.By{StaffID: member.ID}, from.ID, b.ID, in.Body.Missing)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(out, i18n.T(httpapi.Caller(ctx).Lang, "stock.prices_copied", "count", out.Changed)), nil
}

type stockInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Source string     `json:"source" minLength:"1" maxLength:"100" doc:"A name of the caller's making for this request."`
		Rows   []stockRow `json:"rows" maxItems:"500"`
	}
}

type stockRow struct {
	VariantID  string       `json:"variant_id" maxLength:"64"`
	Counted    *bool        `json:"counted,omitempty" doc:"Whether it is counted here; absent: as it is."`
	WarnAt     *httpapi.Int `json:"warn_at,omitempty"`
	OnHand     *httpapi.Int `json:"on_hand,omitempty" doc:"A stock-take: what is on the shelf, held for orders included."`
	Was        *httpapi.Int `json:"was,omitempty" doc:"What the shelf was said to hold."`
	Received   *httpapi.Int `json:"received,omitempty"`
	WrittenOff *httpapi.Int `json:"written_off,omitempty"`
	Fault      string       `json:"fault,omitempty" doc:"Who bears what is written off: branch, courier, shop, customer or supplier."`
	Note       string       `json:"note,omitempty"`
}

// change checks a row. The error is the row's.
func (r stockRow) change(branchID string) (Change, *errs.Error) {
	c := Change{BranchID: branchID, VariantID: r.VariantID, Counted: r.Counted, Note: httpapi.Clean(r.Note)}
	ways := 0
	for _, part := range []struct {
		name  string
		from  *httpapi.Int
		to    **int64
		least int64
	}{{"warn_at", r.WarnAt, &c.WarnAt, 0}, {"on_hand", r.OnHand, &c.OnHand, 0}, {"was", r.Was, &c.Was, 0}, {"received", r.Received, &c.Received, 1}, {"written_off", r.WrittenOff, &c.WrittenOff, 1}} {
		if part.from == nil {
			continue
		}
		n := int64(*part.from)
		if n < part.least || n > mostUnits {
			return c, errs.Invalid(part.name, "stock.units_range", "least", part.least, "most", mostUnits)
		}
		*part.to = &n
		if part.name != "warn_at" && part.name != "was" {
			ways++
		}
	}
	if ways > 1 {
		return c, errs.Invalid("on_hand", "stock.one_way")
	}
	if utf8.RuneCountInString(c.Note) > mostNote {
		return c, errs.Invalid("note", "common.too_long", "len", mostNote)
	}
	if c.WrittenOff != nil {
		c.Fault = r.Fault
	}
	return c, nil
}

// ofStore lists which of some variants are of a store.
func ofStore(ctx context.Context, q db.Querier, storeID string, variantIDs []string) (map[string]bool, error) {
	var ids []string
	err := q.Select(ctx, &ids, `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
		WHERE p.store_id = $1 AND v.id IN (`+db.List(2, len(variantIDs))+`) ORDER BY v.id`, db.Args(variantIDs, storeID)...)
	theirs := make(map[string]bool, len(ids))
	for _, id := range ids {
		theirs[id] = true
	}
	return theirs, err
}

func (s *Service) putStock(ctx context.Context, in *stockInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for _, r := range in.Body.Rows {
		ids = append(ids, r.VariantID)
	}
	if err := eachOnce(ids); err != nil {
		return nil, err
	}
	if problem := idempotency.Problem(in.Body.Source); problem != nil {
		return nil, errs.Invalid("source", "common.required")
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, ids)
	if err != nil {
		return nil, err
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(ids))
	var changes []Change
	var at []int
	for i, r := range in.Body.Rows {
		c, no := r.change(b.ID)
		if no == nil && !theirs[r.VariantID] {
			no = errs.Refuse("catalog.not_of_this_store")
		}
		results[i] = resultOf(lang, r.VariantID, no)
		if no == nil {
			changes, at = append(changes, c), append(at, i)
		}
	}
	// The source is of this caller alone.
	by := By{StaffID: member.ID, Source: "staff:" + id.Digest(member.ID + "/" + in.Body.Source)[:24]}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.Apply(ctx, tx, by, changes)
		for n, o := range out {
			results[at[n]] = resultOf(lang, ids[at[n]], o.Refused)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.replySaved(ctx, b.ID, results)
}

type soldOutInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Variants []string `json:"variants" minItems:"1" maxItems:"500"`
		SoldOut  bool     `json:"sold_out"`
	}
}

func (s *Service) putSoldOut(ctx context.Context, in *soldOutInput) (*httpapi.Reply[Saved], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := eachOnce(in.Body.Variants); err != nil {
		return nil, err
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, in.Body.Variants)
	if err != nil {
		return nil, err
	}
	lang, member := httpapi.Caller(ctx).Lang, staff.Caller(ctx)
	results := make([]RowResult, len(in.Body.Variants))
	for i, v := range in.Body.Variants {
		var no *errs.Error
		if !theirs[v] {
			no = errs.Refuse("catalog.not_of_this_store")
		}
		results[i] = resultOf(lang, v, no)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.SellOut(ctx, tx, By{StaffID: member.ID}, b.ID, slices.Collect(maps.Keys(theirs)), in.Body.SoldOut)
		return err
	})
	if err != nil {
		return nil, err
	}
	done, err := s.saved(ctx, b.ID, results)
	if err != nil {
		return nil, err
	}
	message := "stock.back_again"
	if in.Body.SoldOut {
		message = "stock.now_sold_out"
	}
	return httpapi.OKMessage(done, i18n.T(lang, message)), nil
}

// Move is a change of what a branch has, and why.
type Move struct {
	ID     string    `json:"id"`
	Qty    int64     `json:"qty" doc:"Above zero: came in."`
	Reason string    `json:"reason" enum:"opening,received,sold,returned,scrapped,corrected,written_off"`
	Label  string    `json:"label" doc:"The reason for people."`
	Order  *wire.Ref `json:"order" doc:"Of what was sold or came back."`
	By     string    `json:"by" doc:"Who did it; empty where the shop did by itself."`
	Fault  string    `json:"fault"`
	Note   string    `json:"note"`
	At     db.Millis `json:"at"`
}

type movesInput struct {
	ID      string      `path:"id" maxLength:"64"`
	Variant string      `query:"variant_id" maxLength:"64"`
	Page    httpapi.Int `query:"page"`
}

func (s *Service) getMoves(ctx context.Context, in *movesInput) (*httpapi.Listing[Move], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, []string{in.Variant})
	if err != nil {
		return nil, err
	}
	if !theirs[in.Variant] {
		return nil, errs.NotFound()
	}
	var total int
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM stock_moves WHERE branch_id = $1 AND variant_id = $2`, b.ID, in.Variant); err != nil {
		return nil, err
	}
	page := int(max(1, min(in.Page, 100_000)))
	var rows []struct {
		ID     string
		Qty    int64
		Reason string
		Source string
		At     db.Millis
		Name   *string
		Number *string
		Fault  string
		Note   string
	}
	// The names of who did it and of the orders come along, though the tables are
	// not ours: nobody knows them by their ids.
	err = s.db.Select(ctx, &rows, `SELECT m.id, m.qty, m.reason, m.source, m.at, t.name, o.number, m.fault, m.note FROM stock_moves m
		LEFT JOIN staff t ON t.id = m.staff_id LEFT JOIN orders o ON o.id = m.source
		WHERE m.branch_id = $1 AND m.variant_id = $2 ORDER BY m.at DESC, m.id DESC LIMIT $3 OFFSET $4`,
		b.ID, in.Variant, int64(movesPage), int64((page-1)*movesPage))
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	out := make([]Move, len(rows))
	for i, r := range rows {
		out[i] = Move{ID: r.ID, Qty: r.Qty, Reason: r.Reason, Label: i18n.T(lang, "stock.reason_"+r.Reason), Fault: r.Fault, Note: r.Note, At: r.At}
		if r.Name != nil {
			out[i].By = *r.Name
		}
		if r.Number != nil {
			out[i].Order = &wire.Ref{ID: r.Source, Name: *r.Number}
		}
	}
	return httpapi.List(out, page, movesPage, total), nil
}
