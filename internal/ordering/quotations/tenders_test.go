package quotations_test

import (
	"context"
	"testing"
	"time"

	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// TestAQuotationIsPaidByWalletAndPoints orders at the quoted price, partly with
// wallet money and points: too much of either refuses and leaves everything as
// it was.
func TestAQuotationIsPaidByWalletAndPoints(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return s.Wallet.Credit(ctx, tx, wallet.Entry{
				UserID: "usr", Amount: 100_00, Type: wallet.Gift, Source: "gift", From: "goodwill:shop", At: s.Clock.Now()})
		})
		if err != nil {
			t.Fatal(err)
		}
		points := func() int64 {
			return buytest.Get[int64](s,
				`SELECT CAST(COALESCE(SUM(unused), 0) AS BIGINT) FROM points_lots WHERE user_id = 'usr'`)
		}
		balance := func() int64 {
			t.Helper()
			n, err := wallet.Balance(t.Context(), d, "usr")
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		earned(t, s)
		if n := points(); n < 100 {
			t.Fatalf("only %d points were earned", n)
		}
		had := points()
		v := priced(s, "usr")
		if r := accept(s, "usr", v); r.Status != 200 {
			t.Fatal(r.Body)
		}
		pay := func(key string, wallet, points int64) buytest.Res {
			o := order("usr", v.ID, "cod", 1110)
			o["wallet_amount"], o["points"] = money.EGP(wallet).Major(), points
			return s.Place("usr", key, o)
		}
		for name, r := range map[string]buytest.Res{"money": pay("a", 100_01, 0), "points": pay("b", 0, had+1),
			"both": pay("c", 100_01, 100)} {
			if outcome(r) != "400 balance_not_sufficient" {
				t.Errorf("too much %s: %s", name, r.Body)
			}
		}
		if balance() != 100_00 || points() != had || get(s, "usr", v.ID).State != "accepted" ||
			buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE cart_id = $1`, v.ID) != 0 {
			t.Errorf("refused, and yet %d, %d points, %s", balance(), points(), get(s, "usr", v.ID).State)
		}
		if r := pay("d", 100_00, 100); r.Status != 200 {
			t.Fatal(r.Body)
		}
		got := buytest.Get[string](s, `SELECT total || ' ' || wallet_paid || ' ' || points_paid || ' ' || points_spent || ' '
			|| due FROM orders WHERE cart_id = $1`, v.ID)
		if got != "111000 10000 500 100 100500" {
			t.Errorf("total, wallet, points' money, points, due: %s", got)
		}
		if balance() != 0 || points() != had-100 || get(s, "usr", v.ID).State != "ordered" {
			t.Errorf("afterwards %d, %d points, %s", balance(), points(), get(s, "usr", v.ID).State)
		}
		s.Clock.Advance(time.Minute)
		s.Healthy()
	})
}

// earned lets the customer buy and receive something that earns points.
func earned(t *testing.T, s *buytest.Shop) {
	t.Helper()
	id := s.Buy("usr", "food", buytest.Koshary, buytest.Large, 5, "cod")
	owner := orders.StaffActor("stf", "Omar", "owner")
	for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery, orders.Delivered} {
		m := orders.Transition{OrderID: id, To: to, Actor: owner}
		if to == orders.Delivered {
			v, err := s.Orders.ViewOf(t.Context(), id, "en")
			if err != nil || v.PIN == nil {
				t.Fatalf("no PIN: %v", err)
			}
			m.PIN = *v.PIN
		}
		if _, err := s.Orders.Transition(t.Context(), m); err != nil {
			t.Fatal(to, err)
		}
	}
}
