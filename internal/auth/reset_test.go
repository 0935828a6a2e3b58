package auth

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/i18n"
)

const (
	oldPass = "s3cret!pass"
	newPass = "n3w!password"
)

// forget asks for a code to set a new password with.
func (w *world) forget(phone string) {
	w.t.Helper()
	if a := w.call("POST", "/user/forget-password", "", fields{"phone": phone, "country_code": "+20", "method": "sms"}); a.Status != 200 {
		w.t.Fatalf("no code for %s: %s", phone, a.Body)
	}
}

func TestResetEndpoints(t *testing.T) {
	const (
		forget = "/user/forget-password"
		reset  = "/user/password/reset"
	)
	with := func(phone, code, password, again string) fields {
		return fields{"country_code": "+20", "phone": phone, "code": code, "password": password, "password_confirmation": again}
	}
	asked := func(phone string) func(*world) fields {
		return func(w *world) fields { w.forget(phone); return with(phone, w.code(phone), newPass, newPass) }
	}
	for _, c := range []struct {
		name, path  string
		body        func(w *world) fields
		status      int
		code, field string
		happened    string
		changed     bool // Mona's password
	}{
		{"a code for a known phone", forget, func(*world) fields {
			return fields{"phone": "٠١٠٠١٢٣٤٥٦٧", "country_code": "+20", "method": "sms"}
		}, 200, "", "", "jobs+1 messages+1 otp_challenges+1", false},
		{"the same for an unknown one", forget, func(*world) fields {
			return fields{"phone": new1, "country_code": "+20", "method": "whatsapp"}
		}, 200, "", "", "jobs+1 messages+1 otp_challenges+1", false},
		{"a landline", forget, func(*world) fields { return fields{"phone": "0223456789", "country_code": "+20", "method": "sms"} },
			422, "phone_invalid", "phone", "", false},
		{"at once again", forget, func(w *world) fields {
			w.forget(mona)
			return fields{"phone": mona, "country_code": "+20", "method": "sms"}
		}, 429, "code_wait", "", "", false},

		{"the right code", reset, asked(mona), 200, "", "", "jobs+1 messages+1", true},
		{"in Arabic digits", reset, func(w *world) fields {
			w.forget(mona)
			return with(mona, arabic(w.code(mona)), newPass, newPass)
		}, 200, "", "", "jobs+1 messages+1", true},
		{"a wrong code", reset, func(w *world) fields { w.forget(mona); return with(mona, w.wrong(mona), newPass, newPass) },
			422, "code_wrong", "code", "", false},
		{"a code to sign in with", reset, func(w *world) fields { w.ask(mona); return with(mona, w.code(mona), newPass, newPass) },
			422, "code_expired", "code", "", false},
		{"a late code", reset, func(w *world) fields {
			f := asked(mona)(w)
			w.clock.Advance(CodeLife)
			return f
		}, 422, "code_expired", "code", "", false},
		{"the code again", reset, func(w *world) fields {
			f := asked(mona)(w)
			w.call("POST", reset, "", f)
			return f
		}, 422, "code_used", "code", "", true},
		{"a weak password", reset, func(w *world) fields { w.forget(mona); return with(mona, w.code(mona), "password1", "password1") },
			422, "password_pattern", "password", "", false},
		{"two different ones", reset, func(w *world) fields { w.forget(mona); return with(mona, w.code(mona), newPass, "n3w!passwort") },
			422, "passwords_differ", "password_confirmation", "", false},
		{"no account", reset, asked(new1), 422, "no_account", "phone", "", false},
		{"a blocked account", reset, asked(nabil), 403, "blocked", "", "", false},
		{"a field too many", reset, func(w *world) fields {
			f := asked(mona)(w)
			f["user_id"] = "usr_1"
			return f
		}, 422, "unknown_field", "user_id", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w, _ := prepared(t, d)
				body := c.body(w)
				before := w.rows()
				a := w.call("POST", c.path, "", body)
				if a.Status != c.status || a.Code != c.code || c.field != "" && len(a.Errors[c.field]) == 0 {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
				if got := changed(before, w.rows()); got != c.happened {
					t.Errorf("happened: %s", got)
				}
				if a := w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": newPass}); (a.Status == 200) != c.changed {
					t.Errorf("the new password lets in: %d", a.Status)
				}
				w.healthy()
			})
		})
	}
}

// TestResetEndsSessions: whoever has the phone is alone with it afterwards,
// but stays where they asked from.
func TestResetEndsSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, first := prepared(t, d)
		signIn := func(password string) string {
			var got SignedIn
			w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": password}).data(t, &got)
			return *got.Token
		}
		here := signIn(oldPass)
		w.forget(mona)
		if a := w.call("POST", "/user/password/reset", here, fields{"phone": mona, "code": w.code(mona), "password": newPass, "password_confirmation": newPass}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for token, want := range map[string]int{first: 401, here: 200} {
			if a := w.call("GET", "/user/sessions", token, nil); a.Status != want {
				t.Errorf("after a reset: %d, want %d", a.Status, want)
			}
		}
		other := signIn(newPass)
		if a := w.call("PUT", "/user/password", other, fields{"current_password": newPass, "password": oldPass, "password_confirmation": oldPass}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for token, want := range map[string]int{here: 401, other: 200} {
			if a := w.call("GET", "/user/sessions", token, nil); a.Status != want {
				t.Errorf("after a change: %d, want %d", a.Status, want)
			}
		}
		third := signIn(oldPass)
		var ended Ended
		w.call("DELETE", "/user/sessions", third, nil).data(t, &ended)
		if a := w.call("GET", "/user/sessions", other, nil); a.Status != 401 || ended.Ended != 1 {
			t.Errorf("%d ended, %d", ended.Ended, a.Status)
		}
		var list []Session
		w.call("GET", "/user/sessions", third, nil).data(t, &list)
		if len(list) != 1 || !list[0].Current || list[0].Device != "Unknown device" {
			t.Errorf("%+v", list)
		}
		w.healthy()
	})
}

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
			{"without the current one", token, fields{"password": newPass, "password_confirmation": newPass}, 422, "required", "current_password"},
			{"with a wrong one", token, fields{"current_password": "wr0ng!pass", "password": newPass, "password_confirmation": newPass}, 422, "current_wrong", "current_password"},
			{"a weak one", token, fields{"current_password": oldPass, "password": "short1!", "password_confirmation": "short1!"}, 422, "password_pattern", "password"},
			{"two different ones", token, fields{"current_password": oldPass, "password": newPass, "password_confirmation": oldPass}, 422, "passwords_differ", "password_confirmation"},
			{"the right way", token, fields{"current_password": oldPass, "password": newPass, "password_confirmation": newPass}, 200, "", ""},
			{"a first one without a code", without, fields{"password": newPass, "password_confirmation": newPass}, 422, "required", "code"},
			{"a first one with somebody else's guess", without, fields{"code": "0", "password": newPass, "password_confirmation": newPass}, 422, "code_format", "code"},
			{"a first one by a password that is not there", without, fields{"current_password": newPass, "password": newPass, "password_confirmation": newPass}, 422, "required", "code"},
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
			return w.call("PUT", "/user/password", token, fields{"code": code, "password": password, "password_confirmation": password})
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
		if a := w.call("POST", "/user/password/reset", "", fields{"phone": omar, "code": first, "password": oldPass, "password_confirmation": oldPass}); a.Status != 422 {
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
		if a := w.call("PUT", "/user/password", without, fields{"password": oldPass, "password_confirmation": oldPass}); a.Code != "required" || len(a.Errors["current_password"]) == 0 {
			t.Errorf("a second one without anything: %s", a.Body)
		}
		ask(without)
		if a := set(without, w.code(omar), oldPass); a.Status != 200 {
			t.Errorf("a second one with a code, the first forgotten: %s", a.Body)
		}

		for range 10 {
			w.call("PUT", "/user/password", token, fields{"current_password": "wr0ng!pass", "password": oldPass, "password_confirmation": oldPass})
		}
		if a := w.call("PUT", "/user/password", token, fields{"current_password": newPass, "password": oldPass, "password_confirmation": oldPass}); a.Code != "passwords_busy" {
			t.Errorf("after ten wrong ones: %s", a.Body)
		}
		w.healthy()
	})
}

// passwords is every password and every message there is, to see that nothing
// changed.
func (w *world) passwords() string {
	w.t.Helper()
	var rows []string
	if err := w.d.Select(context.Background(), &rows, `SELECT id || COALESCE(password_hash, '') FROM users
		UNION ALL SELECT id FROM messages UNION ALL SELECT id FROM sessions WHERE revoked_at IS NOT NULL ORDER BY 1`); err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(rows, "\n")
}

// told is the template of the last message to a phone that is no code, if it
// stands in the inbox of whoever has that phone as well.
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

// TestRightPasswordsAreNotCounted: only wrong passwords use up tries, of
// shoppers and of staff.
func TestRightPasswordsAreNotCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		if _, err := w.s.StaffAdd(t.Context(), NewStaff{Email: "hany@example.com", Name: "Hany", Password: staffPassword, Role: Owner, Lang: i18n.EN}); err != nil {
			t.Fatal(err)
		}
		for name, try := range map[string]func(password string) answer{
			"shopper": func(p string) answer {
				return w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": p})
			},
			"staff": func(p string) answer {
				return w.call("POST", "/console/login", "", fields{"email": "hany@example.com", "password": p})
			},
		} {
			right := map[string]string{"shopper": oldPass, "staff": staffPassword}[name]
			for i := range 12 {
				if a := try(right); a.Status != 200 {
					t.Fatalf("%s, sign-in %d: %s", name, i, a.Body)
				}
			}
			for i := range DefaultLimits.PasswordsHere {
				if i == 5 {
					if a := try(right); a.Status != 200 {
						t.Fatalf("%s in between: %s", name, a.Body)
					}
				}
				if a := try("wr0ng!pass"); a.Status != 422 {
					t.Fatalf("%s, wrong %d: %s", name, i, a.Body)
				}
			}
			if a := try(right); a.Status != 429 {
				t.Errorf("%s after ten wrong ones: %d", name, a.Status)
			}
			w.clock.Advance(LimitWindow)
			if a := try(right); a.Status != 200 {
				t.Errorf("%s an hour later: %s", name, a.Body)
			}
		}
		w.healthy()
	})
}

// TestResetGuessing sends many guesses at once to two nodes: three are looked
// at.
func TestResetGuessing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock)}
		var mu sync.Mutex
		looked := 0
		for _, n := range nodes {
			n.evaluated = func(string) { mu.Lock(); looked++; mu.Unlock() }
		}
		w.forget(mona)
		wrong := w.wrong(mona)
		barrier := make(chan struct{})
		var wg sync.WaitGroup
		for i := range size(40, 1000) {
			wg.Go(func() {
				<-barrier
				err := nodes[i%2].ResetPassword(context.Background(), Reset{Phone: mona, Code: wrong, New: NewPassword{newPass, newPass}})
				if err == nil {
					t.Error("a wrong code set a password")
				}
			})
		}
		close(barrier)
		wg.Wait()
		if looked != CodeTries {
			t.Errorf("%d guesses were looked at", looked)
		}
		w.healthy()
	})
}

func TestEmail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, token := prepared(t, d)
		other, otherID := w.register("+201501234567", "Omar")
		const send, verify, address = "/user/email/code", "/user/email/verify", "mona@example.com"
		if a := w.call("POST", send, other, nil); a.Code != "no_email" {
			t.Errorf("without an address: %s", a.Body)
		}
		if a := w.call("POST", send, token, nil); a.Status != 200 {
			t.Fatal(a.Body)
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
		a := w.call("POST", verify, other, fields{"email": address, "code": w.code(address)})
		if a.Status != 422 || a.Code != "email_taken" {
			t.Errorf("a second owner: %s", a.Body)
		}
		w.healthy()
	})
}

func TestDevices(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36":                     "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36": "Samsung Internet on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1":    "Safari on iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0":              "Edge on Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0":                                                                     "Firefox on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15":                      "Safari on Mac",
		"curl/8.5.0": "Unknown device", "": "Unknown device", "<script>": "Unknown device", "A thing with Linux": "Linux", "Firefox/1": "Firefox",
	} {
		if got := device(agent, i18n.EN); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
	if got := device("Android Chrome/1", i18n.AR); got != "Chrome على Android" {
		t.Error(got)
	}
}

func TestStaffPhone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		add := func(id, phone string) error {
			_, err := w.s.StaffAdd(t.Context(), NewStaff{ID: id, Email: id + "@example.com", Name: "Karim", Phone: phone, Password: staffPassword, Role: Courier, Branches: []string{"br_1"}})
			return err
		}
		if err := add("stf_1", "٠١٠٦٠٠٠١١٧٧"); err != nil {
			t.Fatal(err)
		}
		if err := add("stf_2", ""); err != nil {
			t.Fatal(err)
		}
		if err := add("stf_3", "12"); err == nil {
			t.Error("12 is no phone")
		}
		for id, want := range map[string]string{"stf_1": "+201060001177", "stf_2": "", "stf_3": ""} {
			if got, err := StaffPhone(t.Context(), d, id); err != nil || got != want {
				t.Errorf("%s: %q, %v", id, got, err)
			}
		}
	})
}
