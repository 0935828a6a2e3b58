package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wekala/internal/operations/demo/data"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// regulars adds customers who ordered long ago and rated their orders, once: otherwise every branch would look new.
// Their repeated orders are copied, their ratings are real.
func (h *historian) regulars(ctx context.Context) error {
	shop, err := data.Load()
	if err != nil || len(shop.Regulars) == 0 {
		return err
	}
	var known int
	if err := h.node.DB.Get(ctx, &known, `SELECT COUNT(*) FROM users WHERE id = $1`,
		CustomerID(shop.Regulars[0].ID)); err != nil || known > 0 {
		return err
	}
	err = h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range shop.Regulars {
			if err := customer(ctx, tx, h.node.Auth, c, h.now.AddDate(0, 0, -regularsJoined)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var again []copyOf
	for _, v := range visits(shop, h.now) {
		placed, err := h.tell(ctx, v.order)
		if errors.Is(err, errNeverOpen) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s at %s: %w", v.order.UserID, v.order.BranchID, err)
		}
		for n, said := range v.again {
			o := v.order
			o.PlacedAt, o.Opinion = placed.at.AddDate(0, 0, 7*(n+1)), said
			again = append(again, copyOf{placed, o, id.New("ord"), orders.NewNumber(), o.UserID})
		}
	}
	for batch := range slices.Chunk(again, historyBatch) {
		if err := h.copy(ctx, batch); err != nil {
			return err
		}
	}
	for _, c := range again {
		h.clock.Set(c.model.ended.Add(c.order.PlacedAt.Sub(c.model.at)))
		if err := h.rate(ctx, c.order, c.id); err != nil {
			return err
		}
	}
	return h.handOver(ctx)
}

// handOver has the branches count all cash that couriers hold: the regulars' payments were handed over long ago.
func (h *historian) handOver(ctx context.Context) error {
	var open []struct {
		BranchID  string `db:"branch_id"`
		CourierID string `db:"courier_id"`
		Amount    int64  `db:"amount"`
	}
	err := h.node.DB.Select(ctx, &open, `SELECT branch_id, courier_id, CAST(SUM(amount) AS BIGINT) AS amount FROM cash_open
		GROUP BY branch_id, courier_id ORDER BY branch_id, courier_id`)
	if err != nil {
		return err
	}
	by := "stf_demo_finance"
	var finance []string
	if err := h.node.DB.Select(ctx, &finance,
		`SELECT id FROM staff WHERE role = 'finance' ORDER BY id LIMIT 1`); err != nil {
		return err
	}
	if len(finance) > 0 {
		by = finance[0]
	}
	h.clock.Set(h.now.AddDate(0, 0, -lastVisit+7*maxAgain+2))
	for _, one := range open {
		if _, err := h.do(ctx, PastOrder{UserID: by}, "POST", "/console/cash/handovers", map[string]any{
			"branch_id": one.BranchID, "courier_id": one.CourierID, "expected": pounds(one.Amount),
			"counted": pounds(one.Amount),
		}); err != nil {
			return err
		}
	}
	return nil
}
