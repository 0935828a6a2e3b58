package notify_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// TestOnlyServedNumbersAreMessaged: whatever causes an SMS or a WhatsApp message (a notice, a code, a repetition, a
// stand-in), it is not sent to a number that the shop does not serve; e-mail is sent everywhere.
func TestOnlyServedNumbersAreMessaged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rc, cfg := newReceiver(t)
		sh := newShop(t, d, cfg)
		for _, channel := range []string{"", "sms", "whatsapp"} {
			for _, to := range []string{"+966512345678", "+20223456789", "+8821612345678"} {
				sh.send(notify.Message{Channel: channel, To: to, Template: "support.notice_received", Lang: "en"})
				foreign := code(channel)
				foreign.To = to
				sh.send(foreign)
			}
		}
		sh.run()
		if got := rc.got(); len(got) != 0 {
			t.Errorf("%d messages went to numbers that are not served", len(got))
		}
		var skipped int64
		if err := d.Get(t.Context(), &skipped, `SELECT COUNT(*) FROM messages WHERE state = 'skipped'
			AND last_error IS NOT NULL`); err != nil || skipped != 18 {
			t.Errorf("%d of 18 messages say that they were kept back, %v", skipped, err)
		}

		// One that failed before its country was taken off the list is not sent again.
		rc.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }
		sh.clock.Advance(time.Minute)
		sh.send(notify.Message{Channel: "whatsapp", To: "+201001234567", Template: "support.notice_received", Lang: "en"})
		sh.s.Serves = once(sh.s.Serves)
		sh.run()
		before := len(rc.got())
		if before == 0 {
			t.Fatal("a served number got nothing")
		}
		rc.answer = nil
		var failed string
		if err := d.Get(t.Context(), &failed,
			`SELECT id FROM messages WHERE state = 'failed' AND channel = 'whatsapp'`); err != nil {
			t.Fatal(err)
		}
		sh.run()
		if n := len(rc.got()); n != before {
			t.Errorf("the stand-in went to a number that is served no more: %d", n-before)
		}

		// If it is unknown whether the number is served, the message is not sent and is retried.
		sh.s.Serves = func(context.Context, string) (bool, error) { return true, errors.New("no answer") }
		sh.clock.Advance(time.Minute)
		sh.send(notify.Message{To: "+201001234567", Template: "support.notice_received", Lang: "en"})
		sh.run()
		if got := sh.status(); got.State != "queued" || len(rc.got()) != before {
			t.Errorf("%+v, %d sent", got, len(rc.got())-before)
		}
	})
}

// once serves the first number it is asked about, and none after.
func once(serves func(context.Context, string) (bool, error)) func(context.Context, string) (bool, error) {
	asked := false
	return func(ctx context.Context, phone string) (bool, error) {
		if asked {
			return false, nil
		}
		asked = true
		return serves(ctx, phone)
	}
}
