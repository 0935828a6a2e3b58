package app_test

import (
	"context"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
	"wekala/web"
)

// pagesDrawn reads the node's counter of rendered pages.
func pagesDrawn(t *testing.T, s *apptest.Shop) int {
	t.Helper()
	w := httptest.NewRecorder()
	s.App.Metrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if value, ok := strings.CutPrefix(line, "wekala_pages_drawn_total "); ok {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("no figure of pages drawn")
	return 0
}

// told changes data as another node would, and lets this one learn of it.
func told(t *testing.T, s *apptest.Shop, query string, args []any, touch func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, query, args...); err != nil {
			return err
		}
		return touch(ctx, tx)
	})
	if err == nil {
		err = s.App.Poll(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatSellsOutRedrawsNoOtherBranchsPages: a page is rendered again only when its content changed.
func TestWhatSellsOutRedrawsNoOtherBranchsPages(t *testing.T) {
	if !web.Built() {
		t.Skip("the web files are not built")
	}
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages())
	if err := s.App.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	show := func(paths ...string) (bodies []string) {
		t.Helper()
		for _, path := range paths {
			a := s.Do("GET", "="+path, "", nil)
			if a.Status != 200 || !strings.Contains(a.Body, "<main") {
				t.Fatalf("%s: %d", path, a.Status)
			}
			bodies = append(bodies, a.Body)
		}
		return bodies
	}
	other := []string{"/en/products/fresh-milk", "/ar/products/fresh-milk", "/en/branches/bakala-maadi",
		"/ar/branches/bakala-maadi", "/en/blogs"}
	own := []string{"/en/products/koshary", "/ar/products/koshary"}
	show(other...)
	before := show(own...)
	drawn := pagesDrawn(t, s)
	if drawn != len(other)+len(own) {
		t.Fatalf("%d pages drawn for %d", drawn, len(other)+len(own))
	}
	for _, variant := range []string{apptest.Small, apptest.Large} {
		told(t, s, `UPDATE stock SET on_hand = reserved WHERE branch_id = $1 AND variant_id = $2`,
			[]any{apptest.Koshary, variant}, func(ctx context.Context, tx *db.Tx) error {
				return products.PublishVariants(ctx, tx, apptest.Koshary, []string{variant})
			})
	}
	s.Clock.Advance(time.Second) // a page's maximum age
	show(other...)
	if n := pagesDrawn(t, s); n != drawn {
		t.Errorf("a sell-out at one branch drew %d pages of another", n-drawn)
	}
	for i, body := range show(own...) {
		if body == before[i] {
			t.Errorf("%s still shows what is sold out", own[i])
		}
	}
	if n := pagesDrawn(t, s); n != drawn+len(own) {
		t.Errorf("%d pages were drawn for %d that changed", n-drawn, len(own))
	}
}

// TestNobodyPaysAnOldPrice: a node that has not learned of a new price yet accepts no order at the old one, whatever
// pages, carts and rows it has cached.
func TestNobodyPaysAnOldPrice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		s.Do("GET", "/products/koshary", "", nil)
		s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
		if a := s.Do("GET", "/checkout?service_id=food&payment_method=cod&address_id="+p.Address, p.Token,
			nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		// A change by another node, of which this one is not notified.
		s.Exec(`UPDATE branch_prices SET price = price + 500 WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
			apptest.Small)
		if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 105_00),
			apptest.Key(id.New("key"))); a.Code() != "price_changed" {
			t.Errorf("an order at the old price: %s", a.Short())
		}
		if a := s.Do("POST", "/checkout", p.Token, p.Body("cod", 115_00), apptest.Key(id.New("key"))); a.Status != 200 {
			t.Errorf("an order at the new price: %s", a.Body)
		}
	})
}
