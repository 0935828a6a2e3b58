package addresses

import (
	"context"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const tag = "Addresses"

type none struct{}

// Body is an address as a form sends it. The feature checks lengths, in characters, after normalising the text.
type Body struct {
	Type            string   `json:"type" doc:"home, work or other"`
	Name            string   `json:"name,omitempty" doc:"What the customer calls it."`
	ContactName     string   `json:"contact_name,omitempty" doc:"The customer's own name when empty."`
	Phone           string   `json:"phone,omitempty" doc:"The customer's own when empty."`
	DistrictID      string   `json:"district_id"`
	City            string   `json:"city,omitempty"`
	Address         string   `json:"address" doc:"Street."`
	BuildingNumber  string   `json:"building_number"`
	Floor           string   `json:"floor,omitempty"`
	ApartmentNumber string   `json:"apartment_number,omitempty"`
	Landmark        string   `json:"landmark,omitempty"`
	PostalCode      string   `json:"postal_code,omitempty"`
	Lat             *float64 `json:"lat"`
	Lng             *float64 `json:"lng"`
	IsDefault       *bool    `json:"is_default,omitempty"`
}

type createInput struct{ Body Body }

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

type updateInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body Body
}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/addresses", ID: "list-addresses", Tag: tag,
		Summary: "My addresses, the default one first", Audience: httpapi.Customer}, s.getAll)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/addresses", ID: "create-address", Tag: tag,
		Summary: "Add an address", Audience: httpapi.Customer}, s.post)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/addresses/{id}", ID: "update-address", Tag: tag,
		Summary: "Replace an address", Audience: httpapi.Customer}, s.put)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/addresses/{id}", ID: "delete-address", Tag: tag,
		Summary: "Delete an address that is not the default", Audience: httpapi.Customer}, s.delete)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/addresses/{id}/default", ID: "set-default-address", Tag: tag,
		Summary: "Make an address the default", Audience: httpapi.Customer}, s.postDefault)
}

func (s *Service) getAll(ctx context.Context, _ *none) (*httpapi.Reply[[]View], error) {
	who := httpapi.Caller(ctx)
	all, err := List(ctx, s.db, who.UserID)
	if err != nil {
		return nil, err
	}
	views := make([]View, len(all))
	for i, a := range all {
		views[i] = s.View(a, who.Lang)
	}
	return httpapi.OK(views), nil
}

func (s *Service) post(ctx context.Context, in *createInput) (*httpapi.Reply[View], error) {
	a, err := s.Create(ctx, httpapi.Caller(ctx).UserID, Input(in.Body))
	return s.reply(ctx, a, err, "addresses.saved")
}

func (s *Service) put(ctx context.Context, in *updateInput) (*httpapi.Reply[View], error) {
	a, err := s.Update(ctx, httpapi.Caller(ctx).UserID, in.ID, Input(in.Body))
	return s.reply(ctx, a, err, "addresses.saved")
}

func (s *Service) postDefault(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	a, err := s.SetDefault(ctx, httpapi.Caller(ctx).UserID, in.ID)
	return s.reply(ctx, a, err, "addresses.default_set")
}

func (s *Service) reply(ctx context.Context, a Address, err error, key string) (*httpapi.Reply[View], error) {
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	return httpapi.OKMessage(s.View(a, lang), i18n.T(lang, key)), nil
}

func (s *Service) delete(ctx context.Context, in *oneInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.Delete(ctx, who.UserID, in.ID); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "addresses.deleted")), nil
}
