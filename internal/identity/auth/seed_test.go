package auth

import (
	"context"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestSeed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var first, again string
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var err error
			if first, err = w.s.AddCustomer(ctx, tx, NewCustomer{
				ID: "usr_demo", Phone: "01001234567", Name: "منى"}); err != nil {
				return err
			}
			if again, err = w.s.AddCustomer(ctx, tx, NewCustomer{Phone: mona, Name: "Other"}); err != nil {
				return err
			}
			if _, err := w.s.AddCustomer(ctx, tx, NewCustomer{Phone: "0223456789", Name: "Land"}); err == nil {
				t.Error("a landline got an account")
			}
			return nil
		})
		if err != nil || first != "usr_demo" || again != first {
			t.Fatalf("%q, %q, %v", first, again, err)
		}
		token, err := w.s.OpenSession(t.Context(), first, "bench")
		if err != nil {
			t.Fatal(err)
		}
		if userID, _, err := w.s.Resolve(t.Context(), token); err != nil || userID != first {
			t.Errorf("%q, %v", userID, err)
		}
		// Such a customer signs in like any other.
		w.ask(mona)
		var got SignedIn
		w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": mona, "code": w.code(mona)}).data(t, &got)
		if got.User == nil || got.User.Name != "منى" {
			t.Errorf("%+v", got)
		}
		w.healthy()
	})
}

func BenchmarkResolve(b *testing.B) {
	for _, engine := range dbtest.Engines {
		b.Run(string(engine), func(b *testing.B) {
			d := dbtest.New(b, engine)
			w := newWorld(b, d)
			token, _ := w.register(mona, "Mona")
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := w.s.Resolve(b.Context(), token); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
