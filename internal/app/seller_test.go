package app_test

import (
	"encoding/json"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOrdersKeepTheirSeller: an invoice names the seller as of the time of the order, whatever the shop's details are
// later; and a shop that is not registered for VAT charges, posts and prints none.
func TestOrdersKeepTheirSeller(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, p := s.Staff("owner"), s.Customer()
		s.Stock(apptest.Koshary, apptest.Small, 100)
		type invoice struct {
			Seller struct {
				Name      string
				LegalName string `json:"legal_name"`
				TaxNumber string `json:"tax_number"`
				VATNumber string `json:"vat_number"`
			}
			Untaxed   bool
			VATGroups []any `json:"vat_groups"`
			Totals    struct{ Tax, Total float64 }
		}
		read := func(order string) (inv invoice) {
			t.Helper()
			s.Do("GET", "/orders/"+order+"/invoice", p.Token, nil).Into(t, &inv)
			return inv
		}
		version := int64(0)
		profile := func(change fields) {
			t.Helper()
			body := fields{"name_ar": "سوق", "name_en": "Souq", "version": version}
			for k, v := range change {
				body[k] = v
			}
			var saved struct{ Version int64 }
			s.Do("PUT", "/console/shop", owner, body).Into(t, &saved)
			version = saved.Version
		}
		// vat is the VAT that a product's page states for its price.
		vat := func() string {
			t.Helper()
			var product struct {
				VATPercent json.RawMessage `json:"vat_percent"`
			}
			s.Do("GET", "/products/koshary", "", nil).Into(t, &product)
			return string(product.VATPercent)
		}
		before := s.Buy(p, "cod")
		profile(fields{"legal_name": "Souq LLC", "tax_number": "123456789", "vat_payer": true, "vat_number": "987654321"})
		registered := s.Buy(p, "cod")
		if got := vat(); got != "14" {
			t.Errorf("a product of a registered seller contains %s %%", got)
		}
		profile(fields{"legal_name": "Souq & Sons", "tax_number": "111222333"})
		small := s.Buy(p, "cod")
		if got := vat(); got != "null" {
			t.Errorf("a product of a seller that is not registered contains %s %%", got)
		}
		profile(
			fields{"legal_name": "Somebody else", "tax_number": "999999999", "vat_payer": true, "vat_number": "999999998"})

		if inv := read(before); inv.Seller.LegalName != "" || inv.Totals.Tax == 0 || len(inv.VATGroups) == 0 {
			t.Errorf("before the shop said anything: %+v", inv)
		}
		if inv := read(registered); inv.Seller.LegalName != "Souq LLC" || inv.Seller.TaxNumber != "123456789" ||
			inv.Seller.VATNumber != "987654321" ||
			inv.Untaxed || inv.Totals.Tax == 0 {
			t.Errorf("of a registered seller: %+v", inv)
		}
		inv := read(small)
		if inv.Seller.LegalName != "Souq & Sons" || inv.Seller.VATNumber != "" || !inv.Untaxed || inv.Totals.Tax != 0 ||
			len(inv.VATGroups) != 0 ||
			inv.Totals.Total != read(registered).Totals.Total {
			t.Errorf("of a seller that is not registered: %+v", inv)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM order_lines WHERE order_id = $1 AND (vat_bp <> 0 OR tax <> 0)`,
			small); n != 0 {
			t.Error("its lines contain VAT")
		}
		if a := s.Do("GET", "/orders/"+small+"/invoice.pdf?lang=ar", p.Token, nil); a.Status != 200 {
			t.Errorf("its invoice as PDF: %s", a.Short())
		}
		// Branch names are kept as well.
		s.Exec(`UPDATE stores SET name_en = 'Renamed'`)
		s.Exec(`UPDATE catalog_version SET version = version + 1`)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := read(registered).Seller.Name; got == "Renamed" {
			t.Error("an invoice follows the store's new name")
		}
		// Customers can read the shop's legal identity.
		var contact struct{ Seller []string }
		s.Do("GET", "/contact", "", nil).Into(t, &contact)
		if got := strings.Join(contact.Seller,
			"|"); got != "Somebody else|Tax registration 999999999|VAT registration 999999998" {
			t.Errorf("the contact page: %s", got)
		}
		if a := s.Do("GET", "/pages/terms", "", nil); !strings.Contains(a.Body, "Somebody else, Tax registration 999999999") {
			t.Errorf("the terms: %s", a.Body[:min(600, len(a.Body))])
		}
		s.Healthy()
	})
}
