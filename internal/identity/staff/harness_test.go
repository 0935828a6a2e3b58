package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/httpapi"
)

// world is one node on a database, with its clock and its API.
type world struct {
	t     testing.TB
	d     *db.DB
	clock *clock.Fake
	s     *Service
	auth  *auth.Service
	api   *httpapi.API
	ip    string
	// device is what requests send as Device-Secret.
	device string
}

func onlyOwners(_ context.Context, _ db.Querier, role Role) (bool, error) { return role == Owner, nil }

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{t: t, d: d, clock: clock.NewFake(time.Date(2026, 11, 20, 10, 15, 0, 0, time.UTC)), ip: "41.32.10.7"}
	var err error
	if w.auth, err = auth.New(d, w.clock, auth.Config{
		Secret: []byte("a key of thirty-two bytes at least, for tests")}); err != nil {
		t.Fatal(err)
	}
	w.s = New(Deps{DB: d, Clock: w.clock, Secret: []byte("a key of thirty-two bytes at least, for tests")})
	w.api = httpapi.New(httpapi.Options{Version: "test"})
	w.api.ResolveCustomer = w.auth.Resolve
	w.api.ResolveStaff, w.api.Allowed = w.s.Resolve, Allowed
	w.auth.Routes(w.api)
	w.s.ConsoleRoutes(w.api)
	return w
}

// customer creates a signed-in customer and returns their token.
func (w *world) customer() (token string) {
	w.t.Helper()
	ctx := context.Background()
	var userID string
	err := w.d.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		userID, err = w.auth.AddCustomer(ctx, tx, auth.NewCustomer{Phone: "+201001234567", Name: "Mona"})
		return err
	})
	if err == nil {
		token, err = w.auth.OpenSession(ctx, userID, "Test Browser")
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// branches creates branches to work for, with their service and store.
func (w *world) branches(ids ...string) {
	w.t.Helper()
	err := w.d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		texts := []string{
			`INSERT INTO governorates (id, name_en, name_ar, sort) VALUES ('cairo', 'Cairo', 'القاهرة', 1)`,
			`INSERT INTO districts (id, governorate_id, name_en, name_ar, lat_e6, lng_e6, outline, active, sort)
				VALUES ('maadi', 'cairo', 'Maadi', 'المعادي', 1, 1, '[]', TRUE, 1)`,
			`INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise, active, sort)
				VALUES ('svc', 'food', 'Food', 'طعام', '', '', '', 'food', 'minutes', TRUE, 1)`,
			`INSERT INTO stores (id, slug, service_id, name_en, name_ar, image, main_branch_id, active, sort)
				VALUES ('sto', 'store', 'svc', 'Store', 'متجر', '', 'br_1', TRUE, 1)`,
		}
		for _, text := range texts {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		for _, id := range ids {
			if _, err := tx.Exec(ctx, `
				INSERT INTO branches (id, slug, store_id, service_id, name_en, name_ar, address_en, address_ar, phone, district_id,
					lat_e6, lng_e6, hours, switched_closed, minimum_order, delivery_minutes, active, sort)
				VALUES ($1, $1, 'sto', 'svc', 'Branch', 'فرع', '', '', '', 'maadi', 1, 1, '[]', FALSE, 0, 30, TRUE,
				1)`, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

type answer struct {
	Status   int
	Body     string
	Code     string              `json:"code"`
	Errors   map[string][]string `json:"errors"`
	Response struct {
		Data json.RawMessage `json:"data"`
	} `json:"response"`
}

func (a answer) data(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Response.Data, into); err != nil {
		t.Fatalf("%s: %v", a.Body, err)
	}
}

type fields map[string]any

// call sends a request; body is marshalled unless it is a string.
func (w *world) call(method, path, token string, body any) answer {
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
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept-Language", "en")
	if w.device != "" {
		r.Header.Set("Device-Secret", w.device)
	}
	if raw != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	a := answer{Status: rec.Code, Body: rec.Body.String()}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		w.t.Fatalf("%s %s: %s: %v", method, path, rec.Body, err)
	}
	return a
}

// rows counts the rows in the tables that this package writes.
func (w *world) rows() map[string]int64 {
	w.t.Helper()
	counts := map[string]int64{}
	for _, table := range tables {
		var n int64
		if err := w.d.Get(context.Background(), &n, `SELECT COUNT(*) FROM `+table); err != nil {
			w.t.Fatal(err)
		}
		counts[table] = n
	}
	return counts
}

var tables = []string{"staff", "staff_branches", "staff_sessions", "staff_devices", "staff_recovery_codes", "audit_log"}

// changed lists what a call added or removed: "staff_sessions+1", "" for nothing.
func changed(before, after map[string]int64) string {
	var all []string
	for _, table := range tables {
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
