package catalog

import (
	"fmt"
	"testing"
)

func TestRowsAreKeptForOneVersion(t *testing.T) {
	var r rows
	tea := map[string][]listing{"tea": {{ProductID: "tea"}}}
	r.keep(1, []string{"tea", "gone"}, tea)
	found, missing := r.find(1, []string{"tea", "gone", "rice"})
	if len(found["tea"]) != 1 || fmt.Sprint(missing) != "[rice]" {
		t.Errorf("found %v, missing %v", found, missing)
	}
	if _, missing := r.find(2, []string{"tea"}); len(missing) != 1 {
		t.Error("an older version's rows are shown")
	}
	// Read before the catalogue moved, kept after somebody had read the new one.
	r.keep(2, []string{"rice"}, nil)
	r.keep(1, []string{"tea"}, tea)
	if _, missing := r.find(2, []string{"tea"}); len(missing) != 1 {
		t.Error("rows of before are kept for the version after")
	}
}

func TestRowsStayBounded(t *testing.T) {
	var r rows
	for i := range mostRows + 100 {
		r.keep(1, []string{fmt.Sprint(i)}, nil)
	}
	if len(r.kept) > mostRows {
		t.Errorf("%d products are kept", len(r.kept))
	}
}
