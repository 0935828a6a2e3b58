package settings_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/settings"
)

func TestWhatIsSetIsRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		type form struct {
			On   bool `json:"on"`
			Days int  `json:"days"`
		}
		read := func() form {
			t.Helper()
			f := form{On: true, Days: 14}
			if err := settings.Read(t.Context(), d, "test.form", &f); err != nil {
				t.Fatal(err)
			}
			return f
		}
		if got := read(); got != (form{true, 14}) {
			t.Errorf("nothing is set: %+v", got)
		}
		for _, want := range []form{{false, 3}, {true, 7}} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return settings.Write(ctx, tx, "test.form", want, time.UnixMilli(1000))
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := read(); got != want {
				t.Errorf("set to %+v, read %+v", want, got)
			}
		}
	})
}

// TestOneOfTwoChanges: of two changes from the same version one is refused, at
// the first setting too, and nothing of it stays.
func TestOneOfTwoChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		change := func(from int64, v string) error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return settings.Change(ctx, tx, "test.word", from, v, time.UnixMilli(1000))
			})
		}
		for _, step := range []struct {
			from  int64
			word  string
			moved bool
		}{{0, "one", false}, {0, "two", true}, {1, "three", false}, {1, "four", true}, {2, "five", false}} {
			if err := change(step.from, step.word); errors.Is(err, settings.ErrVersionConflict) != step.moved || !step.moved &&
				err != nil {
				t.Errorf("%q from version %d: %v", step.word, step.from, err)
			}
		}
		var word string
		if version, err := settings.ReadVersion(t.Context(), d, "test.word", &word); err != nil || version != 3 ||
			word != "five" {
			t.Errorf("%q at version %d: %v", word, version, err)
		}
	})
}

// TestSecretsAreSealed: stored text reveals nothing, can be decrypted only under its own name with the same key, and
// differs each time.
func TestSecretsAreSealed(t *testing.T) {
	vault := func(key string) *settings.Vault {
		v, err := settings.NewVault([]byte(key))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := vault("0123456789abcdef0123456789abcdef")
	one, two := v.Seal("sms.token", "hush-hush"), v.Seal("sms.token", "hush-hush")
	if one == two || strings.Contains(one, "hush") {
		t.Errorf("sealed as %q and %q", one, two)
	}
	if got, err := v.Open("sms.token", one); err != nil || got != "hush-hush" {
		t.Errorf("opened as %q: %v", got, err)
	}
	if _, err := v.Open("mail.password", one); err == nil {
		t.Error("it opens under another name")
	}
	if _, err := vault("another key, another key, another").Open("sms.token", one); err == nil {
		t.Error("it opens with another key")
	}
}
