package content

import (
	"context"

	"wekala/internal/platform/i18n"
)

// Contact holds the marketplace's contact details; empty ones are not shown.
type Contact struct {
	Phone, WhatsApp string // E.164
	Email           string
	Address, Hours  i18n.Text
}

// ContactView is the contact details as the API returns them.
type ContactView struct {
	Phone    string   `json:"phone" doc:"E.164, or empty."`
	WhatsApp string   `json:"whatsapp" doc:"E.164, or empty."`
	Email    string   `json:"email"`
	Address  string   `json:"address"`
	Hours    string   `json:"hours"`
	Seller   []string `json:"seller" doc:"Who the shop is by law: its name and numbers, a line each."`
}

// Contact returns the contact details in a language.
func (s *Service) Contact(_ context.Context, lang i18n.Lang) ContactView {
	c := s.now.Load().contact
	seller := []string{}
	if s.known.Seller != nil {
		seller = append(seller, s.known.Seller(lang)...)
	}
	return ContactView{c.Phone, c.WhatsApp, c.Email, c.Address.In(lang), c.Hours.In(lang), seller}
}
