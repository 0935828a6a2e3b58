// Package addresses keeps the delivery addresses of customers.
//
// An address lies in one of our districts and has a pin, because a courier finds a door by pin and landmark and not by
// a postcode. A customer with any address has exactly one default address: the first one becomes the default, which can
// be moved to another address but not deleted. One row per customer in default_addresses holds it; every change of
// addresses updates that row first, so that two tabs cannot leave a missing default.
//
// An order keeps a Snapshot, not a reference: editing or deleting an address changes no order.
package addresses

import (
	"context"
	"encoding/json"
	"errors"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/wire"
)

// Max is the maximum number of a customer's addresses.
const Max = 50

// Places is the interface to the map that this feature needs.
type Places interface {
	District(id string) (*places.District, bool)
	// Served reports whether any branch delivers to a district.
	Served(districtID string) bool
}

// Address is a row: an address of a customer.
type Address struct {
	UserID        string    `db:"user_id"`
	ID            string    `db:"id"`
	Type          string    `db:"type"`
	Name          string    `db:"name"`
	ContactName   string    `db:"contact_name"`
	Phone         string    `db:"phone"` // E.164
	Country       string    `db:"country"`
	GovernorateID string    `db:"governorate_id"`
	DistrictID    string    `db:"district_id"`
	City          string    `db:"city"`
	Street        string    `db:"address"`
	Building      string    `db:"building"`
	Floor         string    `db:"floor"`
	Apartment     string    `db:"apartment"`
	Landmark      string    `db:"landmark"`
	PostalCode    string    `db:"postal_code"`
	LatE6         int64     `db:"lat_e6"`
	LngE6         int64     `db:"lng_e6"`
	CreatedAt     db.Millis `db:"created_at"`
	UpdatedAt     db.Millis `db:"updated_at"`
	IsDefault     bool      `db:"is_default"`
}

// At returns the address's pin.
func (a Address) At() places.Point { return places.Point{LatE6: a.LatE6, LngE6: a.LngE6} }

// Named is an id with its name in both languages.
type Named struct {
	ID   string    `json:"id"`
	Name i18n.Text `json:"name"`
}

func (n Named) ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: n.ID, Slug: n.ID, Name: n.Name.In(lang)}
}

// Snapshot is an address as an order keeps it, complete in both languages.
type Snapshot struct {
	ID              string `json:"id"`
	Type            string `json:"type"`
	Name            string `json:"name"`
	ContactName     string `json:"contact_name"`
	Phone           string `json:"phone"`
	Country         string `json:"country"`
	Region          Named  `json:"region"`
	District        Named  `json:"district"`
	City            string `json:"city"`
	Address         string `json:"address"`
	BuildingNumber  string `json:"building_number"`
	Floor           string `json:"floor"`
	ApartmentNumber string `json:"apartment_number"`
	Landmark        string `json:"landmark"`
	PostalCode      string `json:"postal_code"`
	LatE6           int64  `json:"lat_e6"`
	LngE6           int64  `json:"lng_e6"`
}

// JSON returns the snapshot in its stored form.
func (s Snapshot) JSON() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("addresses: a snapshot holds only text and whole numbers: " + err.Error())
	}
	return string(b)
}

// ParseSnapshot parses the output of JSON.
func ParseSnapshot(stored string) (Snapshot, error) {
	var s Snapshot
	err := json.Unmarshal([]byte(stored), &s)
	return s, err
}

// View is an address in the API.
type View struct {
	ID              string   `json:"id"`
	Type            string   `json:"type" enum:"home,work,other"`
	Name            string   `json:"name"`
	ContactName     string   `json:"contact_name"`
	Phone           string   `json:"phone" doc:"E.164"`
	Country         string   `json:"country"`
	Region          wire.Ref `json:"region" doc:"Governorate."`
	District        wire.Ref `json:"district"`
	City            string   `json:"city"`
	Address         string   `json:"address" doc:"Street."`
	BuildingNumber  string   `json:"building_number"`
	Floor           string   `json:"floor"`
	ApartmentNumber string   `json:"apartment_number"`
	Landmark        string   `json:"landmark"`
	PostalCode      string   `json:"postal_code"`
	Lat             float64  `json:"lat"`
	Lng             float64  `json:"lng"`
	IsDefault       bool     `json:"is_default"`
	Delivers        bool     `json:"delivers" doc:"Whether any branch delivers there."`
	DistrictCenter  *Pin     `json:"district_center,omitempty" doc:"The middle of the district."`
}

// Pin is a point in degrees.
type Pin struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// View returns the snapshot in lang. A snapshot has no Default, Delivers or centre of the district.
func (s Snapshot) View(lang i18n.Lang) View {
	at := places.Point{LatE6: s.LatE6, LngE6: s.LngE6}
	return View{ID: s.ID, Type: s.Type, Name: s.Name, ContactName: s.ContactName, Phone: s.Phone, Country: s.Country,
		Region: s.Region.ref(lang), District: s.District.ref(lang), City: s.City, Address: s.Address,
		BuildingNumber: s.BuildingNumber, Floor: s.Floor, ApartmentNumber: s.ApartmentNumber, Landmark: s.Landmark,
		PostalCode: s.PostalCode, Lat: at.Lat(), Lng: at.Lng()}
}

// Service manages addresses. Create it with New.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	places Places
}

// New returns the service.
func New(d *db.DB, c clock.Clock, p Places) *Service { return &Service{db: d, clock: c, places: p} }

// Erase erases the addresses of a customer who deletes their account.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	return Forget(ctx, tx, userID, db.At(s.clock.Now()))
}

// Anonymous returns a snapshot without personal data: it keeps the location that statistics and the tax office need,
// and nothing that was typed.
func (s Snapshot) Anonymous() Snapshot {
	return Snapshot{ID: s.ID, Type: s.Type, Country: s.Country, Region: s.Region, District: s.District}
}

// Snapshot copies an address for an order, with the current names of its district.
func (s *Service) Snapshot(a Address) Snapshot {
	snap := Snapshot{ID: a.ID, Type: a.Type, Name: a.Name, ContactName: a.ContactName, Phone: a.Phone, Country: a.Country,
		Region: Named{ID: a.GovernorateID}, District: Named{ID: a.DistrictID}, City: a.City, Address: a.Street,
		BuildingNumber: a.Building, Floor: a.Floor, ApartmentNumber: a.Apartment, Landmark: a.Landmark,
		PostalCode: a.PostalCode, LatE6: a.LatE6, LngE6: a.LngE6}
	if d, ok := s.places.District(a.DistrictID); ok {
		snap.District.Name = d.Name
		if d.Governorate != nil {
			snap.Region = Named{ID: d.Governorate.ID, Name: d.Governorate.Name}
		}
	}
	return snap
}

// View returns an address for its owner.
func (s *Service) View(a Address, lang i18n.Lang) View {
	v := s.Snapshot(a).View(lang)
	v.IsDefault = a.IsDefault
	d, known := s.places.District(a.DistrictID)
	v.Delivers = known && s.places.Served(a.DistrictID)
	if known {
		v.DistrictCenter = &Pin{Lat: d.Center.Lat(), Lng: d.Center.Lng()}
	}
	return v
}

// Home returns a customer's default address for the response to their sign-in; nil if there is none.
func (s *Service) Home(ctx context.Context, userID string, lang i18n.Lang) (*auth.HomeAddress, error) {
	a, ok, err := Default(ctx, s.db, userID)
	if err != nil || !ok {
		return nil, err
	}
	v := s.View(a, lang)
	home := &auth.HomeAddress{ID: v.ID, Name: v.Name, District: v.District, Address: v.Address,
		BuildingNumber: v.BuildingNumber, Lat: v.Lat, Lng: v.Lng}
	if c := v.DistrictCenter; c != nil {
		home.DistrictCenter = &auth.HomePoint{Lat: c.Lat, Lng: c.Lng}
	}
	return home, nil
}

// Create adds an address. The first one becomes the default. 422 names the invalid fields; 400 if there are too many
// already.
func (s *Service) Create(ctx context.Context, userID string, in Input) (Address, error) {
	a, err := s.check(in)
	if err != nil {
		return Address{}, err
	}
	a.UserID, a.ID = userID, id.New("adr")
	a.CreatedAt = db.At(s.clock.Now())
	a.UpdatedAt = a.CreatedAt
	var kept Address
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		n, err := count(ctx, tx, userID)
		if err != nil {
			return err
		}
		if n >= Max {
			return errs.Refuse("addresses.too_many", "count", Max)
		}
		if err := s.fillContact(ctx, tx, &a); err != nil {
			return err
		}
		if err := insert(ctx, tx, a); err != nil {
			return err
		}
		if in.IsDefault != nil && *in.IsDefault {
			err = setDefault(ctx, tx, userID, a.ID)
		} else {
			err = firstDefault(ctx, tx, userID, a.ID)
		}
		if err != nil {
			return err
		}
		kept, err = Get(ctx, tx, userID, a.ID)
		return err
	})
	return kept, err
}

// Update replaces an address. It can make the address the default; the default can only be moved, not removed. 404 if
// it isn't the customer's address.
func (s *Service) Update(ctx context.Context, userID, addressID string, in Input) (Address, error) {
	a, err := s.check(in)
	if err != nil {
		// Ownership is checked first: a stranger learns nothing from the error texts.
		if _, missing := Get(ctx, s.db, userID, addressID); missing != nil {
			return Address{}, missing
		}
		return Address{}, err
	}
	a.UserID, a.ID, a.UpdatedAt = userID, addressID, db.At(s.clock.Now())
	var kept Address
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		if err := s.fillContact(ctx, tx, &a); err != nil {
			return err
		}
		if err := update(ctx, tx, a); err != nil {
			return err
		}
		if in.IsDefault != nil && *in.IsDefault {
			if err := setDefault(ctx, tx, userID, addressID); err != nil {
				return err
			}
		}
		kept, err = Get(ctx, tx, userID, addressID)
		return err
	})
	return kept, err
}

// Delete removes an address other than the default one. 404 if it isn't the customer's address.
func (s *Service) Delete(ctx context.Context, userID, addressID string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		a, err := Get(ctx, tx, userID, addressID)
		if err != nil {
			return err
		}
		if a.IsDefault {
			return errs.Refuse("addresses.default_cannot_be_deleted")
		}
		return remove(ctx, tx, userID, addressID, db.At(s.clock.Now()))
	})
}

// SetDefault moves the default. 404 if it isn't the customer's address.
func (s *Service) SetDefault(ctx context.Context, userID, addressID string) (Address, error) {
	var a Address
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		var err error
		if a, err = Get(ctx, tx, userID, addressID); err != nil {
			return err
		}
		a.IsDefault = true
		return setDefault(ctx, tx, userID, addressID)
	})
	return a, err
}

// fillContact sets the customer's name and phone where the address has none.
func (s *Service) fillContact(ctx context.Context, q db.Querier, a *Address) error {
	if a.ContactName != "" && a.Phone != "" {
		return nil
	}
	u, err := auth.UserByID(ctx, q, a.UserID)
	if errs.Is(err, "common.not_found") {
		return errors.New("addresses: the customer is gone")
	}
	if err != nil {
		return err
	}
	if a.ContactName == "" {
		a.ContactName = u.Name
	}
	if a.Phone == "" {
		a.Phone = u.Phone
	}
	return nil
}
