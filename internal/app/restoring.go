package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"wekala/internal/backups"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/storage"
)

// FoundBackup is a backup to restore: its file, and what encrypts it where that is known.
type FoundBackup struct {
	Path, Passphrase string
	fetched          bool
}

// Done removes what was fetched for it.
func (f FoundBackup) Done() {
	if f.fetched {
		_ = os.Remove(f.Path)
	}
}

// FindBackup looks for a backup as a path, among those that were made here, and in the
// second place: the one that variables name, or else the one that the console of a shop
// that is still there says. The passphrase comes the same way.
func FindBackup(ctx context.Context, cfg config.Serve, name string, log *slog.Logger) (found FoundBackup, err error) {
	set := consolePlaces(ctx, cfg, log)
	found.Passphrase = cfg.Accounts["WEKALA_BACKUP_PASSPHRASE"]
	if found.Passphrase == "" && set != nil {
		found.Passphrase = set.BackupPassphrase()
	}
	for _, path := range []string{name, filepath.Join(config.BackupDirOf(cfg.BackupDir, cfg.DataDir), name)} {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			found.Path = path
			return found, nil
		}
	}
	far, err := secondPlace(ctx, cfg, set)
	if err != nil {
		return found, err
	}
	if far == nil {
		return found, fmt.Errorf("there is no backup %s here; if it is in a bucket, name that in WEKALA_BACKUP_S3_URL, WEKALA_BACKUP_S3_KEY and WEKALA_BACKUP_S3_SECRET", name)
	}
	found.Path, err = backups.Fetch(ctx, far, filepath.Base(name))
	if errors.Is(err, fs.ErrNotExist) {
		return found, fmt.Errorf("there is no backup %s here or in the second place", name)
	}
	found.fetched = err == nil
	return found, err
}

// secondPlace opens the second place; nil where none is named.
func secondPlace(ctx context.Context, cfg config.Serve, set *storage.Service) (blobs.Large, error) {
	if bucket := BackupBucket(cfg.Accounts); bucket.URL != "" {
		far, err := bucket.Open(ctx)
		if err != nil {
			return nil, err
		}
		return far.(blobs.Large), nil
	}
	if set == nil {
		return nil, nil
	}
	_, open := set.Second()
	if open == nil {
		return nil, nil
	}
	return open(ctx)
}

// consolePlaces reads what the console of a shop that is still there says of its backups;
// nil where there is no such shop any more, or it cannot be read: a backup is then all
// the more needed.
func consolePlaces(ctx context.Context, cfg config.Serve, log *slog.Logger) *storage.Service {
	if len(cfg.Secret) == 0 {
		return nil
	}
	d, err := OpenExisting(ctx, cfg.Database)
	if err != nil {
		return nil
	}
	defer func() { _ = d.Close() }()
	places, _, err := OpenStorage(ctx, cfg, d, clock.System, log)
	if err == nil {
		err = places.Load(ctx)
	}
	if err != nil {
		log.Warn("what the console says of backups cannot be read", "err", err)
		return nil
	}
	return places
}
