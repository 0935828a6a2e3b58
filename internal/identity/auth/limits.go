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

// Limits bound the cost of a flood of code requests, per counters.Window. Many people share an address of a mobile
// carrier, so limits per block are generous. Limits per 10,000 numbers stop attackers who earn from each message. Known
// devices and sessions have a separate budget.
type Limits struct {
	PerBlock  int64 // codes per /24 of IPv4 or /48 of IPv6
	PerPrefix int64 // codes per range of 10,000 numbers
	Budget    int64 // codes to strangers in total: the cost that the shop accepts
	Known     int64 // codes to known devices and sessions, in addition
	Emails    int64 // codes to e-mail addresses, in addition to both
	PerEmail  int64 // codes to one e-mail address, for all accounts together
	Tries     int64 // wrong codes of strangers per address block
	Guesses   int64 // wrong codes of strangers in total, above which each code may be tried only once
	Passwords passwords.Limits
}

// DefaultLimits suit a shop with a few thousand sign-ins a day.
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

// numberRange returns the range of 10,000 numbers that contains a phone.
func numberRange(e164 string) string { return e164[:len(e164)-4] }

// maySend counts one code against every shared limit, or refuses it with 429. first means that the requester has had no
// code for a day. Counters are locked in a fixed order to avoid deadlocks, the most shared one last.
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

// until returns a refusal with the time at which it ends, by the shop's clock.
func until(key string, wait time.Duration, now time.Time) error {
	e := errs.TooMany(key, wait)
	end, today := now.Add(wait).In(clock.Cairo), now.In(clock.Cairo)
	// Rounded up, so that a customer who returns at that time is admitted.
	at, word := end.Add(time.Minute-1).Truncate(time.Minute), "auth.at_time"
	if at.YearDay() != today.YearDay() {
		word = "auth.tomorrow_at"
	}
	e.Args = append(e.Args, "when", i18n.Text{
		EN: i18n.T(i18n.EN, word, "time", i18n.Time(i18n.EN, at)), AR: i18n.T(i18n.AR, word, "time", i18n.Time(i18n.AR, at))})
	return e
}

// guessesKey counts strangers' wrong codes. An attacker who tries one code on each of many phones gets into some
// accounts, however few tries each phone allows. So a network has few tries, and after many wrong codes overall each
// code may be tried only once.
const guessesKey = "otp:wrong"

// maxTries returns how often a stranger's code may currently be tried.
func (s *Service) maxTries(ctx context.Context, q db.Querier, now time.Time) (int64, error) {
	guesses, err := counters.Used(ctx, q, guessesKey, now)
	if guesses >= s.cfg.Limits.Guesses {
		return 1, err
	}
	return CodeTries, err
}

func triesKey(ip netip.Addr) string { return "otp:tries:" + counters.Network(ip) }

// codeTry is a counted try of a stranger's code.
type codeTry struct {
	at   time.Time
	key  string // the counter it was added to; "" if none
	late error  // the refusal for a wrong code
}

// mayTryCode counts a stranger's try against its network before the code is compared. Beyond the limit, a second quota
// of first tries that name their code is still compared, so that nobody locks others of a network out. A wrong code
// then gets the same refusal as one that was not compared.
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

// tried uncounts a correct try, and adds a wrong one to the total.
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

// counted returns the form of a phone or an e-mail address in the counters.
func (s *Service) counted(contact string) string { return counters.Digest(s.cfg.Secret, contact) }

// mayTryPassword counts a sign-in attempt before the password is compared; a correct password uncounts it. A device
// that has signed in to the account is counted separately, so that strangers' wrong passwords don't lock it out.
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
