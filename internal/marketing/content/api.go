package content

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// PageView is an information page as the API returns it.
type PageView struct {
	Name      string    `json:"name"`
	Lang      string    `json:"lang" enum:"en,ar" doc:"The language it is in: the other one where it is not translated."`
	Title     string    `json:"title"`
	HTML      string    `json:"html" doc:"Clean: no scripts, no styles."`
	Version   int64     `json:"version"`
	UpdatedAt db.Millis `json:"updated_at"`
}

type none struct{}

// Routes registers the read operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	type pageInput struct {
		Name string `path:"name" maxLength:"80"`
	}
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/pages/{name}", ID: "get-page", Tag: "content",
		Summary: "An information page"},
		func(ctx context.Context, in *pageInput) (*httpapi.Reply[PageView], error) {
			p, err := s.Page(in.Name)
			if err != nil {
				return nil, err
			}
			lang := Spoken(httpapi.Caller(ctx).Lang, p.Title, p.HTML)
			return httpapi.OK(PageView{p.Name, lang, named(p.Title.In(lang), lang), s.rules().fill(p.HTML.In(lang), lang),
				p.Version, p.UpdatedAt}), nil
		})
	type postsInput struct {
		Page httpapi.Int `query:"page"`
		Tag  string      `query:"tag" maxLength:"80"`
	}
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/posts", ID: "list-posts", Tag: "content",
		Summary: "The blog, the newest post first", Paged: true},
		func(ctx context.Context, in *postsInput) (*postsOutput, error) {
			return s.posts(httpapi.Caller(ctx).Lang, in.Tag, int(min(max(1, in.Page), lastPage))), nil
		})
	type postInput struct {
		ID string `path:"id" maxLength:"100"`
	}
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/posts/{id}", ID: "get-post", Tag: "content",
		Summary: "A blog post, by id or slug"},
		func(ctx context.Context, in *postInput) (*postOutput, error) {
			return s.post(httpapi.Caller(ctx).Lang, in.ID)
		})
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/contact", ID: "get-contact", Tag: "content",
		Summary: "How to reach the shop"},
		func(ctx context.Context, _ *none) (*httpapi.Reply[ContactView], error) {
			return httpapi.OK(s.Contact(ctx, httpapi.Caller(ctx).Lang)), nil
		})
}
