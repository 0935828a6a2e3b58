// Package counters counts uses against limits that all nodes share, per hour or day, and determines the network that an
// address counts under. It owns the table rate_counters.
package counters

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/netip"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Window is the length of an hourly counter.
const Window = time.Hour

// kept is how long counters of past windows are stored.
const kept = 48 * time.Hour

// window returns the start of the window that contains a time, and the time left in it.
func window(now time.Time) (start db.Millis, left time.Duration) {
	begin := now.Truncate(Window)
	return db.At(begin), begin.Add(Window).Sub(now)
}

// Spend counts one use of key and returns the number of uses in this window, including this one. At the limit it counts
// nothing, ok is false and left is the rest of the window. Keys begin with the feature's name ("coupon:…"); a
// transaction with several keys must use them in a fixed order.
func Spend(ctx context.Context, tx *db.Tx, key string, limit int64,
	now time.Time) (used int64, left time.Duration, ok bool, err error) {
	at, left := window(now)
	if limit < 1 {
		return 0, left, false, nil
	}
	err = tx.Get(ctx, &used, `
		INSERT INTO rate_counters (key, window_at, used) VALUES ($1, $2, 1)
		ON CONFLICT (key, window_at) DO UPDATE SET used = rate_counters.used + 1
		WHERE rate_counters.used < $3
		RETURNING used`, key, at, limit)
	if errors.Is(err, db.ErrNoRows) {
		return 0, left, false, nil
	}
	return used, left, err == nil, err
}

// Require is Spend for callers that only need to know whether the limit is reached: then it returns 429 with the text
// refusal.
func Require(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time, refusal string) error {
	_, left, ok, err := Spend(ctx, tx, key, limit, now)
	if err == nil && !ok {
		return errs.TooMany(refusal, left)
	}
	return err
}

// day is the length of a daily counter, from midnight UTC. It is stored under its first hour, so the sweep treats it
// like the others.
const day = 24 * time.Hour

// RequireDaily is Require with a daily limit. Its keys must not be used for hourly counters.
func RequireDaily(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time, refusal string) error {
	begin := now.Truncate(day)
	_, _, ok, err := Spend(ctx, tx, key, limit, begin)
	if err == nil && !ok {
		return errs.TooMany(refusal, begin.Add(day).Sub(now))
	}
	return err
}

// GiveBackDaily uncounts one use from the daily counter of the given time.
func GiveBackDaily(ctx context.Context, tx *db.Tx, key string, counted time.Time) error {
	return GiveBack(ctx, tx, key, counted.Truncate(day))
}

// Used returns the number of uses counted in this window.
func Used(ctx context.Context, q db.Querier, key string, now time.Time) (used int64, err error) {
	at, _ := window(now)
	err = q.Get(ctx, &used, `SELECT COALESCE(SUM(used), 0) FROM rate_counters WHERE key = $1 AND window_at = $2`, key, at)
	return used, err
}

// GiveBack uncounts one use that was counted at the given time.
func GiveBack(ctx context.Context, tx *db.Tx, key string, counted time.Time) error {
	at, _ := window(counted)
	_, err := tx.Exec(ctx, `UPDATE rate_counters SET used = used - 1 WHERE key = $1 AND window_at = $2 AND used > 0`, key,
		at)
	return err
}

// Network returns the network an address counts under: a /24 of IPv4 or a /48 of IPv6. Many people share one address of
// a mobile carrier, and one person may have many: a /48 of IPv6 costs nothing and contains 65,536 of the smallest
// networks.
func Network(ip netip.Addr) string {
	if !ip.IsValid() {
		return "unknown"
	}
	ip = ip.Unmap().WithZone("")
	bits := 48
	if ip.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(ip, bits).Masked().String()
}

// Address returns the smallest unit that one customer has: an address of IPv4 or a /64 of IPv6.
func Address(ip netip.Addr) string {
	if !ip.IsValid() {
		return "unknown"
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// Digest identifies a person in a key. It is keyed by the program's secret: without it, nobody can try out the few
// million phone numbers there are.
func Digest(secret []byte, name string) string {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte("wekala counters\x00" + name))
	return hex.EncodeToString(h.Sum(nil))
}

// Sweep deletes the counters of windows that ended long ago.
func Sweep(ctx context.Context, d *db.DB, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM rate_counters WHERE window_at < $1`, db.At(now.Add(-kept)))
		return err
	})
}
