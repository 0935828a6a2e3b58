// Package account shows shoppers who they are to the shop. Signing in and the
// users table are auth's; what people may look at and, later, change about
// themselves is here.
package account

import (
	"context"

	"wekala/internal/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// User is a shopper.
type User = auth.User

// Get reads a shopper, without the default address. NotFound when there is
// none. For features that need a name, a phone or a language.
func Get(ctx context.Context, q db.Querier, userID string) (User, error) {
	return auth.UserByID(ctx, q, userID)
}

// Service answers about the signed-in shopper. Make it with New.
type Service struct {
	db   *db.DB
	auth *auth.Service
}

// New makes the service.
func New(d *db.DB, a *auth.Service) *Service { return &Service{db: d, auth: a} }

// ProfileAnswer is a shopper's own profile.
type ProfileAnswer struct {
	User    User   `json:"user"`
	Message string `json:"message"`
}

type none struct{}

// Routes registers what shoppers call.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/user/profile", ID: "profile", Tag: "Account", Auth: httpapi.Shopper,
		Summary: "Who I am"}, s.getProfile)
}

func (s *Service) getProfile(ctx context.Context, _ *none) (*httpapi.Reply[ProfileAnswer], error) {
	who := httpapi.Caller(ctx)
	user, err := s.auth.Profile(ctx, s.db, who.UserID)
	if errs.Is(err, "common.not_found") {
		return nil, errs.Unauthorized() // deleted meanwhile: this is no page that is missing
	}
	if err != nil {
		return nil, err
	}
	message := i18n.T(who.Lang, "account.profile")
	return httpapi.OKMessage(ProfileAnswer{User: user, Message: message}, message), nil
}
