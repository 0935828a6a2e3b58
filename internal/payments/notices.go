package payments

import (
	"context"
	"strconv"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// tell puts a refund that is done into its customer's inbox. Returns tell of
// theirs themselves, in one sum.
func (s *Service) tell(ctx context.Context, tx *db.Tx, r *Refund) error {
	if strings.HasPrefix(r.Source, "return:") {
		return nil
	}
	link := "/account/my-wallet"
	if r.Way == ToPoints {
		link = "/account/loyalty-points"
	}
	return s.inbox(ctx, tx, r.UserID, "payments.notice_refunded_"+r.Way, link, "refund:"+r.ID, map[string]string{
		"amount": money.EGP(r.Amount).Major().String(), "count": strconv.FormatInt(r.Points, 10)})
}

// tellTopUpFailed says that a top-up came to nothing, once, however often its
// payment is given up.
func (s *Service) tellTopUpFailed(ctx context.Context, tx *db.Tx, p *Payment) error {
	return s.inbox(ctx, tx, p.UserID, "payments.notice_topup_failed", "/account/my-wallet", captureSource(p),
		map[string]string{"amount": money.EGP(p.Amount).Major().String()})
}

func (s *Service) inbox(ctx context.Context, tx *db.Tx, userID, template, link, once string, params map[string]string) error {
	return notify.Send(ctx, tx, notify.Message{Channel: notify.Inbox, UserID: userID, Template: template, Link: link,
		Params: params, Once: once, At: s.Clock.Now()})
}
