package content

import (
	"context"
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
	StartsAt   *int64 `db:"starts_at"`
	EndsAt     *int64 `db:"ends_at"`
}

const (
	insertPage = `INSERT INTO pages (name, title_en, title_ar, body_en, body_ar, version, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING`
	allPages   = `SELECT name, title_en, title_ar, body_en, body_ar, version, updated_at FROM pages ORDER BY name`
	allBanners = `SELECT id, service_id, district_id, title_en, title_ar, text_en, text_ar, action_en, action_ar, image, link, starts_at, ends_at
FROM banners WHERE active ORDER BY sort, id`
)

func load(ctx context.Context, d *db.DB, pictures *files.Library) (*snapshot, error) {
	var pages []pageRow
	var banners []bannerRow
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		if err := q.Select(ctx, &pages, allPages); err != nil {
			return err
		}
		return q.Select(ctx, &banners, allBanners)
	})
	if err != nil {
		return nil, fmt.Errorf("content: %w", err)
	}
	next := &snapshot{pages: map[string]*Page{}}
	for _, r := range pages {
		p := &Page{Name: r.Name, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, Version: r.Version, UpdatedAt: r.UpdatedAt}
		if p.HTML.EN, err = render(r.BodyEN); err != nil {
			return nil, err
		}
		if p.HTML.AR, err = render(r.BodyAR); err != nil {
			return nil, err
		}
		next.pages[r.Name] = p
	}
	for _, r := range banners {
		b := Banner{
			ID: r.ID, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR}, Text: i18n.Text{EN: r.TextEN, AR: r.TextAR},
			Action: i18n.Text{EN: r.ActionEN, AR: r.ActionAR}, Image: pictures.Image(r.Image), Link: r.Link, starts: r.StartsAt, ends: r.EndsAt,
		}
		if r.ServiceID != nil {
			b.ServiceID = *r.ServiceID
		}
		if r.DistrictID != nil {
			b.DistrictID = *r.DistrictID
		}
		next.banners = append(next.banners, b)
	}
	return next, nil
}
