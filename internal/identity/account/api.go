package account

import (
	"context"
	"errors"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const tag = "Account"

type none struct{}

// ProfileAnswer is the response with the customer's profile.
type ProfileAnswer struct {
	User    User   `json:"user"`
	Message string `json:"message"`
}

type profileInput struct {
	Body struct {
		Name        Field `json:"name,omitempty"`
		Email       Field `json:"email,omitempty"`
		CompanyName Field `json:"company_name,omitempty"`
		Birthdate   Field `json:"birthdate,omitempty" doc:"YYYY-MM-DD"`
		Gender      Field `json:"gender,omitempty" doc:"male or female"`
		Photo       Field `json:"photo,omitempty" doc:"Id of a photo that was sent; null takes it away."`
	}
}

type preferencesInput struct {
	Body struct {
		Lang     Field           `json:"lang,omitempty"`
		Figures  Field           `json:"figures,omitempty"`
		Currency Field           `json:"currency,omitempty"`
		Offers   map[string]bool `json:"offers,omitempty" maxProperties:"10" doc:"Yes or no per channel."`
		Version  string          `json:"version,omitempty" maxLength:"40" doc:"Of the wording that was answered."`
	}
}

type methodInput struct {
	Body struct {
		Method string `json:"method" maxLength:"16" doc:"sms or whatsapp"`
	}
}

type leaveInput struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"1024"`
		Code     string `json:"code,omitempty" maxLength:"64"`
	}
}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/user/profile", ID: "profile", Tag: tag,
		Summary: "Who I am", Audience: httpapi.Customer}, s.getProfile)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/user/profile", ID: "change-profile", Tag: tag,
		Summary: "Change what is sent of my profile", Audience: httpapi.Customer}, s.putProfile)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/user/preferences", ID: "preferences", Tag: tag,
		Summary: "How I like the shop, and what I agree to be sent", Audience: httpapi.Customer}, s.getPreferences)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/user/preferences", ID: "change-preferences", Tag: tag,
		Summary: "Change what is sent of my preferences", Audience: httpapi.Customer}, s.putPreferences)
	httpapi.HandleDocument[none, DataFile](a, httpapi.Op{
		Method: "GET", Path: "/user/data", ID: "download-my-data", Tag: tag,
		Summary: "Everything the shop keeps about me, as a file",
		Description: "A JSON file (" + dataFile +
			"): data, by feature and table, with the rows in the columns' names. Amounts are in pounds, times in UTC. " +
			"Pictures stand in it by the path they are read at. A few a day; 429 after that.", Audience: httpapi.Customer},
		s.getData)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/delete/code", ID: "send-delete-code", Tag: tag,
		Summary: "Send a code to delete my account with", Audience: httpapi.Customer}, s.postDeleteCode)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/user/delete", ID: "may-delete-account", Tag: tag,
		Summary: "What keeps me from deleting my account", Audience: httpapi.Customer}, s.getDelete)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/user/delete", ID: "delete-account", Tag: tag,
		Summary: "Delete my account; my orders stay, without me", Audience: httpapi.Customer, Strict: true}, s.postDelete)
}

// signedOut turns NotFound into 401, because the customer was deleted in the meantime and the page itself exists.
func signedOut(err error) error {
	if errs.Is(err, "common.not_found") {
		return errs.Unauthorized()
	}
	return err
}

func (s *Service) getProfile(ctx context.Context, _ *none) (*httpapi.Reply[ProfileAnswer], error) {
	user, err := s.auth.Profile(ctx, s.db, httpapi.Caller(ctx).UserID)
	return profileReply(ctx, user, err, "account.profile")
}

func (s *Service) putProfile(ctx context.Context, in *profileInput) (*httpapi.Reply[ProfileAnswer], error) {
	user, err := s.Change(ctx, httpapi.Caller(ctx).UserID, Changes(in.Body))
	return profileReply(ctx, user, err, "account.saved")
}

func profileReply(ctx context.Context, user User, err error, key string) (*httpapi.Reply[ProfileAnswer], error) {
	if err != nil {
		return nil, signedOut(err)
	}
	message := i18n.T(httpapi.Caller(ctx).Lang, key)
	return httpapi.OKMessage(ProfileAnswer{User: user, Message: message}, message), nil
}

func (s *Service) getPreferences(ctx context.Context, _ *none) (*httpapi.Reply[Preferences], error) {
	who := httpapi.Caller(ctx)
	p, err := s.Preferences(ctx, s.db, who.UserID, who.Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(p), nil
}

func (s *Service) putPreferences(ctx context.Context, in *preferencesInput) (*httpapi.Reply[Preferences], error) {
	who := httpapi.Caller(ctx)
	p, err := s.Like(ctx, who.UserID, who.SessionID, Liking(in.Body), who.Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(p, i18n.T(who.Lang, "account.saved")), nil
}

func (s *Service) getData(ctx context.Context, _ *none) (*httpapi.Document, error) {
	file, err := s.Data(ctx, httpapi.Caller(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.Attachment(dataFile, httpapi.JSON, file), nil
}

func (s *Service) postDeleteCode(ctx context.Context, in *methodInput) (*httpapi.Reply[auth.CodeAnswer], error) {
	who := httpapi.Caller(ctx)
	if err := s.mayDelete(ctx, s.db, who.UserID); err != nil {
		return nil, err
	}
	sent, err := s.auth.SendProofCode(ctx, who.UserID, in.Body.Method, who.Lang, who.IP)
	return auth.CodeReply(ctx, sent, err)
}

// MayDelete reports whether an account can be deleted now.
type MayDelete struct {
	Code   *string `json:"code" doc:"The machine word of what keeps it; null when it can be deleted."`
	Reason *string `json:"reason" doc:"The same for people, with what to do."`
}

func (s *Service) getDelete(ctx context.Context, _ *none) (*httpapi.Reply[MayDelete], error) {
	who := httpapi.Caller(ctx)
	err := s.mayDelete(ctx, s.db, who.UserID)
	var no *errs.Error
	if errors.As(err, &no) && no.Kind == errs.KindRefused {
		code, text := no.Code(), i18n.T(who.Lang, no.Key, no.Args...)
		return httpapi.OK(MayDelete{&code, &text}), nil
	}
	if err != nil {
		return nil, err
	}
	return httpapi.OK(MayDelete{}), nil
}

func (s *Service) postDelete(ctx context.Context, in *leaveInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.Delete(ctx, who.UserID, auth.Proof{
		Password: in.Body.Password, Code: in.Body.Code, IP: who.IP}); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "account.deleted")), nil
}
