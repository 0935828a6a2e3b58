package auth

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

// Every check must detect the damage it is for: a check that cannot fail proves nothing.
func TestDoctorSeesDamage(t *testing.T) {
	hash := strings.Repeat("a", 64)
	nonce := strings.Repeat("n", 43)
	challenge := func(id, rest string) string {
		return `INSERT INTO otp_challenges (id, purpose, phone, channel, nonce, code_hmac, tries, created_at, expires_at,
			used_at, replaced_at)
			VALUES ('` + id + `', 'login', '+201001234567', 'sms', '` + nonce + `', '` + hash + `', ` + rest + `)`
	}
	var known []string
	for n := range 41 {
		known = append(known, challenge(fmt.Sprint("otp_", n), fmt.Sprintf(`1, %d, 300001, %d, NULL`, n+1, n+2)))
	}
	damage := map[string][]string{
		"sessions: no plain token stored": {
			`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
			VALUES ('plain-token', 'ses_1', 'usr_1', '', 1, 2, 1)`},
		"sessions: no plain code stored": {
			`INSERT INTO messages (id, channel, recipient, template, lang, params, challenge_id, state, created_at)
			VALUES ('msg_1', 'sms', '+201001234567', 'notify.code', 'en', '{"code":"1234"}', 'otp_1', 'queued', 1)`},
		"sessions: no code tried more than 3 times": {challenge("otp_1", `4, 1, 300001, NULL, NULL`)},
		"sessions: no code used late":               {challenge("otp_1", `1, 1, 300001, 300001, NULL`)},
		"sessions: no code used twice": {challenge("otp_1", `1, 1, 300001, 2, NULL`),
			`INSERT INTO sessions (token_hash, id, user_id, challenge_id, user_agent, created_at, expires_at, last_seen_at)
			VALUES ('` + hash + `', 'ses_1', 'usr_1', 'otp_1', '', 1, 2, 1)`,
			`INSERT INTO registration_tickets (ticket_hash, phone, challenge_id, expires_at) VALUES ('` + hash +
				`', '+201001234567', 'otp_1', 1)`},
		"sessions: at most 15 tries of strangers a phone in 24 hours": {challenge("otp_1", `3, 1, 300001, NULL, NULL`),
			challenge("otp_2", `3, 2, 300001, NULL, NULL`), challenge("otp_3", `3, 3, 300001, NULL, NULL`),
			challenge("otp_4", `3, 4, 300001, NULL, NULL`), `UPDATE otp_challenges SET blind_tries = 1`},
		"sessions: at most 5 unused codes a phone and asker in 24 hours, and 20 in all": {
			challenge("otp_1", `0, 1, 300001, NULL, NULL`),
			challenge("otp_2", `0, 2, 300001, NULL, NULL`), challenge("otp_3", `0, 3, 300001, NULL, NULL`),
			challenge("otp_4", `0, 4, 300001, NULL, NULL`), challenge("otp_5", `0, 5, 300001, NULL, NULL`),
			challenge("otp_6", `0, 86400000, 300001, NULL, NULL`)},
		"sessions: at most 40 codes of those known to a phone in 24 hours": append(known,
			`UPDATE otp_challenges SET asker = 'device ' || (created_at % 3)`),
		"users: a guest has no way in": {`INSERT INTO users (id, phone, name, guest_since, created_at, updated_at)
			VALUES ('usr_1', '+201001234567', 'x', 1, 1, 1)`,
			`INSERT INTO known_devices (user_id, secret_hash, created_at, seen_at) VALUES ('usr_1', '` + hash + `', 1, 1)`},
		"users: one account a confirmed e-mail": {
			`INSERT INTO user_emails (email, user_id) VALUES ('mona@example.com', 'usr_1')`},
		"users: nothing personal is left of who left": {
			`INSERT INTO users (id, phone, name, created_at, updated_at, erased_at) VALUES ('usr_1', '', 'Mona', 1, 1, 2)`},
		"users: one account a phone": {
			`INSERT INTO users (id, phone, name, created_at, updated_at) VALUES ('usr_1', '+201001234567', 'x', 1, 1)`},
	}
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w := newWorld(t, d)
				if len(damage[c.Name]) == 0 {
					t.Fatal("no damage is known for this check")
				}
				for _, statement := range damage[c.Name] {
					w.exec(statement)
				}
				results, err := doctor.Run(t.Context(), d, Checks())
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range results {
					if seen := r.Violations > 0; seen != (r.Check == c.Name) {
						t.Errorf("%s: %d violations %v", r.Check, r.Violations, r.First)
					}
				}
			})
		})
	}
}
