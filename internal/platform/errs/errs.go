// Package errs has the errors with which rules refuse a request. A feature returns one of them; it reaches the HTTP
// layer unchanged, and only that layer turns it into a status, a text in the caller's language and, for faults of ours,
// a log line.
//
// A key such as "cart.out_of_stock" names the text (file cart.json, entry out_of_stock). Its last part is the code that
// clients branch on.
package errs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"wekala/internal/platform/i18n"
)

// Kind is the kind of a refusal. The HTTP layer maps it to a status.
type Kind int

// The kinds, with their HTTP status.
const (
	KindInternal     Kind = iota // 500
	KindInvalid                  // 422, with texts per field
	KindRefused                  // 400, a business rule
	KindUnauthorized             // 401, no or an ended session
	KindBlocked                  // 403, a blocked account only: clients log out
	KindNotFound                 // 404, page-level things only: clients go to /404
	KindConflict                 // 409
	KindTooMany                  // 429
	KindUnavailable              // 503
	KindNotAllowed               // 403, the role of a member of staff forbids it: the console reports that and stays
)

// Field is an error in one input field.
type Field struct {
	Name string // as in the API
	Key  string // text key
	Args []any  // name, value pairs for the text
}

// Error is a refusal whose text people may see.
type Error struct {
	Kind       Kind
	Key        string
	Args       []any
	Fields     []Field
	RetryAfter time.Duration
	Current    any // the current record, if the change was based on an older version
}

// Error prints the key and arguments; it is for logs, not for customers.
func (e *Error) Error() string {
	if len(e.Fields) > 0 {
		return fmt.Sprintf("%s %v", e.Key, e.Fields)
	}
	return fmt.Sprintf("%s %v", e.Key, e.Args)
}

// Code returns the machine-readable code: the key's last part.
func (e *Error) Code() string {
	return e.Key[strings.LastIndexByte(e.Key, '.')+1:]
}

// Invalid reports an invalid field (422).
func Invalid(field, key string, args ...any) *Error {
	return InvalidAll([]Field{{Name: field, Key: key, Args: args}})
}

// InvalidAll reports several invalid fields (422). Clients that show only one error show the first.
func InvalidAll(fields []Field) *Error {
	return &Error{Kind: KindInvalid, Key: fields[0].Key, Args: fields[0].Args, Fields: fields}
}

// Refuse reports that a business rule refuses the request (400).
func Refuse(key string, args ...any) *Error {
	return &Error{Kind: KindRefused, Key: key, Args: args}
}

// About adds the fields that a refusal is about. They are sent as further entries of errors.
func (e *Error) About(fields ...Field) *Error {
	e.Fields = fields
	return e
}

// Conflict reports that the record has changed in the meantime (409).
func Conflict(key string, args ...any) *Error {
	return &Error{Kind: KindConflict, Key: key, Args: args}
}

// VersionConflict refuses a change to an outdated version of a record (409). current is the current record in the form
// in which it is read, so that clients can compare both. A rule that doesn't know that form passes nil, and the
// operation adds it with httpapi.WithCurrent.
func VersionConflict(current any) *Error {
	return &Error{Kind: KindConflict, Key: "common.moved_on", Current: current}
}

// NotFound is for a resource that does not exist or belongs to another caller; clients cannot distinguish the two
// (404).
func NotFound() *Error { return &Error{Kind: KindNotFound, Key: "common.not_found"} }

// Unauthorized requires a sign-in (401).
func Unauthorized() *Error { return &Error{Kind: KindUnauthorized, Key: "common.unauthorized"} }

// Blocked reports to the owner of an account that it is blocked (403), with the reason that staff wrote for them, if
// any.
func Blocked(reason string) *Error {
	if reason == "" {
		return &Error{Kind: KindBlocked, Key: "common.blocked"}
	}
	return &Error{Kind: KindBlocked, Key: "common.blocked_because", Args: []any{"reason", reason}}
}

// NotAllowed reports to a member of staff that their role doesn't allow the operation (403).
func NotAllowed() *Error { return &Error{Kind: KindNotAllowed, Key: "common.not_allowed"} }

// TooMany asks the caller to retry after a while (429).
func TooMany(key string, after time.Duration) *Error {
	return &Error{Kind: KindTooMany, Key: key, RetryAfter: after,
		Args: []any{"wait", i18n.Wait(after)}}
}

// Unavailable reports that an external service doesn't respond (503).
func Unavailable(key string, args ...any) *Error {
	return &Error{Kind: KindUnavailable, Key: key, Args: args}
}

// Key returns the text key of err, or "" if it is not an *Error.
func Key(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Key
	}
	return ""
}

// Is reports whether err carries this key.
func Is(err error, key string) bool { return Key(err) == key }
