package orders

import (
	"encoding/json"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/i18n"
)

// Seller is the seller of an order, as its invoice states it. It is stored with the order, because an invoice shows the
// data at the time of issue.
type Seller struct {
	Store      i18n.Text `json:"store"`
	Branch     i18n.Text `json:"branch"`
	Address    i18n.Text `json:"address"`
	Phone      string    `json:"phone,omitempty"`
	LegalName  string    `json:"legal_name,omitempty"`
	TaxNumber  string    `json:"tax_number,omitempty"`
	Commercial string    `json:"commercial,omitempty"`
	VATNumber  string    `json:"vat_number,omitempty"`
	Code       string    `json:"code,omitempty"`     // the seller's code for the branch
	TaxCode    string    `json:"tax_code,omitempty"` // the tax authority's code for the branch
	Untaxed    bool      `json:"untaxed,omitempty"`  // not registered: no VAT is charged
}

// SellerAt returns the seller according to a branch's current data.
func SellerAt(b *branches.Branch) Seller {
	return Seller{Store: b.Store.Name, Branch: b.Name, Address: b.Address, Phone: b.Phone, LegalName: b.LegalName,
		TaxNumber: b.TaxNumber, Code: b.SellerCode, TaxCode: b.TaxBranchCode}
}

// JSON encodes the seller for the order's column.
func (s Seller) JSON() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("orders: a seller of texts must encode: " + err.Error())
	}
	return string(text)
}

// soldBy returns the seller of an order: the stored one, or the branch's current data for orders older than the column.
func (s *Service) soldBy(o *Order) Seller {
	var kept Seller
	if o.Seller != "" && json.Unmarshal([]byte(o.Seller), &kept) == nil {
		return kept
	}
	if b, ok := s.Branches.Branch(o.BranchID); ok {
		kept = SellerAt(b)
		kept.LegalName, kept.TaxNumber, kept.Code, kept.TaxCode = "", "", "", ""
	}
	return kept
}

// party returns the seller as a party of an invoice.
func (s Seller) party(lang i18n.Lang) InvoiceParty {
	return InvoiceParty{Name: s.Store.In(lang), Branch: s.Branch.In(lang), Address: s.Address.In(lang), Phone: s.Phone,
		LegalName: s.LegalName, TaxNumber: s.TaxNumber, Commercial: s.Commercial, VATNumber: s.VATNumber, Code: s.Code}
}
