package orders

import (
	"context"
	"slices"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/money/wallet"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// StepView is one line in the explanation of a total.
type StepView struct {
	Code   string      `json:"code" enum:"items,offer,coupon,delivery,tip,tax_included,total,points,wallet,weighed_back,rounding,due,paid_cod,paid_card"`
	Label  string      `json:"label"`
	Amount money.Major `json:"amount"`
	Detail string      `json:"detail,omitempty"`
}

// StepsIn converts the stored explanation of a total into a language.
func StepsIn(lang i18n.Lang, stored string) []StepView {
	steps := stepsOf(stored)
	out := make([]StepView, 0, len(steps))
	for _, st := range steps {
		v := StepView{Code: string(st.Code), Label: i18n.T(lang, "pricing.step_"+string(st.Code)),
			Amount: money.EGP(st.Amount).Major()}
		if st.Waived > 0 {
			v.Detail = i18n.T(lang, "pricing.delivery_waived")
		}
		if st.Spared > 0 {
			v.Detail = i18n.T(lang, "pricing.delivery_spared")
		}
		if st.OfDelivery {
			v.Detail = i18n.T(lang, "pricing.tax_of_delivery")
		}
		out = append(out, v)
	}
	return out
}

// tenderSteps continues the explanation after the total: the parts that points and wallet pay, and the amount due or
// paid.
func (o *Order) tenderSteps(lang i18n.Lang) []StepView {
	if o.WalletPaid+o.PointsPaid+o.Rounded == 0 {
		return nil
	}
	var out []StepView
	add := func(code string, amount int64, detail string) {
		out = append(out,
			StepView{Code: code, Label: i18n.T(lang, "pricing.step_"+code), Amount: money.EGP(amount).Major(), Detail: detail})
	}
	if o.PointsPaid > 0 {
		add("points", -o.PointsPaid, i18n.T(lang, "pricing.points_used", "count", o.PointsSpent))
	}
	if o.WalletPaid > 0 {
		add("wallet", -o.WalletPaid, "")
	}
	if o.WeighedBack > 0 {
		add("weighed_back", o.WeighedBack, "")
	}
	if o.Rounded > 0 {
		add("rounding", -o.Rounded, "")
	}
	switch rest := o.Rest(); {
	case o.restPaid():
		add("paid_"+o.PaymentMethod, rest, "")
	case rest == o.Due:
		add("due", rest, "")
	} // What ended unpaid asks for nothing.
	return out
}

// restPaid reports whether the gateway or the courier has collected the rest.
func (o *Order) restPaid() bool { return o.Paid > o.WalletPaid+o.PointsPaid }

// PaidBy is one of the tenders of an order.
type PaidBy struct {
	Kind   string      `json:"kind" enum:"cod,card,wallet,points"`
	Label  string      `json:"label"`
	Amount money.Major `json:"amount"`
	Points int64       `json:"points" doc:"Only of points."`
	Paid   bool        `json:"paid" doc:"False while it is still to be paid."`
}

// PaidByIn lists an order's tenders, with card or cash first.
func (o *Order) PaidByIn(lang i18n.Lang) []PaidBy {
	out := []PaidBy{}
	add := func(kind string, amount, points int64, paid bool) {
		if amount > 0 {
			out = append(out,
				PaidBy{kind, i18n.T(lang, "orders.tender_"+kind), money.Of(amount, o.Currency).Major(), points, paid})
		}
	}
	if o.PaymentMethod != Wallet {
		add(o.PaymentMethod, o.Rest(), 0, o.restPaid())
	}
	add("wallet", o.WalletPaid, 0, true)
	add("points", o.PointsPaid, o.PointsSpent, true)
	return out
}

// MethodLabel is the name of a payment method; for cash it depends on where the order is handed over.
func MethodLabel(method, fulfilment string, lang i18n.Lang) string {
	if method == COD && fulfilment == Pickup {
		return i18n.T(lang, "orders.payment_cod_pickup")
	}
	return i18n.T(lang, "orders.payment_"+method)
}

// ServiceRef names an order's service with its promise.
type ServiceRef struct {
	wire.Ref
	Promise string `json:"promise" enum:"minutes,days"`
}

// BranchRef names an order's branch with its phone and its location.
type BranchRef struct {
	wire.Ref
	Phone   string  `json:"phone"`
	Address string  `json:"address"`
	Lat     float64 `json:"lat"`
	Lng     float64 `json:"lng"`
}

// ProductRef names what a line bought.
type ProductRef struct {
	wire.Ref
	Image files.Image `json:"image"`
	Tint  string      `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
}

// Display is a total in another currency, at the rate when the order was placed. The order is paid in its own currency.
type Display struct {
	Currency string      `json:"currency"`
	RateE6   int64       `json:"rate_e6" doc:"Millionths of the order's currency for one unit."`
	Total    money.Major `json:"total"`
}

// DisplayOf returns the order's stored amount in another currency; nil if there is none.
func DisplayOf(o *Order) *Display {
	if o.DisplayCurrency == nil || o.DisplayRate == nil || o.DisplayTotal == nil {
		return nil
	}
	return &Display{*o.DisplayCurrency, *o.DisplayRate, money.Of(*o.DisplayTotal, *o.DisplayCurrency).Major()}
}

// ItemView is a line of an order.
type ItemView struct {
	ID          string      `json:"id"`
	Product     ProductRef  `json:"product"`
	VariantName string      `json:"variant_name"`
	Qty         int64       `json:"qty"`
	UnitGrams   int64       `json:"unit_grams" doc:"Sold by weight: the grams of one unit, which the quantity counts; the unit price is of a kilogram then. 0: sold by the piece."`
	UnitPrice   money.Major `json:"unit_price"`
	LineTotal   money.Major `json:"line_total"`
	Discount    money.Major `json:"discount"`
	Note        string      `json:"note"`
	Weighed     *int64      `json:"weighed_grams" doc:"What it weighed when it was picked; null until then, and of goods sold by the piece."`
	Charged     *int64      `json:"charged_grams" doc:"How much of that is paid for: what was paid ahead never pays for more than was ordered."`

	Extras []extras.PickView `json:"extras" doc:"What was chosen along with it; contained in the unit price."`
}

// Moment is a status that an order had, and its time.
type Moment struct {
	Status string    `json:"status"`
	Label  string    `json:"label"`
	At     db.Millis `json:"at"`
	By     string    `json:"by" enum:"customer,staff,system"`
	Reason string    `json:"reason"`
}

// Ahead is a status that is still ahead of an order.
type Ahead struct {
	Status string `json:"status"`
	Label  string `json:"label"`
}

// Window is the slot an order is scheduled for.
type Window struct {
	From db.Millis `json:"from"`
	To   db.Millis `json:"to"`
}

// CourierView is the courier of an order.
type CourierView struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// LateCredit is the wallet credit that an order's customer gets because it is late.
type LateCredit struct {
	Steps    []LateStep  `json:"steps" doc:"What is credited when it is delivered so late, by the rules of when it was placed: the last step reached counts. Empty where nothing would be: the shop credits nothing, it is collected, a delivery failed before, or it is no longer on its way."`
	Credited money.Major `json:"credited" doc:"What was credited when it was delivered; 0 for nothing."`
}

// LateStep is the credit for an order that is at least this many minutes later than promised.
type LateStep struct {
	Minutes int64       `json:"minutes" doc:"After promised_at."`
	Amount  money.Major `json:"amount"`
}

// View is an order as its customer sees it.
type View struct {
	ID            string      `json:"id"`
	Number        string      `json:"number"`
	Status        string      `json:"status" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	StatusLabel   string      `json:"status_label"`
	Fulfilment    string      `json:"fulfilment" enum:"delivery,pickup"`
	Service       ServiceRef  `json:"service"`
	Store         wire.Ref    `json:"store"`
	StoreImage    files.Image `json:"store_image"`
	Branch        BranchRef   `json:"branch"`
	Items         []ItemView  `json:"items"`
	ItemsQuantity int64       `json:"items_quantity"`
	Price         money.Major `json:"price"`
	Discount      money.Major `json:"coupon_discount"`
	CouponCode    *string     `json:"coupon_code"`
	DeliveryPrice money.Major `json:"delivery_price"`
	Tip           money.Major `json:"tip"`
	Tax           money.Major `json:"tax"`
	Total         money.Major `json:"total"`
	Paid          money.Major `json:"paid"`
	Due           money.Major `json:"due"`
	Currency      string      `json:"currency"`
	Display       *Display    `json:"display" doc:"What was seen beside the total when it was placed, in another currency."`
	Steps         []StepView  `json:"steps"`
	PaymentMethod string      `json:"payment_method" enum:"cod,card,wallet"`
	PaymentState  string      `json:"payment_state" enum:"due,pending,paid,refunding,refunded,void"`
	PaidBy        []PaidBy    `json:"paid_by" doc:"How it was paid, or is to be."`
	GivenBack     money.Major `json:"given_back" doc:"Of what was paid: back, or on its way."`
	PaymentURL    *string     `json:"payment_url" doc:"Where a draft's card payment goes on."`

	Address     addresses.View `json:"address"`
	Pinned      bool           `json:"pinned" doc:"Whether its address has a pin; else it lies in the middle of its district. False of what is collected."`
	Note        string         `json:"note"`
	ChangeFor   *money.Major   `json:"change_for" nullable:"true"`
	CreatedAt   db.Millis      `json:"created_at"`
	PromisedAt  db.Millis      `json:"promised_at"`
	ExpectedAt  *db.Millis     `json:"expected_at" doc:"When it is expected now, going by the branch's last deliveries or its promise; never in the past. Of an order that is late; and of an accepted one that is promised to a door within minutes and will be late, from ten minutes before promised_at on. Null while it may come in time, and where no rule tells: on hold, or late by hours."`
	LateCredit  LateCredit     `json:"late_credit"`
	Scheduled   *Window        `json:"scheduled"`
	ExpiresAt   *db.Millis     `json:"expires_at" doc:"Of a draft: until then it can be paid."`
	DeliveredAt *db.Millis     `json:"delivered_at"`
	PIN         *string        `json:"pin" doc:"To be said at the door, or at the counter."`
	Courier     *CourierView   `json:"courier"`
	Timeline    []Moment       `json:"timeline"`
	Upcoming    []Ahead        `json:"upcoming"`
	CanCancel   bool           `json:"can_cancel"`
	CannotWhy   *string        `json:"cannot_cancel_reason"`
	CanReorder  bool           `json:"can_reorder"`
	EventSeq    int64          `json:"event_seq"`
}

// Summary is an order as lists show it.
type Summary struct {
	ID            string        `json:"id"`
	Number        string        `json:"number"`
	Status        string        `json:"status"`
	StatusLabel   string        `json:"status_label"`
	Fulfilment    string        `json:"fulfilment" enum:"delivery,pickup"`
	Store         wire.Ref      `json:"store"`
	StoreImage    files.Image   `json:"store_image"`
	Branch        wire.Ref      `json:"branch"`
	ItemsQuantity int64         `json:"items_quantity"`
	FirstItems    []string      `json:"first_items"`
	FirstAmounts  []Amount      `json:"first_amounts" doc:"Of the same lines as first_items."`
	FirstImages   []files.Image `json:"first_images" doc:"Of the same lines as first_items."`
	MoreItems     int           `json:"more_items" doc:"Lines that first_items does not name."`
	Tint          string        `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
	Total         money.Major   `json:"total"`
	Currency      string        `json:"currency"`
	CreatedAt     db.Millis     `json:"created_at"`
	PromisedAt    db.Millis     `json:"promised_at"`
	ExpectedAt    *db.Millis    `json:"expected_at" doc:"As the order itself says it."`
	Live          bool          `json:"live"`
	Again         *Again        `json:"again" doc:"Where it would be had from if it were ordered again now; null where there is nobody."`
}

// Amount is the ordered quantity of a product.
type Amount struct {
	Qty       int64 `json:"qty"`
	UnitGrams int64 `json:"unit_grams" doc:"Sold by weight: the grams of one unit. 0: sold by the piece."`
}

// Again is the branch at which the order's lines could be ordered again.
type Again struct {
	Branch       wire.Ref   `json:"branch"`
	IsClosed     bool       `json:"is_closed"`
	OpensAt      *db.Millis `json:"opens_at" doc:"Next opening of a closed branch; null while it takes no orders."`
	ClosedReason *string    `json:"closed_reason" enum:"hours,switched,paused,nowhere"`
	Delivers     *bool      `json:"delivers" doc:"To the caller's place; null while none is chosen."`
}

// show combines an order, its lines and its events into the customer's view.
func (s *Service) show(o *Order, lines []Line, events []Event, payURL string, lang i18n.Lang, now time.Time) View {
	major := func(minor int64) money.Major { return money.Of(minor, o.Currency).Major() }
	v := View{
		ID: o.ID, Number: o.Number, Status: string(o.Status), StatusLabel: o.Label(o.Status, lang), Fulfilment: o.Fulfilment,
		Price: major(o.ItemsTotal), Discount: major(o.Discount), CouponCode: o.CouponCode,
		DeliveryPrice: major(o.DeliveryFee), Tip: major(o.Tip), Tax: major(o.Tax), Total: major(o.Total),
		Paid: major(o.Paid), Due: major(o.Due), Currency: o.Currency,
		Steps:   append(StepsIn(lang, o.Steps), o.tenderSteps(lang)...),
		Display: DisplayOf(o), PaidBy: o.PaidByIn(lang), GivenBack: major(o.GivenBack),
		PaymentMethod: o.PaymentMethod, PaymentState: o.PaymentState,
		Address: AddressIn(lang, o), Pinned: o.Fulfilment == ToDoor && s.placeOf(o).Pinned, Note: o.Note,
		CreatedAt: o.CreatedAt, PromisedAt: s.promisedFrom(o, now),
		ExpiresAt: o.ExpiresAt, DeliveredAt: o.DeliveredAt, EventSeq: o.EventSeq,
		Timeline: Timeline(lang, o, events), Upcoming: []Ahead{}, CanReorder: o.Status != Draft,
	}
	v.Service, v.Store, v.Branch = s.Seller(lang, o)
	v.StoreImage = s.StoreImage(o)
	v.Items, v.ItemsQuantity = s.ItemsIn(lang, o, lines)
	if o.Status == Draft && payURL != "" {
		v.PaymentURL = &payURL
	}
	if o.ChangeFor != nil {
		change := major(*o.ChangeFor)
		v.ChangeFor = &change
	}
	if o.ScheduledFrom != nil && o.ScheduledTo != nil {
		v.Scheduled = &Window{*o.ScheduledFrom, *o.ScheduledTo}
	}
	if o.Status == Shipped || o.Status == OutForDelivery {
		pin := s.pin(o)
		v.PIN = &pin
	}
	if o.CourierName != nil && (o.Status == OutForDelivery || o.Status == Delivered) {
		v.Courier = &CourierView{Name: *o.CourierName}
	}
	for _, st := range o.Upcoming() {
		v.Upcoming = append(v.Upcoming, Ahead{string(st), o.Label(st, lang)})
	}
	err := check(o, Transition{To: Cancelled, Actor: CustomerActor(o.UserID)}, now, lang)
	if v.CanCancel = err == nil; !v.CanCancel {
		why := i18n.T(lang, "orders.cannot_cancel_"+cannotCancel(o))
		v.CannotWhy = &why
	}
	return v
}

// cannotCancel maps the reasons why a customer cannot cancel to the few that clients distinguish.
func cannotCancel(o *Order) string {
	switch o.Status {
	case Cancelled, Rejected, Returned:
		return "ended"
	case Delivered, InReturn, ReturnReceived:
		if o.DeliveredAt == nil { // it could not be delivered
			return "ended"
		}
		return "delivered"
	}
	return "prepared"
}

// Seller names an order's service, store and branch.
func (s *Service) Seller(lang i18n.Lang, o *Order) (ServiceRef, wire.Ref, BranchRef) {
	service := ServiceRef{Ref: wire.Ref{ID: o.ServiceID, Slug: o.ServiceID}}
	store := wire.Ref{ID: o.StoreID, Slug: o.StoreID}
	branch := BranchRef{Ref: wire.Ref{ID: o.BranchID, Slug: o.BranchID}}
	if b, ok := s.Branches.Branch(o.BranchID); ok {
		service = ServiceRef{b.Kind.Ref(lang), b.Kind.Promise}
		store = b.Store.Ref(lang)
		branch = BranchRef{b.Ref(lang), b.Phone, b.Address.In(lang), b.At.Lat(), b.At.Lng()}
	}
	return service, store, branch
}

// StoreImage is the logo of the order's store.
func (s *Service) StoreImage(o *Order) files.Image {
	if b, ok := s.Branches.Branch(o.BranchID); ok {
		return b.Store.Image
	}
	return files.Image{}
}

// FirstImages returns the images of the first lines.
func (s *Service) FirstImages(lines []Line) []files.Image {
	images := []files.Image{}
	for _, l := range lines[:min(firstItems, len(lines))] {
		images = append(images, s.Pictures.Image(l.Image))
	}
	return images
}

// InHistories reads the requested orders of a customer as histories show them; other customers' orders are left out.
func (s *Service) InHistories(ctx context.Context, q db.Querier, userID string, lang i18n.Lang,
	ids []string) (map[string]*wallet.OrderView, error) {
	var found []Order
	err := q.Select(ctx, &found, `SELECT `+columns+` FROM orders WHERE user_id = $1 AND id IN (`+db.List(2, len(ids))+`)`,
		db.Args(ids, userID)...)
	if err != nil {
		return nil, err
	}
	own := make([]string, len(found))
	for i := range found {
		own[i] = found[i].ID
	}
	lines, err := LinesOf(ctx, q, own)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*wallet.OrderView, len(found))
	for i := range found {
		o := &found[i]
		_, store, _ := s.Seller(lang, o)
		out[o.ID] = &wallet.OrderView{ID: o.ID, Number: o.Number, Store: store, StoreImage: s.StoreImage(o),
			FirstImages: s.FirstImages(lines[o.ID]), Tint: s.Branches.Tint(o.BranchID)}
	}
	return out, nil
}

// ItemsIn converts the lines into a language and counts their units.
func (s *Service) ItemsIn(lang i18n.Lang, o *Order, lines []Line) (items []ItemView, units int64) {
	tint := s.Branches.Tint(o.BranchID)
	items = make([]ItemView, 0, len(lines))
	for _, l := range lines {
		units += products.Things(l.Qty, l.UnitGrams)
		items = append(items, ItemView{
			ID: l.ID, VariantName: i18n.Text{EN: l.VariantEN, AR: l.VariantAR}.In(lang), Qty: l.Qty, UnitGrams: l.UnitGrams,
			Weighed: l.WeighedGrams, Charged: l.ChargedGrams, Note: l.Note,
			Product: ProductRef{Image: s.Pictures.Image(l.Image), Tint: tint,
				Ref: wire.Ref{ID: l.ProductID, Slug: l.ProductID, Name: l.name(lang)}},
			UnitPrice: money.Of(l.Asked(), o.Currency).Major(),
			LineTotal: money.Of(l.LineTotal, o.Currency).Major(),
			Discount:  money.Of(l.Discount, o.Currency).Major(),
			Extras:    extras.Picked(l.Chosen(), lang),
		})
	}
	return items, units
}

func (l Line) name(lang i18n.Lang) string { return i18n.Text{EN: l.NameEN, AR: l.NameAR}.In(lang) }

// called is a line's product name with the name of its variant, if there are several.
func (l Line) called(lang i18n.Lang) string {
	if variant := (i18n.Text{EN: l.VariantEN, AR: l.VariantAR}).In(lang); variant != "" {
		return l.name(lang) + " · " + variant
	}
	return l.name(lang)
}

// AddressIn converts an order's copy of its address into a language.
func AddressIn(lang i18n.Lang, o *Order) addresses.View {
	// Snapshots stored by checkout can be parsed; anything else is shown as empty.
	snap, _ := addresses.ParseSnapshot(o.Address)
	return snap.View(lang)
}

// Timeline lists an order's events for people. It leaves out the draft that a cash order passes through immediately,
// and translates machine reasons.
func Timeline(lang i18n.Lang, o *Order, events []Event) []Moment {
	out := make([]Moment, 0, len(events))
	for i, e := range events {
		label := o.Label(e.To, lang)
		if e.To == Draft && len(events) > i+1 && events[i+1].To == Pending {
			if o.PaymentMethod != Card {
				continue
			}
			label = i18n.T(lang, "orders.payment_over") // it waits no longer
		}
		out = append(out, Moment{string(e.To), label, e.At, e.ActorKind, ReasonIn(lang, e)})
	}
	return out
}

// ReasonWithdrawn is the reason why an order is no longer in return although nothing came back.
const ReasonWithdrawn = "return_withdrawn"

// The reasons why a cash order awaits a call before the branch starts: it is the customer's first, or earlier
// deliveries to them failed.
const (
	HoldFirst = "confirm_first"
	HoldLost  = "confirm_lost"
)

// The reasons why an order whose number needs a confirmation call is on hold, and why it ended.
const (
	HoldCall      = "confirm_call"
	ReasonNoCall  = "not_confirmed"
	ReasonNoCodes = "codes_wrong"
)

var (
	// systemReasons are the reasons that the program itself gives.
	systemReasons = []string{"expired", "not_accepted", ReasonWithdrawn, HoldFirst, HoldLost, HoldCall, ReasonNoCall,
		ReasonNoCodes}
	// staffReasons are the reasons that staff choose from a list. They are stored by key, so that customers read them in
	// their language, addressed to them.
	staffReasons = []string{"out_of_stock", "too_busy", "closing", "address", "asked", "no_answer", "duplicate",
		"ask_customer", "stock_check", "postponed", "refused", "damaged", "keeps"}
	// twoWordings are reasons with different texts for staff and customers.
	twoWordings = append([]string{HoldFirst, HoldLost, HoldCall, ReasonNoCall, ReasonNoCodes}, staffReasons...)
)

// named reports whether an event's reason is a key rather than text that a person typed.
func named(e Event) bool {
	if e.ActorKind == TheSystem.Kind {
		return slices.Contains(systemReasons, e.Reason)
	}
	return e.ActorKind == StaffActor("", "", "").Kind && slices.Contains(staffReasons, e.Reason)
}

// ReasonIn is the reason of a transition as its customer reads it, in a language.
func ReasonIn(lang i18n.Lang, e Event) string {
	if named(e) {
		return i18n.T(lang, "orders.reason_"+e.Reason)
	}
	return e.Reason
}

// StaffReasonIn is the reason of a transition as staff read it, in a language.
func StaffReasonIn(lang i18n.Lang, e Event) string {
	if named(e) && slices.Contains(twoWordings, e.Reason) {
		return i18n.T(lang, "orders.staff_reason_"+e.Reason)
	}
	return ReasonIn(lang, e)
}

// full reads the data that show needs and returns the view.
func (s *Service) full(ctx context.Context, q db.Querier, o *Order, lang i18n.Lang) (View, error) {
	lines, err := Lines(ctx, q, o.ID)
	if err != nil {
		return View{}, err
	}
	events, err := Events(ctx, q, o.ID, 0)
	if err != nil {
		return View{}, err
	}
	payURL := ""
	if o.Status == Draft {
		if payURL, err = s.payURL(ctx, q, o.ID); err != nil {
			return View{}, err
		}
	}
	v := s.show(o, lines, events, payURL, lang, s.Clock.Now())
	if v.Courier != nil && o.CourierID != nil && o.Status == OutForDelivery {
		// The courier's phone is not shown after the delivery.
		if v.Courier.Phone, err = staff.Phone(ctx, q, *o.CourierID); err != nil {
			return View{}, err
		}
	}
	if v.ExpectedAt, err = s.expected(ctx, q, o, s.Clock.Now()); err != nil {
		return View{}, err
	}
	v.LateCredit, err = s.late(ctx, q, o)
	return v, err
}

// Fresh returns the view of an order that was just placed, from the rows that were written.
func (s *Service) Fresh(ctx context.Context, q db.Querier, o *Order, lines []Line, events []Event,
	lang i18n.Lang) (View, error) {
	v := s.show(o, lines, events, "", lang, s.Clock.Now())
	var err error
	v.LateCredit, err = s.late(ctx, q, o)
	return v, err
}

// ViewOf returns an order as its customer sees it. The caller has checked that the order is the customer's.
func (s *Service) ViewOf(ctx context.Context, orderID string, lang i18n.Lang) (v View, err error) {
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		o, err := byID(ctx, q, orderID)
		if err != nil {
			return err
		}
		v, err = s.full(ctx, q, o, lang)
		return err
	})
	return v, err
}

// firstItems is the number of lines that a card shows.
const firstItems = 3

func (s *Service) card(o *Order, lines []Line, lang i18n.Lang, place places.Place) Summary {
	_, store, branch := s.Seller(lang, o)
	c := Summary{
		ID: o.ID, Number: o.Number, Status: string(o.Status), StatusLabel: o.Label(o.Status, lang), Fulfilment: o.Fulfilment,
		Store: store, StoreImage: s.StoreImage(o), Branch: branch.Ref, FirstItems: []string{}, FirstAmounts: []Amount{},
		FirstImages: s.FirstImages(lines), Total: money.Of(o.Total, o.Currency).Major(),
		Currency: o.Currency, CreatedAt: o.CreatedAt, PromisedAt: s.promisedFrom(o, s.Clock.Now()),
		Live: o.Status.Live(), Tint: s.Branches.Tint(o.BranchID),
	}
	for i, l := range lines {
		c.ItemsQuantity += products.Things(l.Qty, l.UnitGrams)
		if i < firstItems {
			c.FirstItems = append(c.FirstItems, l.called(lang))
			c.FirstAmounts = append(c.FirstAmounts, Amount{l.Qty, l.UnitGrams})
		}
	}
	c.MoreItems = len(lines) - len(c.FirstItems)
	if b, ok := s.Branches.Again(o.BranchID, o.StoreID, place); ok {
		now := b.Card(lang, place, s.Clock.Now())
		c.Again = &Again{Branch: b.Ref(lang), IsClosed: now.IsClosed, OpensAt: now.OpensAt, ClosedReason: now.ClosedReason,
			Delivers: now.Delivers}
	}
	return c
}
