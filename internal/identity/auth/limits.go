package auth

import (
	"context"
	"log/slog"
	"math"
	"net/netip"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/passwords"
)

// Limits bound what a flood of code requests can cost, per counters.Window. Many people share one address of a mobile
// carrier, so limits per block are generous; those per 10,000 numbers stop attackers who request codes for all of them
// to earn from the messages. Known devices and sessions have a separate budget.
type Limits struct {
	PerBlock  int64 // codes per /24 of IPv4 or /48 of IPv6
	PerPrefix int64 // codes per range of 10,000 numbers
	Budget    int64 // codes to strangers in all: what the shop is ready to pay for
	Known     int64 // codes to devices and sessions we know, beside it
	Emails    int64 // codes to e-mail addresses, beside both
	PerEmail  int64 // codes to one e-mail address, whoever gives it as theirs
	Tries     int64 // wrong codes of strangers per address block
	Guesses   int64 // wrong codes of strangers in all, from which each code can be tried once
	Passwords passwords.Limits
}

// DefaultLimits suit a shop with some thousand sign-ins a day.
var DefaultLimits = Limits{PerBlock: 60, PerPrefix: 40, Budget: 2000, Known: 1000, Emails: 500, PerEmail: 5,
	Tries: 60, Guesses: 300, Passwords: passwords.DefaultLimits}

func (l Limits) relaxed() Limits {
	l.PerBlock *= 100
	l.PerPrefix *= 100
	l.Tries *= 100
	l.Guesses *= 100
	l.Passwords = l.Passwords.Relaxed()
	return l
}

// The part of the budget reserved for quiet requests: a number's first code in a day, from a block with hardly any. It
// still serves honest customers after a flood has used up the rest. A range takes more quiet requests, but only a part
// from one block: else a few from one place would close it to 10,000 numbers.
const (
	quietShare  = 4 // a quarter
	quietUses   = 3
	quietRange  = 4 // times
	blocksRange = 4 // a quarter
)

func (l Limits) budget(quiet bool) int64 {
	if quiet {
		return l.Budget
	}
	return l.Budget - l.Budget/quietShare
}

// alarmAt is the use of the budget at which an alarm is raised.
func (l Limits) alarmAt() int64 { return l.Budget / 2 }

// numberRange is the range of 10,000 numbers a phone lies in.
func numberRange(e164 string) string { return e164[:len(e164)-4] }

// maySend counts one code against every shared limit, or refuses it with 429. first means that the asker has had no
// code for a day. Counters are locked in one fixed order, so that requests never deadlock; the one shared by all is
// last.
func (s *Service) maySend(ctx context.Context, tx *db.Tx, purpose, phone, asker string, ip netip.Addr, first bool,
	now time.Time) error {
	l := s.cfg.Limits
	refuse := func(event string, left time.Duration) error {
		s.cfg.Count(event)
		return until("auth.codes_busy", left, now)
	}
	if purpose == purposeEmail {
		_, left, ok, err := counters.Spend(ctx, tx, "otp:email:"+s.counted(phone), l.PerEmail, now)
		switch {
		case err != nil:
			return err
		case !ok:
			return refuse("otp_refused_email", left)
		}
		return s.spend(ctx, tx, "otp:email", l.Emails, now, refuse)
	}
	if asker != strangers {
		return s.spend(ctx, tx, "otp:known", l.Known, now, refuse)
	}
	block := counters.Network(ip)
	inBlock, left, ok, err := counters.Spend(ctx, tx, "otp:block:"+block, l.PerBlock, now)
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("otp_refused_block", left)
	}
	_, left, ok, err = counters.Spend(ctx, tx, "otp:range:"+numberRange(phone)+" "+block, max(1, l.PerPrefix/blocksRange),
		now)
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("otp_refused_range", left)
	}
	quiet := first && inBlock <= quietUses
	perRange := l.PerPrefix
	if quiet {
		perRange *= quietRange
	}
	_, left, ok, err = counters.Spend(ctx, tx, "otp:range:"+numberRange(phone), perRange, now)
	switch {
	case err != nil:
		return err
	case !ok:
		return refuse("otp_refused_range", left)
	}
	used, left, ok, err := counters.Spend(ctx, tx, "otp:all", l.budget(quiet), now)
	switch {
	case err != nil:
		return err
	case !ok:
		// The alarm below was logged once: a flood of requests must not become a flood of log lines.
		return refuse("otp_refused_budget", left)
	}
	if used == l.alarmAt() || used == l.budget(false) || used == l.Budget {
		s.alarm(tx, used, l.Budget)
	}
	return nil
}

// spend counts a code against a separate budget.
func (s *Service) spend(ctx context.Context, tx *db.Tx, key string, budget int64, now time.Time,
	refuse func(string, time.Duration) error) error {
	used, left, ok, err := counters.Spend(ctx, tx, key, budget, now)
	if err != nil {
		return err
	}
	if !ok {
		return refuse("otp_refused_budget", left)
	}
	if used == budget/2 || used == budget {
		s.alarm(tx, used, budget)
	}
	return nil
}

// alarm logs that a budget is being used up. Each value is reached once per window, by one node.
func (s *Service) alarm(tx *db.Tx, used, budget int64) {
	tx.AfterCommit(func() {
		slog.Error("unusually many sign-in codes are being sent", "used", used, "budget", budget)
		s.cfg.Count("otp_budget_alarm")
	})
}

// until returns a refusal with the time until which it holds, on the shop's clock.
func until(key string, wait time.Duration, now time.Time) error {
	e := errs.TooMany(key, wait)
	end, today := now.Add(wait).In(clock.Cairo), now.In(clock.Cairo)
	// Rounded up, so that a customer who returns at that time is let in.
	at, word := end.Add(time.Minute-1).Truncate(time.Minute), "auth.at_time"
	if at.YearDay() != today.YearDay() {
		word = "auth.tomorrow_at"
	}
	e.Args = append(e.Args, "when", i18n.Text{
		EN: i18n.T(i18n.EN, word, "time", i18n.Time(i18n.EN, at)), AR: i18n.T(i18n.AR, word, "time", i18n.Time(i18n.AR, at))})
	return e
}

// guessesKey counts strangers' wrong codes. Over many phones a try here and
// there finds an account now and then, however few each phone allows: so the
// tries of a network are few, and when there are many in all, a code has one.
const guessesKey = "otp:wrong"

// maxTries is how often a stranger's code may be tried just now.
func (s *Service) maxTries(ctx context.Context, q db.Querier, now time.Time) (int64, error) {
	guesses, err := counters.Used(ctx, q, guessesKey, now)
	if guesses >= s.cfg.Limits.Guesses {
		return 1, err
	}
	return CodeTries, err
}

func triesKey(ip netip.Addr) string { return "otp:tries:" + counters.Network(ip) }

// codeTry is a try of a stranger's code that was counted.
type codeTry struct {
	at   time.Time
	key  string // what it was counted in; "" where nothing was
	late error  // what a wrong one is answered with
}

// mayTryCode counts a stranger's try against its network before it is compared. Others in a network must not lock its
// people out: beyond the limit, as many first tries of named codes, whose ids only their requesters know, are still
// compared; a wrong one gets the same refusal as those that are not.
func (s *Service) mayTryCode(ctx context.Context, tx *db.Tx, ip netip.Addr, first bool,
	now time.Time) (codeTry, error) {
	try := codeTry{at: now, key: triesKey(ip)}
	_, left, ok, err := counters.Spend(ctx, tx, try.key, s.cfg.Limits.Tries, now)
	if err != nil || ok {
		return try, err
	}
	busy := until("auth.tries_busy", left, now)
	if first {
		try.key, try.late = "otp:tries:first:"+counters.Network(ip), busy
		if _, _, ok, err = counters.Spend(ctx, tx, try.key, s.cfg.Limits.Tries, now); err != nil || ok {
			return try, err
		}
	}
	s.cfg.Count("otp_refused_tries")
	return try, busy
}

// tried gives a right try back and counts a wrong one among all.
func (s *Service) tried(ctx context.Context, try codeTry, right bool) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if right {
			return counters.GiveBack(ctx, tx, try.key, try.at)
		}
		used, _, _, err := counters.Spend(ctx, tx, guessesKey, math.MaxInt64, try.at)
		if err == nil && used == s.cfg.Limits.Guesses {
			tx.AfterCommit(func() {
				slog.Error("sign-in codes are being guessed: each can be tried once for the rest of the hour", "wrong", used)
				s.cfg.Count("otp_guess_alarm")
			})
		}
		return err
	})
}

// counted is the form of a phone or an e-mail address in the counters.
func (s *Service) counted(contact string) string { return counters.Digest(s.cfg.Secret, contact) }

// mayTryPassword counts a sign-in attempt with a password before anything is compared; a right password gives the
// attempt back. A device that the account signed in with is counted separately, so that strangers' wrong passwords do
// not lock it out.
func (s *Service) mayTryPassword(ctx context.Context, kind, name, device string, ip netip.Addr) (passwords.Try, error) {
	var try passwords.Try
	var err error
	if now, l := s.clock.Now(), s.cfg.Limits.Passwords; device != strangers {
		try, err = passwords.MayTryKnown(ctx, s.db, now, l, kind, name, device, "auth.passwords_busy")
	} else {
		try, err = passwords.MayTry(ctx, s.db, now, l, kind, name, ip, "auth.passwords_busy")
	}
	if errs.Is(err, "auth.passwords_busy") {
		s.cfg.Count("password_refused")
	}
	return try, err
}
