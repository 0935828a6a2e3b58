package orders

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/sheets"
	"wekala/internal/platform/wire"
)

// The list of all orders, including those that ended long ago, with filters for staff. Members find the orders that
// their board could have shown them.

// pastPart is the number of orders per part of the list; perWrite is how many are read at once for a file. Tests lower
// them.
var pastPart, perWrite = 25, 500

// filesAnHour limits how often a member of staff can export the list.
const filesAnHour = 20

// ListedOrder is an order in the list of all.
type ListedOrder struct {
	ID            string         `json:"id"`
	Number        string         `json:"number"`
	Status        string         `json:"status" enum:"draft,pending,processing,shipped,out_for_delivery,delivered,in_return,return_received,returned,on_hold,rejected,cancelled"`
	StatusLabel   string         `json:"status_label"`
	Fulfilment    string         `json:"fulfilment" enum:"delivery,pickup"`
	Branch        wire.Ref       `json:"branch"`
	Area          string         `json:"area" doc:"The district it is brought to; empty where it is collected."`
	Customer      MaskedCustomer `json:"customer"`
	Courier       string         `json:"courier" doc:"Who took it out for delivery; empty for nobody."`
	Total         money.Major    `json:"total"`
	Currency      string         `json:"currency"`
	PaymentMethod string         `json:"payment_method" enum:"cod,card,wallet"`
	PaymentLabel  string         `json:"payment_label"`
	PaidLabel     string         `json:"payment_state_label"`
	CreatedAt     db.Millis      `json:"created_at"`
	DeliveredAt   *db.Millis     `json:"delivered_at"`
}

// Narrowed holds the filters of the list of all orders.
type Narrowed struct {
	Text     string `query:"q" maxLength:"60" doc:"An order's number, or a customer's whole phone number."`
	From     string `query:"from" maxLength:"10" doc:"The first business day: 2026-11-20."`
	Until    string `query:"until" maxLength:"10" doc:"The last business day."`
	BranchID string `query:"branch_id" maxLength:"64"`
	State    string `query:"state" maxLength:"32"`
	Payment  string `query:"payment" maxLength:"10" doc:"cod, card or wallet."`
	Courier  string `query:"courier" maxLength:"64" doc:"Who took it out for delivery."`
	Customer string `query:"customer" maxLength:"64" doc:"Of one customer, by their id."`
}

// chosen is the filter as the audit log records it, without the search text, which may be a customer's phone number.
func (n Narrowed) chosen() map[string]any {
	out := map[string]any{}
	for field, value := range map[string]string{"from": n.From, "until": n.Until, "state": n.State, "courier": n.Courier} {
		if value != "" {
			out[field] = value
		}
	}
	return out
}

type pastInput struct {
	httpapi.PartInput
	Narrowed
}

// pastWhere is the SQL condition for the filters; none means that nothing can match.
type pastWhere struct {
	sql      string
	args     []any
	branches []string // nil for every one
	few      bool     // they are of one customer
	brought  bool     // they are of one courier
	none     bool
}

func (w *pastWhere) and(condition string, value any) {
	w.args = append(w.args, value)
	w.sql += fmt.Sprintf(" AND "+condition, len(w.args))
}

// where builds the condition for the orders that match among those the member may see.
func (s *Service) where(ctx context.Context, member staff.Member, in Narrowed) (w pastWhere, err error) {
	branchIDs, err := s.Branches.SeenBy(member, in.BranchID)
	if err != nil {
		return w, err
	}
	if len(branchIDs) == 0 {
		return pastWhere{none: true}, nil
	}
	w.sql = `status <> '` + string(Draft) + `'`
	// Members who see every branch need no branch condition.
	if member.Branches != nil || in.BranchID != "" {
		w.branches = branchIDs
	}
	if member.Is(staff.Courier) {
		w.brought = true
		w.and(`courier_id = $%d`, member.ID)
		w.sql += ` AND fulfilment <> '` + Pickup + `'`
	}
	var f forms.Form
	from, until := dayTyped(&f, "from", in.From), dayTyped(&f, "until", in.Until)
	if !from.IsZero() && !until.IsZero() && until.Before(from) {
		f.Say("until", "orders.days_reversed")
	}
	if in.State != "" && (!Status(in.State).Known() || Status(in.State) == Draft) {
		f.Say("state", "common.one_of")
	}
	if in.Payment != "" && in.Payment != COD && in.Payment != Card && in.Payment != Wallet {
		f.Say("payment", "common.one_of")
	}
	if err := f.Err(); err != nil {
		return w, err
	}
	if !from.IsZero() {
		w.and(`created_at >= $%d`, db.At(from))
	}
	if !until.IsZero() {
		w.and(`created_at < $%d`, db.At(clock.NextBusinessDay(until)))
	}
	if in.State != "" {
		w.and(`status = $%d`, in.State)
		if in.State != string(Delivered) {
			w.sql += ` AND status <> 'delivered'` // as in the index orders_of_state
		}
	}
	if in.Payment != "" {
		w.and(`payment_method = $%d`, in.Payment)
		if in.Payment != COD {
			w.sql += ` AND payment_method <> 'cod'` // as in the index orders_of_payment
		}
	}
	w.few = in.Customer != "" || in.Text != ""
	w.brought = w.brought || in.Courier != ""
	if in.Courier != "" {
		w.and(`courier_id = $%d`, in.Courier)
	}
	if in.Customer != "" {
		w.and(`user_id = $%d`, in.Customer)
	}
	if in.Text == "" {
		return w, nil
	}
	if number := numberTyped(in.Text); number != "" {
		w.and(`number = $%d`, number)
		return w, nil
	}
	u, err := auth.UserByPhone(ctx, s.DB, in.Text)
	if errs.Key(err) != "" {
		w.none = true
		return w, nil
	}
	w.and(`user_id = $%d`, u.ID)
	return w, err
}

// dayTyped is the beginning of the given business day; zero if none is given.
func dayTyped(f *forms.Form, name, day string) time.Time {
	if day == "" {
		return time.Time{}
	}
	at, err := time.ParseInLocation(time.DateOnly, day, clock.Cairo)
	if err != nil {
		f.Say(name, "common.invalid")
		return time.Time{}
	}
	return clock.NextBusinessDay(at)
}

// pastRows reads the orders of one page of the list, newest first.
func pastRows(ctx context.Context, q db.Querier, w pastWhere, at int64, id string, limit int) ([]Order, error) {
	if w.none {
		return nil, nil
	}
	var list []Order
	query, args := w.query(at, id, limit)
	err := q.Select(ctx, &list, query, args...)
	return list, err
}

// maxMerged is the maximum number of branches whose newest orders are merged.
const maxMerged = 100

// query reads along an index, newest first. For several branches it reads the newest orders of each, because no index
// has them merged.
func (w *pastWhere) query(at int64, id string, limit int) (string, []any) {
	n := len(w.args)
	args := append(append([]any{}, w.args...), at, id, int64(limit))
	where := w.sql + fmt.Sprintf(` AND created_at <= $%d AND (created_at < $%d OR id < $%d)`, n+1, n+1, n+2)
	end := fmt.Sprintf(` ORDER BY created_at DESC, id DESC LIMIT $%d`, n+3)
	args = db.Args(w.branches, args...)
	switch {
	case len(w.branches) == 0:
		return `SELECT ` + columns + ` FROM orders WHERE ` + where + end, args
	// These orders are found through their customer or courier, not their branch; the expression keeps the planner from
	// using the branch index.
	case w.few, w.brought && len(w.branches) > maxMerged:
		return `SELECT ` + columns + ` FROM orders WHERE ` + where + ` AND (branch_id || '') IN (` +
			db.List(n+4, len(w.branches)) + `)` + end, args
	case len(w.branches) == 1 || len(w.branches) > maxMerged:
		return `SELECT ` + columns + ` FROM orders WHERE ` + where + ` AND branch_id IN (` + db.List(n+4, len(w.branches)) +
			`)` + end, args
	}
	each := make([]string, len(w.branches))
	for i := range w.branches {
		each[i] = fmt.Sprintf(`SELECT * FROM (SELECT id, created_at FROM orders WHERE `+where+` AND branch_id = $%d`+end+
			`) AS one`, n+4+i)
	}
	return `SELECT ` + columns + ` FROM orders WHERE id IN (SELECT id FROM (` + strings.Join(each, ` UNION ALL `) +
		`) AS newest` + end +
		`) ORDER BY created_at DESC, id DESC`, args
}

func (s *Service) pastOrders(ctx context.Context, in *pastInput) (*httpapi.Part[ListedOrder], error) {
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	w, err := s.where(ctx, staff.Caller(ctx), in.Narrowed)
	if err != nil {
		return nil, err
	}
	rows, err := pastRows(ctx, s.DB, w, at, id, pastPart+1)
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	return httpapi.Keyset(rows, pastPart, func(o Order) []any { return []any{int64(o.CreatedAt), o.ID} },
		func(o Order) ListedOrder { return s.listed(&o, lang) }), nil
}

func (s *Service) listed(o *Order, lang i18n.Lang) ListedOrder {
	_, _, branch := s.Seller(lang, o)
	who := customer(o)
	out := ListedOrder{
		ID: o.ID, Number: o.Number, Status: string(o.Status), StatusLabel: StaffLabel(o.Status, o.Fulfilment, lang),
		Fulfilment: o.Fulfilment,
		Branch:     branch.Ref, Area: areaOf(o, lang), Customer: MaskedCustomer{who.Name, auth.MaskPhone(who.Phone)},
		Total: money.Of(o.Total, o.Currency).Major(), Currency: o.Currency, PaymentMethod: o.PaymentMethod,
		PaymentLabel: MethodLabel(o.PaymentMethod, o.Fulfilment, lang),
		PaidLabel:    i18n.T(lang, "orders.payment_state_"+o.PaymentState),
		CreatedAt:    o.CreatedAt, DeliveredAt: o.DeliveredAt,
	}
	if o.CourierName != nil {
		out.Courier = *o.CourierName
	}
	return out
}

type choicesInput struct{}

// Choice is one possible value of a filter: its id and its name.
type Choice struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// OrderChoices are the filters of the list of all orders.
type OrderChoices struct {
	States   []Choice `json:"states"`
	Couriers []Choice `json:"couriers"`
}

func (s *Service) pastChoices(ctx context.Context, _ *choicesInput) (*httpapi.Reply[OrderChoices], error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	out := OrderChoices{States: []Choice{}, Couriers: []Choice{}}
	for _, st := range Statuses {
		if st != Draft {
			out.States = append(out.States, Choice{ID: string(st), Name: StaffLabel(st, "", lang)})
		}
	}
	if member.Is(staff.Courier) {
		return httpapi.OK(out), nil // their own alone
	}
	couriers, err := staff.Couriers(ctx, s.DB, member)
	for _, c := range couriers {
		out.Couriers = append(out.Couriers, Choice{ID: c.ID, Name: c.Name})
	}
	return httpapi.OK(out), err
}

type fileInput struct{ Narrowed }

// pastFile exports the filtered list as a file. Phones stay hidden, as on the screen. It counts as a write: the audit
// log records who exported which customers' names before the first row is sent.
func (s *Service) pastFile(ctx context.Context, in *fileInput) (*huma.StreamResponse, error) {
	w, err := s.where(ctx, staff.Caller(ctx), in.Narrowed)
	if err != nil {
		return nil, err
	}
	member, now := staff.Caller(ctx), s.Clock.Now()
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := counters.Require(ctx, tx, "orders:file:"+member.ID, filesAnHour, now, "common.too_many"); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "order.file", Object: in.BranchID, After: in.chosen()})
	}); err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	name := "orders-" + clock.BusinessDay(now) + ".csv"
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "text/csv; charset=utf-8")
		h.SetHeader("Content-Disposition", `attachment; filename="`+name+`"`)
		// A file that breaks off lacks its last rows; the log has the error.
		_ = s.writePast(h.Context(), sheets.NewCSV(h.BodyWriter()), w, lang)
	}}, nil
}

func (s *Service) writePast(ctx context.Context, to sheets.Writer, w pastWhere, lang i18n.Lang) error {
	head := []string{}
	for _, column := range []string{"number", "ordered", "delivered", "state", "branch", "area", "customer", "phone",
		"courier", "payment", "payment_state", "goods", "delivery", "discount", "total", "currency"} {
		head = append(head, i18n.T(lang, "orders.file_"+column))
	}
	if err := to.Row(head); err != nil {
		return err
	}
	at, id, err := httpapi.PartInput{}.Newest()
	for err == nil {
		var rows []Order
		if rows, err = pastRows(ctx, s.DB, w, at, id, perWrite); err != nil || len(rows) == 0 {
			break
		}
		for i := range rows {
			o := &rows[i]
			v := s.listed(o, lang)
			amount := func(minor int64) string { return fmt.Sprintf("%d.%02d", minor/100, minor%100) }
			row := []string{o.Number, stamp(&o.CreatedAt), stamp(o.DeliveredAt), v.StatusLabel, v.Branch.Name, v.Area,
				v.Customer.Name, v.Customer.PhoneMasked, v.Courier, v.PaymentLabel, v.PaidLabel, amount(o.ItemsTotal),
				amount(o.DeliveryFee + o.ServiceFee), amount(o.Discount), amount(o.Total), o.Currency}
			for n := range row {
				row[n] = sheets.Inert(row[n])
			}
			if err := to.Row(row); err != nil {
				return err
			}
		}
		last := rows[len(rows)-1]
		at, id = int64(last.CreatedAt), last.ID
	}
	if err != nil {
		return err
	}
	return to.Close()
}

// stamp formats a time for spreadsheet programs; empty for nil.
func stamp(at *db.Millis) string {
	if at == nil {
		return ""
	}
	return at.Time().In(clock.Cairo).Format(time.DateTime)
}
