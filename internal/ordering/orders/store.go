package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const columns = `id, number, user_id, branch_id, store_id, service_id, cart_id, cart_version, status, held_from,
	event_seq, payment_method, payment_state, currency, items_total, discount, delivery_fee, service_fee, tip, tax,
	total, paid, due, wallet_paid, points_paid, points_spent, given_back, coupon_id, coupon_code, address, address_id, district_id, note, change_for, scheduled_from,
	scheduled_to, promised_at, pin_tries, courier_id, courier_name, steps, terms_version, lang, expires_at, accept_by,
	attempts, picked_at, delivered_at, cancelled_by, created_at, updated_at, display_currency, display_rate, display_total, fulfilment, seller,
	commission_bp, commission_base, delivered_by, discount_by, promises, weighed_back, fee_to, waived, confirm_by, round_step, rounded, tip_to, store_owner,
	rounded_by, reached_at`

func (o *Order) values() []any {
	return []any{o.ID, o.Number, o.UserID, o.BranchID, o.StoreID, o.ServiceID, o.CartID, o.CartVersion,
		string(o.Status), (*string)(o.HeldFrom), o.EventSeq, o.PaymentMethod, o.PaymentState, o.Currency,
		o.ItemsTotal, o.Discount, o.DeliveryFee, o.ServiceFee, o.Tip, o.Tax, o.Total, o.Paid, o.Due,
		o.WalletPaid, o.PointsPaid, o.PointsSpent, o.GivenBack, o.CouponID, o.CouponCode, o.Address, o.AddressID,
		o.DistrictID, o.Note, o.ChangeFor,
		o.ScheduledFrom, o.ScheduledTo, o.PromisedAt, o.PINTries, o.CourierID, o.CourierName, o.Steps,
		o.TermsVersion, o.Lang, o.ExpiresAt, o.AcceptBy, o.Attempts, o.PickedAt, o.DeliveredAt, o.CancelledBy,
		o.CreatedAt, o.UpdatedAt, o.DisplayCurrency, o.DisplayRate, o.DisplayTotal, o.Fulfilment, o.Seller,
		o.CommissionBP, o.CommissionBase, o.DeliveredBy, o.DiscountBy, o.Promises, o.WeighedBack, o.FeeTo, o.Waived,
		o.ConfirmBy, o.RoundStep, o.Rounded, o.TipTo, o.StoreOwner, o.RoundedBy,
		o.ReachedAt}
}

var insertOrder = func() string {
	n := strings.Count(columns, ",") + 1
	return `INSERT INTO orders (` + columns + `) VALUES (` + db.List(1, n) + `)`
}()

const lineColumns = `order_id, id, branch_id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar, image,
	unit_price, list_price, qty, line_total, discount, vat_bp, tax, note, extras, extras_price, unit_grams, vat_class, as_new_hours, defective_hours, return_kind, cost`

// readColumns also has the columns that are filled when a line is picked.
const readColumns = lineColumns + `, weighed_grams, charged_grams`

const lineWidth = 25

// rowsOf gives n rows of parameters: ($1,$2),($3,$4) …
func rowsOf(n, width int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		b.WriteString(db.List(1+i*width, width))
		b.WriteByte(')')
	}
	return b.String()
}

func lineStmt(lines []Line) db.Stmt {
	args := make([]any, 0, len(lines)*lineWidth)
	for _, l := range lines {
		args = append(args, l.OrderID, l.ID, l.BranchID, l.VariantID, l.ProductID, l.NameEN, l.NameAR,
			l.VariantEN, l.VariantAR, l.Image, l.UnitPrice, l.ListPrice, l.Qty, l.LineTotal, l.Discount,
			l.VATBP, l.Tax, l.Note, l.Extras, l.Added, l.UnitGrams, l.VATClass, l.AsNewHours, l.DefectiveHours, l.ReturnKind)
	}
	var b strings.Builder
	for i := range lines {
		if i > 0 {
			b.WriteByte(',')
		}
		// The cost is read while the line is written: branch and variant are the third and fourth parameters of the line.
		at := i * lineWidth
		fmt.Fprintf(&b, `(%s, (SELECT cost FROM variant_costs WHERE branch_id = $%d AND variant_id = $%d))`,
			db.List(1+at, lineWidth), at+3, at+4)
	}
	return db.Stmt{SQL: `INSERT INTO order_lines (` + lineColumns + `) VALUES ` + b.String(), Args: args}
}

const eventColumns = `order_id, seq, from_status, to_status, actor_kind, actor_id, reason, at`

func eventStmt(events []Event) db.Stmt {
	const width = 8
	args := make([]any, 0, len(events)*width)
	for _, e := range events {
		args = append(args, e.OrderID, e.Seq, (*string)(e.From), string(e.To), e.ActorKind, e.ActorID, e.Reason, e.At)
	}
	return db.Stmt{SQL: `INSERT INTO order_events (` + eventColumns + `) VALUES ` + rowsOf(len(events), width), Args: args}
}

// updateStmt writes the columns that a transition may change, if the event numbered seen is still the order's last one.
func updateStmt(o *Order, seen int64) db.Stmt {
	return db.Stmt{SQL: `UPDATE orders SET status = $3, held_from = $4, event_seq = $5, payment_state = $6, paid = $7,
		due = $8, pin_tries = $9, courier_id = $10, courier_name = $11, expires_at = $12, accept_by = $13,
		attempts = $14, picked_at = $15, delivered_at = $16, cancelled_by = $17, updated_at = $18, confirm_by = $19,
		promised_at = $20, reached_at = $21
		WHERE id = $1 AND event_seq = $2`,
		Args: []any{o.ID, seen, string(o.Status), (*string)(o.HeldFrom), o.EventSeq, o.PaymentState, o.Paid,
			o.Due, o.PINTries, o.CourierID, o.CourierName, o.ExpiresAt, o.AcceptBy,
			o.Attempts, o.PickedAt, o.DeliveredAt, o.CancelledBy, o.UpdatedAt, o.ConfirmBy, o.PromisedAt, o.ReachedAt}}
}

// byID reads an order of any customer; NotFound if it does not exist.
func byID(ctx context.Context, q db.Querier, id string) (*Order, error) {
	var o Order
	err := q.Get(ctx, &o, `SELECT `+columns+` FROM orders WHERE id = $1`, id)
	return found(&o, err)
}

func found(o *Order, err error) (*Order, error) {
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return o, nil
}

// Get reads an order for other features (payments, checkout), which check the owner themselves; NotFound if it does not
// exist.
func Get(ctx context.Context, q db.Querier, id string) (*Order, error) { return byID(ctx, q, id) }

// Owned reads a customer's order by id or number; another customer's returns NotFound.
func Owned(ctx context.Context, q db.Querier, userID, ref string) (*Order, error) {
	var o Order
	err := q.Get(ctx, &o, `SELECT `+columns+` FROM orders WHERE user_id = $1 AND (id = $2 OR number = $2)
		ORDER BY id LIMIT 1`, userID, ref)
	return found(&o, err)
}

// Lines reads the lines of an order, in the same order as in the cart.
func Lines(ctx context.Context, q db.Querier, orderID string) ([]Line, error) {
	var lines []Line
	err := q.Select(ctx, &lines, `SELECT `+readColumns+` FROM order_lines WHERE order_id = $1 ORDER BY id`, orderID)
	return lines, err
}

// LinesOf reads the lines of several orders.
func LinesOf(ctx context.Context, q db.Querier, orderIDs []string) (map[string][]Line, error) {
	out := map[string][]Line{}
	if len(orderIDs) == 0 {
		return out, nil
	}
	var lines []Line
	err := q.Select(ctx, &lines, `SELECT `+readColumns+` FROM order_lines
		WHERE order_id IN (`+db.List(1, len(orderIDs))+`) ORDER BY order_id, id`, db.Args(orderIDs)...)
	for _, l := range lines {
		out[l.OrderID] = append(out[l.OrderID], l)
	}
	return out, err
}

// Events reads an order's events after a given one.
func Events(ctx context.Context, q db.Querier, orderID string, after int64) ([]Event, error) {
	var events []Event
	err := q.Select(ctx, &events, `SELECT `+eventColumns+` FROM order_events
		WHERE order_id = $1 AND seq > $2 ORDER BY seq`, orderID, after)
	return events, err
}

// Filter holds the filters of a customer's list of orders; empty fields do not restrict.
type Filter struct {
	ServiceID string
	Status    Status
}

func (f Filter) where() (string, []any) {
	return `user_id = $1 AND (CAST($2 AS TEXT) = '' OR service_id = $2) AND (CAST($3 AS TEXT) = '' OR status = $3)`,
		[]any{f.ServiceID, string(f.Status)}
}

// ofCustomer reads a page of a customer's orders, newest first, and their total number.
func ofCustomer(ctx context.Context, q db.Querier, userID string, f Filter, limit, offset int) ([]Order, int, error) {
	where, rest := f.where()
	args := append([]any{userID}, rest...)
	var total int
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM orders WHERE `+where, args...); err != nil {
		return nil, 0, err
	}
	var list []Order
	err := q.Select(ctx, &list, `SELECT `+columns+` FROM orders WHERE `+where+`
		ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`, append(args, int64(limit), int64(offset))...)
	return list, total, err
}

// HasOrdered reports whether a customer has an order that counts: one that was
// not cancelled or rejected.
func HasOrdered(ctx context.Context, q db.Querier, userID string) (bool, error) {
	var n int
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM (SELECT id FROM orders WHERE user_id = $1
		AND status NOT IN ('cancelled', 'rejected') LIMIT 1) AS any_order`, userID)
	return n > 0, err
}

// HasReceived reports whether a customer ever received an order. An order that was only placed costs nothing, and
// proves neither number nor address.
func HasReceived(ctx context.Context, q db.Querier, userID string) (bool, error) {
	var n int
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM (SELECT id FROM orders WHERE user_id = $1
		AND delivered_at IS NOT NULL LIMIT 1) AS any_order`, userID)
	return n > 0, err
}

// LostDeliveries counts a customer's orders that came back undelivered, up to most.
func LostDeliveries(ctx context.Context, q db.Querier, userID string, most int64) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM (SELECT id FROM orders WHERE user_id = $1 AND delivered_at IS NULL
		AND status IN ('in_return', 'return_received', 'returned') LIMIT $2) AS lost`, userID, most)
	return n, err
}

// OnBoard reads the orders of some branches in one status that changed at or after since, oldest first; of one
// fulfilment if given.
func OnBoard(ctx context.Context, q db.Querier, branchIDs []string, status Status, fulfilment string, since db.Millis,
	limit int) ([]Order, error) {
	if len(branchIDs) == 0 {
		return nil, nil
	}
	// Few orders are live; nearly all have ended. A live status must use the status index, because live orders may have
	// changed at any time. For ended orders only recent ones may be read, so they use the index by time.
	column, touched := "status", "COALESCE(updated_at, 0)"
	if !status.Live() {
		column, touched = "COALESCE(status, '')", "updated_at"
	}
	var list []Order
	err := q.Select(ctx, &list, `SELECT `+columns+` FROM orders
		WHERE `+column+` = $1 AND `+touched+` >= $2 AND (CAST($4 AS TEXT) = '' OR fulfilment = $4) AND branch_id IN (`+
		db.List(5, len(branchIDs))+`)
		ORDER BY created_at, id LIMIT $3`, db.Args(branchIDs, string(status), since, int64(limit), fulfilment)...)
	return list, err
}

// Touched is an order that changed.
type Touched struct {
	ID         string    `db:"id"`
	BranchID   string    `db:"branch_id"`
	Number     string    `db:"number"`
	Status     Status    `db:"status"`
	Fulfilment string    `db:"fulfilment"`
	CourierID  *string   `db:"courier_id"`
	EventSeq   int64     `db:"event_seq"`
	UpdatedAt  db.Millis `db:"updated_at"`
}

// ChangedSince lists orders of some branches that changed at or after a time.
func ChangedSince(ctx context.Context, q db.Querier, branchIDs []string, since db.Millis,
	limit int) ([]Touched, error) {
	if len(branchIDs) == 0 {
		return nil, nil
	}
	var list []Touched
	err := q.Select(ctx, &list, `SELECT id, branch_id, number, status, fulfilment, courier_id, event_seq, updated_at
		FROM orders
		WHERE updated_at >= $1 AND branch_id IN (`+db.List(3, len(branchIDs))+`)
		ORDER BY updated_at, id LIMIT $2`, db.Args(branchIDs, since, int64(limit))...)
	return list, err
}

// Units counts the units of some orders: pieces, and each line sold by weight as one.
func Units(ctx context.Context, q db.Querier, orderIDs []string) (map[string]int64, error) {
	out := make(map[string]int64, len(orderIDs))
	if len(orderIDs) == 0 {
		return out, nil
	}
	var rows []struct {
		OrderID string `db:"order_id"`
		Units   int64  `db:"units"`
	}
	err := q.Select(ctx, &rows, `SELECT order_id, CAST(SUM(CASE WHEN unit_grams > 0 THEN 1
		ELSE qty END) AS BIGINT) AS units FROM order_lines
		WHERE order_id IN (`+db.List(1, len(orderIDs))+`) GROUP BY order_id`, db.Args(orderIDs)...)
	for _, r := range rows {
		out[r.OrderID] = r.Units
	}
	return out, err
}

// AtBranch reads an order by id or number if the caller sees its branch; any other returns NotFound.
func AtBranch(ctx context.Context, q db.Querier, ref string, sees func(branchID string) bool) (*Order, error) {
	var o Order
	err := q.Get(ctx, &o, `SELECT `+columns+` FROM orders WHERE id = $1 OR number = $1 ORDER BY id LIMIT 1`, ref)
	if _, err := found(&o, err); err != nil {
		return nil, err
	}
	if !sees(o.BranchID) {
		return nil, errs.NotFound()
	}
	return &o, nil
}
