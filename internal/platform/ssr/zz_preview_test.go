package ssr

import (
	"context"
	"net"
	"net/http"
	"os"
	"testing"
	"time"
)

func TestPreview(t *testing.T) {
	if os.Getenv("PREVIEW") == "" {
		t.Skip()
	}
	dist := os.DirFS("../../../web/dist")
	r, err := New(Config{Dist: dist, Fetch: func(ctx context.Context, p string, h map[string]string) Answer { return Answer{Status: 500} }})
	if err != nil {
		t.Fatal(err)
	}
	static, pages := Static(dist), r.Handler(nil)
	l, _ := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PREVIEW"))
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if StaticPath(q.URL.Path) {
			static.ServeHTTP(w, q)
			return
		}
		if len(q.URL.Path) > 5 && q.URL.Path[:5] == "/api/" {
			http.Error(w, "{}", 500)
			return
		}
		pages.ServeHTTP(w, q)
	})}
	go srv.Serve(l)
	time.Sleep(20 * time.Minute)
}
