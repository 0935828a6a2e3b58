package branches

import (
	"time"

	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ServiceView is a service in the API.
type ServiceView struct {
	ID          string      `json:"id"`
	Slug        string      `json:"slug"`
	Name        string      `json:"name"`
	Tagline     string      `json:"tagline"`
	Image       files.Image `json:"image"`
	Tint        string      `json:"tint" enum:"food,grocery,general"`
	Promise     string      `json:"promise" enum:"minutes,days"`
	PromiseDays int64       `json:"promise_days"`
}

// BranchCard is a branch as shown in lists.
type BranchCard struct {
	ID              string       `json:"id"`
	Slug            string       `json:"slug"`
	Name            string       `json:"name"`
	Store           wire.Ref     `json:"store"`
	Service         wire.Ref     `json:"service"`
	Image           files.Image  `json:"image"`
	Cover           files.Image  `json:"cover" doc:"Wide, of its store."`
	IsClosed        bool         `json:"is_closed"`
	OpensAt         *db.Millis   `json:"opens_at" doc:"Next opening of a closed branch."`
	ClosesAt        *db.Millis   `json:"closes_at" doc:"End of the present opening."`
	ClosedReason    *string      `json:"closed_reason" enum:"hours,switched,paused,nowhere"`
	MinimumOrder    money.Major  `json:"minimum_order"`
	DeliveryFee     *money.Major `json:"delivery_fee" nullable:"true" doc:"To the chosen district."`
	FreeFrom        *money.Major `json:"free_from,omitempty" doc:"Items from which delivery to the chosen district is free."`
	DeliveryMinutes *int64       `json:"delivery_minutes"`
	Promise         string       `json:"promise" enum:"minutes,days"`
	PromiseDays     int64        `json:"promise_days"`
	Delivers        *bool        `json:"delivers" doc:"To the chosen place; null while none is chosen."`
	PickupMinutes   *int64       `json:"pickup_minutes" doc:"Until an order can be collected; null where none is."`
	DistanceM       *int64       `json:"distance_m"`
	Rating          wire.Rating  `json:"rating"`
	District        wire.Ref     `json:"district"`
	Currency        string       `json:"currency"`
	IsFavorite      bool         `json:"is_favorite"`
}

// BranchView is a branch with all details.
type BranchView struct {
	BranchCard
	Address    string          `json:"address"`
	Phone      string          `json:"phone"`
	Lat        float64         `json:"lat"`
	Lng        float64         `json:"lng"`
	Hours      []HoursView     `json:"hours"`
	Exceptions []ExceptionView `json:"exceptions" doc:"Dates from today on that differ."`
	HoursNote  string          `json:"hours_note,omitempty" doc:"Which days the hours are of, where these have a name."`
	ClosedNote string          `json:"closed_note,omitempty" doc:"Why it takes no orders for a while."`
	About      string          `json:"about"`
	Categories []Category      `json:"categories" doc:"Those with products here."`
	Zones      []ZoneView      `json:"zones"`
	Delivering *wire.Ref       `json:"delivering,omitempty" doc:"Another branch of the store, which delivers to the chosen place where this one does not."`
}

// HoursView is one weekly opening.
type HoursView struct {
	Day   int    `json:"day" doc:"0 is Sunday."`
	Open  string `json:"open"`
	Close string `json:"close" doc:"Not after open: on the next day."`
}

// SpanView is one opening of a date.
type SpanView struct {
	Open  string `json:"open"`
	Close string `json:"close"`
}

// ExceptionView is a date with other hours than its weekday's.
type ExceptionView struct {
	Day   string     `json:"day"`
	Hours []SpanView `json:"hours" doc:"None: closed all day."`
	Note  string     `json:"note"`
}

// ZoneView is a district that a branch delivers to.
type ZoneView struct {
	District wire.Ref    `json:"district"`
	Fee      money.Major `json:"fee"`
	Minutes  int64       `json:"minutes"`
	Partly   bool        `json:"partly" doc:"To a part of it alone."`
}

// Category is a category with the number of its products.
type Category struct {
	ID        string      `json:"id"`
	Slug      string      `json:"slug"`
	Name      string      `json:"name"`
	Image     files.Image `json:"image"`
	ServiceID string      `json:"service_id"`
	ParentID  *string     `json:"parent_id"`
	Products  int64       `json:"products"`
	Children  []Category  `json:"children"`
}

// View returns a service in a language.
func (k *ServiceType) View(lang i18n.Lang) ServiceView {
	return ServiceView{
		ID: k.ID, Slug: k.Slug, Name: k.Name.In(lang), Tagline: k.Tagline.In(lang), Image: k.Image,
		Tint: k.Tint, Promise: k.Promise, PromiseDays: k.PromiseDays,
	}
}

// Card returns the branch at a given time, seen from a place, in a language.
func (b *Branch) Card(lang i18n.Lang, place places.Place, now time.Time) BranchCard {
	state := b.OpenAt(now)
	card := BranchCard{
		ID: b.ID, Slug: b.Slug, Name: b.Name.In(lang), Store: b.Store.Ref(lang), Service: b.Kind.Ref(lang),
		Image: b.Store.Image, Cover: b.Store.Cover, IsClosed: !state.Open, OpensAt: moment(state.Opens),
		ClosesAt:     moment(state.Closes),
		MinimumOrder: money.EGP(b.MinimumOrder).Major(), Promise: b.Kind.Promise, PromiseDays: b.Kind.PromiseDays,
		Rating:   wire.RatingOf(b.RatingSum, b.RatingCount),
		District: wire.Ref{ID: b.District.ID, Slug: b.District.ID, Name: b.District.Name.In(lang)},
		Currency: money.Shop,
	}
	if !state.Open {
		card.ClosedReason = &state.Reason
	}
	if b.PickupMinutes > 0 {
		card.PickupMinutes = &b.PickupMinutes
	}
	// The usual promise is shown even where the branch doesn't deliver.
	card.DeliveryMinutes = b.PromisedMinutes(Zone{})
	if !place.Known() {
		return card
	}
	zone, found := b.ZoneOf(place)
	delivers := found == Reached
	card.Delivers = &delivers
	away := places.Metres(place.At, b.At)
	card.DistanceM = &away
	if delivers {
		fee := money.EGP(zone.Fee).Major()
		card.DeliveryFee, card.DeliveryMinutes = &fee, b.PromisedMinutes(zone)
		card.MinimumOrder = money.EGP(zone.Minimum).Major()
		if zone.FreeFrom > 0 && zone.Fee > 0 {
			free := money.EGP(zone.FreeFrom).Major()
			card.FreeFrom = &free
		}
	}
	return card
}

func moment(t *time.Time) *db.Millis {
	if t == nil {
		return nil
	}
	m := db.At(*t)
	return &m
}

// view returns the branch with all details. The caller adds the categories.
func (s *Service) view(b *Branch, lang i18n.Lang, place places.Place, now time.Time) BranchView {
	v := BranchView{
		BranchCard: b.Card(lang, place, now), Address: b.Address.In(lang), Phone: b.Phone,
		Lat: b.At.Lat(), Lng: b.At.Lng(), About: b.Store.About.In(lang),
		Hours: []HoursView{}, Exceptions: []ExceptionView{}, Categories: []Category{}, Zones: []ZoneView{},
	}
	if v.IsClosed && *v.ClosedReason != ClosedByHours && b.PauseReason != "" {
		v.ClosedNote = i18n.T(lang, "branches.paused_"+b.PauseReason)
	}
	days := b.Hours.Week
	if r := b.Hours.rangeOn(Day(now.In(clock.Cairo).Format(time.DateOnly))); r != nil {
		days, v.HoursNote = r.Week, i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang)
	}
	for day, spans := range days {
		for _, span := range spans {
			open, end := span.Text()
			v.Hours = append(v.Hours, HoursView{day, open, end})
		}
	}
	for _, day := range b.Hours.exceptionsFrom(now) {
		e := b.Hours.Exceptions[day]
		shown := ExceptionView{Day: string(day), Hours: []SpanView{}, Note: i18n.Text{EN: e.NoteEN, AR: e.NoteAR}.In(lang)}
		for _, span := range e.Spans {
			open, end := span.Text()
			shown.Hours = append(shown.Hours, SpanView{open, end})
		}
		v.Exceptions = append(v.Exceptions, shown)
	}
	said := map[string]bool{}
	for _, z := range b.Zones() {
		if d, ok := s.Places.District(z.DistrictID); ok && !said[z.DistrictID] {
			said[z.DistrictID] = true
			z, _ := b.Zone(z.DistrictID)
			v.Zones = append(v.Zones, ZoneView{d.Ref(lang), money.EGP(z.Fee).Major(), z.Minutes, b.Partly(z.DistrictID)})
		}
	}
	return v
}
