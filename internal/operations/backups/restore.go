package backups

import (
	"context"
	"encoding/base64"
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
)

// The reasons why a backup is not restored.
var (
	ErrOccupied   = errors.New("there is a shop already: --force puts the backup in its place")
	ErrViolations = errors.New("the doctor finds fault with the backup: --accept-violations takes it as it is")
)

// Target is the destination of a restore.
type Target struct {
	DataDir  string
	Database string // as config.DatabaseOf returns it
	// Secret is the secret from the environment, which a restored shop would use; nil if it has none.
	Secret []byte
	// Pictures is the bucket of uploaded pictures; nil means the folder.
	Pictures blobs.Store
	// Force replaces an existing shop. A folder's files are moved aside, never deleted.
	Force bool
	// AcceptViolations restores even if the doctor finds violations.
	AcceptViolations bool
	Now              time.Time
}

// Restored is the result of a restore.
type Restored struct {
	About About
	// Aside is the folder into which the previous files were moved.
	Aside string
}

// Restore restores a shop from a backup. Everything is read, compared with its checksums and examined before the
// destination is touched; an empty PostgreSQL database is filled first and emptied again if that fails.
func Restore(ctx context.Context, path, passphrase string, shop Shop, to Target) (out Restored, err error) {
	if err := os.MkdirAll(to.DataDir, 0o700); err != nil {
		return out, err
	}
	occupied, err := to.occupied(ctx)
	if err != nil {
		return out, err
	}
	if occupied {
		if !to.Force {
			return out, ErrOccupied
		}
		if err := db.Idle(ctx, to.Database); err != nil {
			return out, fmt.Errorf("%w: stop the shop first", err)
		}
	}
	// Inside the destination folder, so that files can be moved instead of copied.
	work, err := os.MkdirTemp(to.DataDir, ".restoring-")
	if err != nil {
		return out, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if out.About, err = extract(ctx, path, passphrase, work, shop); err != nil {
		return out, err
	}
	if engine := db.EngineOf(to.Database); engine != out.About.Engine {
		return out, fmt.Errorf("the backup is of %s and the database named is %s: name one of the same kind with --database",
			out.About.Engine, engine)
	}
	if err := to.sameSecret(work); err != nil {
		return out, err
	}
	if out.About.Engine == db.Postgres {
		err = to.fillPostgres(ctx, work, shop, out.About, occupied)
	} else {
		err = to.prepareSQLite(ctx, work, shop, out.About)
	}
	if err != nil {
		return out, err
	}
	if occupied {
		if out.Aside, err = to.moveAside(); err != nil {
			return out, err
		}
	}
	return out, to.place(ctx, work)
}

// occupied reports whether the destination contains data that must not be lost.
func (t Target) occupied(ctx context.Context) (bool, error) {
	for _, name := range []string{"wekala.db", "uploads", "media"} {
		if _, err := os.Lstat(filepath.Join(t.DataDir, name)); err == nil {
			return true, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	if t.Secret == nil {
		if _, err := os.Lstat(filepath.Join(t.DataDir, secretFile)); err == nil {
			return true, nil
		}
	}
	vacant, err := db.Vacant(ctx, t.Database)
	return !vacant, err
}

// extract writes a backup's files into a folder.
func extract(ctx context.Context, path, passphrase, work string, shop Shop) (About, error) {
	pictures := blobs.Folder(filepath.Join(work, "uploads"))
	return unpack(path, passphrase, shop, func(name string, size int64, from io.Reader) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if picture, ok := strings.CutPrefix(name, pictureFiles); ok {
			return pictures.PutFrom(picture, from)
		}
		if name != databaseFile && name != secretFile && !strings.HasPrefix(name, ownFiles) {
			return nil // from a newer program; older ones don't need it
		}
		to := filepath.Join(work, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return writeFile(to, from)
	})
}

// sameSecret refuses a key in the environment that differs from the backup's. With it, codes, second factors and
// providers' passwords could not be decrypted.
func (t Target) sameSecret(work string) error {
	raw, err := os.ReadFile(filepath.Join(work, secretFile))
	if err != nil {
		return fmt.Errorf("%w: it holds no key", archive.ErrNotOurs)
	}
	if t.Secret == nil {
		return nil
	}
	if strings.TrimSpace(string(raw)) != base64.RawURLEncoding.EncodeToString(t.Secret) {
		return errors.New("WEKALA_SECRET is not the backup's: unset it, and the backup's own is put into secret.key")
	}
	return nil
}

// prepareSQLite examines the unpacked database and migrates it.
func (t Target) prepareSQLite(ctx context.Context, work string, shop Shop, about About) error {
	file := filepath.Join(work, "wekala.db")
	if err := os.Rename(filepath.Join(work, databaseFile), file); err != nil {
		return err
	}
	if err := t.upgrade(ctx, "sqlite:"+file, work, shop, about); err != nil {
		return err
	}
	// Leave write-ahead logging, so that the single file contains everything.
	if err := db.Idle(ctx, "sqlite:"+file); err != nil {
		return err
	}
	for _, rest := range []string{"-wal", "-shm"} {
		_ = os.Remove(file + rest)
	}
	return nil
}

// fillPostgres fills an empty database. It replaces an existing shop only after the backup has been examined in a
// scratch database.
func (t Target) fillPostgres(ctx context.Context, work string, shop Shop, about About, occupied bool) error {
	dump := filepath.Join(work, databaseFile)
	vacant, err := db.Vacant(ctx, t.Database)
	if err != nil {
		return err
	}
	if occupied && !vacant {
		if err := t.rehearse(ctx, dump, work, shop, about); err != nil {
			return err
		}
		if err := db.Clear(ctx, t.Database); err != nil {
			return err
		}
	}
	err = db.Undump(ctx, t.Database, dump)
	if err == nil {
		err = t.upgrade(ctx, t.Database, work, shop, about)
	}
	if err != nil {
		return errors.Join(err, db.Clear(context.WithoutCancel(ctx), t.Database))
	}
	return os.Remove(dump)
}

// rehearse restores into a scratch database.
func (t Target) rehearse(ctx context.Context, dump, work string, shop Shop, about About) error {
	d, err := db.Open(ctx, t.Database)
	if err != nil {
		return err
	}
	url, drop, err := d.Scratch(ctx, work)
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	if err = db.Undump(ctx, url, dump); err == nil {
		err = t.upgrade(ctx, url, work, shop, about)
	}
	return errors.Join(err, drop())
}

// upgrade migrates a restored database, examines it, and deletes its records of backups: their files are not here.
func (t Target) upgrade(ctx context.Context, url, work string, shop Shop, about About) error {
	d, err := shop.Upgrade(ctx, url)
	if err != nil {
		return err
	}
	results, err := shop.Check(ctx, d, time.UnixMilli(about.Made), blobs.Folder(filepath.Join(work, "uploads")))
	if bad := found(results); err == nil && bad != nil && !t.AcceptViolations {
		err = fmt.Errorf("%w\n%w", ErrViolations, bad)
	}
	if err == nil {
		err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM backups`)
			return err
		})
	}
	return errors.Join(err, d.Close())
}

// moveAside moves the files of a shop into a folder next to the new ones.
func (t Target) moveAside() (string, error) {
	aside := filepath.Join(t.DataDir, "replaced-"+t.Now.UTC().Format("20060102-150405"))
	if err := os.Mkdir(aside, 0o700); err != nil {
		return "", err
	}
	names := []string{filepath.Join(t.DataDir, "uploads"), filepath.Join(t.DataDir, "media"),
		filepath.Join(t.DataDir, "wekala.db")}
	if t.Secret == nil {
		names = append(names, filepath.Join(t.DataDir, secretFile))
	}
	if file := db.SQLitePath(t.Database); file != "" {
		names = append(names, file, file+"-wal", file+"-shm")
	}
	moved := false
	for _, name := range names {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := move(name, filepath.Join(aside, filepath.Base(name))); err != nil {
			return aside, err
		}
		moved = true
	}
	if !moved {
		return "", os.Remove(aside)
	}
	return aside, nil
}

// place moves the restored files to where the program expects them. The database comes last, because without it there
// is no shop.
func (t Target) place(ctx context.Context, work string) error {
	if t.Secret == nil {
		if err := move(filepath.Join(work, secretFile), filepath.Join(t.DataDir, secretFile)); err != nil {
			return err
		}
	}
	if err := t.placePictures(ctx, filepath.Join(work, "uploads")); err != nil {
		return err
	}
	if own := filepath.Join(work, "media"); exists(own) {
		if err := move(own, filepath.Join(t.DataDir, "media")); err != nil {
			return err
		}
	}
	if file := db.SQLitePath(t.Database); file != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := move(filepath.Join(work, "wekala.db"), file); err != nil {
			return err
		}
	}
	return syncDir(t.DataDir)
}

// placePictures moves the folder of pictures, or sends its files to the bucket.
func (t Target) placePictures(ctx context.Context, from string) error {
	if !exists(from) {
		return nil
	}
	if t.Pictures == nil {
		return move(from, filepath.Join(t.DataDir, "uploads"))
	}
	store := blobs.Folder(from)
	return store.List(ctx, func(e blobs.Entry) error {
		data, err := store.Get(ctx, e.Name)
		if err != nil {
			return err
		}
		return t.Pictures.Put(ctx, e.Name, pictureType(e.Name), data)
	})
}

func pictureType(name string) string {
	if strings.HasSuffix(name, ".png") {
		return "image/png"
	}
	return "image/jpeg"
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// move renames a file, or copies it if the destination is on another disk.
func move(from, to string) error {
	err := os.Rename(from, to)
	if err == nil {
		return nil
	}
	info, statErr := os.Stat(from)
	if statErr != nil || info.IsDir() {
		return err
	}
	in, openErr := os.Open(from)
	if openErr != nil {
		return openErr
	}
	defer func() { _ = in.Close() }()
	if err := writeFile(to, in); err != nil {
		return err
	}
	return os.Remove(from)
}
