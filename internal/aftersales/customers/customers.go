// Package customers lets staff find a customer by phone, name or order number, and shows what is known about the
// customer on one page. It owns no table: it reads from the features that do, and shows each member of staff only what
// those features would show them.
package customers

import (
	"context"

	"wekala/internal/aftersales/referral"
	"wekala/internal/aftersales/returns"
	"wekala/internal/aftersales/support"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

const (
	// shown is the number of newest orders, returns and tickets on a customer's page.
	shown = 10
	// countTo is the limit up to which orders are counted.
	countTo = 100
)

// listPart is the page size of the list of customers. Tests lower it.
var listPart = 25

// Deps are the service's dependencies.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Auth      *auth.Service
	Addresses *addresses.Service
	Orders    *orders.Service
	Returns   *returns.Service
	Support   *support.Service
	Checkout  *checkout.Service
}

// Service answers the requests of staff about customers.
type Service struct{ Deps }

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

// ConsoleRoutes registers the list of customers and the page of one customer. Opening a page or a customer's addresses
// is recorded in the audit log.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/customers", ID: "console-list-customers", Tag: "console",
		Summary: "Customers, those who joined last first", Audience: httpapi.Staff, Capability: staff.ReadCustomers,
		Branches: httpapi.NoBranch, Paged: true}, s.list)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/customers/{id}/look", ID: "console-look-at-customer", Tag: "console",
			Summary: "Look at a customer's page", Audience: httpapi.Staff, Capability: staff.ReadCustomers,
			Branches: httpapi.NoBranch, Audit: []string{"customer.look"}}, s.look)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/customers/{id}/addresses",
		ID: "console-look-at-addresses", Tag: "console", Summary: "Look at a customer's addresses", Audience: httpapi.Staff,
		Capability: staff.ReadAddresses, Branches: httpapi.NoBranch, Audit: []string{"customer.addresses"}}, s.places)
	s.accessRoutes(a)
}

// Listed is a customer in the list.
type Listed struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	PhoneMasked string     `json:"phone_masked"`
	Blocked     bool       `json:"blocked"`
	JoinedAt    db.Millis  `json:"joined_at"`
	Orders      int64      `json:"orders" doc:"Placed ones, counted up to 100."`
	OrdersMore  bool       `json:"orders_more" doc:"There are more than were counted."`
	LastOrderAt *db.Millis `json:"last_order_at"`
}

type listInput struct {
	httpapi.PartInput
	Text  string `query:"q" maxLength:"80" doc:"A customer's whole phone number, an order's number, or how words of their name begin."`
	State string `query:"state" maxLength:"10" doc:"blocked; empty for all."`
	Sort  string `query:"sort" enum:"newest,oldest" doc:"By when they joined; what is found by name comes in the order of that name."`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Part[Listed], error) {
	if in.State != "" && in.State != "blocked" {
		return nil, errs.Invalid("state", "common.one_of")
	}
	blocked := in.State == "blocked"
	asked := auth.PeopleAsked{Blocked: blocked, Oldest: in.Sort == "oldest", Most: listPart + 1}.First()
	var found []auth.Person
	place := func(p auth.Person) []any { return []any{int64(p.CreatedAt), p.ID} }
	userID, byKey, err := s.oneMeant(ctx, in.Text)
	switch {
	case err != nil:
		return nil, err
	case byKey && userID != "":
		var p auth.Person
		p, err = auth.PersonByID(ctx, s.DB, userID)
		if err == nil && (!blocked || p.Blocked) {
			found = []auth.Person{p}
		} else if errs.Key(err) != "" {
			err = nil // they left
		}
	case byKey:
	case in.Text != "":
		word, after := "", ""
		if _, err = in.Place(&word, &after); err == nil {
			found, err = s.Auth.PeopleNamed(ctx, s.DB, in.Text, blocked, word, after, listPart+1)
		}
		place = func(p auth.Person) []any { return []any{p.Word, p.ID} }
	default:
		if _, err = in.Place(&asked.AfterAt, &asked.AfterID); err == nil {
			found, err = auth.People(ctx, s.DB, asked)
		}
	}
	if err != nil {
		return nil, err
	}
	found, meta := httpapi.Cut(found, listPart, place)
	rows, err := s.rows(ctx, found)
	if err != nil {
		return nil, err
	}
	return httpapi.PartOf(rows, meta), nil
}

// oneMeant finds the customer with a phone number or an order number; byKey is false if the text is neither.
func (s *Service) oneMeant(ctx context.Context, text string) (userID string, byKey bool, err error) {
	if text == "" {
		return "", false, nil
	}
	if userID, typed, err := orders.CustomerOf(ctx, s.DB, text); typed || err != nil {
		// Eight letters may be a name as well as an order number.
		return userID, userID != "", err
	}
	u, err := auth.UserByPhone(ctx, s.DB, text)
	if errs.Key(err) != "" {
		return "", auth.LooksLikePhone(text), nil
	}
	return u.ID, err == nil, err
}

func (s *Service) rows(ctx context.Context, people []auth.Person) ([]Listed, error) {
	ids := make([]string, len(people))
	for i, p := range people {
		ids[i] = p.ID
	}
	placed, err := orders.PlacedBy(ctx, s.DB, ids, countTo)
	if err != nil {
		return nil, err
	}
	out := make([]Listed, len(people))
	for i, p := range people {
		of := placed[p.ID]
		out[i] = Listed{ID: p.ID, Name: p.Name, PhoneMasked: auth.MaskPhone(p.Phone), Blocked: p.Blocked,
			JoinedAt: p.CreatedAt, Orders: of.Count, OrdersMore: of.More, LastOrderAt: of.Last}
	}
	return out, nil
}

// Hold is a fact that speaks for or against a customer at present.
type Hold struct {
	Kind   string      `json:"kind" enum:"blocked,lost,call_always,call_first,cash_first,cash_most,points_owed,invites_held"`
	Count  int64       `json:"count" doc:"Of lost deliveries, owed points or held invitations."`
	Amount money.Major `json:"amount" doc:"From where an order is confirmed by a call, or the most that may be paid in cash."`
}

// Customer is the data about a customer, limited to what the caller may see elsewhere; the rest is null.
type Customer struct {
	ID          string                `json:"id"`
	Name        string                `json:"name"`
	Phone       string                `json:"phone" doc:"E.164"`
	Email       *string               `json:"email"`
	CompanyName *string               `json:"company_name"`
	Lang        string                `json:"lang" enum:"en,ar" doc:"What to write to them in."`
	Blocked     bool                  `json:"blocked"`
	Access      auth.Access           `json:"access"`
	JoinedAt    db.Millis             `json:"joined_at"`
	Placed      int64                 `json:"orders_placed" doc:"Counted up to 100."`
	PlacedMore  bool                  `json:"orders_more"`
	LastOrderAt *db.Millis            `json:"last_order_at"`
	Currency    string                `json:"currency"`
	Wallet      *money.Major          `json:"wallet" nullable:"true"`
	Points      *int64                `json:"points" nullable:"true"`
	PointsValue *money.Major          `json:"points_value" nullable:"true"`
	Holds       []Hold                `json:"holds"`
	Orders      *[]orders.ListedOrder `json:"orders" nullable:"true" doc:"The newest."`
	Returns     *[]returns.Card       `json:"returns" nullable:"true" doc:"The newest."`
	Tickets     *[]support.Card       `json:"tickets" nullable:"true" doc:"Those touched last."`
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

// look is a write: it records the access before it returns anything.
func (s *Service) look(ctx context.Context, in *oneInput) (*httpapi.Reply[Customer], error) {
	if err := s.note(ctx, in.ID, "customer.look"); err != nil {
		return nil, err
	}
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	var c Customer
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		c, err = s.customer(ctx, q, member, lang, in.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(c), nil
}

// note records an access to a customer's data; NotFound for an unknown customer.
func (s *Service) note(ctx context.Context, userID, action string) error {
	member := staff.Caller(ctx)
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := auth.UserByID(ctx, tx, userID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: action, Object: userID})
	})
}

func (s *Service) customer(ctx context.Context, q db.Querier, member staff.Member, lang i18n.Lang,
	userID string) (Customer, error) {
	u, err := auth.UserByID(ctx, q, userID)
	if err != nil {
		return Customer{}, err
	}
	p, err := auth.PersonByID(ctx, q, userID)
	if err != nil {
		return Customer{}, err
	}
	placed, err := orders.PlacedBy(ctx, q, []string{userID}, countTo)
	if err != nil {
		return Customer{}, err
	}
	access, err := auth.AccessOf(ctx, q, userID, s.Clock.Now())
	if err != nil {
		return Customer{}, err
	}
	of := placed[userID]
	c := Customer{Access: access, ID: u.ID, Name: u.Name, Phone: u.Phone, Email: u.Email, CompanyName: u.CompanyName,
		Lang: u.Lang, Blocked: u.Blocked, JoinedAt: p.CreatedAt, Placed: of.Count, PlacedMore: of.More, LastOrderAt: of.Last,
		Currency: money.Shop}
	if c.Holds, err = s.holds(ctx, q, member, u); err != nil {
		return c, err
	}
	if member.May(staff.ReadCredits) {
		if err := s.balances(ctx, q, &c); err != nil {
			return c, err
		}
	}
	if member.May(staff.ReadOrders) {
		list, err := s.Orders.NewestOf(ctx, q, member, userID, lang, shown)
		if err != nil {
			return c, err
		}
		c.Orders = &list
	}
	if member.May(staff.ReadReturns) {
		list, err := s.Returns.NewestOf(ctx, q, member, userID, lang, shown)
		if err != nil {
			return c, err
		}
		c.Returns = &list
	}
	if member.May(staff.AnswerTickets) {
		list, err := support.NewestOf(ctx, q, userID, lang, shown)
		if err != nil {
			return c, err
		}
		c.Tickets = &list
	}
	return c, nil
}

func (s *Service) balances(ctx context.Context, q db.Querier, c *Customer) error {
	held, err := wallet.Balance(ctx, q, c.ID)
	if err != nil {
		return err
	}
	points, err := loyalty.Balance(ctx, q, c.ID, s.Clock.Now())
	if err != nil {
		return err
	}
	terms, err := loyalty.ReadTerms(ctx, q)
	if err != nil {
		return err
	}
	inWallet, worth := money.EGP(held).Major(), money.EGP(terms.Value(points)).Major()
	c.Wallet, c.Points, c.PointsValue = &inWallet, &points, &worth
	return nil
}

// holds lists what currently restricts a customer, or would restrict their next order.
func (s *Service) holds(ctx context.Context, q db.Querier, member staff.Member, u auth.User) ([]Hold, error) {
	all := []Hold{}
	if u.Blocked {
		all = append(all, Hold{Kind: "blocked"})
	}
	cash, err := s.Checkout.CashFor(ctx, q, u.ID)
	if err != nil {
		return nil, err
	}
	if cash.Lost > 0 {
		all = append(all, Hold{Kind: "lost", Count: cash.Lost})
	}
	if cash.CallAlways {
		all = append(all, Hold{Kind: "call_always"})
	} else if cash.CallFrom > 0 {
		all = append(all, Hold{Kind: "call_first", Amount: money.EGP(cash.CallFrom).Major()})
	}
	if cash.Most > 0 {
		kind := "cash_most"
		if cash.First {
			kind = "cash_first"
		}
		all = append(all, Hold{Kind: kind, Amount: money.EGP(cash.Most).Major()})
	}
	if member.May(staff.ReadCredits) {
		owed, err := loyalty.Owed(ctx, q, u.ID)
		if err != nil {
			return nil, err
		}
		if owed > 0 {
			all = append(all, Hold{Kind: "points_owed", Count: owed})
		}
	}
	if member.May(staff.DecideReferrals) {
		held, err := referral.HeldOf(ctx, q, u.ID)
		if err != nil {
			return nil, err
		}
		if held > 0 {
			all = append(all, Hold{Kind: "invites_held", Count: held})
		}
	}
	return all, nil
}

func (s *Service) places(ctx context.Context, in *oneInput) (*httpapi.Reply[[]addresses.View], error) {
	if err := s.note(ctx, in.ID, "customer.addresses"); err != nil {
		return nil, err
	}
	list, err := addresses.List(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	out := make([]addresses.View, len(list))
	for i, a := range list {
		out[i] = s.Addresses.View(a, httpapi.Caller(ctx).Lang)
	}
	return httpapi.OK(out), nil
}
