package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestReadingWritesNothingDown reads with a new device each time: only a sign-in stores a device.
func TestReadingWritesNothingDown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		read := func(device string) {
			if a := s.Send("GET", "/referral", p.Token, nil, apptest.Header{"device-id": device}); a.Status != 200 {
				t.Fatal(a.Short())
			}
		}
		read("the-device-they-signed-in-with")
		before := apptest.Get[int](s, `SELECT COUNT(*) FROM referral_signals`)
		for i := range 30 {
			read(fmt.Sprintf("another-device-of-no-one-%04d", i))
		}
		if after := apptest.Get[int](s, `SELECT COUNT(*) FROM referral_signals`); after != before {
			t.Errorf("30 reads left %d rows", after-before)
		}
	})
}

// TestNoReadOfACustomerWritesARow calls every reading operation of customers and guests, each time as another device,
// with another cart and another browser, and counts the rows of every table.
func TestNoReadOfACustomerWritesARow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := s.Customer()
		order := s.Buy(p, "cod")
		s.RunJobs()
		rows := func() map[string]int {
			all := map[string]int{}
			for c := range columnsOf(t, d) {
				table := c.table
				if _, counted := all[table]; counted {
					continue
				}
				all[table] = apptest.Get[int](s, `SELECT COUNT(*) FROM `+table)
			}
			return all
		}
		ids := strings.NewReplacer("/orders/{id}", "/orders/"+order, "{id}", "maadi", "{slug}", "maadi", "{name}", "privacy",
			"{lang}", "en")
		asked := 0
		ask := func(round int) {
			for i, op := range s.App.API.Routes {
				if op.Method != "GET" || op.Audience == httpapi.Staff || strings.HasSuffix(op.Path, "/events") ||
					slices.Contains(mayWrite, op.ID) {
					continue
				}
				for _, token := range []string{p.Token, ""} {
					n := fmt.Sprintf("%04d-%04d", round, i)
					s.Send("GET", ids.Replace(op.Path)+"?service_id=food&branch_id="+apptest.Koshary, token, nil,
						apptest.Header{"device-id": "device-of-no-one-" + n,
							"cart-token": "cart-of-no-one-" + n, "user-agent": "Browser " + n, "district-id": "maadi"})
					asked++
				}
			}
		}
		ask(0)
		before := rows()
		for round := range 2 {
			ask(round + 1)
		}
		for table, n := range rows() {
			if n != before[table] {
				t.Errorf("%s: %d rows, %d before", table, n, before[table])
			}
		}
		if asked < 200 {
			t.Errorf("only %d questions", asked)
		}
		s.Forgive()
	})
}

// mayWrite are reads that write a few, bounded rows: the downloads of a customer's data are counted.
var mayWrite = []string{"download-my-data"}
