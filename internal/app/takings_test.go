package app_test

import (
	"encoding/json"
	"math"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestTakingsAddUp: the payment methods add up to the total of goods, delivery, tips and discount; another branch's
// are not shown.
func TestTakingsAddUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		insert := func(branch string) {
			m := newMatrix(s)
			th := m.delivered()
			s.Exec(`UPDATE orders SET branch_id = $2, delivered_at = $3 WHERE id = $1`, th.id, branch, s.Clock.Now().UnixMilli())
		}
		insert(apptest.Koshary)
		var all, goods, total int64
		all = apptest.Get[int64](s, `SELECT SUM(total) FROM orders WHERE delivered_at IS NOT NULL`)
		goods = apptest.Get[int64](s, `SELECT SUM(items_total - discount + delivery_fee + service_fee + tip) FROM orders
			WHERE delivered_at IS NOT NULL`)
		var got struct {
			Response struct {
				Data struct {
					All struct {
						Orders                                                             int64
						Total, Cash, Card, Wallet, Points, Goods, Delivery, Tips, Discount float64
					}
				}
			}
		}
		a := s.Do("GET", "/console/takings", s.Staff("manager", apptest.Koshary), nil)
		if err := json.Unmarshal([]byte(a.Body), &got); err != nil || a.Status != 200 {
			t.Fatalf("%s %v", a.Short(), err)
		}
		x := got.Response.Data.All
		total = int64(math.Round(x.Total * 100))
		if x.Orders == 0 || total != all || total != goods ||
			math.Round((x.Cash+x.Card+x.Wallet+x.Points)*100) != float64(total) ||
			math.Round((x.Goods+x.Delivery+x.Tips-x.Discount)*100) != float64(total) {
			t.Errorf("%+v: %d, %d", x, all, goods)
		}
		if a := s.Do("GET", "/console/takings?day=someday", s.Staff("finance"), nil); a.Status != 422 {
			t.Errorf("no day: %s", a.Short())
		}
	})
}
