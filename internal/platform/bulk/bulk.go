// Package bulk runs actions on more rows than a request can wait for (httpapi.Bulk) as jobs, and reports their progress
// and the refused rows. Each row is processed with the rights that the member of staff has at that time. The package
// owns the table bulk_runs.
package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

const (
	workKind = "bulk.work"
	turn     = 30 * time.Second   // afterwards the node's other jobs run first
	kept     = 7 * 24 * time.Hour // how long a result can be read
	// maxOpen is the number of runs that a member may have open. A run that no node finishes counts for openFor.
	maxOpen = 3
	openFor = time.Hour
	// startsPerHour bounds the runs that a member can store per hour.
	startsPerHour = 60
	// batch is the number of rows processed before refusals are written: each write stores all refusals so far.
	batch = 20
)

// Service runs bulk actions.
type Service struct {
	db    *db.DB
	clock clock.Clock
	api   *httpapi.API
	reads httpapi.Capability
	// resume puts a member of staff into the context with their current rights; errs.Unauthorized if they may no longer
	// sign in.
	resume func(ctx context.Context, staffID string) (context.Context, error)
}

// New returns the service. Staff with the capability may read their own runs.
func New(d *db.DB, c clock.Clock, reads httpapi.Capability,
	resume func(ctx context.Context, staffID string) (context.Context, error)) *Service {
	return &Service{db: d, clock: c, reads: reads, resume: resume}
}

// ConsoleRoutes registers the operation that reads a run.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.api, a.StartBulk = a, s.start
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/bulk/{id}", ID: "console-bulk-run", Tag: "console",
		Summary: "How far my action on many rows is", Audience: httpapi.Staff, Capability: s.reads,
		Branches: httpapi.NoBranch}, s.get)
}

// Jobs registers the job that processes runs, and the sweep of old results.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Handle(workKind, func(ctx context.Context, payload json.RawMessage) error {
		var p payloadOf
		if err := json.Unmarshal(payload, &p); err != nil {
			return jobs.GiveUp(err)
		}
		return s.work(ctx, p.ID)
	}, jobs.Within(2*time.Minute), jobs.WhileHeld())
	r.Every("bulk.sweep", 24*time.Hour, func(ctx context.Context) error {
		return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM bulk_runs WHERE started_at < $1`, db.At(s.clock.Now().Add(-kept)))
			return err
		})
	})
}

type payloadOf struct {
	ID string `json:"id"`
}

type run struct {
	ID      string
	StaffID string `db:"staff_id"`
	Op      string
	Action  string
	Lang    string
	IDs     string `db:"ids"`
	Worked  int64
	Refused string
	Started db.Millis  `db:"started_at"`
	EndedAt *db.Millis `db:"ended_at"`
}

const columns = `id, staff_id, op, action, lang, ids, worked, refused, started_at, ended_at`

func (s *Service) start(ctx context.Context, w httpapi.BulkWork) (string, error) {
	who, runID := httpapi.Caller(ctx), id.New("blk")
	ids, err := json.Marshal(w.IDs)
	if err != nil {
		return "", err
	}
	return runID, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The counter's row is locked, so runs that a member starts concurrently count each other.
		now := s.clock.Now()
		if err := counters.Require(ctx, tx, "bulk:"+who.StaffID, startsPerHour, now, "common.bulk_busy"); err != nil {
			return err
		}
		var open int64
		if err := tx.Get(ctx, &open, `SELECT COUNT(*) FROM bulk_runs WHERE staff_id = $1 AND ended_at IS NULL
			AND started_at > $2`,
			who.StaffID, db.At(now.Add(-openFor))); err != nil {
			return err
		}
		if open >= maxOpen {
			return errs.TooMany("common.bulk_busy", time.Minute)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO bulk_runs (id, staff_id, op, action, lang, ids, worked, refused, started_at)
			VALUES ($1, $2, $3, $4, $5, $6, 0, '[]',
			$7)`, runID, who.StaffID, w.Op, w.Action, string(who.Lang), string(ids), db.At(now)); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, jobs.Job{Kind: workKind, Payload: payloadOf{runID}})
	})
}

// work continues at the run's position. The position is saved after each row, or after a batch of rows that were
// refused, so that a node that is killed repeats at most one batch.
func (s *Service) work(ctx context.Context, runID string) error {
	var r run
	if err := s.db.Get(ctx, &r, `SELECT `+columns+` FROM bulk_runs WHERE id = $1`, runID); errors.Is(err, db.ErrNoRows) {
		return nil
	} else if err != nil || r.EndedAt != nil {
		return err
	}
	w := httpapi.BulkWork{Op: r.Op, Action: r.Action}
	refused := []httpapi.BulkRefusal{}
	if err := errors.Join(json.Unmarshal([]byte(r.IDs), &w.IDs), json.Unmarshal([]byte(r.Refused), &refused)); err != nil {
		return jobs.GiveUp(err)
	}
	staffCtx := httpapi.WithStaff(ctx, r.StaffID, i18n.Lang(r.Lang))
	until := time.Now().Add(turn)
	stored, unwritten := r.Worked, false
	// However the work stops, the refusals so far are written.
	write := func(ctx context.Context, worked int64) (mine bool, err error) {
		if worked == stored {
			return true, nil
		}
		mine, err = s.advance(ctx, runID, stored, worked, refused, unwritten, worked == int64(len(w.IDs)))
		stored, unwritten = worked, false
		return mine, err
	}
	stop := func(worked int64, why error) error {
		_, err := write(context.WithoutCancel(ctx), worked)
		return errors.Join(why, err)
	}
	for worked := r.Worked; worked < int64(len(w.IDs)); worked++ {
		if time.Now().After(until) {
			if mine, err := write(ctx, worked); err != nil || !mine {
				return err
			}
			return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
				return jobs.Enqueue(ctx, tx, jobs.Job{Kind: workKind, Payload: payloadOf{runID}})
			})
		}
		// Read for every row: a member who loses the capability in between processes no further rows. Without a member in the
		// context the row is refused.
		as, err := s.resume(staffCtx, r.StaffID)
		if err != nil && !errs.Is(err, "common.unauthorized") {
			return stop(worked, err)
		}
		refusal, err := s.api.BulkRow(as, w, w.IDs[worked])
		if err != nil {
			return stop(worked, err)
		}
		if refusal != nil {
			refused, unwritten = append(refused, *refusal), true
		}
		if next := worked + 1; unwritten && next-stored < batch && next < int64(len(w.IDs)) {
			continue
		}
		mine, err := write(ctx, worked+1)
		if err != nil || !mine {
			return err // another node is processing the run
		}
	}
	return nil
}

// advance saves a run's progress, starting from the position this node last saw, and any new refusals.
func (s *Service) advance(ctx context.Context, runID string, from, to int64, refused []httpapi.BulkRefusal,
	more, last bool) (mine bool, err error) {
	set, args := ``, []any{runID, from, to, (*db.Millis)(nil)}
	if more {
		all, err := json.Marshal(refused)
		if err != nil {
			return false, err
		}
		set, args = `, refused = $5`, append(args, string(all))
	}
	if last {
		args[3] = db.At(s.clock.Now())
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE bulk_runs SET worked = $3, ended_at = $4`+set+` WHERE id = $1 AND worked = $2`,
			args...)
		mine = n > 0
		return err
	})
	return mine, err
}

type runInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *runInput) (*httpapi.Reply[httpapi.BulkResult], error) {
	var r run
	err := s.db.Get(ctx, &r, `SELECT `+columns+` FROM bulk_runs WHERE id = $1 AND staff_id = $2`, in.ID,
		httpapi.Caller(ctx).StaffID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	out := httpapi.BulkResult{}
	if err := json.Unmarshal([]byte(r.Refused), &out.Refused); err != nil {
		return nil, err
	}
	out.Done = r.Worked - int64(len(out.Refused))
	switch {
	case r.EndedAt != nil:
	case s.clock.Now().Sub(r.Started.Time()) < openFor:
		out.Run = r.ID
	default: // the job was given up, so nobody should wait for it
		var ids []string
		if err := json.Unmarshal([]byte(r.IDs), &ids); err != nil {
			return nil, err
		}
		for _, rest := range ids[r.Worked:] {
			out.Refused = append(out.Refused, httpapi.BulkRefusal{
				ID: rest, Code: "unavailable", Message: i18n.T(httpapi.Caller(ctx).Lang, "common.unavailable")})
		}
	}
	return httpapi.OK(out), nil
}
