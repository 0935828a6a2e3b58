package auth

import (
	"context"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// HomeAddress is the default address of a customer who signed in, with the fields that a browser needs to show the shop
// for that location immediately.
type HomeAddress struct {
	ID             string     `json:"id"`
	Name           string     `json:"name"`
	District       wire.Ref   `json:"district"`
	Address        string     `json:"address" doc:"Street."`
	BuildingNumber string     `json:"building_number"`
	Lat            float64    `json:"lat"`
	Lng            float64    `json:"lng"`
	DistrictCenter *HomePoint `json:"district_center,omitempty"`
}

// HomePoint is a point in degrees.
type HomePoint struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Home reads the default address of a customer in a language; nil for none.
type Home func(ctx context.Context, userID string, lang i18n.Lang) (*HomeAddress, error)

// signedIn responds to a sign-in with the customer's default address, so that a new browser needs no second request for
// it.
func (s *Service) signedIn(ctx context.Context, e Entry, key string) (*httpapi.Reply[SignedIn], error) {
	lang := httpapi.Caller(ctx).Lang
	message := i18n.T(lang, key)
	answer := SignedIn{UserExists: e.User != nil, Token: optional(e.Token), Ticket: optional(e.Ticket),
		Message: message, User: e.User, Device: optional(e.Device)}
	if e.User != nil && e.User.DefaultAddressID != nil {
		home, err := s.Home(ctx, e.User.ID, lang)
		if err != nil {
			return nil, err
		}
		answer.Home = home
	}
	return httpapi.OKMessage(answer, message), nil
}
