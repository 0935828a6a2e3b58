package app_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/operations/backups"
	"wekala/internal/platform/archive"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestADamagedOrNewerBackupIsRefused: a backup with any changed byte, or with its end missing, restores nothing.
func TestADamagedOrNewerBackupIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBackedUp(t, d)
		made, err := b.service(nil).Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(filepath.Join(b.folder(), made.Name))
		if err != nil {
			t.Fatal(err)
		}
		try := func(name string, raw []byte) error {
			t.Helper()
			path := filepath.Join(t.TempDir(), "bad")
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			to := elsewhereOf(t, d)
			_, err := restore(t, path, "", to)
			if err == nil {
				t.Errorf("%s was restored", name)
			}
			if left, _ := os.ReadDir(to.DataDir); len(left) > 0 {
				t.Errorf("%s left %v", name, left)
			}
			if vacant, vacantErr := db.Vacant(t.Context(), to.Database); vacantErr != nil || !vacant {
				t.Errorf("%s left a database (%v)", name, vacantErr)
			}
			return err
		}
		for _, at := range []int{40, len(whole) / 3, len(whole) / 2, len(whole) - 200, len(whole) - 6} {
			flipped := bytes.Clone(whole)
			flipped[at] ^= 4
			if err := try("a flipped byte", flipped); err != nil && !errors.Is(err, archive.ErrDamaged) {
				t.Errorf("byte %d: %v", at, err)
			}
		}
		for _, end := range []int{0, 20, len(whole) / 2, len(whole) - 1} {
			_ = try("half a file", whole[:end])
		}
		_ = try("another file", []byte("PK\x03\x04 something else"))

		var newer bytes.Buffer
		w, err := archive.NewWriter(&newer, "", backups.About{
			Format: 1, Program: "v99", Engine: d.Engine(), Schema: 9_999, Made: 1}, time.Now())
		if err == nil {
			err = errors.Join(w.Add("database", 1, strings.NewReader("x")), w.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := try("a newer program's", newer.Bytes()); !errors.Is(err, db.ErrNewer) {
			t.Errorf("a newer program's: %v", err)
		}
	})
}

// brim is a disk with a limited number of bytes left.
type brim struct {
	backups.File
	left int64
}

func (f *brim) Write(p []byte) (int, error) {
	if int64(len(p)) > f.left {
		return 0, errNoRoom
	}
	f.left -= int64(len(p))
	return f.File.Write(p)
}

var errNoRoom = &os.PathError{Op: "write", Path: "archive", Err: syscall.ENOSPC}

// TestABackupThatFailsCountsForNothing: after a full disk, a byte that the disk changes, a killed program and an
// inconsistent copy, no file is left that could be mistaken for a good backup, and each failure is recorded with its
// reason.
func TestABackupThatFailsCountsForNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBackedUp(t, d)
		good, err := b.service(nil).Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		alone := func(name string, err error, problem string) {
			t.Helper()
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			if got := b.counted(); !slices.Equal(got, []string{good.Name}) {
				t.Errorf("%s left %v", name, got)
			}
			v := b.state()
			if v.LastGood == nil || v.LastGood.ID != good.ID {
				t.Errorf("%s: the last good one is %+v", name, v.LastGood)
			}
			if len(v.Backups) == 0 || v.Backups[0].State != backups.Failed || v.Backups[0].Problem != problem {
				t.Errorf("%s: %+v, want %s", name, v.Backups[0], problem)
			}
			b.Clock.Advance(time.Minute)
		}
		b.Clock.Advance(time.Minute)

		for _, room := range []int64{0, good.Size / 2, good.Size - 10} {
			_, err := b.service(func(deps *backups.Deps) {
				deps.Create = func(path string) (backups.File, error) {
					f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
					return &brim{f, room}, err
				}
			}).Make(t.Context())
			alone("a full disk", err, backups.ProblemDisk)
		}

		_, err = b.service(func(deps *backups.Deps) {
			deps.Create = func(path string) (backups.File, error) {
				f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
				return &flipping{File: f}, err
			}
		}).Make(t.Context())
		alone("a disk that changes a byte", err, backups.ProblemDamaged)

		// Killed: its folder stays, and nobody completes its row.
		dir, err := os.MkdirTemp(b.folder(), ".making-")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "archive"), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		now := db.At(b.Clock.Now())
		b.Exec(`INSERT INTO backups (id, name, state, why, staff_id, node, size, started_at, lease_until, problem, detail,
			kept_here, kept_far)
			VALUES ('bkp_killed', 'killed', 'running', 'nightly', '', 'here', 0, $1, $2, '', '', $3,
			$3)`, now, now.Add(2*time.Minute), false)
		if a := b.Do("POST", "/console/backups", b.owner, fields{}); a.Short() != "409 under_way" {
			t.Errorf("a second one beside the first: %s", a.Short())
		}
		b.Clock.Advance(3 * time.Minute)
		alone("a program that was killed", errors.New("killed"), backups.ProblemCutOff)

		// The copy is inconsistent: its file is kept for inspection, but does not count as a backup.
		b.Exec(`UPDATE stock SET reserved = reserved + 1 WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
			apptest.Small)
		bad, err := b.service(nil).Make(t.Context())
		if err == nil || bad.State != backups.Failed || bad.Problem != backups.ProblemViolations ||
			!strings.Contains(bad.Detail, "stock") {
			t.Errorf("a copy that does not add up: %+v %v", bad, err)
		}
		if v := b.state(); v.LastGood.ID != good.ID {
			t.Errorf("the last good one is %+v", v.LastGood)
		}
		if left, _ := filepath.Glob(filepath.Join(b.folder(), ".making-*")); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
		to := elsewhereOf(t, d)
		if _, err := restore(t, filepath.Join(b.folder(), bad.Name), "", to); !errors.Is(err, backups.ErrViolations) {
			t.Errorf("restored although it does not add up: %v", err)
		}
		to.AcceptViolations = true
		if _, err := restore(t, filepath.Join(b.folder(), bad.Name), "", to); err != nil {
			t.Errorf("as it is: %v", err)
		}
		b.Exec(`UPDATE stock SET reserved = reserved - 1 WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary,
			apptest.Small)
		b.Clock.Advance(time.Minute)
		again, err := b.service(nil).Make(t.Context())
		if err != nil || b.state().LastGood.ID != again.ID {
			t.Errorf("afterwards: %+v %v", again, err)
		}
		b.Forgive()
		if d.Engine() == db.Postgres {
			if n := apptest.Get[int64](b.Shop, `SELECT COUNT(*) FROM pg_database WHERE starts_with(datname, 'wekala_scratch_')
				AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = pg_database.datname)`); n > 3 {
				t.Errorf("%d scratch databases are left", n) // other tests may have theirs at the moment
			}
		}
	})
}

// flipping changes one byte on its way to the disk.
type flipping struct {
	backups.File
	at int64
}

func (f *flipping) Write(p []byte) (int, error) {
	const where = 5_000
	if i := where - f.at; i >= 0 && i < int64(len(p)) {
		p = bytes.Clone(p)
		p[i] ^= 0x10
	}
	f.at += int64(len(p))
	return f.File.Write(p)
}
