package coupons

import (
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// View is a coupon's benefit and conditions, without restricted data.
type View struct {
	ID            string       `json:"id"`
	Code          string       `json:"code"`
	Kind          string       `json:"kind" enum:"percent,amount,free_delivery"`
	Percent       *money.Major `json:"percent" nullable:"true" doc:"Of a percentage: 12.5."`
	Amount        *money.Major `json:"amount" nullable:"true" doc:"Of an amount."`
	Minimum       money.Major  `json:"minimum" doc:"Least total of the items it is for."`
	Cap           *money.Major `json:"cap" nullable:"true" doc:"Most that a percentage takes off."`
	Currency      string       `json:"currency"`
	StartsAt      *db.Millis   `json:"starts_at"`
	EndsAt        *db.Millis   `json:"ends_at"`
	CustomerLimit *int64       `json:"customer_limit"`
	FirstOrder    bool         `json:"first_order"`
	Services      []wire.Ref   `json:"services"`
	Stores        []wire.Ref   `json:"stores"`
	Categories    []wire.Ref   `json:"categories"`
}

func major(minor int64) money.Major { return money.EGP(minor).Major() }

func majorOf(minor *int64) *money.Major {
	if minor == nil {
		return nil
	}
	m := major(*minor)
	return &m
}

// View describes a coupon in lang. Deleted names are left out.
func (c Coupon) View(lang i18n.Lang, shop *branches.Service, goods *products.Service) View {
	v := View{ID: c.ID, Code: c.Code, Kind: c.Kind, Minimum: major(c.Minimum), Cap: majorOf(c.Cap), Currency: money.Shop,
		StartsAt: c.StartsAt, EndsAt: c.EndsAt, CustomerLimit: c.CustomerLimit, FirstOrder: c.FirstOrder,
		Services: []wire.Ref{}, Stores: []wire.Ref{}, Categories: []wire.Ref{}}
	value := major(c.Value)
	switch c.Kind {
	case Percent:
		v.Percent = &value
	case Amount:
		v.Amount = &value
	}
	for _, ref := range c.Services {
		if k, ok := shop.Service(ref); ok {
			v.Services = append(v.Services, k.Ref(lang))
		}
	}
	for _, ref := range c.Stores {
		if st, ok := shop.Store(ref); ok {
			v.Stores = append(v.Stores, st.Ref(lang))
		}
	}
	for _, ref := range c.Categories {
		if cat, ok := goods.Category(ref); ok {
			v.Categories = append(v.Categories, cat.Ref(lang))
		}
	}
	return v
}

// ServiceAllowed reports whether c may be used in a service at all.
func (c Coupon) ServiceAllowed(serviceID string) bool { return c.Services.allow(serviceID) }
