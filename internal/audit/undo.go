package audit

import (
	"bytes"
	"encoding/json"
	"errors"

	"wekala/internal/platform/errs"
)

// Sides reads what a line says a thing was like before it and after it. Refusal:
// auth.no_revert, where an older program told other things of it.
func Sides[T any](line Line) (before, after T, err error) {
	if errors.Join(json.Unmarshal([]byte(line.Before), &before), json.Unmarshal([]byte(line.After), &after)) != nil {
		err = errs.Refuse("auth.no_revert")
	}
	return before, after, err
}

// Still refuses where a thing is no longer what a line made of it
// (common.changed_since). Both are told as the log tells them.
func Still[T any](is, after T) error {
	as := func(one T) (text []byte, err error) { // as it comes out of the log
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

// Undo is what a thing was like before a line, where it is still what the line made
// of it. Refusals: those of Sides and Still.
func Undo[T any](line Line, is T) (before T, err error) {
	before, after, err := Sides[T](line)
	if err != nil {
		return before, err
	}
	return before, Still(is, after)
}
