package auth

import (
	"context"
	"fmt"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/settings"
)

// Methods are the methods by which a code can reach a country's numbers.
type Methods struct {
	SMS      bool `json:"sms"`
	WhatsApp bool `json:"whatsapp"`
}

// Has reports whether method ("sms", "whatsapp") is on.
func (m Methods) Has(method string) bool {
	return method == MethodSMS && m.SMS || method == MethodWhatsApp && m.WhatsApp
}

// The names of the methods in the API.
const (
	MethodSMS      = "sms"
	MethodWhatsApp = "whatsapp"
)

// CountriesSetting is the key in settings that overrides Config.Countries, a
// JSON object such as {"EG":{"sms":true,"whatsapp":false}}.
const CountriesSetting = "auth.countries"

// home is the country of a number written without a country code.
const home = "EG"

func checkCountries(all map[string]Methods) error {
	for code := range all {
		if phonenumbers.GetCountryCodeForRegion(code) == 0 {
			return fmt.Errorf("auth: %q is no country", code)
		}
	}
	return nil
}

// countries returns the countries whose phones may currently sign in, with their methods.
func (s *Service) countries(ctx context.Context, q db.Querier) (map[string]Methods, error) {
	var all map[string]Methods // the setting replaces the list instead of extending it
	if err := settings.Read(ctx, q, CountriesSetting, &all); err != nil {
		return nil, fmt.Errorf("auth: setting %s: %w", CountriesSetting, err)
	}
	if all == nil && s.cfg.Reaches != nil {
		return map[string]Methods{home: s.cfg.Reaches()}, nil
	}
	if all == nil {
		return s.cfg.Countries, nil
	}
	return all, checkCountries(all)
}

// Methods returns the methods for a calling code in any written form. An unserved country has none, which is not an
// error.
func (s *Service) Methods(ctx context.Context, countryCode string) (Methods, error) {
	all, err := s.countries(ctx, s.db)
	if err != nil {
		return Methods{}, err
	}
	return all[region(CallingCode(countryCode))], nil
}

// Serves reports whether a number in E.164 is a mobile of a served country. The shop pays for messages only to these
// numbers.
func (s *Service) Serves(ctx context.Context, q db.Querier, phone string) (bool, error) {
	all, err := s.countries(ctx, q)
	if err != nil {
		return false, err
	}
	e164, country, err := MobilePhone(phone, home)
	_, served := all[country]
	return err == nil && e164 == phone && served, nil
}

// customerPhone parses a phone from a form. countryCode may be empty if the phone is complete or Egyptian. Numbers of
// unserved countries return 422.
func (s *Service) customerPhone(ctx context.Context, countryCode, raw string) (phone string, m Methods, err error) {
	all, err := s.countries(ctx, s.db)
	if err != nil {
		return "", Methods{}, err
	}
	from := home
	if countryCode != "" {
		from = region(CallingCode(countryCode))
		if _, ok := all[from]; !ok {
			return "", Methods{}, errs.Invalid("country_code", "auth.country_not_served")
		}
	}
	if strings.TrimSpace(raw) == "" {
		return "", Methods{}, errs.Invalid("phone", "common.required")
	}
	phone, country, err := MobilePhone(raw, from)
	if err != nil {
		return "", Methods{}, errs.Invalid("phone", "common.phone_invalid")
	}
	m, ok := all[country]
	if !ok {
		return "", Methods{}, errs.Invalid("phone", "auth.country_not_served")
	}
	if s.cfg.Admits != nil && !s.cfg.Admits(phone) {
		return "", Methods{}, errs.Invalid("phone", "auth.not_invited")
	}
	return phone, m, nil
}
