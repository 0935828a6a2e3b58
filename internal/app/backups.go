package app

import (
	"context"
	"log/slog"
	"time"

	"wekala/internal/backups"
	"wekala/internal/media"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/staff"
	"wekala/migrations"
)

// BackupShop is what examining and restoring a backup must know of the program.
func BackupShop() (backups.Shop, error) {
	schema, err := db.Newest(migrations.FS)
	return backups.Shop{
		Version: Version, Schema: schema, Open: OpenExisting,
		Upgrade: func(ctx context.Context, url string) (*db.DB, error) { return OpenDatabase(ctx, url, clock.System) },
		Check:   checkCopy,
	}, err
}

// checkCopy examines a copy as of the moment it was made. A picture that came
// while it was made may have a file and no row yet, so that only what is missing
// counts.
func checkCopy(ctx context.Context, d *db.DB, at time.Time, pictures blobs.Store) ([]doctor.Result, error) {
	results, err := doctor.Run(ctx, d, Checks(at))
	if err != nil {
		return nil, err
	}
	files, err := media.Examine(ctx, d, pictures)
	if err != nil {
		return nil, err
	}
	return append(results, files[0]), nil
}

// BackupPlaces is where backups go beside the folder: the bucket that the
// environment names. open is nil where it names none.
func BackupPlaces(accounts map[string]string) (name string, open func(context.Context) (blobs.Large, error)) {
	at := accounts["WEKALA_BACKUP_S3_URL"]
	if at == "" {
		return "", nil
	}
	return at, func(ctx context.Context) (blobs.Large, error) {
		store, err := blobs.S3{URL: at, Region: accounts["WEKALA_BACKUP_S3_REGION"], Key: accounts["WEKALA_BACKUP_S3_KEY"],
			Secret: accounts["WEKALA_BACKUP_S3_SECRET"]}.Open(ctx)
		if err != nil {
			return nil, err
		}
		return store.(blobs.Large), nil
	}
}

// NewBackups makes the service for a shop with these settings. Whoever serves it
// sets what it is told by.
func NewBackups(cfg config.Serve, d *db.DB, pictures blobs.Store, c clock.Clock, log *slog.Logger) (*backups.Service, error) {
	shop, err := BackupShop()
	if err != nil {
		return nil, err
	}
	deps := backups.Deps{Shop: shop, DB: d, Clock: c, Secret: cfg.Secret, DataDir: cfg.DataDir,
		Dir: config.BackupDirOf(cfg.BackupDir, cfg.DataDir), Passphrase: cfg.Accounts["WEKALA_BACKUP_PASSPHRASE"],
		Pictures: pictures, Nightly: !cfg.Demo, Log: log,
		StillIn: func(context.Context, staff.Member) error { return errs.Unauthorized() },
		Count:   func(string) {}, Alarm: func(context.Context, *db.Tx, string, string) error { return nil }}
	deps.FarName, deps.Far = BackupPlaces(cfg.Accounts)
	return backups.New(deps), nil
}
