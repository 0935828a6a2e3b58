package auth

import (
	"context"
	"sync"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestSigningInWhileLeaving: the account goes while somebody signs in to it with a code. No session of nobody is left.
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
						return EraseUser(ctx, tx, in.UserID, db.At(w.clock.Now()))
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
		if a := w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": mona, "code": w.code(mona)}); a.Status != 200 {
			t.Error(a.Body)
		}
		if err := <-left; err != nil {
			t.Fatal(err)
		}
		w.healthy()
	})
}
