package imports

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// backing is a transaction that undoes the changes of some products.
type backing struct {
	*Service
	run      *Run
	by       products.Actor
	records  map[string]*products.Record
	byUndo   bool     // it reverts an undo's changes
	journal  []change // what it changed
	done     []*group
	again    []wantedPrice // prices that wait anew
	prices   []wantedPrice
	costs    []wantedCost
	shelves  []wantedShelf
	attached []wantedGroups // products
	groups   []wantedGroups
}

type wantedPrice struct {
	g   *group
	c   change
	was *products.Price
	to  products.PriceChange
}

type wantedCost struct {
	g  *group
	c  change
	to products.CostChange
}

type wantedShelf struct {
	g  *group
	c  change
	to stock.Change
}

func (b *backing) changed(c change, before any, version int64) {
	c.Before, c.Version, c.ByUndo, c.Became = packed(before), version, b.byUndo, ""
	b.journal = append(b.journal, c)
}

// stay rolls back the transaction: nothing of the group is undone.
func stay(g *group, refused *errs.Error) error {
	p := Problem{Key: refused.Key, Args: byName(refused.Args)}
	if len(refused.Fields) > 0 {
		p = Problem{Key: refused.Fields[0].Key, Args: byName(refused.Fields[0].Args)}
	}
	return &halfBack{g, p}
}

// stayIf is stay for a refusal; other errors are returned unchanged.
func stayIf(g *group, err error) error {
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		return stay(g, refused)
	}
	return err
}

// group undoes the changes to a product, and collects its prices, costs and stock levels.
func (b *backing) group(ctx context.Context, tx *db.Tx, g *group) error {
	if c := g.changes[0]; c.Kind == ofCategory {
		return b.category(ctx, tx, g, c)
	}
	for _, c := range g.changes {
		var err error
		switch c.Kind {
		case ofProduct:
			err = b.product(ctx, tx, g, c)
		case ofPrice:
			err = b.price(ctx, tx, g, c)
		case ofPriceWait:
			err = b.wait(ctx, tx, g, c)
		case ofCost:
			err = b.cost(g, c)
		case ofStock:
			err = b.shelf(g, c)
		case ofProductExtras:
			if of := g.of(); of == nil || of.Before != "" { // a product that goes keeps its groups
				b.attached = append(b.attached, wantedGroups{g, c})
			}
		case ofExtras:
			b.groups = append(b.groups, wantedGroups{g, c})
		}
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			return stay(g, refused)
		}
		if err != nil {
			return err
		}
	}
	b.done = append(b.done, g)
	return nil
}

// category archives a category that the run created, unless it contains something; a redo restores it.
func (b *backing) category(ctx context.Context, tx *db.Tx, g *group, c change) error {
	turn := b.Catalog.ArchiveCategory
	if c.ByUndo {
		turn = b.Catalog.RestoreCategory
	}
	err := turn(ctx, tx, b.by, c.Ref)
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		return nil // something is in it, which is named itself where it is of this run
	} else if err != nil {
		return err
	}
	b.changed(c, nil, 0)
	b.done = append(b.done, g)
	return nil
}

func (b *backing) product(ctx context.Context, tx *db.Tx, g *group, c change) error {
	now := b.records[c.Ref]
	to, err := c.was()
	if err != nil {
		return err
	}
	before := state{now.ProductForm, now.Active, now.ArchivedAt != nil}
	switch {
	case to.Archived && before.Archived:
		return errs.Conflict("imports.undo_edited")
	case to.Archived:
		err = b.Catalog.Archive(ctx, tx, b.by, c.Ref, true)
	case before.Archived:
		if err = b.Catalog.Archive(ctx, tx, b.by, c.Ref, false); err == nil && to.Published {
			err = b.Catalog.Publish(ctx, tx, b.by, c.Ref, true)
		}
	default:
		err = b.form(ctx, tx, c, now, to)
	}
	if err != nil {
		return err
	}
	after, err := products.Read(ctx, tx, c.Ref)
	if err != nil {
		return err
	}
	b.changed(c, before, after.Version)
	return nil
}

// form restores the earlier content of a product. It restores the visibility only if the run changed it.
func (b *backing) form(ctx context.Context, tx *db.Tx, c change, now *products.Record, to state) error {
	waits, err := b.Catalog.Update(ctx, tx, b.by, c.Ref, now.Version, to.Form)
	if err != nil {
		return err
	}
	if waits {
		return errs.Conflict("imports.undo_waits")
	}
	made := now.Active != ((now.Version-c.Version)%2 != 0) // by the run
	if made != to.Published && now.Active != to.Published {
		return b.Catalog.Publish(ctx, tx, b.by, c.Ref, to.Published)
	}
	return nil
}

func (b *backing) price(ctx context.Context, tx *db.Tx, g *group, c change) error {
	at := products.PriceKey{BranchID: c.Branch, VariantID: c.Ref}
	have, err := products.PricesOf(ctx, tx, []products.PriceKey{at})
	if err != nil {
		return err
	}
	was := have[at]
	want := was
	if c.Before == "" { // a price is never deleted: it is not sold there
		want.Sold = false
	} else {
		want = products.Price{BranchID: c.Branch, VariantID: c.Ref}
		if err := json.Unmarshal([]byte(c.Before), &want); err != nil {
			return err
		}
	}
	want.Version = c.Version
	b.prices = append(b.prices, wantedPrice{g, c, &was, products.PriceChange{Price: want}})
	return nil
}

func (b *backing) cost(g *group, c change) error {
	var was products.Cost
	if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
		return err
	}
	to := products.CostChange{Cost: was, Read: true}
	if c.Version != noCost {
		to.Was = &c.Version // what it was set to stands in the place of a version
	}
	b.costs = append(b.costs, wantedCost{g, c, to})
	return nil
}

// shelf restores a stock level. An uncounted one is first switched to counted, as the quantity of uncounted stock
// cannot be set.
func (b *backing) shelf(g *group, c change) error {
	var was stock.StockLevel
	if err := json.Unmarshal([]byte(c.Before), &was); err != nil {
		return err
	}
	made := shelfState{OnHand: c.Version, Counted: true}
	if c.Became != "" {
		if err := json.Unmarshal([]byte(c.Became), &made); err != nil {
			return err
		}
	}
	to := stock.Change{BranchID: c.Branch, VariantID: c.Ref, Counted: &was.Counted}
	if was.OnHand != made.OnHand {
		to.OnHand, to.Was = &was.OnHand, &made.OnHand
		if !was.Counted {
			counted := true
			first := to
			first.Counted = &counted
			b.shelves = append(b.shelves, wantedShelf{g, c, first})
			to.OnHand, to.Was = nil, nil
		}
	}
	b.shelves = append(b.shelves, wantedShelf{g, c, to})
	return nil
}

// terms restores the collected prices, costs and stock levels. Stock comes last, because its hooks lock rows that every
// page depends on.
func (b *backing) terms(ctx context.Context, tx *db.Tx) error {
	prices := make([]products.PriceChange, len(b.prices))
	for i, one := range b.prices {
		prices[i] = one.to
	}
	asked, err := b.Catalog.SetPrices(ctx, tx, b.by, prices)
	if err != nil {
		return err
	}
	for i, one := range b.prices {
		switch {
		case asked[i].Waits:
			return stay(one.g, errs.Conflict("imports.undo_waits"))
		case asked[i].Refused != nil:
			return stay(one.g, asked[i].Refused)
		}
		b.changed(one.c, one.was, asked[i].Price.Version)
	}
	if err := b.askAgain(ctx, tx); err != nil {
		return err
	}
	costs := make([]products.CostChange, len(b.costs))
	for i, one := range b.costs {
		costs[i] = one.to
	}
	set, err := b.Catalog.SetCosts(ctx, tx, b.by, costs)
	if err != nil {
		return err
	}
	for i, one := range b.costs {
		if set[i].Refused != nil {
			return stay(one.g, set[i].Refused)
		}
		was, version := one.to.Cost, int64(noCost)
		if was.Cost != nil {
			version = *was.Cost
		}
		was.Cost = one.to.Was
		b.changed(one.c, was, version)
	}
	if err := b.extras(ctx, tx); err != nil {
		return err
	}
	return b.stock(ctx, tx)
}

func (b *backing) stock(ctx context.Context, tx *db.Tx) error {
	list := make([]stock.Change, len(b.shelves))
	places := make([]stock.Place, len(list))
	for i, one := range b.shelves {
		list[i] = one.to
		places[i] = stock.Place{BranchID: one.c.Branch, VariantID: one.c.Ref}
	}
	before, err := stock.LevelsOf(ctx, tx, places)
	if err != nil {
		return err
	}
	// A source moves stock only once, but a run can be undone and redone several times.
	source := "undo " + b.run.ID
	if b.run.Turns > 1 {
		source += " " + strconv.FormatInt(b.run.Turns, 10)
	}
	done, err := b.Stock.Apply(ctx, tx, stock.Actor{StaffID: b.run.Options.By, Source: source}, list)
	if err != nil {
		return err
	}
	for i, one := range b.shelves {
		if done[i].Refused != nil {
			return stay(one.g, done[i].Refused)
		}
		if i+1 < len(b.shelves) && places[i+1] == places[i] {
			continue // its second step is written down
		}
		c := one.c
		now := done[i].StockLevel
		b.changed(c, before[places[i]], now.OnHand)
		b.journal[len(b.journal)-1].Became = packed(shelfState{now.OnHand, now.Counted})
	}
	return nil
}

// settle records what was undone, and the reverse changes for a redo.
func (b *backing) settle(ctx context.Context, tx *db.Tx) error {
	var stmts []db.Stmt
	for _, g := range b.done {
		for _, seq := range g.seqs {
			stmts = append(stmts, db.Stmt{SQL: `UPDATE import_changes SET undone = $3 WHERE import_id = $1 AND seq = $2`,
				Args: []any{b.run.ID, seq, true}})
		}
	}
	if len(stmts) == 0 {
		return nil
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	var from int64
	if err := tx.Get(ctx, &from, `SELECT COALESCE(MAX(seq) + 1, 0) FROM import_changes WHERE import_id = $1`,
		b.run.ID); err != nil {
		return err
	}
	return writeChanges(ctx, tx, b.run.ID, from, b.journal)
}
