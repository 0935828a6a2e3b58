package currency

import (
	"context"
	"strconv"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// View is a currency in the API. The shop's own currency comes first, with a rate of 1.
type View struct {
	ID       string     `json:"id" doc:"What the header currency-id takes: the same as code."`
	Code     string     `json:"code"`
	Name     string     `json:"name"`
	Symbol   string     `json:"symbol"`
	Decimals int64      `json:"decimals"`
	Shop     bool       `json:"shop" doc:"Orders are paid in it."`
	RateE6   int64      `json:"rate_e6" doc:"Millionths of the shop's currency for one unit."`
	RateAt   *db.Millis `json:"rate_at" doc:"When that was set."`
}

type listOutput struct {
	Expires string `header:"X-Wekala-Expires"`
	Body    httpapi.Envelope[[]View]
}

type none struct{}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/currencies", ID: "list-currencies", Tag: "currency",
		Summary:     "Currencies that amounts can be shown in",
		Description: "Orders are paid in the first one. What others show is for information.",
	}, func(ctx context.Context, _ *none) (*listOutput, error) {
		lang := httpapi.Caller(ctx).Lang
		offered, until := s.Offered()
		views := []View{{ID: money.Shop, Code: money.Shop, Name: shopName.In(lang), Symbol: shopSymbol.In(lang),
			Decimals: int64(money.Digits(money.Shop)), Shop: true, RateE6: unit}}
		for _, c := range offered {
			at := c.RateAt
			views = append(views,
				View{ID: c.Code, Code: c.Code, Name: c.Name.In(lang), Symbol: c.Symbol.In(lang), Decimals: c.Decimals,
					RateE6: c.Rate, RateAt: &at})
		}
		out := &listOutput{}
		if !until.IsZero() {
			out.Expires = strconv.FormatInt(until.UnixMilli(), 10)
		}
		out.Body = httpapi.OK(views).Body
		return out, nil
	})
}
