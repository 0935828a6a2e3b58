package wallet

import (
	"context"
	"slices"
	"strings"

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

// Routes registers the customers' operations on their wallets. The payments feature registers top-ups.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/wallet", ID: "get-wallet", Tag: "wallet", Audience: httpapi.Customer,
		Summary: "What the customer's wallet holds",
	}, s.get)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/wallet/history", ID: "list-wallet-history", Tag: "wallet", Audience: httpapi.Customer,
		Paged:   true,
		Summary: "What came in and went out, newest first, with what is under way",
	}, s.list)
}

// TopUpTerms contains whether a wallet can be topped up, and the limits of one top-up.
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

// OrderView identifies an order in an entry of the history.
type OrderView struct {
	ID          string        `json:"id"`
	Number      string        `json:"number"`
	Store       wire.Ref      `json:"store"`
	StoreImage  files.Image   `json:"store_image"`
	FirstImages []files.Image `json:"first_images" doc:"Of what was ordered first, or came back where the line is about a return; three at most."`
	Tint        string        `json:"tint,omitempty" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
}

// EntryView is an entry of the history.
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
	var orders []*OrderView
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if lines, total, err = history(ctx, q, who.UserID, perPage, (page-1)*perPage); err != nil {
			return err
		}
		about := make([]About, len(lines))
		for i, l := range lines {
			about[i] = About{l.OrderID, l.Source}
		}
		orders, err = s.OrdersOf(ctx, q, who.UserID, who.Lang, about)
		return err
	})
	if err != nil {
		return nil, err
	}
	views := make([]EntryView, len(lines))
	for i, l := range lines {
		views[i] = EntryView{ID: l.ID, Type: l.Type, Label: i18n.T(who.Lang, "wallet.type_"+l.what()),
			Amount: money.EGP(l.Amount).Major(), Currency: money.Shop, Status: l.Status,
			StatusLabel: i18n.T(who.Lang, "wallet.status_"+l.Status), Date: l.CreatedAt,
			OrderID: l.OrderID, Order: orders[i], Note: l.Note, Outside: l.Type == RefundCard || l.Type == RefundBank}
	}
	return httpapi.List(views, page, perPage, total), nil
}

// The method what returns the type of a line in more detail: for referral money, the source distinguishes the
// referrer's reward, the friend's, and a commission.
func (l Line) what() string {
	switch {
	case l.Type == Referral && strings.HasPrefix(l.Source, "referral_commission:"):
		return "referral_commission"
	case l.Type == Referral && strings.HasSuffix(l.Source, ":friend"):
		return "referral_welcome"
	}
	return l.Type
}

// About is the source and order of an entry.
type About struct {
	OrderID *string
	Source  string
}

// OrdersOf returns the orders of the entries in a customer's history, one per entry; nil for entries without an order.
// The entry of a return shows the returned items. Other customers' orders are never included, whatever the entries
// contain.
func (s *Service) OrdersOf(ctx context.Context, q db.Querier, userID string, lang i18n.Lang,
	lines []About) ([]*OrderView, error) {
	out := make([]*OrderView, len(lines))
	var ids, sources []string
	for _, l := range lines {
		if l.OrderID == nil {
			continue
		}
		sources = append(sources, l.Source)
		if !slices.Contains(ids, *l.OrderID) {
			ids = append(ids, *l.OrderID)
		}
	}
	if s.Orders == nil || len(ids) == 0 {
		return out, nil
	}
	orders, err := s.Orders(ctx, q, userID, lang, ids)
	if err != nil {
		return nil, err
	}
	var returned map[string][]files.Image
	if s.returned != nil {
		if returned, err = s.returned(ctx, q, userID, sources); err != nil {
			return nil, err
		}
	}
	for i, l := range lines {
		if l.OrderID == nil || orders[*l.OrderID] == nil {
			continue
		}
		view := *orders[*l.OrderID]
		if images, ok := returned[l.Source]; ok {
			view.FirstImages = images
		}
		out[i] = &view
	}
	return out, nil
}
