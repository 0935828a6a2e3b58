package branches

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"wekala/internal/locations/places"
	"wekala/internal/platform/httpapi"
)

// pinGrain is the precision to which pins are rounded, in millionths of a degree: about a hundred metres, as browsers
// do. Without rounding, every customer would have a separate cache key.
const pinGrain = 1000

// maxSpots bounds the rounded pins whose spot is cached.
const maxSpots = 4096

// spots caches the spot of each rounded pin, for one version of the catalogue.
type spots struct {
	mu      sync.Mutex
	version int64
	byPin   map[spotPin]places.Place
	byKind  map[string]places.Place // by the zones with which branches serve it
}

type spotPin struct {
	district string
	at       places.Point
}

// Place returns the caller's place. A pin is rounded, so that responses can be shared.
func (s *Service) Place(who *httpapi.Who) places.Place { return rounded(s.Places.Caller(who)) }

func rounded(p places.Place) places.Place {
	if p.Pinned {
		p.At = places.Point{LatE6: roundTo(p.At.LatE6, pinGrain), LngE6: roundTo(p.At.LngE6, pinGrain)}
	}
	return p
}

func roundTo(v, grain int64) int64 {
	half := grain / 2
	if v < 0 {
		half = -half
	}
	return (v + half) / grain * grain
}

// Spot is the part of a district around a place that every branch serves alike: by the same zone, with a store's
// branches in the same order of distance. A district has few, so answers without distances are cached per spot. A spot
// served like the district's middle is the district.
func (s *Service) Spot(p places.Place) places.Place {
	if p = rounded(p); !p.Pinned {
		return p
	}
	version := s.Version()
	pin := spotPin{p.District.ID, p.At}
	s.spots.mu.Lock()
	defer s.spots.mu.Unlock()
	if s.spots.byPin == nil || s.spots.version != version || len(s.spots.byPin) >= maxSpots {
		s.spots.version, s.spots.byPin, s.spots.byKind = version, map[spotPin]places.Place{}, map[string]places.Place{}
	}
	if known, ok := s.spots.byPin[pin]; ok && known.District == p.District {
		return known
	}
	spot, served := p, s.served(p)
	middle := places.Place{District: p.District, At: p.District.Center}
	if served == s.served(middle) {
		spot = middle
	} else if known, ok := s.spots.byKind[served]; ok && known.District == p.District {
		spot = known
	}
	s.spots.byPin[pin], s.spots.byKind[served] = spot, spot
	return spot
}

// served encodes the zone with which each branch serves a place.
func (s *Service) served(p places.Place) string {
	how := append([]byte(p.District.ID), 0)
	for _, b := range s.All() {
		how = binary.AppendVarint(how, int64(b.zoneIndex(p)))
	}
	for _, store := range s.Stores() {
		if len(store.Branches) < 2 {
			continue
		}
		near := slices.Clone(store.Branches)
		slices.SortStableFunc(near, func(a, b *Branch) int {
			return cmp.Compare(places.Metres(p.At, a.At), places.Metres(p.At, b.At))
		})
		for _, b := range near {
			how = append(append(how, b.ID...), 0)
		}
	}
	return string(how)
}

// zoneIndex returns the index of the first zone of a district that contains a place; -1 if there is none.
func (b *Branch) zoneIndex(p places.Place) int {
	at := p.At
	if !p.Pinned {
		at = b.middles[p.DistrictID()]
	}
	all := b.zones[p.DistrictID()]
	for i, z := range all {
		if z.Shape.None() || z.Shape.Holds(at) {
			return i
		}
	}
	if !p.Pinned && len(all) > 0 {
		return 0
	}
	return -1
}

// From sets the distances of branches from a place. Cards made for another place of the same spot differ in nothing
// else.
func (s *Service) From(place places.Place, cards []BranchCard) []BranchCard {
	own := slices.Clone(cards)
	for i := range own {
		if b, ok := s.Branch(own[i].ID); ok && place.Known() {
			own[i].DistanceM = new(places.Metres(place.At, b.At))
		}
	}
	return own
}
