package console

import (
	"context"
	"slices"
	"strconv"
	"time"

	"wekala/internal/addresses"
	"wekala/internal/auth"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Move is a move that the caller may make.
type Move struct {
	To          string `json:"to"`
	Label       string `json:"label"`
	NeedsReason bool   `json:"needs_reason"`
	NeedsPIN    bool   `json:"needs_pin"`
}

// MaskedCustomer is a customer on the board.
type MaskedCustomer struct {
	Name        string `json:"name"`
	PhoneMasked string `json:"phone_masked"`
}

// BoardOrder is an order on the board.
type BoardOrder struct {
	ID            string         `json:"id"`
	Number        string         `json:"number"`
	Status        string         `json:"status"`
	Fulfilment    string         `json:"fulfilment" enum:"delivery,pickup"`
	Branch        wire.Ref       `json:"branch"`
	Customer      MaskedCustomer `json:"customer"`
	ItemsQuantity int64          `json:"items_quantity"`
	Total         money.Major    `json:"total"`
	Currency      string         `json:"currency"`
	PaymentMethod string         `json:"payment_method"`
	PaymentState  string         `json:"payment_state"`
	CreatedAt     db.Millis      `json:"created_at"`
	PromisedAt    db.Millis      `json:"promised_at"`
	AcceptBy      *db.Millis     `json:"accept_by"`
	Late          bool           `json:"late"`
	EventSeq      int64          `json:"event_seq"`
	Moves         []Move         `json:"moves"`
}

// Column is the orders of one status.
type Column struct {
	Status string       `json:"status"`
	Label  string       `json:"label"`
	Orders []BoardOrder `json:"orders"`
}

// Board is every order that is somebody's work.
type Board struct {
	Columns []Column `json:"columns"`
	Cursor  string   `json:"cursor" doc:"Where the live stream goes on."`
}

// Customer is who ordered.
type Customer struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// EventActor is who made a move.
type EventActor struct {
	Kind  string `json:"kind" enum:"shopper,staff,system"`
	ID    string `json:"id"`
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Event is a move that was made.
type Event struct {
	Seq    int64      `json:"seq"`
	From   *string    `json:"from"`
	To     string     `json:"to"`
	Label  string     `json:"label"`
	Reason string     `json:"reason"`
	At     db.Millis  `json:"at"`
	Actor  EventActor `json:"actor"`
}

// Detail is an order in full, for staff. The PIN is the shopper's alone.
type Detail struct {
	orders.View
	Customer     Customer   `json:"customer"`
	AcceptBy     *db.Millis `json:"accept_by"`
	Late         bool       `json:"late"`
	Attempts     int64      `json:"attempts" doc:"Deliveries that failed."`
	PaymentLabel string     `json:"payment_label"`
	PaidLabel    string     `json:"payment_state_label"`
	Events       []Event    `json:"events"`
	Moves        []Move     `json:"moves"`
}

func moves(o *orders.Order, staff auth.Staff, lang i18n.Lang, now time.Time) []Move {
	out := []Move{}
	for _, opt := range orders.Options(o, orders.StaffActor(staff.ID, staff.Name, string(staff.Role)), now) {
		name := "console.move_" + string(opt.To)
		if opt.To == o.Status {
			name = "console.move_new_code"
		}
		out = append(out, Move{string(opt.To), i18n.T(lang, name), opt.NeedsReason, opt.NeedsPIN})
	}
	return out
}

// late reports whether an order should have been accepted or delivered by now.
func late(o *orders.Order, now time.Time) bool {
	at := db.At(now)
	switch {
	case !o.Status.Live():
		return false
	case o.Status == orders.Pending && o.AcceptBy != nil && *o.AcceptBy < at:
		return true
	case o.Status == orders.Shipped && o.Fulfilment == orders.Pickup:
		return false // ready, for them to come
	}
	return o.PromisedAt < at
}

// customer reads who ordered from the order's copy of the address.
func customer(o *orders.Order) Customer {
	snap, _ := addresses.ParseSnapshot(o.Address) // checkout wrote it
	return Customer{snap.ContactName, snap.Phone}
}

func (s *Service) cards(ctx context.Context, q db.Querier, list []orders.Order, staff auth.Staff, lang i18n.Lang, now time.Time) ([]BoardOrder, error) {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	units, err := orders.Units(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]BoardOrder, len(list))
	for i := range list {
		o := &list[i]
		_, _, branch := s.Orders.Seller(lang, o)
		who := customer(o)
		out[i] = BoardOrder{
			ID: o.ID, Number: o.Number, Status: string(o.Status), Fulfilment: o.Fulfilment, Branch: branch.Ref,
			Customer: MaskedCustomer{who.Name, auth.MaskPhone(who.Phone)}, ItemsQuantity: units[o.ID],
			Total: money.Of(o.Total, o.Currency).Major(), Currency: o.Currency, PaymentMethod: o.PaymentMethod,
			PaymentState: o.PaymentState, CreatedAt: o.CreatedAt, PromisedAt: o.PromisedAt, AcceptBy: o.AcceptBy,
			Late: late(o, now), EventSeq: o.EventSeq, Moves: moves(o, staff, lang, now),
		}
	}
	return out, nil
}

func (s *Service) detail(ctx context.Context, orderID string, staff auth.Staff) (*httpapi.Reply[*Detail], error) {
	lang, now := httpapi.Caller(ctx).Lang, s.Clock.Now()
	view, err := s.Orders.ViewOf(ctx, orderID, lang)
	if err != nil {
		return nil, err
	}
	o, err := orders.Get(ctx, s.DB, orderID)
	if err != nil {
		return nil, err
	}
	events, err := s.events(ctx, o, lang)
	if err != nil {
		return nil, err
	}
	view.PIN, view.PaymentURL, view.CanCancel, view.CannotWhy, view.CanReorder = nil, nil, false, nil, false
	return httpapi.OK(&Detail{
		View: view, Customer: customer(o), AcceptBy: o.AcceptBy, Late: late(o, now), Attempts: o.Attempts,
		PaymentLabel: orders.MethodLabel(o.PaymentMethod, o.Fulfilment, lang),
		PaidLabel:    i18n.T(lang, "orders.payment_state_"+o.PaymentState),
		Events:       events, Moves: moves(o, staff, lang, now),
	}), nil
}

func (s *Service) events(ctx context.Context, o *orders.Order, lang i18n.Lang) ([]Event, error) {
	list, err := orders.Events(ctx, s.DB, o.ID, 0)
	if err != nil {
		return nil, err
	}
	var staff []string
	for _, e := range list {
		if e.ActorKind == "staff" && !slices.Contains(staff, e.ActorID) {
			staff = append(staff, e.ActorID)
		}
	}
	names, err := auth.StaffNames(ctx, s.DB, staff)
	if err != nil {
		return nil, err
	}
	out := make([]Event, 0, len(list))
	for _, e := range list {
		actor := EventActor{Kind: e.ActorKind, ID: e.ActorID, Name: names[e.ActorID], Label: i18n.T(lang, "console.actor_"+e.ActorKind)}
		if e.ActorKind == "shopper" {
			actor.Name = customer(o).Name
		}
		out = append(out, Event{e.Seq, (*string)(e.From), string(e.To), o.Label(e.To, lang), orders.ReasonIn(lang, e), e.At, actor})
	}
	return out, nil
}

func number(text string) (db.Millis, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return db.Millis(n), err
}
