package app_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/operations/restored"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// outside is a third-party server, a carrier or a gateway, that counts the requests it receives.
type outside struct {
	*httptest.Server
	asked atomic.Int64
}

func newOutside(t *testing.T) *outside {
	o := &outside{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		o.asked.Add(1)
		_, _ = w.Write([]byte(`{}`))
	}))
	t.Cleanup(o.Close)
	return o
}

// drilled is a shop with open orders and payments, and a copy of it that was restored as docs/operations.md
// describes, with the carriers and the gateway of the real one.
type drilled struct {
	shop, copied     *apptest.Shop
	carrier, gateway *outside
	customer         apptest.Customer
	owner            string // their token in the shop
	order, second    string
	prepared, phone  string
	members          map[string]string // e-mail addresses of others who work there
}

func newDrill(t *testing.T, d *db.DB) *drilled {
	t.Helper()
	x := &drilled{carrier: newOutside(t), gateway: newOutside(t)}
	b := newBackedUp(t, d)
	x.shop, x.owner = b.Shop, b.owner
	b.Stock(apptest.Koshary, apptest.Small, 100)
	people := b.Customers(3)
	x.customer, x.phone = people[0], people[2].Phone
	x.order = b.Buy(people[0], "cod") // nobody accepts it
	x.second = b.Buy(people[1], "cod")
	x.prepared = b.Buy(people[2], "cod")
	b.Do("POST", "/console/orders/"+x.prepared+"/move", b.owner, fields{"to": "processing",
		"expected_seq": apptest.Get[int64](b.Shop, `SELECT event_seq FROM orders WHERE id = $1`, x.prepared)}).
		Into(t, &struct{}{})
	x.cancel(b.Shop, b.owner, b.Buy(people[2], "cod")) // its message waits to be sent
	x.members = map[string]string{}
	for who, of := range map[string][]string{"an editor": {"editor"}, "finance": {"finance"},
		"an owner of a branch": {"owner", apptest.Koshary}} {
		b.Staff(of[0], of[1:]...)
		x.members[who] = apptest.Get[string](b.Shop, `SELECT MAX(email) FROM staff`)
	}
	b.Buy(people[1], "card")
	b.Exec(`UPDATE payments SET gateway = 'stripe', gateway_ref = 'cs_1'`)
	made, err := b.service(nil).Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	to := elsewhereOf(t, d)
	if _, err := restore(t, filepath.Join(b.folder(), made.Name), "", to); err != nil {
		t.Fatal(err)
	}
	copied, err := app.OpenExisting(t.Context(), to.Database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = copied.Close() })
	x.copied = apptest.Node(t, copied, clock.NewFake(b.Clock.Now()), apptest.Set(func(c *config.Serve) {
		c.DataDir, c.Database, c.Demo = to.DataDir, to.Database, false
		c.WebhookURL, c.WebhookSecret = x.carrier.URL, strings.Repeat("w", 32)
		c.Gateway = "stripe"
		c.Accounts = map[string]string{"WEKALA_STRIPE_URL": x.gateway.URL, "WEKALA_STRIPE_SECRET_KEY": "s",
			"WEKALA_STRIPE_WEBHOOK_SECRET": "w"}
	}))
	return x
}

// work lets time pass in the copy and runs the jobs that are due.
func (x *drilled) work(d time.Duration) {
	x.copied.TB.Helper()
	x.copied.Clock.Advance(d)
	_, _ = x.copied.App.Jobs.RunDue(x.copied.TB.Context())
}

// cancel has a member of staff cancel an order, of which its customer is notified.
func (x *drilled) cancel(s *apptest.Shop, token, order string) {
	s.TB.Helper()
	if a := s.Do("POST", "/console/orders/"+order+"/move", token, fields{"to": "cancelled", "reason": "closed",
		"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}); a.Status != 200 {
		s.TB.Fatalf("an order is cancelled: %s", a.Body)
	}
}

// signIn signs a member of staff in to the copy, the owner if none is named.
func (x *drilled) signIn(code string, email ...string) string {
	x.copied.TB.Helper()
	var in struct{ Token string }
	who := append(email, "stf_000001@example.com")[0]
	x.copied.Do("POST", "/console/login", "", fields{"email": who, "password": apptest.StaffPassword, "code": code}).
		Into(x.copied.TB, &in)
	return in.Token
}

// TestARestoredCopyReachesNobody is the drill of docs/operations.md: hours pass in the copy, staff work in it, but
// nothing is sent, no gateway is called, no customer can sign in, and no order expires. After an owner confirms it,
// it is the live shop, without a burst of old messages.
func TestARestoredCopyReachesNobody(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := newDrill(t, d)
		c := x.copied
		if a := c.Do("GET", "/console/me", x.owner, nil); a.Status != 401 {
			t.Errorf("a session of the shop goes on in the copy: %s", a.Short())
		}
		if n := apptest.Get[int64](c, `SELECT COUNT(*) FROM sessions WHERE revoked_at IS NULL`); n != 0 {
			t.Errorf("%d sessions of customers", n)
		}
		refused := func(when string) {
			t.Helper()
			for what, a := range map[string]apptest.Answer{
				"a page of the shop":      c.Do("GET", "/home", "", nil),
				"a session of a customer": c.Do("GET", "/user/profile", x.customer.Token, nil),
				"a code for signing in":   c.Do("POST", "/user/login-by-otp", "", fields{"phone": x.phone, "method": "sms"}),
				"a notice of a gateway":   c.Do("POST", "/webhooks/stripe", "", fields{}),
			} {
				if a.Status != 503 {
					t.Errorf("%s, %s: %s", when, what, a.Short())
				}
			}
		}
		refused("at first")

		x.work(3 * time.Hour)
		boss := x.signIn("")
		var me struct {
			RestoredAt *db.Millis `json:"restored_at"`
		}
		if c.Do("GET", "/console/me", boss, nil).Into(t, &me); me.RestoredAt == nil {
			t.Error("the console does not know that this is a copy")
		}
		x.cancel(c, boss, x.second)
		for path, body := range map[string]fields{"/console/ways/try": {},
			"/console/providers/try": {"channel": "sms", "to": x.phone}} {
			if a := c.Do("POST", path, boss, body); a.Short() != "409 quiet" {
				t.Errorf("%s: %s", path, a.Short())
			}
		}
		x.work(24 * time.Hour)
		if sent, asked := x.carrier.asked.Load(), x.gateway.asked.Load(); sent != 0 || asked != 0 {
			t.Errorf("%d messages left the copy, and its gateway was asked %d times", sent, asked)
		}
		if got := c.Lines(`SELECT state FROM messages GROUP BY state ORDER BY state`); !slices.Equal(got,
			[]string{"skipped"}) {
			t.Errorf("messages are %v, want all to be recorded as kept back", got)
		}
		if got := c.Lines(`SELECT status FROM orders ORDER BY status`); !slices.Equal(got,
			[]string{"cancelled", "cancelled", "draft", "pending", "processing"}) {
			t.Errorf("orders are %v: time ended some", got)
		}
		refused("after a day")

		// The roles that may confirm it, and the proof they need.
		boss = x.signIn("")
		const confirm = "/console/restored/confirm"
		for who, email := range x.members {
			if a := c.Do("POST", confirm, x.signIn("", email),
				fields{"current_password": apptest.StaffPassword}); a.Status != 403 {
				t.Errorf("%s: %s", who, a.Short())
			}
		}
		if a := c.Do("POST", confirm, boss,
			fields{"current_password": apptest.StaffPassword}); a.Short() != "409 second_factor_first" {
			t.Errorf("without a second factor: %s", a.Short())
		}
		var factor struct{ Secret string }
		c.Do("POST", "/console/account/second-factor", boss, fields{"current_password": apptest.StaffPassword}).
			Into(t, &factor)
		if a := c.Do("POST", "/console/account/second-factor/confirm", boss,
			fields{"code": factorCode(t, c, factor.Secret)}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		c.Clock.Advance(time.Minute)
		code := factorCode(t, c, factor.Secret)
		for what, body := range map[string]fields{"no code": {"current_password": apptest.StaffPassword},
			"another code":     {"current_password": apptest.StaffPassword, "code": "000000"},
			"another password": {"current_password": "wrong-boat-1", "code": code}} {
			if a := c.Do("POST", confirm, boss, body); a.Status != 422 {
				t.Errorf("%s: %s", what, a.Short())
			}
		}
		refused("after refusals")
		if a := c.Do("POST", confirm, boss,
			fields{"current_password": apptest.StaffPassword, "code": code}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := c.Do("POST", confirm, boss,
			fields{"current_password": apptest.StaffPassword, "code": code}); a.Short() != "409 not_quiet" {
			t.Errorf("again: %s", a.Short())
		}

		// It is the live shop: the payment is checked, codes are sent, and no earlier messages are.
		if a := c.Do("POST", "/user/login-by-otp", "", fields{"phone": x.phone, "method": "sms"}); a.Status != 200 {
			t.Errorf("a customer signs in: %s", a.Short())
		}
		x.work(time.Minute)
		if x.gateway.asked.Load() == 0 {
			t.Error("the gateway is not asked although this is the shop")
		}
		if n := x.carrier.asked.Load(); n != 1 {
			t.Errorf("%d messages were sent after the confirmation, want the code alone", n)
		}
		x.work(restored.SettleFor)
		before := x.carrier.asked.Load()
		boss = x.signIn(factorCode(t, c, factor.Secret))
		x.cancel(c, boss, x.prepared)
		x.work(time.Second)
		if x.carrier.asked.Load() == before {
			t.Error("news is not sent although this is the shop")
		}
	})
}
