package ssr

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"wekala/internal/platform/clock"
	"wekala/web"
)

// listing is a page of 24 products as a bundle without React draws it: the cost of the pool, of calling an engine and
// of the document. With the web files built, BenchmarkLandingPage shows the drawing of a real page.
const listing = `
var wekala = {
  queries: function () {
    return JSON.stringify({queries: [{key: ["/products"], path: "/products", meta: {shape: "list"}}], again: false, redirect: "", notFound: false, modules: []});
  },
  render: function (json) {
    var st = JSON.parse(json);
    var html = st.data[0].body.response.data.map(function (p) {
      return '<li class="card"><a href="/products/' + p.id + '"><img src="' + p.image + '" loading="lazy" alt=""><h3>' + p.name + "</h3><p>" + p.price + "</p></a></li>";
    }).join("");
    return JSON.stringify({status: 200, head: "<title>x</title>"}) + "\n<ul>" + html + "</ul>";
  }
};
`

func products(n int) string {
	var out strings.Builder
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"id":"prd_%d","name":"Product number %d","price":%d.5,"image":"/media/%d.webp"}`, i, i, i, i)
	}
	return `{"response":{"data":[` + out.String() + `],"meta":{"current_page":1,"last_page":9,"per_page":24,"total":200}}}`
}

func benchRenderer(b *testing.B) *Renderer {
	body := products(24)
	r, err := New(Config{
		Dist: fstest.MapFS{
			"server/server.js": {Data: []byte(listing)}, "manifest.json": {Data: []byte(manifest)},
		},
		Fetch: func(context.Context, string, map[string]string) Answer { return ok(body) },
		Clock: clock.NewFake(noon),
		Log:   slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(r.Close)
	return r
}

// BenchmarkListingAfresh draws a listing of 24 from scratch every time.
func BenchmarkListingAfresh(b *testing.B) {
	r := benchRenderer(b)
	n := 0
	for b.Loop() {
		n++
		if page := r.Page(b.Context(), Request{URL: fmt.Sprintf("/l?page=%d", n), Lang: "en"}); !page.Rendered {
			b.Fatal("not rendered")
		}
	}
}

// BenchmarkListingKept answers the kept page through the handler.
func BenchmarkListingKept(b *testing.B) {
	serve(b, benchRenderer(b).Handler(nil))
}

// BenchmarkPreparedBody is the limit BenchmarkListingKept is compared with.
func BenchmarkPreparedBody(b *testing.B) {
	packed, _ := benchRenderer(b).Page(b.Context(), Request{URL: "/l", Lang: "en"}).body.In("br")
	serve(b, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write(packed)
	}))
}

func serve(b *testing.B, handler http.Handler) {
	request := httptest.NewRequest("GET", "/l", nil)
	request.Header.Set("Accept-Encoding", "gzip, deflate, br")
	request.Header.Set("Accept-Language", "ar-EG,ar;q=0.9,en;q=0.8")
	request.Header.Set("Cookie", "language=en; district_id=dst_1; location=%7B%22lat%22%3A30%7D; figures=latn")
	b.ReportAllocs()
	for b.Loop() {
		handler.ServeHTTP(&discard{header: http.Header{}}, request)
	}
}

type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkLandingPage draws the shop's own landing page with the built bundle.
func BenchmarkLandingPage(b *testing.B) {
	if !web.Built() {
		b.Fatal("build the web files first: npm run build in web/")
	}
	r, err := New(Config{
		Dist:  web.Dist(),
		Fetch: func(context.Context, string, map[string]string) Answer { return Answer{Status: 500} },
		Clock: clock.NewFake(noon),
		Log:   slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(r.Close)
	n := 0
	for b.Loop() {
		n++
		if page := r.Page(b.Context(), Request{URL: fmt.Sprintf("/ar?x=%d", n), Lang: "ar"}); !page.Rendered {
			b.Fatal("not rendered")
		}
	}
}
