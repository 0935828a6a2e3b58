package paymob

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"wekala/internal/ordering/payments"
)

// signed lists the fields of a callback that its signature covers, in the order of the signature.
var signed = []string{
	"amount_cents", "created_at", "currency", "error_occured", "has_parent_transaction", "id", "integration_id",
	"is_3d_secure", "is_auth", "is_capture", "is_refunded", "is_standalone_payment", "is_voided", "order.id", "owner",
	"pending", "source_data.pan", "source_data.sub_type", "source_data.type", "success",
}

// Sign computes a callback's signature over the values of its signed fields.
func Sign(secret string, values []string) string {
	h := hmac.New(sha512.New, []byte(secret))
	h.Write([]byte(strings.Join(values, "")))
	return hex.EncodeToString(h.Sum(nil))
}

// callback holds a transaction's fields as they appear in the body.
type callback struct {
	Type string         `json:"type"`
	Obj  map[string]any `json:"obj"`
}

// value formats a field as the signature requires; false if it is missing.
func (c *callback) value(path string) (string, bool) {
	fields := c.Obj
	head, tail, nested := strings.Cut(path, ".")
	if nested {
		inner, ok := fields[head].(map[string]any)
		if !ok {
			return "", false
		}
		fields, head = inner, tail
	}
	v, ok := fields[head]
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		if v {
			return "true", true
		}
		return "false", true
	case nil:
		return "", ok
	}
	return "", false
}

// Values returns the values that a callback's signature covers, in order; false if the body is not a transaction.
func Values(body []byte) ([]string, bool) {
	c, err := parse(body)
	if err != nil {
		return nil, false
	}
	return c.values()
}

func parse(body []byte) (*callback, error) {
	var c callback
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		return nil, err
	}
	if d.More() || c.Type != "TRANSACTION" || c.Obj == nil {
		return nil, errors.New("paymob: no transaction")
	}
	return &c, nil
}

func (c *callback) values() ([]string, bool) {
	all := make([]string, 0, len(signed))
	for _, path := range signed {
		v, ok := c.value(path)
		if !ok {
			return nil, false
		}
		all = append(all, v)
	}
	return all, true
}

// Verify checks a callback. Twenty of the body's fields are signed, so they have to be read first. Nothing else is
// trusted: the reference only selects what is compared with Paymob's order.
func (g *Gateway) Verify(header http.Header, body []byte) (payments.Notice, error) {
	query, err := url.ParseQuery(header.Get(payments.QueryHeader))
	if err != nil || len(query["hmac"]) != 1 {
		return payments.Notice{}, payments.ErrForged
	}
	claimed, err := hex.DecodeString(query["hmac"][0])
	if err != nil {
		return payments.Notice{}, payments.ErrForged
	}
	c, err := parse(body)
	if err != nil {
		return payments.Notice{}, payments.ErrForged
	}
	values, ok := c.values()
	if !ok {
		return payments.Notice{}, payments.ErrForged
	}
	expected, _ := hex.DecodeString(Sign(g.Config.HMACSecret, values)) // Sign writes hex
	if !hmac.Equal(claimed, expected) {
		return payments.Notice{}, payments.ErrForged
	}
	return c.notice(), nil
}

// notice reads a callback whose signature is valid. A repetition has the same id; a later state of the transaction
// (pending, paid, refunded) has another one.
func (c *callback) notice() payments.Notice {
	text := func(path string) string {
		v, _ := c.value(path)
		return v
	}
	state := "declined"
	switch {
	case text("pending") == "true":
		state = "pending"
	case text("is_voided") == "true":
		state = "voided"
	case text("is_refunded") == "true":
		state = "refunded"
	case text("success") == "true":
		state = "paid"
	}
	reference, _, _ := strings.Cut(text("order.merchant_order_id"), "-")
	return payments.Notice{ID: text("id") + ":" + state, Ref: text("order.id"), Reference: reference,
		Amount: cents(json.Number(text("amount_cents"))), Currency: text("currency")}
}
