package content

import (
	"cmp"
	"context"
	"html"
	"slices"
	"strings"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// EditablePage is an information page as staff see it.
type EditablePage struct {
	PageEdit
	Name      string    `json:"name"`
	UpdatedAt db.Millis `json:"updated_at"`
	Policy    bool      `json:"policy" doc:"The shop promises something in it."`
	Adopted   bool      `json:"adopted" doc:"Somebody of the shop has saved it since it came with the program."`
	ShopEN    string    `json:"shop_en" doc:"What {{shop_name}} in the title is read as."`
	ShopAR    string    `json:"shop_ar"`
	// Placeholders are the names that a text may contain and that are replaced when the text is read.
	Placeholders []Placeholder `json:"placeholders" doc:"What {{name}} in a text is read as; none in lists."`
}

// Placeholder is a name in a text that stands for a configured value or name.
type Placeholder struct {
	Name string `json:"name"`
	Text string `json:"text" doc:"What is read there now, in the caller's language."`
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

// Pictured is a picture that staff can choose.
type Pictured struct {
	Name  string      `json:"name"`
	Image files.Image `json:"image"`
}

// Previewed is the rendered preview of a text.
type Previewed struct {
	HTML string `json:"html"`
}

// PreviewBody is a text to preview.
type PreviewBody struct {
	Text     string `json:"text" doc:"Markdown."`
	Language string `json:"language,omitempty" enum:"ar,en," doc:"What the text names is filled in for it; the caller's where it is left out."`
}

type previewInput struct{ Body PreviewBody }

type pageRef struct {
	Name string `path:"name" maxLength:"80"`
}

type oneRef struct {
	ID string `path:"id" maxLength:"64"`
}

// ConsoleRoutes registers the operations of owners and editors.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/content/preview", ID: "console-preview", Tag: "console",
		Summary: "What a text will look like", Audience: httpapi.Staff, Capability: staff.WriteContent,
		Unaudited: "changes nothing", MaxBody: httpapi.LongBody}, s.preview)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/pictures", ID: "console-list-pictures", Tag: "console",
		Summary: "Pictures to choose from", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listPictures)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/pages", ID: "console-list-pages", Tag: "console",
		Summary: "The information pages", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listPages)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/pages/{name}", ID: "console-get-page", Tag: "console",
		Summary: "An information page to edit", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.getPage)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/pages/{name}", ID: "console-save-page", Tag: "console",
		Summary: "Replace an information page", Audience: httpapi.Staff, Capability: staff.WriteContent,
		Audit: []string{"page.save"}, MaxBody: httpapi.LongBody,
		Conflict: httpapi.VersionConflict[EditablePage]()}, s.putPage)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/posts", ID: "console-list-posts", Tag: "console",
		Summary: "Every blog post, drafts too", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listPosts)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/posts", ID: "console-create-post", Tag: "console",
		Summary: "Write a blog post", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"post.save"},
		MaxBody: httpapi.LongBody}, s.createPost)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/posts/{id}", ID: "console-get-post", Tag: "console",
		Summary: "A blog post to edit", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.getPost)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/posts/{id}", ID: "console-save-post", Tag: "console",
		Summary: "Replace a blog post", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"post.save"},
		MaxBody: httpapi.LongBody, Conflict: httpapi.VersionConflict[EditablePost]()}, s.putPost)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/console/posts/{id}", ID: "console-delete-post", Tag: "console",
		Summary: "Delete a draft", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"post.delete"}},
		s.deletePost)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/tags", ID: "console-list-tags", Tag: "console",
		Summary: "What posts may be about", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listTags)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/tags", ID: "console-save-tag", Tag: "console",
		Summary: "Name a tag", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"tag.save"}},
		s.postTag)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/banners", ID: "console-list-banners", Tag: "console",
		Summary: "Every banner", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.listBanners)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/banners", ID: "console-create-banner", Tag: "console",
		Summary: "Make a banner", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"banner.save"}},
		s.createBanner)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/banners/{id}", ID: "console-get-banner", Tag: "console",
		Summary: "A banner to edit", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.getBanner)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/banners/{id}", ID: "console-save-banner", Tag: "console",
		Summary: "Replace a banner", Audience: httpapi.Staff, Capability: staff.WriteContent, Audit: []string{"banner.save"},
		Conflict: httpapi.VersionConflict[EditableBanner]()}, s.putBanner)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/console/banners/{id}", ID: "console-delete-banner", Tag: "console",
			Summary: "Delete a banner", Audience: httpapi.Staff, Capability: staff.WriteContent,
			Audit: []string{"banner.delete"}}, s.deleteBanner)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/contact", ID: "console-get-contact", Tag: "console",
		Summary: "How to reach the shop, to edit", Audience: httpapi.Staff, Capability: staff.WriteContent}, s.getContact)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/contact", ID: "console-save-contact", Tag: "console",
		Summary: "Replace how to reach the shop", Audience: httpapi.Staff, Capability: staff.WriteContent,
		Audit: []string{"contact.save"}, Conflict: httpapi.VersionConflict[ContactEdit]()}, s.putContact)
}

func (s *Service) preview(ctx context.Context, in *previewInput) (*httpapi.Reply[Previewed], error) {
	shown, err := Preview(in.Body.Text)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Previewed{s.rules().fill(shown, cmp.Or(in.Body.Language, httpapi.Caller(ctx).Lang))}), nil
}

func (s *Service) listPictures(ctx context.Context, _ *none) (*httpapi.Reply[[]Pictured], error) {
	out := []Pictured{}
	for _, name := range s.pictures.Names() {
		out = append(out, Pictured{name, s.pictures.Image(name)})
	}
	return httpapi.OK(out), nil
}

func (r pageRow) editable() EditablePage {
	return EditablePage{PageEdit: PageEdit{r.TitleEN, r.TitleAR, r.BodyEN, r.BodyAR, r.Version}, Name: r.Name,
		UpdatedAt: r.UpdatedAt, Policy: slices.Contains(policies, r.Name), Adopted: r.Version > 1, ShopEN: i18n.Brand().EN,
		ShopAR: i18n.Brand().AR, Placeholders: []Placeholder{}}
}

// placeholders lists the names that texts may contain, in alphabetical order.
func (r Rules) placeholders(lang i18n.Lang) []Placeholder {
	all := []Placeholder{{ShopName, i18n.Brand().In(lang)}}
	for name, text := range r {
		all = append(all, Placeholder{name, html.UnescapeString(text.In(lang))})
	}
	slices.SortFunc(all, func(a, b Placeholder) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func (s *Service) listPages(ctx context.Context, _ *none) (*httpapi.Reply[[]EditablePage], error) {
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
	page := r.editable()
	page.Placeholders = s.rules().placeholders(httpapi.Caller(ctx).Lang)
	return httpapi.OK(page), nil
}

func (s *Service) getPage(ctx context.Context, in *pageRef) (*httpapi.Reply[EditablePage], error) {
	return s.readPage(ctx, in.Name)
}

func (s *Service) putPage(ctx context.Context, in *struct {
	Name string `path:"name" maxLength:"80"`
	Body PageEdit
}) (*httpapi.Reply[EditablePage], error) {
	member := staff.Caller(ctx)
	read := func() (*httpapi.Reply[EditablePage], error) { return s.readPage(ctx, in.Name) }
	if err := s.SavePage(ctx, member, in.Name, in.Body); err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

func (s *Service) editablePost(r postRow, tags []string) EditablePost {
	v := EditablePost{ID: r.ID, UpdatedAt: r.UpdatedAt, State: "draft", CoverView: s.pictures.Image(r.Cover)}
	v.PostEdit = PostEdit{r.Slug, r.TitleEN, r.TitleAR, r.LeadEN, r.LeadAR, r.BodyEN, r.BodyAR, r.AuthorEN, r.AuthorAR,
		r.Cover, append([]string{}, tags...), r.Published, r.PublishAt, r.Version}
	if r.Published && r.PublishAt != nil {
		v.State = "published"
		if *r.PublishAt > db.At(s.clock.Now()) {
			v.State = "scheduled"
		}
	}
	return v
}

func (s *Service) listPosts(ctx context.Context, _ *none) (*httpapi.Reply[[]EditablePost], error) {
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
	if err := s.db.Select(ctx, &tags, `SELECT slug FROM post_tags WHERE post_id = $1 ORDER BY sort, slug`,
		ref); err != nil {
		return nil, err
	}
	return httpapi.OK(s.editablePost(r, tags)), nil
}

func (s *Service) getPost(ctx context.Context, in *oneRef) (*httpapi.Reply[EditablePost], error) {
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
	member := staff.Caller(ctx)
	saved, err := s.SavePost(ctx, member, ref, in)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[EditablePost], error) { return s.readPost(ctx, ref) })
	}
	return s.readPost(ctx, saved)
}

func (s *Service) deletePost(ctx context.Context, in *oneRef) (*httpapi.Reply[none], error) {
	member := staff.Caller(ctx)
	return httpapi.OK(none{}), s.DeletePost(ctx, member, in.ID)
}

func (s *Service) listTags(ctx context.Context, _ *none) (*httpapi.Reply[[]EditableTag], error) {
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
	member := staff.Caller(ctx)
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
	v.BannerEdit = BannerEdit{deref(r.ServiceID), deref(r.DistrictID), r.TitleEN, r.TitleAR, r.TextEN, r.TextAR,
		r.ActionEN, r.ActionAR, r.Image, r.Link, r.StartsAt, r.EndsAt, r.Active, r.Sort, r.Version}
	v.State = StateOf(r.Active, (*int64)(r.StartsAt), (*int64)(r.EndsAt), s.clock.Now().UnixMilli())
	return v
}

// The states of scheduled content that change automatically.
const (
	Waiting = "waiting"
	Shown   = "shown"
)

// StateOf returns the state of scheduled content: off, waiting, shown or over.
func StateOf(active bool, starts, ends *int64, t int64) string {
	on, change := Scheduled(starts, ends, t)
	switch {
	case !active:
		return "off"
	case on:
		return Shown
	case change.IsZero():
		return "over"
	}
	return Waiting
}

func (s *Service) listBanners(ctx context.Context, _ *none) (*httpapi.Reply[[]EditableBanner], error) {
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
	return s.readBanner(ctx, in.ID)
}

func (s *Service) createBanner(ctx context.Context,
	in *struct{ Body BannerEdit }) (*httpapi.Reply[EditableBanner], error) {
	return s.saveBanner(ctx, "", in.Body)
}

func (s *Service) putBanner(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body BannerEdit
}) (*httpapi.Reply[EditableBanner], error) {
	return s.saveBanner(ctx, in.ID, in.Body)
}

func (s *Service) saveBanner(ctx context.Context, ref string, in BannerEdit) (*httpapi.Reply[EditableBanner], error) {
	member := staff.Caller(ctx)
	saved, err := s.SaveBanner(ctx, member, ref, in)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[EditableBanner], error) { return s.readBanner(ctx, ref) })
	}
	return s.readBanner(ctx, saved)
}

func (s *Service) deleteBanner(ctx context.Context, in *oneRef) (*httpapi.Reply[none], error) {
	member := staff.Caller(ctx)
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
	return s.readContact(ctx)
}

func (s *Service) putContact(ctx context.Context, in *struct{ Body ContactEdit }) (*httpapi.Reply[ContactEdit], error) {
	member := staff.Caller(ctx)
	if err := s.SaveContact(ctx, member, in.Body); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ContactEdit], error) { return s.readContact(ctx) })
	}
	return s.readContact(ctx)
}
