package staff

import (
	"context"
	"sync"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/passwords"
	"wekala/internal/platform/wire"
)

// The lifetimes of sessions, and how long they may be idle.
const (
	Life = 8 * time.Hour
	Idle = 30 * time.Minute
	// On a device where the member chose to stay signed in.
	StayLife = 90 * 24 * time.Hour
	StayIdle = 30 * 24 * time.Hour
)

// Deps are the service's dependencies.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	// Hasher is shared by the whole program; nil for a separate one.
	Hasher *passwords.Hasher
	// Tries of passwords; the zero value means passwords.DefaultLimits.
	Tries passwords.Limits
	// Count is called for every event that is counted. May be nil.
	Count func(event string)
	// Secret is the program's key, which encrypts second factors.
	Secret []byte
	// NeedsSecondFactor reports whether the shop requires a second factor of a role; nil means that the setting decides
	// (RequireFactor).
	NeedsSecondFactor func(ctx context.Context, q db.Querier, role Role) (bool, error)
	// BranchRefs returns the names of branches; nil ids means all branches.
	BranchRefs func(ctx context.Context, ids []string, lang i18n.Lang) []wire.Ref
	// Restored returns the time since which this program is a restored copy in quiet mode; nil otherwise. May be nil.
	Restored func() *db.Millis
	// Reverts are the actions of the audit log that can be undone. May be nil.
	Reverts map[string]Revert
}

// Service signs staff in, identifies callers and manages staff accounts.
type Service struct {
	Deps
	// Directory returns the names of objects in the audit log.
	Directory audit.Directory
	keys      func() (*factorKeys, error)
	// seekers run the console's search; fold folds its words.
	seekers []Searcher
	fold    func(string) string
}

// New returns the service.
func New(d Deps) *Service {
	if d.Hasher == nil {
		d.Hasher = passwords.NewHasher()
	}
	if d.Tries == (passwords.Limits{}) {
		d.Tries = passwords.DefaultLimits
	}
	if d.Count == nil {
		d.Count = func(string) {}
	}
	if d.BranchRefs == nil {
		d.BranchRefs = func(context.Context, []string, i18n.Lang) []wire.Ref { return []wire.Ref{} }
	}
	s := &Service{Deps: d, keys: sync.OnceValues(func() (*factorKeys, error) { return newFactorKeys(d.Secret) })}
	if s.NeedsSecondFactor == nil {
		s.NeedsSecondFactor = asksFactor
	}
	return s
}

// Jobs registers the hourly sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("staff.sweep", time.Hour, s.Sweep) }

// Sweep deletes sessions and invitations a month after their end, and browsers without a sign-in for half a year. It is
// idempotent.
func (s *Service) Sweep(ctx context.Context) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		return tx.Batch(ctx, []db.Stmt{
			{SQL: `DELETE FROM staff_sessions WHERE expires_at < $1`, Args: []any{now.Add(-30 * 24 * time.Hour)}},
			{SQL: `DELETE FROM staff_invitations WHERE expires_at < $1`, Args: []any{now.Add(-30 * 24 * time.Hour)}},
			{SQL: `DELETE FROM staff_devices WHERE last_used_at < $1`, Args: []any{now.Add(-deviceLife)}},
		})
	})
}
