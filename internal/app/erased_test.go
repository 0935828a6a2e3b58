package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhoHasLeftWritesNothing: a request that was authorized just before its customer's account was deleted is
// refused, and leaves no data of theirs behind.
func TestWhoHasLeftWritesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		bought := m.delivered()
		p := bought.owner
		ticket := fmt.Sprint(made(s, p, "/tickets", newTicket("")))
		s.Do("POST", "/orders/"+m.delivered().id+"/rating", p.Token, opinion(5, ""))
		theirs := m.delivered()
		s.Do("POST", "/orders/"+theirs.id+"/rating", theirs.owner.Token, opinion(4, ""))
		review := apptest.Get[string](s, `SELECT id FROM ratings WHERE user_id = $1`, theirs.owner.ID)
		s.Do("POST", "/console/wallet/credits", m.tokens[boss], fields{"phone": p.Phone, "amount": 20, "reason": "late"},
			apptest.Key("gift"))
		s.Exec(`UPDATE points_accounts SET debt = 0 WHERE user_id = $1`, p.ID)
		s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
		s.RunJobs()
		photo := aPhoto(t)
		returned := m.returnBody(bought.id)

		s.Exec(`UPDATE users SET erased_at = 1 WHERE id = $1`, p.ID)
		before := rowsOf(t, d, p.ID)
		here := apptest.Header{"district-id": "maadi"}
		for _, w := range []struct {
			method, path string
			body         any
			header       apptest.Header
		}{
			{"POST", "/photos", photo, apptest.Header{"Content-Type": "image/png"}},
			{"POST", "/addresses", fullAddress(), nil},
			{"DELETE", "/addresses/" + p.Address, nil, nil},
			{"PUT", "/user/preferences", fields{"figures": "latn", "version": account.WordingVersion}, nil},
			{"POST", "/push/subscriptions", writes["subscribe-push"].body(ids{}), nil},
			{"POST", "/favourites", fields{"kind": "branch", "id": apptest.Koshary}, here},
			{"POST", "/tickets", newTicket(""), apptest.Key("late")},
			{"POST", "/tickets/" + ticket + "/replies", fields{"text": "Any news?"}, apptest.Key("late")},
			{"POST", "/orders/" + bought.id + "/rating", opinion(5, ""), nil},
			{"POST", "/reviews/" + review + "/helpful", fields{"helpful": true}, nil},
			{"POST", "/returns", returned, apptest.Key("late")},
			{"POST", "/quotations", askBody(apptest.Koshary), apptest.Header{"district-id": "maadi", "Idempotency-Key": "late"}},
			{"POST", "/wallet/top-up", fields{"amount": 50}, apptest.Key("late")},
			{"POST", "/loyalty/convert", fields{"points": 500}, apptest.Key("late")},
			{"POST", "/loyalty/settle", fields{"points": 500}, apptest.Key("late")},
			{"POST", "/checkout", p.Body("cod", 105_00), apptest.Key("late")},
			{"GET", "/referral", nil, nil},
		} {
			if a := s.Do(w.method, w.path, p.Token, w.body, w.header); a.Short() != "401 unauthorized" {
				t.Errorf("%s %s: %s %.200s", w.method, w.path, a.Short(), a.Body)
			}
		}
		if after := rowsOf(t, d, p.ID); after != before {
			t.Errorf("before:\n%safter:\n%s", before, after)
		}
	})
}

// made sends something that is stored and returns its id.
func made(s *apptest.Shop, p apptest.Customer, path string, body any) string {
	s.TB.Helper()
	var answer struct{ ID string }
	s.Do("POST", path, p.Token, body, keyHeader()).Into(s.TB, &answer)
	return answer.ID
}

// rowsOf counts the rows of a customer in every table.
func rowsOf(t *testing.T, d *db.DB, userID string) string {
	t.Helper()
	// Customers' data is keyed by user_id, and stored answers by subject.
	tables := `SELECT table_name || ' WHERE ' || column_name FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA() AND column_name IN ('user_id', 'subject') ORDER BY 1`
	if d.Engine() == db.SQLite {
		tables = `SELECT m.name || ' WHERE ' || c.name FROM sqlite_master m
			JOIN pragma_table_info(m.name) c ON c.name IN ('user_id', 'subject') WHERE m.type = 'table' ORDER BY 1`
	}
	var names []string
	if err := d.Select(t.Context(), &names, tables); err != nil {
		t.Fatal(err)
	}
	if len(names) < 20 {
		t.Fatalf("only %v", names)
	}
	var out strings.Builder
	for _, name := range names {
		var n int
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM `+name+` = $1`, userID); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&out, name, n)
	}
	return out.String()
}

// aPhoto is a valid picture to upload.
func aPhoto(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 20))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
