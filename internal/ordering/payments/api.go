package payments

import (
	"context"
	"errors"
	"io"
	"net/http"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// maxWebhook limits the body of a webhook.
const maxWebhook = 64 << 10

// Routes registers continuing a payment and the gateway's webhook.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "POST", Path: "/orders/{id}/pay", ID: "pay-order", Tag: "orders", Audience: httpapi.Customer, Strict: true,
		Summary: "Go on with a draft's card payment",
	}, s.pay)
	httpapi.HandlePrepared[topUpInput, httpapi.Envelope[TopUp]](a, httpapi.Op{
		Method: "POST", Path: "/wallet/top-up", ID: "top-up-wallet", Tag: "wallet", Audience: httpapi.Customer,
		Key: httpapi.KeyRequired, Strict: true,
		Summary: "Begin a top-up of the wallet by card",
		Description: "Needs an Idempotency-Key. The same key with the same amount answers the same bytes, and so leads to " +
			"the same payment, as long as that can be paid; with another amount it is refused (422).",
	}, s.postTopUp)
	for _, name := range s.Gateways.Names() {
		a.Raw(httpapi.Op{Method: "POST", Path: "/webhooks/" + name, ID: "webhook-" + name,
			Tag: "payments", Summary: "Notices of the card gateway"}, s.webhook(name))
	}
}

type payInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Redirect is the page where the browser continues to pay.
type Redirect struct {
	RedirectURL string `json:"redirect_url"`
}

func (s *Service) pay(ctx context.Context, in *payInput) (*httpapi.Reply[Redirect], error) {
	o, err := orders.Owned(ctx, s.DB, httpapi.Caller(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	url, err := s.Ask(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Redirect{url}), nil
}

// webhook responds with 200 once a notice is processed; after any other status the gateway sends it again.
func (s *Service) webhook(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
		if err != nil {
			httpapi.WriteError(w, r, errs.Refuse("common.too_large"))
			return
		}
		header := r.Header.Clone()
		header.Set(QueryHeader, r.URL.RawQuery)
		err = s.ReceiveFrom(r.Context(), name, header, body)
		switch {
		case errors.Is(err, ErrForged):
			httpapi.WriteError(w, r, errs.Refuse("payments.forged"))
		case err != nil:
			s.Log.Error("webhook failed", "err", err)
			httpapi.WriteError(w, r, errs.Unavailable("common.unavailable"))
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"response":{"data":{},"message":""}}`)
		}
	}
}
