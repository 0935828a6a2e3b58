package places

import (
	"context"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// DistrictView is a district in the API.
type DistrictView struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Governorate wire.Ref     `json:"governorate"`
	Lat         float64      `json:"lat"`
	Lng         float64      `json:"lng"`
	Outline     [][2]float64 `json:"outline" doc:"Corners as [lat, lng], approximate."`
	Radius      int64        `json:"radius" doc:"Metres from its middle within which a pin is its, where it has no outline; else 0."`
	Served      bool         `json:"served" doc:"Whether any branch delivers there."`
}

// Located is the response with the district of a pin.
type Located struct {
	District DistrictView `json:"district"`
	Delivers bool         `json:"delivers"`
}

// View returns a district in the caller's language.
func (s *Service) View(d *District, lang i18n.Lang) DistrictView {
	outline := make([][2]float64, len(d.Outline))
	for i, p := range d.Outline {
		outline[i] = [2]float64{p.Lat(), p.Lng()}
	}
	return DistrictView{
		ID: d.ID, Name: d.Name.In(lang), Governorate: d.Governorate.Ref(lang),
		Lat: d.Center.Lat(), Lng: d.Center.Lng(), Outline: outline, Radius: d.Radius, Served: s.serves(d.ID),
	}
}

// Ref names the district. Its id is its slug.
func (d *District) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: d.ID, Slug: d.ID, Name: d.Name.In(lang)}
}

// Ref names the governorate. Its id is its slug.
func (g *Governorate) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: g.ID, Slug: g.ID, Name: g.Name.In(lang)}
}

// Caller determines the place that a request is made from.
func (s *Service) Caller(who *httpapi.Who) Place {
	return s.Of(who.DistrictID, Pin(who.Lat, who.Lng))
}

// Pin returns the Point of a pair of headers; nil if either is missing.
func Pin(lat, lng *float64) *Point {
	if lat == nil || lng == nil {
		return nil
	}
	p := At(*lat, *lng)
	return &p
}

// Routes registers the operations on places for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/districts", ID: "list-districts", Tag: "places",
		Summary: "Districts the shop knows",
		Description: "All of them, or those whose name holds q in either language and any spelling, by governorate and by " +
			"name in the caller's language, in Arabic without the article.",
	}, s.list)
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/districts/locate", ID: "locate-district", Tag: "places",
		Summary: "The district around a pin",
		Description: "Refused with location_not_supported outside every district. A district nobody delivers to is found, " +
			"with delivers false and a text that says so.",
	}, s.locate)
}

type listInput struct {
	Q string `query:"q" maxLength:"80"`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Reply[[]DistrictView], error) {
	lang := httpapi.Caller(ctx).Lang
	found := s.Search(in.Q, lang)
	views := make([]DistrictView, len(found))
	for i, d := range found {
		views[i] = s.View(d, lang)
	}
	return httpapi.OK(views), nil
}

type locateInput struct {
	Lat float64 `query:"lat" required:"true" minimum:"-90" maximum:"90"`
	Lng float64 `query:"lng" required:"true" minimum:"-180" maximum:"180"`
}

func (s *Service) locate(ctx context.Context, in *locateInput) (*httpapi.Reply[Located], error) {
	d, ok := s.Locate(At(in.Lat, in.Lng))
	if !ok {
		return nil, errs.Refuse("places.location_not_supported")
	}
	lang := httpapi.Caller(ctx).Lang
	found := Located{District: s.View(d, lang), Delivers: s.serves(d.ID)}
	if !found.Delivers {
		return httpapi.OKMessage(found, i18n.T(lang, "places.not_delivered_to_area")), nil
	}
	return httpapi.OK(found), nil
}
