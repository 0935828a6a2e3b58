package app_test

import (
	"fmt"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/web"
)

// TestFloodsAreBoundedByAddress calls a real shop over HTTP: an address beyond its limit is refused by the API, gets
// no rendered pages for invented addresses, and does not affect others, whose pages call the API in-process. Nothing
// is stored in the database.
func TestFloodsAreBoundedByAddress(t *testing.T) {
	if !web.Built() {
		t.Skip("the web files are not built")
	}
	provider := newProvider(t)
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.Pages(), apptest.Set(func(c *config.Serve) {
		c.Demo, c.Payments, c.Proxies = false, "cod", "127.0.0.0/8"
		c.WebhookURL, c.WebhookSecret = provider.URL, "a secret of the provider's"
	}))
	if err := s.App.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	greedy, honest := from("203.0.113.9"), from("198.51.100.7")
	answers := apptest.Burst(300, 32, func(int) string {
		return s.Send("POST", "/order/add-to-cart", "", fields{}, greedy).Short()
	})
	if answers["429 too_many"] != 60 {
		t.Errorf("of 300 writes in a minute: %v", answers)
	}
	if a := s.Send("POST", "/order/add-to-cart", "", fields{}, honest); a.Status != 422 {
		t.Errorf("somebody else: %s", a.Short())
	}
	page := func(path string, whose apptest.Header) {
		t.Helper()
		if a := s.Send("GET", "="+path, "", nil, whose); a.Status != 200 {
			t.Errorf("%s: %s", path, a.Short())
		}
	}
	page("/en/blogs", honest)
	drawn := pagesDrawn(t, s)
	for i := range 20 {
		page(fmt.Sprintf("/en/blogs?x=%d", i), greedy)
	}
	if got := pagesDrawn(t, s); got != drawn {
		t.Errorf("%d pages were drawn for made-up addresses", got-drawn)
	}
	// All requests of a page come from this machine, and are not counted.
	for i := range 5 {
		page(fmt.Sprintf("/en/search-results?q=tea%d", i), honest)
	}
	if got := pagesDrawn(t, s); got != drawn+5 {
		t.Errorf("%d of 5 pages were drawn", got-drawn)
	}
	s.Forgive()
}
