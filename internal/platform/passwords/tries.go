package passwords

import (
	"context"
	"net/netip"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
)

// Limits bound the wrong passwords per hour: for one name from one network, for
// one name from anywhere (looser, or a stranger could lock its owner out), and
// from one network for any name.
type Limits struct{ Here, PerName, PerNetwork int64 }

// DefaultLimits suit every way to sign in.
var DefaultLimits = Limits{Here: 10, PerName: 100, PerNetwork: 60}

// Relaxed lets many journeys run from one machine: for the demo.
func (l Limits) Relaxed() Limits { return Limits{l.Here, l.PerName, l.PerNetwork * 100} }

// Try is a password that somebody may try, counted before it is compared.
type Try struct {
	keys []string
	at   time.Time
}

// MayTry counts a try with the password of a name, of one kind of account, and
// where it comes from, before anything is compared. Whoever was right gives it
// back; refusal is the text of the 429 after too many.
func MayTry(ctx context.Context, d *db.DB, now time.Time, l Limits, kind, name string, ip netip.Addr, refusal string) (Try, error) {
	from := counters.Network(ip)
	limits := []int64{l.Here, l.PerName, l.PerNetwork}
	try := Try{at: now, keys: []string{
		"password:" + kind + ":" + name + " " + from, "password:" + kind + ":" + name, "password:block:" + from}}
	return try, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, key := range try.keys {
			if err := counters.Require(ctx, tx, key, limits[i], now, refusal); err != nil {
				return err
			}
		}
		return nil
	})
}

// GiveBack takes a try off the counters again, in the transaction of what the
// right password was for: only wrong ones are to be few.
func (t Try) GiveBack(ctx context.Context, tx *db.Tx) error {
	for _, key := range t.keys {
		if err := counters.GiveBack(ctx, tx, key, t.at); err != nil {
			return err
		}
	}
	return nil
}
