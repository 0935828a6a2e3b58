package payments

import (
	"context"
	"strconv"
	"strings"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// tell notifies the customer of a completed refund in their inbox. Returns send a separate notice of the whole amount,
// and so do orders that were rejected, or cancelled by staff.
func (s *Service) tell(ctx context.Context, tx *db.Tx, r *Refund) error {
	if strings.HasPrefix(r.Source, "return:") {
		return nil
	}
	o, err := orders.Get(ctx, tx, r.OrderID)
	if err != nil {
		return err
	}
	if strings.HasPrefix(r.Source, ended(o.ID, o.Status)) {
		if told, err := orders.ToldOfRefund(ctx, tx, o); err != nil || told {
			return err
		}
	}
	link := "/account/my-wallet"
	if r.Way == ToPoints {
		link = "/account/loyalty-points"
	}
	m := s.inbox(r.UserID, "payments.notice_refunded_"+r.Way, link, "refund:"+r.ID, map[string]string{
		"amount": money.EGP(r.Amount).Major().String(), "count": strconv.FormatInt(r.Points, 10)})
	if err := orders.Name(ctx, tx, &m, o); err != nil {
		return err
	}
	return notify.Send(ctx, tx, m)
}

// tellTopUpFailed notifies the customer once that a top-up failed, however often its payment expires.
func (s *Service) tellTopUpFailed(ctx context.Context, tx *db.Tx, p *Payment) error {
	return notify.Send(ctx, tx, s.inbox(p.UserID, "payments.notice_topup_failed", "/account/my-wallet", captureSource(p),
		map[string]string{"amount": money.EGP(p.Amount).Major().String()}))
}

func (s *Service) inbox(userID, template, link, once string, params map[string]string) notify.Message {
	return notify.Message{Channel: notify.Inbox, UserID: userID, Template: template, Link: link, Params: params,
		Once: once, At: s.Clock.Now()}
}
