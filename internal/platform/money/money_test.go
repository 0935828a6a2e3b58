package money_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"wekala/internal/platform/money"
)

func TestRatioRoundsHalfAwayFromZero(t *testing.T) {
	for _, c := range []struct{ minor, num, den, want int64 }{
		{100, 1, 3, 33}, {200, 1, 3, 67}, {1, 1, 2, 1}, {-1, 1, 2, -1}, {-100, 1, 3, -33}, {5, 1, 10, 1}, {4, 1, 10, 0},
		{0, 7, 3, 0}, {114_00, 14_00, 114_00, 14_00}, {100, -1, 3, -33},
		// More than an int64 holds on the way.
		{1 << 60, 1 << 20, 1 << 21, 1 << 59},
	} {
		if got := money.RoundRatio(c.minor, c.num, c.den); got != c.want {
			t.Errorf("%d × %d ÷ %d: %d, want %d", c.minor, c.num, c.den, got, c.want)
		}
		if got := money.EGP(c.minor).Ratio(c.num, c.den); got != money.EGP(c.want) {
			t.Errorf("%d × %d ÷ %d as money: %s", c.minor, c.num, c.den, got)
		}
	}
}

// TestRatioIsExact compares with numbers of any length.
func TestRatioIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		minor, num, den := r.Int64()>>r.IntN(62), r.Int64()>>r.IntN(62), 1+r.Int64()>>r.IntN(62)
		if r.IntN(2) == 0 {
			minor = -minor
		}
		if r.IntN(2) == 0 {
			num = -num
		}
		if r.IntN(50) == 0 {
			minor = math.MinInt64
		}
		twice := new(big.Int).Mul(big.NewInt(minor), big.NewInt(num))
		negative := twice.Sign() < 0
		twice.Abs(twice).Lsh(twice, 1).Add(twice, big.NewInt(den))
		want := twice.Div(twice, new(big.Int).Lsh(big.NewInt(den), 1))
		if negative {
			want.Neg(want)
		}
		if !want.IsInt64() || want.Int64() == math.MinInt64 {
			continue
		}
		if got := money.RoundRatio(minor, num, den); got != want.Int64() {
			t.Fatalf("%d × %d ÷ %d: %d, want %d", minor, num, den, got, want)
		}
	}
}

// TestPartsAddUp splits amounts at random: nothing is lost, no part is more than one unit off its share, equal shares
// get equal parts, and Part is Split without the list.
func TestPartsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		total := r.Int64N(2_000_000) - 1_000_000
		weights := make([]int64, 1+r.IntN(9))
		var sum int64
		for i := range weights {
			weights[i] = r.Int64N(1_000)
			sum += weights[i]
		}
		parts := money.Split(total, weights)
		var added int64
		for i, part := range parts {
			added += part
			if off := part*sum - total*weights[i]; sum > 0 && (off >= sum || off <= -sum) {
				t.Fatalf("%d over %v: %v is more than one off", total, weights, parts)
			}
		}
		if added != total {
			t.Fatalf("%d over %v: %v add up to %d", total, weights, parts, added)
		}

		n := int64(len(weights))
		from := r.Int64N(n + 1)
		to := from + r.Int64N(n-from+1)
		even := money.Split(total, slices.Repeat([]int64{1}, len(weights)))
		var want int64
		for _, part := range even[from:to] {
			want += part
		}
		if got := money.Part(total, n, from, to); got != want {
			t.Fatalf("parts %d to %d of %d over %d: %d, want %d", from, to, total, n, got, want)
		}
	}
	if got := money.Split(5, []int64{0, 0}); !slices.Equal(got, []int64{5, 0}) {
		t.Errorf("without weights: %v", got)
	}
	if got := money.Split(100, []int64{1, 1, 1}); !slices.Equal(got, []int64{34, 33, 33}) {
		t.Errorf("what is left goes to the first of equals: %v", got)
	}
	if got := money.Split(7, nil); len(got) != 0 {
		t.Errorf("over nobody: %v", got)
	}
}

func TestWhatCannotBeAskedForPanics(t *testing.T) {
	for what, f := range map[string]func(){
		"adding another currency": func() { money.EGP(1).Add(money.Of(1, "USD")) },
		"dividing by nothing":     func() { money.RoundRatio(1, 1, 0) },
		"far more than an amount": func() { money.RoundRatio(1<<62, 1<<62, 2) },
		"more than an amount":     func() { money.RoundRatio(1<<62, 4, 2) },
		"rounded to more":         func() { money.RoundRatio(145_295_143_558_111, 253_921, 2) },
		"a negative weight":       func() { money.Split(1, []int64{-1}) },
		"a part that is not one":  func() { money.Part(1, 2, 1, 3) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is possible", what)
				}
			}()
			f()
		}()
	}
}

func TestAmountsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]int64{
		"120.5": 120_50, "120": 120_00, "0.05": 5, "-3.10": -3_10, " 1,200.50 ": 1_200_50, "١٢٠٫٥": 120_50, "۱۲۰": 120_00,
		"١٬٢٠٠":       1_200_00,
		"1,234,567.8": 1_234_567_80, "12 000": 12_000_00,
	} {
		if got, err := money.Parse(text, 2); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".5", "1.005", "1e3", "NaN", "--1", "+1", "1.2.3", "0x10", "1234567890123456",
		"12,5", "5,0", "0,05", "1,20", "1,2345", "1234,567", ",500", "1,,000", "1 5", "١٢٬٥", "1,200,50"} {
		if got, err := money.Parse(text, 2); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

func TestAmountsTravelExactly(t *testing.T) {
	for want, amount := range map[string]money.Major{
		"120.5": money.EGP(120_50).Major(), "120": money.EGP(120_00).Major(), "-0.05": money.EGP(-5).Major(),
		"0":  money.EGP(0).Major(),
		"14": money.Percent(14_00), "2.5": money.Percent(2_50), "90071992547409.93": money.EGP(9_007_199_254_740_993).Major(),
	} {
		raw, err := json.Marshal(amount)
		if err != nil || string(raw) != want {
			t.Errorf("written as %s (%v), want %s", raw, err, want)
		}
		var back money.Major
		if err := json.Unmarshal(raw, &back); err != nil || back.Minor() != amount.Minor() {
			t.Errorf("%s came back as %d (%v)", want, back.Minor(), err)
		}
	}
	for want, minor := range map[string]int64{
		"120.50": 120_50, "0": 0, "-5": -5_00, "999.99": 999_99, "1,000": 1_000_00, "-1,250.50": -1_250_50, "-999": -999_00,
		"123,456,789.01": 123_456_789_01,
	} {
		if got := money.EGP(minor).Major().String(); got != want {
			t.Errorf("in a sentence: %s, want %s", got, want)
		}
	}
	if got := money.EGP(120_50).String(); got != "120.50 EGP" {
		t.Errorf("in a log: %s", got)
	}
}
