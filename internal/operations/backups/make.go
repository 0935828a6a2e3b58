package backups

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"wekala/internal/platform/archive"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// format is increased when older programs would misread a backup.
const format = 1

// The names within the archive.
const (
	databaseFile = "database"
	secretFile   = "secret.key"
	pictureFiles = "uploads/"
	ownFiles     = "media/" // WebP files that somebody put into the data folder
)

// workPrefix is the prefix of folders in which a backup is being made.
const workPrefix = ".making-"

// About is the description at the beginning of a backup.
type About struct {
	Format  int       `json:"format"`
	Program string    `json:"program"`
	Engine  db.Engine `json:"engine"`
	Schema  int64     `json:"schema"`
	Made    int64     `json:"made"` // in milliseconds since 1970
}

// File is the destination of a backup.
type File interface {
	io.WriteCloser
	Sync() error
}

func create(path string) (File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// nameOf returns a file name that people recognise in a folder of many.
func (s *Service) nameOf(now time.Time) string {
	name := "wekala-" + now.UTC().Format("20060102-150405") + "-" + strings.ToLower(id.Digest(id.Secret(8))[:6]) +
		".tar.gz"
	if s.Passphrase() != "" {
		name += ".age"
	}
	return name
}

// work makes a recorded backup and records the outcome. The error is the reason why it failed.
func (s *Service) work(ctx context.Context, b Backup) (Backup, error) {
	var mine bool
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		mine, err = take(ctx, tx, b.ID, s.node, s.Clock.Now())
		return err
	}); err != nil || !mine {
		return b, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go s.hold(ctx, b.ID, stop)

	err := s.make(ctx, &b)
	if ctx.Err() != nil && err != nil {
		return b, err // the next attempt starts from scratch
	}
	at := db.At(s.Clock.Now())
	b.EndedAt, b.State = &at, Good
	if err != nil {
		b.State, b.Problem, b.Detail = Failed, problemOf(err), cut(err.Error())
	} else if err = s.copyFar(ctx, &b); err != nil {
		b.Problem, b.Detail = ProblemCopy, cut(err.Error())
	}
	if noted := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := end(ctx, tx, b); err != nil || b.Problem == "" || b.Why == Command {
			return err
		}
		return s.Alarm(ctx, tx, b.Problem, b.Detail)
	}); noted != nil {
		return b, errors.Join(err, noted)
	}
	if err != nil {
		s.Count("backup_failed")
		s.Log.Error("backup", "name", b.Name, "problem", b.Problem, "err", err)
		if b.State == Failed {
			return b, err
		}
	}
	if b.State == Good {
		s.Count("backup_good")
		s.Log.Info("backup", "name", b.Name, "bytes", b.Size, "took",
			at.Time().Sub(b.StartedAt.Time()).Round(time.Millisecond))
	}
	return b, errors.Join(err, s.prune(ctx))
}

// cut shortens an error's text for storage.
func cut(text string) string {
	if r := []rune(text); len(r) > 1000 {
		return string(r[:1000]) + "…"
	}
	return text
}

// hold renews the backup's lease regularly, and stops the work if another node has taken it over.
func (s *Service) hold(ctx context.Context, backupID string, stop context.CancelCauseFunc) {
	tick := time.NewTicker(lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
				mine, err := take(ctx, tx, backupID, s.node, s.Clock.Now())
				if err == nil && !mine {
					stop(errors.New("backups: somebody else makes it now"))
				}
				return err
			})
			if err != nil && ctx.Err() == nil {
				s.Log.Warn("backup: lease", "err", err)
			}
		}
	}
}

// make writes the file, reads it back, has it examined, and only then gives it its final name. A backup with violations
// keeps its file, because the shop may have had that fault for a long time, but doesn't count as good.
func (s *Service) make(ctx context.Context, b *Backup) error {
	if err := s.DB.CanDump(ctx); err != nil {
		return err
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return err
	}
	s.sweepWork()
	work, err := os.MkdirTemp(s.Dir, workPrefix)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	path := filepath.Join(work, "archive")
	at := s.Clock.Now()
	phrase := s.Passphrase() // the same one for the whole backup
	if err := s.write(ctx, path, work, phrase, at); err != nil {
		return err
	}
	bad := s.examine(ctx, path, work, phrase, at)
	var v violations
	if bad != nil && !errors.As(bad, &v) {
		return bad
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	b.Size = info.Size()
	if err := os.Rename(path, filepath.Join(s.Dir, b.Name)); err != nil {
		return err
	}
	b.KeptHere = true
	return errors.Join(bad, syncDir(s.Dir))
}

// sweepWork removes files left by a killed program. It may remove all, because only one backup is made at a time.
func (s *Service) sweepWork() {
	left, err := filepath.Glob(filepath.Join(s.Dir, workPrefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range left {
		_ = os.RemoveAll(dir)
	}
}

// write writes the archive. Pictures come first: every picture shown in the copied database existed before, and
// pictures uploaded in the meantime are added.
func (s *Service) write(ctx context.Context, path, work, phrase string, at time.Time) (err error) {
	file, err := s.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w, err := archive.NewWriter(file, phrase, About{format, s.Version, s.DB.Engine(), s.Schema, at.UnixMilli()}, at)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	if err := s.addPictures(ctx, w, there); err != nil {
		return err
	}
	dump := filepath.Join(work, "dump")
	if err := s.DB.Dump(ctx, dump); err != nil {
		return err
	}
	if err := addFile(w, databaseFile, dump); err != nil {
		return err
	}
	if err := os.Remove(dump); err != nil {
		return err
	}
	if err := s.addPictures(ctx, w, there); err != nil {
		return err
	}
	if err := s.addOwn(ctx, w); err != nil {
		return err
	}
	key := base64.RawURLEncoding.EncodeToString(s.Secret) + "\n"
	if err := w.Add(secretFile, int64(len(key)), strings.NewReader(key)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return file.Sync()
}

// addPictures adds the pictures that the archive does not have yet.
func (s *Service) addPictures(ctx context.Context, w *archive.Writer, there map[string]bool) error {
	return s.Pictures.List(ctx, func(e blobs.Entry) error {
		if there[e.Name] {
			return nil
		}
		data, err := s.Pictures.Get(ctx, e.Name)
		if errors.Is(err, blobs.ErrGone) {
			return nil // deleted in the meantime; the doctor reports whether it is missing
		}
		if err != nil {
			return err
		}
		there[e.Name] = true
		return w.Add(pictureFiles+e.Name, int64(len(data)), bytes.NewReader(data))
	})
}

// addOwn adds the files of the media folder.
func (s *Service) addOwn(ctx context.Context, w *archive.Writer) error {
	root := filepath.Join(s.DataDir, "media")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return addFile(w, ownFiles+filepath.ToSlash(name), path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func addFile(w *archive.Writer, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return w.Add(name, info.Size(), f)
}

// examine reads the archive back and runs the doctor on its content.
func (s *Service) examine(ctx context.Context, path, work, phrase string, at time.Time) error {
	dump := filepath.Join(work, "check.dump")
	names := listed{}
	_, err := unpack(path, phrase, s.Shop, func(name string, size int64, from io.Reader) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if name == databaseFile {
			return writeFile(dump, from)
		}
		if picture, ok := strings.CutPrefix(name, pictureFiles); ok {
			names[picture] = size
		}
		return nil
	})
	if err != nil {
		return err
	}
	url, drop, err := s.DB.Scratch(ctx, work)
	if err != nil {
		return err
	}
	err = s.examineAt(ctx, url, dump, at, names)
	return errors.Join(err, drop())
}

func (s *Service) examineAt(ctx context.Context, url, dump string, at time.Time, names listed) error {
	if err := db.Undump(ctx, url, dump); err != nil {
		return err
	}
	d, err := s.Open(ctx, url)
	if err != nil {
		return err
	}
	results, err := s.Check(ctx, d, at, names)
	return errors.Join(err, found(results), d.Close())
}

// unpack passes each file of a backup to a function, if this program can read the backup.
func unpack(path, passphrase string, shop Shop,
	file func(name string, size int64, from io.Reader) error) (about About, err error) {
	f, err := os.Open(path)
	if err != nil {
		return about, err
	}
	defer func() { _ = f.Close() }()
	database := false
	err = archive.Read(f, passphrase, archive.Visitor{
		About: func(text []byte) error {
			if json.Unmarshal(text, &about) != nil || about.Format == 0 {
				return archive.ErrNotOurs
			}
			if about.Format > format || about.Schema > shop.Schema {
				return fmt.Errorf("%w: it was made by Wekala %s", db.ErrNewer, about.Program)
			}
			return nil
		},
		File: func(name string, size int64, from io.Reader) error {
			if !fs.ValidPath(name) {
				return fmt.Errorf("%w (a file would lie outside: %q)", archive.ErrDamaged, name)
			}
			database = database || name == databaseFile
			return file(name, size, from)
		},
	})
	if err == nil && !database {
		err = archive.ErrNotOurs
	}
	return about, err
}

func writeFile(path string, from io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Sync(), f.Close())
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system supports it
	return d.Close()
}

// listed is a store of pictures of which only the names are known.
type listed map[string]int64

func (listed) Put(context.Context, string, string, []byte) error {
	return errors.New("backups: only a list")
}

// Get returns nothing, because examining needs only the names.
func (listed) Get(context.Context, string) ([]byte, error) { return nil, blobs.ErrGone }

func (listed) Delete(context.Context, string) error { return errors.New("backups: only a list") }

// List calls each for all names.
func (l listed) List(_ context.Context, each func(blobs.Entry) error) error {
	for name, size := range l {
		if err := each(blobs.Entry{Name: name, Bytes: size}); err != nil {
			return err
		}
	}
	return nil
}
