package orders

import (
	"context"
	"errors"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Placed is a customer's number of orders, counted up to a limit, and the time of the last one.
type Placed struct {
	Count int64
	More  bool
	Last  *db.Millis
}

// PlacedBy counts the orders of some customers, each up to most, using the index orders_user.
func PlacedBy(ctx context.Context, q db.Querier, userIDs []string, most int64) (map[string]Placed, error) {
	out := map[string]Placed{}
	if len(userIDs) == 0 {
		return out, nil
	}
	n := len(userIDs)
	var counts []struct {
		ID string
		N  int64
	}
	err := q.Select(ctx, &counts, `SELECT u.id, (SELECT COUNT(*) FROM (SELECT o.id FROM orders o
			WHERE o.user_id = u.id AND o.status <> 'draft' LIMIT `+db.List(n+1, 1)+`) AS counted) AS n
		FROM users u WHERE u.id IN (`+db.List(1, n)+`)`, append(db.Args(userIDs), most+1)...)
	if err != nil {
		return nil, err
	}
	var lasts []struct {
		ID   string
		Last *db.Millis
	}
	err = q.Select(ctx, &lasts, `SELECT u.id, (SELECT o.created_at FROM orders o WHERE o.user_id = u.id
		AND o.status <> 'draft'
			ORDER BY o.created_at DESC, o.id DESC LIMIT 1) AS last
		FROM users u WHERE u.id IN (`+db.List(1, n)+`)`, db.Args(userIDs)...)
	for _, r := range counts {
		out[r.ID] = Placed{Count: min(r.N, most), More: r.N > most}
	}
	for _, r := range lasts {
		one := out[r.ID]
		one.Last = r.Last
		out[r.ID] = one
	}
	return out, err
}

// CustomerOf finds the customer of the order with a number; typed is false if the text is not an order number.
func CustomerOf(ctx context.Context, q db.Querier, text string) (userID string, typed bool, err error) {
	number := numberTyped(text)
	if number == "" {
		return "", false, nil
	}
	err = q.Get(ctx, &userID, `SELECT user_id FROM orders WHERE number = $1 AND status <> 'draft'`, number)
	if errors.Is(err, db.ErrNoRows) {
		return "", true, nil
	}
	return userID, true, err
}

// NewestOf reads a customer's newest orders that the member may see.
func (s *Service) NewestOf(ctx context.Context, q db.Querier, member staff.Member, userID string, lang i18n.Lang,
	most int) ([]ListedOrder, error) {
	var list []Order
	query, args := theirOrders(member, userID, most)
	err := q.Select(ctx, &list, query, args...)
	out := make([]ListedOrder, len(list))
	for i := range list {
		out[i] = s.listed(&list[i], lang)
	}
	return out, err
}
