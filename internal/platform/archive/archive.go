// Package archive stores many files in one: a compressed tar whose first entry describes it and whose last entry lists
// every other file with its size and checksum. A truncated archive has no list, and a changed one doesn't match it.
// With a passphrase the archive is encrypted with age, so standard tools open it too: age -d, then tar xz.
package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"filippo.io/age"
)

const (
	aboutName    = "about.json"
	manifestName = "manifest.json"
	// maxWords bounds an archive's description of itself.
	maxWords = 1 << 20
	// maxEntries bounds the files of an archive, because their list is held in memory while the archive is read.
	maxEntries = 2_000_000
	// workFactor is the work factor of age for passphrases: 64 MB of memory and a third of a second.
	workFactor = 16
	// ageMagic is the prefix of an encrypted file.
	ageMagic = "age-encryption.org/"
)

// The reasons why an archive cannot be read.
var (
	ErrDamaged    = errors.New("the archive is damaged: it is not what was written")
	ErrNotOurs    = errors.New("the file is no backup")
	ErrEncrypted  = errors.New("the archive is encrypted: its passphrase is needed")
	ErrPassphrase = errors.New("the passphrase is not the archive's")
)

// Entry is a file in the archive's list.
type Entry struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Writer writes an archive. The archive is valid only after Close has returned nil.
type Writer struct {
	tar     *tar.Writer
	zip     *gzip.Writer
	sealed  io.Closer // nil if the archive is not encrypted
	entries []Entry
	at      time.Time
}

// NewWriter begins an archive with its description, as JSON. An empty passphrase leaves it unencrypted.
func NewWriter(w io.Writer, passphrase string, about any, at time.Time) (*Writer, error) {
	out := &Writer{at: at}
	if passphrase != "" {
		recipient, err := age.NewScryptRecipient(passphrase)
		if err != nil {
			return nil, err
		}
		recipient.SetWorkFactor(workFactor)
		sealed, err := age.Encrypt(w, recipient)
		if err != nil {
			return nil, err
		}
		out.sealed, w = sealed, sealed
	}
	// Most of the bytes are pictures, which are compressed already; the fastest level is enough for the rest.
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	out.zip, out.tar = zip, tar.NewWriter(zip)
	text, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	return out, out.Add(aboutName, int64(len(text)), bytes.NewReader(text))
}

// Add copies a file of a known size.
func (w *Writer) Add(name string, size int64, from io.Reader) error {
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: w.at}); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(w.tar, sum), from, size); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.entries = append(w.entries, Entry{name, size, hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// Close writes the list and ends the archive. The caller closes the underlying writer.
func (w *Writer) Close() error {
	list, err := json.Marshal(w.entries)
	if err != nil {
		return err
	}
	if err := w.tar.WriteHeader(
		&tar.Header{Name: manifestName, Mode: 0o600, Size: int64(len(list)), ModTime: w.at}); err != nil {
		return err
	}
	if _, err := w.tar.Write(list); err != nil {
		return err
	}
	if err := errors.Join(w.tar.Close(), w.zip.Close()); err != nil {
		return err
	}
	if w.sealed != nil {
		return w.sealed.Close()
	}
	return nil
}

// Visitor receives an archive's files.
type Visitor struct {
	// About is called first, with the archive's description; an error stops the reading.
	About func(text []byte) error
	// File is called with each file in turn. Bytes that it leaves unread are read afterwards, for the checksum.
	File func(name string, size int64, from io.Reader) error
}

// Read reads an archive and compares every file with its list. The visitor can trust what it received only if Read
// returns nil.
func Read(from io.Reader, passphrase string, v Visitor) error {
	in, err := opened(from, passphrase)
	if err != nil {
		return err
	}
	zip, err := gzip.NewReader(in)
	if err != nil {
		return damaged(ErrNotOurs, err)
	}
	r := tar.NewReader(zip)
	var seen []Entry
	listed := false
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return damaged(ErrDamaged, err)
		}
		// A sparse file declares bytes that were never written.
		if h.Typeflag != tar.TypeReg || sparse(h) || listed || len(seen) >= maxEntries || len(seen) == 0 &&
			h.Name != aboutName {
			return damaged(map[bool]error{true: ErrNotOurs, false: ErrDamaged}[len(seen) == 0],
				fmt.Errorf("unexpected entry %q", h.Name))
		}
		sum := sha256.New()
		content := &source{r: io.TeeReader(r, sum)}
		switch h.Name {
		case manifestName:
			listed, err = true, compare(seen, content)
		case aboutName:
			var text []byte
			if text, err = io.ReadAll(io.LimitReader(content, maxWords)); err == nil && v.About != nil {
				if err := v.About(text); err != nil {
					return err
				}
			}
		default:
			if v.File != nil {
				err = v.File(h.Name, h.Size, content)
			}
		}
		if content.err == nil && err == nil {
			_, err = io.Copy(io.Discard, content)
		}
		if content.err != nil {
			return damaged(ErrDamaged, content.err)
		}
		if err != nil {
			return err
		}
		if h.Name != manifestName {
			seen = append(seen, Entry{h.Name, h.Size, hex.EncodeToString(sum.Sum(nil))})
		}
	}
	// Read to the end, where gzip and age have their checksums.
	if _, err := io.Copy(io.Discard, zip); err != nil {
		return damaged(ErrDamaged, err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return damaged(ErrDamaged, err)
	}
	if !listed {
		return damaged(ErrDamaged, errors.New("it was cut off: its list of files is missing"))
	}
	return nil
}

// sparse reports whether a header describes a file with holes, in any of the tar formats for them.
func sparse(h *tar.Header) bool {
	for name := range h.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// compare reads the list of files entry by entry, however long it claims to be, and compares it with the files seen.
func compare(seen []Entry, list io.Reader) error {
	most := int64(64)
	for _, e := range seen {
		most += int64(len(e.Name))*6 + 160 // as JSON writes it, at worst
	}
	next := json.NewDecoder(io.LimitReader(list, most))
	if _, err := next.Token(); err != nil {
		return damaged(ErrDamaged, err)
	}
	n := 0
	for ; next.More(); n++ {
		var e Entry
		if err := next.Decode(&e); err != nil {
			return damaged(ErrDamaged, err)
		}
		if n >= len(seen) || seen[n] != e {
			return damaged(ErrDamaged, fmt.Errorf("%s is not the file that was listed", e.Name))
		}
	}
	if n != len(seen) {
		return damaged(ErrDamaged, fmt.Errorf("%d files are listed, %d are there", n, len(seen)))
	}
	_, err := next.Token()
	if err != nil {
		return damaged(ErrDamaged, err)
	}
	return nil
}

// opened decrypts an encrypted archive.
func opened(from io.Reader, passphrase string) (io.Reader, error) {
	head := make([]byte, len(ageMagic))
	n, err := io.ReadFull(from, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	all := io.MultiReader(bytes.NewReader(head[:n]), from)
	if !strings.HasPrefix(string(head[:n]), ageMagic) {
		return all, nil
	}
	if passphrase == "" {
		return nil, ErrEncrypted
	}
	identity, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, err
	}
	identity.SetMaxWorkFactor(20)
	in, err := age.Decrypt(all, identity)
	var other *age.NoIdentityMatchError
	if errors.As(err, &other) {
		return nil, ErrPassphrase
	}
	if err != nil {
		return nil, damaged(ErrDamaged, err)
	}
	return in, nil
}

// source remembers a failure to read, so that it is reported as an error of the archive and not of the visitor.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

func damaged(what, why error) error { return fmt.Errorf("%w (%w)", what, why) }
