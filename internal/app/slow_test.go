package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestSlowAndGreedyClients tests the real server's limits: endless headers, oversized headers and bodies, bodies that
// never arrive. Each is answered or disconnected, and other customers can order meanwhile.
func TestSlowAndGreedyClients(t *testing.T) {
	const headersWithin = 5 * time.Second // the server's own
	crowd := apptest.Count(20, 300)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Parallel() // mostly waiting
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 10_000)
		host := strings.TrimPrefix(s.URL, "http://")
		dial := func(begin string) net.Conn {
			t.Helper()
			conn, err := net.Dial("tcp", host)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, begin); err != nil {
				t.Fatal(err)
			}
			return conn
		}
		// Endless requests: half of them a header, half of them a body.
		began := time.Now()
		var slow []net.Conn
		for i := range crowd {
			begin := "GET /api/v1/services HTTP/1.1\r\nHost: " + host + "\r\nX-Slow: "
			if i%2 == 1 {
				begin = "POST /api/v1/user/login-by-otp HTTP/1.1\r\nHost: " + host +
					"\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
			}
			slow = append(slow, dial(begin))
		}
		// Meanwhile others are served as usual.
		people := s.Customers(8)
		s.Carts(people, apptest.TwoSmall)
		got := apptest.Burst(len(people), len(people), func(i int) string {
			return s.Send("POST", "/checkout", people[i].Token, people[i].Body("cod", 105_00), apptest.Key("k")).Short()
		})
		if got[ok] != len(people) {
			t.Errorf("beside %d slow clients: %v", crowd, got)
		}
		if waited := time.Since(began); waited > headersWithin {
			t.Logf("the machine is busy: ordering beside them took %s", waited)
		}
		// The server disconnects clients whose headers do not end.
		for i := 0; i < len(slow); i += 2 {
			rest, err := io.ReadAll(slow[i])
			if err != nil && !strings.Contains(err.Error(), "reset") {
				t.Fatalf("slow client %d is still connected after %s: %v", i, time.Since(began), err)
			}
			if len(rest) > 0 && !strings.Contains(string(rest), " 408 ") && !strings.Contains(string(rest), " 400 ") {
				t.Errorf("slow client %d was answered %.80q", i, rest)
			}
		}
		// Bodies get half a minute, for which only the full run waits.
		for i := 1; apptest.Prove && i < len(slow); i += 2 {
			if _, err := io.ReadAll(slow[i]); err != nil && !strings.Contains(err.Error(), "reset") {
				t.Fatalf("slow body %d is still awaited after %s: %v", i, time.Since(began), err)
			}
		}

		// Oversized requests are answered, not read.
		answer := func(begin string) int {
			t.Helper()
			res, err := http.ReadResponse(bufio.NewReader(dial(begin)), nil)
			if err != nil {
				t.Fatalf("no answer to %.60q: %v", begin, err)
			}
			defer func() { _ = res.Body.Close() }()
			return res.StatusCode
		}
		if got := answer("GET /api/v1/services HTTP/1.1\r\nHost: " + host + "\r\nX-Large: " + strings.Repeat("x", 40<<10) +
			"\r\n\r\n"); got != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("40 KiB of headers: %d", got)
		}
		large := fmt.Sprintf(`{"phone":"%s"}`, strings.Repeat("1", 2<<20))
		if a := s.Send("POST", "/user/login-by-otp", "", large); a.Status != http.StatusRequestEntityTooLarge {
			t.Errorf("a body of 2 MiB: %s", a.Short())
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM otp_challenges`); n != 0 {
			t.Errorf("%d codes were sent for what was never asked whole", n)
		}
		s.Healthy()
	})
}
