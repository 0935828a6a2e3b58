package content

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
)

// Reverts lists the audit log's actions that this package can undo. Pages and posts are not among them, because the log
// records only what changed in them, not their whole texts.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"contact.save": s.revertContact, "banner.save": s.revertBanner}
}

func (s *Service) revertContact(ctx context.Context, member staff.Member, line audit.Line) error {
	var is contactRow
	if err := s.db.Get(ctx, &is, readContact); err != nil {
		return one(err)
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	return s.SaveContact(ctx, member, ContactEdit{Phone: before.Phone, WhatsApp: before.WhatsApp, Email: before.Email,
		AddressEN: before.AddressEN, AddressAR: before.AddressAR, HoursEN: before.HoursEN, HoursAR: before.HoursAR,
		Version: is.Version})
}

func (s *Service) revertBanner(ctx context.Context, member staff.Member, line audit.Line) error {
	var is bannerRow
	if err := one(s.db.Get(ctx, &is, `SELECT `+bannerColumns+` FROM banners WHERE id = $1`, line.Object)); err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	or := func(id *string) string {
		if id == nil {
			return ""
		}
		return *id
	}
	_, err = s.SaveBanner(ctx, member, line.Object,
		BannerEdit{ServiceID: or(before.ServiceID), DistrictID: or(before.DistrictID), TitleEN: before.TitleEN,
			TitleAR: before.TitleAR, TextEN: before.TextEN, TextAR: before.TextAR, ActionEN: before.ActionEN,
			ActionAR: before.ActionAR, Image: before.Image,
			Link: before.Link, StartsAt: before.StartsAt, EndsAt: before.EndsAt, Active: before.Active, Sort: before.Sort,
			Version: is.Version})
	return err
}
