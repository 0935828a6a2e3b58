package setup

import (
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/i18n"
)

// SellerAt returns the seller at a branch, for storing with its orders. Fields missing from the branch and its store
// are taken from the shop.
func (s *Service) SellerAt(b *branches.Branch) orders.Seller {
	shop, seller := s.Shop(), orders.SellerAt(b)
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

// Untaxed reports whether the shop has declared that it is not registered for VAT.
func (s *Service) Untaxed() bool { return s.Shop().Untaxed() }

// Legal returns the lines of the shop's legal identity: its name, then its numbers.
func (shop Shop) Legal(lang i18n.Lang) (lines []string) {
	if shop.LegalName != "" {
		lines = append(lines, shop.LegalName)
	}
	for _, one := range []struct{ key, number string }{{"setup.legal_tax", shop.TaxNumber},
		{"setup.legal_vat", shop.VATNumber}, {"setup.legal_commercial", shop.Commercial}} {
		if one.number != "" && (one.key != "setup.legal_vat" || shop.VATPayer) {
			lines = append(lines, i18n.T(lang, one.key, "number", one.number))
		}
	}
	return lines
}

// Legal returns the lines of the shop's legal identity.
func (s *Service) Legal(lang i18n.Lang) []string { return s.Shop().Legal(lang) }
