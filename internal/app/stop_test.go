package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestGracefulStop stops a node while a request is partly sent and streams are open: the request is answered, the
// streams end, and no new requests are accepted.
func TestGracefulStop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		s.Stock(apptest.Koshary, apptest.Small, 100)
		order := s.Buy(p, "cod")
		member := s.Staff("manager", apptest.Koshary)

		var streams []*http.Response
		for path, token := range map[string]string{"/orders/" + order + "/events": p.Token,
			"/console/orders/events": member} {
			res, err := apptest.Client().Do(s.Request(context.Background(), "GET", path, token, nil))
			if err != nil {
				t.Fatal(err)
			}
			first := make([]byte, 7)
			if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != ": hello" {
				t.Fatalf("%s: %q, %v", path, first, err)
			}
			streams = append(streams, res)
		}

		// A checkout for whose body the server is waiting.
		s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
		body := fmt.Sprintf(
			`{"service_id":"food","address_id":%q,"payment_method":"cod","accept_terms":true,"expected_total":105}`, p.Address)
		host := strings.TrimPrefix(s.URL, "http://")
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(conn,
			"POST /api/v1/checkout HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nIdempotency-Key: k\r\n"+
				"Content-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", host, p.Token, len(body))
		if err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewReader(conn)
		if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
			t.Fatalf("%q, %v", line, err)
		}
		if _, err := answers.ReadString('\n'); err != nil {
			t.Fatal(err)
		}

		s.Stopping()
		for _, stream := range streams {
			if _, err := io.Copy(io.Discard, stream.Body); err != nil {
				t.Errorf("a stream was cut off: %v", err)
			}
			_ = stream.Body.Close()
		}
		// The listener closes right after the streams are ended.
		for deadline := time.Now().Add(10 * time.Second); ; {
			late, err := net.Dial("tcp", host)
			if err != nil {
				break
			}
			_ = late.Close()
			if time.Now().After(deadline) {
				t.Fatal("connections are still taken")
			}
		}
		if _, err := io.WriteString(conn, body); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("the request in flight was not answered: %v", err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Errorf("the request in flight: %d %s, %v", res.StatusCode, text, err)
		}
		if err := s.Stop(); err != nil {
			t.Errorf("stopping: %v", err)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != 2 {
			t.Errorf("%d orders", n)
		}
		s.Healthy()
	})
}

// TestNothingIsReadAheadAfterAStop: the next page is prefetched after an answer, but no longer once the node is
// closed.
func TestNothingIsReadAheadAfterAStop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var ahead atomic.Int64
		s := apptest.New(t, db.Counted(d, &db.Counts{Asked: func(string, []any) {
			if strings.Contains(string(debug.Stack()), "products.(*ahead)") {
				ahead.Add(1)
			}
		}}))
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		// A request for the third page waits if it is being prefetched.
		scroll := func(sort string) {
			t.Helper()
			for page := 2; page <= 3; page++ {
				w := httptest.NewRecorder()
				s.App.Handler.ServeHTTP(w,
					s.Request(t.Context(), "GET", fmt.Sprintf("/products?service_id=grocery&page=%d&sort=%s", page, sort), "", nil))
				if w.Code != http.StatusOK {
					t.Fatalf("page %d: %d %.200s", page, w.Code, w.Body)
				}
			}
		}
		scroll("popular")
		if n := ahead.Swap(0); n != 1 {
			t.Errorf("%d readings ahead of one who scrolls", n)
		}
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Minute) // rows are read again
		scroll("newest")
		if n := ahead.Load(); n != 0 {
			t.Errorf("%d readings ahead after a stop", n)
		}
	})
}
