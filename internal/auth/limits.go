package auth

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/passwords"
)

// Limits bound what a flood of requests for codes can cost, per
// counters.Window. Many people stand behind one address of a mobile carrier, so
// those of a block are generous; those of a range of 10,000 numbers catch
// somebody who walks through it to earn from the messages.
type Limits struct {
	PerBlock  int64 // codes per /24 of IPv4 or /64 of IPv6
	PerPrefix int64 // codes per range of 10,000 numbers
	Budget    int64 // codes in all: what the shop is ready to pay for
	Passwords passwords.Limits
}

// DefaultLimits suit a shop with some thousand sign-ins a day.
var DefaultLimits = Limits{PerBlock: 60, PerPrefix: 40, Budget: 2000, Passwords: passwords.DefaultLimits}

func (l Limits) relaxed() Limits {
	l.PerBlock *= 100
	l.PerPrefix *= 100
	l.Passwords = l.Passwords.Relaxed()
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

// numberRange is the range of 10,000 numbers a phone lies in.
func numberRange(e164 string) string { return e164[:len(e164)-4] }

// maySend counts one code against every shared limit, or refuses it with 429.
// first says that the number has had no code for a day. The counters are taken
// in one fixed order, so that two requests never wait for each other crosswise;
// the one that everybody shares comes last.
func (s *Service) maySend(ctx context.Context, tx *db.Tx, phone string, ip netip.Addr, first bool, now time.Time) error {
	l := s.cfg.Limits
	refuse := func(event string, left time.Duration) error {
		s.cfg.Count(event)
		return errs.TooMany("auth.codes_busy", left)
	}
	inRange, left, ok, err := counters.Spend(ctx, tx, "otp:range:"+numberRange(phone), l.PerPrefix, now)
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("otp_refused_range", left)
	}
	inBlock, left, ok, err := counters.Spend(ctx, tx, "otp:block:"+counters.Network(ip), l.PerBlock, now)
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("otp_refused_block", left)
	}
	quiet := first && inRange <= quietUses && inBlock <= quietUses
	used, left, ok, err := counters.Spend(ctx, tx, "otp:all", l.budget(quiet), now)
	switch {
	case err != nil:
		return err
	case !ok:
		// The alarm below told of it, once: a flood must not become one of the log.
		return refuse("otp_refused_budget", left)
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

// mayTryPassword counts an attempt to sign in with a password before anything
// is compared. Whoever was right gives it back.
func (s *Service) mayTryPassword(ctx context.Context, kind, name string, ip netip.Addr) (passwords.Try, error) {
	try, err := passwords.MayTry(ctx, s.db, s.clock.Now(), s.cfg.Limits.Passwords, kind, name, ip, "auth.passwords_busy")
	if errs.Is(err, "auth.passwords_busy") {
		s.cfg.Count("password_refused")
	}
	return try, err
}
