package shipping

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Tester shows staff the delivery terms for a place: which branches deliver there, at which fee and how soon, and why
// others do not. It uses the same rules as checkout.
type Tester struct {
	DB       *db.DB
	Branches *branches.Service
	Places   *places.Service
}

// ConsoleRoutes registers the tester's operation.
func (s *Tester) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/delivery", ID: "console-try-delivery", Tag: "console",
		Summary:     "Which branches deliver to a place at a moment, and why others do not",
		Description: "The caller's branches. A pin that lies in no district is answered, with none.",
		Audience:    httpapi.Staff, Capability: staff.SetBranches, Branches: httpapi.BranchList}, s.get)
}

// Tried is the result for a place.
type Tried struct {
	District *wire.Ref      `json:"district" doc:"Where the place lies; null: in no district we know."`
	At       db.Millis      `json:"at" format:"date-time"`
	Exact    bool           `json:"exact" doc:"A pin was tried; else the district as a whole."`
	Branches []TriedBranch  `json:"branches" doc:"Those an order can be placed at first."`
	Why      *TriedObstacle `json:"why,omitempty" doc:"Why there is no answer."`
	Currency string         `json:"currency"`
}

// TriedBranch is the result for a place and one branch.
type TriedBranch struct {
	Branch    wire.Ref        `json:"branch"`
	Store     wire.Ref        `json:"store"`
	Orders    bool            `json:"orders" doc:"Customers there can order from it at that moment, for now or for an hour that is free."`
	Fee       *money.Major    `json:"fee" nullable:"true" doc:"null: it does not deliver there."`
	Minimum   *money.Major    `json:"minimum" nullable:"true"`
	FreeFrom  *money.Major    `json:"free_from" nullable:"true" doc:"Items from which delivery is free."`
	Partly    bool            `json:"partly" doc:"It delivers to a part of the district alone."`
	Promise   *string         `json:"promise" doc:"When an order placed then would be there; null: there is no such promise."`
	NextSlot  *string         `json:"next_slot" doc:"The first hour that can be chosen."`
	FreeSlots int64           `json:"free_slots"`
	FullSlots int64           `json:"full_slots"`
	Pickup    bool            `json:"pickup" doc:"Orders can be collected."`
	OpensAt   *db.Millis      `json:"opens_at" doc:"Next opening of a closed branch."`
	Why       []TriedObstacle `json:"why" doc:"What stands in the way."`
}

// TriedObstacle is a reason why a branch does not deliver.
type TriedObstacle struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (s *Tester) get(ctx context.Context, in *struct {
	District string  `query:"district" maxLength:"80" doc:"Its id; needed where there is no pin."`
	Lat      float64 `query:"lat" minimum:"-90" maximum:"90" doc:"Of a pin; 0 with lng 0: none."`
	Lng      float64 `query:"lng" minimum:"-180" maximum:"180"`
	At       string  `query:"at" maxLength:"40" doc:"A moment; now when it is left out."`
}) (*httpapi.Reply[Tried], error) {
	who, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	now := s.Branches.Clock.Now()
	if in.At != "" {
		at, err := time.Parse(time.RFC3339, in.At)
		if err != nil {
			return nil, errs.Invalid("at", "common.invalid")
		}
		now = at
	}
	var pin *places.Point
	if in.Lat != 0 || in.Lng != 0 {
		at := places.At(in.Lat, in.Lng)
		pin = &at
	}
	if pin == nil && in.District == "" {
		return nil, errs.Invalid("district", "common.required")
	}
	v := Tried{At: db.At(now), Exact: pin != nil, Branches: []TriedBranch{}, Currency: money.Shop}
	place := s.Places.Of(in.District, pin)
	if !place.Known() {
		v.Why = &TriedObstacle{"location_not_supported", i18n.T(lang, "places.location_not_supported")}
		return httpapi.OK(v), nil
	}
	if pin != nil {
		place = places.Exactly(place.District, *pin)
	}
	district := place.District.Ref(lang)
	v.District = &district
	for _, b := range s.Branches.Every() {
		if b.Archived || !who.Sees(b.ID) {
			continue
		}
		tried, err := s.try(ctx, b, place, now, lang)
		if err != nil {
			return nil, err
		}
		v.Branches = append(v.Branches, tried)
	}
	rank := func(t TriedBranch) int {
		switch {
		case t.Orders:
			return 0
		case t.Fee != nil:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(v.Branches, func(a, b TriedBranch) int { return cmp.Compare(rank(a), rank(b)) })
	return httpapi.OK(v), nil
}

// try applies checkout's rules for one branch at a given time. Days are relative to now: an order tried for tomorrow
// arrives tomorrow, not "today".
func (s *Tester) try(ctx context.Context, b *branches.Branch, place places.Place, now time.Time,
	lang i18n.Lang) (TriedBranch, error) {
	v := TriedBranch{Branch: b.Ref(lang), Store: b.Store.Ref(lang), Partly: b.Partly(place.DistrictID()),
		Why: []TriedObstacle{}}
	why := func(code string, args ...any) {
		v.Why = append(v.Why, TriedObstacle{code, i18n.T(lang, "shipping.why_"+code, args...)})
	}
	if !b.Active {
		why("hidden")
	}
	state := b.OpenAt(now)
	if b.Active && !state.Open {
		why(state.Reason)
		v.OpensAt = millis(state.Opens)
	}
	_, v.Pickup = b.Counter()
	zone, found := b.ZoneOf(place)
	switch found {
	case branches.Nowhere:
		why("no_zone", "district", place.District.Name)
		return v, nil
	case branches.Outside:
		why("outside_zone", "district", place.District.Name)
		return v, nil
	}
	fee, minimum := money.EGP(zone.Fee).Major(), money.EGP(zone.Minimum).Major()
	v.Fee, v.Minimum = &fee, &minimum
	if zone.FreeFrom > 0 && zone.Fee > 0 {
		free := money.EGP(zone.FreeFrom).Major()
		v.FreeFrom = &free
	}
	promise, soon := Now(b, zone, now)
	if soon {
		label := promise.Label(lang, s.Branches.Clock.Now())
		v.Promise = &label
	}
	offered := Slots(b, zone, now)
	free, err := Free(ctx, s.DB, b.ID, b.SlotCapacity, offered)
	if err != nil {
		return v, err
	}
	v.FreeSlots, v.FullSlots = int64(len(free)), int64(len(offered)-len(free))
	if len(free) > 0 {
		label := free[0].Label(lang, s.Branches.Clock.Now())
		v.NextSlot = &label
	} else if len(offered) > 0 {
		why("slots_full")
	}
	v.Orders = b.Active && (soon || len(free) > 0)
	return v, nil
}

func millis(t *time.Time) *db.Millis {
	if t == nil {
		return nil
	}
	m := db.At(*t)
	return &m
}
