package passwords

import (
	"context"
	"strings"
	"testing"
)

func TestPasswordPattern(t *testing.T) {
	for _, p := range []string{"abcdef1!", "كلمةسر١#", "a1 b2 c3 -", "P@ssw0rd", strings.Repeat("a1!", 42)} {
		if !Strong(p) {
			t.Errorf("%q refused", p)
		}
	}
	for _, p := range []string{"", "abc1!", "abcde1!", "abcdefgh", "abcdefg1", "1234567!", "abcdefg!", "abcdef1 ", "abcdef1!\x00", strings.Repeat("a1!", 43), "ab1!\xff\xff\xff\xff"} {
		if Strong(p) {
			t.Errorf("%q taken", p)
		}
	}
}

func TestHasher(t *testing.T) {
	h := NewHasher()
	ctx := context.Background()
	one, err := h.Hash(ctx, "s3cret!pass")
	if err != nil {
		t.Fatal(err)
	}
	two, _ := h.Hash(ctx, "s3cret!pass")
	if one == two || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%q, %q", one, two)
	}
	for _, c := range []struct {
		stored   *string
		password string
		want     bool
	}{{&one, "s3cret!pass", true}, {&two, "s3cret!pass", true}, {&one, "s3cret!pasS", false}, {&one, "", false},
		{nil, "s3cret!pass", false}, {nil, "", false}, {&one, strings.Repeat("x", 1000), false}} {
		if got, err := h.Verify(ctx, c.stored, c.password); err != nil || got != c.want {
			t.Errorf("%q: %v, %v", c.password, got, err)
		}
	}
	for _, broken := range []string{"", "plain", "$argon2id$v=19$m=1,t=1,p=1$!!$!!", "$argon2i$v=19$m=1,t=1,p=1$AAAA$AAAA", "$argon2id$v=18$m=8,t=1,p=1$AAAA$AAAA"} {
		if ok, err := h.Verify(ctx, &broken, "x"); ok || err == nil {
			t.Errorf("%q was read", broken)
		}
	}
	// When all slots are taken, a caller who gives up gets an answer.
	for range AtOnce {
		h.slots <- struct{}{}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := h.Verify(gone, &one, "x"); err == nil {
		t.Error("no slot, yet an answer")
	}
}
