package auth

import (
	"context"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/settings"
)

// TestCountriesAreASetting: the setting replaces the configured list immediately.
func TestCountriesAreASetting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		methods := func(code string) Methods {
			t.Helper()
			m, err := w.s.Methods(t.Context(), code)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		set := func(value any) {
			t.Helper()
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return settings.Write(ctx, tx, CountriesSetting, value, time.UnixMilli(1))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if m := methods("+20"); m == (Methods{}) {
			t.Fatal("nobody can sign in")
		}
		set(map[string]Methods{"SA": {SMS: true}})
		if m := methods("+966"); m != (Methods{SMS: true}) {
			t.Errorf("a country that was set: %+v", m)
		}
		if m := methods("+20"); m != (Methods{}) {
			t.Errorf("a country that is not in the setting: %+v", m)
		}
		set(map[string]Methods{})
		if m := methods("+966"); m != (Methods{}) {
			t.Errorf("none at all: %+v", m)
		}
		set(map[string]Methods{"nowhere": {SMS: true}})
		if _, err := w.s.Methods(t.Context(), "+20"); err == nil {
			t.Error("a country that is none was taken")
		}
	})
}

// TestServedNumbers: only mobile numbers of the currently served countries.
func TestServedNumbers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for phone, want := range map[string]bool{
			"+201001234567": true, "+201501234567": true, "+20223456789": false, "+2019777": false, "+201301234567": false,
			"+966512345678": false, "+447700900123": false, "+8821612345678": false, "01001234567": false,
			"mona@example.com": false, "": false,
		} {
			if got, err := w.s.Serves(t.Context(), d, phone); err != nil || got != want {
				t.Errorf("%q is served: %v, %v", phone, got, err)
			}
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return settings.Write(ctx, tx, CountriesSetting, map[string]Methods{"SA": {SMS: true}}, time.UnixMilli(1))
		})
		if err != nil {
			t.Fatal(err)
		}
		for phone, want := range map[string]bool{"+966512345678": true, "+201001234567": false} {
			if got, err := w.s.Serves(t.Context(), d, phone); err != nil || got != want {
				t.Errorf("with another country served, %q is: %v, %v", phone, got, err)
			}
		}
	})
}
