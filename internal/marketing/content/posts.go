package content

import (
	"slices"
	"strconv"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// Tag is a topic of posts.
type Tag struct {
	Slug string
	Name i18n.Text
}

// Post is a blog post, ready to show.
type Post struct {
	ID, Slug    string
	Title, Lead i18n.Text
	HTML        i18n.Text // clean
	Author      i18n.Text
	Cover       files.Image
	Tags        []Tag
	PublishAt   db.Millis
	UpdatedAt   db.Millis
}

// lang is the language a post is shown in to whoever asks for lang.
func (p *Post) lang(lang i18n.Lang) i18n.Lang { return Spoken(lang, p.Title, p.HTML) }

// postsPerPage fills both a layout of three columns and one of two.
const (
	postsPerPage = 12
	maxRelated   = 3
	lastPage     = 100_000
)

// Posts lists the published posts, newest first: all, or those with a tag. until is when the next scheduled one
// appears; zero for never.
func (s *Service) Posts(tag string, now time.Time) (out []*Post, until time.Time) {
	t := db.At(now)
	for _, p := range s.now.Load().posts {
		if p.PublishAt > t {
			until = p.PublishAt.Time() // they come latest first, so the last one met is the next
			continue
		}
		if tag == "" || slices.ContainsFunc(p.Tags, func(one Tag) bool { return one.Slug == tag }) {
			out = append(out, p)
		}
	}
	return out, until
}

// Post finds a published post by id or slug; errs.NotFound if there is none.
func (s *Service) Post(ref string, now time.Time) (*Post, error) {
	for _, p := range s.now.Load().posts {
		if (p.ID == ref || p.Slug == ref) && p.PublishAt <= db.At(now) {
			return p, nil
		}
	}
	return nil, errs.NotFound()
}

// related lists posts that share a tag with p, then the newest others.
func related(p *Post, all []*Post) []*Post {
	shares := func(o *Post) bool {
		return slices.ContainsFunc(o.Tags, func(t Tag) bool {
			return slices.ContainsFunc(p.Tags, func(mine Tag) bool { return mine.Slug == t.Slug })
		})
	}
	var near, far []*Post
	for _, o := range all {
		switch {
		case o.ID == p.ID:
		case shares(o):
			near = append(near, o)
		default:
			far = append(far, o)
		}
	}
	near = append(near, far...)
	return near[:min(len(near), maxRelated)]
}

// TagView is a tag as the API returns it.
type TagView struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

// PostCard is a post as lists show it.
type PostCard struct {
	ID          string      `json:"id"`
	Slug        string      `json:"slug"`
	Lang        string      `json:"lang" enum:"en,ar" doc:"The language it is in: the other one where it is not translated."`
	Title       string      `json:"title"`
	Lead        string      `json:"lead"`
	Author      string      `json:"author"`
	Cover       files.Image `json:"cover"`
	Tags        []TagView   `json:"tags"`
	PublishedAt db.Millis   `json:"published_at"`
}

// PostView is a post with its text.
type PostView struct {
	PostCard
	HTML      string     `json:"html" doc:"Clean: no scripts, no styles."`
	UpdatedAt db.Millis  `json:"updated_at"`
	Related   []PostCard `json:"related"`
}

func tagViews(tags []Tag, lang i18n.Lang) []TagView {
	out := make([]TagView, len(tags))
	for i, t := range tags {
		out[i] = TagView{t.Slug, t.Name.In(lang)}
	}
	return out
}

func (p *Post) card(lang i18n.Lang) PostCard {
	shown := p.lang(lang)
	return PostCard{
		ID: p.ID, Slug: p.Slug, Lang: shown, Title: p.Title.In(shown), Lead: p.Lead.In(shown),
		Author: p.Author.In(shown), Cover: p.Cover, Tags: tagViews(p.Tags, lang), PublishedAt: p.PublishAt,
	}
}

func cards(posts []*Post, lang i18n.Lang) []PostCard {
	out := make([]PostCard, len(posts))
	for i, p := range posts {
		out[i] = p.card(lang)
	}
	return out
}

// expires is the value of the Expires header; empty for never.
func expires(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.UnixMilli(), 10)
}

// PostsPayload is a page of posts, with the tags to choose from.
type PostsPayload struct {
	Data    []PostCard   `json:"data"`
	Meta    httpapi.Meta `json:"meta"`
	Message string       `json:"message"`
	Tags    []TagView    `json:"tags"`
}

// PostsEnvelope is the response with a page of posts.
type PostsEnvelope struct {
	Response PostsPayload `json:"response"`
}

type postsOutput struct {
	Expires string `header:"X-Wekala-Expires"`
	Body    PostsEnvelope
}

// posts returns a page of the list.
func (s *Service) posts(lang i18n.Lang, tag string, page int) *postsOutput {
	now := s.clock.Now()
	every, until := s.Posts("", now)
	found, _ := s.Posts(tag, now)
	page = min(max(1, page), lastPage)
	from := min((page-1)*postsPerPage, len(found))
	out := &postsOutput{Expires: expires(until)}
	r := &out.Body.Response
	r.Data = cards(found[from:min(from+postsPerPage, len(found))], lang)
	r.Meta = httpapi.NewMeta(page, postsPerPage, len(found))
	r.Tags = []TagView{}
	for _, t := range s.now.Load().tags {
		if slices.ContainsFunc(every, func(p *Post) bool { return slices.Contains(p.Tags, t) }) {
			r.Tags = append(r.Tags, TagView{t.Slug, t.Name.In(lang)})
		}
	}
	return out
}

type postOutput struct {
	Expires string `header:"X-Wekala-Expires"`
	Body    httpapi.Envelope[PostView]
}

func (s *Service) post(lang i18n.Lang, ref string) (*postOutput, error) {
	now := s.clock.Now()
	p, err := s.Post(ref, now)
	if err != nil {
		return nil, err
	}
	all, until := s.Posts("", now)
	out := &postOutput{Expires: expires(until)}
	out.Body = httpapi.OK(PostView{
		PostCard: p.card(lang), HTML: s.rules().fill(p.HTML.In(p.lang(lang)), p.lang(lang)), UpdatedAt: p.UpdatedAt,
		Related: cards(related(p, all), lang),
	}).Body
	return out, nil
}

// PostPaths lists the paths of the published posts, for search engines.
func (s *Service) PostPaths() []string {
	var paths []string
	all, _ := s.Posts("", s.clock.Now())
	for _, p := range all {
		paths = append(paths, "/blogs/"+p.Slug)
	}
	return paths
}

// PageNames lists the names of the information pages.
func (s *Service) PageNames() []string {
	var names []string
	for name := range s.now.Load().pages {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
