package ssr

import (
	"net/http"
	"strings"
)

// SecurityHeaders sets the headers every answer carries; tls where the shop's address is https. Scripts come from our own
// files only; data for hydration is JSON, which no policy counts as script.
func SecurityHeaders(next http.Handler, tls bool, tiles string) http.Handler {
	images := ""
	if scheme, rest, ok := strings.Cut(tiles, "://"); ok {
		host, _, _ := strings.Cut(rest, "/")
		images = scheme + "://" + strings.ReplaceAll(host, "{s}", "*")
	}
	policy := []string{ContentSecurityPolicy(images)}
	nosniff := []string{"nosniff"}
	referrer := []string{"strict-origin-when-cross-origin"}
	permissions := []string{"geolocation=(self), camera=(), microphone=(), payment=()"}
	opener := []string{"same-origin"}
	transport := []string{"max-age=31536000"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["X-Content-Type-Options"] = nosniff
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			h["Content-Security-Policy"] = policy
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
