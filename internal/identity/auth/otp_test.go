package auth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

func TestNextCode(t *testing.T) {
	now := db.At(start)
	used := now
	code := func(ago time.Duration, isUsed bool) challenge {
		c := challenge{CreatedAt: now.Add(-ago)}
		if isUsed {
			c.UsedAt = &used
		}
		return c
	}
	const s, m, h = time.Second, time.Minute, time.Hour
	for _, c := range []struct {
		name   string
		recent []challenge // newest first
		wait   time.Duration
		full   bool
	}{
		{"the first", nil, 0, false},
		{"after one", []challenge{code(0, false)}, 30 * s, false},
		{"after one, a little later", []challenge{code(29*s, false)}, 1 * s, false},
		{"after one, in time", []challenge{code(30*s, false)}, 0, false},
		{"after two", []challenge{code(0, false), code(30*s, false)}, 60 * s, false},
		{"after three", []challenge{code(0, false), code(60*s, false), code(90*s, false)}, 120 * s, false},
		{"after four", []challenge{code(1*s, false), code(120*s, false), code(3*m, false), code(4*m, false)}, 119 * s, false},
		{"a used code ends the wait", []challenge{code(0, true)}, 0, false},
		{"and the wait begins anew", []challenge{code(0, false), code(1*m, true), code(2*m, false)}, 30 * s, false},
		{
			"five in a day", []challenge{code(1*h, false), code(2*h, false), code(3*h, false), code(4*h, false),
				code(20*h, false)}, 4 * h, true},
		{"five, one of them used",
			[]challenge{code(1*h, false), code(2*h, false), code(3*h, true), code(4*h, false), code(20*h, false)}, 0, false},
		{"five, all used", []challenge{code(0, true), code(1*h, true), code(2*h, true), code(3*h, true), code(23*h, true)}, 0,
			false},
		{"five unused among used ones",
			[]challenge{code(0, true), code(1*h, false), code(2*h, false), code(3*h, true), code(4*h, false), code(5*h, false),
				code(6*h, true), code(21*h, false)}, 3 * h, true},
		{"nineteen, all used", usedHourly(19, code), 0, false},
		{"twenty, all used", usedHourly(20, code), 4 * h, true},
	} {
		if wait, full := nextCode(c.recent, now); wait != c.wait || full != c.full {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, wait, full, c.wait, c.full)
		}
	}
}

// usedHourly returns n used codes, one an hour until an hour ago.
func usedHourly(n int, code func(time.Duration, bool) challenge) []challenge {
	var all []challenge
	for i := range n {
		all = append(all, code(time.Duration(i+1)*time.Hour, true))
	}
	return all
}

// TestNextCodeAlwaysHolds: repeated requests, whatever their timing, get at most five unused codes in any 24 hours,
// twenty in all, and never two unused ones within 30 seconds; and the wait they are given is long enough.
func TestNextCodeAlwaysHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := db.At(start)
		var given []challenge // newest first
		for range rapid.IntRange(1, 90).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(6*time.Hour)).Draw(t, "pause")))
			recentAt := func(now db.Millis) (recent []challenge, unused int) {
				for _, c := range given {
					if c.CreatedAt > now.Add(-codeDay) {
						recent = append(recent, c)
						if c.UsedAt == nil {
							unused++
						}
					}
				}
				return recent, unused
			}
			recent, unused := recentAt(now)
			wait, _ := nextCode(recent, now)
			if wait < 0 {
				t.Fatalf("negative wait %v", wait)
			}
			if wait > 0 {
				later, _ := recentAt(now.Add(wait))
				if more, full := nextCode(later, now.Add(wait)); full {
					t.Fatalf("after %v another %v", wait, more)
				}
				continue
			}
			if unused >= CodesPerDay || len(recent) >= CodesInAll {
				t.Fatalf("one more after %d unused of %d in a day", unused, len(recent))
			}
			if len(recent) > 0 && recent[0].UsedAt == nil && now < recent[0].CreatedAt.Add(30*time.Second) {
				t.Fatalf("two codes within 30 seconds")
			}
			c := challenge{CreatedAt: now}
			if rapid.Bool().Draw(t, "used") {
				c.UsedAt = &now
			}
			given = append([]challenge{c}, given...)
		}
	})
}

func TestCodesAreEvenAndNeedTheKey(t *testing.T) {
	c := clock.NewFake(start)
	one := newService(t, nil, c)
	two := newService(t, nil, c, func(cfg *Config) { cfg.Secret = []byte("another key of thirty-two bytes or more") })
	var first [10]int
	same := 0
	const n = 20_000
	for i := range n {
		id, nonce := fmt.Sprint("otp_", i), "nonce"
		code := one.codeOf(id, nonce)
		if !isCode(code) || len(code) != 4 {
			t.Fatalf("code %q", code)
		}
		first[code[0]-'0']++
		if code == two.codeOf(id, nonce) {
			same++
		}
		if one.codeHMAC(id, code) == two.codeHMAC(id, code) {
			t.Fatal("what is stored does not depend on the key")
		}
	}
	for digit, count := range first {
		if count < n/10*85/100 || count > n/10*115/100 {
			t.Errorf("%d of %d codes begin with %d", count, n, digit)
		}
	}
	if same > n/1000 {
		t.Errorf("%d of %d codes are the same under another key", same, n)
	}
	if _, err := New(nil, c, Config{Secret: []byte("short")}); err == nil {
		t.Error("a short secret is taken")
	}
	if _, err := New(nil, c, Config{Secret: make([]byte, 32), Countries: map[string]Methods{"XX": {}}}); err == nil {
		t.Error("a country that is none is taken")
	}
}

// TestGuessingOverTwoNodes: of concurrent guesses over two nodes three are compared, and if none of them is right,
// nobody is in.
func TestGuessingOverTwoNodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock)}
		var evaluated sync.Map
		for _, n := range nodes {
			n.evaluated = func(id string) {
				count, _ := evaluated.LoadOrStore(id, new(atomic.Int64))
				count.(*atomic.Int64).Add(1)
			}
		}
		for round := range size(1, 20) {
			// Of another range: few codes are sent to many numbers of one.
			phone := fmt.Sprintf("+2010%04d1000", round)
			w.ask(phone)
			const guesses = 1000
			order := rand.Perm(10_000)[:guesses]
			barrier := make(chan struct{})
			var let, refused, other atomic.Int64
			var wg sync.WaitGroup
			for i, guess := range order {
				wg.Add(1)
				go func() {
					defer wg.Done()
					<-barrier
					entry, err := nodes[i%2].VerifyCode(context.Background(), "", phone, "", fmt.Sprintf("%04d", guess),
						From{IP: netip.AddrFrom4([4]byte{10, byte(round), 0, 1})})
					switch {
					case err == nil && entry.Ticket != "":
						let.Add(1)
					case errs.Is(err, "auth.code_wrong"), errs.Is(err, "auth.code_tries"), errs.Is(err, "auth.code_used"),
						errs.Is(err, "auth.code_expired"): // the last, once the code was used
						refused.Add(1)
					default:
						other.Add(1)
						t.Errorf("%v", err)
					}
				}()
			}
			close(barrier)
			wg.Wait()
			if let.Load() > 1 || let.Load()+refused.Load() != guesses {
				t.Errorf("%d let in, %d refused, %d other of %d", let.Load(), refused.Load(), other.Load(), guesses)
			}
		}
		evaluated.Range(func(id, count any) bool {
			if n := count.(*atomic.Int64).Load(); n > CodeTries || n < 1 {
				t.Errorf("code %v was evaluated %d times", id, n)
			}
			return true
		})
		w.healthy()
	})
}

// TestUsedCodesTellNothing: a used code reveals nothing to callers who do not have it: that a phone signed in lately
// would show whose phones are customers'.
func TestUsedCodesTellNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		const verify, reset = "/user/verify-login-by-otp", "/user/password/reset"
		w.register(mona, "Mona") // with a code
		used := []string{w.code(mona)}
		w.clock.Advance(time.Minute)
		w.forget(mona)
		used = append(used, w.code(mona))
		if a := w.call("POST", reset, "", fields{"phone": mona, "code": w.code(mona), "password": newPass,
			"password_confirmation": newPass}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		guess := 0
		for range 2 * CodeTries {
			for guess++; slices.Contains(used, fmt.Sprintf("%04d", guess)); guess++ {
			}
			for _, path := range []string{verify, reset} {
				body := fields{"phone": mona, "code": fmt.Sprintf("%04d", guess)}
				if path == reset {
					body["password"], body["password_confirmation"] = newPass, newPass
				}
				known := w.call("POST", path, "", body)
				body["phone"] = new1
				if unknown := w.call("POST", path, "", body); known.Body != unknown.Body || known.Code != "code_expired" {
					t.Fatalf("%s, guess %d: %s of a customer's phone, %s of another", path, guess, known.Body, unknown.Body)
				}
			}
		}
		w.healthy()
	})
}

// TestOneUse: the right code sent many times concurrently opens one session.
func TestOneUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock)}
		w.register(mona, "Mona")
		w.clock.Advance(time.Hour)
		for _, phone := range []string{mona, new1} {
			w.ask(phone)
			code := w.code(phone)
			before := w.rows()
			barrier := make(chan struct{})
			var in atomic.Int64
			var wg sync.WaitGroup
			for i := range 20 {
				wg.Add(1)
				go func() {
					defer wg.Done()
					<-barrier
					if _, err := nodes[i%2].VerifyCode(context.Background(), "", phone, "", code, From{}); err == nil {
						in.Add(1)
					}
				}()
			}
			close(barrier)
			wg.Wait()
			if in.Load() != 1 {
				t.Errorf("%s: %d times in", phone, in.Load())
			}
			want := "sessions+1"
			if phone == new1 {
				want = "registration_tickets+1"
			}
			if got := changed(before, w.rows()); got != want {
				t.Errorf("%s: %q, want %q", phone, got, want)
			}
		}
		w.healthy()
	})
}

// TestOneCodeAtATime: concurrent requests for one number on two nodes get one code.
func TestOneCodeAtATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock)}
		barrier := make(chan struct{})
		var sent, waiting atomic.Int64
		var wg sync.WaitGroup
		for i := range 40 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				<-barrier
				_, err := nodes[i%2].RequestCode(context.Background(),
					CodeRequest{Phone: mona, Method: MethodSMS, IP: netip.AddrFrom4([4]byte{10, byte(i), 0, 1})})
				switch {
				case err == nil:
					sent.Add(1)
				case errs.Is(err, "auth.code_wait"):
					waiting.Add(1)
				default:
					t.Error(err)
				}
			}()
		}
		close(barrier)
		wg.Wait()
		if sent.Load() != 1 || waiting.Load() != 39 {
			t.Errorf("%d sent, %d told to wait", sent.Load(), waiting.Load())
		}
		w.healthy()
	})
}

func TestFiveCodesADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, func(c *Config) { c.Demo = true }) // the demo changes nothing here
		for i := range CodesPerDay {
			w.ask(mona)
			w.clock.Advance(2 * time.Minute)
			_ = i
		}
		before := w.rows()
		a := w.call("POST", "/user/login-by-otp", "", fields{"phone": mona, "country_code": "+20", "method": "whatsapp"})
		if a.Status != 429 || a.Code != "codes_spent" {
			t.Errorf("a sixth code: %d %s", a.Status, a.Body)
		}
		if got := changed(before, w.rows()); got != "" {
			t.Errorf("happened: %s", got)
		}
		w.clock.Advance(24*time.Hour - 10*time.Minute)
		w.ask(mona)
		w.healthy()
	})
}

// TestSigningInOftenShutsNobodyOut: a code that signed its owner in does not count among the day's five, known device
// or not; only the cost of all messages is bounded.
func TestSigningInOftenShutsNobodyOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.register(mona, "Mona")
		w.clock.Advance(codeDay)
		var kept string
		for _, known := range []bool{false, true} {
			for range CodesInAll {
				w.clock.Advance(30 * time.Minute)
				if w.device = ""; known {
					w.device = kept
				}
				w.signIn(mona)
				kept = w.device
			}
			if !known {
				w.device = "" // as in a browser that keeps nothing
			}
			w.clock.Advance(time.Minute)
			if a := w.call("POST", "/user/login-by-otp", "",
				fields{"phone": mona, "country_code": "+20", "method": "sms"}); a.Code != "codes_spent" {
				t.Errorf("after %d, known %v: %d %s", CodesInAll, known, a.Status, a.Body)
			}
		}
		w.healthy()
	})
}

// TestCodesTypedWithoutTheirNameCountAsUsed: as the specified fields alone sign in.
func TestCodesTypedWithoutTheirNameCountAsUsed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.register(mona, "Mona")
		w.clock.Advance(codeDay)
		for n := range CodesInAll {
			w.clock.Advance(30 * time.Minute)
			w.device = ""
			code := w.codeOf(w.asked(mona))
			if a := w.call("POST", verifyPath, "", fields{"phone": mona, "code": code}); a.Status != 200 {
				t.Fatalf("sign-in %d: %d %s", n+1, a.Status, a.Body)
			}
		}
		w.healthy()
	})
}

// TestNewDevicesMakeNoRoomForCodes: creating a new device at each sign-in does not give a customer additional codes.
func TestNewDevicesMakeNoRoomForCodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.register(mona, "Mona")
		w.clock.Advance(codeDay)
		w.device = ""
		w.signIn(mona)
		for n := range CodesOfKnown {
			known := w.device
			challenge := w.asked(mona)
			w.device = ""
			var got SignedIn
			a := w.call("POST", verifyPath, "", fields{"phone": mona, "challenge": challenge, "code": w.codeOf(challenge)})
			if a.Status != 200 {
				t.Fatalf("sign-in %d: %d %s", n+1, a.Status, a.Body)
			}
			a.data(t, &got)
			if w.device = *got.Device; w.device == known {
				t.Fatal("no device of its own")
			}
			w.clock.Advance(time.Minute)
		}
		if a := w.call("POST", "/user/login-by-otp", "",
			fields{"phone": mona, "country_code": "+20", "method": "sms"}); a.Code != "codes_spent" {
			t.Errorf("after %d: %d %s", CodesOfKnown, a.Status, a.Body)
		}
		w.healthy()
	})
}
