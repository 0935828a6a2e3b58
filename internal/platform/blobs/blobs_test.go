package blobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"wekala/internal/platform/blobs"
)

// server starts an S3 server with one bucket and one key.
func server(t *testing.T) (url string) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("shop"); err != nil {
		t.Fatal(err)
	}
	store := gofakes3.New(backend).Server()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The server does not check signatures: the key is checked here.
		if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=KEY/") {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		store.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func each(t *testing.T, fn func(t *testing.T, s blobs.Store)) {
	t.Run("folder", func(t *testing.T) { fn(t, blobs.Folder(t.TempDir()+"/uploads")) })
	t.Run("s3", func(t *testing.T) {
		s, err := blobs.S3{URL: server(t) + "/shop/pictures", Region: "us-east-1", Key: "KEY",
			Secret: "SECRET"}.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fn(t, s)
	})
}

func list(t *testing.T, s blobs.Store) (all []string) {
	t.Helper()
	if err := s.List(t.Context(), func(e blobs.Entry) error {
		all = append(all, fmt.Sprint(e.Name, " ", e.Bytes))
		if e.At.IsZero() {
			t.Errorf("%s has no time", e.Name)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestAStoreKeepsFiles(t *testing.T) {
	each(t, func(t *testing.T, s blobs.Store) {
		ctx := t.Context()
		if all := list(t, s); len(all) != 0 {
			t.Errorf("an empty store has %v", all)
		}
		if _, err := s.Get(ctx, "abc.jpg"); !errors.Is(err, blobs.ErrGone) {
			t.Errorf("nothing: %v", err)
		}
		for range 2 { // the same again is no error
			if err := s.Put(ctx, "abc.jpg", "image/jpeg", []byte("one")); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Put(ctx, "abd.480.png", "image/png", bytes.Repeat([]byte("x"), 300_000)); err != nil {
			t.Fatal(err)
		}
		if b, err := s.Get(ctx, "abc.jpg"); err != nil || string(b) != "one" {
			t.Errorf("%q %v", b, err)
		}
		if all := list(t, s); !slices.Equal(all, []string{"abc.jpg 3", "abd.480.png 300000"}) {
			t.Errorf("%v", all)
		}
		stop := errors.New("enough")
		if err := s.List(ctx, func(blobs.Entry) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("a listing that is ended: %v", err)
		}
		for range 2 {
			if err := s.Delete(ctx, "abc.jpg"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Get(ctx, "abc.jpg"); !errors.Is(err, blobs.ErrGone) {
			t.Errorf("deleted: %v", err)
		}
		if all := list(t, s); len(all) != 1 {
			t.Errorf("%v", all)
		}
	})
}

func TestAFolderIsNotLeft(t *testing.T) {
	f := blobs.Folder(t.TempDir())
	for _, name := range []string{"../secret", "a/../../b", "..", ".hidden", "", `..\x`} {
		if err := f.Put(t.Context(), name, "", []byte("x")); err == nil {
			t.Errorf("%q was written", name)
		}
		if _, err := f.Get(t.Context(), name); !errors.Is(err, blobs.ErrGone) {
			t.Errorf("%q was read: %v", name, err)
		}
	}
}

func TestABucketThatCannotBeUsedIsRefusedAtStart(t *testing.T) {
	url := server(t)
	for _, c := range []blobs.S3{
		{URL: url + "/nothing", Region: "us-east-1", Key: "KEY", Secret: "SECRET"},
		{URL: url + "/shop", Region: "us-east-1", Key: "another", Secret: "SECRET"},
		{URL: url, Region: "us-east-1", Key: "KEY", Secret: "SECRET"},
		{URL: "shop", Key: "KEY", Secret: "SECRET"},
		{URL: "ftp://x/shop", Key: "KEY", Secret: "SECRET"},
	} {
		if _, err := c.Open(t.Context()); err == nil {
			t.Errorf("%+v was opened", c)
		}
	}
}

// counted counts what travels.
type counted struct {
	blobs.Store
	reads int
}

func (c *counted) Get(ctx context.Context, name string) ([]byte, error) {
	c.reads++
	return c.Store.Get(ctx, name)
}

func TestWhatWasReadStaysInMemoryWithinBounds(t *testing.T) {
	far := &counted{Store: blobs.Folder(t.TempDir())}
	near := blobs.Kept(far, 1000)
	read := func(name string) {
		t.Helper()
		if _, err := near.Get(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 12 {
		if err := near.Put(t.Context(), fmt.Sprintf("file-%02d", i), "", make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
	}
	if err := near.Put(t.Context(), "large", "", make([]byte, 500)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		read("file-00")
	}
	if far.reads != 1 {
		t.Errorf("read %d times", far.reads)
	}
	for i := range 12 {
		read(fmt.Sprintf("file-%02d", i))
	}
	read("file-00") // pushed out by eleven others
	if far.reads != 13 {
		t.Errorf("read %d times", far.reads)
	}
	read("large")
	read("large") // too large to be kept
	if far.reads != 15 {
		t.Errorf("read %d times", far.reads)
	}
	if err := near.Delete(t.Context(), "file-00"); err != nil {
		t.Fatal(err)
	}
	if _, err := near.Get(t.Context(), "file-00"); !errors.Is(err, blobs.ErrGone) {
		t.Errorf("a deleted file is still in memory: %v", err)
	}
}
