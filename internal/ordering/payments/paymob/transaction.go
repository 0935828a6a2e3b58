package paymob

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
)

// flag is a boolean that some of Paymob's responses encode as text.
type flag bool

// UnmarshalJSON reads true, "true", false, "false" and null.
func (f *flag) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(strings.Trim(string(raw), `"`)) {
	case "true":
		*f = true
	case "false", "null", "":
		*f = false
	default:
		return fmt.Errorf("paymob: %s is neither true nor false", raw)
	}
	return nil
}

// transaction is Paymob's record of a payment attempt.
type transaction struct {
	ID        json.Number `json:"id"`
	Pending   flag        `json:"pending"`
	Success   flag        `json:"success"`
	Amount    json.Number `json:"amount_cents"`
	Currency  string      `json:"currency"`
	IsAuth    flag        `json:"is_auth"`
	IsVoided  flag        `json:"is_voided"`
	IsVoid    flag        `json:"is_void"`
	IsRefund  flag        `json:"is_refund"`
	HasParent flag        `json:"has_parent_transaction"`
	Refunded  json.Number `json:"refunded_amount_cents"`
	Order     struct {
		ID        json.Number `json:"id"`
		Reference string      `json:"merchant_order_id"`
	} `json:"order"`
}

// paid reports whether the transaction captured the money.
func (t *transaction) paid() bool {
	return bool(t.Success && !t.Pending && !t.IsAuth && !t.IsVoided && !t.IsVoid && !t.IsRefund)
}

// UnmarshalJSON decodes a plain transaction or, as in callbacks, one in an envelope.
func (t *transaction) UnmarshalJSON(raw []byte) error {
	type plain transaction
	var envelope struct {
		Obj *plain `json:"obj"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return err
	}
	if envelope.Obj != nil {
		*t = transaction(*envelope.Obj)
		return nil
	}
	return json.Unmarshal(raw, (*plain)(t))
}

// cents reads an amount; Paymob writes integers in cents.
func cents(n json.Number) int64 {
	if n == "" {
		return 0
	}
	v, err := n.Int64()
	if err != nil {
		return -1 // fits no payment
	}
	return v
}

// ask reads the transaction of an intention, nil if there is none yet.
func (g *Gateway) ask(ctx context.Context, it *intent) (*transaction, error) {
	for try := 1; ; try++ {
		token, err := g.bearer(ctx)
		if err != nil {
			return nil, err
		}
		var t transaction
		var status int
		if it.TransactionID != nil {
			status, err = g.call(ctx, http.MethodGet, "/api/acceptance/transactions/"+url.PathEscape(*it.TransactionID),
				"Bearer "+token, nil, &t)
		} else {
			status, err = g.call(ctx, http.MethodPost, "/api/ecommerce/orders/transaction_inquiry", "Bearer "+token,
				map[string]string{"order_id": it.OrderID}, &t)
		}
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusUnauthorized && try == 1:
			g.forget(token)
		case status == http.StatusNotFound && it.TransactionID == nil:
			return nil, nil
		case status != http.StatusOK && status != http.StatusCreated:
			return nil, fmt.Errorf("paymob answered an inquiry with %d", status)
		case t.ID == "":
			return nil, nil // no attempt yet
		default:
			return &t, nil
		}
	}
}

// Inquire returns the status of an intention. An unknown intention has none.
func (g *Gateway) Inquire(ctx context.Context, ref string) (payments.GatewayStatus, error) {
	it, err := intentByOrder(ctx, g.DB, ref)
	if errors.Is(err, db.ErrNoRows) {
		return payments.GatewayStatus{Ref: ref}, nil
	}
	if err != nil {
		return payments.GatewayStatus{}, err
	}
	t, err := g.ask(ctx, it)
	if err != nil {
		return payments.GatewayStatus{}, err
	}
	if t == nil || !t.paid() {
		return it.unpaid(t, g.Clock.Now()), nil
	}
	reference, _, _ := strings.Cut(t.Order.Reference, "-")
	st := payments.GatewayStatus{Ref: t.Order.ID.String(), Reference: reference, State: payments.IntentPaid,
		Amount: cents(t.Amount), Currency: t.Currency, Refunded: cents(t.Refunded)}
	if st.Ref != it.OrderID || st.Reference != it.Reference || st.Amount != it.Amount || st.Currency != it.Currency {
		return st, nil // fits nothing: the caller compares, and believes nothing
	}
	if err := g.paidBy(ctx, it.OrderID, t.ID.String()); err != nil {
		return payments.GatewayStatus{}, err
	}
	return st, nil
}

// unpaid is the status of an intention that no transaction has paid.
func (it *intent) unpaid(t *transaction, now time.Time) payments.GatewayStatus {
	st := payments.GatewayStatus{Ref: it.OrderID, Reference: it.Reference, State: payments.IntentOpen, Amount: it.Amount,
		Currency: it.Currency}
	if (t == nil || !bool(t.Pending)) && now.After(it.ExpiresAt.Time().Add(expiryGrace)) {
		st.State = payments.IntentExpired
	}
	return st
}
