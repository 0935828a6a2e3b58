package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// grown is one of the two shops whose answers are compared: the same program,
// with few and with many products and orders.
type grown struct {
	*shop
	goods   wares
	other   string // a service besides goods.Service
	slugs   []string
	words   []string
	staff   string // a token of an owner
	courier string // a token of a courier
	past    []past // orders all over its history, each of another customer where there are as many
	narrow  narrow
}

// past is an order and a token of the customer who placed it.
type past struct {
	Number string `db:"number"`
	User   string `db:"user_id"`
	Phone  string `db:"phone"`
	Orders int    `db:"orders"` // of its customer
	token  string
}

// narrow is what its orders are narrowed by: what fewest have, and what most or none.
type narrow struct {
	state, noState, payment, noPayment, courier, busyCourier, branch, busyBranch string
}

// Every request once: pages 2 to 101, of which the small shop has as many.
const growthRounds, growthEach = 5, 20

type growthKind struct {
	what string
	shot func(g *grown, n int) Shot
}

var goodsKinds = []growthKind{
	{"listing, pages 2 to 101", func(g *grown, n int) Shot {
		return get(fmt.Sprintf("/api/v1/products?page=%d&service_id=%s", 2+n, g.goods.Service), g.place()...)
	}},
	// Elsewhere: of the small shop's products the listing before has shown a
	// good part, and their rows are kept.
	{"listing by price", func(g *grown, n int) Shot {
		return get(fmt.Sprintf("/api/v1/products?page=%d&service_id=%s&sort=price_asc", 2+n, g.other), g.place()...)
	}},
	{"product", func(g *grown, n int) Shot { return get("/api/v1/products/"+g.slugs[n], g.place()...) }},
	{"product page, drawn", func(g *grown, n int) Shot {
		return get("/en/products/"+g.slugs[len(g.slugs)-1-n], "Cookie: district_id="+g.goods.District)
	}},
	{"search", func(g *grown, n int) Shot {
		return get(fmt.Sprintf("/api/v1/search?q=%s&price_min=%d.%02d", url.QueryEscape(g.words[n]), 1+n/100, n%100),
			g.place()...)
	}},
}

// ordersKinds are the requests of customers and staff about orders, for another customer each time where possible.
var ordersKinds = []growthKind{
	{"my-orders, page 1", func(g *grown, n int) Shot { return g.mine(n, "/orders?page=1") }},
	{"my-orders, page 3", func(g *grown, n int) Shot { return g.mine(n+growthRounds*growthEach, "/orders?page=3") }},
	{"my-orders of one customer, again and again", func(g *grown, _ int) Shot { return g.mine(0, "/orders?page=1") }},
	{"the board, all branches", func(g *grown, _ int) Shot { return g.desk("/orders") }},
	{"the board of one branch", func(g *grown, _ int) Shot { return g.desk("/orders?branch_id=" + g.narrow.busyBranch) }},
	{"the board of a courier", func(g *grown, _ int) Shot { return bearing(g.courier, "/console/orders") }},
	{"search by number", func(g *grown, n int) Shot { return g.desk("/search?q=" + g.past[n%len(g.past)].Number) }},
	{"search by phone", func(g *grown, n int) Shot {
		return g.desk("/search?q=" + url.QueryEscape(g.past[(n+growthRounds*growthEach)%len(g.past)].Phone))
	}},
	{"all orders", func(g *grown, _ int) Shot { return g.desk("/orders/all") }},
	{"of a state that few have", func(g *grown, _ int) Shot { return g.desk("/orders/all?state=" + g.narrow.state) }},
	{"of a state that none has", func(g *grown, _ int) Shot { return g.desk("/orders/all?state=" + g.narrow.noState) }},
	{"of a way of payment that few have", func(g *grown, _ int) Shot {
		return g.desk("/orders/all?payment=" + g.narrow.payment)
	}},
	{"of a way of payment that none has", func(g *grown, _ int) Shot {
		return g.desk("/orders/all?payment=" + g.narrow.noPayment)
	}},
	{"of a courier who brought few", func(g *grown, _ int) Shot {
		return g.desk("/orders/all?courier=" + g.narrow.courier)
	}},
	{"of a courier who brought many", func(g *grown, _ int) Shot {
		return g.desk("/orders/all?courier=" + g.narrow.busyCourier)
	}},
	{"of a small branch", func(g *grown, _ int) Shot { return g.desk("/orders/all?branch_id=" + g.narrow.branch) }},
	{"of a large branch", func(g *grown, _ int) Shot { return g.desk("/orders/all?branch_id=" + g.narrow.busyBranch) }},
	{"of a small branch and a courier who brought many", func(g *grown, _ int) Shot {
		return g.desk("/orders/all?branch_id=" + g.narrow.branch + "&courier=" + g.narrow.busyCourier)
	}},
	{"a courier's own", func(g *grown, _ int) Shot { return bearing(g.courier, "/console/orders/all") }},
}

func bearing(token, path string) Shot { return get("/api/v1"+path, "Authorization: Bearer "+token) }

func (g *grown) mine(n int, path string) Shot { return bearing(g.past[n%len(g.past)].token, path) }

func (g *grown) desk(path string) Shot { return bearing(g.staff, "/console"+path) }

// compareGrowth runs the program on a small and on a large database at the same time and measures them in turn, with
// one connection and every request once, so that finding the answer is compared, not caching it.
func compareGrowth(ctx context.Context, program, small, large, dir string, pause time.Duration, only []string) error {
	var shops [2]*grown
	for i, database := range []string{small, large} {
		s, err := startShop(ctx, program, database, filepath.Join(dir, fmt.Sprint("grown", i)))
		if err != nil {
			return err
		}
		defer s.stop()
		if shops[i], err = newGrown(ctx, s); err != nil {
			return err
		}
		fmt.Printf("%s: %d MiB when ready, narrowed by %+v\n", []string{"few", "many"}[i], s.memory(), shops[i].narrow)
	}
	fmt.Printf("start to /healthz: %s with few, %s with many\n\n", millis(shops[0].started), millis(shops[1].started))
	fmt.Print("| what | few p50 | many p50 | many / few | many p99 | CPU a request few, many | bytes few, many | errors " +
		"| bar | met |\n|---|---|---|---|---|---|---|---|---|---|\n")
	all := !slices.ContainsFunc(only, func(name string) bool {
		return slices.Contains([]string{"listings", "goods", "orders"}, name)
	})
	goods := all || slices.Contains(only, "goods")
	var kinds []growthKind
	if slices.Contains(only, "listings") && !goods {
		kinds = append(kinds, goodsKinds[:2]...)
	}
	if goods {
		kinds = append(kinds, goodsKinds...)
	}
	if all || slices.Contains(only, "orders") {
		kinds = append(kinds, ordersKinds...)
	}
	for _, kind := range kinds {
		var best [2]Result
		var errors int64
		var first string
		var cpu [2]time.Duration
		for round := range growthRounds {
			for i, g := range shops {
				before := g.cpu()
				r := load(g.addr, 1, time.Minute, func(_, n int) Shot {
					if n >= growthEach {
						return nil
					}
					if strings.HasPrefix(kind.what, "listing") {
						time.Sleep(pause)
					}
					return kind.shot(g, round*growthEach+n)
				})
				cpu[i] += g.cpu() - before
				errors += r.Errors
				if r.First != "" {
					first = r.First
				}
				if best[i].Requests == 0 || r.P50 < best[i].P50 {
					best[i] = r
				}
			}
		}
		ratio := float64(best[1].P50) / float64(best[0].P50)
		met := "yes"
		if ratio > 1.5 || errors > 0 {
			met = "**no** " + first
		}
		fmt.Printf("| %s | %s | %s | %.2f | %s | %s, %s | %d, %d | %d | ≤ 1.5 | %s |\n", kind.what, millis(best[0].P50),
			millis(best[1].P50), ratio, millis(best[1].P99), millis(cpu[0]/(growthRounds*growthEach)),
			millis(cpu[1]/(growthRounds*growthEach)), best[0].Bytes, best[1].Bytes, errors, met)
	}
	if goods {
		b := &bench{shop: shops[1].shop, engine: "many", goods: shops[1].goods, slice: 1500 * time.Millisecond, rounds: 3}
		if err := b.search(16); err != nil {
			return err
		}
		fmt.Print("\n", render(b.rows, nil, 0))
	}
	fmt.Printf("\nmemory: %d MiB with few, %d MiB with many (bar 1024)\n", shops[0].memory(), shops[1].memory())
	return nil
}

func (g *grown) place() []string {
	return []string{"District-Id: " + g.goods.District, "Authorization: Bearer null"}
}

func newGrown(ctx context.Context, s *shop) (*grown, error) {
	g := &grown{shop: s}
	var err error
	if g.goods, err = s.findWares(ctx); err != nil {
		return nil, err
	}
	if err := s.db.Get(ctx, &g.other, `SELECT service_id FROM products WHERE active AND service_id <> $1
		GROUP BY service_id ORDER BY COUNT(*) DESC, service_id LIMIT 1`, g.goods.Service); err != nil {
		return nil, err
	}
	if err := s.db.Select(ctx, &g.slugs, `SELECT slug FROM products WHERE active ORDER BY id LIMIT 1000`); err != nil {
		return nil, err
	}
	var names []string
	if err := s.db.Select(ctx, &names, `SELECT name_en FROM products WHERE active ORDER BY id LIMIT 1000`); err != nil {
		return nil, err
	}
	for i, name := range names {
		parts := strings.Fields(name)
		g.words = append(g.words, parts[i%len(parts)])
	}
	if err := g.findPast(ctx); err != nil {
		return nil, err
	}
	if err := g.findNarrow(ctx); err != nil {
		return nil, err
	}
	g.staff, g.courier = id.Secret(32), id.Secret(32)
	now := time.Now().UnixMilli()
	day := int64(24 * time.Hour / time.Millisecond)
	return g, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i := range g.past {
			p := &g.past[i]
			p.token = id.Secret(32)
			if _, err := tx.Exec(ctx, `INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at,
				last_seen_at) VALUES ($1, $2, $3, 'bench', $4, $5, $4)`,
				id.Digest(p.token), id.New("ses"), p.User, now, now+day); err != nil {
				return err
			}
		}
		for role, token := range map[string]string{"owner": g.staff, "courier": g.courier} {
			if _, err := tx.Exec(ctx, `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at,
				last_seen_at)
				SELECT $1, $2, id, $3, $4, $3 FROM staff WHERE role = $5
				ORDER BY id LIMIT 1`, id.Digest(token), id.New("sts"), now, now+day, role); err != nil {
				return err
			}
		}
		return nil
	})
}

// findPast picks orders at even distances of time, so that their rows lie all over the tables.
func (g *grown) findPast(ctx context.Context) error {
	var span struct {
		First int64 `db:"first"`
		Last  int64 `db:"last"`
	}
	if err := g.db.Get(ctx, &span, `SELECT MIN(created_at) AS first, MAX(created_at) AS last FROM orders`); err != nil {
		return err
	}
	const most = 2 * growthRounds * growthEach
	seen := map[string]bool{}
	for i := range int64(most) {
		var p past
		if err := g.db.Get(ctx, &p, `SELECT o.number, o.user_id, u.phone, (SELECT COUNT(*) FROM orders m
			WHERE m.user_id = o.user_id) AS orders FROM orders o JOIN users u ON u.id = o.user_id
			WHERE o.created_at >= $1 ORDER BY o.created_at, o.id
			LIMIT 1`, span.First+(span.Last-span.First)*i/most); err != nil {
			return err
		}
		if !seen[p.User] {
			seen[p.User] = true
			g.past = append(g.past, p)
		}
	}
	// Customers who have a third page of them, where there are any.
	if many := slices.DeleteFunc(slices.Clone(g.past), func(p past) bool { return p.Orders <= 45 }); len(many) > 0 {
		g.past = many
	}
	return nil
}

// findNarrow finds the values that the fewest and the most orders have.
func (g *grown) findNarrow(ctx context.Context) error {
	by := func(column string) (names []string, err error) {
		err = g.db.Select(ctx, &names, `SELECT `+column+` FROM orders WHERE `+column+` <> 'draft' GROUP BY `+column+
			` ORDER BY COUNT(*), `+column)
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("no order has a %s", column)
		}
		return names, err
	}
	states, err := by("status")
	if err != nil {
		return err
	}
	ways, err := by("payment_method")
	if err != nil {
		return err
	}
	who, err := by("courier_id")
	if err != nil {
		return err
	}
	branches, err := by("branch_id")
	if err != nil {
		return err
	}
	none := func(all, has []string) string {
		for _, one := range all {
			if !slices.Contains(has, one) {
				return one
			}
		}
		return has[0]
	}
	g.narrow = narrow{
		state: states[0], noState: none([]string{"on_hold", "return_received", "returned", "pending"}, states),
		payment: ways[0], noPayment: none([]string{"wallet", "card"}, ways),
		courier: who[0], busyCourier: who[len(who)-1], branch: branches[0], busyBranch: branches[len(branches)-1],
	}
	return nil
}
