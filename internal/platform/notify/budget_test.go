package notify_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/notify"
)

// TestNoticesHaveABudget: SMS and WhatsApp notices are bounded per number, per cause and for the shop; codes are sent
// while notices are flooded, e-mail is not counted, and the next hour starts from zero.
func TestNoticesHaveABudget(t *testing.T) {
	phone := func(n int) string { return fmt.Sprintf("+2010%08d", n) }
	for _, c := range []struct {
		name    string
		send    func(i int) notify.Message
		arrived int
	}{
		{"one number", func(int) notify.Message { return notify.Message{To: phone(1), Template: "support.notice_received"} },
			3},
		{"one cause", func(i int) notify.Message { return notify.Message{To: phone(i), Template: "support.notice_received"} },
			5},
		{"all", func(i int) notify.Message {
			return notify.Message{Channel: []string{"sms", "whatsapp"}[i%2], To: phone(i),
				Template: []string{"support.notice_received", "auth.notice_password"}[i%2]}
		}, 8},
		{"e-mail", func(int) notify.Message {
			return notify.Message{Channel: "email", To: "mona@example.com", Template: "support.notice_received"}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				rc, cfg := newReceiver(t)
				cfg.Budget = notify.Budget{PerCaller: 4, PerBlock: 6, PerNumber: 3, PerCause: 5, All: 8}
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
				if err := d.Get(t.Context(), &kept, `SELECT COUNT(*) FROM messages WHERE state = 'skipped'
					AND last_error LIKE 'too many messages of%'`); err != nil || c.arrived > 0 && kept != 12-c.arrived {
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

// TestWhoCausesNoticesIsCounted: one customer, and one network, can cause only a limited number of messages, to any
// receivers; the rest of the budget stays for others. Messages by staff and jobs have no such limit, and the cause of a
// message is deleted once it is counted.
func TestWhoCausesNoticesIsCounted(t *testing.T) {
	phone := func(n int) string { return fmt.Sprintf("+2010%08d", n) }
	customer := func(i int, ip string) *httpapi.Who {
		return &httpapi.Who{UserID: fmt.Sprint("usr_", i), IP: netip.MustParseAddr(ip)}
	}
	for _, c := range []struct {
		name    string
		who     func(i int) *httpapi.Who
		guest   string
		arrived int
	}{
		{"one customer from many networks", func(i int) *httpapi.Who { return customer(1, fmt.Sprintf("41.32.%d.7", i)) }, "",
			3},
		{"many customers of one network", func(i int) *httpapi.Who { return customer(i, fmt.Sprintf("41.32.7.%d", i)) }, "",
			5},
		{"guests of one network", func(int) *httpapi.Who { return &httpapi.Who{} }, "2a02:1:2:3::1", 5},
		{"staff", func(int) *httpapi.Who { return &httpapi.Who{StaffID: "stf_1", IP: netip.MustParseAddr("41.32.7.1")} }, "",
			12},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				rc, cfg := newReceiver(t)
				cfg.Budget = notify.Budget{PerCaller: 3, PerBlock: 5, PerNumber: 3, PerCause: 20, All: 40}
				sh := newShop(t, d, cfg)
				send := func(ctx context.Context, i int, guest string) {
					t.Helper()
					m := notify.Message{To: phone(i), Template: "support.notice_received", Lang: "en", At: sh.clock.Now()}
					if guest != "" {
						m.GuestFrom = netip.MustParseAddr(guest)
					}
					if err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return notify.Send(ctx, tx, m) }); err != nil {
						t.Fatal(err)
					}
				}
				for i := range 12 {
					send(httpapi.WithCaller(t.Context(), c.who(i)), i, c.guest)
				}
				sh.run()
				if got := len(rc.got()); got != c.arrived {
					t.Errorf("%d notices went out, want %d", got, c.arrived)
				}
				// Messages that were held back used nobody else's budget.
				send(httpapi.WithCaller(t.Context(), customer(99, "156.1.1.1")), 11, "")
				sh.run()
				if got := len(rc.got()); got != c.arrived+1 {
					t.Errorf("another customer's message did not go: %d", got)
				}
				var left int
				if err := d.Get(t.Context(), &left, `SELECT COUNT(*) FROM messages WHERE caused_by IS NOT NULL
					OR caused_from IS NOT NULL`); err != nil || left != 0 {
					t.Errorf("%d messages still say who caused them, %v", left, err)
				}
			})
		})
	}
}
