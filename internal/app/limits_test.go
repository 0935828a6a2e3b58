package app_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/media"
	"wekala/internal/identity/photos"
	"wekala/internal/platform/passwords"
)

// limitsInTexts are texts that contain a limit of the program, by their keys.
var limitsInTexts = map[string]int{
	"web/photos:too_large": photos.MaxBytes >> 20, "console/media:hint": media.MaxBytes >> 20,
	"console/media:too_large": media.MaxBytes >> 20,
	"web/auth:code":           auth.CodeDigits, "web/auth:intro": auth.CodeDigits,
	"server/auth:code_format": auth.CodeDigits,
	"web/auth:password_rule":  8, "web/auth:password_pattern": 8, "server/auth:password_pattern": 8,
	"console/setup:password_hint": 8,
}

// TestTextsSayTheLimits compares the numbers in texts with their constants.
func TestTextsSayTheLimits(t *testing.T) {
	if passwords.Strong("abc-12x") || !passwords.Strong("abc-12xy") {
		t.Error("passwords need another length than their texts say")
	}
	number := regexp.MustCompile(`\d+`)
	western := strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨",
		"8", "٩", "9")
	found := 0
	for _, one := range everyWord(t) {
		limit, there := limitsInTexts[one.key]
		if !there {
			continue
		}
		found++
		if got := number.FindAllString(western.Replace(one.text), -1); len(got) != 1 || got[0] != strconv.Itoa(limit) {
			t.Errorf("%s (%s) says %v, the limit is %d: %s", one.key, one.lang, got, limit, one.text)
		}
	}
	if found != 2*len(limitsInTexts) {
		t.Errorf("%d texts of %d are found", found, 2*len(limitsInTexts))
	}
}
