package auth

import (
	"context"
	"math"
	"time"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const tag = "Sign-in"

// none is an empty request or response body.
type none struct{}

type methodsInput struct {
	CountryCode string `query:"country_code" maxLength:"10" doc:"Calling code in any form: +20, 20, ٢٠."`
}

// MethodsAnswer lists the methods by which codes can reach a country.
type MethodsAnswer struct {
	WhatsApp bool `json:"verification_methods_whatsapp"`
	SMS      bool `json:"verification_methods_sms"`
}

type codeInput struct {
	Body struct {
		CountryCode string `json:"country_code,omitempty" maxLength:"10"`
		Phone       string `json:"phone" maxLength:"64"`
		Method      string `json:"method" maxLength:"16" doc:"sms or whatsapp"`
		Challenge   string `json:"challenge,omitempty" maxLength:"64" doc:"Of an earlier answer: the code this one takes the place of."`
	}
}

// CodeAnswer contains the time when a code expires and when the next may be requested.
type CodeAnswer struct {
	Phone       string `json:"phone" doc:"E.164"`
	Challenge   string `json:"challenge" doc:"Names this code. Whoever sends it along with the code has three tries of their own."`
	ResendAfter int64  `json:"resend_after" doc:"Seconds."`
	ExpiresIn   int64  `json:"expires_in" doc:"Seconds."`
	ByHand      bool   `json:"by_hand" doc:"Nothing was sent: the shop tells the code, before its opening."`
}

// EmailCodeAnswer contains the same for a code sent to an e-mail address.
type EmailCodeAnswer struct {
	Email       string `json:"email"`
	ResendAfter int64  `json:"resend_after" doc:"Seconds."`
	ExpiresIn   int64  `json:"expires_in" doc:"Seconds."`
}

type verifyInput struct {
	Body struct {
		CountryCode string `json:"country_code,omitempty" maxLength:"10"`
		Phone       string `json:"phone" maxLength:"64"`
		Code        string `json:"code" maxLength:"64"`
		Challenge   string `json:"challenge,omitempty" maxLength:"64" doc:"Of the answer to the request; without it the phone's newest code is meant."`
	}
}

type passwordInput struct {
	Body struct {
		CountryCode string `json:"country_code,omitempty" maxLength:"10"`
		Phone       string `json:"phone" maxLength:"64"`
		Password    string `json:"password" maxLength:"1024"`
	}
}

type registerInput struct {
	Body struct {
		Ticket   string `json:"registration_ticket" maxLength:"200"`
		Name     string `json:"name" maxLength:"1000"`
		Email    string `json:"email,omitempty" maxLength:"1000"`
		Password string `json:"password,omitempty" maxLength:"1024"`
		Referral string `json:"referral_code,omitempty" maxLength:"1000"`
	}
}

// SignedIn is the response to a correct code or password, and to a registration.
type SignedIn struct {
	UserExists bool         `json:"user_exists"`
	Token      *string      `json:"token" doc:"For the header Authorization; null when there is nobody to sign in yet."`
	Ticket     *string      `json:"registration_ticket" doc:"For register-by-otp, once, within 15 minutes; null for somebody we know."`
	Message    string       `json:"message"`
	User       *User        `json:"user"`
	Home       *HomeAddress `json:"default_address" doc:"Where they live; null where they have said no address."`
	Device     *string      `json:"device_secret" doc:"For the header device-secret from now on, beyond any logout; null where the one that was sent stays."`
}

type resetInput struct {
	Body struct {
		CountryCode  string `json:"country_code,omitempty" maxLength:"10"`
		Phone        string `json:"phone" maxLength:"64"`
		Code         string `json:"code" maxLength:"64"`
		Challenge    string `json:"challenge,omitempty" maxLength:"64" doc:"Of the answer to forget-password; without it the phone's newest code is meant."`
		Password     string `json:"password" maxLength:"1024"`
		Confirmation string `json:"password_confirmation" maxLength:"1024"`
	}
}

type ownCodeInput struct {
	Body struct {
		Method string `json:"method" maxLength:"16" doc:"sms or whatsapp"`
	}
}

type changePasswordInput struct {
	Body struct {
		Current      string `json:"current_password,omitempty" maxLength:"1024" doc:"The present one, or else a code."`
		Code         string `json:"code,omitempty" maxLength:"100" doc:"That was sent for this; needed for a first password."`
		Password     string `json:"password" maxLength:"1024"`
		Confirmation string `json:"password_confirmation" maxLength:"1024"`
	}
}

type emailInput struct {
	Body struct {
		Email string `json:"email" maxLength:"1000"`
		Code  string `json:"code" maxLength:"64"`
	}
}

// Ended contains the number of sessions that were ended.
type Ended struct {
	Ended int64 `json:"ended"`
}

type sessionInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/remote-config/check-verification-method-by-country",
		ID: "check-verification-method-by-country", Tag: tag, Summary: "How codes can reach a country's phones"},
		s.getMethods)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/login-by-otp", ID: "login-by-otp", Tag: tag,
		Summary: "Send a sign-in code to a phone"}, s.postCode)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/verify-login-by-otp", ID: "verify-login-by-otp", Tag: tag,
		Summary: "Sign in with a code, or get a ticket to register"}, s.postVerify)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/register-by-otp", ID: "register-by-otp", Tag: tag,
		Summary: "Make an account for the phone a ticket was given for"}, s.postRegister)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/login-by-password", ID: "login-by-password", Tag: tag,
		Summary: "Sign in with a phone and a password"}, s.postPassword)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/logout", ID: "logout", Tag: tag, Audience: httpapi.Customer,
		Summary: "End this session"}, s.postLogout)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/forget-password", ID: "forget-password", Tag: tag,
		Summary: "Send a code to set a new password with"}, s.postForget)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/user/password/reset", ID: "reset-password", Tag: tag, Strict: true,
			Summary: "Set a new password with a code, and end other sessions"}, s.postReset)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/password/code", ID: "send-password-code", Tag: tag,
		Audience: httpapi.Customer, Summary: "Send a code to my phone, to set a password with"}, s.postPasswordCode)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/user/password", ID: "change-password", Tag: tag,
		Audience: httpapi.Customer, Strict: true,
		Summary: "Change my password, or set the first one, and end other sessions"}, s.putPassword)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/user/email/code", ID: "send-email-code", Tag: tag, Audience: httpapi.Customer,
			Summary: "Send a code to my profile's e-mail address"}, s.postEmailCode)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/user/email/verify", ID: "verify-email", Tag: tag, Audience: httpapi.Customer,
			Summary: "Confirm my profile's e-mail address with its code"}, s.postEmail)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/user/sessions", ID: "end-other-sessions", Tag: tag, Audience: httpapi.Customer,
			Summary: "Sign out everywhere but here"}, s.deleteSessions)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/user/sessions", ID: "list-sessions", Tag: tag, Audience: httpapi.Customer,
			Summary: "Where I am signed in"}, s.getSessions)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/user/sessions/{id}", ID: "end-session", Tag: tag, Audience: httpapi.Customer,
			Summary: "Sign out somewhere else"}, s.deleteSession)
}

func (s *Service) getMethods(ctx context.Context, in *methodsInput) (*httpapi.Reply[MethodsAnswer], error) {
	if in.CountryCode == "" {
		return nil, errs.Invalid("country_code", "common.required")
	}
	m, err := s.Methods(ctx, in.CountryCode)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(MethodsAnswer{WhatsApp: m.WhatsApp, SMS: m.SMS}), nil
}

func (s *Service) postCode(ctx context.Context, in *codeInput) (*httpapi.Reply[CodeAnswer], error) {
	who := httpapi.Caller(ctx)
	sent, err := s.RequestCode(ctx, requestOf(in, who))
	return CodeReply(ctx, sent, err)
}

func (s *Service) postVerify(ctx context.Context, in *verifyInput) (*httpapi.Reply[SignedIn], error) {
	who := httpapi.Caller(ctx)
	entry, err := s.VerifyCode(ctx, in.Body.CountryCode, in.Body.Phone, in.Body.Challenge, in.Body.Code, from(who))
	if err != nil {
		return nil, err
	}
	key := "auth.signed_in"
	if entry.User == nil {
		key = "auth.register_next"
	}
	return s.signedIn(ctx, entry, key)
}

func (s *Service) postRegister(ctx context.Context, in *registerInput) (*httpapi.Reply[SignedIn], error) {
	who := httpapi.Caller(ctx)
	entry, err := s.Register(ctx, Registration{Ticket: in.Body.Ticket, Name: in.Body.Name, Email: in.Body.Email,
		Password: in.Body.Password, Referral: in.Body.Referral, Lang: who.Lang, From: from(who)})
	if err != nil {
		return nil, err
	}
	return s.signedIn(ctx, entry, "auth.registered")
}

func (s *Service) postPassword(ctx context.Context, in *passwordInput) (*httpapi.Reply[SignedIn], error) {
	who := httpapi.Caller(ctx)
	entry, err := s.LoginByPassword(ctx, in.Body.CountryCode, in.Body.Phone, in.Body.Password, from(who))
	if err != nil {
		return nil, err
	}
	return s.signedIn(ctx, entry, "auth.signed_in")
}

func (s *Service) postLogout(ctx context.Context, _ *none) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.EndSession(ctx, who.UserID, who.SessionID); err != nil && !errs.Is(err, "common.not_found") {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "auth.signed_out")), nil
}

func (s *Service) getSessions(ctx context.Context, _ *none) (*httpapi.Reply[[]Session], error) {
	who := httpapi.Caller(ctx)
	all, err := s.Sessions(ctx, who.UserID, who.SessionID, who.Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(all), nil
}

func (s *Service) deleteSession(ctx context.Context, in *sessionInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.EndSession(ctx, who.UserID, in.ID); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "auth.session_ended")), nil
}

func (s *Service) postForget(ctx context.Context, in *codeInput) (*httpapi.Reply[CodeAnswer], error) {
	who := httpapi.Caller(ctx)
	sent, err := s.ForgetPassword(ctx, requestOf(in, who))
	return CodeReply(ctx, sent, err)
}

func requestOf(in *codeInput, who *httpapi.Who) CodeRequest {
	return CodeRequest{CountryCode: in.Body.CountryCode, Phone: in.Body.Phone, Method: in.Body.Method,
		Replaces: in.Body.Challenge, Lang: who.Lang, IP: who.IP, Device: who.DeviceSecret}
}

func from(who *httpapi.Who) From {
	return From{IP: who.IP, UserAgent: who.UserAgent, Device: who.DeviceSecret}
}

// CodeReply is the response after a code was sent.
func CodeReply(ctx context.Context, sent CodeSent, err error) (*httpapi.Reply[CodeAnswer], error) {
	if err != nil {
		return nil, err
	}
	key := "auth.code_sent"
	if sent.ByHand {
		key = "auth.code_by_hand"
	}
	return httpapi.OKMessage(CodeAnswer{Phone: sent.To, Challenge: sent.Challenge, ResendAfter: seconds(sent.ResendAfter),
		ExpiresIn: seconds(sent.ExpiresIn), ByHand: sent.ByHand}, i18n.T(httpapi.Caller(ctx).Lang, key)), nil
}

func (s *Service) postReset(ctx context.Context, in *resetInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	b := in.Body
	if err := s.ResetPassword(ctx, Reset{CountryCode: b.CountryCode, Phone: b.Phone, Challenge: b.Challenge, Code: b.Code,
		New: NewPassword{b.Password, b.Confirmation}, Token: who.Token, From: from(who)}); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "auth.password_set")), nil
}

func (s *Service) postPasswordCode(ctx context.Context, in *ownCodeInput) (*httpapi.Reply[CodeAnswer], error) {
	who := httpapi.Caller(ctx)
	sent, err := s.SendPasswordCode(ctx, who.UserID, in.Body.Method, who.Lang, who.IP)
	return CodeReply(ctx, sent, err)
}

func (s *Service) putPassword(ctx context.Context, in *changePasswordInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	b := in.Body
	if err := s.ChangePassword(ctx, PasswordChange{
		UserID: who.UserID, SessionID: who.SessionID, Current: b.Current, Code: b.Code,
		New: NewPassword{b.Password, b.Confirmation}, From: from(who)}); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "auth.password_set")), nil
}

func (s *Service) postEmailCode(ctx context.Context, _ *none) (*httpapi.Reply[EmailCodeAnswer], error) {
	who := httpapi.Caller(ctx)
	sent, err := s.SendEmailCode(ctx, who.UserID, who.Lang, who.IP)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(EmailCodeAnswer{Email: sent.To, ResendAfter: seconds(sent.ResendAfter),
		ExpiresIn: seconds(sent.ExpiresIn)}, i18n.T(who.Lang, "auth.code_sent")), nil
}

func (s *Service) postEmail(ctx context.Context, in *emailInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.VerifyEmail(ctx, who.UserID, in.Body.Email, in.Body.Code); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "auth.email_confirmed")), nil
}

func (s *Service) deleteSessions(ctx context.Context, _ *none) (*httpapi.Reply[Ended], error) {
	who := httpapi.Caller(ctx)
	n, err := s.EndOtherSessions(ctx, who.UserID, who.SessionID, who.DeviceSecret)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(Ended{n}, i18n.T(who.Lang, "auth.sessions_ended")), nil
}

// seconds rounds up, so that a customer who waits for the number of seconds shown is admitted.
func seconds(d time.Duration) int64 { return int64(math.Ceil(d.Seconds())) }
