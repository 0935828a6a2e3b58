package returns

import (
	"context"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/photos"
	"wekala/internal/locations/addresses"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Step is one line in the explanation of a refund.
type Step struct {
	Code   string      `json:"code" enum:"items,coupon,delivery,rounding,points,total"`
	Label  string      `json:"label"`
	Amount money.Major `json:"amount"`
	Detail string      `json:"detail,omitempty"`
}

// Part is a part of a refund and its destination.
type Part struct {
	To         string      `json:"to" enum:"card,wallet,bank,points"`
	Label      string      `json:"label"`
	Amount     money.Major `json:"amount"`
	State      string      `json:"state" enum:"planned,sent,done"`
	StateLabel string      `json:"state_label"`
	DoneAt     *db.Millis  `json:"done_at"`
}

// Refund is the amount of a refund and how it is made up.
type Refund struct {
	Total      money.Major `json:"total"`
	Currency   string      `json:"currency"`
	Steps      []Step      `json:"steps"`
	Parts      []Part      `json:"parts"`
	Method     string      `json:"method" enum:"card,wallet,bank,points"`
	BankMasked string      `json:"bank_masked" doc:"Where a transfer goes; empty for other ways."`
	State      string      `json:"state" enum:"planned,sent,done,none"`
	StateLabel string      `json:"state_label"`
}

// ReasonView is a reason a customer can give.
type ReasonView struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	NeedsComment bool   `json:"needs_comment"`
	NeedsPhoto   bool   `json:"needs_photo"`
	Defective    bool   `json:"defective" doc:"The shop is to blame."`
}

// ItemView is the units of a line that are returned for one reason.
type ItemView struct {
	ID          string            `json:"id"`
	LineID      string            `json:"line_id"`
	Product     orders.ProductRef `json:"product"`
	VariantName string            `json:"variant_name"`
	Qty         int64             `json:"qty"`
	UnitGrams   int64             `json:"unit_grams" doc:"Sold by weight: the grams of one unit; 0: sold by the piece."`
	WeightGrams int64             `json:"weight_grams" doc:"Their share of what the line weighed when it was picked; 0 of what is sold by the piece."`
	Reason      ReasonView        `json:"reason"`
	Comment     string            `json:"comment"`
	Photos      []photos.View     `json:"photos"`
	Refund      money.Major       `json:"refund" doc:"For its accepted units, after their part of the coupon."`
	Accepted    int64             `json:"accepted"`
	Refused     []RefusedUnits    `json:"refused"`
}

// RefusedUnits are the units that were not accepted, for one reason.
type RefusedUnits struct {
	Qty int64  `json:"qty"`
	Why string `json:"why"`
}

// Pickup is the place and time of a pickup.
type Pickup struct {
	Address addresses.View `json:"address"`
	From    db.Millis      `json:"from"`
	To      db.Millis      `json:"to"`
	Label   string         `json:"label"`
}

// Moment is a state that a return had, and its time.
type Moment struct {
	State  string    `json:"state"`
	Label  string    `json:"label"`
	At     db.Millis `json:"at"`
	Reason string    `json:"reason"`
}

// Ahead is a state that is still ahead of a return.
type Ahead struct {
	State string `json:"state"`
	Label string `json:"label"`
}

// OrderRef identifies the order of a return.
type OrderRef struct {
	ID     string `json:"id"`
	Number string `json:"number"`
}

// View is a return as its customer sees it.
type View struct {
	ID          string      `json:"id"`
	Number      string      `json:"number"`
	State       string      `json:"state" enum:"requested,approved,refused,withdrawn,picked_up,received,inspected,settled,refunded"`
	StateLabel  string      `json:"state_label"`
	Order       OrderRef    `json:"order"`
	Store       wire.Ref    `json:"store"`
	StoreImage  files.Image `json:"store_image"`
	Branch      wire.Ref    `json:"branch"`
	Items       []ItemView  `json:"items"`
	Units       int64       `json:"units"`
	Refund      Refund      `json:"refund"`
	Pickup      Pickup      `json:"pickup"`
	Timeline    []Moment    `json:"timeline"`
	Upcoming    []Ahead     `json:"upcoming"`
	Next        string      `json:"next" doc:"What happens next, and by when; empty where nothing does."`
	CanWithdraw bool        `json:"can_withdraw"`
	CreatedAt   db.Millis   `json:"created_at"`
	EventSeq    int64       `json:"event_seq"`
}

// Card is a return as lists show it.
type Card struct {
	ID         string      `json:"id"`
	Number     string      `json:"number"`
	State      string      `json:"state"`
	StateLabel string      `json:"state_label"`
	Order      OrderRef    `json:"order"`
	Store      wire.Ref    `json:"store"`
	StoreImage files.Image `json:"store_image"`
	Units      int64       `json:"units"`
	FirstItems []string    `json:"first_items"`

	FirstImages []files.Image `json:"first_images" doc:"Of the same lines as first_items."`
	Tint        string        `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`

	Refund    money.Major `json:"refund"`
	Currency  string      `json:"currency"`
	CreatedAt db.Millis   `json:"created_at"`
	StateAt   db.Millis   `json:"state_at" doc:"When it came to its state."`
	Live      bool        `json:"live"`
}

// stepsOf explains a refund. The deduction for points is an estimate until the return is settled.
func stepsOf(lang i18n.Lang, s sums, fee int64, currency string, settled bool) []Step {
	major := func(minor int64) money.Major { return money.Of(minor, currency).Major() }
	steps := []Step{{Code: "items", Label: i18n.T(lang, "returns.step_items"), Amount: major(s.Gross)}}
	if s.Discount > 0 {
		steps = append(steps, Step{Code: "coupon", Label: i18n.T(lang, "returns.step_coupon"), Amount: major(-s.Discount),
			Detail: i18n.T(lang, "returns.step_coupon_detail")})
	}
	if fee > 0 {
		delivery := Step{Code: "delivery", Label: i18n.T(lang, "returns.step_delivery"), Amount: major(s.Delivery)}
		if s.Delivery == 0 {
			delivery.Detail = i18n.T(lang, "returns.step_delivery_kept")
		}
		steps = append(steps, delivery)
	}
	if s.Rounding > 0 {
		steps = append(steps,
			Step{Code: "rounding", Label: i18n.T(lang, "returns.step_rounding"), Amount: major(-s.Rounding)})
	}
	if s.Points > 0 {
		key := "returns.step_points_estimate"
		if settled {
			key = "returns.step_points_detail"
		}
		steps = append(steps, Step{Code: "points", Label: i18n.T(lang, "returns.step_points"), Amount: major(-s.Points),
			Detail: i18n.T(lang, key)})
	}
	return append(steps, Step{Code: "total", Label: i18n.T(lang, "returns.step_total"), Amount: major(s.Refund())})
}

func partsOf(lang i18n.Lang, parts []Payout, sent bool, currency string) []Part {
	out := make([]Part, 0, len(parts))
	for _, p := range parts {
		state := "planned"
		switch {
		case p.DoneAt != nil:
			state = "done"
		case sent:
			state = "sent"
		}
		out = append(out,
			Part{To: p.Way, Label: i18n.T(lang, "returns.way_"+p.Way), Amount: money.Of(p.Amount, currency).Major(),
				State: state, StateLabel: i18n.T(lang, "returns.refund_"+state), DoneAt: p.DoneAt})
	}
	return out
}

// refundState is the state of a return's refund.
func refundState(s State) string {
	switch s {
	case Refused, Withdrawn:
		return "none"
	case Settled:
		return "sent"
	case Refunded:
		return "done"
	}
	return "planned"
}

func (s *Service) slotIn(lang i18n.Lang, r *Return) string {
	return slotOf(r).Label(lang, s.Clock.Now())
}

func slotOf(r *Return) shipping.Slot {
	return shipping.Slot{From: r.PickupFrom.Time(), To: r.PickupTo.Time()}
}

// view reads the content of a return's page.
func (s *Service) view(ctx context.Context, q db.Querier, r *Return, lang i18n.Lang) (View, error) {
	o, err := orders.Get(ctx, q, r.OrderID)
	if err != nil {
		return View{}, err
	}
	v := View{ID: r.ID, Number: r.Number, State: string(r.State), StateLabel: r.State.Label(lang),
		Order: OrderRef{r.OrderID, r.OrderNumber}, CreatedAt: r.CreatedAt, EventSeq: r.EventSeq, Timeline: []Moment{},
		Upcoming: []Ahead{}}
	_, store, branch := s.Orders.Seller(lang, o)
	v.Store, v.StoreImage, v.Branch = store, s.Orders.StoreImage(o), branch.Ref
	units, err := unitsOf(ctx, q, r.ID)
	if err != nil {
		return View{}, err
	}
	if v.Items, err = s.itemsIn(ctx, q, r, o, units, lang); err != nil {
		return View{}, err
	}
	for _, item := range v.Items {
		v.Units += products.Things(item.Qty, item.UnitGrams)
	}
	if v.Refund, err = s.refundIn(ctx, q, r, o, lang); err != nil {
		return View{}, err
	}
	place, err := addresses.ParseSnapshot(r.Address)
	if err != nil {
		return View{}, err
	}
	v.Pickup = Pickup{place.View(lang), r.PickupFrom, r.PickupTo, s.slotIn(lang, r)}
	events, err := eventsOf(ctx, q, r.ID)
	if err != nil {
		return View{}, err
	}
	for _, e := range events {
		v.Timeline = append(v.Timeline, Moment{string(e.To), e.To.Label(lang), e.At, reasonIn(lang, e)})
	}
	for _, st := range upcoming(r.State) {
		v.Upcoming = append(v.Upcoming, Ahead{string(st), st.Label(lang)})
	}
	v.Next = next(r, events, s.Clock.Now(), lang)
	v.CanWithdraw = check(r, Transition{To: Withdrawn, Actor: customerActor(r.UserID)}, lang) == nil
	return v, nil
}

// next tells the customer the next step of a return, and by when: the branch answers before the pickup of the goods,
// and the refund arrives within the period set by law.
func next(r *Return, events []Event, now time.Time, lang i18n.Lang) string {
	slot := slotOf(r)
	passed := now.After(slot.To)
	switch r.State {
	case Requested:
		if passed {
			return i18n.T(lang, "returns.next_unanswered")
		}
		return i18n.T(lang, "returns.next_requested", "slot", slot.Label(lang, now))
	case Approved:
		if passed {
			return i18n.T(lang, "returns.next_missed")
		}
		return i18n.T(lang, "returns.next_approved", "slot", slot.Label(lang, now))
	case PickedUp:
		return i18n.T(lang, "returns.next_picked_up", "days", refundDays(lang))
	case Received, Inspected, Settled:
		for _, e := range events {
			if e.To != Received {
				continue
			}
			by := e.At.Time().Add(RefundWithin)
			if now.After(by) {
				return i18n.T(lang, "returns.next_overdue")
			}
			key := "returns.next_received"
			if r.State == Settled {
				key = "returns.next_settled"
			}
			return i18n.T(lang, key, "day", shipping.Day(lang, by, now))
		}
	}
	return ""
}

// refundDays is RefundWithin as text.
func refundDays(lang i18n.Lang) string {
	return i18n.Counted("content.rule_days", int64(RefundWithin/(24*time.Hour))).In(lang)
}

func (s *Service) refundIn(ctx context.Context, q db.Querier, r *Return, o *orders.Order,
	lang i18n.Lang) (Refund, error) {
	parts, err := payoutsOf(ctx, q, r.ID)
	if err != nil {
		return Refund{}, err
	}
	sent := r.State == Settled || r.State == Refunded
	if !sent && !r.State.Over() {
		st, err := s.assess(ctx, q, o)
		if err != nil {
			return Refund{}, err
		}
		parts = payouts(r.Refund, st.tenders, r.RefundTo)
	}
	state := refundState(r.State)
	return Refund{
		Total: money.Of(r.Refund, r.Currency).Major(), Currency: r.Currency, Method: r.RefundTo, BankMasked: r.BankMasked,
		Steps: stepsOf(lang, sums{r.Gross, r.Discount, r.Delivery, r.Rounded, r.Points}, o.DeliveryFee+o.ServiceFee,
			r.Currency, sent),
		Parts: partsOf(lang, parts, sent, r.Currency), State: state, StateLabel: i18n.T(lang, "returns.refund_"+state),
	}, nil
}

func (s *Service) itemsIn(ctx context.Context, q db.Querier, r *Return, o *orders.Order, units []Unit,
	lang i18n.Lang) ([]ItemView, error) {
	lines, err := linesOf(ctx, q, r.ID)
	if err != nil {
		return nil, err
	}
	bought, err := s.bought(ctx, q, o, lang)
	if err != nil {
		return nil, err
	}
	book, err := loadBook(ctx, q)
	if err != nil {
		return nil, err
	}
	owners := make([]string, len(lines[r.ID]))
	for i, l := range lines[r.ID] {
		owners[i] = photoOwner(l)
	}
	pictures, err := photos.OfAll(ctx, q, owners)
	if err != nil {
		return nil, err
	}
	out := []ItemView{}
	for _, l := range lines[r.ID] {
		item := bought[l.LineID]
		reason, _ := book.reason(l.ReasonID)
		v := ItemView{ID: l.ID, LineID: l.LineID, Product: item.Product, VariantName: item.VariantName, Qty: l.Qty,
			UnitGrams: item.UnitGrams, WeightGrams: weightOf(item, l.Qty), Reason: reason.view(lang), Comment: l.Comment,
			Photos: pictures[photoOwner(l)], Refused: []RefusedUnits{}}
		if v.Photos == nil {
			v.Photos = []photos.View{}
		}
		var refund int64
		for _, u := range units {
			switch {
			case u.ReturnLineID != l.ID:
			case u.Outcome != nil && *u.Outcome == Refuse:
				v.refuse(u.Why)
			default:
				v.Accepted++
				refund += u.Gross - u.Discount
			}
		}
		v.Refund = money.Of(refund, r.Currency).Major()
		out = append(out, v)
	}
	return out, nil
}

// refuse counts a unit that was not accepted.
func (v *ItemView) refuse(why string) {
	for i := range v.Refused {
		if v.Refused[i].Why == why {
			v.Refused[i].Qty++
			return
		}
	}
	v.Refused = append(v.Refused, RefusedUnits{1, why})
}

func (r Reason) view(lang i18n.Lang) ReasonView {
	return ReasonView{r.ID, r.Name(lang), r.NeedsComment, r.NeedsPhoto, r.Defective}
}

// bought puts the lines of an order into a language, by id.
// weightOf is what so many units of a line weighed when they were delivered, in grams.
func weightOf(item orders.ItemView, units int64) int64 {
	if item.Weighed == nil || item.Qty == 0 {
		return units * item.UnitGrams
	}
	return (*item.Weighed*units + item.Qty/2) / item.Qty
}

func (s *Service) bought(ctx context.Context, q db.Querier, o *orders.Order,
	lang i18n.Lang) (map[string]orders.ItemView, error) {
	lines, err := orders.Lines(ctx, q, o.ID)
	if err != nil {
		return nil, err
	}
	items, _ := s.Orders.ItemsIn(lang, o, lines)
	out := make(map[string]orders.ItemView, len(items))
	for _, item := range items {
		out[item.ID] = item
	}
	return out, nil
}

// firstItems is the number of names that a card shows.
const firstItems = 3

// cards converts returns for lists.
func (s *Service) cards(ctx context.Context, q db.Querier, list []Return, lang i18n.Lang) ([]Card, error) {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	lines, err := linesOf(ctx, q, ids...)
	if err != nil {
		return nil, err
	}
	out := make([]Card, len(list))
	for i := range list {
		r := &list[i]
		o, err := orders.Get(ctx, q, r.OrderID)
		if err != nil {
			return nil, err
		}
		bought, err := s.bought(ctx, q, o, lang)
		if err != nil {
			return nil, err
		}
		_, store, _ := s.Orders.Seller(lang, o)
		out[i] = Card{ID: r.ID, Number: r.Number, State: string(r.State), StateLabel: r.State.Label(lang),
			Order: OrderRef{r.OrderID, r.OrderNumber}, Store: store, StoreImage: s.Orders.StoreImage(o), FirstItems: []string{},
			FirstImages: []files.Image{},
			Refund:      money.Of(r.Refund, r.Currency).Major(), Currency: r.Currency, CreatedAt: r.CreatedAt,
			StateAt: r.UpdatedAt, Live: !r.State.Over()}
		for n, l := range lines[r.ID] {
			out[i].Units += products.Things(l.Qty, bought[l.LineID].UnitGrams)
			if n < firstItems {
				product := bought[l.LineID].Product
				out[i].FirstItems = append(out[i].FirstItems, product.Name)
				out[i].FirstImages, out[i].Tint = append(out[i].FirstImages, product.Image), product.Tint
			}
		}
	}
	return out, nil
}
