package staff

import (
	"context"
	"errors"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/passwords"
)

const (
	// deviceLife is how long a browser stays known after its last sign-in.
	deviceLife = 180 * 24 * time.Hour
	// devicesEach bounds the known browsers of a member of staff.
	devicesEach = 20
	busy        = "auth.staff_busy"
)

// codeTries bound wrong codes of a second factor: a guess succeeds three times in a million. They are strict, because
// after the right password only the code protects the account.
var codeTries = passwords.Limits{Here: 10, PerName: 30, PerNetwork: 60, Strict: true}

// knownDevice is a browser in which this member has signed in before; zero for any other browser.
type knownDevice struct {
	ID   string `db:"id"`
	Hash string `db:"secret_hash"`
}

// device finds the browser that a secret belongs to.
func (s *Service) device(ctx context.Context, memberID, secret string) (d knownDevice, err error) {
	if memberID == "" || secret == "" {
		return d, nil
	}
	err = s.DB.Get(ctx, &d, `SELECT id, secret_hash FROM staff_devices WHERE secret_hash = $1 AND staff_id = $2
		AND last_used_at > $3`,
		id.Digest(secret), memberID, db.At(s.Clock.Now().Add(-deviceLife)))
	if errors.Is(err, db.ErrNoRows) {
		return knownDevice{}, nil
	}
	return d, err
}

// remember makes a browser known for a member who has signed in with it, and returns its secret: the one it sent if we
// generated that.
func remember(ctx context.Context, tx *db.Tx, memberID string, known knownDevice, sent string,
	now db.Millis) (secret string, err error) {
	secret = sent
	if known.ID == "" {
		ours := false
		if sent != "" {
			if err := tx.Get(ctx, &ours, `SELECT EXISTS (SELECT 1 FROM staff_devices WHERE secret_hash = $1)`,
				id.Digest(sent)); err != nil {
				return "", err
			}
		}
		if !ours {
			secret = id.Secret(32)
		}
	}
	if _, err = tx.Exec(ctx, `INSERT INTO staff_devices (secret_hash, staff_id, id, last_used_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (secret_hash, staff_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
		id.Digest(secret), memberID, id.New("std"), now); err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `DELETE FROM staff_devices WHERE staff_id = $1 AND id NOT IN (
		SELECT id FROM staff_devices WHERE staff_id = $1
		ORDER BY last_used_at DESC, id DESC LIMIT $2)`, memberID, int64(devicesEach))
	return secret, err
}

// admission is a sign-in whose password may be compared.
type admission struct {
	try    passwords.Try
	byCode bool // admitted by a correct code of the second factor
	at     time.Time
}

func (a admission) giveBack(ctx context.Context, tx *db.Tx) error {
	return untilWhen(a.try.GiveBack(ctx, tx), a.at)
}

// admit counts a try before any slow work. A browser that has signed in before has its own tries; all others share
// those of the name, the network and both. When they are used up, it still admits a right code of the second factor,
// which is cheap to compute.
func (s *Service) admit(ctx context.Context, email string, row record, device knownDevice,
	in SignIn) (admission, error) {
	try, err := s.mayTry(ctx, s.Tries, "staff", counters.Digest(s.Secret, email), device, in)
	if err == nil || !errs.Is(err, busy) {
		return admission{try: try, at: s.Clock.Now()}, err
	}
	s.Count("password_refused")
	refused := err
	if device.ID != "" || in.Code == "" || row.TOTPSince == nil || row.DisabledAt != nil {
		return admission{}, refused
	}
	if try, err = s.mayTry(ctx, codeTries, "staff_code", row.ID, device, in); err != nil {
		if errs.Is(err, busy) {
			err = refused
		}
		return admission{}, err
	}
	use, err := s.factor(ctx, row, in.Code)
	if err != nil {
		if errs.Key(err) != "" {
			err = refused
		}
		return admission{}, err
	}
	// Used up here, so that one code never admits two tries.
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return use(ctx, tx) })
	if errs.Key(err) != "" {
		err = refused
	}
	return admission{try: try, byCode: true, at: s.Clock.Now()}, err
}

// mayTry counts one try of a kind; the refusal includes the time to wait.
func (s *Service) mayTry(ctx context.Context, l passwords.Limits, kind, name string, device knownDevice,
	in SignIn) (try passwords.Try, err error) {
	now := s.Clock.Now()
	if device.ID != "" {
		try, err = passwords.MayTryKnown(ctx, s.DB, now, l, kind, name, device.ID, busy)
	} else {
		try, err = passwords.MayTry(ctx, s.DB, now, l, kind, name, in.IP, busy)
	}
	return try, untilWhen(err, now)
}

// untilWhen adds to a refusal the time when tries are available again.
func untilWhen(err error, now time.Time) error {
	var refused *errs.Error
	if errors.As(err, &refused) && refused.Key == busy {
		at := now.Add(refused.RetryAfter).In(clock.Cairo)
		refused.Args = append(refused.Args, "time", i18n.Text{EN: i18n.Time(i18n.EN, at), AR: i18n.Time(i18n.AR, at)})
	}
	return err
}

// secondStep checks the code sent with a right password, and returns a function that uses it up. The try of a wrong
// code stays counted; that of the password does not, as it was right.
func (s *Service) secondStep(ctx context.Context, row record, device knownDevice,
	in SignIn) (use func(context.Context, *db.Tx) error, err error) {
	if cleanCode(in.Code) == "" {
		return nil, errs.Invalid("code", "auth.second_factor_needed")
	}
	try, err := s.mayTry(ctx, codeTries, "staff_code", row.ID, device, in)
	if err != nil {
		return nil, err
	}
	spend, err := s.factor(ctx, row, in.Code)
	if err != nil {
		if errs.Key(err) != "" {
			s.Count("staff_code_wrong")
		}
		return nil, err
	}
	return func(ctx context.Context, tx *db.Tx) error {
		if err := untilWhen(try.GiveBack(ctx, tx), s.Clock.Now()); err != nil {
			return err
		}
		return spend(ctx, tx)
	}, nil
}
