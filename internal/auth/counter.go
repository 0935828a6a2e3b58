package auth

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"wekala/internal/platform/db"
)

// Spend counts one use of what key names against a limit that all nodes share,
// in windows of LimitWindow. Where the limit is reached nothing is counted, ok
// is false and left says how long the window still lasts. Any feature may call
// it with a key of its own ("feature:…"); several keys of one transaction are
// taken in one fixed order.
func Spend(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time) (left time.Duration, ok bool, err error) {
	at, left := window(now)
	_, err = countUse(ctx, tx, key, at, limit)
	if errors.Is(err, errLimit) {
		return left, false, nil
	}
	return left, err == nil, err
}

// Unspend takes one use back that Spend counted at the same moment.
func Unspend(ctx context.Context, tx *db.Tx, key string, now time.Time) error {
	at, _ := window(now)
	_, err := tx.Exec(ctx, `UPDATE rate_counters SET used = used - 1 WHERE key = $1 AND window_at = $2 AND used > 0`, key, at)
	return err
}

// Block names the network an address counts with: a /24 of IPv4 or a /64 of
// IPv6.
func Block(ip netip.Addr) string { return block(ip) }
