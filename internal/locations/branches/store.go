package branches

import (
	"context"
	"fmt"
	"time"

	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

type kindRow struct {
	ID, Slug    string
	NameEN      string `db:"name_en"`
	NameAR      string `db:"name_ar"`
	TaglineEN   string `db:"tagline_en"`
	TaglineAR   string `db:"tagline_ar"`
	Image, Tint string
	Promise     string
	PromiseDays int64 `db:"promise_days"`
	Active      bool
	Sort        int64
	Version     int64
	ArchivedAt  *db.Millis `db:"archived_at"`
}

type storeRow struct {
	ID, Slug     string
	ServiceID    string `db:"service_id"`
	NameEN       string `db:"name_en"`
	NameAR       string `db:"name_ar"`
	AboutEN      string `db:"about_en"`
	AboutAR      string `db:"about_ar"`
	Image, Cover string
	LegalName    string `db:"legal_name"`
	TaxNumber    string `db:"tax_number"`
	MainBranchID string `db:"main_branch_id"`
	Active       bool
	Sort         int64
	Version      int64
	ArchivedAt   *db.Millis `db:"archived_at"`
	CommissionBP int64      `db:"commission_bp"`
	Delivers     string
	OwnedBy      string `db:"owned_by"`
}

type branchRow struct {
	ID, Slug        string
	StoreID         string `db:"store_id"`
	NameEN          string `db:"name_en"`
	NameAR          string `db:"name_ar"`
	AddressEN       string `db:"address_en"`
	AddressAR       string `db:"address_ar"`
	Phone           string
	DistrictID      string `db:"district_id"`
	DistrictEN      string `db:"district_en"`
	DistrictAR      string `db:"district_ar"`
	LatE6           int64  `db:"lat_e6"`
	LngE6           int64  `db:"lng_e6"`
	Hours           string
	SwitchedClosed  bool       `db:"switched_closed"`
	MinimumOrder    int64      `db:"minimum_order"`
	DeliveryMinutes int64      `db:"delivery_minutes"`
	AcceptMinutes   int64      `db:"accept_minutes"`
	SlotCapacity    int64      `db:"slot_capacity"`
	PickupMinutes   int64      `db:"pickup_minutes"`
	RatingSum       int64      `db:"rating_sum"`
	RatingCount     int64      `db:"rating_count"`
	FreeFrom        int64      `db:"free_from"`
	PausedUntil     *db.Millis `db:"paused_until"`
	PauseReason     string     `db:"pause_reason"`
	SellerCode      string     `db:"seller_code"`
	LegalName       string     `db:"legal_name"`
	TaxNumber       string     `db:"tax_number"`
	TaxBranchCode   string     `db:"tax_branch_code"`
	Active          bool
	Sort            int64
	Version         int64
	ArchivedAt      *db.Millis `db:"archived_at"`
}

type exceptionRow struct {
	BranchID string `db:"branch_id"`
	Day      string
	Hours    string
	NoteEN   string `db:"note_en"`
	NoteAR   string `db:"note_ar"`
}

type zoneRow struct {
	BranchID   string `db:"branch_id"`
	DistrictID string `db:"district_id"`
	Priority   int64
	Fee        int64
	Minutes    int64
	Minimum    *int64
	FreeFrom   *int64 `db:"free_from"`
	Shape      string
	LatE6      int64 `db:"lat_e6"` // the district's middle
	LngE6      int64 `db:"lng_e6"`
}

type rangeRow struct {
	BranchID string `db:"branch_id"`
	ID       string
	NameEN   string `db:"name_en"`
	NameAR   string `db:"name_ar"`
	StartsOn string `db:"starts_on"`
	EndsOn   string `db:"ends_on"`
	Hours    string
}

type rows struct {
	kinds      []kindRow
	stores     []storeRow
	branches   []branchRow
	exceptions []exceptionRow
	ranges     []rangeRow
	zones      []zoneRow
}

const (
	kindColumns = `SELECT id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise, promise_days, active,
		sort, version, archived_at
FROM services`
	allKinds  = kindColumns + ` ORDER BY sort, id`
	allStores = `SELECT id, slug, service_id, name_en, name_ar, about_en, about_ar, image, cover, legal_name, tax_number,
		main_branch_id, active, sort,
  version, archived_at, commission_bp, delivers, owned_by FROM stores ORDER BY sort, id`
	allBranches = `SELECT b.id, b.slug, b.store_id, b.name_en, b.name_ar, b.address_en, b.address_ar, b.phone,
  b.district_id, d.name_en AS district_en, d.name_ar AS district_ar, b.lat_e6, b.lng_e6, b.hours, b.switched_closed,
  b.minimum_order, b.delivery_minutes, b.accept_minutes, b.slot_capacity, b.pickup_minutes, b.rating_sum,
  b.rating_count, b.active, b.sort,
  b.free_from, b.paused_until, b.pause_reason, b.legal_name, b.tax_number, b.seller_code, b.tax_branch_code, b.version,
  b.archived_at
FROM branches b JOIN districts d ON d.id = b.district_id ORDER BY b.sort, b.id`
	allExceptions = `SELECT branch_id, day, hours, note_en, note_ar FROM branch_exceptions ORDER BY branch_id, day`
	allRanges     = `SELECT rb.branch_id, r.id, r.name_en, r.name_ar, r.starts_on, r.ends_on, r.hours
FROM hour_ranges r JOIN hour_range_branches rb ON rb.range_id = r.id WHERE r.archived_at IS NULL
ORDER BY r.starts_on, r.id, rb.branch_id`
	allZones = `SELECT z.branch_id, z.district_id, z.priority, z.fee, z.minutes, z.minimum, z.free_from, z.shape,
		d.lat_e6, d.lng_e6
FROM delivery_zones z JOIN districts d ON d.id = z.district_id ORDER BY z.branch_id, z.district_id, z.priority DESC`
)

// load reads everything in one snapshot of the database.
func load(ctx context.Context, d *db.DB, pictures *files.Library) (*snapshot, error) {
	var r rows
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		for _, part := range []struct {
			dest  any
			query string
		}{
			{&r.kinds, allKinds}, {&r.stores, allStores}, {&r.branches, allBranches},
			{&r.exceptions, allExceptions}, {&r.ranges, allRanges}, {&r.zones, allZones},
		} {
			if err := q.Select(ctx, part.dest, part.query); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("branches: %w", err)
	}
	return r.snapshot(pictures)
}

func (r *rows) snapshot(pictures *files.Library) (*snapshot, error) {
	s := &snapshot{
		byID: map[string]*Branch{}, bySlug: map[string]*Branch{},
		kindBy: map[string]*ServiceType{}, storeBy: map[string]*Store{}, served: map[string]bool{},
	}
	for _, k := range r.kinds {
		kind := &ServiceType{
			ID: k.ID, Slug: k.Slug, Name: i18n.Text{EN: k.NameEN, AR: k.NameAR},
			Tagline: i18n.Text{EN: k.TaglineEN, AR: k.TaglineAR},
			Image:   pictures.Image(k.Image), Tint: k.Tint, Promise: k.Promise, PromiseDays: k.PromiseDays,
			Active: k.Active && k.ArchivedAt == nil, Sort: k.Sort,
		}
		s.kindBy[k.Slug], s.kindBy[k.ID] = kind, kind
		if kind.Active {
			s.kinds = append(s.kinds, kind)
		}
	}
	for _, st := range r.stores {
		kind := s.kindBy[st.ServiceID]
		store := &Store{
			ID: st.ID, Slug: st.Slug, Kind: kind, Name: i18n.Text{EN: st.NameEN, AR: st.NameAR},
			About: i18n.Text{EN: st.AboutEN, AR: st.AboutAR}, Image: pictures.Image(st.Image), MainBranchID: st.MainBranchID,
			Cover: pictures.Image(st.Cover), LegalName: st.LegalName, TaxNumber: st.TaxNumber, CommissionBP: st.CommissionBP,
			Delivers: st.Delivers, OwnedBy: st.OwnedBy,
			Active: st.Active && st.ArchivedAt == nil && kind.Active, Sort: st.Sort,
		}
		s.storeBy[st.Slug], s.storeBy[st.ID] = store, store
		if store.Active {
			s.stores = append(s.stores, store)
		}
	}
	for _, row := range r.branches {
		b, err := row.branch(s.storeBy[row.StoreID])
		if err != nil {
			return nil, err
		}
		s.byID[b.ID], s.bySlug[b.Slug] = b, b
		s.every = append(s.every, b)
		if b.Active {
			s.branches = append(s.branches, b)
			b.Store.Branches = append(b.Store.Branches, b)
		}
	}
	for _, e := range r.exceptions {
		spans, err := parseDay(e.Hours)
		if err != nil {
			return nil, fmt.Errorf("branch %s on %s: %w", e.BranchID, e.Day, err)
		}
		s.byID[e.BranchID].Hours.Exceptions[Day(e.Day)] = Exception{Spans: spans, NoteEN: e.NoteEN, NoteAR: e.NoteAR}
	}
	for _, row := range r.ranges {
		week, err := ParseWeek(row.Hours)
		if err != nil {
			return nil, fmt.Errorf("hours of %s: %w", row.ID, err)
		}
		h := &s.byID[row.BranchID].Hours
		h.Ranges = append(h.Ranges,
			Range{ID: row.ID, NameEN: row.NameEN, NameAR: row.NameAR, From: Day(row.StartsOn), To: Day(row.EndsOn), Week: week})
	}
	for _, z := range r.zones {
		b := s.byID[z.BranchID]
		shape, err := places.ParseShape(z.Shape)
		if err != nil {
			return nil, fmt.Errorf("zone of %s in %s: %w", z.BranchID, z.DistrictID, err)
		}
		if !shape.None() {
			b.middles[z.DistrictID] = places.Point{LatE6: z.LatE6, LngE6: z.LngE6}
		}
		b.zones[z.DistrictID] = append(b.zones[z.DistrictID], Zone{
			DistrictID: z.DistrictID, Fee: z.Fee, Minutes: z.Minutes, Priority: z.Priority, Shape: shape,
			Minimum: orElse(z.Minimum, b.MinimumOrder), FreeFrom: orElse(z.FreeFrom, b.FreeFrom),
		})
		s.served[z.DistrictID] = s.served[z.DistrictID] || b.Active
	}
	return s, nil
}

func (r branchRow) branch(store *Store) (*Branch, error) {
	week, err := ParseWeek(r.Hours)
	if err != nil {
		return nil, fmt.Errorf("branch %s: %w", r.ID, err)
	}
	var paused time.Time
	if r.PausedUntil != nil {
		paused = r.PausedUntil.Time()
	}
	return &Branch{
		ID: r.ID, Slug: r.Slug, Store: store, Kind: store.Kind,
		Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}, Address: i18n.Text{EN: r.AddressEN, AR: r.AddressAR}, Phone: r.Phone,
		District: District{r.DistrictID, i18n.Text{EN: r.DistrictEN, AR: r.DistrictAR}},
		At:       places.Point{LatE6: r.LatE6, LngE6: r.LngE6},
		Hours:    Hours{Week: week, Exceptions: map[Day]Exception{}}, SwitchedClosed: r.SwitchedClosed,
		PausedUntil: paused, PauseReason: r.PauseReason, FreeFrom: r.FreeFrom, Archived: r.ArchivedAt != nil,
		MinimumOrder: r.MinimumOrder, DeliveryMinutes: r.DeliveryMinutes, AcceptMinutes: r.AcceptMinutes,
		SlotCapacity: r.SlotCapacity, PickupMinutes: r.PickupMinutes,
		RatingSum: r.RatingSum, RatingCount: r.RatingCount, Active: r.Active && r.ArchivedAt == nil && store.Active,
		Sort:      r.Sort,
		LegalName: orText(r.LegalName, store.LegalName), TaxNumber: orText(r.TaxNumber, store.TaxNumber),
		SellerCode: r.SellerCode, TaxBranchCode: r.TaxBranchCode,
		zones: map[string][]Zone{}, middles: map[string]places.Point{},
	}, nil
}

func orText(own, usual string) string {
	if own != "" {
		return own
	}
	return usual
}

// orElse returns a set value, or else the default.
func orElse(set *int64, usual int64) int64 {
	if set != nil {
		return *set
	}
	return usual
}

// positive returns a number, nil for 0.
func positive(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
