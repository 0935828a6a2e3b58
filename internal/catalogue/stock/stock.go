// Package stock keeps how many units of a variant a branch has. Customers can buy on_hand − reserved
// (products.AvailableSQL), and nothing of a variant that has no row. A reservation holds units for one order: it is
// active until the products leave (Commit) or the order ends without them (Release), and each of these happens once
// even if it is requested several times.
//
// A branch that makes what it sells need not count it: then the variant is always available, and its reservations,
// which record that, take nothing from the row. Counted or not, staff can mark a variant as sold out; it comes back
// automatically when the branch's next business day begins.
//
// Every change of a row is a guarded single-row UPDATE, issued in sorted order, so that two customers can neither buy
// the same unit nor deadlock. on_hand never changes without a row in stock_moves that records the reason; doctor checks
// their sums.
package stock

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// Item is a quantity of a variant at a branch.
type Item struct {
	BranchID  string `db:"branch_id"`
	VariantID string `db:"variant_id"`
	Qty       int64  `db:"qty"`
}

// AvailabilityHook is called, in the same transaction, with the variants of a branch that sold out or became available.
// It is not called for other changes of quantity.
type AvailabilityHook func(ctx context.Context, tx *db.Tx, branchID string, variantIDs []string) error

// Service changes stock.
type Service struct {
	Deps
	db    *db.DB
	clock clock.Clock
	hooks []AvailabilityHook
}

// New returns a Service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// OnAvailability adds a hook. Call it before the first change.
func (s *Service) OnAvailability(h AvailabilityHook) { s.hooks = append(s.hooks, h) }

func sorted(items []Item) []Item {
	out := slices.Clone(items)
	slices.SortFunc(out, func(a, b Item) int {
		if c := strings.Compare(a.BranchID, b.BranchID); c != 0 {
			return c
		}
		return strings.Compare(a.VariantID, b.VariantID)
	})
	return out
}

const (
	reserveSQL = `UPDATE stock AS s SET reserved = s.reserved + CASE WHEN s.counted THEN $3 ELSE 0 END
		WHERE s.branch_id = $1 AND s.variant_id = $2 AND ` + products.AvailableSQL + ` >= $3`
	// This statement changes nothing. Its number of rows tells, without another round trip, whether the units just taken
	// were the last ones, or those about to be returned are the first. Its rows are already locked.
	emptySQL = `UPDATE stock SET reserved = reserved
		WHERE counted AND reserved = on_hand AND branch_id = $1 AND variant_id IN (`
	// The stock rows are already locked, so counted is the value that reserveSQL read.
	holdSQL = `INSERT INTO reservations (branch_id, variant_id, order_id, qty, state, expires_at, created_at, counted)
		VALUES `
)

// ErrShort is the guard's error when too few units of an item are available for a reservation.
var ErrShort = errors.New("stock: there is not enough")

// Reservation holds the statements that reserve an order's units, for a batch that the caller sends together with its
// own.
type Reservation struct {
	items []Item
	held  []int64 // by item: 1 where there was enough
	empty []int64 // by branch: how many of its items there are none left to buy of
	Stmts []db.Stmt
}

// Reserve prepares the reservation of items, which must name each variant once, until expires (nil: no end). The caller
// sends Stmts in a batch, and calls Short if that returns ErrShort.
func (s *Service) Reserve(orderID string, items []Item, expires *db.Millis) Reservation {
	r := Reservation{items: sorted(items)}
	now := db.At(s.clock.Now())
	r.held = make([]int64, len(r.items))
	for i, it := range r.items {
		r.Stmts = append(r.Stmts, db.Stmt{SQL: reserveSQL, Args: []any{it.BranchID, it.VariantID, it.Qty},
			Rows: &r.held[i], Guard: ErrShort})
	}
	parts := byBranch(r.items)
	r.empty = make([]int64, len(parts))
	for i, part := range parts {
		r.Stmts = append(r.Stmts, emptyStmt(part).Counted(&r.empty[i]))
	}
	var hold strings.Builder
	hold.WriteString(holdSQL)
	args := []any{orderID, expires, now}
	for i, it := range r.items {
		if i > 0 {
			hold.WriteByte(',')
		}
		n := len(args)
		fmt.Fprintf(&hold, `($%d, $%d, $1, $%d, 'active', $2, $3,
			COALESCE((SELECT counted FROM stock WHERE branch_id = $%d AND variant_id = $%d), TRUE))`, n+1, n+2, n+3, n+1, n+2)
		args = append(args, it.BranchID, it.VariantID, it.Qty)
	}
	r.Stmts = append(r.Stmts, db.Stmt{SQL: hold.String(), Args: args})
	return r
}

// byBranch splits sorted items by branch.
func byBranch(items []Item) [][]Item {
	var out [][]Item
	for from := 0; from < len(items); {
		to := from
		for to < len(items) && items[to].BranchID == items[from].BranchID {
			to++
		}
		out = append(out, items[from:to])
		from = to
	}
	return out
}

// emptyStmt counts the items of a branch that are sold out.
func emptyStmt(items []Item) db.Stmt {
	args := []any{items[0].BranchID}
	for _, it := range items {
		args = append(args, it.VariantID)
	}
	return db.Stmt{SQL: emptySQL + db.List(2, len(items)) + `)`, Args: args}
}

// none lists the items of a branch that are sold out.
func none(ctx context.Context, q db.Querier, items []Item) ([]string, error) {
	var ids []string
	args := []any{items[0].BranchID}
	for _, it := range items {
		args = append(args, it.VariantID)
	}
	err := q.Select(ctx, &ids, `SELECT variant_id FROM stock WHERE counted AND reserved = on_hand AND branch_id = $1
		AND variant_id IN (`+db.List(2, len(items))+`) ORDER BY variant_id`, args...)
	return ids, err
}

// Short lists the items with too few units. Call it after the statements have run.
func (r Reservation) Short() (short []Item) {
	for i, held := range r.held {
		if held == 0 {
			short = append(short, r.items[i])
		}
	}
	return short
}

// Tell calls the hooks for variants that the reservation sold out. Call it last in the transaction, because the hooks
// lock rows that every customer's page depends on.
func (s *Service) Tell(ctx context.Context, tx *db.Tx, r Reservation) error {
	gone := map[string][]string{}
	for i, part := range byBranch(r.items) {
		if r.empty[i] == 0 {
			continue
		}
		ids, err := none(ctx, tx, part)
		if err != nil {
			return err
		}
		gone[part[0].BranchID] = ids
	}
	return s.tell(ctx, tx, gone)
}

func (s *Service) tell(ctx context.Context, tx *db.Tx, changed map[string][]string) error {
	branches := make([]string, 0, len(changed))
	for b := range changed {
		branches = append(branches, b)
	}
	slices.Sort(branches)
	for _, b := range branches {
		for _, h := range s.hooks {
			if err := h(ctx, tx, b, changed[b]); err != nil {
				return err
			}
		}
	}
	return nil
}

// held is an order's reservation of a variant.
type held struct {
	Item
	Counted bool // it was taken from the row of stock
}

// active reads an order's active reservations, sorted.
func active(ctx context.Context, q db.Querier, orderID string) ([]held, error) {
	var items []held
	err := q.Select(ctx, &items, `SELECT branch_id, variant_id, qty, counted FROM reservations
		WHERE order_id = $1 AND state = 'active' ORDER BY branch_id, variant_id`, orderID)
	return items, err
}

const (
	endSQL = `UPDATE reservations SET state = $4, ended_at = $5
		WHERE branch_id = $1 AND variant_id = $2 AND order_id = $3 AND state = 'active'`
	releaseSQL = `UPDATE stock SET reserved = reserved - $3
		WHERE branch_id = $1 AND variant_id = $2 AND reserved >= $3`
	takeSQL = `UPDATE stock SET reserved = reserved - $3, on_hand = on_hand - $3
		WHERE branch_id = $1 AND variant_id = $2 AND reserved >= $3`
	moveSQL = `INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`
)

// must changes a row; no matching row means that the order's reservations were ended concurrently.
func must(orderID string, it Item, sql string, args ...any) db.Stmt {
	return db.Stmt{SQL: sql, Args: args, Guard: errInterrupted(orderID, it)}
}

// Release returns an order's units to the available stock. Without active reservations it does nothing. The caller has
// locked the order's row, so that only one caller ends a reservation.
func (s *Service) Release(ctx context.Context, tx *db.Tx, orderID string) error {
	items, err := active(ctx, tx, orderID)
	if err != nil || len(items) == 0 {
		return err
	}
	now := db.At(s.clock.Now())
	var stmts []db.Stmt
	empty := make([]int64, len(items)) // which of them there were none to buy of
	for i, h := range items {
		it := h.Item
		if h.Counted {
			stmts = append(stmts, emptyStmt([]Item{it}).Counted(&empty[i]),
				must(orderID, it, releaseSQL, it.BranchID, it.VariantID, it.Qty))
		}
		stmts = append(stmts, must(orderID, it, endSQL, it.BranchID, it.VariantID, orderID, "released", now))
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	back := map[string][]string{}
	for i, h := range items {
		if empty[i] > 0 {
			back[h.BranchID] = append(back[h.BranchID], h.VariantID)
		}
	}
	return s.tell(ctx, tx, back)
}

// Commit deducts an order's units from the branch's stock. Without active reservations it does nothing. The caller has
// locked the order's row.
func (s *Service) Commit(ctx context.Context, tx *db.Tx, orderID string) error {
	items, err := active(ctx, tx, orderID)
	if err != nil || len(items) == 0 {
		return err
	}
	now := db.At(s.clock.Now())
	var stmts []db.Stmt
	for _, h := range items {
		it := h.Item
		if h.Counted {
			stmts = append(stmts, must(orderID, it, takeSQL, it.BranchID, it.VariantID, it.Qty), db.Stmt{SQL: moveSQL,
				Args: []any{it.BranchID, it.VariantID, id.New("mov"), -it.Qty, Sold, orderID, now}})
		}
		stmts = append(stmts, must(orderID, it, endSQL, it.BranchID, it.VariantID, orderID, "committed", now))
	}
	return tx.Batch(ctx, stmts)
}

// KeepUntil sets or clears the expiry of an order's active reservations.
func (s *Service) KeepUntil(ctx context.Context, tx *db.Tx, orderID string, until *time.Time) error {
	var at *db.Millis
	if until != nil {
		m := db.At(*until)
		at = &m
	}
	_, err := tx.Exec(ctx, `UPDATE reservations SET expires_at = $2 WHERE order_id = $1 AND state = 'active'`, orderID, at)
	return err
}
