package currency_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/money/currency"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ minor, rate, decimals, want int64 }{
		{12_000, 48_650_000, 2, 247}, {0, 48_650_000, 2, 0}, {100, 2_000_000, 2, 50}, {1, 2_000_000, 2, 1},
		{100_000, 158_000_000, 3, 6329}, {12_000, 48_650_000, 0, 2},
	} {
		if got := currency.Convert(c.minor, c.rate, c.decimals); got != c.want {
			t.Errorf("%d at %d: %d, want %d", c.minor, c.rate, got, c.want)
		}
	}
}

func TestRates(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		c := clock.NewFake(start)
		s := currency.New(d, c)
		member := staff.Member{ID: "stf", Role: staff.Finance}
		usd := currency.Edit{Code: "usd", Name: i18n.Text{EN: "Dollar", AR: "دولار"}, Symbol: i18n.Text{EN: "$", AR: "$"},
			Active: true}
		if err := s.Add(ctx, member, usd); err != nil {
			t.Fatal(err)
		}
		if err := s.Add(ctx, member, usd); !errs.Is(err, "currency.code_taken") {
			t.Errorf("added twice: %v", err)
		}
		for _, step := range []struct {
			in   currency.SetRate
			want string
		}{
			{currency.SetRate{Rate: 50_000_000}, ""},
			{currency.SetRate{Rate: 51_000_000}, "currency.moved_on"},
			{currency.SetRate{Rate: 60_000_000, Seq: 1}, ""}, // exactly a fifth
			{currency.SetRate{Rate: 47_999_999, Seq: 2}, "currency.rate_jump"},
			{currency.SetRate{Rate: 72_000_001, Seq: 2}, "currency.rate_jump"},
			{currency.SetRate{Rate: 48_650_000, Seq: 2, Confirm: true}, ""}, // 18.9 %
		} {
			if err := s.Set(ctx, member, "USD", step.in); errs.Key(err) != step.want || err != nil && step.want == "" {
				t.Errorf("%+v: %v, want %q", step.in, err, step.want)
			}
		}
		if err := s.Set(ctx, member, "EUR", currency.SetRate{Rate: 1}); !errs.Is(err, "common.not_found") {
			t.Errorf("a rate of nothing: %v", err)
		}
		if err := s.Load(ctx); err != nil {
			t.Fatal(err)
		}
		seen := s.Freeze("usd", 12_000)
		if seen == nil || *seen != (currency.Frozen{Currency: "USD", Rate: 48_650_000, Total: 247}) {
			t.Errorf("frozen %+v", seen)
		}
		for _, none := range []string{"", "EGP", "XXX", "null"} {
			if s.Freeze(none, 1) != nil {
				t.Errorf("%q freezes something", none)
			}
		}
		offered, until := s.Offered()
		if len(offered) != 1 || !until.Equal(start.Add(currency.MaxAge+time.Millisecond)) {
			t.Errorf("%v until %v", offered, until)
		}
		c.Advance(currency.MaxAge + time.Millisecond)
		if offered, _ := s.Offered(); len(offered) != 0 || s.Freeze("USD", 1) != nil {
			t.Error("a rate of last month is believed")
		}
		var audits int
		if err := d.Get(ctx, &audits, `SELECT COUNT(*) FROM audit_log`); err != nil || audits != 4 {
			t.Errorf("%d lines of audit, %v", audits, err)
		}
	})
}

func TestParseRate(t *testing.T) {
	for text, want := range map[string]int64{"48.65": 48_650_000, "٤٨٫٦٥": 48_650_000, "0.000001": 1} {
		if got, err := currency.ParseRate(text); err != nil || got != want {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "1.0000001", "x", "99999999"} {
		if _, err := currency.ParseRate(text); err == nil {
			t.Errorf("%q is a rate", text)
		}
	}
	var refusal *errs.Error
	_, err := currency.ParseRate("0")
	if !errors.As(err, &refusal) || refusal.Fields[0].Name != "rate" {
		t.Error(err)
	}
}
