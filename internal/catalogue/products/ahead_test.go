package products_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// tins lists the plain products, as the index would.
type tins struct {
	lists  atomic.Int64
	listed func() // told of each page asked for
	away   bool
}

func (l *tins) List(q products.Query) (products.Found, bool) {
	l.lists.Add(1)
	l.listed()
	found := products.Found{Total: shoptest.Paging}
	for i := (q.Page - 1) * q.PerPage; i < min(q.Page*q.PerPage, shoptest.Paging); i++ {
		found.Hits = append(found.Hits, products.Hit{ProductID: fmt.Sprintf("prd_tin%02d", i)})
	}
	return found, !l.away
}

func (*tins) Counts(string, string) (map[string]int64, bool) { return nil, false }

// TestTheNextPageIsReadAhead: after the second page of a listing, the rows of the third are read in the background, one
// page at a time, and nothing else.
func TestTheNextPageIsReadAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var cards atomic.Int64
		reading := func() {}
		counts := &db.Counts{Asked: func(query string, _ []any) {
			if strings.Contains(query, "JOIN branch_prices bp ON bp.product_id = p.id") {
				cards.Add(1)
				reading()
			}
		}}
		s := open(t, db.Counted(d, counts))
		list := &tins{listed: func() {}}
		s.Join(list, blocks{}, nil)
		page := func(n int, more string) string {
			t.Helper()
			w := s.get(fmt.Sprintf("/products?service_id=grocery&page=%d%s", n, more))
			if w.Code != http.StatusOK {
				t.Fatalf("page %d: %d %s", n, w.Code, w.Body)
			}
			return w.Body.String()
		}
		reads := func(what string, want int64, ask func()) {
			t.Helper()
			s.WaitAhead()
			cards.Store(0)
			ask()
			s.WaitAhead()
			if got := cards.Load(); got != want {
				t.Errorf("%s: the rows of cards were read %d times, not %d", what, got, want)
			}
		}
		forget := func() {
			t.Helper()
			s.must(t, func(ctx context.Context, tx *db.Tx) error { return changefeed.Publish(ctx, tx, changefeed.All) })
			if err := s.news.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}

		reads("the first page", 1, func() { page(1, "") })
		reads("the second page", 2, func() { page(2, "") })
		reads("the third page", 0, func() { page(3, "") })
		reads("the second page, kept", 0, func() { page(2, "") })
		reads("the second page in another order", 0, func() { page(2, "&sort=newest") })

		// Pages read ahead are as fresh as pages read on request.
		forget()
		reads("the second page after a change", 2, func() { page(2, "") })
		shoptest.Exec(t, d, `UPDATE branch_prices SET price = 99900 WHERE product_id = 'prd_tin59'`)
		forget()
		var third string
		reads("the third page after another", 1, func() { third = page(3, "") })
		if !strings.Contains(third, "999") {
			t.Error("an old price is shown")
		}

		// Only one page is read ahead at a time: another read is dropped. A request for the page being read waits for it.
		forget()
		before, goOn := list.lists.Load(), make(chan struct{})
		reads("a second page while a third is read, and the third", 2, func() {
			reading = func() {
				if cards.Load() == 2 {
					<-goOn
				}
			}
			page(2, "")
			page(2, "&sort=newest")
			if n := list.lists.Load() - before; n != 3 {
				t.Errorf("the index was asked %d times for two second pages and one third", n)
			}
			list.listed = func() { close(goOn) }
			page(3, "")
		})
		list.listed, reading = func() {}, func() {}

		// The database would walk to find the page after.
		forget()
		list.away = true
		reads("the second page without the index", 1, func() { page(2, "") })
		list.away = false

		// A program that stops reads nothing for later.
		forget()
		s.Close()
		reads("the second page of a program that stops", 1, func() { page(2, "") })
	})
}

// TestRowsOfOneProductKeepNoOthers: of a page that was read some rows stay longer than others, which must not keep
// those in memory that are gone.
func TestRowsOfOneProductKeepNoOthers(t *testing.T) {
	s := open(t, dbtest.New(t, db.SQLite))
	var ids []string
	for i := range shoptest.Paging {
		ids = append(ids, fmt.Sprintf("prd_tin%02d", i))
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const pages = 200
	kept := make([]any, 0, pages+1)
	read := func() {
		t.Helper()
		rows, err := s.ReadRows(t.Context(), ids, ids[7])
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, rows)
	}
	read()
	before := heap()
	for range pages {
		read()
	}
	if each := (heap() - before) / pages; each > 4<<10 {
		t.Errorf("the rows of one product hold %d bytes", each)
	}
	runtime.KeepAlive(kept)
}
