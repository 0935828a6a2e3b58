package passwords

import (
	"context"
	"net/netip"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Limits bound the wrong passwords per hour: for one name from one network, for
// one name from anywhere (looser, or a stranger could lock its owner out), and
// from one network for any name. When a name has had all its tries, a network
// that has tried it hardly at all still gets a few, unless the limit is strict.
type Limits struct {
	Here, PerName, PerNetwork int64
	Strict                    bool // PerName holds for every network
}

const (
	quietTries = 2  // from one network
	quietNames = 10 // times what one name gets
)

// DefaultLimits suit every way to sign in.
var DefaultLimits = Limits{Here: 10, PerName: 100, PerNetwork: 60}

// Relaxed lets many journeys run from one machine: for the demo.
func (l Limits) Relaxed() Limits { l.PerNetwork *= 100; return l }

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
	try := Try{at: now, keys: []string{
		"password:" + kind + ":" + name + " " + from, "password:" + kind + ":" + name, "password:block:" + from}}
	return try, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		limits := []int64{l.Here, l.PerName, l.PerNetwork}
		for i, key := range try.keys {
			used, left, ok, err := counters.Spend(ctx, tx, key, limits[i], now)
			if err != nil {
				return err
			}
			if !ok {
				return errs.TooMany(refusal, left)
			}
			if i == 0 && used <= quietTries && !l.Strict {
				limits[1] *= quietNames
			}
		}
		return nil
	})
}

// MayTryKnown is MayTry from a device that the account has signed in with. It is
// counted by itself, so whatever strangers try does not keep it out.
func MayTryKnown(ctx context.Context, d *db.DB, now time.Time, l Limits, kind, name, device, refusal string) (Try, error) {
	try := Try{at: now, keys: []string{"password:" + kind + ":" + name + " device " + device}}
	return try, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return counters.Require(ctx, tx, try.keys[0], l.Here, now, refusal)
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
