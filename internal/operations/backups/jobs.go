package backups

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/jobs"
)

const (
	jobKind = "backup.make"
	// within is the maximum duration of a backup.
	within = 4 * time.Hour
	// triesANight bounds the attempts at a night's backup, one per hour.
	triesANight = 3
)

type payload struct {
	ID string `json:"id"`
}

// Jobs registers the nightly backup and the job that makes a backup.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("backup.nightly", time.Hour, s.nightly)
	r.Handle(jobKind, func(ctx context.Context, raw json.RawMessage) error {
		var p payload
		if err := json.Unmarshal(raw, &p); err != nil {
			return jobs.GiveUp(err)
		}
		b, err := byID(ctx, s.DB, p.ID)
		if errs.Is(err, "common.not_found") || err == nil && b.State != Running {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = s.work(ctx, b)
		if err != nil && ctx.Err() == nil {
			return nil // recorded, notified and logged
		}
		return err
	}, jobs.Within(within), jobs.WhileHeld())
}

// nightly starts tonight's backup once its hour has come, unless it exists already. After a power cut at night, it
// starts as soon as the program runs again.
func (s *Service) nightly(ctx context.Context) error {
	if !s.Nightly {
		return nil
	}
	set, _, err := readSettings(ctx, s.DB)
	if err != nil || set.Off {
		return err
	}
	now := s.Clock.Now()
	since := db.At(lastHour(now, int(set.Hour)))
	all, err := recent(ctx, s.DB)
	if err != nil {
		return err
	}
	tries := 0
	for _, b := range all {
		switch {
		case b.StartedAt < since:
		case b.State == Good:
			return nil
		case b.Why == Nightly:
			tries++
		}
	}
	if tries >= triesANight {
		return nil
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.enqueue(ctx, tx, Nightly, "")
		return err
	})
	if errs.Is(err, "backups.under_way") {
		return nil
	}
	return err
}

// enqueue records a backup and enqueues the job that makes it.
func (s *Service) enqueue(ctx context.Context, tx *db.Tx, why, staffID string) (Backup, error) {
	b, err := s.begin(ctx, tx, why, staffID)
	if err != nil {
		return b, err
	}
	return b, jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobKind, Payload: payload{b.ID}})
}

// Make makes a backup now, for the command line.
func (s *Service) Make(ctx context.Context) (Backup, error) {
	var b Backup
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		b, err = s.begin(ctx, tx, Command, "")
		return err
	})
	if err != nil {
		return b, err
	}
	b, err = s.work(ctx, b)
	if err != nil && b.EndedAt == nil { // it was interrupted, which must be recorded, or it would look unfinished
		at := db.At(s.Clock.Now())
		b.State, b.Problem, b.Detail, b.EndedAt = Failed, ProblemCutOff, cut(err.Error()), &at
		err = errors.Join(err, s.DB.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
			_, err := end(ctx, tx, b)
			return err
		}))
	}
	return b, err
}

// lastHour returns the latest time, not after now, at which it was that hour in Cairo.
func lastHour(now time.Time, hour int) time.Time {
	local := now.In(clock.Cairo)
	at := time.Date(local.Year(), local.Month(), local.Day(), hour, 0, 0, 0, clock.Cairo)
	if at.After(now) {
		at = time.Date(local.Year(), local.Month(), local.Day()-1, hour, 0, 0, 0, clock.Cairo)
	}
	return at
}

// nextHour returns the first time after now at which it is that hour in Cairo.
func nextHour(now time.Time, hour int) time.Time {
	local := now.In(clock.Cairo)
	at := time.Date(local.Year(), local.Month(), local.Day(), hour, 0, 0, 0, clock.Cairo)
	if !at.After(now) {
		at = time.Date(local.Year(), local.Month(), local.Day()+1, hour, 0, 0, 0, clock.Cairo)
	}
	return at
}

// Ran reports whether there is a good backup no older than three nights, for the set-up steps.
func Ran(ctx context.Context, q db.Querier, now time.Time) (bool, error) {
	b, found, err := lastGood(ctx, q)
	return found && now.Sub(b.StartedAt.Time()) < 3*24*time.Hour, err
}
