package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// ordersOfARound is how many orders a round through the shop places.
const ordersOfARound = 200

var located = regexp.MustCompile(`<loc>https?://[^/<]+([^<]*)</loc>`)

// sitemap lists the addresses of all pages in the sitemap, in both languages.
func (s *shop) sitemap(path string) ([]string, error) {
	answer, err := http.Get("http://" + s.addr + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %d %.200s %w", path, answer.StatusCode, raw, err)
	}
	var all []string
	for _, m := range located.FindAllSubmatch(raw, -1) {
		all = append(all, string(m[1]))
	}
	return all, nil
}

// round is a day of a small shop: every page in both languages, a search for every word of its goods, every listing to
// its end, and some orders. The memory afterwards is what such a shop needs.
func (b *bench) round(ctx context.Context) error {
	parts, err := b.shop.sitemap("/sitemap.xml")
	if err != nil {
		return err
	}
	var pages []Shot
	for _, part := range parts {
		paths, err := b.shop.sitemap(part)
		if err != nil {
			return err
		}
		for _, path := range paths {
			pages = append(pages, get(path, "Cookie: district_id="+b.goods.District, packed))
		}
	}
	var asked []Shot
	for lang, column := range map[string]string{"en": "name_en", "ar": "name_ar"} {
		var names []string
		if err := b.shop.db.Select(ctx, &names, `SELECT `+column+
			` FROM products WHERE active ORDER BY id LIMIT 5000`); err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, name := range names {
			for _, word := range strings.Fields(name) {
				if !seen[word] {
					seen[word] = true
					asked = append(asked, get("/api/v1/search?q="+url.QueryEscape(word), append(b.headers(), "Language: "+lang)...))
				}
			}
		}
	}
	var services []struct {
		ID    string
		Pages int
	}
	if err := b.shop.db.Select(ctx, &services, `SELECT service_id AS id, COUNT(*) / 24 + 1 AS pages FROM products
		WHERE active GROUP BY service_id ORDER BY service_id`); err != nil {
		return err
	}
	for _, lang := range []string{"en", "ar"} {
		for _, s := range services {
			for page := range min(s.Pages, 40) {
				asked = append(asked, get(fmt.Sprintf("/api/v1/products?page=%d&service_id=%s", page+1, s.ID),
					append(b.headers(), "Language: "+lang)...))
			}
		}
	}
	for _, part := range []struct {
		what  string
		shots []Shot
	}{{"pages", pages}, {"searches and listings", asked}} {
		if len(part.shots) == 0 {
			return errors.New("a round without " + part.what)
		}
		var n atomic.Int64
		r := load(b.shop.addr, 4, 10*time.Minute, func(int, int) Shot {
			i := int(n.Add(1)) - 1
			if i >= len(part.shots) {
				return nil
			}
			return part.shots[i]
		})
		b.rows = append(b.rows, Row{Engine: b.engine,
			What: fmt.Sprintf("a round: %d %s, each once; %d MiB then", len(part.shots), part.what, b.shop.memory()), Conns: 4,
			Ours: r.PerSec, P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First, Bar: "for orientation",
			Met: r.Errors == 0})
	}
	e := evening{shop: b.shop, goods: b.goods}
	if e.people, err = b.shop.buyers(ctx, ordersOfARound, b.goods.District); err != nil {
		return err
	}
	r, _, _ := e.flows(ctx, 2, len(e.people), 10*time.Minute)
	b.rows = append(b.rows, Row{Engine: b.engine, What: "a round: orders, each with two adds and a quote", Conns: 2,
		Ours: r.PerSec, P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First, Bar: "for orientation", Met: r.Errors == 0})
	return nil
}

// memoryRow reports the program's memory, next to what the design allows a shop of that size.
func memoryRow(engine string, products, mib int) Row {
	row := Row{Engine: engine, What: fmt.Sprintf("memory after all of it: %d MiB", mib), Bar: "for orientation", Met: true}
	switch {
	case products == 0:
		row.Bar, row.Met = "≤ 150 MB with the demo", mib <= 150
	case products >= 1_000_000:
		row.Bar, row.Met = "≤ 1 GB with a million products", mib <= 1024
	}
	return row
}
