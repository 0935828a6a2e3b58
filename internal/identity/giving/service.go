package giving

import (
	"context"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// daysKept is for how long the days are kept that limits were counted on. The
// ledger itself stays, like that of the money.
const daysKept = 40 * 24 * time.Hour

// Service sweeps the ledger.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// New returns a Service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{d, c} }

// Jobs registers the daily sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("giving.sweep", 24*time.Hour, s.Sweep) }

// Sweep forgets days that are long over. Running it twice does no harm.
func (s *Service) Sweep(ctx context.Context) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM given_days WHERE day < $1`, clock.BusinessDay(s.Clock.Now().Add(-daysKept)))
		return err
	})
}
