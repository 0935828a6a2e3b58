package ssr

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/web"
)

// working has every page's answers take their time, as a page's drawing does.
func working(each time.Duration) Fetch {
	return func(context.Context, string, map[string]string) Answer {
		time.Sleep(each)
		return ok(`{"response":{"data":1}}`)
	}
}

// TestOneNetworkDoesNotHoldUpAnother has 24 connections of one network request pages that are not kept, without end; a
// visitor from another network waits for a page or two of theirs, not for all.
func TestOneNetworkDoesNotHoldUpAnother(t *testing.T) {
	const each = 50 * time.Millisecond
	f := newFixture(t, working(each))
	ctx, stop := context.WithCancel(context.Background())
	var greedy sync.WaitGroup
	var drawn atomic.Int64
	for i := range 24 {
		greedy.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				f.Page(ctx,
					Request{URL: fmt.Sprintf("/list?q=%d.%d", i, n), Lang: "en", Network: func() string { return "198.51.100.0/24" }})
				drawn.Add(1)
			}
		})
	}
	for drawn.Load() < 8 { // they are at it
		time.Sleep(time.Millisecond)
	}
	var longest time.Duration
	for i := range 10 {
		began := time.Now()
		page := f.Page(context.Background(), Request{
			URL: fmt.Sprintf("/list?q=honest%d", i), Lang: "en", Network: func() string { return "203.0.113.0/24" }})
		if longest = max(longest, time.Since(began)); !page.Rendered {
			t.Fatalf("an honest page: %d", page.Status)
		}
	}
	stop()
	greedy.Wait()
	t.Logf("an honest page took %s at most, beside %d of a greedy network", longest, drawn.Load())
	// In one line with all others it would be 12 times this.
	if longest > 5*each {
		t.Errorf("an honest page took %s beside pages of %s", longest, each)
	}
}

// TestWhatOneNetworkAsksForIsBounded: requests above the share are refused before any work, with a readable page; kept
// pages are sent to everybody.
func TestWhatOneNetworkAsksForIsBounded(t *testing.T) {
	release := make(chan struct{})
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		<-release
		return ok(`{"response":{"data":1}}`)
	}, func(c *Config) {
		c.Wait = 20 * time.Second
		c.Network = func(r *http.Request) string { return r.Header.Get("X-Network") }
	})
	var all sync.WaitGroup
	free := f.Workers() + maxWaiting
	for i := range free {
		all.Go(func() {
			f.Page(context.Background(),
				Request{URL: fmt.Sprintf("/list?q=%d", i), Lang: "en", Network: func() string { return "greedy" }})
		})
	}
	for f.waiting("greedy") < maxWaiting || int(f.fetched.Load()) < f.Workers() {
		time.Sleep(time.Millisecond)
	}
	asked := f.fetched.Load()
	get := func(path, network, accept string) *httptest.ResponseRecorder {
		request := httptest.NewRequest("GET", path, nil)
		request.Header.Set("X-Network", network)
		request.Header.Set("Accept-Language", accept)
		recorder := httptest.NewRecorder()
		f.Handler(nil).ServeHTTP(recorder, request)
		return recorder
	}
	for lang, words := range map[string]string{"en": "a bit busy right now", "ar": "الموقع مشغول"} {
		refused := get("/list?q=more&x=%22%3E", "greedy", lang)
		text := refused.Body.String()
		if refused.Code != http.StatusTooManyRequests || refused.Header().Get("Retry-After") != "5" ||
			!strings.Contains(text, words) || strings.Contains(text, "<script") ||
			!strings.Contains(text, `href="/list?q=more"`) {
			t.Errorf("one more: %d %v\n%s", refused.Code, refused.Header(), text)
		}
	}
	if f.fetched.Load() != asked {
		t.Error("what is refused was begun")
	}
	honest := make(chan *httptest.ResponseRecorder, 1)
	go func() { honest <- get("/list?q=honest", "another", "en") }()
	for f.fetched.Load() == asked {
		time.Sleep(time.Millisecond) // theirs is begun while the others wait
	}
	close(release)
	if page := <-honest; page.Code != 200 {
		t.Errorf("an honest page: %d", page.Code)
	}
	all.Wait()
}

// TestMadeUpAddressesMakeNoPages: parameters that no page reads are removed before the cache is consulted.
func TestMadeUpAddressesMakeNoPages(t *testing.T) {
	f := newFixture(t, nil, func(c *Config) {
		c.District = func(id string) bool { return id == "dst_1" }
		c.Currency = func(id string) bool { return id == "USD" }
	})
	ask := func(req Request) { f.Page(context.Background(), req) }
	f.page("/list?q=tea&page=2")
	for _, url := range []string{
		"/list?q=tea&page=2&x=1", "/list?x=2&page=2&q=tea", "/list/?q=tea&page=2", "//list///?q=tea&page=2",
		"/list?q=tea&q=tea&page=2",
		"/list?q=te%61&page=2", "/%6Cist?page=2&q=tea", "/list?q=tea&page=2&utm_source=a&fbclid=b&ref=ABCD2345",
		"/list?q=tea&page=2&ticket=",
		"/list?q=tea&page=2&" + strings.Repeat("y", 1500),
	} {
		if f.page(url); f.fetched.Load() != 1 {
			t.Fatalf("%.80s made a page of its own", url)
		}
	}
	f.page("/list")
	for n, url := range []string{"/list?page=x", "/list?page=1234567890", "/list?q=" + strings.Repeat("q", 201),
		"/list?q=%00"} {
		if f.page(url); f.fetched.Load() != 2 {
			t.Fatalf("%d: %.40s made a page of its own", n, url)
		}
	}
	for _, unknown := range []string{"dst_2", "'; DROP", "dst_1 "} {
		ask(Request{URL: "/list", Lang: "en", District: unknown, Currency: unknown, Origin: "https://shop.test"})
	}
	if f.fetched.Load() != 2 {
		t.Error("a made-up cookie made a page of its own")
	}
	ask(Request{URL: "/list", Lang: "en", District: "dst_1", Currency: "USD", Origin: "https://shop.test"})
	if f.fetched.Load() != 3 {
		t.Error("a district is known and was left out")
	}
}

// TestTheDeclaredParameters reads the list the web declares.
func TestTheDeclaredParameters(t *testing.T) {
	p, err := readParameters(web.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	const address = "/search-results?category_id=cat_1&page=2&price_max=90&q=%D8%B4%D8%A7%D9%8A&sort=price_asc"
	if got := p.known(address + "&x=1"); got != address {
		t.Errorf("%s became %s", address, got)
	}
	for _, broken := range []string{`{`, `{"kinds": {}, "names": {"q": "text"}}`,
		`{"kinds": {"text": "("}, "names": {"q": "text"}}`} {
		if _, err := readParameters([]byte(broken)); err == nil {
			t.Errorf("%s was taken", broken)
		}
	}
}

// Workers is how many engines the fixture has.
func (f *fixture) Workers() int { return f.cfg.Workers }

func (f *fixture) waiting(network string) int { return f.turns.Waiting(network) }
