package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Row is a line of the table: ours, the limit, and the ratio to reach.
type Row struct {
	Engine, What string
	Conns        int
	Ours, Limit  float64 // per second
	P50, P99     time.Duration
	Errors       int64
	First        string
	Bar          string // in words
	Met          bool
}

func (r Row) ratio() float64 {
	if r.Limit == 0 {
		return 0
	}
	return r.Ours / r.Limit
}

// packed is the header with which every browser requests pages.
const packed = "Accept-Encoding: gzip, deflate, br"

type bench struct {
	shop     *shop
	engine   string
	database string
	goods    wares
	slice    time.Duration
	rounds   int
	rows     []Row
	product  string // slug
}

func (b *bench) headers() []string {
	return []string{"District-Id: " + b.goods.District, "Authorization: Bearer null"}
}

// inTurn measures ours and the limits A B A B and keeps the best round of each:
// whatever disturbs a round only ever slows it. The errors of all of ours count; a limit
// that makes one is none.
func (b *bench) inTurn(ours func() Result, limits ...func() Result) (best Result, most []float64, err error) {
	most = make([]float64, len(limits))
	var failed Result
	for range b.rounds {
		r := ours()
		failed.add(r)
		if r.PerSec > best.PerSec || best.Requests == 0 {
			best = r
		}
		for i, limit := range limits {
			r := limit()
			if r.Requests == 0 || r.Errors > 0 {
				return best, nil, fmt.Errorf("a limit: %d of %d requests failed: %s", r.Errors, r.Requests, r.First)
			}
			most[i] = max(most[i], r.PerSec)
		}
	}
	best.Errors, best.First = failed.Errors, failed.First
	return best, most, nil
}

// add counts the errors of another round.
func (r *Result) add(other Result) {
	r.Errors += other.Errors
	if r.First == "" {
		r.First = other.First
	}
}

// read compares a GET with net/http and a prepared body of the same size.
func (b *bench) read(what, path string, conns int, bar float64, headers ...string) error {
	request := get(path, append(b.headers(), headers...)...)
	same := func(int, int) Shot { return request }
	warm := load(b.shop.addr, conns, 200*time.Millisecond, same)
	if warm.Requests == 0 || warm.Errors > 0 {
		return fmt.Errorf("%s: %s", what, warm.First)
	}
	addr, stop, err := startLimit(warm.Bytes)
	if err != nil {
		return err
	}
	defer stop()
	r, most, err := b.inTurn(
		func() Result { return load(b.shop.addr, conns, b.slice, same) },
		func() Result { return load(addr, conns, b.slice, same) })
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	row := Row{Engine: b.engine, What: fmt.Sprintf("%s (%d B)", what, warm.Bytes), Conns: conns,
		Ours: r.PerSec, Limit: most[0], P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First,
		Bar: fmt.Sprintf("≥ %.2f of net/http", bar)}
	row.Met = row.ratio() >= bar && r.Errors == 0
	b.rows = append(b.rows, row)
	return nil
}

// browse: listings, a product, a branch as JSON, and whole pages.
func (b *bench) browse(conns []int) error {
	for _, n := range conns {
		for _, r := range []struct {
			what, path string
			bar        float64
			headers    []string
		}{
			{"listing of 24", "/api/v1/products?page=1&service_id=" + b.goods.Service, 0.5, nil},
			{"branch", "/api/v1/branches/" + b.goods.Branch, 0.5, nil},
			{"product", "/api/v1/products/" + b.product, 0.5, nil},
			{"home page, rendered, cached", "/en/home", 0.4, []string{packed}},
			{"product page, rendered, cached", "/ar/products/" + b.product, 0.4, []string{packed}},
		} {
			if err := b.read(r.what, r.path, n, r.bar,
				append(r.headers, "Cookie: district_id="+b.goods.District)...); err != nil {
				return err
			}
		}
	}
	return b.fresh()
}

// fresh renders pages that were not requested before: each is another product.
func (b *bench) fresh() error {
	var slugs []string
	if err := b.shop.db.Select(context.Background(), &slugs,
		`SELECT slug FROM products WHERE active ORDER BY id DESC LIMIT 60`); err != nil {
		return err
	}
	var n atomic.Int64
	r := load(b.shop.addr, 1, 30*time.Second, func(int, int) Shot {
		i := int(n.Add(1)) - 1
		if i >= len(slugs) {
			return nil
		}
		return get("/ar/products/"+slugs[i], "Cookie: district_id="+b.goods.District)
	})
	b.rows = append(b.rows,
		Row{Engine: b.engine, What: "page rendered afresh", Conns: 1, Ours: r.PerSec, P50: r.P50, P99: r.P99,
			Errors: r.Errors, First: r.First, Bar: "p50 ≤ 40 ms", Met: r.P50 <= 40*time.Millisecond && r.Errors == 0})
	return nil
}

// search fires words, some of them misspelt, in both languages with filters.
func (b *bench) search(conns int) error {
	var words []string
	if err := b.shop.db.Select(context.Background(), &words,
		`SELECT name_en FROM products WHERE active ORDER BY id LIMIT 400`); err != nil {
		return err
	}
	var arabic []string
	if err := b.shop.db.Select(context.Background(), &arabic,
		`SELECT name_ar FROM products WHERE active ORDER BY id LIMIT 400`); err != nil {
		return err
	}
	words = append(words, arabic...)
	var shots []Shot
	var paths []string
	for i, name := range words {
		parts := strings.Fields(name)
		q := parts[i%len(parts)]
		if letters := []rune(q); i%4 == 0 && len(letters) > 5 {
			letters[2], letters[3] = letters[3], letters[2]
			q = string(letters)
		}
		path := "/api/v1/search?q=" + url.QueryEscape(q) + "&page=" + fmt.Sprint(1+i%3)
		switch i % 5 {
		case 1:
			path += "&in_stock=true"
		case 2:
			path += "&service_id=" + b.goods.Service
		case 3:
			path += "&sort=price_asc&price_min=10"
		}
		paths = append(paths, path)
		shots = append(shots, get(path, b.headers()...))
	}
	row := func(what string, next func(conn, n int) Shot) {
		r := load(b.shop.addr, conns, 3*b.slice, next)
		b.rows = append(b.rows, Row{Engine: b.engine, What: what, Conns: conns, Ours: r.PerSec,
			P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First, Bar: "≥ 2,000/s, p99 ≤ 20 ms",
			Met: r.PerSec >= 2000 && r.P99 <= 20*time.Millisecond && r.Errors == 0})
	}
	row("search, typos, filters, facets, en + ar", func(conn, n int) Shot { return shots[(conn*37+n)%len(shots)] })
	// No question twice, so that no answer is a kept one.
	var asked atomic.Int64
	row("search, no question twice", func(int, int) Shot {
		n := int(asked.Add(1))
		return get(fmt.Sprintf("%s&price_max=%d.%02d", paths[n%len(paths)], 5000+n/100, n%100), b.headers()...)
	})
	r := loadAt(b.shop.addr, 1000, 4*b.slice, func(n int) Shot {
		if n%5 > 0 {
			return shots[n*37%len(shots)]
		}
		return get(fmt.Sprintf("%s&price_max=%d.%02d", paths[n/5%len(paths)], 9000+n/500, n/5%100), b.headers()...)
	})
	b.rows = append(b.rows,
		Row{Engine: b.engine, What: "search, 1,000 a second, a fifth never asked before", Ours: r.PerSec,
			P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First, Bar: "p99 ≤ 40 ms",
			Met: r.P99 <= 40*time.Millisecond && r.Errors == 0})
	return nil
}

// nodes compares two programs on one database with one alone, reading data that neither caches. All share the machine's
// cores, so with two cores it only shows that the nodes do not block each other.
func (b *bench) nodes(second *shop, conns int) error {
	var slugs []string
	if err := b.shop.db.Select(context.Background(), &slugs,
		`SELECT slug FROM products WHERE active ORDER BY id LIMIT 400`); err != nil {
		return err
	}
	var asked atomic.Int64
	next := func(int, int) Shot {
		n := int(asked.Add(1))
		return get(fmt.Sprintf("/api/v1/search?q=%s&price_max=%d.%02d", url.QueryEscape(slugs[n%len(slugs)]), 6000+n/100,
			n%100), b.headers()...)
	}
	both := b.shop.addr + "," + second.addr
	r, one, err := b.inTurn(
		func() Result { return load(both, conns, 2*b.slice, next) },
		func() Result { return load(b.shop.addr, conns, 2*b.slice, next) })
	if err != nil {
		return fmt.Errorf("two nodes: %w", err)
	}
	row := Row{Engine: b.engine, What: "search, two nodes beside one", Conns: conns, Ours: r.PerSec, Limit: one[0],
		P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First, Bar: "no loss on two cores (≥ 0.95)"}
	row.Met = row.ratio() >= 0.95 && r.Errors == 0
	b.rows = append(b.rows, row)
	return nil
}

// cart adds and adds: each customer one product after the other.
func (b *bench) cart(conns int, people []buyer) error {
	body := func(n int) string {
		return fmt.Sprintf(`{"service_id":%q,"product":%q,"qty":1,"branch_id":%q}`, b.goods.Service,
			b.goods.Variants[n%len(b.goods.Variants)], b.goods.Branch)
	}
	var person atomic.Int64
	next := func(int, int) Shot {
		// All customers add the same three products again, as a cart has few lines.
		n := int(person.Add(1))
		who := people[n%len(people)]
		return post("/api/v1/order/add-to-cart", body(n%len(people)+n/len(people)%3), "Authorization: Bearer "+who.token,
			"District-Id: "+b.goods.District)
	}
	// Adding to a cart is measured, not starting one.
	first := load(b.shop.addr, conns, b.slice, next)
	if first.Requests == 0 || first.Errors > 0 {
		return fmt.Errorf("filling carts: %s", first.First)
	}
	if err := b.shop.settle(context.Background()); err != nil {
		return err
	}
	ours := func() Result { return load(b.shop.addr, conns, b.slice, next) }
	return b.write(writing{what: "add to cart (durable)", limit: "add", bar: 0.4, size: first.Bytes, conns: conns,
		ours: ours, bare: bareAdd(b.shop.db)}, post("/", body(0)))
}

// writing is a write of ours that is compared with bare ones: with the least that does the
// job, and with one that writes the same rows. Both answer as many bytes.
type writing struct {
	what, limit string
	bar         float64
	size        int64
	conns       int
	ours        func() Result
	bare        func(context.Context) error
}

func (b *bench) write(w writing, shot Shot) error {
	var limits []func() Result
	for _, which := range []string{w.limit, "same-" + w.limit} {
		addr, stop, err := startSelf("-write", which, "-limit", strconv.FormatInt(w.size, 10), "-database", b.database)
		if err != nil {
			return err
		}
		defer stop()
		limits = append(limits, func() Result { return load(addr, w.conns, b.slice, func(int, int) Shot { return shot }) })
	}
	r, most, err := b.inTurn(w.ours, limits...)
	if err != nil {
		return fmt.Errorf("%s: %w", w.what, err)
	}
	row := Row{Engine: b.engine, What: w.what + ", beside the same rows", Conns: w.conns, Ours: r.PerSec, Limit: most[1],
		P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First,
		Bar: fmt.Sprintf("≥ %.2f of net/http with a bare write of the same rows", w.bar)}
	row.Met = row.ratio() >= w.bar && r.Errors == 0
	least := row
	least.What, least.Limit, least.Bar = w.what+", beside the least that does it", most[0], "for orientation"
	least.Met = r.Errors == 0
	b.rows = append(b.rows, row, least)
	return b.alone(w.what, w.conns, r, w.bare)
}

// alone adds what the database could do without HTTP, for orientation.
func (b *bench) alone(what string, conns int, ours Result, write func(context.Context) error) error {
	perSec, err := bareWrites(b.slice, conns, write)
	b.rows = append(b.rows, Row{Engine: b.engine, What: what + ", beside the bare statements without HTTP", Conns: conns,
		Ours: ours.PerSec, Limit: perSec, Bar: "for orientation", Met: true})
	return err
}

// checkout places cash orders of three lines; the carts are filled beforehand
// through the API.
func (b *bench) checkout(conns int, people []buyer) error {
	// Some customers order before the measurement: the bare write of the same rows uses an order as its model, and the
	// tables are not those of an empty shop.
	before := len(people) / 10
	each := (len(people) - before) / b.rounds
	type ready struct{ shot Shot }
	filled := make([]ready, len(people))
	fill := func(who buyer, i int) error {
		for line := range 3 {
			body := fmt.Sprintf(`{"service_id":%q,"product":%q,"qty":1,"branch_id":%q}`, b.goods.Service,
				b.goods.Variants[(i*3+line)%len(b.goods.Variants)], b.goods.Branch)
			if _, err := b.call("POST", "/api/v1/order/add-to-cart", body, who); err != nil {
				return err
			}
		}
		raw, err := b.call("GET", "/api/v1/checkout?service_id="+b.goods.Service+"&address_id="+who.address+
			"&payment_method=cod", "", who)
		if err != nil {
			return err
		}
		total, err := quoted(raw)
		if err != nil {
			return err
		}
		body := fmt.Sprintf(
			`{"service_id":%q,"address_id":%q,"payment_method":"cod","accept_terms":true,"expected_total":%s}`,
			b.goods.Service, who.address, total)
		filled[i] = ready{
			post("/api/v1/checkout", body, "Authorization: Bearer "+who.token, "District-Id: "+b.goods.District,
				"Idempotency-Key: bench-"+who.user)}
		return nil
	}
	errs := make(chan error, 16)
	var next atomic.Int64
	for range 16 {
		go func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(people) {
					errs <- nil
					return
				}
				if err := fill(people[i], i); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	for range 16 {
		if err := <-errs; err != nil {
			return fmt.Errorf("filling carts: %w", err)
		}
	}
	first := load(b.shop.addr, conns, time.Minute, func(conn, n int) Shot {
		if i := n*conns + conn; i < before {
			return filled[i].shot
		}
		return nil
	})
	if first.Requests == 0 || first.Errors > 0 {
		return fmt.Errorf("the first orders, of %d customers: %s", len(people), first.First)
	}
	if err := b.shop.settle(context.Background()); err != nil {
		return err
	}
	round := 0
	ours := func() Result {
		var n atomic.Int64
		from := before + round*each
		round++
		return load(b.shop.addr, conns, 4*b.slice, func(int, int) Shot {
			i := int(n.Add(1)) - 1
			if i >= each {
				return nil
			}
			return filled[from+i].shot
		})
	}
	return b.write(writing{what: "POST /checkout, cash, 3 lines", limit: "checkout", bar: 0.35, size: first.Bytes,
		conns: conns, ours: ours, bare: bareCheckout(b.shop.db)}, filled[0].shot)
}

func (b *bench) call(method, path, body string, who buyer) ([]byte, error) {
	r, err := http.NewRequest(method, "http://"+b.shop.addr+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+who.token)
	r.Header.Set("District-Id", b.goods.District)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, answer.StatusCode, raw)
	}
	return raw, err
}

// growth compares page 500 with page 1, and personal lists of few and many.
func (b *bench) growth() error {
	first := get("/api/v1/products?page=1&service_id="+b.goods.Service, b.headers()...)
	// Each deep page is requested once, so that finding it is measured, not a cache.
	deep := func(from int) func(conn, n int) Shot {
		return func(_, n int) Shot {
			if n >= 200 {
				return nil
			}
			return get(fmt.Sprintf("/api/v1/products?page=%d&service_id=%s", from+n, b.goods.Service), b.headers()...)
		}
	}
	load(b.shop.addr, 1, 100*time.Millisecond, func(int, int) Shot { return first })
	near := load(b.shop.addr, 1, 10*time.Second, deep(2))
	far := load(b.shop.addr, 1, 10*time.Second, deep(500))
	row := Row{Engine: b.engine, What: "pages 500 to 699 (beside pages 2 to 201)", Conns: 1, Ours: far.PerSec,
		Limit: near.PerSec, P50: far.P50, P99: far.P99, Errors: far.Errors, First: far.First, Bar: "as fast (≥ 0.67)"}
	row.Met = row.ratio() >= 0.67 && far.Errors == 0
	b.rows = append(b.rows, row)
	return nil
}
