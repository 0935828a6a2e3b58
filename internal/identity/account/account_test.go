package account_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

func TestProfile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		signIn, err := auth.New(d, clock.System, auth.Config{Secret: make([]byte, 32)})
		if err != nil {
			t.Fatal(err)
		}
		signIn.DefaultAddress = func(_ context.Context, _ db.Querier, userID string) (string, error) {
			if userID == "usr_mona" {
				return "adr_1", nil
			}
			return "", nil
		}
		api := httpapi.New(httpapi.Options{Version: "test"})
		api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
			if strings.HasPrefix(token, "usr_") {
				return token, "ses", nil
			}
			return "", "", errs.Unauthorized()
		}
		account.New(d, clock.System, signIn).Routes(api)
		err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO users (id, phone, name, email, password_hash, lang, created_at, updated_at) VALUES
				('usr_mona', '+201001234567', 'منى', 'mona@example.com', 'secret-hash', 'ar', 1, 1),
				('usr_sara', '+201112223334', 'Sara', NULL, NULL, 'en', 1, 1)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		get := func(token string) (int, string) {
			r := httptest.NewRequest("GET", httpapi.Base+"/user/profile", nil)
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			api.ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		for _, c := range []struct {
			token  string
			status int
			want   string
		}{
			{"usr_mona", 200,
				`"data":{"user":{"id":"usr_mona","name":"منى","phone":"+201001234567","email":"mona@example.com",` +
					`"email_verified":false,"company_name":null,"birthdate":null,"gender":null,"photo":null,"lang":"ar","has_password":true,` +
					`"default_address_id":"adr_1"},"message":"Your profile"}`},
			{"usr_sara", 200,
				`"email":null,"email_verified":false,"company_name":null,"birthdate":null,"gender":null,"photo":null,` +
					`"lang":"en","has_password":false,"default_address_id":null}`},
			{"null", 401, `"code":"unauthorized"`},
			{"usr_gone", 401, `"code":"unauthorized"`},
		} {
			status, body := get(c.token)
			if status != c.status || !strings.Contains(body, c.want) || strings.Contains(body, "secret-hash") {
				t.Errorf("%s: %d %s", c.token, status, body)
			}
			if !json.Valid([]byte(body)) {
				t.Errorf("%s: %s", c.token, body)
			}
		}
		u, err := account.Get(t.Context(), d, "usr_sara")
		if err != nil || u.Name != "Sara" {
			t.Errorf("%+v, %v", u, err)
		}
		if _, err := account.Get(t.Context(), d, "usr_gone"); !errs.Is(err, "common.not_found") {
			t.Error(err)
		}
	})
}
