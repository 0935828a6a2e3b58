package setup

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// ShopView shows the profile of the seller, as an owner sets it.
type ShopView struct {
	NameAR     string `json:"name_ar"`
	NameEN     string `json:"name_en"`
	Colour     string `json:"colour" doc:"#rrggbb, or empty for the program's own."`
	Logo       string `json:"logo" doc:"An uploaded picture, or empty."`
	Icon       string `json:"icon" doc:"A square one for tabs and phones, or empty: made of the logo."`
	HeadingAR  string `json:"heading_ar" doc:"Of the first page; the three texts are empty for the program's own."`
	HeadingEN  string `json:"heading_en"`
	IntroAR    string `json:"intro_ar" doc:"Under that heading."`
	IntroEN    string `json:"intro_en"`
	TaglineAR  string `json:"tagline_ar" doc:"In the foot of every page."`
	TaglineEN  string `json:"tagline_en"`
	LegalName  string `json:"legal_name"`
	TaxNumber  string `json:"tax_number"`
	Commercial string `json:"commercial"`
	VATPayer   bool   `json:"vat_payer" doc:"Registered for VAT; whoever is not prints none."`
	VATNumber  string `json:"vat_number"`
	Version    int64  `json:"version"`
}

func (shop Shop) view(version int64) ShopView {
	return ShopView{NameAR: shop.Name.AR, NameEN: shop.Name.EN, Colour: shop.Colour, Logo: shop.Logo, Icon: shop.Icon,
		HeadingAR: shop.Heading.AR, HeadingEN: shop.Heading.EN, IntroAR: shop.Intro.AR, IntroEN: shop.Intro.EN,
		TaglineAR: shop.Tagline.AR, TaglineEN: shop.Tagline.EN, LegalName: shop.LegalName, TaxNumber: shop.TaxNumber,
		Commercial: shop.Commercial, VATPayer: shop.VATPayer, VATNumber: shop.VATNumber, Version: version}
}

// OpeningView shows whether the shop is open.
type OpeningView struct {
	State   State    `json:"state" enum:"setup,soft,open"`
	Phones  []string `json:"phones" doc:"Who may sign in during the soft opening."`
	WayIn   string   `json:"way_in" doc:"The link that lets a browser in during the soft opening; empty otherwise."`
	Version int64    `json:"version"`
}

// StepsView shows the missing steps of the set-up.
type StepsView struct {
	Opening State  `json:"opening" enum:"setup,soft,open"`
	Steps   []Step `json:"steps"`
}

// CodeView is a pending sign-in code.
type CodeView struct {
	Phone     string    `json:"phone"`
	Code      string    `json:"code"`
	SentAt    db.Millis `json:"sent_at"`
	ExpiresAt db.Millis `json:"expires_at"`
}

type shopInput struct {
	Body struct {
		NameAR     string `json:"name_ar" maxLength:"200"`
		NameEN     string `json:"name_en" maxLength:"200"`
		Colour     string `json:"colour,omitempty" maxLength:"40"`
		Logo       string `json:"logo,omitempty" maxLength:"300"`
		Icon       string `json:"icon,omitempty" maxLength:"300"`
		HeadingAR  string `json:"heading_ar,omitempty" maxLength:"300" doc:"Up to 60 letters."`
		HeadingEN  string `json:"heading_en,omitempty" maxLength:"300" doc:"Up to 60 letters."`
		IntroAR    string `json:"intro_ar,omitempty" maxLength:"500" doc:"Up to 160 letters."`
		IntroEN    string `json:"intro_en,omitempty" maxLength:"500" doc:"Up to 160 letters."`
		TaglineAR  string `json:"tagline_ar,omitempty" maxLength:"300" doc:"Up to 60 letters."`
		TaglineEN  string `json:"tagline_en,omitempty" maxLength:"300" doc:"Up to 60 letters."`
		LegalName  string `json:"legal_name,omitempty" maxLength:"500"`
		TaxNumber  string `json:"tax_number,omitempty" maxLength:"100"`
		Commercial string `json:"commercial,omitempty" maxLength:"100"`
		VATPayer   bool   `json:"vat_payer,omitempty"`
		VATNumber  string `json:"vat_number,omitempty" maxLength:"100"`
		Version    int64  `json:"version" minimum:"0"`
	}
}

type openingInput struct {
	Body struct {
		State   State    `json:"state" maxLength:"16"`
		Phones  []string `json:"phones,omitempty" maxItems:"100" doc:"Up to 20."`
		Version int64    `json:"version" minimum:"0"`
	}
}

// ConsoleRoutes registers the owners' operations for opening their shop.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string, audit ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ChangeSettings, Summary: summary, Audit: audit, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "/setup", "console-get-setup", "What is missing until customers can order"), s.getSteps)
	httpapi.Handle(a, op("GET", "/shop", "console-get-shop", "Who sells here"), s.getShop)
	httpapi.Handle(a, moved[ShopView](op("PUT", "/shop", "console-save-shop", "Change who sells here", "shop.profile")),
		s.putShop)
	httpapi.Handle(a, op("GET", "/opening", "console-get-opening", "Whether the shop is open, and to whom"), s.getOpening)
	httpapi.Handle(a,
		moved[OpeningView](op("PUT", "/opening", "console-set-opening", "Open the shop, let a few in, or close it again",
			"shop.opening")), s.putOpening)
	httpapi.Handle(a, op("POST", "/opening/codes", "console-read-codes",
		"Read the sign-in codes of those let into the soft opening", "shop.codes_read"), s.postCodes)
}

// moved declares that an operation refuses a change to an older version of a T.
func moved[T any](op httpapi.Op) httpapi.Op {
	op.Conflict = httpapi.VersionConflict[T]()
	return op
}

func (s *Service) getSteps(ctx context.Context, _ *none) (*httpapi.Reply[StepsView], error) {
	all, err := s.Steps(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(StepsView{s.opening.Load().State, all}), nil
}

func (s *Service) getShop(ctx context.Context, _ *none) (*httpapi.Reply[ShopView], error) {
	shop, version, err := readShop(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(shop.view(version)), nil
}

func (s *Service) putShop(ctx context.Context, in *shopInput) (*httpapi.Reply[ShopView], error) {
	b := in.Body
	err := s.SetShop(ctx, staff.Caller(ctx), Shop{
		Name: i18n.Text{AR: b.NameAR, EN: b.NameEN}, Colour: b.Colour, Logo: b.Logo, Icon: b.Icon,
		Heading: i18n.Text{AR: b.HeadingAR, EN: b.HeadingEN}, Intro: i18n.Text{AR: b.IntroAR, EN: b.IntroEN},
		Tagline: i18n.Text{AR: b.TaglineAR, EN: b.TaglineEN}, LegalName: b.LegalName, TaxNumber: b.TaxNumber,
		Commercial: b.Commercial, VATPayer: b.VATPayer, VATNumber: b.VATNumber}, b.Version)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ShopView], error) { return s.getShop(ctx, nil) })
	}
	shop, version, err := readShop(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(shop.view(version), i18n.T(httpapi.Caller(ctx).Lang, "setup.shop_saved")), nil
}

func (s *Service) openingView(ctx context.Context) (v OpeningView, err error) {
	o, version, err := readOpening(ctx, s.DB)
	if err != nil {
		return v, err
	}
	way, err := s.wayIn(o)
	return OpeningView{o.State, append([]string{}, o.Phones...), way, version}, err
}

func (s *Service) getOpening(ctx context.Context, _ *none) (*httpapi.Reply[OpeningView], error) {
	v, err := s.openingView(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) putOpening(ctx context.Context, in *openingInput) (*httpapi.Reply[OpeningView], error) {
	if err := s.SetOpening(ctx, staff.Caller(ctx), Change(in.Body)); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[OpeningView], error) { return s.getOpening(ctx, nil) })
	}
	v, err := s.openingView(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "setup.opening_"+string(v.State))), nil
}

func (s *Service) postCodes(ctx context.Context, _ *none) (*httpapi.Reply[[]CodeView], error) {
	codes, err := s.ReadCodes(ctx, staff.Caller(ctx))
	if err != nil {
		return nil, err
	}
	views := []CodeView{}
	for _, c := range codes {
		views = append(views, codeView(c))
	}
	return httpapi.OK(views), nil
}

func codeView(c auth.LiveCode) CodeView { return CodeView{c.Phone, c.Code, c.SentAt, c.ExpiresAt} }
