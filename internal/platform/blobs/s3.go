package blobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"wekala/internal/platform/id"
	"wekala/internal/platform/remote"
)

// maxOfOne bounds the bytes of a single file read into memory.
const maxOfOne = 32 << 20

// partSize is the size of the parts in which a large file is sent; one part is held in memory.
const partSize = 16 << 20

// S3 is the address of a bucket.
type S3 struct {
	URL         string // https://server/bucket or https://server/bucket/prefix
	Region      string
	Key, Secret string
	// Networks are the networks that the address may lead to; nil allows any.
	Networks *remote.AllowedNetworks
}

// ErrNoBucket reports that the store has no bucket of that name.
var ErrNoBucket = errors.New("there is no bucket")

type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// Open checks that the bucket exists and may be used.
func (s S3) Open(ctx context.Context) (Store, error) {
	b, err := s.bucket()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	there, err := b.client.BucketExists(ctx, b.name)
	if err != nil {
		return nil, fmt.Errorf("object store: bucket %s: %w", b.name, err)
	}
	if !there {
		return nil, fmt.Errorf("object store: %w %s", ErrNoBucket, b.name)
	}
	return b, nil
}

// Unasked opens the bucket without checking that it exists.
func (s S3) Unasked() (Large, error) { return s.bucket() }

// Status returns the HTTP status of the store's response behind an error; 0 if there was no response.
func Status(err error) int {
	var answer minio.ErrorResponse
	if errors.As(err, &answer) {
		return answer.StatusCode
	}
	return 0
}

// Try writes, reads and deletes a small file.
func Try(ctx context.Context, s Store) error {
	name, data := "wekala-try-"+id.Digest(id.Secret(8))[:16], []byte("Wekala tried whether it may write here.")
	if err := s.Put(ctx, name, "text/plain", data); err != nil {
		return err
	}
	got, err := s.Get(ctx, name)
	if err == nil && !bytes.Equal(got, data) {
		err = errors.New("object store: what was read is not what was written")
	}
	return errors.Join(err, s.Delete(ctx, name))
}

func (s S3) bucket() (*bucket, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("object store: %q is no address of a bucket: https://server/bucket", s.URL)
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, fmt.Errorf("object store: %q names no bucket: https://server/bucket", s.URL)
	}
	if prefix != "" {
		prefix += "/"
	}
	options := &minio.Options{
		Creds: credentials.NewStaticV4(s.Key, s.Secret, ""), Secure: u.Scheme == "https", Region: s.Region,
		BucketLookup: minio.BucketLookupAuto,
	}
	transport, err := minio.DefaultTransport(options.Secure)
	if err != nil {
		return nil, fmt.Errorf("object store: %w", err)
	}
	s.Networks.Bind(transport)
	options.Transport = transport
	if s.Networks != nil {
		options.MaxRetries = 3
	}
	client, err := minio.New(u.Host, options)
	if err != nil {
		return nil, fmt.Errorf("object store: %w", err)
	}
	return &bucket{client, name, prefix}, nil
}

// Put sends a file with headers that say how browsers and caches may use it.
func (b *bucket) Put(ctx context.Context, name, contentType string, data []byte) error {
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(data), int64(len(data)),
		minio.PutObjectOptions{ContentType: contentType, CacheControl: "public, max-age=31536000, immutable"})
	return err
}

// Get reads a file.
func (b *bucket) Get(ctx context.Context, name string) ([]byte, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, gone(err)
	}
	defer func() { _ = object.Close() }()
	data, err := io.ReadAll(io.LimitReader(object, maxOfOne+1))
	if err != nil {
		return nil, gone(err)
	}
	if len(data) > maxOfOne {
		return nil, fmt.Errorf("object store: %s is larger than %d bytes", name, maxOfOne)
	}
	return data, nil
}

// Delete removes a file.
func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := gone(b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})); !errors.Is(err,
		ErrGone) {
		return err
	}
	return nil
}

// List calls each for the bucket's files below the prefix.
func (b *bucket) List(ctx context.Context, each func(Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if each returns an error
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if o.Err != nil {
			return o.Err
		}
		if err := each(Entry{strings.TrimPrefix(o.Key, b.prefix), o.Size, o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func gone(err error) error {
	if err != nil && minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return ErrGone
	}
	return err
}

// PutFile sends a file of any size, in parts. It is stored completely or not at all.
func (b *bucket) PutFile(ctx context.Context, name, contentType, path string) error {
	info, err := b.client.FPutObject(ctx, b.name, b.prefix+name, path,
		minio.PutObjectOptions{ContentType: contentType, PartSize: partSize, NumThreads: 1})
	if err != nil {
		return err
	}
	local, err := os.Stat(path)
	if err == nil && local.Size() != info.Size {
		err = fmt.Errorf("object store: %s has %d bytes there and %d here", name, info.Size, local.Size())
	}
	return err
}

// Reader reads a file of any size, or returns ErrGone.
func (b *bucket) Reader(ctx context.Context, name string) (io.ReadCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, gone(err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		return nil, gone(err)
	}
	return object, nil
}
