package orders

import (
	"context"

	"wekala/internal/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// notice says which template tells the shopper of a move; "" for those they
// made or watched themselves.
func notice(c Change) string {
	switch c.To {
	case OutForDelivery:
		return "orders.notice_out_for_delivery"
	case Rejected:
		return "orders.notice_rejected"
	case Cancelled:
		if c.Actor.Kind == "staff" {
			return "orders.notice_cancelled"
		}
	}
	return ""
}

// Notices is the hook that tells shoppers what they would not know otherwise,
// in the language they ordered in.
func (s *Service) Notices(ctx context.Context, tx *db.Tx, c Change) error {
	template := notice(c)
	if template == "" {
		return nil
	}
	snap, err := addresses.ParseSnapshot(c.Order.Address)
	if err != nil || snap.Phone == "" {
		return err
	}
	params := map[string]string{"number": c.Order.Number}
	if b, ok := s.Branches.Branch(c.Order.BranchID); ok {
		params["store"] = i18n.Text{EN: b.Store.Name.EN, AR: b.Store.Name.AR}.In(c.Order.Lang)
	}
	return notify.Send(ctx, tx, notify.Message{To: snap.Phone, Template: template, Lang: c.Order.Lang,
		Params: params, At: c.Event.At.Time()})
}
