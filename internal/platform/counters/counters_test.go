package counters

import (
	"context"
	"errors"
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
		"2c0f:fc00:1:2:3:4:5:6": "2c0f:fc00:1::/48", "2c0f:fc00:1:ffff::1": "2c0f:fc00:1::/48",
		"2c0f:fc00:2::1": "2c0f:fc00:2::/48",
		"fe80::1%eth0":   "fe80::/48", "127.0.0.1": "127.0.0.0/24",
	} {
		if got := Network(netip.MustParseAddr(in)); got != want {
			t.Errorf("Network(%s) = %s, want %s", in, got, want)
		}
	}
	if got := Network(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %s", got)
	}
}

func TestAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"41.32.10.7": "41.32.10.7", "::ffff:41.32.10.7": "41.32.10.7", "2c0f:fc00:1:2:3:4:5:6": "2c0f:fc00:1:2::/64",
		"fe80::1%eth0": "fe80::/64",
	} {
		if got := Address(netip.MustParseAddr(in)); got != want {
			t.Errorf("Address(%s) = %s, want %s", in, got, want)
		}
	}
	if got := Address(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %s", got)
	}
}

// TestLimits: a limit applies to its window and its key, returned uses can be used again, and old windows are deleted.
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
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return Require(ctx, tx, "a", 2, now, "common.too_many")
		})
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

// TestDailyLimits: a daily limit applies until midnight and returns the time left, survives the hourly windows, and is
// swept in the end.
func TestDailyLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		noon := time.Date(2026, 11, 20, 12, 30, 0, 0, time.UTC)
		require := func(at time.Time) error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return RequireDaily(ctx, tx, "k", 2, at, "common.too_many")
			})
		}
		for i, c := range []struct {
			after time.Duration
			wait  time.Duration // 0: it is allowed
		}{{0, 0}, {3 * time.Hour, 0}, {5 * time.Hour, 6*time.Hour + 30*time.Minute}, {11 * time.Hour, 30 * time.Minute},
			{12 * time.Hour, 0}} {
			var refused *errs.Error
			err := require(noon.Add(c.after))
			if errors.As(err, &refused) != (c.wait > 0) || refused != nil && refused.RetryAfter != c.wait {
				t.Errorf("%d: %v", i, err)
			}
			if err := Sweep(t.Context(), d, noon.Add(c.after)); err != nil {
				t.Fatal(err)
			}
		}
		back := func(ctx context.Context, tx *db.Tx) error { return GiveBackDaily(ctx, tx, "k", noon.Add(time.Hour)) }
		if err := d.InTx(t.Context(), back); err != nil {
			t.Fatal(err)
		}
		if err := require(noon.Add(2 * time.Hour)); err != nil {
			t.Errorf("what was given back cannot be used: %v", err)
		}
		if err := Sweep(t.Context(), d, noon.Add(4*24*time.Hour)); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := d.Get(t.Context(), &n, `SELECT COUNT(*) FROM rate_counters`); err != nil || n != 0 {
			t.Errorf("%d counters stay: %v", n, err)
		}
	})
}
