package content

import (
	"context"

	"wekala/internal/platform/i18n"
)

// Contact is how to reach the shop; what is empty is not offered.
type Contact struct {
	Phone, WhatsApp string // E.164
	Email           string
	Address, Hours  i18n.Text
}

// ContactView is how to reach the shop, on the wire.
type ContactView struct {
	Phone    string   `json:"phone" doc:"E.164, or empty."`
	WhatsApp string   `json:"whatsapp" doc:"E.164, or empty."`
	Email    string   `json:"email"`
	Address  string   `json:"address"`
	Hours    string   `json:"hours"`
	Seller   []string `json:"seller" doc:"Who the shop is by law: its name and numbers, a line each."`
}

// Contact tells how to reach the shop.
func (s *Service) Contact(_ context.Context, lang i18n.Lang) ContactView {
	c := s.now.Load().contact
	seller := []string{}
	if s.known.Seller != nil {
		seller = append(seller, s.known.Seller(lang)...)
	}
	return ContactView{c.Phone, c.WhatsApp, c.Email, c.Address.In(lang), c.Hours.In(lang), seller}
}
