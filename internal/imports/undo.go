package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"

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
	ofCost    = "cost"
	// A category that a run made: archived again, unless it holds something.
	ofCategory = "category"
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
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, Args: []any{j.run.ID, j.seq + int64(i), c.Kind, c.Ref, c.Branch, c.Before, c.Version, false}}
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

// TakenBack is what became of an undoing.
type TakenBack struct {
	Back int // changes that were taken back
	Left []LeftOver
}

// LeftOver is what was changed or sold since, and so stays.
type LeftOver struct {
	Seq       int64
	ProductID string
	VariantID string // of a price or a shelf
	BranchID  string
	Key       string // why
	Args      map[string]any
}

// errLater says that the time is up and somebody has to go on.
var errLater = errors.New("imports: to be gone on with")

// takeBack takes a run back: products it made are archived, what it changed is as
// it was. What somebody has changed or sold since is left and named. It goes on
// where it was cut off; late says when that is to be.
func (s *Service) takeBack(ctx context.Context, r *Run, late func() bool) (TakenBack, error) {
	var out TakenBack
	by := s.by(r)
	ours := map[string]bool{} // products whose later change was taken back already
	for before := int64(1) << 62; ; {
		if late() {
			return out, errLater
		}
		if err := s.stillMay(ctx, r); err != nil {
			return out, err
		}
		var part []change
		if err := s.DB.Select(ctx, &part, `SELECT seq, kind, ref, branch_id, before, version FROM import_changes
			WHERE import_id = $1 AND seq < $2 AND NOT undone ORDER BY seq DESC LIMIT `+strconv.Itoa(chunk), r.ID, before); err != nil {
			return out, err
		}
		if len(part) == 0 {
			break
		}
		before = part[len(part)-1].Seq
		var done TakenBack
		var mine map[string]bool
		err := s.inTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			done, mine = TakenBack{}, map[string]bool{}
			for _, c := range part {
				if c.Kind == ofStock {
					continue // last, as its hooks lock what every page depends on
				}
				if err := s.back(ctx, tx, r, by, c, &done, func(ref string) bool { return ours[ref] || mine[ref] }, func(ref string) { mine[ref] = true }); err != nil {
					return err
				}
			}
			for _, c := range part {
				if c.Kind == ofStock {
					if err := s.backOnShelf(ctx, tx, r, c, &done); err != nil {
						return err
					}
				}
			}
			return s.nameLeft(ctx, tx, r.ID, done.Left)
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
		_, err := tx.Exec(ctx, `UPDATE imports SET state = $2, undone_at = $3, changed_at = $3 WHERE id = $1 AND state = $4`, r.ID, Undone, db.At(s.Clock.Now()), Undoing)
		return err
	})
}

// nameLeft writes down what stays, by the names people know.
func (s *Service) nameLeft(ctx context.Context, tx *db.Tx, runID string, left []LeftOver) error {
	for _, l := range left {
		var row struct {
			Product string `db:"product_id"`
			EN      string `db:"name_en"`
			AR      string `db:"name_ar"`
		}
		query, ref := `SELECT id AS product_id, name_en, name_ar FROM products WHERE id = $1`, l.ProductID
		if l.VariantID != "" {
			query, ref = `SELECT p.id AS product_id, p.name_en, p.name_ar FROM products p JOIN variants v ON v.product_id = p.id WHERE v.id = $1`, l.VariantID
		}
		if err := tx.Get(ctx, &row, query, ref); err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		p := Problem{Key: l.Key, Args: l.Args}
		if b, ok := s.Branches.Branch(l.BranchID); ok {
			p.Value = b.Name.EN
		}
		if _, err := tx.Exec(ctx, `INSERT INTO import_results (import_id, phase, n, line, name, grp, product_id, outcome, problems)
			VALUES ($1, $2, $3, 0, $4, '', $5, $6, $7) ON CONFLICT (import_id, phase, n) DO NOTHING`,
			runID, PhaseUndo, l.Seq, cmp.Or(row.AR, row.EN, l.ProductID, l.VariantID), cmp.Or(row.Product, l.ProductID), Left, packed([]Problem{p})); err != nil {
			return err
		}
	}
	return nil
}

// settle notes that a change was taken back, or that it stays.
func settle(ctx context.Context, tx *db.Tx, runID string, c change, done *TakenBack, refused *errs.Error) error {
	if refused != nil {
		l := LeftOver{Seq: c.Seq, ProductID: c.Ref, BranchID: c.Branch, Key: refused.Key, Args: byName(refused.Args)}
		if c.Kind != ofProduct {
			l.ProductID, l.VariantID = "", c.Ref
		}
		done.Left = append(done.Left, l)
		return nil
	}
	done.Back++
	_, err := tx.Exec(ctx, `UPDATE import_changes SET undone = $3 WHERE import_id = $1 AND seq = $2`, runID, c.Seq, true)
	return err
}

// itsPlaces are the shelves of a product, by whole keys.
const itsPlaces = `branch_id IN (SELECT branch_id FROM branch_prices WHERE product_id = $1) AND variant_id IN (SELECT id FROM variants WHERE product_id = $1)`

var movedOn = errs.MovedOn(nil)

// refuses says why somebody may not take a change back: it is not of what they
// work with now.
func (r Rights) refuses(c change) *errs.Error {
	switch {
	case (c.Kind == ofProduct || c.Kind == ofCategory) && r.Terms, c.Kind == ofStock && r.NoStock, c.Kind == ofCost && r.NoCosts, c.Branch != "" && !r.sees(c.Branch):
		return errs.NotAllowed()
	}
	return nil
}

func (s *Service) back(ctx context.Context, tx *db.Tx, r *Run, by catalog.By, c change, done *TakenBack, ours func(string) bool, mine func(string)) error {
	if no := r.Options.Rights.refuses(c); no != nil {
		return settle(ctx, tx, r.ID, c, done, no)
	}
	if c.Kind == ofPrice {
		want := catalog.Price{BranchID: c.Branch, VariantID: c.Ref}
		if c.Before != "" {
			if err := json.Unmarshal([]byte(c.Before), &want); err != nil {
				return err
			}
		} else if have, err := catalog.PricesOf(ctx, tx, []catalog.PriceKey{{BranchID: c.Branch, VariantID: c.Ref}}); err != nil {
			return err
		} else { // a price is never deleted: it is not sold there
			want = have[catalog.PriceKey{BranchID: c.Branch, VariantID: c.Ref}]
			want.Sold = false
		}
		want.Version = c.Version
		out, err := s.Catalog.SetPrices(ctx, tx, by, []catalog.PriceChange{{Price: want}})
		if err != nil {
			return err
		}
		if out[0].Waits {
			return settle(ctx, tx, r.ID, c, done, errs.Conflict("imports.price_waits"))
		}
		return settle(ctx, tx, r.ID, c, done, out[0].Refused)
	}
	if c.Kind == ofCost {
		var was catalog.Cost
		if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
			return err
		}
		// What it was set to stands in the place of a version.
		out, err := s.Catalog.SetCosts(ctx, tx, by, []catalog.CostChange{{Cost: was, Was: &c.Version, Read: true}})
		if err != nil {
			return err
		}
		return settle(ctx, tx, r.ID, c, done, out[0].Refused)
	}
	if c.Kind == ofCategory {
		err := s.Catalog.ArchiveCategory(ctx, tx, by, c.Ref)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			return nil // something is in it, which is named itself where it is of this run
		} else if err != nil {
			return err
		}
		return settle(ctx, tx, r.ID, c, done, nil)
	}
	now, err := catalog.Read(ctx, tx, c.Ref)
	if err != nil {
		return err
	}
	var sold int64
	if c.Before == "" {
		if err := tx.Get(ctx, &sold, `SELECT COUNT(*) FROM stock_moves WHERE reason = 'sold' AND `+itsPlaces, c.Ref); err != nil {
			return err
		}
		var held int64
		if err := tx.Get(ctx, &held, `SELECT COUNT(*) FROM reservations WHERE state = 'active' AND `+itsPlaces, c.Ref); err != nil {
			return err
		}
		sold += held
	}
	if sold > 0 || now.Version != c.Version && !ours(c.Ref) || now.ArchivedAt != nil {
		return settle(ctx, tx, r.ID, c, done, movedOn)
	}
	if c.Before == "" {
		err = s.Catalog.Archive(ctx, tx, by, c.Ref, true)
	} else {
		var was state
		if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
			return err
		}
		var waits bool
		if waits, err = s.Catalog.Update(ctx, tx, by, c.Ref, 0, was.Form); waits {
			return settle(ctx, tx, r.ID, c, done, errs.Conflict("imports.name_waits"))
		}
		if err == nil && was.Published != now.Active {
			err = s.Catalog.Publish(ctx, tx, by, c.Ref, was.Published)
		}
	}
	var refused *errs.Error
	if errors.As(err, &refused) {
		return settle(ctx, tx, r.ID, c, done, refused)
	}
	if err != nil {
		return err
	}
	mine(c.Ref)
	return settle(ctx, tx, r.ID, c, done, nil)
}

// backOnShelf gives a shelf what it held, unless it holds something else by now.
func (s *Service) backOnShelf(ctx context.Context, tx *db.Tx, r *Run, c change, done *TakenBack) error {
	if no := r.Options.Rights.refuses(c); no != nil {
		return settle(ctx, tx, r.ID, c, done, no)
	}
	var was stock.Shelf
	if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
		return err
	}
	held := c.Version
	in := stock.Change{BranchID: c.Branch, VariantID: c.Ref, Counted: &was.Counted, OnHand: &was.OnHand, Was: &held}
	if !was.Counted {
		in.OnHand, in.Was = nil, nil
	}
	out, err := s.Stock.Apply(ctx, tx, stock.By{StaffID: r.Options.By, Source: "undo " + r.ID}, []stock.Change{in})
	if err != nil {
		return err
	}
	return settle(ctx, tx, r.ID, c, done, out[0].Refused)
}
