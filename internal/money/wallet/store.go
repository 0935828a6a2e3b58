package wallet

import (
	"context"

	"wekala/internal/platform/db"
)

// record adds an entry to the history, or completes an announced one.
func record(ctx context.Context, tx *db.Tx, e Entry, amount int64, status string) error {
	if e.UserID == "" || e.Amount <= 0 || e.Source == "" {
		return errNothing
	}
	var orderID *string
	if e.OrderID != "" {
		orderID = &e.OrderID
	}
	at := db.At(e.At)
	var done *db.Millis
	if status != Pending {
		done = &at
	}
	_, err := tx.Exec(ctx, `INSERT INTO wallet_entries (user_id, id, type, amount, status, source, order_id, note,
		created_at, done_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (user_id, source) DO UPDATE SET status = excluded.status, amount = excluded.amount,
		done_at = excluded.done_at
			WHERE wallet_entries.status <> 'done' AND excluded.status <> 'pending'`,
		e.UserID, newEntryID(), e.Type, amount, status, e.Source, orderID, e.Note, at, done)
	return err
}

func settle(ctx context.Context, tx *db.Tx, userID, source, status string, at db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE wallet_entries SET status = $3, done_at = $4
		WHERE user_id = $1 AND source = $2 AND status = 'pending'`, userID, source, status, at)
	return err
}

// Credited returns the amount that a source added to a customer's wallet; 0 if nothing.
func Credited(ctx context.Context, q db.Querier, userID, source string) (amount int64, err error) {
	err = q.Get(ctx, &amount, `SELECT COALESCE(SUM(amount), 0) FROM wallet_entries WHERE user_id = $1 AND source = $2
		AND status = 'done'`, userID, source)
	return amount, err
}

// Line is a row of wallet_entries.
type Line struct {
	ID        string     `db:"id"`
	Type      string     `db:"type"`
	Amount    int64      `db:"amount"`
	Status    string     `db:"status"`
	Source    string     `db:"source"`
	OrderID   *string    `db:"order_id"`
	Note      string     `db:"note"`
	CreatedAt db.Millis  `db:"created_at"`
	DoneAt    *db.Millis `db:"done_at"`
}

// history reads a page of a customer's entries, newest first, and the total number of entries.
func history(ctx context.Context, q db.Querier, userID string, limit, offset int) (lines []Line, total int, err error) {
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM wallet_entries WHERE user_id = $1`, userID); err != nil {
		return nil, 0, err
	}
	err = q.Select(ctx, &lines, `SELECT id, type, amount, status, source, order_id, note, created_at, done_at
		FROM wallet_entries
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, int64(limit), int64(offset))
	return lines, total, err
}
