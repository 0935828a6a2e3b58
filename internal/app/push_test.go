package app_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
)

// TestBrowsersOfEndedSessionsAreForgotten: a lost or lent phone that was signed out remotely shows no further
// notices.
func TestBrowsersOfEndedSessionsAreForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		now := s.Clock.Now().UnixMilli()
		signIn := func(name string) (token string) {
			token = id.Secret(32)
			s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
				VALUES ($1, $2, $3, 'Test', $4, $5, $4)`,
				id.Digest(token), "ses_"+name, p.ID, now, now+7*24*3600*1000)
			return token
		}
		listen := func(token, name string) {
			t.Helper()
			s.Do("POST", "/push/subscriptions", token, fields{"endpoint": "https://fcm.googleapis.com/fcm/send/" + name,
				"keys": fields{"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
					"auth": "BTBZMqHH6r4Tts7J_aSIgg"}}).
				Into(t, &struct{}{})
		}
		lost, lent, desk, here := signIn("lost"), signIn("lent"), signIn("desk"), signIn("here")
		for name, token := range map[string]string{"lost": lost, "lent": lent, "desk": desk, "here": here,
			"other": other.Token} {
			listen(token, name)
		}
		for _, c := range []struct {
			method, path, token string
			left                []string
		}{
			{"DELETE", "/user/sessions/ses_lost", here, []string{"desk", "here", "lent", "other"}},
			{"POST", "/user/logout", lent, []string{"desk", "here", "other"}},
			{"DELETE", "/user/sessions", here, []string{"here", "other"}},
		} {
			if a := s.Do(c.method, c.path, c.token, nil); a.Status != 200 {
				t.Fatalf("%s %s: %s", c.method, c.path, a.Body)
			}
			if got := s.Lines(`SELECT SUBSTR(endpoint, 37) FROM push_subscriptions ORDER BY 1`); !slices.Equal(got, c.left) {
				t.Errorf("after %s %s: %v, want %v", c.method, c.path, got, c.left)
			}
		}
		// An expired session receives nothing, and its browser is removed with the others.
		s.Exec(`UPDATE sessions SET expires_at = $1 WHERE id = 'ses_here'`, s.Clock.Now().UnixMilli())
		desk = signIn("again")
		listen(desk, "again")
		tell := func() int {
			t.Helper()
			before := apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE channel = 'push'`)
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return notify.Send(ctx, tx, notify.Message{Channel: notify.Inbox, UserID: p.ID, Template: "auth.notice_password",
					Lang: "en", At: s.Clock.Now()})
			})
			if err != nil {
				t.Fatal(err)
			}
			return apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE channel = 'push'`) - before
		}
		if n := tell(); n != 1 {
			t.Errorf("%d browsers are told", n)
		}
		if a := s.Do("DELETE", "/user/sessions", desk, nil); a.Status != 200 {
			t.Fatal(a.Short())
		}
		if got := s.Lines(`SELECT SUBSTR(endpoint, 37) FROM push_subscriptions ORDER BY 1`); !slices.Equal(got,
			[]string{"again", "other"}) {
			t.Errorf("beside one that has lapsed: %v", got)
		}
		s.Healthy()
	})
}

// TestBrowsersThatSubscribeWhileTheyAreSignedOut: no subscription is left, whichever comes first.
func TestBrowsersThatSubscribeWhileTheyAreSignedOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, support := s.Customer(), s.Staff("support")
		session := apptest.Get[string](s, `SELECT id FROM sessions WHERE user_id = $1`, p.ID)
		version := 0
		for round := range 9 {
			s.Exec(`UPDATE sessions SET revoked_at = NULL WHERE id = $1`, session)
			end := []func() apptest.Answer{
				func() apptest.Answer {
					return s.Do("POST", "/console/customers/"+p.ID+"/block", support,
						fields{"reason": "card fraud", "version": version})
				},
				func() apptest.Answer {
					return s.Do("POST", "/console/customers/"+p.ID+"/end-sessions", support, fields{"reason": "lost phone"})
				},
				func() apptest.Answer { return s.Do("POST", "/user/logout", p.Token, nil) },
			}[round%3]
			apptest.Burst(9, 9, func(i int) string {
				if i == 4 {
					if a := end(); a.Status != 200 {
						t.Error(a.Short())
					}
					return ""
				}
				return s.Do("POST", "/push/subscriptions", p.Token,
					fields{"endpoint": fmt.Sprint("https://fcm.googleapis.com/fcm/send/", round, i),
						"keys": fields{
							"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
							"auth":   "BTBZMqHH6r4Tts7J_aSIgg"}}).Short()
			})
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
				t.Errorf("round %d: %d browsers are left", round, n)
			}
			if round%3 == 0 {
				if a := s.Do("POST", "/console/customers/"+p.ID+"/unblock", support,
					fields{"reason": "a mistake", "version": version + 1}); a.Status != 200 {
					t.Fatal(a.Short())
				}
				version += 2
			}
		}
		s.Healthy()
	})
}
