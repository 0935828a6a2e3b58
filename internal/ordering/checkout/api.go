package checkout

import (
	"context"

	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/idempotency"
)

// Routes registers the quote for the checkout page and the placing of orders.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/checkout", ID: "get-checkout", Tag: "checkout", Audience: httpapi.Customer,
		Summary: "What ordering the cart would mean: times, ways to pay, the total explained",
	}, s.show)
	httpapi.HandlePrepared[placeInput, httpapi.Envelope[Answer]](a, httpapi.Op{
		Method: "POST", Path: "/checkout", ID: "place-order", Tag: "checkout", Audience: httpapi.Customer,
		Key: httpapi.KeyRequired, Strict: true,
		Summary: "Order the cart",
		Description: "Needs an Idempotency-Key. The same key with the same body answers the same bytes; with another " +
			"body it is refused (422); another key for a cart that is ordered already is a conflict (409).",
	}, s.placeOrder)
}

type showInput struct {
	ServiceID     string         `query:"service_id" maxLength:"64"`
	QuotationID   string         `query:"quotation_id" maxLength:"64" doc:"In place of the cart of a service."`
	AddressID     string         `query:"address_id" maxLength:"64"`
	Fulfilment    string         `query:"fulfilment" maxLength:"16" doc:"delivery, also when absent, or pickup."`
	PaymentMethod string         `query:"payment_method" maxLength:"16"`
	Tip           httpapi.Amount `query:"tip"`
	Slot          string         `query:"slot" maxLength:"32"`
	UseWallet     string         `query:"use_wallet" maxLength:"16" doc:"An amount, or max for as much as possible."`
	UsePoints     string         `query:"use_points" maxLength:"16" doc:"A number of points, or max."`
}

func (s *Service) show(ctx context.Context, in *showInput) (*httpapi.Reply[Quote], error) {
	serviceID, err := s.serviceOrQuotation(in.ServiceID, in.QuotationID)
	if err != nil {
		return nil, err
	}
	most := s.Limits().TipMost
	if in.Tip.Minor < 0 {
		return nil, errs.Invalid("tip", "checkout.tip_range", "most", major(most).String())
	}
	if in.Fulfilment == orders.Pickup || in.Tip.Minor > most {
		in.Tip.Minor = 0 // no courier comes, or the page reports the maximum
	}
	use, err := readWish(in.UseWallet, in.UsePoints)
	if err != nil {
		return nil, err
	}
	if !known(in.Fulfilment) {
		return nil, errs.Invalid("fulfilment", "common.invalid")
	}
	q, err := s.quote(ctx,
		choice{serviceID: serviceID, quotationID: in.QuotationID, addressID: in.AddressID, slotID: in.Slot,
			pickup: in.Fulfilment == orders.Pickup, tip: in.Tip.Minor, use: use})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(*q), nil
}

// known reports whether fulfilment is a valid kind of fulfilment.
func known(fulfilment string) bool {
	return fulfilment == "" || fulfilment == orders.ToDoor || fulfilment == orders.Pickup
}

func (s *Service) service(ref string) (*branches.ServiceType, error) {
	if ref == "" {
		return nil, errs.Invalid("service_id", "common.service_id_required")
	}
	kind, ok := s.Branches.Service(ref)
	if !ok {
		return nil, errs.Invalid("service_id", "common.invalid")
	}
	return kind, nil
}

// serviceOrQuotation finds the service whose cart is ordered; a quotation has its own service.
func (s *Service) serviceOrQuotation(ref, quotationID string) (string, error) {
	if ref == "" && quotationID != "" {
		return "", nil
	}
	kind, err := s.service(ref)
	if err != nil {
		return "", err
	}
	return kind.ID, nil
}

type placeInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ServiceID     string          `json:"service_id,omitempty" maxLength:"64" doc:"Whose cart is ordered."`
		QuotationID   string          `json:"quotation_id,omitempty" maxLength:"64" doc:"An accepted quotation, in place of the cart of a service."`
		Fulfilment    string          `json:"fulfilment,omitempty" maxLength:"16" doc:"delivery, also when absent, or pickup: collected at the branch."`
		AddressID     string          `json:"address_id,omitempty" maxLength:"64" doc:"Where it is delivered to; not asked for what is collected."`
		PaymentMethod string          `json:"payment_method" maxLength:"16"`
		SlotID        string          `json:"slot_id,omitempty" maxLength:"32"`
		PromisedAt    *db.Millis      `json:"promised_at,omitempty" doc:"What the quote said of an order without a slot; the order keeps it where the promise has moved on by five minutes at most."`
		PromiseProof  string          `json:"promise_proof,omitempty" maxLength:"64" doc:"What the quote gave with it; without it the promise of this moment holds."`
		Note          string          `json:"note,omitempty"`
		Tip           *httpapi.Amount `json:"tip,omitempty"`
		ChangeFor     *httpapi.Amount `json:"change_for,omitempty" doc:"The note the customer will pay cash with."`
		AcceptTerms   bool            `json:"accept_terms"`
		TermsVersion  string          `json:"terms_version,omitempty" maxLength:"100" doc:"The version of the policies that was shown; refused under accept_terms when another is in force."`
		ExpectedTotal httpapi.Amount  `json:"expected_total" doc:"The total the customer agreed to."`
		WalletAmount  *httpapi.Amount `json:"wallet_amount,omitempty" doc:"What the wallet pays of it."`
		Points        httpapi.Int     `json:"points,omitempty" doc:"Loyalty points that pay of it."`
	}
}

func (s *Service) placeOrder(ctx context.Context, in *placeInput) (*httpapi.Prepared, error) {
	req, err := s.request(ctx, in)
	if err != nil {
		return nil, err
	}
	answer, err := s.Place(ctx, req)
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

// request validates the input that can be checked without the database.
func (s *Service) request(ctx context.Context, in *placeInput) (Request, error) {
	who, b := httpapi.Caller(ctx), &in.Body
	serviceID, err := s.serviceOrQuotation(b.ServiceID, b.QuotationID)
	if err != nil {
		return Request{}, err
	}
	req := Request{UserID: who.UserID, Key: in.Key, Lang: who.Lang, Currency: who.CurrencyID, ServiceID: serviceID,
		QuotationID: b.QuotationID, AddressID: b.AddressID, Method: b.PaymentMethod, SlotID: b.SlotID,
		Note: httpapi.Clean(b.Note), Expected: b.ExpectedTotal.Minor, TermsVersion: b.TermsVersion}
	if b.PromisedAt != nil {
		req.Promised, req.PromiseProof = *b.PromisedAt, b.PromiseProof
	}
	var wrong []errs.Field
	refuse := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	if problem := idempotency.Problem(in.Key); problem != nil {
		wrong = append(wrong, *problem)
	}
	if !b.AcceptTerms {
		refuse("accept_terms", "checkout.terms_required")
	}
	if !known(b.Fulfilment) {
		refuse("fulfilment", "common.invalid")
	}
	if b.Fulfilment == orders.Pickup {
		req.Fulfilment, req.AddressID = orders.Pickup, ""
	} else if b.AddressID == "" {
		refuse("address_id", "checkout.address_required")
	}
	if b.PaymentMethod != orders.Wallet && !s.takes(b.PaymentMethod) {
		refuse("payment_method", "checkout.method_off")
	}
	if len([]rune(req.Note)) > noteLength {
		refuse("note", "common.too_long", "len", noteLength)
	}
	if b.Tip != nil {
		if most := s.Limits().TipMost; b.Tip.Minor < 0 || b.Tip.Minor > most {
			refuse("tip", "checkout.tip_range", "most", major(most).String())
		} else if req.Tip = b.Tip.Minor; req.Tip > 0 && req.Fulfilment == orders.Pickup {
			refuse("tip", "checkout.tip_courier")
		}
	}
	if b.ChangeFor != nil {
		if b.ChangeFor.Minor <= 0 {
			refuse("change_for", "common.greater_than_zero")
		}
		req.ChangeFor = &b.ChangeFor.Minor
	}
	if b.WalletAmount != nil {
		if req.Wallet = b.WalletAmount.Minor; req.Wallet < 0 {
			refuse("wallet_amount", "checkout.tender_too_much")
		}
	}
	if req.Points = int64(b.Points); req.Points < 0 {
		refuse("points", "checkout.tender_too_much")
	}
	if len(wrong) > 0 {
		return Request{}, errs.InvalidAll(wrong)
	}
	return req, nil
}
