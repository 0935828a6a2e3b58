package imports

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"wekala/internal/audit"
	"wekala/internal/catalog"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/stock"
)

// change is something that a run has changed.
type change struct {
	Seq     int64  `db:"seq"`
	Kind    string `db:"kind"`
	Ref     string `db:"ref"`
	Branch  string `db:"branch_id"`
	Before  string `db:"before"`
	Version int64  `db:"version"`
}

const (
	ofProduct = "product"
	ofPrice   = "price"
	ofStock   = "stock"
)

// state is what a product was before a run.
type state struct {
	Form      catalog.ProductForm `json:"form"`
	Published bool                `json:"published"`
}

// write adds what a chunk has changed to the run's journal.
func (j *job) write(ctx context.Context, tx *db.Tx) error {
	stmts := make([]db.Stmt, len(j.changes))
	for i, c := range j.changes {
		stmts[i] = db.Stmt{SQL: `INSERT INTO import_changes (import_id, seq, kind, ref, branch_id, before, version, undone)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, Args: []any{j.o.ID, j.seq + int64(i), c.Kind, c.Ref, c.Branch, c.Before, c.Version, false}}
	}
	if len(stmts) > 0 {
		if _, err := tx.Batch(ctx, stmts); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) changed(kind, ref, branch string, before any, version int64) {
	text := ""
	if before != nil {
		raw, err := json.Marshal(before)
		if err != nil {
			panic("imports: a journal must encode: " + err.Error())
		}
		text = string(raw)
	}
	j.changes = append(j.changes, change{Kind: kind, Ref: ref, Branch: branch, Before: text, Version: version})
}

// open writes down that a run begins.
func (j *job) open(ctx context.Context) error {
	return j.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := j.Clock.Now()
		if _, err := tx.Exec(ctx, `INSERT INTO imports (id, file, format, staff_id, rows_read, counts, started_at) VALUES ($1, $2, $3, $4, 0, '{}', $5)`,
			j.o.ID, j.o.File, string(j.m.Format), j.o.Staff, db.At(now)); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: j.o.Staff, Action: "import.run", Object: j.o.ID, After: map[string]string{"file": j.o.File}})
	})
}

// close writes down what became of the run.
func (j *job) close(ctx context.Context, rep Report) error {
	counts, err := json.Marshal(rep.Counts)
	if err != nil {
		return err
	}
	return j.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE imports SET rows_read = $2, counts = $3, ended_at = $4 WHERE id = $1`, j.o.ID, rep.Rows, string(counts), db.At(j.Clock.Now()))
		return err
	})
}

// Undone is what became of an undoing.
type Undone struct {
	Back int      // changes that were taken back
	Left []string // what was changed or sold since, and so stays: product ids, and variants at branches
}

// Undo takes a run back: products it made are archived, what it changed is as it
// was. What somebody has changed or sold since is left and named. It can be
// called again after it was cut off.
func (s *Service) Undo(ctx context.Context, staffID, runID string) (Undone, error) {
	var out Undone
	var there int64
	if err := s.DB.Get(ctx, &there, `SELECT COUNT(*) FROM imports WHERE id = $1`, runID); err != nil {
		return out, err
	}
	if there == 0 {
		return out, errs.NotFound()
	}
	ours := map[string]bool{} // products whose later change was taken back already
	for before := int64(1) << 62; ; {
		var part []change
		if err := s.DB.Select(ctx, &part, `SELECT seq, kind, ref, branch_id, before, version FROM import_changes
			WHERE import_id = $1 AND seq < $2 AND NOT undone ORDER BY seq DESC LIMIT `+strconv.Itoa(chunk), runID, before); err != nil {
			return out, err
		}
		if len(part) == 0 {
			break
		}
		before = part[len(part)-1].Seq
		var done Undone
		var mine map[string]bool
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			done, mine = Undone{}, map[string]bool{}
			for _, c := range part {
				if c.Kind == ofStock {
					continue // last, as its hooks lock what every page depends on
				}
				if err := s.back(ctx, tx, staffID, runID, c, &done, func(ref string) bool { return ours[ref] || mine[ref] }, func(ref string) { mine[ref] = true }); err != nil {
					return err
				}
			}
			for _, c := range part {
				if c.Kind == ofStock {
					if err := s.backOnShelf(ctx, tx, staffID, runID, c, &done); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return out, err
		}
		out.Back += done.Back
		out.Left = append(out.Left, done.Left...)
		for ref := range mine {
			ours[ref] = true
		}
	}
	return out, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		if _, err := tx.Exec(ctx, `UPDATE imports SET undone_at = $2 WHERE id = $1`, runID, db.At(now)); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: staffID, Action: "import.undo", Object: runID,
			After: map[string]int{"back": out.Back, "left": len(out.Left)}})
	})
}

// settle notes that a change was taken back, or that it stays.
func settle(ctx context.Context, tx *db.Tx, runID string, c change, done *Undone, refused *errs.Error) error {
	if refused != nil {
		name := c.Ref
		if c.Branch != "" {
			name += " @ " + c.Branch
		}
		done.Left = append(done.Left, name)
		return nil
	}
	done.Back++
	_, err := tx.Exec(ctx, `UPDATE import_changes SET undone = $3 WHERE import_id = $1 AND seq = $2`, runID, c.Seq, true)
	return err
}

var movedOn = errs.MovedOn(nil)

func (s *Service) back(ctx context.Context, tx *db.Tx, staffID, runID string, c change, done *Undone, ours func(string) bool, mine func(string)) error {
	by := catalog.By{StaffID: staffID}
	if c.Kind == ofPrice {
		want := catalog.Price{BranchID: c.Branch, VariantID: c.Ref}
		if c.Before != "" {
			if err := json.Unmarshal([]byte(c.Before), &want); err != nil {
				return err
			}
		} else if have, err := pricesOf(ctx, tx, []string{c.Ref}); err != nil {
			return err
		} else { // a price is never deleted: it is not sold there
			want = have[c.Branch+" "+c.Ref]
			want.Sold = false
		}
		want.Version = c.Version
		out, err := s.Catalog.SetPrices(ctx, tx, by, []catalog.PriceChange{{Price: want}})
		if err != nil {
			return err
		}
		return settle(ctx, tx, runID, c, done, out[0].Refused)
	}
	now, err := catalog.Read(ctx, tx, c.Ref)
	if err != nil {
		return err
	}
	var sold int64
	if c.Before == "" {
		if err := tx.Get(ctx, &sold, `SELECT COUNT(*) FROM stock_moves WHERE reason = 'sold' AND variant_id IN (SELECT id FROM variants WHERE product_id = $1)`, c.Ref); err != nil {
			return err
		}
		var held int64
		if err := tx.Get(ctx, &held, `SELECT COUNT(*) FROM reservations WHERE state = 'active' AND variant_id IN (SELECT id FROM variants WHERE product_id = $1)`, c.Ref); err != nil {
			return err
		}
		sold += held
	}
	if sold > 0 || now.Version != c.Version && !ours(c.Ref) || now.ArchivedAt != nil {
		return settle(ctx, tx, runID, c, done, movedOn)
	}
	if c.Before == "" {
		err = s.Catalog.Archive(ctx, tx, by, c.Ref, true)
	} else {
		var was state
		if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
			return err
		}
		if err = s.Catalog.Update(ctx, tx, by, c.Ref, 0, was.Form); err == nil && was.Published != now.Active {
			err = s.Catalog.Publish(ctx, tx, by, c.Ref, was.Published)
		}
	}
	var refused *errs.Error
	if errors.As(err, &refused) {
		return settle(ctx, tx, runID, c, done, refused)
	}
	if err != nil {
		return err
	}
	mine(c.Ref)
	return settle(ctx, tx, runID, c, done, nil)
}

// backOnShelf gives a shelf what it held, unless it holds something else by now.
func (s *Service) backOnShelf(ctx context.Context, tx *db.Tx, staffID, runID string, c change, done *Undone) error {
	var was stock.Shelf
	if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
		return err
	}
	held := c.Version
	in := stock.Change{BranchID: c.Branch, VariantID: c.Ref, Counted: &was.Counted, OnHand: &was.OnHand, Was: &held}
	if !was.Counted {
		in.OnHand, in.Was = nil, nil
	}
	out, err := s.Stock.Apply(ctx, tx, stock.By{StaffID: staffID, Source: "undo " + runID}, []stock.Change{in})
	if err != nil {
		return err
	}
	return settle(ctx, tx, runID, c, done, out[0].Refused)
}
