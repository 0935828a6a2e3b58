package setup

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const tag = "Set-up"

type none struct{}

type linkInput struct {
	Body struct {
		Link string `json:"link" maxLength:"200" doc:"What stands behind # in the set-up link."`
	}
}

type ownerInput struct {
	Body struct {
		Link     string `json:"link" maxLength:"200" doc:"What stands behind # in the set-up link."`
		Name     string `json:"name" maxLength:"1000"`
		Email    string `json:"email" maxLength:"1000" doc:"To sign in to the console with."`
		Phone    string `json:"phone,omitempty" maxLength:"100"`
		Password string `json:"password" maxLength:"1024"`
		Lang     string `json:"lang,omitempty" enum:"ar,en"`
	}
}

// Routes registers the operations of the set-up link, which work before anybody can sign in.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/setup/link", ID: "check-setup-link", Tag: tag, Strict: true,
		Summary:     "Whether the set-up link still works",
		Description: "400 link_over once there is an owner, and for any other link."}, s.postLink)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/setup/owner", ID: "become-owner", Tag: tag, Strict: true,
		Summary:     "Become the owner of a new shop",
		Description: "Once, with the link that the program printed when it started. The answer is a sign-in to the console."},
		s.postOwner)
}

func (s *Service) postLink(ctx context.Context, in *linkInput) (*httpapi.Reply[none], error) {
	if err := s.CheckLink(ctx, in.Body.Link, httpapi.Caller(ctx).IP); err != nil {
		return nil, err
	}
	return httpapi.OK(none{}), nil
}

func (s *Service) postOwner(ctx context.Context, in *ownerInput) (*httpapi.Reply[staff.SignedIn], error) {
	who, b := httpapi.Caller(ctx), in.Body
	session, err := s.BecomeOwner(ctx, b.Link,
		staff.NewMember{Name: b.Name, Email: b.Email, Phone: b.Phone, Password: b.Password, Lang: i18n.Lang(b.Lang)},
		staff.SignIn{Device: who.DeviceSecret, UserAgent: who.UserAgent, IP: who.IP})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(s.Staff.Answer(ctx, session)), nil
}
