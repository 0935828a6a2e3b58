package app_test

import (
	"context"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/notify"
)

// notice is a line in somebody's inbox.
func (m *matrix) notice() thing {
	p := m.s.Shopper()
	err := m.s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return notify.Send(ctx, tx, notify.Message{Channel: notify.Inbox, UserID: p.ID, Template: "orders.notice_processing", At: time.Now()})
	})
	if err != nil {
		m.s.TB.Fatal(err)
	}
	return thing{id: apptest.Get[string](m.s, `SELECT id FROM notices WHERE user_id = $1`, p.ID), missing: "ntc_none", owner: p}
}

var _ = addCases(map[string][]idCase{
	"POST /notifications/{id}/read": {{make: (*matrix).notice, want: private}},
})
