package imports

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"wekala/internal/platform/db"
)

// errLater means that the time is up and another job has to continue.
var errLater = errors.New("imports: to be gone on with")

// perUndo is how many products one transaction undoes.
const perUndo = 25

// takeBack undoes a run's changes, or redoes those that its undo reverted, one product at a time, each completely or
// not at all. It reports changes that stay, with the reason. It resumes where it was interrupted; late tells it when to
// stop.
func (s *Service) takeBack(ctx context.Context, r *Run, late func() bool) error {
	seen := map[string]bool{}
	for before := int64(1) << 62; ; {
		groups, next, err := block(ctx, s.DB, r.ID, r.State == Redoing, before, seen)
		if err != nil {
			return err
		}
		if next == 0 && len(groups) == 0 {
			break
		}
		before = next
		for part := range slices.Chunk(groups, perUndo) {
			if late() {
				return errLater
			}
			if err := s.stillMay(ctx, r); err != nil {
				return err
			}
			if err := s.takeBackPart(ctx, r, part); err != nil {
				return err
			}
		}
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		next, to := *r, finished[r.State]
		if r.State == Redoing && r.RowsDone < r.Rows {
			to = Stopped // as it was before its undo
		}
		if err := next.set(to, worker); err != nil {
			return err
		}
		now := db.At(s.Clock.Now())
		_, err := tx.Exec(ctx, `UPDATE imports SET state = $2, undone_at = $3, changed_at = $5 WHERE id = $1 AND state = $4`,
			r.ID, to, map[string]*db.Millis{Undone: &now}[to], r.State, now)
		return err
	})
}

// halfBack rolls back a transaction in which a product could be undone only partly.
type halfBack struct {
	group *group
	why   Problem
}

func (h *halfBack) Error() string { return "imports: left " + h.group.key + ": " + h.why.Key }

// takeBackPart undoes some products in one transaction, except those that cannot be undone.
func (s *Service) takeBackPart(ctx context.Context, r *Run, groups []*group) error {
	left := map[*group]Problem{}
	for {
		err := s.inTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			n, err := tx.Exec(ctx, `UPDATE imports SET items_done = items_done WHERE id = $1 AND state = $2`, r.ID, r.State)
			if err != nil {
				return err
			}
			if n == 0 {
				return errOvertaken
			}
			return s.takeBackIn(ctx, tx, r, groups, left)
		})
		half := (*halfBack)(nil)
		if !errors.As(err, &half) {
			return err
		}
		left[half.group] = half.why
	}
}

func (s *Service) takeBackIn(ctx context.Context, tx *db.Tx, r *Run, groups []*group,
	refused map[*group]Problem) error {
	plan, err := s.planned(ctx, tx, r, groups, map[string][]string{}, refused)
	if err != nil {
		return err
	}
	b := &backing{Service: s, run: r, by: s.by(r), records: plan.records, byUndo: r.State == Undoing}
	for _, g := range groups {
		why, stays := plan.left[g]
		if stays {
			if why.Key != "" {
				if err := s.nameLeft(ctx, tx, r, g, why); err != nil {
					return err
				}
			}
			continue
		}
		if err := b.group(ctx, tx, g); err != nil {
			return err
		}
	}
	if err := b.terms(ctx, tx); err != nil {
		return err
	}
	return b.settle(ctx, tx)
}

// nameLeft records a change that stays and the reason, with the name that people know.
func (s *Service) nameLeft(ctx context.Context, tx *db.Tx, r *Run, g *group, why Problem) error {
	one, err := leftOf(ctx, tx, g, why)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO import_results (import_id, phase, n, line, name, grp, product_id, outcome, problems)
		VALUES ($1, $2, $3, 0, $4, '', $5, $6, $7) ON CONFLICT (import_id, phase, n) DO NOTHING`,
		r.ID, r.undoPhase(), one.N, one.Name, one.ProductID, one.Outcome, kept(one.Problems))
	return err
}

// leftOf converts a change that stays into a result.
func leftOf(ctx context.Context, q db.Querier, g *group, why Problem) (Result, error) {
	var row struct {
		EN string `db:"name_en"`
		AR string `db:"name_ar"`
	}
	if c := g.changes[0]; c.Kind == ofExtras {
		err := q.Get(ctx, &row, `SELECT name_en, name_ar FROM extra_groups WHERE id = $1`, c.Ref)
		if errors.Is(err, db.ErrNoRows) {
			err = nil
		}
		return Result{N: g.last(), Name: cmp.Or(row.AR, row.EN, c.Ref), ProductID: c.Ref, Outcome: Left,
			Problems: []Problem{why}}, err
	}
	if err := q.Get(ctx, &row, `SELECT name_en, name_ar FROM products WHERE id = $1`, g.key); err != nil &&
		!errors.Is(err, db.ErrNoRows) {
		return Result{}, err
	}
	return Result{N: g.last(), Name: cmp.Or(row.AR, row.EN, g.key), ProductID: g.key, Outcome: Left,
		Problems: []Problem{why}}, nil
}

// undoPhase is the phase under which the results of the current or last undo are stored.
func (r *Run) undoPhase() string {
	switch r.State {
	case Redoing, Done, Stopped:
		return PhaseRedo
	}
	return PhaseUndo
}

// UndoPlan is the preview of undoing a run, or of redoing an undone one.
type UndoPlan struct {
	Removed  int // products that leave the catalogue
	OnSale   int // of those, that customers see now
	Restored int // products that are as they were again
	Left     int // products that stay as they are
	Rows     []Result
}

// maxPlanned limits the rows that a plan lists; its counts cover all.
const maxPlanned = 200

// PlanUndo returns the preview of undoing a run, or of redoing an undone one. It changes nothing.
func (s *Service) PlanUndo(ctx context.Context, by Actor, runID string) (UndoPlan, error) {
	plan := UndoPlan{Rows: []Result{}}
	r, err := ReadRun(ctx, s.DB, runID)
	if err != nil {
		return plan, err
	}
	if err := r.open(by); err != nil {
		return plan, err
	}
	switch {
	case slices.Contains(r.can(), "undo"):
		r.State = Undoing
	case slices.Contains(r.can(), "redo"):
		r.State = Redoing
	default:
		return plan, notNow()
	}
	r.Options.Rights, r.Options.By = by.Rights, by.StaffID
	seen, detached := map[string]bool{}, map[string][]string{}
	for before := int64(1) << 62; ; {
		groups, next, err := block(ctx, s.DB, r.ID, r.State == Redoing, before, seen)
		if err != nil {
			return plan, err
		}
		if next == 0 && len(groups) == 0 {
			return plan, s.nameStaff(ctx, plan.Rows)
		}
		before = next
		part, err := s.planned(ctx, s.DB, r, groups, detached, nil)
		if err != nil {
			return plan, err
		}
		for _, g := range groups {
			why, stays := part.left[g]
			switch now := part.records[g.key]; {
			case stays && why.Key == "", g.changes[0].Kind == ofCategory:
			case stays:
				if plan.Left++; len(plan.Rows) < maxPlanned {
					one, err := leftOf(ctx, s.DB, g, why)
					if err != nil {
						return plan, err
					}
					plan.Rows = append(plan.Rows, one)
				}
			case part.gone[g]:
				plan.Removed++
				if now.Active {
					plan.OnSale++
				}
			default:
				plan.Restored++
			}
		}
	}
}
