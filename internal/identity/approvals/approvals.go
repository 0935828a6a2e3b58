// Package approvals limits what one member of staff grants alone: credits, refunds of returns that one person inspected
// and settled, quotations below the list price, discounts of coupons, and large price drops.
//
// All grants share one limit per business day, for the member of staff who grants (with all who lately controlled that
// account) and for the customer who receives. Above it, a second person approves, whatever the single amounts. The only
// owner of a shop acts alone, and the log records that.
//
// Grants are counted in rows that stay locked until the transaction ends, so concurrent grants count one by one.
package approvals

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

// setting is the settings key of the limits.
const setting = "giving"

// Limits are the limits below which no second person is needed. Amounts are in minor units.
type Limits struct {
	// Alone is the most that one person may grant alone on a business day, and that one customer may receive that way.
	Alone int64 `json:"alone"`
	// Drop is the percentage by which a price may fall below the highest price of the last DropDays days.
	Drop     int64 `json:"drop"`
	DropDays int64 `json:"drop_days"`
}

// MaxDropDays bounds how far back prices are compared.
const MaxDropDays = 90

// Defaults apply to a shop that has set no limits.
var Defaults = Limits{Alone: 500_00, Drop: 50, DropDays: 30}

// ReadLimits reads the limits of the shop.
func ReadLimits(ctx context.Context, q db.Querier) (Limits, error) {
	l := Defaults
	err := settings.Read(ctx, q, setting, &l)
	return l, err
}

// Basis is the right by which a grant is made.
type Basis string

// The bases. Nobody means that the grant was not recorded, because it needs a second person.
const (
	Nobody    Basis = ""
	Alone     Basis = "alone"
	SoleOwner Basis = "sole_owner"
	TwoPeople Basis = "two"
)

// Grant is value that staff give away. An object that grants more than once (a renewed
// offer, a changed coupon) has one part for each time.
type Grant struct {
	Object   string // kind:id
	Part     int64
	Giver    staff.Member
	Receiver string // a customer; empty if the grant is for anybody
	Amount   int64  // maximum in minor units; a grant of zero is not recorded
	// Unbounded grants have no maximum amount.
	Unbounded bool

	// controllers are other members who may be using the giver's account. The ledger records them.
	controllers []string
}

func (g Grant) empty() bool { return g.Amount <= 0 && !g.Unbounded }

// countedFor lists the rows that a grant counts in, in the order in which every grant locks them.
// Accounts that one person set up share that person's row, so together they have one limit.
func (g Grant) countedFor() []string {
	who := []string{"giver:" + g.Giver.ID}
	for _, controller := range g.controllers {
		who = append(who, "giver:"+controller)
	}
	slices.Sort(who)
	if g.Receiver != "" {
		who = append(who, "receiver:"+g.Receiver)
	}
	return who
}

// withControllers adds the members who may be using the giver's account.
func (g Grant) withControllers(ctx context.Context, q db.Querier, now time.Time) (Grant, error) {
	controllers, err := staff.ControllersOf(ctx, q, []string{g.Giver.ID}, now)
	g.controllers = slices.DeleteFunc(controllers, func(who string) bool { return who == g.Giver.ID })
	return g, err
}

// ApproveAlone records a grant that is within the giver's limits or that the only owner makes.
// Otherwise it returns Nobody and records nothing: a second person has to approve.
func ApproveAlone(ctx context.Context, tx *db.Tx, now time.Time, g Grant) (Basis, error) {
	if g.empty() {
		return Alone, nil
	}
	if !g.Unbounded {
		limits, err := ReadLimits(ctx, tx)
		if err != nil {
			return Nobody, err
		}
		if g, err = g.withControllers(ctx, tx, now); err != nil {
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

// Approve records a grant that a second person approves. It refuses the giver (giving.not_yourself)
// and everybody linked to the giver (staff.Second), with the reason. The only owner may approve their own.
func Approve(ctx context.Context, tx *db.Tx, now time.Time, second staff.Member, g Grant,
	makers ...string) (Basis, error) {
	basis, err := approves(ctx, tx, now, second, append(makers, g.Giver.ID))
	if err != nil {
		return Nobody, err
	}
	if basis == Nobody {
		return Nobody, refusalOf(ctx, tx, now, second.ID, append(makers, g.Giver.ID))
	}
	if g.empty() {
		return basis, nil
	}
	return basis, write(ctx, tx, now, g, basis, &second.ID)
}

// MayApprove reports whether a member may approve what the makers made.
func MayApprove(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers ...string) (bool, error) {
	refusal := Refusal(ctx, q, now, second, makers...)
	if errs.Key(refusal) != "" {
		return false, nil
	}
	return refusal == nil, refusal
}

// Refusal returns the reason why a member may not approve what the makers made, or nil.
func Refusal(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers ...string) error {
	basis, err := approves(ctx, q, now, second, makers)
	if err != nil || basis != Nobody {
		return err
	}
	return refusalOf(ctx, q, now, second.ID, makers)
}

// RefusalText returns the text of Refusal in the caller's language, or "".
func RefusalText(ctx context.Context, q db.Querier, now time.Time, second staff.Member,
	makers ...string) (string, error) {
	err := Refusal(ctx, q, now, second, makers...)
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		return i18n.T(httpapi.Caller(ctx).Lang, refused.Key, refused.Args...), nil
	}
	return "", err
}

// refusalOf returns the reason why a member cannot be the second person: they are a maker, or one person recently
// controlled both their account and a maker's.
func refusalOf(ctx context.Context, q db.Querier, now time.Time, second string, makers []string) error {
	if second == "" || slices.Contains(makers, second) {
		return errs.Refuse("giving.not_yourself")
	}
	by, until, err := staff.LinkBetween(ctx, q, second, makers, now)
	if err != nil {
		return err
	}
	day := 24 * time.Hour
	wait, lately := i18n.Counted("giving.days", int64((until.Time().Sub(now)+day-1)/day)),
		i18n.Counted("giving.days", int64(staff.CoolingOff/day))
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

func approves(ctx context.Context, q db.Querier, now time.Time, second staff.Member, makers []string) (Basis, error) {
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

// WithinLimits reports whether the giver could grant this alone now. Only ApproveAlone decides.
func WithinLimits(ctx context.Context, q db.Querier, now time.Time, g Grant) (bool, error) {
	if g.empty() {
		return true, nil
	}
	if !g.Unbounded {
		limits, err := ReadLimits(ctx, q)
		if err != nil {
			return false, err
		}
		if g, err = g.withControllers(ctx, q, now); err != nil {
			return false, err
		}
		var most int64
		who := g.countedFor()
		err = q.Get(ctx, &most, `SELECT CAST(COALESCE(MAX(given), 0) AS BIGINT) FROM given_days WHERE day = $1 AND who IN (`+
			db.List(2, len(who))+`)`,
			db.Args(who, clock.BusinessDay(now))...)
		if err != nil || most+g.Amount <= limits.Alone {
			return err == nil, err
		}
	}
	return staff.SoleOwner(ctx, q, g.Giver, now)
}

// ApprovedAmount returns the total that members granted alone for an object.
func ApprovedAmount(ctx context.Context, q db.Querier, object string) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM given
		WHERE object = $1 AND basis = 'alone' AND released_at IS NULL`, object)
	return sum, err
}

// Release stops counting the grants of an object that can no longer be used. The caller has locked the object's row.
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
		g := Grant{Giver: staff.Member{ID: l.Giver}}
		if l.Receiver != nil {
			g.Receiver = *l.Receiver
		}
		if err := tx.Select(ctx, &g.controllers, `SELECT hand FROM given_hands WHERE object = $1 AND part = $2`, object,
			l.Part); err != nil {
			return err
		}
		for _, w := range g.countedFor() {
			if _, err := tx.Exec(ctx, `UPDATE given_days SET given = given - $3 WHERE who = $1 AND day = $2`, w, l.Day,
				*l.Amount); err != nil {
				return err
			}
		}
	}
	return nil
}

// count adds a grant to its rows, which stay locked until the transaction ends. If one row would exceed its limit, it
// adds to none.
func count(ctx context.Context, tx *db.Tx, g Grant, day string, most int64) (bool, error) {
	for _, w := range g.countedFor() {
		var given int64
		err := tx.Get(ctx, &given, `INSERT INTO given_days (who, day, given, most) VALUES ($1, $2, 0, $3)
			ON CONFLICT (who, day) DO UPDATE SET given = given_days.given RETURNING given`, w, day, most)
		if err != nil || g.Amount > most-given {
			return false, err
		}
	}
	for _, w := range g.countedFor() {
		n, err := tx.Exec(ctx, `UPDATE given_days SET given = given + $3, most = $4 WHERE who = $1 AND day = $2
			AND given + $3 <= $4`,
			w, day, g.Amount, most)
		if err != nil {
			return false, err
		}
		if n == 0 {
			return false, fmt.Errorf("approvals: the row of %s was not held", w)
		}
	}
	return true, nil
}

func write(ctx context.Context, tx *db.Tx, now time.Time, g Grant, basis Basis, second *string) error {
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
	for _, hand := range g.controllers {
		if _, err := tx.Exec(ctx, `INSERT INTO given_hands (object, part, hand) VALUES ($1, $2, $3)`, g.Object, g.Part,
			hand); err != nil {
			return err
		}
	}
	return nil
}
