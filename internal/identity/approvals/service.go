package approvals

import (
	"context"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// daysKept is how long the counts of a day are stored. The ledger itself is stored forever.
const daysKept = 40 * 24 * time.Hour

// Service changes the rules and removes old counts.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// New returns a Service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{d, c} }

// Jobs registers the daily sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("giving.sweep", 24*time.Hour, s.Sweep) }

// Sweep removes the counts of old days. It is idempotent.
func (s *Service) Sweep(ctx context.Context) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM given_days WHERE day < $1`, clock.BusinessDay(s.Clock.Now().Add(-daysKept)))
		return err
	})
}
