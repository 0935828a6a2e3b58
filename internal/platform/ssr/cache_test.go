package ssr

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"wekala/internal/platform/compress"
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
	f.clock.Advance(time.Second)
	if f.page("/list"); f.fetched.Load() != 2 {
		t.Error("a second later the answers may be others")
	}
	f.clock.Advance(61 * time.Second)
	if later := f.page("/list"); f.fetched.Load() != 3 || later.ETag() == first.ETag() {
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
		return Answer{Status: 200, Body: []byte(`{}`), Expires: noon.Add(500 * time.Millisecond)}
	})
	f.page("/list")
	f.clock.Advance(499 * time.Millisecond)
	f.page("/list")
	if f.fetched.Load() != 1 {
		t.Fatal("made again too early")
	}
	f.clock.Advance(time.Millisecond)
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
	// One of them leaves early; the others still get their page.
	leaving, leave := context.WithCancel(context.Background())
	leave()
	if early := f.Page(leaving, Request{URL: "/list", Lang: "en", Origin: "https://shop.test"}); early.Rendered &&
		early.ETag() == "" {
		t.Error("who disconnects gets at least a shell")
	}
	close(release)
	group.Wait()
	for _, page := range pages {
		if !page.Rendered || page.ETag() != pages[0].ETag() {
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
			page := f.Page(context.Background(), Request{
				URL: fmt.Sprintf("/list?page=%d", i), Lang: "en", Network: func() string { return fmt.Sprint(i % 4) }})
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
	noise := rand.New(rand.NewPCG(1, 2))
	put := func(key string, size int) {
		document := make([]byte, size) // which packs to no less
		for i := range document {
			document[i] = byte(noise.Uint32())
		}
		c.put(&kept{key: key, version: "v", until: noon.Add(time.Minute), page: seal(200, document, true)})
	}
	for i := range 100 {
		put(fmt.Sprint(i), 4_000)
	}
	if c.used > 100_000 || c.order.Len() != len(c.byKey) || c.order.Len() < 9 {
		t.Errorf("%d bytes, %d pages", c.used, c.order.Len())
	}
	if c.get("99") == nil {
		t.Error("the newest was pushed out")
	}
	if c.get("0") != nil {
		t.Error("the oldest stayed")
	}
	put("large", 50_000)
	if c.get("large") != nil {
		t.Error("one page must not push out all others")
	}
}

// said is a bundle whose page depends on its moment, or does not.
func said(what string) func(*Config) {
	return func(c *Config) {
		text := strings.Replace(bundle, `status: missing ? 404 : 200,`, `says: "`+what+`", status: missing ? 404 : 200,`, 1)
		c.Dist.(fstest.MapFS)["server/server.js"] = &fstest.MapFile{Data: []byte(text)}
	}
}

func TestTheSameAnswersAreTheSamePage(t *testing.T) {
	var text atomic.Value
	text.Store("one")
	answer := func(_ context.Context, path string, _ map[string]string) Answer {
		return ok(`{"response":{"data":"` + text.Load().(string) + `"}}`)
	}
	f := newFixture(t, answer, said("always"))
	first := f.page("/steps")
	f.clock.Advance(time.Second)
	same := f.page("/steps")
	if f.fetched.Load() != 4 || f.Told().Drawn != 1 || same.ETag() != first.ETag() ||
		!bytes.Equal(same.Body(), first.Body()) {
		t.Errorf("a change elsewhere: %d fetches, %+v", f.fetched.Load(), f.Told())
	}
	if f.page("/steps"); f.fetched.Load() != 4 {
		t.Error("what was found the same is asked for at every visit")
	}
	// When its content changes, it is drawn with the answers already fetched, and only new queries are sent.
	text.Store("two")
	f.clock.Advance(time.Second)
	other := f.page("/steps")
	if f.fetched.Load() != 7 || f.Told().Drawn != 2 || other.ETag() == first.ETag() ||
		!bytes.Contains(other.Body(), []byte("two")) {
		t.Errorf("a change of what is shown: %d fetches, %+v", f.fetched.Load(), f.Told())
	}
}

func TestWhatStandsAroundAPageIsPartOfIt(t *testing.T) {
	theme := "/theme-1.css"
	f := newFixture(t, nil, said("always"), func(c *Config) { c.Theme = func() string { return theme } })
	f.page("/list")
	theme = "/theme-2.css"
	f.clock.Advance(time.Second)
	if page := f.page("/list"); !bytes.Contains(page.Body(), []byte(theme)) {
		t.Error("the shop's new colours are not on a page whose answers stayed")
	}
}

func TestAFailedAnswerIsNoNewPage(t *testing.T) {
	var down atomic.Bool
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		if down.Load() {
			return Answer{Status: 503, Body: []byte(`{}`)}
		}
		return ok(`{"response":{"data":1}}`)
	}, said("always"))
	first := f.page("/list")
	down.Store(true)
	f.clock.Advance(time.Second)
	f.page("/list")
	down.Store(false)
	f.clock.Set(noon) // the moment in the first page
	if again := f.page("/list"); again.ETag() != first.ETag() || !bytes.Contains(again.Body(), []byte("[200]")) {
		t.Error("a page of a failed answer stayed")
	}
}

// A change is seen within a second, and no visitor waits for it where the page is visited often.
func TestAPageIsRefreshedBesideItsVisitors(t *testing.T) {
	var text atomic.Value
	text.Store("one")
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return ok(`{"response":{"data":"` + text.Load().(string) + `"}}`)
	}, said("always"))
	shows := func(page Response, want string) bool { return bytes.Contains(page.Body(), []byte(`"data":"`+want+`"`)) }
	f.page("/list")
	text.Store("two")
	f.version.Add(1)
	f.clock.Advance(499 * time.Millisecond)
	if page := f.page("/list"); !shows(page, "one") || f.fetched.Load() != 1 {
		t.Error("a page half a second old is looked at again already")
	}
	f.clock.Advance(time.Millisecond)
	if page := f.page("/list"); !shows(page, "one") {
		t.Error("the visitor waited for a page that may still be given")
	}
	// A request made now joins the refresh; nothing else shows when it is done.
	req := f.clean(Request{URL: "/list", Lang: "en", Origin: "https://shop.test"})
	<-f.lookAt(context.Background(), req, cacheKey(req), f.cfg.Version())
	if page := f.page("/list"); !shows(page, "two") || f.fetched.Load() != 2 || f.Told().Drawn != 2 {
		t.Errorf("not refreshed once: %d fetches, %+v", f.fetched.Load(), f.Told())
	}
	f.clock.Advance(999 * time.Millisecond)
	text.Store("three")
	if page := f.page("/list"); !shows(page, "two") || f.fetched.Load() != 2 {
		t.Error("the catalogue stays, the page does not")
	}
	f.clock.Advance(time.Millisecond)
	if page := f.page("/list"); !shows(page, "three") {
		t.Error("older than a second")
	}
}

// A page contains the moment at which it was drawn. If its text does not depend on it, the page gets another moment
// instead of being redrawn; the result equals a drawn page byte for byte.
func TestAPageIsGivenAnotherMoment(t *testing.T) {
	draw := func(says string, at ...time.Duration) (*fixture, Response) {
		f := newFixture(t, nil, said(says))
		var page Response
		for _, d := range at {
			f.clock.Set(noon.Add(d))
			page = f.page(`/list?q=%22now%22:1795168800000,`)
		}
		return f, page
	}
	day := time.Hour * 13 // past Cairo's midnight
	for _, c := range []struct {
		says  string
		after time.Duration
		drawn int64
	}{
		{"always", 61 * time.Second, 1}, {"always", 48 * time.Hour, 1},
		{"day", 61 * time.Second, 1}, {"day", day, 2},
		{"moment", 61 * time.Second, 2}, {"", 61 * time.Second, 2},
	} {
		f, page := draw(c.says, 0, c.after)
		_, fresh := draw(c.says, c.after)
		if f.Told().Drawn != c.drawn {
			t.Errorf("%q after %v: drawn %d times", c.says, c.after, f.Told().Drawn)
		}
		if !bytes.Equal(page.Body(), fresh.Body()) || page.ETag() != fresh.ETag() {
			t.Errorf("%q after %v: not what would have been drawn", c.says, c.after)
		}
	}
}

func TestPagesAreKeptPacked(t *testing.T) {
	f := newFixture(t, nil)
	first := f.page("/list")
	plain := first.Body()
	if !first.body.Packed() {
		t.Error("the plain document is kept beside the packed one")
	}
	for _, encoding := range []string{compress.Brotli, compress.Gzip} {
		packed, _ := f.page("/list").body.In(encoding)
		unpacked, err := compress.Unpack(encoding, packed)
		if err != nil || !bytes.Equal(unpacked, plain) {
			t.Errorf("%s: another document (%v)", encoding, err)
		}
	}
}

// TestTypedAddressesPushOutNoOthers: made-up searches, comparisons or page numbers fill their own part of the memory,
// and the pages that everybody visits stay.
func TestTypedAddressesPushOutNoOthers(t *testing.T) {
	c := newPages(800_000)
	page := func(key string) *kept {
		return &kept{key: key, asked: []string{strings.Repeat("x", 2000)}}
	}
	c.put(page("/home?service_id=grocery"))
	c.put(page("/products/mango"))
	for i := range 2000 {
		for _, name := range []string{"q", "compare", "ticket", "page", "tag", "price_max"} {
			c.put(page(fmt.Sprintf("/search?service_id=a&%s=%d", name, i)))
		}
		c.put(page(fmt.Sprintf("/blogs?tag=%d", i)))
	}
	for _, key := range []string{"/home?service_id=grocery", "/products/mango"} {
		if c.get(key) == nil {
			t.Errorf("%s was pushed out", key)
		}
	}
	if c.get("/blogs?tag=1999") == nil {
		t.Error("the newest of the typed ones is not kept")
	}
	if c.typed.used > 100_000 || c.used+c.typed.used > 800_000 {
		t.Errorf("%d and %d bytes", c.used, c.typed.used)
	}
}
