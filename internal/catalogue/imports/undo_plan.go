package imports

import (
	"context"
	"encoding/json"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// planOf is the plan for undoing some groups of changes.
type planOf struct {
	left     map[*group]Problem // why they stay; no key: without a word
	gone     map[*group]bool    // products that leave the catalogue
	records  map[string]*products.Record
	waits    map[products.PriceKey]products.Wait
	prices   map[products.PriceKey]products.Price
	costs    map[products.PriceKey]int64
	shelves  map[stock.Place]stock.StockLevel
	sold     map[string]int64 // by product, since the run began
	edits    map[string][]edit
	attached map[string][]string // the groups of extras of products
	detached map[string][]string // those of them that go, as far as is planned
}

// edit is an entry in the log of a product.
type edit struct {
	Object  string `db:"object"`
	StaffID string `db:"staff_id"`
	Action  string `db:"action"`
	Before  string `db:"before"`
	version int64  // that it was made of
}

func notNow() error { return errs.Conflict("imports.not_now") }

// planned returns for each group whether it can be undone completely, and otherwise why not.
func (s *Service) planned(ctx context.Context, q db.Querier, r *Run, groups []*group, detached map[string][]string,
	refused map[*group]Problem) (*planOf, error) {
	p := &planOf{left: map[*group]Problem{}, gone: map[*group]bool{}, edits: map[string][]edit{}, detached: detached}
	if err := p.read(ctx, q, r, groups); err != nil {
		return nil, err
	}
	// Process a group of extras after the products that have it.
	ordered := slices.Clone(groups)
	slices.SortStableFunc(ordered, func(a, b *group) int {
		is := map[bool]int{true: 1}
		return is[a.changes[0].Kind == ofExtras] - is[b.changes[0].Kind == ofExtras]
	})
	for _, g := range ordered {
		if why, is := refused[g]; is {
			p.left[g] = why
			continue
		}
		if g.changes[0].Kind == ofExtras {
			why, err := s.groupStays(ctx, q, r, p, &g.changes[0])
			if err != nil {
				return nil, err
			}
			if why != nil {
				p.left[g] = *why
			}
			continue
		}
		if g.changes[0].Kind == ofCategory {
			if r.Options.Rights.Terms {
				p.left[g] = Problem{}
			}
			continue
		}
		why, err := s.stays(ctx, q, r, p, g)
		if err != nil {
			return nil, err
		}
		if why != nil {
			p.left[g] = *why
			continue
		}
		for i := range g.changes {
			if g.changes[i].Kind == ofProductExtras {
				if err := p.detaches(&g.changes[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	return p, nil
}

// read reads all records that the groups are compared with.
func (p *planOf) read(ctx context.Context, q db.Querier, r *Run, groups []*group) (err error) {
	var productIDs []string
	var prices, costs, waits []products.PriceKey
	var places []stock.Place
	var attached []string
	for _, g := range groups {
		if g.changes[0].Product != "" {
			productIDs = append(productIDs, g.key)
		}
		for _, c := range g.changes {
			at := products.PriceKey{BranchID: c.Branch, VariantID: c.Ref}
			switch c.Kind {
			case ofPrice:
				prices = append(prices, at)
			case ofPriceWait:
				prices, waits = append(prices, at), append(waits, at)
			case ofCost:
				costs = append(costs, at)
			case ofStock:
				places = append(places, stock.Place(at))
			case ofProductExtras:
				attached = append(attached, c.Ref)
			}
		}
	}
	if p.records, err = products.ReadAll(ctx, q, productIDs...); err != nil {
		return err
	}
	if p.prices, err = products.PricesOf(ctx, q, prices); err != nil {
		return err
	}
	if p.waits, err = waitsAt(ctx, q, waits); err != nil {
		return err
	}
	if p.attached, err = extras.OfProducts(ctx, q, attached); err != nil {
		return err
	}
	if p.costs, err = products.CostsOf(ctx, q, costs); err != nil {
		return err
	}
	if p.shelves, err = stock.LevelsOf(ctx, q, places); err != nil {
		return err
	}
	p.sold = map[string]int64{}
	var changed []string
	for part := range slices.Chunk(productIDs, 512) {
		part = db.Padded(part)
		var rows []struct {
			ID string `db:"id"`
			N  int64  `db:"n"`
		}
		if err := q.Select(ctx, &rows, `SELECT p.product_id AS id, COUNT(*) AS n FROM branch_prices p
			JOIN reservations h ON h.branch_id = p.branch_id AND h.variant_id = p.variant_id
			WHERE p.product_id IN
			(`+db.List(2, len(part))+`) AND h.state <> 'released' AND h.created_at >= $1 GROUP BY p.product_id`,
			db.Args(part, int64(r.StartedAt))...); err != nil {
			return err
		}
		for _, one := range rows {
			p.sold[one.ID] = one.N
		}
	}
	for _, g := range groups {
		if c := g.of(); c != nil && p.records[g.key] != nil && p.records[g.key].Version != c.Version {
			changed = append(changed, g.key)
		}
	}
	for part := range slices.Chunk(changed, 512) {
		part = db.Padded(part)
		var rows []edit
		if err := q.Select(ctx, &rows, `SELECT object, staff_id, action, before FROM audit_log WHERE object IN (`+
			db.List(2, len(part))+`) AND at >= $1
			ORDER BY object, at, id`, db.Args(part, int64(r.StartedAt))...); err != nil {
			return err
		}
		for _, e := range rows {
			var of struct {
				Version int64 `json:"version"`
			}
			if json.Unmarshal([]byte(e.Before), &of) == nil {
				e.version = of.Version
				p.edits[e.Object] = append(p.edits[e.Object], e)
			}
		}
	}
	return nil
}

// stays returns why a product cannot be undone; nil if it can.
func (s *Service) stays(ctx context.Context, q db.Querier, r *Run, p *planOf, g *group) (*Problem, error) {
	rights := r.Options.Rights
	now := p.records[g.key]
	for _, c := range g.changes {
		switch {
		case c.Branch != "" && !rights.sees(c.Branch):
			name := c.Branch
			if b, ok := s.Branches.Branch(c.Branch); ok {
				name = b.Slug
			}
			return &Problem{Key: "imports.undo_branch", Args: map[string]any{"name": name}}, nil
		case c.Kind == ofProduct && rights.Terms, c.Kind == ofProductExtras && rights.Terms,
			c.Kind == ofStock && rights.NoStock, c.Kind == ofCost && rights.NoCosts,
			now != nil && !s.by(r).Sees(now.StoreID):
			return &Problem{Key: "imports.undo_role"}, nil
		}
	}
	if now == nil {
		return &Problem{Key: "imports.undo_gone"}, nil
	}
	if c := g.of(); c != nil {
		to, err := c.was()
		if err != nil {
			return nil, err
		}
		if p.gone[g] = to.Archived; to.Archived && p.sold[g.key] > 0 {
			return &Problem{Key: "imports.undo_sold"}, nil
		}
		if by, edited := p.edited(g, c, now); edited {
			return sinceBy("imports.undo_edited", "imports.undo_edited_by", by), nil
		}
	}
	for _, c := range g.changes {
		at := products.PriceKey{BranchID: c.Branch, VariantID: c.Ref}
		switch c.Kind {
		case ofPrice:
			if is := p.prices[at]; is.Version != c.Version {
				return s.since(ctx, q, "imports.undo_price", "imports.undo_price_by", at, "price.set")
			}
		case ofPriceWait:
			if why, err := s.waitSince(ctx, q, p, &c, at); why != nil || err != nil {
				return why, err
			}
		case ofCost:
			if is, known := p.costs[at]; known != (c.Version != noCost) || known && is != c.Version {
				return s.since(ctx, q, "imports.undo_cost", "imports.undo_cost_by", at, "cost.set")
			}
		case ofProductExtras:
			if why, err := s.attachedSince(ctx, q, p, &c); why != nil || err != nil {
				return why, err
			}
		case ofStock:
			is := p.shelves[stock.Place(at)]
			made := shelfState{OnHand: c.Version, Counted: is.Counted}
			if c.Became != "" {
				if err := json.Unmarshal([]byte(c.Became), &made); err != nil {
					return nil, err
				}
			}
			switch {
			case is.Reserved > 0 || is.OnHand != made.OnHand && p.sold[g.key] > 0:
				return &Problem{Key: "imports.undo_sold"}, nil
			case is.OnHand != made.OnHand || is.Counted != made.Counted:
				return s.since(ctx, q, "imports.undo_stock", "imports.undo_stock_by", at, "shelf.change")
			}
		}
	}
	return nil, nil
}

// edited reports whether a product was changed after the run, and by whom. Showing or hiding it does not count.
func (p *planOf) edited(g *group, c *change, now *products.Record) (by string, edited bool) {
	shown := c.Version
	for _, e := range p.edits[g.key] {
		switch {
		case e.version < c.Version:
		case e.Action == "product.publish":
			shown++
		default:
			by = e.StaffID
		}
	}
	return by, now.Version != shown
}

func sinceBy(key, named, staffID string) *Problem {
	if staffID == "" {
		return &Problem{Key: key}
	}
	return &Problem{Key: named, Args: map[string]any{"staff": staffID}}
}

// since returns the member who last changed a price, a cost or a stock level.
func (s *Service) since(ctx context.Context, q db.Querier, key, named string, at products.PriceKey,
	actions ...string) (*Problem, error) {
	var rows []edit
	if err := q.Select(ctx, &rows, `SELECT object, staff_id, action, after AS before FROM audit_log WHERE object = $1
		AND action IN (`+db.List(2, len(actions))+`)
		ORDER BY at DESC, id DESC LIMIT 50`, db.Args(actions, at.VariantID)...); err != nil {
		return nil, err
	}
	for _, e := range rows {
		var of struct {
			Branch   string `json:"branch"`
			BranchID string
		}
		var decided struct { // the log has the price that was decided below it
			Price struct {
				Branch string `json:"branch"`
			} `json:"price"`
		}
		_ = json.Unmarshal([]byte(e.Before), &of)
		_ = json.Unmarshal([]byte(e.Before), &decided)
		if slices.Contains([]string{of.Branch, of.BranchID, decided.Price.Branch}, at.BranchID) {
			return sinceBy(key, named, e.StaffID), nil
		}
	}
	return sinceBy(key, named, ""), nil
}

// nameStaff replaces ids of staff in problems with their names.
func (s *Service) nameStaff(ctx context.Context, rows []Result) error {
	var ids []string
	each := func(do func(args map[string]any, ref string)) {
		for _, r := range rows {
			for _, p := range r.Problems {
				if ref, ok := p.Args["staff"].(string); ok {
					do(p.Args, ref)
				}
			}
		}
	}
	each(func(_ map[string]any, ref string) { ids = append(ids, ref) })
	slices.Sort(ids)
	names, err := staff.Names(ctx, s.DB, slices.Compact(ids))
	if err != nil {
		return err
	}
	each(func(args map[string]any, ref string) {
		if args["name"] = names[ref]; names[ref] == "" {
			args["name"] = ref
		}
	})
	return nil
}
