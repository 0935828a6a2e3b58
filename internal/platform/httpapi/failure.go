package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// Failure is the format of every refusal in the API.
type Failure struct {
	Message string              `json:"message" doc:"For people, in the language of Accept-Language."`
	Code    string              `json:"code" doc:"For programs: what to branch on."`
	Errors  map[string][]string `json:"errors" doc:"Texts per field; a business refusal repeats its text under error."`
	Data    *Moved[any]         `json:"data,omitempty" doc:"Of moved_on: the record as it is now."`

	status  int
	headers http.Header
}

// Moved is the current record, for clients that changed an older version of it.
type Moved[T any] struct {
	Current T `json:"current"`
}

// Conflict is the refusal of a change to an older version of a T.
type Conflict[T any] struct {
	Message string              `json:"message"`
	Code    string              `json:"code" enum:"moved_on"`
	Errors  map[string][]string `json:"errors"`
	Data    Moved[T]            `json:"data"`
}

// WithCurrent adds the current record, as read returns it, to the refusal of an outdated change. That is
// errs.VersionConflict without a record, or a feature's own conflict with the code moved_on. Any other err is returned
// unchanged.
func WithCurrent[T any](err error, read func() (*Reply[T], error)) error {
	var moved *errs.Error
	if !errors.As(err, &moved) || moved.Kind != errs.KindConflict || moved.Code() != "moved_on" || moved.Current != nil {
		return err
	}
	now, failed := read()
	if failed != nil {
		return failed
	}
	known := *moved
	known.Current = now.Body.Response.Data
	return &known
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// GetStatus implements huma.StatusError.
func (f *Failure) GetStatus() int { return f.status }

// GetHeaders implements huma.HeadersError.
func (f *Failure) GetHeaders() http.Header { return f.headers }

var statuses = map[errs.Kind]int{
	errs.KindInternal: 500, errs.KindInvalid: 422, errs.KindRefused: 400, errs.KindUnauthorized: 401,
	errs.KindBlocked: 403, errs.KindNotAllowed: 403, errs.KindNotFound: 404, errs.KindConflict: 409, errs.KindTooMany: 429,
	errs.KindUnavailable: 503,
}

// The limits of a refusal's text. A body may have more errors than anybody reads, in names of any length, and the
// response must not be longer than the request.
const (
	maxTold     = 20
	longestName = 100 // bytes
)

// newFailure is the only place that turns a refusal into a status and a text.
func newFailure(lang i18n.Lang, e *errs.Error) *Failure {
	f := &Failure{Message: i18n.T(lang, e.Key, e.Args...), Code: e.Code(), Errors: map[string][]string{},
		status: statuses[e.Kind]}
	switch e.Kind {
	case errs.KindInvalid:
		for _, field := range e.Fields[:min(len(e.Fields), maxTold)] {
			f.Errors[field.Name] = append(f.Errors[field.Name], i18n.T(lang, field.Key, field.Args...))
		}
	case errs.KindRefused, errs.KindConflict:
		f.Errors["error"] = []string{f.Message}
		for _, field := range e.Fields[:min(len(e.Fields), maxTold)] {
			f.Errors[field.Name] = append(f.Errors[field.Name], i18n.T(lang, field.Key, field.Args...))
		}
	}
	if e.Current != nil {
		f.Data = &Moved[any]{e.Current}
	}
	if e.RetryAfter > 0 {
		seconds := int64((e.RetryAfter + 999_999_999) / 1_000_000_000)
		f.headers = http.Header{"Retry-After": {strconv.FormatInt(seconds, 10)}}
	}
	return f
}

func writeError(w http.ResponseWriter, lang i18n.Lang, status int, key string) {
	w.Header().Set("Content-Type", JSON)
	w.WriteHeader(status)
	f := newFailure(lang, &errs.Error{Key: key})
	_ = json.NewEncoder(w).Encode(f)
}

// Replace the validator's texts by text keys, with their argument after a bar.
func init() {
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true
	validation.MsgUnexpectedProperty = "common.unknown_field"
	validation.MsgExpectedRequiredProperty = "common.required|%s"
	validation.MsgExpectedMinLength = "common.too_short|%d"
	validation.MsgExpectedMaxLength = "common.too_long|%d"
	validation.MsgExpectedNumber = "common.numbers_only"
	validation.MsgExpectedInteger = "common.numbers_only"
	validation.MsgExpectedOneOf = "common.one_of|%s"
	validation.MsgExpectedMinimumNumber = "common.greater_than_zero|%v"
	validation.MsgExpectedExclusiveMinimumNumber = "common.greater_than_zero|%v"
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, problems ...error) huma.StatusError {
		return decodeFailure(Caller(ctx.Context()).Lang, status, problems)
	}
	huma.NewError = func(status int, _ string, problems ...error) huma.StatusError {
		return decodeFailure(i18n.EN, status, problems)
	}
}

// tooLarge refuses a body that is larger, or contains more, than its operation accepts.
func tooLarge(lang i18n.Lang) *Failure {
	f := newFailure(lang, &errs.Error{Key: "common.too_large"})
	f.status = http.StatusRequestEntityTooLarge
	return f
}

// decodeFailure describes the errors found while reading a request.
func decodeFailure(lang i18n.Lang, status int, problems []error) *Failure {
	for _, p := range problems {
		var known *errs.Error
		switch {
		case errors.Is(p, errTooMuch):
			status = http.StatusRequestEntityTooLarge
		case errors.Is(p, errTooDeep):
			status = http.StatusUnprocessableEntity
		case errors.As(p, &known):
			return newFailure(lang, known)
		}
	}
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return tooLarge(lang)
	case status >= 500:
		return newFailure(lang, &errs.Error{Kind: errs.KindInternal, Key: "common.internal"})
	}
	var fields []errs.Field
	for _, p := range problems {
		if d, ok := p.(huma.ErrorDetailer); ok {
			if field, ok := fieldOf(d.ErrorDetail()); ok && len(fields) < maxTold {
				fields = append(fields, field)
			}
		}
	}
	if len(fields) == 0 {
		f := newFailure(lang, &errs.Error{Kind: errs.KindInvalid, Key: "common.bad_json"})
		f.Errors = map[string][]string{}
		return f
	}
	return newFailure(lang, errs.InvalidAll(fields))
}

// inList matches the position of an entry as the validator writes it: "items[0].qty".
var inList = regexp.MustCompile(`\[(\d+)\]`)

// fieldOf converts "body.items[0].note" and "common.too_long|80" into a field name of the API, "items.0.note", and its
// text.
func fieldOf(d *huma.ErrorDetail) (errs.Field, bool) {
	if d.Location == "" {
		return errs.Field{}, false
	}
	_, name, _ := strings.Cut(inList.ReplaceAllString(d.Location, ".$1"), ".")
	key, arg, _ := strings.Cut(strings.TrimPrefix(d.Message, "invalid value: "), "|")
	if key == "common.too_short" && arg == "1" {
		key, arg = "common.required", ""
	}
	if (key == "common.required" || name == "" && (key == "common.invalid" || key == "common.numbers_only")) && arg != "" {
		if name != "" {
			name += "."
		}
		return errs.Field{Name: name + arg, Key: key}, true
	}
	if name == "" {
		return errs.Field{}, false
	}
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "…"
	}
	if !strings.HasPrefix(key, "common.") {
		key = "common.invalid"
	}
	return errs.Field{Name: name, Key: key, Args: []any{"len", arg}}, true
}
