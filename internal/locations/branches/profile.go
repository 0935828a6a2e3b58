package branches

import (
	"context"
	"math"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/wire"
)

// BranchForm is a branch's profile as an owner fills it in. Its pin, its district, or both define its location.
type BranchForm struct {
	Store           string       `json:"store,omitempty" doc:"Id or slug. Of a new branch; it stays with it."`
	NameEN          string       `json:"name_en,omitempty"`
	NameAR          string       `json:"name_ar,omitempty"`
	AddressEN       string       `json:"address_en,omitempty"`
	AddressAR       string       `json:"address_ar,omitempty"`
	Phone           string       `json:"phone,omitempty"`
	District        string       `json:"district,omitempty" doc:"Its id; the one around the pin when it is left out."`
	Lat             *float64     `json:"lat,omitempty" doc:"The pin; the middle of the district when it is left out."`
	Lng             *float64     `json:"lng,omitempty"`
	DeliveryMinutes *httpapi.Int `json:"delivery_minutes,omitempty" doc:"What it promises where a zone has no minutes of its own; 45 when it is left out."`
	SellerCode      string       `json:"seller_code,omitempty" doc:"What the seller calls the branch."`
	LegalName       string       `json:"legal_name,omitempty" doc:"Where it sells under another name than its store."`
	TaxNumber       string       `json:"tax_number,omitempty" doc:"Likewise."`
	TaxBranchCode   string       `json:"tax_branch_code,omitempty" doc:"Of the branch in e-receipts."`
	Active          *bool        `json:"active,omitempty" doc:"Shown to customers; true when it is left out."`
	Version         int64        `json:"version,omitempty" doc:"The one that was read; none of a new one."`

	ID   string `json:"-"`
	Slug string `json:"-"`

	at places.Point
}

// BranchRecord is a branch as staff see it.
type BranchRecord struct {
	ID              string     `json:"id"`
	Slug            string     `json:"slug"`
	Store           wire.Ref   `json:"store"`
	Service         wire.Ref   `json:"service"`
	NameEN          string     `json:"name_en"`
	NameAR          string     `json:"name_ar"`
	AddressEN       string     `json:"address_en"`
	AddressAR       string     `json:"address_ar"`
	Phone           string     `json:"phone"`
	District        wire.Ref   `json:"district"`
	Lat             float64    `json:"lat"`
	Lng             float64    `json:"lng"`
	DeliveryMinutes int64      `json:"delivery_minutes"`
	MinutesOfShop   bool       `json:"minutes_of_shop" doc:"The platform delivers and the caller is the seller's: delivery_minutes can only grow."`
	SellerCode      string     `json:"seller_code"`
	LegalName       string     `json:"legal_name"`
	TaxNumber       string     `json:"tax_number"`
	TaxBranchCode   string     `json:"tax_branch_code"`
	Main            bool       `json:"main" doc:"Speaks for its store."`
	Zones           int64      `json:"zones" doc:"How many it delivers to."`
	Open            bool       `json:"open" doc:"Takes orders now."`
	OpensAt         *db.Millis `json:"opens_at" doc:"Next opening of a closed branch."`
	ClosedReason    *string    `json:"closed_reason" enum:"hours,switched,paused,nowhere"`
	PauseReason     string     `json:"pause_reason"`
	PausedUntil     *db.Millis `json:"paused_until"`
	Active          bool       `json:"active"`
	State           string     `json:"state" enum:"shown,hidden,archived"`
	Version         int64      `json:"version"`
	ArchivedAt      *db.Millis `json:"archived_at"`
	staff.RecordRights
}

const (
	usualMinutes = 45
	maxDelivery  = 24 * 60
	usualAccept  = 15
	// usualWeek are the hours of a new branch until somebody changes them.
	usualWeek = `[{"day":0,"open":"10:00","close":"22:00"},{"day":1,"open":"10:00","close":"22:00"},{"day":2,"open":"10:00","close":"22:00"},` +
		`{"day":3,"open":"10:00","close":"22:00"},{"day":4,"open":"10:00","close":"22:00"},{"day":5,"open":"10:00","close":"22:00"},{"day":6,"open":"10:00","close":"22:00"}]`
)

// check normalises a profile and determines the branch's location.
func (b *BranchForm) check(ctx context.Context, q db.Querier, where *places.Service) error {
	var f forms.Form
	name := f.Name("name", b.NameEN, b.NameAR, nameLetters)
	address := f.Both("address", b.AddressEN, b.AddressAR, addressLetters)
	b.NameEN, b.NameAR, b.AddressEN, b.AddressAR = name.EN, name.AR, address.EN, address.AR
	if b.Phone = httpapi.Clean(b.Phone); b.Phone != "" {
		phone, err := auth.AnyPhone(b.Phone, "EG")
		if err != nil {
			f.Say("phone", "common.phone_invalid")
		} else {
			b.Phone = phone
		}
	}
	if b.DeliveryMinutes == nil {
		usual := httpapi.Int(usualMinutes)
		b.DeliveryMinutes = &usual
	}
	f.Between("delivery_minutes", int64(*b.DeliveryMinutes), 0, maxDelivery)
	b.SellerCode = f.Line("seller_code", b.SellerCode, 0, codeLetters)
	b.LegalName = f.Line("legal_name", b.LegalName, 0, legalLetters)
	b.TaxNumber = taxNumber(&f, "tax_number", b.TaxNumber)
	b.TaxBranchCode = f.Line("tax_branch_code", b.TaxBranchCode, 0, codeLetters)
	if err := b.locate(ctx, q, where, &f); err != nil {
		return err
	}
	return f.Err()
}

// locate determines the district from the pin, or the pin from the district.
func (b *BranchForm) locate(ctx context.Context, q db.Querier, where *places.Service, f *forms.Form) error {
	pinned := b.Lat != nil && b.Lng != nil
	switch {
	case !pinned && (b.Lat != nil || b.Lng != nil), pinned && !(math.Abs(*b.Lat) <= 90 && math.Abs(*b.Lng) <= 180):
		f.Say("lat", "branches.pin_wrong")
		return nil
	case pinned:
		b.at = places.At(*b.Lat, *b.Lng)
		if b.District == "" && where != nil {
			if d, ok := where.Locate(b.at); ok {
				b.District = d.ID
			}
		}
	}
	if b.District == "" {
		f.Say("district", "branches.district_needed")
		return nil
	}
	var d struct {
		LatE6 int64 `db:"lat_e6"`
		LngE6 int64 `db:"lng_e6"`
	}
	switch err := q.Get(ctx, &d, `SELECT lat_e6, lng_e6 FROM districts WHERE id = $1`, b.District); {
	case errs.Is(one(err), "common.not_found"):
		f.Say("district", "common.one_of")
	case err != nil:
		return err
	case !pinned:
		b.at = places.Point{LatE6: d.LatE6, LngE6: d.LngE6}
	}
	return nil
}

// AddBranch adds a branch at the end of a store and returns its id; 422 for invalid fields. Until it is edited, it has
// the usual hours and delivers nowhere. The first branch of a store is its main branch. where determines the district
// of a pin; nil if districts are given.
func AddBranch(ctx context.Context, tx *db.Tx, b BranchForm, where *places.Service) (string, error) {
	if err := b.check(ctx, tx, where); err != nil {
		return "", err
	}
	var store struct {
		ID        string
		ServiceID string `db:"service_id"`
	}
	switch err := tx.Get(ctx, &store, `SELECT id, service_id FROM stores WHERE (id = $1 OR slug = $1)
		AND archived_at IS NULL ORDER BY id LIMIT 1`, b.Store); {
	case errs.Is(one(err), "common.not_found"):
		return "", errs.Invalid("store", "branches.no_store")
	case err != nil:
		return "", err
	}
	slug, err := slugFor(ctx, tx, ofBranches, b.Slug, b.NameEN)
	if err != nil {
		return "", err
	}
	ref := newID("br", b.ID)
	_, err = tx.Exec(ctx, `INSERT INTO branches (id, slug, store_id, service_id, name_en, name_ar, address_en, address_ar,
		phone, district_id, lat_e6, lng_e6,
		hours, switched_closed, minimum_order, delivery_minutes, accept_minutes, seller_code, legal_name, tax_number,
		tax_branch_code, active, sort)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, $17, $18, $19, $20, $21,
		(SELECT COALESCE(MAX(sort), -1) + 1 FROM branches))`,
		ref, slug, store.ID, store.ServiceID, b.NameEN, b.NameAR, b.AddressEN, b.AddressAR, b.Phone, b.District, b.at.LatE6,
		b.at.LngE6,
		usualWeek, false, int64(*b.DeliveryMinutes), int64(usualAccept), b.SellerCode, b.LegalName, b.TaxNumber,
		b.TaxBranchCode, b.Active == nil || *b.Active)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `UPDATE stores SET main_branch_id = $2 WHERE id = $1 AND main_branch_id = ''`, store.ID, ref)
	return ref, err
}

type branchRecordRow struct {
	branchRow
	ServiceID   string `db:"service_id"`
	ServiceSlug string `db:"service_slug"`
	ServiceEN   string `db:"service_en"`
	ServiceAR   string `db:"service_ar"`
	StoreSlug   string `db:"store_slug"`
	StoreEN     string `db:"store_en"`
	StoreAR     string `db:"store_ar"`
	Main        string
	Zones       int64
	Delivers    string
	// Switched off by hand until somebody switches it on.
	SwitchedClosed bool `db:"switched_closed"`
}

const branchRecords = `SELECT b.id, b.slug, b.store_id, b.name_en, b.name_ar, b.address_en, b.address_ar, b.phone,
	b.district_id, d.name_en AS district_en,
  d.name_ar AS district_ar, b.lat_e6, b.lng_e6, b.delivery_minutes, b.switched_closed, b.paused_until, b.pause_reason,
  b.seller_code,
  b.legal_name, b.tax_number, b.tax_branch_code, b.active, b.sort, b.version, b.archived_at, b.service_id,
  k.slug AS service_slug, k.name_en AS service_en, k.name_ar AS service_ar,
  s.slug AS store_slug, s.name_en AS store_en, s.name_ar AS store_ar, s.main_branch_id AS main, s.delivers,
  (SELECT COUNT(*) FROM delivery_zones z WHERE z.branch_id = b.id) AS zones
FROM branches b JOIN districts d ON d.id = b.district_id JOIN stores s ON s.id = b.store_id
JOIN services k ON k.id = b.service_id`

func (s *Service) branchRecord(ctx context.Context, r branchRecordRow) BranchRecord {
	lang, now := httpapi.Caller(ctx).Lang, s.Clock.Now()
	at := places.Point{LatE6: r.LatE6, LngE6: r.LngE6}
	v := BranchRecord{ID: r.ID, Slug: r.Slug, Store: refOf(r.StoreID, r.StoreSlug, r.StoreEN, r.StoreAR, lang),
		Service: refOf(r.ServiceID, r.ServiceSlug, r.ServiceEN, r.ServiceAR, lang), NameEN: r.NameEN, NameAR: r.NameAR,
		AddressEN: r.AddressEN,
		AddressAR: r.AddressAR, Phone: r.Phone, District: refOf(r.DistrictID, r.DistrictID, r.DistrictEN, r.DistrictAR, lang),
		Lat: at.Lat(), Lng: at.Lng(),
		DeliveryMinutes: r.DeliveryMinutes, MinutesOfShop: feesOfShop(staff.Caller(ctx), r.Delivers),
		SellerCode: r.SellerCode, LegalName: r.LegalName, TaxNumber: r.TaxNumber, TaxBranchCode: r.TaxBranchCode,
		Main: r.Main == r.ID, Zones: r.Zones, PauseReason: r.PauseReason, PausedUntil: r.PausedUntil, Active: r.Active,
		State: stateOf(r.Active, r.ArchivedAt), Version: r.Version, ArchivedAt: r.ArchivedAt,
		RecordRights: staff.Caller(ctx).Rights(staff.MakeBranches, r.ArchivedAt != nil)}
	if v.PausedUntil != nil && !v.PausedUntil.Time().After(now) {
		v.PausedUntil, v.PauseReason = nil, ""
	}
	// Whether it is open comes from the cached branch; a new branch counts as closed until this node has loaded it.
	if b, ok := s.Branch(r.ID); ok {
		// The switch and a pause come from the row: this node may not have loaded a change just made.
		var paused time.Time
		if v.PausedUntil != nil {
			paused = v.PausedUntil.Time()
		}
		state := openState(b.Hours, r.SwitchedClosed || !b.Active, r.Zones > 0 || b.PickupMinutes > 0, paused, now)
		v.Open, v.OpensAt = state.Open, moment(state.Opens)
		if !state.Open {
			v.ClosedReason = &state.Reason
		}
	}
	return v
}

func (s *Service) readBranch(ctx context.Context, q db.Querier, ref string) (BranchRecord, error) {
	var r branchRecordRow
	if err := one(q.Get(ctx, &r, branchRecords+` WHERE b.id = $1`, ref)); err != nil {
		return BranchRecord{}, err
	}
	return s.branchRecord(ctx, r), nil
}

// mine reads a branch of the caller's; any other is not found.
func (s *Service) mine(ctx context.Context, q db.Querier, ref string) (BranchRecord, error) {
	if !staff.Caller(ctx).Sees(ref) {
		return BranchRecord{}, errs.NotFound()
	}
	return s.readBranch(ctx, q, ref)
}

func (s *Service) listBranchRecords(ctx context.Context, in *struct {
	ListQuery
	Store   string `query:"store" maxLength:"80"`
	Service string `query:"service" maxLength:"80"`
}) (*httpapi.Part[BranchRecord], error) {
	member := staff.Caller(ctx)
	rows, meta, err := inOrder(in.PartInput, func(r branchRecordRow) (int64, string) { return r.Sort, r.ID },
		func(sort int64, ref string, n int64) (read []branchRecordRow, err error) {
			err = s.DB.Select(ctx, &read, branchRecords+` WHERE b.sort > $1 OR b.sort = $1 AND b.id > $2
				ORDER BY b.sort, b.id LIMIT $3`, sort, ref, n)
			return read, err
		}, func(r branchRecordRow) bool {
			return member.Sees(r.ID) && (in.Store == "" || in.Store == r.StoreID || in.Store == r.StoreSlug) &&
				(in.Service == "" || in.Service == r.ServiceID || in.Service == r.ServiceSlug) &&
				s.keeps(in.ListQuery, stateOf(r.Active, r.ArchivedAt), r.NameEN, r.NameAR, r.DistrictEN, r.DistrictAR, r.SellerCode)
		})
	if err != nil {
		return nil, err
	}
	all := make([]BranchRecord, len(rows))
	for i, r := range rows {
		all[i] = s.branchRecord(ctx, r)
	}
	return httpapi.PartOf(all, meta), nil
}

func (s *Service) getBranch(ctx context.Context, in *refInput) (*httpapi.Reply[BranchRecord], error) {
	b, err := s.mine(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(b), nil
}

func (s *Service) postBranch(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body NewBranchForm
}) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	return create(ctx, s, "console-create-branch", in.Key, in.Body, func(ctx context.Context, tx *db.Tx) (string, error) {
		if st, ok := s.Store(in.Body.Store); ok && !s.sees(member, ofStores, st.ID) {
			return "", errs.Invalid("store", "branches.no_store")
		}
		ref, err := AddBranch(ctx, tx, in.Body.BranchForm, s.Places)
		if err != nil {
			return "", err
		}
		if err := s.written(ctx, tx, member, "branch.create", ref, nil, in.Body.BranchForm); err != nil {
			return "", err
		}
		return ref, s.copyBranch(ctx, tx, member, in.Body, ref)
	}, s.readBranch)
}

// editBranch changes a branch's profile, based on the version that the form was filled from.
func (s *Service) editBranch(ctx context.Context, tx *db.Tx, member staff.Member, before BranchRecord,
	b BranchForm) error {
	if err := b.check(ctx, tx, s.Places); err != nil {
		return err
	}
	if least := before.DeliveryMinutes; before.MinutesOfShop && b.Version == before.Version &&
		int64(*b.DeliveryMinutes) < least {
		return errs.Invalid("delivery_minutes", "branches.minutes_of_shop", "count", least)
	}
	shown := b.Active == nil && before.Active || b.Active != nil && *b.Active
	err := moved(tx.Exec(ctx, `UPDATE branches SET name_en = $3, name_ar = $4, address_en = $5, address_ar = $6,
		phone = $7, district_id = $8, lat_e6 = $9,
		lng_e6 = $10, delivery_minutes = $11, seller_code = $12, legal_name = $13, tax_number = $14, tax_branch_code = $15,
		active = $16,
		version = version + 1 WHERE id = $1
		AND version = $2`, before.ID, b.Version, b.NameEN, b.NameAR, b.AddressEN, b.AddressAR, b.Phone, b.District,
		b.at.LatE6, b.at.LngE6, int64(*b.DeliveryMinutes), b.SellerCode, b.LegalName, b.TaxNumber, b.TaxBranchCode, shown))
	if err == nil {
		err = s.takeDownShown(ctx, tx, member, ofBranches, before.ID, before.Active, shown)
	}
	if err != nil {
		return err
	}
	after, err := s.readBranch(ctx, tx, before.ID)
	if err != nil {
		return err
	}
	return s.written(ctx, tx, member, "branch.edit", before.ID, before.form(), after.form())
}

// form returns a profile as a form, which is what the log stores.
func (b BranchRecord) form() BranchForm {
	minutes := httpapi.Int(b.DeliveryMinutes)
	return BranchForm{NameEN: b.NameEN, NameAR: b.NameAR, AddressEN: b.AddressEN, AddressAR: b.AddressAR, Phone: b.Phone,
		District: b.District.ID, Lat: &b.Lat, Lng: &b.Lng, DeliveryMinutes: &minutes, SellerCode: b.SellerCode,
		LegalName: b.LegalName, TaxNumber: b.TaxNumber, TaxBranchCode: b.TaxBranchCode, Active: &b.Active}
}

func (s *Service) putBranch(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body BranchForm
}) (*httpapi.Reply[BranchRecord], error) {
	member := staff.Caller(ctx)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "branches", in.ID); err != nil {
			return "", err
		}
		before, err := s.mine(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		return in.ID, s.editBranch(ctx, tx, member, before, in.Body)
	})
	read := func() (*httpapi.Reply[BranchRecord], error) { return s.getBranch(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}
