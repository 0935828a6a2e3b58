// Package places knows the geography: the governorates and districts that the shop knows, their outlines, and which of
// them contains a point.
//
// A customer's place is a district. Its id (the district-id header) names it, or the outline around a pin determines
// it. Outlines are drawn by hand, approximate, and do not overlap. This package does not know whether anybody delivers
// to a district: branches provide that, through Serves.
//
// Everything is small and read often, so it is kept in memory and loaded again when the catalogue's version changes.
package places

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Governorate is the larger of the two levels: Cairo, Giza, Qalyubia.
type Governorate struct {
	ID   string
	Name i18n.Text
	Sort int64
}

// District is the unit of delivery zones and addresses.
type District struct {
	ID          string
	Governorate *Governorate
	Name        i18n.Text
	Aliases     []string // other spellings that people type, in either language
	Center      Point
	Outline     []Point
	Radius      int64 // metres from the centre, for a district without an outline
	Sort        int64

	words []string // folded names, for Search: the names in both languages, then the aliases
	box   box
}

// Place is where a customer is, as far as known. The zero Place is unknown.
type Place struct {
	District *District // nil: no place chosen
	At       Point     // the pin, or the district's centre
	Pinned   bool      // At is a pin
}

// Known reports whether a place was chosen.
func (p Place) Known() bool { return p.District != nil }

// DistrictID returns the chosen district's id, or "".
func (p Place) DistrictID() string {
	if p.District == nil {
		return ""
	}
	return p.District.ID
}

// Service answers queries about places from memory.
type Service struct {
	db     *db.DB
	fold   func(string) string
	serves func(districtID string) bool
	now    atomic.Pointer[snapshot]
	// loading is locked from reading until the result is in use, so that an older result never replaces a newer one.
	loading sync.Mutex
}

type snapshot struct {
	governorates []*Governorate
	districts    []*District
	byName       map[i18n.Lang][]*District // the same, sorted by governorate and name in each language
	byID         map[string]*District
}

// New makes the service. fold is the search's folding, so that the same spellings match a district as a product. Call
// Load before the first use.
func New(d *db.DB, fold func(string) string) *Service {
	s := &Service{db: d, fold: fold, serves: func(string) bool { return false }}
	s.now.Store(&snapshot{byID: map[string]*District{}})
	return s
}

// Serves sets the function that reports whether any branch delivers to a district. Call it once, while the app is being
// assembled.
func (s *Service) Serves(fn func(districtID string) bool) { s.serves = fn }

// Served reports whether at least one branch delivers to the district.
func (s *Service) Served(districtID string) bool { return s.serves(districtID) }

// Load reads all places from the database and starts to use them.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	next, err := load(ctx, s.db, s.fold)
	if err != nil {
		return err
	}
	s.now.Store(next)
	return nil
}

// District returns an active district.
func (s *Service) District(id string) (*District, bool) {
	d, ok := s.now.Load().byID[id]
	return d, ok
}

// Knows reports whether an id belongs to an active district.
func (s *Service) Knows(id string) bool {
	_, ok := s.District(id)
	return ok
}

// Governorates lists the governorates in order.
func (s *Service) Governorates() []*Governorate { return s.now.Load().governorates }

// Districts lists the active districts, grouped by governorate.
func (s *Service) Districts() []*District { return s.now.Load().districts }

// ByName lists the active districts for people to search in: by governorate, then by name in their language.
func (s *Service) ByName(lang i18n.Lang) []*District { return s.now.Load().byName[lang] }

// sorted sorts districts by governorate and name, for ByName. Folded letters sort alphabetically in both languages. In
// Arabic the article is ignored, because nobody searches under it.
func sorted(districts []*District, lang i18n.Lang) []*District {
	place := map[*Governorate]int{}
	for _, d := range districts {
		if _, ok := place[d.Governorate]; !ok {
			place[d.Governorate] = len(place)
		}
	}
	name := func(d *District) string {
		if lang == i18n.AR {
			return strings.TrimPrefix(d.words[1], "ال")
		}
		return d.words[0]
	}
	all := slices.Clone(districts)
	slices.SortStableFunc(all, func(a, b *District) int {
		return cmp.Or(cmp.Compare(place[a.Governorate], place[b.Governorate]), strings.Compare(name(a), name(b)))
	})
	return all
}

// usualRadius is the radius of an area without an outline and without its own radius, in metres.
const usualRadius = 2500

// Locate returns the district of a point: one whose outline contains it, or else one without an outline whose radius
// reaches it. Of several it returns the one with the nearest middle, so that an area drawn over its neighbours doesn't
// hide them.
func (s *Service) Locate(p Point) (*District, bool) {
	var found *District
	var nearest int64
	closer := func(d *District) {
		if away := Metres(p, d.Center); found == nil || away < nearest {
			found, nearest = d, away
		}
	}
	all := s.now.Load().districts
	for _, d := range all {
		if d.box.holds(p) && inside(p, d.Outline) {
			closer(d)
		}
	}
	if found != nil {
		return found, true
	}
	for _, d := range all {
		if len(d.Outline) == 0 && Metres(p, d.Center) <= d.Radius {
			closer(d)
		}
	}
	return found, found != nil
}

// Of returns a caller's place from the request: the named district if we know it, else the pin. A pin at a district's
// middle counts as no pin, as browsers store it for a district chosen by name.
func (s *Service) Of(districtID string, pin *Point) Place {
	d, ok := s.District(districtID)
	if !ok && pin != nil {
		d, ok = s.Locate(*pin)
	}
	switch {
	case !ok:
		return Place{}
	case pin != nil && *pin != d.Center:
		return Exactly(d, *pin)
	}
	return Place{District: d, At: d.Center}
}

// Exactly returns a precise place, such as an address.
func Exactly(d *District, at Point) Place { return Place{District: d, At: at, Pinned: d != nil} }

// Search finds districts by a part of their name, in either language and any spelling. Names that begin with the text
// come first; otherwise the order is that of ByName. An empty text finds all.
func (s *Service) Search(text string, lang i18n.Lang) []*District {
	all := s.ByName(lang)
	want := s.fold(text)
	if want == "" {
		return all
	}
	type hit struct {
		d    *District
		rank int
	}
	var hits []hit
	for _, d := range all {
		if rank := match(d.words, want); rank < noMatch {
			hits = append(hits, hit{d, rank})
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].rank < hits[j].rank })
	found := make([]*District, len(hits))
	for i, h := range hits {
		found[i] = h.d
	}
	return found
}

// Named finds the district with exactly this name, in either language and any spelling, with or without the article.
func (s *Service) Named(text string) (*District, bool) {
	want, long := s.fold(text), s.fold("ال"+text)
	for _, d := range s.Districts() {
		if want != "" && (slices.Contains(d.words, want) || slices.Contains(d.words, long)) {
			return d, true
		}
	}
	return nil, false
}

// Begun finds districts whose name, or a word in it, begins with a text, in either language, any spelling, with or
// without the article (named). It also finds those with only another such name, for instance of a square (called).
func (s *Service) Begun(text string) (named, called []*District) {
	want, long := s.fold(text), s.fold("ال"+text)
	if want == "" {
		return nil, nil
	}
	var begun, within []*District
	for _, d := range s.Districts() {
		switch rank := min(match(d.words[:ownNames], want), match(d.words[:ownNames], long)); {
		case rank == 0:
			begun = append(begun, d)
		case rank == 1:
			within = append(within, d)
		case min(match(d.words, want), match(d.words, long)) < 2:
			called = append(called, d)
		}
	}
	return append(begun, within...), called
}

const (
	noMatch  = 3
	ownNames = 2
)

// match ranks a folded text among folded names: 0 if one begins with it, 1 if a word in one does, 2 if one contains it.
func match(names []string, want string) int {
	best := noMatch
	for _, w := range names {
		switch i := strings.Index(w, want); {
		case i == 0:
			return 0
		case i > 0 && w[i-1] == ' ':
			best = min(best, 1)
		case i > 0:
			best = min(best, 2)
		}
	}
	return best
}
