package auth

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// What strangers do to a phone must not keep its owner out. So a browser that a
// customer has signed in with gets a secret of ours, which it sends along from
// then on: the codes it asks for and the passwords it tries are counted for
// itself. The secret opens nothing, and it stays when its customer signs out,
// because signing in again is what it is for.
const (
	// DeviceLife is how long after the last sign-in with it a device is known.
	DeviceLife = 180 * 24 * time.Hour
	// devicesEach bounds the codes one customer can cause in a day.
	devicesEach = 10
)

// strangers are all who show neither a device we know nor a session: they share
// what a phone is sent and may try.
const strangers = ""

// askedBy names the caller, who asks for a code to a phone, or tries one: the customer
// who is signed in, the device its owner has signed in with, or strangers.
func (s *Service) askedBy(ctx context.Context, q db.Querier, phone, device, userID string) (string, error) {
	if userID != "" {
		return userID, nil
	}
	return s.knownDevice(ctx, q, phone, device)
}

// knownDevice returns the digest of a device that the owner of a phone has
// signed in with, "" for any other.
func (s *Service) knownDevice(ctx context.Context, q db.Querier, phone, device string) (string, error) {
	if device == "" {
		return "", nil
	}
	hash := id.Digest(device)
	var known bool
	err := q.Get(ctx, &known, `SELECT EXISTS (SELECT 1 FROM user_phones p JOIN known_devices d ON d.user_id = p.user_id
		WHERE p.phone = $1 AND d.secret_hash = $2 AND d.seen_at > $3)`, phone, hash, db.At(s.clock.Now().Add(-DeviceLife)))
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}

// remember notes that a customer signed in with a device. fresh is the secret it
// gets, "" where it keeps the one it sent: only a secret that we made is kept.
func (s *Service) remember(ctx context.Context, tx *db.Tx, userID, device string) (fresh string, err error) {
	now := db.At(s.clock.Now())
	ours := false
	if device != "" {
		if err := tx.Get(ctx, &ours, `SELECT EXISTS (SELECT 1 FROM known_devices WHERE secret_hash = $1 AND seen_at > $2)`,
			id.Digest(device), now.Add(-DeviceLife)); err != nil {
			return "", err
		}
	}
	if !ours {
		fresh = id.Secret(32)
		device = fresh
	}
	err = tx.Batch(ctx, []db.Stmt{
		{SQL: `INSERT INTO known_devices (user_id, secret_hash, created_at, seen_at) VALUES ($1, $2, $3, $3)
			ON CONFLICT (user_id, secret_hash) DO UPDATE
			SET seen_at = excluded.seen_at`, Args: []any{userID, id.Digest(device), now}},
		{SQL: `DELETE FROM known_devices WHERE user_id = $1 AND secret_hash NOT IN (SELECT secret_hash FROM known_devices
			WHERE user_id = $1 ORDER BY seen_at DESC, secret_hash LIMIT $2)`, Args: []any{userID, devicesEach}},
	})
	return fresh, err
}

// forgetDevices makes a customer's devices unknown, but the one a request came
// from: whoever signs out everywhere else has lost one, or thinks so.
func forgetDevices(ctx context.Context, tx *db.Tx, userID, except string) error {
	_, err := tx.Exec(ctx, `DELETE FROM known_devices WHERE user_id = $1 AND secret_hash <> $2`, userID, id.Digest(except))
	return err
}
