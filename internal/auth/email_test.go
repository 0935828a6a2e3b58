package auth

import (
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
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
		if a.data(t, &sent); sent["email"] != address || sent["phone"] != nil || sent["resend_after"] == nil || sent["expires_in"] == nil {
			t.Errorf("where the code went: %v", sent)
		}
		var channel, template string
		if err := d.Get(t.Context(), &channel, `SELECT channel FROM messages WHERE recipient = $1`, address); err != nil || channel != "email" {
			t.Errorf("%s, %v", channel, err)
		}
		if err := d.Get(t.Context(), &template, `SELECT template FROM messages WHERE recipient = $1`, address); err != nil || template != "notify.email_code" {
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
		// Nobody can take it: the code proves the address, and it is hers.
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
