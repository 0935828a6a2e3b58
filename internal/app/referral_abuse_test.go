package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestReferralAbuseIsHeld has customers invite themselves in every way of the fault table; nobody is paid before a
// review.
func TestReferralAbuseIsHeld(t *testing.T) {
	type case_ struct {
		name, want string
		atOnce     bool // held at registration already
		run        func(f *friends) (host, guest apptest.Customer)
	}
	// alike has a host invite a friend whose data is changed to resemble the host's.
	alike := func(change func(host, guest *person)) func(f *friends) (apptest.Customer, apptest.Customer) {
		return func(f *friends) (apptest.Customer, apptest.Customer) {
			a, b := f.stranger(), f.stranger()
			change(&a, &b)
			host := f.register(a, "")
			return host, f.register(b, f.mine(host).Code)
		}
	}
	// ring has a first invite a second, who invites a third: the first customer again.
	ring := func(change func(first, third *person)) func(f *friends) (apptest.Customer, apptest.Customer) {
		return func(f *friends) (apptest.Customer, apptest.Customer) {
			a, b, c := f.stranger(), f.stranger(), f.stranger()
			change(&a, &c)
			first := f.register(a, "")
			second := f.register(b, f.mine(first).Code)
			return second, f.register(c, f.mine(second).Code)
		}
	}
	cases := []case_{
		{"a stranger", "waiting", false, alike(func(_, _ *person) {})},
		{"the same device", "held same_device", true, alike(func(a, b *person) { b.device = a.device })},
		{"own second phone, same e-mail", "held same_email", true,
			alike(func(a, b *person) { a.email, b.email = "m.ona@gmail.com", "Mona+2@gmail.com" })},
		{"own second phone, same name", "held same_name", true,
			alike(func(a, b *person) { a.name, b.name = "أحمد على", "احمد علي" })},
		{"own second phone, the first for the courier", "held same_phone", false,
			alike(func(a, b *person) { b.door["phone"] = a.phone })},
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
		{"a ring of three", "held ring", true, ring(func(a, c *person) { c.device = a.device })},
		{"a ring of three at one door", "held ring", false, ring(func(a, c *person) { c.door = a.door })},
		{"two friends on one device", "held ring", true, func(f *friends) (apptest.Customer, apptest.Customer) {
			a, b, c := f.stranger(), f.stranger(), f.stranger()
			c.device = b.device
			host := f.register(a, "")
			f.register(b, f.mine(host).Code)
			return host, f.register(c, f.mine(host).Code)
		}},
		{"the fourth friend from one network", "held same_network", true,
			func(f *friends) (apptest.Customer, apptest.Customer) {
				host := f.register(f.stranger(), "")
				var last apptest.Customer
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
		var held []apptest.Customer
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

// TestReferralCirclesDoNotClose has every customer enter everybody's code: existing customers cannot be invited, so a
// ring of codes stays open.
func TestReferralCirclesDoNotClose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		a := f.register(f.stranger(), "")
		b := f.register(f.stranger(), f.mine(a).Code)
		c := f.register(f.stranger(), f.mine(b).Code)
		codes := map[string]string{a.ID: f.mine(a).Code, b.ID: f.mine(b).Code, c.ID: f.mine(c).Code}
		for _, p := range []apptest.Customer{a, b, c} {
			for _, q := range []apptest.Customer{a, b, c} {
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
		if nobody := f.register(f.stranger(), "NOSUCHCODE"); apptest.Get[int](f.s,
			`SELECT COUNT(*) FROM referrals WHERE friend_id = $1`, nobody.ID) != 0 {
			t.Error("a code nobody has made a referral")
		}
		f.s.Healthy()
	})
}

// TestReferralsHeldAreDecided has staff review held referrals.
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
		if len(list) != 2 || list[1].Reason != "same_device" || list[1].Evidence[0].With.ID != host.ID ||
			strings.Contains(list[0].Friend.Phone, "11000000") {
			t.Fatalf("held: %+v", list)
		}
		ids := map[string]string{list[0].Friend.ID: list[0].ID, list[1].Friend.ID: list[1].ID}
		decide := func(friend apptest.Customer, body fields) apptest.Answer {
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
		if f.state(good) != "paid" || f.wallet(good) != 3000 || f.state(bad) != "refused same_device" || f.wallet(bad) != 0 ||
			f.wallet(host) != 3180 {
			t.Errorf("%s %d, %s %d, host %d", f.state(good), f.wallet(good), f.state(bad), f.wallet(bad), f.wallet(host))
		}
		if n := apptest.Get[int](s,
			`SELECT COUNT(*) FROM audit_log WHERE action IN ('referrals.approve', 'referrals.refuse')`); n != 2 {
			t.Errorf("%d lines in the audit log", n)
		}
		s.Healthy()
	})
}
