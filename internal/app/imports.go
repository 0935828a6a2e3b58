package app

import (
	"context"
	"log/slog"

	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
)

// Imports is the service that imports files into the catalogue of this node.
func (a *App) Imports() *imports.Service { return a.features.imports }

// OpenImports connects the features on an open database for the commands that import and export: nothing is served
// and no job runs.
func OpenImports(ctx context.Context, cfg config.Serve, d *db.DB, log *slog.Logger) (*imports.Service, error) {
	a, err := newNode(ctx, cfg, d, clock.System, log, nil)
	if err != nil {
		return nil, err
	}
	return a.features.imports, a.load(ctx)
}
