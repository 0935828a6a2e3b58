// Package bulk runs an action on more rows of a list than a request waits for
// (httpapi.Bulk) as a job, and tells how far it is and what was refused. Each
// row is done with the rights that the member of staff has at that moment. The
// package owns the table bulk_runs.
package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

const (
	workKind = "bulk.work"
	turn     = 30 * time.Second   // then other jobs of the node come first
	kept     = 7 * 24 * time.Hour // so long can a result be read
)

// Service runs bulk actions.
type Service struct {
	db    *db.DB
	clock clock.Clock
	api   *httpapi.API
	reads httpapi.Capability
	// resume puts a member of staff into the context as they are now;
	// errs.Unauthorized when they may not sign in any more.
	resume func(ctx context.Context, staffID string) (context.Context, error)
}

// New returns the service. Staff with the capability read their own runs.
func New(d *db.DB, c clock.Clock, reads httpapi.Capability, resume func(ctx context.Context, staffID string) (context.Context, error)) *Service {
	return &Service{db: d, clock: c, reads: reads, resume: resume}
}

// ConsoleRoutes registers how a run is read.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.api, a.StartBulk = a, s.start
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/bulk/{id}", ID: "console-bulk-run", Tag: "console",
		Summary: "How far my action on many rows is", Audience: httpapi.Staff, Capability: s.reads}, s.get)
}

// Jobs registers the work, and the sweep of old results.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Handle(workKind, func(ctx context.Context, payload json.RawMessage) error {
		var p payloadOf
		if err := json.Unmarshal(payload, &p); err != nil {
			return jobs.GiveUp(err)
		}
		return s.work(ctx, p.ID)
	}, jobs.Within(2*time.Minute))
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
	EndedAt *db.Millis `db:"ended_at"`
}

const columns = `id, staff_id, op, action, lang, ids, worked, refused, ended_at`

func (s *Service) start(ctx context.Context, w httpapi.BulkWork) (string, error) {
	who, runID := httpapi.Caller(ctx), id.New("blk")
	ids, err := json.Marshal(w.IDs)
	if err != nil {
		return "", err
	}
	return runID, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO bulk_runs (id, staff_id, op, action, lang, ids, worked, refused, started_at)
			VALUES ($1, $2, $3, $4, $5, $6, 0, '[]', $7)`, runID, who.StaffID, w.Op, w.Action, string(who.Lang), string(ids), db.At(s.clock.Now())); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, jobs.Job{Kind: workKind, Payload: payloadOf{runID}})
	})
}

// work goes on where the run stands. The run is moved on after each row, so that
// a node that dies leaves at most one row to be asked for again.
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
	for worked := r.Worked; worked < int64(len(w.IDs)); worked++ {
		if time.Now().After(until) {
			return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
				return jobs.Enqueue(ctx, tx, jobs.Job{Kind: workKind, Payload: payloadOf{runID}})
			})
		}
		// Read for every row: who loses the capability meanwhile does no more rows.
		// Without a member in the context the row is refused.
		as, err := s.resume(staffCtx, r.StaffID)
		if err != nil && !errs.Is(err, "common.unauthorized") {
			return err
		}
		refusal, err := s.api.BulkRow(as, w, w.IDs[worked])
		if err != nil {
			return err
		}
		if refusal != nil {
			refused = append(refused, *refusal)
		}
		mine, err := s.advance(ctx, runID, worked, refused, worked+1 == int64(len(w.IDs)))
		if err != nil || !mine {
			return err // not mine: another node works at it
		}
	}
	return nil
}

// advance moves a run on by one row, from where this node saw it.
func (s *Service) advance(ctx context.Context, runID string, worked int64, refused []httpapi.BulkRefusal, last bool) (mine bool, err error) {
	stored, err := json.Marshal(refused)
	if err != nil {
		return false, err
	}
	var ended *db.Millis
	if last {
		at := db.At(s.clock.Now())
		ended = &at
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE bulk_runs SET worked = worked + 1, refused = $3, ended_at = $4 WHERE id = $1 AND worked = $2`, runID, worked, string(stored), ended)
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
	err := s.db.Get(ctx, &r, `SELECT `+columns+` FROM bulk_runs WHERE id = $1 AND staff_id = $2`, in.ID, httpapi.Caller(ctx).StaffID)
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
	if r.EndedAt == nil {
		out.Run = r.ID
	}
	return httpapi.OK(out), nil
}
