package app_test

import (
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestBrowsersOfEndedSessionsAreForgotten: a lost or lent phone that was signed out from elsewhere shows no more news.
func TestBrowsersOfEndedSessionsAreForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		now := s.Clock.Now().UnixMilli()
		signIn := func(name string) (token string) {
			token = id.Secret(32)
			s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at) VALUES ($1, $2, $3, 'Test', $4, $5, $4)`,
				id.Digest(token), "ses_"+name, p.ID, now, now+7*24*3600*1000)
			return token
		}
		listen := func(token, name string) {
			t.Helper()
			s.Do("POST", "/push/subscriptions", token, fields{"endpoint": "https://fcm.googleapis.com/fcm/send/" + name,
				"keys": fields{"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}).
				Into(t, &struct{}{})
		}
		lost, lent, desk, here := signIn("lost"), signIn("lent"), signIn("desk"), signIn("here")
		for name, token := range map[string]string{"lost": lost, "lent": lent, "desk": desk, "here": here, "other": other.Token} {
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
		s.Healthy()
	})
}
