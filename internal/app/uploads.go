package app

import (
	"context"
	"log/slog"
	"path/filepath"

	"wekala/internal/identity/media"
	"wekala/internal/operations/storage"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// uploadsInMemory limits the bytes of an object store's pictures that a node caches.
const uploadsInMemory = 64 << 20

// OpenStorage opens the storage of a shop with these settings, and its uploads: in the bucket that the environment
// names, otherwise in the one set in the console once it is loaded, otherwise in the data folder.
func OpenStorage(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock,
	log *slog.Logger) (*storage.Service, blobs.Store, error) {
	if err := cfg.UseProxy(); err != nil {
		return nil, nil, err
	}
	networks, err := cfg.AllowedNetworks()
	if err != nil {
		return nil, nil, err
	}
	deps := storage.Deps{DB: d, Clock: c, Secret: cfg.Secret, Demo: cfg.Demo, UploadsAt: uploadsBucket(cfg.Accounts),
		BackupsAt: BackupBucket(cfg.Accounts), Passphrase: cfg.Accounts["WEKALA_BACKUP_PASSPHRASE"], Networks: networks,
		Log: log}
	uploads, err := UploadsBucket(ctx, cfg.Accounts)
	if err != nil {
		return nil, nil, err
	}
	if uploads == nil {
		deps.Uploads = storage.NewUploads(uploadsFolder(cfg.DataDir), uploadsInMemory)
		uploads = deps.Uploads
	}
	s, err := storage.New(deps)
	return s, uploads, err
}

func uploadsFolder(dataDir string) blobs.Folder {
	return blobs.Folder(filepath.Join(dataDir, "uploads"))
}

func uploadsBucket(accounts map[string]string) blobs.S3 {
	return blobs.S3{URL: accounts["WEKALA_S3_URL"], Region: accounts["WEKALA_S3_REGION"], Key: accounts["WEKALA_S3_KEY"],
		Secret: accounts["WEKALA_S3_SECRET"]}
}

// UploadsBucket is the bucket of uploaded pictures that the environment names; nil if it names none.
func UploadsBucket(ctx context.Context, accounts map[string]string) (blobs.Store, error) {
	at := uploadsBucket(accounts)
	if at.URL == "" {
		return nil, nil
	}
	return at.Open(ctx)
}

// ExamineUploads compares uploaded pictures with their files.
func ExamineUploads(ctx context.Context, d *db.DB, cfg config.Serve, log *slog.Logger) ([]doctor.Result, error) {
	var uploads blobs.Store = uploadsFolder(cfg.DataDir)
	// Without the key no setting of the console can be read, and no shop is running.
	if len(cfg.Secret) > 0 {
		places, all, err := OpenStorage(ctx, cfg, d, clock.System, log)
		if err != nil {
			return nil, err
		}
		if err := places.Load(ctx); err != nil {
			return nil, err
		}
		uploads = all
	}
	return media.Examine(ctx, d, uploads)
}

// kept reads a bucket through the memory cache of this node; a folder needs no cache.
func kept(store blobs.Store) blobs.Store {
	switch s := store.(type) {
	case nil:
		return nil
	case *storage.Uploads:
		return s.Pages()
	}
	return blobs.Kept(store, uploadsInMemory)
}
