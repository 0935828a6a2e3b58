package returns

import (
	"context"

	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// tell notifies the customer of changes that they did not make themselves, in the language of their request. Steps that
// require nothing of them appear only in their inbox.
func (s *Service) tell(ctx context.Context, tx *db.Tx, r *Return, e Event) error {
	template, quiet := "", false
	switch {
	case e.To == PickedUp || e.To == Received || e.To == Settled && r.Refund > 0:
		template, quiet = "returns.notice_"+string(e.To), true
	case e.To == Approved:
		template = "returns.notice_approved"
	case e.To == Refused:
		template = "returns.notice_refused"
	case e.To == Refunded:
		template = "returns.notice_refunded"
	case e.To == Withdrawn && e.ActorKind == "staff":
		template = "returns.notice_withdrawn"
	default:
		return nil
	}
	place, err := addresses.ParseSnapshot(r.Address)
	if err != nil {
		return err
	}
	page := "/account/return-orders/" + r.ID
	m := notify.Message{To: place.Phone, Template: template, Lang: r.Lang, At: e.At.Time(), UserID: r.UserID,
		Link: page, Thread: page,
		Params: map[string]string{"order": r.OrderNumber}}
	if b, ok := s.Branches.Branch(r.BranchID); ok {
		m.Fill("store", i18n.Text{EN: b.Store.Name.EN, AR: b.Store.Name.AR})
	}
	m.Params["number"] = r.Number
	if quiet || m.To == "" {
		m.Channel = notify.Inbox
	}
	// The inbox shows the message in the language that its owner uses at that time.
	for name, in := range map[string]func(lang i18n.Lang) string{
		"reason": func(lang i18n.Lang) string { return reasonIn(lang, e) },
		"amount": func(lang i18n.Lang) string { return amountIn(lang, r.Refund, r.Currency) },
		"slot":   func(lang i18n.Lang) string { return slotOf(r).Dated(lang) },
	} {
		m.Params[name], m.Params[name+"_en"], m.Params[name+"_ar"] = in(r.Lang), in(i18n.EN), in(i18n.AR)
	}
	return notify.Send(ctx, tx, m)
}

// reasonIn is the reason of a transition in a language; the program's own reasons are translated.
func reasonIn(lang i18n.Lang, e Event) string {
	if e.ActorKind == theSystem.Kind && e.Reason == nothingAccepted {
		return i18n.T(lang, "returns.reason_"+e.Reason)
	}
	return e.Reason
}

// amountIn formats an amount for a message, which no page formats.
func amountIn(lang i18n.Lang, minor int64, currency string) string {
	return i18n.T(lang, "returns.amount", "amount", money.Of(minor, currency).Major())
}
