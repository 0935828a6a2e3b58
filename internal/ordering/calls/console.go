package calls

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// CallsSetting is the owner's setting, and whether it has an effect.
type CallsSetting struct {
	On       bool        `json:"on"`
	Most     money.Major `json:"most" doc:"That one order may come to."`
	Minutes  int64       `json:"minutes" doc:"That a branch has for the call, while it is open."`
	Open     bool        `json:"open" doc:"Guests may order so at the moment."`
	Codes    bool        `json:"codes" doc:"Sign-in codes reach phones: it has no effect, and cannot be switched on."`
	Currency string      `json:"currency"`
	Version  int64       `json:"version"`
}

type callsSettingInput struct {
	Body struct {
		On      bool           `json:"on"`
		Most    httpapi.Amount `json:"most"`
		Minutes httpapi.Int    `json:"minutes"`
		Version int64          `json:"version" minimum:"0"`
	}
}

type callConfirmInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Code string `json:"code" maxLength:"16" doc:"That the customer said on the phone."`
	}
}

// CallConfirmed is the confirmed order.
type CallConfirmed struct {
	OrderID string `json:"order_id"`
}

// ConsoleRoutes registers the owner's setting and the branch's confirmation of calls.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/calls", ID: "console-get-calls", Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: "Whether guests order by call"}, s.getSetting)
	httpapi.Handle(a,
		httpapi.Op{Method: "PUT", Path: "/console/calls", ID: "console-save-calls", Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: "Change whether guests order by call", Strict: true,
			Audit:    []string{"shop.calls"},
			Conflict: httpapi.VersionConflict[CallsSetting]()}, s.putSetting)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/orders/{id}/call", ID: "console-confirm-call",
		Tag: "console", Audience: httpapi.Staff, Capability: staff.MoveOrders, Branches: httpapi.BranchOfPath,
		Summary: "Type the code that a customer said on the phone", Strict: true,
		Audit: []string{"order.call"}}, s.confirm)
}

func (s *Service) getSetting(ctx context.Context, _ *none) (*httpapi.Reply[CallsSetting], error) {
	set, version, err := s.read(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	_, open := s.Now()
	return httpapi.OK(
		CallsSetting{set.On, money.EGP(set.Most).Major(), set.Minutes, open, s.Codes(), money.Shop, version}), nil
}

func (s *Service) putSetting(ctx context.Context, in *callsSettingInput) (*httpapi.Reply[CallsSetting], error) {
	b := in.Body
	err := s.Set(ctx, staff.Caller(ctx), Change{Setting{b.On, b.Most.Minor, int64(b.Minutes)}, b.Version})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[CallsSetting], error) { return s.getSetting(ctx, nil) })
	}
	reply, err := s.getSetting(ctx, nil)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(reply.Body.Response.Data, i18n.T(httpapi.Caller(ctx).Lang, "calls.saved")), nil
}

func (s *Service) confirm(ctx context.Context, in *callConfirmInput) (*httpapi.Reply[CallConfirmed], error) {
	id, err := s.Confirm(ctx, staff.Caller(ctx), in.ID, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(CallConfirmed{id}, i18n.T(httpapi.Caller(ctx).Lang, "calls.confirmed")), nil
}
