package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/platform/money"
)

// Int is a whole number in a request. Because people type it, it may be a JSON number or a text, in Latin or Arabic
// digits.
type Int int64

var errNumber = errors.New("httpapi: not a whole number")

// UnmarshalText parses a query parameter.
func (n *Int) UnmarshalText(b []byte) error {
	v, err := strconv.ParseInt(money.LatinDigits(strings.TrimSpace(string(b))), 10, 64)
	if err != nil {
		return errors.New(wrongNumber(string(b)))
	}
	*n = Int(v)
	return nil
}

// UnmarshalJSON parses a body field.
func (n *Int) UnmarshalJSON(b []byte) error {
	text, err := numberText(b)
	if err == nil {
		err = n.UnmarshalText([]byte(text))
	}
	return wrongType[Int](text, err)
}

// MarshalJSON writes a plain number.
func (n Int) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(n), 10), nil }

// Schema describes an integer, or text that contains one.
func (Int) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeInteger}, {Type: huma.TypeString}}}
	return s
}

// PageNumber is a page of a list, which records whether the request contains it: an explicit page 0 is invalid, a
// missing one is not.
type PageNumber struct {
	Number int
	Given  bool
}

// UnmarshalText reads a query parameter.
func (p *PageNumber) UnmarshalText(b []byte) error {
	var n Int
	err := n.UnmarshalText(b)
	p.Number, p.Given = int(n), true
	return err
}

// Schema is the same as that of Int.
func (PageNumber) Schema(r huma.Registry) *huma.Schema { return Int(0).Schema(r) }

// Amount is an exact amount in major units from a request, as a JSON number or as text in Latin or Arabic digits. Minor
// holds minor units of the shop's currency.
type Amount struct{ Minor int64 }

// UnmarshalJSON parses a body field.
func (a *Amount) UnmarshalJSON(b []byte) error {
	text, err := numberText(b)
	if err == nil {
		err = a.UnmarshalText([]byte(text))
	}
	return wrongType[Amount](text, err)
}

// UnmarshalText parses a query parameter.
func (a *Amount) UnmarshalText(b []byte) error {
	minor, err := money.Parse(string(b), money.Digits(money.Shop))
	if err != nil {
		return errors.New(wrongNumber(string(b)))
	}
	a.Minor = minor
	return nil
}

// MarshalJSON writes major units.
func (a Amount) MarshalJSON() ([]byte, error) { return money.EGP(a.Minor).Major().MarshalJSON() }

// Schema describes a number, or text that contains one.
func (Amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeNumber}, {Type: huma.TypeString}}}
}

// wrongType is an error to which encoding/json adds the name of the field. Its value is the key of the text that
// describes the problem.
func wrongType[T any](text string, err error) error {
	if err == nil {
		return nil
	}
	return &json.UnmarshalTypeError{Value: wrongNumber(text), Type: reflect.TypeFor[T]()}
}

// wrongNumber returns the key of the error for a text that should be a number: empty, not a number, or unsupported.
func wrongNumber(text string) string {
	text = money.LatinDigits(strings.TrimSpace(text))
	if text == "" {
		return "common.required"
	}
	// ParseFloat also accepts Inf, NaN and hexadecimal digits, which people don't mean as numbers.
	if _, err := strconv.ParseFloat(text, 64); errors.Is(err, strconv.ErrSyntax) || strings.ContainsAny(text, "aAfFxX") {
		return "common.numbers_only"
	}
	return "common.invalid"
}

func numberText(b []byte) (string, error) {
	b = bytes.TrimSpace(b)
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return "", err
		}
		return s, nil
	}
	if string(b) == "null" {
		return "", errNumber
	}
	return string(b), nil
}

// latinQuery replaces percent-encoded Arabic and Persian digits in a query
// string, so that every numeric parameter reads them. Search folds digits
// anyway, so a text parameter loses nothing.
func latinQuery(raw string) string {
	if !strings.Contains(raw, "%D") && !strings.Contains(raw, "%d") {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if i+6 <= len(raw) && raw[i] == '%' && raw[i+3] == '%' {
			switch pair := strings.ToUpper(raw[i+1:i+3] + raw[i+4:i+6]); {
			case pair >= "D9A0" && pair <= "D9A9", pair >= "DBB0" && pair <= "DBB9":
				b.WriteByte('0' + pair[3] - '0')
				i += 5
				continue
			}
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}
