package maptiles

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// TilesView shows the source of the map tiles.
type TilesView struct {
	URL      string `json:"url" doc:"With {z}, {x} and {y}; {s} stands for hosts a, b and c. Empty: none are laid."`
	By       string `json:"by" doc:"Who made them, as it stands on the map."`
	Variable bool   `json:"variable" doc:"Set by a variable of the environment, which wins over what is set here."`
	Version  int64  `json:"version"`
}

// TilesTried is the result of requesting one tile.
type TilesTried struct {
	Picture string `json:"picture" doc:"A data: address of the tile; empty without one."`
	Problem string `json:"problem" doc:"Why there is none; empty when it works."`
}

type none struct{}

type saveTilesInput struct {
	Body struct {
		URL     string `json:"url" maxLength:"2000"`
		By      string `json:"by" maxLength:"1000"`
		Version int64  `json:"version" minimum:"0"`
	}
}

type tryTilesInput struct {
	Body struct {
		URL string `json:"url" maxLength:"2000"`
	}
}

// ConsoleRoutes registers the owners' operations on map tiles.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/tiles" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: summary, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-get-tiles", "Where the tiles under maps come from"), s.get)
	save := op("PUT", "", "console-save-tiles", "Change where the tiles under maps come from")
	save.Audit, save.Conflict = []string{"shop.tiles"}, httpapi.VersionConflict[TilesView]()
	httpapi.Handle(a, save, s.put)
	try := op("POST", "/try", "console-try-tiles", "Ask an address for one tile")
	try.Audit = []string{"shop.try_tiles"}
	httpapi.Handle(a, try, s.try)
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[TilesView], error) {
	return s.reply(ctx, "")
}

func (s *Service) reply(ctx context.Context, message string) (*httpapi.Reply[TilesView], error) {
	is, version, err := read(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(TilesView{URL: is.URL, By: is.By, Variable: s.Variable.URL != "", Version: version}, message),
		nil
}

func (s *Service) put(ctx context.Context, in *saveTilesInput) (*httpapi.Reply[TilesView], error) {
	if err := s.Set(ctx, staff.Caller(ctx), in.Body.Version, Source{URL: in.Body.URL, By: in.Body.By}); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[TilesView], error) { return s.reply(ctx, "") })
	}
	return s.reply(ctx, i18n.T(httpapi.Caller(ctx).Lang, "tiles.saved"))
}

func (s *Service) try(ctx context.Context, in *tryTilesInput) (*httpapi.Reply[TilesTried], error) {
	picture, problem, err := s.Try(ctx, staff.Caller(ctx), in.Body.URL)
	if err != nil {
		return nil, err
	}
	if problem != "" {
		problem = i18n.T(httpapi.Caller(ctx).Lang, problem)
	}
	return httpapi.OK(TilesTried{Picture: picture, Problem: problem}), nil
}
