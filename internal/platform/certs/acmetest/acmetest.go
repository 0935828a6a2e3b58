// Package acmetest is a local certificate authority for tests that speaks ACME (RFC 8555). It verifies that the
// applicant answers the challenge under their domain, and signs with a key that only the test trusts.
package acmetest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is the authority.
type Server struct {
	*httptest.Server
	Roots *x509.CertPool
	// At is the address that serves as port 80 of every domain.
	At string

	key  *ecdsa.PrivateKey
	root *x509.Certificate

	mu     sync.Mutex
	thumbs map[string]string // account to the thumbprint of its key
	orders []*order
	Issued int
}

type order struct {
	domain, token, account string
	valid                  bool
	chain                  []byte
}

// New starts an authority that reaches port 80 of all domains at the given address.
func New(tb testing.TB, at string) *Server {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		tb.Fatal(err)
	}
	root, err := x509.ParseCertificate(der)
	if err != nil {
		tb.Fatal(err)
	}
	s := &Server{At: at, key: key, root: root, Roots: x509.NewCertPool(), thumbs: map[string]string{}}
	s.Roots.AddCert(root)
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	tb.Cleanup(s.Close)
	return s
}

// Count returns the number of issued certificates.
func (s *Server) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Issued
}

type message struct {
	Protected, Payload string
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Replay-Nonce", fmt.Sprint(time.Now().UnixNano()))
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/" {
		answer(w, 200, map[string]any{"newNonce": s.URL + "/nonce", "newAccount": s.URL + "/account",
			"newOrder": s.URL + "/order", "revokeCert": s.URL + "/no", "keyChange": s.URL + "/no"})
		return
	}
	if r.URL.Path == "/nonce" {
		return
	}
	var m message
	var header struct {
		Kid string
		JWK map[string]string
	}
	if json.NewDecoder(r.Body).Decode(&m) != nil || json.Unmarshal(plain(m.Protected), &header) != nil {
		answer(w, 400, map[string]string{"type": "urn:ietf:params:acme:error:malformed"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var at int
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if _, err := fmt.Sscanf(r.URL.Path, "/"+name+"/%d", &at); name != "account" && r.URL.Path != "/order" &&
		(err != nil || at >= len(s.orders)) {
		answer(w, 404, map[string]string{"type": "urn:ietf:params:acme:error:malformed"})
		return
	}
	switch {
	case name == "account":
		// The thumbprint of RFC 7638: the members in their fixed order, without whitespace.
		sum := sha256.Sum256(fmt.Appendf(nil, `{"crv":%q,"kty":%q,"x":%q,"y":%q}`, header.JWK["crv"], header.JWK["kty"],
			header.JWK["x"], header.JWK["y"]))
		thumb := base64.RawURLEncoding.EncodeToString(sum[:])
		kid := s.URL + "/account/" + thumb
		s.thumbs[kid] = thumb
		w.Header().Set("Location", kid)
		answer(w, 201, map[string]any{"status": "valid"})
	case r.URL.Path == "/order":
		var asked struct{ Identifiers []struct{ Value string } }
		if json.Unmarshal(plain(m.Payload), &asked) != nil || len(asked.Identifiers) != 1 || s.thumbs[header.Kid] == "" {
			answer(w, 400, map[string]string{"type": "urn:ietf:params:acme:error:malformed"})
			return
		}
		s.orders = append(s.orders, &order{domain: asked.Identifiers[0].Value, account: header.Kid,
			token: fmt.Sprintf("token%d-%d", len(s.orders), time.Now().UnixNano())})
		at = len(s.orders) - 1
		w.Header().Set("Location", fmt.Sprintf("%s/state/%d", s.URL, at))
		answer(w, 201, s.view(at))
	case name == "state":
		answer(w, 200, s.view(at))
	case name == "authz":
		answer(w, 200, s.authz(at))
	case name == "challenge":
		s.orders[at].valid = s.answered(s.orders[at])
		answer(w, 200, s.authz(at)["challenges"].([]any)[0])
	case name == "finalize":
		if !s.orders[at].valid || s.issue(s.orders[at], m.Payload) != nil {
			answer(w, 403, map[string]string{"type": "urn:ietf:params:acme:error:orderNotReady"})
			return
		}
		w.Header().Set("Location", fmt.Sprintf("%s/state/%d", s.URL, at))
		answer(w, 200, s.view(at))
	case name == "cert":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(s.orders[at].chain)
	}
}

func (s *Server) status(at int) string {
	switch o := s.orders[at]; {
	case o.chain != nil:
		return "valid"
	case o.valid:
		return "ready"
	}
	return "pending"
}

func (s *Server) view(at int) map[string]any {
	v := map[string]any{
		"status": s.status(at), "identifiers": []any{map[string]string{"type": "dns", "value": s.orders[at].domain}},
		"authorizations": []string{fmt.Sprintf("%s/authz/%d", s.URL, at)},
		"finalize":       fmt.Sprintf("%s/finalize/%d", s.URL, at)}
	if s.orders[at].chain != nil {
		v["certificate"] = fmt.Sprintf("%s/cert/%d", s.URL, at)
	}
	return v
}

func (s *Server) authz(at int) map[string]any {
	status := "pending"
	if s.orders[at].valid {
		status = "valid"
	}
	return map[string]any{"status": status, "identifier": map[string]string{"type": "dns", "value": s.orders[at].domain},
		"challenges": []any{
			map[string]any{"type": "http-01", "status": status, "url": fmt.Sprintf("%s/challenge/%d", s.URL, at),
				"token": s.orders[at].token}}}
}

// answered checks that the domain returns the value that only the account can know.
func (s *Server) answered(o *order) bool {
	r, err := http.NewRequest(http.MethodGet, "http://"+s.At+"/.well-known/acme-challenge/"+o.token, nil)
	if err != nil {
		return false
	}
	r.Host = o.domain
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return err == nil && string(text) == o.token+"."+s.thumbs[o.account]
}

func (s *Server) issue(o *order, payload string) error {
	var asked struct{ CSR string }
	if err := json.Unmarshal(plain(payload), &asked); err != nil {
		return err
	}
	request, err := x509.ParseCertificateRequest(plain(asked.CSR))
	if err != nil {
		return err
	}
	s.Issued++
	template := &x509.Certificate{SerialNumber: big.NewInt(int64(100 + s.Issued)),
		Subject: pkix.Name{CommonName: o.domain}, DNSNames: []string{o.domain}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(90 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, s.root, request.PublicKey, s.key)
	if err != nil {
		return err
	}
	o.chain = append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.root.Raw})...)
	return nil
}

func plain(text string) []byte {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return raw
}

func answer(w http.ResponseWriter, status int, v any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
