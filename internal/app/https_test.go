package app_test

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/certs"
	"wekala/internal/platform/certs/acmetest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestADomainGetsItsCertificate: a node requests the certificate of the shop's domain from the authority and answers
// its challenge; a second node on the same database has it without a request; requests without TLS are redirected to
// it; other names get none.
func TestADomainGetsItsCertificate(t *testing.T) {
	const domain = "shop.example.com"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		listen := func() net.Listener {
			t.Helper()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		plain, secure := listen(), listen()
		authority := acmetest.New(t, plain.Addr().String())
		s := apptest.New(t, d, apptest.Set(func(cfg *config.Serve) { cfg.PublicURL = "https://" + domain }))
		serve := func(secure, plain net.Listener) (prepared <-chan struct{}) {
			t.Helper()
			has := make(lines, 4)
			m, err := certs.New(d, certs.Config{Domains: []string{domain}, Email: "owner@example.com", Directory: authority.URL,
				Secret: apptest.Secret}, slog.New(slog.NewTextHandler(has, nil)))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- app.ServeTLS(ctx, secure, plain, s.App, m, func() {}) }()
			t.Cleanup(func() {
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
			return has
		}
		prepared := serve(secure, plain)
		visit := func(to net.Listener, name string) (serial, protocol, transport string, err error) {
			t.Helper()
			client := &http.Client{Transport: &http.Transport{
				ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: authority.Roots, MinVersion: tls.VersionTLS12},
				DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
					return (&net.Dialer{}).DialContext(ctx, network, to.Addr().String())
				}}}
			defer client.CloseIdleConnections()
			res, err := client.Get("https://" + name + "/healthz")
			if err != nil {
				return "", "", "", err
			}
			return res.TLS.PeerCertificates[0].SerialNumber.String(), res.Proto, res.Header.Get("Strict-Transport-Security"),
				res.Body.Close()
		}
		first, protocol, transport, err := visit(secure, domain)
		if err != nil {
			t.Fatal(err)
		}
		if protocol != "HTTP/2.0" || transport != "max-age=31536000" {
			t.Errorf("%s, Strict-Transport-Security %q", protocol, transport)
		}
		// A certificate is stored after it is handed out, when the node and its visitor already have it.
		select {
		case <-prepared:
		case <-time.After(30 * time.Second):
			t.Fatal("the node prepared no certificate")
		}
		asked := authority.Count()
		if asked == 0 {
			t.Fatal("the authority issued nothing")
		}
		second := listen()
		serve(second, listen())
		if serial, _, _, err := visit(second, domain); err != nil || serial != first {
			t.Errorf("the second node has %s and not %s (%v)", serial, first, err)
		}
		if n := authority.Count(); n != asked {
			t.Errorf("%d certificates were issued, %d of them for the second node", n, n-asked)
		}
		if _, _, _, err := visit(secure, "other.example.com"); err == nil {
			t.Error("another name got a certificate")
		}
		for _, row := range s.Lines(`SELECT name || sealed FROM certificates`) {
			if strings.Contains(row, "PRIVATE") || strings.Contains(row, "BEGIN") {
				t.Errorf("a key lies open: %.80s", row)
			}
		}
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		for host, want := range map[string]string{domain: "308 https://" + domain + "/ar/cart?x=1",
			domain + ":80": "308 https://" + domain + "/ar/cart?x=1", "evil.example": "421 "} {
			r, err := http.NewRequest(http.MethodGet, "http://"+plain.Addr().String()+"/ar/cart?x=1", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			res, err := client.Do(r)
			if err != nil || res.Body.Close() != nil {
				t.Fatal(err)
			}
			if got := strings.Join([]string{res.Status[:3], res.Header.Get("Location")}, " "); got != want {
				t.Errorf("%s: %s, want %s", host, got, want)
			}
		}
	})
	for _, wrong := range []string{"localhost", "10.0.0.1", "https://shop.example.com", "*.example.com"} {
		if _, err := certs.New(nil, certs.Config{Domains: []string{wrong}, Secret: apptest.Secret}, quiet()); err == nil {
			t.Errorf("%s counts as a domain", wrong)
		}
	}
}

// lines receives each line that is logged.
type lines chan struct{}

func (l lines) Write(p []byte) (int, error) {
	l <- struct{}{}
	return len(p), nil
}
