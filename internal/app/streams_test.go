package app_test

import (
	"context"
	"net/http"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestStreamsOfOnePerson: each stream asks the database every second, so nobody holds as many as they like. Others
// are not touched, and who closes one may open another.
func TestStreamsOfOnePerson(t *testing.T) {
	const most = 20
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Shopper(), s.Shopper()
		order, others := s.Buy(p, "cod"), s.Buy(other, "cod")
		open := func(path, token string) (status int, end func()) {
			t.Helper()
			res, err := s.Wire.Do(s.Request(context.Background(), "GET", path, token, nil))
			if err != nil {
				t.Fatal(err)
			}
			return res.StatusCode, func() { _ = res.Body.Close() }
		}
		for path, token := range map[string]string{"/orders/" + order + "/events": p.Token, "/console/orders/events": s.Staff("owner")} {
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
