package places

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// The choices for showing many districts to customers at once.
const (
	ShowAll    = "all"
	ShowNone   = "none"
	ShowServed = "served"
)

// ShowForm selects the districts to show.
type ShowForm struct {
	Show        string `json:"show" enum:"all,none,served"`
	Governorate string `json:"governorate,omitempty" maxLength:"80" doc:"Its id; the whole shop when it is left out."`
	// IDs limits the change to some districts.
	IDs []string `json:"ids,omitempty" maxItems:"500" doc:"Only these; all when it is left out."`
}

// Shown is the number of changed districts.
type Shown struct {
	Shown  int64 `json:"shown"`
	Hidden int64 `json:"hidden"`
}

// show shows or hides many districts at once. If no district is served, hiding all unserved ones is refused, because
// customers would have no choice left.
func (k *AdminService) show(ctx context.Context, in *struct{ Body ShowForm }) (*httpapi.Reply[Shown], error) {
	member := staff.Caller(ctx).ID
	var done Shown
	err := k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		done = Shown{}
		var rows []struct {
			ID            string
			GovernorateID string `db:"governorate_id"`
			Active        bool
		}
		if err := tx.Select(ctx, &rows, `SELECT id, governorate_id, active FROM districts ORDER BY id`); err != nil {
			return err
		}
		wanted := func(id string) bool {
			return in.Body.Show == ShowAll || in.Body.Show == ShowServed && k.Places.serves(id)
		}
		var stmts []db.Stmt
		var changed []string
		left := 0
		for _, r := range rows {
			active := r.Active
			if (in.Body.Governorate == "" || r.GovernorateID == in.Body.Governorate) &&
				(len(in.Body.IDs) == 0 || slices.Contains(in.Body.IDs, r.ID)) {
				active = wanted(r.ID)
			}
			if active {
				left++
			}
			if active == r.Active {
				continue
			}
			if active {
				done.Shown++
			} else {
				done.Hidden++
			}
			changed = append(changed, r.ID)
			stmts = append(stmts,
				db.Stmt{SQL: `UPDATE districts SET active = $2, version = version + 1 WHERE id = $1`, Args: []any{r.ID, active}})
		}
		if len(changed) == 0 {
			return nil
		}
		if left == 0 {
			return errs.Refuse("places.none_left")
		}
		if err := tx.Batch(ctx, stmts); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, k.Clock.Now(),
			audit.Entry{StaffID: member, Action: "district.show", Object: "districts",
				After: map[string]any{"show": in.Body.Show, "governorate": in.Body.Governorate, "shown": done.Shown,
					"hidden": done.Hidden}}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, changed[0])
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(done), nil
}

// nearPart is the number of hidden districts offered around a pin.
const nearPart = 5

// near lists the hidden districts around a pin that is in no shown district, the nearest first. A shop that begins in
// another city finds its area this way.
func (k *AdminService) near(ctx context.Context, in *locateInput) (*httpapi.Reply[[]DistrictRecord], error) {
	var rows []districtRecordRow
	if err := k.Places.db.Select(ctx, &rows, districtRecords+` WHERE NOT d.active ORDER BY d.id`); err != nil {
		return nil, err
	}
	pin := At(in.Lat, in.Lng)
	away := func(r districtRecordRow) int64 { return Metres(pin, Point{r.LatE6, r.LngE6}) }
	rows = slices.DeleteFunc(rows, func(r districtRecordRow) bool { return away(r) > max(r.RadiusM, 2*usualRadius) })
	slices.SortStableFunc(rows, func(a, b districtRecordRow) int { return cmp.Compare(away(a), away(b)) })
	all := []DistrictRecord{}
	for _, r := range rows[:min(len(rows), nearPart)] {
		v, err := k.record(ctx, r)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return httpapi.OK(all), nil
}
