package catalog

import (
	"context"
	"encoding/json"
	"errors"

	"wekala/internal/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/staff"
)

// RevertCategory undoes a change of what a category says, where it still says so.
func (s *Service) RevertCategory(ctx context.Context, member staff.Member, line audit.Line) error {
	var before, after shelf
	if err := errors.Join(json.Unmarshal([]byte(line.Before), &before), json.Unmarshal([]byte(line.After), &after)); err != nil {
		return err
	}
	form := func(c shelf) CategoryForm {
		return CategoryForm{NameEN: c.NameEN, NameAR: c.NameAR, Image: c.Image, Active: c.Active, VATBP: c.VATBP}
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, is, err := holdCategory(ctx, tx, line.Object)
		if err != nil {
			return err
		}
		if is.NameEN != after.NameEN || is.NameAR != after.NameAR || is.Image != after.Image || is.Active != after.Active || !same(is.VATBP, after.VATBP) {
			return errs.Conflict("common.changed_since")
		}
		return s.EditCategory(ctx, tx, s.Of(member), line.Object, is.Version, form(before))
	})
}

// RevertCost undoes a change of what something costs, where it still costs that.
func (s *Service) RevertCost(ctx context.Context, member staff.Member, line audit.Line) error {
	var before, after Cost
	if err := errors.Join(json.Unmarshal([]byte(line.Before), &before), json.Unmarshal([]byte(line.After), &after)); err != nil {
		return err
	}
	if !member.Sees(after.BranchID) {
		return errs.NotFound()
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, err := s.SetCosts(ctx, tx, s.Of(member), []CostChange{{Cost: before, Was: after.Cost, Read: true}})
		if err == nil && (out[0].Refused != nil || !out[0].Changed) {
			err = errs.Conflict("common.changed_since")
		}
		return err
	})
}
