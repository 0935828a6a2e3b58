package cart

import (
	"context"
	"errors"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Step is one line in the explanation of a total.
type Step struct {
	Code   string      `json:"code" enum:"items,offer,coupon,delivery,tip,tax_included,total,points,wallet,rounding,due"`
	Label  string      `json:"label"`
	Amount money.Major `json:"amount"`
	Detail string      `json:"detail,omitempty"`
}

// Problem is an obstacle to the checkout, with its text.
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// LineProblem is a problem of a line, with a quantity that would be accepted.
type LineProblem struct {
	Problem
	SuggestedQty *int64 `json:"suggested_qty"`
}

// ProductView identifies a line's product.
type ProductView struct {
	wire.Ref
	Image files.Image `json:"image"`
	Tint  string      `json:"tint" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
}

// VariantView identifies the variant.
type VariantView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// PricedItem is the priced line of a cart's item.
type PricedItem struct {
	Product      ProductView  `json:"product"`
	Variant      VariantView  `json:"variant"`
	Pack         string       `json:"pack" doc:"What one unit is: 400 g, Large; one of the unit where nothing more is known, the name does not say it and it is no dish."`
	UnitGrams    int64        `json:"unit_grams" doc:"Sold by weight: the grams of one unit, which quantities count; unit prices are of a kilogram then. 0: sold by the piece."`
	UnitPrice    money.Major  `json:"unit_price"`
	OldUnitPrice *money.Major `json:"old_unit_price" nullable:"true"`
	LineTotal    money.Major  `json:"line_total"`
	OldLineTotal *money.Major `json:"old_line_total" nullable:"true" doc:"What it would come to without the offer; null where there is none."`
	MinQty       int64        `json:"min_qty"`
	MaxQty       *int64       `json:"max_qty"`
	StepQty      int64        `json:"step_qty" doc:"What a quantity grows by from the least."`
	StockLeft    *int64       `json:"stock_left" doc:"Only when few are left."`
	Problem      *LineProblem `json:"problem"`
	PriceWas     *money.Major `json:"price_was" nullable:"true" doc:"When it changed since the line was last touched."`

	Extras      []extras.PickView `json:"extras" doc:"What was chosen along with it; contained in the unit price."`
	ExtrasPrice money.Major       `json:"extras_price" doc:"What they add to a unit."`
	HasExtras   bool              `json:"has_extras" doc:"There are extras to choose."`
	Served      *ServedView       `json:"served" doc:"Of what is on a menu; null for what is always served."`
}

// ServedView is the time at which a product on a menu is served.
type ServedView struct {
	Now  bool   `json:"now"`
	Text string `json:"text" doc:"Why it cannot be had now; empty while it can."`
}

// ItemView is a line of a cart.
type ItemView struct {
	ID       string     `json:"id"`
	Favorite bool       `json:"favorite"`
	Qty      int64      `json:"qty"`
	Note     string     `json:"note"`
	Order    PricedItem `json:"order"`
}

// Summary is a cart in a few words.
type Summary struct {
	ID            string      `json:"id"`
	Service       wire.Ref    `json:"service"`
	Branch        wire.Ref    `json:"branch"`
	ItemsQuantity int64       `json:"items_quantity"`
	Total         money.Major `json:"total"`
	Currency      string      `json:"currency"`
	Parked        bool        `json:"parked"`
}

// View is a cart as the API returns it. Its field names are those of the specification.
type View struct {
	ID               *string              `json:"id"`
	ServiceID        string               `json:"service_id"`
	Branch           *branches.BranchCard `json:"branch"`
	ItemsQuantity    int64                `json:"items_quantity"`
	Price            money.Major          `json:"price" doc:"Items before the coupon."`
	CartTotal        money.Major          `json:"cart_total" doc:"Items after the coupon."`
	CouponDiscount   money.Major          `json:"coupon_discount" doc:"Off the items: price less it is cart_total. A waived delivery is told by its step."`
	Tax              money.Major          `json:"tax" doc:"VAT contained in total."`
	DeliveryPrice    money.Major          `json:"delivery_price"`
	Total            money.Major          `json:"total"`
	Currency         string               `json:"currency"`
	CouponID         *string              `json:"coupon_id"`
	CouponCode       *string              `json:"coupon_code"`
	CouponProblem    *string              `json:"coupon_problem"`
	Items            []ItemView           `json:"items"`
	Steps            []Step               `json:"steps"`
	MinimumOrder     money.Major          `json:"minimum_order"`
	MissingToMinimum money.Major          `json:"missing_to_minimum"`
	Problems         []Problem            `json:"problems"`
	CanCheckout      bool                 `json:"can_checkout"`
	TermsVersion     string               `json:"terms_version" doc:"Of the policies that going on to the checkout accepts."`
	Parked           *Summary             `json:"parked"`
	CartToken        string               `json:"cart_token,omitempty" doc:"Given to a guest by the first add."`
}

// fewLeft is the quantity from which customers are shown how many units are left.
const fewLeft = 5

func major(minor int64) money.Major { return money.EGP(minor).Major() }

// Steps converts the explanation of a total into a language.
func Steps(lang i18n.Lang, steps []pricing.Step) []Step {
	out := make([]Step, 0, len(steps))
	for _, st := range steps {
		v := Step{Code: string(st.Code), Label: i18n.T(lang, "pricing.step_"+string(st.Code)), Amount: major(st.Amount)}
		if st.Waived > 0 {
			v.Detail = i18n.T(lang, "pricing.delivery_waived")
		}
		if st.Spared > 0 {
			v.Detail = i18n.T(lang, "pricing.delivery_spared")
		}
		if st.OfDelivery {
			v.Detail = i18n.T(lang, "pricing.tax_of_delivery")
		}
		out = append(out, v)
	}
	return out
}

// text converts a refusal into text.
func text(lang i18n.Lang, err error) string {
	var e *errs.Error
	if errors.As(err, &e) {
		return i18n.T(lang, e.Key, e.Args...)
	}
	return i18n.T(lang, "common.internal")
}

// ProblemOf converts a refusal into a problem.
func ProblemOf(lang i18n.Lang, err error) Problem {
	var e *errs.Error
	if errors.As(err, &e) {
		return Problem{e.Code(), i18n.T(lang, e.Key, e.Args...)}
	}
	return Problem{"internal", text(lang, err)}
}

func problem(lang i18n.Lang, key string, args ...any) Problem {
	return Problem{errs.Refuse(key).Code(), i18n.T(lang, key, args...)}
}

// view returns an owner's carts for a service.
func (s *Service) view(ctx context.Context, h held, serviceID string, offers map[string]products.Offer) (*View, error) {
	who := httpapi.Caller(ctx)
	if h.active == nil {
		v := &View{ServiceID: serviceID, TermsVersion: s.Terms(), Currency: money.Shop, Items: []ItemView{}, Steps: []Step{},
			Problems: []Problem{}}
		v.Parked = s.parked(who.Lang, h.parked)
		return v, nil
	}
	place, err := s.placeFor(ctx, who, h.active)
	if err != nil {
		return nil, err
	}
	p, err := s.Price(ctx, s.DB, h.active, Ask{UserID: who.UserID, Place: place, Offers: offers})
	if err != nil {
		return nil, err
	}
	v := s.Show(ctx, p, place)
	v.Parked = s.parked(who.Lang, h.parked)
	return v, nil
}

// placeFor is the caller's place, as precisely as the cart's branch needs it: if the branch delivers to part of their
// district, the chosen address decides on which side of the line they are.
func (s *Service) placeFor(ctx context.Context, who *httpapi.Who, c *Cart) (places.Place, error) {
	place := s.Places.Caller(who)
	b, ok := s.Branches.Branch(c.BranchID)
	if !ok || !b.Narrowed(place.DistrictID()) || who.UserID == "" || who.AddressID == "" {
		return place, nil
	}
	a, err := addresses.Get(ctx, s.DB, who.UserID, who.AddressID)
	if errs.Is(err, "common.not_found") || err == nil && a.DistrictID != place.DistrictID() {
		return place, nil
	}
	return places.Exactly(place.District, a.At()), err
}

// Show converts a priced cart into its response for the caller.
func (s *Service) Show(ctx context.Context, p *Priced, place places.Place) *View {
	who := httpapi.Caller(ctx)
	now := s.Clock.Now()
	card := p.Branch.Card(who.Lang, place, now)
	v := &View{
		ID: &p.Cart.ID, ServiceID: p.Cart.ServiceID, Branch: &card, ItemsQuantity: p.Cart.Units(), Currency: money.Shop,
		Price: major(p.Sum.Items), CartTotal: major(p.Sum.Items - p.Sum.Discount),
		CouponDiscount: major(p.Sum.Discount), Tax: major(p.Sum.Tax),
		DeliveryPrice: major(p.Sum.Delivery), Total: major(p.Sum.Total),
		Items: make([]ItemView, len(p.Lines)), Steps: Steps(who.Lang, p.Sum.Steps), Problems: []Problem{},
		MinimumOrder: major(p.Minimum()), MissingToMinimum: major(p.Missing()), TermsVersion: s.Terms(),
	}
	if p.Coupon != nil {
		v.CouponID, v.CouponCode = &p.Coupon.ID, &p.Coupon.Code
	}
	if p.CouponProblem != nil {
		why := text(who.Lang, p.CouponProblem)
		v.CouponProblem = &why
	}
	for i := range p.Lines {
		v.Items[i] = s.item(who.Lang, p, i)
	}
	s.obstacles(v, p, who.Lang, place)
	return v
}

func (s *Service) item(lang i18n.Lang, p *Priced, i int) ItemView {
	l := &p.Lines[i]
	o := &l.Offer
	v := ItemView{ID: l.ID, Favorite: l.Favorite, Qty: l.Qty, Note: l.Note, Order: PricedItem{
		Product: ProductView{wire.Ref{ID: l.ProductID, Slug: o.Slug, Name: o.Name.In(lang)}, s.Pictures.Image(o.Image),
			p.Branch.Kind.Tint},
		Variant:   VariantView{l.VariantID, o.VariantName.In(lang)},
		Pack:      o.Pack.In(lang),
		UnitGrams: o.UnitGrams, UnitPrice: major(l.Unit()), LineTotal: major(p.LineOf(i).Total), MinQty: max(1, o.MinQty),
		StepQty: max(1, o.StepQty),
		Extras:  extras.Picked(l.Chosen, lang), ExtrasPrice: major(extras.Sum(l.Chosen)), HasExtras: o.ExtraGroups > 0,
	}}
	if l.Serving != nil {
		v.Order.Served = &ServedView{Now: l.Serving.Now}
		if !l.Serving.Now {
			v.Order.Served.Text = text(lang, l.Serving.Refused(o.Name))
		}
	}
	if l.List() > l.Unit() {
		old := major(l.List())
		without := major(money.Times(l.List(), l.Qty, o.UnitGrams))
		v.Order.OldUnitPrice, v.Order.OldLineTotal = &old, &without
	}
	if o.MaxQty > 0 {
		v.Order.MaxQty = &o.MaxQty
	}
	if o.Active && o.Available <= fewLeft {
		v.Order.StockLeft = &o.Available
	}
	if o.Active && l.SeenPrice != l.Unit() {
		was := major(l.SeenPrice)
		v.Order.PriceWas = &was
	}
	if l.Problem != "" {
		lp := LineProblem{Problem: problem(lang, l.Problem, l.ProblemArgs...)}
		if l.Suggested > 0 {
			lp.SuggestedQty = &l.Suggested
		}
		v.Order.Problem = &lp
	}
	return v
}

// obstacles lists what prevents the checkout of this cart.
func (s *Service) obstacles(v *View, p *Priced, lang i18n.Lang, place places.Place) {
	state := p.Branch.OpenAt(s.Clock.Now())
	blocked := len(p.Lines) == 0 || p.FirstProblem() != nil
	add := func(key string, stops bool, args ...any) {
		v.Problems = append(v.Problems, problem(lang, key, args...))
		blocked = blocked || stops
	}
	// A promise of days counts from the next opening; one of minutes needs a
	// slot, which checkout offers while an opening is in sight.
	if !state.Open && (p.Branch.Kind.Promise == branches.ByMinutes || state.Opens == nil) {
		add("cart.branch_closed", state.Opens == nil)
	}
	if l, serving := s.Unserved(p, s.Clock.Now()); l != nil {
		no := serving.Refused(l.Offer.Name)
		add(no.Key, serving.From.IsZero(), no.Args...)
	}
	if len(p.Lines) > 0 && p.Missing() > 0 {
		add("cart.below_minimum", true, "missing", major(p.Missing()).String())
	}
	switch {
	case p.Outside:
		add("cart.outside_zone", true, "branch", p.Branch.Name, "district", place.District.Name)
	case place.Known() && !p.Reached:
		add("cart.not_delivered_here", true)
	case p.Reached && !p.Zone.Counter && !place.Pinned && p.Branch.Partly(place.DistrictID()):
		add("cart.part_of_area", false, "branch", p.Branch.Name, "district", place.District.Name)
	}
	v.CanCheckout = !blocked
}

// parked summarises a parked cart, with the prices that its owner last saw.
func (s *Service) parked(lang i18n.Lang, c *Cart) *Summary {
	if c == nil || len(c.Items) == 0 {
		return nil
	}
	sum := s.summary(lang, c)
	return &sum
}

func (s *Service) summary(lang i18n.Lang, c *Cart) Summary {
	out := Summary{ID: c.ID, ItemsQuantity: c.Units(), Currency: money.Shop, Parked: c.State == Parked,
		Service: wire.Ref{ID: c.ServiceID, Slug: c.ServiceID}, Branch: wire.Ref{ID: c.BranchID, Slug: c.BranchID}}
	var total int64
	for _, it := range c.Items {
		total += money.Times(it.SeenPrice, it.Qty, it.UnitGrams)
	}
	out.Total = major(total)
	if b, ok := s.Branches.Branch(c.BranchID); ok {
		out.Service, out.Branch = b.Kind.Ref(lang), b.Ref(lang)
	}
	return out
}
