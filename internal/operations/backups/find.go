package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wekala/internal/platform/blobs"
)

// Where contains the places in which a backup to restore is searched for.
type Where struct {
	Dir        string
	Passphrase string // empty if unknown
	// Far opens the second place; nil if none is known.
	Far func(context.Context) (blobs.Large, error)
}

// Found is the file of a backup to restore.
type Found struct {
	Path    string
	fetched bool
}

// Done removes the temporary file that was downloaded for it.
func (f Found) Done() {
	if f.fetched {
		_ = os.Remove(f.Path)
	}
}

// Find searches for a backup by path, in the folder, and in the second place.
func (w Where) Find(ctx context.Context, name string) (found Found, err error) {
	for _, path := range []string{name, filepath.Join(w.Dir, name)} {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return Found{Path: path}, nil
		}
	}
	if w.Far == nil {
		return found,
			fmt.Errorf("there is no backup %s here; if it is in a bucket, name that in WEKALA_BACKUP_S3_URL, "+
				"WEKALA_BACKUP_S3_KEY and WEKALA_BACKUP_S3_SECRET", name)
	}
	far, err := w.Far(ctx)
	if err != nil {
		return found, err
	}
	found.Path, err = Fetch(ctx, far, filepath.Base(name))
	if errors.Is(err, fs.ErrNotExist) {
		return found, fmt.Errorf("there is no backup %s here or in the second place", name)
	}
	found.fetched = err == nil
	return found, err
}
