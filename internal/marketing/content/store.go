package content

import (
	"context"
	"errors"
	"fmt"

	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

type pageRow struct {
	Name      string
	TitleEN   string `db:"title_en"`
	TitleAR   string `db:"title_ar"`
	BodyEN    string `db:"body_en"`
	BodyAR    string `db:"body_ar"`
	HTMLEN    string `db:"html_en"`
	HTMLAR    string `db:"html_ar"`
	Version   int64
	UpdatedAt db.Millis `db:"updated_at"`
}

type bannerRow struct {
	ID         string
	ServiceID  *string `db:"service_id"`
	DistrictID *string `db:"district_id"`
	TitleEN    string  `db:"title_en"`
	TitleAR    string  `db:"title_ar"`
	TextEN     string  `db:"text_en"`
	TextAR     string  `db:"text_ar"`
	ActionEN   string  `db:"action_en"`
	ActionAR   string  `db:"action_ar"`
	Image      string
	Link       string
	StartsAt   *db.Millis `db:"starts_at"`
	EndsAt     *db.Millis `db:"ends_at"`
	Active     bool
	Sort       int64
	Version    int64
}

type postRow struct {
	ID        string
	Slug      string
	TitleEN   string `db:"title_en"`
	TitleAR   string `db:"title_ar"`
	LeadEN    string `db:"lead_en"`
	LeadAR    string `db:"lead_ar"`
	BodyEN    string `db:"body_en"`
	BodyAR    string `db:"body_ar"`
	HTMLEN    string `db:"html_en"`
	HTMLAR    string `db:"html_ar"`
	AuthorEN  string `db:"author_en"`
	AuthorAR  string `db:"author_ar"`
	Cover     string
	Published bool
	PublishAt *db.Millis `db:"publish_at"`
	Version   int64
	CreatedAt db.Millis `db:"created_at"`
	UpdatedAt db.Millis `db:"updated_at"`
}

type tagRow struct {
	PostID string `db:"post_id"`
	Slug   string
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
}

type contactRow struct {
	Phone     string
	WhatsApp  string `db:"whatsapp"`
	Email     string
	AddressEN string `db:"address_en"`
	AddressAR string `db:"address_ar"`
	HoursEN   string `db:"hours_en"`
	HoursAR   string `db:"hours_ar"`
	Version   int64
}

const (
	insertPage = `INSERT INTO pages (name, title_en, title_ar, body_en, body_ar, html_en, html_ar, version, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (name) DO NOTHING`
	pageColumns   = `name, title_en, title_ar, body_en, body_ar, html_en, html_ar, version, updated_at`
	allPages      = `SELECT ` + pageColumns + ` FROM pages ORDER BY name`
	bannerColumns = `id, service_id, district_id, title_en, title_ar, text_en, text_ar, action_en, action_ar, image, link, starts_at, ends_at, active, sort, version`
	allBanners    = `SELECT ` + bannerColumns + ` FROM banners ORDER BY sort, id`
	postColumns   = `id, slug, title_en, title_ar, lead_en, lead_ar, body_en, body_ar, html_en, html_ar, author_en, author_ar, cover, published, publish_at, version, created_at, updated_at`
	allPosts      = `SELECT ` + postColumns + ` FROM posts ORDER BY COALESCE(publish_at, created_at) DESC, id DESC`
	allTags       = `SELECT slug, name_en, name_ar FROM tags ORDER BY slug`
	postTags      = `SELECT t.post_id, t.slug, g.name_en, g.name_ar FROM post_tags t JOIN tags g ON g.slug = t.slug
		ORDER BY t.post_id, t.sort, t.slug`
	readContact = `SELECT phone, whatsapp, email, address_en, address_ar, hours_en, hours_ar, version FROM contact
		WHERE id = 1`
)

func load(ctx context.Context, d *db.DB, pictures *files.Library) (*snapshot, error) {
	var pages []pageRow
	var banners []bannerRow
	var posts []postRow
	var tags, of []tagRow
	var contact contactRow
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		for _, read := range []struct {
			into  any
			query string
		}{{&pages, allPages}, {&banners, allBanners}, {&posts, allPosts}, {&tags, allTags}, {&of, postTags}} {
			if err := q.Select(ctx, read.into, read.query); err != nil {
				return err
			}
		}
		if err := q.Get(ctx, &contact, readContact); err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("content: %w", err)
	}
	next := &snapshot{pages: map[string]*Page{}, contact: contact.contact()}
	for _, r := range pages {
		p := &Page{Name: r.Name, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, Version: r.Version, UpdatedAt: r.UpdatedAt,
			HTML: i18n.Text{EN: r.HTMLEN, AR: r.HTMLAR}}
		if r.HTMLEN == "" && r.HTMLAR == "" { // written before HTML was kept
			if p.HTML, err = renderBoth(i18n.Text{EN: r.BodyEN, AR: r.BodyAR}); err != nil {
				return nil, err
			}
		}
		next.pages[r.Name] = p
	}
	for _, r := range banners {
		if r.Active {
			next.banners = append(next.banners, r.banner(pictures))
		}
	}
	for _, t := range tags {
		next.tags = append(next.tags, Tag{t.Slug, i18n.Text{EN: t.NameEN, AR: t.NameAR}})
	}
	tagged := map[string][]Tag{}
	for _, t := range of {
		tagged[t.PostID] = append(tagged[t.PostID], Tag{t.Slug, i18n.Text{EN: t.NameEN, AR: t.NameAR}})
	}
	for _, r := range posts {
		if !r.Published || r.PublishAt == nil {
			continue
		}
		next.posts = append(next.posts, &Post{
			ID: r.ID, Slug: r.Slug, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, Lead: i18n.Text{EN: r.LeadEN, AR: r.LeadAR},
			HTML: i18n.Text{EN: r.HTMLEN, AR: r.HTMLAR}, Author: i18n.Text{EN: r.AuthorEN, AR: r.AuthorAR},
			Cover: pictures.Image(r.Cover), Tags: tagged[r.ID], PublishAt: *r.PublishAt, UpdatedAt: r.UpdatedAt,
		})
	}
	return next, nil
}

func (r contactRow) contact() Contact {
	return Contact{r.Phone, r.WhatsApp, r.Email, i18n.Text{EN: r.AddressEN, AR: r.AddressAR},
		i18n.Text{EN: r.HoursEN, AR: r.HoursAR}}
}

func (r bannerRow) banner(pictures *files.Library) Banner {
	b := Banner{
		ID: r.ID, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, Text: i18n.Text{EN: r.TextEN, AR: r.TextAR},
		Action: i18n.Text{EN: r.ActionEN, AR: r.ActionAR}, Image: pictures.Image(r.Image), Link: r.Link,
		starts: (*int64)(r.StartsAt), ends: (*int64)(r.EndsAt),
	}
	if r.ServiceID != nil {
		b.ServiceID = *r.ServiceID
	}
	if r.DistrictID != nil {
		b.DistrictID = *r.DistrictID
	}
	return b
}

// bundledTags are the tags that every marketplace starts with.
var bundledTags = []Tag{
	{"guides", i18n.Text{EN: "Guides", AR: "إرشادات"}},
	{"saving", i18n.Text{EN: "Saving money", AR: "توفير"}},
	{"food", i18n.Text{EN: "Food", AR: "طعام"}},
	{"delivery", i18n.Text{EN: "Delivery", AR: "توصيل"}},
	{"seasons", i18n.Text{EN: "Seasons", AR: "مواسم"}},
}

// missingTags prepares the bundled tags; none if any tag exists.
func missingTags(ctx context.Context, q db.Querier) ([]db.Stmt, error) {
	var n int64
	if err := q.Get(ctx, &n, `SELECT COUNT(*) FROM tags`); err != nil || n > 0 {
		return nil, err
	}
	var stmts []db.Stmt
	for _, t := range bundledTags {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO tags (slug, name_en, name_ar) VALUES ($1, $2, $3) ON CONFLICT (slug)
			DO NOTHING`,
			Args: []any{t.Slug, t.Name.EN, t.Name.AR}})
	}
	return stmts, nil
}
