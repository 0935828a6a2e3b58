package setup

import (
	"context"
	"strings"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/colour"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

const shopKey = "shop.profile"

// Shop is the profile of the seller.
type Shop struct {
	Name i18n.Text `json:"name"`
	// Colour of buttons and links, "#0e7a5f"; empty for the program's own.
	Colour string `json:"colour"`
	// Logo is an uploaded picture, empty for the program's drawing. Icon is a
	// square one for browsers' tabs and phones; empty to make it of the logo.
	Logo string `json:"logo"`
	Icon string `json:"icon,omitempty"`
	// The texts of the home page and of every page's footer; empty for the program's own.
	Heading i18n.Text `json:"heading,omitzero"`
	Intro   i18n.Text `json:"intro,omitzero"`
	Tagline i18n.Text `json:"tagline,omitzero"`
	// The rest is used in documents.
	LegalName  string `json:"legal_name"`
	TaxNumber  string `json:"tax_number"` // of the tax card: nine digits
	Commercial string `json:"commercial"` // number in the commercial register
	VATPayer   bool   `json:"vat_payer"`  // registered: prints VAT
	VATNumber  string `json:"vat_number"` // of the registration: nine digits
}

const (
	nameMax   = 40
	legalMax  = 120
	numberMax = 30
	// A heading may have two lines on a phone, an introduction three.
	headingMax = 60
	introMax   = 160
	taxDigits  = 9
	// minIcon is the size phones require of an app's picture; minLogo the size of a logo on a screen with two pixels per
	// point.
	minIcon = 192
	minLogo = 96
	// minContrast is the contrast that small letters on a button need (WCAG AA).
	minContrast = 450
)

func readShop(ctx context.Context, q db.Querier) (shop Shop, version int64, err error) {
	version, err = settings.ReadVersion(ctx, q, shopKey, &shop)
	return shop, version, err
}

// Untaxed reports whether the shop has declared that it is not registered for VAT: then none is charged, printed or
// posted. A shop without a profile is taxed.
func (shop Shop) Untaxed() bool { return shop.Name != (i18n.Text{}) && !shop.VATPayer }

// Shop returns the seller.
func (s *Service) Shop() Shop { return *s.shop.Load() }

// clean validates every field.
func (shop *Shop) clean() error {
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	line := func(field, text string, most int, needed bool) string {
		text = httpapi.Clean(text)
		switch n := utf8.RuneCountInString(text); {
		case n == 0 && needed:
			no(field, "common.required")
		case n > most:
			no(field, "common.too_long", "len", most)
		}
		return text
	}
	tax := func(field, text string) string {
		text = strings.NewReplacer("-", "", " ", "").Replace(money.LatinDigits(httpapi.Clean(text)))
		if text != "" && (len(text) != taxDigits || strings.Trim(text, "0123456789") != "") {
			no(field, "setup.tax_digits", "count", taxDigits)
		}
		return text
	}
	shop.Name.AR = line("name_ar", shop.Name.AR, nameMax, true)
	shop.Name.EN = line("name_en", shop.Name.EN, nameMax, true)
	both := func(field string, text i18n.Text, most int) i18n.Text {
		return i18n.Text{AR: line(field+"_ar", text.AR, most, false), EN: line(field+"_en", text.EN, most, false)}
	}
	shop.Heading, shop.Intro = both("heading", shop.Heading, headingMax), both("intro", shop.Intro, introMax)
	shop.Tagline = both("tagline", shop.Tagline, headingMax)
	shop.LegalName = line("legal_name", shop.LegalName, legalMax, false)
	shop.Commercial = money.LatinDigits(line("commercial", shop.Commercial, numberMax, false))
	shop.TaxNumber, shop.VATNumber = tax("tax_number", shop.TaxNumber), tax("vat_number", shop.VATNumber)
	if shop.VATPayer && shop.VATNumber == "" {
		no("vat_number", "common.required")
	}
	if shop.Colour = strings.ToLower(httpapi.Clean(shop.Colour)); shop.Colour != "" {
		if own, ok := colour.Parse(shop.Colour); !ok {
			no("colour", "setup.colour_format")
		} else if colour.Contrast(own, white) < minContrast {
			no("colour", "setup.colour_faint")
		}
	}
	picture := func(field, name string) string {
		if name = httpapi.Clean(name); name == "" {
			return ""
		}
		made, ok := files.ParseMade(name)
		switch {
		case !ok:
			no(field, "media.not_there")
		case field == "icon" && (made.Width < minIcon || made.Height < minIcon):
			no(field, "setup.picture_small", "side", minIcon)
		case field == "icon" && 10*max(made.Width, made.Height) > 11*min(made.Width, made.Height):
			no(field, "setup.icon_square")
		case field == "logo" && max(made.Width, made.Height) < minLogo:
			no(field, "setup.picture_small", "side", minLogo)
		}
		return name
	}
	shop.Logo, shop.Icon = picture("logo", shop.Logo), picture("icon", shop.Icon)
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// SetShop changes the seller, based on the version that was read; otherwise 409 with the current one.
func (s *Service) SetShop(ctx context.Context, member staff.Member, shop Shop, from int64) error {
	if err := shop.clean(); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := readShop(ctx, tx)
		if err != nil || before == shop {
			return err
		}
		if version != from {
			return settings.ErrVersionConflict
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, shopKey, from, shop, now); err != nil {
			return err
		}
		if err := media.Use(ctx, tx, pictured, logoRef, "logo", shop.Logo); err != nil {
			return err
		}
		if err := media.Use(ctx, tx, pictured, iconRef, "icon", shop.Icon); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "shop.profile", Object: shopKey, Before: before, After: shop}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, shopKey)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// Reverts undo changes of the seller.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"shop.profile": s.revertShop}
}

func (s *Service) revertShop(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := readShop(ctx, s.DB)
	if err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	return s.SetShop(ctx, member, before, version)
}
