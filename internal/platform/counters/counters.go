// Package counters counts uses against limits that all nodes share, in windows
// of an hour or a day, and names the network an address counts with. It owns the table
// rate_counters.
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

// Window is how long a counter counts.
const Window = time.Hour

// kept is how long counters of past windows stay.
const kept = 48 * time.Hour

// window returns the start of the window that contains a moment, and the time left in it.
func window(now time.Time) (start db.Millis, left time.Duration) {
	begin := now.Truncate(Window)
	return db.At(begin), begin.Add(Window).Sub(now)
}

// Spend counts one use of key and returns the number of uses in this window, this one included. At the limit it counts
// nothing, ok is false and left is the rest of the window. A feature's keys begin with its name ("coupon:…"); a
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

// Require is Spend for who needs no more than yes or no: refusal is the text of
// the 429 where the limit is reached.
func Require(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time, refusal string) error {
	_, left, ok, err := Spend(ctx, tx, key, limit, now)
	if err == nil && !ok {
		return errs.TooMany(refusal, left)
	}
	return err
}

// day is the length of a daily counter, from midnight UTC. It is stored under its first hour, so that it is swept like
// the others.
const day = 24 * time.Hour

// RequireDaily is Require with a limit for a day. Its keys count nothing else.
func RequireDaily(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time, refusal string) error {
	begin := now.Truncate(day)
	_, _, ok, err := Spend(ctx, tx, key, limit, begin)
	if err == nil && !ok {
		return errs.TooMany(refusal, begin.Add(day).Sub(now))
	}
	return err
}

// GiveBackDaily takes one use back that was counted for this moment's day.
func GiveBackDaily(ctx context.Context, tx *db.Tx, key string, counted time.Time) error {
	return GiveBack(ctx, tx, key, counted.Truncate(day))
}

// Used returns the number of uses counted in this window.
func Used(ctx context.Context, q db.Querier, key string, now time.Time) (used int64, err error) {
	at, _ := window(now)
	err = q.Get(ctx, &used, `SELECT COALESCE(SUM(used), 0) FROM rate_counters WHERE key = $1 AND window_at = $2`, key, at)
	return used, err
}

// GiveBack takes one use back that was counted at this moment.
func GiveBack(ctx context.Context, tx *db.Tx, key string, counted time.Time) error {
	at, _ := window(counted)
	_, err := tx.Exec(ctx, `UPDATE rate_counters SET used = used - 1 WHERE key = $1 AND window_at = $2 AND used > 0`, key,
		at)
	return err
}

// Network names the network an address is counted under: a /24 of IPv4 or a /48 of IPv6. Many people share one address
// of a mobile carrier, and one person may have many addresses: in IPv6 up to a /48, which costs nothing and has 65,536
// networks of the smallest size.
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

// Address names what one customer has at least: an address of IPv4 or a /64 of IPv6.
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

// Sweep forgets the counters of windows that are long over.
func Sweep(ctx context.Context, d *db.DB, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM rate_counters WHERE window_at < $1`, db.At(now.Add(-kept)))
		return err
	})
}
