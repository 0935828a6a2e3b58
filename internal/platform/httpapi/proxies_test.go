package httpapi_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/httpapi"
)

// TestUndeclaredForwardingWarnsOnce: with an undeclared proxy all clients behind it share one address, and the log
// explains once what to set.
func TestUndeclaredForwardingWarnsOnce(t *testing.T) {
	var log bytes.Buffer
	a := httpapi.New(httpapi.Options{Version: "1", Log: slog.New(slog.NewTextHandler(&log, nil)),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	ask := func(peer, forwarded string) {
		r := httptest.NewRequest("GET", httpapi.Base+"/nowhere", nil)
		r.RemoteAddr = peer
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		a.ServeHTTP(httptest.NewRecorder(), r)
	}
	ask("192.0.2.1:5000", "")
	ask("10.0.0.1:5000", "203.0.113.9")
	if log.Len() != 0 {
		t.Fatalf("a warning without a reason: %s", log.String())
	}
	for range 3 {
		ask("192.0.2.1:5000", "203.0.113.9")
	}
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "--proxies") ||
		strings.Contains(got, "203.0.113.9") {
		t.Errorf("log: %s", got)
	}
}

// TestForwardedAddressesMayHavePorts: an address with a port is still the client's, not the proxy's, for which there
// are no limits.
func TestForwardedAddressesMayHavePorts(t *testing.T) {
	a := httpapi.New(httpapi.Options{Version: "1", Log: slog.New(slog.DiscardHandler),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	for forwarded, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "203.0.113.9:4711": "203.0.113.9", "1.2.3.4, 203.0.113.9:4711": "203.0.113.9",
		"203.0.113.9:4711, 127.0.0.2:80": "203.0.113.9",
		"2001:db8::1":                    "2001:db8::1", "[2001:db8::1]": "2001:db8::1", "[2001:db8::1]:4711": "2001:db8::1",
		"[::ffff:203.0.113.9]:1": "203.0.113.9", "unknown": "127.0.0.1", "": "127.0.0.1",
	} {
		r := httptest.NewRequest("GET", httpapi.Base+"/nowhere", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		if got := a.Address(r).String(); got != want {
			t.Errorf("%q: %s, want %s", forwarded, got, want)
		}
	}
}

// TestAnUndeclaredProxyHereIsOneAddress: if the server listens on all addresses, the clients of an undeclared local
// proxy share one address, which is counted; clients on this machine and in-process requests of pages are not counted.
func TestAnUndeclaredProxyHereIsOneAddress(t *testing.T) {
	var counted []netip.Addr
	a := httpapi.New(httpapi.Options{Version: "1", Log: slog.New(slog.DiscardHandler),
		Flood: func(ip netip.Addr, _ httpapi.Call) (time.Duration, bool) {
			counted = append(counted, ip)
			return 0, true
		}})
	ask := func(header, forwarded string, own bool) []netip.Addr {
		counted = nil
		r := httptest.NewRequest("GET", httpapi.Base+"/nowhere", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		if forwarded != "" {
			r.Header.Set(header, forwarded)
		}
		answers := http.Handler(a)
		if own {
			answers = a.Own()
		}
		answers.ServeHTTP(httptest.NewRecorder(), r)
		return counted
	}
	for _, forwarded := range []string{"203.0.113.9", "203.0.113.10", "127.0.0.1", "nonsense"} {
		if got := ask("X-Forwarded-For", forwarded, false); len(got) != 1 || got[0].IsLoopback() ||
			got[0] != netip.IPv6Unspecified() {
			t.Errorf("forwarded for %s: counted as %v", forwarded, got)
		}
	}
	for _, header := range []string{"Forwarded", "X-Real-IP", "Via"} {
		if got := ask(header, "1.1 proxy", false); len(got) != 1 || got[0] != netip.IPv6Unspecified() {
			t.Errorf("with %s: counted as %v", header, got)
		}
	}
	if got := ask("", "", false); len(got) != 1 || !got[0].IsLoopback() {
		t.Errorf("from this machine: %v", got)
	}
	if got := ask("", "", true); len(got) != 0 {
		t.Errorf("what a page asks: counted as %v", got)
	}
}
