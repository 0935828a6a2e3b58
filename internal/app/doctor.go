package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"wekala/internal/platform/db"
	"wekala/migrations"
)

// OpenExisting opens a database without changing it, to examine it. A missing file is an error and does not create
// another shop.
func OpenExisting(ctx context.Context, url string) (*db.DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no database: %w", err)
		}
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	if err := db.Migrated(ctx, d, migrations.FS); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
