package ssr

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestHandlerChoosesTheLanguage(t *testing.T) {
	f := newFixture(t, nil)
	handler := f.Handler(nil)
	for _, c := range []struct{ path, cookie, accept, want string }{
		{"/en/list", "ar", "ar", "en"},
		{"/ar", "en", "en", "ar"},
		{"/list", "en", "ar", "en"},
		{"/list", "ar", "en", "ar"},
		{"/list", "xx", "fr, en-GB;q=0.8", "en"},
		{"/list", "", "ar-EG,en", "ar"},
		{"/list", "", "", "ar"},
		{"/english", "", "ar", "ar"},
	} {
		request := httptest.NewRequest("GET", c.path, nil)
		request.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			request.AddCookie(&http.Cookie{Name: "language", Value: c.cookie})
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if got := recorder.Header().Get("Content-Language"); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestWebKitKeepsTheBrowsersMemory: WebKit deletes cookies set by scripts after seven days, so the server sets them
// again.
func TestWebKitKeepsTheBrowsersMemory(t *testing.T) {
	on := false
	f := newFixture(t, nil)
	f.cfg.Shared = func() bool { return on }
	const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
		"Version/17.5 Safari/604.1"
	const chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
	ask := func(path, agent, origin string) []*http.Cookie {
		request := httptest.NewRequest("GET", path, nil)
		request.Header.Set("User-Agent", agent)
		for name, value := range map[string]string{
			"district_id": "dst_1", "figures": "latn", "language": "en", "service_name": "%D8%A8%D9%82%D8%A7%D9%84%D8%A9",
			"token": "secret", "wekala_user": "x", "other": "y", "selected_service": strings.Repeat("z", 300),
		} {
			request.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		recorder := httptest.NewRecorder()
		f.Handler(func(*http.Request) string { return origin }).ServeHTTP(recorder, request)
		return recorder.Result().Cookies()
	}
	for _, path := range []string{"/list", "/en/list", "/shell"} {
		set := map[string]string{}
		for _, one := range ask(path, safari, "https://shop.example") {
			set[one.Name] = one.Value
			if one.MaxAge != 365*86400 || one.Path != "/" || one.SameSite != http.SameSiteLaxMode || !one.Secure ||
				one.HttpOnly {
				t.Errorf("%s: %s", path, one)
			}
		}
		want := map[string]string{"district_id": "dst_1", "figures": "latn", "language": "en",
			"service_name": "%D8%A8%D9%82%D8%A7%D9%84%D8%A9"}
		if !maps.Equal(set, want) {
			t.Errorf("%s: %v, want %v", path, set, want)
		}
	}
	for _, one := range ask("/list", safari, "http://127.0.0.1") {
		if one.Secure {
			t.Errorf("%s cannot be kept where there is no TLS", one)
		}
	}
	if set := ask("/list", chrome, "https://shop.example"); len(set) > 0 {
		t.Errorf("other engines need none: %v", set)
	}
}

// TestAProxySaysWhatToShow: only where the operator wants it, and then in place of cookies.
func TestAProxySaysWhatToShow(t *testing.T) {
	on := false
	f := newFixture(t, nil)
	f.cfg.Shared = func() bool { return on }
	for _, c := range []struct {
		on                    bool
		path, view            string
		lang, district, keeps string
	}{
		{false, "/list", "lang=ar&district=dst_2", "en", "dst_1", "private, no-cache"},
		{true, "/list", "", "en", "dst_1", "private, no-cache"},
		{true, "/list", "lang=ar&district=dst_2", "ar", "dst_2", "public, max-age=0, s-maxage=1"},
		{true, "/list", "lang=en&figures=&district=&currency=", "en", "", "public, max-age=0, s-maxage=1"},
		{true, "/en/list", "lang=ar", "en", "", "public, max-age=0, s-maxage=1"},
		{true, "/list", "lang=%zz;;&=", "ar", "", "public, max-age=0, s-maxage=1"},
		{true, "/shell", "lang=en", "en", "", "private, no-cache"},
	} {
		on = c.on
		request := httptest.NewRequest("GET", c.path, nil)
		request.AddCookie(&http.Cookie{Name: "language", Value: "en"})
		request.AddCookie(&http.Cookie{Name: "district_id", Value: "dst_1"})
		if c.view != "" {
			request.Header.Set(ViewHeader, c.view)
		}
		recorder := httptest.NewRecorder()
		f.Handler(nil).ServeHTTP(recorder, request)
		if got := recorder.Header(); got.Get("Content-Language") != c.lang || got.Get("Cache-Control") != c.keeps {
			t.Errorf("%+v: %s, %s", c, got.Get("Content-Language"), got.Get("Cache-Control"))
		}
		for _, district := range []string{"dst_1", "dst_2"} {
			if strings.Contains(recorder.Body.String(), district) != (district == c.district) {
				t.Errorf("%+v: the page of another area", c)
			}
		}
	}
}

func TestHandlerNeverTakesATokenAlong(t *testing.T) {
	f := newFixture(t, func(_ context.Context, _ string, header map[string]string) Answer {
		for name, value := range header {
			if strings.Contains(value, "secret") {
				t.Errorf("%s carries the token", name)
			}
		}
		return ok(`{"response":{"data":1}}`)
	})
	request := httptest.NewRequest("GET", "/list", nil)
	request.AddCookie(&http.Cookie{Name: "token", Value: "secret"})
	request.AddCookie(&http.Cookie{Name: "district_id", Value: "dst_1"})
	request.Header.Set("Authorization", "Bearer secret")
	recorder := httptest.NewRecorder()
	f.Handler(nil).ServeHTTP(recorder, request)
	if strings.Contains(recorder.Body.String(), "secret") {
		t.Error("the token is in the page")
	}
	if !strings.Contains(recorder.Body.String(), "dst_1") {
		t.Error("the district is not")
	}
}

func TestHandlerAnswersConditionalAndCompressed(t *testing.T) {
	f := newFixture(t, nil)
	handler := f.Handler(nil)
	get := func(method string, header map[string]string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, "/list", nil)
		for name, value := range header {
			request.Header.Set(name, value)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder
	}
	plain := get("GET", nil)
	if plain.Code != 200 || plain.Header().Get("Content-Encoding") != "" {
		t.Fatalf("plain: %d", plain.Code)
	}
	if policy := plain.Header().Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") {
		t.Errorf("policy: %s", policy)
	}
	for accepted, want := range map[string]string{"gzip": "gzip", "gzip, br": "br", "br;q=0, gzip": "gzip"} {
		packed := get("GET", map[string]string{"Accept-Encoding": accepted})
		if packed.Header().Get("Content-Encoding") != want || packed.Body.Len() >= plain.Body.Len() {
			t.Errorf("%s: sent as %q", accepted, packed.Header().Get("Content-Encoding"))
		}
	}
	if refused := get("GET", map[string]string{"Accept-Encoding": "gzip;q=0"}); refused.Header().
		Get("Content-Encoding") != "" {
		t.Error("compressed against the visitor's word")
	}
	same := get("GET", map[string]string{"If-None-Match": plain.Header().Get("ETag")})
	if same.Code != http.StatusNotModified || same.Body.Len() != 0 {
		t.Errorf("conditional: %d", same.Code)
	}
	if head := get("HEAD", nil); head.Code != 200 || head.Body.Len() != 0 {
		t.Errorf("HEAD: %d", head.Code)
	}
	if post := get("POST", nil); post.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", post.Code)
	}
}

func TestThroughReadsWhenAnAnswerExpires(t *testing.T) {
	fetch := Through(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("page") != "2" || r.Header.Get("district-id") != "d" {
			t.Errorf("request: %s %v", r.URL, r.Header)
		}
		w.Header().Set(ExpiresHeader, "1795168800000")
		w.WriteHeader(201)
		_, _ = w.Write([]byte(`{}`))
	}))
	answer := fetch(context.Background(), "/api/v1/x?page=2", map[string]string{"district-id": "d"})
	if answer.Status != 201 || !answer.Expires.Equal(time.UnixMilli(1795168800000)) {
		t.Errorf("answer: %+v", answer)
	}
	if bad := fetch(context.Background(), "/api/v1/%zz", nil); bad.Status != 400 {
		t.Errorf("bad path: %d", bad.Status)
	}
}

func TestStatic(t *testing.T) {
	f := newFixture(t, nil)
	handler := Static(f.cfg.Dist)
	for _, c := range []struct {
		path, accept string
		status       int
		encoding     string
		body         string
	}{
		{"/assets/shop-1.js", "", 200, "", "shop()"},
		{"/assets/shop-1.js", "gzip", 200, "gzip", "packed"},
		{"/assets/shop-1.js.gz", "", 404, "", ""},
		{"/assets/../server/server.js", "", 404, "", ""},
		{"/server/server.js", "", 404, "", ""},
		{"/manifest.json", "", 404, "", ""},
		{"/favicon.svg", "", 200, "", "<svg/>"},
		{"/assets/none.js", "", 404, "", ""},
		{"/sw.js", "", 200, "", "worker()"},
	} {
		request := httptest.NewRequest("GET", "http://shop.test/", nil)
		request.URL.Path = c.path
		request.Header.Set("Accept-Encoding", c.accept)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if recorder.Code != c.status || recorder.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%s: %d %s", c.path, recorder.Code, recorder.Header().Get("Content-Encoding"))
		}
		if c.body != "" && recorder.Body.String() != c.body {
			t.Errorf("%s: %q", c.path, recorder.Body)
		}
		if keeps := recorder.Header().Get("Cache-Control"); c.path == "/sw.js" && keeps != "no-cache" {
			t.Errorf("an old worker may linger: %q", keeps)
		}
	}
}

func TestConsoleDocument(t *testing.T) {
	f := newFixture(t, nil)
	recorder := httptest.NewRecorder()
	f.ConsoleHandler().ServeHTTP(recorder, httptest.NewRequest("GET", "/console/orders", nil))
	text := recorder.Body.String()
	if !strings.Contains(text, "assets/console-1.js") || strings.Contains(text, "assets/shop-1.js") {
		t.Errorf("the console loads what is not its own:\n%s", text)
	}
}

func TestShellIsADocumentWithoutAPage(t *testing.T) {
	f := newFixture(t, func(context.Context, string, map[string]string) Answer {
		t.Error("the shell asked for something")
		return ok(`{}`)
	})
	for path, lang := range map[string]string{"/shell": "ar", "/en/shell": "en", "/ar/shell": "ar"} {
		recorder := httptest.NewRecorder()
		f.Handler(nil).ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
		body := recorder.Body.String()
		if recorder.Code != 200 || recorder.Header().Get("Content-Language") != lang {
			t.Errorf("%s: %d in %s", path, recorder.Code, recorder.Header().Get("Content-Language"))
		}
		if !strings.Contains(body, `<div id="root"></div>`) || !strings.Contains(body, "noindex") {
			t.Errorf("%s: %.400s", path, body)
		}
	}
}

// TestASlashAtTheEndIsCutOff: the page and its script would read two addresses, and a search engine two pages.
func TestASlashAtTheEndIsCutOff(t *testing.T) {
	handler := newFixture(t, nil).Handler(nil)
	for path, want := range map[string]string{
		"/en/list/":       "/en/list",
		"/list/?a=1&b=/":  "/list?a=1&b=/",
		"/list//":         "/list",
		"//evil.example/": "/evil.example",
		"/a%2Fb/":         "/a/b",
		"/list":           "",
		"/":               "",
	} {
		request := httptest.NewRequest("GET", "http://shop.example"+path, nil)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if got := recorder.Header().Get("Location"); got != want ||
			(want != "") != (recorder.Code == http.StatusPermanentRedirect) {
			t.Errorf("%s: %d %q, want %q", path, recorder.Code, got, want)
		}
	}
}
