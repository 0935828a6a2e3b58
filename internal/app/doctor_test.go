package app_test

import (
	"testing"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

// TestDoctorFindsWhatIsBroken breaks a separate order for every check of orders, payments, content, currency and
// deliveries, and verifies that this check reports one more finding than before.
func TestDoctorFindsWhatIsBroken(t *testing.T) {
	broken := []struct {
		check, method, breaks string
	}{
		{"orders: total = items - discount + delivery + fee + tip", "cod",
			`UPDATE orders SET total = total + 1, due = due + 1 WHERE id = $1`},
		{"orders: the book has a tip with the party that delivers", "cod",
			`UPDATE orders SET tip = 1, total = total + 1, due = due + 1 WHERE id = $1`},
		{"orders: lines add up to the order", "cod", `UPDATE order_lines SET tax = tax + 1000000 WHERE order_id = $1`},
		{"orders: every line and event has its order", "cod",
			`UPDATE order_events SET order_id = 'gone' || order_id WHERE order_id = $1`},
		{"orders: each line = unit x quantity", "cod", `UPDATE order_lines SET qty = qty + 1 WHERE order_id = $1`},
		{"orders: what was weighed is within what may be picked, and nobody pays for more", "cod",
			`UPDATE order_lines SET weighed_grams = 500, charged_grams = 500 WHERE order_id = $1`},
		{"money: what went back for its weight was refunded", "cod",
			`UPDATE orders SET weighed_back = 1, due = due + 1 WHERE id = $1`},
		{"orders: paid + due = total and what went back for its weight, while it stands", "cod",
			`UPDATE orders SET due = due - 1 WHERE id = $1`},
		{"orders: nothing is due once it has ended", "cod", `UPDATE orders SET status = 'cancelled' WHERE id = $1`},
		{"orders: events are numbered without a gap", "cod", `UPDATE orders SET event_seq = event_seq + 1 WHERE id = $1`},
		{"orders: the last event is the status", "cod", `UPDATE orders SET status = 'processing' WHERE id = $1`},
		{"orders: every move is in the table", "cod",
			`UPDATE order_events SET from_status = 'delivered' WHERE order_id = $1 AND seq = 2`},
		{"stock: every line is of its order's branch", "cod",
			`UPDATE order_lines SET branch_id = 'br_other' WHERE order_id = $1`},
		{"stock: units sold = units moved or held", "cod", `UPDATE reservations SET qty = qty + 1 WHERE order_id = $1`},
		{"money: an order's account holds what is open", "cod",
			`UPDATE ledger_postings SET amount = amount + 1 WHERE account = 'order:' || $1`},
		{"money: nothing stays open once an order has ended and its refunds are done", "cod",
			`UPDATE orders SET status = 'delivered' WHERE id = $1`},
		{"money: wallet and points pay no more than the order", "cod", `UPDATE orders SET wallet_paid = -1 WHERE id = $1`},
		{"money: what goes back was asked for, and was paid", "cod", `UPDATE orders SET given_back = 1 WHERE id = $1`},
		{"money: refunds <= captures per payment", "card",
			`INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source, created_at, updated_at, way, user_id)
			SELECT 'rfd' || id, id, order_id, 1, 'r', 'requested', 'test' || id, 1, 1, 'card', user_id FROM payments
			WHERE order_id = $1`},
		{"money: every captured payment has an order or goes back", "card",
			`UPDATE payments SET captured = amount WHERE order_id = $1`},
		{"money: every captured payment belongs to exactly one order or top-up", "card",
			`UPDATE payments SET captured = 1, order_id = 'gone' || order_id WHERE order_id = $1`},
		{"money: what is paid by card was captured", "card", `UPDATE orders SET paid = 1 WHERE id = $1`},
		{"money: one capture posted per captured payment", "card", `UPDATE payments SET captured = 1 WHERE order_id = $1`},
		{"money: refunds are done as the book says", "cod",
			`INSERT INTO refunds (id, payment_id, order_id, amount, reason, state, source, created_at, updated_at, way, user_id)
			VALUES ('rfd' || $1, '', $1, 1, 'r', 'done', 'test' || $1, 1, 1, 'wallet', 'u')`},
		{"currency: amount frozen on an order = total by its rate", "cod",
			`UPDATE orders SET display_rate = 5 WHERE id = $1`},
		{"currency: rates are numbered without a gap", "",
			`INSERT INTO currency_rates (code, seq, rate_e6, note, at, staff_id) SELECT code, 70, 1, '', 1, '' FROM currencies`},
		{"content: what is published is whole in one language", "", `UPDATE pages SET title_en = '', title_ar = ''`},
		{"content: kept HTML has no scripts", "", `UPDATE pages SET html_en = '<script>alert(1)</script>'`},
		{"delivery: an hour's bookings = its orders that were not given up", "",
			`INSERT INTO slot_bookings (branch_id, slot_at, used) VALUES ('b', 1, 1)`},
		{"delivery: only late orders are made up for, with no more than they cost", "",
			`INSERT INTO wallet_entries (user_id, id, type, amount, status, source, created_at)
				VALUES ('u', 'x', 'late', 1, 'done', 'order:none:late', 1)`},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 100_000)
		s.Exec(`INSERT INTO currencies (code, name_en, name_ar, symbol_en, symbol_ar, decimals, active, sort)
			VALUES ('XTS', 'Test', 'Test', 'T', 'T', 2, $1, 9)`, true)
		found := func(check string) int64 {
			t.Helper()
			for _, c := range app.Checks(s.Clock.Now()) {
				if c.Name != check {
					continue
				}
				results, err := doctor.Run(t.Context(), d, []doctor.Check{c})
				if err != nil {
					t.Fatal(err)
				}
				return int64(results[0].Violations)
			}
			t.Fatalf("there is no check %q", check)
			return 0
		}
		for _, b := range broken {
			var args []any
			if b.method != "" {
				args = append(args, s.Buy(s.Customer(), b.method))
			}
			before := found(b.check)
			s.Exec(b.breaks, args...)
			if after := found(b.check); after <= before {
				t.Errorf("%s: found %d before and %d after", b.check, before, after)
			}
		}
	})
}
