package cart

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// Add is a request to put a product into a cart.
type Add struct {
	Owner     string
	ServiceID string
	Product   string // a variant's id, or a product's id or slug where it has one variant
	BranchID  string // "" when a listing named none
	Qty       int64
	Note      string
	// Extras are the chosen extras; nil means the default choice.
	Extras  *extras.Picks
	Replace bool // the customer agreed to park a cart of another branch
	Place   places.Place
	Network string // of a guest, "" for ourselves

	fresh bool                      // begin from the database, not from memory
	ahead map[string]products.Offer // read together with the cart
}

// Put adds to the owner's cart and returns the new cart with the offers of its lines. Refusals: cart.different_store,
// unavailable, out_of_stock, max_qty, min_qty, step_qty, not_delivered, catalog.choose_variant and those of
// extras.Check.
func (s *Service) Put(ctx context.Context, a Add) (h held, offers map[string]products.Offer, err error) {
	// Cached data may allow a change, guarded by the cart's version, but not refuse it.
	h, offers, asks, err := s.put(ctx, a)
	if err != nil {
		a.fresh = true
		err = again(func() error {
			h, offers, asks, err = s.put(ctx, a)
			return err
		})
	}
	if err == nil && asks != nil {
		err = s.heart(ctx, asks, a.Owner)
	}
	s.remember(a.Owner, a.ServiceID, h, err)
	return h, offers, err
}

// put is one attempt, in a transaction that reads what its writes depend on. asks is the line for which the caller must
// read whether it is one of the owner's favourites; nil for none.
func (s *Service) put(ctx context.Context, a Add) (h held, offers map[string]products.Offer, asks *Item, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, offers, asks, err = s.putIn(ctx, tx, a)
		return err
	})
	if db.IsUnique(err) {
		err = errAgain
	}
	return h, offers, asks, err
}

func (s *Service) putIn(ctx context.Context, tx *db.Tx, a Add) (held, map[string]products.Offer, *Item, error) {
	h, err := s.recall(ctx, tx, &a)
	if err != nil {
		return h, nil, nil, err
	}
	offer, offers, unsure, err := s.choose(ctx, tx, a, h.active)
	if err != nil {
		return h, nil, nil, err
	}
	b, ok := s.Branches.Branch(offer.BranchID)
	if !ok || !offer.Active || offer.ServiceID != a.ServiceID {
		return h, nil, nil, errs.Refuse("cart.unavailable")
	}
	if a.Place.Known() && !b.Delivers(a.Place) {
		return h, nil, nil, errs.Refuse("cart.not_delivered")
	}
	other := h.active != nil && len(h.active.Items) > 0 && h.active.BranchID != b.ID
	if other && !a.Replace {
		return h, nil, nil, errs.Refuse("cart.different_store")
	}
	picks, added, err := s.picked(ctx, tx, offer, a.Extras)
	if err != nil {
		return h, nil, nil, err
	}
	now := db.At(s.Clock.Now())
	c, stmts := s.target(h, a, b.ID, other, now)
	item := Item{ID: newItemID(), VariantID: offer.VariantID, ProductID: offer.ProductID, Note: a.Note, Picks: picks,
		UnitGrams: offer.UnitGrams}
	if old := c.find(offer.VariantID, picks.Key()); old != nil {
		item = *old
		if a.Note != "" {
			item.Note = a.Note
		}
	}
	item.Qty += a.Qty
	item.SeenPrice = offer.Price + added
	if err := fits(item.Qty+c.unitsOf(item.VariantID, item.ID), offer); err != nil {
		return h, nil, nil, err
	}
	if old := c.find(offer.VariantID, picks.Key()); old != nil {
		*old = item
		stmts = append(stmts, setStmt(c, item))
	} else {
		if len(c.Items) >= maxLines {
			return h, nil, nil, errs.Refuse("cart.too_many_lines")
		}
		stmts = append(stmts, addStmt(c, item, now))
		c.Items = append(c.Items, item)
	}
	if err := s.countNew(ctx, tx, h, a, other); err != nil {
		return h, nil, nil, err
	}
	var left []stock.Left
	if len(unsure) > 0 {
		stmts = append(stmts, stock.AvailableStmt(b.ID, unsure, &left))
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return h, nil, nil, err
	}
	restock(offers, unsure, left)
	if err := fits(item.Qty+c.unitsOf(item.VariantID, item.ID), offers[item.VariantID]); err != nil {
		return h, nil, nil, err
	}
	var asks *Item
	if h.active == nil || h.active.hearts {
		asks = c.find(offer.VariantID, picks.Key())
	}
	if other {
		h.parked = h.active
		h.parked.State = Parked
		h.parked.Version++
	}
	c.Version++
	h.active = c
	return h, offers, asks, nil
}

// picked checks the chosen extras and returns their price per unit. nil stands for the default choice.
func (s *Service) picked(ctx context.Context, q db.Querier, o products.Offer,
	wish *extras.Picks) (extras.Picks, int64, error) {
	var offered extras.Offered
	if o.ExtraGroups > 0 {
		all, err := s.Extras.At(ctx, q, o.BranchID, []string{o.ProductID})
		if err != nil {
			return nil, 0, err
		}
		offered = all[o.ProductID]
	}
	picks := offered.Presets()
	if wish != nil {
		picks = *wish
	}
	if no := offered.Check(picks); no != nil {
		return nil, 0, no
	}
	return picks, extras.Sum(offered.Freeze(picks)), nil
}

const (
	// guestCarts limits how many carts guests on one network may begin in an hour. Thousands of a carrier's customers may
	// share a network, but they hardly begin this many carts.
	guestCarts = 3000
	// customerCarts limits how many carts a customer may park in an hour by switching branches.
	customerCarts = 300
)

// countNew counts a cart that target creates, as each is a new row. Any made-up token is a guest, so guests' carts are
// counted by network; a customer's first cart is not counted.
func (s *Service) countNew(ctx context.Context, tx *db.Tx, h held, a Add, parks bool) error {
	key, limit := "cart:"+a.Owner, int64(customerCarts)
	switch guest := strings.HasPrefix(a.Owner, guestPrefix); {
	case h.active != nil && !parks, guest && a.Network == "", !guest && !parks:
		return nil
	case guest:
		key, limit = "cart:"+a.Network, guestCarts
	}
	return counters.Require(ctx, tx, key, limit, s.Clock.Now(), "common.too_many")
}

// heart reads whether a line that was just added is one of the customer's favourites.
func (s *Service) heart(ctx context.Context, it *Item, owner string) error {
	if it.Favorite || strings.HasPrefix(owner, guestPrefix) {
		return nil
	}
	marked, err := s.Hearts(ctx, owner, []string{it.ProductID})
	it.Favorite = marked[it.ProductID]
	return err
}

// target returns the cart to add to, and the writes that must come first.
func (s *Service) target(h held, a Add, branchID string, other bool, now db.Millis) (c *Cart, stmts []db.Stmt) {
	if h.active != nil && !other {
		c = h.active
		c.BranchID = branchID
		return c, []db.Stmt{guardStmt(c, now)}
	}
	c = &Cart{ID: id.New("crt"), Owner: a.Owner, ServiceID: a.ServiceID, BranchID: branchID, State: Active}
	if other && h.parked != nil {
		stmts = append(stmts, stateStmt(h.parked, Emptied, now))
	}
	if other {
		stmts = append(stmts, stateStmt(h.active, Parked, now))
	}
	stmts = append(stmts, newStmt(c, now))
	return c, stmts
}

// choose finds the branch and offer for a request. Without a branch it keeps the cart's branch if that sells the
// product and reaches the place, else it uses the best one. For the cart's branch, offers includes the cart's lines.
// The write reads the stock of variants in unsure.
func (s *Service) choose(ctx context.Context, tx *db.Tx, a Add,
	c *Cart) (o products.Offer, offers map[string]products.Offer, unsure []string, err error) {
	atCart := c != nil && len(c.Items) > 0
	branchID := a.BranchID
	if branchID != "" {
		b, ok := s.Branches.Branch(branchID)
		if !ok {
			return products.Offer{}, nil, nil, errs.Refuse("cart.unavailable")
		}
		branchID = b.ID
	} else if b, ok := s.home(c, a.Place); atCart && ok {
		branchID = b.ID
	}
	ref := a.Product
	if branchID != "" {
		wanted := []string{ref}
		if atCart && c.BranchID == branchID {
			wanted = append(c.variants(), ref)
		}
		offers, unsure, err := s.offers(ctx, tx, branchID, wanted, a)
		if err != nil {
			return products.Offer{}, nil, nil, err
		}
		if o, ok := offers[ref]; ok && (o.Active || a.BranchID != "") {
			return o, offers, unsure, nil
		}
	}
	variantID, err := s.Catalog.Resolve(ctx, tx, ref)
	if err != nil {
		if errs.Is(err, "catalog.unavailable") {
			err = errs.Refuse("cart.unavailable")
		}
		return products.Offer{}, nil, nil, err
	}
	o, offers, err = s.offerOf(ctx, tx, a, variantID, branchID, c)
	return o, offers, nil, err
}

// home returns the cart's branch, if it delivers to the place.
func (s *Service) home(c *Cart, place places.Place) (*branches.Branch, bool) {
	if c == nil {
		return nil, false
	}
	b, ok := s.Branches.Branch(c.BranchID)
	return b, ok && (!place.Known() || b.Delivers(place))
}

// offerOf is choose for a known variant.
func (s *Service) offerOf(ctx context.Context, tx *db.Tx, a Add, variantID, branchID string,
	c *Cart) (products.Offer, map[string]products.Offer, error) {
	lookup := func(branchID string) (products.Offer, map[string]products.Offer, error) {
		wanted := []string{variantID}
		if c != nil && c.BranchID == branchID {
			wanted = append(c.variants(), variantID)
		}
		offers, err := s.Catalog.Offers(ctx, tx, branchID, wanted)
		return offers[variantID], offers, err
	}
	if branchID != "" {
		o, offers, err := lookup(branchID)
		if err != nil || o.Active || a.BranchID != "" {
			return o, offers, err
		}
	}
	best, ok, err := s.Catalog.BestBranch(ctx, tx, variantID, a.Place)
	if err != nil {
		return products.Offer{}, nil, err
	}
	if !ok {
		return products.Offer{}, nil, errs.Refuse("cart.unavailable")
	}
	return lookup(best.ID)
}

// fits checks a quantity against what the offer allows.
func fits(qty int64, o products.Offer) error {
	switch {
	case o.MaxQty > 0 && qty > o.MaxQty, qty > maxQty:
		return errs.Refuse("cart.max_qty")
	case qty > o.Available:
		return errs.Refuse("cart.out_of_stock").About(o.Left())
	case qty < o.MinQty:
		return errs.Refuse("cart.min_qty")
	case o.AtMost(qty) != qty:
		return errs.Refuse("cart.step_qty", "step", o.Amount(o.StepQty), "least", o.Amount(o.MinQty))
	}
	return nil
}

// edit changes the owner's live cart. change receives the current cart and returns the writes; without any, nothing
// happens.
func (s *Service) edit(ctx context.Context, owner, serviceID string,
	change func(c *Cart) ([]db.Stmt, error)) (h held, err error) {
	err = again(func() error {
		if h, err = load(ctx, s.DB, owner, serviceID); err != nil || h.active == nil {
			return err
		}
		stmts, err := change(h.active)
		if err != nil || stmts == nil {
			return err
		}
		guard := guardStmt(h.active, db.At(s.Clock.Now()))
		err = s.write(ctx, append([]db.Stmt{guard}, stmts...))
		if err == nil {
			h.active.Version++
		}
		s.remember(owner, serviceID, h, err)
		return err
	})
	return h, err
}

// editing is one change of a cart's line; a missing line is refused with cart.no_such_item.
type editing func(c *Cart) ([]db.Stmt, error)

// editAll applies several changes together, or none of them.
func (s *Service) editAll(ctx context.Context, owner, serviceID string, all []editing) (held, error) {
	return s.edit(ctx, owner, serviceID, func(c *Cart) (stmts []db.Stmt, err error) {
		for _, change := range all {
			more, err := change(c)
			if err != nil {
				return nil, err
			}
			stmts = append(stmts, more...)
		}
		return stmts, nil
	})
}

// setQty changes the quantity of a line; 0 removes it.
func (s *Service) setQty(ctx context.Context, itemID string, qty int64) editing {
	return func(c *Cart) ([]db.Stmt, error) {
		at := slices.IndexFunc(c.Items, func(it Item) bool { return it.ID == itemID })
		if at < 0 {
			return nil, errs.Refuse("cart.no_such_item")
		}
		if qty == 0 {
			c.Items = slices.Delete(c.Items, at, at+1)
			return []db.Stmt{removeStmt(c, itemID)}, nil
		}
		it := &c.Items[at]
		offers, err := s.Catalog.Offers(ctx, s.DB, c.BranchID, []string{it.VariantID})
		if err != nil {
			return nil, err
		}
		o := offers[it.VariantID]
		// A lower quantity is always allowed down to the minimum, even if too few units are in stock, because lowering it is
		// how customers solve that problem.
		if err := fits(qty+c.unitsOf(it.VariantID, it.ID), o); err != nil &&
			(qty >= it.Qty || errs.Is(err, "cart.min_qty") || errs.Is(err, "cart.step_qty")) {
			return nil, err
		}
		if !o.Active {
			return nil, errs.Refuse("cart.unavailable")
		}
		offered, err := s.offered(ctx, s.DB, c, offers)
		if err != nil {
			return nil, err
		}
		it.Qty, it.SeenPrice = qty, o.Price+extras.Sum(offered[o.ProductID].Freeze(it.Picks))
		return []db.Stmt{setStmt(c, *it)}, nil
	}
}

// setExtras changes the extras of a line. If another line has the same ones, they are merged.
func (s *Service) setExtras(ctx context.Context, itemID string, picks extras.Picks) editing {
	return func(c *Cart) ([]db.Stmt, error) {
		at := slices.IndexFunc(c.Items, func(it Item) bool { return it.ID == itemID })
		if at < 0 {
			return nil, errs.Refuse("cart.no_such_item")
		}
		it := &c.Items[at]
		offers, err := s.Catalog.Offers(ctx, s.DB, c.BranchID, []string{it.VariantID})
		if err != nil {
			return nil, err
		}
		o := offers[it.VariantID]
		if !o.Active {
			return nil, errs.Refuse("cart.unavailable")
		}
		_, added, err := s.picked(ctx, s.DB, o, &picks)
		if err != nil {
			return nil, err
		}
		var stmts []db.Stmt
		if same := c.find(it.VariantID, picks.Key()); same != nil && same.ID != it.ID {
			it.Qty = min(it.Qty+same.Qty, maxQty)
			stmts = append(stmts, removeStmt(c, same.ID))
		}
		it.Picks, it.SeenPrice = picks, o.Price+added
		stmts = append(stmts, setStmt(c, *it))
		kept := *it
		c.Items = slices.DeleteFunc(c.Items, func(o Item) bool {
			return o.ID != kept.ID && o.VariantID == kept.VariantID && o.Picks.Key() == picks.Key()
		})
		return stmts, nil
	}
}

// setNote changes the note to the branch about a line.
func setNote(itemID, note string) editing {
	return func(c *Cart) ([]db.Stmt, error) {
		at := slices.IndexFunc(c.Items, func(it Item) bool { return it.ID == itemID })
		if at < 0 {
			return nil, errs.Refuse("cart.no_such_item")
		}
		c.Items[at].Note = note
		return []db.Stmt{setStmt(c, c.Items[at])}, nil
	}
}

// Remove removes a line. Removing a missing line is no error.
func (s *Service) Remove(ctx context.Context, owner, serviceID, itemID string) (held, error) {
	return s.edit(ctx, owner, serviceID, func(c *Cart) ([]db.Stmt, error) {
		at := slices.IndexFunc(c.Items, func(it Item) bool { return it.ID == itemID })
		if at < 0 {
			return nil, nil
		}
		c.Items = slices.Delete(c.Items, at, at+1)
		return []db.Stmt{removeStmt(c, itemID)}, nil
	})
}

// Restore replaces the live cart with a parked one and parks the live one. A cart that the owner cannot restore is
// refused with cart.nothing_parked.
func (s *Service) Restore(ctx context.Context, owner, cartID string) (serviceID string, err error) {
	err = again(func() error {
		all, err := loadAll(ctx, s.DB, owner)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(c *Cart) bool { return c.ID == cartID })
		if at < 0 {
			return errs.Refuse("cart.nothing_parked")
		}
		parked := all[at]
		serviceID = parked.ServiceID
		if parked.State == Active {
			return nil
		}
		now := db.At(s.Clock.Now())
		var stmts []db.Stmt
		for _, c := range all {
			if c.ServiceID == serviceID && c.State == Active {
				next := Parked
				if len(c.Items) == 0 {
					next = Emptied
				}
				stmts = append(stmts, stateStmt(c, next, now))
			}
		}
		stmts = append(stmts, stateStmt(parked, Active, now))
		return s.write(ctx, stmts)
	})
	return serviceID, err
}
