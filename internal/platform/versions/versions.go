// Package versions changes rows that two people may edit concurrently and that can be archived: each change raises the
// row's version and is refused if it is based on an older one; a change without effect leaves no trace.
package versions

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Table is a table whose rows have the columns id, version and archived_at.
type Table struct {
	Name string
	// Dated tables have updated_at, which every change sets.
	Dated bool
	// Hides means that archived rows are inactive, and stay so when they are restored, until they are shown again.
	Hides bool
}

// Hold locks a row until the transaction ends, so that data read after it is still valid when it is changed. NotFound
// when there is no row; VersionConflict (409) when its version is not the given one (0: any version).
func (t Table) Hold(ctx context.Context, tx *db.Tx, ref string, version int64) error {
	n, err := tx.Exec(ctx, `UPDATE `+t.Name+` SET version = version WHERE id = $1`, ref)
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.NotFound()
	}
	if version == 0 {
		return nil
	}
	var now int64
	if err := tx.Get(ctx, &now, `SELECT version FROM `+t.Name+` WHERE id = $1`, ref); err != nil {
		return err
	}
	if now != version {
		return errs.VersionConflict(nil)
	}
	return nil
}

// Read is the version a caller claims to have read, for Hold. No row has one below 1, so that is refused as a conflict:
// only the program's own calls change any version.
func Read(said int64) int64 {
	if said < 1 {
		return -1
	}
	return said
}

// Raise gives a held row its next version.
func (t Table) Raise(ctx context.Context, tx *db.Tx, ref string, at db.Millis) error {
	if !t.Dated {
		_, err := tx.Exec(ctx, `UPDATE `+t.Name+` SET version = version + 1 WHERE id = $1`, ref)
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE `+t.Name+` SET version = version + 1, updated_at = $2 WHERE id = $1`, ref, at)
	return err
}

// Set archives or restores a held row. changed is false when nothing changed: then nothing may be audited or published.
func (t Table) Set(ctx context.Context, tx *db.Tx, ref string, archived bool, at db.Millis) (changed bool, err error) {
	since, was := (*db.Millis)(nil), `NOT NULL`
	if archived {
		since, was = &at, `NULL`
	}
	also := ``
	if t.Hides {
		also = `, active = FALSE`
	}
	args := []any{ref, since}
	if t.Dated {
		also += `, updated_at = $3`
		args = append(args, at)
	}
	n, err := tx.Exec(ctx, `UPDATE `+t.Name+` SET archived_at = $2, version = version + 1`+also+
		` WHERE id = $1 AND archived_at IS `+was, args...)
	return n > 0, err
}

// Archive takes a row out of use, or into it again, when may has no objection to
// that; find reads the row before and after. When that was so already, changed is
// false and may is not asked. NotFound when there is no such row.
func Archive[R any](ctx context.Context, tx *db.Tx, t Table, ref string, archived bool, at db.Millis,
	find func(ctx context.Context, q db.Querier, ref string) (R, error), may func(was R) error,
) (was, next R, changed bool, err error) {
	if err = t.Hold(ctx, tx, ref, 0); err != nil {
		return was, next, false, err
	}
	if was, err = find(ctx, tx, ref); err != nil {
		return was, next, false, err
	}
	var so bool
	if err = tx.Get(ctx, &so, `SELECT archived_at IS NOT NULL FROM `+t.Name+` WHERE id = $1`, ref); err != nil ||
		so == archived {
		return was, was, false, err
	}
	if may != nil {
		if err = may(was); err != nil {
			return was, next, false, err
		}
	}
	if _, err = t.Set(ctx, tx, ref, archived, at); err != nil {
		return was, next, false, err
	}
	next, err = find(ctx, tx, ref)
	return was, next, err == nil, err
}

// Change makes one change of a row from the version that was read (0: any). do reports whether it changed anything;
// find reads the row before and after. If nothing was changed its version stays.
func Change[R any](ctx context.Context, tx *db.Tx, t Table, ref string, version int64, at db.Millis,
	find func(ctx context.Context, q db.Querier, ref string) (R, error), do func(was R) (changed bool, err error),
) (was, next R, changed bool, err error) {
	if err = t.Hold(ctx, tx, ref, version); err != nil {
		return was, next, false, err
	}
	if was, err = find(ctx, tx, ref); err != nil {
		return was, next, false, err
	}
	if changed, err = do(was); err != nil || !changed {
		return was, was, false, err
	}
	if err = t.Raise(ctx, tx, ref, at); err != nil {
		return was, next, false, err
	}
	next, err = find(ctx, tx, ref)
	return was, next, err == nil, err
}

// Action is the audit log's name for archiving a thing, or restoring it.
func Action(word string, archived bool) string {
	if archived {
		return word + ".archive"
	}
	return word + ".restore"
}
