package paymob

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
)

// settlesWithin is how long a refund whose response got lost may still take effect. Until then, only the transaction is
// checked.
const settlesWithin = 2 * time.Minute

var errUnsettled = errors.New("paymob: it is not known yet whether the refund took effect")

// Refund refunds money once per key. After a lost response it returns an error until the transaction shows the refund,
// or has not shown it in time; callers retry it.
func (g *Gateway) Refund(ctx context.Context, r payments.RefundRequest) (string, error) {
	noted, err := refundOf(ctx, g.DB, r.Key)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", err
	}
	known := err == nil
	if known {
		if noted.OrderID != r.Ref || noted.Amount != r.Amount {
			return "", fmt.Errorf("%w: the key was used for another refund", payments.ErrRefused)
		}
		if noted.State == refundDone && noted.Ref != nil {
			return *noted.Ref, nil
		}
	}
	it, err := intentByOrder(ctx, g.DB, r.Ref)
	if errors.Is(err, db.ErrNoRows) {
		return "", fmt.Errorf("%w: paymob's order is not known", payments.ErrRefused)
	}
	if err != nil {
		return "", err
	}
	t, err := g.ask(ctx, it)
	if err != nil {
		return "", err
	}
	if t == nil || !t.paid() || t.Currency != r.Currency {
		return "", fmt.Errorf("%w: paymob knows of no such payment", payments.ErrRefused)
	}
	refunded := cents(t.Refunded)
	if known && noted.State == refundAsked && refunded >= noted.Refunded+r.Amount {
		return g.settled(ctx, r, "transaction "+t.ID.String())
	}
	if refunded+r.Amount > cents(t.Amount) {
		return "", fmt.Errorf("%w: more than was paid", payments.ErrRefused)
	}
	now := g.Clock.Now()
	ours, err := g.begin(ctx, r, refunded, db.At(now.Add(-settlesWithin)), db.At(now))
	if err != nil {
		return "", err
	}
	if !ours {
		return "", errUnsettled
	}
	return g.pay(ctx, r, t)
}

// pay sends a refund that is already recorded as requested.
func (g *Gateway) pay(ctx context.Context, r payments.RefundRequest, t *transaction) (string, error) {
	var got struct {
		ID      json.Number `json:"id"`
		Success flag        `json:"success"`
		Pending flag        `json:"pending"`
		Amount  json.Number `json:"amount_cents"`
	}
	status, err := g.call(ctx, http.MethodPost, "/api/acceptance/void_refund/refund", "Token "+g.Config.SecretKey,
		map[string]string{"transaction_id": t.ID.String(), "amount_cents": strconv.FormatInt(r.Amount, 10)}, &got)
	switch {
	case err != nil:
		return "", err // lost: it stays asked for
	case status != http.StatusOK && status != http.StatusCreated:
		err := refusal("a refund", status)
		if status < 500 {
			return "", errors.Join(err, g.end(ctx, r.Key, refundRefused, "")) // nothing happened
		}
		return "", err
	case bool(got.Pending):
		return "", errUnsettled
	case !bool(got.Success):
		return "",
			errors.Join(fmt.Errorf("%w: paymob could not refund", payments.ErrRefused), g.end(ctx, r.Key, refundRefused, ""))
	case got.ID == "":
		return "", errUnsettled
	}
	return g.settled(ctx, r, got.ID.String())
}

func (g *Gateway) settled(ctx context.Context, r payments.RefundRequest, ref string) (string, error) {
	return ref, g.end(ctx, r.Key, refundDone, ref)
}
