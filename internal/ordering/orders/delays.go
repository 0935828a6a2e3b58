package orders

import (
	"context"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// delayFrom is how late an order must be before its customer is notified: an order that arrives by then needs no
// message.
const delayFrom = 5 * time.Minute

// DelayTemplate is the message about a delay. The inbox keeps it without its time, which changes; the order's page has
// the current one.
const DelayTemplate = "orders.notice_delayed"

// TellDelays notifies the customers of orders in preparation or on their way that have become late of the new estimate,
// once per order across all nodes. when formats a moment. It returns the number of notified customers.
func (s *Service) TellDelays(ctx context.Context, when func(lang i18n.Lang, at, now time.Time) string) (int, error) {
	now := s.Clock.Now()
	var ids []string
	// The newest come first: old ones without an estimate would block them.
	err := s.DB.Select(ctx, &ids, `SELECT id FROM orders WHERE delay_told_at IS NULL
		AND status IN ('processing', 'shipped', 'out_for_delivery')
		AND promised_at <= $1 AND promised_at > $2 AND NOT (status = 'shipped' AND fulfilment = 'pickup')
		ORDER BY promised_at DESC, id
		LIMIT $3`, db.At(now.Add(-delayFrom)), db.At(now.Add(-minutesTellUntil)), int64(sweepBatch))
	if err != nil {
		return 0, err
	}
	told := 0
	for _, id := range ids {
		var sent bool
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			sent, err = s.tellDelay(ctx, tx, id, now, when)
			return err
		})
		if err != nil {
			return told, err
		}
		if sent {
			told++
		}
	}
	return told, nil
}

func (s *Service) tellDelay(ctx context.Context, tx *db.Tx, id string, now time.Time,
	when func(lang i18n.Lang, at, now time.Time) string) (bool, error) {
	o, err := byID(ctx, tx, id)
	if err != nil {
		return false, err
	}
	expected, err := s.expected(ctx, tx, o, now)
	if err != nil || expected == nil {
		return false, err
	}
	// A second node, or one that reads the order before its next event, updates no row.
	n, err := tx.Exec(ctx, `UPDATE orders SET delay_told_at = $3 WHERE id = $1 AND event_seq = $2
		AND delay_told_at IS NULL`, o.ID, o.EventSeq, db.At(now))
	if err != nil || n == 0 {
		return false, err
	}
	m := notify.Message{Template: DelayTemplate, Lang: o.Lang, At: now, UserID: o.UserID, Link: Page(o.ID)}
	m.Fill("when", i18n.Text{EN: when(i18n.EN, expected.Time(), now), AR: when(i18n.AR, expected.Time(), now)})
	if err := Name(ctx, tx, &m, o); err != nil {
		return false, err
	}
	snap, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return false, err
	}
	if m.To = snap.Phone; m.To == "" {
		m.Channel = notify.Inbox
	}
	return true, notify.Send(ctx, tx, m)
}
