package auth

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

const (
	mona  = "+201001234567" // registered, with a password
	nabil = "+201112223334" // registered and blocked
	new1  = "+201223334445" // nobody yet
)

// prepared is a world with Mona and Nabil in it, an hour later.
func prepared(t *testing.T, d *db.DB, change ...func(*Config)) (w *world, monaToken string) {
	w = newWorld(t, d, change...)
	w.ask(mona)
	var got SignedIn
	w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": mona, "code": w.code(mona)}).data(t, &got)
	w.call("POST", "/user/register-by-otp", "", fields{"registration_ticket": *got.Ticket, "name": "منى",
		"email": "Mona@Example.com", "password": "t4ll!cedar"}).data(t, &got)
	_, blocked := w.register(nabil, "Nabil")
	w.exec(`UPDATE users SET blocked_at = 1 WHERE id = $1`, blocked)
	w.clock.Advance(time.Hour)
	return w, *got.Token
}

func TestSignInEndpoints(t *testing.T) {
	const (
		login    = "/user/login-by-otp"
		verify   = "/user/verify-login-by-otp"
		register = "/user/register-by-otp"
		password = "/user/login-by-password"
	)
	type step func(w *world) fields // prepares, and gives the body
	cases := []struct {
		name, path string
		body       step
		status     int
		code       string // the machine-readable code of a refusal
		field      string // the field that has the error
		want       string // expected in the body
		happened   string // rows that were added or removed during the call
	}{
		{"a code for a known phone", login, func(*world) fields {
			return fields{"phone": "01001234567", "country_code": "+20", "method": "sms"}
		}, 200, "", "", `"resend_after":30`, "jobs+1 messages+1 otp_challenges+1"},
		{"the same for an unknown one", login, func(*world) fields {
			return fields{"phone": "٠١٢٢٣٣٣٤٤٤٥", "country_code": "٢٠", "method": "whatsapp"}
		}, 200, "", "", `"phone":"+201223334445"`, "jobs+1 messages+1 otp_challenges+1"},
		{"and for a blocked one", login, func(*world) fields {
			return fields{"phone": nabil, "country_code": " 20", "method": "sms"}
		}, 200, "", "", `"expires_in":300`, "jobs+1 messages+1 otp_challenges+1"},
		{"no phone", login, func(*world) fields { return fields{"country_code": "+20", "method": "sms"} },
			422, "required", "phone", "This field is required", ""},
		{"an empty phone", login, func(*world) fields { return fields{"phone": " ", "country_code": "+20", "method": "sms"} },
			422, "required", "phone", "This field is required", ""},
		{"a landline", login, func(*world) fields {
			return fields{"phone": "0223456789", "country_code": "+20", "method": "sms"}
		},
			422, "phone_invalid", "phone", "Phone Number is Invalid", ""},
		{"a prefix that is not in use", login, func(*world) fields {
			return fields{"phone": "01301234567", "country_code": "+20", "method": "sms"}
		}, 422, "phone_invalid", "phone", "Phone Number is Invalid", ""},
		{"a country that is not served", login, func(*world) fields {
			return fields{"phone": "2025550123", "country_code": "+1", "method": "sms"}
		}, 422, "country_not_served", "country_code", "", ""},
		{"a number of another country under ours", login, func(*world) fields {
			return fields{"phone": "+12025550123", "country_code": "+20", "method": "sms"}
		}, 422, "", "phone", "", ""},
		{"a method that does not exist", login, func(*world) fields {
			return fields{"phone": mona, "country_code": "+20", "method": "pigeon"}
		}, 422, "one_of", "method", "", ""},
		{"a method that is off here", login, func(w *world) fields {
			w.exec(`INSERT INTO settings (key, value, updated_at)
				VALUES ('auth.countries', '{"EG":{"sms":true,"whatsapp":false}}', 1)`)
			return fields{"phone": mona, "country_code": "+20", "method": "whatsapp"}
		}, 422, "method_unavailable", "method", "", ""},
		{"a second code at once", login, func(w *world) fields {
			w.ask(new1)
			w.clock.Advance(29 * time.Second)
			return fields{"phone": new1, "country_code": "+20", "method": "whatsapp"}
		}, 429, "code_wait", "", "in 1 second.", ""},
		{"hostile text", login, func(*world) fields {
			return fields{"phone": "'; DROP TABLE users; --", "country_code": "<script>", "method": "sms"}
		}, 422, "", "country_code", "", ""},

		{"a right code of a known phone", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": mona, "code": w.code(mona), "country_code": "+20"}
		}, 200, "", "", `"user_exists":true`, "sessions+1"},
		{"typed in Arabic digits, with blanks", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": "٠١٠٠١٢٣٤٥٦٧", "code": " " + arabic(w.code(mona)) + " "}
		}, 200, "", "", `"name":"منى"`, "sessions+1"},
		{"a right code of an unknown phone", verify, func(w *world) fields {
			w.ask(new1)
			return fields{"phone": new1, "code": w.code(new1)}
		}, 200, "", "", `"user_exists":false,"token":null`, "registration_tickets+1"},
		{"a right code of a blocked account", verify, func(w *world) fields {
			w.ask(nabil)
			return fields{"phone": nabil, "code": w.code(nabil)}
		}, 403, "blocked", "", "", ""},
		{"a wrong code of a blocked account tells nothing", verify, func(w *world) fields {
			w.ask(nabil)
			return fields{"phone": nabil, "code": w.wrong(nabil)}
		}, 422, "code_wrong", "code", "", ""},
		{"a wrong code", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": mona, "code": w.wrong(mona)}
		}, 422, "code_wrong", "code", "isn't right", ""},
		{"a wrong code of an unknown phone", verify, func(w *world) fields {
			w.ask(new1)
			return fields{"phone": new1, "code": w.wrong(new1)}
		}, 422, "code_wrong", "code", "isn't right", ""},
		{"no code was asked for", verify, func(*world) fields { return fields{"phone": new1, "code": "1234"} },
			422, "code_expired", "code", "", ""},
		{"a late code", verify, func(w *world) fields {
			w.ask(mona)
			code := w.code(mona)
			w.clock.Advance(CodeLife)
			return fields{"phone": mona, "code": code}
		}, 422, "code_expired", "code", "has expired", ""},
		{"a code in its last moment", verify, func(w *world) fields {
			w.ask(mona)
			code := w.code(mona)
			w.clock.Advance(CodeLife - time.Millisecond)
			return fields{"phone": mona, "code": code}
		}, 200, "", "", "", "sessions+1"},
		{"a used code", verify, func(w *world) fields {
			w.ask(mona)
			code := w.code(mona)
			w.call("POST", verify, "", fields{"phone": mona, "code": code})
			return fields{"phone": mona, "code": code}
		}, 422, "code_used", "code", "already been used", ""},
		{"the right code after three wrong ones", verify, func(w *world) fields {
			w.ask(mona)
			for range 3 {
				w.call("POST", verify, "", fields{"phone": mona, "code": w.wrong(mona)})
			}
			return fields{"phone": mona, "code": w.code(mona)}
		}, 422, "code_tries", "code", "", ""},
		{"the third wrong code says so", verify, func(w *world) fields {
			w.ask(mona)
			for range 2 {
				w.call("POST", verify, "", fields{"phone": mona, "code": w.wrong(mona)})
			}
			return fields{"phone": mona, "code": w.wrong(mona)}
		}, 422, "code_tries", "code", "", ""},
		{"an older code after a newer one", verify, func(w *world) fields {
			w.ask(mona)
			old := w.code(mona)
			w.clock.Advance(31 * time.Second)
			w.ask(mona)
			if old == w.code(mona) {
				old = w.wrong(mona)
			}
			return fields{"phone": mona, "code": old}
		}, 422, "code_wrong", "code", "", ""},
		{"letters for a code", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": mona, "code": "12a4"}
		}, 422, "code_format", "code", "", ""},
		{"a figure too few", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": mona, "code": w.code(mona)[:3]}
		}, 422, "code_format", "code", "4 digits", ""},
		{"a figure too many", verify, func(w *world) fields {
			w.ask(mona)
			return fields{"phone": mona, "code": w.code(mona) + "0"}
		}, 422, "code_format", "code", "4 digits", ""},
		{"somebody else's code", verify, func(w *world) fields {
			w.ask(mona)
			w.ask(new1)
			if w.code(mona) == w.code(new1) {
				return fields{"phone": mona, "code": w.wrong(mona)}
			}
			return fields{"phone": mona, "code": w.code(new1)}
		}, 422, "code_wrong", "code", "", ""},

		{"register", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": " Sara\u202e Ali ", "email": "SARA@example.com",
				"password": "nile-boat1", "referral_code": "W-77"}
		}, 200, "", "", `"name":"Sara Ali","phone":"+201223334445","email":"sara@example.com","email_verified":false`,
			"sessions+1 user_phones+1 users+1"},
		{"with a name alone", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": "سارة"}
		},
			200, "", "", `"has_password":false`, "sessions+1 user_phones+1 users+1"},
		{"the phone in the body is not looked at", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": "Sara", "phone": mona, "user_id": "usr_1"}
		}, 200, "", "", `"phone":"+201223334445"`, "sessions+1 user_phones+1 users+1"},
		{"without a name", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": " \u200b "}
		},
			422, "required", "name", "This field is required", ""},
		{"with a short name", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": "a"}
		},
			422, "too_short", "name", "Too Short! The minimum character is 2", ""},
		{"with a long name", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": strings.Repeat("م", 61)}
		}, 422, "too_long", "name", "Too long! The maximum character is 60", ""},
		{"with an e-mail that is none", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": "Sara", "email": "sara@"}
		}, 422, "email_format", "email", "Email Format is wrong right format is name@example.com", ""},
		{"with a weak password", register, func(w *world) fields {
			return fields{"registration_ticket": w.ticket(new1), "name": "Sara", "password": "password1"}
		}, 422, "password_pattern", "password",
			"Password must have at least 8 characters, with letters, numbers and symbols.", ""},
		{"with a made-up ticket", register, func(*world) fields {
			return fields{"registration_ticket": "x", "name": "Sara"}
		}, 422, "ticket_over", "registration_ticket", "", ""},
		{"with an old ticket", register, func(w *world) fields {
			ticket := w.ticket(new1)
			w.clock.Advance(TicketLife)
			return fields{"registration_ticket": ticket, "name": "Sara"}
		}, 422, "ticket_over", "registration_ticket", "", ""},
		{"with a used ticket", register, func(w *world) fields {
			ticket := w.ticket(new1)
			w.call("POST", register, "", fields{"registration_ticket": ticket, "name": "Sara"})
			return fields{"registration_ticket": ticket, "name": "Sara"}
		}, 422, "ticket_over", "registration_ticket", "", ""},
		{"with a second ticket of one phone", register, func(w *world) fields {
			one := w.ticket(new1)
			two := w.ticket(new1)
			w.call("POST", register, "", fields{"registration_ticket": one, "name": "Sara"})
			return fields{"registration_ticket": two, "name": "Other"}
		}, 422, "already_registered", "registration_ticket", "", ""},

		{"password", password, func(*world) fields {
			return fields{"country_code": "+20", "phone": "01001234567", "password": "t4ll!cedar"}
		}, 200, "", "", `"user_exists":true`, "sessions+1"},
		{"wrong password", password, func(*world) fields {
			return fields{"country_code": "+20", "phone": mona, "password": "s3cret!pas"}
		}, 422, "password_wrong", "password", "", ""},
		{"password of nobody", password, func(*world) fields {
			return fields{"country_code": "+20", "phone": new1, "password": "t4ll!cedar"}
		}, 422, "password_wrong", "password", "", ""},
		{"password of somebody without one", password, func(*world) fields {
			return fields{"country_code": "+20", "phone": nabil, "password": "t4ll!cedar"}
		}, 422, "password_wrong", "password", "", ""},
		{"right password of a blocked account", password, func(w *world) fields {
			w.exec(`UPDATE users SET blocked_at = 1 WHERE phone = $1`, mona)
			return fields{"country_code": "+20", "phone": mona, "password": "t4ll!cedar"}
		}, 403, "blocked", "", "", ""},
		{"no password", password, func(*world) fields { return fields{"country_code": "+20", "phone": mona, "password": ""} },
			422, "required", "password", "", ""},
		{"the eleventh try", password, func(w *world) fields {
			for range 10 {
				w.call("POST", password, "", fields{"country_code": "+20", "phone": mona, "password": "wrong"})
			}
			return fields{"country_code": "+20", "phone": mona, "password": "t4ll!cedar"}
		}, 429, "passwords_busy", "", "", ""},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				w.t = t
				w.clock.Advance(25 * time.Hour) // yesterday's codes do not count
				w.exec(`DELETE FROM settings`)
				w.exec(`UPDATE users SET blocked_at = NULL WHERE phone = $1`, mona)
				w.exec(`DELETE FROM user_phones WHERE phone = $1`, new1)
				w.exec(`DELETE FROM users WHERE phone = $1`, new1)
				body := c.body(w)
				before := w.rows()
				a := w.call("POST", c.path, "", body)
				if a.Status != c.status {
					t.Fatalf("status %d, want %d: %s", a.Status, c.status, a.Body)
				}
				if a.Code != c.code && c.code != "" {
					t.Errorf("code %q, want %q", a.Code, c.code)
				}
				if c.field != "" && len(a.Errors[c.field]) == 0 {
					t.Errorf("nothing under %q: %s", c.field, a.Body)
				}
				if !strings.Contains(a.Body, c.want) {
					t.Errorf("%q is not in %s", c.want, a.Body)
				}
				if got := changed(before, w.rows()); got != c.happened {
					t.Errorf("happened %q, want %q", got, c.happened)
				}
				if a.Status == 429 {
					if n, err := strconv.Atoi(a.RetryAfter); err != nil || n < 1 {
						t.Errorf("Retry-After %q", a.RetryAfter)
					}
				}
				if a.Status == 401 || a.Status == 404 {
					t.Error("a sign-in must never log out or leave the page")
				}
			})
		}
		w.t = t
		w.healthy()
	})
}

// ticket returns a registration ticket for a phone without an account.
func (w *world) ticket(phone string) string {
	w.t.Helper()
	w.ask(phone)
	var got SignedIn
	w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": phone, "code": w.code(phone)}).data(w.t, &got)
	if got.Ticket == nil || got.Token != nil {
		w.t.Fatalf("wanted a ticket, got %+v", got)
	}
	return *got.Ticket
}

func arabic(digits string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '٠' }, digits)
}

func TestVerificationMethods(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		const path = "/remote-config/check-verification-method-by-country"
		for query, want := range map[string]string{
			"?country_code=+20":          `"verification_methods_whatsapp":true,"verification_methods_sms":true`,
			"?country_code=%2B20":        `"verification_methods_whatsapp":true,"verification_methods_sms":true`,
			"?country_code=20":           `"verification_methods_whatsapp":true,"verification_methods_sms":true`,
			"?country_code=%D9%A2%D9%A0": `"verification_methods_whatsapp":true,"verification_methods_sms":true`,
			"?country_code=+1":           `"verification_methods_whatsapp":false,"verification_methods_sms":false`,
			"?country_code=what":         `"verification_methods_whatsapp":false,"verification_methods_sms":false`,
		} {
			if a := w.call("GET", path+query, "", nil); a.Status != 200 || !strings.Contains(a.Body, want) {
				t.Errorf("%s: %d %s", query, a.Status, a.Body)
			}
		}
		if a := w.call("GET", path, "", nil); a.Status != 422 || a.Code != "required" {
			t.Errorf("without a country: %d %s", a.Status, a.Body)
		}
		w.exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('auth.countries', '{"EG":{"sms":true},"SA":{"whatsapp":true}}', 1)`)
		if a := w.call("GET", path+"?country_code=+20", "", nil); !strings.Contains(a.Body,
			`"verification_methods_whatsapp":false,"verification_methods_sms":true`) {
			t.Errorf("the setting is not looked at: %s", a.Body)
		}
		if a := w.call("POST", "/user/login-by-otp", "",
			fields{"phone": "0501234567", "country_code": "+966", "method": "whatsapp"}); a.Status != 200 ||
			!strings.Contains(a.Body, "+966501234567") {
			t.Errorf("a country that was added: %s", a.Body)
		}
	})
}

func TestAnswersInArabic(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		a := w.callIn("ar", "POST", "/user/login-by-otp", "", fields{"phone": "1", "country_code": "+20", "method": "sms"})
		if a.Status != 422 || a.Code != "phone_invalid" || a.Errors["phone"][0] != "رقم الموبايل غير صحيح. راجعه." {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

func TestSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		token, userID := w.register(mona, "Mona")
		otherToken, _ := w.register(new1, "Sara")
		w.clock.Advance(time.Hour)
		w.ask(mona)
		var second SignedIn
		w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": mona, "code": w.code(mona)}).data(t, &second)

		var list []Session
		w.call("GET", "/user/sessions", token, nil).data(t, &list)
		if len(list) != 2 || list[0].Current || !list[1].Current || list[0].UserAgent != "Test Browser" {
			t.Fatalf("sessions: %+v", list)
		}
		before := w.rows()
		if a := w.call("DELETE", "/user/sessions/"+list[0].ID, otherToken, nil); a.Status != 404 {
			t.Errorf("another customer's session: %d", a.Status)
		}
		if a := w.call("DELETE", "/user/sessions/"+list[0].ID, "", nil); a.Status != 401 {
			t.Errorf("a guest: %d", a.Status)
		}
		if a := w.call("GET", "/user/sessions", *second.Token, nil); a.Status != 200 {
			t.Errorf("the second session does not work: %s", a.Body)
		}
		if a := w.call("DELETE", "/user/sessions/"+list[0].ID, token, nil); a.Status != 200 {
			t.Errorf("end: %s", a.Body)
		}
		if a := w.call("DELETE", "/user/sessions/"+list[0].ID, token, nil); a.Status != 404 {
			t.Errorf("end twice: %d", a.Status)
		}
		if a := w.call("GET", "/user/sessions", *second.Token, nil); a.Status != 401 {
			t.Errorf("an ended session still works: %d", a.Status)
		}
		if a := w.call("POST", "/user/logout", token, nil); a.Status != 200 {
			t.Errorf("logout: %s", a.Body)
		}
		if a := w.call("POST", "/user/logout", token, nil); a.Status != 401 {
			t.Errorf("logout twice: %d", a.Status)
		}
		if got := changed(before, w.rows()); got != "" {
			t.Errorf("ending sessions must keep their rows: %s", got)
		}
		// The other customer was not touched, and stays for seven days.
		w.clock.Advance(SessionLife - time.Hour - time.Second)
		if _, _, err := w.s.Resolve(t.Context(), otherToken); err != nil {
			t.Errorf("within seven days: %v", err)
		}
		var seen db.Millis
		if err := d.Get(t.Context(), &seen, `SELECT last_seen_at FROM sessions WHERE user_id <> $1`, userID); err != nil ||
			seen != db.At(w.clock.Now()) {
			t.Errorf("last seen %v, %v", seen.Time(), err)
		}
		w.clock.Advance(time.Second)
		if a := w.call("GET", "/user/sessions", otherToken, nil); a.Status != 401 {
			t.Errorf("after seven days: %d", a.Status)
		}
		for _, nonsense := range []string{"x", strings.Repeat("a", 43), "null", userID} {
			if a := w.call("GET", "/user/sessions", nonsense, nil); a.Status != 401 {
				t.Errorf("token %q: %d", nonsense, a.Status)
			}
		}
		w.healthy()
	})
}

func TestBlockedAccountIsOutAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		token, userID := w.register(mona, "Mona")
		w.exec(`UPDATE users SET blocked_at = 1 WHERE id = $1`, userID)
		if a := w.call("GET", "/user/sessions", token, nil); a.Status != 403 || a.Code != "blocked" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

func TestNothingSecretIsStored(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		ticket := w.ticket(mona)
		code := w.code(mona)
		var got SignedIn
		w.call("POST", "/user/register-by-otp", "", fields{
			"registration_ticket": ticket, "name": "Mona", "password": "t4ll!cedar"}).data(t, &got)
		for _, query := range []string{
			`SELECT token_hash || user_agent FROM sessions`, `SELECT ticket_hash FROM registration_tickets`,
			`SELECT nonce || ' ' || code_hmac FROM otp_challenges`, `SELECT params || template FROM messages`,
			`SELECT payload FROM jobs`, `SELECT password_hash FROM users`,
		} {
			var rows []string
			if err := d.Select(t.Context(), &rows, query); err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				t.Errorf("%s: nothing there", query)
			}
			for _, row := range rows {
				noJSON(t, row, *got.Token, ticket, "t4ll!cedar")
				if query[7:] == "params || template FROM messages" {
					noJSON(t, row, code)
				}
			}
		}
	})
}
