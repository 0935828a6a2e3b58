package payments

import (
	"context"
	"errors"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

const (
	perPage = 20
	// referenceLength limits the bank's reference, in runes.
	referenceLength = 100
	bankAccount     = "bank:shop"
)

// ConsoleRoutes registers the operations of finance on refunds, and the report of the branches' income.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/refunds", ID: "console-list-refunds", Tag: "console",
		Summary:  "Refunds of the caller's branches that wait for somebody (or all), the oldest first",
		Audience: httpapi.Staff, Capability: staff.PayRefunds, Branches: httpapi.BranchList, Paged: true}, s.refunds)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/takings", ID: "console-get-takings", Tag: "console",
		Summary: "What the branches took on a business day", Audience: httpapi.Staff, Capability: staff.ReadTakings,
		Branches: httpapi.BranchList}, s.takings)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/refunds/{id}/paid", ID: "console-refund-paid", Tag: "console",
			Summary: "Note that a bank refund was transferred", Audience: httpapi.Staff, Capability: staff.PayRefunds,
			Branches: httpapi.BranchOfPath, Audit: []string{"refund.paid"}, Strict: true}, s.paid)
}

// ConsoleRefund is a refund as finance sees it.
type ConsoleRefund struct {
	ID          string      `json:"id"`
	OrderID     string      `json:"order_id"`
	OrderNumber string      `json:"order_number"`
	Customer    string      `json:"customer"`
	Phone       string      `json:"phone" doc:"With most of its figures hidden."`
	Amount      money.Major `json:"amount"`
	Currency    string      `json:"currency"`
	Way         string      `json:"way" enum:"card,wallet,bank,points"`
	State       string      `json:"state" enum:"requested,sent,failed,waiting,done"`
	Bank        string      `json:"bank"`
	Reason      string      `json:"reason"`
	CreatedAt   db.Millis   `json:"created_at"`
	CanPay      bool        `json:"can_pay" doc:"A bank refund that waits."`
}

type refundsInput struct {
	httpapi.PartInput
	State string `query:"state" maxLength:"10" doc:"open (waiting or failed, the default) or all"`
}

func (s *Service) refunds(ctx context.Context, in *refundsInput) (*httpapi.Part[ConsoleRefund], error) {
	where := `state IN ('waiting', 'failed')`
	switch in.State {
	case "", "open":
	case "all":
		where = `way <> 'points'`
	default:
		return nil, errs.Invalid("state", "common.one_of")
	}
	at, id, err := in.Oldest()
	if err != nil {
		return nil, err
	}
	args := []any{at, id, int64(perPage + 1)}
	if member := staff.Caller(ctx); member.Branches != nil {
		where += ` AND order_id IN (SELECT o.id FROM orders o WHERE o.id = refunds.order_id AND o.branch_id IN (` +
			db.List(len(args)+1, len(member.Branches)) + `))`
		args = append(args, db.Args(member.Branches)...)
	}
	views := []ConsoleRefund{}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		var rows []Refund
		err := q.Select(ctx, &rows, `SELECT `+refundColumns+` FROM refunds WHERE `+where+
			` AND created_at >= $1 AND (created_at > $1 OR id > $2)
			ORDER BY created_at, id LIMIT $3`, args...)
		if err != nil {
			return err
		}
		views = views[:0]
		for i := range rows {
			v, err := show(ctx, q, &rows[i])
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(views, perPage, func(r ConsoleRefund) []any { return []any{int64(r.CreatedAt), r.ID} },
		func(r ConsoleRefund) ConsoleRefund { return r }), nil
}

func show(ctx context.Context, q db.Querier, r *Refund) (ConsoleRefund, error) {
	v := ConsoleRefund{ID: r.ID, OrderID: r.OrderID, Amount: money.EGP(r.Amount).Major(), Currency: money.Shop, Way: r.Way,
		State: r.State, Bank: r.Bank, Reason: r.Reason, CreatedAt: r.CreatedAt, CanPay: r.State == RefundWaiting}
	o, err := orders.Get(ctx, q, r.OrderID)
	if err != nil {
		return v, err
	}
	v.OrderNumber = o.Number
	u, err := auth.UserByID(ctx, q, r.UserID)
	if err != nil && errs.Key(err) == "" {
		return v, err
	}
	if err == nil {
		v.Customer, v.Phone = u.Name, auth.MaskPhone(u.Phone)
	}
	return v, nil
}

type refundPaidInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reference string `json:"reference" doc:"The bank's reference of the transfer."`
	}
}

func (s *Service) paid(ctx context.Context, in *refundPaidInput) (*httpapi.Reply[ConsoleRefund], error) {
	member := staff.Caller(ctx)
	ref := httpapi.Clean(in.Body.Reference)
	if ref == "" {
		return nil, errs.Invalid("reference", "common.required")
	}
	if len([]rune(ref)) > referenceLength {
		return nil, errs.Invalid("reference", "common.too_long", "len", referenceLength)
	}
	var out ConsoleRefund
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := refundByID(ctx, tx, in.ID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		// Lock the order's row first, as every completion of a refund does.
		if err := s.Orders.Hold(ctx, tx, r.OrderID); err != nil {
			return err
		}
		if r, err = refundByID(ctx, tx, in.ID); err != nil {
			return err
		}
		o, err := orders.Get(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		if !member.Sees(o.BranchID) {
			return errs.NotFound()
		}
		if r.State != RefundWaiting {
			return errs.Conflict("payments.not_waiting")
		}
		if err := s.done(ctx, tx, r, ref, bankAccount); err != nil {
			return err
		}
		err = audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "refund.paid", Object: r.ID, Before: map[string]any{"state": r.State},
			After:  map[string]any{"state": RefundDone, "reference": ref, "amount": r.Amount, "order": r.OrderID},
			Reason: r.Reason})
		if err != nil {
			return err
		}
		r.State = RefundDone
		out, err = show(ctx, tx, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}
