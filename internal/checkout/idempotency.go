package checkout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// record is what is known of a key: the answer, or the order that its first
// request made and for which the gateway is still being asked.
type record struct {
	BodyHash   string    `db:"body_hash"`
	Status     *int64    `db:"status"`
	Answer     *string   `db:"answer"`
	OrderID    string    `db:"order_id"`
	LeaseUntil db.Millis `db:"lease_until"`
}

// digest names the content of a request, so that a key is not used for two.
// The language of the answer is not part of it.
func (in Request) digest() string {
	in.Key, in.Lang, in.Currency, in.hash = "", "", "", ""
	raw, err := json.Marshal(in)
	if err != nil {
		panic("checkout: a request of texts and numbers must encode: " + err.Error())
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// find reads a key; nil when nobody used it.
func find(ctx context.Context, q db.Querier, userID, key string) (*record, error) {
	var r record
	err := q.Get(ctx, &r, `SELECT body_hash, status, answer, order_id, lease_until FROM idempotency
		WHERE user_id = $1 AND key = $2`, userID, key)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// claimStmt takes a key for an order: with its answer, or without one while the
// gateway is to be asked. No row touched means that the key is taken. On
// PostgreSQL it waits there for the one who takes it.
func claimStmt(in Request, orderID string, answer []byte, now time.Time) db.Stmt {
	var status *int64
	var text *string
	if answer != nil {
		ok, given := int64(200), string(answer)
		status, text = &ok, &given
	}
	return db.Stmt{SQL: `INSERT INTO idempotency (user_id, key, body_hash, status, answer, order_id, lease_until, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id, key) DO NOTHING`,
		Args: []any{in.UserID, in.Key, in.hash, status, text, orderID, db.At(now.Add(leaseFor)), db.At(now)}}
}

// lease takes over a key whose holder is gone.
func (s *Service) lease(ctx context.Context, in Request) (got bool, err error) {
	now := s.Clock.Now()
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE idempotency SET lease_until = $3
			WHERE user_id = $1 AND key = $2 AND status IS NULL AND lease_until <= $4`,
			in.UserID, in.Key, db.At(now.Add(leaseFor)), db.At(now))
		got = n == 1
		return err
	})
	return got, err
}

// release lets the next request with the key try at once.
func (s *Service) release(ctx context.Context, in Request) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE idempotency SET lease_until = 0 WHERE user_id = $1 AND key = $2 AND status IS NULL`,
			in.UserID, in.Key)
		return err
	})
}

// keep stores the answer of a key and returns the one that is stored, which is
// the first one's when two were made.
func (s *Service) keep(ctx context.Context, in Request, answer []byte) ([]byte, error) {
	var stored string
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE idempotency SET status = 200, answer = $3
			WHERE user_id = $1 AND key = $2 AND status IS NULL`, in.UserID, in.Key, string(answer))
		if err != nil {
			return err
		}
		return tx.Get(ctx, &stored, `SELECT answer FROM idempotency WHERE user_id = $1 AND key = $2`, in.UserID, in.Key)
	})
	return []byte(stored), err
}

// replay answers a request whose key was used before; ok is false when it was
// not. It waits, for a bounded time, while the first one is still running.
func (s *Service) replay(ctx context.Context, in Request) (answer []byte, ok bool, err error) {
	deadline := time.NewTimer(waitFor)
	defer deadline.Stop()
	for {
		r, err := find(ctx, s.DB, in.UserID, in.Key)
		if err != nil || r == nil {
			return nil, false, err
		}
		if r.BodyHash != in.hash {
			return nil, true, errs.Invalid("Idempotency-Key", "checkout.idempotency_mismatch")
		}
		if r.Status != nil && r.Answer != nil {
			return []byte(*r.Answer), true, nil
		}
		got, err := s.lease(ctx, in)
		if err != nil {
			return nil, true, err
		}
		if got {
			answer, err := s.finish(ctx, in, r.OrderID)
			return answer, true, err
		}
		select {
		case <-ctx.Done():
			return nil, true, ctx.Err()
		case <-deadline.C:
			return nil, true, errs.Unavailable("checkout.still_running")
		case <-time.After(waitStep):
		}
	}
}

// forget removes keys that are too old to be repeated.
func (s *Service) forget(ctx context.Context) error {
	before := db.At(s.Clock.Now().Add(-keepKeys))
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM idempotency WHERE created_at < $1`, before)
		return err
	})
}

// Erase forgets the answers kept for a shopper who leaves: they hold their
// address.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM idempotency WHERE user_id = $1`, userID)
	return err
}
