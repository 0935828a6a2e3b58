package stock

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// SheetRow is a variant at a branch.
type SheetRow struct {
	VariantID  string              `json:"variant_id"`
	ProductID  string              `json:"product_id"`
	Name       string              `json:"name"`
	Variant    string              `json:"variant" doc:"Empty where there is one."`
	SKU        string              `json:"sku"`
	Barcode    string              `json:"barcode"`
	UnitGrams  int64               `json:"unit_grams" doc:"Sold by weight, in units of so many grams: prices are of a kilogram and stock is grams. 0: sold by the piece."`
	State      string              `json:"state" enum:"draft,published,archived"`
	Offered    bool                `json:"offered" doc:"The variant is switched on."`
	Price      *money.Major        `json:"price" nullable:"true" doc:"Null: none yet."`
	OfferPrice *money.Major        `json:"offer_price" nullable:"true"`
	OfferFrom  *db.Millis          `json:"offer_from"`
	OfferTo    *db.Millis          `json:"offer_to"`
	Sold       bool                `json:"sold" doc:"Sold here."`
	Version    int64               `json:"version" doc:"Of the price; 0 without one."`
	Cost       *money.Major        `json:"cost" nullable:"true" doc:"What it costs the shop without VAT; null where nobody said, and for those who may not see costs."`
	Margin     *money.Major        `json:"margin" nullable:"true" doc:"Of what is asked now, without VAT; null where the cost is."`
	MarginBP   *int64              `json:"margin_share" nullable:"true" doc:"In hundredths of a per cent of what is asked without VAT."`
	Waits      *products.WaitsView `json:"waits" doc:"A price that falls far below those before and waits for a second person; null for none."`
	ShelfView
}

// ShelfView is a branch's stock of a variant.
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

// view shows a stock level, in grams for products sold by weight; grams is the weight of a unit.
func (l StockLevel) view(grams int64) ShelfView {
	left, of := l.OnHand-l.Reserved, max(1, grams)
	return ShelfView{OnHand: l.OnHand * of, Reserved: l.Reserved * of, Available: left * of, Counted: l.Counted,
		SoldOut: l.OutUntil != nil, OutUntil: l.OutUntil, WarnAt: l.WarnAt * of, Low: l.Counted && left <= l.WarnAt}
}

// The sheet's filters by price and stock.
var sheetFilters = map[string]string{
	"no_cost":  `bp.variant_id IS NOT NULL AND c.variant_id IS NULL`,
	"unpriced": `bp.variant_id IS NULL`,
	"not_sold": `bp.variant_id IS NOT NULL AND NOT bp.active`,
	"offer":    `bp.offer_price IS NOT NULL`,
	"low": `COALESCE(s.counted AND s.on_hand - s.reserved <= s.warn_at, bp.variant_id IS NOT NULL
		AND s.variant_id IS NULL)`,
	"sold_out":  `s.out_until IS NOT NULL`,
	"uncounted": `NOT s.counted`,
}

const sheetTables = ` FROM variants v JOIN products p ON p.id = v.product_id
	LEFT JOIN branch_prices bp ON bp.branch_id = $1 AND bp.variant_id = v.id
	LEFT JOIN variant_costs c ON c.branch_id = $1 AND c.variant_id = v.id
	LEFT JOIN stock s ON s.branch_id = $1 AND s.variant_id = v.id`

// SheetFilter selects rows of the sheet.
type SheetFilter struct {
	Q          string `query:"q" json:"q,omitempty" maxLength:"200"`
	CategoryID string `query:"category_id" json:"category_id,omitempty" maxLength:"64"`
	ProductID  string `query:"product_id" json:"product_id,omitempty" maxLength:"64" doc:"Of this product alone."`
	Show       string `query:"show" json:"show,omitempty" maxLength:"10" doc:"unpriced, not_sold, offer, low, sold_out, uncounted or, for those who may see costs, no_cost; empty for all."`
}

type sheetInput struct {
	httpapi.PartInput
	ID string `path:"id" maxLength:"64"`
	SheetFilter
}

// lookOf converts a filter into a query for the products of the selected rows.
func (s *Service) lookOf(ctx context.Context, b *branches.Branch, f SheetFilter) (look products.Lookup, err error) {
	look = products.Lookup{Text: f.Q, Stores: []string{b.Store.ID}}
	if f.Show != "" {
		filter, known := sheetFilters[f.Show]
		if !known || f.Show == "no_cost" && !staff.Caller(ctx).May(staff.ReadCosts) {
			return look, errs.Invalid("show", "common.one_of")
		}
		var ids []string
		if err := s.db.Select(ctx, &ids, `SELECT DISTINCT v.product_id`+sheetTables+
			` WHERE p.store_id = $2 AND v.active AND `+filter+` ORDER BY v.product_id`,
			b.ID, b.Store.ID); err != nil {
			return look, fmt.Errorf("stock: sheet: %w", err)
		}
		look.Only = map[string]bool{}
		for _, id := range ids {
			look.Only[id] = true
		}
	}
	if f.ProductID != "" {
		look.Only = map[string]bool{f.ProductID: look.Only == nil || look.Only[f.ProductID]}
	}
	if f.CategoryID != "" {
		look.Categories, err = s.Catalog.Below(ctx, f.CategoryID)
	}
	return look, err
}

// Asked is a branch's price for a variant as people state it: per kilogram if sold by weight.
type Asked struct {
	SKU   string
	Price int64
}

// PricedRows lists all rows of the sheet that have a price, without a limit.
func (s *Service) PricedRows(ctx context.Context, branchID string, f SheetFilter) ([]Asked, error) {
	b, err := s.ofCaller(ctx, branchID)
	if err != nil {
		return nil, err
	}
	look, err := s.lookOf(ctx, b, f)
	if err != nil {
		return nil, err
	}
	look.Sort = products.ByName
	found, _, err := s.Catalog.Locate(ctx, look)
	if err != nil {
		return nil, err
	}
	filter := ""
	if f.Show != "" {
		filter = ` AND ` + sheetFilters[f.Show]
	}
	ids := make([]string, len(found))
	for i, one := range found {
		ids[i] = one.ID
	}
	var out []Asked
	for part := range slices.Chunk(ids, 500) {
		part = db.Padded(part)
		var rows []struct {
			SKU   string
			Price int64
		}
		if err := s.db.Select(ctx, &rows, `SELECT v.sku, bp.price`+sheetTables+` WHERE p.id IN (`+db.List(2, len(part))+`)
			AND bp.price IS NOT NULL AND (v.active OR bp.active)`+filter+` ORDER BY p.id, v.sort, v.id`,
			db.Args(part, b.ID)...); err != nil {
			return nil, fmt.Errorf("stock: sheet: %w", err)
		}
		for _, r := range rows {
			out = append(out, Asked{r.SKU, r.Price})
		}
	}
	return out, nil
}

func (s *Service) getSheet(ctx context.Context, in *sheetInput) (*httpapi.Part[SheetRow], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	look, err := s.lookOf(ctx, b, in.SheetFilter)
	if err != nil {
		return nil, err
	}
	look.Sort, look.Arabic, look.Most = products.ByName, lang == i18n.AR, sheetPage+1
	if look.After, err = products.PlaceOf(in.PartInput); err != nil {
		return nil, err
	}
	found, counts, err := s.Catalog.Locate(ctx, look)
	if err != nil {
		return nil, err
	}
	found, meta := httpapi.Cut(found, sheetPage, products.Located.Key)
	total := counts[products.Draft] + counts[products.Published]
	meta.Total = &total
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	rows, err := s.sheetRows(ctx, b.ID, ids, in.Show, lang)
	if err != nil {
		return nil, err
	}
	return httpapi.PartOf(rows, meta), nil
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
	UnitGrams   int64 `db:"unit_grams"`
	Active      bool
	Archived    bool
	Offered     bool
	Price       *int64
	OfferPrice  *int64     `db:"offer_price"`
	OfferFrom   *db.Millis `db:"offer_from"`
	OfferTo     *db.Millis `db:"offer_to"`
	Sold        bool
	Version     int64
	Cost        *int64
	VATBP       int64 `db:"vat_bp"`
	OnHand      int64 `db:"on_hand"`
	Reserved    int64
	Counted     bool
	OutUntil    *db.Millis `db:"out_until"`
	WarnAt      int64      `db:"warn_at"`
	VariantSort int64      `db:"variant_sort"`
}

// sheetRows reads the variants of some products at a branch, in the order of the products.
func (s *Service) sheetRows(ctx context.Context, branchID string, productIDs []string, show string,
	lang i18n.Lang) ([]SheetRow, error) {
	if len(productIDs) == 0 {
		return []SheetRow{}, nil
	}
	filter := ""
	if show != "" {
		filter = ` AND ` + sheetFilters[show]
	}
	var rows []sheetRow
	err := s.db.Select(ctx, &rows, `SELECT v.id AS variant_id, v.product_id, p.name_en, p.name_ar,
		v.name_en AS variant_en, v.name_ar AS variant_ar, v.sku, v.barcode, p.unit_grams,
		p.active, p.archived_at IS NOT NULL AS archived, v.active AS offered, bp.price, bp.offer_price, bp.offer_from,
		bp.offer_to, c.cost, p.vat_bp,
		COALESCE(bp.active, false) AS sold, COALESCE(bp.version, 0) AS version, COALESCE(s.on_hand, 0) AS on_hand,
		COALESCE(s.reserved, 0) AS reserved,
		COALESCE(s.counted, true) AS counted, s.out_until, COALESCE(s.warn_at, 0) AS warn_at,
		v.sort AS variant_sort`+sheetTables+`
		WHERE p.id IN
		(`+db.List(2, len(productIDs))+`) AND (v.active OR bp.active)`+filter+` ORDER BY p.id, v.sort, v.id`,
		db.Args(productIDs, branchID)...)
	if err != nil {
		return nil, fmt.Errorf("stock: sheet: %w", err)
	}
	variants := make([]string, len(rows))
	for i, r := range rows {
		variants[i] = r.VariantID
	}
	waits, limits, names, err := s.waiting(ctx, branchID, variants)
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	for i, id := range productIDs {
		place[id] = i
	}
	slices.SortStableFunc(rows, func(a, b sheetRow) int { return cmp.Compare(place[a.ProductID], place[b.ProductID]) })
	out := make([]SheetRow, len(rows))
	seesCosts, now := staff.Caller(ctx).May(staff.ReadCosts), db.At(s.clock.Now())
	for i, r := range rows {
		state := products.Draft
		switch {
		case r.Archived:
			state = products.Archived
		case r.Active:
			state = products.Published
		}
		out[i] = SheetRow{VariantID: r.VariantID, ProductID: r.ProductID,
			Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang), Variant: i18n.Text{EN: r.VariantEN, AR: r.VariantAR}.In(lang),
			SKU: r.SKU, Barcode: r.Barcode, UnitGrams: r.UnitGrams, State: state, Offered: r.Offered,
			Price: amount(r.Price), OfferPrice: amount(r.OfferPrice), OfferFrom: r.OfferFrom, OfferTo: r.OfferTo, Sold: r.Sold,
			Version: r.Version,
			ShelfView: StockLevel{OnHand: r.OnHand, Reserved: r.Reserved, Counted: r.Counted, OutUntil: r.OutUntil,
				WarnAt: r.WarnAt}.view(r.UnitGrams)}
		if seesCosts {
			out[i].showCost(r, now, s.Catalog.Untaxed != nil && s.Catalog.Untaxed())
		}
		if w, there := waits[r.VariantID]; there {
			view := w.View(limits, names)
			out[i].Waits = &view
		}
	}
	return out, nil
}

// showCost adds the cost and the margin at the current price.
func (v *SheetRow) showCost(r sheetRow, now db.Millis, untaxed bool) {
	if v.Cost = amount(r.Cost); v.Cost == nil || r.Price == nil {
		return
	}
	asked := *r.Price
	if r.OfferPrice != nil && (r.OfferFrom == nil || *r.OfferFrom <= now) && (r.OfferTo == nil || now < *r.OfferTo) {
		asked = *r.OfferPrice
	}
	if !untaxed {
		asked -= money.VATIn(asked, r.VATBP)
	}
	left := asked - *r.Cost
	v.Margin = amount(&left)
	if asked > 0 {
		share := money.RoundRatio(left, 10_000, asked)
		v.MarginBP = &share
	}
}

// waiting reads the pending prices of variants, and the names of the staff who proposed them.
func (s *Service) waiting(ctx context.Context, branchID string,
	variants []string) (map[string]products.Wait, approvals.Limits, map[string]string, error) {
	waits, err := products.Waiting(ctx, s.db, branchID, variants)
	if err != nil || len(waits) == 0 {
		return nil, approvals.Limits{}, nil, err
	}
	limits, err := approvals.ReadLimits(ctx, s.db)
	if err != nil {
		return nil, limits, nil, err
	}
	var makers []string
	for _, w := range waits {
		makers = append(makers, w.Makers...)
	}
	names, err := staff.Names(ctx, s.db, makers)
	return waits, limits, names, err
}

// amount is a price as staff see it: per kilogram if sold by weight.
func amount(minor *int64) *money.Major {
	if minor == nil {
		return nil
	}
	m := money.EGP(*minor).Major()
	return &m
}
