package app_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestReferralPaysBothOnceAfterTheWindow is the normal course of the program.
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
		// The wallet's lines use the same words as the notices.
		for who, want := range map[string][]string{f.signedIn(host): {
			"Commission on a friend's order", "Reward for inviting a friend"}, f.signedIn(guest): {"Welcome reward"}} {
			var lines []wallet.EntryView
			s.Do("GET", "/wallet/history?page=1", who, nil).Into(t, &lines)
			var labels []string
			for _, l := range lines {
				labels = append(labels, l.Label)
			}
			if slices.Sort(labels); !slices.Equal(labels, want) {
				t.Errorf("the wallet says %q, want %q", labels, want)
			}
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
		if len(rows) != 1 || rows[0].Name != "Mona" || rows[0].State != "paid" || rows[0].Rate != 2 ||
			rows[0].Earned != 33.6 ||
			rows[0].PurchaseAmount != 180 || len(rows[0].Purchases) != 2 {
			t.Errorf("the history: %+v", rows)
		}
		s.Healthy()
	})
}

// TestReferralPaymentOverTwoNodes has two nodes run the same jobs concurrently, while others request the payment.
func TestReferralPaymentOverTwoNodes(t *testing.T) {
	rounds := apptest.Count(3, 50)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		second := apptest.Node(t, d, f.s.Clock)
		nodes := []*apptest.Shop{f.s, second}
		host := f.register(f.stranger(), "")
		f.s.Exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('referral', '{"monthly_rewards":1000,"monthly_commission":10000000}', 1)`)
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

// TestReferralOfReturnedOrders returns a friend's first order.
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
			return f.service(f.s).
				OnStatus(ctx, tx, orders.Change{Order: o, To: orders.Returned, Event: orders.Event{At: db.At(f.s.Clock.Now())}})
		})
		if err != nil {
			t.Fatal(err)
		}
		f.s.Exec(`UPDATE orders SET status = 'delivered' WHERE id = $1`, first) // for doctor; the goods are irrelevant here
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

// TestReferralLimitsOfAMonth has more friends in a month than are rewarded.
func TestReferralLimitsOfAMonth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		f.s.Exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('referral', '{"monthly_rewards":2,"monthly_commission":400}', 1)`)
		host := f.register(f.stranger(), "")
		code := f.mine(host).Code
		var guests []apptest.Customer
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
		if a := f.s.Do("POST", "/console/referrals/"+held+"/decide", f.s.Staff("owner"),
			fields{"approve": true}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		f.s.After(time.Hour)
		// The reward is paid; the month's commission was 4.00 at most.
		if f.wallet(host) != 9360 {
			t.Errorf("after it was let pass: %d", f.wallet(host))
		}
		f.s.Healthy()
	})
}

// TestReferralOfWhoLeft: money for a deleted account would belong to nobody. The remaining customer gets their
// reward.
func TestReferralOfWhoLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		s := f.s
		leave := func(p apptest.Customer) {
			t.Helper()
			s.Clock.Advance(time.Hour) // between codes
			token := f.signedIn(p)
			s.Do("POST", "/user/delete/code", token, fields{"method": "sms"}).Into(t, &struct{}{})
			s.Do("POST", "/user/delete", token, fields{"code": s.Code(p.Phone)}).Into(t, &struct{}{})
		}
		for name, c := range map[string]struct {
			hostLeaves, guestLeaves bool
			host, guest             int64
		}{
			"who invited": {hostLeaves: true, guest: 3000},
			"the friend":  {guestLeaves: true, host: 3180},
			"both":        {hostLeaves: true, guestLeaves: true},
		} {
			host := f.register(f.stranger(), "")
			guest := f.register(f.stranger(), f.mine(host).Code)
			f.buys(guest)
			if c.hostLeaves {
				leave(host)
			}
			if c.guestLeaves {
				leave(guest)
			}
			s.After(window + time.Hour)
			if f.wallet(host) != c.host || f.wallet(guest) != c.guest || f.state(guest) != "paid" {
				t.Errorf("%s left: %d and %d, %s", name, f.wallet(host), f.wallet(guest), f.state(guest))
			}
			s.Healthy()
		}
	})
}

// TestTheSellersWordPaysNoReferral: a seller's staff could invent purchases of a friend, or give back the friend's
// payment. The first delivery that the platform itself confirms starts the window.
func TestTheSellersWordPaysNoReferral(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		s := f.s
		host := f.register(f.stranger(), "")
		guest := f.register(f.stranger(), f.mine(host).Code)
		of := func(owner, delivers string) {
			store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
			terms := storeTerms(s, s.Staff("owner"), store, fields{"owned_by": owner, "delivers": delivers, "commission": 0})
			s.Do("PUT", "/console/stores/"+store, s.Staff("owner"), terms).Into(t, &struct{}{})
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		of("seller", "store")
		f.buys(guest)
		if got := f.state(guest); got != "joined" {
			t.Errorf("after the seller's own delivery: %s", got)
		}
		paid := f.buysWith(guest, "card")
		if got := f.state(guest); got != "joined" || s.Status(paid) != "delivered" {
			t.Errorf("after the seller's own delivery of an order paid by card: %s", got)
		}
		s.After(window + time.Hour)
		if f.wallet(host) != 0 || f.wallet(guest) != 0 {
			t.Errorf("it paid %d and %d", f.wallet(host), f.wallet(guest))
		}
		of("platform", "store")
		f.buys(guest)
		if got := f.state(guest); got != "waiting" {
			t.Errorf("after an order of the platform's own store: %s", got)
		}
		s.After(window + time.Hour)
		if f.wallet(host) != 3180 || f.wallet(guest) != 3000 {
			t.Errorf("then %d and %d, want 3180 and 3000", f.wallet(host), f.wallet(guest))
		}
		s.Healthy()
	})
}
