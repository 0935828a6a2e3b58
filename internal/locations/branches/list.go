package branches

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"wekala/internal/locations/places"
)

// PerPage is the page size of listings.
const PerPage = 24

// The orders of a branch list. In all of them, branches that don't deliver to the chosen place come last, because
// customers cannot use them.
const (
	Recommended = "recommended" // open first, as staff ordered them, then what opens soonest
	Nearest     = "nearest"
	Fastest     = "fastest"
	BestRated   = "rating"
)

// Filter selects branches. Empty fields don't filter.
type Filter struct {
	Service, Store, Category string // ids or slugs
	Text                     string
	Sort                     string
	OpenOnly                 bool
	Place                    places.Place
}

// Find lists the active branches of a filter, sorted, and the time until which the result is valid (as far as opening
// hours are concerned).
func (s *Service) Find(ctx context.Context, f Filter, now time.Time) (found []*Branch, until time.Time, err error) {
	var selling map[string]bool
	if f.Category != "" {
		if selling, err = s.shelves.Selling(ctx, f.Category); err != nil {
			return nil, until, err
		}
	}
	kind, okKind := s.Service(f.Service)
	store, okStore := s.Store(f.Store)
	want := s.Fold(f.Text)
	until = now.Add(24 * time.Hour)
	for _, b := range s.All() {
		switch {
		case f.Service != "" && (!okKind || b.Kind != kind),
			f.Store != "" && (!okStore || b.Store != store),
			f.Category != "" && !selling[b.ID],
			want != "" && !b.named(" "+want):
			continue
		}
		state := b.OpenAt(now)
		if state.Until.Before(until) {
			until = state.Until
		}
		if f.OpenOnly && !state.Open {
			continue
		}
		found = append(found, b)
	}
	order(found, f.Sort, f.Place, now)
	return found, until, nil
}

// named reports whether a word in the branch's or its store's name begins with a folded text.
func (b *Branch) named(want string) bool {
	return slices.ContainsFunc(b.folded, func(name string) bool { return strings.Contains(name, want) })
}

// order sorts branches for a place; list is in the order set by staff.
func order(list []*Branch, by string, place places.Place, now time.Time) {
	type key struct{ serves, open, by int64 }
	keys := make(map[*Branch]key, len(list))
	for _, b := range list {
		var k key
		if place.Known() && !b.Delivers(place) {
			k.serves = 1
		}
		state := b.OpenAt(now)
		if !state.Open {
			k.open = 1
		}
		switch by {
		case Nearest:
			k.open = 0
			if place.Known() {
				k.by = places.Metres(place.At, b.At)
			}
		case Fastest:
			k.by = b.DeliveryMinutes
			if zone, found := b.ZoneOf(place); found == Reached {
				k.by = orElse(positive(zone.Minutes), b.DeliveryMinutes)
			}
			if b.Kind.Promise == ByDays {
				k.by = b.Kind.PromiseDays * dayMinutes
			}
		case BestRated:
			k.open = 0
			if b.RatingCount > 0 {
				k.by = -b.RatingSum * 1000 / b.RatingCount
			}
		}
		if k.open == 1 {
			// Closed branches are sorted by their next opening; those without one come last.
			k.by = math.MaxInt64
			if state.Opens != nil {
				k.by = state.Opens.UnixMilli()
			}
		}
		keys[b] = k
	}
	slices.SortStableFunc(list, func(x, y *Branch) int {
		a, b := keys[x], keys[y]
		return cmp.Or(cmp.Compare(a.serves, b.serves), cmp.Compare(a.open, b.open), cmp.Compare(a.by, b.by))
	})
}
