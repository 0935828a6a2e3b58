// Package settings reads and writes the shop's settings: one row per key, a
// JSON object each. Who may change which, and what may stand in it, is for the
// feature that owns the key.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/db"
)

// Read fills v with what is set under a key, over what v holds already. It
// leaves v as it is where nothing is set.
func Read(ctx context.Context, q db.Querier, key string, v any) error {
	var value string
	err := q.Get(ctx, &value, `SELECT value FROM settings WHERE key = $1`, key)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(value), v)
}

// Write sets a key, whatever stood there.
func Write(ctx context.Context, tx *db.Tx, key string, v any, at time.Time) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`, key, string(value), db.At(at))
	return err
}
