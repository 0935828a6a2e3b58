package app

import (
	"html"
	"strings"

	"wekala/internal/branches"
	"wekala/internal/content"
	"wekala/internal/orders"
	"wekala/internal/platform/i18n"
	"wekala/internal/setup"
)

// sells is who sells at a branch, for its orders to keep: what the branch or its
// store does not say of itself, the shop says.
func (a *App) sells(b *branches.Branch) orders.Seller {
	shop, seller := a.features.setup.Shop(), orders.SellerAt(b)
	if seller.TaxNumber == "" || seller.TaxNumber == shop.TaxNumber {
		seller.TaxNumber, seller.Commercial, seller.VATNumber = shop.TaxNumber, shop.Commercial, shop.VATNumber
		if seller.LegalName == "" {
			seller.LegalName = shop.LegalName
		}
	}
	if !shop.VATPayer {
		seller.VATNumber = ""
	}
	seller.Untaxed = shop.Untaxed()
	return seller
}

func (a *App) untaxed() bool { return a.features.setup.Shop().Untaxed() }

// legal is who the shop is by law, in lines: its name, then its numbers.
func legal(shop setup.Shop, lang i18n.Lang) (lines []string) {
	if shop.LegalName != "" {
		lines = append(lines, shop.LegalName)
	}
	for _, one := range []struct{ key, number string }{{"setup.legal_tax", shop.TaxNumber}, {"setup.legal_vat", shop.VATNumber}, {"setup.legal_commercial", shop.Commercial}} {
		if one.number != "" && (one.key != "setup.legal_vat" || shop.VATPayer) {
			lines = append(lines, i18n.T(lang, one.key, "number", one.number))
		}
	}
	return lines
}

// sellerOf tells content who sells here by law.
func (a *App) sellerOf(lang i18n.Lang) []string { return legal(a.features.setup.Shop(), lang) }

// sellerRules are what pages name of the shop itself. Where nothing is set yet
// the shop's name stands for whoever sells.
func (a *App) sellerRules() content.Rules {
	shop := a.features.setup.Shop()
	in := func(lang i18n.Lang) string {
		lines := legal(shop, lang)
		if shop.LegalName == "" {
			lines = append([]string{i18n.Brand().In(lang)}, lines...)
		}
		return html.EscapeString(strings.Join(lines, i18n.T(lang, "setup.legal_comma")))
	}
	return content.Rules{"seller": {EN: in(i18n.EN), AR: in(i18n.AR)}}
}
