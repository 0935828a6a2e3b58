package ssr

import (
	"net/http"
	"strings"
	"sync/atomic"
)

// policy is the content security policy of pages whose maps show tiles of an address.
type policy struct {
	tiles string
	value []string
}

func policyFor(tiles string) *policy {
	images := ""
	if scheme, rest, ok := strings.Cut(tiles, "://"); ok {
		host, _, _ := strings.Cut(rest, "/")
		images = scheme + "://" + strings.ReplaceAll(host, "{s}", "*")
	}
	return &policy{tiles, []string{ContentSecurityPolicy(images)}}
}

// SecurityHeaders sets the headers every answer carries; tls where the shop's address is https, tiles the address of
// map tiles at the moment. Scripts come from our own files only; data for hydration is JSON, which no policy counts as
// script.
func SecurityHeaders(next http.Handler, tls bool, tiles func() (address, by string)) http.Handler {
	var now atomic.Pointer[policy]
	address, _ := tiles()
	now.Store(policyFor(address))
	nosniff := []string{"nosniff"}
	referrer := []string{"strict-origin-when-cross-origin"}
	permissions := []string{"geolocation=(self), camera=(), microphone=(), payment=()"}
	opener := []string{"same-origin"}
	transport := []string{"max-age=31536000"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["X-Content-Type-Options"] = nosniff
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			is := now.Load()
			if address, _ := tiles(); address != is.tiles {
				is = policyFor(address)
				now.Store(is)
			}
			h["Content-Security-Policy"] = is.value
			h["Referrer-Policy"] = referrer
			h["Permissions-Policy"] = permissions
			h["Cross-Origin-Opener-Policy"] = opener
		}
		if tls {
			h["Strict-Transport-Security"] = transport
		}
		next.ServeHTTP(w, r)
	})
}
