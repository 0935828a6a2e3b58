package passwords

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"

	"wekala/internal/platform/httpapi"
)

func TestPasswordPattern(t *testing.T) {
	for _, p := range []string{"abcdef1!", "كلمةسر١#", "a1 b2 c3 -", "P@ssw0rd", strings.Repeat("a1!", 42)} {
		if !Strong(p) {
			t.Errorf("%q refused", p)
		}
	}
	for _, p := range []string{"", "abc1!", "abcde1!", "abcdefgh", "abcdefg1", "1234567!", "abcdefg!", "abcdef1 ",
		"abcdef1!\x00", strings.Repeat("a1!", 43), "ab1!\xff\xff\xff\xff"} {
		if Strong(p) {
			t.Errorf("%q taken", p)
		}
	}
}

func TestHasher(t *testing.T) {
	h := NewHasher()
	ctx := context.Background()
	one, err := h.Hash(ctx, "t4ll!cedar")
	if err != nil {
		t.Fatal(err)
	}
	two, _ := h.Hash(ctx, "t4ll!cedar")
	if one == two || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%q, %q", one, two)
	}
	for _, c := range []struct {
		stored   *string
		password string
		want     bool
	}{{&one, "t4ll!cedar", true}, {&two, "t4ll!cedar", true}, {&one, "t4ll!cedaR", false}, {&one, "", false},
		{nil, "t4ll!cedar", false}, {nil, "", false}, {&one, strings.Repeat("x", 1000), false}} {
		if got, err := h.Verify(ctx, c.stored, c.password); err != nil || got != c.want {
			t.Errorf("%q: %v, %v", c.password, got, err)
		}
	}
	for _, broken := range []string{"", "plain", "$argon2id$v=19$m=1,t=1,p=1$!!$!!", "$argon2i$v=19$m=1,t=1,p=1$AAAA$AAAA",
		"$argon2id$v=18$m=8,t=1,p=1$AAAA$AAAA"} {
		if ok, err := h.Verify(ctx, &broken, "x"); ok || err == nil {
			t.Errorf("%q was read", broken)
		}
	}
	// When all slots are taken, a caller who gives up gets an answer.
	for range AtOnce {
		if _, err := h.Acquire(ctx); err != nil {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := h.Verify(gone, &one, "x"); err == nil {
		t.Error("no slot, yet an answer")
	}
}

// TestNetworksTakeTurnsAtPasswords: a network that sends many right passwords waits only for itself, and is refused
// when too many of its passwords wait; another network's password is next.
func TestNetworksTakeTurnsAtPasswords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher()
		from := func(ip string) context.Context {
			return httpapi.WithCaller(t.Context(), &httpapi.Who{IP: netip.MustParseAddr(ip)})
		}
		var held []func()
		var order []string
		refused := 0
		ask := func(name, ip string) {
			go func() {
				release, err := h.Acquire(from(ip))
				if err != nil {
					refused++
					return
				}
				held, order = append(held, release), append(order, name)
			}()
			synctest.Wait()
		}
		for i := range AtOnce + waitOfNetwork + 5 {
			ask("greedy", fmt.Sprintf("2a02:1:2:%x::1", i)) // all of one /48
		}
		if len(held) != AtOnce || refused != 5 {
			t.Fatalf("%d are at work, %d refused", len(held), refused)
		}
		ask("honest", "41.32.10.7")
		if refused != 5 {
			t.Fatal("who comes from elsewhere was refused")
		}
		next := held[0]
		held = held[1:]
		next()
		synctest.Wait()
		if last := order[len(order)-1]; last != "honest" {
			t.Errorf("the next place went to %s", last)
		}
		for len(held) > 0 {
			next, held = held[0], held[1:]
			next()
			synctest.Wait()
		}
		if want := AtOnce + waitOfNetwork + 1; len(order) != want {
			t.Errorf("%d were worked on, want %d", len(order), want)
		}
	})
}

// TestWhatIsTriedFirst: what most people take to satisfy the pattern is refused, the shop's own words and names of
// roles with it; what only holds such a word is not.
func TestWhatIsTriedFirst(t *testing.T) {
	for _, p := range []string{"Password1!", "P@ssw0rd", "P@$$w0rd1", "pa$$word123", "Passw0rd!", "Qwerty123!",
		"qwerty@123", "Admin@123", "admin#2026", "Welcome1!", "Welcome@2026", "Ahmed@123", "mohamed_2010", "Abcd1234!",
		"abc123!@#", "Aa123456!", "a123456@", "Iloveyou1!", "Wekala@2026", "wekala2026!", "WEKALA-1-2", "w3kala!1",
		"Manager!1", "Zamalek1911!", "Egypt@2030",
		"aaaaaaa1!", "passpass1!", "1234abcd!", "وكالة١٢٣٤!", "محمد@1990", "Support#1", "1q2w3e4R!", "Qwer!234", "zaq1@WSX",
		"qweasd!123", "Ytrewq!1", "Mnbvcxz!1", "xsw2#EDC", "rfvtgb!1", "ضصثق!1234"} {
		if !Common(p) {
			t.Errorf("%q is taken", p)
		}
	}
	for _, p := range []string{"t4ll!cedar", "n3w!harbour", "th1rd!password", "market-day-7", "correct-horse-7",
		"Mona's 3 cats", "blue7!pyramid", "poi#71942!", "l0ng!enough", "x9#Kd2!pQ", "qahwa-saada-2"} {
		if Common(p) {
			t.Errorf("%q is refused", p)
		}
	}
	for p, want := range map[string]string{"short": "auth.password_pattern", "P@ssw0rd": "auth.password_common",
		"market-day-7": ""} {
		got := ""
		if refused := Judge("password", p); refused != nil {
			got = refused.Key
		}
		if got != want {
			t.Errorf("%q: %q, want %q", p, got, want)
		}
	}
	for _, p := range []string{"Samiha@1990", "Samiha.Bakr1", "$amiha-bakr1", "sbakr!2026", "B4kr-1234", "BakrSamiha1!",
		"SamihaSamiha1!", "5amihaB4kr!", "SämihaBakr-1"} {
		if Judge("password", p, "Samiha Bakr", "s.bakr@example.com") == nil {
			t.Errorf("%q is taken of Samiha Bakr", p)
		}
		if Judge("password", p, "Karim") != nil {
			t.Errorf("%q is refused of somebody else", p)
		}
	}
	// One sign that is spelt out as fifteen letters, as often as there is room: checked in a moment.
	if Judge("password", "b"+strings.Repeat("\ufdfa", 125)+"1!", "Karim") != nil {
		t.Error("a long password is refused")
	}
	_ = Judge("password", "b"+strings.Repeat("\ufdfa", 125)+"1!",
		strings.Repeat("\ufdfa ", 400)+strings.Repeat("\ufdfa", 600))
	if Judge("password", "AlBo-2026!", "Al Bo") == nil {
		t.Error("a name of short words is taken")
	}
	for _, p := range []string{"مصطفى-هالة1", "هاله.مصطفي1", "هــالة.مصطفي1"} {
		if Judge("password", p, "هالة مصطفى") == nil {
			t.Errorf("%q is taken of هالة مصطفى", p)
		}
	}
}
