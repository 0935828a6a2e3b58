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

// How a service promises delivery.
const (
	ByMinutes = "minutes"
	ByDays    = "days"
)

// ServiceType is one of the shop's services: what it sells and how delivery is promised.
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
	MainBranchID string // the one that speaks for the store where no place is chosen
	Cover        files.Image
	LegalName    string // of the seller, as on the tax register
	TaxNumber    string
	CommissionBP int64  // of the goods of its orders, in basis points
	Delivers     string // DeliversShop or DeliversStore
	OwnedBy      string // OwnedByPlatform or OwnedBySeller
	Active       bool
	Sort         int64
	Branches     []*Branch // active ones, in their order
}

// Branch is one shop of a store. It is immutable.
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
	PausedUntil     time.Time // takes no orders before; zero: not paused
	PauseReason     string    // of the pause or the switch: one of PauseReasons, or none
	MinimumOrder    int64     // minor units
	FreeFrom        int64     // items from which delivery is free; 0: never
	DeliveryMinutes int64
	AcceptMinutes   int64
	SlotCapacity    int64 // orders for one hour; 0: no limit
	PickupMinutes   int64 // until an order can be collected; 0: none is
	RatingSum       int64
	RatingCount     int64
	Active          bool // sells: it, its store and its service are shown and not closed for good
	Archived        bool // closed for good
	// LegalName and TaxNumber are the seller's, taken from the store if the branch has none; the codes are those that
	// seller and tax authority use for the branch.
	LegalName, TaxNumber      string
	SellerCode, TaxBranchCode string
	Sort                      int64

	zones   map[string][]Zone       // by district, the highest priority first
	middles map[string]places.Point // of the districts that shapes narrow
	folded  []string                // its and its store's names in both languages, as they are searched
	state   atomic.Pointer[timedState]
}

// District is the district in which a branch is.
type District struct {
	ID   string
	Name i18n.Text
}

// Zone is how a branch delivers to one district, or hands over at its counter.
type Zone struct {
	DistrictID string
	Fee        int64 // minor units
	Minutes    int64
	Minimum    int64 // least order
	FreeFrom   int64 // items from which delivery is free; 0: never
	Priority   int64
	Shape      places.Shape // narrows the district; none: all of it
	Counter    bool         // collected by the customer; no district, no fee
}

// Coverage is how far a branch's deliveries come towards a place.
type Coverage int

// The answers.
const (
	Nowhere Coverage = iota // not to this district
	Outside                 // to a part of the district, and not where the pin is
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

// openState returns whether a branch with these hours, a switch and a pause is open; reaches means that it delivers
// somewhere or has pickup.
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

// Zone returns how the branch delivers to a district as a whole; false if it does not. If shapes divide the district,
// its middle decides, or else its first zone; for addresses use ZoneAt.
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

// ZoneAt returns how the branch delivers to a point of a district: by the first zone that holds it.
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

// Partly reports whether the branch delivers to a part of a district alone.
func (b *Branch) Partly(districtID string) bool {
	all := b.zones[districtID]
	return len(all) > 0 && !slices.ContainsFunc(all, func(z Zone) bool { return z.Shape.None() })
}

// Narrowed reports whether shapes divide a district, so that a pin matters.
func (b *Branch) Narrowed(districtID string) bool {
	return slices.ContainsFunc(b.zones[districtID], func(z Zone) bool { return !z.Shape.None() })
}

// Counter returns how customers collect at the branch; false if they cannot.
func (b *Branch) Counter() (Zone, bool) {
	return Zone{Minutes: b.PickupMinutes, Minimum: b.MinimumOrder, Counter: true}, b.PickupMinutes > 0
}

// MinutesFor is the delivery time that the branch promises for a zone: its own minutes if the zone has none.
func (b *Branch) MinutesFor(z Zone) time.Duration {
	return time.Duration(cmp.Or(z.Minutes, b.DeliveryMinutes)) * time.Minute
}

// PromisedMinutes is MinutesFor as shown to customers; nil where days are promised. Without a place the zone is empty.
func (b *Branch) PromisedMinutes(z Zone) *int64 {
	minutes := int64(b.MinutesFor(z) / time.Minute)
	if b.Kind.Promise != ByMinutes || minutes <= 0 {
		return nil
	}
	return &minutes
}

// Zones lists where the branch delivers, by district id and priority.
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

// Delivers reports whether the branch delivers to a place; false if none is chosen.
func (b *Branch) Delivers(p places.Place) bool {
	_, found := b.ZoneOf(p)
	return found == Reached
}

// Again finds the branch to order from once more: the same one while it is there
// and reaches the place, else another of its store that does.
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

// Ref names the branch.
func (b *Branch) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: b.ID, Slug: b.Slug, Name: b.Name.In(lang)}
}

// Ref names the store.
func (s *Store) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: s.ID, Slug: s.Slug, Name: s.Name.In(lang)}
}

// Ref names the service.
func (k *ServiceType) Ref(lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: k.ID, Slug: k.Slug, Name: k.Name.In(lang)}
}

// Categories is what the catalogue knows about branches; it is a layer above this package, so app connects it.
type Categories interface {
	// OfBranch lists the categories with products at a branch.
	OfBranch(ctx context.Context, branchID string, lang i18n.Lang) ([]Category, error)
	// Selling lists the branches that sell something in a category (id or
	// slug) or below it; nil when there is no such category.
	Selling(ctx context.Context, category string) (map[string]bool, error)
}

// Hearts returns which of some branches a customer marked.
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
	Fold     func(string) string // the search's folding
	Version  func() int64        // of the catalogue
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
	every    []*Branch // hidden ones and those closed for good, too
	byID     map[string]*Branch
	bySlug   map[string]*Branch
	kindBy   map[string]*ServiceType // by id and slug
	storeBy  map[string]*Store       // by id and slug
	served   map[string]bool         // districts
}

// Bytes of memory for answers.
const (
	listBytes = 8 << 20
	pageBytes = 8 << 20
)

// New makes the service. Call Load before the first question.
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

// Join connects packages of the layers above; app calls it once while it assembles the program.
func (s *Service) Join(shelves Categories, hearts Hearts) { s.shelves, s.hearts = shelves, hearts }

// OnService joins who must learn of a new service.
func (s *Service) OnService(h ServiceHook) { s.onService = h }

// Load reads everything from the database and puts it into use.
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

// ServiceTypes lists the active services in their order.
func (s *Service) ServiceTypes() []*ServiceType { return s.now.Load().kinds }

// Service finds a service by id or slug, active or not.
func (s *Service) Service(ref string) (*ServiceType, bool) {
	k, ok := s.now.Load().kindBy[ref]
	return k, ok
}

// Store finds a store by id or slug, active or not.
func (s *Service) Store(ref string) (*Store, bool) {
	st, ok := s.now.Load().storeBy[ref]
	return st, ok
}

// Tint is the ground that a branch's goods are shown on; empty for an unknown one.
func (s *Service) Tint(branchID string) string {
	b, ok := s.Branch(branchID)
	if !ok {
		return ""
	}
	return b.Kind.Tint
}

// Stores lists the active stores in their order.
func (s *Service) Stores() []*Store { return s.now.Load().stores }

// Branch finds a branch by id or slug, including inactive ones, for old orders; those never open.
func (s *Service) Branch(ref string) (*Branch, bool) {
	now := s.now.Load()
	b, ok := now.byID[ref]
	if !ok {
		b, ok = now.bySlug[ref]
	}
	return b, ok
}

// All lists the active branches in their order.
func (s *Service) All() []*Branch { return s.now.Load().branches }

// Every lists all branches in their order, for staff: hidden ones and those
// closed for good, too.
func (s *Service) Every() []*Branch { return s.now.Load().every }

// Serves reports whether any active branch delivers to a district.
func (s *Service) Serves(districtID string) bool { return s.now.Load().served[districtID] }

// Boundary is the next moment at which any active branch opens or closes.
func (s *Service) Boundary(t time.Time) time.Time {
	next := t.Add(24 * time.Hour)
	for _, b := range s.now.Load().branches {
		if until := b.OpenAt(t).Until; until.Before(next) {
			next = until
		}
	}
	return next
}
