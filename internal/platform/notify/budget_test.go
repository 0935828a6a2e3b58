package notify_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// TestNoticesHaveABudget: SMS and WhatsApp notices are bounded per number, per
// cause and for the shop; codes go out while notices are flooded, e-mail is not
// counted, and the next hour begins anew.
func TestNoticesHaveABudget(t *testing.T) {
	phone := func(n int) string { return fmt.Sprintf("+2010%08d", n) }
	for _, c := range []struct {
		name    string
		send    func(i int) notify.Message
		arrived int
	}{
		{"one number", func(int) notify.Message { return notify.Message{To: phone(1), Template: "support.notice_received"} }, 3},
		{"one cause", func(i int) notify.Message { return notify.Message{To: phone(i), Template: "support.notice_received"} }, 5},
		{"all", func(i int) notify.Message {
			return notify.Message{Channel: []string{"sms", "whatsapp"}[i%2], To: phone(i), Template: []string{"support.notice_received", "auth.notice_password"}[i%2]}
		}, 8},
		{"e-mail", func(int) notify.Message {
			return notify.Message{Channel: "email", To: "mona@example.com", Template: "support.notice_received"}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				rc, cfg := newReceiver(t)
				cfg.Budget = notify.Budget{PerNumber: 3, PerCause: 5, All: 8}
				sh := newShop(t, d, cfg)
				for i := range 12 {
					m := c.send(i)
					m.Lang = "en"
					sh.send(m)
				}
				sh.run()
				if got := len(rc.got()); got != c.arrived {
					t.Errorf("%d notices went out, want %d", got, c.arrived)
				}
				var kept int
				if err := d.Get(t.Context(), &kept, `SELECT COUNT(*) FROM messages WHERE state = 'skipped' AND last_error LIKE 'too many messages of%'`); err != nil || c.arrived > 0 && kept != 12-c.arrived {
					t.Errorf("%d were kept back, %v", kept, err)
				}
				before := len(rc.got())
				sh.send(code("sms"))
				sh.run()
				if got := len(rc.got()) - before; got != 1 {
					t.Errorf("%d codes went out while notices are flooded", got)
				}
				sh.clock.Advance(time.Hour)
				before = len(rc.got())
				sh.send(notify.Message{To: phone(1), Template: "support.notice_received", Lang: "en"})
				sh.run()
				if got := len(rc.got()) - before; got != 1 {
					t.Errorf("%d notices in the next hour", got)
				}
			})
		})
	}
}
