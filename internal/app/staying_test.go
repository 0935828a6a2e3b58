package app_test

import (
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestStayingSignedIn: a member who chose to stay signed in on their device stays signed in for 30 days since they
// used it and 90 in all; others do not. The session is listed, and ends with another password, under sessions, and
// with the account.
func TestStayingSignedIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		who := apptest.Get[string](s, `SELECT MAX(email) FROM staff`)
		signIn := func(body fields) string {
			t.Helper()
			body["email"], body["password"] = who, apptest.StaffPassword
			var in struct{ Token string }
			s.Do("POST", "/console/login", "", body).Into(t, &in)
			return in.Token
		}
		status := func(token string) int { return s.Do("GET", "/console/me", token, nil).Status }
		const day = 24 * time.Hour
		stays, asEver, unused := signIn(fields{"stay": true}), signIn(fields{}), signIn(fields{"stay": true})
		var places []struct {
			ID    string
			Stays bool
		}
		if s.Do("GET", "/console/account/sessions", stays, nil).Into(t, &places); len(places) < 3 || !places[0].Stays &&
			!places[1].Stays && !places[2].Stays {
			t.Errorf("sessions are %+v", places)
		}
		s.Clock.Advance(40 * time.Minute)
		if a, b, c := status(stays), status(asEver), status(boss); a != 200 || b != 401 || c != 401 {
			t.Errorf("after 40 idle minutes: %d, as ever %d and %d", a, b, c)
		}
		s.Clock.Advance(29 * day)
		if got := status(stays); got != 200 {
			t.Errorf("after 29 days: %d", got)
		}
		s.Clock.Advance(2 * day)
		if a, b := status(stays), status(unused); a != 200 || b != 401 {
			t.Errorf("used within 30 days: %d, not used: %d", a, b)
		}
		s.Clock.Advance(29 * day)
		if got := status(stays); got != 200 {
			t.Errorf("after 60 days: %d", got)
		}
		s.Clock.Advance(29 * day)
		_ = status(stays)
		s.Clock.Advance(2 * day)
		if got := status(stays); got != 401 {
			t.Errorf("after 91 days: %d", got)
		}

		for what, end := range map[string]func(){
			"another password": func() {
				s.Do("POST", "/console/account/password", signIn(fields{}),
					fields{"current_password": apptest.StaffPassword, "password": "n3w!harbour"})
				s.Exec(`UPDATE staff SET password_hash = $1`, apptest.StaffHash())
			},
			"signing out elsewhere": func() { s.Do("DELETE", "/console/account/sessions", signIn(fields{}), nil) },
			"locking out":           func() { s.Exec(`UPDATE staff SET disabled_at = 1 WHERE email = $1`, who) },
		} {
			s.Exec(`UPDATE staff SET disabled_at = NULL`)
			token := signIn(fields{"stay": true})
			end()
			if got := status(token); got != 401 {
				t.Errorf("after %s: %d", what, got)
			}
		}
	})
}
