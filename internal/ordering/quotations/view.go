package quotations

import (
	"context"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ItemView is a line of a quotation. It has prices once staff have made an offer.
type ItemView struct {
	ID          string            `json:"id"`
	Product     orders.ProductRef `json:"product"`
	VariantID   string            `json:"variant_id"`
	VariantName string            `json:"variant_name"`
	Qty         int64             `json:"qty"`
	UnitGrams   int64             `json:"unit_grams" doc:"Sold by weight: the grams of one unit, which the quantity counts; unit prices are of a kilogram then. 0: sold by the piece."`
	Extras      []extras.PickView `json:"extras" doc:"What was asked for along with it, at the prices of then."`
	ListPrice   *money.Major      `json:"list_price" nullable:"true" doc:"What the shelf asked for when it was priced."`
	UnitPrice   *money.Major      `json:"unit_price" nullable:"true"`
	LineTotal   *money.Major      `json:"line_total" nullable:"true"`
}

// OfferView is one version of the prices.
type OfferView struct {
	Version       int64             `json:"version"`
	Price         money.Major       `json:"price" doc:"The items."`
	DeliveryPrice money.Major       `json:"delivery_price"`
	Tax           money.Major       `json:"tax"`
	Total         money.Major       `json:"total"`
	Note          string            `json:"note"`
	PricedAt      db.Millis         `json:"priced_at"`
	ExpiresAt     db.Millis         `json:"expires_at"`
	Steps         []orders.StepView `json:"steps"`
}

// Moment is an event in a quotation's history.
type Moment struct {
	Seq     int64     `json:"seq"`
	State   string    `json:"state"`
	Label   string    `json:"label"`
	By      string    `json:"by" enum:"customer,staff,system"`
	Note    string    `json:"note"`
	Version int64     `json:"version"`
	At      db.Millis `json:"at"`
}

// View is a quotation as its customer sees it.
type View struct {
	ID            string           `json:"id"`
	Number        string           `json:"number"`
	State         string           `json:"state" enum:"requested,change_requested,priced,accepted,ordered,declined,expired"`
	StateLabel    string           `json:"state_label"`
	Service       wire.Ref         `json:"service"`
	Store         wire.Ref         `json:"store"`
	StoreImage    files.Image      `json:"store_image"`
	Branch        orders.BranchRef `json:"branch"`
	District      wire.Ref         `json:"district" doc:"Where it is to be delivered; the fee is for there."`
	Items         []ItemView       `json:"items"`
	ItemsQuantity int64            `json:"items_quantity"`
	CompanyName   string           `json:"company_name"`
	TaxID         string           `json:"tax_number"`
	Note          string           `json:"note"`
	Currency      string           `json:"currency"`
	Offer         *OfferView       `json:"offer" doc:"The one that stands; null before the first."`
	Earlier       []OfferView      `json:"earlier" doc:"Offers before that, newest first."`
	Timeline      []Moment         `json:"timeline"`
	CanAccept     bool             `json:"can_accept"`
	CanChange     bool             `json:"can_change"`
	CanDecline    bool             `json:"can_decline"`
	CanOrder      bool             `json:"can_order"`
	OrderID       *string          `json:"order_id"`
	CreatedAt     db.Millis        `json:"created_at"`
	ExpiresAt     *db.Millis       `json:"expires_at"`
	EventSeq      int64            `json:"event_seq"`
}

// Summary is a quotation as lists show it.
type Summary struct {
	ID            string        `json:"id"`
	Number        string        `json:"number"`
	State         string        `json:"state" enum:"requested,change_requested,priced,accepted,ordered,declined,expired"`
	StateLabel    string        `json:"state_label"`
	Store         wire.Ref      `json:"store"`
	StoreImage    files.Image   `json:"store_image"`
	Branch        wire.Ref      `json:"branch"`
	Image         files.Image   `json:"image"`
	ItemsQuantity int64         `json:"items_quantity"`
	FirstItems    []string      `json:"first_items"`
	FirstImages   []files.Image `json:"first_images" doc:"Of the same lines as first_items."`
	MoreItems     int           `json:"more_items" doc:"Lines that first_items does not name."`
	Tint          string        `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
	Total         *money.Major  `json:"total" nullable:"true"`
	Currency      string        `json:"currency"`
	CreatedAt     db.Millis     `json:"created_at"`
	UpdatedAt     db.Millis     `json:"updated_at"`
	ExpiresAt     *db.Millis    `json:"expires_at"`
	Open          bool          `json:"open"`
}

func major(minor int64) money.Major { return money.EGP(minor).Major() }

func amount(minor int64) *money.Major {
	m := major(minor)
	return &m
}

// seller returns a quotation's service, store, branch and district.
func (s *Service) seller(q *Quotation, lang i18n.Lang) (
	service, store wire.Ref, branch orders.BranchRef, district wire.Ref) {
	service, store = wire.Ref{ID: q.ServiceID, Slug: q.ServiceID}, wire.Ref{ID: q.StoreID, Slug: q.StoreID}
	branch = orders.BranchRef{Ref: wire.Ref{ID: q.BranchID, Slug: q.BranchID}}
	district = wire.Ref{ID: q.DistrictID, Slug: q.DistrictID}
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		service, store, branch = b.Kind.Ref(lang), b.Store.Ref(lang), orders.BranchRef{Ref: b.Ref(lang), Phone: b.Phone}
	}
	if d, ok := s.Places.District(q.DistrictID); ok {
		district = d.Ref(lang)
	}
	return service, store, branch, district
}

// show combines a quotation's data for its customer. Slugs come from shelf, if the product still exists.
func (s *Service) show(q *Quotation, all []Offer, events []Event, shelf map[string]products.Offer,
	lang i18n.Lang) View {
	v := View{ID: q.ID, Number: q.Number, State: string(q.State), StateLabel: q.State.Label(lang), Items: []ItemView{},
		CompanyName: q.CompanyName, TaxID: q.TaxID, Note: q.Note, Currency: money.Shop, Earlier: []OfferView{},
		Timeline: []Moment{}, OrderID: q.OrderID, CreatedAt: q.CreatedAt, ExpiresAt: q.ExpiresAt, EventSeq: q.EventSeq}
	v.Service, v.Store, v.Branch, v.District = s.seller(q, lang)
	v.StoreImage = s.storeImage(q)
	var last *Offer
	for i := range all {
		o := &all[i]
		if o.Version == q.Version {
			last = o
			shown := offerView(o, lang)
			v.Offer = &shown
			continue
		}
		v.Earlier = append([]OfferView{offerView(o, lang)}, v.Earlier...)
	}
	tint := s.Branches.Tint(q.BranchID)
	for _, l := range q.Lines {
		slug := l.ProductID
		if at, ok := shelf[l.VariantID]; ok {
			slug = at.Slug
		}
		item := ItemView{ID: l.ID, VariantID: l.VariantID, VariantName: l.variant(lang), Qty: l.Qty, UnitGrams: l.UnitGrams,
			Extras: extras.Picked(l.Chosen(), lang), Product: orders.ProductRef{
				Ref: wire.Ref{ID: l.ProductID, Slug: slug, Name: l.name(lang)}, Image: s.Pictures.Image(l.Image), Tint: tint}}
		if last != nil {
			p := last.Prices[l.ID]
			item.ListPrice, item.UnitPrice, item.LineTotal = amount(p.ListPrice), amount(p.UnitPrice),
				amount(l.times(p.UnitPrice))
		}
		v.ItemsQuantity += products.Things(l.Qty, l.UnitGrams)
		v.Items = append(v.Items, item)
	}
	for _, e := range events {
		v.Timeline = append(v.Timeline,
			Moment{e.Seq, string(e.To), e.To.Label(lang), e.ActorKind, noteIn(lang, e), e.Version, e.At})
	}
	now, who := s.Clock.Now(), byCustomer(q.UserID)
	v.CanAccept = can(q, Transition{To: Accepted, By: who}, now)
	v.CanChange = can(q, Transition{To: ChangeRequested, By: who}, now)
	v.CanDecline = can(q, Transition{To: Declined, By: who}, now)
	v.CanOrder = can(q, Transition{To: Ordered, By: who}, now)
	return v
}

// noteIn returns the note of an event; reasons that the program itself gives are translated.
func noteIn(lang i18n.Lang, e Event) string {
	if e.ActorKind == string(system) && e.Note == "unpaid" {
		return i18n.T(lang, "quotations.reason_unpaid")
	}
	return e.Note
}

func offerView(o *Offer, lang i18n.Lang) OfferView {
	return OfferView{Version: o.Version, Price: major(o.ItemsTotal), DeliveryPrice: major(o.DeliveryFee),
		Tax: major(o.Tax), Total: major(o.Total), Note: o.Note, PricedAt: o.CreatedAt, ExpiresAt: o.ExpiresAt,
		Steps: orders.StepsIn(lang, o.Steps)}
}

// storeImage is the logo of the quotation's store.
func (s *Service) storeImage(q *Quotation) files.Image {
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		return b.Store.Image
	}
	return files.Image{}
}

// firstItems is the number of names that a card shows.
const firstItems = 3

func (s *Service) card(q *Quotation, total int64, lang i18n.Lang) Summary {
	_, store, branch, _ := s.seller(q, lang)
	c := Summary{ID: q.ID, Number: q.Number, State: string(q.State), StateLabel: q.State.Label(lang), Store: store,
		Branch: branch.Ref, FirstItems: []string{}, FirstImages: []files.Image{}, Currency: money.Shop,
		CreatedAt: q.CreatedAt, UpdatedAt: q.UpdatedAt,
		ExpiresAt: q.ExpiresAt, Open: q.State.Open()}
	if q.Version > 0 {
		c.Total = amount(total)
	}
	for i, l := range q.Lines {
		c.ItemsQuantity += products.Things(l.Qty, l.UnitGrams)
		if i == 0 {
			c.Image = s.Pictures.Image(l.Image)
		}
		if i < firstItems {
			c.FirstItems = append(c.FirstItems, l.name(lang))
			c.FirstImages = append(c.FirstImages, s.Pictures.Image(l.Image))
		}
	}
	c.MoreItems = len(q.Lines) - len(c.FirstItems)
	c.Tint, c.StoreImage = s.Branches.Tint(q.BranchID), s.storeImage(q)
	return c
}

// read reads everything that a quotation's page shows, in one snapshot.
func (s *Service) read(ctx context.Context, find func(context.Context, db.Querier) (*Quotation, error)) (
	f full, err error) {
	err = s.DB.Snapshot(ctx, func(ctx context.Context, qr db.Querier) error {
		if f.q, err = find(ctx, qr); err != nil {
			return err
		}
		if f.offers, err = offers(ctx, qr, f.q); err != nil {
			return err
		}
		if f.events, err = events(ctx, qr, f.q.ID); err != nil {
			return err
		}
		ids := make([]string, len(f.q.Lines))
		for i, l := range f.q.Lines {
			ids[i] = l.VariantID
		}
		f.shelf, err = s.Catalog.Offers(ctx, qr, f.q.BranchID, ids)
		return err
	})
	return f, err
}

// full is a quotation with its offers, history and other data for its page.
type full struct {
	q      *Quotation
	offers []Offer
	events []Event
	shelf  map[string]products.Offer
}

func (s *Service) viewOf(ctx context.Context, userID, ref string, lang i18n.Lang) (View, error) {
	f, err := s.read(ctx, mine(userID, ref))
	if err != nil {
		return View{}, err
	}
	return s.show(f.q, f.offers, f.events, f.shelf, lang), nil
}

// QueueItem is a quotation in the console's queue.
type QueueItem struct {
	Summary
	Customer    string `json:"customer"`
	CompanyName string `json:"company_name"`
	Waits       bool   `json:"waits" doc:"An offer waits for a second person."`
}

// ShelfItem is a line with the current data of the catalogue.
type ShelfItem struct {
	ItemView
	ShelfPrice money.Major `json:"shelf_price" doc:"What the branch asks for now."`
	InStock    int64       `json:"in_stock"`
	Sold       bool        `json:"sold" doc:"Whether the branch still sells it."`
}

// Asker is the customer who requested the quotation.
type Asker struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// Detail is a complete quotation for staff.
type Detail struct {
	View
	Customer    Asker       `json:"customer"`
	Shelf       []ShelfItem `json:"shelf"`
	DeliveryFee money.Major `json:"zone_fee" doc:"What delivery there costs otherwise."`
	CanPrice    bool        `json:"can_price"`
	CanTurnDown bool        `json:"can_turn_down"`
	// Proposal is an offer that needs a second person's approval.
	Proposal *ProposalView `json:"proposal" doc:"An offer that waits for a second person, or was declined by one; null when there is none."`
}

func (s *Service) detail(ctx context.Context, who staff.Member, ref string, lang i18n.Lang) (*Detail, error) {
	f, err := s.read(ctx, func(ctx context.Context, qr db.Querier) (*Quotation, error) {
		return atBranch(ctx, qr, ref, who.Sees)
	})
	if err != nil {
		return nil, err
	}
	d := &Detail{View: s.show(f.q, f.offers, f.events, f.shelf, lang), Shelf: []ShelfItem{}}
	for i, item := range d.Items {
		l := f.q.Lines[i]
		at := f.shelf[l.VariantID]
		d.Shelf = append(d.Shelf, ShelfItem{item, major(at.Price + l.Added), at.Available, at.Active})
	}
	if b, ok := s.Branches.Branch(f.q.BranchID); ok {
		if z, ok := b.Zone(f.q.DistrictID); ok {
			d.DeliveryFee = major(z.Fee)
		}
	}
	if d.DeliveryFee == (money.Major{}) {
		d.DeliveryFee = major(0)
	}
	u, err := asker(ctx, s.DB, f.q.UserID)
	if err != nil {
		return nil, err
	}
	d.Customer = u
	if d.Proposal, err = s.proposalView(ctx, s.DB, who, f.q); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	d.CanPrice = who.May(staff.PriceQuotations) && can(f.q, Transition{To: Priced, By: byStaff(who.ID)}, now)
	d.CanTurnDown = who.May(staff.PriceQuotations) && can(f.q, Transition{To: Declined, By: byStaff(who.ID)}, now)
	return d, nil
}
