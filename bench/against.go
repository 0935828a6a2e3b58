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

// Of what another build serves in the same run, ours serves at least this much.
const againstBar = 0.90

// readings are the reads with a bar, for a shop filled by its own build: each returns the n-th request.
func (s *shop) readings(ctx context.Context, goods wares) ([]string, []func(n int) Shot, error) {
	var slug string
	if err := s.db.Get(ctx, &slug, `SELECT slug FROM products WHERE id = $1`, goods.Products[0]); err != nil {
		return nil, nil, err
	}
	var words []string
	if err := s.db.Select(ctx, &words, `SELECT name_en FROM products WHERE active ORDER BY id LIMIT 400`); err != nil {
		return nil, nil, err
	}
	if len(words) == 0 {
		return nil, nil, errors.New("no product to search for")
	}
	headers := []string{"District-Id: " + goods.District, "Authorization: Bearer null",
		"Cookie: district_id=" + goods.District}
	same := func(path string, more ...string) func(int) Shot {
		request := get(path, append(headers, more...)...)
		return func(int) Shot { return request }
	}
	search := func(n int) Shot {
		parts := strings.Fields(words[n%len(words)])
		return get(fmt.Sprintf("/api/v1/search?q=%s&page=%d&price_max=%d.%02d", url.QueryEscape(parts[n%len(parts)]), 1+n%3,
			5000+n/100, n%100), headers...)
	}
	return []string{"listing of 24", "branch", "product", "home page, kept", "product page, kept",
			"search, no question twice"},
		[]func(int) Shot{
			same("/api/v1/products?page=1&service_id=" + goods.Service),
			same("/api/v1/branches/" + goods.Branch),
			same("/api/v1/products/" + slug),
			same("/en/home", packed),
			same("/ar/products/"+slug, packed),
			search,
		}, nil
}

// against measures every reading on ours and on another build in turn, on shops with the same content.
func (b *bench) against(ctx context.Context, conns int, other *shop, others wares) error {
	if other == nil {
		return errors.New("against needs -beside")
	}
	names, ours, err := b.shop.readings(ctx, b.goods)
	if err != nil {
		return err
	}
	_, theirs, err := other.readings(ctx, others)
	if err != nil {
		return err
	}
	for i, name := range names {
		var asked [2]atomic.Int64
		serve := func(which int, s *shop, shot func(int) Shot, d time.Duration) Result {
			return load(s.addr, conns, d, func(int, int) Shot { return shot(int(asked[which].Add(1))) })
		}
		// Engines and kept answers first, so that both are warm.
		for _, warm := range []Result{serve(0, b.shop, ours[i], b.slice/4), serve(1, other, theirs[i], b.slice/4)} {
			if warm.Errors > 0 {
				return fmt.Errorf("%s: %s", name, warm.First)
			}
		}
		r, most, err := b.inTurn(
			func() Result { return serve(0, b.shop, ours[i], b.slice) },
			func() Result { return serve(1, other, theirs[i], b.slice) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		row := Row{Engine: b.engine, What: fmt.Sprintf("%s (%d B), beside the other build", name, r.Bytes), Conns: conns,
			Ours: r.PerSec, Limit: most[0], P50: r.P50, P99: r.P99, Errors: r.Errors, First: r.First,
			Bar: fmt.Sprintf("≥ %.2f of the other build", againstBar)}
		row.Met = row.ratio() >= againstBar && r.Errors == 0
		b.rows = append(b.rows, row)
	}
	return nil
}
