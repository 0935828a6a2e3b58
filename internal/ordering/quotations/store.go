package quotations

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const columns = `id, number, user_id, branch_id, store_id, service_id, district_id, state, event_seq, version,
	company_name, tax_id, note, lang, expires_at, order_id, created_at, updated_at`

const lineColumns = `quotation_id, id, variant_id, product_id, name_en, name_ar, variant_en, variant_ar, image, qty, extras, extras_price, unit_grams`

const offerColumns = `quotation_id, version, staff_id, delivery_fee, note, items_total, tax, total, steps, expires_at, created_at`

const priceColumns = `quotation_id, version, line_id, unit_price, list_price, vat_bp`

const eventColumns = `quotation_id, seq, from_state, to_state, version, actor_kind, actor_id, note, at`

// rowsOf gives n rows of parameters: ($1,$2),($3,$4) …
func rowsOf(n, width int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("(" + db.List(1+i*width, width) + ")")
	}
	return b.String()
}

func width(columns string) int { return strings.Count(columns, ",") + 1 }

func insertStmts(q *Quotation) []db.Stmt {
	var lines []any
	for _, l := range q.Lines {
		lines = append(lines, l.QuotationID, l.ID, l.VariantID, l.ProductID, l.NameEN, l.NameAR, l.VariantEN, l.VariantAR,
			l.Image, l.Qty, l.Extras, l.Added, l.UnitGrams)
	}
	return []db.Stmt{
		{SQL: `INSERT INTO quotations (` + columns + `) VALUES (` + db.List(1, width(columns)) + `)`,
			Args: []any{q.ID, q.Number, q.UserID, q.BranchID, q.StoreID, q.ServiceID, q.DistrictID, string(q.State), q.EventSeq,
				q.Version, q.CompanyName, q.TaxID, q.Note, q.Lang, q.ExpiresAt, q.OrderID, q.CreatedAt, q.UpdatedAt}},
		{SQL: `INSERT INTO quotation_lines (` + lineColumns + `) VALUES ` + rowsOf(len(q.Lines), width(lineColumns)),
			Args: lines},
	}
}

func eventStmt(e Event) db.Stmt {
	return db.Stmt{SQL: `INSERT INTO quotation_events (` + eventColumns + `) VALUES (` + db.List(1, width(eventColumns)) +
		`)`,
		Args: []any{e.QuotationID, e.Seq, (*string)(e.From), string(e.To), e.Version, e.ActorKind, e.ActorID, e.Note, e.At}}
}

func offerStmts(o *Offer, lines []Line) []db.Stmt {
	var prices []any
	for _, l := range lines {
		p := o.Prices[l.ID]
		prices = append(prices, o.QuotationID, o.Version, l.ID, p.UnitPrice, p.ListPrice, p.VATBP)
	}
	return []db.Stmt{
		{SQL: `INSERT INTO quotation_offers (` + offerColumns + `) VALUES (` + db.List(1, width(offerColumns)) + `)`,
			Args: []any{o.QuotationID, o.Version, o.StaffID, o.DeliveryFee, o.Note, o.ItemsTotal, o.Tax, o.Total, o.Steps,
				o.ExpiresAt, o.CreatedAt}},
		{SQL: `INSERT INTO quotation_prices (` + priceColumns + `) VALUES ` + rowsOf(len(lines), width(priceColumns)),
			Args: prices},
	}
}

// moveStmt writes a transition if seen is still the quotation's last event.
func moveStmt(q *Quotation, seen int64) db.Stmt {
	return db.Stmt{SQL: `UPDATE quotations SET state = $3, event_seq = $4, version = $5, expires_at = $6, updated_at = $7
		WHERE id = $1 AND event_seq = $2`,
		Args: []any{q.ID, seen, string(q.State), q.EventSeq, q.Version, q.ExpiresAt, q.UpdatedAt}}
}

func found(q *Quotation, err error) (*Quotation, error) {
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

// whole adds the lines to a quotation that was found.
func whole(ctx context.Context, qr db.Querier, q *Quotation, err error) (*Quotation, error) {
	if q, err = found(q, err); err != nil {
		return nil, err
	}
	err = qr.Select(ctx, &q.Lines, `SELECT `+lineColumns+` FROM quotation_lines WHERE quotation_id = $1 ORDER BY id`, q.ID)
	return q, err
}

// Owned reads a customer's quotation by id or number; another customer's returns NotFound.
func Owned(ctx context.Context, qr db.Querier, userID, ref string) (*Quotation, error) {
	var q Quotation
	err := qr.Get(ctx, &q, `SELECT `+columns+` FROM quotations WHERE user_id = $1 AND (id = $2 OR number = $2)
		ORDER BY id LIMIT 1`, userID, ref)
	return whole(ctx, qr, &q, err)
}

// atBranch reads a quotation for staff; one of a branch that they do not see returns NotFound.
func atBranch(ctx context.Context, qr db.Querier, ref string, sees func(branchID string) bool) (*Quotation, error) {
	var q Quotation
	err := qr.Get(ctx, &q, `SELECT `+columns+` FROM quotations WHERE id = $1 OR number = $1 ORDER BY id LIMIT 1`, ref)
	if err == nil && !sees(q.BranchID) {
		return nil, errs.NotFound()
	}
	return whole(ctx, qr, &q, err)
}

func byID(ctx context.Context, qr db.Querier, id string) (*Quotation, error) {
	var q Quotation
	err := qr.Get(ctx, &q, `SELECT `+columns+` FROM quotations WHERE id = $1`, id)
	return whole(ctx, qr, &q, err)
}

// ofCustomer reads a page of a customer's quotations, newest first, and their total number.
func ofCustomer(ctx context.Context, qr db.Querier, userID string, limit, offset int) ([]Quotation, int, error) {
	var total int
	if err := qr.Get(ctx, &total, `SELECT COUNT(*) FROM quotations WHERE user_id = $1`, userID); err != nil {
		return nil, 0, err
	}
	var list []Quotation
	err := qr.Select(ctx, &list, `SELECT `+columns+` FROM quotations WHERE user_id = $1
		ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, int64(limit), int64(offset))
	if err != nil {
		return nil, 0, err
	}
	return list, total, fillLines(ctx, qr, list)
}

// inQueue reads the quotations of some branches in some states, sorted by their last change, after the given time and
// id.
func inQueue(ctx context.Context, qr db.Querier, branchIDs []string, states []State, newest bool, at int64, id string,
	limit int) ([]Quotation, error) {
	if len(branchIDs) == 0 {
		return nil, nil
	}
	after := ` AND updated_at >= $%[1]d AND (updated_at > $%[1]d OR id > $%[2]d) ORDER BY updated_at, id LIMIT $%[3]d`
	if newest {
		after = ` AND updated_at <= $%[1]d AND (updated_at < $%[1]d OR id < $%[2]d)
			ORDER BY updated_at DESC, id DESC LIMIT $%[3]d`
	}
	args := db.Args(branchIDs)
	for _, state := range states {
		args = append(args, string(state))
	}
	n := len(args)
	var list []Quotation
	err := qr.Select(ctx, &list, `SELECT `+columns+` FROM quotations WHERE branch_id IN (`+db.List(1, len(branchIDs))+`)
		AND state IN (`+db.List(1+len(branchIDs), len(states))+`)`+fmt.Sprintf(after, n+1, n+2, n+3),
		append(args, at, id, int64(limit))...)
	if err != nil {
		return nil, err
	}
	return list, fillLines(ctx, qr, list)
}

// countStates counts the quotations of some branches by state.
func countStates(ctx context.Context, qr db.Querier, branchIDs []string) (map[State]int64, error) {
	out := map[State]int64{}
	if len(branchIDs) == 0 {
		return out, nil
	}
	var rows []struct {
		State State `db:"state"`
		N     int64 `db:"n"`
	}
	err := qr.Select(ctx, &rows, `SELECT state, COUNT(*) AS n FROM quotations WHERE branch_id IN (`+
		db.List(1, len(branchIDs))+`)
		GROUP BY state`, db.Args(branchIDs)...)
	for _, r := range rows {
		out[r.State] = r.N
	}
	return out, err
}

func fillLines(ctx context.Context, qr db.Querier, list []Quotation) error {
	if len(list) == 0 {
		return nil
	}
	at, ids := map[string]int{}, make([]string, len(list))
	for i := range list {
		ids[i], at[list[i].ID] = list[i].ID, i
	}
	var lines []Line
	err := qr.Select(ctx, &lines, `SELECT `+lineColumns+` FROM quotation_lines
		WHERE quotation_id IN (`+db.List(1, len(ids))+`) ORDER BY quotation_id, id`, db.Args(ids)...)
	for _, l := range lines {
		q := &list[at[l.QuotationID]]
		q.Lines = append(q.Lines, l)
	}
	return err
}

// offers reads every offer of a quotation, oldest first, with the prices of the
// last.
func offers(ctx context.Context, qr db.Querier, q *Quotation) ([]Offer, error) {
	var all []Offer
	err := qr.Select(ctx, &all, `SELECT `+offerColumns+` FROM quotation_offers WHERE quotation_id = $1 ORDER BY version`,
		q.ID)
	if err != nil || len(all) == 0 {
		return all, err
	}
	last := &all[len(all)-1]
	last.Prices, err = prices(ctx, qr, q.ID, last.Version)
	return all, err
}

func prices(ctx context.Context, qr db.Querier, quotationID string, version int64) (map[string]Price, error) {
	var rows []Price
	err := qr.Select(ctx, &rows, `SELECT `+priceColumns+` FROM quotation_prices
		WHERE quotation_id = $1 AND version = $2 ORDER BY line_id`, quotationID, version)
	out := make(map[string]Price, len(rows))
	for _, p := range rows {
		out[p.LineID] = p
	}
	return out, err
}

// offer reads one offer with its prices.
func offer(ctx context.Context, qr db.Querier, quotationID string, version int64) (*Offer, error) {
	var o Offer
	err := qr.Get(ctx, &o, `SELECT `+offerColumns+` FROM quotation_offers WHERE quotation_id = $1 AND version = $2`,
		quotationID, version)
	if err != nil {
		return nil, err
	}
	o.Prices, err = prices(ctx, qr, quotationID, version)
	return &o, err
}

// totals reads the totals of some quotations' current offers.
func totals(ctx context.Context, qr db.Querier, list []Quotation) (map[string]int64, error) {
	out := map[string]int64{}
	if len(list) == 0 {
		return out, nil
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	var rows []struct {
		ID    string `db:"id"`
		Total int64  `db:"total"`
	}
	err := qr.Select(ctx, &rows, `SELECT q.id, o.total FROM quotations q
		JOIN quotation_offers o ON o.quotation_id = q.id AND o.version = q.version
		WHERE q.id IN (`+db.List(1, len(ids))+`) ORDER BY q.id`, db.Args(ids)...)
	for _, r := range rows {
		out[r.ID] = r.Total
	}
	return out, err
}

func events(ctx context.Context, qr db.Querier, quotationID string) ([]Event, error) {
	var all []Event
	err := qr.Select(ctx, &all, `SELECT `+eventColumns+` FROM quotation_events WHERE quotation_id = $1 ORDER BY seq`,
		quotationID)
	return all, err
}

// countOpen counts a customer's open quotations and locks the customer's row first, so that no other can be added.
func countOpen(ctx context.Context, tx *db.Tx, userID string, now db.Millis) (int, error) {
	_, err := tx.Exec(ctx, `INSERT INTO quotation_customers (user_id, asked_at) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET asked_at = excluded.asked_at`, userID, now)
	if err != nil {
		return 0, err
	}
	names := make([]string, len(open))
	for i, s := range open {
		names[i] = string(s)
	}
	var n int
	err = tx.Get(ctx, &n, `SELECT COUNT(*) FROM quotations WHERE user_id = $1 AND state IN (`+db.List(2, len(names))+`)`,
		db.Args(names, userID)...)
	return n, err
}
