package payments_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

func topUp(s *buytest.Shop, user, key string, amount any) buytest.Res {
	return s.Do("POST", "/wallet/top-up", user, map[string]any{"amount": amount}, buytest.Header{"Idempotency-Key": key})
}

// topped begins a top-up and returns its id.
func topped(t *testing.T, s *buytest.Shop, user, key string, amount any) string {
	t.Helper()
	var v payments.TopUp
	topUp(s, user, key, amount).Into(t, &v)
	if v.RedirectURL == "" {
		t.Fatal("nowhere to pay")
	}
	return v.ID
}

func history(t *testing.T, s *buytest.Shop, user string) []wallet.EntryView {
	t.Helper()
	var v []wallet.EntryView
	s.Do("GET", "/wallet/history", user, nil).Into(t, &v)
	return v
}

// TestTopUp tops up a wallet: one payment for a key, one credit however often the gateway reports it.
func TestTopUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		for name, amount := range map[string]any{"too little": 9.99, "too much": 5000.01, "negative": -50, "nothing": 0} {
			if r := topUp(s, "usr", "x", amount); r.Status != 422 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if r := topUp(s, "usr", "", 50); r.Status != 422 {
			t.Errorf("without a key: %d", r.Status)
		}
		id := topped(t, s, "usr", "k", 150)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if r := topUp(s, "usr", "k", 150); r.Status != 200 {
					t.Error(r.Body)
				}
			})
		}
		wg.Wait()
		first := topUp(s, "usr", "k", 150)
		if r := topUp(s, "usr", "k", 151); r.Status != 422 {
			t.Errorf("the key with another amount: %d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments`); n != 1 {
			t.Fatalf("%d payments", n)
		}
		if h := history(t, s, "usr"); len(h) != 1 || h[0].Status != "pending" || balance(t, s, "usr") != 0 {
			t.Errorf("before paying: %+v", h)
		}
		pay(t, s, id, sandbox.Repeated)
		s.RunJobs()
		body := notice(s, id)
		for i := range counts(10, 100) {
			other := []byte(fmt.Sprintf(`{"id":"again%d_%s`, i, string(body[len(`{"id":"`):])))
			wg.Go(func() { send(s, other, sandbox.Sign(buytest.Secret, other, s.Clock.Now())) })
		}
		wg.Wait()
		s.RunJobs()
		if h := history(t, s, "usr"); len(h) != 1 || h[0].Status != "done" || balance(t, s, "usr") != 150_00 {
			t.Errorf("paid: %+v, %d", h, balance(t, s, "usr"))
		}
		if r := topUp(s, "usr", "k", 150); r != first {
			t.Errorf("repeated once it is paid: %d %s", r.Status, r.Body)
		}
		// Another customer's key is separate.
		s.Customer("other", "maadi")
		if topped(t, s, "other", "k", 20) == id {
			t.Error("one top-up for two")
		}
		s.Healthy()
	})
}

// TestTopUpsThatAreNotPaid: they fail in the history, and count if their money arrives after all.
func TestTopUpsThatAreNotPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		left := topped(t, s, "usr", "a", 50)
		slow := topped(t, s, "usr", "b", 70)
		s.Clock.Advance(30*time.Minute - 2*time.Second)
		pay(t, s, slow, sandbox.Slow)
		for range 8 {
			s.After(time.Minute)
		}
		if got := balance(t, s, "usr"); got != 70_00 {
			t.Errorf("balance %d", got)
		}
		states := map[string]string{}
		for _, e := range history(t, s, "usr") {
			states[fmt.Sprint(e.Amount.Minor())] = e.Status
		}
		if states["5000"] != "failed" || states["7000"] != "done" {
			t.Errorf("%v, %s is %s", states, left,
				buytest.Get[string](s, `SELECT state FROM payments WHERE order_id = $1`, left))
		}
		for _, amount := range []int{50, 60} {
			if r := topUp(s, "usr", "a", amount); r.Code() != "not_payable" {
				t.Errorf("after its time: %s", r.Body)
			}
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM topups`); n != 2 {
			t.Errorf("%d top-ups", n)
		}
		s.Healthy()
	})
}

// TestNobodyLeavesATopUpBehind: a payment after the account's deletion would have no owner.
func TestNobodyLeavesATopUpBehind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		leave := func() error {
			return s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return s.Payments.MayErase(ctx, tx, "usr")
			})
		}
		topped(t, s, "usr", "a", 50)
		if err := leave(); !errs.Is(err, "payments.account_has_top_up") {
			t.Errorf("while it can be paid: %v", err)
		}
		for range 40 {
			s.After(time.Minute)
		}
		if err := leave(); err != nil {
			t.Errorf("after its time: %v", err)
		}
		s.Exec(`UPDATE users SET phone = '', name = '', erased_at = 1 WHERE id = 'usr'`)
		if r := topUp(s, "usr", "b", 50); r.Status != 401 {
			t.Errorf("begun after leaving: %d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM topups`); n != 1 {
			t.Errorf("%d top-ups", n)
		}
		s.Healthy()
	})
}

// TestAGatewayThatDoesNotAnswerATopUp is asked again with the key, or by the
// reconciliation.
func TestAGatewayThatDoesNotAnswerATopUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		gate := &flaky{failures: 1}
		s := buytest.New(t, d, buytest.Wrap(func(g payments.Gateway) payments.Gateway { gate.Gateway = g; return gate }))
		s.Customer("usr", "maadi")
		if r := topUp(s, "usr", "k", 50); r.Code() != "payment_failed" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		id := topped(t, s, "usr", "k", 50)
		gate.failures = gate.creates.Load() + 1
		if r := topUp(s, "usr", "l", 60); r.Code() != "payment_failed" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		s.After(2 * time.Minute)
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments WHERE gateway_ref IS NOT NULL`); n != 2 {
			t.Errorf("the gateway knows %d", n)
		}
		pay(t, s, id, sandbox.Approved)
		s.RunJobs()
		if balance(t, s, "usr") != 50_00 {
			t.Error(balance(t, s, "usr"))
		}
		s.Healthy()
	})
}

// TestUnpaidTopUpsAreFew: each is asked about every minute. Those that are paid or whose time is up make room, and
// repeating a key adds nothing.
func TestUnpaidTopUpsAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Customer("other", "maadi")
		var first string
		for i := range 5 {
			id := topped(t, s, "usr", fmt.Sprint("k", i), 50)
			if i == 0 {
				first = id
			}
			s.Clock.Advance(time.Minute)
		}
		if r := topUp(s, "usr", "one-more", 50); r.Status != 429 || r.Code() != "too_many_top_ups" ||
			!strings.Contains(r.Body, "25 minutes") {
			t.Errorf("a sixth: %d %s", r.Status, r.Body)
		}
		if r := topUp(s, "usr", "k4", 50); r.Status != 200 {
			t.Errorf("the fifth again: %s", r.Body)
		}
		if r := topUp(s, "other", "k", 50); r.Status != 200 {
			t.Errorf("another customer: %s", r.Body)
		}
		pay(t, s, first, sandbox.Approved)
		s.RunJobs()
		if r := topUp(s, "usr", "one-more", 50); r.Status != 200 {
			t.Errorf("once one is paid: %s", r.Body)
		}
		s.Clock.Advance(30 * time.Minute)
		if r := topUp(s, "usr", "later", 50); r.Status != 200 {
			t.Errorf("once their time is up: %s", r.Body)
		}
		s.Healthy()
	})
}

// TestTopUpsOfADayAreFew: also those whose time is up.
func TestTopUpsOfADayAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		for i := range 20 {
			topped(t, s, "usr", fmt.Sprint("k", i), 50)
			s.Exec(`UPDATE topups SET expires_at = 1`)
		}
		if r := topUp(s, "usr", "one-more", 50); r.Status != 429 || r.Code() != "too_many_top_ups_today" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM payments`); n != 20 {
			t.Errorf("%d payments", n)
		}
		s.Clock.Advance(24 * time.Hour)
		if r := topUp(s, "usr", "one-more", 50); r.Status != 200 {
			t.Errorf("the next day: %s", r.Body)
		}
	})
}

// TestFinancePaysBankRefunds marks a transfer as made, once.
func TestFinancePaysBankRefunds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		people := map[string]staff.Member{"finance": {ID: "stf_f", Name: "Farah", Role: staff.Finance},
			"support": {ID: "stf_s", Role: staff.Support}}
		s.API.Allowed = staff.Allowed
		s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
			if member, ok := people[token]; ok {
				return staff.With(ctx, member), member.ID, nil
			}
			return ctx, "", errs.Unauthorized()
		}
		s.Payments.ConsoleRoutes(s.API)
		s.Customer("usr", "maadi")
		var told []payments.Refunded
		s.Payments.OnRefunded(func(_ context.Context, _ *db.Tx, r payments.Refunded) error {
			told = append(told, r)
			return nil
		})
		id := idOf(t, place(t, s, "usr", "cod", nil))
		deliver(t, s, id)
		if err := returned(t, s, id, "1", 90_00); err != nil {
			t.Fatal(err)
		}
		back := func(bank string) error {
			return tx(t, s, func(ctx context.Context, tx *db.Tx) error {
				return s.Payments.GiveBack(ctx, tx, payments.Back{OrderID: id, UserID: "usr", Amount: 90_00, To: payments.ToBank,
					Reason: "damaged", Source: "return:1", Bank: bank})
			})
		}
		if err := back("  "); !errs.Is(err, "payments.bank_required") {
			t.Errorf("no bank: %v", err)
		}
		if err := back("CIB 1000 Mona"); err != nil {
			t.Fatal(err)
		}
		if h := history(t, s, "usr"); len(h) != 1 || h[0].Type != "refund_bank" || h[0].Status != "pending" || !h[0].Outside {
			t.Errorf("history %+v", h)
		}
		s.Healthy()
		var open []payments.ConsoleRefund
		if r := s.Do("GET", "/console/refunds", "support", nil); r.Code() != "not_allowed" {
			t.Errorf("support: %s", r.Body)
		}
		s.Do("GET", "/console/refunds", "finance", nil).Into(t, &open)
		if len(open) != 1 || !open[0].CanPay || open[0].Bank != "CIB 1000 Mona" || open[0].OrderNumber == "" {
			t.Fatalf("%+v", open)
		}
		mark := func(ref string) buytest.Res {
			return s.Do("POST", "/console/refunds/"+open[0].ID+"/paid", "finance", map[string]any{"reference": ref})
		}
		if r := mark(" "); r.Status != 422 {
			t.Errorf("no reference: %s", r.Body)
		}
		var wg sync.WaitGroup
		answers := make(chan string, 6)
		for range 6 {
			wg.Go(func() { r := mark("TRX 77"); answers <- fmt.Sprint(r.Status, r.Code()) })
		}
		wg.Wait()
		close(answers)
		got := map[string]int{}
		for a := range answers {
			got[a]++
		}
		if got["200"] != 1 || got["409 not_waiting"]+got["409not_waiting"] != 5 {
			t.Errorf("%v", got)
		}
		if len(told) != 1 || told[0].To != "bank" || history(t, s, "usr")[0].Status != "done" || balance(t, s, "usr") != 0 {
			t.Errorf("told %+v", told)
		}
		var kept string
		if err := s.DB.Get(t.Context(), &kept, `SELECT bank FROM refunds WHERE id = $1`, open[0].ID); err != nil ||
			kept != "" {
			t.Errorf("the account is kept after the transfer: %q %v", kept, err)
		}
		s.Healthy()
		// The returns feature closes the order when all refunds are complete.
		owner := orders.StaffActor("stf", "Omar", "owner")
		for _, m := range []orders.Transition{{To: orders.InReturn, Actor: orders.CustomerActor("usr"), Approved: true},
			{To: orders.ReturnReceived, Actor: owner, Approved: true},
			{To: orders.Returned, Actor: orders.TheSystem, Approved: true}} {
			m.OrderID = id
			if _, err := s.Orders.Transition(t.Context(), m); err != nil {
				t.Fatal(m.To, err)
			}
		}
		if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
			t.Error(got)
		}
	})
}
