package backups

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
)

const contentType = "application/gzip"

// copyFar sends a good backup to the second place.
func (s *Service) copyFar(ctx context.Context, b *Backup) error {
	_, open := s.Far()
	if open == nil {
		return nil
	}
	far, err := open(ctx)
	if err != nil {
		return err
	}
	if err := far.PutFile(ctx, b.Name, contentType, filepath.Join(s.Dir, b.Name)); err != nil {
		return err
	}
	b.KeptFar = true
	return nil
}

// prune removes the oldest good backups beyond the number to keep, and all failed ones except the newest. A failed
// backup never displaces a good one.
func (s *Service) prune(ctx context.Context) error {
	set, _, err := readSettings(ctx, s.DB)
	if err != nil {
		return err
	}
	all, err := kept(ctx, s.DB)
	if err != nil {
		return err
	}
	left := map[string]int64{Good: set.Keep, Failed: 1, Running: 1}
	var errs []error
	for _, b := range all {
		if left[b.State]--; left[b.State] >= 0 {
			continue
		}
		errs = append(errs, s.remove(ctx, b))
	}
	return errors.Join(append(errs, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return removeOld(ctx, tx, s.Clock.Now())
	}))...)
}

// remove deletes a backup wherever this node can access it.
func (s *Service) remove(ctx context.Context, b Backup) error {
	if b.KeptHere && b.Node == s.node {
		if err := os.Remove(filepath.Join(s.Dir, b.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		b.KeptHere = false
	}
	if _, open := s.Far(); b.KeptFar && open != nil {
		far, err := open(ctx)
		if err != nil {
			return err
		}
		if err := far.Delete(ctx, b.Name); err != nil {
			return err
		}
		b.KeptFar = false
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return setKept(ctx, tx, b) })
}

// open opens a backup's file, here or in the second place. size is -1 if it is unknown.
func (s *Service) open(ctx context.Context, b Backup) (io.ReadCloser, error) {
	if b.KeptHere && b.Node == s.node {
		f, err := os.Open(filepath.Join(s.Dir, b.Name))
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	if _, open := s.Far(); b.KeptFar && open != nil {
		far, err := open(ctx)
		if err != nil {
			return nil, err
		}
		return far.Reader(ctx, b.Name)
	}
	return nil, fs.ErrNotExist
}

// Fetch copies a backup from the second place to a temporary file, which the caller removes.
func Fetch(ctx context.Context, far blobs.Large, name string) (path string, err error) {
	from, err := far.Reader(ctx, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = from.Close() }()
	f, err := os.CreateTemp("", "wekala-restore-")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(f.Name())
	}
	return f.Name(), err
}
