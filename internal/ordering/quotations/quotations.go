// Package quotations lets customers ask a branch for a price, either for the contents of their cart or for a list of
// products with quantities. Staff answer with an offer: a price for each line, a delivery fee, a note and an expiry
// time. The customer accepts it, asks for a change (staff then make another offer, and every offer is kept) or
// declines. An accepted quotation is ordered through checkout at the agreed prices, once.
//
// The table in status.go defines all transitions. Every change is one guarded write of the quotation's row with one
// numbered event, so one of two concurrent changes succeeds and the other reads the row again. A quotation reserves no
// stock: availability is checked when the offer is accepted, and again when it is ordered.
//
// Customers see their own quotations, staff those of their branches; all others are reported as not found.
package quotations

import (
	"context"
	"crypto/rand"
	"errors"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

const (
	// maxOpen is the maximum number of a customer's open quotations.
	maxOpen = 10
	// maxDaily limits how many quotations a customer can request in a day, because declining one makes room for another.
	maxDaily = 30
	// maxLines limits a quotation, maxQty a line.
	maxLines = 100
	maxQty   = 9_999
	// maxUnit and maxDelivery limit the prices that staff may set, in minor units.
	maxUnit     = 100_000_000
	maxDelivery = 1_000_000
	// maxDays is the maximum validity of an offer.
	maxDays = 90

	noteLength    = 500
	companyLength = 120
	// tries is how often a change is tried when it conflicts with another one.
	tries = 8
)

// Quotation is a row of quotations, with its lines.
type Quotation struct {
	ID          string     `db:"id"`
	Number      string     `db:"number"`
	UserID      string     `db:"user_id"`
	BranchID    string     `db:"branch_id"`
	StoreID     string     `db:"store_id"`
	ServiceID   string     `db:"service_id"`
	DistrictID  string     `db:"district_id"`
	State       State      `db:"state"`
	EventSeq    int64      `db:"event_seq"`
	Version     int64      `db:"version"`
	CompanyName string     `db:"company_name"`
	TaxID       string     `db:"tax_id"`
	Note        string     `db:"note"`
	Lang        i18n.Lang  `db:"lang"`
	ExpiresAt   *db.Millis `db:"expires_at"`
	OrderID     *string    `db:"order_id"`
	CreatedAt   db.Millis  `db:"created_at"`
	UpdatedAt   db.Millis  `db:"updated_at"`

	Lines []Line `db:"-"`
}

// Line is a line for which a quotation requests a price.
type Line struct {
	QuotationID string `db:"quotation_id"`
	ID          string `db:"id"`
	VariantID   string `db:"variant_id"`
	ProductID   string `db:"product_id"`
	NameEN      string `db:"name_en"`
	NameAR      string `db:"name_ar"`
	VariantEN   string `db:"variant_en"`
	VariantAR   string `db:"variant_ar"`
	Image       string `db:"image"`
	Qty         int64  `db:"qty"`
	Extras      string `db:"extras"` // of extras.Frozen
	Added       int64  `db:"extras_price"`
	UnitGrams   int64  `db:"unit_grams"` // weight of a unit if sold by weight; 0: sold by the piece
}

// Chosen returns the extras that were requested with a line, at the prices of that time.
func (l Line) Chosen() []extras.Frozen { return extras.Read(l.Extras) }

// times is the price of the line at a price for a unit, or for a kilogram if it is sold by weight.
func (l Line) times(price int64) int64 { return money.Times(price, l.Qty, l.UnitGrams) }

func (l Line) name(lang i18n.Lang) string { return i18n.Text{EN: l.NameEN, AR: l.NameAR}.In(lang) }

// unitsOf is the requested number of units of a variant, over all lines.
func (q *Quotation) unitsOf(variantID string) (n int64) {
	for _, l := range q.Lines {
		if l.VariantID == variantID {
			n += l.Qty
		}
	}
	return n
}

// details are printed below a line's name: its variant, its extras, its unit.
func (l Line) details(lang i18n.Lang) []string {
	parts := []string{l.variant(lang), extras.Line(l.Chosen(), lang)}
	if l.UnitGrams > 0 {
		parts = append(parts, i18n.T(lang, "common.per_kilo"))
	}
	return parts
}

func (l Line) variant(lang i18n.Lang) string {
	return i18n.Text{EN: l.VariantEN, AR: l.VariantAR}.In(lang)
}

// Offer is one version of a quotation's prices. Amounts are minor units.
type Offer struct {
	QuotationID string    `db:"quotation_id"`
	Version     int64     `db:"version"`
	StaffID     string    `db:"staff_id"`
	DeliveryFee int64     `db:"delivery_fee"`
	Note        string    `db:"note"`
	ItemsTotal  int64     `db:"items_total"`
	Tax         int64     `db:"tax"`
	Total       int64     `db:"total"`
	Steps       string    `db:"steps"` // JSON of []pricing.Step
	ExpiresAt   db.Millis `db:"expires_at"`
	CreatedAt   db.Millis `db:"created_at"`

	Prices map[string]Price `db:"-"` // by line
}

// Price is an offer's price for a line.
type Price struct {
	QuotationID string `db:"quotation_id"`
	Version     int64  `db:"version"`
	LineID      string `db:"line_id"`
	UnitPrice   int64  `db:"unit_price"`
	ListPrice   int64  `db:"list_price"`
	VATBP       int64  `db:"vat_bp"`
}

// Event is one transition of a quotation.
type Event struct {
	QuotationID string    `db:"quotation_id"`
	Seq         int64     `db:"seq"`
	From        *State    `db:"from_state"`
	To          State     `db:"to_state"`
	Version     int64     `db:"version"`
	ActorKind   string    `db:"actor_kind"`
	ActorID     string    `db:"actor_id"`
	Note        string    `db:"note"`
	At          db.Millis `db:"at"`
}

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Places   *places.Service
	Catalog  *products.Service
	Extras   *extras.Service
	Pictures *files.Library
	// Letterhead returns the design of printed documents; nil for the default design.
	Letterhead func(context.Context) pdf.Letterhead
	// Untaxed reports that the platform is not registered for VAT; nil means that it is registered.
	Untaxed func() bool
}

// Service manages quotations. Create it with New.
type Service struct {
	Deps
	keys *idempotency.Keys
}

// New returns a Service.
func New(deps Deps) *Service { return &Service{deps, idempotency.New(deps.DB, deps.Clock)} }

// errAgain makes a change start again with the newest row.
var errAgain = errors.New("quotations: changed meanwhile")

// again repeats a change that conflicted with another one.
func again(change func() error) error {
	for try := 1; ; try++ {
		err := change()
		if !errors.Is(err, errAgain) {
			return err
		}
		if try == tries {
			return errs.Conflict("quotations.moved_on")
		}
	}
}

// numberLetters leaves out characters that are easily misheard.
const numberLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// newNumber makes a quotation number that people can read out: Q-7F3K-29QD.
func newNumber() string {
	const length = 8
	out := append(make([]byte, 0, length+3), 'Q', '-')
	var b [1]byte
	for n := 0; n < length; {
		_, _ = rand.Read(b[:]) // never fails
		// All characters are equally likely.
		if int(b[0]) >= 256-256%len(numberLetters) {
			continue
		}
		if n == length/2 {
			out = append(out, '-')
		}
		out = append(out, numberLetters[int(b[0])%len(numberLetters)])
		n++
	}
	return string(out)
}
