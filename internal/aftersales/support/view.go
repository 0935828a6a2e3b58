package support

import (
	"context"

	"wekala/internal/identity/photos"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// OrderRef identifies the order that a ticket is about.
type OrderRef struct {
	ID     string `json:"id"`
	Number string `json:"number"`
}

// Card is a ticket as lists show it.
type Card struct {
	ID            string    `json:"id"`
	Number        string    `json:"number"`
	Subject       string    `json:"subject"`
	Category      string    `json:"category" enum:"order,payment,delivery,product,account,other"`
	CategoryLabel string    `json:"category_label"`
	Order         *OrderRef `json:"order"`
	State         string    `json:"state" enum:"open,answered,closed"`
	StateLabel    string    `json:"state_label"`
	Unread        bool      `json:"unread" doc:"There is something its customer has not read."`
	CreatedAt     db.Millis `json:"created_at"`
	UpdatedAt     db.Millis `json:"updated_at"`
}

// MessageView is one message.
type MessageView struct {
	Seq    int64         `json:"seq"`
	Author string        `json:"author" enum:"customer,staff,note"`
	Name   string        `json:"name" doc:"Of staff; empty for the customer."`
	Text   string        `json:"text"`
	Photos []photos.View `json:"photos"`
	At     db.Millis     `json:"at"`
}

// View is a ticket with all its messages.
type View struct {
	Card
	Messages  []MessageView `json:"messages"`
	CanReply  bool          `json:"can_reply"`
	CanReopen bool          `json:"can_reopen"`
}

// StaffTicket is a ticket as staff see it.
type StaffTicket struct {
	View
	Customer Customer `json:"customer"`
}

// StaffCard is a ticket in the queue.
type StaffCard struct {
	Card
	Customer Customer `json:"customer"`
}

// Customer is the author of a ticket.
type Customer struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
	Email string `json:"email"`
	Guest bool   `json:"guest"`
	Lang  string `json:"lang" enum:"en,ar" doc:"What to answer in."`
}

func (t *Ticket) customer() Customer {
	return Customer{t.Name, t.Phone, t.Email, t.UserID == "", t.Lang}
}

func (t *Ticket) card(lang i18n.Lang, numbers map[string]string) Card {
	c := Card{ID: t.ID, Number: t.Number, Subject: t.Subject, Category: t.Category,
		CategoryLabel: i18n.T(lang, "support.category_"+t.Category), State: t.State,
		StateLabel: i18n.T(lang, "support.state_"+t.State), Unread: t.ReadSeq < t.Seq, CreatedAt: t.CreatedAt,
		UpdatedAt: t.UpdatedAt}
	if t.OrderID != nil {
		c.Order = &OrderRef{*t.OrderID, numbers[*t.OrderID]}
	}
	return c
}

// show combines a ticket with its messages; notes are included only for staff.
func (s *Service) show(ctx context.Context, q db.Querier, t *Ticket, lang i18n.Lang, notes bool) (View, error) {
	named, err := numbers(ctx, q, []Ticket{*t})
	if err != nil {
		return View{}, err
	}
	v := View{Card: t.card(lang, named), Messages: []MessageView{}}
	as := customer
	if notes {
		as = ofStaff
	}
	now := s.clock.Now()
	v.CanReply, v.CanReopen = t.canReply(as, now), t.canReopen(as, now)
	all, err := messages(ctx, q, t.ID)
	if err != nil {
		return v, err
	}
	owners := make([]string, len(all))
	for i, m := range all {
		owners[i] = owner(t.ID, m.Seq)
	}
	pictures, err := photos.OfAll(ctx, q, owners)
	if err != nil {
		return v, err
	}
	for i, m := range all {
		if m.Author == byNote && !notes {
			continue
		}
		name := m.StaffName
		if m.Author == byStaff && !notes {
			name = i18n.T(lang, "support.team")
		}
		v.Messages = append(v.Messages,
			MessageView{m.Seq, m.Author, name, m.Body, append([]photos.View{}, pictures[owners[i]]...), m.At})
	}
	return v, nil
}
