package staff

import (
	"context"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

const consoleTag = "Console"

type none struct{}

type staffLoginInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"1000"`
		Password string `json:"password" maxLength:"1024"`
	}
}

// View is a member of staff as they see themselves.
type View struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Email       string     `json:"email"`
	Role        Role       `json:"role" enum:"owner,editor,manager,picker,support,finance,courier"`
	AllBranches bool       `json:"all_branches"`
	Branches    []wire.Ref `json:"branches"`
	// Capabilities decide what the console offers.
	Capabilities []Granted `json:"capabilities" doc:"What my role may do: the x-capability of operations."`
}

// SignedIn is the answer to a right password.
type SignedIn struct {
	Token string `json:"token"`
	Staff View   `json:"staff"`
}

// ConsoleRoutes registers what staff call.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/login", ID: "console-login", Tag: consoleTag, Strict: true,
		Summary: "Sign in to the console"}, s.postStaffLogin)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/logout", ID: "console-logout", Tag: consoleTag, Audience: httpapi.Staff, Capability: UseConsole, Unaudited: "ends the caller's own session",
		Summary: "End this session"}, s.postStaffLogout)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/me", ID: "console-me", Tag: consoleTag, Audience: httpapi.Staff, Capability: UseConsole,
		Summary: "Who I am and for which branches I work"}, s.getMe)
}

func (s *Service) view(ctx context.Context, m Member) View {
	return View{ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, AllBranches: m.Branches == nil, Capabilities: m.capabilities(),
		Branches: s.BranchRefs(ctx, m.Branches, httpapi.Caller(ctx).Lang)}
}

func (s *Service) postStaffLogin(ctx context.Context, in *staffLoginInput) (*httpapi.Reply[SignedIn], error) {
	token, member, err := s.SignIn(ctx, in.Body.Email, in.Body.Password, httpapi.Caller(ctx).IP)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(SignedIn{Token: token, Staff: s.view(ctx, member)}), nil
}

func (s *Service) postStaffLogout(ctx context.Context, _ *none) (*httpapi.Reply[none], error) {
	member := Caller(ctx)
	if err := s.SignOut(ctx, member); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(httpapi.Caller(ctx).Lang, "auth.signed_out")), nil
}

func (s *Service) getMe(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	member := Caller(ctx)
	return httpapi.OK(s.view(ctx, member)), nil
}
