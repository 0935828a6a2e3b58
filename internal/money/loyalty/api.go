package loyalty

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wekala/internal/money/wallet"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

const (
	perPage  = 20
	lastPage = 100_000
	// soon is how far ahead the page lists expiring points.
	soon = 30 * day
)

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/loyalty", ID: "get-loyalty", Tag: "loyalty", Audience: httpapi.Customer,
		Summary: "The customer's points, what they are worth, and how points are earned",
	}, s.get)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/loyalty/history", ID: "list-loyalty-history", Tag: "loyalty", Audience: httpapi.Customer,
		Paged:   true,
		Summary: "Points earned and spent, newest first",
	}, s.list)
	httpapi.HandlePrepared[convertPointsInput, httpapi.Envelope[Conversion]](a, httpapi.Op{
		Method: "POST", Path: "/loyalty/convert", ID: "convert-points", Tag: "loyalty", Audience: httpapi.Customer,
		Key: httpapi.KeyRequired, Strict: true,
		Summary: "Turn points into wallet money",
		Description: "Needs an Idempotency-Key. The same key with the same body answers the same bytes; with another body " +
			"it is refused (422).",
	}, s.convert)
	httpapi.HandlePrepared[settlePointsInput, httpapi.Envelope[Conversion]](a, httpapi.Op{
		Method: "POST", Path: "/loyalty/settle", ID: "settle-points", Tag: "loyalty", Audience: httpapi.Customer,
		Key: httpapi.KeyRequired, Strict: true,
		Summary:     "Pay the points I owe from my wallet",
		Description: "Needs an Idempotency-Key. The same key answers the same bytes.",
	}, s.settle)
}

// Expiring are points that expire unless they are spent.
type Expiring struct {
	Points    int64     `json:"points"`
	ExpiresAt db.Millis `json:"expires_at"`
}

// RateView is the rate at which orders of a service earn points.
type RateView struct {
	ServiceID string `json:"service_id" doc:"Empty: every other service."`
	Name      string `json:"name"`
	Points    int64  `json:"points" doc:"For a hundred pounds."`
}

// View is a customer's points.
type View struct {
	Points     int64       `json:"points"`
	Value      money.Major `json:"value"`
	Currency   string      `json:"currency"`
	Worth      money.Major `json:"worth" doc:"Of a hundred points."`
	MinConvert int64       `json:"least_convert"`
	LifeDays   int64       `json:"life_days"`
	Owed       int64       `json:"owed" doc:"Points for returned orders that the next earnings pay first."`
	OwedValue  money.Major `json:"owed_value" doc:"What settles them from the wallet."`
	Expiring   []Expiring  `json:"expiring" doc:"Within thirty days, the first to go first."`
	Rates      []RateView  `json:"rates"`
}

type none struct{}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	who, now := httpapi.Caller(ctx), s.Clock.Now()
	var v View
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		terms, err := ReadTerms(ctx, q)
		if err != nil {
			return err
		}
		v = View{Currency: money.Shop, Worth: money.EGP(terms.Worth).Major(), MinConvert: terms.MinConvert,
			LifeDays: terms.LifeDays, Expiring: []Expiring{}, Rates: []RateView{}}
		if v.Points, err = Balance(ctx, q, who.UserID, now); err != nil {
			return err
		}
		v.Value = money.EGP(terms.Value(v.Points)).Major()
		if v.Owed, err = debtOf(ctx, q, who.UserID); err != nil {
			return err
		}
		v.OwedValue = money.EGP(terms.Value(v.Owed)).Major()
		lots, err := expiring(ctx, q, who.UserID, now, now.Add(soon))
		if err != nil {
			return err
		}
		for _, l := range lots {
			v.Expiring = append(v.Expiring, Expiring{l.Unused, l.ExpiresAt})
		}
		list, err := rates(ctx, q)
		if err != nil {
			return err
		}
		for _, r := range list {
			if name := s.nameOf(r.ServiceID, who.Lang); name != "" {
				v.Rates = append(v.Rates, RateView{r.ServiceID, name, r.Points})
			}
		}
		// "Everything else" makes sense only after the other rates.
		slices.SortStableFunc(v.Rates, func(a, b RateView) int {
			return cmp.Compare(rest(a), rest(b))
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

// rest sorts the default rate, which applies to services without their own, after the others.
func rest(r RateView) int {
	if r.ServiceID == "" {
		return 1
	}
	return 0
}

// nameOf names a service; "" for one that the shop does not have.
func (s *Service) nameOf(serviceID, lang string) string {
	if serviceID == "" {
		return i18n.T(lang, "loyalty.every_other")
	}
	if s.ServiceName == nil {
		return ""
	}
	return s.ServiceName(serviceID, lang)
}

// EntryView is an entry in the history.
type EntryView struct {
	ID        string     `json:"id"`
	Type      string     `json:"type" enum:"earned,spent,returned,converted,expired,reversed,netted"`
	Label     string     `json:"label"`
	Points    int64      `json:"points" doc:"Negative where they left."`
	ExpiresAt *db.Millis `json:"expires_at"`
	Date      db.Millis  `json:"date"`
	OrderID   *string    `json:"order_id"`

	Order *wallet.OrderView `json:"order" doc:"Which order it was about; null where there is none."`
}

type listInput struct {
	Page httpapi.Int `query:"page"`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Listing[EntryView], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	var lines []Line
	var total int
	var orders []*wallet.OrderView
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if lines, total, err = history(ctx, q, who.UserID, perPage, (page-1)*perPage); err != nil {
			return err
		}
		about := make([]wallet.About, len(lines))
		for i, l := range lines {
			about[i] = wallet.About{OrderID: l.OrderID, Source: l.Source}
		}
		orders, err = s.Wallet.OrdersOf(ctx, q, who.UserID, who.Lang, about)
		return err
	})
	if err != nil {
		return nil, err
	}
	views := make([]EntryView, len(lines))
	for i, l := range lines {
		views[i] = EntryView{l.ID, l.Type, i18n.T(who.Lang, "loyalty.type_"+l.Type), l.Points, l.ExpiresAt, l.At, l.OrderID,
			orders[i]}
	}
	return httpapi.List(views, page, perPage, total), nil
}

type convertPointsInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		Points httpapi.Int `json:"points"`
	}
}

// Conversion is a conversion of points into money.
type Conversion struct {
	Points   int64       `json:"points"`
	Amount   money.Major `json:"amount"`
	Currency string      `json:"currency"`
}

// converting identifies conversions among idempotent requests.
var converting = idempotency.Operation{Name: "convert-points", Keep: 7 * day}

func (s *Service) convert(ctx context.Context, in *convertPointsInput) (*httpapi.Prepared, error) {
	return s.once(ctx, converting, in.Key, int64(in.Body.Points), s.Convert)
}

// once changes the caller's points for the first request with a key, and repeats its response for later ones.
func (s *Service) once(ctx context.Context, op idempotency.Operation, header string, points int64,
	do func(ctx context.Context, tx *db.Tx, userID, key string, points int64) (int64, error)) (*httpapi.Prepared, error) {
	if problem := idempotency.Problem(header); problem != nil {
		return nil, errs.InvalidAll([]errs.Field{*problem})
	}
	who := httpapi.Caller(ctx).UserID
	key := idempotency.Request{Operation: op, Caller: who, Subject: who, Key: header, Hash: idempotency.Hash(points)}
	answer, err := s.keys.Look(ctx, key)
	if answer == nil && err == nil {
		answer, err = s.keys.Once(ctx, key, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
			minor, err := do(ctx, tx, who, header, points)
			if err != nil {
				return nil, err
			}
			return httpapi.Encode(httpapi.OK(Conversion{points, money.EGP(minor).Major(), money.Shop}).Body)
		})
	}
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

type settlePointsInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		Points httpapi.Int `json:"points" doc:"All that are owed, as they were shown."`
	}
}

// settling identifies payments of a debt among idempotent requests.
var settling = idempotency.Operation{Name: "settle-points", Keep: 7 * day}

func (s *Service) settle(ctx context.Context, in *settlePointsInput) (*httpapi.Prepared, error) {
	return s.once(ctx, settling, in.Key, int64(in.Body.Points), s.Settle)
}

// inDays returns the duration of n days.
func inDays(n int64) time.Duration { return time.Duration(n) * day }
