package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/operations/backups"
	"wekala/internal/operations/restored"
	"wekala/internal/operations/storage"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/migrations"
)

// BackupShop returns the parts of the program that are needed to examine and restore a backup.
func BackupShop() (backups.Shop, error) {
	schema, err := db.Newest(migrations.FS)
	return backups.Shop{
		Version: Version, Schema: schema, Open: OpenExisting,
		Upgrade: func(ctx context.Context, url string) (*db.DB, error) {
			d, err := OpenDatabase(ctx, url, clock.System)
			if err != nil {
				return nil, err
			}
			now := clock.System.Now()
			return d, errors.Join(storage.Pause(ctx, d, now), restored.Mark(ctx, d, now))
		},
		Check: checkCopy,
	}, err
}

// checkCopy examines a copy as of the moment it was made. A picture uploaded during the copy may have a file and no
// row yet, so that only missing files count.
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

// BackupBucket is the second place of backups that the environment names.
func BackupBucket(accounts map[string]string) blobs.S3 {
	return blobs.S3{URL: accounts["WEKALA_BACKUP_S3_URL"], Region: accounts["WEKALA_BACKUP_S3_REGION"],
		Key: accounts["WEKALA_BACKUP_S3_KEY"], Secret: accounts["WEKALA_BACKUP_S3_SECRET"]}
}

// WhereBackups returns where to search for a backup to restore, and the passphrase that encrypts it: from the
// variables, otherwise from the console's settings if the shop still exists. If these cannot be read, a backup is
// needed all the more, so only the variables are used.
func WhereBackups(ctx context.Context, cfg config.Serve, log *slog.Logger) backups.Where {
	w := backups.Where{Dir: config.BackupDirOf(cfg.BackupDir, cfg.DataDir),
		Passphrase: cfg.Accounts["WEKALA_BACKUP_PASSPHRASE"]}
	if bucket := BackupBucket(cfg.Accounts); bucket.URL != "" {
		w.Far = func(ctx context.Context) (blobs.Large, error) {
			far, err := bucket.Open(ctx)
			if err != nil {
				return nil, err
			}
			return far.(blobs.Large), nil
		}
	}
	if len(cfg.Secret) == 0 {
		return w
	}
	d, err := OpenExisting(ctx, cfg.Database)
	if err != nil {
		return w
	}
	defer func() { _ = d.Close() }()
	places, _, err := OpenStorage(ctx, cfg, d, clock.System, log)
	if err == nil {
		err = places.Load(ctx)
	}
	if err != nil {
		log.Warn("what the console says of backups cannot be read", "err", err)
		return w
	}
	w.Passphrase = places.BackupPassphrase() // a variable's, if it is set
	_, w.Far = places.Second()
	return w
}

// NewBackups creates the service for a shop with these settings, whose backups go where its storage is configured.
// The caller that serves it sets its notification hooks.
func NewBackups(cfg config.Serve, d *db.DB, places *storage.Service, pictures blobs.Store, c clock.Clock,
	log *slog.Logger) (*backups.Service, error) {
	shop, err := BackupShop()
	if err != nil {
		return nil, err
	}
	deps := backups.Deps{Shop: shop, DB: d, Clock: c, Secret: cfg.Secret, DataDir: cfg.DataDir,
		Dir: config.BackupDirOf(cfg.BackupDir, cfg.DataDir), Passphrase: places.BackupPassphrase, Far: places.Second,
		Pictures: pictures, Nightly: !cfg.Demo, Log: log,
		StillIn: func(context.Context, staff.Member) error { return errs.Unauthorized() },
		Count:   func(string) {}, Alarm: func(context.Context, *db.Tx, string, string) error { return nil }}
	return backups.New(deps), nil
}
