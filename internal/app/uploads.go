package app

import (
	"context"
	"path/filepath"

	"wekala/internal/media"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// uploadsInMemory bounds what a node keeps of an object store's pictures, in
// bytes.
const uploadsInMemory = 64 << 20

// Uploads is where uploaded pictures are: in the bucket that the environment
// names, else in the data folder.
func Uploads(ctx context.Context, dataDir string, accounts map[string]string) (blobs.Store, error) {
	store, err := UploadsBucket(ctx, accounts)
	if err != nil {
		return nil, err
	}
	if store == nil {
		return blobs.Folder(filepath.Join(dataDir, "uploads")), nil
	}
	return store, nil
}

// UploadsBucket is the bucket of uploaded pictures; nil where they are in the
// data folder.
func UploadsBucket(ctx context.Context, accounts map[string]string) (blobs.Store, error) {
	at := accounts["WEKALA_S3_URL"]
	if at == "" {
		return nil, nil
	}
	return blobs.S3{URL: at, Region: accounts["WEKALA_S3_REGION"], Key: accounts["WEKALA_S3_KEY"], Secret: accounts["WEKALA_S3_SECRET"]}.Open(ctx)
}

// ExamineUploads compares uploaded pictures with their files.
func ExamineUploads(ctx context.Context, d *db.DB, dataDir string, accounts map[string]string) ([]doctor.Result, error) {
	store, err := Uploads(ctx, dataDir, accounts)
	if err != nil {
		return nil, err
	}
	return media.Examine(ctx, d, store)
}

// kept reads a bucket through the memory of this node; a folder is near enough.
func kept(store blobs.Store) blobs.Store {
	if _, folder := store.(blobs.Folder); folder || store == nil {
		return store
	}
	return blobs.Kept(store, uploadsInMemory)
}
