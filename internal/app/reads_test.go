package app_test

import (
	"fmt"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestReadingWritesNothingDown reads with a new device each time: what a device is, a sign-in remembers.
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
