// Package giving is the ledger of what staff give away: credits, refunds of
// returns that one person inspected and settled, quotations below the list price,
// what coupons can take off, and prices on the shelf that fall far. One rule holds for all of it together: what one
// person gives in a business day, through whatever accounts they lately set up, and
// what one customer is given so, stays within one limit; above it a second person agrees, whatever the single amounts. The one
// owner of a shop acts alone, and the log says so.
//
// What is given is counted in rows that are held until the end of the transaction
// that gives it, so many small gifts at once are counted one after another.
package giving

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/settings"
)

// setting is the key the limits stand under.
const setting = "giving"

// Limits are what needs no second person. Amounts are minor units.
type Limits struct {
	// Alone is what one person gives by themselves on a business day, and what one
	// customer is given so.
	Alone int64 `json:"alone"`
	// Drop is by how much of a hundred a price on the shelf may fall below the
	// highest of the last DropDays days.
	Drop     int64 `json:"drop"`
	DropDays int64 `json:"drop_days"`
}

// MaxDropDays bounds how far back prices are compared.
const MaxDropDays = 90

// Defaults hold where a shop has set nothing.
var Defaults = Limits{Alone: 500_00, Drop: 50, DropDays: 30}

// InForce reads the limits of the shop.
func InForce(ctx context.Context, q db.Querier) (Limits, error) {
	l := Defaults
	err := settings.Read(ctx, q, setting, &l)
	return l, err
}

// Basis is who let something be given.
type Basis string

// The bases. Nobody means that it waits for a second person, and nothing was
// written down.
const (
	Nobody    Basis = ""
	Alone     Basis = "alone"
	SoleOwner Basis = "sole_owner"
	TwoPeople Basis = "two"
)

// Gift is something given away. An object that is given for more than once (an
// offer made anew, a coupon that was changed) has a part for each time.
type Gift struct {
	Object   string // kind:id
	Part     int64
	Giver    staff.Member
	Receiver string // a customer; empty where it is for anybody
	Amount   int64  // minor units, at most; nothing is written down for less than one
	// Unbounded says that no amount bounds it.
	Unbounded bool

	// hands are others who may be using the giver's account: Give finds them, the
	// ledger keeps them.
	hands []string
}

func (g Gift) nothing() bool { return g.Amount <= 0 && !g.Unbounded }

// who are the rows a gift counts in, in the order in which all take them. Accounts
// that one person set up have that person's row in common, so together they give no
// more than that person alone.
func (g Gift) who() []string {
	who := []string{"giver:" + g.Giver.ID}
	for _, hand := range g.hands {
		who = append(who, "giver:"+hand)
	}
	slices.Sort(who)
	if g.Receiver != "" {
		who = append(who, "receiver:"+g.Receiver)
	}
	return who
}

// inHands finds who else may be using the giver's account.
func (g Gift) inHands(ctx context.Context, q db.Querier, now time.Time) (Gift, error) {
	hands, err := staff.ControllersOf(ctx, q, []string{g.Giver.ID}, now)
	g.hands = slices.DeleteFunc(hands, func(who string) bool { return who == g.Giver.ID })
	return g, err
}

// Give writes down what one person gives by themselves, where that is within
// the limits or they are the one owner. Otherwise it answers Nobody: a second
// person has to agree.
func Give(ctx context.Context, tx *db.Tx, now time.Time, g Gift) (Basis, error) {
	if g.nothing() {
		return Alone, nil
	}
	if !g.Unbounded {
		limits, err := InForce(ctx, tx)
		if err != nil {
			return Nobody, err
		}
		if g, err = g.inHands(ctx, tx, now); err != nil {
			return Nobody, err
		}
		fits, err := count(ctx, tx, g, clock.BusinessDay(now), limits.Alone)
		if err != nil {
			return Nobody, err
		}
		if fits {
			return Alone, write(ctx, tx, now, g, Alone, nil)
		}
	}
	sole, err := staff.SoleOwner(ctx, tx, g.Giver, now)
	if err != nil || !sole {
		return Nobody, err
	}
	return SoleOwner, write(ctx, tx, now, g, SoleOwner, nil)
}

// Agree writes down what a second person lets somebody give. It refuses who gives it
// themselves (giving.not_yourself), and whoever is not apart from them (staff.Second),
// saying why; the one owner of a shop agrees with themselves.
func Agree(ctx context.Context, tx *db.Tx, now time.Time, second staff.Member, g Gift, makers ...string) (Basis, error) {
	basis, err := agrees(ctx, tx, now, second, append(makers, g.Giver.ID))
	if err != nil {
		return Nobody, err
	}
	if basis == Nobody {
		return Nobody, because(ctx, tx, now, second.ID, append(makers, g.Giver.ID))
	}
	if g.nothing() {
		return basis, nil
	}
	return basis, write(ctx, tx, now, g, basis, &second.ID)
}

// MayAgree reports whether somebody may be the second person of what others made.
func MayAgree(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers ...string) (bool, error) {
	refusal := Refusal(ctx, q, now, second, makers...)
	if errs.Key(refusal) != "" {
		return false, nil
	}
	return refusal == nil, refusal
}

// Refusal says why somebody may not be the second person of what others made; nil
// where they may.
func Refusal(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers ...string) error {
	basis, err := agrees(ctx, q, now, second, makers)
	if err != nil || basis != Nobody {
		return err
	}
	return because(ctx, q, now, second.ID, makers)
}

// Words are why somebody may not, in their language; "" where they may.
func Words(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers ...string) (string, error) {
	err := Refusal(ctx, q, now, second, makers...)
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		return i18n.T(httpapi.Caller(ctx).Lang, refused.Key, refused.Args...), nil
	}
	return "", err
}

// because is why somebody is no second person: they made it, or somebody lately had
// their account and a maker's in hand.
func because(ctx context.Context, q db.Querier, now time.Time, second string, makers []string) error {
	if second == "" || slices.Contains(makers, second) {
		return errs.Refuse("giving.not_yourself")
	}
	by, until, err := staff.LinkBetween(ctx, q, second, makers, now)
	if err != nil {
		return err
	}
	day := 24 * time.Hour
	wait, lately := i18n.Counted("giving.days", int64((until.Time().Sub(now)+day-1)/day)), i18n.Counted("giving.days", int64(staff.CoolingOff/day))
	switch {
	case by == "": // no maker is known: what was made before makers were kept
		return errs.Refuse("giving.makers_unknown")
	case by == second:
		return errs.Refuse("giving.tied_to_you", "time", lately, "wait", wait)
	case slices.Contains(makers, by):
		return errs.Refuse("giving.tied_to_them", "time", lately, "wait", wait)
	}
	names, err := staff.Names(ctx, q, []string{by})
	if err != nil {
		return err
	}
	return errs.Refuse("giving.tied_by", "name", names[by], "time", lately, "wait", wait)
}

func agrees(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers []string) (Basis, error) {
	other, err := staff.Second(ctx, q, second.ID, makers, now)
	if err != nil {
		return Nobody, err
	}
	if other {
		return TwoPeople, nil
	}
	sole, err := staff.SoleOwner(ctx, q, second, now)
	if err != nil || !sole {
		return Nobody, err
	}
	return SoleOwner, nil
}

// Fits reports whether somebody could give something by themselves now. Only
// Give decides.
func Fits(ctx context.Context, q db.Querier, now time.Time, g Gift) (bool, error) {
	if g.nothing() {
		return true, nil
	}
	if !g.Unbounded {
		limits, err := InForce(ctx, q)
		if err != nil {
			return false, err
		}
		if g, err = g.inHands(ctx, q, now); err != nil {
			return false, err
		}
		var most int64
		who := g.who()
		err = q.Get(ctx, &most, `SELECT CAST(COALESCE(MAX(given), 0) AS BIGINT) FROM given_days WHERE day = $1 AND who IN (`+db.List(2, len(who))+`)`,
			db.Args(who, clock.BusinessDay(now))...)
		if err != nil || most+g.Amount <= limits.Alone {
			return err == nil, err
		}
	}
	return staff.SoleOwner(ctx, q, g.Giver, now)
}

// Counted sums up what was given for an object by single persons.
func Counted(ctx context.Context, q db.Querier, object string) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM given
		WHERE object = $1 AND basis = 'alone' AND released_at IS NULL`, object)
	return sum, err
}

// Release takes back what was given for an object and can no longer be had, so
// that it counts no more. Callers hold the object's row.
func Release(ctx context.Context, tx *db.Tx, now time.Time, object string) error {
	var lines []struct {
		Part     int64   `db:"part"`
		Giver    string  `db:"giver"`
		Receiver *string `db:"receiver"`
		Amount   *int64  `db:"amount"`
		Day      string  `db:"day"`
		Basis    Basis   `db:"basis"`
	}
	err := tx.Select(ctx, &lines, `UPDATE given SET released_at = $2 WHERE object = $1 AND released_at IS NULL
		RETURNING part, giver, receiver, amount, day, basis`, object, db.At(now))
	if err != nil {
		return err
	}
	for _, l := range lines {
		if l.Basis != Alone {
			continue
		}
		g := Gift{Giver: staff.Member{ID: l.Giver}}
		if l.Receiver != nil {
			g.Receiver = *l.Receiver
		}
		if err := tx.Select(ctx, &g.hands, `SELECT hand FROM given_hands WHERE object = $1 AND part = $2`, object, l.Part); err != nil {
			return err
		}
		for _, w := range g.who() {
			if _, err := tx.Exec(ctx, `UPDATE given_days SET given = given - $3 WHERE who = $1 AND day = $2`, w, l.Day, *l.Amount); err != nil {
				return err
			}
		}
	}
	return nil
}

// count counts a gift in its rows, which are held from here to the end of the
// transaction; nothing is counted where one of them does not suffice.
func count(ctx context.Context, tx *db.Tx, g Gift, day string, most int64) (bool, error) {
	for _, w := range g.who() {
		var given int64
		err := tx.Get(ctx, &given, `INSERT INTO given_days (who, day, given, most) VALUES ($1, $2, 0, $3)
			ON CONFLICT (who, day) DO UPDATE SET given = given_days.given RETURNING given`, w, day, most)
		if err != nil || g.Amount > most-given {
			return false, err
		}
	}
	for _, w := range g.who() {
		n, err := tx.Exec(ctx, `UPDATE given_days SET given = given + $3, most = $4 WHERE who = $1 AND day = $2 AND given + $3 <= $4`,
			w, day, g.Amount, most)
		if err != nil {
			return false, err
		}
		if n == 0 {
			return false, fmt.Errorf("giving: the row of %s was not held", w)
		}
	}
	return true, nil
}

func write(ctx context.Context, tx *db.Tx, now time.Time, g Gift, basis Basis, second *string) error {
	var receiver *string
	if g.Receiver != "" {
		receiver = &g.Receiver
	}
	var amount *int64
	if !g.Unbounded {
		amount = &g.Amount
	}
	_, err := tx.Exec(ctx, `INSERT INTO given (object, part, giver, receiver, amount, day, basis, second, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		g.Object, g.Part, g.Giver.ID, receiver, amount, clock.BusinessDay(now), string(basis), second, db.At(now))
	if err != nil || basis != Alone {
		return err
	}
	for _, hand := range g.hands {
		if _, err := tx.Exec(ctx, `INSERT INTO given_hands (object, part, hand) VALUES ($1, $2, $3)`, g.Object, g.Part, hand); err != nil {
			return err
		}
	}
	return nil
}
