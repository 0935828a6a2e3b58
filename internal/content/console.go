package content

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/staff"
)

// Writer is who is asking, if content is theirs to write: owners and editors.
func Writer(ctx context.Context) (staff.Member, error) {
	return staff.RequireRole(ctx, staff.Owner, staff.Editor)
}

// EditablePage is an information page as staff see it.
type EditablePage struct {
	PageEdit
	Name      string    `json:"name"`
	UpdatedAt db.Millis `json:"updated_at"`
}

// EditablePost is a blog post as staff see it.
type EditablePost struct {
	PostEdit
	ID        string      `json:"id"`
	State     string      `json:"state" enum:"draft,scheduled,published"`
	CoverView files.Image `json:"cover_image"`
	UpdatedAt db.Millis   `json:"updated_at"`
}

// EditableBanner is a banner as staff see it.
type EditableBanner struct {
	BannerEdit
	ID        string      `json:"id"`
	State     string      `json:"state" enum:"off,waiting,shown,over"`
	ImageView files.Image `json:"image_view"`
}

// EditableTag is a tag as staff see it.
type EditableTag struct {
	Slug   string `json:"slug"`
	NameEN string `json:"name_en"`
	NameAR string `json:"name_ar"`
}

// Pictured is a picture that can be chosen.
type Pictured struct {
	Name  string      `json:"name"`
	Image files.Image `json:"image"`
}

// Previewed is what a text will look like.
type Previewed struct {
	HTML string `json:"html"`
}

// PreviewBody is a text to look at.
type PreviewBody struct {
	Text string `json:"text" doc:"Markdown."`
}

type previewInput struct{ Body PreviewBody }

type pageRef struct {
	Name string `path:"name" maxLength:"80"`
}

type oneRef struct {
	ID string `path:"id" maxLength:"64"`
}

// ConsoleRoutes registers what owners and editors do.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console" + path, ID: "console-" + id, Summary: summary, Tag: "console", Auth: httpapi.Staff}
	}
	httpapi.Handle(a, op("POST", "/content/preview", "preview", "What a text will look like"), s.preview)
	httpapi.Handle(a, op("GET", "/pictures", "list-pictures", "Pictures to choose from"), s.listPictures)
	httpapi.Handle(a, op("GET", "/pages", "list-pages", "The information pages"), s.listPages)
	httpapi.Handle(a, op("GET", "/pages/{name}", "get-page", "An information page to edit"), s.getPage)
	httpapi.Handle(a, op("PUT", "/pages/{name}", "save-page", "Replace an information page"), s.putPage)
	httpapi.Handle(a, op("GET", "/posts", "list-posts", "Every blog post, drafts too"), s.listPosts)
	httpapi.Handle(a, op("POST", "/posts", "create-post", "Write a blog post"), s.createPost)
	httpapi.Handle(a, op("GET", "/posts/{id}", "get-post", "A blog post to edit"), s.getPost)
	httpapi.Handle(a, op("PUT", "/posts/{id}", "save-post", "Replace a blog post"), s.putPost)
	httpapi.Handle(a, op("DELETE", "/posts/{id}", "delete-post", "Delete a draft"), s.deletePost)
	httpapi.Handle(a, op("GET", "/tags", "list-tags", "What posts may be about"), s.listTags)
	httpapi.Handle(a, op("POST", "/tags", "save-tag", "Name a tag"), s.postTag)
	httpapi.Handle(a, op("GET", "/banners", "list-banners", "Every banner"), s.listBanners)
	httpapi.Handle(a, op("POST", "/banners", "create-banner", "Make a banner"), s.createBanner)
	httpapi.Handle(a, op("GET", "/banners/{id}", "get-banner", "A banner to edit"), s.getBanner)
	httpapi.Handle(a, op("PUT", "/banners/{id}", "save-banner", "Replace a banner"), s.putBanner)
	httpapi.Handle(a, op("DELETE", "/banners/{id}", "delete-banner", "Delete a banner"), s.deleteBanner)
	httpapi.Handle(a, op("GET", "/contact", "get-contact", "How to reach the shop, to edit"), s.getContact)
	httpapi.Handle(a, op("PUT", "/contact", "save-contact", "Replace how to reach the shop"), s.putContact)
}

func (s *Service) preview(ctx context.Context, in *previewInput) (*httpapi.Reply[Previewed], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	html, err := Preview(in.Body.Text)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Previewed{html}), nil
}

func (s *Service) listPictures(ctx context.Context, _ *none) (*httpapi.Reply[[]Pictured], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	out := []Pictured{}
	for _, name := range s.pictures.Names() {
		out = append(out, Pictured{name, s.pictures.Image(name)})
	}
	return httpapi.OK(out), nil
}

func (r pageRow) editable() EditablePage {
	return EditablePage{PageEdit{r.TitleEN, r.TitleAR, r.BodyEN, r.BodyAR, r.Version}, r.Name, r.UpdatedAt}
}

func (s *Service) listPages(ctx context.Context, _ *none) (*httpapi.Reply[[]EditablePage], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	var rows []pageRow
	if err := s.db.Select(ctx, &rows, allPages); err != nil {
		return nil, err
	}
	out := make([]EditablePage, len(rows))
	for i, r := range rows {
		out[i] = r.editable()
		out[i].BodyEN, out[i].BodyAR = "", ""
	}
	return httpapi.OK(out), nil
}

func (s *Service) readPage(ctx context.Context, name string) (*httpapi.Reply[EditablePage], error) {
	var r pageRow
	if err := one(s.db.Get(ctx, &r, `SELECT `+pageColumns+` FROM pages WHERE name = $1`, name)); err != nil {
		return nil, err
	}
	return httpapi.OK(r.editable()), nil
}

func (s *Service) getPage(ctx context.Context, in *pageRef) (*httpapi.Reply[EditablePage], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	return s.readPage(ctx, in.Name)
}

func (s *Service) putPage(ctx context.Context, in *struct {
	Name string `path:"name" maxLength:"80"`
	Body PageEdit
}) (*httpapi.Reply[EditablePage], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.SavePage(ctx, member, in.Name, in.Body); err != nil {
		return nil, err
	}
	return s.readPage(ctx, in.Name)
}

func (s *Service) editablePost(r postRow, tags []string) EditablePost {
	v := EditablePost{ID: r.ID, UpdatedAt: r.UpdatedAt, State: "draft", CoverView: s.pictures.Image(r.Cover)}
	v.PostEdit = PostEdit{r.Slug, r.TitleEN, r.TitleAR, r.LeadEN, r.LeadAR, r.BodyEN, r.BodyAR, r.AuthorEN, r.AuthorAR, r.Cover,
		append([]string{}, tags...), r.Published, r.PublishAt, r.Version}
	if r.Published && r.PublishAt != nil {
		v.State = "published"
		if *r.PublishAt > db.At(s.clock.Now()) {
			v.State = "scheduled"
		}
	}
	return v
}

func (s *Service) listPosts(ctx context.Context, _ *none) (*httpapi.Reply[[]EditablePost], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	var rows []postRow
	var of []tagRow
	if err := s.db.Select(ctx, &rows, allPosts); err != nil {
		return nil, err
	}
	if err := s.db.Select(ctx, &of, postTags); err != nil {
		return nil, err
	}
	tags := map[string][]string{}
	for _, t := range of {
		tags[t.PostID] = append(tags[t.PostID], t.Slug)
	}
	out := make([]EditablePost, len(rows))
	for i, r := range rows {
		out[i] = s.editablePost(r, tags[r.ID])
		out[i].BodyEN, out[i].BodyAR = "", ""
	}
	return httpapi.OK(out), nil
}

func (s *Service) readPost(ctx context.Context, ref string) (*httpapi.Reply[EditablePost], error) {
	var r postRow
	if err := one(s.db.Get(ctx, &r, `SELECT `+postColumns+` FROM posts WHERE id = $1`, ref)); err != nil {
		return nil, err
	}
	var tags []string
	if err := s.db.Select(ctx, &tags, `SELECT slug FROM post_tags WHERE post_id = $1 ORDER BY sort, slug`, ref); err != nil {
		return nil, err
	}
	return httpapi.OK(s.editablePost(r, tags)), nil
}

func (s *Service) getPost(ctx context.Context, in *oneRef) (*httpapi.Reply[EditablePost], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	return s.readPost(ctx, in.ID)
}

func (s *Service) createPost(ctx context.Context, in *struct{ Body PostEdit }) (*httpapi.Reply[EditablePost], error) {
	return s.savePost(ctx, "", in.Body)
}

func (s *Service) putPost(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body PostEdit
}) (*httpapi.Reply[EditablePost], error) {
	return s.savePost(ctx, in.ID, in.Body)
}

func (s *Service) savePost(ctx context.Context, ref string, in PostEdit) (*httpapi.Reply[EditablePost], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	saved, err := s.SavePost(ctx, member, ref, in)
	if err != nil {
		return nil, err
	}
	return s.readPost(ctx, saved)
}

func (s *Service) deletePost(ctx context.Context, in *oneRef) (*httpapi.Reply[none], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(none{}), s.DeletePost(ctx, member, in.ID)
}

func (s *Service) listTags(ctx context.Context, _ *none) (*httpapi.Reply[[]EditableTag], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	var rows []tagRow
	if err := s.db.Select(ctx, &rows, allTags); err != nil {
		return nil, err
	}
	out := make([]EditableTag, len(rows))
	for i, r := range rows {
		out[i] = EditableTag{r.Slug, r.NameEN, r.NameAR}
	}
	return httpapi.OK(out), nil
}

func (s *Service) postTag(ctx context.Context, in *struct{ Body EditableTag }) (*httpapi.Reply[[]EditableTag], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.SaveTag(ctx, member, Tag{in.Body.Slug, i18n.Text{EN: in.Body.NameEN, AR: in.Body.NameAR}}); err != nil {
		return nil, err
	}
	return s.listTags(ctx, nil)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (s *Service) editableBanner(r bannerRow) EditableBanner {
	v := EditableBanner{ID: r.ID, ImageView: s.pictures.Image(r.Image)}
	v.BannerEdit = BannerEdit{deref(r.ServiceID), deref(r.DistrictID), r.TitleEN, r.TitleAR, r.TextEN, r.TextAR, r.ActionEN, r.ActionAR,
		r.Image, r.Link, r.StartsAt, r.EndsAt, r.Active, r.Sort}
	v.State = StateOf(r.Active, (*int64)(r.StartsAt), (*int64)(r.EndsAt), s.clock.Now().UnixMilli())
	return v
}

// StateOf says in a word where something with a schedule stands: off, waiting,
// shown or over.
func StateOf(active bool, starts, ends *int64, t int64) string {
	on, change := Scheduled(starts, ends, t)
	switch {
	case !active:
		return "off"
	case on:
		return "shown"
	case change.IsZero():
		return "over"
	}
	return "waiting"
}

func (s *Service) listBanners(ctx context.Context, _ *none) (*httpapi.Reply[[]EditableBanner], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	var rows []bannerRow
	if err := s.db.Select(ctx, &rows, allBanners); err != nil {
		return nil, err
	}
	out := make([]EditableBanner, len(rows))
	for i, r := range rows {
		out[i] = s.editableBanner(r)
	}
	return httpapi.OK(out), nil
}

func (s *Service) readBanner(ctx context.Context, ref string) (*httpapi.Reply[EditableBanner], error) {
	var r bannerRow
	if err := one(s.db.Get(ctx, &r, `SELECT `+bannerColumns+` FROM banners WHERE id = $1`, ref)); err != nil {
		return nil, err
	}
	return httpapi.OK(s.editableBanner(r)), nil
}

func (s *Service) getBanner(ctx context.Context, in *oneRef) (*httpapi.Reply[EditableBanner], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	return s.readBanner(ctx, in.ID)
}

func (s *Service) createBanner(ctx context.Context, in *struct{ Body BannerEdit }) (*httpapi.Reply[EditableBanner], error) {
	return s.saveBanner(ctx, "", in.Body)
}

func (s *Service) putBanner(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body BannerEdit
}) (*httpapi.Reply[EditableBanner], error) {
	return s.saveBanner(ctx, in.ID, in.Body)
}

func (s *Service) saveBanner(ctx context.Context, ref string, in BannerEdit) (*httpapi.Reply[EditableBanner], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	saved, err := s.SaveBanner(ctx, member, ref, in)
	if err != nil {
		return nil, err
	}
	return s.readBanner(ctx, saved)
}

func (s *Service) deleteBanner(ctx context.Context, in *oneRef) (*httpapi.Reply[none], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(none{}), s.DeleteBanner(ctx, member, in.ID)
}

func (s *Service) readContact(ctx context.Context) (*httpapi.Reply[ContactEdit], error) {
	var rows []contactRow
	if err := s.db.Select(ctx, &rows, readContact); err != nil {
		return nil, err
	}
	var r contactRow
	if len(rows) > 0 {
		r = rows[0]
	}
	return httpapi.OK(ContactEdit(r)), nil
}

func (s *Service) getContact(ctx context.Context, _ *none) (*httpapi.Reply[ContactEdit], error) {
	if _, err := Writer(ctx); err != nil {
		return nil, err
	}
	return s.readContact(ctx)
}

func (s *Service) putContact(ctx context.Context, in *struct{ Body ContactEdit }) (*httpapi.Reply[ContactEdit], error) {
	member, err := Writer(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.SaveContact(ctx, member, in.Body); err != nil {
		return nil, err
	}
	return s.readContact(ctx)
}
