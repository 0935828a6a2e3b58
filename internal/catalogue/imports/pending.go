package imports

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
)

// waitsAt reads the pending prices at some keys.
func waitsAt(ctx context.Context, q db.Querier, keys []products.PriceKey) (map[products.PriceKey]products.Wait, error) {
	of, out := map[string][]string{}, map[products.PriceKey]products.Wait{}
	for _, k := range keys {
		of[k.BranchID] = append(of[k.BranchID], k.VariantID)
	}
	for _, branch := range slices.Sorted(maps.Keys(of)) {
		slices.Sort(of[branch])
		for part := range slices.Chunk(slices.Compact(of[branch]), 512) {
			waits, err := products.Waiting(ctx, q, branch, part)
			if err != nil {
				return nil, err
			}
			for variant, w := range waits {
				out[products.PriceKey{BranchID: branch, VariantID: variant}] = w
			}
		}
	}
	return out, nil
}

// waitSince returns why a pending price is not withdrawn or proposed again: somebody has since decided it or proposed
// another, or an earlier proposal would be lost.
func (s *Service) waitSince(ctx context.Context, q db.Querier, p *planOf, c *change,
	at products.PriceKey) (*Problem, error) {
	w, waits := p.waits[at]
	same := waits && w.ID == c.Became && w.Version == c.Version && len(w.Makers) == 1
	if c.ByUndo {
		same = !waits && p.prices[at].Version == c.Version
	}
	if same {
		return nil, nil
	}
	return s.since(ctx, q, "imports.undo_wait", "imports.undo_wait_by", at, "price.approve", "price.decline",
		"price.propose", "price.withdraw", "price.set")
}

// wait withdraws a pending price, or proposes it again.
func (b *backing) wait(ctx context.Context, tx *db.Tx, g *group, c change) error {
	if c.ByUndo {
		want := products.Price{}
		if err := json.Unmarshal([]byte(c.Before), &want); err != nil {
			return err
		}
		want.Version = -1
		b.again = append(b.again, wantedPrice{g: g, c: c, to: products.PriceChange{Price: want}})
		return nil
	}
	at := products.PriceKey{BranchID: c.Branch, VariantID: c.Ref}
	waits, err := waitsAt(ctx, tx, []products.PriceKey{at})
	if err != nil {
		return err
	}
	prices, err := products.PricesOf(ctx, tx, []products.PriceKey{at})
	if err != nil {
		return err
	}
	if err := b.Catalog.Withdraw(ctx, tx, b.by, c.Branch, c.Ref); err != nil {
		return err
	}
	b.changed(c, waits[at].Price, prices[at].Version)
	return nil
}

// askAgain proposes prices again that an undo withdrew: they become pending again, or apply immediately if they no
// longer fall far.
func (b *backing) askAgain(ctx context.Context, tx *db.Tx) error {
	if len(b.again) == 0 {
		return nil
	}
	list := make([]products.PriceChange, len(b.again))
	keys := make([]products.PriceKey, len(b.again))
	for i, one := range b.again {
		list[i], keys[i] = one.to, products.PriceKey{BranchID: one.c.Branch, VariantID: one.c.Ref}
	}
	before, err := products.PricesOf(ctx, tx, keys)
	if err != nil {
		return err
	}
	done, err := b.Catalog.SetPrices(ctx, tx, b.by, list)
	if err != nil {
		return err
	}
	waits, err := waitsAt(ctx, tx, keys)
	if err != nil {
		return err
	}
	for i, one := range b.again {
		switch {
		case done[i].Refused != nil:
			return stay(one.g, done[i].Refused)
		case done[i].Waits:
			b.changed(one.c, nil, waits[keys[i]].Version)
			b.journal[len(b.journal)-1].Became = waits[keys[i]].ID
		case done[i].Changed:
			one.c.Kind = ofPrice
			was, there := before[keys[i]]
			b.changed(one.c, was, done[i].Price.Version)
			if !there {
				b.journal[len(b.journal)-1].Before = ""
			}
		}
	}
	return nil
}
