package app_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"wekala/internal/app"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// TestOpenExistingMakesNothing: a mistyped database address is reported, instead of creating a second, empty shop.
func TestOpenExistingMakesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "wekala.db")
	if _, err := app.OpenExisting(t.Context(), "sqlite:"+file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a database: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("it made %v", left)
	}
	empty, err := db.Open(t.Context(), "sqlite:"+file)
	if err != nil {
		t.Fatal(err)
	}
	if err := empty.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := app.OpenExisting(t.Context(), "sqlite:"+file); !errors.Is(err, db.ErrNotMigrated) {
		t.Errorf("without tables: %v", err)
	}
	shop, err := app.OpenDatabase(t.Context(), "sqlite:"+file, clock.System)
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := app.OpenExisting(t.Context(), "sqlite:"+file)
	if err != nil {
		t.Fatalf("of a shop: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}
