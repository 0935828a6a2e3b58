package places

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// The limits of a district.
const (
	nameLetters = 80
	maxAliases  = 20
	listedPart  = 50
	maxRadius   = 20_000 // metres
)

// Changed is the kind of a change of a district or governorate, for platform/changefeed.
// Ref: its id.
const Changed = "place"

// AdminService manages districts for owners.
type AdminService struct {
	Places *Service
	Clock  clock.Clock
}

// DistrictForm is a district as an owner fills it in.
type DistrictForm struct {
	Governorate string       `json:"governorate,omitempty" doc:"Its id."`
	NameEN      string       `json:"name_en,omitempty"`
	NameAR      string       `json:"name_ar,omitempty"`
	Aliases     []string     `json:"aliases,omitempty" maxItems:"50" doc:"Other spellings people type."`
	Lat         float64      `json:"lat" doc:"Its middle."`
	Lng         float64      `json:"lng"`
	Outline     [][2]float64 `json:"outline,omitempty" maxItems:"500" doc:"Corners as [lat, lng], approximate; none where nobody has drawn one."`
	Radius      *httpapi.Int `json:"radius,omitempty" doc:"Metres from its middle within which a pin is its, where it has no outline; 0: 2500. Left out it stays."`
	Active      *bool        `json:"active,omitempty" doc:"Customers can choose it; true when it is left out."`
	Version     int64        `json:"version,omitempty" doc:"The one that was read; none of a new one."`
}

// DistrictRecord is a district as staff see it.
type DistrictRecord struct {
	ID          string       `json:"id"`
	Governorate wire.Ref     `json:"governorate"`
	NameEN      string       `json:"name_en"`
	NameAR      string       `json:"name_ar"`
	Aliases     []string     `json:"aliases"`
	Lat         float64      `json:"lat"`
	Lng         float64      `json:"lng"`
	Outline     [][2]float64 `json:"outline"`
	Radius      int64        `json:"radius" doc:"Metres, where it has no outline; 0: 2500."`
	Served      bool         `json:"served" doc:"Whether any branch delivers there."`
	Active      bool         `json:"active"`
	State       string       `json:"state" enum:"shown,hidden"`
	Version     int64        `json:"version"`
}

// ConsoleRoutes registers the owners' operations on districts.
func (k *AdminService) ConsoleRoutes(a *httpapi.API) {
	owners := func(op httpapi.Op) httpapi.Op {
		op.Tag, op.Audience, op.Capability = "console", httpapi.Staff, staff.MakeBranches
		op.Branches = httpapi.NoBranch
		if op.Method != "GET" {
			op.Strict, op.Capability, op.Branches = true, staff.MakeServices, httpapi.WholeShop
		}
		return op
	}
	k.governorateRoutes(a, owners)
	k.importRoutes(a, owners)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "GET", Path: "/console/districts", ID: "console-list-districts",
			Summary: "The districts, by governorate", Paged: true}), k.list)
	httpapi.Handle(a, owners(httpapi.Op{Method: "GET", Path: "/console/districts/near", ID: "console-near-districts",
		Summary: "Hidden districts around a pin"}), k.near)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "GET", Path: "/console/districts/{id}", ID: "console-get-district",
			Summary: "A district to edit"}), k.get)
	httpapi.Handle(a,
		owners(
			httpapi.Op{Method: "POST", Path: "/console/districts", ID: "console-create-district", Summary: "Add a district",
				Description: "Refused where the governorate has one of that name.", Audit: []string{"district.create"},
				MaxBody: 1 << 18}), k.post)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "POST", Path: "/console/districts/show", ID: "console-show-districts",
			Summary: "Show or hide many districts",
			Description: "All of a governorate or of the shop: shown, hidden, or shown where a branch delivers and hidden " +
				"elsewhere.",
			Audit: []string{"district.show"}}), k.show)
	httpapi.Handle(a,
		owners(
			httpapi.Op{Method: "PUT", Path: "/console/districts/{id}", ID: "console-save-district", Summary: "Change a district",
				Audit: []string{"district.edit"}, MaxBody: 1 << 18, Conflict: httpapi.VersionConflict[DistrictRecord]()}), k.put)
}

// checked is a validated form in its stored form.
type checked struct {
	name             i18n.Text
	aliases, outline string
	at               Point
}

// radiusOr returns the radius of the form, or else the current one.
func (d *DistrictForm) radiusOr(now int64) int64 {
	if d.Radius == nil {
		return now
	}
	return int64(*d.Radius)
}

func (d *DistrictForm) check() (checked, error) {
	var f forms.Form
	c := checked{name: f.Name("name", d.NameEN, d.NameAR, nameLetters)}
	aliases := []string{}
	for _, alias := range d.Aliases {
		if alias = f.Line("aliases", alias, 0, nameLetters); alias != "" {
			aliases = append(aliases, alias)
		}
	}
	if len(aliases) > maxAliases {
		f.Say("aliases", "common.between", "least", 0, "most", maxAliases)
	}
	if !OnEarth(d.Lat, d.Lng) || d.Lat == 0 && d.Lng == 0 {
		f.Say("lat", "places.pin_wrong")
	}
	c.at = At(d.Lat, d.Lng)
	shape, err := NewShape(d.Outline)
	SayShape(&f, "outline", err)
	if err == nil && !shape.None() && !shape.Holds(c.at) {
		f.Say("outline", "places.outline_elsewhere")
	}
	f.Between("radius", d.radiusOr(0), 0, maxRadius)
	c.aliases, c.outline = encoded(aliases), shape.Stored()
	return c, f.Err()
}

// SayShape adds the error of an invalid shape to a form.
func SayShape(f *forms.Form, field string, err error) {
	switch err {
	case ErrCorners:
		f.Say(field, "places.shape_corners", "least", minCorners, "count", maxCorners)
	case ErrCrossing:
		f.Say(field, "places.shape_crosses")
	case ErrExtent:
		f.Say(field, "places.shape_extent")
	case ErrNoPlace:
		f.Say(field, "places.pin_wrong")
	}
}

func encoded(v any) string {
	raw, _ := json.Marshal(v) // texts and numbers: never fails
	return string(raw)
}

type districtRecordRow struct {
	districtRow
	Active          bool
	Version         int64
	GovernorateSort int64  `db:"governorate_sort"`
	GovernorateEN   string `db:"governorate_en"`
	GovernorateAR   string `db:"governorate_ar"`
}

const districtRecords = `SELECT d.id, d.governorate_id, d.name_en, d.name_ar, d.aliases, d.lat_e6, d.lng_e6, d.outline,
	d.radius_m, d.sort, d.active, d.version,
  g.sort AS governorate_sort, g.name_en AS governorate_en, g.name_ar AS governorate_ar FROM districts d
  JOIN governorates g ON g.id = d.governorate_id`

func (k *AdminService) record(ctx context.Context, r districtRecordRow) (DistrictRecord, error) {
	at := Point{r.LatE6, r.LngE6}
	v := DistrictRecord{ID: r.ID, NameEN: r.NameEN, NameAR: r.NameAR, Aliases: []string{}, Lat: at.Lat(), Lng: at.Lng(),
		Outline: [][2]float64{}, Radius: r.RadiusM, Governorate: wire.Ref{ID: r.GovernorateID, Slug: r.GovernorateID,
			Name: i18n.Text{EN: r.GovernorateEN, AR: r.GovernorateAR}.In(httpapi.Caller(ctx).Lang)},
		Served: k.Places.serves(r.ID), Active: r.Active, State: "hidden", Version: r.Version}
	if r.Active {
		v.State = "shown"
	}
	var corners [][2]int64
	if err := errors.Join(json.Unmarshal([]byte(r.Outline), &corners),
		json.Unmarshal([]byte(r.Aliases), &v.Aliases)); err != nil {
		return v, err
	}
	for _, c := range corners {
		p := Point{c[0], c[1]}
		v.Outline = append(v.Outline, [2]float64{p.Lat(), p.Lng()})
	}
	return v, nil
}

func (k *AdminService) read(ctx context.Context, q db.Querier, ref string) (DistrictRecord, error) {
	var r districtRecordRow
	err := q.Get(ctx, &r, districtRecords+` WHERE d.id = $1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		return DistrictRecord{}, errs.NotFound()
	}
	if err != nil {
		return DistrictRecord{}, err
	}
	return k.record(ctx, r)
}

func (k *AdminService) list(ctx context.Context, in *struct {
	httpapi.PartInput
	Q           string `query:"q" maxLength:"80"`
	Governorate string `query:"governorate" maxLength:"80"`
	State       string `query:"state" enum:"shown,hidden"`
}) (*httpapi.Part[DistrictRecord], error) {
	at := districtRecordRow{GovernorateSort: math.MinInt64}
	if _, err := in.Place(&at.GovernorateSort, &at.GovernorateID, &at.Sort, &at.ID); err != nil {
		return nil, err
	}
	want := k.Places.fold(in.Q)
	rows, err := httpapi.Sift(listedPart, func(last *districtRecordRow, n int64) (read []districtRecordRow, err error) {
		if last != nil {
			at = *last
		}
		err = k.Places.db.Select(ctx, &read, districtRecords+` WHERE ($5 = '' OR g.id = $5)
			AND (g.sort > $1 OR g.sort = $1 AND (g.id > $2 OR g.id = $2 AND (d.sort > $3 OR d.sort = $3 AND d.id > $4)))
			ORDER BY g.sort, g.id, d.sort, d.id
			LIMIT $6`, at.GovernorateSort, at.GovernorateID, at.Sort, at.ID, in.Governorate, n)
		return read, err
	}, func(r districtRecordRow) bool {
		var aliases []string
		_ = json.Unmarshal([]byte(r.Aliases), &aliases) // what is shown is read again
		words := k.Places.fold(r.NameEN + " " + r.NameAR + " " + strings.Join(aliases, " "))
		return (in.State == "" || r.Active == (in.State == "shown")) && (want == "" || strings.Contains(words, want))
	})
	if err != nil {
		return nil, err
	}
	rows, meta := httpapi.Cut(rows, listedPart, func(r districtRecordRow) []any {
		return []any{r.GovernorateSort, r.GovernorateID, r.Sort, r.ID}
	})
	all := make([]DistrictRecord, len(rows))
	for i, r := range rows {
		if all[i], err = k.record(ctx, r); err != nil {
			return nil, err
		}
	}
	return httpapi.PartOf(all, meta), nil
}

type refInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (k *AdminService) get(ctx context.Context, in *refInput) (*httpapi.Reply[DistrictRecord], error) {
	d, err := k.read(ctx, k.Places.db, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(d), nil
}

// place refuses a governorate that doesn't exist, and a name that another district of it has.
func place(ctx context.Context, tx *db.Tx, ref, governorate string, name i18n.Text) error {
	var known, taken int64
	if err := tx.Get(ctx, &known, `SELECT COUNT(*) FROM governorates WHERE id = $1`, governorate); err != nil {
		return err
	}
	if known == 0 {
		return errs.Invalid("governorate", "common.one_of")
	}
	err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM districts WHERE governorate_id = $1 AND id <> $2
		AND (name_en = $3 AND name_en <> '' OR name_ar = $4 AND name_ar <> '')`,
		governorate, ref, name.EN, name.AR)
	if err == nil && taken > 0 {
		err = errs.Invalid("name_en", "places.name_taken")
	}
	return err
}

// add adds a new district; packages that keep districts in memory are notified afterwards.
func (k *AdminService) add(ctx context.Context, tx *db.Tx, member staff.Member,
	form DistrictForm) (ref string, err error) {
	c, err := form.check()
	if err != nil {
		return "", err
	}
	ref = forms.Slug(c.name.EN, "area")
	if err := place(ctx, tx, "", form.Governorate, c.name); err != nil {
		return "", err
	}
	var taken int64
	if err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM districts WHERE id = $1`, ref); err != nil {
		return "", err
	}
	if taken > 0 {
		ref += "-" + form.Governorate
	}
	n, err := tx.Exec(ctx, `INSERT INTO districts (id, governorate_id, name_en, name_ar, aliases, lat_e6, lng_e6, outline,
		active, radius_m, sort)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT COALESCE(MAX(sort), -1) + 1 FROM districts))
		ON CONFLICT (id) DO NOTHING`,
		ref, form.Governorate, c.name.EN, c.name.AR, c.aliases, c.at.LatE6, c.at.LngE6, c.outline,
		form.Active == nil || *form.Active, form.radiusOr(0))
	if err == nil && n == 0 {
		err = errs.Invalid("name_en", "places.name_taken")
	}
	if err != nil {
		return "", err
	}
	return ref, audit.Write(ctx, tx, k.Clock.Now(),
		audit.Entry{StaffID: member.ID, Action: "district.create", Object: ref, After: form})
}

// change replaces a district that still has the form's version; packages that keep districts in memory are notified
// afterwards.
func (k *AdminService) change(ctx context.Context, tx *db.Tx, member staff.Member, ref string,
	form DistrictForm) error {
	before, err := k.read(ctx, tx, ref)
	if err != nil {
		return err
	}
	c, err := form.check()
	if err != nil {
		return err
	}
	governorate := form.Governorate
	if governorate == "" {
		governorate = before.Governorate.ID
	}
	if err := place(ctx, tx, ref, governorate, c.name); err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE districts SET governorate_id = $3, name_en = $4, name_ar = $5, aliases = $6,
		lat_e6 = $7, lng_e6 = $8, outline = $9,
		active = $10, radius_m = $11, version = version + 1 WHERE id = $1
		AND version = $2`, ref, form.Version, governorate, c.name.EN, c.name.AR, c.aliases,
		c.at.LatE6, c.at.LngE6, c.outline, form.Active == nil && before.Active || form.Active != nil && *form.Active,
		form.radiusOr(before.Radius))
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.VersionConflict(nil)
	}
	after, err := k.read(ctx, tx, ref)
	if err != nil {
		return err
	}
	return audit.Write(ctx, tx, k.Clock.Now(), audit.Entry{
		StaffID: member.ID, Action: "district.edit", Object: ref, Before: before, After: after})
}

func (k *AdminService) post(ctx context.Context,
	in *struct{ Body DistrictForm }) (*httpapi.Reply[DistrictRecord], error) {
	member := staff.Caller(ctx)
	var ref string
	err := k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if ref, err = k.add(ctx, tx, member, in.Body); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, ref)
	})
	if err != nil {
		return nil, err
	}
	return k.get(ctx, &refInput{ref})
}

func (k *AdminService) put(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body DistrictForm
}) (*httpapi.Reply[DistrictRecord], error) {
	member := staff.Caller(ctx)
	err := k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := k.change(ctx, tx, member, in.ID, in.Body); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, in.ID)
	})
	read := func() (*httpapi.Reply[DistrictRecord], error) { return k.get(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}
