package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"testing"

	"wekala/internal/platform/archive"
)

// spaces gives as many of them as wished, without holding them.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestListsLongerThanTheirFilesAreNotRead: a list, or a description, that claims to be large costs no memory.
func TestListsLongerThanTheirFilesAreNotRead(t *testing.T) {
	const claimed = 64 << 20
	for _, long := range []string{"about.json", "manifest.json"} {
		var raw bytes.Buffer
		zip := gzip.NewWriter(&raw)
		w := tar.NewWriter(zip)
		for _, name := range []string{"about.json", "manifest.json"} {
			size, content := int64(2), io.Reader(bytes.NewReader([]byte("{}")))
			if name == long {
				size, content = claimed, io.LimitReader(spaces{}, claimed)
			}
			if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size}); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(w, content); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), zip.Close()); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := read(raw.Bytes(), "")
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: taken", long)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > claimed/4 {
			t.Errorf("%s: %d MB were allocated for an archive of %d KB", long, took>>20, raw.Len()>>10)
		}
	}
}

// block is a header of tar as it is written, which the library would not write.
func block(name string, kind byte, size int) []byte {
	b := make([]byte, 512)
	copy(b, name)
	copy(b[100:], "0000600\x000000000\x000000000\x00")
	copy(b[124:], fmt.Sprintf("%011o\x0000000000000\x00", size))
	b[156] = kind
	copy(b[257:], "ustar\x0000")
	copy(b[148:], "        ")
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	copy(b[148:], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

// TestFilesWithHolesAreRefused: they claim gigabytes that were never written.
func TestFilesWithHolesAreRefused(t *testing.T) {
	const claimed = 64 << 20
	record := func(key, value string) string {
		n := len(key) + len(value) + 3
		for len(fmt.Sprint(n))+len(key)+len(value)+3 != n {
			n++
		}
		return fmt.Sprintf("%d %s=%s\n", n, key, value)
	}
	pax := record("GNU.sparse.major", "0") + record("GNU.sparse.minor", "1") + record("GNU.sparse.name", "database") +
		record("GNU.sparse.size", fmt.Sprint(claimed)) + record("GNU.sparse.numblocks", "1") +
		record("GNU.sparse.map", fmt.Sprintf("%d,0", claimed))
	padded := func(text string) []byte { return append([]byte(text), make([]byte, (512-len(text)%512)%512)...) }
	var raw bytes.Buffer
	zip := gzip.NewWriter(&raw)
	for _, part := range [][]byte{block("about.json", '0', 2), padded("{}"), block("pax", 'x', len(pax)), padded(pax),
		block("database", '0', 0), make([]byte, 1024)} {
		_, _ = zip.Write(part)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := read(raw.Bytes(), "")
	if !errors.Is(err, archive.ErrDamaged) || len(got["database"]) > 0 {
		t.Errorf("%v, and %d bytes were read of a file without any", err, len(got["database"]))
	}
}
