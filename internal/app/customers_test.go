package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestCustomersAreFound searches customers by phone in any notation, by words of their name and by an order's number,
// and reads the list part by part.
func TestCustomersAreFound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		people := s.Customers(60)
		names := []string{"أحمد الشريف", "Ahmed El Sherif", "منى حسن", "Mona Hassan Mohamed", "مُنى محمد"}
		for i, name := range names {
			s.Exec(`UPDATE users SET name = $2, created_at = created_at + 1000 WHERE id = $1`, people[i].ID, name)
		}
		s.Exec(`UPDATE users SET blocked_at = 1 WHERE id = $1`, people[3].ID)
		s.After(time.Hour) // customers from before names were indexed
		support := s.Staff("support")
		order := s.Buy(people[7], "cod")
		number := apptest.Get[string](s, `SELECT number FROM orders WHERE id = $1`, order)
		find := func(query string) (ids []string) {
			t.Helper()
			for after := ""; ; {
				var part struct {
					Response struct {
						Data []struct{ ID string }
						Meta struct{ Next string }
					}
				}
				a := s.Do("GET", "/console/customers?"+query+"&after="+url.QueryEscape(after), support, nil)
				if err := json.Unmarshal([]byte(a.Body), &part); err != nil || a.Status != 200 {
					t.Fatalf("%s: %d %s", query, a.Status, a.Body)
				}
				for _, p := range part.Response.Data {
					ids = append(ids, p.ID)
				}
				if after = part.Response.Meta.Next; after == "" {
					return ids
				}
			}
		}
		of := func(numbers ...int) (ids []string) {
			for _, n := range numbers {
				ids = append(ids, people[n].ID)
			}
			slices.Sort(ids)
			return ids
		}
		local := "0" + people[2].Phone[3:]
		for typed, want := range map[string][]string{
			people[2].Phone: of(2), local: of(2), "0020" + local[1:]: of(2),
			local[:4] + " " + local[4:7] + "-" + local[7:]: of(2), arabicFigures(local): of(2),
			"0109999": nil, number: of(7), number[2:]: of(7), "احمد": of(0), "شريف": nil, "الشريف احمد": of(0), "منى": of(2, 4),
			"مني": of(2, 4),
			"AHM": of(1), "moham mona": of(3), "mona sherif": nil, "zz": nil, "%": nil, "'": nil,
		} {
			got := find("q=" + url.QueryEscape(typed))
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", typed, got, want)
			}
		}
		if got := find("q=mo"); len(got) != 56 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 56 {
			t.Errorf("by a common word: %d", len(got))
		}
		all := find("")
		if len(all) != 60 || all[0] != of(4)[0] {
			t.Errorf("all: %d, first %s", len(all), all[0])
		}
		oldest := find("sort=oldest")
		slices.Reverse(oldest)
		if !slices.Equal(all, oldest) {
			t.Error("the oldest first is not the same list the other way round")
		}
		if got := find("state=blocked"); !slices.Equal(got, of(3)) {
			t.Errorf("blocked: %v", got)
		}
		if got := find("state=blocked&q=mona"); !slices.Equal(got, of(3)) {
			t.Errorf("blocked by name: %v", got)
		}
		for _, path := range []string{"?state=x", "?sort=name", "?after=x"} {
			if a := s.Do("GET", "/console/customers"+path, support, nil); a.Status != 422 {
				t.Errorf("%s: %s", path, a.Short())
			}
		}
		s.Healthy()
	})
}

func arabicFigures(s string) string {
	out := []rune{}
	for _, r := range s {
		if r >= '0' && r <= '9' {
			r += '٠' - '0'
		}
		out = append(out, r)
	}
	return string(out)
}

// TestCustomersPages checks that a customer's page shows only data that its reader may see elsewhere, that every view
// is logged, and that nothing is left of a deleted account.
func TestCustomersPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		order := s.Buy(p, "cod")
		s.Exec(`UPDATE users SET email = 'mona@example.com' WHERE id = $1`, p.ID)
		looks := func() int {
			return apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action LIKE 'customer.%'`)
		}
		page, places := "/console/customers/"+p.ID+"/look", "/console/customers/"+p.ID+"/addresses"
		for _, role := range []string{"editor", "manager", "picker", "finance", "courier"} {
			token := s.Staff(role, apptest.Koshary)
			for _, a := range []apptest.Answer{s.Do("GET", "/console/customers", token, nil), s.Do("POST", page, token, nil),
				s.Do("POST", places, token, nil)} {
				if a.Status != 403 {
					t.Errorf("%s: %s", role, a.Short())
				}
			}
		}
		if n := looks(); n != 0 {
			t.Errorf("%d looks are written down of who was refused", n)
		}
		for _, role := range []string{"owner", "support"} {
			token := s.Staff(role)
			before := looks()
			var c struct {
				ID, Name, Phone string
				Wallet          *float64
				Points          *int64
				Placed          int64 `json:"orders_placed"`
				Orders          []struct{ ID string }
				Returns         []struct{ ID string }
				Tickets         []struct{ ID string }
				Holds           []struct{ Kind string }
			}
			s.Do("POST", page, token, nil).Into(t, &c)
			if c.Phone != p.Phone || len(c.Orders) != 1 || c.Orders[0].ID != order || c.Placed != 1 || c.Wallet == nil ||
				c.Points == nil || c.Returns == nil || c.Tickets == nil {
				t.Errorf("%s sees %+v", role, c)
			}
			if n := looks(); n != before+1 {
				t.Errorf("%s looked once: %d lines", role, n-before)
			}
			var where []struct{ ID string }
			s.Do("POST", places, token, nil).Into(t, &where)
			if len(where) != 1 || where[0].ID != p.Address {
				t.Errorf("%s finds %+v", role, where)
			}
			if n := looks(); n != before+2 {
				t.Errorf("%s looked twice: %d lines", role, n-before)
			}
			if a := s.Do("POST", "/console/customers/usr_none/look", token, nil); a.Status != 404 || looks() != before+2 {
				t.Errorf("nobody: %s", a.Short())
			}
		}
		owner := s.Staff("owner")
		// Only their own orders, also in the list of all orders.
		other := s.Buy(s.Customer(), "cod")
		var listed []struct{ ID string }
		s.Do("GET", "/console/orders/all?customer="+p.ID, owner, nil).Into(t, &listed)
		if len(listed) != 1 || listed[0].ID != order || listed[0].ID == other {
			t.Errorf("their orders: %v", listed)
		}
		kinds := func() (all []string) {
			var c struct{ Holds []struct{ Kind string } }
			s.Do("POST", page, owner, nil).Into(t, &c)
			for _, one := range c.Holds {
				all = append(all, one.Kind)
			}
			return all
		}
		if got := kinds(); len(got) != 0 {
			t.Errorf("holds: %v", got)
		}
		s.Exec(`UPDATE users SET blocked_at = 1 WHERE id = $1`, p.ID)
		s.Exec(`INSERT INTO points_accounts (user_id, debt) VALUES ($1, 40) ON CONFLICT (user_id) DO UPDATE SET debt = 40`,
			p.ID)
		s.Exec(`UPDATE orders SET status = 'returned' WHERE id = $1`, order)
		if got := kinds(); fmt.Sprint(got) != "[blocked lost points_owed]" {
			t.Errorf("holds: %v", got)
		}
		s.Exec(`UPDATE users SET erased_at = 1, phone = '', name = '' WHERE id = $1`, p.ID)
		if a := s.Do("POST", page, owner, nil); a.Status != 404 {
			t.Errorf("deleted: %s", a.Short())
		}
	})
}

// TestBlockedCustomerReadsTheReason blocks with a text for the customer: it is shown in their sessions and at
// sign-in, the log keeps both reasons, and unblocking removes them.
func TestBlockedCustomerReadsTheReason(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		support := s.Staff("support")
		block := func(step string, body fields) apptest.Answer {
			t.Helper()
			body["version"] = apptest.Get[int64](s, `SELECT block_version FROM users WHERE id = $1`, p.ID)
			return s.Do("POST", "/console/customers/"+p.ID+step, support, body)
		}
		if a := block("/block", fields{"reason": "fraud", "message": strings.Repeat("a", 201)}); a.Status != 422 ||
			!strings.Contains(a.Body, `"message":["`) {
			t.Errorf("too long: %s", a.Short())
		}
		if a := s.Do("GET", "/user/sessions", p.Token, nil); a.Status != 200 {
			t.Fatalf("a refused block blocks nobody: %s", a.Short())
		}
		if a := block("/block", fields{"reason": "three cards that are not theirs", "message": "your card payments need a " +
			"check"}); a.Status != 200 {
			t.Fatal(a.Short())
		}
		for lang, want := range map[string]string{
			"en": "This account is blocked (your card payments need a check). If this is a mistake, contact customer service.",
			"ar": "هذا الحساب موقوف (\u2068your card payments need a check\u2069). إذا كان هناك خطأ فتواصل مع خدمة العملاء.",
		} {
			a := s.Do("GET", "/user/sessions", p.Token, nil, apptest.Header{"Accept-Language": lang})
			if a.Status != 403 || a.Message() != want {
				t.Errorf("%s: %d %q", lang, a.Status, a.Message())
			}
			if strings.Contains(a.Body, "not theirs") {
				t.Errorf("%s: reads what is for staff: %s", lang, a.Body)
			}
		}
		entry := apptest.Get[string](s, `SELECT COALESCE(after, '') || reason FROM audit_log WHERE action = 'customer.block'
			AND object = $1`, p.ID)
		if !strings.Contains(entry, "need a check") || !strings.Contains(entry, "not theirs") {
			t.Errorf("log: %s", entry)
		}
		if a := block("/unblock", fields{"reason": "checked", "message": "stays?"}); a.Status != 200 {
			t.Fatal(a.Short())
		}
		if got := apptest.Get[string](s, `SELECT block_message FROM users WHERE id = $1`, p.ID); got != "" {
			t.Errorf("let in again, and still %q", got)
		}
	})
}
