package loyalty

import (
	"context"
	"errors"
	"fmt"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// ReadTerms reads the programme's terms.
func ReadTerms(ctx context.Context, q db.Querier) (Terms, error) {
	var t Terms
	err := q.Get(ctx, &t, `SELECT worth, life_days, nudge_days, least_convert FROM loyalty_terms WHERE id = 'shop'`)
	return t, err
}

// SetTerms changes the programme's terms. Customers got their points at the current value, so a lower value is refused
// with loyalty.worth_held while any points exist.
func SetTerms(ctx context.Context, tx *db.Tx, now time.Time, t Terms) error {
	n, err := tx.Exec(ctx, `UPDATE loyalty_terms SET worth = $1, life_days = $2, nudge_days = $3, least_convert = $4
		WHERE id = 'shop' AND (worth <= $1 OR NOT EXISTS (SELECT 1 FROM points_lots WHERE unused > 0 AND expires_at > $5))`,
		t.Worth, t.LifeDays, t.NudgeDays, t.MinConvert, db.At(now))
	if err == nil && n == 0 {
		return errs.Invalid("worth", "loyalty.worth_held")
	}
	return err
}

// rate is the number of points per hundred pounds at a service; "" is the default for services without their own rate.
type rate struct {
	ServiceID string `db:"service_id"`
	Points    int64  `db:"points"`
}

// Rates are points per hundred pounds by service; "" is the default for all other services.
type Rates map[string]int64

// Of returns the rate of a service's orders.
func (r Rates) Of(serviceID string) int64 {
	if points, own := r[serviceID]; own {
		return points
	}
	return r[""]
}

// ReadRates reads the rates of all services.
func ReadRates(ctx context.Context, q db.Querier) (Rates, error) {
	list, err := rates(ctx, q)
	return facts(list), err
}

func rates(ctx context.Context, q db.Querier) ([]rate, error) {
	var list []rate
	err := q.Select(ctx, &list, `SELECT service_id, points FROM loyalty_rates ORDER BY service_id`)
	return list, err
}

// ratesVersion returns a number that increases with every change of the rates.
func ratesVersion(ctx context.Context, q db.Querier) (version int64, err error) {
	err = q.Get(ctx, &version, `SELECT rates_version FROM loyalty_terms WHERE id = 'shop'`)
	return version, err
}

// lockRates reads the rates at a version, and makes concurrent changes wait until the transaction ends.
// errs.VersionConflict at another version.
func lockRates(ctx context.Context, tx *db.Tx, version int64) ([]rate, error) {
	n, err := tx.Exec(ctx, `UPDATE loyalty_terms SET rates_version = rates_version WHERE id = 'shop'
		AND rates_version = $1`, version)
	if err == nil && n == 0 {
		err = errs.VersionConflict(nil)
	}
	if err != nil {
		return nil, err
	}
	return rates(ctx, tx)
}

// replaceRates replaces all rates.
func replaceRates(ctx context.Context, tx *db.Tx, list []rate) error {
	stmts := []db.Stmt{{SQL: `DELETE FROM loyalty_rates WHERE service_id <> ''`},
		{SQL: `UPDATE loyalty_terms SET rates_version = rates_version + 1 WHERE id = 'shop'`}}
	for _, r := range list {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO loyalty_rates (service_id, points) VALUES ($1, $2)
			ON CONFLICT (service_id) DO UPDATE SET points = excluded.points`, Args: []any{r.ServiceID, r.Points}})
	}
	return tx.Batch(ctx, stmts)
}

// StartOff sets the default rate to zero in a shop that has not been set up yet.
func StartOff(ctx context.Context, tx *db.Tx, _ time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE loyalty_rates SET points = 0 WHERE service_id = ''`)
	return err
}

func rateOf(ctx context.Context, q db.Querier, serviceID string) (int64, error) {
	var points []int64
	err := q.Select(ctx, &points, `SELECT points FROM loyalty_rates WHERE service_id IN ('', $1)
		ORDER BY LENGTH(service_id) DESC, service_id LIMIT 1`, serviceID)
	if err != nil || len(points) == 0 {
		return 0, err
	}
	return points[0], nil
}

// hold locks a customer's points until the transaction ends, expires points that are due, and reads the customer's
// debt.
func (s *Service) hold(ctx context.Context, tx *db.Tx, userID string) (debt int64, err error) {
	err = tx.Get(ctx, &debt, `INSERT INTO points_accounts (user_id, debt, version) VALUES ($1, 0, 1)
		ON CONFLICT (user_id) DO UPDATE SET version = points_accounts.version + 1 RETURNING debt`, userID)
	if err != nil {
		return 0, err
	}
	return debt, s.expire(ctx, tx, userID)
}

func addDebt(ctx context.Context, tx *db.Tx, userID string, points int64) error {
	if points == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE points_accounts SET debt = debt + $2 WHERE user_id = $1`, userID, points)
	return err
}

// addEarned records the points that an order earned, unless they were recorded before.
func addEarned(ctx context.Context, tx *db.Tx, p Purchase, base, rate, points int64,
	now time.Time) (added bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO points_earned (user_id, order_id, base, rate, points, at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id, order_id) DO NOTHING`, p.UserID, p.OrderID, base, rate, points, db.At(now))
	return n == 1, err
}

// takeBack records that more of an order was returned, and returns the number of points to take back.
func takeBack(ctx context.Context, tx *db.Tx, userID, orderID string, returned, of int64) (points int64, err error) {
	var e struct {
		Points   int64 `db:"points"`
		Returned int64 `db:"returned"`
		Reversed int64 `db:"reversed"`
	}
	err = tx.Get(ctx, &e, `UPDATE points_earned SET share = $4, returned = CASE WHEN returned + $3 > $4 THEN $4
		ELSE returned + $3 END
		WHERE user_id = $1 AND order_id = $2 RETURNING points, returned, reversed`, userID, orderID, returned, of)
	if errors.Is(err, db.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	due := money.RoundRatio(e.Points, e.Returned, of)
	if due <= e.Reversed {
		return 0, nil
	}
	_, err = tx.Exec(ctx, `UPDATE points_earned SET reversed = $3 WHERE user_id = $1 AND order_id = $2`, userID, orderID,
		due)
	return due - e.Reversed, err
}

// toTakeBack returns what takeBack would return, without recording anything.
func toTakeBack(ctx context.Context, q db.Querier, r Reversal) (points int64, err error) {
	var e struct {
		Points   int64 `db:"points"`
		Returned int64 `db:"returned"`
		Reversed int64 `db:"reversed"`
	}
	err = q.Get(ctx, &e, `SELECT points, returned, reversed FROM points_earned WHERE user_id = $1 AND order_id = $2`,
		r.UserID, r.OrderID)
	if errors.Is(err, db.ErrNoRows) || r.Of <= 0 {
		return 0, nil
	}
	return max(0, money.RoundRatio(e.Points, min(e.Returned+r.Returned, r.Of), r.Of)-e.Reversed), err
}

// expiredOf returns the number of points earned by an order that expired unused.
func expiredOf(ctx context.Context, q db.Querier, userID, orderID string, now time.Time) (points int64, err error) {
	err = q.Get(ctx, &points, `SELECT CAST(COALESCE(SUM(CASE WHEN l.expires_at <= $3 THEN l.unused ELSE 0 END), 0)
			+ (SELECT COALESCE(SUM(u.points - u.given_back), 0) FROM points_uses u JOIN points_lots m ON m.user_id = u.user_id
			AND m.id = u.lot_id
				WHERE u.user_id = $1 AND m.order_id = $2 AND u.kind = 'expired') AS BIGINT)
		FROM points_lots l WHERE l.user_id = $1 AND l.order_id = $2`, userID, orderID, db.At(now))
	return points, err
}

func addLot(ctx context.Context, tx *db.Tx, userID, source, orderID string, points int64,
	now, expires time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO points_lots (user_id, id, source, order_id, points, unused, earned_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`, userID, id.New("lot"), source, orderID, points, db.At(now), db.At(expires))
	return err
}

func addEntry(ctx context.Context, tx *db.Tx, userID, kind string, points int64, source, orderID string,
	expires *time.Time, now time.Time) error {
	if points == 0 {
		return nil
	}
	var until *db.Millis
	if expires != nil {
		at := db.At(*expires)
		until = &at
	}
	_, err := tx.Exec(ctx, `INSERT INTO points_entries (user_id, id, type, points, source, order_id, expires_at, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7,
		$8)`, userID, id.New("pte"), kind, points, source, optional(orderID), until, db.At(now))
	return err
}

// claimEntry writes an entry whose number of points is not known yet; first is false if its source already has one.
func claimEntry(ctx context.Context, tx *db.Tx, userID, kind, source, orderID string,
	now time.Time) (first bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO points_entries (user_id, id, type, points, source, order_id, at)
		VALUES ($1, $2, $3, 0, $4, $5, $6) ON CONFLICT (user_id, source) DO NOTHING`,
		userID, id.New("pte"), kind, source, optional(orderID), db.At(now))
	return n == 1, err
}

func fillEntry(ctx context.Context, tx *db.Tx, userID, source string, points int64) error {
	_, err := tx.Exec(ctx, `UPDATE points_entries SET points = $3 WHERE user_id = $1 AND source = $2`, userID, source,
		points)
	return err
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// lot is a row of points_lots.
type lot struct {
	ID        string    `db:"id"`
	OrderID   *string   `db:"order_id"`
	Unused    int64     `db:"unused"`
	ExpiresAt db.Millis `db:"expires_at"`
}

// take debits points from lots for a source: from the order's lot first if there is an order, then from those that
// expire first. The caller has locked the customer's points.
func take(ctx context.Context, tx *db.Tx, userID, orderID string, points int64, kind, source string,
	now time.Time) error {
	if points == 0 {
		return nil
	}
	var lots []lot
	err := tx.Select(ctx, &lots, `SELECT id, order_id, unused, expires_at FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND expires_at > $2
		ORDER BY CASE WHEN order_id = $3 THEN 0 ELSE 1 END, expires_at, id`, userID, db.At(now), orderID)
	if err != nil {
		return err
	}
	for _, l := range lots {
		n := min(points, l.Unused)
		if err := useLot(ctx, tx, userID, l.ID, n, kind, source, now); err != nil {
			return err
		}
		if points -= n; points == 0 {
			return nil
		}
	}
	return errs.Refuse("ledger.balance_not_sufficient")
}

func useLot(ctx context.Context, tx *db.Tx, userID, lotID string, points int64, kind, source string,
	now time.Time) error {
	n, err := tx.Exec(ctx, `UPDATE points_lots SET unused = unused - $3 WHERE user_id = $1 AND id = $2 AND unused >= $3`,
		userID, lotID, points)
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("loyalty: lot %s was used without its customer being held", lotID)
	}
	_, err = tx.Exec(ctx, `INSERT INTO points_uses (user_id, lot_id, source, kind, points, at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		userID, lotID, source, kind, points, db.At(now))
	return err
}

// use is a row of points_uses.
type use struct {
	LotID     string `db:"lot_id"`
	Points    int64  `db:"points"`
	GivenBack int64  `db:"given_back"`
}

// usesOf lists the points that a source used, starting with the lot that expires first.
func usesOf(ctx context.Context, q db.Querier, userID, source string) ([]use, error) {
	var list []use
	err := q.Select(ctx, &list, `SELECT u.lot_id, u.points, u.given_back FROM points_uses u
		JOIN points_lots l ON l.user_id = u.user_id AND l.id = u.lot_id
		WHERE u.user_id = $1 AND u.source = $2 ORDER BY l.expires_at, l.id`, userID, source)
	return list, err
}

// unuse returns points to a lot, whose expiry is then at least `until`.
func unuse(ctx context.Context, tx *db.Tx, userID, lotID, source string, points int64, until time.Time) error {
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE points_uses SET given_back = given_back + $4
			WHERE user_id = $1 AND lot_id = $2 AND source = $3 AND given_back + $4 <= points`,
			Args:  []any{userID, lotID, source, points},
			Guard: fmt.Errorf("loyalty: lot %s did not give %d points to %s", lotID, points, source)},
		{SQL: `UPDATE points_lots SET unused = unused + $3,
			nudged_at = CASE WHEN expires_at < $4 THEN NULL ELSE nudged_at END,
			expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
			WHERE user_id = $1 AND id = $2`, Args: []any{userID, lotID, points, db.At(until)}},
	})
}

// expire removes a customer's expired points. The caller has locked them.
func (s *Service) expire(ctx context.Context, tx *db.Tx, userID string) error {
	now := s.Clock.Now()
	var lots []lot
	err := tx.Select(ctx, &lots, `SELECT id, order_id, unused, expires_at FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND expires_at <= $2 ORDER BY expires_at, id`, userID, db.At(now))
	if err != nil {
		return err
	}
	for _, l := range lots {
		// Returned points may extend a lot, which then expires a second time.
		source := fmt.Sprintf("lot:%s:expired:%d", l.ID, l.ExpiresAt)
		if _, err := ledger.Post(ctx, tx, entry(source, Expired, now, userID, -l.Unused, issued)); err != nil {
			return err
		}
		if err := useLot(ctx, tx, userID, l.ID, l.Unused, Expired, source, now); err != nil {
			return err
		}
		if err := addEntry(ctx, tx, userID, Expired, -l.Unused, source, "", nil, now); err != nil {
			return err
		}
	}
	return nil
}

// Line is a row of points_entries.
type Line struct {
	ID        string     `db:"id"`
	Type      string     `db:"type"`
	Points    int64      `db:"points"`
	Source    string     `db:"source"`
	OrderID   *string    `db:"order_id"`
	ExpiresAt *db.Millis `db:"expires_at"`
	At        db.Millis  `db:"at"`
}

func history(ctx context.Context, q db.Querier, userID string, limit, offset int) (lines []Line, total int, err error) {
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM points_entries WHERE user_id = $1 AND points <> 0`,
		userID); err != nil {
		return nil, 0, err
	}
	err = q.Select(ctx, &lines, `SELECT id, type, points, source, order_id, expires_at, at FROM points_entries
		WHERE user_id = $1 AND points <> 0 ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3`, userID, int64(limit), int64(offset))
	return lines, total, err
}

// expiring lists a customer's lots that expire next.
func expiring(ctx context.Context, q db.Querier, userID string, now, before time.Time) ([]lot, error) {
	var lots []lot
	err := q.Select(ctx, &lots, `SELECT id, order_id, unused, expires_at FROM points_lots
		WHERE user_id = $1 AND unused > 0 AND expires_at > $2 AND expires_at <= $3 ORDER BY expires_at, id`,
		userID, db.At(now), db.At(before))
	return lots, err
}
