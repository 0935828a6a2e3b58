package returns_test

import (
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestDoctorFinds breaks the data of a settled return and of a waiting one, in each way that a check detects.
func TestDoctorFinds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 4, 1000)
		done := s.asked(order, 1, "changed_mind")
		s.through(done, always("restock"))
		scrapped := s.asked(order, 1, "changed_mind")
		s.through(scrapped, always("scrap"))
		open := s.asked(order, 1, "changed_mind")
		if sick := s.sick(); len(sick) > 0 {
			t.Fatal(sick)
		}
		for check, c := range map[string]struct{ breaks, mends string }{
			"returns: returned <= delivered per line": {`UPDATE return_units SET unit = 9 WHERE return_id = '` + open + `'`,
				`UPDATE return_units SET unit = 3 WHERE return_id = '` + open + `'`},
			"returns: every line has its units": {`UPDATE return_lines SET qty = 2 WHERE return_id = '` + open + `'`,
				`UPDATE return_lines SET qty = 1 WHERE return_id = '` + open + `'`},
			"returns: units are held while their return stands": {
				`UPDATE return_units SET live = (1 = 0) WHERE return_id = '` + open + `'`,
				`UPDATE return_units SET live = (1 = 1) WHERE return_id = '` + open + `'`},
			"returns: a refund is no more than was paid for its lines": {
				`UPDATE return_units SET discount = 2000 WHERE return_id = '` + open + `'`,
				`UPDATE return_units SET discount = 250 WHERE return_id = '` + open + `'`},
			"returns: its amounts are its units' and its share of delivery": {
				`UPDATE returns SET gross = 4600, refund = 4350 WHERE id = '` + open + `'`,
				`UPDATE returns SET gross = 4500, refund = 4250 WHERE id = '` + open + `'`},
			"returns: all refunds of an order <= what it paid": {
				`UPDATE returns SET gross = 99000, refund = 98750 WHERE id = '` + done + `'`,
				`UPDATE returns SET gross = 4500, refund = 4250 WHERE id = '` + done + `'`},
			"returns: used points that were deducted cost the platform less": {
				`UPDATE returns SET points_value = 1 WHERE id = '` + done + `'`,
				`UPDATE returns SET points_value = 0 WHERE id = '` + done + `'`},
			"returns: each settled one has its ledger entry": {
				`UPDATE ledger_transactions SET source = 'x' WHERE source = 'return:` + done + `:credit'`,
				`UPDATE ledger_transactions SET source = 'return:` + done + `:credit' WHERE source = 'x'`},
			"returns: each refund is in the ledger of what staff give": {
				`UPDATE given SET amount = amount + 1 WHERE object = 'return:` + done + `' AND basis = 'two'`,
				`UPDATE given SET amount = amount - 1 WHERE object = 'return:` + done + `'`},
			"returns: each settled one has its stock moves": {
				`UPDATE stock_moves SET source = 'x' WHERE source = 'return:` + scrapped + `:scrap' AND reason = 'scrapped'`,
				`UPDATE stock_moves SET source = 'return:` + scrapped + `:scrap' WHERE source = 'x'`},
			"returns: payouts add up to the refund": {`UPDATE return_payouts SET done_at = NULL WHERE return_id = '` + done +
				`'`,
				`UPDATE return_payouts SET done_at = 1 WHERE return_id = '` + done + `'`},
			"returns: events are numbered without a gap": {`UPDATE return_events SET seq = 7 WHERE return_id = '` + open + `'`,
				`UPDATE return_events SET seq = 1 WHERE return_id = '` + open + `'`},
			"returns: every move is in the table, the last is the state": {
				`UPDATE return_events SET to_state = 'settled' WHERE return_id = '` + open + `'`,
				`UPDATE return_events SET to_state = 'requested' WHERE return_id = '` + open + `'`},
			"returns: an order stands where its returns say": {`UPDATE returns SET state = 'approved' WHERE id = '` + open + `'`,
				`UPDATE returns SET state = 'requested' WHERE id = '` + open + `'`},
			"returns: no account number is kept without need": {`UPDATE returns SET bank = '{}' WHERE id = '` + done + `'`,
				`UPDATE returns SET bank = NULL WHERE id = '` + done + `'`},
		} {
			s.Exec(c.breaks)
			if found := s.sick(); len(found[check]) == 0 {
				t.Errorf("%s is not found: %v", check, found)
			}
			s.Exec(c.mends)
			if sick := s.sick(); len(sick) > 0 {
				t.Fatalf("%s: not mended: %v", check, sick)
			}
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM returns`); n != 3 {
			t.Errorf("%d returns", n)
		}
	})
}
