package quotations

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const (
	tag = "Quotations"
	// perPage is the page size of a customer's list of quotations; lastPage is more pages than any customer has.
	perPage  = 20
	lastPage = 100_000
)

// Routes registers the operations of customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.HandlePrepared[askInput, httpapi.Envelope[View]](a,
		httpapi.Op{Method: "POST", Path: "/quotations", ID: "ask-quotation", Tag: tag,
			Summary: "Ask for a quotation of a cart or of a list",
			Description: "Needs an Idempotency-Key: the same key with the same body answers the same bytes, with another body " +
				"it is refused (422). Either from_cart, or items with branch_id (without it, the branch that serves the place " +
				"best). " +
				"With from_cart, cart_items says which lines of the cart and how much of each; the cart stays as it is.",
			Audience: httpapi.Customer, Key: httpapi.KeyRequired, Strict: true, MaxBody: httpapi.LongBody}, s.ask)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/quotations", ID: "list-quotations", Tag: tag,
		Summary: "My quotations, newest first", Audience: httpapi.Customer, Paged: true}, s.list)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/quotations/{id}", ID: "get-quotation", Tag: tag,
		Summary: "One quotation, by id or number", Audience: httpapi.Customer}, s.get)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/quotations/{id}/accept", ID: "accept-quotation", Tag: tag,
		Summary: "Accept the offer that was seen", Audience: httpapi.Customer, Strict: true}, s.accept)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/quotations/{id}/change", ID: "change-quotation", Tag: tag,
		Summary: "Ask for another offer", Audience: httpapi.Customer, Strict: true}, s.change)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/quotations/{id}/decline", ID: "decline-quotation", Tag: tag,
		Summary: "Decline, or take the request back", Audience: httpapi.Customer, Strict: true}, s.decline)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/quotations/{id}/pdf", ID: "quotation-pdf", Tag: tag,
		Summary: "The current offer as a PDF", Audience: httpapi.Customer}, s.pdf)
}

type askInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ServiceID   string     `json:"service_id" maxLength:"64"`
		FromCart    bool       `json:"from_cart,omitempty"`
		CartItems   []cartItem `json:"cart_items,omitempty" maxItems:"200" doc:"Absent: the whole cart as it is. Only with from_cart."`
		BranchID    string     `json:"branch_id,omitempty" maxLength:"64"`
		Items       []askItem  `json:"items,omitempty" maxItems:"200" doc:"Only without from_cart."`
		Note        string     `json:"note,omitempty"`
		CompanyName string     `json:"company_name,omitempty"`
		TaxID       string     `json:"tax_number,omitempty" maxLength:"40" doc:"Nine digits."`
	}
}

type askItem struct {
	VariantID string      `json:"variant_id" maxLength:"64"`
	Qty       httpapi.Int `json:"qty"`
}

type cartItem struct {
	ItemID string      `json:"item_id" maxLength:"64"`
	Qty    httpapi.Int `json:"qty"`
}

func (s *Service) ask(ctx context.Context, in *askInput) (*httpapi.Prepared, error) {
	who, b := httpapi.Caller(ctx), &in.Body
	if b.ServiceID == "" {
		return nil, errs.Invalid("service_id", "common.service_id_required")
	}
	kind, ok := s.Branches.Service(b.ServiceID)
	if !ok || !kind.Active {
		return nil, errs.Invalid("service_id", "common.invalid")
	}
	// Lines must be named unambiguously: an empty list does not mean all lines, and of two lists one would be ignored.
	switch {
	case b.CartItems != nil && len(b.CartItems) == 0:
		return nil, errs.Invalid("cart_items", "common.required")
	case b.CartItems != nil && !b.FromCart:
		return nil, errs.Invalid("cart_items", "common.invalid")
	case len(b.Items) > 0 && b.FromCart:
		return nil, errs.Invalid("items", "common.invalid")
	}
	req := Request{UserID: who.UserID, Key: in.Key, Lang: who.Lang, ServiceID: kind.ID, FromCart: b.FromCart,
		Note: b.Note, CompanyName: b.CompanyName, TaxID: b.TaxID, Place: s.Places.Caller(who)}
	if b.FromCart {
		for _, it := range b.CartItems {
			req.CartItems = append(req.CartItems, WantedOfCart{ItemID: it.ItemID, Qty: int64(it.Qty)})
		}
	} else {
		req.BranchID = b.BranchID
		for _, it := range b.Items {
			req.Items = append(req.Items, Wanted{VariantID: it.VariantID, Qty: int64(it.Qty)})
		}
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

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Listing[Summary], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	var list []Quotation
	var sums map[string]int64
	var total int
	err := s.DB.Snapshot(ctx, func(ctx context.Context, qr db.Querier) (err error) {
		if list, total, err = ofCustomer(ctx, qr, who.UserID, perPage, (page-1)*perPage); err != nil {
			return err
		}
		sums, err = totals(ctx, qr, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	cards := make([]Summary, len(list))
	for i := range list {
		cards[i] = s.card(&list[i], sums[list[i].ID], who.Lang)
	}
	return httpapi.List(cards, page, perPage, total), nil
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.reply(ctx, in.ID, nil, "")
}

// reply returns the current state of a quotation after a transition.
func (s *Service) reply(ctx context.Context, ref string, err error, key string) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.viewOf(ctx, who.UserID, ref, who.Lang)
	if err != nil {
		return nil, err
	}
	if key == "" {
		return httpapi.OK(v), nil
	}
	return httpapi.OKMessage(v, i18n.T(who.Lang, key)), nil
}

type acceptInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version httpapi.Int `json:"version" doc:"The offer that was seen."`
	}
}

func (s *Service) accept(ctx context.Context, in *acceptInput) (*httpapi.Reply[View], error) {
	err := s.Accept(ctx, httpapi.Caller(ctx).UserID, in.ID, int64(in.Body.Version))
	return s.reply(ctx, in.ID, err, "quotations.accepted")
}

type changeInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version httpapi.Int `json:"version" doc:"The offer that was seen."`
		Note    string      `json:"note" doc:"What should be different."`
	}
}

func (s *Service) change(ctx context.Context, in *changeInput) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	note, err := cleanNote(in.Body.Note)
	if err != nil {
		// Ownership is checked first, so that strangers learn nothing from the error messages.
		if _, missing := Owned(ctx, s.DB, who.UserID, in.ID); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	err = s.RequestChange(ctx, who.UserID, in.ID, int64(in.Body.Version), note)
	return s.reply(ctx, in.ID, err, "quotations.change_asked")
}

type declineInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Note string `json:"note,omitempty"`
	}
}

func (s *Service) decline(ctx context.Context, in *declineInput) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	note, err := cleanNote(in.Body.Note)
	if err != nil {
		if _, missing := Owned(ctx, s.DB, who.UserID, in.ID); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	err = s.Decline(ctx, who.UserID, in.ID, note)
	return s.reply(ctx, in.ID, err, "quotations.declined")
}

func cleanNote(note string) (string, error) {
	if note = httpapi.Clean(note); len([]rune(note)) > noteLength {
		return "", errs.Invalid("note", "common.too_long", "len", noteLength)
	}
	return note, nil
}
