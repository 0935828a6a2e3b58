package demo

import (
	"context"
	"fmt"

	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
)

// like adds the hearts that the customer of a past order set.
func (h *historian) like(ctx context.Context, o PastOrder, district string) error {
	for _, heart := range o.Hearts {
		body := map[string]any{"kind": heart.Kind, "id": heart.ID}
		if _, err := h.do(ctx, o, "POST", "/favourites", body, "District-Id", district); err != nil {
			return err
		}
	}
	return nil
}

// rate adds a customer's rating of a past order, and the branch's answer an hour later.
func (h *historian) rate(ctx context.Context, o PastOrder, orderID string) error {
	if o.Opinion == nil || o.Status != string(orders.Delivered) {
		return nil
	}
	lines, err := orders.Lines(ctx, h.node.DB, orderID)
	if err != nil {
		return err
	}
	answers := map[string]string{"": o.Opinion.Answer} // by line
	items := []any{}
	for _, l := range lines {
		said, ok := o.Opinion.Lines[l.VariantID]
		if !ok {
			continue
		}
		items = append(items, map[string]any{"line_id": l.ID, "stars": said.Stars, "text": said.Text})
		answers[l.ID] = said.Answer
	}
	h.clock.Advance(o.Opinion.After)
	if h.clock.Now().After(h.now) {
		h.clock.Set(h.now)
	}
	if _, err := h.do(ctx, o, "POST", "/orders/"+orderID+"/rating", map[string]any{
		"stars": o.Opinion.Stars, "delivery_stars": o.Opinion.DeliveryStars, "text": o.Opinion.Text, "items": items,
	}); err != nil {
		return err
	}
	member := staff.Member{ID: "stf_demo_manager", Role: staff.Manager}
	var given []struct {
		ID      string `db:"id"`
		LineID  string `db:"line_id"`
		Version int64  `db:"version"`
	}
	if err := h.node.DB.Select(ctx, &given,
		`SELECT id, line_id, version FROM ratings WHERE order_id = $1 ORDER BY line_id`, orderID); err != nil {
		return err
	}
	for _, g := range given {
		if answers[g.LineID] == "" {
			continue
		}
		if _, err := h.node.Ratings.Answer(ctx, member, g.ID, g.Version, answers[g.LineID]); err != nil {
			return fmt.Errorf("answering %s: %w", g.ID, err)
		}
	}
	return nil
}
