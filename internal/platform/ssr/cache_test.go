package ssr

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestPagesAreKeptUntilSomethingMoves(t *testing.T) {
	f := newFixture(t, nil)
	first := f.page("/list")
	if f.page("/list"); f.fetched.Load() != 1 {
		t.Errorf("a kept page was made again: %d fetches", f.fetched.Load())
	}
	if f.page("/list?gclid=1"); f.fetched.Load() != 1 {
		t.Error("an advertiser's parameter made another page")
	}
	f.version.Add(1)
	if f.page("/list"); f.fetched.Load() != 2 {
		t.Error("the catalogue moved, the page did not")
	}
	f.clock.Advance(61 * time.Second)
	if later := f.page("/list"); f.fetched.Load() != 3 || later.ETag == first.ETag {
		t.Error("the page's time was up")
	}
	for _, other := range []Request{
		{URL: "/list", Lang: "ar"}, {URL: "/list", Lang: "ar", Figures: "arab"},
		{URL: "/list", Lang: "en", District: "d"}, {URL: "/list", Lang: "en", Currency: "c"},
	} {
		before := f.fetched.Load()
		f.Page(context.Background(), other)
		if f.fetched.Load() != before+1 {
			t.Errorf("%+v was answered with another's page", other)
		}
	}
}

func TestPageLivesNoLongerThanItsShortestAnswer(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return Answer{Status: 200, Body: []byte(`{}`), Expires: noon.Add(5 * time.Second)}
	})
	f.page("/list")
	f.clock.Advance(4 * time.Second)
	f.page("/list")
	if f.fetched.Load() != 1 {
		t.Fatal("made again too early")
	}
	f.clock.Advance(time.Second)
	f.page("/list")
	if f.fetched.Load() != 2 {
		t.Error("kept beyond its time")
	}
}

func TestBadPagesAreNotKept(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return Answer{Status: 503, Body: []byte(`{}`)}
	})
	f.page("/list")
	f.page("/list")
	if f.fetched.Load() != 2 {
		t.Error("a page with a failed answer was kept")
	}
	if f.page("/nowhere"); f.pages.order.Len() != 0 {
		t.Error("a made-up address takes up room")
	}
}

func TestOneRenderForEverybodyWhoAsksAtOnce(t *testing.T) {
	release := make(chan struct{})
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		<-release
		return ok(`{"response":{"data":1}}`)
	})
	var group sync.WaitGroup
	pages := make([]Response, 20)
	for i := range pages {
		group.Go(func() { pages[i] = f.page("/list") })
	}
	// One of them leaves early; the others get their page all the same.
	leaving, leave := context.WithCancel(context.Background())
	leave()
	if early := f.Page(leaving, Request{URL: "/list", Lang: "en", Origin: "https://shop.test"}); early.Rendered && early.ETag == "" {
		t.Error("who leaves gets at least a shell")
	}
	close(release)
	group.Wait()
	for _, page := range pages {
		if !page.Rendered || page.ETag != pages[0].ETag {
			t.Fatal("not the same page for all")
		}
	}
	if n := f.fetched.Load(); n > 2 {
		t.Errorf("%d fetches for one page", n)
	}
}

func TestManyPagesAtOnce(t *testing.T) {
	f := newFixture(t, nil)
	var group sync.WaitGroup
	for i := range 60 {
		group.Go(func() {
			page := f.Page(context.Background(), Request{URL: fmt.Sprintf("/list?page=%d", i), Lang: "en", Network: fmt.Sprint(i % 4)})
			if !page.Rendered {
				t.Errorf("page %d was not rendered", i)
			}
		})
	}
	group.Wait()
	f.engines.mu.Lock()
	defer f.engines.mu.Unlock()
	if n := len(f.engines.idle); n > 2 {
		t.Errorf("%d engines for 2 workers", n)
	}
}

func TestCacheIsBoundedByBytes(t *testing.T) {
	c := newPageCache(100_000)
	for i := range 100 {
		c.put(fmt.Sprint(i), "v", noon.Add(time.Minute), Response{HTML: make([]byte, 9_000)})
	}
	if c.used > 100_000 || c.order.Len() != len(c.byKey) || c.order.Len() < 9 {
		t.Errorf("%d bytes, %d pages", c.used, c.order.Len())
	}
	if _, found := c.get("99", "v", noon); !found {
		t.Error("the newest was pushed out")
	}
	if _, found := c.get("0", "v", noon); found {
		t.Error("the oldest stayed")
	}
	c.put("large", "v", noon.Add(time.Minute), Response{HTML: make([]byte, 50_000)})
	if _, found := c.get("large", "v", noon); found {
		t.Error("one page must not push out all others")
	}
}
