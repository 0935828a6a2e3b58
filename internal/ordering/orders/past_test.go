package orders_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestTheListOfAllOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		first := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		s.Clock.Advance(time.Second)
		second := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 3, "cod")
		s.Exec(`UPDATE orders SET status = 'delivered', courier_id = 'stf_courier', courier_name = 'Karim' WHERE id = $1`,
			first)
		s.Exec(`UPDATE orders SET created_at = created_at - 86400000 WHERE id = $1`, first)
		number := buytest.Get[string](s, `SELECT number FROM orders WHERE id = $1`, second)
		today := clock.BusinessDay(s.Clock.Now())
		found := func(who, query string) string {
			t.Helper()
			var list []orders.ListedOrder
			r := s.Do("GET", "/console/orders/all"+query, who, nil)
			if r.Status != http.StatusOK {
				t.Fatalf("%s %s: %s", who, query, r.Body)
			}
			r.Into(t, &list)
			names := map[string]string{first: "first", second: "second"}
			out := []string{}
			for _, o := range list {
				if strings.Contains(o.Customer.PhoneMasked, "1234") {
					t.Errorf("%s sees a whole phone: %s", who, o.Customer.PhoneMasked)
				}
				out = append(out, names[o.ID])
			}
			return strings.Join(out, " ")
		}
		for _, c := range []struct{ who, query, want string }{
			{"owner", "", "second first"},
			{"manager", "", "second first"},
			{"finance", "?state=delivered", "first"},
			{"other", "", ""},
			{"owner", "?branch_id=" + buytest.Zamalek, ""},
			{"courier", "", "first"}, // what they brought alone
			{"second", "", ""},
			{"owner", "?from=" + today, "second"},
			{"owner", "?until=" + today, "second first"},
			{"owner", "?courier=stf_courier", "first"},
			{"owner", "?payment=card", ""},
			{"owner", "?q=" + strings.ToLower(strings.ReplaceAll(number, "-", "")), "second"},
			{"owner", "?q=01000000000", ""},
			{"owner", "?q=nonsense", ""},
			{"owner", "?q=%E2%80%AEabcde", ""}, // no letters, and eight bytes
			{"owner", "?q=%D8%B4%D8%A7%D8%B1%D8%B9", ""},
		} {
			if got := found(c.who, c.query); got != c.want {
				t.Errorf("%s %s: %q, not %q", c.who, c.query, got, c.want)
			}
		}
		for query, field := range map[string]string{"?from=yesterday": "from", "?from=2026-11-20&until=2026-11-19": "until",
			"?state=draft": "state", "?payment=gold": "payment"} {
			if r := s.Do("GET", "/console/orders/all"+query, "owner", nil); r.Status != http.StatusUnprocessableEntity ||
				!strings.Contains(r.Body, `"`+field+`"`) {
				t.Errorf("%s: %d %s", query, r.Status, r.Body)
			}
		}
		if r := s.Do("GET", "/console/orders/all?branch_id="+buytest.Koshary, "other", nil); r.Status != http.StatusNotFound {
			t.Errorf("a branch of others: %d", r.Status)
		}
		s.Exec(`UPDATE orders SET courier_name = '=cmd()' WHERE id = $1`, first)
		file := s.Do("POST", "/console/orders/file?state=delivered", "finance", nil)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Body), "\ufeff"))).ReadAll()
		if err != nil || len(rows) != 2 || rows[1][3] != "Delivered" || rows[1][8] != "'=cmd()" ||
			strings.Contains(string(file.Body), "1234") {
			t.Errorf("the file: %v %q", err, rows)
		}
		for range 19 {
			s.Do("POST", "/console/orders/file?state=delivered", "finance", nil)
		}
		if r := s.Do("POST", "/console/orders/file", "finance", nil); r.Status != http.StatusTooManyRequests {
			t.Errorf("the 21st file of an hour: %d", r.Status)
		}
		// Each export is audited, without the search text.
		if n := buytest.Get[int](s,
			`SELECT COUNT(*) FROM audit_log WHERE action = 'order.file' AND staff_id LIKE '%finance'`); n != 20 {
			t.Errorf("%d of 20 files in the log", n)
		}
		s.Do("POST", "/console/orders/file?q=01012341234", "owner", nil)
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'order.file'
			AND (after LIKE '%1234%' OR object LIKE '%1234%')`); n != 0 {
			t.Error("the log keeps what was searched for")
		}
		if r := s.Do("POST", "/console/orders/file", "owner", nil); r.Status != http.StatusOK {
			t.Errorf("somebody else's: %d", r.Status)
		}
	})
}

// TestAllOrdersGoOnFromPartToPart: no order is missed or listed twice, including orders of one moment.
func TestAllOrdersGoOnFromPartToPart(t *testing.T) {
	t.Cleanup(orders.ShortParts(1))
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		for range 3 {
			s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
			s.Clock.Advance(time.Second)
		}
		s.Exec(`UPDATE orders SET created_at = 1`)
		s.Exec(`UPDATE orders SET branch_id = $1 WHERE id = (SELECT MIN(id) FROM orders)`, buytest.Zamalek)
		for who, want := range map[string]int{"owner": 3, "both": 3, "manager": 2, "other": 1} {
			seen, after := map[string]bool{}, ""
			for range want {
				r := s.Do("GET", "/console/orders/all?after="+after, who, nil)
				var list []orders.ListedOrder
				r.Into(t, &list)
				if len(list) != 1 || seen[list[0].ID] {
					t.Fatalf("%s: %+v after %v", who, list, seen)
				}
				seen[list[0].ID] = true
				var e struct {
					Response struct {
						Meta struct{ Next string }
					}
				}
				if err := json.Unmarshal([]byte(r.Body), &e); err != nil {
					t.Fatal(err)
				}
				after = e.Response.Meta.Next
			}
			if after != "" {
				t.Errorf("%s: it goes on: %s", who, after)
			}
		}
	})
}
