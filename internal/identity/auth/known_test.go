package auth

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// asked requests a code and returns its id.
func (w *world) asked(phone string) string {
	w.t.Helper()
	var got CodeAnswer
	a := w.call("POST", "/user/login-by-otp", "", fields{"phone": phone, "country_code": "+20", "method": "sms"})
	if a.Status != 200 {
		w.t.Fatalf("no code for %s: %s", phone, a.Body)
	}
	a.data(w.t, &got)
	return got.Challenge
}

// codeOf reads the code of a challenge, as the phone's owner would.
func (w *world) codeOf(challengeID string) string {
	w.t.Helper()
	code, _, err := w.s.CodeFor(context.Background(), challengeID)
	if err != nil {
		w.t.Fatal(err)
	}
	return code
}

func other(code string) string {
	if code == "0000" {
		return "1111"
	}
	return "0000"
}

// signIn sends a code to a phone, signs in with it and lets the browser keep the response's secrets.
func (w *world) signIn(phone string) SignedIn {
	w.t.Helper()
	var got SignedIn
	challenge := w.asked(phone)
	a := w.call("POST", "/user/verify-login-by-otp", "",
		fields{"phone": phone, "challenge": challenge, "code": w.codeOf(challenge)})
	if a.Status != 200 {
		w.t.Fatalf("%s: %s", phone, a.Body)
	}
	a.data(w.t, &got)
	if got.Device != nil {
		w.device = *got.Device
	}
	return got
}

const verifyPath = "/user/verify-login-by-otp"

// TestStrangersKeepNobodyOut: customers who send their code's id get in with it, regardless of what others request and
// try with the phone alone.
func TestStrangersKeepNobodyOut(t *testing.T) {
	stranger := func(w *world, n int) *world {
		s := *w
		s.ip, s.device = fmt.Sprintf("102.60.%d.1", n), ""
		return &s
	}
	for _, c := range []struct {
		name   string
		attack func(t *testing.T, w *world)
	}{
		{"nobody else", func(*testing.T, *world) {}},
		{"others ask for codes", func(t *testing.T, w *world) {
			for i := range 4 {
				w.clock.Advance(time.Duration(min(i+1, 1)) * 31 * time.Second)
				stranger(w, i).call("POST", "/user/login-by-otp", "", fields{"phone": mona, "country_code": "+20", "method": "sms"})
			}
		}},
		{"others try the phone", func(t *testing.T, w *world) {
			for i := range 20 {
				if a := stranger(w, i).call("POST", verifyPath, "", fields{"phone": mona, "code": w.wrong(mona)}); a.Status == 200 {
					t.Error("a wrong code let in")
				}
			}
		}},
		{"others ask and try", func(t *testing.T, w *world) {
			for i := range 5 {
				stranger(w, i).call("POST", "/user/login-by-otp", "", fields{"phone": mona, "country_code": "+20", "method": "sms"})
				for range 5 {
					stranger(w, i).call("POST", verifyPath, "", fields{"phone": mona, "code": w.wrong(mona)})
				}
				w.clock.Advance(31 * time.Second)
			}
		}},
		{"others ask to replace it by a name they make up", func(t *testing.T, w *world) {
			w.clock.Advance(31 * time.Second)
			stranger(w, 1).call("POST", "/user/login-by-otp", "",
				fields{"phone": mona, "country_code": "+20", "method": "sms", "challenge": "otp_1"})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w, _ := prepared(t, d)
				mine := w.asked(mona)
				c.attack(t, w)
				code := w.codeOf(mine)
				try := func(challenge, code string) answer {
					return w.call("POST", verifyPath, "", fields{"phone": mona, "challenge": challenge, "code": code})
				}
				for i := range CodeTries - 1 {
					if a := try(mine, other(code)); a.Code != "code_wrong" {
						t.Fatalf("my wrong code %d: %d %s", i, a.Status, a.Body)
					}
				}
				if a := try("otp_another", code); a.Code != "code_expired" {
					t.Errorf("a name that is none: %s", a.Body)
				}
				if a := w.call("POST", verifyPath, "", fields{
					"phone": new1, "challenge": mine, "code": code}); a.Code != "code_expired" {
					t.Errorf("the name with another phone: %s", a.Body)
				}
				if a := try(mine, code); a.Status != 200 {
					t.Errorf("my right code: %d %s", a.Status, a.Body)
				}
				if a := try(mine, code); a.Status != 422 {
					t.Errorf("again: %s", a.Body)
				}
				w.healthy()
			})
		})
	}
}

// TestFifteenTriesADay: however many strangers request and try codes, by challenge or by phone alone, concurrently or
// over the day, only fifteen wrong codes of a phone are compared; the doctor counts them.
func TestFifteenTriesADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		nodes := []*Service{w.s, newService(t, dbtest.Another(t, d), w.clock)}
		var looked atomic.Int64
		for _, n := range nodes {
			n.evaluated = func(string) { looked.Add(1) }
		}
		for minute := range 60 {
			ip := netip.AddrFrom4([4]byte{102, 60, byte(minute), 1})
			sent, err := nodes[minute%2].RequestCode(t.Context(), CodeRequest{Phone: mona, Method: MethodSMS, IP: ip})
			if err != nil && !errs.Is(err, "auth.codes_spent") && !errs.Is(err, "auth.code_wait") {
				t.Fatal(err)
			}
			barrier := make(chan struct{})
			var wg sync.WaitGroup
			for i := range 12 {
				named := ""
				if i%2 == 0 {
					named = sent.Challenge
				}
				wg.Go(func() {
					<-barrier
					_, err := nodes[i%2].VerifyCode(context.Background(), "", mona, named, w.wrong(mona), From{IP: ip})
					if err == nil {
						t.Error("a wrong code let in")
					}
				})
			}
			close(barrier)
			wg.Wait()
			w.clock.Advance(time.Minute)
		}
		if n := looked.Load(); n > TriesPerDay || n < TriesPerDay-2 {
			t.Errorf("%d wrong codes were looked at", n)
		}
		w.healthy()
	})
}

// TestKnownGetInUnderFlood: when a phone, its range, its network and the whole budget are flooded, a device that has
// signed in here, a password and a session elsewhere still get in within two minutes; customers with none of them see
// until when to wait.
func TestKnownGetInUnderFlood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		limits := DefaultLimits
		limits.Budget, limits.PerBlock = 60, 20
		w := newWorld(t, d, func(c *Config) { c.Limits = limits })
		w.register(mona, "Mona")
		first := w.signIn(mona)
		device := w.device
		if first.Device == nil && device == "" {
			t.Fatal("a device that signed in got no secret")
		}
		second := w.signIn(mona)
		if second.Device != nil {
			t.Error("a known device got another secret")
		}
		w.clock.Advance(25 * time.Hour)
		flood := *w
		flood.device = ""
		storm := func() {
			for i := range 40 {
				for _, ip := range []string{fmt.Sprintf("102.60.%d.1", i), w.ip} {
					flood.ip = ip
					flood.call("POST", "/user/login-by-otp", "", fields{"phone": mona, "country_code": "+20", "method": "sms"})
					flood.call("POST", "/user/login-by-otp", "", fields{
						"phone": fmt.Sprintf("+20100123%04d", i), "country_code": "+20", "method": "sms"})
					flood.call("POST", verifyPath, "", fields{"phone": mona, "code": "0000"})
					flood.call("POST", "/user/login-by-password", "", fields{"phone": mona, "password": "wr0ng!pass"})
				}
			}
		}
		for range 6 {
			storm()
			w.clock.Advance(2 * time.Minute)
		}
		begun := w.clock.Now()
		within := func(who string) {
			t.Helper()
			if took := w.clock.Now().Sub(begun); took > 120*time.Second {
				t.Errorf("%s waited %v", who, took)
			}
		}
		// The known device asks, is flooded again, and is in.
		challenge := w.asked(mona)
		storm()
		if a := w.call("POST", verifyPath, "", fields{
			"phone": mona, "challenge": challenge, "code": w.codeOf(challenge)}); a.Status != 200 {
			t.Errorf("a known device by name: %s", a.Body)
		}
		challenge = w.asked(mona)
		if a := w.call("POST", verifyPath, "", fields{"phone": mona, "code": w.codeOf(challenge)}); a.Status != 200 {
			t.Errorf("a known device without the name: %s", a.Body)
		}
		within("a known device")
		// A session elsewhere sets a password, which signs in on an unknown device.
		if a := w.call("POST", "/user/password/code", *second.Token, fields{"method": "sms"}); a.Status != 200 {
			t.Fatalf("a session's code: %s", a.Body)
		}
		if a := w.call("PUT", "/user/password", *second.Token,
			fields{"code": w.code(mona), "password": newPass, "password_confirmation": newPass}); a.Status != 200 {
			t.Fatalf("a session's password: %s", a.Body)
		}
		elsewhere := *w
		elsewhere.device, elsewhere.ip = "", "197.40.1.1"
		if a := elsewhere.call("POST", "/user/login-by-password", "",
			fields{"phone": mona, "password": newPass}); a.Status != 200 {
			t.Errorf("a password from elsewhere: %s", a.Body)
		}
		within("a password")
		// Customers with none of them see until when to wait, in their language.
		for lang, want := range map[string]string{"en": " at 2:00 PM", "ar": "الساعة 2:00 م"} {
			a := elsewhere.callIn(lang, "POST", "/user/login-by-otp", "",
				fields{"phone": mona, "country_code": "+20", "method": "sms"})
			if a.Status != 429 || !strings.Contains(a.Message, want) || a.RetryAfter == "" {
				t.Errorf("an unknown device: %d %s", a.Status, a.Body)
			}
		}
		w.healthy()
	})
}

// TestQuietNumbersOfAFloodedRange: 40 requests from one block close a range to
// nobody else.
func TestQuietNumbersOfAFloodedRange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for i := range 40 {
			w.call("POST", "/user/login-by-otp", "", fields{
				"phone": fmt.Sprintf("+20122333%04d", i), "country_code": "+20", "method": "sms"})
		}
		w.ip = "197.40.7.7"
		if a := w.call("POST", "/user/login-by-otp", "",
			fields{"phone": "+201223339999", "country_code": "+20", "method": "sms"}); a.Status != 200 {
			t.Errorf("a quiet number: %d %s", a.Status, a.Body)
		}
		// Loud from many blocks, and still.
		for i := range 60 {
			w.ip = fmt.Sprintf("102.61.%d.1", i)
			w.call("POST", "/user/login-by-otp", "", fields{
				"phone": fmt.Sprintf("+20122333%04d", i), "country_code": "+20", "method": "sms"})
		}
		w.ip = "197.40.8.8"
		if a := w.call("POST", "/user/login-by-otp", "",
			fields{"phone": "+201223339998", "country_code": "+20", "method": "sms"}); a.Status != 200 {
			t.Errorf("a quiet number after many blocks: %d %s", a.Status, a.Body)
		}
		w.healthy()
	})
}

// TestGuessingOverManyPhones: a few tries at each of many phones sometimes find an account. So one network gets 60
// wrong codes an hour, and after many overall each code can be tried only once; a customer who types it correctly still
// gets in.
func TestGuessingOverManyPhones(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var alarms atomic.Int64
		w := newWorld(t, d, func(c *Config) {
			c.Count = func(event string) {
				if event == "otp_guess_alarm" {
					alarms.Add(1)
				}
			}
		})
		guess := func(phone, ip, challenge string) string {
			w.ip = ip
			return w.call("POST", verifyPath, "", fields{
				"phone": phone, "challenge": challenge, "code": other(w.codeOf(challenge))}).Code
		}
		phone := func(i int) string { return fmt.Sprintf("+2010%03d%05d", i, i) }
		// Sixty from one network: three at each of twenty phones.
		for i := range 21 {
			w.ip = "102.60.1.1"
			challenge := w.asked(phone(i))
			for try := range 3 {
				want := "code_wrong"
				if try == 2 {
					want = "code_tries"
				}
				if i == 20 {
					want = "tries_busy"
				}
				if got := guess(phone(i), w.ip, challenge); got != want {
					t.Fatalf("phone %d, try %d: %s, want %s", i, try, got, want)
				}
			}
		}
		// Three hundred in total, from many networks.
		wrong := 60
		for i := 21; wrong < 300; i++ {
			if alarms.Load() != 0 {
				t.Fatalf("an alarm after %d wrong codes", wrong)
			}
			w.ip = fmt.Sprintf("102.61.%d.1", i)
			challenge := w.asked(phone(i))
			for range 2 {
				guess(phone(i), w.ip, challenge)
				wrong++
			}
		}
		if alarms.Load() != 1 {
			t.Errorf("%d alarms", alarms.Load())
		}
		w.ip = "102.60.90.1"
		challenge := w.asked(phone(500))
		if got := guess(phone(500), w.ip, challenge); got != "code_tries" {
			t.Errorf("a wrong code while codes are guessed: %s", got)
		}
		if a := w.call("POST", verifyPath, "", fields{
			"phone": phone(500), "challenge": challenge, "code": w.codeOf(challenge)}); a.Code != "code_tries" {
			t.Errorf("its second try: %s", a.Body)
		}
		if got := w.signIn(phone(501)); got.Ticket == nil {
			t.Error("who types it right is not in")
		}
		w.healthy()
	})
}

// TestKnownDevices: the phones for which a device's secret counts, and until when.
func TestKnownDevices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		known := func(phone, device string) bool {
			hash, err := w.s.knownDevice(t.Context(), d, phone, device)
			if err != nil {
				t.Fatal(err)
			}
			return hash != ""
		}
		w.register(mona, "Mona")
		monas := w.signIn(mona)
		device := w.device
		if !known(mona, device) || known(new1, device) || known(mona, "made up") || known(mona, "") {
			t.Error("known where it should not be, or not known")
		}
		var stored int64
		if err := d.Get(t.Context(), &stored, `SELECT COUNT(*) FROM known_devices WHERE secret_hash = $1`,
			id.Digest(device)); err != nil || stored != 1 {
			t.Errorf("%d digests stored, %v", stored, err)
		}
		// Another one signs in with the same browser: both are known, each for themselves.
		w.register(new1, "Sara")
		if w.device != device || !known(mona, device) || !known(new1, device) {
			t.Error("a shared browser is not known for both")
		}
		// An invented secret is not accepted.
		w.device = strings.Repeat("x", 43)
		w.clock.Advance(time.Hour)
		if got := w.signIn(mona); got.Device == nil || known(mona, strings.Repeat("x", 43)) {
			t.Error("a secret of somebody else's making is kept")
		}
		// Signing out keeps it; signing out everywhere else forgets the others.
		second := w.device
		if a := w.call("POST", "/user/logout", *monas.Token, nil); a.Status != 200 || !known(mona, device) {
			t.Errorf("after signing out: %s", a.Body)
		}
		here := w.signIn(mona)
		if a := w.call("DELETE", "/user/sessions", *here.Token, nil); a.Status != 200 || known(mona, device) ||
			!known(mona, second) || !known(new1, device) {
			t.Errorf("after signing out elsewhere: %s", a.Body)
		}
		// At most ten per customer.
		for i := range devicesEach + 2 {
			w.exec(`INSERT INTO known_devices (user_id, secret_hash, created_at, seen_at) SELECT user_id, $1, 0, $2
				FROM user_phones WHERE phone = $3`,
				id.Digest(fmt.Sprint(i)), db.At(w.clock.Now().Add(-time.Duration(i+1)*time.Minute)), mona)
		}
		w.clock.Advance(25 * time.Hour)
		w.signIn(mona)
		var n int64
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM known_devices k JOIN user_phones p ON p.user_id = k.user_id
			WHERE p.phone = $1`, mona); err != nil || n != devicesEach || !known(mona, second) {
			t.Errorf("%d devices, %v", n, err)
		}
		w.clock.Advance(DeviceLife)
		if known(mona, second) {
			t.Error("known after its time")
		}
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM known_devices`); err != nil || n != 0 {
			t.Errorf("%d devices left, %v", n, err)
		}
		w.healthy()
	})
}
