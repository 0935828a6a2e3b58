package app

import (
	"context"
	"log/slog"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
)

func EnsureDemo(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger) (string, error) {
	return "", nil
}

func MakeDemo(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger, products, orders int) (string, error) {
	return "", nil
}
