package quotations_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// counts gives the small number of every day, or the full one when
// WEKALA_PROVE is set.
func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

// together runs functions from a barrier and counts their results.
func together(fns ...func() string) map[string]int {
	start := make(chan struct{})
	var mu sync.Mutex
	got := map[string]int{}
	var wg sync.WaitGroup
	for _, fn := range fns {
		wg.Go(func() {
			<-start
			a := fn()
			mu.Lock()
			got[a]++
			mu.Unlock()
		})
	}
	close(start)
	wg.Wait()
	return got
}

func times(n int, fn func(i int) string) []func() string {
	out := make([]func() string, n)
	for i := range n {
		out[i] = func() string { return fn(i) }
	}
	return out
}

// wire is the API over one HTTP connection, as many concurrent callers use it.
func wire(t *testing.T, s *buytest.Shop) func(method, path, token, key string, body any) string {
	server := httptest.NewUnstartedServer(s.API)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return func(method, path, token, key string, body any) string {
		raw, _ := json.Marshal(body)
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+httpapi.Base+path,
			strings.NewReader(string(raw)))
		if err != nil {
			return err.Error()
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		res, err := server.Client().Do(r)
		if err != nil {
			return err.Error()
		}
		defer func() { _ = res.Body.Close() }()
		var f struct {
			Code string `json:"code"`
		}
		_ = json.NewDecoder(res.Body).Decode(&f)
		if res.StatusCode == 200 {
			return "ok"
		}
		return fmt.Sprint(res.StatusCode, " ", f.Code)
	}
}

func TestAcceptedAndOrderedOnce(t *testing.T) {
	rounds, clients := counts(2, 50), counts(8, 40)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		call := wire(t, s)
		for round := range rounds {
			// A new customer in each round: a customer may have few orders that wait to be paid.
			who := fmt.Sprint("usr", round)
			customer(s, who)
			v := priced(s, who)
			got := together(times(clients, func(int) string {
				return call("POST", "/quotations/"+v.ID+"/accept", who, "", map[string]any{"version": 1})
			})...)
			if got["ok"] != clients {
				t.Fatalf("accepting: %v", got)
			}
			if seq := get(s, who, v.ID).EventSeq; seq != 3 {
				t.Fatalf("accepted %d times", seq-2)
			}
			method := []string{"cod", "card"}[round%2]
			got = together(times(clients, func(i int) string {
				return call("POST", "/checkout", who, fmt.Sprint(v.ID, i), order(who, v.ID, method, 1110))
			})...)
			if got["ok"] != 1 || got["409 already_ordered"] != clients-1 {
				t.Fatalf("ordering: %v", got)
			}
			if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE cart_id = $1`, v.ID); n != 1 {
				t.Fatalf("%d orders", n)
			}
		}
		s.Healthy()
	})
}

func TestAcceptAgainstAnotherOffer(t *testing.T) {
	rounds := counts(6, 200)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		call := wire(t, s)
		won := map[string]int{}
		for round := range rounds {
			who := fmt.Sprint("usr", round)
			customer(s, who)
			v := priced(s, who)
			lines := []any{}
			for _, it := range v.Items {
				lines = append(lines, map[string]any{"id": it.ID, "unit_price": 90})
			}
			var accepted, repriced string
			together(func() string {
				accepted = call("POST", "/quotations/"+v.ID+"/accept", who, "", map[string]any{"version": 1})
				return ""
			}, func() string {
				repriced = call("POST", "/console/quotations/"+v.ID+"/price", "manager", "", map[string]any{"lines": lines,
					"delivery_price": 0, "valid_days": 1, "expected_seq": v.EventSeq})
				return ""
			})
			after := get(s, who, v.ID)
			switch {
			case accepted == "ok" && repriced != "ok" && after.State == "accepted" && after.Offer.Version == 1:
				won["customer"]++
			case accepted == "409 other_offer" && repriced == "ok" && after.State == "priced" && after.Offer.Version == 2:
				won["staff"]++
			default:
				t.Fatalf("accepting %s, pricing %s: %s, offer %d", accepted, repriced, after.State, after.Offer.Version)
			}
		}
		t.Log(won)
		s.Healthy()
	})
}

func TestOrderedWhileItRunsOut(t *testing.T) {
	rounds := counts(4, 100)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		plenty(s)
		call := wire(t, s)
		for range rounds {
			v := priced(s, "usr")
			accept(s, "usr", v)
			var ordered string
			together(func() string {
				ordered = call("POST", "/checkout", "usr", v.ID, order("usr", v.ID, "cod", 1110))
				return ""
			}, func() string {
				s.Clock.Advance(7 * 24 * time.Hour)
				_, err := s.Quotations.ExpireDue(context.Background())
				return fmt.Sprint(err)
			})
			after := get(s, "usr", v.ID)
			n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders WHERE cart_id = $1`, v.ID)
			switch {
			case ordered == "ok" && after.State == "ordered" && n == 1:
			case ordered == "400 expired" && after.State == "expired" && n == 0:
			default:
				t.Fatalf("%s: %s, %d orders", ordered, after.State, n)
			}
		}
		s.Healthy()
	})
}

func TestOnlySoManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		call := wire(t, s)
		got := together(
			times(24, func(i int) string { return call("POST", "/quotations", "usr", fmt.Sprint("b", i), aList) })...)
		if got["ok"] != 10 || got["400 too_many_open"] != 14 {
			t.Fatalf("%v", got)
		}
		same := together(times(8, func(int) string { return call("POST", "/quotations", "usr", "b99", aList) })...)
		if same["ok"] != 0 {
			t.Fatalf("%v", same)
		}
		id := buytest.Get[string](s, `SELECT id FROM quotations ORDER BY id LIMIT 1`)
		s.Do("POST", "/quotations/"+id+"/decline", "usr", map[string]any{})
		if same = together(
			times(8, func(int) string { return call("POST", "/quotations", "usr", "b99", aList) })...); same["ok"] != 8 {
			t.Fatalf("one key: %v", same)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM quotations`); n != 11 {
			t.Errorf("%d quotations", n)
		}
		s.Healthy()
	})
}
