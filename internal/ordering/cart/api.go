package cart

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/marketing/coupons"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// Routes registers the cart's operations. Those in the specification keep the specification's names.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/get_card", ID: "get-cart", Tag: "cart",
		Summary: "The cart of a service, priced now", Audience: httpapi.Optional}, s.get)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/carts", ID: "list-carts", Tag: "cart",
		Summary: "Every cart the caller has, live and parked", Audience: httpapi.Optional}, s.list)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/order/add-to-cart", ID: "add-to-cart", Tag: "cart",
		Summary: "Put something into the cart", Audience: httpapi.Optional, Strict: true}, s.add)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/order/update-cart", ID: "update-cart", Tag: "cart",
		Summary: "Change a line's quantity; 0 removes it", Audience: httpapi.Optional, Strict: true}, s.update)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/orders/item/{id}", ID: "delete-cart-item", Tag: "cart",
		Summary: "Take a line out", Audience: httpapi.Optional}, s.remove)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/add_coupon", ID: "add-coupon", Tag: "cart",
		Summary: "Use a coupon", Audience: httpapi.Optional, Strict: true}, s.addCoupon)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/coupon", ID: "remove-coupon", Tag: "cart",
		Summary: "Leave the coupon out", Audience: httpapi.Optional}, s.removeCoupon)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/coupons", ID: "list-coupons", Tag: "cart",
		Summary: "The coupons the caller may use now, tried on the cart", Audience: httpapi.Optional}, s.coupons)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/carts/{id}/restore", ID: "restore-cart", Tag: "cart",
		Summary: "Swap a parked cart back", Audience: httpapi.Optional, Strict: true}, s.restore)

	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/carts/claim", ID: "claim-carts", Tag: "cart",
		Summary: "Bring a guest's carts along after signing in", Audience: httpapi.Customer, Strict: true}, s.claim)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/order/reorder", ID: "reorder", Tag: "cart",
		Summary: "Put an old order into the cart, after showing what changed", Audience: httpapi.Customer,
		Key: httpapi.KeyAccepted, Strict: true}, s.reorder)
}

type serviceInput struct {
	ServiceID string `query:"service_id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *serviceInput) (*httpapi.Reply[View], error) {
	kind, err := s.service(in.ServiceID)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, kind.ID, "")
}

// answer reads the caller's cart and returns it.
func (s *Service) answer(ctx context.Context, serviceID, message string) (*httpapi.Reply[View], error) {
	h, err := load(ctx, s.DB, Owner(httpapi.Caller(ctx)), serviceID)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, h, serviceID, message)
}

// reply returns the cart after a change.
func (s *Service) reply(ctx context.Context, h held, serviceID, message string) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx, h, serviceID, nil)
	if err != nil {
		return nil, err
	}
	if message != "" {
		message = i18n.T(httpapi.Caller(ctx).Lang, message)
	}
	return httpapi.OKMessage(*v, message), nil
}

type listInput struct{}

func (s *Service) list(ctx context.Context, _ *listInput) (*httpapi.Reply[[]Summary], error) {
	who := httpapi.Caller(ctx)
	carts, err := loadAll(ctx, s.DB, Owner(who))
	if err != nil {
		return nil, err
	}
	// Sort by service, so that no cart changes its position when products are added.
	place := func(c *Cart) int64 {
		if kind, ok := s.Branches.Service(c.ServiceID); ok {
			return kind.Sort
		}
		return 0
	}
	slices.SortStableFunc(carts, func(a, b *Cart) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.ServiceID, b.ServiceID))
	})
	out := []Summary{}
	for _, c := range carts {
		if len(c.Items) > 0 {
			out = append(out, s.summary(who.Lang, c))
		}
	}
	return httpapi.OK(out), nil
}

type addInput struct {
	Body struct {
		ServiceID   string      `json:"service_id" maxLength:"64"`
		Product     string      `json:"product" minLength:"1" maxLength:"120" doc:"A variant's id, or a product's id or slug where it has one variant."`
		Qty         httpapi.Int `json:"qty"`
		BranchID    string      `json:"branch_id,omitempty" maxLength:"120"`
		ReplaceCart bool        `json:"replace_cart,omitempty" doc:"Park a cart of another branch."`
		Note        string      `json:"note,omitempty"`

		Extras *[]extras.PickInput `json:"extras,omitempty" maxItems:"200" doc:"What is chosen along with it; left out: what is chosen until somebody says otherwise."`
	}
}

func (s *Service) add(ctx context.Context, in *addInput) (*httpapi.Reply[View], error) {
	kind, err := s.service(in.Body.ServiceID)
	if err != nil {
		return nil, err
	}
	qty, err := quantity(in.Body.Qty, 1)
	if err != nil {
		return nil, err
	}
	note := httpapi.Clean(in.Body.Note)
	if len([]rune(note)) > noteLength {
		return nil, errs.Invalid("note", "common.too_long", "len", noteLength)
	}
	picks, err := chosen(in.Body.Extras)
	if err != nil {
		return nil, err
	}
	who := httpapi.Caller(ctx)
	owner, token := Owner(who), ""
	if owner == "" {
		token = id.Secret(32)
		owner = Guest(token)
	}
	network := ""
	if who.Guest() && who.IP.IsValid() && !who.IP.IsLoopback() {
		network = counters.Network(who.IP)
	}
	h, offers, err := s.Put(ctx,
		Add{Network: network, Owner: owner, ServiceID: kind.ID, Product: in.Body.Product, BranchID: in.Body.BranchID,
			Qty: qty, Note: note, Extras: picks, Replace: in.Body.ReplaceCart, Place: s.Places.Caller(who)})
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, h, kind.ID, offers)
	if err != nil {
		return nil, err
	}
	v.CartToken = token
	return httpapi.OKMessage(*v, i18n.T(who.Lang, "cart.added")), nil
}

// quantity validates a typed quantity.
func quantity(n httpapi.Int, least int64) (int64, error) {
	switch {
	case int64(n) < least:
		return 0, errs.Invalid("qty", "common.greater_than_zero")
	case n > maxQty:
		return 0, errs.Refuse("cart.max_qty")
	}
	return int64(n), nil
}

type updateInput struct {
	Body struct {
		ServiceID string      `json:"service_id" maxLength:"64"`
		ItemID    string      `json:"item_id" maxLength:"64"`
		Qty       httpapi.Int `json:"qty"`
		Note      *string     `json:"note,omitempty" doc:"Left out, the line keeps the note it has."`

		Extras *[]extras.PickInput `json:"extras,omitempty" maxItems:"200" doc:"Left out, the line keeps the extras it has."`
	}
}

func (s *Service) update(ctx context.Context, in *updateInput) (*httpapi.Reply[View], error) {
	kind, err := s.service(in.Body.ServiceID)
	if err != nil {
		return nil, err
	}
	qty, err := quantity(in.Body.Qty, 0)
	if err != nil {
		return nil, err
	}
	note := ""
	if in.Body.Note != nil {
		if note = httpapi.Clean(*in.Body.Note); len([]rune(note)) > noteLength {
			return nil, errs.Invalid("note", "common.too_long", "len", noteLength)
		}
	}
	picks, err := chosen(in.Body.Extras)
	if err != nil {
		return nil, err
	}
	changes := []editing{s.setQty(ctx, in.Body.ItemID, qty)}
	if in.Body.Note != nil && qty > 0 {
		changes = append(changes, setNote(in.Body.ItemID, note))
	}
	if picks != nil && qty > 0 {
		changes = append(changes, s.setExtras(ctx, in.Body.ItemID, *picks))
	}
	h, err := s.editAll(ctx, Owner(httpapi.Caller(ctx)), kind.ID, changes)
	if err != nil {
		return nil, err
	}
	if h.active == nil {
		return nil, errs.Refuse("cart.no_such_item")
	}
	return s.reply(ctx, h, kind.ID, "cart.updated")
}

// chosen reads an optional list of extras.
func chosen(in *[]extras.PickInput) (*extras.Picks, error) {
	if in == nil {
		return nil, nil
	}
	picks, err := extras.Chosen(*in)
	return &picks, err
}

type removeInput struct {
	ID        string `path:"id" maxLength:"64"`
	ServiceID string `query:"service_id" maxLength:"64"`
}

func (s *Service) remove(ctx context.Context, in *removeInput) (*httpapi.Reply[View], error) {
	kind, err := s.service(in.ServiceID)
	if err != nil {
		return nil, err
	}
	h, err := s.Remove(ctx, Owner(httpapi.Caller(ctx)), kind.ID, in.ID)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, h, kind.ID, "cart.removed")
}

type couponInput struct {
	Body struct {
		ServiceID  string `json:"service_id" maxLength:"64"`
		CouponCode string `json:"coupon_code" maxLength:"64"`
	}
}

// CouponAnswer is the response of /add_coupon, exactly as in the specification.
type CouponAnswer struct {
	Qty   int64       `json:"qty"`
	Order CouponOrder `json:"order"`
}

// CouponOrder holds the totals with the coupon.
type CouponOrder struct {
	Price          money.Major `json:"price"`
	Total          money.Major `json:"total"`
	CartTotal      money.Major `json:"cart_total"`
	Tax            money.Major `json:"tax"`
	CouponID       string      `json:"coupon_id"`
	CouponCode     string      `json:"coupon_code"`
	CouponDiscount money.Major `json:"coupon_discount"`
	DeliveryPrice  money.Major `json:"delivery_price"`
	Currency       string      `json:"currency"`
}

func (s *Service) addCoupon(ctx context.Context, in *couponInput) (*httpapi.Reply[CouponAnswer], error) {
	kind, err := s.service(in.Body.ServiceID)
	if err != nil {
		return nil, err
	}
	code := money.LatinDigits(httpapi.Clean(in.Body.CouponCode))
	if code == "" {
		return nil, errs.Invalid("coupon_code", "common.required")
	}
	who := httpapi.Caller(ctx)
	found, err := coupons.Find(ctx, s.DB, coupons.Guess{Code: code,
		UserID: who.UserID, Owner: Owner(who), IP: who.IP, Now: s.Clock.Now()}, s.CouponTries)
	if err != nil {
		return nil, err
	}
	var priced *Priced
	h, err := s.setCoupon(ctx, Owner(who), kind.ID, &found.ID, func(c *Cart) error {
		ask := Ask{UserID: who.UserID, Place: s.Places.Caller(who), Coupon: &found}
		if priced, err = s.Price(ctx, s.DB, c, ask); err == nil {
			err = priced.CouponProblem
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if h.active == nil || len(h.active.Items) == 0 {
		return nil, errs.Refuse("cart.empty_cart")
	}
	return httpapi.OKMessage(CouponAnswer{Qty: h.active.Units(), Order: CouponOrder{
		Price: major(priced.Sum.Items), Total: major(priced.Sum.Total),
		CartTotal: major(priced.Sum.Items - priced.Sum.Discount),
		Tax:       major(priced.Sum.Tax), CouponID: found.ID, CouponCode: found.Code, Currency: money.Shop,
		CouponDiscount: major(priced.Sum.Discount), DeliveryPrice: major(priced.Sum.Delivery),
	}}, i18n.T(who.Lang, "cart.coupon_added")), nil
}

func (s *Service) removeCoupon(ctx context.Context, in *serviceInput) (*httpapi.Reply[View], error) {
	kind, err := s.service(in.ServiceID)
	if err != nil {
		return nil, err
	}
	h, err := s.setCoupon(ctx, Owner(httpapi.Caller(ctx)), kind.ID, nil, func(*Cart) error { return nil })
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, h, kind.ID, "cart.coupon_removed")
}

type restoreInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) restore(ctx context.Context, in *restoreInput) (*httpapi.Reply[View], error) {
	serviceID, err := s.Restore(ctx, Owner(httpapi.Caller(ctx)), in.ID)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, serviceID, "")
}
