package orders

import (
	"context"
	"slices"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// BoardTransition is a transition that the caller may make.
type BoardTransition struct {
	To          string `json:"to" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	Label       string `json:"label"`
	NeedsReason bool   `json:"needs_reason"`
	NeedsPIN    bool   `json:"needs_pin"`
	// Only for the transition that makes an order ready.
	NeedsWeights bool `json:"needs_weights" doc:"What goods sold by weight weigh is to be said."`
}

// MaskedCustomer is a customer on the board, with hidden contact data.
type MaskedCustomer struct {
	Name        string `json:"name"`
	PhoneMasked string `json:"phone_masked"`
}

// BoardGoods is a line of an order on the board.
type BoardGoods struct {
	Name      string `json:"name" doc:"With the variant where there is one."`
	Qty       int64  `json:"qty"`
	UnitGrams int64  `json:"unit_grams" doc:"Sold by weight: the grams of one unit. 0: sold by the piece."`
	Note      string `json:"note" doc:"What the customer asks the kitchen or the picker; empty: nothing."`
}

// BoardOrder is an order on the board.
type BoardOrder struct {
	ID            string            `json:"id"`
	Number        string            `json:"number"`
	Status        string            `json:"status" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	Fulfilment    string            `json:"fulfilment" enum:"delivery,pickup"`
	Branch        wire.Ref          `json:"branch"`
	Customer      MaskedCustomer    `json:"customer"`
	ItemsQuantity int64             `json:"items_quantity"`
	Goods         []BoardGoods      `json:"goods" doc:"Its first lines, and every other that has a note."`
	GoodsMore     int64             `json:"goods_more" doc:"How many lines it has beside these."`
	Area          string            `json:"area" doc:"The district it is brought to; empty where it is collected."`
	Note          string            `json:"note" doc:"What the customer asks the courier, or the branch at pickup; empty: nothing."`
	Total         money.Major       `json:"total"`
	Currency      string            `json:"currency"`
	PaymentMethod string            `json:"payment_method" enum:"cod,card,wallet"`
	PaymentState  string            `json:"payment_state" enum:"due,pending,paid,refunding,refunded,void"`
	CreatedAt     db.Millis         `json:"created_at"`
	PromisedAt    db.Millis         `json:"promised_at"`
	AcceptBy      *db.Millis        `json:"accept_by"`
	Late          bool              `json:"late"`
	EventSeq      int64             `json:"event_seq"`
	Moves         []BoardTransition `json:"moves"`
	Call          *CallAwaited      `json:"call" doc:"It goes on once a call to this number heard its code; null for any other."`
}

// CallAwaited is the call that has to confirm an order's number.
type CallAwaited struct {
	Phone string    `json:"phone" doc:"E.164"`
	Until db.Millis `json:"until" doc:"It is cancelled then."`
}

// callAwaited returns the confirmation call that staff have to make; nil if there is none.
func callAwaited(o *Order) *CallAwaited {
	if o.Status != OnHold || o.ConfirmBy == nil {
		return nil
	}
	return &CallAwaited{customer(o).Phone, *o.ConfirmBy}
}

// BoardColumn is the list of orders in one status.
type BoardColumn struct {
	Status string       `json:"status" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	Label  string       `json:"label"`
	Orders []BoardOrder `json:"orders"`
	More   bool         `json:"more" doc:"There are others, newer ones, that the column has no room for."`
}

// ClosedBranch is a branch that currently accepts no orders.
type ClosedBranch struct {
	wire.Ref
	Reason      string     `json:"reason" enum:"hours,switched,paused,nowhere"`
	PauseReason string     `json:"pause_reason" doc:"busy, staff, stock, power or other; empty where nobody closed it."`
	OpensAt     *db.Millis `json:"opens_at" doc:"null: not by itself."`
}

// Board lists every order that needs work.
type Board struct {
	Columns []BoardColumn  `json:"columns"`
	Closed  []ClosedBranch `json:"closed" doc:"Those of its branches that take no orders now."`
	Shop    string         `json:"shop" enum:"setup,soft,open" doc:"Whom the shop is open to: nobody yet, those who were let in, everybody."`
	Cursor  string         `json:"cursor" doc:"Where the live stream goes on."`
}

// OrderedBy is the customer who placed the order.
type OrderedBy struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// EventActor is the actor of a transition.
type EventActor struct {
	Kind  string `json:"kind" enum:"customer,staff,system"`
	ID    string `json:"id"`
	Name  string `json:"name"`
	Label string `json:"label"`
}

// StaffEvent is a completed transition, as staff see it.
type StaffEvent struct {
	Seq    int64      `json:"seq"`
	From   *string    `json:"from" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	To     string     `json:"to" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	Label  string     `json:"label"`
	Reason string     `json:"reason"`
	At     db.Millis  `json:"at"`
	Actor  EventActor `json:"actor"`
}

// StaffItem is a line of an order with the data for picking it.
type StaffItem struct {
	ItemView
	SKU     string `json:"sku" doc:"As the catalogue has it now; empty when the variant is gone."`
	Barcode string `json:"barcode" doc:"Empty for none."`
	// For products sold by weight; 0 for others.
	MinGrams int64 `json:"least_grams" doc:"As much is to be picked at least."`
	MaxGrams int64 `json:"most_grams"`
	// Only for staff who may see costs.
	Cost *money.Major `json:"cost,omitempty" doc:"What the line's goods cost the shop when they were ordered, without VAT; absent where it is not known or not theirs to see."`
}

// Margin is the shop's margin on the goods of an order, as they were ordered. Refunds are not deducted.
type Margin struct {
	Net    money.Major `json:"net" doc:"What was asked for the goods whose cost is known: after discounts, without VAT."`
	Cost   money.Major `json:"cost"`
	Margin money.Major `json:"margin"`
	Share  int64       `json:"share" doc:"Of net, in hundredths of a per cent."`
	Known  int         `json:"known" doc:"Lines whose cost is known."`
	Lines  int         `json:"lines"`
}

// StaffView is a complete order for staff, without the PIN, which only the customer may see.
type StaffView struct {
	View
	Items        []StaffItem       `json:"items"`
	Customer     OrderedBy         `json:"customer"`
	AcceptBy     *db.Millis        `json:"accept_by"`
	Late         bool              `json:"late"`
	Attempts     int64             `json:"attempts" doc:"Deliveries that failed."`
	PaymentLabel string            `json:"payment_label"`
	PaidLabel    string            `json:"payment_state_label"`
	Events       []StaffEvent      `json:"events"`
	Moves        []BoardTransition `json:"moves"`
	Call         *CallAwaited      `json:"call" doc:"It goes on once a call to this number heard its code; null for any other."`
	Margin       *Margin           `json:"margin,omitempty" doc:"For those who may see what goods cost, where it is known of a line."`
}

// marginOf calculates an order's margin and sets each line's cost. It returns nil if no line's cost is known.
func marginOf(o *Order, lines []Line, items []StaffItem) *Margin {
	major := func(minor int64) money.Major { return money.Of(minor, o.Currency).Major() }
	m := &Margin{Lines: len(lines)}
	var net, cost int64
	for _, l := range lines {
		// The cost of extras is unknown, and their price is included in the line's price.
		if l.Cost == nil || l.Added > 0 {
			continue
		}
		m.Known++
		of := money.Times(*l.Cost, l.Qty, l.UnitGrams)
		if l.WeighedGrams != nil {
			of = money.Weighed(*l.Cost, *l.WeighedGrams)
		}
		net, cost = net+l.LineTotal-l.Discount-l.Tax, cost+of
		for i := range items {
			if items[i].ID == l.ID {
				c := major(of)
				items[i].Cost = &c
			}
		}
	}
	if m.Known == 0 {
		return nil
	}
	m.Net, m.Cost, m.Margin = major(net), major(cost), major(net-cost)
	if net > 0 {
		m.Share = money.RoundRatio(net-cost, 10_000, net)
	}
	return m
}

// boardTransitions lists the possible transitions of an order; weighs reports that it contains goods sold by weight.
func boardTransitions(o *Order, weighs bool, member staff.Member, lang i18n.Lang, now time.Time) []BoardTransition {
	out := []BoardTransition{}
	for _, opt := range Options(o, MemberActor(member), now) {
		out = append(out,
			BoardTransition{string(opt.To), i18n.T(lang, "orders."+moveName(o, opt.To)), opt.NeedsReason, opt.NeedsPIN,
				weighs && o.Status == Processing && opt.To == Shipped})
	}
	return out
}

// moveName returns the name of a transition. The name may depend on the previous status and on the party that delivers.
func moveName(o *Order, to Status) string {
	switch {
	case to == o.Status:
		return "move_new_code"
	case o.Status == OutForDelivery && to == Shipped:
		return "move_failed_delivery"
	case o.Status == InReturn && to == Delivered:
		return "move_withdrawn"
	case o.Fulfilment == Pickup && to == Shipped:
		return "pickup_shipped"
	}
	return "move_" + string(to)
}

// late reports whether an order should have been accepted or delivered by now.
func late(o *Order, now time.Time) bool {
	at := db.At(now)
	switch {
	case !o.Status.Live():
		return false
	case o.Status == Pending && o.AcceptBy != nil && *o.AcceptBy < at:
		return true
	case o.Status == Shipped && o.Fulfilment == Pickup:
		return false // ready, for them to come
	}
	return o.PromisedAt < at
}

// customer reads the customer's name and phone from the order's copy of the address.
func customer(o *Order) OrderedBy {
	snap, _ := addresses.ParseSnapshot(o.Address) // checkout wrote it
	return OrderedBy{snap.ContactName, snap.Phone}
}

func (s *Service) boardOrders(ctx context.Context, q db.Querier, list []Order, member staff.Member, lang i18n.Lang,
	now time.Time) ([]BoardOrder, error) {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	units, err := Units(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	lines, err := LinesOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]BoardOrder, len(list))
	for i := range list {
		o := &list[i]
		_, _, branch := s.Seller(lang, o)
		who := customer(o)
		goods, more := goodsOf(lines[o.ID], lang)
		out[i] = BoardOrder{
			ID: o.ID, Number: o.Number, Status: string(o.Status), Fulfilment: o.Fulfilment, Branch: branch.Ref,
			Customer: MaskedCustomer{who.Name, auth.MaskPhone(who.Phone)}, ItemsQuantity: units[o.ID],
			Goods: goods, GoodsMore: more, Area: areaOf(o, lang), Note: o.Note,
			Total: money.Of(o.Total, o.Currency).Major(), Currency: o.Currency, PaymentMethod: o.PaymentMethod,
			PaymentState: o.PaymentState, CreatedAt: o.CreatedAt, PromisedAt: o.PromisedAt, AcceptBy: o.AcceptBy,
			Late: late(o, now), EventSeq: o.EventSeq,
			Moves: boardTransitions(o, len(byWeight(lines[o.ID])) > 0, member, lang, now), Call: callAwaited(o),
		}
	}
	return out, nil
}

// goodsShown is the number of lines that a card of the board always names.
const goodsShown = 2

// goodsOf names the first lines of an order and all lines with a note, which must not be missed, and counts the others.
func goodsOf(lines []Line, lang i18n.Lang) (goods []BoardGoods, more int64) {
	goods = []BoardGoods{}
	for at, l := range lines {
		if at >= goodsShown && l.Note == "" {
			continue
		}
		name := i18n.Text{EN: l.NameEN, AR: l.NameAR}.In(lang)
		if variant := (i18n.Text{EN: l.VariantEN, AR: l.VariantAR}).In(lang); variant != "" {
			name += " · " + variant
		}
		goods = append(goods, BoardGoods{name, l.Qty, l.UnitGrams, l.Note})
	}
	return goods, int64(len(lines) - len(goods))
}

// areaOf is the district of the delivery, from the order's copy of the address.
func areaOf(o *Order, lang i18n.Lang) string {
	if o.Fulfilment == Pickup {
		return ""
	}
	snap, _ := addresses.ParseSnapshot(o.Address) // checkout wrote it
	return snap.District.Name.In(lang)
}

// closedNow lists the given branches that currently accept no orders. Inactive branches are left out.
func (s *Service) closedNow(branchIDs []string, lang i18n.Lang, now time.Time) []ClosedBranch {
	out := []ClosedBranch{}
	for _, id := range branchIDs {
		b, ok := s.Branches.Branch(id)
		if !ok || !b.Active {
			continue
		}
		state := b.OpenAt(now)
		if state.Open {
			continue
		}
		closed := ClosedBranch{Ref: b.Ref(lang), Reason: state.Reason}
		if state.Reason != branches.ClosedByHours {
			closed.PauseReason = b.PauseReason
		}
		if state.Opens != nil {
			at := db.At(*state.Opens)
			closed.OpensAt = &at
		}
		out = append(out, closed)
	}
	return out
}

func (s *Service) staffView(ctx context.Context, orderID string,
	member staff.Member) (*httpapi.Reply[StaffView], error) {
	lang, now := httpapi.Caller(ctx).Lang, s.Clock.Now()
	view, err := s.ViewOf(ctx, orderID, lang)
	if err != nil {
		return nil, err
	}
	o, err := Get(ctx, s.DB, orderID)
	if err != nil {
		return nil, err
	}
	events, err := s.staffEvents(ctx, o, lang)
	if err != nil {
		return nil, err
	}
	items, err := withCodes(ctx, s.DB, orderID, view.Items)
	if err != nil {
		return nil, err
	}
	weighs := false
	for i := range items {
		if it := &items[i]; it.UnitGrams > 0 {
			weighs = true
			it.MinGrams, it.MaxGrams = weightsFor(it.Qty * it.UnitGrams)
		}
	}
	var margin *Margin
	if member.May(staff.ReadCosts) {
		lines, err := Lines(ctx, s.DB, orderID)
		if err != nil {
			return nil, err
		}
		margin = marginOf(o, lines, items)
	}
	view.StatusLabel = StaffLabel(o.Status, o.Fulfilment, lang)
	view.PIN, view.PaymentURL, view.CanCancel, view.CannotWhy, view.CanReorder = nil, nil, false, nil, false
	return httpapi.OK(StaffView{
		View: view, Items: items, Customer: customer(o), AcceptBy: o.AcceptBy, Late: late(o, now), Attempts: o.Attempts,
		PaymentLabel: MethodLabel(o.PaymentMethod, o.Fulfilment, lang),
		PaidLabel:    i18n.T(lang, "orders.payment_state_"+o.PaymentState),
		Events:       events, Moves: boardTransitions(o, weighs, member, lang, now), Margin: margin, Call: callAwaited(o),
	}), nil
}

// withCodes adds the variants' current codes from the catalogue: pickers read today's labels, not those of the day of
// the order.
func withCodes(ctx context.Context, q db.Querier, orderID string, items []ItemView) ([]StaffItem, error) {
	var rows []struct {
		LineID  string `db:"id"`
		SKU     string `db:"sku"`
		Barcode string `db:"barcode"`
	}
	err := q.Select(ctx, &rows, `SELECT l.id, v.sku, v.barcode FROM order_lines l JOIN variants v ON v.id = l.variant_id
		WHERE l.order_id = $1`, orderID)
	out := make([]StaffItem, len(items))
	for i, item := range items {
		out[i].ItemView = item
		for _, r := range rows {
			if r.LineID == item.ID {
				out[i].SKU, out[i].Barcode = r.SKU, r.Barcode
			}
		}
	}
	return out, err
}

func (s *Service) staffEvents(ctx context.Context, o *Order, lang i18n.Lang) ([]StaffEvent, error) {
	list, err := Events(ctx, s.DB, o.ID, 0)
	if err != nil {
		return nil, err
	}
	var people []string
	for _, e := range list {
		if e.ActorKind == "staff" && !slices.Contains(people, e.ActorID) {
			people = append(people, e.ActorID)
		}
	}
	names, err := staff.Names(ctx, s.DB, people)
	if err != nil {
		return nil, err
	}
	out := make([]StaffEvent, 0, len(list))
	for _, e := range list {
		actor := EventActor{Kind: e.ActorKind, ID: e.ActorID, Name: names[e.ActorID],
			Label: i18n.T(lang, "orders.actor_"+e.ActorKind)}
		if e.ActorKind == "customer" {
			actor.Name = customer(o).Name
		}
		out = append(out, StaffEvent{e.Seq, (*string)(e.From), string(e.To), StaffLabel(e.To, o.Fulfilment, lang),
			StaffReasonIn(lang, e), e.At, actor})
	}
	return out, nil
}
