package content

import (
	"context"
	"errors"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// The maximum lengths in letters.
const (
	titleLetters = 120
	leadLetters  = 300
	bodyLetters  = 40_000
	lineLetters  = 160
	maxTags      = 6
)

// PageEdit is an information page as staff submit it.
type PageEdit struct {
	TitleEN string `json:"title_en"`
	TitleAR string `json:"title_ar"`
	BodyEN  string `json:"body_en" doc:"Markdown."`
	BodyAR  string `json:"body_ar" doc:"Markdown."`
	Version int64  `json:"version" doc:"The one that was read."`
}

// SavePage replaces the text of a page. 404 for an unknown page, 422 for invalid fields, 409 common.moved_on if
// somebody else saved it in between.
func (s *Service) SavePage(ctx context.Context, member staff.Member, name string, in PageEdit) error {
	var f Form
	title := f.Both("title", in.TitleEN, in.TitleAR, titleLetters)
	body := f.Words("body", in.BodyEN, in.BodyAR, bodyLetters)
	f.Whole(title, body)
	f.Links("body", body)
	if unknown := s.rules().Unknown(body); len(unknown) > 0 {
		f.Say("body_en", "content.unknown_rule", "name", unknown[0])
	}
	wrong := f.Err()
	html, err := renderBoth(body)
	if err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before pageRow
		if err := one(tx.Get(ctx, &before, `SELECT `+pageColumns+` FROM pages WHERE name = $1`, name)); err != nil {
			return "", err
		}
		if wrong != nil {
			return "", wrong
		}
		n, err := tx.Exec(ctx, `UPDATE pages SET title_en = $3, title_ar = $4, body_en = $5, body_ar = $6, html_en = $7,
			html_ar = $8,
			version = version + 1, updated_at = $9 WHERE name = $1 AND version = $2`,
			name, in.Version, title.EN, title.AR, body.EN, body.AR, html.EN, html.AR, db.At(s.clock.Now()))
		if err := moved(n, err); err != nil {
			return "", err
		}
		return name,
			audit.Write(ctx, tx, s.clock.Now(), audit.Entry{StaffID: member.ID, Action: "page.save", Object: name,
				Before: map[string]any{"version": before.Version, "title": before.TitleEN,
					"letters": len(before.BodyEN) + len(before.BodyAR)},
				After: map[string]any{"version": before.Version + 1, "title": title.EN,
					"letters": len(body.EN) + len(body.AR)}})
	})
}

// PostEdit is a blog post as staff submit it.
type PostEdit struct {
	Slug      string     `json:"slug"`
	TitleEN   string     `json:"title_en"`
	TitleAR   string     `json:"title_ar"`
	LeadEN    string     `json:"lead_en"`
	LeadAR    string     `json:"lead_ar"`
	BodyEN    string     `json:"body_en" doc:"Markdown."`
	BodyAR    string     `json:"body_ar" doc:"Markdown."`
	AuthorEN  string     `json:"author_en"`
	AuthorAR  string     `json:"author_ar"`
	Cover     string     `json:"cover" doc:"A picture's name."`
	Tags      []string   `json:"tags" maxItems:"50"`
	Published bool       `json:"published"`
	PublishAt *db.Millis `json:"publish_at,omitempty" doc:"Shown from then on; now when it is not given."`
	Version   int64      `json:"version,omitempty" doc:"The one that was read; none of a new post."`
}

func (s *Service) checkPost(in PostEdit) (postRow, []string, error) {
	var f Form
	r := postRow{Slug: f.Slug("slug", in.Slug), Cover: in.Cover, Published: in.Published, PublishAt: in.PublishAt,
		Version: in.Version}
	title := f.Both("title", in.TitleEN, in.TitleAR, titleLetters)
	lead := f.Both("lead", in.LeadEN, in.LeadAR, leadLetters)
	body := f.Words("body", in.BodyEN, in.BodyAR, bodyLetters)
	f.Whole(title, body)
	f.Links("body", body)
	author := f.Both("author", in.AuthorEN, in.AuthorAR, titleLetters)
	if in.Cover != "" && !s.pictures.Has(in.Cover) {
		f.Say("cover", "content.no_picture")
	}
	tags := f.Tags(in.Tags, s.now.Load().tags)
	if err := f.Err(); err != nil {
		return r, nil, err
	}
	html, err := renderBoth(body)
	r.TitleEN, r.TitleAR, r.LeadEN, r.LeadAR = title.EN, title.AR, lead.EN, lead.AR
	r.BodyEN, r.BodyAR, r.HTMLEN, r.HTMLAR, r.AuthorEN, r.AuthorAR = body.EN, body.AR, html.EN, html.AR, author.EN,
		author.AR
	return r, tags, err
}

// Tags checks that a post's tags exist.
func (f *Form) Tags(wanted []string, known []Tag) (tags []string) {
	seen := map[string]bool{}
	for _, t := range wanted {
		if seen[t] {
			continue
		}
		seen[t] = true
		there := false
		for _, k := range known {
			there = there || k.Slug == t
		}
		if !there {
			f.Say("tags", "content.no_tag")
			return nil
		}
		tags = append(tags, t)
	}
	if len(tags) > maxTags {
		f.Say("tags", "content.too_many_tags", "count", maxTags)
	}
	return tags
}

// SavePost saves a post, a new one if ref is empty, and returns its id. Published posts are shown from publish_at on,
// drafts never. It returns 404 for an unknown post, 422 for invalid fields, and 409 common.moved_on if somebody else
// saved it in between.
func (s *Service) SavePost(ctx context.Context, member staff.Member, ref string, in PostEdit) (string, error) {
	r, tags, wrong := s.checkPost(in)
	now := db.At(s.clock.Now())
	if r.Published && r.PublishAt == nil {
		r.PublishAt = &now
	}
	r.ID = id.New("pst")
	err := s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before postRow
		if ref != "" {
			if err := one(tx.Get(ctx, &before, `SELECT `+postColumns+` FROM posts WHERE id = $1`, ref)); err != nil {
				return "", err
			}
			r.ID = before.ID
		}
		if wrong != nil {
			return "", wrong
		}
		var taken int64
		if err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM posts WHERE slug = $1 AND id <> $2`, r.Slug, r.ID); err != nil {
			return "", err
		}
		if taken > 0 {
			return "", errs.Invalid("slug", "content.slug_taken")
		}
		var n int64
		var err error
		if ref == "" {
			n, err = tx.Exec(ctx, insertPost, r.values(now)...)
		} else {
			n, err = tx.Exec(ctx, `UPDATE posts SET slug = $3, title_en = $4, title_ar = $5, lead_en = $6, lead_ar = $7,
				body_en = $8, body_ar = $9,
				html_en = $10, html_ar = $11, author_en = $12, author_ar = $13, cover = $14, published = $15, publish_at = $16,
				version = version + 1, updated_at = $17 WHERE id = $1
				AND version = $2`, append([]any{r.ID, in.Version}, r.values(now)[1:16]...)...)
		}
		if err := moved(n, err); err != nil {
			return "", err
		}
		if err := setTags(ctx, tx, r.ID, tags); err != nil {
			return "", err
		}
		if err := media.Use(ctx, tx, "post", r.ID, "cover", r.Cover); err != nil {
			return "", err
		}
		return r.ID, audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "post.save", Object: r.ID, Before: before.facts(), After: r.facts()})
	})
	return r.ID, err
}

const insertPost = `INSERT INTO posts (id, slug, title_en, title_ar, lead_en, lead_ar, body_en, body_ar, html_en,
	html_ar, author_en, author_ar,
	cover, published, publish_at, updated_at, created_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) ON CONFLICT (slug) DO NOTHING`

func (r postRow) values(now db.Millis) []any {
	return []any{r.ID, r.Slug, r.TitleEN, r.TitleAR, r.LeadEN, r.LeadAR, r.BodyEN, r.BodyAR, r.HTMLEN, r.HTMLAR,
		r.AuthorEN, r.AuthorAR, r.Cover, r.Published, r.PublishAt, now, now, int64(1)}
}

// facts returns the fields of a post for the audit log.
func (r postRow) facts() map[string]any {
	if r.ID == "" {
		return nil
	}
	return map[string]any{"slug": r.Slug, "title": r.TitleEN, "published": r.Published, "publish_at": r.PublishAt,
		"letters": len(r.BodyEN) + len(r.BodyAR)}
}

func setTags(ctx context.Context, tx *db.Tx, postID string, tags []string) error {
	stmts := []db.Stmt{{SQL: `DELETE FROM post_tags WHERE post_id = $1`, Args: []any{postID}}}
	for i, t := range tags {
		stmts = append(stmts,
			db.Stmt{SQL: `INSERT INTO post_tags (post_id, slug, sort) VALUES ($1, $2, $3)`, Args: []any{postID, t, int64(i)}})
	}
	return tx.Batch(ctx, stmts)
}

// DeletePost deletes a draft. It returns 404 for an unknown post, and 400 content.unpublish_first for one that is
// published or scheduled.
func (s *Service) DeletePost(ctx context.Context, member staff.Member, ref string) error {
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before postRow
		if err := one(tx.Get(ctx, &before, `SELECT `+postColumns+` FROM posts WHERE id = $1`, ref)); err != nil {
			return "", err
		}
		if before.Published {
			return "", errs.Refuse("content.unpublish_first")
		}
		if err := setTags(ctx, tx, ref, nil); err != nil {
			return "", err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM posts WHERE id = $1 AND NOT published`, ref); err != nil {
			return "", err
		}
		if err := media.Use(ctx, tx, "post", ref, ""); err != nil {
			return "", err
		}
		return ref, audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "post.delete", Object: ref, Before: before.facts()})
	})
}

// ContactEdit is the contact details as staff submit them.
type ContactEdit struct {
	Phone     string `json:"phone"`
	WhatsApp  string `json:"whatsapp"`
	Email     string `json:"email"`
	AddressEN string `json:"address_en"`
	AddressAR string `json:"address_ar"`
	HoursEN   string `json:"hours_en"`
	HoursAR   string `json:"hours_ar"`
	Version   int64  `json:"version,omitempty" doc:"The one that was read; none where nothing is written yet."`
}

// SaveContact replaces the contact details. 422 for invalid fields, 409 common.moved_on if somebody else saved them in
// between.
func (s *Service) SaveContact(ctx context.Context, member staff.Member, in ContactEdit) error {
	var f Form
	r := contactRow{Phone: f.Phone("phone", in.Phone), WhatsApp: f.Phone("whatsapp", in.WhatsApp),
		Email: f.Email("email", in.Email)}
	address := f.Both("address", in.AddressEN, in.AddressAR, lineLetters)
	hours := f.Both("hours", in.HoursEN, in.HoursAR, lineLetters)
	if err := f.Err(); err != nil {
		return err
	}
	r.Version = in.Version + 1
	r.AddressEN, r.AddressAR, r.HoursEN, r.HoursAR = address.EN, address.AR, hours.EN, hours.AR
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before contactRow
		if err := tx.Get(ctx, &before, readContact); err != nil && !errors.Is(err, db.ErrNoRows) {
			return "", err
		}
		if err := putContact(ctx, tx, r, db.At(s.clock.Now())); err != nil {
			return "", err
		}
		return "contact", audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "contact.save", Object: "contact", Before: before, After: r})
	})
}

// putContact writes r if the stored row still has the preceding version.
func putContact(ctx context.Context, tx *db.Tx, r contactRow, now db.Millis) error {
	if r.Version == 1 {
		return moved(tx.Exec(ctx, `INSERT INTO contact (id, phone, whatsapp, email, address_en, address_ar, hours_en,
			hours_ar, version, updated_at)
			VALUES (1, $1, $2, $3, $4, $5, $6, $7, 1, $8) ON CONFLICT (id) DO NOTHING`,
			r.Phone, r.WhatsApp, r.Email, r.AddressEN, r.AddressAR, r.HoursEN, r.HoursAR, now))
	}
	return moved(tx.Exec(ctx, `UPDATE contact SET phone = $1, whatsapp = $2, email = $3, address_en = $4, address_ar = $5,
		hours_en = $6, hours_ar = $7,
		version = $8, updated_at = $9 WHERE id = 1 AND version = $8 - 1`,
		r.Phone, r.WhatsApp, r.Email, r.AddressEN, r.AddressAR, r.HoursEN, r.HoursAR, r.Version, now))
}

// SaveTag saves the name of a tag, and creates the tag if its slug is new. 422 for invalid fields.
func (s *Service) SaveTag(ctx context.Context, member staff.Member, t Tag) error {
	var f Form
	t.Slug = f.Slug("slug", t.Slug)
	t.Name = f.Both("name", t.Name.EN, t.Name.AR, 40)
	f.Length("name_en", t.Name.EN, 1, 40)
	f.Length("name_ar", t.Name.AR, 1, 40)
	if err := f.Err(); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		_, err := tx.Exec(ctx, `INSERT INTO tags (slug, name_en, name_ar) VALUES ($1, $2, $3)
			ON CONFLICT (slug) DO UPDATE SET name_en = excluded.name_en,
			name_ar = excluded.name_ar`, t.Slug, t.Name.EN, t.Name.AR)
		if err != nil {
			return "", err
		}
		return t.Slug, audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "tag.save", Object: t.Slug, After: t.Name})
	})
}

// write runs a change and publishes it to every node.
func (s *Service) write(ctx context.Context, fn func(ctx context.Context, tx *db.Tx) (ref string, err error)) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		ref, err := fn(ctx, tx)
		if err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, products.ChangedContent, ref)
	})
}

// one converts a missing row into NotFound.
func one(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound()
	}
	return err
}

// moved returns a conflict if a guarded write changed no row.
func moved(n int64, err error) error {
	if err == nil && n == 0 {
		return errs.VersionConflict(nil)
	}
	return err
}

// Preview converts Markdown to clean HTML, as it will be shown. 422 if it is too long.
func Preview(text string) (string, error) {
	var f Form
	text = f.Words("text", text, "", bodyLetters).EN
	if err := f.Err(); err != nil {
		return "", err
	}
	return render(text)
}

// Missing is a content item that lacks one language.
type Missing struct {
	Kind string
	ID   string
	Name string
	Lang i18n.Lang // the one it lacks
}

// Untranslated lists texts that exist in one language only, whatever their state.
func (s *Service) Untranslated(ctx context.Context, q db.Querier) ([]Missing, error) {
	var out []Missing
	add := func(kind, id string, title i18n.Text, parts ...i18n.Text) {
		for _, lang := range i18n.Langs {
			for _, p := range append([]i18n.Text{title}, parts...) {
				if (p.EN == "") != (p.AR == "") && !whole(lang, []i18n.Text{p}) {
					out = append(out, Missing{kind, id, named(title.In(i18n.EN), i18n.EN), lang})
					break
				}
			}
		}
	}
	var pages []pageRow
	if err := q.Select(ctx, &pages, allPages); err != nil {
		return nil, err
	}
	for _, r := range pages {
		add("page", r.Name, i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, i18n.Text{EN: r.BodyEN, AR: r.BodyAR})
	}
	var posts []postRow
	if err := q.Select(ctx, &posts, allPosts); err != nil {
		return nil, err
	}
	for _, r := range posts {
		add("post", r.ID, i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, i18n.Text{EN: r.LeadEN, AR: r.LeadAR},
			i18n.Text{EN: r.BodyEN, AR: r.BodyAR}, i18n.Text{EN: r.AuthorEN, AR: r.AuthorAR})
	}
	var banners []bannerRow
	if err := q.Select(ctx, &banners, allBanners); err != nil {
		return nil, err
	}
	for _, r := range banners {
		add("banner", r.ID, i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, i18n.Text{EN: r.TextEN, AR: r.TextAR},
			i18n.Text{EN: r.ActionEN, AR: r.ActionAR})
	}
	var c contactRow
	if err := q.Get(ctx, &c, readContact); err == nil {
		add("contact", "contact", i18n.Text{EN: c.AddressEN, AR: c.AddressAR}, i18n.Text{EN: c.HoursEN, AR: c.HoursAR})
	} else if !errors.Is(err, db.ErrNoRows) {
		return nil, err
	}
	return out, nil
}
