package cart

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/marketing/coupons"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// CouponView is a coupon as a customer sees it, with its effect on their cart.
type CouponView struct {
	coupons.View
	Applied bool         `json:"applied" doc:"It is the one in the cart."`
	Saves   *money.Major `json:"saves" nullable:"true" doc:"What it takes off this cart; null without a cart or with a problem."`
	Problem *Problem     `json:"problem" doc:"Why it takes nothing off this cart as it is."`
	Missing *money.Major `json:"missing" nullable:"true" doc:"What the cart lacks to the coupon's minimum, of what it is for; null where that is not its problem."`
}

// coupons lists the coupons that the caller may use now. For a service with a live cart it shows the effect of each on
// that cart.
func (s *Service) coupons(ctx context.Context, in *serviceInput) (*httpapi.Reply[[]CouponView], error) {
	who := httpapi.Caller(ctx)
	serviceID := ""
	if in.ServiceID != "" {
		kind, err := s.service(in.ServiceID)
		if err != nil {
			return nil, err
		}
		serviceID = kind.ID
	}
	listed, err := coupons.Listed(ctx, s.DB, who.UserID, db.At(s.Clock.Now()))
	if err != nil {
		return nil, err
	}
	h := held{}
	if serviceID != "" {
		if h, err = load(ctx, s.DB, Owner(who), serviceID); err != nil {
			return nil, err
		}
	}
	ask := Ask{UserID: who.UserID, Place: s.Places.Caller(who)}
	if ask.ordered, err = s.hasOrdered(ctx, who.UserID); err != nil {
		return nil, err
	}
	filled := h.active != nil && len(h.active.Items) > 0
	if filled {
		if ask.Offers, err = s.Catalog.Offers(ctx, s.DB, h.active.BranchID, h.active.variants()); err != nil {
			return nil, err
		}
	}
	out := []CouponView{}
	for _, c := range listed {
		if serviceID != "" && !c.ServiceAllowed(serviceID) {
			continue
		}
		use := coupons.Use{Now: s.Clock.Now(), Ordered: *ask.ordered}
		if why := c.Unusable(use); why != nil {
			continue
		}
		v := CouponView{View: c.View(who.Lang, s.Branches, s.Catalog)}
		if filled {
			ask.Coupon = &c
			p, err := s.Price(ctx, s.DB, h.active, ask)
			if err != nil {
				return nil, err
			}
			v.Applied = h.active.CouponID != nil && *h.active.CouponID == c.ID
			if p.CouponProblem != nil {
				v.Problem = &Problem{errs.Refuse(errs.Key(p.CouponProblem)).Code(), text(who.Lang, p.CouponProblem)}
				if v.Problem.Code == "below_minimum" {
					missing := major(p.Sum.Short)
					v.Missing = &missing
				}
			} else {
				saves := major(p.Sum.Discount + p.Sum.Waived)
				v.Saves = &saves
			}
		}
		out = append(out, v)
	}
	return httpapi.OK(out), nil
}

// ConsoleRoutes registers the preview of coupons for staff.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/coupons/preview", ID: "console-preview-coupon", Tag: "console",
			Summary: "What a coupon would take off a basket", Audience: httpapi.Staff, Capability: staff.MakeCoupons,
			Branches: httpapi.Within, Unaudited: "changes nothing", Strict: true}, s.preview)
}

type previewInput struct {
	Body struct {
		Kind     string          `json:"kind"`
		Value    *httpapi.Amount `json:"value,omitempty" doc:"Percent (12.5) or pounds."`
		Minimum  *httpapi.Amount `json:"minimum,omitempty"`
		Cap      *httpapi.Amount `json:"cap,omitempty"`
		Basket   httpapi.Amount  `json:"basket" doc:"Total of the items it is for."`
		Delivery *httpapi.Amount `json:"delivery,omitempty"`
	}
}

// Preview is the effect of a coupon.
type Preview struct {
	Basket   money.Major `json:"basket"`
	Discount money.Major `json:"discount" doc:"Off the items."`
	Waived   money.Major `json:"waived" doc:"Off the delivery."`
	Total    money.Major `json:"total"`
	Missing  money.Major `json:"missing" doc:"What the basket lacks to the minimum."`
	Currency string      `json:"currency"`
}

func (s *Service) preview(ctx context.Context, in *previewInput) (*httpapi.Reply[Preview], error) {
	const most = 1_000_000_00
	minor := func(a *httpapi.Amount) int64 {
		if a == nil {
			return 0
		}
		return min(max(a.Minor, 0), most)
	}
	b := in.Body
	if b.Basket.Minor < 0 || b.Basket.Minor > most {
		return nil, errs.Invalid("basket", "common.invalid")
	}
	kind := pricing.CouponKind(b.Kind)
	switch kind {
	case pricing.Percent, pricing.Amount, pricing.FreeDelivery:
	default:
		return nil, errs.Invalid("kind", "common.one_of")
	}
	sum := pricing.Calculate(pricing.Input{
		Lines:    []pricing.Line{{UnitPrice: b.Basket.Minor, ListPrice: b.Basket.Minor, Qty: 1, Eligible: true}},
		Coupon:   &pricing.Coupon{Kind: kind, Value: minor(b.Value), Minimum: minor(b.Minimum), Cap: minor(b.Cap)},
		Delivery: minor(b.Delivery),
	})
	return httpapi.OK(Preview{Basket: major(sum.Items), Discount: major(sum.Discount), Waived: major(sum.Waived),
		Total: major(sum.Total), Missing: major(sum.Short), Currency: money.Shop}), nil
}
