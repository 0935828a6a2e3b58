package auth

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

func TestRanges(t *testing.T) {
	if got := numberRange("+201001234567"); got != "+20100123" {
		t.Errorf("range %s", got)
	}
}

// One block or one range of numbers can use up only its own share.
func TestLimitsPerBlockAndRange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		limits := DefaultLimits
		limits.PerBlock, limits.PerPrefix, limits.Budget = 5, 8, 1000
		w := newWorld(t, d, func(c *Config) { c.Limits = limits })
		ask := func(phone, ip string) error {
			_, err := w.s.RequestCode(t.Context(), CodeRequest{Phone: phone, Method: MethodSMS, IP: address(ip)})
			return err
		}
		for i := range 5 {
			if err := ask(fmt.Sprintf("+2010%d0000001", i), fmt.Sprintf("41.32.10.%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := ask("+201150000001", "41.32.10.200"); !errs.Is(err, "auth.codes_busy") {
			t.Errorf("a sixth from one block: %v", err)
		}
		if err := ask("+201150000001", "41.32.11.1"); err != nil {
			t.Errorf("the next block: %v", err)
		}
		// One block takes a quarter of a range's limit, all blocks together four times the limit for quiet numbers.
		for i := range 3 {
			err := ask(fmt.Sprintf("+20122000%04d", i), "10.1.0.1")
			if i < 2 && err != nil || i == 2 && !errs.Is(err, "auth.codes_busy") {
				t.Fatalf("code %d of a range from one block: %v", i, err)
			}
		}
		for i := 3; i < 4*8+1; i++ {
			if err := ask(fmt.Sprintf("+20122000%04d", i), fmt.Sprintf("10.1.%d.1", i)); err != nil {
				t.Fatal(i, err)
			}
		}
		if err := ask("+201220009999", "10.2.0.1"); !errs.Is(err, "auth.codes_busy") {
			t.Errorf("one more in the range: %v", err)
		}
		w.clock.Advance(counters.Window)
		if err := ask("+201220009999", "41.32.10.1"); err != nil {
			t.Errorf("in the next window: %v", err)
		}
		// A refused request must not have counted: 5 of the block, 1 of the next, 32 of the range, 1 now.
		var used int64
		if err := d.Get(t.Context(), &used,
			`SELECT COALESCE(SUM(used), 0) FROM rate_counters WHERE key = 'otp:all'`); err != nil || used != 39 {
			t.Errorf("counted %d codes, %v", used, err)
		}
		w.healthy()
	})
}

// TestFlood: 10,000 requests for 500 numbers from 200 addresses: the shop's costs stay within its budget, and an honest
// number is still served, during and after. The flood comes in five waves, so that every number may get five codes.
func TestFlood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		requests, numbers, addresses := size(1500, 10_000), size(150, 500), size(60, 200)
		limits := DefaultLimits
		limits.Budget = int64(size(260, 1000))
		limits.PerBlock = 20
		var alarms atomic.Int64
		change := func(c *Config) {
			c.Limits = limits
			c.Count = func(event string) {
				if event == "otp_budget_alarm" {
					alarms.Add(1)
				}
			}
		}
		w := newWorld(t, d, change)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock, change)}

		honest := func(n int) {
			t.Helper()
			phone, ip := fmt.Sprintf("+20106%03d0000", n), netip.AddrFrom4([4]byte{197, 40, byte(n), 9})
			sent, err := nodes[n%2].RequestCode(t.Context(), CodeRequest{Phone: phone, Method: MethodWhatsApp, IP: ip})
			if err != nil {
				t.Errorf("honest number %d was not served: %v", n, err)
				return
			}
			entry, err := nodes[(n+1)%2].VerifyCode(t.Context(), "", sent.To, "", w.code(phone), From{IP: ip})
			if err != nil || entry.Ticket == "" {
				t.Errorf("honest number %d could not use its code: %v", n, err)
			}
		}
		var sent, refused atomic.Int64
		const waves, workers = 5, 16
		for wave := range waves {
			barrier := make(chan struct{})
			var wg sync.WaitGroup
			for worker := range workers {
				wg.Add(1)
				go func() {
					defer wg.Done()
					<-barrier
					for i := wave*requests/waves + worker; i < (wave+1)*requests/waves; i += workers {
						n, a := i%numbers, (i*7)%addresses
						_, err := nodes[i%2].RequestCode(context.Background(), CodeRequest{
							Phone: fmt.Sprintf("+2012%02d%06d", n%50, n), Method: MethodSMS,
							IP: netip.AddrFrom4([4]byte{102, 60, byte(a), 1}),
						})
						switch {
						case err == nil:
							sent.Add(1)
						case errs.Is(err, "auth.codes_busy"), errs.Is(err, "auth.code_wait"), errs.Is(err, "auth.codes_spent"):
							refused.Add(1)
						default:
							t.Error(err)
						}
					}
				}()
			}
			close(barrier)
			honest(2 * wave)
			wg.Wait()
			honest(2*wave + 1)
			w.clock.Advance(3 * time.Minute)
		}
		if total := sent.Load() + 10; total > limits.Budget {
			t.Errorf("%d codes sent, budget %d", total, limits.Budget)
		}
		if sent.Load() < limits.Budget/2 || sent.Load()+refused.Load() != int64(requests) {
			t.Errorf("%d sent, %d refused of %d", sent.Load(), refused.Load(), requests)
		}
		if alarms.Load() == 0 {
			t.Error("nobody was told")
		}
		var messages int64
		if err := d.Get(t.Context(), &messages, `SELECT COUNT(*) FROM messages`); err != nil || messages != sent.Load()+10 {
			t.Errorf("%d messages for %d codes, %v", messages, sent.Load()+10, err)
		}
		w.healthy()
	})
}

func TestDemoRelaxesOnlyAddresses(t *testing.T) {
	got := DefaultLimits.relaxed()
	if got.PerBlock <= DefaultLimits.PerBlock || got.PerPrefix <= DefaultLimits.PerPrefix ||
		got.Passwords.PerNetwork <= DefaultLimits.Passwords.PerNetwork {
		t.Error("limits per address block are not relaxed")
	}
	if got.Budget != DefaultLimits.Budget || got.Passwords.PerName != DefaultLimits.Passwords.PerName ||
		got.Passwords.Here != DefaultLimits.Passwords.Here {
		t.Error("other limits are relaxed")
	}
}

func TestSweep(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		token, _ := w.register(mona, "Mona")
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := w.call("GET", "/user/sessions", token, nil); a.Status != 200 {
			t.Errorf("a live session was swept: %s", a.Body)
		}
		w.clock.Advance(40 * 24 * time.Hour)
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"sessions", "otp_challenges", "otp_phones", "registration_tickets"} {
			var n int64
			if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM `+table); err != nil || n != 0 {
				t.Errorf("%s: %d left, %v", table, n, err)
			}
		}
		w.healthy()
	})
}

// TestRightPasswordsAreNotCounted: only wrong passwords use up tries.
func TestRightPasswordsAreNotCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		try := func(p string) answer {
			return w.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": p})
		}
		for i := range 12 {
			if a := try(oldPass); a.Status != 200 {
				t.Fatalf("sign-in %d: %s", i, a.Body)
			}
		}
		for i := range DefaultLimits.Passwords.Here {
			if i == 5 {
				if a := try(oldPass); a.Status != 200 {
					t.Fatalf("in between: %s", a.Body)
				}
			}
			if a := try("wr0ng!pass"); a.Status != 422 {
				t.Fatalf("wrong %d: %s", i, a.Body)
			}
		}
		if a := try(oldPass); a.Status != 429 {
			t.Errorf("after ten wrong ones: %d", a.Status)
		}
		w.clock.Advance(counters.Window)
		if a := try(oldPass); a.Status != 200 {
			t.Errorf("an hour later: %s", a.Body)
		}
		w.healthy()
	})
}
