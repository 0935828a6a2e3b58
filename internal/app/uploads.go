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

// uploads is where uploaded pictures are: in the bucket that the environment
// names, else in the data folder.
func uploads(ctx context.Context, dataDir string, accounts map[string]string) (blobs.Store, error) {
	at := accounts["WEKALA_S3_URL"]
	if at == "" {
		return blobs.Folder(filepath.Join(dataDir, "uploads")), nil
	}
	store, err := blobs.S3{URL: at, Region: accounts["WEKALA_S3_REGION"], Key: accounts["WEKALA_S3_KEY"], Secret: accounts["WEKALA_S3_SECRET"]}.Open(ctx)
	if err != nil {
		return nil, err
	}
	return blobs.Kept(store, uploadsInMemory), nil
}

// ExamineUploads compares uploaded pictures with their files.
func ExamineUploads(ctx context.Context, d *db.DB, dataDir string, accounts map[string]string) ([]doctor.Result, error) {
	store, err := uploads(ctx, dataDir, accounts)
	if err != nil {
		return nil, err
	}
	return media.Examine(ctx, d, store)
}
