package staff

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

const consoleTag = "console"

type none struct{}

type staffLoginInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"1000"`
		Password string `json:"password" maxLength:"1024"`
		Code     string `json:"code,omitempty" maxLength:"100" doc:"Of the second factor, when second_factor_needed asked for it, or a recovery code."`
		Stay     bool   `json:"stay,omitempty" doc:"Stay signed in on this device: 30 days since it was last used, 90 at most. Not for shared ones."`
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
	// Capabilities determine what the console offers.
	Capabilities []Granted  `json:"capabilities" doc:"What my role may do: the x-capability of operations."`
	Must         Must       `json:"must" enum:",password,second_factor" doc:"What I have to see to in my account before I may do anything else."`
	RestoredAt   *db.Millis `json:"restored_at,omitempty" doc:"This is a copy that was restored then and is quiet until an owner confirms it."`
}

// SignedIn is the response to a correct password.
type SignedIn struct {
	Token  string `json:"token"`
	Device string `json:"device_secret" doc:"For the header device-secret at the next sign-in from this browser."`
	Staff  View   `json:"staff"`
}

// ConsoleRoutes registers the operations for staff.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.seekRoutes(a)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/login", ID: "console-login", Tag: consoleTag, Strict: true,
			Summary: "Sign in to the console",
			Description: "422 second_factor_needed asks for the same again with a code. 429 says until when; a browser that " +
				"has signed in before, or a code, gets in before that."}, s.postStaffLogin)
	own := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console" + path, ID: id, Tag: consoleTag, Audience: httpapi.Staff,
			Capability: UseConsole, Branches: httpapi.NoBranch, Summary: summary, Strict: method == "POST"}
	}
	account := func(method, path, id, summary string) httpapi.Op {
		op := own(method, "/account"+path, id, summary)
		op.Capability = OwnAccount
		return op
	}
	audited := func(op httpapi.Op, actions ...string) httpapi.Op { op.Audit = actions; return op }
	unaudited := func(op httpapi.Op, why string) httpapi.Op { op.Unaudited = why; return op }

	httpapi.Handle(a, unaudited(own("POST", "/logout", "console-logout", "End this session"),
		"ends the caller's own session"), s.postStaffLogout)
	httpapi.Handle(a, own("GET", "/me", "console-me", "Who I am and for which branches I work"), s.getMe)
	httpapi.Handle(a,
		audited(own("POST", "/account/password", "console-change-password", "Change my password, and end my other sessions"),
			"staff.password"), s.postPassword)
	httpapi.Handle(a, account("GET", "/sessions", "console-list-sessions", "Where I am signed in"), s.getPlaces)
	httpapi.Handle(a, audited(account("DELETE", "/sessions", "console-end-other-sessions", "Sign me out everywhere else"),
		"staff.end_sessions"), s.deletePlaces)
	httpapi.Handle(a, audited(account("DELETE", "/sessions/{id}", "console-end-session", "Sign me out of one place"),
		"staff.end_sessions"), s.deletePlace)
	httpapi.Handle(a, account("GET", "/second-factor", "console-second-factor", "Whether I have a second factor"),
		s.getFactor)
	httpapi.Handle(a,
		unaudited(account("POST", "/second-factor", "console-begin-second-factor",
			"Begin with a second factor: what the app is told"), "holds once it is confirmed"), s.postFactor)
	httpapi.Handle(a,
		audited(account("POST", "/second-factor/confirm", "console-confirm-second-factor",
			"Switch my second factor on with a code of it"), "staff.second_factor_on"), s.postFactorConfirm)
	httpapi.Handle(a,
		audited(account("POST", "/second-factor/off", "console-end-second-factor", "Take my second factor off"),
			"staff.second_factor_off", "staff.recovery_code"), s.postFactorOff)
	httpapi.Handle(a,
		audited(account("POST", "/second-factor/recovery-codes", "console-renew-recovery-codes",
			"New recovery codes in place of the old ones"), "staff.recovery_codes", "staff.recovery_code"), s.postRecovery)

	manage := func(method, path, id, summary string) httpapi.Op {
		op := own(method, "/staff"+path, id, summary)
		op.Capability = ManageStaff
		return op
	}
	s.peopleRoutes(a)
	s.logRoutes(a)
	httpapi.Handle(a,
		audited(manage("POST", "/{id}/lock", "console-lock-staff", "Lock somebody out, and end their sessions"),
			"staff.lock"), s.postLock)
	httpapi.Handle(a, audited(manage("POST", "/{id}/unlock", "console-unlock-staff", "Let somebody in again"),
		"staff.unlock"), s.postUnlock)
	role := audited(manage("POST", "/{id}/role", "console-set-role", "Give somebody another role and its branches"),
		"staff.role")
	role.Conflict = httpapi.VersionConflict[ColleagueDetail]()
	httpapi.Handle(a, role, s.postRole)
	httpapi.Handle(a,
		audited(manage("POST", "/{id}/password", "console-reset-password",
			"Make a temporary password for somebody, and end their sessions"), "staff.password"), s.postTemporary)
	httpapi.Handle(a,
		audited(manage("POST", "/{id}/end-sessions", "console-end-staff-sessions", "Sign somebody out everywhere"),
			"staff.end_sessions"), s.postEndSessions)
	httpapi.Handle(a,
		audited(manage("POST", "/{id}/reset-second-factor", "console-reset-second-factor",
			"Take somebody's second factor off"), "staff.second_factor_reset"), s.postFactorReset)
}

func (s *Service) view(ctx context.Context, m Member) View {
	var restored *db.Millis
	if s.Restored != nil {
		restored = s.Restored()
	}
	return View{RestoredAt: restored, ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, AllBranches: m.Branches == nil,
		Capabilities: m.capabilities(), Branches: s.BranchRefs(ctx, m.Branches, httpapi.Caller(ctx).Lang), Must: m.Must}
}

// done replies with a message only.
func done(ctx context.Context, err error, key string) (*httpapi.Reply[none], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(httpapi.Caller(ctx).Lang, key)), nil
}

func (s *Service) postStaffLogin(ctx context.Context, in *staffLoginInput) (*httpapi.Reply[SignedIn], error) {
	who := httpapi.Caller(ctx)
	session, err := s.SignIn(ctx,
		SignIn{Email: in.Body.Email, Password: in.Body.Password, Code: in.Body.Code, Device: who.DeviceSecret,
			UserAgent: who.UserAgent, IP: who.IP, Stay: in.Body.Stay})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(s.Answer(ctx, session)), nil
}

// Answer is the response to a browser's sign-in.
func (s *Service) Answer(ctx context.Context, session Session) SignedIn {
	return SignedIn{Token: session.Token, Device: session.Device, Staff: s.view(ctx, session.Member)}
}

func (s *Service) postStaffLogout(ctx context.Context, _ *none) (*httpapi.Reply[none], error) {
	return done(ctx, s.SignOut(ctx, Caller(ctx)), "auth.signed_out")
}

func (s *Service) getMe(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	return httpapi.OK(s.view(ctx, Caller(ctx))), nil
}

type staffPasswordInput struct {
	Body struct {
		Current  string `json:"current_password" maxLength:"1024"`
		Password string `json:"password" maxLength:"1024"`
	}
}

func (s *Service) postPassword(ctx context.Context, in *staffPasswordInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.ChangePassword(ctx, Caller(ctx), in.Body.Current, in.Body.Password,
		httpapi.Caller(ctx).DeviceSecret), "auth.password_set")
}

func (s *Service) getPlaces(ctx context.Context, _ *none) (*httpapi.Reply[[]StaffSession], error) {
	all, err := s.Places(ctx, Caller(ctx), httpapi.Caller(ctx).Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(all), nil
}

func (s *Service) deletePlaces(ctx context.Context, _ *none) (*httpapi.Reply[none], error) {
	_, err := s.EndOtherPlaces(ctx, Caller(ctx))
	return done(ctx, err, "auth.sessions_ended")
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) deletePlace(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.EndPlace(ctx, Caller(ctx), in.ID), "auth.session_ended")
}

func (s *Service) getFactor(ctx context.Context, _ *none) (*httpapi.Reply[SecondFactor], error) {
	f, err := s.FactorOf(ctx, Caller(ctx).ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(f), nil
}

type factorProofInput struct {
	Body struct {
		Current string `json:"current_password" maxLength:"1024"`
		Code    string `json:"code" maxLength:"100" doc:"Of the second factor, or a recovery code."`
	}
}

type factorBeginInput struct {
	Body struct {
		Current string `json:"current_password" maxLength:"1024"`
	}
}

func (s *Service) postFactor(ctx context.Context, in *factorBeginInput) (*httpapi.Reply[FactorSetup], error) {
	setup, err := s.BeginFactor(ctx, Caller(ctx), in.Body.Current)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(setup), nil
}

type factorConfirmInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100"`
	}
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	Codes []string `json:"recovery_codes" doc:"Each signs in once in place of a code; they are not shown again."`
}

func recoveryReply(codes []string, err error) (*httpapi.Reply[RecoveryCodes], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.OK(RecoveryCodes{codes}), nil
}

func (s *Service) postFactorConfirm(ctx context.Context,
	in *factorConfirmInput) (*httpapi.Reply[RecoveryCodes], error) {
	return recoveryReply(s.ConfirmFactor(ctx, Caller(ctx), in.Body.Code))
}

func (s *Service) postFactorOff(ctx context.Context, in *factorProofInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.EndFactor(ctx, Caller(ctx), in.Body.Current, in.Body.Code), "auth.second_factor_off")
}

func (s *Service) postRecovery(ctx context.Context, in *factorProofInput) (*httpapi.Reply[RecoveryCodes], error) {
	return recoveryReply(s.RenewRecovery(ctx, Caller(ctx), in.Body.Current, in.Body.Code))
}

type lockStaffInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"1000"`
	}
}

func (s *Service) postLock(ctx context.Context, in *lockStaffInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.Lock(ctx, Caller(ctx).ID, in.ID, in.Body.Reason), "auth.staff_locked")
}

func (s *Service) postUnlock(ctx context.Context, in *lockStaffInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.Unlock(ctx, Caller(ctx).ID, in.ID, in.Body.Reason), "auth.staff_unlocked")
}

type setRoleInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Role     Role        `json:"role" maxLength:"32"`
		Branches []string    `json:"branches,omitempty" maxItems:"500" doc:"By id; needed for manager, picker and courier."`
		Version  httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) postRole(ctx context.Context, in *setRoleInput) (*httpapi.Reply[none], error) {
	version := int64(in.Body.Version)
	err := s.setRoleOf(ctx, Caller(ctx).ID, in.ID, &version, in.Body.Role, in.Body.Branches)
	return done(ctx,
		httpapi.WithCurrent(err, func() (*httpapi.Reply[ColleagueDetail], error) { return s.readColleague(ctx, in.ID) }),
		"auth.role_set")
}

// TemporaryPassword is a password for another member's next sign-in.
type TemporaryPassword struct {
	Password string    `json:"password" doc:"Shown once."`
	Until    db.Millis `json:"until" doc:"It must be changed at a sign-in before that."`
}

func (s *Service) postTemporary(ctx context.Context, in *idInput) (*httpapi.Reply[TemporaryPassword], error) {
	password := MakePassword()
	until, err := s.SetPassword(ctx, Caller(ctx).ID, in.ID, password, true)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(TemporaryPassword{password, *until}), nil
}

func (s *Service) postEndSessions(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	_, err := s.EndSessions(ctx, Caller(ctx).ID, in.ID)
	return done(ctx, err, "auth.staff_sessions_ended")
}

func (s *Service) postFactorReset(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.ResetSecondFactor(ctx, Caller(ctx).ID, in.ID), "auth.second_factor_off")
}
