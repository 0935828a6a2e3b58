package httpapi

import (
	"encoding/base64"
	"encoding/json"
	"math"

	"wekala/internal/platform/errs"
)

// Part is a part of a list that is read on from where it ended: as fast at its
// end as at its beginning, and nothing is shown twice when rows come and go.
type Part[T any] struct {
	Body PartEnvelope[T]
}

// PartEnvelope is the wire format of every part.
type PartEnvelope[T any] struct {
	Response PartPayload[T] `json:"response"`
}

// PartPayload has a part of a list and how to continue.
type PartPayload[T any] struct {
	Data    []T      `json:"data"`
	Meta    PartMeta `json:"meta"`
	Message string   `json:"message"`
}

// PartMeta is how to continue a list.
type PartMeta struct {
	Next  string `json:"next" doc:"What to send as after for the next part; empty at the end."`
	Total *int64 `json:"total,omitempty" doc:"How many there are; absent where nobody counted."`
	More  bool   `json:"more,omitempty" doc:"There are more than total: counting stopped there."`
}

// MaxCounted is how far the rows of a list are counted: a first part must not
// wait until a million are. A query counts to one more (LIMIT MaxCounted + 1).
const MaxCounted = 1000

// Counted puts down how many rows were counted to, at most one more than MaxCounted.
func (m *PartMeta) Counted(n int64) {
	total := min(n, MaxCounted)
	m.Total, m.More = &total, n > MaxCounted
}

// PartInput is the request for a part of a list.
type PartInput struct {
	After string `query:"after" maxLength:"500" doc:"The next of the part before; the first part when empty."`
}

// Cut removes the extra row, which shows that a list continues, from the rows read (one more than size), and returns
// how to continue. place gives the values by which rows are sorted, the last of them the id; moments as stored numbers.
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

// Keyset makes a part from the rows read, one more than size if the list continues (Cut), each shown by view.
func Keyset[R, T any](rows []R, size int, place func(R) []any, view func(R) T) *Part[T] {
	rows, meta := Cut(rows, size, place)
	data := make([]T, len(rows))
	for i, r := range rows {
		data[i] = view(r)
	}
	return PartOf(data, meta)
}

// siftedAtOnce is how many rows Sift reads per query.
const siftedAtOnce = 200

// Sift reads the rows of a part that keep accepts, one more than size if the list continues: for conditions that SQL
// cannot express, such as folded names. read gives the next n rows after the last one, nil for the first.
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

// PartOf answers with a part that was cut before.
func PartOf[T any](data []T, meta PartMeta) *Part[T] {
	p := &Part[T]{}
	p.Body.Response.Data, p.Body.Response.Meta = data, meta
	if data == nil {
		p.Body.Response.Data = []T{}
	}
	return p
}

// Oldest reads where to continue a list by moment and id that begins with the oldest.
func (in PartInput) Oldest() (at int64, id string, err error) {
	_, err = in.Place(&at, &id)
	return at, id, err
}

// Newest reads where to continue a list by moment and id that begins with the newest.
func (in PartInput) Newest() (at int64, id string, err error) {
	at = math.MaxInt64
	_, err = in.Place(&at, &id)
	return at, id, err
}

// Place decodes the mark of Cut into the values by which the list is sorted: false for the first part, 422 for a mark
// that is not ours.
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
