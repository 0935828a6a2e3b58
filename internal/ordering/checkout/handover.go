package checkout

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// handover is the place where an order reaches its customer: their door, or the counter of its branch.
type handover struct {
	address addresses.Snapshot
	place   places.Place // delivered to; unknown for what is collected
	pickup  bool
}

// destination reads the order's address, or the customer who picks the order up.
func (s *Service) destination(ctx context.Context, q db.Querier,
	in Request) (a addresses.Address, customer auth.User, err error) {
	if in.Call != nil {
		return in.Call.Address, customer, nil
	}
	if in.Fulfilment == orders.Pickup {
		customer, err = auth.UserByID(ctx, q, in.UserID)
		return a, customer, err
	}
	a, err = addresses.Get(ctx, q, in.UserID, in.AddressID)
	if errs.Is(err, "common.not_found") {
		err = errs.Invalid("address_id", "common.invalid")
	}
	return a, customer, err
}

// handover returns where the order goes. Pickup orders are handed to the account's owner at the branch, so they need no
// address. Quotations include the agreed delivery and cannot be picked up.
func (s *Service) handover(in Request, src source, a addresses.Address, customer auth.User) (handover, error) {
	if in.Fulfilment == orders.Pickup {
		b, ok := s.Branches.Branch(src.cart.BranchID)
		if !ok || src.quotation != nil {
			return handover{}, errs.Refuse("checkout.no_pickup")
		}
		return handover{pickup: true, address: s.counter(b, customer.Name, customer.Phone, in.Lang)}, nil
	}
	if err := s.within(src, a.DistrictID); err != nil {
		return handover{}, err
	}
	return handover{address: s.Addresses.Snapshot(a), place: s.door(&a)}, nil
}

// door is the place of an address; unknown if its area is no longer served.
func (s *Service) door(a *addresses.Address) places.Place {
	d, _ := s.Places.District(a.DistrictID)
	return places.Exactly(d, a.At())
}

// counter is a branch's address with the name and phone of the customer who picks up.
func (s *Service) counter(b *branches.Branch, name, phone string, lang i18n.Lang) addresses.Snapshot {
	at := addresses.Snapshot{Type: "other", Name: b.Name.In(lang), ContactName: name, Phone: phone, Country: "EG",
		District: addresses.Named{ID: b.District.ID, Name: b.District.Name}, Address: b.Address.In(lang),
		LatE6: b.At.LatE6, LngE6: b.At.LngE6}
	if d, ok := s.Places.District(b.District.ID); ok {
		at.Region = addresses.Named{ID: d.Governorate.ID, Name: d.Governorate.Name}
	}
	return at
}
