package orders

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wekala/internal/catalogue/extras"
	"wekala/internal/locations/addresses"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// InvoiceParty is a party of an invoice.
type InvoiceParty struct {
	Name    string `json:"name"`
	Branch  string `json:"branch,omitempty"`
	Address string `json:"address"`
	Phone   string `json:"phone"`
	// For the seller; each empty if unknown.
	LegalName  string `json:"legal_name,omitempty"`
	TaxNumber  string `json:"tax_number,omitempty"`
	Commercial string `json:"commercial,omitempty" doc:"Number in the commercial register."`
	VATNumber  string `json:"vat_number,omitempty"`
	Code       string `json:"code,omitempty" doc:"What the seller calls the branch."`
}

// InvoiceLine is one line of an invoice. Amounts contain their VAT.
type InvoiceLine struct {
	Name      string      `json:"name"`
	Variant   string      `json:"variant"`
	Extras    string      `json:"extras" doc:"What was chosen along with it, in one line; empty for nothing."`
	Qty       int64       `json:"qty"`
	UnitGrams int64       `json:"unit_grams" doc:"Sold by weight: the grams of one unit; the unit price is of a kilogram then. 0: sold by the piece."`
	UnitPrice money.Major `json:"unit_price"`
	LineTotal money.Major `json:"line_total"`
	Discount  money.Major `json:"discount"`
	Total     money.Major `json:"total"`
	VAT       money.Major `json:"vat_percent" doc:"Percent."`
	Tax       money.Major `json:"tax"`
	Grams     *int64      `json:"charged_grams" doc:"What is paid for of goods that were weighed; null where the quantity stands."`
}

// InvoiceVAT is one VAT class of an invoice.
type InvoiceVAT struct {
	VAT   money.Major `json:"vat_percent" doc:"Percent."`
	Net   money.Major `json:"net"`
	Tax   money.Major `json:"tax"`
	Gross money.Major `json:"gross"`
}

// InvoiceTotals are the totals of an invoice.
type InvoiceTotals struct {
	Price         money.Major `json:"price"`
	Discount      money.Major `json:"coupon_discount"`
	DeliveryPrice money.Major `json:"delivery_price"`
	Tip           money.Major `json:"tip"`
	Tax           money.Major `json:"tax"`
	Total         money.Major `json:"total"`
	Rounding      money.Major `json:"rounding" doc:"What is taken off the amount in cash; the VAT stays."`
	Paid          money.Major `json:"paid"`
	Refund        money.Major `json:"refund" doc:"Of what was paid: back, or on its way."`
	Due           money.Major `json:"due"`
}

// Invoice is the content of a printable invoice, in the caller's language.
type Invoice struct {
	Number        string        `json:"number"`
	OrderID       string        `json:"order_id"`
	IssuedAt      db.Millis     `json:"issued_at"`
	StatusLabel   string        `json:"status_label"`
	Seller        InvoiceParty  `json:"seller"`
	Buyer         InvoiceParty  `json:"buyer"`
	Lines         []InvoiceLine `json:"lines"`
	VATGroups     []InvoiceVAT  `json:"vat_groups"`
	Totals        InvoiceTotals `json:"totals"`
	Currency      string        `json:"currency"`
	PaymentMethod string        `json:"payment_method"`
	PaymentLabel  string        `json:"payment_label"`
	PaidBy        []PaidBy      `json:"paid_by"`
	CouponCode    *string       `json:"coupon_code"`
	Untaxed       bool          `json:"untaxed" doc:"The seller is not registered for VAT: none is contained."`
}

func (s *Service) invoice(ctx context.Context, in *oneInput) (*httpapi.Reply[Invoice], error) {
	out, err := s.invoiceIn(ctx, in.ID, httpapi.Caller(ctx).Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

// invoiceIn reads an invoice of the caller in a language. It returns NotFound for another customer's order,
// orders.no_invoice_yet (400) for a draft, and orders.no_invoice for an order that failed before anything was paid.
func (s *Service) invoiceIn(ctx context.Context, orderID string, lang i18n.Lang) (out Invoice, err error) {
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		o, err := Owned(ctx, q, httpapi.Caller(ctx).UserID, orderID)
		if err != nil {
			return err
		}
		if o.Status == Draft {
			return errs.Refuse("orders.no_invoice_yet")
		}
		// An invoice for an order that was neither paid nor delivered would look like a demand for payment.
		if o.failed() && o.Paid == 0 {
			return errs.Refuse("orders.no_invoice")
		}
		lines, err := Lines(ctx, q, o.ID)
		if err != nil {
			return err
		}
		out = s.invoiceOf(o, lines, lang)
		return nil
	})
	return out, err
}

// failed reports whether the order failed: it was cancelled or rejected, or is coming back undelivered.
func (o *Order) failed() bool {
	switch o.Status {
	case InReturn, ReturnReceived, Returned:
		return o.DeliveredAt == nil
	}
	return o.Status == Cancelled || o.Status == Rejected
}

func (s *Service) invoiceOf(o *Order, lines []Line, lang i18n.Lang) Invoice {
	major := func(minor int64) money.Major { return money.Of(minor, o.Currency).Major() }
	address := AddressIn(lang, o)
	inv := Invoice{
		Number: o.Number, OrderID: o.ID, IssuedAt: o.CreatedAt, StatusLabel: o.Label(o.Status, lang),
		Buyer: InvoiceParty{Name: address.ContactName, Phone: address.Phone, Address: addressLine(lang, address)},
		Lines: []InvoiceLine{}, VATGroups: []InvoiceVAT{}, Currency: o.Currency, CouponCode: o.CouponCode,
		PaymentMethod: o.PaymentMethod, PaymentLabel: MethodLabel(o.PaymentMethod, o.Fulfilment, lang),
		PaidBy: o.PaidByIn(lang),
		Totals: InvoiceTotals{
			Price: major(o.ItemsTotal), Discount: major(o.Discount), DeliveryPrice: major(o.DeliveryFee),
			Tip: major(o.Tip), Tax: major(o.Tax), Total: major(o.Total), Rounding: major(o.Rounded), Paid: major(o.Paid),
			Refund: major(o.GivenBack), Due: major(o.Due),
		},
	}
	if o.failed() {
		// The amount due was never paid, and is no longer payable.
		inv.Totals.Due = major(0)
		inv.PaidBy = slices.DeleteFunc(inv.PaidBy, func(by PaidBy) bool { return !by.Paid })
		if len(inv.PaidBy) == 1 {
			inv.PaymentMethod, inv.PaymentLabel = inv.PaidBy[0].Kind, inv.PaidBy[0].Label
		}
	}
	seller := s.soldBy(o)
	inv.Seller, inv.Untaxed = seller.party(lang), seller.Untaxed
	gross, tax := map[int64]int64{}, map[int64]int64{}
	deliveryTax := o.Tax
	for _, l := range lines {
		inv.Lines = append(inv.Lines, InvoiceLine{
			Name: l.name(lang), Variant: i18n.Text{EN: l.VariantEN, AR: l.VariantAR}.In(lang),
			Extras: extras.Line(l.Chosen(), lang), Qty: l.Qty, UnitGrams: l.UnitGrams, Grams: l.ChargedGrams,
			UnitPrice: major(l.Asked()), LineTotal: major(l.LineTotal), Discount: major(l.Discount),
			Total: major(l.LineTotal - l.Discount), VAT: money.Percent(l.VATBP), Tax: major(l.Tax),
		})
		gross[l.VATBP] += l.LineTotal - l.Discount
		tax[l.VATBP] += l.Tax
		deliveryTax -= l.Tax
	}
	if o.DeliveryFee > 0 {
		gross[pricing.DeliveryVAT] += o.DeliveryFee
		tax[pricing.DeliveryVAT] += deliveryTax
	}
	if inv.Untaxed {
		return inv
	}
	for bp := range gross {
		inv.VATGroups = append(inv.VATGroups, InvoiceVAT{
			money.Percent(bp), major(gross[bp] - tax[bp]), major(tax[bp]), major(gross[bp])})
	}
	slices.SortFunc(inv.VATGroups, func(a, b InvoiceVAT) int { return int(b.VAT.Minor() - a.VAT.Minor()) })
	return inv
}

// addressLine formats an address in one line, from the building to the city.
func addressLine(lang i18n.Lang, a addresses.View) string {
	parts := []string{streetLine(lang, strings.TrimSpace(a.BuildingNumber), strings.TrimSpace(a.Address))}
	if a.Floor != "" {
		parts = append(parts, i18n.T(lang, "orders.address_floor", "floor", a.Floor))
	}
	if a.ApartmentNumber != "" {
		parts = append(parts, i18n.T(lang, "orders.address_flat", "flat", a.ApartmentNumber))
	}
	parts = append(parts, a.Landmark, a.District.Name, a.City, a.Region.Name)
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(slices.Compact(parts), i18n.T(lang, "orders.comma"))
}

// streetLine is "12 Road 9"; if two numbers would be read as one, "Building 9, 14 Talaat Harb". Pages use the same
// format (streetOf).
func streetLine(lang i18n.Lang, building, street string) string {
	switch {
	case building == "" || street == "" || strings.HasPrefix(street, building+" "):
		return cmp.Or(street, building)
	case !numbered(building):
		return building + i18n.T(lang, "orders.comma") + street
	case numbered(street):
		return i18n.T(lang, "orders.address_building", "building", building, "street", street)
	}
	return building + " " + street
}

func numbered(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsDigit(first)
}
