package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Sides returns the states of an object before and after an entry. It returns auth.no_revert if an older program logged
// other fields.
func Sides[T any](line Line) (before, after T, err error) {
	if errors.Join(json.Unmarshal([]byte(line.Before), &before), json.Unmarshal([]byte(line.After), &after)) != nil {
		err = errs.Refuse("auth.no_revert")
	}
	return before, after, err
}

// Still returns common.changed_since if an object has changed since an entry. It compares the states in the form that
// the log stores.
func Still[T any](is, after T) error {
	as := func(one T) (text []byte, err error) { // as the log returns it
		var read T
		if text, err = json.Marshal(one); err != nil {
			return nil, err
		}
		if err = json.Unmarshal(text, &read); err != nil {
			return nil, err
		}
		return json.Marshal(read)
	}
	now, err := as(is)
	if err != nil {
		return err
	}
	then, err := as(after)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, then) {
		return errs.Conflict("common.changed_since")
	}
	return nil
}

// Undo returns an object's state before an entry, if the object is still in the state after it. Errors: those of Sides
// and Still.
func Undo[T any](line Line, is T) (before T, err error) {
	before, after, err := Sides[T](line)
	if err != nil {
		return before, err
	}
	return before, Still(is, after)
}

// UndoIn locks an entry's object, reads its current and earlier state, and has do restore the earlier one, in one
// transaction. Errors: those of hold, find, Undo and do.
func UndoIn[T any](ctx context.Context, d *db.DB, line Line,
	hold func(ctx context.Context, tx *db.Tx, ref string, version int64) error,
	find func(ctx context.Context, q db.Querier, ref string) (*T, error),
	do func(ctx context.Context, tx *db.Tx, is *T, before T) error) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := hold(ctx, tx, line.Object, 0); err != nil {
			return err
		}
		is, err := find(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		before, err := Undo(line, *is)
		if err != nil {
			return err
		}
		return do(ctx, tx, is, before)
	})
}

// Newest returns common.changed_since if the same action was repeated after an entry. It is for switches, whose states
// look the same each time.
func Newest(ctx context.Context, q db.Querier, line Line) error {
	var later int64
	err := q.Get(ctx, &later, `SELECT COUNT(*) FROM audit_log WHERE object = $1 AND action = $2
		AND (at > $3 OR at = $3 AND id > $4)`,
		line.Object, line.Action, line.At, line.ID)
	if err == nil && later > 0 {
		err = errs.Conflict("common.changed_since")
	}
	return err
}
