package auth

import (
	"context"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestChangePassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, token := prepared(t, d)
		without, _ := w.register("+201501234567", "Omar")
		for _, c := range []struct {
			name, token string
			body        fields
			status      int
			code, field string
		}{
			{"a guest", "", fields{"password": newPass, "password_confirmation": newPass}, 401, "unauthorized", ""},
			{"without the current one", token, fields{"password": newPass, "password_confirmation": newPass}, 422, "required",
				"current_password"},
			{
				"with a wrong one", token, fields{"current_password": "wr0ng!pass", "password": newPass,
					"password_confirmation": newPass}, 422, "current_wrong", "current_password"},
			{"a weak one", token, fields{"current_password": oldPass, "password": "short1!", "password_confirmation": "short1!"},
				422, "password_pattern", "password"},
			{"no confirmation", token, fields{"current_password": oldPass, "password": newPass, "password_confirmation": ""},
				422, "required", "password_confirmation"},
			{
				"two different ones", token, fields{"current_password": oldPass, "password": newPass,
					"password_confirmation": oldPass}, 422, "passwords_differ", "password_confirmation"},
			{"the right way", token, fields{"current_password": oldPass, "password": newPass, "password_confirmation": newPass},
				200, "", ""},
			{"whatever meets the rule", token,
				fields{"current_password": newPass, "password": "abcdef1!", "password_confirmation": "abcdef1!"}, 200, "", ""},
			{"a first one without a code", without, fields{"password": newPass, "password_confirmation": newPass}, 422,
				"required", "code"},
			{"a first one with somebody else's guess", without,
				fields{"code": "0", "password": newPass, "password_confirmation": newPass}, 422, "code_format", "code"},
			{"a first one by a password that is not there", without,
				fields{"current_password": newPass, "password": newPass, "password_confirmation": newPass}, 422, "required",
				"code"},
		} {
			before := w.passwords()
			a := w.call("PUT", "/user/password", c.token, c.body)
			if a.Status != 200 && w.passwords() != before {
				t.Errorf("%s: refused, and yet a password or a message changed", c.name)
			}
			if a.Status != c.status || a.Code != c.code || c.field != "" && len(a.Errors[c.field]) == 0 {
				t.Errorf("%s: %d %s", c.name, a.Status, a.Body)
			}
		}
		if got := w.told(mona); got != "auth.notice_password" {
			t.Errorf("Mona was told %q", got)
		}

		// A first password, with a code to the phone that is signed in.
		const omar = "+201501234567"
		ask := func(token string) {
			t.Helper()
			w.clock.Advance(3 * time.Minute)
			if a := w.call("POST", "/user/password/code", token, fields{"method": "sms"}); a.Status != 200 {
				t.Fatalf("no code: %s", a.Body)
			}
		}
		set := func(token, code, password string) answer {
			return w.call("PUT", "/user/password", token,
				fields{"code": code, "password": password, "password_confirmation": password})
		}
		if a := w.call("POST", "/user/password/code", "", fields{"method": "sms"}); a.Status != 401 {
			t.Errorf("a guest asks for a code: %s", a.Body)
		}
		ask(without)
		first := w.code(omar)
		ask(token)
		if a := set(token, first, oldPass); a.Status != 422 && first != w.code(mona) {
			t.Errorf("the code of another phone: %s", a.Body)
		}
		if a := w.call("POST", "/user/password/reset", "",
			fields{"phone": omar, "code": first, "password": oldPass, "password_confirmation": oldPass}); a.Status != 422 {
			t.Errorf("the code resets a password too: %s", a.Body)
		}
		before := w.passwords()
		if a := set(without, w.wrong(omar), newPass); a.Code != "code_wrong" {
			t.Errorf("a wrong code: %s", a.Body)
		}
		if w.passwords() != before {
			t.Error("a wrong code set a password")
		}
		if a := set(without, first, newPass); a.Status != 200 {
			t.Errorf("a first one: %s", a.Body)
		}
		if got := w.told(omar); got != "auth.notice_password" {
			t.Errorf("Omar was told %q", got)
		}
		if a := set(without, first, oldPass); a.Code != "code_used" {
			t.Errorf("the code again: %s", a.Body)
		}
		if a := w.call("PUT", "/user/password", without,
			fields{"password": oldPass, "password_confirmation": oldPass}); a.Code != "required" ||
			len(a.Errors["current_password"]) == 0 {
			t.Errorf("a second one without anything: %s", a.Body)
		}
		ask(without)
		if a := set(without, w.code(omar), oldPass); a.Status != 200 {
			t.Errorf("a second one with a code, the first forgotten: %s", a.Body)
		}

		for range 10 {
			w.call("PUT", "/user/password", token, fields{
				"current_password": "wr0ng!pass", "password": oldPass, "password_confirmation": oldPass})
		}
		if a := w.call("PUT", "/user/password", token,
			fields{"current_password": newPass, "password": oldPass,
				"password_confirmation": oldPass}); a.Code != "passwords_busy" {
			t.Errorf("after ten wrong ones: %s", a.Body)
		}
		w.healthy()
	})
}

// passwords returns all passwords and messages, to check that nothing changed.
func (w *world) passwords() string {
	w.t.Helper()
	var rows []string
	if err := w.d.Select(context.Background(), &rows, `SELECT id || COALESCE(password_hash, '') FROM users
		UNION ALL SELECT id FROM messages UNION ALL SELECT id FROM sessions WHERE revoked_at IS NOT NULL
		ORDER BY 1`); err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(rows, "\n")
}

// told returns the template of the last message to a phone that is not a code, if it is also in the inbox of the
// phone's owner.
func (w *world) told(phone string) string {
	w.t.Helper()
	var sent, inbox []string
	err := w.d.Select(context.Background(), &sent, `SELECT template FROM messages
		WHERE recipient = $1 AND challenge_id IS NULL ORDER BY created_at DESC, id DESC`, phone)
	if err == nil {
		err = w.d.Select(context.Background(), &inbox, `SELECT i.template FROM notices i JOIN users u ON u.id = i.user_id
			WHERE u.phone = $1 AND i.link = '/account/profile/change-password' ORDER BY i.created_at DESC, i.id DESC`, phone)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	if len(sent) == 0 || len(inbox) == 0 || sent[0] != inbox[0] {
		return ""
	}
	return sent[0]
}
