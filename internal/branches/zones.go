package branches

import (
	"context"
	"slices"
	"strconv"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
	"wekala/internal/staff"
)

// The bounds of a zone.
const (
	mostZones       = 1000
	mostFee         = 10_000_00
	mostZoneMinutes = 24 * 60
	mostPriority    = 99
)

// ZoneForm is how a branch delivers to one district, as staff fill it in.
type ZoneForm struct {
	District string          `json:"district" maxLength:"80"`
	Fee      httpapi.Amount  `json:"fee"`
	Minutes  httpapi.Int     `json:"minutes,omitempty" doc:"0: the branch's."`
	Minimum  *httpapi.Amount `json:"minimum,omitempty" doc:"Least order; the branch's when it is left out."`
	FreeFrom *httpapi.Amount `json:"free_from,omitempty" doc:"Items from which delivery is free, 0 for never; the branch's when it is left out."`
}

// ZonesForm is where a branch delivers: all of it, in the place of what stood
// there.
type ZonesForm struct {
	Zones   []ZoneForm `json:"zones" maxItems:"1000"`
	Version int64      `json:"version" doc:"The one that was read."`
}

// ZoneRecord is a zone as staff see it.
type ZoneRecord struct {
	District    wire.Ref     `json:"district"`
	Governorate wire.Ref     `json:"governorate"`
	Shown       bool         `json:"shown" doc:"Customers can choose the district."`
	Fee         money.Major  `json:"fee"`
	Minutes     int64        `json:"minutes"`
	Minimum     *money.Major `json:"minimum" nullable:"true" doc:"null: the branch's."`
	FreeFrom    *money.Major `json:"free_from" nullable:"true" doc:"null: the branch's."`
}

// ZonesRecord is where a branch delivers, as staff see it.
type ZonesRecord struct {
	Zones        []ZoneRecord `json:"zones"`
	MinimumOrder money.Major  `json:"minimum_order" doc:"The branch's."`
	FreeFrom     money.Major  `json:"free_from" doc:"The branch's; 0: never."`
	Promise      string       `json:"promise" enum:"minutes,days"`
	FeesFixed    bool         `json:"fees_fixed" doc:"Whoever asks may change minutes alone."`
	Currency     string       `json:"currency"`
	Version      int64        `json:"version"`
}

// check bounds every zone.
func (z ZonesForm) check() error {
	var f forms.Form
	seen := map[string]bool{}
	for i, one := range z.Zones {
		at := "zones." + strconv.Itoa(i)
		if seen[one.District] {
			f.Say(at+".district", "branches.zone_twice")
		}
		seen[one.District] = true
		f.Amount(at+".fee", one.Fee.Minor, mostFee)
		f.Between(at+".minutes", int64(one.Minutes), 0, mostZoneMinutes)
		if one.Minimum != nil {
			f.Amount(at+".minimum", one.Minimum.Minor, mostMinimum)
		}
		if one.FreeFrom != nil {
			f.Amount(at+".free_from", one.FreeFrom.Minor, mostMinimum)
		}
	}
	return f.Err()
}

func minorOf(a *httpapi.Amount) *int64 {
	if a == nil {
		return nil
	}
	return &a.Minor
}

// SetZones writes where a branch delivers, in the place of what stood there. 422
// names what is wrong.
func SetZones(ctx context.Context, tx *db.Tx, branchID string, in ZonesForm) error {
	if err := in.check(); err != nil {
		return err
	}
	if err := moved(tx.Exec(ctx, `UPDATE branches SET zones_version = zones_version + 1 WHERE id = $1 AND zones_version = $2`, branchID, in.Version)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM delivery_zones WHERE branch_id = $1`, branchID); err != nil {
		return err
	}
	var known []string
	if err := tx.Select(ctx, &known, `SELECT id FROM districts ORDER BY id`); err != nil {
		return err
	}
	stmts := make([]db.Stmt, len(in.Zones))
	for i, z := range in.Zones {
		if _, ok := slices.BinarySearch(known, z.District); !ok {
			return errs.Invalid("zones."+strconv.Itoa(i)+".district", "common.one_of")
		}
		stmts[i] = db.Stmt{SQL: `INSERT INTO delivery_zones (branch_id, district_id, fee, minutes, minimum, free_from) VALUES ($1, $2, $3, $4, $5, $6)`,
			Args: []any{branchID, z.District, z.Fee.Minor, int64(z.Minutes), minorOf(z.Minimum), minorOf(z.FreeFrom)}}
	}
	_, err := tx.Batch(ctx, stmts)
	return err
}

type zoneRecordRow struct {
	zoneRow
	NameEN        string `db:"name_en"`
	NameAR        string `db:"name_ar"`
	Active        bool
	GovernorateID string `db:"governorate_id"`
	GovernorateEN string `db:"governorate_en"`
	GovernorateAR string `db:"governorate_ar"`
}

func (s *Service) readZones(ctx context.Context, q db.Querier, branchID string) (ZonesRecord, error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	v := ZonesRecord{Zones: []ZoneRecord{}, FeesFixed: !member.May(staff.MakeBranches), Currency: money.Shop}
	if !member.Sees(branchID) {
		return v, errs.NotFound()
	}
	var b struct {
		MinimumOrder int64 `db:"minimum_order"`
		FreeFrom     int64 `db:"free_from"`
		ZonesVersion int64 `db:"zones_version"`
		Promise      string
	}
	if err := one(q.Get(ctx, &b, `SELECT b.minimum_order, b.free_from, b.zones_version, k.promise FROM branches b JOIN services k ON k.id = b.service_id WHERE b.id = $1`, branchID)); err != nil {
		return v, err
	}
	v.MinimumOrder, v.FreeFrom, v.Version, v.Promise = money.EGP(b.MinimumOrder).Major(), money.EGP(b.FreeFrom).Major(), b.ZonesVersion, b.Promise
	var rows []zoneRecordRow
	err := q.Select(ctx, &rows, `SELECT z.branch_id, z.district_id, z.priority, z.fee, z.minutes, z.minimum, z.free_from, d.name_en, d.name_ar, d.active,
		d.governorate_id, g.name_en AS governorate_en, g.name_ar AS governorate_ar
		FROM delivery_zones z JOIN districts d ON d.id = z.district_id JOIN governorates g ON g.id = d.governorate_id
		WHERE z.branch_id = $1 ORDER BY g.sort, g.id, d.sort, d.id, z.priority DESC`, branchID)
	for _, r := range rows {
		v.Zones = append(v.Zones, ZoneRecord{District: refOf(r.DistrictID, r.DistrictID, r.NameEN, r.NameAR, lang),
			Governorate: refOf(r.GovernorateID, r.GovernorateID, r.GovernorateEN, r.GovernorateAR, lang), Shown: r.Active,
			Fee: money.EGP(r.Fee).Major(), Minutes: r.Minutes, Minimum: majorOf(r.Minimum), FreeFrom: majorOf(r.FreeFrom)})
	}
	return v, err
}

func majorOf(minor *int64) *money.Major {
	if minor == nil {
		return nil
	}
	m := money.EGP(*minor).Major()
	return &m
}

// feesStay reports whether zones say the same as they stand but for minutes.
func feesStay(ctx context.Context, q db.Querier, branchID string, in []ZoneForm) (bool, error) {
	var rows []zoneRow
	if err := q.Select(ctx, &rows, `SELECT branch_id, district_id, priority, fee, minutes, minimum, free_from FROM delivery_zones
		WHERE branch_id = $1 ORDER BY district_id, priority`, branchID); err != nil {
		return false, err
	}
	if len(rows) != len(in) {
		return false, nil
	}
	same := func(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	for _, r := range rows {
		if !slices.ContainsFunc(in, func(z ZoneForm) bool {
			return z.District == r.DistrictID && z.Fee.Minor == r.Fee && same(minorOf(z.Minimum), r.Minimum) && same(minorOf(z.FreeFrom), r.FreeFrom)
		}) {
			return false, nil
		}
	}
	return true, nil
}

func (s *Service) getZones(ctx context.Context, in *refInput) (*httpapi.Reply[ZonesRecord], error) {
	v, err := s.readZones(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) putZones(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body ZonesForm
}) (*httpapi.Reply[ZonesRecord], error) {
	member := staff.Caller(ctx)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		before, err := s.readZones(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		if before.FeesFixed && before.Version == in.Body.Version {
			stay, err := feesStay(ctx, tx, in.ID, in.Body.Zones)
			if err != nil {
				return "", err
			}
			if !stay {
				return "", errs.NotAllowed()
			}
		}
		if err := SetZones(ctx, tx, in.ID, in.Body); err != nil {
			return "", err
		}
		return in.ID, s.written(ctx, tx, member, "branch.zones", in.ID, before.Zones, in.Body.Zones)
	})
	read := func() (*httpapi.Reply[ZonesRecord], error) { return s.getZones(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.AsItIs(err, read)
	}
	return read()
}
