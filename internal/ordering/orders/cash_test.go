package orders_test

import (
	"net/http"
	"sync"
	"testing"

	"wekala/internal/money/ledger"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// brought delivers a cash order, and returns what was paid for it.
func brought(t *testing.T, s *buytest.Shop, qty int) int64 {
	t.Helper()
	id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, qty, "cod")
	for _, step := range []struct{ who, to string }{
		{"picker", "processing"}, {"picker", "shipped"}, {"courier", "out_for_delivery"}} {
		if r := move(s, step.who, id, map[string]any{"to": step.to}); r.Status != http.StatusOK {
			t.Fatalf("%s: %s", step.to, r.Body)
		}
	}
	var view orders.View
	s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &view)
	if r := move(s, "courier", id, map[string]any{"to": "delivered", "pin": *view.PIN}); r.Status != http.StatusOK {
		t.Fatalf("handing over: %s", r.Body)
	}
	return buytest.Get[int64](s, `SELECT total - wallet_paid - points_paid FROM orders WHERE id = $1`, id)
}

// sound reports what doctor finds wrong with orders.
func sound(t *testing.T, s *buytest.Shop, d *db.DB) {
	t.Helper()
	for _, check := range orders.Checks() {
		var bad []string
		if err := d.Select(t.Context(), &bad, check.Bad); err != nil || len(bad) > 0 {
			t.Errorf("%s: %v %v", check.Name, bad, err)
		}
	}
}

func TestCashIsHandedOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		for who, m := range people {
			s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, created_at)
				VALUES ($1, $2, $3, $4, '', 1) ON CONFLICT (id) DO NOTHING`,
				m.ID, who+"@example.com", m.Name, string(m.Role))
			for _, b := range m.Branches {
				s.Exec(`INSERT INTO staff_branches (staff_id, branch_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, m.ID, b)
			}
		}
		due := brought(t, s, 2)
		s.Exec(`UPDATE orders SET delivered_by = 'store'`) // by the store's own courier
		pounds := func(minor int64) float64 { return float64(minor) / 100 }
		take := func(who string, expected, counted int64, reason string) buytest.Res {
			return s.Do("POST", "/console/cash/handovers", who,
				map[string]any{"branch_id": buytest.Koshary, "courier_id": "stf_courier",
					"expected": pounds(expected), "counted": pounds(counted), "reason": reason})
		}
		var open []orders.OpenCash
		s.Do("GET", "/console/cash", "manager", nil).Into(t, &open)
		if len(open) != 1 || open[0].Courier != "Karim" || open[0].Orders != 1 || open[0].Amount != money.EGP(due).Major() {
			t.Fatalf("open: %+v", open)
		}
		s.Do("GET", "/console/cash", "other", nil).Into(t, &open)
		if len(open) != 0 {
			t.Errorf("another branch sees it: %+v", open)
		}
		for who, status := range map[string]int{"courier": 403, "picker": 403, "support": 403, "other": 404} {
			if r := take(who, due, due, ""); r.Status != status {
				t.Errorf("%s takes cash: %d %s", who, r.Status, r.Body)
			}
		}
		if r := take("manager", due, due-500, ""); r.Status != 422 || r.Code() != "cash_reason_required" {
			t.Errorf("a difference without a reason: %s", r.Body)
		}
		if r := take("manager", due-1, due-1, ""); r.Status != 409 || r.Code() != "cash_moved" {
			t.Errorf("not what is due: %s", r.Body)
		}
		if r := take("manager", due, -1, "less than nothing"); r.Status != 422 {
			t.Errorf("less than nothing: %s", r.Body)
		}
		var done orders.Handover
		take("manager", due, due-500, "change was short").Into(t, &done)
		if done.Orders != 1 || done.Difference != money.EGP(-500).Major() || done.TakenBy != "Mai" ||
			done.Courier != "Karim" {
			t.Errorf("handed over: %+v", done)
		}
		for account, want := range map[string]int64{"cash_due:" + buytest.Koshary: 0,
			"cash_held:" + buytest.Koshary: due - 500, "cash_short:stf_courier": 500, "cash_over:" + buytest.Koshary: 0} {
			if got, err := ledger.Balance(t.Context(), d, account, "EGP"); err != nil || got != want {
				t.Errorf("%s: %d, not %d %v", account, got, want, err)
			}
		}
		if r := take("finance", due, due, ""); r.Code() != "cash_moved" {
			t.Errorf("twice: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'cash.handover'
			AND staff_id = 'stf_manager' AND reason = 'change was short'`); n != 1 {
			t.Errorf("%d lines in the log", n)
		}
		var list []orders.Handover
		s.Do("GET", "/console/cash/handovers", "finance", nil).Into(t, &list)
		if len(list) != 1 || list[0].ID != done.ID {
			t.Errorf("list: %+v", list)
		}
		sound(t, s, d)
	})
}

// TestCashIsHandedOverOnce: of many concurrent handovers of the same cash, one succeeds.
func TestCashIsHandedOverOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		due := brought(t, s, 2)
		const many = 6
		start, answers := make(chan struct{}), make(chan int, many)
		var all sync.WaitGroup
		for range many {
			all.Go(func() {
				<-start
				r := s.Do("POST", "/console/cash/handovers", "manager",
					map[string]any{"branch_id": buytest.Koshary, "courier_id": "stf_courier",
						"expected": float64(due) / 100, "counted": float64(due) / 100})
				answers <- r.Status
			})
		}
		close(start)
		all.Wait()
		close(answers)
		won := 0
		for status := range answers {
			if status == http.StatusOK {
				won++
			} else if status != http.StatusConflict {
				t.Errorf("status %d", status)
			}
		}
		if held, err := ledger.Balance(t.Context(), d, "cash_held:"+buytest.Koshary, "EGP"); won != 1 || held != due ||
			err != nil {
			t.Errorf("%d won, %d held of %d %v", won, held, due, err)
		}
		sound(t, s, d)
	})
}
