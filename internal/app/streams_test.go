package app_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestStreamsOfOnePerson: each stream queries the database every second, so their number per person is limited.
// Others are not affected, and a person who closes one may open another.
func TestStreamsOfOnePerson(t *testing.T) {
	const most = 20
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		order, others := s.Buy(p, "cod"), s.Buy(other, "cod")
		open := func(path, token string) (status int, end func()) {
			t.Helper()
			res, err := s.Wire.Do(s.Request(context.Background(), "GET", path, token, nil))
			if err != nil {
				t.Fatal(err)
			}
			return res.StatusCode, func() { _ = res.Body.Close() }
		}
		for path, token := range map[string]string{"/orders/" + order + "/events": p.Token,
			"/console/orders/events": s.Staff("owner")} {
			ends := make([]func(), most)
			for i := range ends {
				status, end := open(path, token)
				if ends[i] = end; status != http.StatusOK {
					t.Fatalf("%s: stream %d: %d", path, i, status)
				}
			}
			status, end := open(path, token)
			end()
			if status != http.StatusTooManyRequests {
				t.Errorf("%s: one more than %d: %d", path, most, status)
			}
			status, end = open("/orders/"+others+"/events", other.Token)
			end()
			if status != http.StatusOK {
				t.Errorf("%s: somebody else's: %d", path, status)
			}
			ends[0]()
			for status = 0; status != http.StatusOK; end() { // the server learns of it a moment later
				status, end = open(path, token)
			}
			for _, end := range ends[1:] {
				end()
			}
		}
		s.Healthy()
	})
}

// TestStreamsEndWithTheirSession: a person who signed out, or may no longer sign in, gets no event over a stream that
// was opened before.
func TestStreamsEndWithTheirSession(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		order := s.Buy(p, "cod")
		boss, left, disabled := s.Staff("owner"), s.Staff("owner"), s.Staff("support")
		open := func(path, token string) *http.Response {
			t.Helper()
			res, err := s.Wire.Do(s.Request(context.Background(), "GET", path, token, nil, apptest.Header{"Last-Event-ID": "2"}))
			if err != nil || res.StatusCode != 200 {
				t.Fatalf("%s: %v %v", path, res, err)
			}
			return res
		}
		mine, board, theirs, kept := open("/orders/"+order+"/events", p.Token), open("/console/orders/events", left),
			open("/console/orders/events", disabled), open("/console/orders/events", boss)
		s.Do("POST", "/user/logout", p.Token, nil)
		s.Do("POST", "/console/logout", left, nil)
		s.Exec(`UPDATE staff SET disabled_at = $1 WHERE role = 'support'`, s.Clock.Now().UnixMilli())
		s.Clock.Advance(time.Second)
		move := map[string]any{
			"to": "processing", "expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
		if a := s.Send("POST", "/console/orders/"+order+"/move", boss, move); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		for name, res := range map[string]*http.Response{"customer": mine, "board": board, "disabled": theirs} {
			all, err := io.ReadAll(res.Body) // until the server ends it
			if err != nil || strings.Contains(string(all), "processing") {
				t.Errorf("%s: %v %s", name, err, all)
			}
			_ = res.Body.Close()
		}
		var told strings.Builder
		for some := make([]byte, 1024); !strings.Contains(told.String(), "processing"); {
			n, err := kept.Body.Read(some)
			if told.Write(some[:n]); err != nil {
				t.Fatalf("who is still signed in was told %q, %v", told.String(), err)
			}
		}
		_ = kept.Body.Close()
	})
}

// TestAQuietBoardEndsWithinASecond: a person who is locked out, or signed out by somebody else, loses an open board
// even if nothing happens on it.
func TestAQuietBoardEndsWithinASecond(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		for _, how := range []string{"lock", "end-sessions", "password"} {
			token := s.Staff("support")
			// Shorter than the interval of heartbeats, which would end it too.
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
			res, err := s.Wire.Do(s.Request(ctx, "GET", "/console/orders/events", token, nil))
			if err != nil || res.StatusCode != 200 {
				t.Fatalf("%v %v", res, err)
			}
			var body any
			if how == "lock" {
				body = map[string]any{}
			}
			if a := s.Do("POST", "/console/staff/"+staffOf(s, token)+"/"+how, boss, body); a.Status != 200 {
				t.Fatalf("%s: %s", how, a.Body)
			}
			if _, err := io.ReadAll(res.Body); err != nil {
				t.Errorf("%s: the board goes on: %v", how, err)
			}
			_ = res.Body.Close()
			cancel()
		}
	})
}
