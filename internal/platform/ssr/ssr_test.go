package ssr

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"wekala/internal/platform/clock"
)

// bundle replaces web/dist/server/server.js: the same contract, one behaviour per address.
const bundle = `
var wekala = {
  queries: function (json) {
    var st = JSON.parse(json);
    var path = st.url.replace(/^\/(en|ar)(?=\/|$)/, "").replace(/\?.*/, "") || "/";
    var answer = {queries: [], again: false, redirect: "", notFound: false, modules: ["src/features/list.tsx"]};
    var ask = function (p, meta) { answer.queries.push({key: [p, {lang: st.lang}], path: p, meta: meta || {shape: "one"}}); };
    if (path === "/list") ask("/things?page=1");
    if (path === "/subject") ask("/gone", {shape: "one", subject: true});
    if (path === "/steps") {
      ask("/first");
      if (st.data.length > 0) ask("/second?of=" + st.data[0].body.response.data);
      else answer.again = true;
    }
    if (path === "/many") for (var i = 0; i < 100; i++) ask("/n" + i);
    if (path === "/old") answer.redirect = "/new";
    if (path === "/nowhere") answer.notFound = true;
    if (path === "/askloop") for (;;) {}
    return JSON.stringify(answer);
  },
  render: function (json) {
    var st = JSON.parse(json);
    if (/loop/.test(st.url)) for (;;) {}
    if (/memory/.test(st.url)) { var all = []; for (;;) all.push(new Array(100000).fill(1)); }
    if (/throw/.test(st.url)) throw new Error("drawing failed: " + st.url);
    if (/deep/.test(st.url)) { var f = function () { return f() + 1; }; f(); }
    if (/log/.test(st.url)) console.warn("hello", 1);
    var missing = /nowhere/.test(st.url) || st.data.some(function (d) { return d.meta.subject && d.status === 404; });
    return JSON.stringify({status: missing ? 404 : 200, head: "<title>" + st.lang + "</title>"}) + "\n" +
      '<link rel="preload" as="image" href="/a.webp"/><p>' + st.url + " " + st.district + " " + JSON.stringify(st.data.map(function (d) { return d.status; })) + "</p>";
  }
};
`

const manifest = `{
  "src/storefront/entry-client.ts": {"file": "assets/shop-1.js", "css": ["assets/styles-1.css"]},
  "src/storefront/start.tsx": {"file": "assets/start-1.js", "imports": ["_vendor.js"]},
  "src/console/entry-client.tsx": {"file": "assets/console-1.js", "css": ["assets/styles-1.css"]},
  "src/locales/en.ts": {"file": "assets/en-1.js"},
  "src/locales/ar.ts": {"file": "assets/ar-1.js"},
  "src/features/list.tsx": {"file": "assets/list-1.js", "imports": ["_vendor.js"]},
  "_vendor.js": {"file": "assets/vendor-1.js"},
  "n/readex-pro-arabic-wght-normal.woff2": {"file": "assets/arabic-1.woff2"},
  "n/readex-pro-latin-wght-normal.woff2": {"file": "assets/latin-1.woff2"}
}`

const parametersOf = `{"kinds": {"text": "^[^\\x00-\\x1f]{1,200}$", "number": "^[0-9]{1,9}$"}, "names": {"page": "number", "q": "text", "ticket": "text"}}`

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

type fixture struct {
	*Renderer
	clock   *clock.Fake
	fetched atomic.Int64
	version atomic.Int64
	log     *strings.Builder
}

func ok(body string) Answer { return Answer{Status: 200, Body: []byte(body)} }

func newFixture(t *testing.T, fetch Fetch, change ...func(*Config)) *fixture {
	t.Helper()
	f := &fixture{clock: clock.NewFake(noon), log: &strings.Builder{}}
	cfg := Config{
		Dist: fstest.MapFS{
			"server/server.js":    {Data: []byte(bundle)},
			"manifest.json":       {Data: []byte(manifest)},
			"assets/shop-1.js":    {Data: []byte("shop()")},
			"assets/shop-1.js.gz": {Data: []byte("packed")},
			"favicon.svg":         {Data: []byte("<svg/>")},
			"sw.js":               {Data: []byte("worker()")},
		},
		Fetch: func(ctx context.Context, path string, header map[string]string) Answer {
			f.fetched.Add(1)
			if fetch == nil {
				return ok(`{"response":{"data":"x"}}`)
			}
			return fetch(ctx, path, header)
		},
		Version:    func() string { return fmt.Sprint(f.version.Load()) },
		Clock:      f.clock,
		Log:        slog.New(slog.NewTextHandler(&lockedWriter{w: f.log}, nil)),
		Workers:    2,
		Parameters: []byte(parametersOf),
		Limit:      300 * time.Millisecond,
		MaxMemory:  64 << 20,
	}
	for _, c := range change {
		c(&cfg)
	}
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	f.Renderer = r
	return f
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func (f *fixture) page(url string) Response {
	return f.Page(context.Background(), Request{URL: url, Lang: "en", Origin: "https://shop.test"})
}

// pageState reads the data the document carries for the browser.
func pageState(t *testing.T, page Response) map[string]any {
	t.Helper()
	const begin = `<script type="application/json" id="state"`
	_, rest, found := strings.Cut(string(page.Body()), begin)
	_, rest, _ = strings.Cut(rest, ">")
	text, _, closed := strings.Cut(rest, "</script>")
	if !found || !closed {
		t.Fatal("the document carries no state")
	}
	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("state: %v\n%s", err, text)
	}
	return out
}

func TestPageIsRenderedWithItsAnswers(t *testing.T) {
	var asked map[string]string
	f := newFixture(t, func(_ context.Context, path string, header map[string]string) Answer {
		if path != "/api/v1/things?page=1" {
			t.Errorf("asked %s", path)
		}
		asked = header
		return ok(`{"response":{"data":[1,2]}}`)
	})
	page := f.Page(context.Background(), Request{
		URL: "/ar/list?utm_source=x", Lang: "ar", District: "dst_1", Origin: "https://shop.test",
	})
	if page.Status != 200 || !page.Rendered {
		t.Fatalf("status %d, rendered %v", page.Status, page.Rendered)
	}
	text := string(page.Body())
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, `<title>ar</title>`, `<p>/ar/list dst_1 [200]</p>`,
		`href="/assets/styles-1.css"`, `href="/assets/arabic-1.woff2"`, `href="/assets/latin-1.woff2"`,
		`data-parts="/assets/start-1.js /assets/vendor-1.js /assets/ar-1.js /assets/list-1.js"`,
		`<script type="module" fetchpriority="low" src="/assets/shop-1.js">`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	head, _, _ := strings.Cut(text, "</head>")
	if !strings.Contains(head, `<link rel="preload" as="image" href="/a.webp"/>`) {
		t.Error("React's preloads belong into the head")
	}
	if strings.Contains(text, "/assets/en-1.js") {
		t.Error("the other language's texts are loaded")
	}
	if asked["Accept-Language"] != "ar" || asked["district-id"] != "dst_1" ||
		asked["currency-id"] != "null" || asked["Authorization"] != "Bearer null" {
		t.Errorf("headers: %v", asked)
	}
	st := pageState(t, page)
	if st["prefix"] != "ar" || st["figures"] != "latn" || st["status"] != 200.0 || st["now"] != float64(noon.UnixMilli()) {
		t.Errorf("state: %v", st)
	}
}

func TestQueriesThatDependOnAnswers(t *testing.T) {
	var mu sync.Mutex
	var paths []string
	f := newFixture(t, func(_ context.Context, path string, _ map[string]string) Answer {
		mu.Lock()
		defer mu.Unlock()
		paths = append(paths, path)
		return ok(`{"response":{"data":"svc_1"}}`)
	})
	if page := f.page("/steps"); !strings.Contains(string(page.Body()), "[200,200]") {
		t.Errorf("both answers are to be rendered with: %s", page.Body())
	}
	if got := strings.Join(paths, " "); got != "/api/v1/first /api/v1/second?of=svc_1" {
		t.Errorf("asked %s", got)
	}
}

func TestNumberOfQueriesIsBounded(t *testing.T) {
	f := newFixture(t, nil)
	f.page("/many")
	if n := f.fetched.Load(); n != maxQueries {
		t.Errorf("%d queries were asked", n)
	}
}

func TestNotFoundAndRedirect(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return Answer{Status: 404, Body: []byte(`{"message":"no"}`)}
	})
	if page := f.page("/nowhere"); page.Status != 404 || !page.Rendered {
		t.Errorf("unknown address: %d", page.Status)
	}
	if page := f.page("/subject"); page.Status != 404 {
		t.Errorf("subject gone: %d", page.Status)
	}
	if page := f.page("/list"); page.Status != 200 {
		t.Errorf("a 404 of something beside the subject: %d", page.Status)
	}
	if page := f.page("/old"); page.Status != 308 || page.Location != "/new" {
		t.Errorf("redirect: %d %s", page.Status, page.Location)
	}
	if page := f.page("/" + strings.Repeat("x", maxURL)); page.Status != 404 {
		t.Errorf("overlong address: %d", page.Status)
	}
}

func TestTroubleBecomesTheEmptyShellWithData(t *testing.T) {
	for _, url := range []string{"/throw", "/loop", "/memory", "/deep"} {
		t.Run(url[1:], func(t *testing.T) {
			f := newFixture(t, nil)
			page := f.page(url)
			if page.Status != 200 || page.Rendered {
				t.Fatalf("status %d, rendered %v", page.Status, page.Rendered)
			}
			if !strings.Contains(string(page.Body()), `<div id="root"></div>`) {
				t.Error("the shell is to be empty")
			}
			if pageState(t, page)["rendered"] != false {
				t.Error("the browser is to draw the page")
			}
			if again := f.page("/list"); !again.Rendered {
				t.Errorf("the next page suffers: %s", f.log)
			}
		})
	}
}

func TestLoopWhileAskingForQueries(t *testing.T) {
	f := newFixture(t, nil)
	if page := f.page("/askloop"); page.Rendered || page.Status != 200 {
		t.Errorf("status %d, rendered %v", page.Status, page.Rendered)
	}
}

func TestOversizedAnswersGoToNoEngine(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return ok(`{"response":{"data":"` + strings.Repeat("x", 100_000) + `"}}`)
	}, func(c *Config) { c.MaxInput = 50_000 })
	page := f.page("/list")
	if page.Rendered || len(page.Body()) > 50_000 {
		t.Errorf("rendered %v, %d bytes", page.Rendered, len(page.Body()))
	}
}

func TestHostileTextStaysInItsElement(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return ok(`{"response":{"data":"</script><script>alert(1)</script><!--\u2028"}}`)
	})
	page := f.Page(context.Background(), Request{
		URL: `/list?q=</script><script>alert(2)</script>`, Lang: `en"><b>`, District: `"><i>`,
		Currency: "a\x00b", Origin: "https://shop.test",
	})
	_, after, _ := strings.Cut(string(page.Body()), `id="state"`)
	if strings.Count(after, "<script") != 1 || strings.Contains(after, "<!--") {
		t.Errorf("text left its element:\n%s", after)
	}
	st := pageState(t, page)
	data := st["data"].([]any)[0].(map[string]any)["body"].(map[string]any)["response"].(map[string]any)["data"]
	if data != "</script><script>alert(1)</script><!--\u2028" {
		t.Errorf("the data changed: %q", data)
	}
	if st["lang"] != "en" || st["district"] != "" || st["currency"] != "" {
		t.Errorf("unclean: %v", st)
	}
}

func TestBodyThatIsNoJSON(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		return Answer{Status: 502, Body: []byte("<html>bad gateway")}
	})
	if page := f.page("/list"); !page.Rendered || !strings.Contains(string(page.Body()), "[502]") {
		t.Errorf("page: %s", page.Body())
	}
}

func TestConsoleOfTheEngineReachesTheLog(t *testing.T) {
	f := newFixture(t, nil)
	f.page("/log")
	if !strings.Contains(f.log.String(), "hello 1") {
		t.Errorf("log: %s", f.log)
	}
}

// TestTheLogHoldsNoQuery: a query may contain a secret that opens something.
func TestTheLogHoldsNoQuery(t *testing.T) {
	f := newFixture(t, nil)
	for _, path := range []string{"/throw", "/loop"} {
		f.page("/ar" + path + "?ticket=tkt_1.secret%2Dproof&q=lentils")
		if log := f.log.String(); !strings.Contains(log, "path=/ar"+path) || strings.Contains(log, "secret") ||
			strings.Contains(log, "lentils") {
			t.Errorf("log of %s: %s", path, log)
		}
	}
	_, interrupted, _ := strings.Cut(f.log.String(), "path=/ar/loop")
	if strings.Contains(interrupted, "    at ") || len(interrupted) > 300 {
		t.Errorf("a page that was too slow leaves a stack: %s", interrupted)
	}
}

// TestTheRendererIsNamed: a build with React's own renderer is logged when the program starts; a build with ours is
// not.
func TestTheRendererIsNamed(t *testing.T) {
	for built, want := range map[string]string{
		`{"renderer":"ours","react":"19.3.1","written_for":"19.3.1"}`:  "",
		`{"renderer":"react","react":"19.4.0","written_for":"19.3.1"}`: "react=19.4.0 written_for=19.3.1",
	} {
		var log strings.Builder
		tellRenderer(Config{Dist: fstest.MapFS{"server/renderer.json": {Data: []byte(built)}},
			Log: slog.New(slog.NewTextHandler(&log, nil))})
		if got := log.String(); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q", built, got)
		}
	}
}
