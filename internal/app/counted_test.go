package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNobodyCanBeReadOutOfTheCounters: the counters against abuse store no phone or e-mail address, neither in plain
// text nor as a digest that can be brute-forced.
func TestNobodyCanBeReadOutOfTheCounters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		const phone, email = "+201001234568", "Mona@Example.com"
		s.Send("POST", "/user/login-by-password", "", map[string]any{"phone": phone, "password": "wr0ng!pass"})
		s.Send("POST", "/console/login", "", map[string]any{"email": email, "password": "wr0ng!pass"})
		s.Send("POST", "/console/login", "", map[string]any{"email": phone, "password": "wr0ng!pass"})
		s.Send("POST", "/contact", "", map[string]any{
			"name": "Mona", "phone": phone, "email": email, "subject": "A question", "text": "Where are you?"})
		s.RunJobs()
		var keys []string
		if err := s.DB.Select(t.Context(), &keys, `SELECT key FROM rate_counters`); err != nil {
			t.Fatal(err)
		}
		all := strings.Join(keys, "\n")
		for _, of := range []string{"password:customer:", "password:staff:", "contact:to:"} {
			if !strings.Contains(all, of) {
				t.Errorf("nothing is counted as %s", of)
			}
		}
		for _, name := range []string{phone, strings.TrimPrefix(phone, "+20"), email, strings.ToLower(email)} {
			sum := sha256.Sum256([]byte(name))
			for what, text := range map[string]string{"in the clear": strings.ToLower(name),
				"as a digest": hex.EncodeToString(sum[:])} {
				if strings.Contains(strings.ToLower(all), text) {
					t.Errorf("%s stands there %s: %s", name, what, all)
				}
			}
		}
	})
}
