package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"time"
)

// keptOf is how many pages are requested one after the other to see which of them are kept.
const keptOf = 4000

// moment matches the moment at which a page was drawn or checked.
var moment = regexp.MustCompile(`"now":\d+,`)

// looked is the result for one kind of page.
type looked struct {
	all    int // asked for
	first  int // never before
	drawn  int // not kept
	again  int // the same as when it was last asked for: what a cache that forgets nothing keeps
	wasted int // drawn all the same
}

// keeping requests the evening's pages one by one while things change, and reports which were kept, compared with an
// unbounded cache that draws a page only when it is new or has changed.
func (e *busy) keeping(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	e.changes(ctx, &beside)
	defer func() { stop(); beside.Wait() }()
	conn, err := dial(e.shop.addr)
	if err != nil {
		return err
	}
	defer conn.close()
	r := rand.New(rand.NewPCG(3, 3))
	ranks := zipf(r, len(e.slugs))
	last := map[string][sha256.Size]byte{}
	found := map[string]*looked{}
	began, total := time.Now(), &looked{}
	for total.all < keptOf && ctx.Err() == nil {
		what, shot := e.visit(r, ranks)
		if !strings.HasSuffix(what, " page") {
			continue
		}
		// Unpacked, so that pages can be compared.
		shot = Shot(strings.Replace(string(shot), "Accept-Encoding: gzip, deflate, br\r\n", "", 1))
		before := e.shop.figure("wekala_pages_drawn_total")
		status, body, err := conn.do(shot)
		if err != nil {
			return err
		}
		if status != 200 {
			return fmt.Errorf("%s: %d", what, status)
		}
		drawn := e.shop.figure("wekala_pages_drawn_total") > before
		sum := sha256.Sum256(moment.ReplaceAll(body, nil))
		was, seen := last[string(shot)]
		last[string(shot)] = sum
		if found[what] == nil {
			found[what] = &looked{}
		}
		for _, l := range []*looked{found[what], total} {
			l.all++
			if drawn {
				l.drawn++
			}
			if !seen {
				l.first++
			} else if was == sum {
				l.again++
				if drawn {
					l.wasted++
				}
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// These columns have counts, kept and requested, where other rows have rates.
	for _, what := range []string{"home page", "category page", "branch page", "product page"} {
		l := found[what]
		if l == nil {
			continue
		}
		row := Row{Engine: e.engine, Conns: 1, Ours: float64(l.all - l.drawn), Limit: float64(l.all), Bar: "≥ 0.90",
			Met: 10*l.drawn <= l.all,
			What: fmt.Sprintf("%ss with changes beside: kept, of those asked for, of which an ideal cache keeps %.2f; of %d "+
				"drawn %d were asked for the first time, %d had not changed",
				what, float64(l.again)/float64(l.all), l.drawn, l.first, l.wasted)}
		if what == "product page" {
			row.Bar, row.Met = "for orientation", true
		}
		e.rows = append(e.rows, row)
	}
	e.rows = append(e.rows, Row{Engine: e.engine, Conns: 1, Ours: float64(total.again - total.wasted),
		Limit: float64(total.again), Bar: "≥ 0.90", Met: total.again > 0 && 10*total.wasted <= total.again,
		What: fmt.Sprintf("pages kept, of those an ideal cache keeps, in %.0f s", time.Since(began).Seconds())})
	return nil
}
