package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// A page that is drawn afresh costs the other build's CPU at most this much of it.
const (
	productPageBar = 0.35
	otherPageBar   = 0.40
)

// pageKind is a page of the shop by its addresses, which are asked for in turn.
type pageKind struct {
	what  string
	paths []string
	bar   float64
}

// pageKinds are the pages that nearly every visitor sees, each with several addresses. Two builds with the same content
// get the same ones.
func (s *shop) pageKinds(ctx context.Context) ([]pageKind, error) {
	kinds := []pageKind{
		{what: "product", bar: productPageBar}, {what: "category", bar: otherPageBar}, {what: "search", bar: otherPageBar},
		{what: "branch", bar: otherPageBar}, {what: "home", bar: otherPageBar, paths: []string{"/home"}},
	}
	for i, q := range []struct{ query, path string }{
		{`SELECT slug FROM products WHERE active ORDER BY popularity DESC, id LIMIT 60`, "/products/"},
		{`SELECT slug FROM categories WHERE active ORDER BY sort, id LIMIT 20`, "/categories/"},
		{`SELECT name_en FROM products WHERE active ORDER BY popularity DESC, id LIMIT 40`, "/search-results?q="},
		{`SELECT slug FROM branches WHERE active ORDER BY sort, id LIMIT 20`, "/branches/"},
	} {
		var found []string
		if err := s.db.Select(ctx, &found, q.query); err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("nothing from %s", q.query)
		}
		for _, name := range found {
			if kinds[i].what == "search" {
				name = url.QueryEscape(strings.Fields(name)[0])
			}
			kinds[i].paths = append(kinds[i].paths, q.path+name)
		}
	}
	return kinds, nil
}

// drawnFor has pages of a kind drawn, none of them cached, for a while: every address has a number that the pages
// ignore. It returns the server's CPU time per page, compression included.
func (s *shop) drawnFor(kind pageKind, district string, conns int, d time.Duration,
	n *atomic.Int64) (Result, time.Duration) {
	before := s.cpu()
	r := load(s.addr, conns, d, func(int, int) Shot {
		i := int(n.Add(1))
		address := kind.paths[i/2%len(kind.paths)]
		separator := "?"
		if strings.Contains(address, "?") {
			separator = "&"
		}
		return get(fmt.Sprintf("/%s%s%spaid=%d", []string{"ar", "en"}[i%2], address, separator, i),
			"Cookie: district_id="+district, packed)
	})
	if r.Requests == 0 {
		return r, 0
	}
	return r, (s.cpu() - before) / time.Duration(r.Requests)
}

// pages compares the cost of drawing a page with that of another build, if one is given.
func (b *bench) pages(ctx context.Context, conns int, other *shop) error {
	kinds, err := b.shop.pageKinds(ctx)
	if err != nil {
		return err
	}
	shops := []*shop{b.shop}
	if other != nil {
		shops = append(shops, other)
	}
	for _, kind := range kinds {
		var n atomic.Int64
		best, cpu := make([]Result, len(shops)), make([]time.Duration, len(shops))
		for round := range b.rounds + 1 {
			for i, s := range shops {
				r, used := s.drawnFor(kind, b.goods.District, conns, b.slice, &n)
				if r.Requests == 0 {
					return errors.New("no page was drawn")
				}
				if round == 0 {
					continue // engines start, answers are read for the first time
				}
				errs, first := best[i].Errors+r.Errors, best[i].First
				if first == "" {
					first = r.First
				}
				if cpu[i] == 0 || used < cpu[i] {
					best[i], cpu[i] = r, used
				}
				best[i].Errors, best[i].First = errs, first
			}
		}
		row := Row{Engine: b.engine, Conns: conns, Ours: best[0].PerSec, P50: best[0].P50, P99: best[0].P99,
			Errors: best[0].Errors, First: best[0].First,
			What: fmt.Sprintf("%s page drawn afresh (%d B packed): %.2f ms of the server's CPU", kind.what, best[0].Bytes,
				inMillis(cpu[0])),
			Bar: "for orientation", Met: best[0].Errors == 0}
		if other != nil {
			ratio := float64(cpu[0]) / float64(cpu[1])
			row.What += fmt.Sprintf(", the other build %.2f: %.2f of it", inMillis(cpu[1]), ratio)
			row.Limit, row.Bar = best[1].PerSec, fmt.Sprintf("CPU ≤ %.2f of the other build's", kind.bar)
			row.Met = row.Met && ratio <= kind.bar
		}
		b.rows = append(b.rows, row)
	}
	return nil
}

func inMillis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
