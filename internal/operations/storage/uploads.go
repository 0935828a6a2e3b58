package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"path"
	"sync"
	"time"

	"wekala/internal/platform/blobs"
	"wekala/internal/platform/jobs"
)

const (
	moveJob    = "uploads.move"
	moveWithin = 4 * time.Hour
)

// Uploads stores files in the configured bucket, or else in the folder. While both contain files, it reads from either:
// the content of a name never changes.
type Uploads struct {
	folder   blobs.Folder
	inMemory int64
	mu       sync.RWMutex
	at       Place
	bucket   blobs.Store // nil for none
	memory   blobs.Store // the bucket, cached in this node's memory
}

// NewUploads starts with the folder. At most inMemory bytes of a bucket's files are cached in this node's memory for
// pages.
func NewUploads(folder blobs.Folder, inMemory int64) *Uploads {
	return &Uploads{folder: folder, inMemory: inMemory}
}

func (u *Uploads) use(at Place, bucket blobs.Store) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if bucket != nil && u.bucket != nil && u.at == at {
		return // keep the memory cache
	}
	if u.at, u.bucket, u.memory = at, bucket, nil; bucket != nil {
		u.memory = blobs.Kept(bucket, u.inMemory)
	}
}

func (u *Uploads) now(memory bool) blobs.Store {
	u.mu.RLock()
	defer u.mu.RUnlock()
	if memory {
		return u.memory
	}
	return u.bucket
}

// Put stores a file in the bucket, or in the folder if there is no bucket.
func (u *Uploads) Put(ctx context.Context, name, contentType string, data []byte) error {
	if b := u.now(false); b != nil {
		return b.Put(ctx, name, contentType, data)
	}
	return u.folder.Put(ctx, name, contentType, data)
}

// Get reads a file from the folder, which is faster, or else from the bucket.
func (u *Uploads) Get(ctx context.Context, name string) ([]byte, error) {
	return u.get(ctx, name, false)
}

func (u *Uploads) get(ctx context.Context, name string, memory bool) ([]byte, error) {
	data, err := u.folder.Get(ctx, name)
	if b := u.now(memory); b != nil && errors.Is(err, blobs.ErrGone) {
		return b.Get(ctx, name)
	}
	return data, err
}

// Delete removes a file. The folder comes first: a concurrent move checks it once more after sending, and deletes its
// copy.
func (u *Uploads) Delete(ctx context.Context, name string) error {
	if err := u.folder.Delete(ctx, name); err != nil {
		return err
	}
	if b := u.now(true); b != nil {
		return b.Delete(ctx, name)
	}
	return nil
}

// List lists the files of both.
func (u *Uploads) List(ctx context.Context, each func(blobs.Entry) error) error {
	here := map[string]bool{}
	err := u.folder.List(ctx, func(e blobs.Entry) error {
		here[e.Name] = true
		return each(e)
	})
	b := u.now(false)
	if err != nil || b == nil {
		return err
	}
	return b.List(ctx, func(e blobs.Entry) error {
		if here[e.Name] {
			return nil
		}
		return each(e)
	})
}

// Pages returns the same store with the bucket cached in this node's memory.
func (u *Uploads) Pages() blobs.Store { return pages{u} }

type pages struct{ *Uploads }

// Get reads a file.
func (p pages) Get(ctx context.Context, name string) ([]byte, error) { return p.get(ctx, name, true) }

// Waiting returns the number of files in this node's folder.
func (u *Uploads) Waiting(ctx context.Context) (n int64, err error) {
	err = u.folder.List(ctx, func(blobs.Entry) error { n++; return nil })
	return n, err
}

// Move sends the files of this node's folder into the bucket.
func (u *Uploads) Move(ctx context.Context) error {
	bucket := u.now(false)
	if bucket == nil {
		return nil
	}
	var names []string
	if err := u.folder.List(ctx, func(e blobs.Entry) error { names = append(names, e.Name); return nil }); err != nil {
		return err
	}
	for _, name := range names {
		data, err := u.folder.Get(ctx, name)
		if errors.Is(err, blobs.ErrGone) {
			continue
		}
		if err != nil {
			return err
		}
		if err := bucket.Put(ctx, name, cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream"),
			data); err != nil {
			return err
		}
		// Deleted in the meantime: the copy just sent is deleted too.
		if _, err := u.folder.Get(ctx, name); errors.Is(err, blobs.ErrGone) {
			if err := bucket.Delete(ctx, name); err != nil {
				return err
			}
		}
		if err := u.folder.Delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Jobs registers the job that moves files: after a change, and every hour for the files in another node's folder.
func (s *Service) Jobs(r *jobs.Runner) {
	if s.Uploads == nil {
		return
	}
	r.Handle(moveJob, func(ctx context.Context, _ json.RawMessage) error { return s.Uploads.Move(ctx) },
		jobs.Within(moveWithin))
	r.Every("uploads.hourly", time.Hour, s.Uploads.Move)
}
