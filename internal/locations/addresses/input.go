package addresses

import (
	"strings"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/places"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// Input is an address as a customer types it.
type Input struct {
	Type            string
	Name            string
	ContactName     string
	Phone           string
	DistrictID      string
	City            string
	Address         string
	BuildingNumber  string
	Floor           string
	ApartmentNumber string
	Landmark        string
	PostalCode      string
	Lat, Lng        *float64
	IsDefault       *bool
}

// The approximate bounds of Egypt: a pin outside is a mistake.
const (
	south, north = 21.9, 31.8
	west, east   = 24.6, 37.0
)

// farFromDistrict is the maximum distance of a pin from its district's centre, in metres. Outlines are approximate, so
// a pin slightly outside is fine. But a forgotten pin on the other side of the city would send the courier there.
const farFromDistrict = 25_000

// Check normalises an address that is not stored, and returns all its errors.
func (s *Service) Check(in Input) (Address, error) { return s.check(in) }

// check normalises an address and returns all errors in the order of the form.
func (s *Service) check(in Input) (Address, error) {
	var wrong []errs.Field
	say := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	text := func(field, value string, least, most int) string {
		value = httpapi.Clean(value)
		switch n := utf8.RuneCountInString(value); {
		case n == 0 && least > 0:
			say(field, "common.required")
		case n < least:
			say(field, "common.too_short", "len", least)
		case n > most:
			say(field, "common.too_long", "len", most)
		}
		return value
	}
	a := Address{Country: "EG", Type: httpapi.Clean(in.Type)}
	switch a.Type {
	case "home", "work", "other":
	case "":
		say("type", "common.required")
	default:
		say("type", "common.one_of")
	}
	a.Name = text("name", in.Name, 0, 60)
	a.ContactName = text("contact_name", in.ContactName, 0, 80)
	if phone := httpapi.Clean(in.Phone); phone != "" {
		var err error
		if a.Phone, err = auth.AnyPhone(phone, a.Country); err != nil {
			say("phone", "common.phone_invalid")
		}
	}
	var district *places.District
	if a.DistrictID = httpapi.Clean(in.DistrictID); a.DistrictID == "" {
		say("district_id", "common.required")
	} else if d, ok := s.places.District(a.DistrictID); !ok {
		say("district_id", "addresses.district_unknown")
	} else {
		district = d
		if d.Governorate != nil {
			a.GovernorateID = d.Governorate.ID
		}
	}
	a.City = text("city", in.City, 0, 80)
	a.Street = text("address", in.Address, 3, 200)
	a.Building = text("building_number", in.BuildingNumber, 1, 30)
	a.Floor = text("floor", in.Floor, 0, 10)
	a.Apartment = text("apartment_number", in.ApartmentNumber, 0, 10)
	a.Landmark = text("landmark", in.Landmark, 0, 120)
	if a.PostalCode = money.LatinDigits(text("postal_code", in.PostalCode, 0, 10)); strings.Trim(a.PostalCode,
		"0123456789") != "" {
		say("postal_code", "common.numbers_only")
	}
	a.LatE6, a.LngE6 = s.checkPin(in, district, say)
	if len(wrong) > 0 {
		return Address{}, errs.InvalidAll(wrong)
	}
	return a, nil
}

func (s *Service) checkPin(in Input, district *places.District,
	say func(field, key string, args ...any)) (latE6, lngE6 int64) {
	if in.Lat == nil || in.Lng == nil {
		field := "lat"
		if in.Lat != nil {
			field = "lng"
		}
		say(field, "common.required")
		return 0, 0
	}
	lat, lng := *in.Lat, *in.Lng
	if !(lat >= south && lat <= north && lng >= west && lng <= east) {
		say("lat", "addresses.pin_outside")
		return 0, 0
	}
	pin := places.At(lat, lng)
	if district != nil && places.Metres(pin, district.Center) > farFromDistrict {
		say("lat", "addresses.pin_far", "district", district.Name)
	}
	return pin.LatE6, pin.LngE6
}
