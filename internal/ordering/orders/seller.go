package orders

import (
	"encoding/json"

	"wekala/internal/locations/branches"
	"wekala/internal/platform/i18n"
)

// Seller is who sells an order, as its invoice states them: kept with the order,
// because an invoice shows what held when it was issued.
type Seller struct {
	Store      i18n.Text `json:"store"`
	Branch     i18n.Text `json:"branch"`
	Address    i18n.Text `json:"address"`
	Phone      string    `json:"phone,omitempty"`
	LegalName  string    `json:"legal_name,omitempty"`
	TaxNumber  string    `json:"tax_number,omitempty"`
	Commercial string    `json:"commercial,omitempty"`
	VATNumber  string    `json:"vat_number,omitempty"`
	Code       string    `json:"code,omitempty"`     // what the seller calls the branch
	TaxCode    string    `json:"tax_code,omitempty"` // what the tax authority calls it
	Untaxed    bool      `json:"untaxed,omitempty"`  // not registered: no VAT is charged
}

// SellerAt is the seller according to a branch.
func SellerAt(b *branches.Branch) Seller {
	return Seller{Store: b.Store.Name, Branch: b.Name, Address: b.Address, Phone: b.Phone, LegalName: b.LegalName,
		TaxNumber: b.TaxNumber, Code: b.SellerCode, TaxCode: b.TaxBranchCode}
}

// JSON is how an order keeps it.
func (s Seller) JSON() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("orders: a seller of texts must encode: " + err.Error())
	}
	return string(text)
}

// soldBy is who sold an order: as it keeps it, or as its branch is now where it
// is older than that.
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

// party is the seller's side of an invoice.
func (s Seller) party(lang i18n.Lang) InvoiceParty {
	return InvoiceParty{Name: s.Store.In(lang), Branch: s.Branch.In(lang), Address: s.Address.In(lang), Phone: s.Phone,
		LegalName: s.LegalName, TaxNumber: s.TaxNumber, Commercial: s.Commercial, VATNumber: s.VATNumber, Code: s.Code}
}
