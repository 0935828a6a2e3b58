// Package idempotency makes a request take effect once however often it is sent. Its sender names it with a key. A
// request with the same key and content gets the very bytes of the first answer; one with other content is refused.
//
// A request is carried out in three steps. Claim takes the key, in the transaction that does the work and before it.
// Settle stores the answer: in the same transaction, or in a separate one if an external service is called in between.
// Look returns what is known of a key. A refusal rolls the claim back with the rest, so that the key may be sent again
// with a corrected request.
//
// If the answer comes later than the claim, the claimant holds a lease. Others with the key wait for the answer for a
// bounded time; when the lease runs out its holder is gone, and one of them continues from what the first made. Replay
// does all that.
//
// An answer has data about a person, the subject: it is erased with them (Keys.Erase). It is kept as long as its
// operation specifies, and Sweep removes it after that. The key is then unknown here, so work that must never be done
// twice has its own unique key.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/jobs"
)

const (
	// LeaseFor is how long others with the same key leave a claim without an answer alone: longer than any wait for an
	// external service.
	LeaseFor = 30 * time.Second
	// waitFor and waitStep are the total time and the interval for which a request waits for an earlier one.
	waitFor  = 20 * time.Second
	waitStep = 50 * time.Millisecond
	// tries bounds how often a key that disappeared during the search is claimed again.
	tries = 3
	// MaxKey is the maximum length of a key.
	MaxKey = 200
)

// Header is the header that carries a key.
const Header = "Idempotency-Key"

// ErrTaken reports that the key was already claimed. It rolls the claim's transaction back.
var ErrTaken = errors.New("idempotency: the key is taken")

// Operation is a kind of request that is done once per key.
type Operation struct {
	Name string
	// Keep is how long an answer is stored.
	Keep time.Duration
}

// Request is one request with a key.
type Request struct {
	Operation Operation
	Caller    string // the sender; keys of different callers are independent
	Key       string
	Subject   string // the person whose data the answer contains; it is erased with them; empty: no customer
	Hash      string // of its content
}

// Hash returns a digest of a request's content. v contains exactly the data that a repetition must have in common (not
// the language of the answer).
func Hash(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("idempotency: a request must encode: " + err.Error())
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Problem returns the error of an invalid key (422), nil for a valid one.
func Problem(key string) *errs.Field {
	if key == "" || len(key) > MaxKey {
		return &errs.Field{Name: Header, Key: "common.key_required"}
	}
	return nil
}

// Mismatch refuses a key that was used with other content (422).
func Mismatch() error { return errs.Invalid(Header, "common.idempotency_mismatch") }

// Gone refuses a key whose request was carried out so long ago that its answer is no longer stored (409).
func Gone() error { return errs.Conflict("common.answer_gone") }

// States of a key.
const (
	running = "running"
	done    = "done"
)

// Record is the stored state of a key.
type Record struct {
	Hash   string `db:"body_hash"`
	Status string `db:"status"`
	Answer []byte `db:"answer"`
	// Made is the data that the first request had written before its answer was known.
	Made string `db:"made"`
}

// Look reads a key; nil if the key is unused or its answer is no longer stored at that time. A key with other content
// is refused (Mismatch).
func Look(ctx context.Context, q db.Querier, r Request, now time.Time) (*Record, error) {
	var found Record
	err := q.Get(ctx, &found, `SELECT body_hash, status, answer, made FROM idempotency
		WHERE caller = $1 AND operation = $2 AND key = $3 AND keep_until > $4`, r.Caller, r.Operation.Name, r.Key, db.At(now))
	switch {
	case errors.Is(err, db.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case found.Hash != r.Hash:
		return nil, Mismatch()
	}
	return &found, nil
}

// Claim returns the statement that claims a key, for a batch: with its answer, or under a lease with made as the point
// to continue from. If it changes no row, the key is taken (ErrTaken). On PostgreSQL it waits for a transaction that is
// claiming the key.
func (r Request) Claim(made string, answer []byte, now time.Time) db.Stmt {
	status, stored := running, any(nil)
	if answer != nil {
		status, stored = done, answer
	}
	return db.Stmt{SQL: `INSERT INTO idempotency (caller, operation, key, subject, body_hash, status, answer, made,
		lease_until, created_at, keep_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (caller, operation, key) DO UPDATE SET subject = excluded.subject, body_hash = excluded.body_hash,
			status = excluded.status, answer = excluded.answer, made = excluded.made, lease_until = excluded.lease_until,
			created_at = excluded.created_at, keep_until = excluded.keep_until
		WHERE idempotency.keep_until <= excluded.created_at`,
		Args: []any{r.Caller, r.Operation.Name, r.Key, r.Subject, r.Hash, status, stored, made,
			db.At(now.Add(LeaseFor)), db.At(now), db.At(now.Add(r.Operation.Keep))}, Guard: ErrTaken}
}

// Claim claims a key without an answer yet; ErrTaken if it is taken.
func Claim(ctx context.Context, tx *db.Tx, r Request, made string, now time.Time) error {
	return tx.Batch(ctx, []db.Stmt{r.Claim(made, nil, now)})
}

// Settle stores the answer of a claimed key and returns the stored one, which may be that of an earlier request. It
// stores nothing for a key whose subject has been erased.
func Settle(ctx context.Context, tx *db.Tx, r Request, answer []byte) ([]byte, error) {
	n, err := tx.Exec(ctx, `UPDATE idempotency SET status = 'done', answer = $5
		WHERE caller = $1 AND operation = $2 AND key = $3 AND body_hash = $4 AND status = 'running'`,
		r.Caller, r.Operation.Name, r.Key, r.Hash, answer)
	if err != nil || n == 1 {
		return answer, err
	}
	var stored []byte
	err = tx.Get(ctx, &stored, `SELECT answer FROM idempotency
		WHERE caller = $1 AND operation = $2 AND key = $3 AND body_hash = $4 AND status = 'done'`,
		r.Caller, r.Operation.Name, r.Key, r.Hash)
	if errors.Is(err, db.ErrNoRows) {
		return answer, nil
	}
	return stored, err
}

// Keys carries out requests by their keys.
type Keys struct {
	DB    *db.DB
	Clock clock.Clock
}

// New returns the keys of a database.
func New(d *db.DB, c clock.Clock) *Keys { return &Keys{d, c} }

// Look returns the stored answer of a key, nil if there is none (see the function Look).
func (k *Keys) Look(ctx context.Context, r Request) ([]byte, error) {
	found, err := Look(ctx, k.DB, r, k.Clock.Now())
	if err != nil || found == nil {
		return nil, err
	}
	return found.Answer, nil
}

// Once answers r with the result of do, or with the stored answer. do does all its work in the transaction, which
// claims the key before and settles it after. Callers that prepare something outside the transaction call Look first.
func (k *Keys) Once(ctx context.Context, r Request,
	do func(ctx context.Context, tx *db.Tx) ([]byte, error)) ([]byte, error) {
	for range tries {
		var answer []byte
		err := k.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := Claim(ctx, tx, r, "", k.Clock.Now()); err != nil {
				return err
			}
			made, err := do(ctx, tx)
			if err != nil {
				return err
			}
			answer, err = Settle(ctx, tx, r, made)
			return err
		})
		if !errors.Is(err, ErrTaken) {
			return answer, err
		}
		if answer, err = k.Look(ctx, r); answer != nil || err != nil {
			return answer, err
		}
	}
	return nil, errs.Unavailable("common.still_running")
}

// Replay answers a request whose key was used before; used is false when it was not. While the first request runs, it
// waits for its answer for a bounded time (503 after that). If the first is gone, resume continues from what that made,
// and settles or releases the key.
func (k *Keys) Replay(ctx context.Context, r Request,
	resume func(ctx context.Context, made string) ([]byte, error)) (answer []byte, used bool, err error) {
	deadline := time.NewTimer(waitFor)
	defer deadline.Stop()
	for {
		found, err := Look(ctx, k.DB, r, k.Clock.Now())
		switch {
		case err != nil:
			return nil, true, err
		case found == nil:
			return nil, false, nil
		case found.Status == done:
			return found.Answer, true, nil
		}
		got, err := k.lease(ctx, r)
		if err != nil {
			return nil, true, err
		}
		if got {
			answer, err := resume(ctx, found.Made)
			return answer, true, err
		}
		select {
		case <-ctx.Done():
			return nil, true, ctx.Err()
		case <-deadline.C:
			return nil, true, errs.Unavailable("common.still_running")
		case <-time.After(waitStep):
		}
	}
}

// lease takes over a key whose holder is no longer running.
func (k *Keys) lease(ctx context.Context, r Request) (got bool, err error) {
	now := k.Clock.Now()
	err = k.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE idempotency SET lease_until = $4
			WHERE caller = $1 AND operation = $2 AND key = $3 AND status = 'running' AND lease_until <= $5`,
			r.Caller, r.Operation.Name, r.Key, db.At(now.Add(LeaseFor)), db.At(now))
		got = n == 1
		return err
	})
	return got, err
}

// Release lets the next request with the key continue immediately after this one failed.
func (k *Keys) Release(ctx context.Context, r Request) error {
	return k.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE idempotency SET lease_until = 0
			WHERE caller = $1 AND operation = $2 AND key = $3 AND status = 'running'`, r.Caller, r.Operation.Name, r.Key)
		return err
	})
}

// Settle is the function Settle in its own transaction.
func (k *Keys) Settle(ctx context.Context, r Request, answer []byte) (stored []byte, err error) {
	err = k.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		stored, err = Settle(ctx, tx, r, answer)
		return err
	})
	return stored, err
}

// Erase removes the answers about a person whose account is deleted.
func (*Keys) Erase(ctx context.Context, tx *db.Tx, subject string) error {
	_, err := tx.Exec(ctx, `DELETE FROM idempotency WHERE subject = $1`, subject)
	return err
}

// Jobs registers the hourly removal of old answers.
func (k *Keys) Jobs(r *jobs.Runner) { r.Every("idempotency.sweep", time.Hour, k.Sweep) }

// Sweep removes answers that have expired.
func (k *Keys) Sweep(ctx context.Context) error {
	now := db.At(k.Clock.Now())
	return k.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM idempotency WHERE keep_until <= $1`, now)
		return err
	})
}
