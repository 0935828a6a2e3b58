package imports

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Setting holds the choices made for a run before it begins.
type Setting struct {
	Columns  []Column
	Store    string
	Branches []string
	VATBP    int64
	// Category, Published and Uncounted are the defaults for new products.
	Category  string
	Published bool
	Uncounted bool
	// HeaderRow is the number of the header row, from 1; 0 if it was detected.
	HeaderRow int
}

// Set changes the meaning of a file's columns and the options of the import; an earlier dry run no longer applies. A
// mapping changed by hand is remembered for the header.
func (s *Service) Set(ctx context.Context, by Actor, runID string, version int64, in Setting) error {
	return s.move(ctx, by, runID, version, "import.set", to(Uploaded),
		func(ctx context.Context, tx *db.Tx, r *Run, _ string) error {
			if in.HeaderRow > 0 && in.HeaderRow != r.Options.Skip+1 {
				if err := s.rehead(ctx, tx, r, &in); err != nil {
					return err
				}
			}
			if wrong := s.wrong(r, by, &in); len(wrong) > 0 {
				return errs.InvalidAll(wrong)
			}
			now := s.Clock.Now()
			if !slices.Equal(in.Columns, r.Columns) {
				if _, err := tx.Exec(ctx, `INSERT INTO import_mappings (header, columns, at) VALUES ($1, $2, $3)
				ON CONFLICT (header) DO UPDATE SET columns = excluded.columns,
				at = excluded.at`, headerKey(by.StaffID, r.Header), packed(in.Columns), db.At(now)); err != nil {
					return err
				}
			}
			form, _ := Recognise(r.Header)
			form, columns := by.Rights.within(form, in.Columns)
			o := Options{Store: in.Store, Branches: in.Branches, VATBP: in.VATBP, Rights: by.Rights,
				Category: strings.TrimSpace(in.Category), Published: in.Published, Uncounted: in.Uncounted && !by.Rights.NoStock,
				Skip: r.Options.Skip}
			_, err := tx.Exec(ctx, `UPDATE imports SET format = $2, columns = $3, options = $4 WHERE id = $1`, r.ID,
				string(form), packed(columns), packed(o))
			return err
		})
}

// rehead reads a file again with the header in a different row, and recognises its columns again.
func (s *Service) rehead(ctx context.Context, tx *db.Tx, r *Run, in *Setting) error {
	data, err := s.Store.Get(ctx, r.Blob)
	if errors.Is(err, blobs.ErrGone) {
		return errs.Conflict("imports.file_gone")
	}
	if err != nil {
		return err
	}
	if in.HeaderRow > maxAbove {
		return errs.Invalid("header_row", "imports.header_far")
	}
	if err := r.look(bytes.NewReader(data), int64(len(data)), in.HeaderRow-1); err != nil {
		return err
	}
	in.Columns = r.Columns
	_, err = tx.Exec(ctx, `UPDATE imports SET header = $2, sample = $3, rows_in = $4 WHERE id = $1`, r.ID,
		packed(r.Header), packed(r.Sample), r.Rows)
	return err
}

// wrong returns the errors of a setting.
func (s *Service) wrong(r *Run, by Actor, in *Setting) (wrong []errs.Field) {
	say := func(name, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: name, Key: key, Args: args})
	}
	seen := map[Column]bool{}
	if len(in.Columns) != len(r.Header) {
		say("columns", "common.invalid")
	}
	for _, c := range in.Columns {
		switch {
		case c == Ignore:
		case !slices.Contains(Columns, c) && !slices.Contains(foreign, c):
			say("columns", "common.one_of")
		case seen[c] && !c.several():
			say("columns", "imports.column_twice")
		}
		seen[c] = true
	}
	if in.Store != "" {
		if st, ok := s.Branches.Store(in.Store); !ok || !s.sells(by.Rights, st.ID) {
			say("store", "common.one_of")
		} else {
			in.Store = st.ID
		}
	}
	kept := []string{}
	for _, ref := range in.Branches {
		b, ok := s.Branches.Branch(ref)
		if !ok || !by.Rights.sees(b.ID) {
			say("branches", "common.one_of")
			continue
		}
		kept = append(kept, b.ID)
	}
	in.Branches = kept
	if !slices.Contains([]int64{1400, 500, 0}, in.VATBP) {
		say("vat_bp", "common.one_of")
	}
	return wrong
}

// foreign lists columns that occur in other platforms' files and cannot be mapped by hand.
var foreign = []Column{RefID, Type, Parent, InStock, Backorders, Tracker, Policy, Status, ShelfElse}

// to returns the same next state for every state.
func to(next string) func(string) string { return func(string) string { return next } }

// move makes a member's transition of a run, if it still has the version that was read (a negative version matches
// any). change gets the run in its new state, and the state before.
func (s *Service) move(ctx context.Context, by Actor, runID string, version int64, action string,
	next func(string) string, change func(context.Context, *db.Tx, *Run, string) error) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Lock the row before reading it.
		if _, err := tx.Exec(ctx, `UPDATE imports SET version = version WHERE id = $1`, runID); err != nil {
			return err
		}
		r, err := ReadRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if err := r.open(by); err != nil {
			return err
		}
		if version >= 0 && r.Version != version {
			return errs.VersionConflict(nil)
		}
		was := r.State
		if err := r.set(next(was), member); err != nil {
			return err
		}
		if err := change(ctx, tx, r, was); err != nil {
			return err
		}
		now := s.Clock.Now()
		if _, err := tx.Exec(ctx, `UPDATE imports SET state = $2, version = version + 1, changed_at = $3 WHERE id = $1`,
			runID, r.State, db.At(now)); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: by.StaffID, Action: action, Object: runID,
			Before: map[string]string{"state": was}, After: map[string]string{"state": r.State, "file": r.File}})
	})
}

// fit returns what a file lacks before it can be imported.
func (r *Run) fit() error {
	names := count(r.Columns, NameEN) + count(r.Columns, NameAR) + count(r.Columns, Name)
	keys := count(r.Columns, SKU) + count(r.Columns, Barcode)
	switch {
	case r.Blob == "":
		return errs.Conflict("imports.file_gone")
	case r.Format == Prices && keys+names == 0:
		return errs.Invalid("columns", "imports.needs_sku")
	case r.Format == Prices && count(r.Columns, SizeStock)+count(r.Columns, SizePrice)+count(r.Columns, Price)+
		count(r.Columns, Stock)+count(r.Columns, Sold)+count(r.Columns, Offer)+count(r.Columns, Costs) == 0:
		return errs.Invalid("columns", "imports.needs_terms")
	case r.Format == Extras && count(r.Columns, Extra)+count(r.Columns, ExtraEN)+count(r.Columns, ExtraAR)+keys+names == 0:
		return errs.Invalid("columns", "imports.needs_extra")
	case r.Format == Mapped, r.Format == Ours && names+count(r.Columns, Handle) == 0:
		return errs.Invalid("columns", "imports.needs_name")
	}
	return nil
}

// Check starts a dry run, which shows the outcome for each row and changes nothing.
func (s *Service) Check(ctx context.Context, by Actor, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.check", to(Checking),
		func(ctx context.Context, tx *db.Tx, r *Run, _ string) error {
			return s.begins(ctx, tx, by, r, PhaseCheck)
		})
}

// Start starts an import, or continues one that was stopped or failed.
func (s *Service) Start(ctx context.Context, by Actor, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.run", to(Running),
		func(ctx context.Context, tx *db.Tx, r *Run, was string) error {
			if was == Stopped || was == Failed {
				// A run whose undo has begun can only be undone, not continued.
				var undone int64
				if err := tx.Get(ctx, &undone, `SELECT COUNT(*) FROM import_changes WHERE import_id = $1 AND undone`,
					r.ID); err != nil {
					return err
				}
				if undone > 0 {
					return errs.Conflict("imports.not_now")
				}
				if by.Rights.Terms && r.Format != Prices {
					return errs.Conflict("imports.not_now") // its rows are of products, which they may not change
				}
				if err := r.under(ctx, tx, by); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `UPDATE imports SET wrong = '', ended_at = NULL WHERE id = $1`, r.ID)
				return errors.Join(err, s.enqueue(ctx, tx, r.ID, 0))
			}
			return s.begins(ctx, tx, by, r, PhaseRun)
		})
}

// under makes a member the owner of the work that follows, with their current rights: their branches may have changed
// since they uploaded the file.
func (r *Run) under(ctx context.Context, tx *db.Tx, by Actor) error {
	r.Format, r.Columns = by.Rights.within(r.Format, r.Columns)
	r.Options.Rights, r.Options.By = by.Rights, by.StaffID
	_, err := tx.Exec(ctx, `UPDATE imports SET format = $2, columns = $3, options = $4 WHERE id = $1`, r.ID,
		string(r.Format), packed(r.Columns), packed(r.Options))
	return err
}

// begins starts a phase at the first row.
func (s *Service) begins(ctx context.Context, tx *db.Tx, by Actor, r *Run, phase string) error {
	if err := r.under(ctx, tx, by); err != nil {
		return err
	}
	if err := r.fit(); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM import_results WHERE import_id = $1 AND phase = $2`, r.ID, phase); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE imports SET items_done = 0, rows_read = 0, counts = '{}', wrong = '',
		ended_at = NULL WHERE id = $1`, r.ID); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, r.ID, 0)
}

// Stop ends the work in progress after the current chunk. A dry run is discarded; imported items stay, and the import
// can be continued or undone.
func (s *Service) Stop(ctx context.Context, by Actor, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.stop", func(state string) string { return stopped[state] },
		func(ctx context.Context, tx *db.Tx, r *Run, was string) error {
			if was == Checking {
				return nil
			}
			_, err := tx.Exec(ctx, `UPDATE imports SET ended_at = $2 WHERE id = $1`, r.ID, db.At(s.Clock.Now()))
			return err
		})
}

// TakeBack starts undoing a run.
func (s *Service) TakeBack(ctx context.Context, by Actor, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.undo", to(Undoing),
		func(ctx context.Context, tx *db.Tx, r *Run, _ string) error { return s.turns(ctx, tx, by, r) })
}

// Redo starts applying again what an undo reverted.
func (s *Service) Redo(ctx context.Context, by Actor, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.redo", to(Redoing),
		func(ctx context.Context, tx *db.Tx, r *Run, _ string) error { return s.turns(ctx, tx, by, r) })
}

// turns starts undoing or redoing a run.
func (s *Service) turns(ctx context.Context, tx *db.Tx, by Actor, r *Run) error {
	r.Options.Rights, r.Options.By = by.Rights, by.StaffID
	if _, err := tx.Exec(ctx, `UPDATE imports SET options = $2, turns = turns + 1, wrong = '' WHERE id = $1`, r.ID,
		packed(r.Options)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM import_results WHERE import_id = $1 AND phase = $2`, r.ID,
		r.undoPhase()); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, r.ID, 0)
}
