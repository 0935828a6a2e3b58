package auth

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/passwords"
)

const (
	oldPass = "t4ll!cedar"
	newPass = "n3w!harbour"
)

// forget requests a code to set a new password.
func (w *world) forget(phone string) {
	w.t.Helper()
	if a := w.call("POST", "/user/forget-password", "",
		fields{"phone": phone, "country_code": "+20", "method": "sms"}); a.Status != 200 {
		w.t.Fatalf("no code for %s: %s", phone, a.Body)
	}
}

func TestResetEndpoints(t *testing.T) {
	const (
		forget = "/user/forget-password"
		reset  = "/user/password/reset"
	)
	with := func(phone, code, password, again string) fields {
		return fields{"country_code": "+20", "phone": phone, "code": code, "password": password,
			"password_confirmation": again}
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
		{"a landline", forget, func(*world) fields {
			return fields{"phone": "0223456789", "country_code": "+20", "method": "sms"}
		},
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
		{"a code to sign in with", reset, func(w *world) fields {
			w.ask(mona)
			return with(mona, w.code(mona), newPass, newPass)
		},
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
		{"a weak password", reset, func(w *world) fields {
			w.forget(mona)
			return with(mona, w.code(mona), "password1", "password1")
		},
			422, "password_pattern", "password", "", false},
		{"two different ones", reset, func(w *world) fields {
			w.forget(mona)
			return with(mona, w.code(mona), newPass, "n3w!harbourt")
		},
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
				for code, text := range map[string]string{
					"passwords_differ": "Password and confirm password doesn't match.",
					"password_pattern": "Password must have at least 8 characters, with letters, numbers and symbols.",
					"phone_invalid":    "Phone Number is Invalid",
				} {
					if a.Code == code && a.Errors[c.field][0] != text {
						t.Errorf("%s is said as %q", code, a.Errors[c.field][0])
					}
				}
				if got := changed(before, w.rows()); got != c.happened {
					t.Errorf("happened: %s", got)
				}
				if a := w.call("POST", "/user/login-by-password", "",
					fields{"phone": mona, "password": newPass}); (a.Status == 200) != c.changed {
					t.Errorf("the new password lets in: %d", a.Status)
				}
				w.healthy()
			})
		})
	}
}

// TestResetEndsSessions: the phone's owner ends all other sessions, but stays signed in where they asked from.
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
		if a := w.call("POST", "/user/password/reset", here,
			fields{"phone": mona, "code": w.code(mona), "password": newPass,
				"password_confirmation": newPass}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for token, want := range map[string]int{first: 401, here: 200} {
			if a := w.call("GET", "/user/sessions", token, nil); a.Status != want {
				t.Errorf("after a reset: %d, want %d", a.Status, want)
			}
		}
		other := signIn(newPass)
		if a := w.call("PUT", "/user/password", other,
			fields{"current_password": newPass, "password": oldPass, "password_confirmation": oldPass}); a.Status != 200 {
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

// TestResetGuessing sends many guesses concurrently to two nodes: only three are compared.
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
				err := nodes[i%2].ResetPassword(context.Background(),
					Reset{Phone: mona, Code: wrong, New: NewPassword{newPass, newPass}})
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

// TestAnOldPasswordOpensNothingAfterAReset: a sign-in with the old password is still being checked when a new one is
// set. Nothing it began may outlive that.
func TestAnOldPasswordOpensNothingAfterAReset(t *testing.T) {
	const reset = "/user/password/reset"
	for name, c := range map[string]struct {
		method, path string
		body         fields
		field        string
	}{
		"signing in": {"POST", "/user/login-by-password", fields{"phone": mona, "password": oldPass}, "password"},
		"another password": {"PUT", "/user/password",
			fields{"current_password": oldPass, "password": "th1rd!password", "password_confirmation": "th1rd!password"},
			"current_password"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w, token := prepared(t, d)
				second := newWorld(t, dbtest.Another(t, d))
				second.forget(mona)
				var release [passwords.AtOnce]func()
				for i := range release { // nothing is compared on the first node yet
					var err error
					if release[i], err = w.s.hasher.Acquire(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				answered := make(chan answer)
				go func() { answered <- w.call(c.method, c.path, token, c.body) }()
				for n := int64(0); n == 0; { // it has been counted, and what is stored is read next
					if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM rate_counters WHERE SUBSTR(key, 1, 9) = 'password:'
						AND used > 0`); err != nil {
						t.Fatal(err)
					}
				}
				if a := second.call("POST", reset, "", fields{"phone": mona, "code": second.code(mona), "password": newPass,
					"password_confirmation": newPass}); a.Status != 200 {
					t.Fatal(a.Body)
				}
				for _, free := range release {
					free()
				}
				if a := <-answered; a.Status != 422 || len(a.Errors[c.field]) == 0 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
				var open int64
				if err := d.Get(t.Context(), &open, `SELECT COUNT(*) FROM sessions s JOIN user_phones p ON p.user_id = s.user_id
					WHERE p.phone = $1 AND s.revoked_at IS NULL`, mona); err != nil || open != 0 {
					t.Errorf("%d sessions are left, %v", open, err)
				}
				if a := second.call("POST", "/user/login-by-password", "",
					fields{"phone": mona, "password": newPass}); a.Status != 200 {
					t.Errorf("the new password: %s", a.Body)
				}
				w.healthy()
			})
		})
	}
}

// TestASignInThatABlockOvertakes: a sign-in with the right password is still being checked when staff block the
// customer. It fails, and stays failed when they are unblocked.
func TestASignInThatABlockOvertakes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		second := newWorld(t, dbtest.Another(t, d))
		var userID string
		if err := d.Get(t.Context(), &userID, `SELECT user_id FROM user_phones WHERE phone = $1`, mona); err != nil {
			t.Fatal(err)
		}
		set := func(blocked bool, version int64) {
			t.Helper()
			err := second.d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := second.s.SetBlocked(ctx, tx, userID, Block{Blocked: blocked, Version: version})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var release [passwords.AtOnce]func()
		for i := range release { // nothing is compared on the first node yet
			var err error
			if release[i], err = w.s.hasher.Acquire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		answered := make(chan answer)
		go func() {
			answered <- w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": oldPass})
		}()
		for w.s.hasher.Waiting(address(w.ip)) == 0 { // who it is has been read
			runtime.Gosched()
		}
		set(true, 0)
		for _, free := range release {
			free()
		}
		if a := <-answered; a.Status != 403 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		set(false, 1)
		var open int64
		if err := d.Get(t.Context(), &open, `SELECT COUNT(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL`,
			userID); err != nil || open != 0 {
			t.Errorf("%d sessions are open, %v", open, err)
		}
		if a := w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": oldPass}); a.Status != 200 {
			t.Errorf("let in again: %s", a.Body)
		}
		w.healthy()
	})
}
