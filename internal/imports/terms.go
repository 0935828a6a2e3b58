package imports

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"wekala/internal/branches"
	"wekala/internal/catalog"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/stock"
)

// branchesOf is which branches some terms are of, of those that whoever brings the
// file in works for.
func (j *job) branchesOf(w *work, t Terms) (mine []*branches.Branch) {
	all := j.branches
	if t.Branch != "" {
		b, ok := j.Branches.Branch(t.Branch)
		if !ok {
			at := slices.IndexFunc(j.Branches.All(), func(b *branches.Branch) bool { return strings.EqualFold(b.Name.EN, t.Branch) || b.Name.AR == t.Branch })
			if ok = at >= 0; ok {
				b = j.Branches.All()[at]
			}
		}
		if !ok {
			w.sayOnce(Problem{Line: t.Line, Column: string(Branch), Key: "imports.no_branch", Args: map[string]any{"name": t.Branch}, Value: t.Branch, Fatal: true})
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
		w.sayOnce(Problem{Line: t.Line, Column: string(Branch), Key: "imports.other_branch", Args: map[string]any{"name": name}, Value: name, Fatal: true})
	}
	return mine
}

// sayOnce says of a row what both its price and its stock run into.
func (w *work) sayOnce(p Problem) {
	if !slices.ContainsFunc(w.result.Problems, func(o Problem) bool { return o.Line == p.Line && o.Key == p.Key && o.Value == p.Value }) {
		w.say(p)
	}
}

// origin is whose a price or a shelf is.
type origin struct {
	w    *work
	line int
}

func (j *job) prices(ctx context.Context, tx *db.Tx, all []*work) error {
	var wanted []wantedPrice
	var asked []catalog.PriceKey
	for _, w := range all {
		if w.result.Outcome == Refused {
			continue
		}
		for i, v := range w.it.Variants {
			if i >= len(w.variants) || w.variants[i] == "" {
				continue
			}
			for _, t := range v.At {
				if t.Price == nil && t.Offer == nil && t.Sold == nil && t.From == nil && t.Until == nil {
					continue
				}
				for _, b := range j.branchesOf(w, t) {
					at := catalog.PriceKey{BranchID: b.ID, VariantID: w.variants[i]}
					wanted, asked = append(wanted, wantedPrice{w, t, at}), append(asked, at)
				}
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	before, err := catalog.PricesOf(ctx, tx, asked)
	if err != nil {
		return err
	}
	list := make([]catalog.PriceChange, len(wanted))
	for i, want := range wanted {
		p, there := before[want.at]
		if !there {
			p = catalog.Price{BranchID: want.at.BranchID, VariantID: want.at.VariantID, Sold: true}
		}
		want.terms.lay(&p)
		p.Version = -1
		list[i] = catalog.PriceChange{Price: p}
	}
	done, err := j.Catalog.SetPrices(ctx, tx, j.by(), list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			var was any
			if p, there := before[wanted[i].at]; there {
				was = p
			}
			j.changed(ofPrice, one.Price.VariantID, one.Price.BranchID, was, one.Price.Version)
		}
		if one.Waits {
			wanted[i].w.say(Problem{Line: wanted[i].terms.Line, Column: string(Price), Key: "imports.price_waits"})
		}
		note(origin{wanted[i].w, wanted[i].terms.Line}, one.Changed || one.Waits, one.Refused)
	}
	return nil
}

// wantedPrice is what an item says of a price.
type wantedPrice struct {
	w     *work
	terms Terms
	at    catalog.PriceKey
}

// lay puts what the terms say over a price.
func (t *Terms) lay(p *catalog.Price) {
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

func (j *job) stocks(ctx context.Context, tx *db.Tx, all []*work) error {
	var list []stock.Change
	var of []origin
	for _, w := range all {
		if w.result.Outcome == Refused {
			continue
		}
		for i, v := range w.it.Variants {
			if i >= len(w.variants) || w.variants[i] == "" {
				continue
			}
			for _, t := range v.At {
				if t.Stock == nil && t.Counted == nil {
					continue
				}
				for _, b := range j.branchesOf(w, t) {
					c := stock.Change{BranchID: b.ID, VariantID: w.variants[i], OnHand: t.Stock, Counted: t.Counted}
					if t.Counted != nil && !*t.Counted {
						c.OnHand = nil
					}
					list, of = append(list, c), append(of, origin{w, t.Line})
				}
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	places := make([]stock.Place, len(list))
	for i, c := range list {
		places[i] = stock.Place{BranchID: c.BranchID, VariantID: c.VariantID}
	}
	before, err := stock.ShelvesOf(ctx, tx, places)
	if err != nil {
		return err
	}
	done, err := j.Stock.Apply(ctx, tx, stock.By{StaffID: j.run.Options.By, Source: j.run.ID}, list)
	if err != nil {
		return err
	}
	for i, one := range done {
		if one.Changed {
			was, there := before[stock.Place{BranchID: one.Shelf.BranchID, VariantID: one.Shelf.VariantID}]
			if !there {
				was = stock.Shelf{BranchID: one.Shelf.BranchID, VariantID: one.Shelf.VariantID, Counted: true}
			}
			j.changed(ofStock, one.Shelf.VariantID, one.Shelf.BranchID, was, one.Shelf.OnHand)
		}
		note(of[i], one.Changed, one.Refused)
	}
	return nil
}
