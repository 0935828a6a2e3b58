package calls

import (
	"context"
	"errors"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

const (
	tag        = "checkout"
	noteLength = 500
	nameLeast  = 2
	nameMost   = 80
)

type none struct{}

// Routes registers the operations for guests. Only the header order-token grants access to an order, and it grants
// access to nothing else.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/remote-config/order-by-call", ID: "get-order-by-call", Tag: tag,
		Summary: "Whether guests may order and confirm by a call"}, s.open)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/checkout/by-call", ID: "get-call-checkout", Tag: tag,
		Summary: "What ordering a guest's cart by call would mean"}, s.quote)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/checkout/by-call", ID: "place-call-order", Tag: tag,
		Key: httpapi.KeyRequired, Strict: true, Summary: "Order a guest's cart in cash, to be confirmed by a call",
		Description: "The cart is that of the header cart-token. Answers the token for the header order-token."}, s.place)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/call-orders/{id}", ID: "get-call-order", Tag: tag,
		Summary: "A guest's order, with the code to say on the phone"}, s.get)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/call-orders/{id}/cancel", ID: "cancel-call-order", Tag: tag, Strict: true,
			Summary: "Cancel a guest's order while that is possible"}, s.cancel)
}

// CallsOpen reports whether guests may order by confirmation call.
type CallsOpen struct {
	Open     bool        `json:"open"`
	Most     money.Major `json:"most" doc:"That one order may come to."`
	Currency string      `json:"currency"`
	Minutes  int64       `json:"minutes" doc:"Within which the branch calls, while it is open."`
}

func (s *Service) open(context.Context, *none) (*httpapi.Reply[CallsOpen], error) {
	set, open := s.Now()
	return httpapi.OK(CallsOpen{open, money.EGP(set.Most).Major(), money.Shop, set.Minutes}), nil
}

type callQuoteInput struct {
	ServiceID  string `query:"service_id" maxLength:"64"`
	DistrictID string `query:"district_id" maxLength:"64"`
	Lat        string `query:"lat" maxLength:"20"`
	Lng        string `query:"lng" maxLength:"20"`
	Slot       string `query:"slot" maxLength:"32"`
}

// device returns the owner of a guest's cart; it refuses browsers without a cart token.
func device(who *httpapi.Who) (string, error) {
	owner := cart.Owner(&httpapi.Who{CartToken: who.CartToken})
	if owner == "" {
		return "", errs.Refuse("checkout.empty_cart")
	}
	return owner, nil
}

func (s *Service) quote(ctx context.Context, in *callQuoteInput) (*httpapi.Reply[checkout.Quote], error) {
	set, open := s.Now()
	if !open {
		return nil, errs.Refuse("calls.closed")
	}
	who := httpapi.Caller(ctx)
	guest, err := device(who)
	if err != nil {
		return nil, err
	}
	q, err := s.Checkout.QuoteByCall(ctx, checkout.CallAsked{ServiceID: in.ServiceID, SlotID: in.Slot, Device: guest,
		Place: s.Places.Of(in.DistrictID, pinOf(in.Lat, in.Lng)), Most: set.Most})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(*q), nil
}

// pinOf parses a pin's coordinates; nil if they are missing or invalid.
func pinOf(lat, lng string) *places.Point {
	y, x := httpapi.Coordinates(lat, lng)
	if y == nil {
		return nil
	}
	p := places.At(*y, *x)
	return &p
}

type callPlaceInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ServiceID       string          `json:"service_id" maxLength:"64" doc:"Whose cart is ordered."`
		Name            string          `json:"name" maxLength:"1000"`
		Phone           string          `json:"phone" maxLength:"64" doc:"That the branch calls."`
		DistrictID      string          `json:"district_id" maxLength:"64"`
		Address         string          `json:"address" maxLength:"1000" doc:"Street."`
		BuildingNumber  string          `json:"building_number" maxLength:"1000"`
		Floor           string          `json:"floor,omitempty" maxLength:"1000"`
		ApartmentNumber string          `json:"apartment_number,omitempty" maxLength:"1000"`
		Landmark        string          `json:"landmark,omitempty" maxLength:"1000"`
		Lat             *float64        `json:"lat,omitempty"`
		Lng             *float64        `json:"lng,omitempty"`
		SlotID          string          `json:"slot_id,omitempty" maxLength:"32"`
		PromisedAt      *db.Millis      `json:"promised_at,omitempty"`
		PromiseProof    string          `json:"promise_proof,omitempty" maxLength:"64"`
		Note            string          `json:"note,omitempty"`
		ChangeFor       *httpapi.Amount `json:"change_for,omitempty" doc:"The note the customer will pay cash with."`
		AcceptTerms     bool            `json:"accept_terms"`
		TermsVersion    string          `json:"terms_version,omitempty" maxLength:"100"`
		ExpectedTotal   httpapi.Amount  `json:"expected_total" doc:"The total the customer agreed to."`
	}
}

// CallPlaced gives the browser that placed a guest's order access to it.
type CallPlaced struct {
	OrderID string `json:"order_id"`
	Token   string `json:"token" doc:"For the header order-token. It opens this order and nothing else."`
}

func (s *Service) place(ctx context.Context, in *callPlaceInput) (*httpapi.Reply[CallPlaced], error) {
	if _, open := s.Now(); !open {
		return nil, errs.Refuse("calls.closed")
	}
	who, b := httpapi.Caller(ctx), &in.Body
	owner, err := device(who)
	if err != nil {
		return nil, err
	}
	var wrong []errs.Field
	refuse := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	if problem := idempotency.Problem(in.Key); problem != nil {
		wrong = append(wrong, *problem)
	}
	name := httpapi.Clean(b.Name)
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		refuse("name", "common.required")
	case n < nameLeast:
		refuse("name", "common.too_short", "len", nameLeast)
	case n > nameMost:
		refuse("name", "common.too_long", "len", nameMost)
	}
	phone, err := s.phone(ctx, b.Phone)
	if httpapi.Clean(b.Phone) == "" {
		refuse("phone", "common.required")
	} else if err != nil {
		wrong = append(wrong, errs.Field{Name: "phone", Key: "common.phone_invalid"})
	}
	address, err := s.Addresses.Check(addresses.Input{
		Type: "home", ContactName: "", Phone: phone, DistrictID: b.DistrictID, Address: b.Address,
		BuildingNumber: b.BuildingNumber, Floor: b.Floor, ApartmentNumber: b.ApartmentNumber, Landmark: b.Landmark,
		Lat: b.Lat, Lng: b.Lng})
	var typed *errs.Error
	if errors.As(err, &typed) {
		for _, f := range typed.Fields {
			if f.Name != "phone" { // said above
				wrong = append(wrong, f)
			}
		}
	}
	note := httpapi.Clean(b.Note)
	if utf8.RuneCountInString(note) > noteLength {
		refuse("note", "common.too_long", "len", noteLength)
	}
	if b.ChangeFor != nil && b.ChangeFor.Minor <= 0 {
		refuse("change_for", "common.greater_than_zero")
	}
	if !b.AcceptTerms {
		refuse("accept_terms", "checkout.terms_required")
	}
	kind, ok := s.Branches.Service(b.ServiceID)
	if !ok {
		refuse("service_id", "common.invalid")
	}
	if len(wrong) > 0 {
		return nil, errs.InvalidAll(wrong)
	}
	address.ContactName = name
	req := checkout.Request{Key: in.Key, Lang: who.Lang, Currency: who.CurrencyID, ServiceID: kind.ID, SlotID: b.SlotID,
		Note: note, Expected: b.ExpectedTotal.Minor, TermsVersion: b.TermsVersion}
	if b.ChangeFor != nil {
		req.ChangeFor = &b.ChangeFor.Minor
	}
	if b.PromisedAt != nil {
		req.Promised, req.PromiseProof = *b.PromisedAt, b.PromiseProof
	}
	id, token, err := s.Place(ctx, Guest{Name: name, Phone: phone, Device: owner, IP: who.IP, Address: address}, req)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(CallPlaced{id, token}, i18n.T(who.Lang, "calls.placed")), nil
}

// phone parses a mobile number from a country in which customers may sign in.
func (s *Service) phone(ctx context.Context, raw string) (string, error) {
	e164, _, err := auth.MobilePhone(httpapi.Clean(raw), "EG")
	if err != nil {
		return "", err
	}
	served, err := s.Auth.Serves(ctx, s.DB, e164)
	if err == nil && !served {
		err = errs.Invalid("phone", "auth.country_not_served")
	}
	return e164, err
}

// CallState is the state of the confirmation call.
type CallState struct {
	State string     `json:"state" enum:"waiting,confirmed,ended"`
	Code  *string    `json:"code" doc:"To be said when the branch calls; null unless it waits for that."`
	Until *db.Millis `json:"until" doc:"It is cancelled then; null unless it waits."`
	Phone string     `json:"phone" doc:"E.164. That the branch calls."`
}

// CallOrder is a guest's order.
type CallOrder struct {
	Order orders.View `json:"order"`
	Call  CallState   `json:"call"`
}

type callOrderInput struct {
	ID    string `path:"id" maxLength:"64"`
	Token string `header:"order-token" maxLength:"100"`
}

func (s *Service) get(ctx context.Context, in *callOrderInput) (*httpapi.Reply[CallOrder], error) {
	return s.reply(ctx, in.ID, in.Token)
}

func (s *Service) reply(ctx context.Context, id, token string) (*httpapi.Reply[CallOrder], error) {
	o, row, err := s.opened(ctx, s.DB, id, token)
	if err != nil {
		return nil, err
	}
	view, err := s.Orders.ViewOf(ctx, o.ID, httpapi.Caller(ctx).Lang)
	if err != nil {
		return nil, err
	}
	call := CallState{State: row.State, Phone: view.Address.Phone}
	if row.State == waiting && o.ConfirmBy != nil {
		code := s.code(o.ID, row.Nonce)
		call.Code, call.Until = &code, o.ConfirmBy
	}
	return httpapi.OK(CallOrder{view, call}), nil
}

type callCancelInput struct {
	ID    string `path:"id" maxLength:"64"`
	Token string `header:"order-token" maxLength:"100"`
}

func (s *Service) cancel(ctx context.Context, in *callCancelInput) (*httpapi.Reply[CallOrder], error) {
	if err := s.Cancel(ctx, in.ID, in.Token); err != nil {
		return nil, err
	}
	return s.reply(ctx, in.ID, in.Token)
}
