package app_test

import (
	"context"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
)

// notice is a line in a customer's inbox.
func (m *matrix) notice() thing {
	p := m.s.Customer()
	err := m.s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return notify.Send(ctx, tx,
			notify.Message{Channel: notify.Inbox, UserID: p.ID, Template: "orders.notice_processing", At: time.Now()})
	})
	if err != nil {
		m.s.TB.Fatal(err)
	}
	return thing{id: apptest.Get[string](m.s, `SELECT id FROM notices WHERE user_id = $1`, p.ID), missing: "ntc_none",
		owner: p}
}

// dead is a message that did not arrive.
func (m *matrix) dead() thing {
	p, messageID := m.s.Customer(), id.New("msg")
	m.s.Exec(`INSERT INTO messages (id, channel, recipient, template, lang, params, state, created_at, last_error)
		VALUES ($1, 'sms', $2, 'orders.notice_rejected', 'en', '{}', 'failed', 1, 'refused')`, messageID, p.Phone)
	return thing{id: messageID, missing: "msg_none", owner: p}
}

var _ = addCases(map[string][]idCase{
	"POST /console/messages/{id}/resend": {
		{make: (*matrix).dead, want: with(everybody(unauthorized), staff, "403 not_allowed",
			elsewhere, "403 not_allowed", boss, ok, editor, "403 not_allowed")}},
	"POST /notifications/{id}/read": {{make: (*matrix).notice, want: private}},
})
