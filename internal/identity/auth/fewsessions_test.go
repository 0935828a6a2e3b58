package auth

import (
	"fmt"
	"testing"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestRightPasswordsAreFewToo: each correct password costs a comparison and a session. A name may use thirty per hour
// and have twenty open sessions; the oldest is ended first.
func TestRightPasswordsAreFewToo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, first := prepared(t, d, func(c *Config) {
			c.Limits = DefaultLimits
			c.Limits.Passwords.Right = MaxSessions + 3
		})
		in := func() answer {
			return w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": oldPass})
		}
		var last SignedIn
		for i := range MaxSessions + 3 {
			a := in()
			if a.Status != 200 {
				t.Fatalf("sign-in %d: %s", i, a.Body)
			}
			a.data(t, &last)
		}
		var live int
		if err := d.Get(t.Context(), &live, `SELECT COUNT(*) FROM sessions s JOIN users u ON u.id = s.user_id
			WHERE s.revoked_at IS NULL AND u.phone = $1`, mona); err != nil || live != MaxSessions {
			t.Errorf("%d sessions live, %v", live, err)
		}
		var list []Session
		w.call("GET", "/user/sessions", *last.Token, nil).data(t, &list)
		if len(list) != MaxSessions || !list[0].Current {
			t.Errorf("%d are listed, the newest first: %+v", len(list), list)
		}
		if a := w.call("GET", "/user/sessions", first, nil); a.Status != 401 {
			t.Errorf("the first one goes on: %d", a.Status)
		}
		before := w.rows()["sessions"]
		for i := range DefaultLimits.Passwords.Here + 2 {
			if a := in(); a.Status != 429 || a.RetryAfter == "" {
				t.Errorf("right password %d past the hour's: %s", i, a.Body)
			}
		}
		if after := w.rows()["sessions"]; after != before {
			t.Errorf("%d sessions were begun", after-before)
		}
		var wrong int64
		if err := d.Get(t.Context(), &wrong,
			`SELECT MAX(used) FROM rate_counters WHERE key LIKE 'password:customer:% %'`); err != nil ||
			wrong != DefaultLimits.Passwords.Here {
			t.Errorf("%d were compared past the hour's, %v", wrong, err)
		}
		w.clock.Advance(counters.Window)
		if a := in(); a.Status != 200 {
			t.Errorf("an hour later: %s", a.Body)
		}
		w.healthy()
	})
}

// TestPasswordChangesAreFew: each change sends its owner an SMS and costs two hash computations.
func TestPasswordChangesAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, token := prepared(t, d)
		now := oldPass
		for i := range passwordChanges + 2 {
			next := fmt.Sprintf("n3w!harbour%d", i)
			a := w.call("PUT", "/user/password", token, fields{
				"current_password": now, "password": next, "password_confirmation": next})
			if want := map[bool]int{true: 200, false: 429}[i < passwordChanges]; a.Status != want {
				t.Errorf("change %d: %s, want %d", i, a.Body, want)
			}
			if a.Status == 200 {
				now = next
			}
		}
		var told int
		if err := d.Get(t.Context(), &told, `SELECT COUNT(*) FROM messages WHERE template = 'auth.notice_password'
			AND channel = 'sms'`); err != nil || told != passwordChanges {
			t.Errorf("%d messages, %v", told, err)
		}
		w.healthy()
	})
}

// TestNobodysNetworkKeepsThemOut: other people use up the wrong passwords and codes of a customer's network. The right
// ones still let the customer in from an unknown browser there without delay; wrong guesses reveal nothing more.
func TestNobodysNetworkKeepsThemOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d, func(c *Config) {
			c.Limits = DefaultLimits
			c.Limits.Passwords.PerNetwork, c.Limits.Tries = 6, 12
		})
		w.device = ""
		phone := func(i int) string { return fmt.Sprintf("+2010%03d%05d", i, i) }
		for i := range 3 {
			for range 4 {
				w.call("POST", "/user/login-by-password", "", fields{"phone": phone(i), "password": "wr0ng!pass"})
			}
		}
		verify := func(phone, challenge, code string) answer {
			return w.call("POST", verifyPath, "", fields{"phone": phone, "challenge": challenge, "code": code})
		}
		for i := range 4 {
			challenge := w.asked(phone(i))
			for range 3 {
				verify(phone(i), challenge, other(w.codeOf(challenge)))
			}
		}
		if a := w.call("POST", "/user/login-by-password", "",
			fields{"phone": phone(0), "password": "wr0ng!pass"}); a.Status != 429 {
			t.Fatalf("the network's passwords are not used up: %s", a.Body)
		}
		if a := w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": oldPass}); a.Status != 200 {
			t.Errorf("the right password from the flooded network: %s", a.Body)
		}
		w.device = ""
		challenge := w.asked(mona)
		if a := verify(mona, challenge, w.codeOf(challenge)); a.Status != 200 {
			t.Errorf("the right code from the flooded network: %s", a.Body)
		}
		challenge = w.asked(phone(9))
		if a := verify(phone(9), challenge, other(w.codeOf(challenge))); a.Code != "tries_busy" {
			t.Errorf("a guess past the network's: %s", a.Body)
		}
		if a := verify(phone(9), challenge, w.codeOf(challenge)); a.Code != "tries_busy" {
			t.Errorf("another guess at the same code: %s", a.Body)
		}
		// They are bounded all the same.
		w.clock.Advance(counters.Window)
		right := 0
		for i := range 30 {
			w.ip = fmt.Sprintf("102.60.%d.1", i)
			challenge := w.asked(phone(20 + i))
			w.ip = "41.32.10.7"
			for range 2 {
				if a := verify(phone(20+i), challenge, other(w.codeOf(challenge))); a.Code == "code_wrong" ||
					a.Code == "tries_busy" {
					right++
				}
			}
		}
		var used int64
		if err := d.Get(t.Context(), &used, `SELECT COALESCE(SUM(used), 0) FROM rate_counters WHERE key = $1`,
			guessesKey); err != nil || used > 12+1+2*12 {
			t.Errorf("%d guesses were compared, %v", used, err)
		}
		w.healthy()
	})
}
