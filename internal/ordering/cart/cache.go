package cart

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/db"
)

// Adding to a cart is the most frequent change, and half its time went into reads of known data (SQLite: 150 of 300
// µs), so changes start from this cache. It may be stale: writes check the cart's version and stock, refusals and
// conflicts retry from the database, and views and orders always read it.

const (
	// cartsFor is how long a cart is cached.
	cartsFor = time.Minute
	// offersFor is how long names and prices are cached: customers who add to a cart see an offer begin or end that much
	// later.
	offersFor = time.Second
	// maxKept limits each cache; when one is full, unused entries are dropped.
	maxKept = 10_000
)

type cartKey struct{ owner, service string }

type keptCart struct {
	held
	until time.Time
}

type offerKey struct{ branch, variant string }

type keptOffer struct {
	offer   products.Offer
	version int64
	until   time.Time
}

// memory is a node's cache of carts and offers. It is safe for concurrent use; values are copied in and out.
type memory struct {
	mu     sync.Mutex
	carts  *answers.Kept[cartKey, keptCart]
	offers *answers.Kept[offerKey, keptOffer]
}

func newMemory() *memory {
	return &memory{carts: answers.NewKept[cartKey, keptCart](maxKept),
		offers: answers.NewKept[offerKey, keptOffer](maxKept)}
}

func (c *Cart) clone() *Cart {
	if c == nil {
		return nil
	}
	next := *c
	next.Items = slices.Clone(c.Items)
	return &next
}

func (h held) clone() held { return held{h.active.clone(), h.parked.clone()} }

func (m *memory) cart(k cartKey, now time.Time) (held, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept, ok := m.carts.Get(k)
	if !ok || !now.Before(kept.until) {
		return held{}, false
	}
	return kept.clone(), true
}

func (m *memory) keepCart(k cartKey, h held, now time.Time) {
	if h.active == nil {
		return
	}
	kept := keptCart{h.clone(), now.Add(cartsFor)}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.carts.Put(k, kept)
}

func (m *memory) forgetCart(k cartKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.carts.Delete(k)
}

// known returns the cached offers and lists the variants that are missing.
func (m *memory) known(branchID string, variantIDs []string, version int64,
	now time.Time) (found map[string]products.Offer, missing []string) {
	found = make(map[string]products.Offer, len(variantIDs))
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range variantIDs {
		kept, ok := m.offers.Get(offerKey{branchID, id})
		if !ok || kept.version != version || !now.Before(kept.until) {
			missing = append(missing, id)
			continue
		}
		found[id] = kept.offer
	}
	return found, missing
}

func (m *memory) keepOffers(offers map[string]products.Offer, version int64, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, o := range offers {
		m.offers.Put(offerKey{o.BranchID, id}, keptOffer{o, version, now.Add(offersFor)})
	}
}

// recall returns an owner's carts for a service, from the cache if possible; otherwise from the database, together with
// the product that is being added.
func (s *Service) recall(ctx context.Context, tx *db.Tx, a *Add) (h held, err error) {
	if a.fresh {
		return load(ctx, tx, a.Owner, a.ServiceID)
	}
	if h, ok := s.memory.cart(cartKey{a.Owner, a.ServiceID}, s.Clock.Now()); ok {
		return h, nil
	}
	err = db.Pipeline(ctx, tx, func(ctx context.Context, q db.Querier) (err error) {
		h, err = load(ctx, q, a.Owner, a.ServiceID)
		return err
	}, func(ctx context.Context, q db.Querier) error {
		b, ok := s.Branches.Branch(a.BranchID)
		if a.BranchID == "" || !ok {
			return nil
		}
		_, missing := s.memory.known(b.ID, []string{a.Product}, s.Catalog.Version(), s.Clock.Now())
		a.ahead = map[string]products.Offer{}
		return s.lookUp(ctx, q, tx, b.ID, missing, a.ahead)
	})
	return h, err
}

// lookUp reads offers into found, and caches them.
func (s *Service) lookUp(ctx context.Context, q db.Querier, tx *db.Tx, branchID string, variantIDs []string,
	found map[string]products.Offer) error {
	if len(variantIDs) == 0 {
		return nil
	}
	now, version := s.Clock.Now(), s.Catalog.Version()
	read, err := s.Catalog.Offers(ctx, q, branchID, variantIDs)
	if err != nil {
		return err
	}
	// A transaction may have read rows whose commit fails.
	tx.AfterCommit(func() { s.memory.keepOffers(read, version, now) })
	maps.Copy(found, read)
	return nil
}

// remember caches the cart after a change, or drops it if the change failed.
func (s *Service) remember(owner, serviceID string, h held, err error) {
	k := cartKey{owner, serviceID}
	if err != nil {
		s.memory.forgetCart(k)
		return
	}
	s.memory.keepCart(k, h, s.Clock.Now())
}

// offers reads variants at a branch for a change: their names and prices may be a second old. Cached ones count as in
// stock (unsure) until the write reads their stock.
func (s *Service) offers(ctx context.Context, tx *db.Tx, branchID string, variantIDs []string,
	a Add) (offers map[string]products.Offer, unsure []string, err error) {
	if a.fresh {
		offers, err = s.Catalog.Offers(ctx, tx, branchID, variantIDs)
		return offers, nil, err
	}
	found, missing := s.memory.known(branchID, variantIDs, s.Catalog.Version(), s.Clock.Now())
	for id, o := range found {
		unsure = append(unsure, id)
		o.Available = products.Plenty
		found[id] = o
	}
	slices.Sort(unsure)
	missing = slices.DeleteFunc(missing, func(id string) bool {
		o, there := a.ahead[id]
		if there = there && o.BranchID == branchID; there {
			found[id] = o
		}
		return there
	})
	return found, unsure, s.lookUp(ctx, tx, tx, branchID, missing, found)
}

// restock sets the stock of the unsure offers from what was read.
func restock(offers map[string]products.Offer, unsure []string, left []stock.Left) {
	for _, id := range unsure {
		o := offers[id]
		o.Available = 0
		for _, l := range left {
			if l.VariantID == id {
				o.Available = max(0, l.Available)
			}
		}
		offers[id] = o
	}
}
