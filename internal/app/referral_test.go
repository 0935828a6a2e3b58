package app_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/auth"
	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
	"wekala/internal/referral"
	"wekala/internal/search"
	"wekala/internal/wallet"
)

// person is somebody as they register and where they live.
type person struct {
	phone, name, email, device, agent string
	door                              fields // of their address
}

// friends makes people who have nothing in common.
type friends struct {
	s      *apptest.Shop
	people int
}

func (f *friends) stranger() person {
	f.people++
	n := f.people
	return person{phone: fmt.Sprintf("+2011%08d", n), name: fmt.Sprintf("Mona No%d", n), email: fmt.Sprintf("mona%d@example.com", n),
		device: fmt.Sprintf("device-of-person-%04d", n),
		door: fields{"address": fmt.Sprintf("Road %d", n), "building_number": fmt.Sprint(n), "apartment_number": fmt.Sprint(n), "floor": "1",
			"lat": 29.9602 + float64(n)/1000, "lng": 31.2569}}
}

// register signs a person up, with a code or "", and gives them an address.
func (f *friends) register(p person, code string) apptest.Shopper {
	f.s.TB.Helper()
	s := f.s
	ticket, challenge, now := id.Secret(32), id.New("otp"), s.Clock.Now().UnixMilli()
	s.Exec(`INSERT INTO registration_tickets (ticket_hash, phone, challenge_id, expires_at) VALUES ($1, $2, $3, $4)`,
		id.Digest(ticket), p.phone, challenge, now+900_000)
	s.Exec(`INSERT INTO otp_challenges (id, purpose, phone, channel, nonce, code_hmac, tries, created_at, expires_at, used_at)
		VALUES ($1, 'login', $2, 'sms', $3, $4, 1, $5, $6, $5)`, challenge, p.phone, id.Secret(32), id.Digest("x"), now, now+300_000)
	var in struct {
		Token string `json:"token"`
		User  struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	s.Do("POST", "/user/register-by-otp", "", fields{"registration_ticket": ticket, "name": p.name, "email": p.email, "referral_code": code},
		apptest.Header{"device-id": p.device, "User-Agent": p.agent}).Into(s.TB, &in)
	body := fields{"type": "home", "district_id": "maadi"}
	maps.Copy(body, p.door)
	var made struct {
		ID string `json:"id"`
	}
	s.Do("POST", "/addresses", in.Token, body).Into(s.TB, &made)
	return apptest.Shopper{ID: in.User.ID, Token: in.Token, Phone: p.phone, Address: made.ID}
}

type mine struct {
	Code, Link string
	Counts     map[string]int
	Earned     float64
	Expected   float64
	Invited    *struct{ By, State string }
}

func (f *friends) mine(p apptest.Shopper) mine {
	f.s.TB.Helper()
	var v mine
	f.s.Do("GET", "/referral", f.signedIn(p), nil).Into(f.s.TB, &v)
	return v
}

// buys has somebody's order for 90.00 delivered.
func (f *friends) buys(p apptest.Shopper) (order string) {
	f.s.TB.Helper()
	p.Token = f.signedIn(p) // weeks may have passed
	order = f.s.Buy(p, "cod")
	token := f.s.Staff("owner")
	for _, status := range []string{"processing", "shipped", "delivered"} {
		var view struct {
			PIN *string `json:"pin"`
		}
		f.s.Do("GET", "/orders/"+order, p.Token, nil).Into(f.s.TB, &view)
		body := fields{"to": status, "expected_seq": apptest.Get[int64](f.s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
		if view.PIN != nil && status == "delivered" {
			body["pin"] = *view.PIN
		}
		if a := f.s.Do("POST", "/console/orders/"+order+"/move", token, body); a.Status != 200 {
			f.s.TB.Fatalf("%s to %s: %s", order, status, a.Body)
		}
	}
	return order
}

func (f *friends) state(friend apptest.Shopper) string {
	f.s.TB.Helper()
	return apptest.Get[string](f.s, `SELECT state || CASE WHEN reason = '' THEN '' ELSE ' ' || reason END FROM referrals WHERE friend_id = $1`, friend.ID)
}

func (f *friends) wallet(p apptest.Shopper) int64 {
	f.s.TB.Helper()
	return apptest.Get[int64](f.s, `SELECT CAST(COALESCE(SUM(-amount), 0) AS BIGINT) FROM ledger_postings WHERE account = $1`, "wallet:"+p.ID)
}

func referralShop(t *testing.T, d *db.DB, opts ...apptest.Option) *friends {
	t.Helper()
	s := apptest.New(t, d, opts...)
	s.Stock(apptest.Koshary, apptest.Small, 1_000_000)
	return &friends{s: s}
}

// service is a node's part in it.
func (f *friends) service(node *apptest.Shop) *referral.Service {
	return referral.New(referral.Deps{DB: node.DB, Clock: node.Clock, Secret: apptest.Secret, Fold: search.Fold,
		Wallet: wallet.New(wallet.Deps{DB: node.DB, Clock: node.Clock})})
}

const window = 14 * 24 * time.Hour

// TestReferralPaysBothOnceAfterTheWindow is the program as it is meant.
func TestReferralPaysBothOnceAfterTheWindow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		s := f.s
		host := f.register(f.stranger(), "")
		code := f.mine(host).Code
		if link := f.mine(host).Link; !strings.HasSuffix(link, "/?ref="+code) || len(code) != 8 || f.mine(host).Code != code {
			t.Errorf("code %s, link %s", code, link)
		}
		guest := f.register(f.stranger(), " "+strings.ToLower(code)+" ")
		if got := f.state(guest); got != "joined" {
			t.Fatalf("after registering: %s", got)
		}
		first := f.buys(guest)
		if got := f.state(guest); got != "waiting" {
			t.Fatalf("after the first delivery: %s", got)
		}
		if m := f.mine(host); m.Counts["waiting"] != 1 || m.Expected != 31.8 || m.Earned != 0 {
			t.Errorf("the host sees %+v", m)
		}
		s.Clock.Advance(window - time.Minute)
		s.RunJobs()
		if f.wallet(host) != 0 || f.wallet(guest) != 0 || f.state(guest) != "waiting" {
			t.Errorf("a minute early: %d and %d, %s", f.wallet(host), f.wallet(guest), f.state(guest))
		}
		f.buys(guest)
		s.After(2 * time.Minute)
		if f.wallet(host) != 3180 || f.wallet(guest) != 3000 || f.state(guest) != "paid" {
			t.Errorf("at its end: %d and %d, %s", f.wallet(host), f.wallet(guest), f.state(guest))
		}
		for range 3 {
			s.After(time.Hour)
			if err := f.service(s).Settle(t.Context(), guest.ID, first); err != nil {
				t.Fatal(err)
			}
		}
		if f.wallet(host) != 3180 || f.wallet(guest) != 3000 {
			t.Errorf("again: %d and %d", f.wallet(host), f.wallet(guest))
		}
		s.After(window)
		if f.wallet(host) != 3360 || f.wallet(guest) != 3000 {
			t.Errorf("after the second order's window: %d and %d", f.wallet(host), f.wallet(guest))
		}
		// Too late for a commission.
		s.Clock.Advance(180 * 24 * time.Hour)
		f.buys(guest)
		s.After(window + time.Hour)
		if f.wallet(host) != 3360 {
			t.Errorf("half a year later: %d", f.wallet(host))
		}
		var rows []struct {
			Name, State    string
			Rate, Earned   float64
			PurchaseAmount float64 `json:"purchase_amount"`
			Purchases      []struct{ State string }
		}
		s.Do("GET", "/referral/history?page=1", f.signedIn(host), nil).Into(t, &rows)
		if len(rows) != 1 || rows[0].Name != "Mona" || rows[0].State != "paid" || rows[0].Rate != 2 || rows[0].Earned != 33.6 ||
			rows[0].PurchaseAmount != 180 || len(rows[0].Purchases) != 2 {
			t.Errorf("the history: %+v", rows)
		}
		s.Healthy()
	})
}

// signedIn opens another session, by rows.
func (f *friends) signedIn(p apptest.Shopper) string {
	f.s.TB.Helper()
	token, now := id.Secret(32), f.s.Clock.Now().UnixMilli()
	f.s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at) VALUES ($1, $2, $3, 'Test', $4, $5, $4)`,
		id.Digest(token), id.New("ses"), p.ID, now, now+7*24*3600*1000)
	return token
}

// TestReferralAbuseIsHeld has people invite themselves in every way of the
// fault table; nobody is paid before somebody has looked.
func TestReferralAbuseIsHeld(t *testing.T) {
	type case_ struct {
		name, want string
		atOnce     bool // held at registration already
		run        func(f *friends) (host, guest apptest.Shopper)
	}
	// alike has a host invite somebody who is changed to be like them.
	alike := func(change func(host, guest *person)) func(f *friends) (apptest.Shopper, apptest.Shopper) {
		return func(f *friends) (apptest.Shopper, apptest.Shopper) {
			a, b := f.stranger(), f.stranger()
			change(&a, &b)
			host := f.register(a, "")
			return host, f.register(b, f.mine(host).Code)
		}
	}
	cases := []case_{
		{"a stranger", "waiting", false, alike(func(_, _ *person) {})},
		{"the same device", "held same_device", true, alike(func(a, b *person) { b.device = a.device })},
		{"own second phone, same e-mail", "held same_email", true, alike(func(a, b *person) { a.email, b.email = "m.ona@gmail.com", "Mona+2@gmail.com" })},
		{"own second phone, same name", "held same_name", true, alike(func(a, b *person) { a.name, b.name = "أحمد على", "احمد علي" })},
		{"own second phone, the first for the courier", "held same_phone", false, alike(func(a, b *person) { b.door["phone"] = a.phone })},
		{"the same address in words", "held same_address", false, alike(func(a, b *person) {
			for _, k := range []string{"address", "building_number", "apartment_number"} {
				b.door[k] = a.door[k]
			}
			a.door["address"], b.door["address"] = "Road 9", "road ٩"
		})},
		{"the same pin, building and flat", "held same_address", false, alike(func(a, b *person) {
			for _, k := range []string{"building_number", "apartment_number", "lat", "lng"} {
				b.door[k] = a.door[k]
			}
			b.door["lat"] = a.door["lat"].(float64) + 0.0002 // 22 m
		})},
		{"a neighbour in the next flat", "waiting", false, alike(func(a, b *person) {
			for _, k := range []string{"address", "building_number", "lat", "lng"} {
				b.door[k] = a.door[k]
			}
		})},
		{"the same building number 60 m away", "waiting", false, alike(func(a, b *person) {
			for _, k := range []string{"building_number", "apartment_number", "lng"} {
				b.door[k] = a.door[k]
			}
			b.door["lat"] = a.door["lat"].(float64) + 0.00054
		})},
		{"a ring of three", "held ring", true, func(f *friends) (apptest.Shopper, apptest.Shopper) {
			a, b, c := f.stranger(), f.stranger(), f.stranger()
			c.device = a.device // whoever began it comes again
			first := f.register(a, "")
			second := f.register(b, f.mine(first).Code)
			return second, f.register(c, f.mine(second).Code)
		}},
		{"a ring of three at one door", "held ring", false, func(f *friends) (apptest.Shopper, apptest.Shopper) {
			a, b, c := f.stranger(), f.stranger(), f.stranger()
			c.door = a.door
			first := f.register(a, "")
			second := f.register(b, f.mine(first).Code)
			return second, f.register(c, f.mine(second).Code)
		}},
		{"two friends on one device", "held ring", true, func(f *friends) (apptest.Shopper, apptest.Shopper) {
			a, b, c := f.stranger(), f.stranger(), f.stranger()
			c.device = b.device
			host := f.register(a, "")
			f.register(b, f.mine(host).Code)
			return host, f.register(c, f.mine(host).Code)
		}},
		{"the fourth friend from one network", "held same_network", true, func(f *friends) (apptest.Shopper, apptest.Shopper) {
			host := f.register(f.stranger(), "")
			var last apptest.Shopper
			for range 4 {
				p := f.stranger()
				p.agent = "Farm/1.0"
				last = f.register(p, f.mine(host).Code)
			}
			return host, last
		}},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		var held []apptest.Shopper
		for _, c := range cases {
			host, guest := c.run(f)
			if got := f.state(guest); c.atOnce != (got == c.want) {
				t.Errorf("%s: %s after registering", c.name, got)
			}
			f.buys(guest)
			if got := f.state(guest); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			if c.want != "waiting" {
				held = append(held, host, guest)
			}
		}
		f.s.After(window + time.Hour)
		for _, p := range held {
			if n := f.wallet(p); n != 0 {
				t.Errorf("%s got %d", p.Phone, n)
			}
		}
		if n := apptest.Get[int](f.s, `SELECT COUNT(*) FROM referrals WHERE state = 'paid'`); n != 3 {
			t.Errorf("%d were paid, 3 are honest", n)
		}
		f.s.Healthy()
	})
}

// TestReferralCirclesDoNotClose has everybody type everybody's code: whoever is
// there already cannot be invited, so a ring of codes stays open.
func TestReferralCirclesDoNotClose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		a := f.register(f.stranger(), "")
		b := f.register(f.stranger(), f.mine(a).Code)
		c := f.register(f.stranger(), f.mine(b).Code)
		codes := map[string]string{a.ID: f.mine(a).Code, b.ID: f.mine(b).Code, c.ID: f.mine(c).Code}
		for _, p := range []apptest.Shopper{a, b, c} {
			for _, q := range []apptest.Shopper{a, b, c} {
				err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					joined, err := f.service(f.s).Join(ctx, tx, auth.User{ID: p.ID}, codes[q.ID], f.s.Clock.Now())
					if joined {
						t.Errorf("%s takes %s's code", p.Phone, q.Phone)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		}
		if n := apptest.Get[int](f.s, `SELECT COUNT(*) FROM referrals`); n != 2 {
			t.Errorf("%d referrals", n)
		}
		if nobody := f.register(f.stranger(), "NOSUCHCODE"); apptest.Get[int](f.s, `SELECT COUNT(*) FROM referrals WHERE friend_id = $1`, nobody.ID) != 0 {
			t.Error("a code nobody has made a referral")
		}
		f.s.Healthy()
	})
}

// TestReferralPaymentOverTwoNodes has two nodes run the same jobs at once, and
// others ask for the payment beside them.
func TestReferralPaymentOverTwoNodes(t *testing.T) {
	rounds := apptest.Count(3, 50)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		second := apptest.Node(t, d, f.s.Clock)
		nodes := []*apptest.Shop{f.s, second}
		host := f.register(f.stranger(), "")
		f.s.Exec(`INSERT INTO settings (key, value, updated_at) VALUES ('referral', '{"monthly_rewards":1000,"monthly_commission":10000000}', 1)`)
		code := f.mine(host).Code
		for round := range rounds {
			guest := f.register(f.stranger(), code)
			order := f.buys(guest)
			f.s.Clock.Advance(window)
			start := make(chan struct{})
			var wg sync.WaitGroup
			for i := range 8 {
				wg.Go(func() {
					<-start
					var err error
					switch node := nodes[i%2]; i / 2 % 2 {
					case 0:
						_, err = node.App.Jobs.RunDue(t.Context())
					default:
						err = f.service(node).Settle(t.Context(), guest.ID, order)
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			close(start)
			wg.Wait()
			f.s.RunJobs()
			if f.wallet(host) != int64(round+1)*3180 || f.wallet(guest) != 3000 {
				t.Errorf("round %d: %d and %d", round, f.wallet(host), f.wallet(guest))
			}
		}
		for _, node := range nodes {
			node.Healthy()
		}
	})
}

// TestReferralOfReturnedOrders takes a friend's first order back.
func TestReferralOfReturnedOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		host := f.register(f.stranger(), "")
		guest := f.register(f.stranger(), f.mine(host).Code)
		first := f.buys(guest)
		f.s.Exec(`UPDATE orders SET status = 'in_return' WHERE id = $1`, first)
		f.s.After(window + 2*time.Hour)
		if f.wallet(host) != 0 || f.state(guest) != "waiting" {
			t.Errorf("on its way back: %d, %s", f.wallet(host), f.state(guest))
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			o, err := orders.Get(ctx, tx, first)
			if err != nil {
				return err
			}
			return f.service(f.s).OnStatus(ctx, tx, orders.Change{Order: o, To: orders.Returned, Event: orders.Event{At: db.At(f.s.Clock.Now())}})
		})
		if err != nil {
			t.Fatal(err)
		}
		f.s.Exec(`UPDATE orders SET status = 'delivered' WHERE id = $1`, first) // for doctor; the goods are beside the point
		if f.state(guest) != "joined" || f.wallet(host) != 0 {
			t.Errorf("back: %s", f.state(guest))
		}
		f.s.After(48 * time.Hour)
		f.buys(guest)
		f.s.After(window + 2*time.Hour)
		if f.state(guest) != "paid" || f.wallet(guest) != 3000 || f.wallet(host) != 3180 {
			t.Errorf("after another: %s, %d and %d", f.state(guest), f.wallet(host), f.wallet(guest))
		}
		f.s.Healthy()
	})
}

// TestReferralsHeldAreDecided has staff look at what is held.
func TestReferralsHeldAreDecided(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		s := f.s
		a, b, c := f.stranger(), f.stranger(), f.stranger()
		b.device, c.device = a.device, a.device
		host := f.register(a, "")
		good, bad := f.register(b, f.mine(host).Code), f.register(c, f.mine(host).Code)
		support := s.Staff("support")
		var list []struct {
			ID, Reason string
			Friend     struct{ ID, Phone string }
			Evidence   []struct {
				Reason string
				With   struct{ ID string }
			}
		}
		s.Do("GET", "/console/referrals", support, nil).Into(t, &list)
		if len(list) != 2 || list[1].Reason != "same_device" || list[1].Evidence[0].With.ID != host.ID || strings.Contains(list[0].Friend.Phone, "11000000") {
			t.Fatalf("held: %+v", list)
		}
		ids := map[string]string{list[0].Friend.ID: list[0].ID, list[1].Friend.ID: list[1].ID}
		decide := func(friend apptest.Shopper, body fields) apptest.Answer {
			return s.Do("POST", "/console/referrals/"+ids[friend.ID]+"/decide", support, body)
		}
		if a := decide(bad, fields{"approve": false}); a.Short() != "422 required" {
			t.Errorf("refused without a word: %s", a.Short())
		}
		if a := decide(good, fields{"approve": true, "note": "mother and daughter"}); a.Status != 200 {
			t.Errorf("let pass: %s", a.Body)
		}
		if a := decide(good, fields{"approve": true}); a.Short() != "409 moved_on" {
			t.Errorf("let pass twice: %s", a.Short())
		}
		f.buys(good)
		f.buys(bad)
		if a := decide(bad, fields{"approve": false, "note": "one person"}); a.Status != 200 {
			t.Errorf("refused: %s", a.Body)
		}
		s.After(window + 2*time.Hour)
		if f.state(good) != "paid" || f.wallet(good) != 3000 || f.state(bad) != "refused same_device" || f.wallet(bad) != 0 || f.wallet(host) != 3180 {
			t.Errorf("%s %d, %s %d, host %d", f.state(good), f.wallet(good), f.state(bad), f.wallet(bad), f.wallet(host))
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action IN ('referrals.approve', 'referrals.refuse')`); n != 2 {
			t.Errorf("%d lines in the audit log", n)
		}
		s.Healthy()
	})
}

// TestReferralLimitsOfAMonth has more friends in a month than are rewarded.
func TestReferralLimitsOfAMonth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		f.s.Exec(`INSERT INTO settings (key, value, updated_at) VALUES ('referral', '{"monthly_rewards":2,"monthly_commission":400}', 1)`)
		host := f.register(f.stranger(), "")
		code := f.mine(host).Code
		var guests []apptest.Shopper
		for range 3 {
			guests = append(guests, f.register(f.stranger(), code))
			f.buys(guests[len(guests)-1])
		}
		f.s.After(window + 2*time.Hour)
		states := map[string]int{}
		for _, g := range guests {
			states[f.state(g)]++
		}
		if states["paid"] != 2 || states["held monthly_limit"] != 1 || f.wallet(host) != 6360 {
			t.Fatalf("%v, the host has %d", states, f.wallet(host))
		}
		held := apptest.Get[string](f.s, `SELECT id FROM referrals WHERE state = 'held'`)
		if a := f.s.Do("POST", "/console/referrals/"+held+"/decide", f.s.Staff("owner"), fields{"approve": true}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		f.s.After(time.Hour)
		// The reward goes through; the month's commission was 4.00 at most.
		if f.wallet(host) != 9360 {
			t.Errorf("after it was let pass: %d", f.wallet(host))
		}
		f.s.Healthy()
	})
}
