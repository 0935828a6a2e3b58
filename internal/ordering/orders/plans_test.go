package orders_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// numbers are of the rows that a step of a plan gave or left out.
var numbers = regexp.MustCompile(`(?:actual[^)]* rows=|Removed by Filter: )([0-9.]+)`)

// asked remembers the statements that pass through.
type asked struct {
	db.Querier
	queries []string
	args    [][]any
}

func (a *asked) note(query string, args []any) {
	a.queries, a.args = append(a.queries, query), append(a.args, args)
}

func (a *asked) Get(ctx context.Context, dest any, query string, args ...any) error {
	a.note(query, args)
	return a.Querier.Get(ctx, dest, query, args...)
}

func (a *asked) Select(ctx context.Context, dest any, query string, args ...any) error {
	a.note(query, args)
	return a.Querier.Select(ctx, dest, query, args...)
}

// copies makes n past orders like one of "usr_many", with some values replaced by expressions of their number i.
func copies(t *testing.T, s *buytest.Shop, n int, values map[string]string) {
	t.Helper()
	s.Customer("usr_many", "maadi")
	s.Buy("usr_many", "food", buytest.Koshary, buytest.Small, 2, "cod")
	names := strings.Split(orders.Columns, ",")
	of := make([]string, len(names))
	for i, name := range names {
		name = strings.TrimSpace(name)
		of[i] = name
		if v, ok := values[name]; ok {
			of[i] = v
		}
	}
	s.Exec(`INSERT INTO orders (` + orders.Columns +
		`) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + fmt.Sprint(n) + `)
		SELECT ` + strings.Join(of, ", ") + ` FROM n, orders`)
}

// TestOrdersAreReadAlongIndexes: the board, a customer's list, the list of all orders with any filter, and estimates
// read little more than they show, however much the shop has sold since it opened.
func TestOrdersAreReadAlongIndexes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		// Nearly all delivered, few of them of "usr", by "stf_courier" or in another way than cash.
		copies(t, s, 20_000, map[string]string{
			"id": `'ord_' || i`, "number": `'W-' || i`, "cart_id": `'crt_' || i`, "created_at": `created_at - 1000 * i`,
			"updated_at":     `created_at - 900 * i`,
			"status":         `CASE WHEN i % 100 < 90 THEN 'delivered' WHEN i % 100 < 98 THEN 'cancelled' ELSE 'rejected' END`,
			"branch_id":      `CASE WHEN i % 7 = 0 THEN '` + buytest.Zamalek + `' ELSE branch_id END`,
			"user_id":        `CASE WHEN i % 500 = 0 THEN 'usr' ELSE user_id END`,
			"courier_id":     `CASE WHEN i % 1000 = 0 THEN 'stf_courier' WHEN i % 7 <> 0 AND i % 3 = 0 THEN 'stf_elsewhere' WHEN i % 100 < 90 THEN 'stf_gone' || (i % 20) END`,
			"payment_method": `CASE WHEN i % 2000 = 0 THEN 'card' ELSE payment_method END`,
			"fulfilment":     `CASE WHEN i % 7 = 0 THEN 'pickup' ELSE fulfilment END`,
		})
		s.Exec(`ANALYZE orders`)
		along := func(name, query string, args []any, index string, sorts bool) {
			t.Helper()
			if d.Engine() == db.Postgres {
				// Which index is best it judges by what there is: little is read, by whichever.
				var steps []struct {
					Plan string `db:"QUERY PLAN"`
				}
				if err := d.Select(t.Context(), &steps, `EXPLAIN (ANALYZE, TIMING OFF) `+query, args...); err != nil {
					t.Fatal(err)
				}
				for _, step := range steps {
					for _, n := range numbers.FindAllStringSubmatch(step.Plan, -1) {
						if rows, err := strconv.ParseFloat(n[1], 64); err != nil || rows > 200 {
							t.Errorf("%s reads %s rows (%v):\n%+v", name, n[1], err, steps)
							return
						}
					}
				}
				return
			}
			plan := dbtest.Plan(t, d, query, args)
			if !strings.Contains(plan, index) || !sorts && strings.Contains(plan, "TEMP B-TREE") ||
				strings.Contains(plan, "SCAN orders") {
				t.Errorf("%s, not along %s:\n%s\n%s", name, index, plan, query)
			}
		}
		for _, c := range []struct {
			who, index string
			in         orders.Narrowed
		}{
			{"owner", "orders_newest", orders.Narrowed{}},
			{"owner", "orders_newest", orders.Narrowed{State: "delivered"}},
			{"owner", "orders_newest", orders.Narrowed{Payment: "cod"}},
			{"owner", "orders_newest", orders.Narrowed{From: "2026-01-01", Until: "2026-02-01"}},
			{"owner", "orders_of_state", orders.Narrowed{State: "on_hold"}},
			{"owner", "orders_of_payment", orders.Narrowed{Payment: "card"}},
			{"owner", "orders_of_courier", orders.Narrowed{Courier: "stf_courier"}},
			{"owner", "orders_user", orders.Narrowed{Customer: "usr"}},
			{"owner", "orders_of_branch", orders.Narrowed{BranchID: buytest.Koshary}},
			{"owner", "orders_board", orders.Narrowed{BranchID: buytest.Koshary, State: "cancelled"}},
			{"manager", "orders_of_branch", orders.Narrowed{}},
			{"manager", "orders_board", orders.Narrowed{State: "returned"}},
			{"both", "orders_of_branch", orders.Narrowed{}},
			{"both", "orders_board", orders.Narrowed{State: "cancelled"}},
			{"owner", "orders_of_courier_there", orders.Narrowed{BranchID: buytest.Koshary, Courier: "stf_gone1"}},
			{"owner", "orders_of_courier_there", orders.Narrowed{BranchID: buytest.Zamalek, Courier: "stf_elsewhere"}},
			{"both", "orders_of_courier_there", orders.Narrowed{Courier: "stf_elsewhere"}},
			{"both", "orders_of_courier_there", orders.Narrowed{Courier: "stf_courier"}},
			{"courier", "orders_of_courier_there", orders.Narrowed{}},
		} {
			query, args, err := s.Orders.PastQuery(t.Context(), people[c.who], c.in)
			if err != nil {
				t.Fatal(err)
			}
			// The newest orders of each branch are sorted at the end.
			along(fmt.Sprintf("all orders for %s, %+v", c.who, c.in), query, args, c.index, c.who == "both")
		}

		a := &asked{Querier: d}
		for _, f := range []orders.Filter{{}, {Status: orders.Cancelled}, {ServiceID: "svc_food"}} {
			if _, _, err := orders.OfCustomer(t.Context(), a, "usr", f); err != nil {
				t.Fatal(err)
			}
		}
		for i, query := range a.queries {
			along("a customer's list", query, a.args[i], "orders_user", false)
		}
		for _, status := range orders.Statuses {
			a := &asked{Querier: d}
			branches := []string{buytest.Koshary, buytest.Zamalek}
			if _, err := orders.OnBoard(t.Context(), a, branches, status, "", db.At(time.Now()), 10); err != nil {
				t.Fatal(err)
			}
			index := "orders_updated"
			if status.Live() {
				index = "orders_board"
			}
			along("the board's "+string(status), a.queries[0], a.args[0], index, true) // few, of all that ended long ago none
		}
		news := &asked{Querier: d}
		if _, err := orders.ChangedSince(t.Context(), news, []string{buytest.Koshary}, db.At(time.Now()), 10); err != nil {
			t.Fatal(err)
		}
		along("the board's news", news.queries[0], news.args[0], "orders_updated", true)
		for _, branch := range []string{buytest.Koshary, buytest.Zamalek} { // of the second, all are collected
			last := &asked{Querier: d}
			if _, err := orders.UsuallyTakes(t.Context(), last, &orders.Order{BranchID: branch},
				orders.OutForDelivery); err != nil {
				t.Fatal(err)
			}
			along("how long deliveries take", last.queries[0], last.args[0], "orders_board", true)
		}
	})
}

// TestNarrowedOrdersAreAllThatFit compares the list with looking at every order.
func TestNarrowedOrdersAreAllThatFit(t *testing.T) {
	t.Cleanup(orders.ShortParts(7))
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		copies(t, s, 300, map[string]string{
			"id": `'ord_' || i`, "number": `'W-' || i`, "cart_id": `'crt_' || i`, "created_at": `i * 31 % 40`,
			"branch_id":      `CASE WHEN i % 3 = 0 THEN '` + buytest.Zamalek + `' ELSE branch_id END`,
			"status":         `CASE WHEN i % 5 < 3 THEN 'delivered' WHEN i % 5 = 3 THEN 'cancelled' ELSE 'in_return' END`,
			"courier_id":     `CASE WHEN i % 4 = 0 THEN 'stf_courier' WHEN i % 4 = 1 THEN 'stf_second' END`,
			"payment_method": `CASE WHEN i % 7 = 0 THEN 'card' WHEN i % 7 = 1 THEN 'wallet' ELSE payment_method END`,
			"fulfilment":     `CASE WHEN i % 11 = 0 THEN 'pickup' ELSE fulfilment END`,
		})
		var rows []struct {
			ID         string
			BranchID   string  `db:"branch_id"`
			Status     string  `db:"status"`
			Courier    *string `db:"courier_id"`
			Payment    string  `db:"payment_method"`
			Fulfilment string
			At         int64 `db:"created_at"`
		}
		if err := d.Select(t.Context(), &rows, `SELECT id, branch_id, status, courier_id, payment_method, fulfilment,
			created_at FROM orders`); err != nil {
			t.Fatal(err)
		}
		sort.Slice(rows, func(i, j int) bool {
			a, b := rows[i], rows[j]
			return a.At > b.At || a.At == b.At && a.ID > b.ID
		})
		for _, who := range []string{"owner", "manager", "both", "other", "courier"} {
			member := people[who]
			for _, in := range []orders.Narrowed{
				{}, {State: "delivered"}, {State: "cancelled"}, {State: "on_hold"}, {Payment: "cod"}, {Payment: "card"},
				{Courier: "stf_second"}, {Customer: "usr_many"},
				{State: "cancelled", Payment: "wallet"}, {State: "delivered", Courier: "stf_courier"},
				{Payment: "wallet", Courier: "stf_courier"},
			} {
				var want []string
				for _, o := range rows {
					by := func(id string) bool { return o.Courier != nil && *o.Courier == id }
					fits := member.Sees(o.BranchID) && (in.State == "" || in.State == o.Status) &&
						(in.Payment == "" || in.Payment == o.Payment) &&
						(in.Courier == "" || by(in.Courier)) &&
						(!member.Is(staff.Courier) || by(member.ID) && o.Fulfilment != orders.Pickup)
					if fits && len(want) < 8 {
						want = append(want, o.ID)
					}
				}
				query, args, err := s.Orders.PastQuery(t.Context(), member, in)
				var list []orders.Order
				if err == nil {
					err = d.Select(t.Context(), &list, query, args...)
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, o := range list {
					got = append(got, o.ID)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %+v:\ngot  %v\nwant %v", who, in, got, want)
				}
			}
		}
	})
}
