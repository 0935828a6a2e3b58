package returns

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const columns = `id, number, user_id, branch_id, order_id, order_number, state, event_seq, refund_to, bank, bank_masked,
	address, pickup_from, pickup_to, currency, gross, discount, delivery, refund, inspected_by, settled_by, lang,
	created_at, updated_at, rounded, points_value`

// readColumns reads the discount without the parts kept for the order's rounding and for points: the row stores their
// sum, as its check requires that gross, discount and delivery make the refund.
var readColumns = strings.Replace(columns, " discount,", " discount - rounded - points_value AS discount,", 1)

// storedDiscount is the discount in the stored form.
func (r *Return) storedDiscount() int64 { return r.Discount + r.Rounded + r.Points }

func (r *Return) values() []any {
	return []any{r.ID, r.Number, r.UserID, r.BranchID, r.OrderID, r.OrderNumber, string(r.State), r.EventSeq, r.RefundTo,
		r.Bank, r.BankMasked, r.Address, r.PickupFrom, r.PickupTo, r.Currency, r.Gross, r.storedDiscount(), r.Delivery,
		r.Refund,
		r.InspectedBy, r.SettledBy, r.Lang, r.CreatedAt, r.UpdatedAt, r.Rounded, r.Points}
}

func insertReturn(ctx context.Context, tx *db.Tx, r *Return) error {
	n := strings.Count(columns, ",") + 1
	_, err := tx.Exec(ctx, `INSERT INTO returns (`+columns+`) VALUES (`+db.List(1, n)+`)`, r.values()...)
	return err
}

// updateReturn writes the columns a transition may change, if the event numbered seen is still the return's last one.
func updateReturn(ctx context.Context, tx *db.Tx, r *Return, seen int64) error {
	n, err := tx.Exec(ctx, `UPDATE returns SET state = $3, event_seq = $4, bank = $5, gross = $6, discount = $7,
		delivery = $8, refund = $9, inspected_by = $10, settled_by = $11, updated_at = $12, rounded = $13, points_value = $14
		WHERE id = $1 AND event_seq = $2`, r.ID, seen, string(r.State), r.EventSeq, r.Bank, r.Gross, r.storedDiscount(),
		r.Delivery, r.Refund, r.InspectedBy, r.SettledBy, r.UpdatedAt, r.Rounded, r.Points)
	if err == nil && n == 0 {
		return errs.Conflict("returns.moved_on")
	}
	return err
}

func insertEvent(ctx context.Context, tx *db.Tx, e Event) error {
	_, err := tx.Exec(ctx, `INSERT INTO return_events (return_id, seq, from_state, to_state, actor_kind, actor_id, reason,
		at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		e.ReturnID, e.Seq, (*string)(e.From), string(e.To), e.ActorKind, e.ActorID, e.Reason, e.At)
	return err
}

func insertLine(ctx context.Context, tx *db.Tx, l Line) error {
	_, err := tx.Exec(ctx, `INSERT INTO return_lines (return_id, id, order_id, line_id, qty, reason_id, defective, comment)
		VALUES ($1, $2, $3, $4, $5, $6, $7,
		$8)`, l.ReturnID, l.ID, l.OrderID, l.LineID, l.Qty, l.ReasonID, l.Defective, l.Comment)
	return err
}

// insertUnit writes a unit. taken is true if another return has the unit, or the line has no such unit.
func insertUnit(ctx context.Context, tx *db.Tx, u Unit) (taken bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO return_units (order_id, line_id, unit, return_id, return_line_id, gross, discount,
		live)
		SELECT l.order_id, l.id, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS BIGINT),
		CAST($7 AS BIGINT), CAST($8 AS BOOLEAN)
		FROM order_lines l WHERE l.order_id = $1 AND l.id = $2 AND l.qty >= $3
		ON CONFLICT (order_id, line_id, unit) WHERE live DO NOTHING`,
		u.OrderID, u.LineID, u.Unit, u.ReturnID, u.ReturnLineID, u.Gross, u.Discount, true)
	return n == 0, err
}

// freeUnits releases the units of a failed return.
func freeUnits(ctx context.Context, tx *db.Tx, returnID string) error {
	_, err := tx.Exec(ctx, `UPDATE return_units SET live = $2 WHERE return_id = $1`, returnID, false)
	return err
}

func judge(ctx context.Context, tx *db.Tx, u Unit) error {
	n, err := tx.Exec(ctx, `UPDATE return_units SET outcome = $4, why = $5
		WHERE return_id = $1 AND line_id = $2 AND unit = $3 AND live AND outcome IS NULL`,
		u.ReturnID, u.LineID, u.Unit, u.Outcome, u.Why)
	if err == nil && n == 0 {
		return errs.Conflict("returns.moved_on")
	}
	return err
}

// byID reads a return of any customer; NotFound if it does not exist.
func byID(ctx context.Context, q db.Querier, id string) (*Return, error) {
	var r Return
	return found(&r, q.Get(ctx, &r, `SELECT `+readColumns+` FROM returns WHERE id = $1`, id))
}

// owned reads a customer's return by id or number; another customer's returns NotFound.
func owned(ctx context.Context, q db.Querier, userID, ref string) (*Return, error) {
	var r Return
	return found(&r, q.Get(ctx, &r, `SELECT `+readColumns+` FROM returns WHERE user_id = $1 AND (id = $2 OR number = $2)
		ORDER BY id LIMIT 1`, userID, ref))
}

func found(r *Return, err error) (*Return, error) {
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// ofOrder reads the returns of an order, oldest first.
func ofOrder(ctx context.Context, q db.Querier, orderID string) ([]Return, error) {
	var list []Return
	err := q.Select(ctx, &list, `SELECT `+readColumns+` FROM returns WHERE order_id = $1 ORDER BY created_at, id`, orderID)
	return list, err
}

// ofCustomer reads a page of a customer's returns, newest first, and their total number.
func ofCustomer(ctx context.Context, q db.Querier, userID string, limit, offset int) ([]Return, int, error) {
	var total int
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM returns WHERE user_id = $1`, userID); err != nil {
		return nil, 0, err
	}
	var list []Return
	err := q.Select(ctx, &list, `SELECT `+readColumns+` FROM returns WHERE user_id = $1
		ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, int64(limit), int64(offset))
	return list, total, err
}

// inQueue reads the returns of some branches in some states, oldest first, after the given time and id.
func inQueue(ctx context.Context, q db.Querier, branchIDs []string, states []State, at int64, id string,
	limit int) ([]Return, error) {
	if len(branchIDs) == 0 || len(states) == 0 {
		return nil, nil
	}
	args := db.Args(branchIDs)
	for _, s := range states {
		args = append(args, string(s))
	}
	where := `branch_id IN (` + db.List(1, len(branchIDs)) + `) AND state IN (` + db.List(1+len(branchIDs), len(states)) +
		`)`
	var list []Return
	n := len(args)
	err := q.Select(ctx, &list, `SELECT `+readColumns+` FROM returns WHERE `+where+
		fmt.Sprintf(` AND created_at >= $%[1]d AND (created_at > $%[1]d OR id > $%[2]d) ORDER BY created_at, id LIMIT $%[3]d`,
			n+1, n+2, n+3),
		append(args, at, id, int64(limit))...)
	return list, err
}

// countStates counts the returns of some branches by state.
func countStates(ctx context.Context, q db.Querier, branchIDs []string) (map[State]int64, error) {
	out := map[State]int64{}
	if len(branchIDs) == 0 {
		return out, nil
	}
	var rows []struct {
		State State `db:"state"`
		N     int64 `db:"n"`
	}
	err := q.Select(ctx, &rows, `SELECT state, COUNT(*) AS n FROM returns WHERE branch_id IN (`+db.List(1, len(branchIDs))+
		`)
		GROUP BY state`, db.Args(branchIDs)...)
	for _, r := range rows {
		out[r.State] = r.N
	}
	return out, err
}

// linesOf reads the lines of several returns.
func linesOf(ctx context.Context, q db.Querier, returnIDs ...string) (map[string][]Line, error) {
	out := map[string][]Line{}
	if len(returnIDs) == 0 {
		return out, nil
	}
	var lines []Line
	err := q.Select(ctx, &lines, `SELECT return_id, id, order_id, line_id, qty, reason_id, defective, comment
		FROM return_lines
		WHERE return_id IN (`+db.List(1, len(returnIDs))+`) ORDER BY return_id, id`, db.Args(returnIDs)...)
	for _, l := range lines {
		out[l.ReturnID] = append(out[l.ReturnID], l)
	}
	return out, err
}

const unitColumns = `order_id, line_id, unit, return_id, return_line_id, gross, discount, outcome, why, live`

// unitsOf reads the units of a return.
func unitsOf(ctx context.Context, q db.Querier, returnID string) ([]Unit, error) {
	var units []Unit
	err := q.Select(ctx, &units, `SELECT `+unitColumns+` FROM return_units WHERE return_id = $1 ORDER BY line_id, unit`,
		returnID)
	return units, err
}

// liveUnits reads the units of an order that are in a return.
func liveUnits(ctx context.Context, q db.Querier, orderID string) ([]Unit, error) {
	var units []Unit
	err := q.Select(ctx, &units, `SELECT `+unitColumns+` FROM return_units WHERE order_id = $1 AND live
		ORDER BY line_id, unit`, orderID)
	return units, err
}

func eventsOf(ctx context.Context, q db.Querier, returnID string) ([]Event, error) {
	var events []Event
	err := q.Select(ctx, &events, `SELECT return_id, seq, from_state, to_state, actor_kind, actor_id, reason, at
		FROM return_events WHERE return_id = $1 ORDER BY seq`, returnID)
	return events, err
}

func payoutsOf(ctx context.Context, q db.Querier, returnID string) ([]Payout, error) {
	var list []Payout
	err := q.Select(ctx, &list, `SELECT return_id, way, source, amount, done_at FROM return_payouts
		WHERE return_id = $1 ORDER BY source`, returnID)
	return list, err
}

func insertPayout(ctx context.Context, tx *db.Tx, p Payout) error {
	_, err := tx.Exec(ctx, `INSERT INTO return_payouts (return_id, way, source, amount) VALUES ($1, $2, $3, $4)`,
		p.ReturnID, p.Way, p.Source, p.Amount)
	return err
}
