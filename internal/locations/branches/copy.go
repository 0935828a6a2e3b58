package branches

import (
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// The parts of an existing branch that a new one can copy.
const (
	CopyHours    = "hours"
	CopyDelivery = "delivery"
	CopyMenus    = "menus"
	CopyPrices   = "prices"
	CopyStock    = "stock"
)

// ofOneStore are the parts that can be copied only between branches of one store.
var ofOneStore = []string{CopyMenus, CopyPrices, CopyStock}

// NewBranchForm is a branch to be created, optionally as a copy of another.
type NewBranchForm struct {
	BranchForm
	CopyFrom string   `json:"copy_from,omitempty" maxLength:"64" doc:"A branch to take over from."`
	Copy     []string `json:"copy,omitempty" maxItems:"5" enum:"hours,delivery,menus,prices,stock" doc:"What to take over."`
}

// Copier copies a part of one branch to a new one, and returns the number of copied rows.
type Copier func(ctx context.Context, tx *db.Tx, from, to string) (int64, error)

// CopyPart registers the copier of a part whose tables belong to another feature. Parts are copied in the order of
// registration.
func (s *Service) CopyPart(part string, copier Copier) {
	s.copiers = append(s.copiers, partCopier{part, copier})
}

type partCopier struct {
	part string
	copy Copier
}

// Copied is the audit log's record of a copy: the number of rows of each part.
type Copied struct {
	From  string           `json:"from"`
	Parts map[string]int64 `json:"parts"`
}

// copyBranch copies the chosen parts in the transaction that creates the branch.
func (s *Service) copyBranch(ctx context.Context, tx *db.Tx, member staff.Member, in NewBranchForm, to string) error {
	if in.CopyFrom == "" || len(in.Copy) == 0 {
		return nil
	}
	if !member.Sees(in.CopyFrom) {
		return errs.Invalid("copy_from", "common.one_of")
	}
	var stores []string
	if err := tx.Select(ctx, &stores, `SELECT store_id FROM branches WHERE id IN ($1, $2) ORDER BY id`, in.CopyFrom,
		to); err != nil {
		return err
	}
	if len(stores) != 2 || in.CopyFrom == to {
		return errs.Invalid("copy_from", "common.one_of")
	}
	if stores[0] != stores[1] &&
		slices.ContainsFunc(in.Copy, func(p string) bool { return slices.Contains(ofOneStore, p) }) {
		return errs.Invalid("copy", "branches.copy_other_store")
	}
	copied := Copied{From: in.CopyFrom, Parts: map[string]int64{}}
	own := []partCopier{{CopyHours, s.copyHours}, {CopyDelivery, copyDelivery(in.DeliveryMinutes == nil)}}
	for _, p := range slices.Concat(own, s.copiers) {
		if !slices.Contains(in.Copy, p.part) {
			continue
		}
		n, err := p.copy(ctx, tx, in.CopyFrom, to)
		if err != nil {
			return err
		}
		copied.Parts[p.part] = n
	}
	return s.written(ctx, tx, member, "branch.copy", to, nil, copied)
}

// copyHours copies the weekly hours, the dates with other hours from today on, and the named ranges of days.
func (s *Service) copyHours(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
	today := s.today()
	err := tx.Batch(ctx, []db.Stmt{
		{SQL: `UPDATE branches SET hours = (SELECT f.hours FROM branches f
			WHERE f.id = $1), hours_version = hours_version + 1 WHERE id = $2`,
			Args: []any{from, to}},
		{SQL: `INSERT INTO branch_exceptions (branch_id, day, hours, note_en, note_ar)
			SELECT $2, day, hours, note_en, note_ar FROM branch_exceptions WHERE branch_id = $1
			AND day >= $3`, Args: []any{from, to, today}},
		{SQL: `INSERT INTO hour_range_branches (range_id, branch_id)
			SELECT r.id, $2 FROM hour_ranges r JOIN hour_range_branches b ON b.range_id = r.id
			WHERE b.branch_id = $1 AND r.archived_at IS NULL AND r.ends_on >= $3`, Args: []any{from, to, today}},
	})
	return 1, err
}

// copyDelivery copies areas, fees, the minimum order and the order settings; and the usual minutes, unless the form has
// its own.
func copyDelivery(minutes bool) Copier {
	return func(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
		source, err := SettingsOf(ctx, tx, from)
		if err != nil {
			return 0, err
		}
		if _, err := tx.Exec(ctx, `UPDATE branches SET slot_capacity = $3, pickup_minutes = $4, accept_minutes = $5,
			minimum_order = $6, free_from = $7,
			delivery_minutes = CASE WHEN $8 THEN (SELECT f.delivery_minutes FROM branches f WHERE f.id = $1)
			ELSE delivery_minutes END,
			zones_version = zones_version + 1 WHERE id = $2`,
			from, to, source.SlotCapacity, source.PickupMinutes, source.AcceptMinutes, source.MinimumOrder, source.FreeFrom,
			minutes); err != nil {
			return 0, err
		}
		return tx.Exec(ctx, `INSERT INTO delivery_zones (branch_id, district_id, priority, fee, minutes, minimum, free_from,
			shape)
			SELECT $2, district_id, priority, fee, minutes, minimum, free_from, shape FROM delivery_zones
			WHERE branch_id = $1`, from, to)
	}
}
