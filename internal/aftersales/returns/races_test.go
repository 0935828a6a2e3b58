package returns_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// count is how often something is tried: a few times every day, many times
// where everything is proved.
func count(day, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" && !testing.Short() {
		return full
	}
	return day
}

// burst calls fn from n goroutines that start together and counts the results.
func burst(n int, fn func(i int) string) map[string]int {
	start := make(chan struct{})
	answers := make([]string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			answers[i] = fn(i)
		})
	}
	close(start)
	wg.Wait()
	out := map[string]int{}
	for _, a := range answers {
		out[a]++
	}
	return out
}

func short(r buytest.Res) string { return fmt.Sprint(r.Status, " ", r.Code()) }

// TestTwoReturnsAtOnce requests many returns of the same three units concurrently, on two nodes: exactly three units
// are returned.
func TestTwoReturnsAtOnce(t *testing.T) {
	rounds, askers := count(2, 40), count(8, 32)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Exec(`UPDATE stock SET on_hand = 1000 WHERE on_hand > 0`)
		s.Exec(`UPDATE stock_moves SET qty = 1000 WHERE qty > 0`)
		nodes := []*shop{s, s.node()}
		for round := range rounds {
			user := fmt.Sprint("usr", round)
			s.Customer(user, "maadi")
			order := s.delivered(user, "cod", 3, 1000)
			// Each requests one unit; its amount depends on which one it gets, so both amounts are tried.
			body := s.want(order, 1, "changed_mind")
			got := burst(askers, func(i int) string {
				mine := fields{}
				for k, v := range body {
					mine[k] = v
				}
				mine["expected_refund"] = []any{41.66, 41.67}[i%2]
				return short(nodes[i%2].ask(order, mine))
			})
			units := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM return_units WHERE order_id = $1 AND live`, order)
			if got["200 "] != units || units > 3 || units == 0 {
				t.Errorf("round %d: %d units are given back: %v", round, units, got)
			}
			for answer := range got {
				switch answer {
				case "200 ", "422 too_many_units", "400 refund_changed", "400 all_returned", "409 moved_on":
				default:
					t.Errorf("round %d: %v", round, got)
				}
			}
		}
		s.healthy()
	})
}

// TestOneKeyOneReturn sends the same request many times concurrently.
func TestOneKeyOneReturn(t *testing.T) {
	posts := count(6, 20)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "cod", 3, 0)
		body := s.want(order, 1, "changed_mind")
		send := func(b fields) buytest.Res {
			return s.Do("POST", "/returns", "usr", b, buytest.Header{"Idempotency-Key": "one"})
		}
		var bodies sync.Map
		got := burst(posts, func(int) string {
			r := send(body)
			bodies.Store(r.Body, true)
			return short(r)
		})
		different := 0
		bodies.Range(func(any, any) bool { different++; return true })
		if got["200 "] != posts || different != 1 {
			t.Errorf("%v, %d different answers", got, different)
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM returns`); n != 1 {
			t.Errorf("%d returns", n)
		}
		body["refund_to"] = "wallet"
		if r := send(body); r.Code() != "idempotency_mismatch" || r.Status != 422 {
			t.Errorf("the key with another body: %s", r.Body)
		}
		s.healthy()
	})
}

// TestSettledOnce has a return settled by several people on two nodes concurrently.
func TestSettledOnce(t *testing.T) {
	rounds := count(2, 30)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		nodes := []*shop{s, s.node()}
		for round := range rounds {
			user := fmt.Sprint("usr", round)
			s.Customer(user, "maadi")
			order := s.delivered(user, "cod", 3, 0)
			ret := s.asked(order, 2, "changed_mind")
			for _, to := range []string{"approved", "picked_up", "received"} {
				s.move("owner", ret, to)
			}
			s.inspect("owner", ret, always("restock"))
			body := fields{"to": "settled", "expected_seq": s.seq(ret)}
			got := burst(8, func(i int) string {
				return short(nodes[i%2].Do("POST", "/console/returns/"+ret+"/move", "staff:finance", body))
			})
			if got["200 "] != 1 || got["409 moved_on"] != 7 || s.wallet(user) != 9000 {
				t.Errorf("round %d: %v, %d in the wallet", round, got, s.wallet(user))
			}
		}
		s.healthy()
	})
}

// late is a gateway whose refunds take effect and then time out, a few times.
type late struct {
	payments.Gateway
	left *atomic.Int64
}

func (g late) Refund(ctx context.Context, r payments.RefundRequest) (string, error) {
	ref, err := g.Gateway.Refund(ctx, r)
	if err == nil && g.left.Add(-1) >= 0 {
		return "", errors.New("no answer")
	}
	return ref, err
}

// TestARefundSurvivesTimeOuts pays once although the gateway's answers get lost,
// and no node knows of the others' tries.
func TestARefundSurvivesTimeOuts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var left atomic.Int64
		left.Store(4)
		wrap := buytest.Wrap(func(g payments.Gateway) payments.Gateway { return late{g, &left} })
		s := newShop(t, d, wrap)
		other := s.node(wrap)
		s.Customer("usr", "maadi")
		order := s.delivered("usr", "card", 3, 0)
		ret := s.asked(order, 2, "changed_mind")
		s.through(ret, always("restock"))
		for try := range 12 {
			s.healthy()
			if s.state(ret) == "refunded" {
				break
			}
			[]*shop{s, other}[try%2].After(20 * time.Minute)
		}
		if s.state(ret) != "refunded" || left.Load() > 0 {
			t.Fatalf("%s, %d answers left to lose", s.state(ret), left.Load())
		}
		if got := buytest.Get[int64](s.Shop, `SELECT SUM(amount) FROM sandbox_refunds`); got != 9000 {
			t.Errorf("the gateway gave %d back", got)
		}
		if n := buytest.Get[int](s.Shop, `SELECT COUNT(*) FROM sandbox_refunds`); n != 1 {
			t.Errorf("in %d refunds", n)
		}
		s.healthy()
	})
}

// TestRandomReturns has returns of a few orders live any life the table allows, several concurrently, and runs doctor
// after every step.
func TestRandomReturns(t *testing.T) {
	// doctor reads the whole shop after every step: a small shop for each ten walks.
	shops, walks, steps := count(1, 6), count(3, 10), count(45, 160)
	for shop := range shops {
		dbtest.Each(t, func(t *testing.T, d *db.DB) { randomReturns(t, newShop(t, d), shop*walks, walks, steps) })
	}
}

func randomReturns(t *testing.T, s *shop, first, walks, steps int) {
	seen := map[string]int{}
	for walk := first; walk < first+walks; walk++ {
		r := rand.New(rand.NewPCG(uint64(walk), 17))
		user := fmt.Sprint("usr", walk)
		s.Customer(user, "maadi")
		s.Exec(`UPDATE stock SET on_hand = on_hand + 10 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary,
			buytest.Small)
		s.Exec(`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
			VALUES ($1, $2, $3, 10, 'received', $3, 0)`,
			buytest.Koshary, buytest.Small, fmt.Sprint("more", walk))
		order := s.delivered(user, []string{"cod", "card"}[walk%2], 4, int64(r.IntN(3))*700)
		for step := range steps {
			what := s.wander(r, user, order)
			s.healthy()
			if t.Failed() {
				t.Fatalf("walk %d, step %d: %s", walk, step, what)
			}
			seen[s.Status(order)]++
		}
	}
	for _, must := range []string{"delivered", "in_return", "return_received"} {
		if seen[must] == 0 {
			t.Errorf("no walk came by %s: %v", must, seen)
		}
	}
}

// wander does one random thing to the returns of an order.
func (s *shop) wander(r *rand.Rand, user, order string) string {
	s.t.Helper()
	var ids []string
	if err := s.DB.Select(context.Background(), &ids, `SELECT id FROM returns WHERE order_id = $1 ORDER BY id`,
		order); err != nil {
		s.t.Fatal(err)
	}
	n := r.IntN(10)
	if n < 1 || len(ids) == 0 {
		items := []fields{
			{"line_id": s.line(order), "qty": 1 + r.IntN(2), "reason_id": []string{"changed_mind", "defective"}[r.IntN(2)],
				"comment": "as I say"}}
		var p struct{ Total any }
		if a := s.Do("POST", "/orders/"+order+"/return/preview", user, fields{"items": items}); a.Status == 200 {
			a.Into(s.t, &p)
		}
		ways := []string{"", "wallet"}
		a := s.ask(order, fields{"order_id": order, "items": items, "slot_id": s.slot(order), "expected_refund": p.Total,
			"refund_to": ways[r.IntN(2)]})
		return "ask: " + short(a)
	}
	ret := ids[r.IntN(len(ids))]
	switch {
	case n == 2:
		s.RunJobs()
		return "jobs"
	case n == 3:
		return "withdraw: " + short(s.Do("POST", "/returns/"+ret+"/cancel", user, fields{}))
	case n == 4:
		return "inspect: " +
			short(s.inspect("owner", ret, func(int) string { return []string{"restock", "scrap", "refuse"}[r.IntN(3)] }))
	}
	to := returns.States[r.IntN(len(returns.States))]
	// Mostly what may come next, so that walks get far.
	next := map[string]returns.State{"requested": "approved", "approved": "picked_up", "picked_up": "received",
		"inspected": "settled"}
	if likely, ok := next[s.state(ret)]; ok && r.IntN(4) > 0 {
		to = likely
	}
	return string(to) + ": " +
		short(s.move([]string{"owner", "owner", "owner", "finance", "support"}[r.IntN(5)], ret, string(to)))
}
