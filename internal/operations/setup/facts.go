package setup

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Facts describes how far the set-up of a shop has come.
type Facts struct {
	Services, Stores, Branches, Zones, Products, Priced int64
	// InStock is above 0 if any product can be bought: published, priced and in stock.
	InStock      int64
	Contact      bool // a phone, WhatsApp or e-mail for customers
	Cash, Card   bool
	Codes        bool // SMS or WhatsApp can send sign-in codes
	ByCall       bool // until then guests can order, and branches confirm by a call
	Email        bool
	Policies     bool // staff have reviewed every policy
	SecondFactor bool // of the owner who makes the request
	Backup       bool // a recent good backup exists
}

// The steps of the set-up, in the order in which they are shown.
const (
	StepShop     = "shop"
	StepPlaces   = "places"
	StepProducts = "products"
	StepPay      = "pay"
	StepMessages = "messages"
	StepPolicies = "policies"
	StepAccount  = "account"
	StepBackup   = "backup"
)

// Step is a part of the set-up.
type Step struct {
	Name string `json:"name" enum:"shop,places,products,pay,messages,policies,account,backup"`
	Done bool   `json:"done"`
	// Missing are the names of the missing parts.
	Missing []string `json:"missing" doc:"What is missing, by name; empty when done."`
	// Stops reports whether customers cannot order because of it.
	Stops bool `json:"stops" doc:"What is missing keeps customers from ordering."`
}

// steps returns the missing parts, and which of them keep customers from ordering.
func steps(shop Shop, f Facts) []Step {
	step := func(name string, wants ...want) Step {
		out := Step{Name: name, Done: true, Missing: []string{}}
		for _, w := range wants {
			if w.there {
				continue
			}
			out.Missing = append(out.Missing, w.name)
			out.Done = false
			out.Stops = out.Stops || w.stops
		}
		return out
	}
	return []Step{
		step(StepShop, want{"name", shop.Name.AR != "" && shop.Name.EN != "", false}, want{"logo", shop.Logo != "", false},
			want{"contact", f.Contact, false}, want{"legal", shop.LegalName != "" && shop.TaxNumber != "", false}),
		step(StepPlaces, want{"service", f.Services > 0, true}, want{"store", f.Stores > 0, true},
			want{"branch", f.Branches > 0, true}, want{"zone", f.Zones > 0, true}),
		step(StepProducts, want{"product", f.Products > 0, true}, want{"price", f.Priced > 0, true},
			want{"stock", f.Products == 0 || f.Priced == 0 || f.InStock > 0, true}),
		step(StepPay, want{"way_to_pay", f.Cash || f.Card, true}),
		step(StepMessages, want{"codes", f.Codes, !f.ByCall}, want{"email", f.Email, false}),
		step(StepPolicies, want{"policies", f.Policies, false}),
		step(StepAccount, want{"second_factor", f.SecondFactor, false}),
		step(StepBackup, want{"backup", f.Backup, false}),
	}
}

type want struct {
	name  string
	there bool
	stops bool
}

// Steps reads the steps of the set-up.
func (s *Service) Steps(ctx context.Context) ([]Step, error) {
	f, err := s.facts(ctx)
	if err != nil {
		return nil, err
	}
	shop, _, err := readShop(ctx, s.DB)
	return steps(shop, f), err
}

// facts reads the state of the set-up.
func (s *Service) facts(ctx context.Context) (facts Facts, err error) {
	count := func(into *int64, query string) {
		if err == nil {
			err = s.DB.Get(ctx, into, query)
		}
	}
	count(&facts.Services, `SELECT COUNT(*) FROM services WHERE active`)
	count(&facts.Stores, `SELECT COUNT(*) FROM stores WHERE active`)
	count(&facts.Branches, `SELECT COUNT(*) FROM branches WHERE active`)
	count(&facts.Zones, `SELECT COUNT(*) FROM delivery_zones`)
	count(&facts.Products, `SELECT COUNT(*) FROM products WHERE active`)
	count(&facts.Priced, `SELECT COUNT(*) FROM branch_prices`)
	count(&facts.InStock, `SELECT CASE WHEN EXISTS (SELECT 1 FROM stock s
		JOIN branch_prices b ON b.branch_id = s.branch_id AND b.variant_id = s.variant_id
		JOIN variants v ON v.id = s.variant_id JOIN products p ON p.id = v.product_id JOIN branches r ON r.id = s.branch_id
		WHERE b.active AND v.active AND p.active AND r.active AND `+products.InStockSQL+`) THEN 1 ELSE 0 END`)
	if err != nil {
		return facts, err
	}
	contact := s.Contact(ctx, i18n.AR)
	facts.Contact = contact.Phone != "" || contact.WhatsApp != "" || contact.Email != ""
	n := s.Notify
	facts.Codes, facts.Email = n.Carries(notify.SMS) || n.Carries(notify.WhatsApp), n.Carries(notify.Email)
	facts.Cash, facts.Card = s.Takes()
	facts.ByCall = s.ByCall != nil && s.ByCall()
	if facts.Policies, err = content.Adopted(ctx, s.DB); err != nil {
		return facts, err
	}
	if member, ok := staff.From(ctx); ok {
		factor, err := s.Staff.FactorOf(ctx, member.ID)
		if err != nil {
			return facts, err
		}
		facts.SecondFactor = factor.Since != nil
	}
	facts.Backup, err = s.BackedUp(ctx, s.DB, s.Clock.Now())
	return facts, err
}
