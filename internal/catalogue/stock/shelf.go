package stock

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

// Faults are the parties that can bear a write-off.
var Faults = []string{"branch", "courier", "shop", "customer", "supplier"}

// The limits of typed values.
const (
	maxUnits = 1_000_000
	maxNote  = 200
)

// Actor is the person who changes the stock. Source identifies the request: each source moves stock only once, however
// often the request is sent.
type Actor struct {
	StaffID string // empty: nothing is written down (the demo)
	Source  string
}

// Change is a requested change of one variant at a branch. Nil fields stay unchanged; at most one of OnHand, Received
// and WrittenOff is set.
type Change struct {
	BranchID, VariantID string
	// UnitGrams is the weight of a unit if the variant is sold by weight; it is used in messages.
	UnitGrams int64
	Counted   *bool
	WarnAt    *int64
	// OnHand is the result of a stock-take, including units reserved for orders. Was is the on-hand quantity that the
	// caller saw; nil accepts any.
	OnHand, Was *int64
	Received    *int64
	WrittenOff  *int64
	Fault       string // of what is written off
	Note        string
}

// StockLevel is a branch's stock of a variant.
type StockLevel struct {
	BranchID  string     `db:"branch_id"`
	VariantID string     `db:"variant_id"`
	OnHand    int64      `db:"on_hand"`
	Reserved  int64      `db:"reserved"`
	Counted   bool       `db:"counted"`
	OutUntil  *db.Millis `db:"out_until"`
	WarnAt    int64      `db:"warn_at"`
}

// Outcome is the result of a Change: the current stock level, and the reason if the change was refused.
type Outcome struct {
	StockLevel StockLevel
	Changed    bool
	Refused    *errs.Error
}

const shelfSQL = `SELECT branch_id, variant_id, on_hand, reserved, counted, out_until, warn_at FROM stock`

// shelfOf reads a branch's stock of a variant; zero if it never had any.
func shelfOf(ctx context.Context, q db.Querier, branchID, variantID string) (StockLevel, error) {
	var s StockLevel
	err := q.Get(ctx, &s, shelfSQL+` WHERE branch_id = $1 AND variant_id = $2`, branchID, variantID)
	if errors.Is(err, db.ErrNoRows) {
		return StockLevel{BranchID: branchID, VariantID: variantID, Counted: true}, nil
	}
	return s, err
}

// Apply makes the changes or refuses them with a reason, and notifies hooks of variants that may have sold out or
// become available. Outcomes are in the order of the changes. Call it last in a transaction, as the hooks lock rows
// that every page depends on.
func (s *Service) Apply(ctx context.Context, tx *db.Tx, by Actor, list []Change) ([]Outcome, error) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	// Rows are locked in the same order as in a purchase.
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(list[a].BranchID, list[b].BranchID), cmp.Compare(list[a].VariantID, list[b].VariantID))
	})
	out := make([]Outcome, len(list))
	// Two changes of the same stock level run one after the other.
	for left := order; len(left) > 0; {
		var now, later []int
		for n, i := range left {
			if n > 0 && list[left[n-1]].at() == list[i].at() {
				later = append(later, i)
			} else {
				now = append(now, i)
			}
		}
		if err := s.apply(ctx, tx, by, list, now, out); err != nil {
			return nil, err
		}
		left = later
	}
	changed := map[string][]string{}
	for _, i := range order {
		if out[i].Changed {
			changed[list[i].BranchID] = append(changed[list[i].BranchID], list[i].VariantID)
		}
	}
	return out, s.tell(ctx, tx, changed)
}

// Place identifies a variant at a branch.
type Place struct{ BranchID, VariantID string }

func (c *Change) at() Place { return Place{c.BranchID, c.VariantID} }

// LevelsOf reads the stock levels of some variants, one branch at a time, because the primary key begins with the
// branch. Variants that a branch never had are absent.
func LevelsOf(ctx context.Context, q db.Querier, places []Place) (map[Place]StockLevel, error) {
	of := map[string][]string{}
	for _, p := range places {
		of[p.BranchID] = append(of[p.BranchID], p.VariantID)
	}
	out := make(map[Place]StockLevel, len(places))
	for _, branch := range slices.Sorted(maps.Keys(of)) {
		slices.Sort(of[branch])
		for part := range slices.Chunk(slices.Compact(of[branch]), 512) {
			part = db.Padded(part)
			var rows []StockLevel
			if err := q.Select(ctx, &rows, shelfSQL+` WHERE branch_id = $1 AND variant_id IN (`+db.List(2, len(part))+`)`,
				db.Args(part, branch)...); err != nil {
				return nil, err
			}
			for _, k := range rows {
				out[Place{k.BranchID, k.VariantID}] = k
			}
		}
	}
	return out, nil
}

// apply makes the changes at the given indices, each to a different stock level, and records their outcomes. The number
// of round trips is the same for any number of changes.
func (s *Service) apply(ctx context.Context, tx *db.Tx, by Actor, list []Change, which []int, out []Outcome) error {
	// Create and lock the rows before reading them.
	locks := make([]db.Stmt, len(which))
	places := make([]Place, len(which))
	for n, i := range which {
		places[n] = list[i].at()
		locks[n] = db.Stmt{SQL: `INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, 0, 0)
			ON CONFLICT (branch_id, variant_id) DO UPDATE
			SET on_hand = stock.on_hand`, Args: []any{list[i].BranchID, list[i].VariantID}}
	}
	if err := tx.Batch(ctx, locks); err != nil {
		return err
	}
	before, err := LevelsOf(ctx, tx, places)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	next := map[int]*StockLevel{}
	var moves []db.Stmt
	qty, moved := make([]int64, len(list)), make([]int64, len(list))
	for _, i := range which {
		c := list[i]
		was := before[c.at()]
		out[i].StockLevel = was
		will := was
		if c.Counted != nil {
			will.Counted = *c.Counted
		}
		if c.WarnAt != nil {
			will.WarnAt = *c.WarnAt
		}
		reason, units, refused := c.move(was, will.Counted)
		if refused != nil {
			out[i].Refused = refused
			continue
		}
		next[i] = &will
		if reason != "" {
			moves = append(moves, db.Stmt{SQL: `INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at,
				staff_id, fault, note)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (branch_id, variant_id, reason, source) DO NOTHING`,
				Args: []any{c.BranchID, c.VariantID, id.New("mov"), units, reason, by.Source, db.At(now), by.StaffID, c.Fault,
					c.Note}, Rows: &moved[i]})
			qty[i] = units
		}
	}
	if err := tx.Batch(ctx, moves); err != nil {
		return err
	}
	for i, will := range next {
		will.OnHand += qty[i] * moved[i]
	}
	var updates []db.Stmt
	var entries []audit.Entry
	for _, i := range which {
		was, will := before[list[i].at()], next[i]
		if will == nil || *will == was {
			continue
		}
		updates = append(updates, db.Stmt{SQL: `UPDATE stock SET on_hand = $3, counted = $4, warn_at = $5
			WHERE branch_id = $1 AND variant_id = $2`,
			Args: []any{will.BranchID, will.VariantID, will.OnHand, will.Counted, will.WarnAt}})
		entries = append(entries, audit.Entry{StaffID: by.StaffID, Action: "shelf.change", Object: will.VariantID,
			Before: was, After: *will, Reason: list[i].Note})
		out[i] = Outcome{StockLevel: *will, Changed: true}
	}
	if err := tx.Batch(ctx, updates); err != nil || by.StaffID == "" {
		return err
	}
	return audit.WriteAll(ctx, tx, now, entries)
}

// atField assigns a refusal to a cell.
func atField(name string, e *errs.Error) *errs.Error {
	e.Fields = []errs.Field{{Name: name, Key: e.Key, Args: e.Args}}
	return e
}

// move returns the effect of a change on on_hand, or why it is not allowed.
func (c Change) move(was StockLevel, counted bool) (reason string, qty int64, refused *errs.Error) {
	fault := slices.Contains(Faults, c.Fault)
	switch {
	case c.OnHand == nil && c.Received == nil && c.WrittenOff == nil:
		return "", 0, nil
	case !counted:
		return "", 0, errs.Refuse("stock.not_counted")
	case c.OnHand != nil && c.Was != nil && *c.Was != was.OnHand && *c.OnHand != was.OnHand:
		return "", 0, atField("on_hand", errs.Conflict("stock.moved_on", "left", i18n.Amount(was.OnHand, c.UnitGrams)))
	case c.OnHand != nil && *c.OnHand < was.Reserved:
		return "", 0, atField("on_hand", errs.Refuse("stock.below_reserved", "held", i18n.Amount(was.Reserved, c.UnitGrams)))
	case c.OnHand != nil && *c.OnHand == was.OnHand:
		return "", 0, nil
	case c.OnHand != nil:
		return Corrected, *c.OnHand - was.OnHand, nil
	case c.Received != nil:
		return Received, *c.Received, nil
	case !fault:
		return "", 0, errs.Invalid("fault", "stock.fault_needed")
	case c.Note == "":
		return "", 0, errs.Invalid("note", "common.required")
	case *c.WrittenOff > was.OnHand-was.Reserved:
		return "", 0,
			atField("written_off", errs.Refuse("stock.not_so_many", "left", i18n.Amount(was.OnHand-was.Reserved, c.UnitGrams)))
	}
	return WrittenOff, -*c.WrittenOff, nil
}

func (s *Service) log(ctx context.Context, tx *db.Tx, by Actor, action string, was, next StockLevel,
	reason string) error {
	if by.StaffID == "" {
		return nil
	}
	return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{StaffID: by.StaffID, Action: action, Object: next.VariantID,
		Before: was, After: next, Reason: reason})
}

// SellOut marks variants as sold out at a branch until its next business day begins, or removes the mark. Call it last
// in a transaction.
func (s *Service) SellOut(ctx context.Context, tx *db.Tx, by Actor, branchID string, variantIDs []string,
	out bool) ([]StockLevel, error) {
	var until *db.Millis
	if out {
		at := db.At(clock.NextBusinessDay(s.clock.Now()))
		until = &at
	}
	shelves := make([]StockLevel, 0, len(variantIDs))
	var changed []string
	for _, v := range slices.Compact(slices.Sorted(slices.Values(variantIDs))) {
		was, err := shelfOf(ctx, tx, branchID, v)
		if err != nil {
			return nil, err
		}
		n, err := tx.Exec(ctx, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved, out_until)
			VALUES ($1, $2, 0, 0, $3)
			ON CONFLICT (branch_id, variant_id) DO UPDATE SET out_until = excluded.out_until
			WHERE COALESCE(stock.out_until, 0) <> COALESCE(excluded.out_until, 0)`, branchID, v, until)
		if err != nil {
			return nil, err
		}
		next, err := shelfOf(ctx, tx, branchID, v)
		if err != nil {
			return nil, err
		}
		shelves = append(shelves, next)
		if n == 0 {
			continue
		}
		changed = append(changed, v)
		if err := s.log(ctx, tx, by, "shelf.sold_out", was, next, ""); err != nil {
			return nil, err
		}
	}
	if len(changed) == 0 {
		return shelves, nil
	}
	return shelves, s.tell(ctx, tx, map[string][]string{branchID: changed})
}

// Jobs registers the job that ends sold-out marks.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("shelf.back", time.Minute, s.Back) }

// backAtOnce limits how many variants become available in one transaction.
const backAtOnce = 500

// Back ends manual sold-out marks when their time is over.
func (s *Service) Back(ctx context.Context) error {
	for {
		n := 0
		err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			var due []StockLevel
			err := tx.Select(ctx, &due, shelfSQL+` WHERE out_until <= $1 ORDER BY branch_id, variant_id LIMIT $2`,
				db.At(s.clock.Now()), int64(backAtOnce))
			if err != nil {
				return err
			}
			n = len(due)
			back := map[string][]string{}
			for _, d := range due {
				if _, err := tx.Exec(ctx, `UPDATE stock SET out_until = NULL WHERE branch_id = $1 AND variant_id = $2
					AND out_until = $3`,
					d.BranchID, d.VariantID, d.OutUntil); err != nil {
					return err
				}
				back[d.BranchID] = append(back[d.BranchID], d.VariantID)
			}
			return s.tell(ctx, tx, back)
		})
		if err != nil || n < backAtOnce {
			return err
		}
	}
}
