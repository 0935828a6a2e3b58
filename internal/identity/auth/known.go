package auth

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// Strangers must not be able to lock out a phone's owner. So a browser that a customer signed in with gets a secret and
// sends it from then on: its codes and password tries are counted separately. The secret opens nothing, and survives
// signing out, because its purpose is to sign in again.
const (
	// DeviceLife is how long after the last sign-in with it a device is known.
	DeviceLife = 180 * 24 * time.Hour
	// devicesEach bounds the known devices of a customer, and so the codes that they can request in a day.
	devicesEach = 10
)

// strangers are all callers with neither a known device nor a session: they share a phone's codes and tries.
const strangers = ""

// askedBy identifies the caller who requests a code for a phone, or tries one: the signed-in customer, a device that
// the phone's owner has signed in with, or strangers.
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

// remember records that a customer signed in with a device. fresh is its new secret, "" if it keeps the one it sent:
// only secrets that we generated are kept.
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

// forgetDevices makes all devices of a customer unknown except the one that sent the request: customers who sign out
// everywhere else have lost a device, or think so.
func forgetDevices(ctx context.Context, tx *db.Tx, userID, except string) error {
	_, err := tx.Exec(ctx, `DELETE FROM known_devices WHERE user_id = $1 AND secret_hash <> $2`, userID, id.Digest(except))
	return err
}
