package auth

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"wekala/internal/platform/money"
)

// errPhone reports that a text is not a usable phone number. Callers replace it with the text for their field.
var errPhone = errors.New("auth: not a usable phone number")

// CallingCode parses a country code in any form that people and browsers send: "+20", " 20" (a plus sign after URL
// decoding), "0020", "20", "٢٠". 0 means that it is invalid.
func CallingCode(s string) int {
	digits := strings.TrimLeft(phonenumbers.NormalizeDigitsOnly(money.LatinDigits(s)), "0")
	if digits == "" || len(digits) > 3 {
		return 0
	}
	code := 0
	for _, d := range digits {
		code = code*10 + int(d-'0')
	}
	return code
}

// region returns the country of a calling code, "" for none.
func region(callingCode int) string {
	if callingCode == 0 {
		return ""
	}
	r := phonenumbers.GetRegionCodeForCountryCode(callingCode)
	if r == "ZZ" {
		return ""
	}
	return r
}

// MobilePhone parses a number that can receive a code, and returns it as E.164 with its region. National forms are
// parsed as numbers of home ("EG").
func MobilePhone(raw, home string) (e164, country string, err error) {
	n, country, err := parsePhone(raw, home)
	if err != nil {
		return "", "", err
	}
	if country == "EG" {
		// Accept only the mobile networks of Egypt: the library also knows prefixes that are not in use.
		nsn := phonenumbers.GetNationalSignificantNumber(n)
		if len(nsn) != 10 || nsn[0] != '1' || !strings.ContainsRune("0125", rune(nsn[1])) {
			return "", "", errPhone
		}
	} else {
		switch phonenumbers.GetNumberType(n) {
		case phonenumbers.MOBILE, phonenumbers.FIXED_LINE_OR_MOBILE:
		default:
			return "", "", errPhone
		}
	}
	return phonenumbers.Format(n, phonenumbers.E164), country, nil
}

// AnyPhone parses any number that a courier can call, including landlines, and returns it as E.164.
func AnyPhone(raw, home string) (string, error) {
	n, country, err := parsePhone(raw, home)
	if err != nil {
		return "", err
	}
	if country == "EG" && strings.HasPrefix(phonenumbers.GetNationalSignificantNumber(n), "1") {
		e164, _, err := MobilePhone(raw, home)
		return e164, err
	}
	return phonenumbers.Format(n, phonenumbers.E164), nil
}

func parsePhone(raw, home string) (*phonenumbers.PhoneNumber, string, error) {
	s := strings.TrimSpace(money.LatinDigits(raw))
	if s == "" || utf8.RuneCountInString(s) > 32 {
		return nil, "", errPhone
	}
	// Only characters that people use in phone numbers: the library would read letters as keys and "x12" as an extension.
	for _, r := range s {
		if (r < '0' || r > '9') && !strings.ContainsRune("+-() .\u00a0\u202a\u202c\u200e\u200f", r) {
			return nil, "", errPhone
		}
	}
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, s)
	if strings.LastIndexByte(s, '+') > 0 {
		return nil, "", errPhone
	}
	if rest, ok := strings.CutPrefix(s, "00"); ok {
		s = "+" + rest
	}
	n, err := phonenumbers.Parse(s, home)
	if err != nil || !phonenumbers.IsValidNumber(n) {
		return nil, "", errPhone
	}
	country := phonenumbers.GetRegionCodeForNumber(n)
	if country == "" || country == "ZZ" {
		return nil, "", errPhone
	}
	return n, country, nil
}

// MaskPhone hides the middle of a number, for logs and for staff who don't need to call it: "+20101•••4567".
func MaskPhone(e164 string) string {
	if len(e164) < 9 {
		return "•••"
	}
	return e164[:len(e164)-8] + "••••" + e164[len(e164)-4:]
}

// LooksLikePhone reports whether a text is meant as a phone number: it contains only characters used in them.
func LooksLikePhone(raw string) bool {
	digits := false
	for _, r := range money.LatinDigits(raw) {
		switch {
		case r >= '0' && r <= '9':
			digits = true
		case !strings.ContainsRune("+-() .\u00a0\u202a\u202c\u200e\u200f", r):
			return false
		}
	}
	return digits
}
