package staff

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/hotp"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/passwords"
)

// TestCodesAreThoseOfTheStandard: the examples of RFC 6238, appendix B, cut to six digits.
func TestCodesAreThoseOfTheStandard(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, code := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924",
		2000000000: "279037", 20000000000: "353130"} {
		now := time.Unix(at, 0)
		if step, ok, err := stepOf(secret, code, now); !ok || step != at/30 || err != nil {
			t.Errorf("%d: %d %v %v", at, step, ok, err)
		}
		if _, ok, _ := stepOf(secret, code, now.Add(30*time.Second)); !ok {
			t.Errorf("%d: a step late", at)
		}
		if _, ok, _ := stepOf(secret, code, now.Add(60*time.Second)); ok {
			t.Errorf("%d: two steps late", at)
		}
	}
}

// code is what an app with this secret shows now.
func (w *world) code(secret string) string {
	w.t.Helper()
	code, err := hotp.GenerateCodeCustom(secret, uint64(w.clock.Now().Unix()/30), totpForm)
	if err != nil {
		w.t.Fatal(err)
	}
	return code
}

// withFactor gives a member a second factor and returns its secret and codes
// for paper.
func (w *world) withFactor(email string) (token, secret string, paper []string) {
	w.t.Helper()
	token = w.staffToken(email)
	var setup FactorSetup
	w.call("POST", "/console/account/second-factor", token, fields{"current_password": staffPassword}).data(w.t, &setup)
	var made RecoveryCodes
	w.call("POST", "/console/account/second-factor/confirm", token, fields{"code": w.code(setup.Secret)}).data(w.t, &made)
	w.clock.Advance(30 * time.Second)
	return token, setup.Secret, made.Codes
}

func (w *world) login(f fields) answer {
	w.t.Helper()
	body := fields{"email": "boss@example.com", "password": staffPassword}
	for k, v := range f {
		body[k] = v
	}
	return w.call("POST", "/console/login", "", body)
}

// TestSecondFactor covers a second factor from its set-up to its removal.
func TestSecondFactor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		boss := w.staff("boss@example.com", Owner)
		before, token := w.staffToken("boss@example.com"), w.staffToken("boss@example.com")
		ask := func(path string, body fields) answer {
			return w.call("POST", "/console/account/second-factor"+path, token, body)
		}
		if a := ask("/confirm", fields{"code": "123456"}); a.Code != "second_factor_begin" {
			t.Errorf("not begun: %s", a.Body)
		}
		if a := ask("", fields{"current_password": "wrong"}); a.Code != "current_wrong" {
			t.Errorf("wrong password: %s", a.Body)
		}
		var setup FactorSetup
		ask("", fields{"current_password": staffPassword}).data(t, &setup)
		if !strings.HasPrefix(setup.URI, "otpauth://totp/Wekala:boss@example.com?issuer=Wekala&secret="+setup.Secret) ||
			len(setup.QR) < 21 || len(setup.QR[0]) != len(setup.QR) ||
			!strings.HasPrefix(setup.QR[0], "1111111") {
			t.Errorf("%+v", setup)
		}
		if a := w.login(nil); a.Status != 200 {
			t.Errorf("while it is set up: %s", a.Body)
		}
		if a := ask("/confirm", fields{"code": "000000"}); a.Code != "second_factor_wrong" {
			t.Errorf("wrong code: %s", a.Body)
		}
		var made RecoveryCodes
		ask("/confirm", fields{"code": w.code(setup.Secret)}).data(t, &made)
		if len(made.Codes) != recoveryCodes || w.me(before) != 401 || w.me(token) != 200 {
			t.Errorf("%v, and sessions without it go on", made.Codes)
		}
		if a := ask("", fields{"current_password": staffPassword}); a.Code != "second_factor_there" {
			t.Errorf("begun again: %s", a.Body)
		}
		// Neither the secret nor a code is stored unencrypted.
		var kept string
		if err := d.Get(t.Context(), &kept, `SELECT code_hash FROM staff_recovery_codes LIMIT 1`); err != nil ||
			len(kept) != 64 {
			t.Errorf("%q, %v", kept, err)
		}
		var sealed []byte
		plain, _ := factor32.DecodeString(setup.Secret)
		if err := d.Get(t.Context(), &sealed, `SELECT totp_secret FROM staff`); err != nil ||
			strings.Contains(string(sealed), string(plain)) {
			t.Errorf("%v", err)
		}

		if a := w.login(nil); a.Code != "second_factor_needed" || a.Errors["code"] == nil {
			t.Errorf("no code: %s", a.Body)
		}
		if a := w.login(fields{"code": w.code(setup.Secret)}); a.Code != "second_factor_used" {
			t.Errorf("the code it was confirmed with: %s", a.Body)
		}
		w.clock.Advance(30 * time.Second)
		now := w.code(setup.Secret)
		if a := w.login(fields{"code": now, "password": "wrong"}); a.Code != "staff_wrong" {
			t.Errorf("a right code and a wrong password: %s", a.Body)
		}
		if a := w.login(
			fields{"code": strings.Map(func(r rune) rune { return r - '0' + '٠' }, now[:3]) + " " + now[3:]}); a.Status != 200 {
			t.Errorf("right: %s", a.Body)
		}
		if a := w.login(fields{"code": now}); a.Code != "second_factor_used" {
			t.Errorf("twice: %s", a.Body)
		}
		if a := w.login(fields{"code": strings.ToUpper(made.Codes[3])}); a.Status != 200 {
			t.Errorf("on paper: %s", a.Body)
		}
		if a := w.login(fields{"code": made.Codes[3]}); a.Code != "second_factor_wrong" {
			t.Errorf("on paper, twice: %s", a.Body)
		}
		var f SecondFactor
		w.call("GET", "/console/account/second-factor", token, nil).data(t, &f)
		if f.Since == nil || f.Codes != recoveryCodes-1 {
			t.Errorf("%+v", f)
		}
		proof := fields{"current_password": staffPassword, "code": made.Codes[4]}
		var anew RecoveryCodes
		ask("/recovery-codes", proof).data(t, &anew)
		if a := w.login(fields{"code": made.Codes[5]}); a.Code != "second_factor_wrong" {
			t.Errorf("an old one on paper: %s", a.Body)
		}
		if a := ask("/off", fields{"current_password": staffPassword, "code": ""}); a.Code != "second_factor_needed" {
			t.Errorf("off without a code: %s", a.Body)
		}
		if a := ask("/off", fields{"current_password": staffPassword, "code": anew.Codes[0]}); a.Status != 200 {
			t.Errorf("off: %s", a.Body)
		}
		if a := w.login(nil); a.Status != 200 || w.rows()["staff_recovery_codes"] != 0 {
			t.Errorf("without: %s", a.Body)
		}
		want := []string{"second_factor_on", "recovery_code", "recovery_code", "recovery_codes", "recovery_code",
			"second_factor_off"}
		got := w.told()
		slices.Sort(got)
		slices.Sort(want)
		for i := range want {
			want[i] = boss.ID + " staff." + want[i]
		}
		if !slices.Equal(got, want) {
			t.Error(got)
		}
		w.healthy()
	})
}

// TestACodeSignsInOnce, even with concurrent requests, from the app and on paper.
func TestACodeSignsInOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		_, secret, paper := w.withFactor("boss@example.com")
		for name, code := range map[string]string{"app": w.code(secret), "paper": paper[0]} {
			var in atomic.Int64
			var wg sync.WaitGroup
			start := make(chan struct{})
			for range 6 {
				wg.Go(func() {
					<-start
					if a := w.login(fields{"code": code}); a.Status == 200 {
						in.Add(1)
					}
				})
			}
			close(start)
			wg.Wait()
			if in.Load() != 1 {
				t.Errorf("%s: signed in %d times", name, in.Load())
			}
		}
	})
}

// TestWrongCodesAreFew: with the right password, ten from a network and thirty in all; afterwards not even the right
// code helps there. A browser that has signed in before has its own tries.
func TestWrongCodesAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		_, secret, _ := w.withFactor("boss@example.com")
		var in SignedIn
		w.login(fields{"code": w.code(secret)}).data(t, &in)
		w.clock.Advance(30 * time.Second)
		wrong := 0
		for network := range 25 {
			w.ip = fmt.Sprintf("156.160.%d.1", network)
			for range 11 - network/5*2 {
				if a := w.login(fields{"code": "000000"}); a.Code == "second_factor_wrong" {
					wrong++
				}
			}
		}
		if wrong != 30 { // a network that has tried hardly at all has none either
			t.Errorf("%d wrong codes were compared", wrong)
		}
		if a := w.login(fields{"code": w.code(secret)}); a.Code != "staff_busy" {
			t.Errorf("the right one: %s", a.Body)
		}
		if a := w.on(in.Device, fields{"code": w.code(secret)}); a.Status != 200 {
			t.Errorf("on a known browser: %s", a.Body)
		}
	})
}

// TestARightPasswordIsNoWrongTry: who gives the right password and no code yet, as
// the console does at every sign-in, or a wrong one, uses up no try of the password;
// a wrong code uses up one of the codes.
func TestARightPasswordIsNoWrongTry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.s.Tries = passwords.Limits{Here: 3, PerName: 3, PerNetwork: 60, Strict: true}
		w.staff("boss@example.com", Owner)
		_, secret, _ := w.withFactor("boss@example.com")
		w.ip = "156.160.7.1"
		for i := range 8 {
			if a := w.login(nil); a.Code != "second_factor_needed" {
				t.Fatalf("%d: %s", i, a.Body)
			}
		}
		for range 9 {
			if a := w.login(fields{"code": "000000"}); a.Code != "second_factor_wrong" {
				t.Fatal(a.Body)
			}
		}
		if a := w.login(fields{"code": w.code(secret)}); a.Status != 200 {
			t.Errorf("the right one: %s", a.Body)
		}
		w.login(fields{"code": "000000"})
		if a := w.login(fields{"code": "000000"}); a.Code != "staff_busy" {
			t.Errorf("the eleventh wrong code: %s", a.Body)
		}
		// The number of wrong passwords is as limited as before.
		for range 3 {
			if a := w.login(fields{"password": "wrong"}); a.Code != "staff_wrong" {
				t.Errorf("a wrong password: %s", a.Body)
			}
		}
		if a := w.login(fields{"password": "wrong"}); a.Code != "staff_busy" {
			t.Errorf("the fourth: %s", a.Body)
		}
	})
}

// on signs in from a browser with the device secret that it received.
func (w *world) on(device string, f fields) answer {
	w.t.Helper()
	w.device = device
	defer func() { w.device = "" }()
	return w.login(f)
}

// flood tries wrong passwords from twelve networks until none are compared any longer, and returns how many were.
func (w *world) flood(code string) (compared int) {
	w.t.Helper()
	home := w.ip
	defer func() { w.ip = home }()
	for network := range 12 {
		w.ip = fmt.Sprintf("156.160.%d.1", network)
		for range 10 {
			if a := w.login(fields{"password": "wrong", "code": code}); a.Code == "staff_wrong" {
				compared++
			}
		}
	}
	return compared
}

// TestOthersCannotKeepStaffOut: a hundred wrong passwords from twelve networks keep out neither a browser that has
// signed in before nor staff with a code; everybody else sees until when to wait.
func TestOthersCannotKeepStaffOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		w.staff("other@example.com", Owner)
		var in, others SignedIn
		w.login(nil).data(t, &in)
		w.login(fields{"email": "other@example.com"}).data(t, &others)
		if compared := w.flood(""); compared != 100+2*2 { // a network that has tried hardly at all has two
			t.Errorf("%d wrong passwords were compared", compared)
		}
		if a := w.login(nil); a.Status != 200 {
			t.Errorf("an unknown browser in a network nothing came from: %s", a.Body)
		}
		w.ip = "156.160.11.200" // where the flood comes from
		a := w.login(nil)
		// 12:15 in Cairo: the hour's tries are renewed at one.
		if a.Status != 429 || a.Code != "staff_busy" || !strings.Contains(a.Body, "after 1:00 PM") {
			t.Errorf("an unknown browser: %s", a.Body)
		}
		for name, device := range map[string]string{"somebody else's secret": others.Device, "a guessed one": "x"} {
			if a := w.on(device, nil); a.Status != 429 {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		var again SignedIn
		if a := w.on(in.Device, nil); a.Status != 200 {
			t.Errorf("a known browser: %s", a.Body)
		} else {
			a.data(t, &again)
		}
		if again.Device != in.Device {
			t.Error("it was told another secret")
		}
		// Its own tries are few, too, and a right password gives its try back.
		for range 10 {
			w.on(in.Device, fields{"password": "wrong"})
		}
		if a := w.on(in.Device, nil); a.Status != 429 {
			t.Errorf("after ten wrong ones: %s", a.Body)
		}
		w.clock.Advance(counters.Window)
		if a := w.login(nil); a.Status != 200 {
			t.Errorf("an hour later: %s", a.Body)
		}
		w.healthy()
	})
}

// TestACodeGetsInUnderFlood: staff with a second factor need no known browser; wrong codes do not use it up, and one
// code admits one try of a password.
func TestACodeGetsInUnderFlood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.s.Tries = passwords.Limits{Here: 10, PerName: 12, PerNetwork: 60}
		w.staff("boss@example.com", Owner)
		_, secret, paper := w.withFactor("boss@example.com")
		w.flood("")
		w.ip = "156.160.0.200"
		if a := w.login(nil); a.Status != 429 {
			t.Errorf("without a code: %s", a.Body)
		}
		if a := w.login(fields{"code": "000000"}); a.Status != 429 || a.Code != "staff_busy" {
			t.Errorf("with a wrong one: %s", a.Body)
		}
		now := w.code(secret)
		if a := w.login(fields{"code": now, "password": "wrong"}); a.Code != "staff_wrong" {
			t.Errorf("with a wrong password: %s", a.Body)
		}
		if a := w.login(fields{"code": now}); a.Status != 429 {
			t.Errorf("the same code again: %s", a.Body)
		}
		w.clock.Advance(30 * time.Second)
		if a := w.login(fields{"code": w.code(secret)}); a.Status != 200 {
			t.Errorf("half a minute later: %s", a.Body)
		}
		if a := w.login(fields{"code": paper[0]}); a.Status != 200 {
			t.Errorf("on paper: %s", a.Body)
		}
	})
}

// TestASharedTablet: one browser is known to each member who signs in with it,
// by one secret, and locking one of them out leaves it to the other.
func TestASharedTablet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		boss := w.staff("boss@example.com", Owner)
		w.staff("other@example.com", Owner)
		var first, second SignedIn
		w.login(nil).data(t, &first)
		w.on(first.Device, fields{"email": "other@example.com"}).data(t, &second)
		if first.Device != second.Device || w.rows()["staff_devices"] != 2 {
			t.Errorf("%d devices", w.rows()["staff_devices"])
		}
		w.on("made up", fields{"email": "other@example.com"}).data(t, &second)
		if second.Device == "made up" || len(second.Device) < 40 {
			t.Errorf("a secret of the client's making was taken: %s", second.Device)
		}
		if err := w.s.Lock(t.Context(), "command line", boss.ID, ""); err != nil {
			t.Fatal(err)
		}
		if n := w.rows()["staff_devices"]; n != 2 {
			t.Errorf("%d devices after", n)
		}
		for range devicesEach + 3 {
			w.login(fields{"email": "other@example.com"})
		}
		if n := w.rows()["staff_devices"]; n != devicesEach {
			t.Errorf("%d devices of one", n)
		}
		w.clock.Advance(deviceLife + time.Hour)
		if err := w.s.Sweep(t.Context()); err != nil || w.rows()["staff_devices"] != 0 {
			t.Errorf("%d devices after half a year, %v", w.rows()["staff_devices"], err)
		}
	})
}

// TestASecondFactorMayBeAsked of a role: until it is there, the account is all
// there is.
func TestASecondFactorMayBeAsked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.staff("boss@example.com", Owner)
		w.staff("hoda@example.com", Support)
		w.s.NeedsSecondFactor = onlyOwners
		may := func(token string) bool {
			ctx, _, err := w.s.Resolve(t.Context(), token)
			return err == nil && Allowed(ctx, AnswerTickets, httpapi.WholeShop)
		}
		if !may(w.staffToken("hoda@example.com")) {
			t.Error("support is asked for one")
		}
		var in SignedIn
		w.login(nil).data(t, &in)
		if in.Staff.Must != MustAddSecondFactor || may(in.Token) {
			t.Errorf("%+v", in.Staff)
		}
		if ctx, _, err := w.s.Resolve(t.Context(), in.Token); err != nil || !Allowed(ctx, OwnAccount, httpapi.NoBranch) {
			t.Errorf("they cannot add one: %v", err)
		}
		token, _, _ := w.withFactor("boss@example.com")
		if !may(token) {
			t.Error("with one")
		}
		var boss string
		if err := d.Get(t.Context(), &boss, `SELECT id FROM staff WHERE role = 'owner'`); err != nil {
			t.Fatal(err)
		}
		if err := w.s.ResetSecondFactor(t.Context(), "command line", boss); err != nil || w.me(token) != 401 {
			t.Error(err)
		}
	})
}
