package setup

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/colour"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

func wrongFields(err error) string {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return ""
	}
	var names []string
	for _, f := range refused.Fields {
		names = append(names, f.Name+" "+f.Key)
	}
	return strings.Join(names, ", ")
}

// TestAShopIsReadAsPeopleType pins which input is accepted for a profile and which is refused at its field.
func TestAShopIsReadAsPeopleType(t *testing.T) {
	good := func() Shop {
		return Shop{Name: i18n.Text{EN: " Nile  Grocer ", AR: "بقالة النيل"}, Colour: "#7A1F5C", TaxNumber: "١٢٣-٤٥٦-٧٨٩"}
	}
	shop := good()
	if err := shop.clean(); err != nil || shop.TaxNumber != "123456789" || shop.Colour != "#7a1f5c" {
		t.Errorf("%v: %+v", err, shop)
	}
	for want, spoil := range map[string]func(*Shop){
		"name_ar common.required":     func(s *Shop) { s.Name.AR = " " },
		"name_en common.too_long":     func(s *Shop) { s.Name.EN = strings.Repeat("x", nameMax+1) },
		"tax_number setup.tax_digits": func(s *Shop) { s.TaxNumber = "12345678" },
		"vat_number common.required":  func(s *Shop) { s.VATPayer = true },
		"colour setup.colour_format":  func(s *Shop) { s.Colour = "green" },
		"colour setup.colour_faint":   func(s *Shop) { s.Colour = "#ffee00" },
		"logo media.not_there":        func(s *Shop) { s.Logo = "https://elsewhere.example/logo.png" },
		"logo setup.picture_small":    func(s *Shop) { s.Logo = strings.Repeat("0", 32) + "-95x20.png" },
		"icon setup.picture_small":    func(s *Shop) { s.Icon = strings.Repeat("0", 32) + "-512x100.png" },
		"icon setup.icon_square":      func(s *Shop) { s.Icon = strings.Repeat("0", 32) + "-512x400.png" },
		"legal_name common.too_long":  func(s *Shop) { s.LegalName = strings.Repeat("x", legalMax+1) },
	} {
		shop := good()
		spoil(&shop)
		if got := wrongFields(shop.clean()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestColoursCanBeRead: whatever dark enough colour is chosen, texts in it can
// be read on its own tint, by day and by night.
func TestColoursCanBeRead(t *testing.T) {
	for _, own := range []string{"#000000", "#7a1f5c", "#b00020", "#0000ff", "#767676"} {
		styles := Shop{Colour: own}.Styles()
		value := func(part, name string) colour.RGB {
			_, rest, _ := strings.Cut(part, name+":")
			c, ok := colour.Parse(rest[:7])
			if !ok {
				t.Fatalf("%s has no %s: %s", own, name, styles)
			}
			return c
		}
		for i, part := range strings.Split(styles, "@media") {
			if got := colour.Contrast(value(part, "--color-go-text"), value(part, "--color-go-soft")); got < minContrast {
				t.Errorf("%s: text on its tint has a contrast of %d (%d)", own, got, i)
			}
			if got := colour.Contrast(value(part, "--color-on-go"), value(part, "--color-go")); got < minContrast {
				t.Errorf("%s: a button's text has a contrast of %d (%d)", own, got, i)
			}
		}
	}
	if (Shop{}).Styles() != "" {
		t.Error("a shop without a colour has styles")
	}
}

// TestSteps: an empty shop misses everything but cash, a full one nothing.
func TestSteps(t *testing.T) {
	for _, step := range steps(Shop{}, Facts{Cash: true}) {
		if step.Done != (step.Name == StepPay) || step.Done != (len(step.Missing) == 0) {
			t.Errorf("an empty shop: %+v", step)
		}
	}
	full := Facts{Services: 1, Stores: 1, Branches: 1, Zones: 1, Products: 1, Priced: 1, InStock: 1, Contact: true,
		Cash: true, Codes: true, Email: true, Policies: true, SecondFactor: true, Backup: true}
	// Priced and published, but with no stock in any branch: nothing can be bought.
	empty := full
	empty.InStock = 0
	for _, step := range steps(Shop{}, empty) {
		if step.Name == StepProducts && (step.Done || !step.Stops || !slices.Equal(step.Missing, []string{"stock"})) {
			t.Errorf("a shop with nothing in stock: %+v", step)
		}
	}
	for _, step := range steps(Shop{Name: i18n.Text{EN: "a", AR: "b"}, Logo: "l", LegalName: "c", TaxNumber: "1"}, full) {
		if !step.Done || step.Stops {
			t.Errorf("a full shop: %+v", step)
		}
	}
}
