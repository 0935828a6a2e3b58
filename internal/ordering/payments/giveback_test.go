package payments_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

func tx(t *testing.T, s *buytest.Shop, fn func(ctx context.Context, tx *db.Tx) error) error {
	t.Helper()
	return s.DB.InTx(t.Context(), fn)
}

// gift puts money into a wallet and points into a lot.
func gift(t *testing.T, s *buytest.Shop, user string, minor int64) {
	t.Helper()
	err := tx(t, s, func(ctx context.Context, tx *db.Tx) error {
		return s.Wallet.Credit(ctx, tx, wallet.Entry{UserID: user, Amount: minor, Type: wallet.Gift,
			Source: fmt.Sprint("gift:", user, minor), From: "goodwill:shop"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func balance(t *testing.T, s *buytest.Shop, user string) int64 {
	t.Helper()
	n, err := wallet.Balance(t.Context(), s.DB, user)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func points(s *buytest.Shop, user string) int64 {
	return buytest.Get[int64](s, `SELECT CAST(COALESCE(SUM(unused), 0) AS BIGINT) FROM points_lots WHERE user_id = $1`,
		user)
}

// deliver takes an order to its customer's door.
func deliver(t *testing.T, s *buytest.Shop, id string) {
	t.Helper()
	owner := orders.StaffActor("stf", "Omar", "owner")
	for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery, orders.Delivered} {
		pin := ""
		if to == orders.Delivered {
			v, err := s.Orders.ViewOf(t.Context(), id, "en")
			if err != nil {
				t.Fatal(err)
			}
			if v.PIN != nil {
				pin = *v.PIN
			}
		}
		if _, err := s.Orders.Transition(t.Context(),
			orders.Transition{OrderID: id, To: to, Actor: owner, PIN: pin}); err != nil {
			t.Fatal(to, err)
		}
	}
}

// place orders a cart of two small kosharys (105.00 with delivery).
func place(t *testing.T, s *buytest.Shop, user, method string, more buytest.Order) buytest.Res {
	t.Helper()
	if buytest.Get[int](s, `SELECT COUNT(*) FROM carts WHERE owner = $1 AND state = 'active'`, user) == 0 {
		s.Add(user, "food", buytest.Koshary, buytest.Small, 2)
	}
	body := s.Body(user, "food", method)
	for k, v := range more {
		body[k] = v
	}
	return s.Place(user, fmt.Sprint("key-", user, s.Clock.Now().UnixNano(), more), body)
}

func idOf(t *testing.T, r buytest.Res) string {
	t.Helper()
	var a struct {
		Order struct {
			ID string `json:"id"`
		} `json:"order"`
	}
	r.Into(t, &a)
	return a.Order.ID
}

// TestTendersGoBackWhereTheyCameFrom pays partly by wallet and points, with each method for the rest, and lets the
// order end in every way without goods.
func TestTendersGoBackWhereTheyCameFrom(t *testing.T) {
	owner := orders.StaffActor("stf", "Omar", "owner")
	move := func(to orders.Status) func(t *testing.T, s *buytest.Shop, id string) {
		return func(t *testing.T, s *buytest.Shop, id string) {
			if _, err := s.Orders.Transition(t.Context(),
				orders.Transition{OrderID: id, To: to, Actor: owner, Reason: "because"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	undelivered := func(t *testing.T, s *buytest.Shop, id string) {
		for _, to := range []orders.Status{orders.Processing, orders.Shipped, orders.InReturn, orders.ReturnReceived} {
			move(to)(t, s, id)
		}
	}
	cancel := func(t *testing.T, s *buytest.Shop, id string) {
		if r := s.Do("POST", "/orders/"+id+"/cancel", "usr", map[string]any{}); r.Status != 200 {
			t.Fatal(r.Body)
		}
	}
	expire := func(_ *testing.T, s *buytest.Shop, _ string) { s.After(16 * time.Minute) }
	late := func(t *testing.T, s *buytest.Shop, id string) {
		pay(t, s, id, sandbox.Slow)
		s.Clock.Advance(14*time.Minute + 58*time.Second)
		expire(t, s, id)
	}
	for _, c := range []struct {
		name, method string
		paid         bool // the card, before the end
		wallet       float64
		end          func(t *testing.T, s *buytest.Shop, id string)
	}{
		{"cash cancelled", "cod", false, 30, cancel},
		{"cash rejected", "cod", false, 30, move(orders.Rejected)},
		{"cash undelivered", "cod", false, 30, undelivered},
		{"wallet cancelled", "cod", false, 100, cancel},
		{"wallet undelivered", "card", false, 100, undelivered},
		{"card draft cancelled", "card", false, 30, cancel},
		{"card draft expired", "card", false, 30, expire},
		{"card paid late", "card", false, 30, late},
		{"card cancelled", "card", true, 30, cancel},
		{"card undelivered", "card", true, 30, undelivered},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := buytest.New(t, d)
				s.Customer("usr", "maadi")
				deliver(t, s, s.Buy("usr", "food", buytest.Koshary, buytest.Large, 5, "cod")) // 325.00 earn 130 points
				gift(t, s, "usr", 100_00)
				id := idOf(t, place(t, s, "usr", c.method, buytest.Order{"wallet_amount": c.wallet, "points": 100}))
				s.Healthy()
				if got := balance(t, s, "usr"); got != int64(100_00-c.wallet*100) || points(s, "usr") != 30 {
					t.Fatalf("after placing: %d and %d points", got, points(s, "usr"))
				}
				if c.paid {
					pay(t, s, id, sandbox.Approved)
					s.RunJobs()
					s.Healthy()
				}
				c.end(t, s, id)
				for range 3 {
					s.After(time.Minute)
				}
				if got := balance(t, s, "usr"); got != 100_00 || points(s, "usr") != 130 {
					t.Errorf("afterwards: %d and %d points", got, points(s, "usr"))
				}
				if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
					t.Errorf("the payment is %s, the order %s", got, s.Status(id))
				}
				if n := buytest.Get[int64](s,
					`SELECT CAST(COALESCE(SUM(captured - refunded), 0) AS BIGINT) FROM payments`); n != 0 {
					t.Errorf("%d of the card's money stayed", n)
				}
				s.Healthy()
			})
		})
	}
}

func TestTheBalanceHasToSuffice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		gift(t, s, "usr", 20_00)
		for name, more := range map[string]buytest.Order{
			"wallet": {"wallet_amount": 20.01}, "points": {"points": 100},
			"points after wallet": {"wallet_amount": 5, "points": 20},
			"wallet alone":        {"wallet_amount": 20, "payment_method": "wallet"},
		} {
			r := place(t, s, "usr", "cod", more)
			if r.Status != 400 || r.Code() != "balance_not_sufficient" ||
				!strings.Contains(r.Body, `"errors":{"error":["Balance Not Sufficient"]}`) {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		for name, more := range map[string]buytest.Order{
			"too much": {"wallet_amount": 105.01}, "negative": {"wallet_amount": -1},
			"no points": {"points": -5}, "too many": {"points": 2101}} {
			if r := place(t, s, "usr", "cod", more); r.Status != 422 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`); n != 0 || balance(t, s, "usr") != 20_00 {
			t.Errorf("%d orders, %d left", n, balance(t, s, "usr"))
		}
		s.Healthy()
	})
}

// returned posts what the returns feature posts before a refund.
func returned(t *testing.T, s *buytest.Shop, id, ret string, net int64) error {
	t.Helper()
	return tx(t, s, func(ctx context.Context, tx *db.Tx) error {
		_, err := ledger.Post(ctx, tx,
			ledger.Entry{Source: "return:" + ret + ":credit", Kind: "return_credited", At: s.Clock.Now(),
				Postings: []ledger.Posting{{Account: "branch_payable:" + buytest.Koshary, Currency: "EGP", Amount: net},
					{Account: orders.Account(id), Currency: "EGP", Amount: -net}}})
		return err
	})
}

// TestGiveBack gives money of a delivered order back by every way, once each
// and never more than was paid.
func TestGiveBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		var told []payments.Refunded
		s.Payments.OnRefunded(func(_ context.Context, _ *db.Tx, r payments.Refunded) error {
			told = append(told, r)
			return nil
		})
		gift(t, s, "usr", 50_00)
		id := idOf(t, place(t, s, "usr", "card", buytest.Order{"wallet_amount": 50}))
		pay(t, s, id, sandbox.Approved)
		s.RunJobs()
		deliver(t, s, id)
		back := func(to string, amount int64, source string) error {
			return tx(t, s, func(ctx context.Context, tx *db.Tx) error {
				return s.Payments.GiveBack(ctx, tx, payments.Back{OrderID: id, UserID: "usr", Amount: amount, To: to,
					Reason: "damaged", Source: source, Bank: "CIB 1000 Mona"})
			})
		}
		if err := returned(t, s, id, "1", 90_00); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := back(payments.ToCard, 40_00, "return:1:card"); err != nil {
				t.Fatal(err)
			}
			if err := back(payments.ToWallet, 30_00, "return:1:wallet"); err != nil {
				t.Fatal(err)
			}
			if err := back(payments.ToBank, 20_00, "return:1:bank"); err != nil {
				t.Fatal(err)
			}
		}
		s.RunJobs()
		if got := balance(t, s, "usr"); got != 30_00 {
			t.Errorf("wallet %d", got)
		}
		if len(told) != 2 || told[0].To != "wallet" || told[0].Source != "return:1:wallet" || told[1].To != "card" ||
			told[1].Amount != 40_00 {
			t.Errorf("told %+v", told)
		}
		for why, err := range map[string]error{
			"orders.more_than_paid": back(payments.ToWallet, 15_01, "x"),
			"payments.way_unknown":  back("cheque", 1, "z"), "payments.more_than_spent": back(payments.ToPoints, 1, "w"),
		} {
			if !errs.Is(err, why) {
				t.Errorf("%s: %v", why, err)
			}
		}
		cash := idOf(t, place(t, s, "usr", "cod", buytest.Order{"wallet_amount": 10}))
		err := tx(t, s, func(ctx context.Context, tx *db.Tx) error {
			return s.Payments.GiveBack(ctx, tx, payments.Back{OrderID: cash, UserID: "usr", Amount: 1, To: "card", Source: "u"})
		})
		if !errs.Is(err, "payments.not_by_card") {
			t.Errorf("cash to a card: %v", err)
		}
		err = tx(t, s, func(ctx context.Context, tx *db.Tx) error {
			return s.Payments.GiveBack(ctx, tx, payments.Back{
				OrderID: id, UserID: "other", Amount: 1, To: "wallet", Source: "v"})
		})
		if !errs.Is(err, "common.not_found") {
			t.Errorf("another's order: %v", err)
		}
		got, err := payments.Tenders(t.Context(), s.DB, id)
		want := []payments.Tender{{Kind: "card", Amount: 55_00, GivenBack: 55_00},
			{Kind: "wallet", Amount: 50_00, GivenBack: 35_00}}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("tenders %+v %v", got, err)
		}
		s.Healthy()
	})
}

func TestPlan(t *testing.T) {
	all := []payments.Tender{{Kind: "cod", Amount: 60}, {Kind: "wallet", Amount: 30}, {Kind: "points", Amount: 10}}
	for _, c := range []struct {
		amount int64
		cash   string
		want   []payments.Part
	}{
		{100, "bank", []payments.Part{{To: "bank", Amount: 60}, {To: "wallet", Amount: 30}, {To: "points", Amount: 10}}},
		{50, "wallet", []payments.Part{{To: "wallet", Amount: 45}, {To: "points", Amount: 5}}},
		{7, "wallet", []payments.Part{{To: "wallet", Amount: 6}, {To: "points", Amount: 1}}},
		{500, "wallet", []payments.Part{{To: "wallet", Amount: 90}, {To: "points", Amount: 10}}},
		{0, "wallet", nil},
	} {
		if got := payments.Plan(all, c.amount, c.cash); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%d to %s: %+v", c.amount, c.cash, got)
		}
	}
}

// TestReversal takes points back in proportion, also when they are spent.
func TestReversal(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Large, 5, "cod") // 325.00 earn 130 points
		deliver(t, s, id)
		reverse := func(returned int64, source string) {
			t.Helper()
			err := tx(t, s, func(ctx context.Context, tx *db.Tx) error {
				_, err := s.Loyalty.Reverse(ctx, tx, loyalty.Reversal{
					UserID: "usr", OrderID: id, Returned: returned, Of: 325_00, Source: source})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			s.Healthy()
		}
		for range 2 {
			reverse(65_00, "return:1")
		}
		if got := points(s, "usr"); got != 104 {
			t.Fatalf("%d points after a fifth came back", got)
		}
		if got := idOf(t, place(t, s, "usr", "cod", buytest.Order{"points": 90})); got == "" {
			t.Fatal("no order")
		}
		reverse(260_00, "return:2") // 104 more, of which 90 are spent
		if got, debt := points(s, "usr"), buytest.Get[int64](s, `SELECT debt FROM points_accounts`); got != 0 || debt != 90 {
			t.Fatalf("%d points, %d owed", got, debt)
		}
		s.Clock.Advance(time.Hour)
		deliver(t, s, s.Buy("usr", "food", buytest.Koshary, buytest.Large, 5, "cod"))
		if got, debt := points(s, "usr"), buytest.Get[int64](s, `SELECT debt FROM points_accounts`); got != 40 || debt != 0 {
			t.Errorf("%d points, %d owed", got, debt)
		}
		reverse(1, "return:3")
		s.Healthy()
	})
}
