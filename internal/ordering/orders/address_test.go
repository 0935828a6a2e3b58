package orders

import (
	"testing"

	"wekala/internal/platform/i18n"
)

// TestTwoNumbersOfAnAddressAreTold: the building's and the one the street begins with.
func TestTwoNumbersOfAnAddressAreTold(t *testing.T) {
	for _, c := range []struct {
		lang                   i18n.Lang
		building, street, want string
	}{
		{i18n.EN, "12", "Road 9", "12 Road 9"},
		{i18n.EN, "9", "14 Talaat Harb", "Building 9, 14 Talaat Harb"},
		{i18n.AR, "٩", "١٤ طلعت حرب", "عمارة ٩، ١٤ طلعت حرب"},
		{i18n.EN, "14", "14 Talaat Harb", "14 Talaat Harb"},
		{i18n.EN, "Nile Tower", "Corniche", "Nile Tower, Corniche"},
		{i18n.EN, "", "Road 9", "Road 9"},
		{i18n.EN, "", "", ""},
	} {
		if got := streetLine(c.lang, c.building, c.street); got != c.want {
			t.Errorf("building %q, street %q: %q, want %q", c.building, c.street, got, c.want)
		}
	}
}
