package auth

import (
	"context"
	"sync"
	"testing"

	"net/netip"
	"time"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

// TestSigningInWhileLeaving: an account is deleted during a sign-in with a code. No session without an account remains.
func TestSigningInWhileLeaving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := prepared(t, d)
		other := dbtest.Another(t, d)
		left := make(chan error, 1)
		var once sync.Once
		w.s.OnSignIn(func(_ context.Context, _ *db.Tx, in SignIn) error {
			once.Do(func() {
				go func() {
					left <- other.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						return w.s.EraseUser(ctx, tx, in.UserID, db.At(w.clock.Now()))
					})
				}()
				// Where two can write at once, the other goes on as far as it gets.
				for n := int64(0); d.Engine() == db.Postgres && n == 0 && len(left) == 0; {
					if err := d.Get(context.Background(), &n, `SELECT COUNT(*) FROM pg_locks WHERE NOT granted`); err != nil {
						t.Error(err)
						return
					}
				}
			})
			return nil
		})
		w.ask(mona)
		if a := w.call("POST", "/user/verify-login-by-otp", "",
			fields{"phone": mona, "code": w.code(mona)}); a.Status != 200 {
			t.Error(a.Body)
		}
		if err := <-left; err != nil {
			t.Fatal(err)
		}
		w.healthy()
	})
}

// TestLeavingMakesNoRoomForCodes: the codes of a phone still count after its account is deleted, although nothing
// records whose they were.
func TestLeavingMakesNoRoomForCodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		_, userID := w.register(mona, "Mona")
		sent := 0 // besides the one that was used
		ask := func() error {
			w.clock.Advance(10 * time.Minute)
			_, err := w.s.RequestCode(t.Context(), CodeRequest{
				Phone: mona, Method: MethodSMS, IP: netip.AddrFrom4([4]byte{102, 60, 1, 1})})
			return err
		}
		for ; sent < 4; sent++ {
			if err := ask(); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return w.s.EraseUser(ctx, tx, userID, db.At(w.clock.Now()))
		}); err != nil {
			t.Fatal(err)
		}
		for table, want := range map[string]int64{"otp_challenges": 0, "otp_phones": 0, "registration_tickets": 0} {
			var n int64
			if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM `+table+` WHERE phone = $1`, mona); err != nil || n != want {
				t.Errorf("%s: %d, %v", table, n, err)
			}
		}
		if err := ask(); err != nil {
			t.Fatal(err)
		}
		if err := ask(); !errs.Is(err, "auth.codes_spent") {
			t.Errorf("the sixth of a day: %v", err)
		}
		w.healthy()
	})
}

// TestANewAccountIsSetToTheLanguageThatWasRead: who registers reads on, and is written to, in one language.
func TestANewAccountIsSetToTheLanguageThatWasRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for lang, phone := range map[string]string{"en": mona, "ar": nabil} {
			var got SignedIn
			w.callIn(lang, "POST", "/user/register-by-otp", "", fields{"registration_ticket": w.ticket(phone), "name": "Sara"}).
				data(t, &got)
			if got.User == nil || got.User.Lang != lang {
				t.Errorf("registered in %q: %+v", lang, got.User)
			}
		}
	})
}
