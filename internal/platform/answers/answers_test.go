package answers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"wekala/internal/platform/answers"
	"wekala/internal/platform/clock"
)

type bench struct {
	version atomic.Int64
	clock   *clock.Fake
	made    atomic.Int64
	cache   *answers.Cache[string]
}

func newBench(limit int64) *bench {
	b := &bench{clock: clock.NewFake(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))}
	b.cache = answers.New[string](limit, b.version.Load, b.clock)
	return b
}

func (b *bench) get(t *testing.T, key string, until time.Time) *answers.Made[string] {
	t.Helper()
	m, err := b.cache.Get(context.Background(), key, func(context.Context) (string, any, time.Time, error) {
		n := b.made.Add(1)
		return key, map[string]int64{key: n}, until, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAnswersHoldUntilSomethingMoves(t *testing.T) {
	b := newBench(1 << 20)
	until := b.clock.Now().Add(time.Minute)
	first := b.get(t, "a", until)
	if string(first.Body) != `{"a":1}` || first.Prepared.Expires != fmt.Sprint(until.UnixMilli()) ||
		!first.Expires().Equal(until) {
		t.Fatalf("%s until %s", first.Body, first.Prepared.Expires)
	}
	if again := b.get(t, "a", until); again != first {
		t.Error("made again without need")
	}
	b.version.Add(1)
	if again := b.get(t, "a", until); again == first {
		t.Error("kept although the version moved")
	}
	b.clock.Advance(time.Minute)
	if again := b.get(t, "a", time.Time{}); string(again.Body) != `{"a":3}` || again.Prepared.Expires != "" {
		t.Errorf("kept although its time was up: %s", again.Body)
	}
}

func TestAnswersAreBounded(t *testing.T) {
	b := newBench(4000)
	for i := range 200 {
		b.get(t, fmt.Sprint("key", i), time.Time{})
		b.get(t, "often", time.Time{})
	}
	if n := b.cache.Len(); n < 5 || n > 20 {
		t.Errorf("%d answers kept", n)
	}
	if b.made.Load() > 202 {
		t.Errorf("what is asked for often was made %d times", b.made.Load()-200)
	}
}

func TestTheLastAnswersStay(t *testing.T) {
	b := newBench(10_000)
	for i := range 1000 {
		b.get(t, fmt.Sprint(i), time.Time{})
		kept := b.cache.Keys()
		for last := max(0, i-15); last <= i; last++ {
			if !slices.Contains(kept, fmt.Sprint(last)) {
				t.Fatalf("%d was let go of after %d, with %d kept", last, i, len(kept))
			}
		}
	}
}

func TestFailuresAreNotKept(t *testing.T) {
	b := newBench(1 << 20)
	boom := errors.New("boom")
	_, err := b.cache.Get(context.Background(), "a", func(context.Context) (string, any, time.Time, error) {
		return "", nil, time.Time{}, boom
	})
	if !errors.Is(err, boom) || b.cache.Len() != 0 {
		t.Errorf("%v, %d kept", err, b.cache.Len())
	}
	if m := b.get(t, "a", time.Time{}); m.Value != "a" {
		t.Errorf("value %q", m.Value)
	}
}

// The first caller may leave: the others still get the answer.
func TestOneMakerForManyCallers(t *testing.T) { synctest.Test(t, oneMakerForManyCallers) }

func oneMakerForManyCallers(t *testing.T) {
	b := newBench(1 << 20)
	begun, release := make(chan struct{}), make(chan struct{})
	leaving, leave := context.WithCancel(context.Background())
	slow := func(context.Context) (string, any, time.Time, error) {
		b.made.Add(1)
		close(begun)
		<-release
		return "v", "v", time.Time{}, nil
	}
	gone := make(chan error)
	go func() {
		_, err := b.cache.Get(leaving, "a", slow)
		gone <- err
	}()
	<-begun
	leave()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the one who left got %v", err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if m, err := b.cache.Get(context.Background(), "a", slow); err != nil || m.Value != "v" {
				t.Errorf("%v %v", m, err)
			}
		})
	}
	// All of them wait by now; a later caller would rightly start another run.
	synctest.Wait()
	close(release)
	all.Wait()
	if n := b.made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}
