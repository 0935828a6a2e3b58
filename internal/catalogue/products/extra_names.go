package products

import (
	"context"
	"slices"
	"strings"
	"sync"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// NamedExtra is an extra that product names are compared with.
type NamedExtra struct {
	Name  i18n.Text
	Price int64
}

// ExtrasVersion changes with every change of a store's extras.
type ExtrasVersion struct{ Groups, Versions, UpdatedAt int64 }

// ExtraNames reads the names and prices of a store's extras.
type ExtraNames interface {
	NamesVersion(ctx context.Context, q db.Querier, storeID string) (ExtrasVersion, error)
	Named(ctx context.Context, q db.Querier, storeID string) ([]NamedExtra, error)
}

// CompareWithExtras sets the source of the extras that renamed products are compared with.
func (s *Service) CompareWithExtras(names ExtraNames) { s.extras.names = names }

// maxExtrasKnown is the maximum number of extra names that a node keeps in memory.
const maxExtrasKnown = 500_000

// knownExtras caches, for each store, the lowest price of its extras by name.
type knownExtras struct {
	names  ExtraNames
	mu     sync.Mutex
	size   int
	stores map[string]*storeExtras
}

type storeExtras struct {
	version ExtrasVersion
	prices  map[string]int64
}

func (k *knownExtras) of(storeID string, version ExtrasVersion) *storeExtras {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.stores[storeID]; e != nil && e.version == version {
		return e
	}
	return nil
}

func (k *knownExtras) keep(storeID string, e *storeExtras) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stores == nil || k.size+len(e.prices) > maxExtrasKnown {
		k.stores, k.size = map[string]*storeExtras{}, 0
	}
	if was := k.stores[storeID]; was != nil {
		k.size -= len(was.prices)
	}
	k.stores[storeID], k.size = e, k.size+len(e.prices)
}

type readHere struct{}

// extrasRead caches the extras that one attempt of a write has to read inside its transaction.
func extrasRead(ctx context.Context) context.Context {
	return context.WithValue(ctx, readHere{}, map[string]*storeExtras{})
}

// extrasOf returns the prices of a store's extras. Within Comparing they are read outside the transaction.
func (s *Service) extrasOf(ctx context.Context, q db.Querier, storeID string) (*storeExtras, error) {
	version, err := s.extras.names.NamesVersion(ctx, q, storeID)
	if err != nil {
		return nil, err
	}
	if e := s.extras.of(storeID, version); e != nil {
		return e, nil
	}
	if ctx.Value(comparing{}) != nil {
		return nil, &namesUnknown{storeID}
	}
	read, _ := ctx.Value(readHere{}).(map[string]*storeExtras)
	if e := read[storeID]; e != nil && e.version == version {
		return e, nil
	}
	e, err := s.readExtras(ctx, q, storeID)
	if err == nil && read != nil {
		read[storeID] = e
	}
	return e, err
}

// knowExtras reads the extras of a store into memory if they are missing there.
func (s *Service) knowExtras(ctx context.Context, storeID string) error {
	if s.extras.names == nil {
		return nil
	}
	return s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		version, err := s.extras.names.NamesVersion(ctx, q, storeID)
		if err != nil || s.extras.of(storeID, version) != nil {
			return err
		}
		e, err := s.readExtras(ctx, q, storeID)
		if err == nil {
			s.extras.keep(storeID, e)
		}
		return err
	})
}

func (s *Service) readExtras(ctx context.Context, q db.Querier, storeID string) (*storeExtras, error) {
	version, err := s.extras.names.NamesVersion(ctx, q, storeID)
	if err != nil {
		return nil, err
	}
	list, err := s.extras.names.Named(ctx, q, storeID)
	e := &storeExtras{version, make(map[string]int64, 2*len(list))}
	for _, one := range list {
		for _, name := range s.longNames(one.Name) {
			for _, key := range nameKeys(name.whole) {
				if price, found := e.prices[key]; !found || one.Price < price {
					e.prices[key] = one.Price
				}
			}
		}
	}
	return e, err
}

// nameKeys are equal for names that have the same letters or the same words in any order.
func nameKeys(w words) []string {
	if w.none() {
		return nil
	}
	return []string{strings.Join(w.all, ""), strings.Join(slices.Sorted(slices.Values(w.all)), " ")}
}

// sharesExtra refuses to give a product, or a variant together with its product, the name of a far cheaper extra.
// Extras have no code, so pickers could tell the two apart only by their names.
func (s *Service) sharesExtra(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm, all []naming,
	limits approvals.Limits, prices []Price) error {
	if s.extras.names == nil || by.StaffID == "" {
		return nil
	}
	extras, err := s.extrasOf(ctx, tx, r.StoreID)
	if err != nil || len(extras.prices) == 0 {
		return err
	}
	cheapest, found := int64(0), false
	for key := range s.keysOf(form, all) {
		if price, is := extras.prices[key]; is && (!found || price < cheapest) {
			cheapest, found = price, true
		}
	}
	if !found {
		return nil
	}
	now := s.Clock.Now()
	recent, err := s.dearestOf(ctx, tx, now, db.At(now), limits, r.StoreID, []named{{ProductID: r.ID}})
	if err != nil {
		return err
	}
	dear := recent[r.ID]
	for _, p := range prices {
		dear = max(dear, p.Price)
	}
	if cheapest*100 >= dear*(100-limits.Drop) {
		return nil
	}
	return errs.Invalid("name_en", "catalog.extra_called", "price", money.EGP(cheapest).Major())
}

// keysOf returns the keys of the new names of a product and of its variants, with and without units. A variant's name
// counts together with the product's name and, if it is new, alone.
func (s *Service) keysOf(form *ProductForm, all []naming) map[string]bool {
	keys := map[string]bool{}
	add := func(name pastName) {
		for _, of := range s.nameWords(&name) {
			for _, key := range slices.Concat(nameKeys(of.name), nameKeys(of.whole)) {
				keys[key] = true
			}
		}
	}
	product := nameOf(form)
	variants := map[string]bool{}
	for _, n := range all {
		variants[n.is.VariantID] = true
	}
	if variants[""] {
		add(product)
	}
	for i := range form.Variants {
		v := &form.Variants[i]
		if own := form.nameOfVariant(v); variants[""] || variants[v.ID] {
			whole := product
			whole.NameEN = strings.TrimSpace(product.NameEN + " " + own.NameEN)
			whole.NameAR = strings.TrimSpace(product.NameAR + " " + own.NameAR)
			add(whole)
			if variants[v.ID] {
				add(pastName{NameEN: s.ifLong(own.NameEN), NameAR: s.ifLong(own.NameAR)})
			}
		}
	}
	return keys
}

// ifLong returns a name of two words or more, or "": one word alone, such as a size, names no product.
func (s *Service) ifLong(name string) string {
	if len(s.words(name).all) < 2 {
		return ""
	}
	return name
}
