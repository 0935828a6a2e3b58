package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/identity/auth"
	"wekala/internal/operations/demo"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/id"
)

// fresh runs a node on a database without a shop and without any provider, and begins its set-up.
func fresh(t *testing.T, d *db.DB, beside ...apptest.Option) (s *apptest.Shop, link string) {
	t.Helper()
	s = apptest.Node(t, d, clock.NewFake(shoptest.Now), append(beside, apptest.Set(func(cfg *config.Serve) {
		cfg.Demo, cfg.Payments, cfg.CodeChannels = false, "cod", ""
	}))...)
	return s, begin(t, s)
}

func begin(t *testing.T, s *apptest.Shop) string {
	t.Helper()
	printed, err := s.App.BeginSetUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, link, _ := strings.Cut(printed, "#")
	return link
}

func firstOwner(link string) fields {
	return fields{"link": link, "name": "Hoda", "email": "hoda@example.com", "password": "n3w!harbour", "lang": "ar"}
}

// TestTheFirstHour goes from an empty database to an open shop: what customers see at each step, and that the link
// works once.
func TestTheFirstHour(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, link := fresh(t, d)
		closed := func(path string) {
			t.Helper()
			a := s.Do("GET", path, "", nil)
			if a.Short() != "503 opening_soon" || a.Header.Get("Retry-After") != "3600" ||
				a.Header.Get("X-Robots-Tag") != "none" {
				t.Errorf("%s of a closed shop: %s %v", path, a.Short(), a.Header)
			}
		}
		closed("/services")
		closed("/branches?page=1")
		if a := s.Do("GET", "/districts", "", nil); a.Status != 200 {
			t.Errorf("the areas, which the set-up asks for: %s", a.Short())
		}
		if a := s.Do("POST", "/user/login-by-otp", "",
			fields{"country_code": "+20", "phone": "01012345678", "method": "sms"}); a.Short() != "503 opening_soon" {
			t.Errorf("a code of a closed shop: %s", a.Short())
		}
		if link == "" || begin(t, s) != link {
			t.Error("another start prints another link, or none")
		}
		for _, wrong := range []string{"", "x", link[1:], link + "x", id.Secret(32)} {
			if a := s.Do("POST", "/setup/owner", "", firstOwner(wrong)); a.Short() != "400 link_over" {
				t.Errorf("with the link %q: %s", wrong, a.Short())
			}
		}
		if a := s.Do("POST", "/setup/link", "", fields{"link": link}); a.Status != 200 {
			t.Errorf("the link: %s", a.Short())
		}
		if a := s.Do("POST", "/setup/owner", "", fields{
			"link": link, "name": "", "email": "nobody", "password": "x"}); a.Status != 422 {
			t.Errorf("an owner without anything: %s", a.Short())
		}

		// When two people open the link concurrently, one becomes the owner.
		var group sync.WaitGroup
		answers := make([]apptest.Answer, 4)
		begun := make(chan struct{})
		for i := range answers {
			group.Go(func() {
				body := firstOwner(link)
				body["email"] = "hoda" + string(rune('a'+i)) + "@example.com"
				<-begun
				answers[i] = s.Do("POST", "/setup/owner", "", body)
			})
		}
		close(begun)
		group.Wait()
		var token string
		won := 0
		for _, a := range answers {
			switch a.Short() {
			case "200":
				var in struct {
					Token string `json:"token"`
				}
				a.Into(t, &in)
				token = in.Token
				won++
			case "400 link_over":
			default:
				t.Errorf("one of four: %s", a.Short())
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM staff`); won != 1 || n != 1 {
			t.Fatalf("%d became the owner, %d are there", won, n)
		}
		if begin(t, s) != "" {
			t.Error("a link is printed although there is an owner")
		}
		closed("/services")

		// A soft opening admits visitors who have the link, and lets listed numbers sign in.
		var o struct {
			Version int64  `json:"version"`
			WayIn   string `json:"way_in"`
			State   string `json:"state"`
		}
		s.Do("GET", "/console/opening", token, nil).Into(t, &o)
		if o.State != "setup" || o.WayIn != "" {
			t.Errorf("at first: %+v", o)
		}
		if a := s.Do("POST", "/console/opening/codes", token, nil); a.Short() != "409 not_soft" {
			t.Errorf("codes of a closed shop: %s", a.Short())
		}
		if a := s.Do("PUT", "/console/opening", token,
			fields{"state": "soft", "phones": []string{}, "version": o.Version}); a.Status != 422 {
			t.Errorf("a soft opening for nobody: %s", a.Short())
		}
		soft := fields{"state": "soft", "phones": []string{"٠١٠١٢٣٤٥٦٧٨"}, "version": o.Version}
		s.Do("PUT", "/console/opening", token, soft).Into(t, &o)
		if a := s.Do("PUT", "/console/opening", token, soft); a.Status != 409 {
			t.Errorf("the same from the old version: %s", a.Short())
		}
		closed("/services")
		_, way, _ := strings.Cut(o.WayIn, "/early/")
		early := apptest.Header{"Cookie": "early=" + way}
		if a := s.Do("GET", "/services", "", nil, early); a.Status != 200 {
			t.Errorf("with the way in: %s", a.Short())
		}
		if a := s.Do("GET", "/services", "", nil, apptest.Header{"Cookie": "early=" + link}); a.Status != 503 {
			t.Errorf("with another link for the way in: %s", a.Short())
		}
		ask := func(phone string) string {
			return s.Do("POST", "/user/login-by-otp", "", fields{"country_code": "+20", "phone": phone, "method": "sms"}, early).
				Short()
		}
		if got := ask("01012345678"); got != "200" {
			t.Errorf("a listed number: %s", got)
		}
		if got := ask("01012345679"); got != "422 not_invited" {
			t.Errorf("a number that is not listed: %s", got)
		}
		var codes []struct{ Phone, Code string }
		s.Do("POST", "/console/opening/codes", token, nil).Into(t, &codes)
		if len(codes) != 1 || codes[0].Phone != "+201012345678" || len(codes[0].Code) != auth.CodeDigits {
			t.Errorf("the codes: %+v", codes)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'shop.codes_read'`); n != 1 {
			t.Errorf("reading codes was written down %d times", n)
		}

		// Codes of customers who joined during the soft opening can still be read; those of a customer of the open shop
		// cannot, even after it is closed again.
		read := func() (n int) {
			s.Clock.Advance(2 * time.Minute)
			if got := ask("01012345678"); got != "200" {
				t.Fatal(got)
			}
			codes = nil
			s.Do("POST", "/console/opening/codes", token, nil).Into(t, &codes)
			return len(codes)
		}
		s.Exec(`INSERT INTO users (id, phone, name, created_at, updated_at)
			VALUES ('usr_early', '+201012345678', 'Mona', $1, $1)`, db.At(s.Clock.Now()))
		if read() == 0 {
			t.Error("an account of the soft opening is not read")
		}
		s.Do("PUT", "/console/opening", token, fields{"state": "open", "version": o.Version}).Into(t, &o)
		s.Clock.Advance(time.Minute)
		for _, state := range []string{"setup", "soft"} {
			s.Do("PUT", "/console/opening", token, fields{
				"state": state, "phones": []string{"01012345678"}, "version": o.Version}).Into(t, &o)
		}
		_, way, _ = strings.Cut(o.WayIn, "/early/")
		early = apptest.Header{"Cookie": "early=" + way}
		if n := read(); n != 0 {
			t.Errorf("%d codes of a customer's account were read", n)
		}
		s.Exec(`DELETE FROM users WHERE id = 'usr_early'`)

		// Opening ends all of this.
		s.Do("PUT", "/console/opening", token, fields{"state": "open", "version": o.Version}).Into(t, &o)
		if a := s.Do("GET", "/services", "", nil); a.Status != 200 || a.Header.Get("X-Robots-Tag") != "" {
			t.Errorf("open: %s", a.Short())
		}
		if a := s.Do("POST", "/console/opening/codes", token, nil); a.Short() != "409 not_soft" {
			t.Errorf("codes after the opening: %s", a.Short())
		}
		if stored := apptest.Get[string](s, `SELECT value FROM settings WHERE key = 'shop.opening'`); strings.Contains(stored,
			"+20") {
			t.Errorf("listed numbers are still kept: %s", stored)
		}
		if stored := strings.Join(s.Lines(`SELECT 'x' || before || after FROM audit_log WHERE action = 'shop.opening'`),
			""); strings.Contains(stored, "1012345678") {
			t.Errorf("numbers stand in the audit log: %s", stored)
		}
	})
}

// TestOtherShopsStayOpen: a database that already contains data is a shop.
func TestOtherShopsStayOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Staff("owner")
		if link := begin(t, s); link != "" {
			t.Error("a shop with an owner prints a set-up link")
		}
		if a := s.Do("GET", "/services", "", nil); a.Status != 200 {
			t.Errorf("a shop that was there before: %s", a.Short())
		}
	})
}

// TestPhotosBeforeTheOpening: staff see customers' photos while the shop is closed; others cannot find a photo
// without its address, and nobody can add any.
func TestPhotosBeforeTheOpening(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, guest := s.Staff("owner"), s.Customer()
		var sent struct{ ID, Src string }
		s.Do("POST", "/photos", guest.Token, aPhoto(t), apptest.Header{"Content-Type": "image/png"}).Into(t, &sent)
		if a := s.Do("PUT", "/console/opening", owner, fields{"state": "setup", "version": 0}); a.Status != 200 {
			t.Fatalf("closing: %s", a.Short())
		}
		get := func(path string) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			s.App.Handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			return w
		}
		if w := get(sent.Src); w.Code != 200 || w.Header().Get("Content-Type") != "image/jpeg" {
			t.Errorf("the photo: %d %s", w.Code, w.Header().Get("Content-Type"))
		}
		for _, path := range []string{"/photos/", "/photos/pho_AAAAAAAAAAAAAAAAAAAAAAAA.jpg", "/photos/../services"} {
			if w := get(path); w.Code == 200 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
		if a := s.Do("POST", "/photos", guest.Token, aPhoto(t),
			apptest.Header{"Content-Type": "image/png"}); a.Short() != "503 opening_soon" {
			t.Errorf("another photo: %s", a.Short())
		}
	})
}

// TestAnotherNodeOpensToo: the switch also takes effect on another node.
func TestAnotherNodeOpensToo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		one, link := fresh(t, d)
		two, _ := fresh(t, d)
		var in struct {
			Token string `json:"token"`
		}
		one.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		one.Do("PUT", "/console/opening", in.Token, fields{"state": "open", "version": 1})
		if a := two.Do("GET", "/services", "", nil); a.Status != http.StatusServiceUnavailable {
			t.Errorf("before it looked: %s", a.Short())
		}
		if err := two.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		if a := two.Do("GET", "/services", "", nil); a.Status != 200 {
			t.Errorf("after it looked: %s", a.Short())
		}
	})
}

// sound fails if doctor finds a violation.
func sound(t *testing.T, d *db.DB, now time.Time) {
	t.Helper()
	results, err := doctor.Run(t.Context(), d, app.Checks(now))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("%s: %d of %d, first %v", r.Check, r.Violations, r.Rows, r.First)
		}
	}
}

// TestTheDemoOverAFreshShop: a database that was first started without the demo is closed and rewards nobody; the
// demo's shop is open, and its friends were invited. It is filled with the requested number of orders, in which
// doctor finds nothing unless they are bare.
func TestTheDemoOverAFreshShop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var cfg config.Serve
		s, _ := fresh(t, d, apptest.Set(func(c *config.Serve) { cfg = *c }))
		if _, err := demo.Make(t.Context(), app.Demo(cfg, d, s.Clock, slog.New(slog.DiscardHandler), 0, 0)); err != nil {
			t.Fatal(err)
		}
		if got := s.Lines(`SELECT state FROM referrals ORDER BY state`); fmt.Sprint(
			got) != "[held joined paid refused waiting]" {
			t.Errorf("the friends: %v", got)
		}
		many := app.Demo(cfg, d, s.Clock, slog.New(slog.DiscardHandler), 0, 0)
		for _, more := range []struct {
			orders, of int
			bare       bool
		}{{600, 600, false}, {500, 600, false}, {700, 700, false}, {1000, 1000, true}} {
			if many.Orders, many.Bare = more.orders, more.bare; more.orders == 1000 {
				sound(t, d, s.Clock.Now())
			}
			if _, err := demo.Make(t.Context(), many); err != nil {
				t.Fatal(err)
			}
			if got := s.Lines(`SELECT COUNT(*) FROM orders`); fmt.Sprint(got) != fmt.Sprintf("[%d]", more.of) {
				t.Errorf("filled up to %d orders: %v", more.orders, got)
			}
		}
		if got := s.Lines(`SELECT status FROM orders WHERE id LIKE 'ord_01G%' GROUP BY status ORDER BY status`); fmt.Sprint(
			got) != "[cancelled delivered rejected]" {
			t.Errorf("the copies are %v", got)
		}
		if got := s.Lines(`SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)
			OR event_seq <> (SELECT COUNT(*) FROM order_events e WHERE e.order_id = o.id)
			OR user_id NOT IN (SELECT user_id FROM user_phones)`); len(got) != 0 {
			t.Errorf("orders that lack something: %v", got)
		}
		if got := s.Lines(`SELECT key FROM settings WHERE key IN ('shop.opening', 'referral', 'shipping.late')`); len(
			got) != 0 {
			t.Errorf("still as a shop begins: %v", got)
		}
	})
}
