package orders

import (
	"context"
	"encoding/json"
	"slices"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Told returns the template that notifies the customer of a transition; "" for transitions they made or saw themselves.
// Good news that requires nothing of them only goes to their inbox. docs/messages.md has a diagram.
func Told(c Change) (template string, quiet bool) {
	collected := c.Order.Fulfilment == Pickup
	// Customers who pay in cash at the end have nothing to be refunded.
	paid := c.Order.PaymentMethod == Card || c.Order.WalletPaid+c.Order.PointsPaid > 0
	switch c.To {
	case OnHold:
		// The program itself puts only orders that await a call on hold: the customer will get a call from an unknown number.
		if c.Actor.Kind == TheSystem.Kind {
			return "orders.notice_confirm", false
		}
	case Processing:
		return "orders.notice_processing", true
	case Delivered:
		if c.From == OutForDelivery || c.From == Shipped {
			if collected {
				return "orders.notice_collected", true
			}
			return "orders.notice_delivered", true
		}
	case Shipped:
		if collected && c.From == Processing { // a new code for the counter is no news
			return "orders.notice_ready", false
		}
	case OutForDelivery:
		return "orders.notice_out_for_delivery", false
	case InReturn:
		// Customers who did not collect an order know it; those whose delivery failed may not.
		if !collected && (c.From == OutForDelivery || c.From == Shipped) {
			if paid {
				return "orders.notice_undelivered_paid", false
			}
			return "orders.notice_undelivered", false
		}
	case Rejected:
		if paid {
			return "orders.notice_rejected_paid", false
		}
		return "orders.notice_rejected", false
	case Cancelled:
		if c.Actor.Kind == "staff" && paid {
			return "orders.notice_cancelled_paid", false
		}
		if c.Actor.Kind == "staff" {
			return "orders.notice_cancelled", false
		}
	}
	return "", false
}

// refunding lists the templates that mention the refund.
var refunding = []string{"orders.notice_rejected_paid", "orders.notice_cancelled_paid"}

// ToldOfRefund reports whether the notice of an order's end mentioned the refund, so that customers are not notified
// twice.
func ToldOfRefund(ctx context.Context, q db.Querier, o *Order) (bool, error) {
	if o.Status != Rejected && o.Status != Cancelled {
		return false, nil
	}
	events, err := Events(ctx, q, o.ID, o.EventSeq-1)
	if err != nil || len(events) == 0 {
		return false, err
	}
	last := events[len(events)-1]
	c := Change{Order: o, To: last.To, Event: last, Actor: Actor{Kind: last.ActorKind, ID: last.ActorID}}
	if last.From != nil {
		c.From = *last.From
	}
	template, quiet := Told(c)
	return !quiet && slices.Contains(refunding, template), nil
}

// Notices is the hook that notifies customers of changes that they did not make themselves, in the language of their
// order and in their inbox.
func (s *Service) Notices(ctx context.Context, tx *db.Tx, c Change) error {
	template, quiet := Told(c)
	if template == "" || c.Order.ConfirmBy != nil {
		return nil // nothing is written to a number that nobody confirmed
	}
	m := notify.Message{Template: template, Lang: c.Order.Lang, At: c.Event.At.Time(), UserID: c.Order.UserID,
		Link: Page(c.Order.ID)}
	if err := Name(ctx, tx, &m, c.Order); err != nil {
		return err
	}
	snap, err := addresses.ParseSnapshot(c.Order.Address)
	if err != nil {
		return err
	}
	m.To = snap.Phone
	if quiet || m.To == "" {
		// Sent once: an order that continues after a hold is not announced again.
		m.Channel, m.Once = notify.Inbox, template+":"+c.Order.ID
	}
	return notify.Send(ctx, tx, m)
}

// Page is the path of a customer's order, without the language.
func Page(orderID string) string { return "/account/my-orders/" + orderID }

// guestPage is the path of a guest's order, for the browser in which it was placed.
func guestPage(orderID string) string { return "/call-orders/" + orderID }

// Name adds an order's number and store to a message, so that a customer with two orders can tell them apart, and files
// it under that order in their inbox. Guests have no inbox and no account, so they get a different link.
func Name(ctx context.Context, q db.Querier, m *notify.Message, o *Order) error {
	var kept Seller
	if o.Seller == "" || json.Unmarshal([]byte(o.Seller), &kept) != nil || kept.Store == (i18n.Text{}) {
		var store struct {
			EN string `db:"name_en"`
			AR string `db:"name_ar"`
		}
		err := q.Get(ctx, &store, `SELECT s.name_en, s.name_ar FROM branches b JOIN stores s ON s.id = b.store_id
			WHERE b.id = $1`, o.BranchID)
		if err != nil {
			return err
		}
		kept.Store = i18n.Text(store)
	}
	guest, err := auth.IsGuest(ctx, q, o.UserID)
	if err != nil {
		return err
	}
	if guest && m.Link == Page(o.ID) {
		m.Link = guestPage(o.ID)
	}
	m.Thread = Page(o.ID)
	m.Fill("number", i18n.Text{EN: o.Number, AR: o.Number})
	m.Fill("store", kept.Store)
	return nil
}
