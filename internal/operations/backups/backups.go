// Package backups copies the whole shop into one file: the database as it stood
// at one moment, the key that codes and secrets follow from, and the pictures.
//
// A backup counts only once it was read back: every checksum compared, the
// database restored into a scratch place, and that examined by the doctor. Until
// then its file has a name that nobody takes for a backup, so that a program
// that was killed, or a full disk, leaves none that is half. One is made every
// night by one of the nodes; so many good ones are kept, here and in a second
// place where one is set. One that fails is told to the owners.
//
// Restoring (restore.go) reads and examines in the same way before it touches
// the place that it restores to.
//
// The package owns the table backups and the setting shop.backups.
package backups

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"log/slog"
	"os"
	"sync"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// Shop is what restoring and examining must know of the program, which knows
// every feature.
type Shop struct {
	Version string // of the program
	Schema  int64  // the newest migration it knows
	// Open opens a database as it is.
	Open func(ctx context.Context, url string) (*db.DB, error)
	// Upgrade opens a database and brings it up to date.
	Upgrade func(ctx context.Context, url string) (*db.DB, error)
	// Check examines a database as of a moment, with the pictures beside it.
	Check func(ctx context.Context, d *db.DB, at time.Time, pictures blobs.Store) ([]doctor.Result, error)
}

// Deps are what the service works with.
type Deps struct {
	Shop
	DB      *db.DB
	Clock   clock.Clock
	Secret  []byte
	DataDir string
	// Dir is the folder that backups are kept in.
	Dir string
	// Passphrase encrypts them at the moment; empty leaves them readable to who has the file.
	Passphrase func() string
	// Pictures are those that staff uploaded.
	Pictures blobs.Store
	// Far is the second place at the moment, and opens it; open is nil where there is none.
	Far func() (name string, open func(ctx context.Context) (blobs.Large, error))
	// Nightly is off in a demo.
	Nightly bool
	// Count counts events for whoever watches the program.
	Count func(event string)
	// Alarm tells the owners what went wrong, in the transaction that notes it.
	Alarm func(ctx context.Context, tx *db.Tx, problem, detail string) error
	// StillIn refuses who has signed out meanwhile, or may not sign in any more.
	StillIn func(ctx context.Context, member staff.Member) error
	Log     *slog.Logger
	// Create makes the file that a backup is written to; nil is the disk's. For tests of disks
	// that are full.
	Create func(path string) (File, error)
}

// Service makes backups and keeps them.
type Service struct {
	Deps
	node string
	key  func() ([]byte, error)
}

// New makes the service.
func New(d Deps) *Service {
	node, err := os.Hostname()
	if err != nil || node == "" {
		node = "this machine"
	}
	if d.Create == nil {
		d.Create = create
	}
	return &Service{Deps: d, node: node, key: sync.OnceValues(func() ([]byte, error) {
		return hkdf.Key(sha256.New, d.Secret, nil, "wekala backup download", 32)
	})}
}
