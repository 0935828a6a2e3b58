package auth

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Limits bound what a flood of requests for codes can cost, per window of
// LimitWindow. Many people stand behind one address of a mobile carrier, so
// those of a block are generous; those of a range of 10,000 numbers catch
// somebody who walks through it to earn from the messages.
type Limits struct {
	PerBlock  int64 // codes per /24 of IPv4 or /64 of IPv6
	PerPrefix int64 // codes per range of 10,000 numbers
	Budget    int64 // codes in all: what the shop is ready to pay for
	// Passwords tried per window: for one name from one block, for one name
	// from anywhere (looser, or a stranger could lock its owner out), and from
	// one block for any name.
	PasswordsHere     int64
	PasswordsPerName  int64
	PasswordsPerBlock int64
}

// LimitWindow is how long a counter counts.
const LimitWindow = time.Hour

// DefaultLimits suit a shop with some thousand sign-ins a day.
var DefaultLimits = Limits{PerBlock: 60, PerPrefix: 40, Budget: 2000,
	PasswordsHere: 10, PasswordsPerName: 100, PasswordsPerBlock: 60}

func (l Limits) relaxed() Limits {
	l.PerBlock *= 100
	l.PerPrefix *= 100
	l.PasswordsPerBlock *= 100
	return l
}

// What of the budget only quiet requests may use: the first code of a number
// in a day, from a block and a range that have asked for hardly any. A flood
// is loud, so when it has used up its part honest people are still served.
const (
	quietShare = 4 // a quarter
	quietUses  = 3
)

func (l Limits) budget(quiet bool) int64 {
	if quiet {
		return l.Budget
	}
	return l.Budget - l.Budget/quietShare
}

// alarmAt is the use of the budget at which somebody should look.
func (l Limits) alarmAt() int64 { return l.Budget / 2 }

// block is the network an address counts with.
func block(ip netip.Addr) string {
	if !ip.IsValid() {
		return "unknown"
	}
	ip = ip.Unmap().WithZone("")
	bits := 64
	if ip.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(ip, bits).Masked().String()
}

// numberRange is the range of 10,000 numbers a phone lies in.
func numberRange(e164 string) string { return e164[:len(e164)-4] }

// window is the start of the window a moment lies in, and when it ends.
func window(now time.Time) (start db.Millis, left time.Duration) {
	begin := now.Truncate(LimitWindow)
	return db.At(begin), begin.Add(LimitWindow).Sub(now)
}

// errLimit is a counter that has reached its limit.
var errLimit = errors.New("auth: limit reached")

// countUse raises a counter that all nodes share, unless it stands at limit
// already. It returns the use including this one, or errLimit.
func countUse(ctx context.Context, tx *db.Tx, key string, at db.Millis, limit int64) (int64, error) {
	if limit < 1 {
		return 0, errLimit
	}
	var used int64
	err := tx.Get(ctx, &used, `
		INSERT INTO rate_counters (key, window_at, used) VALUES ($1, $2, 1)
		ON CONFLICT (key, window_at) DO UPDATE SET used = rate_counters.used + 1
		WHERE rate_counters.used < $3
		RETURNING used`, key, at, limit)
	if errors.Is(err, db.ErrNoRows) {
		return 0, errLimit
	}
	return used, err
}

// maySend counts one code against every shared limit, or refuses it with 429.
// first says that the number has had no code for a day. The counters are taken
// in one fixed order, so that two requests never wait for each other crosswise;
// the one that everybody shares comes last.
func (s *Service) maySend(ctx context.Context, tx *db.Tx, phone string, ip netip.Addr, first bool, now time.Time) error {
	at, left := window(now)
	l := s.cfg.Limits
	refuse := func(event, key string) error {
		s.cfg.Count(event)
		return errs.TooMany(key, left)
	}
	inRange, err := countUse(ctx, tx, "otp:range:"+numberRange(phone), at, l.PerPrefix)
	if errors.Is(err, errLimit) {
		return refuse("otp_refused_range", "auth.codes_busy")
	}
	if err != nil {
		return err
	}
	inBlock, err := countUse(ctx, tx, "otp:block:"+block(ip), at, l.PerBlock)
	if errors.Is(err, errLimit) {
		return refuse("otp_refused_block", "auth.codes_busy")
	}
	if err != nil {
		return err
	}
	quiet := first && inRange <= quietUses && inBlock <= quietUses
	used, err := countUse(ctx, tx, "otp:all", at, l.budget(quiet))
	if errors.Is(err, errLimit) {
		// The alarm below told of it, once: a flood must not become one of the log.
		return refuse("otp_refused_budget", "auth.codes_busy")
	}
	if err != nil {
		return err
	}
	if used == l.alarmAt() || used == l.budget(false) || used == l.Budget {
		// Each figure is reached once in a window, by one node.
		tx.AfterCommit(func() {
			slog.Error("unusually many sign-in codes are being sent", "used", used, "budget", l.Budget)
			s.cfg.Count("otp_budget_alarm")
		})
	}
	return nil
}

// try is a password somebody may try, counted before it is compared.
type try struct {
	keys []string
	at   db.Millis
}

// mayTryPassword counts an attempt to sign in with a password, for the name
// tried and for where it comes from, before anything is compared. Whoever was
// right gives it back.
func (s *Service) mayTryPassword(ctx context.Context, kind, name string, ip netip.Addr) (try, error) {
	at, left := window(s.clock.Now())
	l, from := s.cfg.Limits, block(ip)
	limits := []int64{l.PasswordsHere, l.PasswordsPerName, l.PasswordsPerBlock}
	counted := try{at: at, keys: []string{
		"password:" + kind + ":" + name + " " + from, "password:" + kind + ":" + name, "password:block:" + from}}
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, key := range counted.keys {
			if _, err := countUse(ctx, tx, key, at, limits[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errLimit) {
		s.cfg.Count("password_refused")
		return try{}, errs.TooMany("auth.passwords_busy", left)
	}
	return counted, err
}

// giveBack takes a try off the counters again, in the transaction of what the
// right password was for: only wrong ones are to be few.
func (t try) giveBack(ctx context.Context, tx *db.Tx) error {
	for _, key := range t.keys {
		if _, err := tx.Exec(ctx, `UPDATE rate_counters SET used = used - 1 WHERE key = $1 AND window_at = $2 AND used > 0`,
			key, t.at); err != nil {
			return err
		}
	}
	return nil
}

// Network is the network an address counts with in shared limits.
func Network(ip netip.Addr) string { return block(ip) }

// CountShared counts one use of what a key names against a limit that all nodes
// share, within the present window; refusal is the key of the 429 when it is
// reached. For features that people may flood.
func CountShared(ctx context.Context, tx *db.Tx, key string, limit int64, now time.Time, refusal string) error {
	at, left := window(now)
	_, err := countUse(ctx, tx, key, at, limit)
	if errors.Is(err, errLimit) {
		return errs.TooMany(refusal, left)
	}
	return err
}
