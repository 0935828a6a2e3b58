package imports

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// branchesOf lists the branches that some terms apply to, limited to those that the importing member works for.
func (j *job) branchesOf(w *work, t Terms) (mine []*branches.Branch) {
	all := j.branches
	if t.Branch != "" {
		b, ok := j.Branches.Branch(t.Branch)
		if !ok {
			at := slices.IndexFunc(j.Branches.All(), func(b *branches.Branch) bool {
				return strings.EqualFold(b.Name.EN, t.Branch) || b.Name.AR == t.Branch
			})
			if ok = at >= 0; ok {
				b = j.Branches.All()[at]
			}
		}
		if !ok {
			w.sayOnce(Problem{Line: t.Line, Column: string(Branch), Key: "imports.no_branch",
				Args: map[string]any{"name": t.Branch}, Value: t.Branch, Fatal: true})
			return nil
		}
		all = []*branches.Branch{b}
	}
	for _, b := range all {
		if j.o.Rights.sees(b.ID) {
			mine = append(mine, b)
			continue
		}
		name := cmp.Or(t.Branch, b.Slug) // chosen when they still worked for it
		w.sayOnce(Problem{Line: t.Line, Column: string(Branch), Key: "imports.other_branch",
			Args: map[string]any{"name": name}, Value: name, Fatal: true})
	}
	return mine
}

// sayOnce reports a problem once for a row, even if both its price and its stock have it.
func (w *work) sayOnce(p Problem) {
	if !slices.ContainsFunc(w.result.Problems, func(o Problem) bool {
		return o.Line == p.Line && o.Key == p.Key && o.Value == p.Value
	}) {
		w.say(p)
	}
}

// origin is the item that a price or a stock level comes from.
type origin struct {
	w     *work
	line  int
	kilos string // of its stock
}

func (j *job) prices(ctx context.Context, tx *db.Tx, all []*work) error {
	var asked []products.PriceKey
	wanted := j.said(all, func(t Terms) bool {
		return t.Price != nil || t.Offer != nil || t.Sold != nil || t.From != nil || t.Until != nil
	})
	if len(wanted) == 0 {
		return nil
	}
	for _, want := range wanted {
		asked = append(asked, want.at)
	}
	before, err := products.PricesOf(ctx, tx, asked)
	if err != nil {
		return err
	}
	list := make([]products.PriceChange, len(wanted))
	for i, want := range wanted {
		p, there := before[want.at]
		if !there {
			p = products.Price{BranchID: want.at.BranchID, VariantID: want.at.VariantID, Sold: true}
		}
		want.terms.lay(&p)
		p.Version = -1
		list[i] = products.PriceChange{Price: p}
	}
	below, err := j.belowCost(ctx, tx, list, wanted)
	if err != nil {
		return err
	}
	done, err := j.Catalog.SetPrices(ctx, tx, j.who, list)
	if err != nil {
		return err
	}
	waiting := map[products.PriceKey]products.Wait{}
	if slices.ContainsFunc(done, func(one products.PriceOutcome) bool { return one.Waits }) {
		if waiting, err = waitsAt(ctx, tx, asked); err != nil {
			return err
		}
	}
	for i, one := range done {
		if w, waits := waiting[wanted[i].at]; waits && one.Waits {
			j.changed(change{Kind: ofPriceWait, Ref: w.VariantID, Branch: w.BranchID, Product: wanted[i].w.result.ProductID,
				Version: w.Version, Became: w.ID}, nil)
		}
		if c, asks := below[wanted[i].at]; asks && one.Refused == nil {
			lowest := list[i].Price.Price
			if c == Offer {
				lowest = *list[i].OfferPrice
			}
			wanted[i].w.say(
				Problem{Line: wanted[i].terms.Line, Column: j.called(c), Key: "imports.below_cost", Value: pounds(lowest)})
		}
		if one.Changed {
			var was any
			if p, there := before[wanted[i].at]; there {
				was = p
			}
			j.changed(change{Kind: ofPrice, Ref: one.Price.VariantID, Branch: one.Price.BranchID,
				Product: wanted[i].w.result.ProductID, Version: one.Price.Version}, was)
		}
		if was, there := before[wanted[i].at]; there && one.Changed && leaps(was.Price, one.Price.Price) {
			wanted[i].w.say(Problem{Line: wanted[i].terms.Line, Column: j.called(Price), Key: "imports.price_leaps",
				Value: pounds(one.Price.Price), Args: map[string]any{"was": pounds(was.Price)}})
		}
		if one.Waits {
			wanted[i].w.say(Problem{Line: wanted[i].terms.Line, Column: string(Price), Key: "imports.price_waits"})
		}
		note(origin{w: wanted[i].w, line: wanted[i].terms.Line}, one.Changed || one.Waits, one.Refused)
	}
	return nil
}

// belowCost finds prices and offers that fall below cost, including costs in the same file. It runs only for members
// who may see costs, because others could infer the costs from it.
func (j *job) belowCost(ctx context.Context, tx *db.Tx, list []products.PriceChange,
	wanted []wantedTerms) (map[products.PriceKey]Column, error) {
	out := map[products.PriceKey]Column{}
	if !j.o.Rights.SeesCosts {
		return out, nil
	}
	changes, costs := map[string][]products.PriceChange{}, map[string]map[string]int64{}
	for i, c := range list {
		changes[c.BranchID] = append(changes[c.BranchID], c)
		if cost := wanted[i].terms.Cost; cost != nil {
			if costs[c.BranchID] == nil {
				costs[c.BranchID] = map[string]int64{}
			}
			costs[c.BranchID][c.VariantID] = *cost
		}
	}
	for branch, of := range changes {
		below, err := j.Stock.BelowCost(ctx, tx, branch, of, costs[branch])
		if err != nil {
			return nil, err
		}
		for variant, field := range below {
			out[products.PriceKey{BranchID: branch, VariantID: variant}] = map[string]Column{
				"price": Price, "offer_price": Offer}[field]
		}
	}
	return out, nil
}

// costs sets costs after prices, because only a variant with a price has a cost.
func (j *job) costs(ctx context.Context, tx *db.Tx, all []*work) error {
	wanted := j.said(all, func(t Terms) bool { return t.Cost != nil })
	if len(wanted) == 0 {
		return nil
	}
	list := make([]products.CostChange, len(wanted))
	for i, want := range wanted {
		list[i].Cost = products.Cost{BranchID: want.at.BranchID, VariantID: want.at.VariantID, Cost: want.terms.Cost}
	}
	done, err := j.Catalog.SetCosts(ctx, tx, j.who, list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			was := list[i].Cost
			was.Cost = one.Before
			j.changed(change{Kind: ofCost, Ref: was.VariantID, Branch: was.BranchID, Product: wanted[i].w.result.ProductID,
				Version: *list[i].Cost.Cost}, was)
		}
		note(origin{w: wanted[i].w, line: wanted[i].terms.Line}, one.Changed, one.Refused)
	}
	return nil
}

// wantedTerms are the terms that an item requests for a variant at a branch.
type wantedTerms struct {
	w     *work
	terms Terms
	at    products.PriceKey
}

// said collects the items' terms for variants at branches, limited to those that something selects.
func (j *job) said(all []*work, something func(Terms) bool) (wanted []wantedTerms) {
	for _, w := range all {
		if w.result.Outcome == Refused {
			continue
		}
		for i, v := range w.it.Variants {
			if i >= len(w.variants) || w.variants[i] == "" {
				continue
			}
			for _, t := range v.At {
				if !something(t) {
					continue
				}
				for _, b := range j.branchesOf(w, t) {
					wanted = append(wanted, wantedTerms{w, t, products.PriceKey{BranchID: b.ID, VariantID: w.variants[i]}})
				}
			}
		}
	}
	return wanted
}

// lay applies the terms to a price.
func (t *Terms) lay(p *products.Price) {
	if t.Price != nil {
		p.Price = *t.Price
	}
	if t.Offer != nil {
		p.OfferPrice = t.Offer
	} else if t.NoOffer {
		p.OfferPrice, p.OfferFrom, p.OfferTo = nil, nil, nil
	}
	if p.OfferPrice != nil {
		moment(&p.OfferFrom, t.From)
		moment(&p.OfferTo, t.Until)
	}
	if t.Sold != nil {
		p.Sold = *t.Sold
	}
}

func moment(to **db.Millis, at *time.Time) {
	if at != nil {
		ms := db.At(*at)
		*to = &ms
	}
}

func note(of origin, changed bool, refused *errs.Error) {
	if refused != nil {
		of.w.no(of.line, refused)
	}
	if changed && of.w.result.Outcome == "" {
		of.w.result.Outcome = Changed
	}
}

// weighed converts the stock of products sold by weight from grams in the file to units. Quantities that are not a
// whole number of units are reported and not applied.
func (j *job) weighed(ctx context.Context, tx *db.Tx, list []stock.Change,
	of []origin) ([]stock.Change, []origin, error) {
	variants := make([]string, len(list))
	for i, c := range list {
		variants[i] = c.VariantID
	}
	grams, err := products.UnitsOfWeight(ctx, tx, slices.Compact(slices.Sorted(slices.Values(variants))))
	if err != nil {
		return list, of, err
	}
	var kept []stock.Change
	var from []origin
	for i, c := range list {
		g := grams[c.VariantID]
		if c.OnHand != nil && g == 0 && of[i].kilos != "" {
			of[i].w.sayOnce(Problem{Line: of[i].line, Column: j.called(Stock), Key: "imports.by_piece", Value: of[i].kilos})
			c.OnHand = nil
		}
		if c.UnitGrams = g; g > 0 && c.OnHand != nil {
			if *c.OnHand%g != 0 {
				of[i].w.sayOnce(Problem{Line: of[i].line, Column: string(Stock), Key: "imports.weight_step",
					Args: map[string]any{"step": g}, Value: strconv.FormatInt(*c.OnHand, 10)})
				c.OnHand = nil
			} else {
				units := *c.OnHand / g
				c.OnHand = &units
			}
		}
		if c.OnHand != nil || c.Counted != nil {
			kept, from = append(kept, c), append(from, of[i])
		}
	}
	return kept, from, nil
}

func (j *job) stocks(ctx context.Context, tx *db.Tx, all []*work) error {
	var list []stock.Change
	var of []origin
	for _, want := range j.said(all, func(t Terms) bool { return t.Stock != nil || t.Counted != nil }) {
		t := want.terms
		c := stock.Change{BranchID: want.at.BranchID, VariantID: want.at.VariantID, OnHand: t.Stock, Counted: t.Counted}
		if t.Counted != nil && !*t.Counted {
			c.OnHand = nil
		}
		list, of = append(list, c), append(of, origin{want.w, t.Line, t.Kilos})
	}
	if len(list) == 0 {
		return nil
	}
	list, of, err := j.weighed(ctx, tx, list, of)
	if err != nil || len(list) == 0 {
		return err
	}
	places := make([]stock.Place, len(list))
	for i, c := range list {
		places[i] = stock.Place{BranchID: c.BranchID, VariantID: c.VariantID}
	}
	before, err := stock.LevelsOf(ctx, tx, places)
	if err != nil {
		return err
	}
	done, err := j.Stock.Apply(ctx, tx, stock.Actor{StaffID: j.run.Options.By, Source: j.run.ID}, list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			was, there := before[stock.Place{BranchID: one.StockLevel.BranchID, VariantID: one.StockLevel.VariantID}]
			if !there {
				was = stock.StockLevel{BranchID: one.StockLevel.BranchID, VariantID: one.StockLevel.VariantID, Counted: true}
			}
			now := shelfState{one.StockLevel.OnHand, one.StockLevel.Counted}
			j.changed(change{Kind: ofStock, Ref: one.StockLevel.VariantID, Branch: one.StockLevel.BranchID,
				Product: of[i].w.result.ProductID, Version: now.OnHand, Became: packed(now)}, was)
		}
		note(of[i], one.Changed, one.Refused)
	}
	return nil
}
