package counters

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

func TestNetworks(t *testing.T) {
	for in, want := range map[string]string{
		"41.32.10.7": "41.32.10.0/24", "41.32.10.255": "41.32.10.0/24", "::ffff:41.32.10.7": "41.32.10.0/24",
		"2c0f:fc00:1:2:3:4:5:6": "2c0f:fc00:1::/48", "2c0f:fc00:1:ffff::1": "2c0f:fc00:1::/48", "2c0f:fc00:2::1": "2c0f:fc00:2::/48",
		"fe80::1%eth0": "fe80::/48", "127.0.0.1": "127.0.0.0/24",
	} {
		if got := Network(netip.MustParseAddr(in)); got != want {
			t.Errorf("Network(%s) = %s, want %s", in, got, want)
		}
	}
	if got := Network(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %s", got)
	}
}

// TestLimits: a limit holds for its window and its key, what is given back can
// be used again, and what is long over is forgotten.
func TestLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := time.Date(2026, 11, 20, 10, 15, 0, 0, time.UTC)
		in := func(fn func(ctx context.Context, tx *db.Tx) error) {
			t.Helper()
			if err := d.InTx(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		spend := func(key string, limit int64, at time.Time) (used int64, ok bool) {
			t.Helper()
			in(func(ctx context.Context, tx *db.Tx) (err error) {
				var left time.Duration
				used, left, ok, err = Spend(ctx, tx, key, limit, at)
				if left != Window-at.Sub(at.Truncate(Window)) {
					t.Errorf("%s are left at %s", left, at)
				}
				return err
			})
			return used, ok
		}
		for i := range int64(2) {
			if used, ok := spend("a", 2, now); !ok || used != i+1 {
				t.Errorf("use %d: %d %v", i+1, used, ok)
			}
		}
		if _, ok := spend("a", 2, now); ok {
			t.Error("a third of two")
		}
		if _, ok := spend("b", 2, now); !ok {
			t.Error("another key")
		}
		if _, ok := spend("b", 0, now); ok {
			t.Error("one of none")
		}
		in(func(ctx context.Context, tx *db.Tx) error { return GiveBack(ctx, tx, "a", now) })
		if _, ok := spend("a", 2, now); !ok {
			t.Error("what was given back")
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return Require(ctx, tx, "a", 2, now, "common.too_many") })
		if !errs.Is(err, "common.too_many") {
			t.Errorf("required: %v", err)
		}
		if _, ok := spend("a", 2, now.Add(Window)); !ok {
			t.Error("the next window")
		}
		if err := Sweep(t.Context(), d, now.Add(kept+30*time.Minute)); err != nil {
			t.Fatal(err)
		}
		var left int64
		if err := d.Get(t.Context(), &left, `SELECT COUNT(*) FROM rate_counters`); err != nil || left != 1 {
			t.Errorf("%d counters are left, %v", left, err)
		}
	})
}
