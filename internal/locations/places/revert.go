package places

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// Reverts are the actions of the audit log that can be undone here.
func (k *AdminService) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"district.edit": k.revert}
}

// form returns the fields that staff edit, without the version.
func (r DistrictRecord) form() DistrictForm {
	radius := httpapi.Int(r.Radius)
	return DistrictForm{Governorate: r.Governorate.ID, NameEN: r.NameEN, NameAR: r.NameAR, Aliases: r.Aliases, Lat: r.Lat,
		Lng: r.Lng, Outline: r.Outline, Radius: &radius, Active: &r.Active}
}

func (k *AdminService) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	before, after, err := audit.Sides[DistrictRecord](line)
	if err != nil {
		return err
	}
	return k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		is, err := k.read(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		// Whether a branch delivers there changes independently.
		if err := audit.Still(is.form(), after.form()); err != nil {
			return err
		}
		form := before.form()
		form.Version = is.Version
		if err := k.change(ctx, tx, member, is.ID, form); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, is.ID)
	})
}
