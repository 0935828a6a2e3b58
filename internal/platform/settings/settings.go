// Package settings reads and writes the shop's settings: one row per key, a JSON object each. The feature that owns a
// key decides who may change it and which values it accepts.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Changed is the kind of a change of a setting, for platform/changefeed. Ref: its key.
const Changed = "shop"

// ErrVersionConflict refuses a change that was based on an older version of a setting.
var ErrVersionConflict error = errs.VersionConflict(nil)

// Read decodes a key's value into v, over what v already holds. It leaves v unchanged if the key is not set.
func Read(ctx context.Context, q db.Querier, key string, v any) error {
	_, err := ReadVersion(ctx, q, key, v)
	return err
}

// ReadVersion is Read that also returns the version to change the setting from: 0 if the key is not set.
func ReadVersion(ctx context.Context, q db.Querier, key string, v any) (version int64, err error) {
	var row struct {
		Value   string `db:"value"`
		Version int64  `db:"version"`
	}
	err = q.Get(ctx, &row, `SELECT value, version FROM settings WHERE key = $1`, key)
	if errors.Is(err, db.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return row.Version, json.Unmarshal([]byte(row.Value), v)
}

// Under reads every setting whose key has a prefix, in its stored form.
func Under(ctx context.Context, q db.Querier, prefix string) (map[string]json.RawMessage, error) {
	var rows []struct {
		Key   string `db:"key"`
		Value string `db:"value"`
	}
	if err := q.Select(ctx, &rows, `SELECT key, value FROM settings WHERE key LIKE $1 ORDER BY key`,
		prefix+"%"); err != nil {
		return nil, err
	}
	all := make(map[string]json.RawMessage, len(rows))
	for _, r := range rows {
		if strings.HasPrefix(r.Key, prefix) {
			all[r.Key] = json.RawMessage(r.Value)
		}
	}
	return all, nil
}

// Write sets a key and replaces any earlier value.
func Write(ctx context.Context, tx *db.Tx, key string, v any, at time.Time) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
		version = settings.version + 1`,
		key, string(value), db.At(at))
	return err
}

// Change sets a key if it still has the version it was read with; otherwise ErrVersionConflict. Of two changes based on
// the same version, one succeeds.
func Change(ctx context.Context, tx *db.Tx, key string, from int64, v any, at time.Time) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var n int64
	if from == 0 {
		n, err = tx.Exec(ctx,
			`INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING`, key, string(value),
			db.At(at))
	} else {
		n, err = tx.Exec(ctx, `UPDATE settings SET value = $2, updated_at = $3, version = version + 1 WHERE key = $1
			AND version = $4`,
			key, string(value), db.At(at), from)
	}
	if err == nil && n == 0 {
		return ErrVersionConflict
	}
	return err
}

// Once sets a key that is not set yet, and otherwise does nothing.
func Once(ctx context.Context, tx *db.Tx, key string, v any, at time.Time) error {
	if err := Change(ctx, tx, key, 0, v, at); !errors.Is(err, ErrVersionConflict) {
		return err
	}
	return nil
}

// Hold reads a key's value, sets it to an empty object if it is not set, and locks it until the end of the transaction.
func Hold(ctx context.Context, tx *db.Tx, key string, v any, at time.Time) (version int64, err error) {
	var row struct {
		Value   string `db:"value"`
		Version int64  `db:"version"`
	}
	err = tx.Get(ctx, &row, `INSERT INTO settings (key, value, updated_at) VALUES ($1, '{}', $2)
		ON CONFLICT (key) DO UPDATE SET version = settings.version RETURNING value, version`, key, db.At(at))
	if err != nil {
		return 0, err
	}
	return row.Version, json.Unmarshal([]byte(row.Value), v)
}

// Remove removes a key if it still has a version; otherwise ErrVersionConflict.
func Remove(ctx context.Context, tx *db.Tx, key string, from int64) error {
	n, err := tx.Exec(ctx, `DELETE FROM settings WHERE key = $1 AND version = $2`, key, from)
	if err == nil && n == 0 {
		return ErrVersionConflict
	}
	return err
}
