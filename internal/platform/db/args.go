package db

import "strconv"

// List gives n parameters beginning with $from, for an IN list: List(3, 2) is
// "$3,$4". An IN list of none is not SQL: callers answer an empty input without
// asking.
func List(from, n int) string {
	b := make([]byte, 0, 5*n)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '$')
		b = strconv.AppendInt(b, int64(from+i), 10)
	}
	return string(b)
}

// Args gives the arguments of a query with a List: first before, then every
// element of v.
func Args[T any](v []T, before ...any) []any {
	out := make([]any, 0, len(before)+len(v))
	out = append(out, before...)
	for _, x := range v {
		out = append(out, x)
	}
	return out
}

// Padded repeats the last of a list until there are 1, 2, 4, 8 … of them: an IN
// list means the same and has few texts, which are worth keeping prepared.
func Padded[T any](v []T) []T {
	if len(v) == 0 {
		return v
	}
	n := 1
	for n < len(v) {
		n *= 2
	}
	out := make([]T, n)
	for i := range out {
		out[i] = v[min(i, len(v)-1)]
	}
	return out
}
