package quotations

import (
	"context"
	"strings"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/cart"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

// Wanted is a quantity of a variant for which a price is requested.
type Wanted struct {
	VariantID string
	Qty       int64
	// Picks are the requested extras; only lines from a cart have any.
	Picks extras.Picks `json:",omitempty"`
}

// WantedOfCart is a requested quantity of a line of the cart.
type WantedOfCart struct {
	ItemID string
	Qty    int64
}

// Request is a request for a quotation.
type Request struct {
	UserID, Key string
	Lang        i18n.Lang
	ServiceID   string
	// FromCart takes the lines and the branch from the customer's cart of the service; BranchID and Items are ignored.
	FromCart bool
	// CartItems are the requested lines of the cart with their quantities; an empty list takes all lines as they are.
	CartItems   []WantedOfCart `json:",omitempty"`
	BranchID    string         // "" takes the branch that serves the place best
	Items       []Wanted
	Note        string
	CompanyName string
	TaxID       string
	Place       places.Place `json:"-"`
}

// operation names requests for quotations among the requests with an idempotency key.
var operation = idempotency.Operation{Name: "ask-quotation", Keep: 7 * 24 * time.Hour}

// keyed is the part of the request that its key identifies.
func (in Request) keyed() idempotency.Request {
	r := idempotency.Request{Operation: operation, Caller: in.UserID, Subject: in.UserID, Key: in.Key}
	in.Key, in.Lang = "", ""
	r.Hash = idempotency.Hash(in)
	return r
}

// tidy validates the input that can be checked without the database, and returns all errors.
func (in *Request) tidy() error {
	var wrong []errs.Field
	refuse := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	text := func(field, value string, most int) string {
		value = httpapi.Clean(value)
		if len([]rune(value)) > most {
			refuse(field, "common.too_long", "len", most)
		}
		return value
	}
	if problem := idempotency.Problem(in.Key); problem != nil {
		wrong = append(wrong, *problem)
	}
	in.Note = text("note", in.Note, noteLength)
	in.CompanyName = text("company_name", in.CompanyName, companyLength)
	in.TaxID = strings.NewReplacer("-", "", " ", "").Replace(money.LatinDigits(httpapi.Clean(in.TaxID)))
	if in.TaxID != "" && (len(in.TaxID) != 9 || strings.Trim(in.TaxID, "0123456789") != "") {
		refuse("tax_number", "quotations.tax_id_invalid")
	}
	for _, it := range in.CartItems {
		if it.Qty < 1 || it.Qty > maxQty {
			refuse("cart_items", "quotations.qty_range", "most", maxQty)
			break
		}
	}
	if !in.FromCart {
		switch {
		case len(in.Items) == 0:
			refuse("items", "common.required")
		case len(in.Items) > maxLines:
			refuse("items", "quotations.too_many_lines", "count", maxLines)
		}
		for _, it := range in.Items {
			if it.Qty < 1 || it.Qty > maxQty {
				refuse("items", "quotations.qty_range", "most", maxQty)
				break
			}
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// Ask creates a quotation for a customer, once per key: the same key returns the same bytes. Refusals:
// quotations.empty_cart, cart_changed, unavailable, not_delivered, place_needed, too_many_open; too_many_today (429),
// idempotency_mismatch (422), and 422 for invalid fields.
func (s *Service) Ask(ctx context.Context, in Request) ([]byte, error) {
	if err := in.tidy(); err != nil {
		return nil, err
	}
	key := in.keyed()
	if answer, err := s.keys.Look(ctx, key); answer != nil || err != nil {
		return answer, err
	}
	q, err := s.compose(ctx, in)
	if err != nil {
		return nil, err
	}
	first := Event{QuotationID: q.ID, Seq: 1, To: Requested, ActorKind: string(customer), ActorID: q.UserID, Note: q.Note,
		At: q.CreatedAt}
	view := s.show(q, nil, []Event{first}, nil, in.Lang)
	answer, err := httpapi.Encode(httpapi.OKMessage(view, i18n.T(in.Lang, "quotations.asked")).Body)
	if err != nil {
		return nil, err
	}
	return s.keys.Once(ctx, key, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
		if err := auth.LockActiveUser(ctx, tx, in.UserID); err != nil {
			return nil, err
		}
		n, err := countOpen(ctx, tx, in.UserID, q.CreatedAt)
		if err != nil {
			return nil, err
		}
		if n >= maxOpen {
			return nil, errs.Refuse("quotations.too_many_open", "count", maxOpen)
		}
		err = counters.RequireDaily(ctx, tx, "quotation:"+in.UserID, maxDaily, q.CreatedAt.Time(),
			"quotations.too_many_today")
		if err != nil {
			return nil, err
		}
		err = tx.Batch(ctx, append(insertStmts(q), eventStmt(first)))
		return answer, err
	})
}

// compose determines the requested lines, the branch and the place of delivery.
func (s *Service) compose(ctx context.Context, in Request) (*Quotation, error) {
	place, err := s.place(ctx, in)
	if err != nil {
		return nil, err
	}
	branchID, items := in.BranchID, merged(in.Items)
	if in.FromCart {
		c, err := cart.Load(ctx, s.DB, in.UserID, in.ServiceID)
		if err != nil {
			return nil, err
		}
		if c == nil || len(c.Items) == 0 {
			return nil, errs.Refuse("quotations.empty_cart")
		}
		branchID = c.BranchID
		if items, err = ofCart(c, in.CartItems); err != nil {
			return nil, err
		}
	}
	b, err := s.branch(ctx, in, branchID, items, place)
	if err != nil {
		return nil, err
	}
	if !b.Delivers(place) {
		return nil, errs.Refuse("quotations.not_delivered")
	}
	ids := make([]string, len(items))
	for i, it := range items {
		ids[i] = it.VariantID
	}
	offers, err := s.Catalog.Offers(ctx, s.DB, b.ID, ids)
	if err != nil {
		return nil, err
	}
	var productIDs []string
	for _, o := range offers {
		if o.ExtraGroups > 0 {
			productIDs = append(productIDs, o.ProductID)
		}
	}
	offered, err := s.Extras.At(ctx, s.DB, b.ID, productIDs)
	if err != nil {
		return nil, err
	}
	now := db.At(s.Clock.Now())
	q := &Quotation{ID: id.New("quo"), Number: newNumber(), UserID: in.UserID, BranchID: b.ID, StoreID: b.Store.ID,
		ServiceID: in.ServiceID, DistrictID: place.DistrictID(), State: Requested, EventSeq: 1, CompanyName: in.CompanyName,
		TaxID: in.TaxID, Note: in.Note, Lang: in.Lang, CreatedAt: now, UpdatedAt: now}
	for _, it := range items {
		o := offers[it.VariantID]
		if !o.Active || o.ServiceID != in.ServiceID {
			return nil, errs.Refuse("quotations.unavailable")
		}
		picks := it.Picks
		if !in.FromCart {
			picks = offered[o.ProductID].Presets()
		}
		if no := offered[o.ProductID].Check(picks); no != nil {
			return nil, no
		}
		q.Lines = append(q.Lines, lineOf(q.ID, o, it.Qty, offered[o.ProductID].Freeze(picks)))
	}
	return q, nil
}

func lineOf(quotationID string, o products.Offer, qty int64, chosen []extras.Frozen) Line {
	return Line{QuotationID: quotationID, ID: id.New("qln"), VariantID: o.VariantID, ProductID: o.ProductID,
		NameEN: o.Name.EN, NameAR: o.Name.AR, VariantEN: o.Pack.EN, VariantAR: o.Pack.AR, Image: o.Image, Qty: qty,
		Extras: extras.Text(chosen), Added: extras.Sum(chosen), UnitGrams: o.UnitGrams}
}

// ofCart returns the requested lines of a cart. A line that is no longer in the cart is refused; otherwise the offer
// would silently lack it.
func ofCart(c *cart.Cart, wanted []WantedOfCart) ([]Wanted, error) {
	quantities := map[string]int64{}
	for _, it := range wanted {
		quantities[it.ItemID] = it.Qty
	}
	var items []Wanted
	for _, it := range c.Items {
		if qty, named := quantities[it.ID]; named {
			it.Qty = qty
			delete(quantities, it.ID)
		} else if len(wanted) > 0 {
			continue
		}
		items = append(items, Wanted{it.VariantID, it.Qty, it.Picks})
	}
	if len(quantities) > 0 {
		return nil, errs.Refuse("quotations.cart_changed")
	}
	return items, nil
}

// merged adds up the quantities of items that are listed twice.
func merged(items []Wanted) []Wanted {
	at := map[string]int{}
	var out []Wanted
	for _, it := range items {
		if i, there := at[it.VariantID]; there {
			out[i].Qty = min(maxQty, out[i].Qty+it.Qty)
			continue
		}
		at[it.VariantID] = len(out)
		out = append(out, it)
	}
	return out
}

// place is the place of delivery: the one that the customer has chosen, else that of their default address.
func (s *Service) place(ctx context.Context, in Request) (places.Place, error) {
	if in.Place.Known() {
		return in.Place, nil
	}
	a, ok, err := addresses.Default(ctx, s.DB, in.UserID)
	if err != nil {
		return places.Place{}, err
	}
	at := a.At()
	if p := s.Places.Of(a.DistrictID, &at); ok && p.Known() {
		return p, nil
	}
	return places.Place{}, errs.Refuse("quotations.place_needed")
}

func (s *Service) branch(ctx context.Context, in Request, branchID string, items []Wanted,
	place places.Place) (*branches.Branch, error) {
	if branchID == "" {
		b, ok, err := s.Catalog.BestBranch(ctx, s.DB, items[0].VariantID, place)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, errs.Refuse("quotations.unavailable")
		}
		return b, nil
	}
	b, ok := s.Branches.Branch(branchID)
	if !ok || !b.Active || b.Kind.ID != in.ServiceID {
		return nil, errs.Refuse("quotations.unavailable")
	}
	return b, nil
}
