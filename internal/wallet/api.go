package wallet

import (
	"context"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

const (
	perPage  = 20
	lastPage = 100_000
)

// Routes registers what customers see of their wallets. Topping up is the
// payments feature's.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/wallet", ID: "get-wallet", Tag: "wallet", Audience: httpapi.Customer,
		Summary: "What the customer's wallet holds",
	}, s.get)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/wallet/history", ID: "list-wallet-history", Tag: "wallet", Audience: httpapi.Customer, Paged: true,
		Summary: "What came in and went out, newest first, with what is under way",
	}, s.list)
}

// TopUpTerms says whether and how much can be topped up at once.
type TopUpTerms struct {
	Available bool        `json:"available"`
	Least     money.Major `json:"least"`
	Most      money.Major `json:"most"`
}

// View is a wallet.
type View struct {
	Balance  money.Major `json:"balance"`
	Currency string      `json:"currency"`
	TopUp    TopUpTerms  `json:"top_up"`
}

// OrderView is an order in a line of a history: enough to know it by.
type OrderView struct {
	ID          string        `json:"id"`
	Number      string        `json:"number"`
	Store       wire.Ref      `json:"store"`
	StoreImage  files.Image   `json:"store_image"`
	FirstImages []files.Image `json:"first_images" doc:"Of what was ordered first; three at most."`
	Tint        string        `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
}

// EntryView is a line of the history.
type EntryView struct {
	ID          string      `json:"id"`
	Type        string      `json:"type" enum:"top_up,payment,refund,refund_card,refund_bank,points,referral,credit,late,points_owed"`
	Label       string      `json:"label"`
	Amount      money.Major `json:"amount" doc:"Negative where money left."`
	Currency    string      `json:"currency"`
	Status      string      `json:"status" enum:"pending,done,failed"`
	StatusLabel string      `json:"status_label"`
	Date        db.Millis   `json:"date"`
	OrderID     *string     `json:"order_id"`
	Order       *OrderView  `json:"order" doc:"Which order it was about; null where there is none."`
	Note        string      `json:"note"`
	Outside     bool        `json:"outside" doc:"Money that goes to a card or a bank: not part of the balance."`
}

type none struct{}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	balance, err := Balance(ctx, s.DB, httpapi.Caller(ctx).UserID)
	if err != nil {
		return nil, err
	}
	major := func(minor int64) money.Major { return money.EGP(minor).Major() }
	least, most := s.TopUpBounds()
	return httpapi.OK(View{Balance: major(balance), Currency: money.Shop,
		TopUp: TopUpTerms{Available: s.topUps(), Least: major(least), Most: major(most)}}), nil
}

type listInput struct {
	Page httpapi.Int `query:"page"`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Listing[EntryView], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	var lines []Line
	var total int
	var orders map[string]*OrderView
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if lines, total, err = history(ctx, q, who.UserID, perPage, (page-1)*perPage); err != nil {
			return err
		}
		ids := make([]*string, len(lines))
		for i, l := range lines {
			ids[i] = l.OrderID
		}
		orders, err = s.OrdersOf(ctx, q, who.UserID, who.Lang, ids)
		return err
	})
	if err != nil {
		return nil, err
	}
	views := make([]EntryView, len(lines))
	for i, l := range lines {
		views[i] = EntryView{ID: l.ID, Type: l.Type, Label: i18n.T(who.Lang, "wallet.type_"+l.Type), Amount: money.EGP(l.Amount).Major(),
			Currency: money.Shop, Status: l.Status, StatusLabel: i18n.T(who.Lang, "wallet.status_"+l.Status), Date: l.CreatedAt,
			OrderID: l.OrderID, Order: OrderIn(orders, l.OrderID), Note: l.Note, Outside: l.Type == RefundCard || l.Type == RefundBank}
	}
	return httpapi.List(views, page, perPage, total), nil
}

// OrdersOf reads the orders that lines of a customer's history are about, by
// id. Nobody else's are among them, whatever the lines say.
func (s *Service) OrdersOf(ctx context.Context, q db.Querier, userID string, lang i18n.Lang, ids []*string) (map[string]*OrderView, error) {
	var known []string
	for _, id := range ids {
		if id != nil && !slices.Contains(known, *id) {
			known = append(known, *id)
		}
	}
	if s.Orders == nil || len(known) == 0 {
		return nil, nil
	}
	return s.Orders(ctx, q, userID, lang, known)
}

// OrderIn finds the order of a line; nil where it is about none.
func OrderIn(orders map[string]*OrderView, id *string) *OrderView {
	if id == nil {
		return nil
	}
	return orders[*id]
}
