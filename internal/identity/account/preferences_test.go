package account_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

func TestPreferences(t *testing.T) {
	version := `"version":"` + account.WordingVersion + `"`
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, c := range []struct {
			name, method, token, body string
			status                    int
			want                      string
			consents                  int
		}{
			{"at first", "GET", "usr_sara", ``, 200, `"lang":"en","figures":null,"currency":"EGP"`, 0},
			{"nobody agrees by being silent", "GET", "usr_sara", ``, 200,
				`{"channel":"sms","given":false,"at":null,"to":"+201112223334"}`, 0},
			{"an unconfirmed address is no way", "GET", "usr_mona", ``, 200,
				`{"channel":"email","given":false,"at":null,"to":null}`, 0},
			{"a guest", "GET", "null", ``, 401, ``, 0},
			{"figures", "PUT", "usr_sara", `{"figures":"arab"}`, 200, `"lang":"en","figures":"arab"`, 0},
			{"language", "PUT", "usr_sara", `{"lang":"ar"}`, 200, `"lang":"ar","figures":"arab"`, 0},
			{"figures as the language has them", "PUT", "usr_sara", `{"figures":null,"currency":"EGP"}`, 200,
				`"lang":"ar","figures":null`, 0},
			{"a language we do not speak", "PUT", "usr_sara", `{"lang":"fr"}`, 422, `"lang":[`, 0},
			{"no language", "PUT", "usr_sara", `{"lang":null}`, 422, `"lang":[`, 0},
			{"roman figures", "PUT", "usr_sara", `{"figures":"roman"}`, 422, `"figures":[`, 0},
			{"dollars", "PUT", "usr_sara", `{"currency":"USD"}`, 422, `"currency":[`, 0},
			{"no, though never asked", "PUT", "usr_sara", `{"offers":{"sms":false},` + version + `}`, 200,
				`"given":false,"at":null`, 0},
			{"yes", "PUT", "usr_sara", `{"offers":{"sms":true},` + version + `}`, 200,
				`"channel":"sms","given":true,"at":"2026-11-20T10:00:00Z"`, 1},
			{"yes again", "PUT", "usr_sara", `{"offers":{"sms":true},` + version + `}`, 200, `"given":true`, 1},
			{"to words that have changed", "PUT", "usr_sara", `{"offers":{"sms":false},"version":"old"}`, 409,
				`"wording_changed"`, 1},
			{"without saying which", "PUT", "usr_sara", `{"offers":{"sms":false}}`, 409, `"wording_changed"`, 1},
			{"no after yes", "PUT", "usr_sara", `{"offers":{"sms":false,"whatsapp":true},` + version + `}`, 200,
				`"channel":"whatsapp","given":true`, 3},
			{"a pigeon", "PUT", "usr_sara", `{"offers":{"pigeon":true},` + version + `}`, 200, `"channel":"sms","given":false`,
				3},
		} {
			a := w.call(c.method, "/user/preferences", c.token, c.body)
			var n int
			w.get(&n, `SELECT COUNT(*) FROM consents`)
			if a.Status != c.status || !strings.Contains(a.Body, c.want) || n != c.consents {
				t.Errorf("%s: %d, %d consents, %s", c.name, a.Status, n, a.Body)
			}
		}
		var kept string
		w.get(&kept, `SELECT user_id || ' ' || seq || ' ' || kind || ' ' || channel || ' ' || wording || ' ' || lang || ' '
			|| session_id || ' ' || at
			FROM consents WHERE user_id = 'usr_sara' AND seq = 1`)
		if want := fmt.Sprintf("usr_sara 1 offers sms %s en ses_1 %d", account.WordingVersion,
			start.UnixMilli()); kept != want {
			t.Errorf("kept %q, want %q", kept, want)
		}
		agreed, err := account.Consents(t.Context(), d, "usr_sara")
		if err != nil || agreed.Offers("sms") || !agreed.Offers("whatsapp") || agreed.Offers("email") {
			t.Errorf("%v, %v", agreed, err)
		}
		w.healthy()
	})
}

// TestEmailOffers: a consent for e-mail counts once the address is confirmed.
func TestEmailOffers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.call("PUT", "/user/preferences", "usr_mona", `{"offers":{"email":true},"version":"`+account.WordingVersion+`"}`)
		for _, confirmed := range []bool{false, true} {
			if confirmed {
				w.exec(`UPDATE users SET email_verified_at = 5 WHERE id = 'usr_mona'`)
				w.exec(`INSERT INTO user_emails (email, user_id) VALUES ('mona@example.com', 'usr_mona')`)
			}
			if agreed, err := account.Consents(t.Context(), d, "usr_mona"); err != nil || agreed.Offers("email") != confirmed {
				t.Errorf("confirmed %v: %v, %v", confirmed, agreed, err)
			}
		}
	})
}

// TestConsentsAtOnce gives and withdraws consent from many tabs concurrently: every decision is numbered.
func TestConsentsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var barrier, done sync.WaitGroup
		barrier.Add(1)
		for i := range 12 {
			done.Go(func() {
				barrier.Wait()
				body, _ := json.Marshal(map[string]any{"offers": map[string]bool{"sms": i%2 == 0, "whatsapp": i%3 == 0},
					"version": account.WordingVersion})
				if a := w.call("PUT", "/user/preferences", "usr_sara", string(body)); a.Status != 200 {
					t.Error(a.Body)
				}
			})
		}
		barrier.Done()
		done.Wait()
		w.clock.Advance(time.Second)
		w.healthy()
	})
}

// Every check must detect the damage it is for.
func TestDoctorSeesDamage(t *testing.T) {
	consent := func(seq, rest string) string {
		return `INSERT INTO consents (user_id, seq, kind, channel, given, wording, lang, session_id, at) VALUES ('usr_sara', ` + seq + `, 'offers', ` + rest + `)`
	}
	damage := map[string][]string{
		"consents: each says who, where, what and in which words": {consent("1", `'pigeon', 1 = 1, 'v', 'en', 's', 5`)},
		"consents: numbered without a gap, in the order of time": {
			consent("1", `'sms', 1 = 1, 'v', 'en', 's', 5`), consent("2", `'sms', 1 = 0, 'v', 'en', 's', 4`)},
		"accounts: preferences and photos of who left are gone": {`UPDATE users SET erased_at = 5 WHERE id = 'usr_sara'`,
			`INSERT INTO preferences (user_id, updated_at) VALUES ('usr_sara', 1)`},
		"accounts: answers kept for who left are gone": {`UPDATE users SET erased_at = 5 WHERE id = 'usr_sara'`,
			`INSERT INTO idempotency (caller, operation, key, subject, body_hash, status, made, lease_until, created_at,
				keep_until)
				VALUES ('stf', 'o', 'k', 'usr_sara', 'h', 'running', 'm', 1, 1, 2)`},
	}
	for _, c := range account.Checks() {
		t.Run(c.Name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w := newWorld(t, d)
				if len(damage[c.Name]) == 0 {
					t.Fatal("no damage is known for this check")
				}
				for _, statement := range damage[c.Name] {
					w.exec(statement)
				}
				results, err := doctor.Run(t.Context(), d, account.Checks())
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
