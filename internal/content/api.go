package content

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// PageView is an information page on the wire.
type PageView struct {
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	HTML      string    `json:"html" doc:"Clean: no scripts, no styles."`
	Version   int64     `json:"version"`
	UpdatedAt db.Millis `json:"updated_at"`
}

// Routes registers what shoppers may read.
func (s *Service) Routes(a *httpapi.API) {
	type input struct {
		Name string `path:"name" maxLength:"80"`
	}
	httpapi.Handle(a, httpapi.Op{
		Method: "GET", Path: "/pages/{name}", ID: "get-page", Tag: "content", Summary: "An information page",
	}, func(ctx context.Context, in *input) (*httpapi.Reply[PageView], error) {
		p, err := s.Page(in.Name)
		if err != nil {
			return nil, err
		}
		lang := httpapi.Caller(ctx).Lang
		return httpapi.OK(PageView{p.Name, p.Title.In(lang), p.HTML.In(lang), p.Version, p.UpdatedAt}), nil
	})
}
