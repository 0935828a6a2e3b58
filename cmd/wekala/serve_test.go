package main

import (
	"strings"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestADemosStaffOpenNoShop: a database filled as a demo is not served as a shop while its staff, whose passwords are
// public, may sign in.
func TestADemosStaffOpenNoShop(t *testing.T) {
	dbtest.InTurn(t, func(t *testing.T, d *db.DB) {
		in := []string{"--data-dir", t.TempDir(), "--database", d.URL()}
		typed := func(args ...string) error {
			t.Helper()
			_, err := typedAt(t, append(args, in...))
			return err
		}
		t.Setenv("WEKALA_STAFF_PASSWORD", "l0ng!enough")
		for _, email := range []string{"boss@example.com", "owner@wekala.example"} {
			if err := typed("staff", "add", email, "--name", "Owner", "--role", "owner"); err != nil {
				t.Fatal(err)
			}
		}
		if err := typed("serve", "--listen", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "--demo") {
			t.Fatalf("served: %v", err)
		}
		if err := typed("staff", "lock", "owner@wekala.example"); err != nil {
			t.Fatal(err)
		}
		if err := refuseDemo(t.Context(), d); err != nil {
			t.Errorf("refused although nobody of the demo may sign in: %v", err)
		}
	})
}
