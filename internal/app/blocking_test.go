package app_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestStaffBlockACustomer: a customer who is blocked, or signed out by staff, is signed out on every node, and open
// streams end; blocked customers cannot sign in until staff unblock them, and every action is logged with its reason.
func TestStaffBlockACustomer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		second := apptest.Node(t, dbtest.Another(t, d), s.Clock)
		p, other := s.Customer(), s.Customer()
		order := s.Buy(p, "cod")
		support, boss := s.Staff("support"), s.Staff("owner")
		type access struct {
			Blocked  bool
			Sessions int64
			Version  int64
		}
		look := func() access {
			t.Helper()
			var c struct{ Access access }
			s.Do("POST", "/console/customers/"+p.ID+"/look", support, nil).Into(t, &c)
			return c.Access
		}
		do := func(step string, body fields) apptest.Answer {
			return s.Do("POST", "/console/customers/"+p.ID+"/"+step, support, body)
		}
		open := func() *http.Response {
			t.Helper()
			last := fmt.Sprint(apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order))
			res, err := second.Wire.Do(second.Request(context.Background(), "GET", "/orders/"+order+"/events", p.Token, nil,
				apptest.Header{"Last-Event-ID": last}))
			if err != nil || res.StatusCode != 200 {
				t.Fatalf("a stream: %v %v", res, err)
			}
			return res
		}
		// A stream that was open receives no later events.
		ends := func(name, to string, stream *http.Response) {
			t.Helper()
			s.Clock.Advance(time.Second)
			move := fields{"to": to, "expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
			if a := s.Send("POST", "/console/orders/"+order+"/move", boss, move); a.Status != 200 {
				t.Fatal(a.Short())
			}
			all, err := io.ReadAll(stream.Body) // until the server ends it
			if err != nil || strings.Contains(string(all), "status") {
				t.Errorf("%s: %v %s", name, err, all)
			}
			_ = stream.Body.Close()
		}
		in := func(node *apptest.Shop, token string) int { return node.Do("GET", "/user/profile", token, nil).Status }
		signIn := func() {
			t.Helper()
			s.Exec(`UPDATE sessions SET revoked_at = NULL WHERE token_hash = $1`, id.Digest(p.Token))
		}
		if got := look(); got != (access{false, 1, 0}) {
			t.Fatalf("before: %+v", got)
		}

		stream := open()
		if a := do("end-sessions", fields{"reason": ""}); a.Status != 422 || in(second, p.Token) != 200 {
			t.Errorf("without a reason: %s", a.Short())
		}
		if a := do("end-sessions", fields{"reason": "lost phone"}); a.Status != 200 {
			t.Fatal(a.Short())
		}
		ends("signed out", "processing", stream)
		if one, two := in(s, p.Token), in(second, p.Token); one != 401 || two != 401 {
			t.Errorf("signed out: %d here, %d on the other node", one, two)
		}

		signIn()
		s.Clock.Advance(2 * time.Second)
		stream = open()
		if a := do("block", fields{"reason": "card fraud", "version": 7}); a.Status != 409 || look().Blocked {
			t.Errorf("as nobody has seen them: %s", a.Short())
		}
		if a := do("unblock", fields{"reason": "a mistake", "version": 0}); a.Status != 409 {
			t.Errorf("letting in who is in: %s", a.Short())
		}
		if a := do("block", fields{"reason": "card fraud", "version": 0}); a.Status != 200 {
			t.Fatal(a.Short())
		}
		ends("blocked", "shipped", stream)
		if got := look(); got != (access{true, 0, 1}) {
			t.Errorf("blocked: %+v", got)
		}
		for name, node := range map[string]*apptest.Shop{"here": s, "the other node": second} {
			// Not 401, which would mean that a session ended: the customer is shown the reason.
			if got := in(node, p.Token); got != 403 {
				t.Errorf("%s: a blocked customer: %d", name, got)
			}
			if in(node, other.Token) != 200 {
				t.Errorf("%s: somebody else is out", name)
			}
		}
		// Nor with a code, nor with a session that was created nevertheless.
		second.Do("POST", "/user/login-by-otp", "", fields{"phone": p.Phone, "country_code": "+20", "method": "sms"})
		if a := second.Do("POST", "/user/verify-login-by-otp", "",
			fields{"phone": p.Phone, "code": second.Code(p.Phone)}); a.Status != 403 {
			t.Errorf("signing in: %s", a.Short())
		}
		signIn()
		if got := in(second, p.Token); got != 403 {
			t.Errorf("a session of a blocked customer: %d", got)
		}
		if a := do("block", fields{"reason": "again", "version": 0}); a.Status != 409 {
			t.Errorf("blocked twice from one look: %s", a.Short())
		}
		if a := do("unblock", fields{"reason": "a mistake", "version": 1}); a.Status != 200 || in(second, p.Token) == 403 {
			t.Errorf("let in again: %s", a.Short())
		}
		log := s.Lines(`SELECT action || ' ' || reason FROM audit_log WHERE object = $1 AND action NOT LIKE '%look'`, p.ID)
		if got := strings.Join(log,
			", "); got != "customer.block card fraud, customer.end_sessions lost phone, customer.unblock a mistake" {
			t.Errorf("the log says %s", got)
		}
		s.Healthy()
	})
}
