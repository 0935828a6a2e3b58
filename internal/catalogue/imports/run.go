package imports

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/sheets"
)

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *products.Service
	Extras   *extras.Service
	Stock    *stock.Service
	Pictures *files.Library
	Store    blobs.Store // of the files, until they are swept
	// Resume returns a context with the member who started a run and their current rights (staff.Service.Resume).
	Resume func(ctx context.Context, staffID string) (context.Context, error)
}

// Service imports files into the catalogue. Create it with New.
type Service struct{ Deps }

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

// The outcomes of an item.
const (
	Added   = "added"
	Changed = "changed"
	Same    = "same" // as it is already
	Refused = "refused"
	Left    = "left" // not taken back: changed or sold since
)

// Result is the outcome of an item.
type Result struct {
	N         int64
	Group     string
	Line      int
	Name      string
	ProductID string
	Outcome   string
	Problems  []Problem
	LeftOut   LeftOuts
}

// A chunk is imported in one short transaction, because purchases on SQLite wait for it.
const (
	chunk        = 100 // items at most
	chunkOffered = 250 // of their variants, and of smaller chunks a part as small
	minChunk     = 10
	aChunk       = 50 * time.Millisecond // target duration of one chunk
)

// fitting returns the size of the next chunk, given how long the last one took.
func fitting(size int, took time.Duration) int {
	fits := float64(size) * float64(aChunk) / float64(max(took, 1))
	return int(min(max(fits, float64(size)/2, minChunk), float64(size)*2, chunk))
}

// phase returns the phase whose results are being written.
func (r *Run) phase() string {
	if r.State == Checking {
		return PhaseCheck
	}
	return PhaseRun
}

const workKind = "import.work"

type workOf struct {
	ID string `json:"id"`
}

// aLeg is how long a node works on a run before it lets other jobs run; the job is then queued again. If a node dies,
// another takes over when its lease ends.
const aLeg = 30 * time.Second

func (s *Service) enqueue(ctx context.Context, tx *db.Tx, runID string, at db.Millis) error {
	return jobs.Enqueue(ctx, tx, jobs.Job{Kind: workKind, Payload: workOf{runID}, RunAt: at})
}

// Jobs registers the work on runs and the sweep of old ones.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Handle(workKind, func(ctx context.Context, payload json.RawMessage) error {
		var of workOf
		if err := json.Unmarshal(payload, &of); err != nil {
			return jobs.GiveUp(err)
		}
		leg, end := context.WithTimeout(ctx, aLeg)
		defer end()
		err := s.Work(ctx, of.ID, func() bool { return leg.Err() != nil })
		if errors.Is(err, errLater) {
			return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.enqueue(ctx, tx, of.ID, 0) })
		}
		if err != nil && jobs.LastTry(ctx) {
			return errors.Join(err, s.fail(ctx, of.ID, "imports.failed"))
		}
		return err
	}, jobs.Within(2*time.Minute), jobs.WhileHeld())
	r.Every("import.sweep", 24*time.Hour, s.Sweep)
}

// Work continues a run from its current position to the end, or until late returns true (errLater). It does nothing
// twice: each chunk advances the run in its own transaction, and only from the position that this worker read.
func (s *Service) Work(ctx context.Context, runID string, late func() bool) error {
	r, err := ReadRun(ctx, s.DB, runID)
	if errs.Is(err, "common.not_found") {
		return nil // swept
	}
	if err != nil {
		return err
	}
	switch r.State {
	case Checking, Running:
		err = s.through(ctx, r, late)
	case Undoing, Redoing:
		err = s.takeBack(ctx, r, late)
	}
	if errors.Is(err, errOvertaken) {
		return nil
	}
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		key := refused.Key
		if len(refused.Fields) > 0 {
			key = refused.Fields[0].Key
		}
		return s.fail(ctx, runID, key)
	}
	return err
}

// stillMay stops a run whose owner lost the right to continue it: they were locked out, or now have another role or
// fewer branches. It is checked before each chunk, so at most the current chunk is still imported.
func (s *Service) stillMay(ctx context.Context, r *Run) error {
	if s.Resume == nil || r.Options.By == audit.CommandLine {
		return nil
	}
	as, err := s.Resume(ctx, r.Options.By)
	if err != nil && !errs.Is(err, "common.unauthorized") {
		return err
	}
	m, isIn := staff.From(as)
	began := r.Options.Rights
	fewer := m.Branches != nil &&
		(!began.Scoped || slices.ContainsFunc(began.Branches, func(b string) bool { return !m.Sees(b) }))
	if !isIn || !m.May(staff.ImportFiles) || m.Role != began.Role || fewer {
		return errs.Conflict("imports.may_no_more")
	}
	return nil
}

// Finish works on a run until it is finished, regardless of who started it.
func (s *Service) Finish(ctx context.Context, runID string) (*Run, error) {
	if err := s.Work(ctx, runID, func() bool { return false }); err != nil {
		return nil, err
	}
	return ReadRun(ctx, s.DB, runID)
}

func (s *Service) fail(ctx context.Context, runID, key string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Lock the row before reading it.
		if _, err := tx.Exec(ctx, `UPDATE imports SET version = version WHERE id = $1`, runID); err != nil {
			return err
		}
		r, err := ReadRun(ctx, tx, runID)
		if err != nil || failed[r.State] == "" {
			return err
		}
		if err := r.set(failed[r.State], worker); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE imports SET state = $2, wrong = $3, ended_at = $4, changed_at = $4, version = version + 1
			WHERE id = $1`, runID, r.State, key, db.At(s.Clock.Now()))
		return err
	})
}

var (
	errTakenBack = errors.New("imports: a dry run")
	errOvertaken = errors.New("imports: stopped, or somebody else went on")
)

// through imports the items of a file, starting with the first unprocessed one.
func (s *Service) through(ctx context.Context, r *Run, late func() bool) error {
	data, err := s.Store.Get(ctx, r.Blob)
	if errors.Is(err, blobs.ErrGone) {
		return errs.Conflict("imports.file_gone")
	}
	if err != nil {
		return err
	}
	m := r.Mapping()
	in, err := NewOrdered(func() (*sheets.Table, error) { return sheets.Open(bytes.NewReader(data), int64(len(data))) },
		&m)
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = in.table.Close() }()
	j, err := s.begin(ctx, r)
	if err != nil {
		return err
	}
	if err := j.skip(ctx, in); err != nil {
		return err
	}
	for done := false; !done; {
		if late() {
			return errLater
		}
		if err := s.stillMay(ctx, r); err != nil {
			return err
		}
		var items []*Item
		offered := 0
		for len(items) < j.size && offered < chunkOffered*j.size/chunk {
			it, err := in.Next()
			if err == io.EOF {
				done = true
				break
			}
			if err != nil {
				return unreadable(err)
			}
			items = append(items, it)
			offered += len(it.Variants)
		}
		if err := j.take(ctx, items, int64(in.Rows), in.n, false); err != nil {
			return err
		}
	}
	if err := s.stillMay(ctx, r); err != nil {
		return err
	}
	return j.take(ctx, j.left(), int64(in.Rows), in.n, true)
}

// skip passes over the items that are already processed, and remembers those that still lack their variations.
func (j *job) skip(ctx context.Context, in *Reader) error {
	var groups []string
	for in.n < j.run.ItemsDone {
		it, err := in.Next()
		if err != nil {
			return unreadable(err)
		}
		if j.m.Format == WooCommerce && it.Group != "" && it.ParentOf == "" && len(it.Variants) == 0 {
			j.waiting[it.Group] = it
			groups = append(groups, it.Group)
		}
	}
	for part := range slices.Chunk(groups, 512) {
		var added []string
		if err := j.DB.Select(ctx, &added, `SELECT grp FROM import_results WHERE import_id = $1 AND phase = $2
			AND grp IN (`+db.List(3, len(part))+`)`, db.Args(part, j.run.ID, j.run.phase())...); err != nil {
			return err
		}
		for _, group := range added {
			delete(j.waiting, group)
		}
	}
	return nil
}

// take processes some items in one transaction. A dry run uses two: one that is rolled back, and one that records the
// outcomes.
func (j *job) take(ctx context.Context, items []*Item, rows, at int64, last bool) error {
	var results []Result
	work := func(ctx context.Context, tx *db.Tx) (err error) {
		began := time.Now()
		defer func() { j.size = fitting(j.size, time.Since(began)) }()
		j.forget()
		if j.m.Format == Extras {
			results, err = j.extrasChunk(ctx, tx, items)
			return err
		}
		results, err = j.chunk(ctx, tx, items, last)
		return err
	}
	counts := map[string]int{}
	record := func(ctx context.Context, tx *db.Tx) error {
		clear(counts)
		for outcome, n := range j.run.Counts {
			counts[outcome] = n
		}
		for _, one := range results {
			counts[one.Outcome]++
		}
		if err := j.write(ctx, tx); err != nil {
			return err
		}
		return j.moveOn(ctx, tx, results, counts, rows, at, last)
	}
	var err error
	if j.run.State == Checking {
		err = j.inTx(ctx, func(ctx context.Context, tx *db.Tx) error { return cmp.Or(work(ctx, tx), errTakenBack) })
		if !errors.Is(err, errTakenBack) {
			return err
		}
		j.keep(true)
		err = j.DB.InTx(ctx, record)
	} else {
		err = j.inTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			// The run's row is locked first: stopping the run waits for this chunk.
			n, err := tx.Exec(ctx, `UPDATE imports SET items_done = items_done WHERE id = $1 AND state = $2 AND items_done = $3`,
				j.run.ID, Running, j.run.ItemsDone)
			if err != nil {
				return err
			}
			if n == 0 {
				return errOvertaken
			}
			if err := work(ctx, tx); err != nil {
				return err
			}
			return record(ctx, tx)
		})
		if err == nil {
			j.keep(false)
		}
	}
	if err != nil {
		return err
	}
	j.run.ItemsDone, j.run.Counts = at, counts
	return nil
}

// moveOn records the outcomes of some items and the run's progress.
func (j *job) moveOn(ctx context.Context, tx *db.Tx, results []Result, counts map[string]int, rows, at int64,
	last bool) error {
	was, now := j.run.State, db.At(j.Clock.Now())
	next := *j.run
	var ended *db.Millis
	if last {
		ended = &now
		if err := next.set(finished[was], worker); err != nil {
			return err
		}
	}
	n, err := tx.Exec(ctx, `UPDATE imports SET items_done = $2, rows_read = $3, counts = $4, state = $5, ended_at = $6,
		changed_at = $7,
		version = version + CAST($10 AS BIGINT) WHERE id = $1 AND items_done = $8 AND state = $9`,
		j.run.ID, at, rows, packed(counts), next.State, ended, now, j.run.ItemsDone, was, map[bool]int64{true: 1}[last])
	if err != nil {
		return err
	}
	if n == 0 {
		return errOvertaken
	}
	stmts := make([]db.Stmt, len(results))
	for i, r := range results {
		stmts[i] = db.Stmt{
			SQL: `INSERT INTO import_results (import_id, phase, n, line, name, grp, product_id, outcome, problems, unplaced)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			Args: []any{j.run.ID, j.run.phase(), r.N, int64(r.Line), r.Name, r.Group, r.ProductID, r.Outcome, kept(r.Problems),
				r.LeftOut.text()}}
	}
	return tx.Batch(ctx, stmts)
}

const (
	keptUnused  = 30 * 24 * time.Hour // a file that nobody ran
	keptResults = 90 * 24 * time.Hour // the results of its rows, and the data for undoing it
)

// Sweep deletes files that were never run, and the rows of old runs, which can then no longer be undone. The runs
// themselves stay.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	var old []struct{ ID, Blob string }
	if err := s.DB.Select(ctx, &old, `SELECT id, stored AS blob FROM imports WHERE stored <> ''
		AND (changed_at < $1 AND state IN ($3, $4) OR changed_at < $2 AND state NOT IN ($5, $6, $7, $8))
		ORDER BY id
		LIMIT 500`, db.At(now.Add(-keptUnused)), db.At(now.Add(-keptResults)), Uploaded, Checked, Checking, Running, Undoing,
		Redoing); err != nil {
		return err
	}
	for _, r := range old {
		if err := s.Store.Delete(ctx, r.Blob); err != nil {
			return err
		}
		for _, table := range []string{"import_results", "import_changes"} {
			if err := s.empty(ctx, table, r.ID); err != nil {
				return err
			}
		}
		if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE imports SET stored = '' WHERE id = $1`, r.ID)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// inTx runs a transaction that may compare names (products.Comparing).
func (s *Service) inTx(ctx context.Context, write func(ctx context.Context, tx *db.Tx) error) error {
	return s.Catalog.Comparing(ctx, func(ctx context.Context) error {
		return s.DB.InTx(db.WithoutGroupCommit(ctx), write)
	})
}

// empty deletes the rows of a run in batches.
func (s *Service) empty(ctx context.Context, table, runID string) error {
	part := map[string]string{
		"import_results": `DELETE FROM import_results WHERE import_id = $1
			AND n IN (SELECT n FROM import_results WHERE import_id = $1 ORDER BY n LIMIT 2000)`,
		"import_changes": `DELETE FROM import_changes WHERE import_id = $1
			AND seq IN (SELECT seq FROM import_changes WHERE import_id = $1 ORDER BY seq LIMIT 2000)`,
	}[table]
	for {
		var n int64
		if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			n, err = tx.Exec(ctx, part, runID)
			return err
		}); err != nil || n == 0 {
			return err
		}
	}
}
