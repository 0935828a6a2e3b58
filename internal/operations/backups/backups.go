// Package backups copies the whole shop into one file: the database as of one moment, the key from which codes and
// secrets are derived, and the pictures.
//
// A backup counts only once it was read back: every checksum compared, the database restored into a scratch place and
// examined by the doctor. Until then its file has a name that is not a backup's, so that a killed program or a full
// disk leaves no half backup. One is made every night by one of the nodes; a set number of good ones is kept, here and
// in a second place if one is set. Owners are notified of a failed one.
//
// Restoring (restore.go) reads and examines in the same way before it touches the destination.
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

// Shop contains the parts of the program that restoring and examining need; the program knows every feature.
type Shop struct {
	Version string // the program's version
	Schema  int64  // the newest migration that the program knows
	// Open opens a database without changing it.
	Open func(ctx context.Context, url string) (*db.DB, error)
	// Upgrade opens a database and migrates it.
	Upgrade func(ctx context.Context, url string) (*db.DB, error)
	// Check runs the doctor on a database and its pictures, as of a given time.
	Check func(ctx context.Context, d *db.DB, at time.Time, pictures blobs.Store) ([]doctor.Result, error)
}

// Deps are the service's dependencies.
type Deps struct {
	Shop
	DB      *db.DB
	Clock   clock.Clock
	Secret  []byte
	DataDir string
	// Dir is the folder for backups.
	Dir string
	// Passphrase is the current passphrase for encryption; with an empty one, anyone with the file can read it.
	Passphrase func() string
	// Pictures are the pictures that staff uploaded.
	Pictures blobs.Store
	// Far returns the name of the current second place, and a function that opens it; nil if there is none.
	Far func() (name string, open func(ctx context.Context) (blobs.Large, error))
	// Nightly enables nightly backups; it is off in a demo.
	Nightly bool
	// Count counts events for monitoring.
	Count func(event string)
	// Alarm notifies the owners of a failure, in the transaction that records it.
	Alarm func(ctx context.Context, tx *db.Tx, problem, detail string) error
	// StillIn refuses members who have signed out in the meantime, or may no longer sign in.
	StillIn func(ctx context.Context, member staff.Member) error
	Log     *slog.Logger
	// Create creates the file for a backup; nil means on the disk. Tests use it for full disks.
	Create func(path string) (File, error)
}

// Service makes and stores backups.
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
