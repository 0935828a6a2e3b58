package restored

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// ConsoleRoutes registers the operation with which an owner confirms a restored copy.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/restored/confirm", ID: "console-confirm-restored", Tag: "console",
			Summary: "Make a restored copy the shop: it sends, charges and opens again", Audience: httpapi.Staff,
			Capability:  staff.ChangeSettings,
			Description: "Takes the password and a code of the second factor; an owner without one sets it up first.",
			Audit:       []string{"shop.confirm_restored", "staff.recovery_code"}, Strict: true}, s.post)
}

type none struct{}

type confirmInput struct {
	Body struct {
		CurrentPassword string `json:"current_password" maxLength:"1024"`
		Code            string `json:"code,omitempty" maxLength:"100" doc:"Of the second factor, or a recovery code."`
	}
}

func (s *Service) post(ctx context.Context, in *confirmInput) (*httpapi.Reply[none], error) {
	member := staff.Caller(ctx)
	if !s.Quiet() {
		return nil, errs.Conflict("restored.not_quiet")
	}
	use, err := s.Staff.ProveBoth(ctx, member, in.Body.CurrentPassword, in.Body.Code)
	if errs.Is(err, "auth.second_factor_none") {
		return nil, errs.Conflict("restored.second_factor_first")
	}
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := use(ctx, tx); err != nil {
			return err
		}
		return Confirm(ctx, tx, member.ID, s.Clock.Now())
	})
	if err != nil {
		return nil, err
	}
	if err := s.Load(ctx); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(httpapi.Caller(ctx).Lang, "restored.confirmed")), nil
}
