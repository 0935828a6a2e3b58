package httpapi

import (
	"encoding/base64"
	"encoding/json"
	"math"

	"wekala/internal/platform/errs"
)

// Part is a part of a list with keyset pagination: late parts are as fast as the first, and no row appears twice when
// rows are added or removed.
type Part[T any] struct {
	Body PartEnvelope[T]
}

// PartEnvelope is the format of every part in the API.
type PartEnvelope[T any] struct {
	Response PartPayload[T] `json:"response"`
}

// PartPayload contains a part of a list and the position of the next part.
type PartPayload[T any] struct {
	Data    []T      `json:"data"`
	Meta    PartMeta `json:"meta"`
	Message string   `json:"message"`
}

// PartMeta contains the position of the next part.
type PartMeta struct {
	Next  string `json:"next" doc:"What to send as after for the next part; empty at the end."`
	Total *int64 `json:"total,omitempty" doc:"How many there are; absent where nobody counted."`
	More  bool   `json:"more,omitempty" doc:"There are more than total: counting stopped there."`
}

// MaxCounted is the highest number to which the rows of a list are counted, so that a first part doesn't wait for a
// count of a million. Queries count one more (LIMIT MaxCounted + 1).
const MaxCounted = 1000

// Counted records the number of counted rows, at most MaxCounted + 1.
func (m *PartMeta) Counted(n int64) {
	total := min(n, MaxCounted)
	m.Total, m.More = &total, n > MaxCounted
}

// PartInput is the request for a part of a list.
type PartInput struct {
	After string `query:"after" maxLength:"500" doc:"The next of the part before; the first part when empty."`
}

// Cut removes the extra row (of size + 1 rows read), which shows that the list continues, and returns the position of
// the next part. place returns the values that rows are sorted by, the id last and times as stored numbers.
func Cut[R any](rows []R, size int, place func(R) []any) ([]R, PartMeta) {
	if len(rows) <= size {
		return rows, PartMeta{}
	}
	raw, err := json.Marshal(place(rows[size-1]))
	if err != nil {
		panic("httpapi: what a list is sorted by must encode: " + err.Error())
	}
	return rows[:size], PartMeta{Next: base64.RawURLEncoding.EncodeToString(raw)}
}

// Keyset creates a part from the rows read, size + 1 of them if the list continues (Cut). view converts each row.
func Keyset[R, T any](rows []R, size int, place func(R) []any, view func(R) T) *Part[T] {
	rows, meta := Cut(rows, size, place)
	data := make([]T, len(rows))
	for i, r := range rows {
		data[i] = view(r)
	}
	return PartOf(data, meta)
}

// siftedAtOnce is the number of rows that Sift reads per query.
const siftedAtOnce = 200

// Sift reads the rows of a part that keep accepts, size + 1 of them if the list continues. It is for conditions that
// SQL cannot express, such as folded names. read returns the next n rows after the last one, nil for the first.
func Sift[R any](size int, read func(last *R, n int64) ([]R, error), keep func(R) bool) ([]R, error) {
	var kept []R
	var last *R
	for {
		rows, err := read(last, siftedAtOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if keep(r) {
				kept = append(kept, r)
			}
			if len(kept) > size {
				return kept, nil
			}
		}
		if len(rows) < siftedAtOnce {
			return kept, nil
		}
		last = &rows[len(rows)-1]
	}
}

// PartOf responds with a part that Cut has already shortened.
func PartOf[T any](data []T, meta PartMeta) *Part[T] {
	p := &Part[T]{}
	p.Body.Response.Data, p.Body.Response.Meta = data, meta
	if data == nil {
		p.Body.Response.Data = []T{}
	}
	return p
}

// Oldest returns the position to continue a list sorted by time and id, oldest first.
func (in PartInput) Oldest() (at int64, id string, err error) {
	_, err = in.Place(&at, &id)
	return at, id, err
}

// Newest returns the position to continue a list sorted by time and id, newest first.
func (in PartInput) Newest() (at int64, id string, err error) {
	at = math.MaxInt64
	_, err = in.Place(&at, &id)
	return at, id, err
}

// Place decodes the position made by Cut into the values that the list is sorted by: false for the first part, 422 for
// an invalid position.
func (in PartInput) Place(values ...any) (bool, error) {
	if in.After == "" {
		return false, nil
	}
	var parts []json.RawMessage
	raw, err := base64.RawURLEncoding.DecodeString(in.After)
	if err == nil {
		err = json.Unmarshal(withoutNUL(raw), &parts)
	}
	if err != nil || len(parts) != len(values) {
		return false, errs.Invalid("after", "common.invalid")
	}
	for i, part := range parts {
		if json.Unmarshal(part, values[i]) != nil {
			return false, errs.Invalid("after", "common.invalid")
		}
	}
	return true, nil
}
