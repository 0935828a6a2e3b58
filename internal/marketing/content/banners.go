package content

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// BannerEdit is a banner as staff submit it.
type BannerEdit struct {
	ServiceID  string     `json:"service_id" doc:"Empty for all."`
	DistrictID string     `json:"district_id" doc:"Empty for all."`
	TitleEN    string     `json:"title_en"`
	TitleAR    string     `json:"title_ar"`
	TextEN     string     `json:"text_en"`
	TextAR     string     `json:"text_ar"`
	ActionEN   string     `json:"action_en"`
	ActionAR   string     `json:"action_ar"`
	Image      string     `json:"image" doc:"A picture's name."`
	Link       string     `json:"link" doc:"A page of the shop, without a language, or a full http(s) address."`
	StartsAt   *db.Millis `json:"starts_at,omitempty"`
	EndsAt     *db.Millis `json:"ends_at,omitempty" doc:"The first moment it is not shown any more."`
	Active     bool       `json:"active"`
	Sort       int64      `json:"sort,omitempty" minimum:"-1000000" maximum:"1000000"`
	Version    int64      `json:"version,omitempty" doc:"The one that was read; none of a new one."`
}

func (s *Service) checkBanner(in BannerEdit) (bannerRow, error) {
	var f Form
	title := f.Both("title", in.TitleEN, in.TitleAR, titleLetters)
	if title.EN == "" && title.AR == "" {
		f.Say("title_en", "content.one_language")
	}
	text := f.Both("text", in.TextEN, in.TextAR, lineLetters)
	action := f.Both("action", in.ActionEN, in.ActionAR, 40)
	if in.Image != "" && !s.pictures.Has(in.Image) {
		f.Say("image", "content.no_picture")
	}
	r := bannerRow{TitleEN: title.EN, TitleAR: title.AR, TextEN: text.EN, TextAR: text.AR, ActionEN: action.EN,
		ActionAR: action.AR, Image: in.Image, Link: f.Link("link", in.Link), StartsAt: in.StartsAt, EndsAt: in.EndsAt,
		Active: in.Active, Sort: in.Sort, Version: in.Version + 1}
	if in.ServiceID != "" {
		r.ServiceID = &in.ServiceID
		if s.known.Service != nil && !s.known.Service(in.ServiceID) {
			f.Say("service_id", "common.one_of")
		}
	}
	if in.DistrictID != "" {
		r.DistrictID = &in.DistrictID
		if s.known.District != nil && !s.known.District(in.DistrictID) {
			f.Say("district_id", "common.one_of")
		}
	}
	if in.StartsAt != nil && in.EndsAt != nil && *in.EndsAt <= *in.StartsAt {
		f.Say("ends_at", "content.ends_before")
	}
	return r, f.Err()
}

// SaveBanner saves a banner, a new one if ref is empty, and returns its id. It returns 404 for an unknown banner, 422
// for invalid fields, and 409 common.moved_on if somebody else saved it in between.
func (s *Service) SaveBanner(ctx context.Context, member staff.Member, ref string, in BannerEdit) (string, error) {
	r, wrong := s.checkBanner(in)
	r.ID = id.New("ban")
	err := s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before any
		if ref != "" {
			var old bannerRow
			if err := one(tx.Get(ctx, &old, `SELECT `+bannerColumns+` FROM banners WHERE id = $1`, ref)); err != nil {
				return "", err
			}
			before, r.ID = old, old.ID
		}
		if wrong != nil {
			return "", wrong
		}
		var n int64
		var err error
		if ref == "" {
			n, err = tx.Exec(ctx, `INSERT INTO banners (`+bannerColumns+`)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)`, r.values()...)
		} else {
			n, err = tx.Exec(ctx, `UPDATE banners SET service_id = $2, district_id = $3, title_en = $4, title_ar = $5,
				text_en = $6, text_ar = $7,
				action_en = $8, action_ar = $9, image = $10, link = $11, starts_at = $12, ends_at = $13, active = $14, sort = $15,
				version = version + 1 WHERE id = $1 AND version = $16`, append(r.values(), in.Version)...)
		}
		if err := moved(n, err); err != nil {
			return "", err
		}
		r.Version = in.Version + 1
		if err := media.Use(ctx, tx, "banner", r.ID, "image", r.Image); err != nil {
			return "", err
		}
		return r.ID, audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "banner.save", Object: r.ID, Before: before, After: r})
	})
	return r.ID, err
}

func (r bannerRow) values() []any {
	return []any{r.ID, r.ServiceID, r.DistrictID, r.TitleEN, r.TitleAR, r.TextEN, r.TextAR, r.ActionEN, r.ActionAR,
		r.Image, r.Link, r.StartsAt, r.EndsAt, r.Active, r.Sort}
}

// DeleteBanner deletes a banner; 404 for an unknown one.
func (s *Service) DeleteBanner(ctx context.Context, member staff.Member, ref string) error {
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		var before bannerRow
		if err := one(tx.Get(ctx, &before, `SELECT `+bannerColumns+` FROM banners WHERE id = $1`, ref)); err != nil {
			return "", err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM banners WHERE id = $1`, ref); err != nil {
			return "", err
		}
		if err := media.Use(ctx, tx, "banner", ref, ""); err != nil {
			return "", err
		}
		return ref, audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "banner.delete", Object: ref, Before: before})
	})
}
