package addresses_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// atlas is a map with two districts; one is served.
type atlas struct{}

var cairo = &places.Governorate{ID: "cairo", Name: i18n.Text{EN: "Cairo", AR: "القاهرة"}}

func (atlas) District(id string) (*places.District, bool) {
	switch id {
	case "maadi":
		return &places.District{ID: id, Governorate: cairo, Name: i18n.Text{EN: "Maadi", AR: "المعادي"},
			Center: places.At(29.96, 31.258)}, true
	case "badr":
		return &places.District{ID: id, Governorate: cairo, Name: i18n.Text{EN: "Badr", AR: "بدر"},
			Center: places.At(30.13, 31.71)}, true
	}
	return nil, false
}

func (atlas) Served(id string) bool { return id == "maadi" }

type world struct {
	t     *testing.T
	d     *db.DB
	clock *clock.Fake
	s     *addresses.Service
	api   *httpapi.API
}

func newWorld(t *testing.T, d *db.DB) *world {
	w := &world{t: t, d: d, clock: clock.NewFake(time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC))}
	w.s = addresses.New(d, w.clock, atlas{})
	w.api = httpapi.New(httpapi.Options{Version: "test"})
	w.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
		if token == "usr_mona" || token == "usr_sara" {
			return token, "ses", nil
		}
		return "", "", errs.Unauthorized()
	}
	w.s.Routes(w.api)
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for id, phone := range map[string]string{"usr_mona": "+201001234567", "usr_sara": "+201112223334"} {
			if _, err := tx.Exec(ctx, `INSERT INTO users (id, phone, name, created_at, updated_at) VALUES ($1, $2, $3, 1, 1)`,
				id, phone, "منى"); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO user_phones (phone, user_id) VALUES ($1, $2)`, phone, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

type answer struct {
	Status   int
	Body     string
	Code     string              `json:"code"`
	Errors   map[string][]string `json:"errors"`
	Response struct {
		Data    json.RawMessage `json:"data"`
		Message string          `json:"message"`
	} `json:"response"`
}

func (w *world) call(lang, method, path, token string, body any) answer {
	w.t.Helper()
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body)
	}
	r := httptest.NewRequest(method, httpapi.Base+path, bytes.NewReader(raw))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept-Language", lang)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	a := answer{Status: rec.Code, Body: rec.Body.String()}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		w.t.Fatalf("%s: %v", rec.Body, err)
	}
	return a
}

// state is what is stored, as one comparable text.
func (w *world) state() string {
	w.t.Helper()
	var rows []string
	err := w.d.Select(w.t.Context(), &rows, `
		SELECT a.user_id || ' ' || a.id || ' ' || a.type || ' ' || a.name || ' ' || a.contact_name || ' ' || a.phone || ' '
		|| a.district_id || ' ' ||
			a.address || ' ' || CASE WHEN a.deleted_at IS NULL THEN 'live' ELSE 'deleted' END ||
			CASE WHEN d.user_id IS NULL THEN '' ELSE ' default' END
		FROM addresses a LEFT JOIN default_addresses d ON d.user_id = a.user_id AND d.address_id = a.id
		ORDER BY a.created_at, a.id`)
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(rows, "\n")
}

func (w *world) add(token string) string {
	w.t.Helper()
	a := w.call("en", "POST", "/addresses", token, good(nil))
	var v addresses.View
	if err := json.Unmarshal(a.Response.Data, &v); err != nil || a.Status != 200 {
		w.t.Fatalf("%d %s", a.Status, a.Body)
	}
	w.clock.Advance(time.Second)
	return v.ID
}

func (w *world) healthy() {
	w.t.Helper()
	results, err := doctor.Run(w.t.Context(), w.d, addresses.Checks())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			w.t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

type form = map[string]any

// good is a form that can be saved, with changes; nil takes a field out.
func good(changes form) form {
	f := form{"type": "home", "district_id": "maadi", "address": "9 Street", "building_number": "12", "lat": 29.9601,
		"lng": 31.2581}
	for k, v := range changes {
		if f[k] = v; v == nil {
			delete(f, k)
		}
	}
	return f
}
