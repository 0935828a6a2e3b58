package orders

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// perPage is the page size of a customer's list of orders; lastPage is more pages than any customer has.
const (
	perPage  = 20
	lastPage = 100_000
)

// Routes registers the customers' operations on their own orders.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/orders", ID: "list-orders", Tag: "orders", Audience: httpapi.Customer, Paged: true,
		Summary: "The customer's orders, newest first",
	}, s.list)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/orders/{id}", ID: "get-order", Tag: "orders", Audience: httpapi.Customer,
		Summary: "One order, by id or number",
	}, s.get)
	httpapi.Handle(a, httpapi.Op{
		Method: "POST", Path: "/orders/{id}/cancel", ID: "cancel-order", Tag: "orders", Audience: httpapi.Customer,
		Strict: true, Summary: "Cancel an order while that is possible",
	}, s.cancel)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/orders/{id}/events", ID: "watch-order", Tag: "orders", Audience: httpapi.Customer,
		Summary:     "What happens to an order, live",
		Description: "Server-sent events. Each has the event's number as its id, so Last-Event-ID resumes.",
	}, s.watch)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/orders/{id}/invoice", ID: "get-invoice", Tag: "orders", Audience: httpapi.Customer,
		Summary: "The figures of an order's invoice",
	}, s.invoice)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/orders/{id}/invoice.pdf", ID: "get-invoice-pdf", Tag: "orders", Audience: httpapi.Customer,
		Summary: "An order's invoice as a PDF",
	}, s.invoicePDF)
}

type listInput struct {
	Page      httpapi.Int `query:"page"`
	ServiceID string      `query:"service_id" maxLength:"64"`
	Status    string      `query:"status" maxLength:"32"`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Listing[Summary], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	f := Filter{ServiceID: in.ServiceID, Status: Status(in.Status)}
	if in.Status != "" && !f.Status.Known() {
		return nil, errs.Invalid("status", "common.one_of")
	}
	if in.ServiceID != "" {
		if kind, ok := s.Branches.Service(in.ServiceID); ok {
			f.ServiceID = kind.ID
		}
	}
	found, total, err := ofCustomer(ctx, s.DB, who.UserID, f, perPage, (page-1)*perPage)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	lines, err := LinesOf(ctx, s.DB, ids)
	if err != nil {
		return nil, err
	}
	place := s.Places.Caller(who)
	cards := make([]Summary, len(found))
	for i := range found {
		cards[i] = s.card(&found[i], lines[found[i].ID], who.Lang, place)
		if cards[i].ExpectedAt, err = s.expected(ctx, s.DB, &found[i], s.Clock.Now()); err != nil {
			return nil, err
		}
	}
	return httpapi.List(cards, page, perPage, total), nil
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	var view View
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		o, err := Owned(ctx, q, httpapi.Caller(ctx).UserID, in.ID)
		if err != nil {
			return err
		}
		view, err = s.full(ctx, q, o, httpapi.Caller(ctx).Lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view), nil
}

type cancelInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason,omitempty"`
	}
}

func (s *Service) cancel(ctx context.Context, in *cancelInput) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	o, err := Owned(ctx, s.DB, who.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	o, err = s.Transition(ctx, Transition{OrderID: o.ID, To: Cancelled, Actor: CustomerActor(who.UserID),
		Reason: httpapi.Clean(in.Body.Reason)})
	if err != nil {
		return nil, err
	}
	view, err := s.full(ctx, s.DB, o, who.Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view), nil
}
