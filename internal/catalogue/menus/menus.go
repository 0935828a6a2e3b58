// Package menus decides what is served at which hours: breakfast until eleven, grills from noon. A menu of a store
// names categories and products, its weekly hours and, unless it applies to all, its branches. Products on no menu are
// served whenever their branch is open; products on one or more menus are served while at least one of them is on. The
// time that counts is when the order is due: the hour of an immediate order, or the beginning of the hour chosen for a
// scheduled one.
//
// There are few menus, so all of them are kept in memory and follow the catalogue's version.
package menus

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// menu is an active menu.
type menu struct {
	id, store  string
	name       i18n.Text
	branches   []string // none: every one
	categories map[string]bool
	products   map[string]bool
	hours      branches.Hours
}

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *products.Service
}

// Service edits menus and determines when products are served.
type Service struct {
	Deps
	keys *idempotency.Keys
	now  atomic.Pointer[map[string][]*menu] // by store
	// loading is locked from reading until the result is in use, so that an older result never replaces a newer one.
	loading sync.Mutex
}

// New returns a Service. Call Load before the first request.
func New(deps Deps) *Service {
	s := &Service{Deps: deps, keys: idempotency.New(deps.DB, deps.Clock)}
	s.now.Store(&map[string][]*menu{})
	return s
}

// Load reads the menus and replaces those in memory.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	var rows []menuRow
	if err := s.DB.Select(ctx, &rows, menuColumns+` WHERE active ORDER BY id`); err != nil {
		return fmt.Errorf("menus: %w", err)
	}
	next := map[string][]*menu{}
	for _, r := range rows {
		m := &menu{id: r.ID, store: r.StoreID, name: i18n.Text{EN: r.NameEN, AR: r.NameAR}, branches: list(r.Branches),
			categories: set(list(r.Categories)), products: set(list(r.Products))}
		week, err := branches.ParseWeek(r.Hours)
		if err != nil {
			return fmt.Errorf("menus: %s: %w", r.ID, err)
		}
		m.hours.Week = week
		next[r.StoreID] = append(next[r.StoreID], m)
	}
	s.now.Store(&next)
	return nil
}

func list(text string) []string {
	out := []string{}
	_ = json.Unmarshal([]byte(text), &out) // written by Edit
	return out
}

func set(ids []string) map[string]bool {
	out := map[string]bool{}
	for _, one := range ids {
		out[one] = true
	}
	return out
}

// Serving is the time at which a product on a menu is served.
type Serving struct {
	Menu     i18n.Text
	Now      bool
	From, To time.Time // of the opening it is in, or of the next; zero when none is in sight
}

// At returns when a product is served at a branch, as seen at the given time; nil for products on no menu. categories
// are the product's category and its ancestors.
func (s *Service) At(b *branches.Branch, productID string, categories []string, at time.Time) *Serving {
	var found *Serving
	for _, m := range (*s.now.Load())[b.Store.ID] {
		if !m.covers(b.ID, productID, categories) {
			continue
		}
		one := Serving{Menu: m.name}
		for opening := range m.hours.Openings(at) {
			one.From, one.To, one.Now = opening.From, opening.To, !opening.From.After(at)
			break
		}
		if found == nil || one.before(*found) {
			found = &one
		}
	}
	return found
}

// OnMenu returns the menu to show on a product's card, and when that changes.
func (s *Service) OnMenu(b *branches.Branch, productID, categoryID string, lang i18n.Lang,
	now time.Time) (*products.OnMenu, time.Time) {
	if len((*s.now.Load())[b.Store.ID]) == 0 {
		return nil, time.Time{}
	}
	v := s.At(b, productID, s.Catalog.AncestorIDs(categoryID), now)
	if v == nil {
		return nil, time.Time{}
	}
	shown := &products.OnMenu{Name: v.Menu.In(lang), Now: v.Now}
	if v.From.IsZero() {
		return shown, time.Time{}
	}
	from, to := db.At(v.From), db.At(v.To)
	shown.From, shown.To = &from, &to
	if v.Now {
		return shown, v.To
	}
	return shown, v.From
}

func (m *menu) covers(branchID, productID string, categories []string) bool {
	if len(m.branches) > 0 && !slices.Contains(m.branches, branchID) {
		return false
	}
	return m.products[productID] || slices.ContainsFunc(categories, func(c string) bool { return m.categories[c] })
}

// before reports whether a serving comes before another.
func (v Serving) before(o Serving) bool {
	switch {
	case v.Now != o.Now:
		return v.Now
	case v.From.IsZero() || o.From.IsZero():
		return !v.From.IsZero()
	}
	return v.From.Before(o.From)
}

// Refused is the error for a product that is not served at the requested time.
func (v Serving) Refused(name i18n.Text) *errs.Error {
	if v.From.IsZero() {
		return errs.Refuse("menus.not_served", "name", name, "menu", v.Menu)
	}
	at := func(t time.Time) i18n.Text {
		return i18n.Text{EN: i18n.Time(i18n.EN, t.In(clock.Cairo)), AR: i18n.Time(i18n.AR, t.In(clock.Cairo))}
	}
	return errs.Refuse("menus.not_now", "name", name, "menu", v.Menu, "from", at(v.From), "to", at(v.To))
}
