// Package currency shows amounts in other currencies next to the shop's own.
//
// Orders are always priced and paid in the shop's currency. A customer may choose another one (cookie selectedCurrency,
// header currency-id) to see the approximate amount in it: the browser converts the amounts it shows by the rate
// delivered here, marked with ≈. When an order is placed, the amounts shown are frozen on it: the currency, the rate
// and the total in it.
//
// Staff (owners and finance) maintain the rates, in millionths of the shop's currency for one unit of the other. Each
// rate is a separate row with its time; the newest is in force. A change of more than a fifth must be confirmed. A rate
// older than MaxAge is no longer trusted: its currency is neither offered nor frozen until somebody sets it again.
package currency

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

const (
	// StaleAfter is the age from which staff are shown that a rate is old.
	StaleAfter = 7 * 24 * time.Hour
	// MaxAge is the age from which a rate is no longer trusted.
	MaxAge = 30 * 24 * time.Hour
	// wild is the change, in percent, that must be confirmed.
	wild = 20
	// unit is what rates are counted in: millionths.
	unit = 1_000_000
)

// Currency is a currency that amounts can be shown in, with its current rate.
type Currency struct {
	Code     string
	Name     i18n.Text
	Symbol   i18n.Text
	Decimals int64
	Active   bool
	Rate     int64 // millionths of the shop's currency for one unit; 0 for none yet
	RateAt   db.Millis
	RateSeq  int64
}

// usable reports whether amounts may be shown in it now.
func (c Currency) usable(now time.Time) bool {
	return c.Active && c.Rate > 0 && now.Sub(c.RateAt.Time()) <= MaxAge
}

// Convert converts minor units of the shop's currency into minor units of the other one at a rate. Halves are rounded
// away from zero.
func Convert(minor, rate, decimals int64) int64 {
	scale := int64(1)
	for range decimals {
		scale *= 10
	}
	shop := int64(1)
	for range money.Digits(money.Shop) {
		shop *= 10
	}
	return money.RoundRatio(minor, unit*scale, rate*shop)
}

// Frozen is the converted amount that a customer saw next to a total, as an order keeps it.
type Frozen struct {
	Currency string
	Rate     int64
	Total    int64 // minor units of Currency
}

// Service manages the currencies. Create it with New and call Load.
type Service struct {
	db    *db.DB
	clock clock.Clock
	now   atomic.Pointer[[]Currency]
	// loading is locked from reading until the result is in use, so that an older result never replaces a newer one.
	loading sync.Mutex
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{db: d, clock: c}
	s.now.Store(&[]Currency{})
	return s
}

// Load reads the currencies and starts to use them.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	all, err := list(ctx, s.db)
	if err != nil {
		return fmt.Errorf("currency: %w", err)
	}
	s.now.Store(&all)
	return nil
}

// Offered lists the currencies that can currently be chosen, and the time at which a rate expires next (zero for
// never).
func (s *Service) Offered() (offered []Currency, until time.Time) {
	now := s.clock.Now()
	for _, c := range *s.now.Load() {
		if !c.usable(now) {
			continue
		}
		offered = append(offered, c)
		if ends := c.RateAt.Time().Add(MaxAge + time.Millisecond); until.IsZero() || ends.Before(until) {
			until = ends
		}
	}
	return offered, until
}

// Offers reports whether a currency can currently be chosen.
func (s *Service) Offers(code string) bool {
	offered, _ := s.Offered()
	return slices.ContainsFunc(offered, func(c Currency) bool { return c.Code == code })
}

// Freeze returns the converted amount that a customer who chose a currency sees next to a total; nil for the shop's
// currency and for currencies not offered.
func (s *Service) Freeze(chosen string, total int64) *Frozen {
	if chosen == "" || strings.EqualFold(chosen, money.Shop) {
		return nil
	}
	now := s.clock.Now()
	for _, c := range *s.now.Load() {
		if strings.EqualFold(c.Code, chosen) && c.usable(now) {
			return &Frozen{c.Code, c.Rate, Convert(total, c.Rate, c.Decimals)}
		}
	}
	return nil
}
