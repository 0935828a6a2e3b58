package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/httpapi"
)

// prove means that a fault test runs at its full count (make prove).
var prove = os.Getenv("WEKALA_PROVE") != ""

// size returns a fault test's count: small every day, full when proving.
func size(small, full int) int {
	if prove {
		return full
	}
	return small
}

var start = time.Date(2026, 11, 20, 10, 15, 0, 0, time.UTC)

func newService(t testing.TB, d *db.DB, c clock.Clock, change ...func(*Config)) *Service {
	t.Helper()
	cfg := Config{Secret: []byte("a key of thirty-two bytes at least, for tests")}
	for _, f := range change {
		f(&cfg)
	}
	s, err := New(d, c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// world is one node on a database, with its clock and its API.
type world struct {
	t     testing.TB
	d     *db.DB
	clock *clock.Fake
	s     *Service
	api   *httpapi.API
	ip    string
	// device is the secret that the browser sends, "" for a browser that is new here.
	device string
}

func newWorld(t testing.TB, d *db.DB, change ...func(*Config)) *world {
	w := &world{t: t, d: d, clock: clock.NewFake(start), ip: "41.32.10.7"}
	w.s = newService(t, d, w.clock, change...)
	w.api = httpapi.New(httpapi.Options{Version: "test"})
	w.api.ResolveCustomer = w.s.Resolve
	w.s.Routes(w.api)
	return w
}

// answer is a response, decoded as far as tests need it.
type answer struct {
	Status     int
	Body       string
	RetryAfter string
	Code       string              `json:"code"`
	Message    string              `json:"message"`
	Errors     map[string][]string `json:"errors"`
	Response   struct {
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"response"`
}

func (a answer) data(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Response.Data, into); err != nil {
		t.Fatalf("%s: %v", a.Body, err)
	}
}

// call sends a request; body is marshalled unless it is a string.
func (w *world) call(method, path, token string, body any) answer {
	w.t.Helper()
	return w.callIn("en", method, path, token, body)
}

func (w *world) callIn(lang, method, path, token string, body any) answer {
	w.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			w.t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, httpapi.Base+path, bytes.NewReader(raw))
	r.RemoteAddr = w.ip + ":50000"
	if token == "" {
		token = "null"
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept-Language", lang)
	r.Header.Set("User-Agent", "Test Browser")
	if w.device != "" {
		r.Header.Set("device-secret", w.device)
	}
	if raw != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	a := answer{Status: rec.Code, Body: rec.Body.String(), RetryAfter: rec.Header().Get("Retry-After")}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		w.t.Fatalf("%s %s: %s: %v", method, path, rec.Body, err)
	}
	return a
}

type fields map[string]any

// code reads the newest code of a phone, as its owner would.
func (w *world) code(phone string) string {
	w.t.Helper()
	var challengeID string
	err := w.d.Get(context.Background(), &challengeID, `
		SELECT challenge_id FROM messages WHERE recipient = $1 AND challenge_id IS NOT NULL
		ORDER BY created_at DESC, id DESC LIMIT 1`, phone)
	if err != nil {
		w.t.Fatalf("no code was sent to %s: %v", phone, err)
	}
	code, _, err := w.s.CodeFor(context.Background(), challengeID)
	if err != nil {
		w.t.Fatal(err)
	}
	return code
}

// wrong returns a code that is not the newest of a phone.
func (w *world) wrong(phone string) string {
	if w.code(phone) == "0000" {
		return "1111"
	}
	return "0000"
}

// ask requests a code that must be sent.
func (w *world) ask(phone string) {
	w.t.Helper()
	if a := w.call("POST", "/user/login-by-otp", "",
		fields{"phone": phone, "country_code": "+20", "method": "sms"}); a.Status != 200 {
		w.t.Fatalf("no code for %s: %s", phone, a.Body)
	}
}

// register creates a customer and returns their token and id.
func (w *world) register(phone, name string) (token, userID string) {
	w.t.Helper()
	w.ask(phone)
	var got SignedIn
	a := w.call("POST", "/user/verify-login-by-otp", "", fields{"phone": phone, "code": w.code(phone)})
	a.data(w.t, &got)
	if got.Ticket == nil {
		w.t.Fatalf("no ticket: %s", a.Body)
	}
	a = w.call("POST", "/user/register-by-otp", "", fields{"registration_ticket": *got.Ticket, "name": name})
	if a.Status != 200 {
		w.t.Fatalf("not registered: %s", a.Body)
	}
	a.data(w.t, &got)
	return *got.Token, got.User.ID
}

// rows counts the rows in the tables that this package writes.
func (w *world) rows() map[string]int64 {
	w.t.Helper()
	counts := map[string]int64{}
	for _, table := range []string{"users", "user_phones", "sessions", "registration_tickets", "otp_challenges",
		"messages", "jobs"} {
		var n int64
		if err := w.d.Get(context.Background(), &n, `SELECT COUNT(*) FROM `+table); err != nil {
			w.t.Fatal(err)
		}
		counts[table] = n
	}
	return counts
}

// changed lists the rows that a call added or removed: "sessions+1 users+1", "" if none.
func changed(before, after map[string]int64) string {
	var all []string
	for _, table := range []string{"jobs", "messages", "otp_challenges", "registration_tickets",
		"sessions", "user_phones", "users"} {
		if d := after[table] - before[table]; d != 0 {
			all = append(all, fmt.Sprintf("%s%+d", table, d))
		}
	}
	return strings.Join(all, " ")
}

func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	err := w.d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// healthy runs the doctor: these checks hold after every test.
func (w *world) healthy() {
	w.t.Helper()
	results, err := doctor.Run(context.Background(), w.d, Checks())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			w.t.Errorf("doctor: %s: %d violations: %v", r.Check, r.Violations, r.First)
		}
	}
}

func address(s string) netip.Addr { return netip.MustParseAddr(s) }

func noJSON(t testing.TB, body string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if secret != "" && strings.Contains(body, secret) {
			t.Errorf("%q must not be in %s", secret, body)
		}
	}
}
