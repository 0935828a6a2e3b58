package settings_test

import (
	"context"
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
