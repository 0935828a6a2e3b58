package coupons

import (
	"context"
	"slices"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

const perPage = 20

// ConsoleRoutes registers the operations on coupons: for owners and catalogue editors on all, for managers on those of
// their stores.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/coupons", ID: "console-list-coupons", Tag: "console",
		Summary: "The coupons within scope, the last changed first", Audience: httpapi.Staff, Capability: staff.ReadCoupons,
		Branches: httpapi.Within, Paged: true}, s.getAll)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/coupons/choices", ID: "console-coupon-choices", Tag: "console",
			Summary: "What a coupon can be limited to", Audience: httpapi.Staff, Capability: staff.MakeCoupons,
			Branches: httpapi.Within}, s.getChoices)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/coupons/{id}", ID: "console-get-coupon", Tag: "console",
		Summary: "A coupon with its uses", Audience: httpapi.Staff, Capability: staff.ReadCoupons, Branches: httpapi.Within},
		s.getOne)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/coupons", ID: "console-create-coupon", Tag: "console",
		Summary: "Make a coupon", Audience: httpapi.Staff, Capability: staff.MakeCoupons, Branches: httpapi.Within,
		Audit: []string{"coupon.create"}, Strict: true}, s.post)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/coupons/{id}", ID: "console-update-coupon", Tag: "console",
		Summary: "Change a coupon for orders to come", Audience: httpapi.Staff, Capability: staff.MakeCoupons,
		Branches: httpapi.Within, Audit: []string{"coupon.edit"}, Strict: true,
		Conflict: httpapi.VersionConflict[ConsoleDetail]()}, s.put)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/coupons/{id}/switch", ID: "console-switch-coupon", Tag: "console",
			Summary: "Turn a coupon on or off", Audience: httpapi.Staff, Capability: staff.MakeCoupons, Branches: httpapi.Within,
			Audit: []string{"coupon.switch"}, Strict: true}, s.postSwitch)
	switched := func(on bool) func(context.Context, string) error {
		return func(ctx context.Context, couponID string) error {
			_, err := s.Switch(ctx, staff.Caller(ctx), couponID, on)
			return err
		}
	}
	httpapi.Bulk(a, httpapi.Op{Method: "POST", Path: "/console/coupons/bulk", ID: "console-bulk-coupons", Tag: "console",
		Summary: "Turn several coupons on or off", Audience: httpapi.Staff, Capability: staff.MakeCoupons,
		Branches: httpapi.Within, Audit: []string{"coupon.switch"}},
		httpapi.BulkActions{"on": switched(true), "off": switched(false)})
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/coupons/{id}/decide", ID: "console-decide-coupon", Tag: "console",
			Summary: "Let a coupon that waits for a second person be turned on, or not", Audience: httpapi.Staff,
			Capability: staff.DecideCoupons, Branches: httpapi.Within,
			Audit: []string{"coupon.approve", "coupon.decline"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleDetail]()}, s.postDecide)
}

// ConsoleView is a coupon as staff see it.
type ConsoleView struct {
	View
	TotalLimit *int64    `json:"total_limit"`
	Uses       int64     `json:"uses"`
	BorneBy    string    `json:"borne_by" enum:"shop,store" doc:"Who pays for it: the platform, or the store that an order is of."`
	Active     bool      `json:"active"`
	Listed     bool      `json:"listed"`
	State      string    `json:"state" enum:"live,later,ended,off,waiting"`
	UpdatedAt  db.Millis `json:"updated_at"`
	Version    int64     `json:"version" doc:"Of what was read; to be sent along with a change."`
}

// ConsoleUse is one use of a coupon.
type ConsoleUse struct {
	OrderID  string      `json:"order_id"`
	Number   string      `json:"number"`
	Discount money.Major `json:"discount"`
	At       db.Millis   `json:"at"`
	Released bool        `json:"released" doc:"The order ended without being delivered."`
}

// ConsoleDetail is a coupon with its uses.
type ConsoleDetail struct {
	ConsoleView
	Given      money.Major  `json:"given" doc:"What it has taken off orders that stand."`
	AtMost     *money.Major `json:"at_most" nullable:"true" doc:"What it can take off all orders together; null: nothing bounds it."`
	Alone      money.Major  `json:"alone" doc:"What one person may give in a day."`
	WaitsSince *db.Millis   `json:"waits_since" doc:"For a second person."`
	MadeBy     []string     `json:"made_by" doc:"Who had a part in what it gives since it was let; none of them is the second person."`
	CanEdit    bool         `json:"can_edit"`
	EditWhyNot string       `json:"edit_why_not" doc:"Why I may not although my role makes coupons; empty where I may."`
	CanDecide  bool         `json:"can_decide" doc:"It waits, and I may be the second person."`
	WhyNot     string       `json:"why_not" doc:"Why I may not; empty where I may."`
	Recent     []ConsoleUse `json:"recent"`
}

// Choices are the possible limits of a coupon.
type Choices struct {
	Services   []wire.Ref `json:"services"`
	Stores     []wire.Ref `json:"stores"`
	Categories []wire.Ref `json:"categories" doc:"Named with those above them."`
	// StoresFixed means that the member's coupons are always limited to stores among these.
	StoresFixed bool `json:"stores_fixed"`
}

func (c Coupon) state(now db.Millis) string {
	switch {
	case c.WaitsSince != nil:
		return stateWaits
	case !c.Active:
		return stateOff
	case c.StartsAt != nil && now < *c.StartsAt:
		return stateLater
	case c.EndsAt != nil && now >= *c.EndsAt, c.TotalLimit != nil && c.Uses >= *c.TotalLimit:
		return stateEnded
	}
	return stateLive
}

func (s *Service) view(ctx context.Context, c Coupon) ConsoleView {
	return ConsoleView{BorneBy: c.BorneBy, View: c.View(httpapi.Caller(ctx).Lang, s.Branches, s.Catalog),
		TotalLimit: c.TotalLimit, Uses: c.Uses, Active: c.Active, Listed: c.Listed, State: c.state(db.At(s.Clock.Now())),
		UpdatedAt: c.UpdatedAt, Version: c.Version}
}

type listInput struct {
	httpapi.PartInput
	State string `query:"state" maxLength:"10" doc:"live, later, ended, off or waiting; all when empty"`
}

func (s *Service) getAll(ctx context.Context, in *listInput) (*httpapi.Part[ConsoleView], error) {
	member := staff.Caller(ctx)
	switch in.State {
	case stateAll, stateLive, stateLater, stateEnded, stateOff, stateWaits:
	default:
		return nil, errs.Invalid("state", "common.one_of")
	}
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	var found []Coupon
	var total int64
	r, now := s.scopeOf(member), db.At(s.Clock.Now())
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if r.all {
			found, total, err = list(ctx, q, in.State, now, at, id, perPage+1)
		} else {
			found, total, err = listWithin(ctx, q, r, in.State, now, at, id, perPage+1)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := httpapi.Keyset(found, perPage, func(c Coupon) []any { return []any{int64(c.UpdatedAt), c.ID} },
		func(c Coupon) ConsoleView { return s.view(ctx, c) })
	out.Body.Response.Meta.Counted(total)
	return out, nil
}

type none struct{}

func (s *Service) getChoices(ctx context.Context, _ *none) (*httpapi.Reply[Choices], error) {
	member := staff.Caller(ctx)
	r, lang := s.scopeOf(member), httpapi.Caller(ctx).Lang
	out := Choices{Services: []wire.Ref{}, Stores: []wire.Ref{}, Categories: []wire.Ref{}, StoresFixed: !r.all}
	for _, k := range s.Branches.ServiceTypes() {
		out.Services = append(out.Services, k.Ref(lang))
		for _, top := range s.Catalog.Tops(k.ID) {
			name := top.Ref(lang)
			out.Categories = append(out.Categories, name)
			for _, child := range top.Children {
				ref := child.Ref(lang)
				ref.Name = name.Name + " › " + ref.Name
				out.Categories = append(out.Categories, ref)
			}
		}
	}
	for _, st := range s.Branches.Stores() {
		if r.all || slices.Contains(r.stores, st.ID) {
			out.Stores = append(out.Stores, st.Ref(lang))
		}
	}
	return httpapi.OK(out), nil
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getOne(ctx context.Context, in *oneInput) (*httpapi.Reply[ConsoleDetail], error) {
	member := staff.Caller(ctx)
	return s.detail(ctx, member, in.ID, "")
}

func (s *Service) detail(ctx context.Context, member staff.Member,
	couponID, message string) (*httpapi.Reply[ConsoleDetail], error) {
	var out *ConsoleDetail
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		out, err = s.detailOf(ctx, q, member, couponID)
		return err
	})
	if err != nil {
		return nil, err
	}
	if message != "" {
		message = i18n.T(httpapi.Caller(ctx).Lang, message)
	}
	return httpapi.OKMessage(*out, message), nil
}

func (s *Service) detailOf(ctx context.Context, q db.Querier, member staff.Member,
	couponID string) (*ConsoleDetail, error) {
	r := s.scopeOf(member)
	c, err := get(ctx, q, couponID)
	if err != nil {
		return nil, err
	}
	if !r.covers(c) {
		return nil, errs.NotFound()
	}
	sum, err := given(ctx, q, couponID)
	if err != nil {
		return nil, err
	}
	uses, err := recent(ctx, q, couponID, r.branches)
	if err != nil {
		return nil, err
	}
	out := &ConsoleDetail{ConsoleView: s.view(ctx, c), Given: major(sum), WaitsSince: c.WaitsSince, MadeBy: []string{},
		Recent: []ConsoleUse{}, CanEdit: member.May(staff.MakeCoupons)}
	if refusal := r.refuses(c); refusal != nil {
		out.CanEdit, out.EditWhyNot = false, i18n.T(httpapi.Caller(ctx).Lang, errs.Key(refusal))
	}
	for _, u := range uses {
		out.Recent = append(out.Recent, ConsoleUse{OrderID: u.OrderID, Number: u.Number, Discount: major(u.Discount),
			At: u.CreatedAt, Released: u.ReleasedAt != nil})
	}
	atMost, bounded, err := s.atMost(ctx, q, c)
	if err != nil {
		return nil, err
	}
	if bounded {
		out.AtMost = majorOf(&atMost)
	}
	limits, err := approvals.ReadLimits(ctx, q)
	if err != nil {
		return nil, err
	}
	out.Alone = major(limits.Alone)
	if c.WaitsSince == nil {
		return out, nil
	}
	names, err := staff.Names(ctx, q, c.Makers)
	if err != nil {
		return nil, err
	}
	for _, who := range c.Makers {
		out.MadeBy = append(out.MadeBy, names[who])
	}
	if member.May(staff.DecideCoupons) {
		if out.WhyNot = out.EditWhyNot; out.WhyNot != "" {
			return out, nil
		}
		out.WhyNot, err = approvals.RefusalText(ctx, q, s.Clock.Now(), member, c.Makers...)
		out.CanDecide = out.WhyNot == "" && err == nil
	}
	return out, err
}

type createInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100"`
		Form
	}
}

func (s *Service) post(ctx context.Context, in *createInput) (*httpapi.Reply[ConsoleDetail], error) {
	member := staff.Caller(ctx)
	c, err := s.Create(ctx, member, in.Body.Code, in.Body.Form)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, member, c.ID, said(c, "promo.saved"))
}

// said returns the message for the member who changed a coupon.
func said(c Coupon, message string) string {
	if c.WaitsSince != nil {
		return "promo.waits"
	}
	return message
}

type updateInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body Form
}

func (s *Service) put(ctx context.Context, in *updateInput) (*httpapi.Reply[ConsoleDetail], error) {
	member := staff.Caller(ctx)
	c, err := s.Edit(ctx, member, in.ID, in.Body)
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleDetail], error) { return s.detail(ctx, member, in.ID, "") })
	}
	return s.detail(ctx, member, c.ID, said(c, "promo.saved"))
}

type switchInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Active bool `json:"active"`
	}
}

func (s *Service) postSwitch(ctx context.Context, in *switchInput) (*httpapi.Reply[ConsoleDetail], error) {
	member := staff.Caller(ctx)
	c, err := s.Switch(ctx, member, in.ID, in.Body.Active)
	if err != nil {
		return nil, err
	}
	message := "promo.switched_off"
	if c.Active {
		message = "promo.switched_on"
	}
	return s.detail(ctx, member, c.ID, said(c, message))
}
