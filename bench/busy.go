package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// Changes per second during the load.
const (
	pricesASecond   = 20
	selloutsASecond = 10
)

// mix is what an evening's visitors request, by weight.
var mix = []struct {
	what   string
	weight int
}{
	{"product page", 20}, {"home page", 5}, {"category page", 8}, {"branch page", 5},
	{"listing", 15}, {"product", 15}, {"search", 12}, {"add", 12}, {"cart", 8}, {purchase, 5},
}

// purchase is a visit of four requests: two adds, a quote, an order.
const purchase = "purchase"

// busy is an evening: visitors come at a fixed rate, whether or not earlier ones have been answered, and view products
// by Zipf's law from thirty districts in two languages. Some order, while staff watch the board, prices change, goods
// sell out and a file of products is imported.
type busy struct {
	*bench
	slugs, names, categories, branches, districts []string
	people                                        []buyer
	buying                                        evening
	desk                                          *desk
	placed                                        placed
	byOp                                          map[string][]time.Duration
	errors                                        map[string]int64
	first                                         string
	mu                                            sync.Mutex
}

func (b *bench) newBusy(ctx context.Context, people, purchases int) (*busy, error) {
	e := &busy{bench: b, byOp: map[string][]time.Duration{}, errors: map[string]int64{},
		placed: placed{at: map[string]time.Time{}}}
	for _, q := range []struct {
		into  *[]string
		query string
	}{
		{&e.slugs, `SELECT slug FROM products WHERE active ORDER BY popularity DESC, id LIMIT 20000`},
		{&e.names, `SELECT name_en FROM products WHERE active ORDER BY popularity DESC, id LIMIT 2000`},
		{&e.categories, `SELECT slug FROM categories WHERE active ORDER BY sort, id`},
		{&e.branches, `SELECT slug FROM branches WHERE active ORDER BY sort, id`},
		{&e.districts, `SELECT DISTINCT district_id FROM delivery_zones ORDER BY district_id LIMIT 30`},
	} {
		if err := b.shop.db.Select(ctx, q.into, q.query); err != nil {
			return nil, err
		}
		if len(*q.into) == 0 {
			return nil, fmt.Errorf("nothing from %s", q.query)
		}
	}
	var err error
	all, err := b.shop.buyers(ctx, people+purchases, b.goods.District)
	if err != nil {
		return nil, err
	}
	e.people = all[:people]
	e.buying = evening{shop: b.shop, goods: b.goods, people: all[people:],
		note: func(what string, took time.Duration) { e.note(what+", by who buys", took, "") }}
	e.desk, err = b.shop.newDesk(ctx, b.goods)
	return e, err
}

// visit prepares one request.
func (e *busy) visit(r *rand.Rand, byRank *rand.Zipf) (what string, s Shot) {
	total := 0
	for _, m := range mix {
		total += m.weight
	}
	n := r.IntN(total)
	for _, m := range mix {
		if n -= m.weight; n < 0 {
			what = m.what
			break
		}
	}
	lang := []string{"ar", "ar", "en"}[r.IntN(3)]
	district := e.districts[min(int(float64(len(e.districts))*r.Float64()*r.Float64()), len(e.districts)-1)]
	slug := e.slugs[min(int(byRank.Uint64()), len(e.slugs)-1)]
	page := func(path string) Shot {
		return get("/"+lang+path, "Cookie: district_id="+district, "Accept-Encoding: gzip, deflate, br")
	}
	api := func(path string) Shot {
		return get("/api/v1"+path, "District-Id: "+district, "Authorization: Bearer null", "Language: "+lang,
			"Accept-Encoding: gzip, deflate, br")
	}
	who := e.people[r.IntN(len(e.people))]
	signed := []string{"Authorization: Bearer " + who.token, "District-Id: " + e.goods.District}
	switch what {
	case "product page":
		return what, page("/products/" + slug)
	case "home page":
		return what, page("/home")
	case "category page":
		return what, page("/categories/" + e.categories[r.IntN(len(e.categories))])
	case "branch page":
		return what, page("/branches/" + e.branches[r.IntN(len(e.branches))])
	case "listing":
		return what, api(fmt.Sprintf("/products?page=%d&service_id=%s", 1+r.IntN(5)*r.IntN(2), e.goods.Service))
	case "product":
		return what, api("/products/" + slug)
	case "search":
		return what, api("/search?page=1&q=" + url.QueryEscape(e.names[min(int(byRank.Uint64()), len(e.names)-1)]))
	case "add":
		variant := e.goods.Variants[r.IntN(len(e.goods.Variants))]
		return what,
			post("/api/v1/order/add-to-cart", fmt.Sprintf(`{"service_id":%q,"product":%q,"qty":1,"branch_id":%q}`,
				e.goods.Service, variant, e.goods.Branch), signed...)
	}
	return what, get("/api/v1/order/cart?service_id="+e.goods.Service, signed...)
}

// change moves a price or sells something out, as another node would.
func (e *busy) change(ctx context.Context, r *rand.Rand, byRank *rand.Zipf, sellout bool) error {
	slug := e.slugs[min(int(byRank.Uint64()), len(e.slugs)-1)]
	var row struct {
		Branch  string `db:"branch_id"`
		Variant string `db:"variant_id"`
		Product string `db:"product_id"`
	}
	return e.shop.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := tx.Get(ctx, &row, `SELECT bp.branch_id, bp.variant_id, bp.product_id FROM branch_prices bp
			JOIN products p ON p.id = bp.product_id
			WHERE p.slug = $1 AND bp.branch_id <> $2 ORDER BY bp.branch_id, bp.variant_id LIMIT 1`, slug, e.goods.Branch)
		if err != nil {
			return nil // sold by that branch alone, whose goods are bought
		}
		if sellout {
			_, err := tx.Exec(ctx, `UPDATE stock SET out_until = CASE WHEN out_until IS NULL THEN CAST($3 AS BIGINT)
				ELSE NULL END
				WHERE branch_id = $1 AND variant_id = $2`, row.Branch, row.Variant, time.Now().Add(time.Hour).UnixMilli())
			if err != nil {
				return err
			}
			return products.PublishVariants(ctx, tx, row.Branch, []string{row.Variant})
		}
		if _, err := tx.Exec(ctx, `UPDATE branch_prices SET price = price + $3 WHERE branch_id = $1 AND variant_id = $2`,
			row.Branch, row.Variant, int64(r.IntN(3)-1)*25); err != nil {
			return err
		}
		return changefeed.PublishPart(ctx, tx, changefeed.Change{
			Kind: products.ChangedProduct, Scope: row.Branch, Aspect: products.AspectPrice}, row.Product)
	})
}

// changes come from now on, so many a second.
func (e *busy) changes(ctx context.Context, beside *sync.WaitGroup) {
	beside.Go(func() {
		r := rand.New(rand.NewPCG(7, 7))
		ranks := zipf(r, len(e.slugs))
		tick := time.NewTicker(time.Second / (pricesASecond + selloutsASecond))
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := e.change(ctx, r, ranks, i%3 == 2); err != nil && ctx.Err() == nil {
				e.note("change", 0, err.Error())
			}
		}
	})
}

// zipf gives ranks; the seed makes two builds meet the same visitors.
func zipf(r *rand.Rand, n int) *rand.Zipf { return rand.NewZipf(r, 1.1, 8, uint64(n-1)) }

// run runs the evening: rate visitors a second over conns connections.
func (e *busy) run(ctx context.Context, rate float64, conns int, d time.Duration,
	changing bool) (cpu time.Duration, n int64) {
	began, before := time.Now(), e.shop.cpu()
	ctx, stop := context.WithCancel(ctx)
	var beside, visitors sync.WaitGroup
	e.staff(ctx, &beside)
	if changing {
		e.changes(ctx, &beside)
	}
	type due struct {
		at   time.Time
		what string
		shot Shot
	}
	queue := make(chan due, 1<<16)
	var done atomic.Int64
	for range conns {
		visitors.Go(func() {
			var conn *wire
			for v := range queue {
				if conn == nil {
					var err error
					if conn, err = dial(e.shop.addr); err != nil {
						e.note(v.what, 0, err.Error())
						continue
					}
				}
				status, failure, err := http.StatusOK, "", error(nil)
				if v.what == purchase {
					err = e.purchase(conn)
				} else {
					status, _, err = conn.do(v.shot)
				}
				if err != nil {
					conn.close()
					conn, failure = nil, err.Error()
				} else if status != http.StatusOK && status != http.StatusNotFound {
					failure = fmt.Sprintf("%s: %d", v.what, status)
				}
				done.Add(1)
				e.note(v.what, time.Since(v.at), failure)
			}
		})
	}
	r := rand.New(rand.NewPCG(1, 1))
	ranks := zipf(r, len(e.slugs))
	for i := 0; ; i++ {
		at := began.Add(time.Duration(float64(i) / rate * float64(time.Second)))
		if at.Sub(began) > d {
			break
		}
		time.Sleep(time.Until(at))
		what, shot := e.visit(r, ranks)
		queue <- due{at, what, shot}
	}
	close(queue)
	visitors.Wait()
	stop()
	beside.Wait()
	return e.shop.cpu() - before, done.Load()
}

// purchase lets the next customer buy.
func (e *busy) purchase(conn *wire) error {
	n := int(e.buying.next.Add(1)) - 1
	if n >= len(e.buying.people) {
		return errors.New("nobody is left to buy")
	}
	order, err := e.buying.buy(conn, n)
	if err == nil {
		e.placed.put(order)
	}
	return err
}

// staff watch the board from now on: four follow it live, one reads it every second.
func (e *busy) staff(ctx context.Context, beside *sync.WaitGroup) {
	for i := range 4 {
		beside.Go(func() {
			err := e.desk.watch(ctx, func(order string) {
				if i > 0 {
					return
				}
				if at, ok := e.placed.take(order); ok {
					e.note("an order on the board", time.Since(at), "")
				}
			})
			if err != nil && ctx.Err() == nil {
				e.note("the live board", 0, err.Error())
			}
		})
	}
	beside.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			began := time.Now()
			if err := e.desk.ask(ctx, "GET", "/console/orders", "", "", nil); err == nil {
				e.note("the board, read whole", time.Since(began), "")
			} else if ctx.Err() == nil {
				e.note("the board, read whole", 0, err.Error())
			}
		}
	})
}

func (e *busy) note(what string, took time.Duration, failure string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if failure != "" {
		e.errors[what]++
		e.first = failure
		return
	}
	e.byOp[what] = append(e.byOp[what], took)
}

// busyHours measures the mix at a fixed rate: first without changes, which warms the caches, then with them.
func (b *bench) busyHours(ctx context.Context, rate float64, d time.Duration) error {
	share := 0
	for _, m := range mix {
		if m.what == purchase {
			share = m.weight
		}
	}
	e, err := b.newBusy(ctx, 400, int(2*rate*d.Seconds()*float64(share)/100)+200)
	if err != nil {
		return err
	}
	for _, changing := range []bool{false, true} {
		clear(e.byOp)
		clear(e.errors)
		e.first = ""
		drawn, same := b.shop.figure("wekala_pages_drawn_total"), b.shop.figure("wekala_pages_same_total")
		imported := make(chan Row, 1)
		if changing {
			go func() { imported <- e.bring(ctx, d) }()
		} else {
			close(imported)
		}
		cpu, n := e.run(ctx, rate, 64, d, changing)
		drawn, same = b.shop.figure("wekala_pages_drawn_total")-drawn, b.shop.figure("wekala_pages_same_total")-same
		name, pages := "an evening without changes", 0
		if changing {
			name = fmt.Sprintf("an evening, %d changes a second and a file beside it", pricesASecond+selloutsASecond)
		}
		if row, ok := <-imported; ok {
			b.rows = append(b.rows, row)
		}
		var ops []string
		for op := range e.byOp {
			ops = append(ops, op)
		}
		slices.Sort(ops)
		for _, op := range ops {
			p50, p99 := percentiles(e.byOp[op])
			bar, met := "for orientation", e.errors[op] == 0
			switch op {
			case "product page", "home page", "category page", "branch page":
				pages += len(e.byOp[op])
				bar, met = "p99 ≤ 150 ms", met && p99 <= 150*time.Millisecond
			case "an order on the board":
				bar, met = "p99 ≤ 2 s", met && p99 <= 2*time.Second
			case "listing":
				bar, met = "p99 ≤ 40 ms", met && p99 <= 40*time.Millisecond
			}
			b.rows = append(b.rows,
				Row{Engine: b.engine, What: name + ": " + op, Conns: 64, Ours: float64(len(e.byOp[op])) / d.Seconds(),
					P50: p50, P99: p99, Errors: e.errors[op], Bar: bar, Met: met})
		}
		b.rows = append(b.rows, Row{Engine: b.engine, Conns: 64, Ours: float64(n) / d.Seconds(), Bar: "for orientation",
			Met: e.first == "", First: e.first, Errors: e.errors["change"],
			What: fmt.Sprintf("%s: %.2f ms of the server's CPU a request; of %d pages %.0f drawn, %.0f found the same", name,
				float64(cpu.Microseconds())/1000/float64(max(n, 1)), pages, drawn, same)})
	}
	return e.keeping(ctx)
}

// bring imports a file of products during the load and reports how fast in a row.
func (e *busy) bring(ctx context.Context, d time.Duration) Row {
	row := Row{Engine: e.engine, What: fmt.Sprintf("a file of %d rows comes in beside the evening", importedRows),
		Bar: "≥ 2,000 rows/s, alone"}
	ctx, stop := context.WithTimeout(ctx, d+10*time.Minute)
	defer stop()
	took, err := e.desk.bring(ctx, importedRows)
	if err != nil {
		row.Errors, row.First = 1, err.Error()
		return row
	}
	row.Ours = importedRows / took.Seconds()
	row.Met = row.Ours >= 2000
	return row
}
