package account_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

type world struct {
	t     testing.TB
	d     *db.DB
	clock *clock.Fake
	s     *account.Service
	api   *httpapi.API
}

// newWorld has Mona, who has an unconfirmed e-mail address and a password, and
// Sara, who has neither; a token is its owner's id.
func newWorld(t testing.TB, d *db.DB) *world {
	w := &world{t: t, d: d, clock: clock.NewFake(start)}
	signIn, err := auth.New(d, w.clock, auth.Config{Secret: make([]byte, 32)})
	if err != nil {
		t.Fatal(err)
	}
	w.s = account.New(d, w.clock, signIn)
	w.api = httpapi.New(httpapi.Options{Version: "test"})
	w.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
		if strings.HasPrefix(token, "usr_") {
			return token, "ses_1", nil
		}
		return "", "", errs.Unauthorized()
	}
	w.s.Routes(w.api)
	w.exec(`INSERT INTO users (id, phone, name, email, lang, created_at, updated_at) VALUES
		('usr_mona', '+201001234567', 'منى', 'mona@example.com', 'ar', 1, 1),
		('usr_sara', '+201112223334', 'Sara', NULL, 'en', 1, 1)`)
	w.exec(`INSERT INTO user_phones (phone, user_id) VALUES ('+201001234567', 'usr_mona'), ('+201112223334', 'usr_sara')`)
	return w
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

type answer struct {
	Status   int
	Body     string
	Code     string
	Errors   map[string][]string
	Response struct{ Data json.RawMessage }
}

func (w *world) call(method, path, token, body string) answer {
	w.t.Helper()
	r := httptest.NewRequest(method, httpapi.Base+path, bytes.NewReader([]byte(body)))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	a := answer{Status: rec.Code, Body: rec.Body.String()}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		w.t.Fatalf("%s: %v", rec.Body, err)
	}
	return a
}

func (w *world) get(into any, query string, args ...any) {
	w.t.Helper()
	if err := w.d.Get(w.t.Context(), into, query, args...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) healthy() {
	w.t.Helper()
	results, err := doctor.Run(w.t.Context(), w.d, append(account.Checks(), auth.Checks()...))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			w.t.Errorf("doctor: %s: %d violations: %v", r.Check, r.Violations, r.First)
		}
	}
}

// TestChangeProfile changes one field at a time: fields that are not sent stay.
func TestChangeProfile(t *testing.T) {
	const row = `SELECT name || '|' || COALESCE(email, '-') || '|' || COALESCE(company_name,
		'-') || '|' || COALESCE(birthdate, '-') || '|' ||
		COALESCE(gender, '-') || '|' || COALESCE(photo, '-') FROM users WHERE id = 'usr_mona'`
	const before = `منى|mona@example.com|-|-|-|-`
	for _, c := range []struct {
		name, token, body string
		status            int
		field, want       string // of a refusal, its text
		after             string
	}{
		{"nothing", "usr_mona", `{}`, 200, "", "", before},
		{"the name", "usr_mona", `{"name":" Mona\u202e Hassan "}`, 200, "", "", `Mona Hassan|mona@example.com|-|-|-|-`},
		{"everything", "usr_mona",
			`{"name":"Mona","email":"M@Example.com","company_name":"Mona & Co","birthdate":"١٩٩٠-٠١-٣١","gender":"female"}`,
			200, "", "", `Mona|m@example.com|Mona & Co|1990-01-31|female|-`},
		{"cleared by null", "usr_mona", `{"email":null,"company_name":null}`, 200, "", "", `منى|-|-|-|-|-`},
		{"cleared by nothing", "usr_mona", `{"email":""}`, 200, "", "", `منى|-|-|-|-|-`},
		{"unknown fields", "usr_mona", `{"phone":"+201234567890","email_verified":true,"id":"usr_x"}`, 200, "", "", before},
		{"no name", "usr_mona", `{"name":null}`, 422, "name", "This field is required", before},
		{"a blank name", "usr_mona", `{"name":"  "}`, 422, "name", "This field is required", before},
		{"a short name", "usr_mona", `{"name":"M"}`, 422, "name", "Too Short! The minimum character is 2", before},
		{"a long name", "usr_mona", `{"name":"` + strings.Repeat("م", 61) + `"}`, 422, "name",
			"Too long! The maximum character is 60", before},
		{"a long company", "usr_mona", `{"company_name":"` + strings.Repeat("a", 81) + `"}`, 422, "company_name",
			"Too long! The maximum character is 80", before},
		{"no e-mail", "usr_mona", `{"email":"mona@"}`, 422, "email", "Email Format is wrong right format is name@example.com",
			before},
		{"born tomorrow", "usr_mona", `{"birthdate":"2026-11-21"}`, 422, "birthdate",
			"That date of birth isn't valid. Check the day, month and year.", before},
		{"born on no day", "usr_mona", `{"birthdate":"2001-02-29"}`, 422, "birthdate", "", before},
		{"born long ago", "usr_mona", `{"birthdate":"1899-01-01"}`, 422, "birthdate", "", before},
		{"a third gender", "usr_mona", `{"gender":"x"}`, 422, "gender", "Choose one of the options.", before},
		{"another's photo", "usr_mona", `{"photo":"pho_sara"}`, 422, "photo", "One of the photos is gone. Upload it again.",
			before},
		{"a number", "usr_mona", `{"name":5}`, 422, "", "", before},
		{"one wrong among right ones", "usr_mona", `{"name":"Mona","gender":"x"}`, 422, "gender", "", before},
		{"a guest", "null", `{"name":"Mona"}`, 401, "", "", before},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w := newWorld(t, d)
				w.exec(`INSERT INTO photos (id, user_id, width, height, jpeg, created_at)
					VALUES ('pho_sara', 'usr_sara', 1, 1, $1, 1)`, []byte{1})
				a := w.call("PUT", "/user/profile", c.token, c.body)
				if a.Status != c.status || c.field != "" &&
					(len(a.Errors[c.field]) == 0 || c.want != "" && a.Errors[c.field][0] != c.want) {
					t.Errorf("%d %s", a.Status, a.Body)
				}
				var after string
				if w.get(&after, row); after != c.after {
					t.Errorf("now %s", after)
				}
				var sara string
				if w.get(&sara, `SELECT name || COALESCE(owner, '') FROM users u JOIN photos p ON p.user_id = u.id
					WHERE u.id = 'usr_sara'`); sara != "Sara" {
					t.Errorf("somebody else changed: %s", sara)
				}
				w.healthy()
			})
		})
	}
}

// TestFace sets a profile picture, replaces it, and removes it.
func TestFace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, id := range []string{"pho_a", "pho_b"} {
			w.exec(`INSERT INTO photos (id, user_id, width, height, jpeg, created_at) VALUES ($1, 'usr_mona', 1, 1, $2, 1)`, id,
				[]byte{1})
		}
		for _, c := range []struct{ body, photo, kept string }{
			{`{"photo":"pho_a"}`, `"photo":"/photos/pho_a.jpg"`, "pho_a pho_b"},
			{`{"photo":"/photos/pho_a.jpg"}`, `"photo":"/photos/pho_a.jpg"`, "pho_a pho_b"},
			{`{"name":"Mona"}`, `"photo":"/photos/pho_a.jpg"`, "pho_a pho_b"},
			{`{"photo":"pho_b"}`, `"photo":"/photos/pho_b.jpg"`, "pho_b"},
			{`{"photo":"pho_a"}`, ``, "pho_b"},
			{`{"photo":null}`, `"photo":null`, ""},
		} {
			a := w.call("PUT", "/user/profile", "usr_mona", c.body)
			if (a.Status == 200) != (c.photo != "") || !strings.Contains(a.Body, c.photo) {
				t.Errorf("%s: %s", c.body, a.Body)
			}
			var ids []string
			if err := d.Select(t.Context(), &ids, `SELECT id FROM photos ORDER BY id`); err != nil ||
				strings.Join(ids, " ") != c.kept {
				t.Errorf("%s: %v, %v", c.body, ids, err)
			}
			w.healthy()
		}
	})
}

// TestConfirmedEmail: a new address is unconfirmed, an unchanged one stays confirmed.
func TestConfirmedEmail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.exec(`UPDATE users SET email_verified_at = 5 WHERE id = 'usr_mona'`)
		w.exec(`INSERT INTO user_emails (email, user_id) VALUES ('mona@example.com', 'usr_mona')`)
		if a := w.call("PUT", "/user/profile", "usr_mona",
			`{"email":"MONA@example.com","name":"Mona"}`); !strings.Contains(a.Body, `"email_verified":true`) {
			t.Error(a.Body)
		}
		w.healthy()
		if a := w.call("PUT", "/user/profile", "usr_mona", `{"email":"m@example.com"}`); !strings.Contains(a.Body,
			`"email_verified":false`) {
			t.Error(a.Body)
		}
		var n int
		if w.get(&n, `SELECT COUNT(*) FROM user_emails`); n != 0 {
			t.Error("the old address is still taken")
		}
		w.healthy()
	})
}
