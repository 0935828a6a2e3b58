// Package certs gets and renews the certificate of a shop's domain automatically, by ACME. Its data is stored in the
// database, encrypted, so that several nodes share one certificate and any of them can answer the challenge of another.
//
// The package owns the table certificates.
package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/remote"
	"wekala/internal/platform/settings"
)

// Config names the domains, the account and the authority.
type Config struct {
	Domains []string
	// Email receives the authority's warnings of expiring certificates; may be empty.
	Email string
	// Directory is the authority's address; empty means Let's Encrypt.
	Directory string
	// Secret is the program's key.
	Secret []byte
}

// Manager gets and renews the certificate.
type Manager struct {
	auto    autocert.Manager
	domains []string
	log     *slog.Logger
}

// New returns a manager. It does not contact the authority yet.
func New(d *db.DB, cfg Config, log *slog.Logger) (*Manager, error) {
	vault, err := settings.NewVault(cfg.Secret)
	if err != nil {
		return nil, err
	}
	for _, domain := range cfg.Domains {
		if !strings.Contains(domain, ".") || net.ParseIP(domain) != nil || strings.ContainsAny(domain, "/:* ") {
			return nil, errors.New(domain + " is no domain: name one such as shop.example.com")
		}
	}
	m := &Manager{domains: cfg.Domains, log: log}
	m.auto = autocert.Manager{Prompt: autocert.AcceptTOS, Cache: shared{d, vault},
		HostPolicy: autocert.HostWhitelist(cfg.Domains...), Email: cfg.Email}
	m.auto.Client = &acme.Client{DirectoryURL: cmp.Or(cfg.Directory, autocert.DefaultACMEDirectory),
		HTTPClient: remote.NewClient(time.Minute)}
	return m, nil
}

// TLS returns the configuration for a server that uses the certificate.
func (m *Manager) TLS() *tls.Config {
	c := m.auto.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	return c
}

// Plain serves requests without TLS: it answers the authority's challenges and redirects everything else to the same
// address with TLS.
func (m *Manager) Plain() http.Handler {
	return m.auto.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if m.auto.HostPolicy(r.Context(), host) != nil {
			http.Error(w, "no such site", http.StatusMisdirectedRequest)
			return
		}
		// 308 keeps the method; a request sent without TLS could already be read by others.
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
	}))
}

// Prepare requests the certificates now instead of at the first visit, and logs a failure.
func (m *Manager) Prepare(ctx context.Context) {
	for _, domain := range m.domains {
		if ctx.Err() != nil {
			return
		}
		hello := &tls.ClientHelloInfo{ServerName: domain, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
			SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256}}
		cert, err := m.auto.GetCertificate(hello)
		if err != nil {
			m.log.Error("certificate", "domain", domain, "err", err)
			continue
		}
		m.log.Info("certificate", "domain", domain, "until", cert.Leaf.NotAfter.Format(time.DateOnly))
	}
}

// shared stores the data of autocert in the database.
type shared struct {
	db    *db.DB
	vault *settings.Vault
}

// Get reads the content of a name.
func (s shared) Get(ctx context.Context, name string) ([]byte, error) {
	var sealed string
	err := s.db.Get(ctx, &sealed, `SELECT sealed FROM certificates WHERE name = $1`, name)
	if errors.Is(err, db.ErrNoRows) {
		return nil, autocert.ErrCacheMiss
	}
	if err != nil {
		return nil, err
	}
	data, err := s.vault.Open("certificate "+name, sealed)
	if err != nil { // the program's key has changed, so the certificate is requested again
		return nil, autocert.ErrCacheMiss
	}
	return []byte(data), nil
}

// Put writes it.
func (s shared) Put(ctx context.Context, name string, data []byte) error {
	sealed := s.vault.Seal("certificate "+name, string(data))
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO certificates (name, sealed, updated_at) VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed,
			updated_at = excluded.updated_at`, name, sealed, db.At(clock.System.Now()))
		return err
	})
}

// Delete removes it.
func (s shared) Delete(ctx context.Context, name string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM certificates WHERE name = $1`, name)
		return err
	})
}
