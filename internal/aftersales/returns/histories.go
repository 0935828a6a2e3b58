package returns

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
)

// inHistories returns pictures of returned items for those sources of history lines that belong to a return or to a
// refund for one, limited to the customer's orders.
func (s *Service) inHistories(ctx context.Context, q db.Querier, userID string,
	sources []string) (map[string][]files.Image, error) {
	made, err := payments.SourcesOf(ctx, q, sources)
	if err != nil {
		return nil, err
	}
	of := map[string]string{} // the return of each source
	var ids []string
	for _, source := range sources {
		from := source
		if behind, ok := made[source]; ok {
			from = behind
		}
		rest, ok := strings.CutPrefix(from, "return:")
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(rest, ":")
		if of[source] = id; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var back []struct {
		ReturnID string `db:"return_id"`
		OrderID  string `db:"order_id"`
		LineID   string `db:"line_id"`
	}
	err = q.Select(ctx, &back, `SELECT DISTINCT u.return_id, u.order_id, u.line_id FROM return_units u
		JOIN returns r ON r.id = u.return_id
		WHERE r.user_id = $1 AND u.live AND COALESCE(u.outcome, '') <> $2 AND r.id IN (`+db.List(3, len(ids))+`)
		ORDER BY u.return_id, u.order_id, u.line_id`, db.Args(ids, userID, Refuse)...)
	if err != nil {
		return nil, err
	}
	var orderIDs []string
	for _, b := range back {
		if !slices.Contains(orderIDs, b.OrderID) {
			orderIDs = append(orderIDs, b.OrderID)
		}
	}
	bought, err := orders.LinesOf(ctx, q, orderIDs)
	if err != nil {
		return nil, err
	}
	came := map[string][]orders.Line{} // by return, in the order of its lines
	for _, b := range back {
		at := slices.IndexFunc(bought[b.OrderID], func(l orders.Line) bool { return l.ID == b.LineID })
		came[b.ReturnID] = append(came[b.ReturnID], bought[b.OrderID][at])
	}
	images := map[string][]files.Image{}
	for id, lines := range came {
		images[id] = s.Orders.FirstImages(lines)
	}
	out := map[string][]files.Image{}
	for source, id := range of {
		if list, ok := images[id]; ok {
			out[source] = list
		}
	}
	return out, nil
}
