package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// grown is one of the two shops whose answers are compared: the same program,
// with few and with many products and orders.
type grown struct {
	*shop
	goods    wares
	other    string // a service besides goods.Service
	slugs    []string
	words    []string
	customer string // a token of whoever ordered most
	staff    string // a token of an owner
}

// compareGrowth runs the program on a small and on a large database at the same
// time and measures them in turn, one connection, every request once: what is
// compared is finding the answer, not keeping it.
func compareGrowth(ctx context.Context, program, small, large, dir string) error {
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
	}
	fmt.Printf("start to /healthz: %s with few, %s with many\n\n", millis(shops[0].started), millis(shops[1].started))
	fmt.Print("| what | few p50 | many p50 | many / few | many p99 | errors | bar | met |\n|---|---|---|---|---|---|---|---|\n")
	// Pages 2 to 101: the small shop has them too.
	const rounds, each = 5, 20
	for _, kind := range []struct {
		what string
		shot func(g *grown, n int) Shot
	}{
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
			return get(fmt.Sprintf("/api/v1/search?q=%s&price_min=%d.%02d", url.QueryEscape(g.words[n]), 1+n/100, n%100), g.place()...)
		}},
		{"my-orders", func(g *grown, n int) Shot {
			return get("/api/v1/orders?page=1", "Authorization: Bearer "+g.customer)
		}},
		{"the order board", func(g *grown, n int) Shot {
			return get("/api/v1/console/orders", "Authorization: Bearer "+g.staff)
		}},
	} {
		var best [2]Result
		var errors int64
		var first string
		for round := range rounds {
			for i, g := range shops {
				r := load(g.addr, 1, time.Minute, func(_, n int) Shot {
					if n >= each {
						return nil
					}
					return kind.shot(g, round*each+n)
				})
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
		fmt.Printf("| %s | %s | %s | %.2f | %s | %d | ≤ 1.5 | %s |\n", kind.what, millis(best[0].P50), millis(best[1].P50), ratio, millis(best[1].P99), errors, met)
	}
	b := &bench{shop: shops[1].shop, engine: "many", goods: shops[1].goods, slice: 1500 * time.Millisecond, rounds: 3}
	if err := b.search(16); err != nil {
		return err
	}
	fmt.Print("\n", render(b.rows, nil, 0))
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
	g.customer, g.staff = id.Secret(32), id.Secret(32)
	now := time.Now().UnixMilli()
	day := int64(24 * time.Hour / time.Millisecond)
	return g, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
			SELECT $1, $2, user_id, 'bench', $3, $4, $3 FROM (SELECT user_id FROM orders GROUP BY user_id ORDER BY COUNT(*) DESC, user_id LIMIT 1) most`,
			id.Digest(g.customer), id.New("ses"), now, now+day); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
			SELECT $1, $2, id, $3, $4, $3 FROM staff WHERE role = 'owner' ORDER BY id LIMIT 1`, id.Digest(g.staff), id.New("sts"), now, now+day)
		return err
	})
}
