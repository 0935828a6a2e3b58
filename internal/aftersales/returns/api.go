package returns

import (
	"context"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// perPage is the page size of returns; lastPage is more pages than any customer has.
const (
	perPage  = 20
	lastPage = 100_000
)

// Routes registers the customers' operations on their own returns.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/orders/{id}/returnable", ID: "get-returnable", Tag: "returns",
		Summary: "What of an order may come back, until when, and why not", Audience: httpapi.Customer}, s.getReturnable)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/orders/{id}/return/preview", ID: "preview-return", Tag: "returns",
		Summary: "What a return would pay, explained", Audience: httpapi.Customer, Strict: true,
		MaxBody: httpapi.LongBody}, s.postPreview)
	httpapi.HandlePrepared[returnAskInput, httpapi.Envelope[View]](a,
		httpapi.Op{Method: "POST", Path: "/returns", ID: "request-return", Tag: "returns",
			Summary: "Ask for a return",
			Description: "Needs an Idempotency-Key. The same key with the same body answers the same bytes; with another body " +
				"it is refused (422).",
			Audience: httpapi.Customer, Key: httpapi.KeyRequired, Strict: true, MaxBody: httpapi.LongBody}, s.postReturn)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/returns", ID: "list-returns", Tag: "returns",
		Summary: "The customer's returns, newest first", Audience: httpapi.Customer, Paged: true}, s.getList)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/returns/{id}", ID: "get-return", Tag: "returns",
		Summary: "One return, by id or number", Audience: httpapi.Customer}, s.getOne)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/returns/{id}/cancel", ID: "withdraw-return", Tag: "returns",
		Summary: "Withdraw a return before it is picked up", Audience: httpapi.Customer, Strict: true}, s.postCancel)
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getReturnable(ctx context.Context, in *oneInput) (*httpapi.Reply[Returnable], error) {
	who := httpapi.Caller(ctx)
	var out Returnable
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		o, err := orders.Owned(ctx, q, who.UserID, in.ID)
		if err != nil {
			return err
		}
		out, err = s.offer(ctx, q, o, who.Lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

// ItemBody is the requested return of units of a line.
type ItemBody struct {
	LineID   string      `json:"line_id" maxLength:"64"`
	Qty      httpapi.Int `json:"qty"`
	ReasonID string      `json:"reason_id" maxLength:"64"`
	Comment  string      `json:"comment,omitempty" doc:"At most 200 characters; some reasons require one."`
	Photos   []string    `json:"photos,omitempty" maxItems:"20" doc:"Ids of photos; some reasons require one."`
}

func items(bodies []ItemBody) []Item {
	out := make([]Item, len(bodies))
	for i, b := range bodies {
		out[i] = Item{LineID: b.LineID, Qty: int64(b.Qty), ReasonID: b.ReasonID, Comment: httpapi.Clean(b.Comment),
			Photos: b.Photos}
	}
	return out
}

type returnPreviewInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Items    []ItemBody `json:"items" maxItems:"200"`
		RefundTo string     `json:"refund_to,omitempty" maxLength:"16"`
	}
}

func (s *Service) postPreview(ctx context.Context, in *returnPreviewInput) (*httpapi.Reply[Preview], error) {
	who := httpapi.Caller(ctx)
	var out Preview
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		o, err := orders.Owned(ctx, q, who.UserID, in.ID)
		if err != nil {
			return err
		}
		out, err = s.preview(ctx, q, o, items(in.Body.Items), in.Body.RefundTo, who.Lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

// BankBody is the account for a bank transfer.
type BankBody struct {
	IBAN   string `json:"iban" maxLength:"64"`
	Holder string `json:"holder"`
}

type returnAskInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		OrderID        string         `json:"order_id" maxLength:"64"`
		Items          []ItemBody     `json:"items" maxItems:"200"`
		RefundTo       string         `json:"refund_to,omitempty" maxLength:"16" doc:"One of the order's methods; the first when absent."`
		Bank           *BankBody      `json:"bank,omitempty"`
		AddressID      string         `json:"address_id,omitempty" maxLength:"64" doc:"Where it is picked up; where the order was brought when absent."`
		SlotID         string         `json:"slot_id" maxLength:"32"`
		ExpectedRefund httpapi.Amount `json:"expected_refund" doc:"The refund the customer agreed to."`
	}
}

func (s *Service) postReturn(ctx context.Context, in *returnAskInput) (*httpapi.Prepared, error) {
	who, b := httpapi.Caller(ctx), &in.Body
	if problem := idempotency.Problem(in.Key); problem != nil {
		return nil, errs.InvalidAll([]errs.Field{*problem})
	}
	if b.OrderID == "" {
		return nil, errs.Invalid("order_id", "common.required")
	}
	req := Request{UserID: who.UserID, Key: in.Key, Lang: who.Lang, OrderID: b.OrderID, Items: items(b.Items),
		RefundTo: b.RefundTo, AddressID: b.AddressID, SlotID: b.SlotID, Expected: b.ExpectedRefund.Minor}
	if b.Bank != nil {
		req.Bank = &Bank{IBAN: b.Bank.IBAN, Holder: b.Bank.Holder}
	}
	answer, err := s.Ask(ctx, req)
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

type listInput struct {
	Page httpapi.Int `query:"page"`
}

func (s *Service) getList(ctx context.Context, in *listInput) (*httpapi.Listing[Card], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	var cards []Card
	total := 0
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		list, n, err := ofCustomer(ctx, q, who.UserID, perPage, (page-1)*perPage)
		if err != nil {
			return err
		}
		total = n
		cards, err = s.cards(ctx, q, list, who.Lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.List(cards, page, perPage, total), nil
}

func (s *Service) getOne(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.mine(ctx, in.ID, "")
}

// mine returns a customer's own return.
func (s *Service) mine(ctx context.Context, ref, message string) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	var out View
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		r, err := owned(ctx, q, who.UserID, ref)
		if err != nil {
			return err
		}
		out, err = s.view(ctx, q, r, who.Lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	if message == "" {
		return httpapi.OK(out), nil
	}
	return httpapi.OKMessage(out, i18n.T(who.Lang, message)), nil
}

type withdrawInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason,omitempty"`
	}
}

func (s *Service) postCancel(ctx context.Context, in *withdrawInput) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	r, err := owned(ctx, s.DB, who.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	if _, err := s.Transition(ctx, Transition{ReturnID: r.ID, To: Withdrawn, Actor: customerActor(who.UserID),
		Reason: httpapi.Clean(in.Body.Reason)}); err != nil {
		return nil, err
	}
	return s.mine(ctx, r.ID, "returns.withdrawn")
}
