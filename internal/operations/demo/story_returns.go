package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/id"
)

// returnWay is the sequence of a return in the demo, with the time of each step after the request.
var returnWay = []struct {
	to    returns.State
	role  staff.Role
	after time.Duration
}{
	{returns.Approved, staff.Support, 3 * time.Hour},
	{returns.PickedUp, staff.Courier, 26 * time.Hour},
	{returns.Received, staff.Manager, 29 * time.Hour},
	{returns.Inspected, staff.Manager, 31 * time.Hour},
	{returns.Settled, staff.Finance, 33 * time.Hour},
}

// giveBack adds the return of a delivered order.
func (h *historian) giveBack(ctx context.Context, o PastOrder, orderID string) error {
	if o.Return == nil {
		return nil
	}
	order, err := orders.Get(ctx, h.node.DB, orderID)
	if err != nil {
		return err
	}
	asked := order.DeliveredAt.Time().Add(o.Return.After)
	h.clock.Set(earlier(asked, h.now))
	returnID, err := h.askReturn(ctx, o, orderID)
	if err != nil {
		return err
	}
	to := returns.State(o.Return.State)
	if to == returns.Requested {
		return nil
	}
	for _, step := range returnWay {
		h.clock.Set(earlier(asked.Add(step.after), h.now))
		m := returns.Transition{ReturnID: returnID, To: step.to,
			Actor: returns.StaffActor("stf_demo_"+string(step.role), step.role)}
		if step.to == returns.Inspected {
			var verdicts []returns.Verdict
			if verdicts, err = h.verdicts(ctx, returnID); err == nil {
				_, err = h.node.Returns.Inspect(ctx, m, verdicts)
			}
		} else {
			_, err = h.node.Returns.Transition(ctx, m)
		}
		if err != nil {
			return fmt.Errorf("%s to %s: %w", returnID, step.to, err)
		}
		if step.to == to {
			break
		}
	}
	return h.settle(ctx)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (h *historian) askReturn(ctx context.Context, o PastOrder, orderID string) (string, error) {
	lines, err := orders.Lines(ctx, h.node.DB, orderID)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(lines, func(l orders.Line) bool { return l.VariantID == VariantID(o.Return.SKU) })
	if at < 0 {
		return "", fmt.Errorf("%s is not in the order", o.Return.SKU)
	}
	items := []map[string]any{
		{"line_id": lines[at].ID, "qty": o.Return.Qty, "reason_id": o.Return.Reason, "comment": o.Return.Comment}}
	var offer struct {
		Slots []struct{ ID string }
	}
	if err := h.into(ctx, &offer, o, "GET", "/orders/"+orderID+"/returnable", nil); err != nil {
		return "", err
	}
	if len(offer.Slots) < 2 {
		return "", fmt.Errorf("%s has no time for a pickup", o.BranchID)
	}
	var preview struct{ Total json.Number }
	if err := h.into(ctx, &preview, o, "POST", "/orders/"+orderID+"/return/preview",
		map[string]any{"items": items}); err != nil {
		return "", err
	}
	var made struct{ ID string }
	err = h.into(ctx, &made, o, "POST", "/returns", map[string]any{"order_id": orderID, "items": items,
		"slot_id": offer.Slots[1].ID, "expected_refund": preview.Total}, "Idempotency-Key", "story-"+id.Short())
	return made.ID, err
}

// into asks the node's API as the story's customer and reads the answer.
func (h *historian) into(ctx context.Context, v any, o PastOrder, method, path string, body any,
	headers ...string) error {
	raw, err := h.do(ctx, o, method, path, body, headers...)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, v)
}

// verdicts accept everything for restocking.
func (h *historian) verdicts(ctx context.Context, returnID string) ([]returns.Verdict, error) {
	var rows []struct {
		LineID string `db:"line_id"`
		Unit   int64
	}
	err := h.node.DB.Select(ctx, &rows, `SELECT line_id, unit FROM return_units WHERE return_id = $1
		ORDER BY line_id, unit`, returnID)
	out := make([]returns.Verdict, len(rows))
	for i, r := range rows {
		out[i] = returns.Verdict{LineID: r.LineID, Unit: r.Unit, Outcome: returns.Restock}
	}
	return out, err
}
