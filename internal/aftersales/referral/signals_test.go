package referral

import "testing"

func TestMailboxesAreKnownBehindTheirSpellings(t *testing.T) {
	for typed, want := range map[string]string{
		"mona@example.com":             "mona@example.com",
		"Mona+shop@Example.com":        "mona@example.com",
		"m.o.n.a+1@gmail.com":          "mona@gmail.com",
		"mona@googlemail.com":          "mona@gmail.com",
		"m.ona@example.com":            "m.ona@example.com", // dots matter elsewhere
		"+only@example.com":            "@example.com",
		"mona.ahmed+a+b@gmail.com":     "monaahmed@gmail.com",
		"mona.ahmed@mail.example.co.k": "mona.ahmed@mail.example.co.k",
	} {
		if got := mailbox(typed); got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
}

func TestCodesAreReadHoweverTheyAreTyped(t *testing.T) {
	for typed, want := range map[string]string{" ab cd2345 ": "ABCD2345", "abcd٢٣٤٥": "ABCD2345", "": ""} {
		if got := cleanCode(typed); got != want {
			t.Errorf("%q: %q", typed, got)
		}
	}
	seen := map[string]bool{}
	for range 1000 {
		code := newCode()
		if len(code) != codeLength || seen[code] || cleanCode(code) != code {
			t.Fatalf("a code %q", code)
		}
		seen[code] = true
	}
}

func TestWhatWasLookedAtIsNotHeldAgain(t *testing.T) {
	r := Referral{State: Waiting, Cleared: list[Reason]{SameDevice}}
	if err := r.hold([]Evidence{{SameDevice, "a"}}); err != nil {
		t.Fatal(err)
	}
	if r.State != Waiting || len(r.Evidence) != 0 {
		t.Errorf("%+v", r)
	}
	if err := r.hold([]Evidence{{SameAddress, "a"}, {SameAddress, "a"}, {Ring, "b"}}); err != nil {
		t.Fatal(err)
	}
	if r.State != Held || r.Reason != SameAddress || len(r.Evidence) != 2 {
		t.Errorf("%+v", r)
	}
}
