// Package shoppolicies has the owner's decisions about buying and returning: the value and lifetime of points, how long
// goods may be returned, limits on orders, and which cash orders need a call first. It keeps the setting in memory on
// every node, with the credits for lateness and the points that orders earn, so that an order's promises are known
// without a query.
//
// Promises stay: orders keep what applied when they were placed, points the day they end, and while customers hold
// points these never lose value.
//
// Information pages refer to these and other rules of the program by name instead of stating figures (pages.go).
//
// The package owns the setting shop.rules; points are in loyalty's tables, returns in returns' tables.
package shoppolicies

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/operations/setup"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/paymentmethods"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/settings"
)

const key = "shop.rules"

// Limits are the settings for orders and wallet top-ups. Amounts are minor units.
type Limits struct {
	HoldMinutes  int64 `json:"hold_minutes"` // that a card order keeps its stock unpaid
	TipMost      int64 `json:"tip_most"`
	TopUpLeast   int64 `json:"top_up_least"`
	TopUpMost    int64 `json:"top_up_most"`
	ConfirmFirst int64 `json:"confirm_first"` // in cash, from here, of who never received one: held for a call; 0: never
	CashStep     int64 `json:"cash_step"`     // amounts due in cash are rounded down to; 0: not at all
	ConfirmLost  int64 `json:"confirm_lost"`  // failed deliveries from which cash orders are held; 0: never
}

// Usual applies until a setting is saved.
var Usual = Limits{HoldMinutes: int64(checkout.Usual.Hold / time.Minute), TipMost: checkout.Usual.TipMost,
	TopUpLeast: wallet.MinTopUp, TopUpMost: wallet.MaxTopUp}

// Deps are what the service works with.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *products.Service
	// Ways and Setup provide the values that pages state about payment and the seller.
	Ways  *paymentmethods.Service
	Setup *setup.Service
}

// Service stores and applies the policies.
type Service struct {
	Deps
	now atomic.Pointer[inForce]
	// loading is held from reading the setting until it is in force, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// inForce is a consistent state of everything that an order is promised.
type inForce struct {
	limits Limits
	points loyalty.Rates
	late   json.RawMessage
	book   returns.Book
}

// New makes the service. Until Load has run, Usual applies.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.now.Store(&inForce{limits: Usual, book: returns.Book{}})
	return s
}

func read(ctx context.Context, q db.Querier) (l Limits, version int64, err error) {
	l = Usual
	version, err = settings.ReadVersion(ctx, q, key, &l)
	return l, version, err
}

// Load reads the settings and applies them.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	var next inForce
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if next.limits, _, err = read(ctx, q); err != nil {
			return err
		}
		if next.points, err = loyalty.ReadRates(ctx, q); err != nil {
			return err
		}
		amends, err := shipping.ReadAmends(ctx, q)
		if err != nil {
			return err
		}
		if next.late, err = json.Marshal(amends); err != nil {
			return err
		}
		next.book, err = returns.ReadBook(ctx, q)
		return err
	})
	if err == nil {
		s.now.Store(&next)
	}
	return err
}

// Now returns the current limits of orders and top-ups.
func (s *Service) Now() Limits { return s.now.Load().limits }

// Checkout returns the limits in the form that the checkout needs.
func (s *Service) Checkout() checkout.Limits {
	l := s.Now()
	return checkout.Limits{Hold: time.Duration(l.HoldMinutes) * time.Minute, TipMost: l.TipMost,
		ConfirmFirst: l.ConfirmFirst, ConfirmLost: l.ConfirmLost, CashStep: l.CashStep}
}

// TopUps returns the limits of one top-up.
func (s *Service) TopUps() (least, most int64) { return s.Now().TopUpLeast, s.Now().TopUpMost }

// Standard returns the return period of products without their own rule.
func (s *Service) Standard() returns.Rule { return s.now.Load().book.Standard() }

// Promise records the current promises on a new order and its lines, which correspond to the offers they were made
// from.
func (s *Service) Promise(o *orders.Order, lines []orders.Line, offers []products.Offer) {
	now := s.now.Load()
	rate := now.points.Of(o.ServiceID)
	o.Promises = orders.Promises{Points: &rate, Late: now.late}.JSON()
	service, _ := s.Branches.Service(o.ServiceID)
	for i, offer := range offers {
		var category *products.Category
		if len(offer.CategoryIDs) > 0 {
			category, _ = s.Catalog.Category(offer.CategoryIDs[0])
		}
		rule := now.book.Of(offer.Slug, category, service)
		lines[i].AsNewHours, lines[i].DefectiveHours, lines[i].ReturnKind = &rule.AsNewHours, &rule.DefectiveHours, &rule.Kind
	}
}

// Returns explains how a product may be returned if it is ordered now.
func (s *Service) Returns(product, categoryID, serviceID string, lang i18n.Lang) products.ReturnTerms {
	category, _ := s.Catalog.Category(categoryID)
	service, _ := s.Branches.Service(serviceID)
	r := s.now.Load().book.Of(product, category, service)
	key := "returns.terms_both"
	switch {
	case r.DefectiveHours == 0 && r.AsNewHours == 0:
		key = "returns.never_" + r.Kind
	case r.AsNewHours == 0:
		key = "returns.terms_faults_" + r.Kind
	case r.Kind == "hygiene":
		key = "returns.terms_unopened"
	}
	text := i18n.T(lang, key, "time", lasting(r.AsNewHours).In(lang), "fault", lasting(r.DefectiveHours).In(lang))
	return products.ReturnTerms{Kind: r.Kind, AsNewHours: r.AsNewHours, DefectiveHours: r.DefectiveHours, Text: text}
}
