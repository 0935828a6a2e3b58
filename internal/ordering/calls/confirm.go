package calls

import (
	"context"
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// The states of an order in this package.
const (
	waiting   = "waiting"
	confirmed = "confirmed"
	ended     = "ended" // without a call that confirmed it
)

// Confirm checks the code that staff heard on the phone; the right one lets the branch accept the order. Tries are
// counted before they are compared, wrong ones are recorded, and the last one cancels the order. A wrong code is 422
// under "code", an order the caller may not see is not found, and 409 means that no call is awaited.
func (s *Service) Confirm(ctx context.Context, member staff.Member, ref, code string) (orderID string, err error) {
	lang := httpapi.Caller(ctx).Lang
	actor := orders.MemberActor(member)
	code = money.LatinDigits(strings.TrimSpace(code))
	var outcome error
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		outcome = nil
		o, err := orders.AtBranch(ctx, tx, ref, member.Sees)
		if err != nil {
			return err
		}
		if !orders.Visible(member, o) {
			return errs.NotFound()
		}
		orderID = o.ID
		// Lock the order before its call, in the same order as every other transition.
		if err := orders.Lock(ctx, tx, o.ID); err != nil {
			return err
		}
		if o, err = orders.Get(ctx, tx, o.ID); err != nil {
			return err
		}
		now := s.Clock.Now()
		if o.Status != orders.OnHold || o.ConfirmBy == nil || *o.ConfirmBy <= db.At(now) {
			return errs.Conflict("calls.not_awaited")
		}
		if err := orders.MayConfirm(o, actor, now, lang); err != nil {
			return err
		}
		var row struct {
			Nonce string `db:"nonce"`
			Tries int64  `db:"tries"`
		}
		err = tx.Get(ctx, &row, `UPDATE call_orders SET tries = tries + 1 WHERE order_id = $1 AND state = 'waiting'
			AND tries < $2
			RETURNING nonce, tries`, o.ID, int64(CodeTries))
		if errors.Is(err, db.ErrNoRows) {
			return errs.Conflict("calls.not_awaited")
		}
		if err != nil {
			return err
		}
		right := subtle.ConstantTimeCompare([]byte(code), []byte(s.code(o.ID, row.Nonce))) == 1
		err = audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "order.call", Object: o.ID,
			After: map[string]any{"confirmed": right, "tries": row.Tries}})
		if err != nil {
			return err
		}
		if right {
			// The hook records the confirmation.
			_, err = s.Orders.TransitionIn(ctx, tx, orders.Transition{
				OrderID: o.ID, To: orders.Pending, Actor: actor, Call: orders.CallConfirmed})
			return err
		}
		left := CodeTries - row.Tries
		if left > 0 {
			outcome = errs.Invalid("code", "calls.code_wrong", "count", left)
			return nil
		}
		outcome = errs.Conflict("calls.codes_spent")
		_, err = s.Orders.TransitionIn(ctx, tx, orders.Transition{
			OrderID: o.ID, To: orders.Cancelled, Actor: orders.TheSystem,
			Reason: orders.ReasonNoCodes, Call: orders.CallSpent})
		return err
	})
	if err == nil {
		err = outcome // a wrong code was counted and written down all the same
	}
	return orderID, err
}

// OnStatus frees the counted places of an order that no longer awaits a call.
func (s *Service) OnStatus(ctx context.Context, tx *db.Tx, c orders.Change) error {
	if c.From != orders.OnHold {
		return nil
	}
	state, at, by := ended, (*db.Millis)(nil), (*string)(nil)
	if c.To == orders.Pending {
		now := db.At(s.Clock.Now())
		state, at, by = confirmed, &now, &c.Actor.ID
	}
	var keys struct {
		Number  string `db:"number_key"`
		Device  string `db:"device_key"`
		Network string `db:"network_key"`
	}
	err := tx.Get(ctx, &keys, `UPDATE call_orders SET state = $2, confirmed_at = $3, confirmed_by = $4
		WHERE order_id = $1 AND state = 'waiting' RETURNING number_key, device_key, network_key`, c.Order.ID, state, at, by)
	if errors.Is(err, db.ErrNoRows) {
		return nil // of somebody with an account, or over already
	}
	if err != nil {
		return err
	}
	for _, holder := range []string{keys.Number, keys.Device, keys.Network} {
		if _, err := tx.Exec(ctx, `UPDATE call_open SET open = open - 1 WHERE holder = $1`, holder); err != nil {
			return err
		}
	}
	return nil
}

// sight is an order's data for the browser that placed it.
type sight struct {
	UserID    string    `db:"user_id"`
	Nonce     string    `db:"nonce"`
	State     string    `db:"state"`
	CreatedAt db.Millis `db:"created_at"`
}

// opened finds the order that a token gives access to. Unknown, expired and foreign tokens return NotFound.
func (s *Service) opened(ctx context.Context, q db.Querier, orderID, token string) (*orders.Order, sight, error) {
	var row sight
	err := q.Get(ctx, &row, `SELECT user_id, nonce, state, created_at FROM call_orders WHERE order_id = $1`, orderID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, row, errs.NotFound()
	}
	if err != nil {
		return nil, row, err
	}
	if token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(s.token(orderID, row.Nonce))) != 1 {
		return nil, row, errs.NotFound()
	}
	o, err := orders.Owned(ctx, q, row.UserID, orderID)
	if err != nil {
		return nil, row, err
	}
	if !o.Status.Live() && s.Clock.Now().After(row.CreatedAt.Time().Add(TokenLife)) {
		return nil, row, errs.NotFound()
	}
	return o, row, nil
}

// Cancel cancels a guest's order while customers may cancel it.
func (s *Service) Cancel(ctx context.Context, orderID, token string) error {
	o, _, err := s.opened(ctx, s.DB, orderID, token)
	if err != nil {
		return err
	}
	_, err = s.Orders.Transition(ctx, orders.Transition{
		OrderID: o.ID, To: orders.Cancelled, Actor: orders.CustomerActor(o.UserID)})
	return err
}

// forgetBefore is the time before which guests are erased.
func (s *Service) forgetBefore() time.Time { return s.Clock.Now().Add(-keepGuests) }
