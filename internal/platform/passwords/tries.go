package passwords

import (
	"context"
	"net/netip"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Limits bound wrong passwords per hour: for a name from one network, for a name from anywhere (looser, or strangers
// could lock its owner out), and from a network for any name. When only a name's or a network's tries are used up, a
// pair that was hardly tried still gets a few, unless the limit is strict.
type Limits struct {
	Here, PerName, PerNetwork int64
	Strict                    bool // PerName applies across all networks without exception
	// Right is the number of correct passwords of a name per hour that are not counted; 0 means the default.
	Right int64
}

const (
	quietTries    = 2  // of a name from one network
	quietNames    = 10 // times what one name gets
	quietNetworks = 4  // times what one network gets: the first tries of a name there, whatever was tried of others
	rightTries    = 30 // Limits.Right
)

// DefaultLimits suit every kind of sign-in.
var DefaultLimits = Limits{Here: 10, PerName: 100, PerNetwork: 60}

// Relaxed returns limits that allow many journeys from one machine, for the demo.
func (l Limits) Relaxed() Limits {
	l.PerNetwork *= 100
	l.Right = l.rights() * 100
	return l
}

func (l Limits) rights() int64 {
	if l.Right == 0 {
		return rightTries
	}
	return l.Right
}

// Try is a permitted try of a password, counted before it is compared.
type Try struct {
	keys    []string
	right   string // counts the correct ones
	rights  int64
	at      time.Time
	refusal string
}

// MayTry counts a try of a name's password, by kind of account and network, before the password is compared. GiveBack
// uncounts it if the password was correct. refusal is the text of the 429 after too many tries.
func MayTry(ctx context.Context, d *db.DB, now time.Time, l Limits, kind, name string, ip netip.Addr,
	refusal string) (Try, error) {
	from := counters.Network(ip)
	try := Try{at: now, right: rightKey(kind, name), rights: l.rights(), refusal: refusal, keys: []string{
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
				limits[2] *= quietNetworks
			}
		}
		return nil
	})
}

// MayTryKnown is MayTry for a device that the account has signed in with. It is counted separately, so that strangers'
// tries don't lock it out.
func MayTryKnown(ctx context.Context, d *db.DB, now time.Time, l Limits,
	kind, name, device, refusal string) (Try, error) {
	try := Try{at: now, right: rightKey(kind, name), rights: l.rights(), refusal: refusal,
		keys: []string{"password:" + kind + ":" + name + " device " + device}}
	return try, d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return counters.Require(ctx, tx, try.keys[0], l.Here, now, refusal)
	})
}

func rightKey(kind, name string) string { return "password:right:" + kind + ":" + name }

// GiveBack uncounts a try in the transaction that the right password allows: only wrong passwords are limited tightly.
// Since each comparison costs time, right ones per name and hour are limited too: above that the try stays counted, and
// the refusal (429) rolls the transaction back.
func (t Try) GiveBack(ctx context.Context, tx *db.Tx) error {
	if err := counters.Require(ctx, tx, t.right, t.rights, t.at, t.refusal); err != nil {
		return err
	}
	return t.Uncount(ctx, tx)
}

// Uncount is GiveBack for a correct password that doesn't grant access by itself, because the next step has its own
// counter.
func (t Try) Uncount(ctx context.Context, tx *db.Tx) error {
	for _, key := range t.keys {
		if err := counters.GiveBack(ctx, tx, key, t.at); err != nil {
			return err
		}
	}
	return nil
}
