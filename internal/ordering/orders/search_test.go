package orders

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOrdersOfACustomerAreReadAlongTheirIndex: the console's search reads one customer's orders in order and stops at
// the last one shown, for every role.
func TestOrdersOfACustomerAreReadAlongTheirIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, m := range map[string]staff.Member{
			"everywhere":      {ID: "stf", Role: staff.Owner},
			"of two branches": {ID: "stf", Role: staff.Manager, Branches: []string{"br_a", "br_b"}},
			"of none":         {ID: "stf", Role: staff.Manager, Branches: []string{}},
			"a courier":       {ID: "stf", Role: staff.Courier, Branches: []string{"br_a"}},
		} {
			query, args := theirOrders(m, "usr", 7)
			plan := dbtest.Plan(t, d, query, args)
			if !strings.Contains(plan, "orders_user") || strings.Contains(plan, "Sort") ||
				strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN orders") {
				t.Errorf("%s:\n%s", name, plan)
			}
		}
	})
}

// TestWhatIsFoundIsWhatIsSeen compares the condition of the query with the rule
// of the board, for every state, way and courier.
func TestWhatIsFoundIsWhatIsSeen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		me, other := "stf_me", "stf_other"
		for _, role := range []staff.Role{staff.Owner, staff.Manager, staff.Picker, staff.Courier} {
			for _, branches := range [][]string{nil, {}, {"br_a"}, {"br_b", "br_c"}} {
				m := staff.Member{ID: me, Role: role, Branches: branches}
				query, args := theirOrders(m, "usr", 7)
				_, query, _ = strings.Cut(query, " FROM orders ")
				for _, status := range []Status{Draft, Pending, OnHold, Processing, Shipped, OutForDelivery, Delivered, InReturn,
					Cancelled, Rejected} {
					for _, fulfilment := range []string{ToDoor, Pickup} {
						for _, courier := range []*string{nil, &me, &other} {
							who := "NULL"
							if courier != nil {
								who = "'" + *courier + "'"
							}
							one := fmt.Sprintf(`SELECT COUNT(*) FROM (SELECT 1
								FROM (SELECT 'usr' AS user_id, '%s' AS status, '%s' AS fulfilment, CAST(%s AS TEXT) AS courier_id,
								'br_a' AS branch_id, 1 AS created_at, 'ord' AS id) orders `, status, fulfilment, who)
							var n int64
							if err := d.Get(t.Context(), &n, one+query+") found", args...); err != nil {
								t.Fatal(err)
							}
							if want := m.Sees("br_a") && visible(m, status, fulfilment, courier); (n == 1) != want {
								t.Errorf("%s of %v, %s %s by %s: found %d, seen %v", role, branches, status, fulfilment, who, n, want)
							}
						}
					}
				}
			}
		}
	})
}
