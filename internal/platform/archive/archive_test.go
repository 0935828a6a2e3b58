package archive_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/archive"
)

type about struct {
	Made int64 `json:"made"`
}

var files = []struct{ name, text string }{{"database", strings.Repeat("row ", 40_000)}, {"secret.key", "key"},
	{"uploads/a.jpg", ""}}

func write(t *testing.T, to io.Writer, passphrase string) error {
	t.Helper()
	w, err := archive.NewWriter(to, passphrase, about{7}, time.Unix(0, 0))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := w.Add(f.name, int64(len(f.text)), strings.NewReader(f.text)); err != nil {
			return err
		}
	}
	return w.Close()
}

func read(raw []byte, passphrase string) (map[string]string, error) {
	got := map[string]string{}
	err := archive.Read(bytes.NewReader(raw), passphrase, archive.Visitor{
		About: func(text []byte) error { got["about"] = string(text); return nil },
		File: func(name string, _ int64, from io.Reader) error {
			text, err := io.ReadAll(from)
			got[name] = string(text)
			return err
		},
	})
	return got, err
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, passphrase := range []string{"", "a long passphrase of words"} {
		var b bytes.Buffer
		if err := write(t, &b, passphrase); err != nil {
			t.Fatal(err)
		}
		got, err := read(b.Bytes(), passphrase)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if got[f.name] != f.text {
				t.Errorf("%s: %d bytes, want %d", f.name, len(got[f.name]), len(f.text))
			}
		}
		if got["about"] != `{"made":7}` {
			t.Errorf("about %q", got["about"])
		}
		if passphrase == "" {
			continue
		}
		if bytes.Contains(b.Bytes(), []byte("secret.key")) {
			t.Error("an encrypted archive shows the names of its files")
		}
		if _, err := read(b.Bytes(), ""); !errors.Is(err, archive.ErrEncrypted) {
			t.Errorf("without its passphrase: %v", err)
		}
		if _, err := read(b.Bytes(), "another one"); !errors.Is(err, archive.ErrPassphrase) {
			t.Errorf("with another: %v", err)
		}
	}
}

// A byte that was changed anywhere, and an end that is missing, are noticed.
func TestDamageIsNoticed(t *testing.T) {
	for _, passphrase := range []string{"", "a long passphrase of words"} {
		var b bytes.Buffer
		if err := write(t, &b, passphrase); err != nil {
			t.Fatal(err)
		}
		whole := b.Bytes()
		step := max(1, len(whole)/120)
		if passphrase != "" {
			step = max(1, len(whole)/2)
		}
		for at := 0; at < len(whole); at += step {
			bad := bytes.Clone(whole)
			bad[at] ^= 1 << rand.IntN(8)
			if got, err := read(bad, passphrase); err == nil && !same(got) {
				t.Errorf("byte %d of %d changed unnoticed", at, len(whole))
			}
			if _, err := read(whole[:at], passphrase); err == nil {
				t.Errorf("%d of %d bytes are taken for the whole", at, len(whole))
			}
		}
	}
	if _, err := read([]byte("hello"), ""); !errors.Is(err, archive.ErrNotOurs) {
		t.Errorf("another file: %v", err)
	}
}

// same reports whether all content is as written: gzip's header has bytes that are not content.
func same(got map[string]string) bool {
	for _, f := range files {
		if got[f.name] != f.text {
			return false
		}
	}
	return len(got) == len(files)+1
}

// full accepts so many bytes and then fails, as a disk does.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left < len(p) {
		n := f.left
		f.left = 0
		return n, errors.New("no space left on device")
	}
	f.left -= len(p)
	return len(p), nil
}

func TestAFullDiskIsAnError(t *testing.T) {
	var b bytes.Buffer
	if err := write(t, &b, ""); err != nil {
		t.Fatal(err)
	}
	for room := 0; room < b.Len(); room += max(1, b.Len()/20) {
		if err := write(t, &full{room}, ""); err == nil {
			t.Errorf("%d of %d bytes written, and no error", room, b.Len())
		}
	}
}
