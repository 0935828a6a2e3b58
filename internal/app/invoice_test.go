package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestInvoiceAsPDF downloads invoices in both languages, and gets none where there is none.
func TestInvoiceAsPDF(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 100)
		p := s.Customer()
		order := s.Buy(p, "cod")
		number := apptest.Get[string](s, `SELECT number FROM orders WHERE id = $1`, order)
		got := map[string]string{}
		for _, c := range []struct{ name, query, accept string }{
			{"en", "", "en"}, {"ar", "", "ar"}, {"ar asked in English", "?lang=ar", "en"},
			{"ar, ٠١٢", "?lang=ar&figures=arab", "en"},
			{"no such language", "?lang=fr", "en"},
		} {
			a := s.Do("GET", "/orders/"+order+"/invoice.pdf"+c.query, p.Token, nil, apptest.Header{"Accept-Language": c.accept})
			if a.Status != 200 || a.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(a.Body, "%PDF-1.7") ||
				a.Header.Get("Content-Disposition") != `attachment; filename="`+number+`.pdf"` ||
				a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %s %v", c.name, a.Short(), a.Header)
			}
			got[c.name] = a.Body
		}
		if got["en"] != got["no such language"] || got["ar"] != got["ar asked in English"] || got["en"] == got["ar"] ||
			got["ar"] == got["ar, ٠١٢"] {
			t.Error("the language of the invoice is not the one asked for")
		}
		s.Exec(`UPDATE orders SET status = 'draft' WHERE id = $1`, order)
		if a := s.Do("GET", "/orders/"+order+"/invoice.pdf", p.Token, nil); a.Short() != "400 no_invoice_yet" {
			t.Errorf("of a draft: %s", a.Short())
		}
	})
}

// TestInvoiceOfWhatCameToNothing: there is none if nothing was paid, and an issued one shows a payment that was
// refunded.
func TestInvoiceOfWhatCameToNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		s.Stock(apptest.Koshary, apptest.Small, 100)
		p := s.Customer()
		order := s.Buy(p, "cod")
		read := func(path, lang string) apptest.Answer {
			return s.Do("GET", "/orders/"+order+path, p.Token, nil, apptest.Header{"Accept-Language": lang})
		}
		for _, status := range []string{"cancelled", "rejected", "in_return", "returned"} {
			s.Exec(`UPDATE orders SET status = $2, paid = 0, given_back = 0 WHERE id = $1`, order, status)
			for lang, words := range map[string]string{"en": "Nothing was paid for this order",
				"ar": "لم يُدفع شيء في هذا الطلب"} {
				for _, path := range []string{"/invoice", "/invoice.pdf"} {
					if a := read(path, lang); a.Short() != "400 no_invoice" || !strings.Contains(a.Body, words) {
						t.Errorf("%s, %s: %s %s", status, path, a.Short(), a.Body)
					}
				}
			}
			s.Exec(`UPDATE orders SET paid = total, due = 0, given_back = total WHERE id = $1`, order)
			a := read("/invoice", "en")
			if !strings.Contains(a.Body, `"paid":105,"refund":105,"due":0`) {
				t.Errorf("%s, paid and refunded: %s", status, a.Body)
			}
			s.Exec(`UPDATE orders SET paid = 3000, wallet_paid = 3000, given_back = 3000 WHERE id = $1`, order)
			if a := read("/invoice", "en"); !strings.Contains(a.Body,
				`"payment_label":"Wallet","paid_by":[{"kind":"wallet","label":"Wallet","amount":30,`) ||
				strings.Contains(a.Body, `"kind":"cod"`) {
				t.Errorf("%s, with cash that nobody paid: %s", status, a.Body)
			}
			s.Exec(`UPDATE orders SET wallet_paid = 0 WHERE id = $1`, order)
			if a := read("/invoice.pdf", "en"); a.Status != 200 {
				t.Errorf("%s, paid and refunded, as PDF: %s", status, a.Short())
			}
		}
	})
}
