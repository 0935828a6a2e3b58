package branches

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// The limits of a zone.
const (
	maxZones       = 1000
	maxFee         = 10_000_00
	maxZoneMinutes = 24 * 60
	maxInDistrict  = 10
)

// ZoneForm describes how a branch delivers to one district, as staff fill it in. A district divided by shapes has a
// zone for each shape, and one without a shape if the rest is served too. Of overlapping zones the first counts.
type ZoneForm struct {
	District string          `json:"district" maxLength:"80"`
	Fee      httpapi.Amount  `json:"fee"`
	Minutes  httpapi.Int     `json:"minutes,omitempty" doc:"0: the branch's."`
	Minimum  *httpapi.Amount `json:"minimum,omitempty" doc:"Least order; the branch's when it is left out."`
	FreeFrom *httpapi.Amount `json:"free_from,omitempty" doc:"Items from which delivery is free, 0 for never; the branch's when it is left out."`
	Shape    [][2]float64    `json:"shape,omitempty" maxItems:"501" doc:"Corners as [lat, lng] that narrow the district; none: all of it."`
}

// ZonesForm contains all zones of a branch, which replace the earlier ones.
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
	Shape       [][2]float64 `json:"shape" doc:"Corners as [lat, lng] that narrow the district; none: all of it."`
}

// ZonesRecord contains the zones of a branch as staff see them.
type ZonesRecord struct {
	Zones        []ZoneRecord `json:"zones"`
	MinimumOrder money.Major  `json:"minimum_order" doc:"The branch's."`
	FreeFrom     money.Major  `json:"free_from" doc:"The branch's; 0: never."`
	Promise      string       `json:"promise" enum:"minutes,days"`
	FeesFixed    bool         `json:"fees_fixed" doc:"Whoever asks may change minutes alone."`
	FeesOfShop   bool         `json:"fees_of_shop" doc:"The platform delivers and the caller is the seller's: fees are fixed, and minutes can only grow."`
	Currency     string       `json:"currency"`
	Version      int64        `json:"version"`
}

// check validates every zone and returns their shapes.
func (z ZonesForm) check() ([]places.Shape, error) {
	var f forms.Form
	whole, count := map[string]bool{}, map[string]int{}
	shapes := make([]places.Shape, len(z.Zones))
	for i, one := range z.Zones {
		at := "zones." + strconv.Itoa(i)
		shape, err := places.NewShape(one.Shape)
		places.SayShape(&f, at+".shape", err)
		shapes[i] = shape
		count[one.District]++
		switch {
		case whole[one.District] && len(one.Shape) == 0:
			f.Say(at+".district", "branches.zone_twice")
		case whole[one.District]:
			f.Say(at+".shape", "branches.zone_behind")
		case count[one.District] > maxInDistrict:
			f.Say(at+".district", "branches.most_zones", "count", maxInDistrict)
		}
		whole[one.District] = whole[one.District] || len(one.Shape) == 0
		f.Amount(at+".fee", one.Fee.Minor, maxFee)
		f.Between(at+".minutes", int64(one.Minutes), 0, maxZoneMinutes)
		if one.Minimum != nil {
			f.Amount(at+".minimum", one.Minimum.Minor, maxMinimum)
		}
		if one.FreeFrom != nil {
			f.Amount(at+".free_from", one.FreeFrom.Minor, maxMinimum)
		}
	}
	return shapes, f.Err()
}

func minorOf(a *httpapi.Amount) *int64 {
	if a == nil {
		return nil
	}
	return &a.Minor
}

// SetZones replaces the zones of a branch. 422 names the invalid fields.
func SetZones(ctx context.Context, tx *db.Tx, branchID string, in ZonesForm) error {
	shapes, err := in.check()
	if err != nil {
		return err
	}
	if err := moved(tx.Exec(ctx, `UPDATE branches SET zones_version = zones_version + 1 WHERE id = $1
		AND zones_version = $2`, branchID, in.Version)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM delivery_zones WHERE branch_id = $1`, branchID); err != nil {
		return err
	}
	var rows []struct{ ID, Outline string }
	if err := tx.Select(ctx, &rows, `SELECT id, outline FROM districts ORDER BY id`); err != nil {
		return err
	}
	known := make(map[string]string, len(rows))
	for _, r := range rows {
		known[r.ID] = r.Outline
	}
	stmts := make([]db.Stmt, len(in.Zones))
	for i, z := range in.Zones {
		drawn, ok := known[z.District]
		if !ok {
			return errs.Invalid("zones."+strconv.Itoa(i)+".district", "common.one_of")
		}
		outline, err := places.ParseShape(drawn)
		if err != nil {
			return err
		}
		stored := ""
		if !shapes[i].None() {
			if stored = shapes[i].Stored(); !outline.None() && !shapes[i].Meets(outline) {
				return errs.Invalid("zones."+strconv.Itoa(i)+".shape", "branches.shape_elsewhere")
			}
		}
		// The zones are matched in the order in which they were given.
		stmts[i] = db.Stmt{SQL: `INSERT INTO delivery_zones (branch_id, district_id, priority, fee, minutes, minimum,
			free_from, shape) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			Args: []any{branchID, z.District, int64(len(in.Zones) - 1 - i), z.Fee.Minor, int64(z.Minutes), minorOf(z.Minimum),
				minorOf(z.FreeFrom), stored}}
	}
	return tx.Batch(ctx, stmts)
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
	v := ZonesRecord{Zones: []ZoneRecord{}, Currency: money.Shop}
	if !member.Sees(branchID) {
		return v, errs.NotFound()
	}
	var b struct {
		MinimumOrder int64 `db:"minimum_order"`
		FreeFrom     int64 `db:"free_from"`
		ZonesVersion int64 `db:"zones_version"`
		Promise      string
		Delivers     string
	}
	if err := one(q.Get(ctx, &b, `SELECT b.minimum_order, b.free_from, b.zones_version, k.promise, t.delivers
		FROM branches b
		JOIN services k ON k.id = b.service_id JOIN stores t ON t.id = b.store_id WHERE b.id = $1`, branchID)); err != nil {
		return v, err
	}
	v.FeesOfShop = feesOfShop(member, b.Delivers)
	v.FeesFixed = v.FeesOfShop || !member.May(staff.MakeBranches)
	v.MinimumOrder, v.FreeFrom, v.Version, v.Promise = money.EGP(b.MinimumOrder).Major(), money.EGP(b.FreeFrom).Major(),
		b.ZonesVersion, b.Promise
	var rows []zoneRecordRow
	err := q.Select(ctx, &rows, `SELECT z.branch_id, z.district_id, z.priority, z.fee, z.minutes, z.minimum, z.free_from,
		z.shape, d.lat_e6, d.lng_e6, d.name_en, d.name_ar, d.active,
		d.governorate_id, g.name_en AS governorate_en, g.name_ar AS governorate_ar
		FROM delivery_zones z JOIN districts d ON d.id = z.district_id JOIN governorates g ON g.id = d.governorate_id
		WHERE z.branch_id = $1 ORDER BY g.sort, g.id, d.sort, d.id, z.priority DESC`, branchID)
	for _, r := range rows {
		shape, err := places.ParseShape(r.Shape)
		if err != nil {
			return v, err
		}
		v.Zones = append(v.Zones,
			ZoneRecord{Shape: shape.Degrees(), District: refOf(r.DistrictID, r.DistrictID, r.NameEN, r.NameAR, lang),
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

// feesOfShop reports whether a member may not set delivery fees: they belong to the party that delivers, and the member
// works for a seller who does not.
func feesOfShop(member staff.Member, delivers string) bool {
	return member.Party() == parties.Seller && delivers != DeliversStore
}

// byDistrict sorts zones by district and keeps the order within a district.
func byDistrict[T any](zones []T, district func(T) string) []T {
	zones = slices.Clone(zones)
	slices.SortStableFunc(zones, func(a, b T) int { return strings.Compare(district(a), district(b)) })
	return zones
}

// checkMinutes refuses zones with fewer minutes than now (422): where the platform delivers it pays for
// lateness, so the seller's staff may only lengthen them. The caller has checked that nothing else changed.
func checkMinutes(ctx context.Context, q db.Querier, branchID string, in []ZoneForm) error {
	var usual int64
	if err := q.Get(ctx, &usual, `SELECT delivery_minutes FROM branches WHERE id = $1`, branchID); err != nil {
		return err
	}
	var rows []zoneRow
	if err := q.Select(ctx, &rows, `SELECT branch_id, district_id, priority, fee, minutes, minimum, free_from, shape
		FROM delivery_zones
		WHERE branch_id = $1 ORDER BY district_id, priority DESC`, branchID); err != nil {
		return err
	}
	rows = byDistrict(rows, func(z zoneRow) string { return z.DistrictID })
	typed := make([]int, len(in))
	for i := range in {
		typed[i] = i
	}
	var wrong []errs.Field
	for i, at := range byDistrict(typed, func(i int) string { return in[i].District }) {
		if least := cmp.Or(rows[i].Minutes, usual); cmp.Or(int64(in[at].Minutes), usual) < least {
			wrong = append(wrong, errs.Field{Name: "zones." + strconv.Itoa(at) + ".minutes", Key: "branches.minutes_of_shop",
				Args: []any{"count", least}})
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// feesStay reports whether zones equal the current ones except for minutes.
func feesStay(ctx context.Context, q db.Querier, branchID string, in []ZoneForm) (bool, error) {
	var rows []zoneRow
	if err := q.Select(ctx, &rows, `SELECT branch_id, district_id, priority, fee, minutes, minimum, free_from, shape
		FROM delivery_zones
		WHERE branch_id = $1 ORDER BY district_id, priority DESC`, branchID); err != nil {
		return false, err
	}
	if len(rows) != len(in) {
		return false, nil
	}
	// The order of zones matters within a district, but not among districts.
	in = byDistrict(in, func(z ZoneForm) string { return z.District })
	rows = byDistrict(rows, func(z zoneRow) string { return z.DistrictID })
	same := func(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	for i, r := range rows {
		z := in[i]
		shape, err := places.NewShape(z.Shape)
		if err != nil {
			return false, nil // the stored value is a shape
		}
		stands, err := places.ParseShape(r.Shape)
		if err != nil {
			return false, err
		}
		if z.District != r.DistrictID || z.Fee.Minor != r.Fee || !same(minorOf(z.Minimum), r.Minimum) ||
			!same(minorOf(z.FreeFrom), r.FreeFrom) ||
			shape.Stored() != stands.Stored() {
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

// editZones changes the zones of a branch, based on the version that the form was filled from.
func (s *Service) editZones(ctx context.Context, tx *db.Tx, member staff.Member, branchID string, before ZonesRecord,
	form ZonesForm) error {
	if before.FeesFixed && before.Version == form.Version {
		stay, err := feesStay(ctx, tx, branchID, form.Zones)
		if err != nil {
			return err
		}
		if !stay {
			return errs.NotAllowed()
		}
		if before.FeesOfShop {
			if err := checkMinutes(ctx, tx, branchID, form.Zones); err != nil {
				return err
			}
		}
	}
	if err := SetZones(ctx, tx, branchID, form); err != nil {
		return err
	}
	after, err := s.readZones(ctx, tx, branchID)
	if err != nil {
		return err
	}
	return s.written(ctx, tx, member, "branch.zones", branchID, before.form(), after.form())
}

// form returns the zones as a form, which is what the log stores.
func (z ZonesRecord) form() []ZoneForm {
	amount := func(m *money.Major) *httpapi.Amount {
		if m == nil {
			return nil
		}
		return &httpapi.Amount{Minor: m.Minor()}
	}
	all := make([]ZoneForm, len(z.Zones))
	for i, one := range z.Zones {
		all[i] = ZoneForm{District: one.District.ID, Fee: httpapi.Amount{Minor: one.Fee.Minor()},
			Minutes: httpapi.Int(one.Minutes), Minimum: amount(one.Minimum), FreeFrom: amount(one.FreeFrom), Shape: one.Shape}
	}
	return all
}

func (s *Service) putZones(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body ZonesForm
}) (*httpapi.Reply[ZonesRecord], error) {
	member := staff.Caller(ctx)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "branches", in.ID); err != nil {
			return "", err
		}
		before, err := s.readZones(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		return in.ID, s.editZones(ctx, tx, member, in.ID, before, in.Body)
	})
	read := func() (*httpapi.Reply[ZonesRecord], error) { return s.getZones(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}
