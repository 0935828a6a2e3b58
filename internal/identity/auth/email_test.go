package auth

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

func TestEmail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, token := prepared(t, d)
		other, otherID := w.register("+201501234567", "Omar")
		const send, verify, address = "/user/email/code", "/user/email/verify", "mona@example.com"
		if a := w.call("POST", send, other, nil); a.Code != "no_email" {
			t.Errorf("without an address: %s", a.Body)
		}
		a := w.call("POST", send, token, nil)
		if a.Status != 200 {
			t.Fatal(a.Body)
		}
		var sent map[string]any
		if a.data(t, &sent); sent["email"] != address || sent["phone"] != nil || sent["resend_after"] == nil ||
			sent["expires_in"] == nil {
			t.Errorf("where the code went: %v", sent)
		}
		var channel, template string
		if err := d.Get(t.Context(), &channel, `SELECT channel FROM messages WHERE recipient = $1`, address); err != nil ||
			channel != "email" {
			t.Errorf("%s, %v", channel, err)
		}
		if err := d.Get(t.Context(), &template, `SELECT template FROM messages WHERE recipient = $1`, address); err != nil ||
			template != "notify.email_code" {
			t.Errorf("%s, %v", template, err)
		}
		code := w.code(address)
		for _, c := range []struct {
			name, token, email, code string
			status                   int
			want, field              string
		}{
			{"a guest", "", address, code, 401, "unauthorized", ""},
			{"somebody else's", other, address, code, 422, "email_other", "email"},
			{"another address", token, "other@example.com", code, 422, "email_other", "email"},
			{"no address", token, "mona", code, 422, "email_format", "email"},
			{"a wrong code", token, address, w.wrong(address), 422, "code_wrong", "code"},
			{"right", token, "Mona@Example.com", code, 200, "", ""},
			{"again", token, address, code, 422, "code_used", "code"},
		} {
			a := w.call("POST", verify, c.token, fields{"email": c.email, "code": c.code})
			if a.Status != c.status || a.Code != c.want || c.field != "" && len(a.Errors[c.field]) == 0 {
				t.Errorf("%s: %d %s", c.name, a.Status, a.Body)
			}
		}
		if a := w.call("POST", send, token, nil); a.Code != "email_confirmed_already" {
			t.Error(a.Body)
		}
		// Nobody else can take the address: the code proves that it is hers.
		w.exec(`UPDATE users SET email = $2 WHERE id = $1`, otherID, address)
		w.clock.Advance(10 * time.Minute)
		if a := w.call("POST", send, other, nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		a = w.call("POST", verify, other, fields{"email": address, "code": w.code(address)})
		if a.Status != 422 || a.Code != "email_taken" {
			t.Errorf("a second owner: %s", a.Body)
		}
		w.healthy()
	})
}

// TestCodesToMadeUpAddresses: a customer who enters one e-mail address after another gets no more codes than for one
// address, and doesn't use up the budget of codes to phones.
func TestCodesToMadeUpAddresses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, token := prepared(t, d)
		const send = "/user/email/code"
		sent := 0
		at := func(who, address string) answer {
			w.exec(`UPDATE users SET email = $2 WHERE id = (SELECT user_id FROM sessions WHERE token_hash = $1)`, id.Digest(who),
				address)
			a := w.call("POST", send, who, nil)
			if a.Status == 200 {
				sent++
			} else if a.Status != 429 {
				t.Fatal(a.Body)
			}
			return a
		}
		at(token, "first@example.com")
		if a := at(token, "second@example.com"); a.Code != "code_wait" {
			t.Errorf("another address at once: %s", a.Body)
		}
		for i := range 20 {
			w.clock.Advance(3 * time.Minute)
			at(token, fmt.Sprintf("made.up%d@example.com", i))
		}
		if sent != CodesPerDay {
			t.Errorf("%d codes were sent, not %d", sent, CodesPerDay)
		}
		var known int
		if err := d.Get(t.Context(), &known, `SELECT COUNT(*) FROM rate_counters WHERE key = 'otp:known'`); err != nil ||
			known != 0 {
			t.Errorf("the budget of known phones was used: %v", err)
		}
		// One address, of many accounts.
		w.clock.Advance(time.Hour)
		sent = 0
		for i := range 2 * int(DefaultLimits.PerEmail) {
			another, _ := w.register(fmt.Sprintf("+2010123456%02d", i), "Omar")
			at(another, "victim@example.com")
		}
		if sent != int(DefaultLimits.PerEmail) {
			t.Errorf("%d codes were sent to one address", sent)
		}
	})
}
