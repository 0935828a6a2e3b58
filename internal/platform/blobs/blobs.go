// Package blobs stores files by name, in a local folder or in an S3-compatible store, which several nodes need. The
// content stored under a name never changes.
package blobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrGone reports that no file is stored under a name.
var ErrGone = fs.ErrNotExist

// Entry is a stored file.
type Entry struct {
	Name  string
	Bytes int64
	At    time.Time // when it was stored
}

// Store stores files. A name consists of letters, digits, dots and dashes.
type Store interface {
	// Put stores data under a name. Storing the same name again is not an error.
	Put(ctx context.Context, name, contentType string, data []byte) error
	// Get reads the content of a name, or returns ErrGone.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete removes a name. A missing name is not an error.
	Delete(ctx context.Context, name string) error
	// List calls each for all names, in no particular order.
	List(ctx context.Context, each func(Entry) error) error
}

// Large is a Store that also takes files of any size.
type Large interface {
	Store
	// PutFile stores the file at path under a name.
	PutFile(ctx context.Context, name, contentType, path string) error
	// Reader reads the content of a name, or returns ErrGone.
	Reader(ctx context.Context, name string) (io.ReadCloser, error)
}

// Folder is a store in a local folder, which is created with the first file.
type Folder string

var errName = errors.New("blobs: not a name")

// path spreads files over folders by the first two letters.
func (f Folder) path(name string) (string, error) {
	if len(name) < 3 || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return "", fmt.Errorf("%w: %q", errName, name)
	}
	return filepath.Join(string(f), name[:2], name), nil
}

// Put writes a temporary file first, so that a name never holds half of its content.
func (f Folder) Put(_ context.Context, name, _ string, data []byte) error {
	return f.PutFrom(name, bytes.NewReader(data))
}

// PutFrom is Put for the content of a reader, of any size.
func (f Folder) PutFrom(name string, from io.Reader) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".put-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(tmp, from)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// Get reads a file.
func (f Folder) Get(_ context.Context, name string) ([]byte, error) {
	path, err := f.path(name)
	if err != nil {
		return nil, ErrGone
	}
	return os.ReadFile(path)
}

// Delete removes a file.
func (f Folder) Delete(_ context.Context, name string) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List walks the folder.
func (f Folder) List(ctx context.Context, each func(Entry) error) error {
	err := filepath.WalkDir(string(f), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed in the meantime
		}
		if err != nil {
			return err
		}
		return each(Entry{entry.Name(), info.Size(), info.ModTime()})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
