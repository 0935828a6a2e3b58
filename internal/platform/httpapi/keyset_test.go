package httpapi_test

import (
	"encoding/base64"
	"slices"
	"testing"

	"wekala/internal/platform/httpapi"
)

// TestKeyset: parts follow each other without duplicate or missing rows, and only our own mark is accepted.
func TestKeyset(t *testing.T) {
	type row struct {
		name string
		id   int64
	}
	all := []row{{"a", 1}, {"b", 2}, {"b", 3}, {"c", 4}, {"d", 5}}
	var seen []int64
	after := ""
	for range 3 {
		var name string
		var id int64
		on, err := httpapi.PartInput{After: after}.Place(&name, &id)
		if err != nil {
			t.Fatal(err)
		}
		rows := slices.DeleteFunc(slices.Clone(all), func(r row) bool {
			return on && (r.name < name || r.name == name && r.id <= id)
		})
		part := httpapi.Keyset(rows[:min(3, len(rows))], 2, func(r row) []any { return []any{r.name, r.id} },
			func(r row) int64 { return r.id })
		seen = append(seen, part.Body.Response.Data...)
		after = part.Body.Response.Meta.Next
	}
	if !slices.Equal(seen, []int64{1, 2, 3, 4, 5}) || after != "" {
		t.Fatalf("%v, then %q", seen, after)
	}
	// NULs, which PostgreSQL refuses in texts, are removed as from bodies.
	var name string
	var id int64
	forged := base64.RawURLEncoding.EncodeToString([]byte(`["x\u0000y",1]`))
	if _, err := (httpapi.PartInput{After: forged}).Place(&name, &id); err != nil || name != "xy" {
		t.Errorf("a NUL: %q, %v", name, err)
	}
	for _, wrong := range []string{"x", "W10", "WzEsMl0", "bnVsbA"} {
		var name string
		var id int64
		if _, err := (httpapi.PartInput{After: wrong}).Place(&name, &id); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

// TestSift: rows that are left out do not end a part, whose rows come once and in order.
func TestSift(t *testing.T) {
	const all = 1001
	read := func(last *int, n int64) (rows []int, err error) {
		from := 0
		if last != nil {
			from = *last + 1
		}
		for i := from; i < all && int64(len(rows)) < n; i++ {
			rows = append(rows, i)
		}
		return rows, nil
	}
	for _, c := range []struct{ every, size, want int }{
		{1, 50, 51}, {300, 50, 4}, {300, 3, 4}, {all + 1, 50, 1}, {300, 2, 3}} {
		got, err := httpapi.Sift(c.size, read, func(i int) bool { return i%c.every == 0 })
		if err != nil || len(got) != c.want || !slices.IsSorted(got) || got[len(got)-1] != (c.want-1)*c.every {
			t.Errorf("every %d, %d at once: %v, %v", c.every, c.size, got, err)
		}
	}
}
