package ratelimit_test

import (
	"fmt"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/ratelimit"
)

func TestAllow(t *testing.T) {
	c := clock.NewFake(time.Unix(1000, 0))
	l := ratelimit.New(c, 10)
	for i := range 3 {
		if _, ok := l.Allow("a", 3, time.Minute); !ok {
			t.Fatalf("refused request %d of 3", i+1)
		}
	}
	after, ok := l.Allow("a", 3, time.Minute)
	if ok || after <= 0 || after > 20*time.Second {
		t.Fatalf("fourth request: %v, %v", after, ok)
	}
	if _, ok := l.Allow("b", 3, time.Minute); !ok {
		t.Fatal("another key was refused")
	}
	c.Advance(20*time.Second + time.Millisecond)
	if _, ok := l.Allow("a", 3, time.Minute); !ok {
		t.Fatal("refused after waiting")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	c := clock.NewFake(time.Unix(1000, 0))
	l := ratelimit.New(c, 10)
	for i := range 10 {
		l.Allow(fmt.Sprint("flood", i), 2, time.Minute)
	}
	// All the rest share one bucket until the others have refilled.
	refused := 0
	for i := range 10 {
		if _, ok := l.Allow(fmt.Sprint("more", i), 2, time.Minute); !ok {
			refused++
		}
	}
	if refused != 8 {
		t.Fatalf("%d of 10 refused, want 8", refused)
	}
	c.Advance(time.Minute)
	if _, ok := l.Allow("honest", 2, time.Minute); !ok {
		t.Fatal("refused although there is room again")
	}
}
