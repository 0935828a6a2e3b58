// Package branches manages the sellers: the services (food, grocery, general), their stores, and the stores' branches
// with opening hours, delivery zones, minimum orders and promises.
//
// There are tens to a few hundred branches, and nearly every answer of the shop needs some, so all of them are kept in
// memory: an immutable snapshot that is loaded again when the catalogue's version changes for a branch.
//
// A branch is closed by its hours or by a switch that its manager turns. The customer's place determines what they see
// of it: whether it delivers there, for how much, how fast, and how far away it is.
//
// Its manager and owners decide how a branch takes orders (console.go).
package branches

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/locations/places"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// The kinds of delivery promises.
const (
	ByMinutes = "minutes"
	ByDays    = "days"
)

// ServiceType is one of the shop's services: the kind of products it sells and how it promises delivery.
type ServiceType struct {
	ID, Slug      string
	Name, Tagline i18n.Text
	Image         files.Image
	Tint          string // food, grocery or general
	Promise       string // ByMinutes or ByDays
	PromiseDays   int64
	Active        bool
	Sort          int64
}

// Store is a merchant.
type Store struct {
	ID, Slug     string
	Kind         *ServiceType
	Name, About  i18n.Text
	Image        files.Image
	MainBranchID string // the branch that represents the store if no place is chosen
	Cover        files.Image
	LegalName    string // the seller's name in the tax register
	TaxNumber    string
	CommissionBP int64  // on the products of its orders, in basis points
	Delivers     string // DeliversShop or DeliversStore
	OwnedBy      string // OwnedByPlatform or OwnedBySeller
	Active       bool
	Sort         int64
	Branches     []*Branch // active branches, in order
}

// Branch is a branch of a store. It is immutable.
type Branch struct {
	ID, Slug        string
	Store           *Store
	Kind            *ServiceType
	Name, Address   i18n.Text
	Phone           string
	District        District
	At              places.Point
	Hours           Hours
	SwitchedClosed  bool
	PausedUntil     time.Time // the end of the pause; zero: not paused
	PauseReason     string    // of the pause or the switch: one of PauseReasons, or empty
	MinimumOrder    int64     // minor units
	FreeFrom        int64     // item total from which delivery is free; 0: never
	DeliveryMinutes int64
	AcceptMinutes   int64
	SlotCapacity    int64 // orders for one hour; 0: no limit
	PickupMinutes   int64 // until an order can be collected; 0: no pickup
	RatingSum       int64
	RatingCount     int64
	Active          bool // whether it sells: it, its store and its service are shown and not archived
	Archived        bool // permanently closed
	// LegalName and TaxNumber are the seller's, taken from the store if the branch has none. The codes are those by which
	// the seller and the tax authority know the branch.
	LegalName, TaxNumber      string
	SellerCode, TaxBranchCode string
	Sort                      int64

	zones   map[string][]Zone       // by district, the highest priority first
	middles map[string]places.Point // of the districts that shapes divide
	folded  []string                // names of the branch and its store in both languages, folded for the search
	state   atomic.Pointer[timedState]
}

// District is the district that contains a branch.
type District struct {
	ID   string
	Name i18n.Text
}

// Zone describes how a branch delivers to one district, or offers pickup.
type Zone struct {
	DistrictID string
	Fee        int64 // minor units
	Minutes    int64
	Minimum    int64 // minimum order
	FreeFrom   int64 // item total from which delivery is free; 0: never
	Priority   int64
	Shape      places.Shape // limits the zone to a part of the district; empty: all of it
	Counter    bool         // pickup by the customer; no district, no fee
}

// Coverage is how much of a place a branch delivers to.
type Coverage int

// The possible values of Coverage.
const (
	Nowhere Coverage = iota // doesn't deliver to this district
	Outside                 // delivers to a part of the district that doesn't contain the pin
	Reached
)

type timedState struct {
	from  time.Time
	state OpenState
}

// OpenAt returns whether the branch takes orders at t. The result is cached until it may change, so calls are cheap.
func (b *Branch) OpenAt(t time.Time) OpenState {
	if kept := b.state.Load(); kept != nil && !t.Before(kept.from) && t.Before(kept.state.Until) {
		return kept.state
	}
	state := openState(b.Hours, b.SwitchedClosed || !b.Active, len(b.zones) > 0 || b.PickupMinutes > 0, b.PausedUntil, t)
	b.state.Store(&timedState{t, state})
	return state
}

// openState returns whether a branch with these hours, switch and pause is open; reaches means that it delivers
// somewhere or offers pickup.
func openState(hours Hours, off, reaches bool, pausedUntil, t time.Time) OpenState {
	switch {
	case off:
		return OpenState{Reason: ClosedBySwitch, Until: t.Add(24 * time.Hour)}
	case !reaches:
		return OpenState{Reason: ClosedNowhere, Until: t.Add(24 * time.Hour)}
	case pausedUntil.After(t):
		// It opens again automatically, at the end of the pause or when its hours allow.
		after := hours.At(pausedUntil)
		if after.Open {
			back := pausedUntil.UTC()
			after.Opens = &back
		}
		return OpenState{Opens: after.Opens, Reason: Paused, Until: pausedUntil}
	}
	return hours.At(t)
}

// Zone returns how the branch delivers to a district as a whole; false if it doesn't. If shapes divide the district,
// the zone of its centre counts, or else the first one. For addresses use ZoneAt.
func (b *Branch) Zone(districtID string) (Zone, bool) {
	all := b.zones[districtID]
	for _, z := range all {
		if z.Shape.None() || z.Shape.Holds(b.middles[districtID]) {
			return z, true
		}
	}
	if len(all) > 0 {
		return all[0], true
	}
	return Zone{}, false
}

// ZoneAt returns the first zone of a district that contains a point.
func (b *Branch) ZoneAt(districtID string, at places.Point) (Zone, Coverage) {
	all := b.zones[districtID]
	for _, z := range all {
		if z.Shape.None() || z.Shape.Holds(at) {
			return z, Reached
		}
	}
	if len(all) > 0 {
		return Zone{}, Outside
	}
	return Zone{}, Nowhere
}

// ZoneOf returns how the branch delivers to a place: to its pin, or to its district if there is no pin.
func (b *Branch) ZoneOf(p places.Place) (Zone, Coverage) {
	if p.Pinned {
		return b.ZoneAt(p.DistrictID(), p.At)
	}
	if z, ok := b.Zone(p.DistrictID()); ok {
		return z, Reached
	}
	return Zone{}, Nowhere
}

// Partly reports whether the branch delivers only to a part of a district.
func (b *Branch) Partly(districtID string) bool {
	all := b.zones[districtID]
	return len(all) > 0 && !slices.ContainsFunc(all, func(z Zone) bool { return z.Shape.None() })
}

// Narrowed reports whether shapes divide a district, so that a pin matters.
func (b *Branch) Narrowed(districtID string) bool {
	return slices.ContainsFunc(b.zones[districtID], func(z Zone) bool { return !z.Shape.None() })
}

// Counter returns the zone for pickup at the branch; false if it offers none.
func (b *Branch) Counter() (Zone, bool) {
	return Zone{Minutes: b.PickupMinutes, Minimum: b.MinimumOrder, Counter: true}, b.PickupMinutes > 0
}

// MinutesFor returns the promised delivery time of a zone: the branch's minutes if the zone has none.
func (b *Branch) MinutesFor(z Zone) time.Duration {
	return time.Duration(cmp.Or(z.Minutes, b.DeliveryMinutes)) * time.Minute
}

// PromisedMinutes returns MinutesFor as shown to customers; nil if the service promises days. Without a place the zone
// is empty.
func (b *Branch) PromisedMinutes(z Zone) *int64 {
	minutes := int64(b.MinutesFor(z) / time.Minute)
	if b.Kind.Promise != ByMinutes || minutes <= 0 {
		return nil
	}
	return &minutes
}

// Zones lists the zones of the branch, by district id and priority.
func (b *Branch) Zones() []Zone {
	list := make([]Zone, 0, len(b.zones))
	for _, all := range b.zones {
		list = append(list, all...)
	}
	slices.SortFunc(list, func(a, b Zone) int {
		return cmp.Or(strings.Compare(a.DistrictID, b.DistrictID), cmp.Compare(b.Priority, a.Priority))
	})
	return list
}

// Delivers reports whether the branch delivers to a place; false if no place is chosen.
func (b *Branch) Delivers(p places.Place) bool {
	_, found := b.ZoneOf(p)
	return found == Reached
}

// Again returns the branch for repeating an order: the same one if it exists and delivers to the place, or else another
// of its store that does.
func (s *Service) Again(branchID, storeID string, place places.Place) (*Branch, bool) {
	fine := func(b *Branch) bool { return b.Active && (!place.Known() || b.Delivers(place)) }
	same, ok := s.Branch(branchID)
	if ok && fine(same) {
		return same, true
	}
	if store, found := s.Store(storeID); found {
		for _, b := range store.Branches {
			if fine(b) {
				return b, true
			}
		}
	}
	return same, ok && same.Active
}

// Ref returns the id and name of the branch.
func (b *Branch) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: b.ID, Slug: b.Slug, Name: b.Name.In(lang)}
}

// Ref returns the id and name of the store.
func (s *Store) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: s.ID, Slug: s.Slug, Name: s.Name.In(lang)}
}

// Ref returns the id and name of the service.
func (k *ServiceType) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: k.ID, Slug: k.Slug, Name: k.Name.In(lang)}
}

// Categories is the interface to the catalogue, a layer above this package; app connects it.
type Categories interface {
	// OfBranch lists the categories with products at a branch.
	OfBranch(ctx context.Context, branchID string, lang i18n.Lang) ([]Category, error)
	// Selling returns the branches that sell products of a category (id or slug) or of its subcategories; nil if there is
	// no such category.
	Selling(ctx context.Context, category string) (map[string]bool, error)
}

// Hearts returns those of some branches that a customer marked.
type Hearts func(ctx context.Context, userID string, branchIDs []string) (map[string]bool, error)

// Changed is the kind of a change of a service, store, branch, their hours or zones, for
// platform/changefeed. Ref: its id.
const Changed = "branch"

// ServiceHook is called for a new service in the transaction that creates it.
type ServiceHook func(ctx context.Context, tx *db.Tx, slug, tint string) error

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Places   *places.Service
	Pictures *files.Library
	Fold     func(string) string // the folding of the search
	Version  func() int64        // the catalogue's version
}

// Service answers questions about branches from memory.
type Service struct {
	Deps
	shelves Categories
	hearts  Hearts
	// copiers copy other features' data of a branch to a new branch.
	copiers   []partCopier
	onService ServiceHook
	now       atomic.Pointer[snapshot]
	lists     *answers.Cache[page]
	pages     *answers.Cache[BranchView]
	kinds     *answers.Cache[struct{}]
	spots     spots
	// loading is locked from reading until the result is in use, so that an older result never replaces a newer one.
	loading sync.Mutex
}

type snapshot struct {
	kinds    []*ServiceType // active, in their order
	stores   []*Store
	branches []*Branch // active, in their order
	every    []*Branch // including hidden and archived ones
	byID     map[string]*Branch
	bySlug   map[string]*Branch
	kindBy   map[string]*ServiceType // by id and slug
	storeBy  map[string]*Store       // by id and slug
	served   map[string]bool         // districts
}

// The memory for responses, in bytes.
const (
	listBytes = 8 << 20
	pageBytes = 8 << 20
)

// New returns the service. Call Load before using it.
func New(deps Deps) *Service {
	s := &Service{
		Deps:      deps,
		shelves:   noShelves{},
		hearts:    func(context.Context, string, []string) (map[string]bool, error) { return nil, nil },
		onService: func(context.Context, *db.Tx, string, string) error { return nil },
		lists:     answers.New[page](listBytes, deps.Version, deps.Clock),
		pages:     answers.New[BranchView](pageBytes, deps.Version, deps.Clock),
		kinds:     answers.New[struct{}](1<<20, deps.Version, deps.Clock),
	}
	s.now.Store(&snapshot{})
	return s
}

type noShelves struct{}

func (noShelves) OfBranch(context.Context, string, i18n.Lang) ([]Category, error) { return nil, nil }
func (noShelves) Selling(context.Context, string) (map[string]bool, error)        { return nil, nil }

// Join connects packages of higher layers. App calls it once while it assembles the program.
func (s *Service) Join(shelves Categories, hearts Hearts) { s.shelves, s.hearts = shelves, hearts }

// OnService sets the hook for new services.
func (s *Service) OnService(h ServiceHook) { s.onService = h }

// Load reads everything from the database and starts to use it.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	next, err := load(ctx, s.DB, s.Pictures)
	if err != nil {
		return err
	}
	for _, b := range next.every {
		for _, name := range []i18n.Text{b.Store.Name, b.Name} {
			b.folded = append(b.folded, " "+s.Fold(name.EN), " "+s.Fold(name.AR))
		}
	}
	s.now.Store(next)
	return nil
}

// ServiceTypes lists the active services in order.
func (s *Service) ServiceTypes() []*ServiceType { return s.now.Load().kinds }

// Service returns a service by id or slug, active or not.
func (s *Service) Service(ref string) (*ServiceType, bool) {
	k, ok := s.now.Load().kindBy[ref]
	return k, ok
}

// Store returns a store by id or slug, active or not.
func (s *Service) Store(ref string) (*Store, bool) {
	st, ok := s.now.Load().storeBy[ref]
	return st, ok
}

// Tint returns the background colour of a branch's products; empty if the branch is unknown.
func (s *Service) Tint(branchID string) string {
	b, ok := s.Branch(branchID)
	if !ok {
		return ""
	}
	return b.Kind.Tint
}

// Stores lists the active stores in order.
func (s *Service) Stores() []*Store { return s.now.Load().stores }

// Branch returns a branch by id or slug. Inactive ones are included for old orders, but are never open.
func (s *Service) Branch(ref string) (*Branch, bool) {
	now := s.now.Load()
	b, ok := now.byID[ref]
	if !ok {
		b, ok = now.bySlug[ref]
	}
	return b, ok
}

// All lists the active branches in order.
func (s *Service) All() []*Branch { return s.now.Load().branches }

// Every lists all branches in order for staff, including hidden and archived ones.
func (s *Service) Every() []*Branch { return s.now.Load().every }

// Serves reports whether any active branch delivers to a district.
func (s *Service) Serves(districtID string) bool { return s.now.Load().served[districtID] }

// Boundary returns the next time at which any active branch opens or closes.
func (s *Service) Boundary(t time.Time) time.Time {
	next := t.Add(24 * time.Hour)
	for _, b := range s.now.Load().branches {
		if until := b.OpenAt(t).Until; until.Before(next) {
			next = until
		}
	}
	return next
}
