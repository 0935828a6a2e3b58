package answers_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wekala/internal/platform/answers"
)

func TestKeptStaysWhatIsAskedFor(t *testing.T) {
	k := answers.NewKept[int, int](100)
	for i := range 10_000 {
		k.Put(i, -i)
		if k.Len() > 100 {
			t.Fatalf("%d are kept", k.Len())
		}
		for asked := range 10 { // all the time
			if v, ok := k.Get(asked); asked <= i && (!ok || v != -asked) {
				t.Fatalf("%d was let go of after %d: %d", asked, i, v)
			}
		}
	}
	if _, ok := k.Get(5000); ok {
		t.Error("something nobody asked for is kept")
	}
	k.Put(1, 7)
	if v, _ := k.Get(1); v != 7 || k.Len() != 100 {
		t.Errorf("%d, %d kept", v, k.Len())
	}
}

func TestWhatCameLastStays(t *testing.T) {
	k := answers.NewKept[int, int](100)
	for i := range 1000 {
		k.Put(i, i)
		for last := max(0, i-49); last <= i; last++ {
			// Searched for without Get: every key that is read stays anyway.
			if !slices.Contains(k.Keys(), last) {
				t.Fatalf("%d was let go of after %d", last, i)
			}
		}
	}
}

func TestKeptIsAMap(t *testing.T) {
	k, is := answers.NewKept[int, int](50), map[int]int{}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		key := r.IntN(40) // fewer than there is room for
		switch r.IntN(3) {
		case 0:
			k.Delete(key)
			delete(is, key)
		case 1:
			k.Put(key, r.IntN(9))
			is[key], _ = k.Get(key)
		}
		got, ok := k.Get(key)
		if want, there := is[key]; got != want || ok != there || k.Len() != len(is) {
			t.Fatalf("%d: %d %v, want %d %v; %d of %d", key, got, ok, want, there, k.Len(), len(is))
		}
	}
}
