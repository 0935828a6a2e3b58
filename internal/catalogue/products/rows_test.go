package products

import (
	"context"
	"fmt"
	"testing"
	"time"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/changefeed"
)

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func TestRowsAreKeptForOneVersion(t *testing.T) {
	var r rows
	tea := map[string][]listing{"tea": {{ProductID: "tea"}}}
	r.keep(1, 0, []string{"tea", "gone"}, tea, noon)
	found, missing, _ := r.find(1, []string{"tea", "gone", "rice"}, noon)
	if len(found["tea"]) != 1 || fmt.Sprint(missing) != "[rice]" {
		t.Errorf("found %v, missing %v", found, missing)
	}
	if _, missing, _ := r.find(2, []string{"tea"}, noon); len(missing) != 1 {
		t.Error("an older version's rows are shown")
	}
	// Read before the catalogue's version changed, cached after another request had read the new one.
	r.keep(2, 0, []string{"rice"}, nil, noon)
	r.keep(1, 0, []string{"tea"}, tea, noon)
	if _, missing, _ := r.find(2, []string{"tea"}, noon); len(missing) != 1 {
		t.Error("rows of before are kept for the version after")
	}
}

func TestRowsStayBounded(t *testing.T) {
	var r rows
	for i := range maxRows + 100 {
		r.keep(1, 0, []string{fmt.Sprint(i)}, nil, noon)
	}
	if n := r.kept.Len(); n != maxRows {
		t.Errorf("%d products are kept", n)
	}
}

func TestWhatDidNotChangeIsKept(t *testing.T) {
	r := rows{followed: true}
	units := int64(3)
	groups := map[string][]listing{
		"tea": {{ProductID: "tea"}}, "rice": {{ProductID: "rice"}},
		"few": {{ProductID: "few", sale: sale{Available: &units}}},
	}
	all := []string{"few", "rice", "tea"}
	read := func() (missing []string, epoch int64) {
		_, missing, epoch = r.find(1, all, noon)
		return missing, epoch
	}
	_, epoch := read()
	r.keep(1, epoch, all, groups, noon)
	// Another version alone is no reason.
	if _, missing, _ := r.find(2, all, noon); missing != nil {
		t.Errorf("forgotten without a change: %v", missing)
	}
	r.forget([]changefeed.Change{{Kind: ChangedProduct, Ref: "tea", Scope: "b", Aspect: AspectStock},
		{Kind: ChangedContent, Ref: "x"}})
	missing, before := read()
	if fmt.Sprint(missing) != "[tea]" {
		t.Errorf("one changed; forgotten are %v", missing)
	}
	// Read before it changed once more, kept after: it may be the old one.
	r.forget([]changefeed.Change{{Kind: ChangedProduct, Ref: "tea"}})
	r.keep(1, before, []string{"tea"}, groups, noon)
	if missing, _ := read(); fmt.Sprint(missing) != "[tea]" {
		t.Error("what was read before a change is kept after it")
	}
	_, epoch = read()
	r.keep(1, epoch, []string{"tea"}, groups, noon)
	if missing, _ := read(); missing != nil {
		t.Errorf("what was read after the change is not kept: %v", missing)
	}
	// The quantity is shown when few units are left, and it changes without notice.
	if _, missing, _ := r.find(1, all, noon.Add(fewRowsFor)); fmt.Sprint(missing) != "[few]" {
		t.Errorf("after a second %v are read again", missing)
	}
	if _, missing, _ := r.find(1, all, noon.Add(rowsFor)); len(missing) != len(all) {
		t.Errorf("after %v only %v are read again", rowsFor, missing)
	}
	for _, kind := range []string{ChangedCategory, branches.Changed, ChangedMenu, changefeed.All} {
		_, before := read()
		r.keep(1, before, all, groups, noon)
		r.forget([]changefeed.Change{{Kind: kind}})
		r.keep(1, before, all, groups, noon)
		if missing, _ := read(); len(missing) != len(all) {
			t.Errorf("%s: %v are read again", kind, missing)
		}
	}
}

func TestOneReadingAheadAtATime(t *testing.T) {
	var a ahead
	goOn := make(chan struct{})
	a.begin([]string{"tea"}, func(context.Context) { <-goOn })
	first := a.now
	a.begin([]string{"rice"}, func(context.Context) {})
	if a.now != first {
		t.Error("another reading began beside the first")
	}
	if a.wait(t.Context(), []string{"rice"}) {
		t.Error("who wants something else waits")
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if !a.wait(gone, []string{"rice", "tea"}) {
		t.Error("what is being read is read again")
	}
	close(goOn)
	<-first.done
	a.stopped = true
	a.begin([]string{"tea"}, func(context.Context) {})
	if a.now != nil {
		t.Error("a program that stops begins another reading")
	}
}
