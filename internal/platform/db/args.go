package db

import "strconv"

// List returns n parameters beginning with $from, for an IN list: List(3, 2) is "$3,$4". An empty IN list is invalid
// SQL, so callers return early for an empty input.
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

// Args returns the arguments of a query with a List: first before, then every element of v.
func Args[T any](v []T, before ...any) []any {
	out := make([]any, 0, len(before)+len(v))
	out = append(out, before...)
	for _, x := range v {
		out = append(out, x)
	}
	return out
}

// Padded repeats the last element of a list until its length is 1, 2, 4, 8 … The IN list selects the same rows, and the
// few different query texts can stay prepared.
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
