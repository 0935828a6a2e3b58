// Package money represents amounts as whole minor units (piastres) with their currency. The program never stores an
// amount in a float, and all rounding happens in Ratio or Split.
package money

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Money is an amount in minor units of Currency (ISO 4217).
type Money struct {
	Minor    int64
	Currency string
}

// Shop is the currency that orders are priced and paid in.
const Shop = "EGP"

// EGP returns an amount of piastres.
func EGP(minor int64) Money { return Money{Minor: minor, Currency: "EGP"} }

// Of returns minor units of a currency.
func Of(minor int64, currency string) Money { return Money{Minor: minor, Currency: currency} }

// Digits returns the number of decimals of a currency.
func Digits(currency string) int {
	switch currency {
	case "KWD", "BHD", "OMR", "JOD", "TND", "LYD", "IQD":
		return 3
	case "JPY", "KRW":
		return 0
	}
	return 2
}

func (m Money) same(o Money) {
	if m.Currency != o.Currency {
		panic(fmt.Sprintf("money: %s and %s in one sum", m.Currency, o.Currency))
	}
}

// Add returns m + o. Adding different currencies is a programming error.
func (m Money) Add(o Money) Money { m.same(o); return Money{m.Minor + o.Minor, m.Currency} }

// Sub returns m − o.
func (m Money) Sub(o Money) Money { m.same(o); return Money{m.Minor - o.Minor, m.Currency} }

// Mul returns m × n.
func (m Money) Mul(n int64) Money { return Money{m.Minor * n, m.Currency} }

// Cmp returns −1, 0 or 1 as m is less than, equal to or more than o.
func (m Money) Cmp(o Money) int {
	m.same(o)
	switch {
	case m.Minor < o.Minor:
		return -1
	case m.Minor > o.Minor:
		return 1
	}
	return 0
}

// IsZero reports whether the amount is zero.
func (m Money) IsZero() bool { return m.Minor == 0 }

// Min returns the smaller of two amounts.
func Min(a, b Money) Money {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Ratio returns m × num ÷ den, rounded half away from zero. It is the only place that rounds an amount. den must be
// positive.
func (m Money) Ratio(num, den int64) Money {
	return Money{RoundRatio(m.Minor, num, den), m.Currency}
}

// RoundRatio is Ratio for bare minor units.
func RoundRatio(minor, num, den int64) int64 {
	if den <= 0 {
		panic("money: denominator must be positive")
	}
	high, low := bits.Mul64(magnitude(minor), magnitude(num))
	if high >= uint64(den) {
		panic("money: more than an amount can hold")
	}
	whole, rest := bits.Div64(high, low, uint64(den))
	up := rest >= uint64(den)-rest
	if whole > math.MaxInt64 || up && whole == math.MaxInt64 {
		panic("money: more than an amount can hold")
	}
	if up {
		whole++
	}
	if (minor < 0) != (num < 0) {
		return -int64(whole)
	}
	return int64(whole)
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Split divides total in proportion to weights so that the parts add up to total exactly. Every part is rounded down,
// and the rest is given to the largest remainders, earlier parts first. If all weights are zero, the first part gets
// everything. Weights must not be negative.
func Split(total int64, weights []int64) []int64 {
	parts := make([]int64, len(weights))
	if len(weights) == 0 {
		return parts
	}
	var sum int64
	for _, w := range weights {
		if w < 0 {
			panic("money: negative weight")
		}
		sum += w
	}
	if sum == 0 {
		parts[0] = total
		return parts
	}
	negative := total < 0
	if negative {
		total = -total
	}
	remainders := make([]int64, len(weights))
	left := total
	for i, w := range weights {
		// A weight is at most the sum, so the quotient is at most the total.
		high, low := bits.Mul64(uint64(total), uint64(w))
		part, rest := bits.Div64(high, low, uint64(sum))
		parts[i], remainders[i] = int64(part), int64(rest)
		left -= parts[i]
	}
	for ; left > 0; left-- {
		best := -1
		for i, r := range remainders {
			if r >= 0 && (best < 0 || r > remainders[best]) {
				best = i
			}
		}
		parts[best]++
		remainders[best] = -1
	}
	if negative {
		for i := range parts {
			parts[i] = -parts[i]
		}
	}
	return parts
}

// Part returns the sum of the parts from up to, but not including, to of a total split over n equal weights. It equals
// the sum of Split(total, n ones)[from:to], without allocating the list.
func Part(total, n, from, to int64) int64 {
	if n <= 0 || from < 0 || from > to || to > n {
		panic("money: no such part")
	}
	if total < 0 {
		return -Part(-total, n, from, to)
	}
	// Equal weights have equal remainders, so the earlier parts get the rest.
	each, left := total/n, total%n
	return each*(to-from) + min(to, left) - min(from, left)
}

// Major returns the amount in its API form: a JSON number in major units.
func (m Money) Major() Major { return Major{m.Minor, Digits(m.Currency)} }

// String formats "120.50 EGP" for logs and errors. Amounts for people are formatted by language elsewhere.
func (m Money) String() string { return m.Major().text(false) + " " + m.Currency }

// Major is an amount in the API. It has no trailing zeros (120.5) and always has a currency next to it.
type Major struct {
	minor  int64
	digits int
}

// Percent returns basis points as a percentage for people: 14, or 2.5. It has two decimals, like an amount, and uses no
// float either.
func Percent(basisPoints int64) Major { return Major{basisPoints, 2} }

// Minor returns the amount in minor units.
func (m Major) Minor() int64 { return m.minor }

func (m Major) text(trim bool) string { return string(m.appendTo(nil, trim)) }

// appendTo appends the amount to b, with all of its decimals or without trailing zeros.
func (m Major) appendTo(b []byte, trim bool) []byte {
	if m.minor < 0 {
		b = append(b, '-')
	}
	// The longest amount has 19 digits.
	var room [24]byte
	digits := strconv.AppendUint(room[:0], magnitude(m.minor), 10)
	for missing := m.digits + 1 - len(digits); missing > 0; missing-- {
		digits = slices.Insert(digits, 0, '0')
	}
	whole := len(digits) - m.digits
	b = append(b, digits[:whole]...)
	fraction := digits[whole:]
	if trim {
		fraction = bytes.TrimRight(fraction, "0")
	}
	if len(fraction) == 0 {
		return b
	}
	return append(append(b, '.'), fraction...)
}

// String formats the amount for a sentence, as screens do: 1,120 or 1,120.50. It is never parsed.
func (m Major) String() string {
	whole, fraction, _ := strings.Cut(m.text(false), ".")
	for at := len(whole) - 3; at > 0 && whole[at-1] != '-'; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if strings.Trim(fraction, "0") == "" {
		return whole
	}
	return whole + "." + fraction
}

// MarshalJSON writes the number exactly, without passing through a float.
func (m Major) MarshalJSON() ([]byte, error) { return m.appendTo(make([]byte, 0, 16), true), nil }

// UnmarshalJSON parses a number of at most two decimals.
func (m *Major) UnmarshalJSON(b []byte) error {
	minor, err := Parse(string(b), 2)
	if err != nil {
		return err
	}
	*m = Major{minor, 2}
	return nil
}

// Schema describes the type to OpenAPI as a number.
func (Major) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "Amount in major units of the currency beside it."}
}

var errAmount = errors.New("money: not an amount")

// Parse parses an amount from a person or a program ("120.5", "١٢٠٫٥", "1,200.50") as minor units with the given number
// of decimals. An amount with more decimals is refused, not rounded.
func Parse(s string, digits int) (int64, error) {
	s = strings.NewReplacer("٫", ".", "٬", ",", " ", ",").Replace(LatinDigits(strings.TrimSpace(s)))
	sign := int64(1)
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = -1, rest
	}
	whole, fraction, _ := strings.Cut(s, ".")
	// A comma must precede exactly three digits: some people write twelve and a half as "12,5", which must not become 125.
	groups := strings.Split(whole, ",")
	for i, g := range groups[1:] {
		if len(g) != 3 || i == 0 && (groups[0] == "" || len(groups[0]) > 3) {
			return 0, errAmount
		}
	}
	whole = strings.Join(groups, "")
	if whole == "" || len(whole) > 15 || len(fraction) > digits {
		return 0, errAmount
	}
	for len(fraction) < digits {
		fraction += "0"
	}
	n, err := strconv.ParseUint(whole+fraction, 10, 62)
	if err != nil {
		return 0, errAmount
	}
	return sign * int64(n), nil
}

// LatinDigits replaces Arabic-Indic (٠-٩) and Persian (۰-۹) digits by 0-9 and keeps everything else.
func LatinDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		}
		return r
	}, s)
}

var (
	_ json.Marshaler      = Major{}
	_ huma.SchemaProvider = Major{}
)

// VATIn returns the VAT contained in a gross amount at a rate of bp basis points.
func VATIn(gross, bp int64) int64 { return RoundRatio(gross, bp, 10_000+bp) }
