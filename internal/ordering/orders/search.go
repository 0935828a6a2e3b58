package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// theirOrders selects a customer's newest orders that a member may see: those of their branches or, for couriers, those
// that their board would show. The query uses the index orders_user and ends as soon as there are enough.
func theirOrders(m staff.Member, userID string, most int) (query string, args []any) {
	query, args = `SELECT `+columns+` FROM orders WHERE user_id = $1 AND status <> $2`, []any{userID, Draft}
	if m.Is(staff.Courier) {
		query += ` AND fulfilment <> $3 AND (status = $4 OR status = $5 AND courier_id IS NULL OR courier_id = $6)`
		args = append(args, Pickup, Shipped, OutForDelivery, m.ID)
	}
	if m.Branches != nil {
		// Using the branch id in an expression keeps planners from choosing its index: they would read all orders of the
		// branch instead of the customer's few.
		query += ` AND (branch_id || '') IN (` + db.List(len(args)+1, max(1, len(m.Branches))) + `)`
		if args = db.Args(m.Branches, args...); len(m.Branches) == 0 {
			args = append(args, "") // of no branch
		}
	}
	args = append(args, int64(most))
	return query + fmt.Sprint(` ORDER BY created_at DESC, id DESC LIMIT $`, len(args)), args
}

// Search finds an order by number, and a customer's newest ones by phone, among those the member may see.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadOrders) {
		return nil, nil
	}
	var list []Order
	if number := numberTyped(q.Text); number != "" {
		var o Order
		err := s.DB.Get(ctx, &o, `SELECT `+columns+` FROM orders WHERE number = $1`, number)
		if err == nil {
			list = append(list, o)
		} else if !errors.Is(err, db.ErrNoRows) {
			return nil, err
		}
	}
	u, err := auth.UserByPhone(ctx, s.DB, q.Text)
	switch {
	case err == nil:
		var theirs []Order
		// Reading one more than is shown reveals whether there are others.
		query, args := theirOrders(q.Member, u.ID, q.Most+1)
		if err := s.DB.Select(ctx, &theirs, query, args...); err != nil {
			return nil, err
		}
		list = append(list, theirs...)
	case errs.Key(err) == "":
		return nil, err
	}
	found := staff.Hits{Kind: "order"}
	for _, o := range list {
		if !q.Member.Sees(o.BranchID) || !visible(q.Member, o.Status, o.Fulfilment, o.CourierID) {
			continue
		}
		detail := StaffLabel(o.Status, o.Fulfilment, q.Lang)
		if b, ok := s.Branches.Branch(o.BranchID); ok {
			detail += " · " + b.Name.In(q.Lang)
		}
		if !found.Add(q, staff.Hit{ID: o.ID, Title: o.Number, Detail: detail, To: "/orders/" + o.ID}) {
			break
		}
	}
	return []staff.Hits{found}, nil
}

// numberTyped normalises an order number that people typed with or without its letter and dashes; "" if it is not a
// number.
func numberTyped(text string) string {
	typed := strings.ToUpper(strings.NewReplacer("-", "", " ", "", "#", "").Replace(text))
	if len(typed) == 9 {
		typed = strings.TrimPrefix(typed, "W")
	}
	// Other characters than Latin letters and digits would be cut in the middle.
	if len(typed) != 8 ||
		strings.ContainsFunc(typed, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		return ""
	}
	return "W-" + typed[:4] + "-" + typed[4:]
}
