package stock

import (
	"context"
	"fmt"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// The reasons for a change of on_hand.
const (
	Opening    = "opening"
	Received   = "received"
	Sold       = "sold"
	Returned   = "returned"
	Scrapped   = "scrapped"
	Corrected  = "corrected"
	WrittenOff = "written_off"
)

func errInterrupted(orderID string, it Item) error {
	return fmt.Errorf("stock: reservation of %s for %s at %s does not match the stock", orderID, it.VariantID, it.BranchID)
}

// Receive adds units to a branch's stock: opening stock, a supplier's delivery, or returned goods. The same reason and
// source count only once per variant, so it may be repeated. Qty must be positive.
func (s *Service) Receive(ctx context.Context, tx *db.Tx, items []Item, reason, source string) error {
	now := db.At(s.clock.Now())
	for _, it := range sorted(items) {
		if it.Qty <= 0 {
			return fmt.Errorf("stock: cannot receive %d units", it.Qty)
		}
		n, err := tx.Exec(ctx, moveSQL+` ON CONFLICT (branch_id, variant_id, reason, source) DO NOTHING`,
			it.BranchID, it.VariantID, id.New("mov"), it.Qty, reason, source, now)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		var after Level
		err = tx.Get(ctx, &after, `INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, $3, 0)
			ON CONFLICT (branch_id, variant_id) DO UPDATE SET on_hand = stock.on_hand + excluded.on_hand
			RETURNING variant_id, on_hand, reserved, counted`, it.BranchID, it.VariantID, it.Qty)
		if err != nil {
			return err
		}
		if after.Counted && after.Available() == it.Qty {
			if err := s.tell(ctx, tx, map[string][]string{it.BranchID: {it.VariantID}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Scrap records returned units that cannot be sold again: they are booked in and out, so the stock stays unchanged. The
// same source counts only once per variant.
func (s *Service) Scrap(ctx context.Context, tx *db.Tx, items []Item, source string) error {
	now := db.At(s.clock.Now())
	for _, it := range sorted(items) {
		if it.Qty <= 0 {
			return fmt.Errorf("stock: cannot scrap %d units", it.Qty)
		}
		// A unit sold at the branch has a stock row. No missing row is created, so that doctor finds a move without one.
		for _, m := range []struct {
			qty    int64
			reason string
		}{{it.Qty, Returned}, {-it.Qty, Scrapped}} {
			if _, err := tx.Exec(ctx, moveSQL+` ON CONFLICT (branch_id, variant_id, reason, source) DO NOTHING`,
				it.BranchID, it.VariantID, id.New("mov"), m.qty, m.reason, source, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// Return puts an order's sold units back into stock, once. Units that were not counted when sold are not counted when
// they come back.
func (s *Service) Return(ctx context.Context, tx *db.Tx, orderID string) error {
	var items []Item
	err := tx.Select(ctx, &items, `SELECT branch_id, variant_id, qty FROM reservations
		WHERE order_id = $1 AND state = 'committed' AND counted ORDER BY branch_id, variant_id`, orderID)
	if err != nil {
		return err
	}
	return s.Receive(ctx, tx, items, Returned, orderID)
}

// Level is a variant's stock at a branch.
type Level struct {
	VariantID string `db:"variant_id"`
	OnHand    int64  `db:"on_hand"`
	Reserved  int64  `db:"reserved"`
	Counted   bool
}

// Available is the number of units of a counted variant that can be bought.
func (l Level) Available() int64 { return l.OnHand - l.Reserved }

// Left is the number of units of a variant that can be bought.
type Left struct {
	VariantID string `db:"variant_id"`
	Available int64
}

// AvailableStmt reads, as part of a batch, how many units of some variants can be bought at a branch. A variant that
// the branch never had is absent, which means none.
func AvailableStmt(branchID string, variantIDs []string, into *[]Left) db.Stmt {
	ids := db.Padded(variantIDs)
	return db.Stmt{SQL: `SELECT s.variant_id, ` + products.AvailableSQL + ` AS available FROM stock s
		WHERE s.branch_id = $1
		AND s.variant_id IN (` + db.List(2, len(ids)) + `) ORDER BY s.variant_id`, Args: db.Args(ids, branchID), Into: into}
}
