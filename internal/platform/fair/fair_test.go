package fair_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"wekala/internal/platform/fair"
)

// line enters callers into the queue, which leave when the test lets them; order records who entered.
type line struct {
	t      *testing.T
	q      *fair.Queue
	mu     sync.Mutex
	order  []string
	inside []func()
}

func (l *line) ask(who string) {
	go func() {
		leave, err := l.q.Enter(l.t.Context(), who)
		if err != nil {
			return
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.order, l.inside = append(l.order, who), append(l.inside, leave)
	}()
	synctest.Wait()
}

func (l *line) next() {
	l.mu.Lock()
	leave := l.inside[0]
	l.inside = l.inside[1:]
	l.mu.Unlock()
	leave()
	synctest.Wait()
}

func TestAPlaceGoesToWhoHasLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{t: t, q: fair.New(fair.Bounds{Places: 1, Each: 1, Wait: 20, All: 100})}
		for range 10 {
			l.ask("greedy")
		}
		l.ask("honest")
		l.ask("other")
		for range 12 {
			l.next()
		}
		if at := slices.Index(l.order, "honest"); at > 2 {
			t.Errorf("an honest caller came in as number %d: %v", at, l.order)
		}
		if at := slices.Index(l.order, "other"); at > 3 {
			t.Errorf("another came in as number %d: %v", at, l.order)
		}
		if len(l.order) != 12 {
			t.Errorf("%d came in", len(l.order))
		}
	})
}

// TestWhoWasServedComesAfterWhoWasNot: who comes late to a crowd has not had a turn yet.
func TestWhoWasServedComesAfterWhoWasNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{t: t, q: fair.New(fair.Bounds{Places: 1, Each: 1, Wait: 20, All: 100})}
		for i := range 16 {
			l.ask(fmt.Sprint("greedy", i%4))
		}
		for range 5 {
			l.next()
		}
		l.ask("honest")
		for range 11 {
			l.next()
		}
		if at := slices.Index(l.order, "honest"); at != 6 {
			t.Errorf("in came as number %d: %v", at, l.order)
		}
	})
}

func TestAPlaceIsLeftForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{t: t, q: fair.New(fair.Bounds{Places: 3, Each: 2, Wait: 20, All: 100})}
		for range 5 {
			l.ask("greedy")
		}
		if len(l.order) != 2 {
			t.Errorf("%d of one caller are at work", len(l.order))
		}
		if l.ask("honest"); len(l.order) != 3 || l.order[2] != "honest" {
			t.Errorf("the third place is not for others: %v", l.order)
		}
		for range 6 {
			l.next()
		}
	})
}

func TestWhatWaitsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{t: t, q: fair.New(fair.Bounds{Places: 1, Each: 1, Wait: 2, All: 4})}
		for range 3 {
			l.ask("a")
		}
		if _, err := l.q.Enter(t.Context(), "a"); !errors.Is(err, fair.ErrCrowded) {
			t.Errorf("a third that waits: %v", err)
		}
		l.ask("b")
		l.ask("c")
		l.ask("d") // in place of the second of a's that waits
		if _, err := l.q.Enter(t.Context(), "e"); !errors.Is(err, fair.ErrFull) {
			t.Errorf("a fifth of all: %v", err)
		}
		for range 5 {
			l.next()
		}
		if leave, err := l.q.Enter(t.Context(), "d"); err != nil {
			t.Errorf("afterwards: %v", err)
		} else {
			leave()
		}
	})
}

// TestWhoGoesLeavesNothing has many come, wait and go away in any order.
func TestWhoGoesLeavesNothing(t *testing.T) {
	q := fair.New(fair.Bounds{Places: 2, Each: 1, Wait: 50, All: 1000})
	var all sync.WaitGroup
	for i := range 400 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			if i%3 == 0 {
				go cancel()
			}
			defer cancel()
			leave, err := q.Enter(ctx, fmt.Sprint(i%9))
			if err == nil {
				leave()
				leave() // twice counts once
			}
		})
	}
	all.Wait()
	// Two places are there again, for two callers.
	first, err := q.Enter(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer first()
	second, err := q.Enter(t.Context(), "y")
	if err != nil {
		t.Fatal(err)
	}
	second()
}

// TestACrowdKeepsNobodyOut: many greedy callers who use up the whole queue leave a place to a caller with a single
// request, and the displaced one gets an error.
func TestACrowdKeepsNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{t: t, q: fair.New(fair.Bounds{Places: 1, Each: 1, Wait: 8, All: 32})}
		l.ask("greedy 0")
		var refused []error
		for i := range 40 {
			go func() {
				if leave, err := l.q.Enter(t.Context(), fmt.Sprint("greedy ", i%4)); err != nil {
					refused = append(refused, err)
				} else {
					leave()
				}
			}()
			synctest.Wait()
		}
		if len(refused) != 8 {
			t.Fatalf("%d of 40 were refused, room is for 32", len(refused))
		}
		if l.ask("honest"); len(refused) != 9 || !errors.Is(refused[8], fair.ErrCrowded) {
			t.Errorf("nobody made room: %v", refused)
		}
		if l.next(); !slices.Contains(l.order, "honest") {
			t.Error("a caller of one thing was kept out")
		}
		l.next()
	})
}
