package imports

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
)

// change is one change made by a run or by its undo.
type change struct {
	Seq     int64  `db:"seq"`
	Kind    string `db:"kind"`
	Ref     string `db:"ref"`
	Branch  string `db:"branch_id"`
	Before  string `db:"before"`
	Version int64  `db:"version"`
	Product string `db:"product_id"`
	Became  string `db:"became"` // of shelves
	ByUndo  bool   `db:"by_undo"`
}

const (
	ofProduct = "product"
	ofPrice   = "price"
	ofStock   = "stock"
	ofCost    = "cost"
	// A price that needs a second person's approval: Became is the id of the pending price.
	ofPriceWait = "price_wait"
	// The groups of extras of a product, and a group of extras.
	ofProductExtras = "product_extras"
	ofExtras        = "extras"
	// A category that the run created. Undo archives it, unless it contains something.
	ofCategory = "category"
)

// noCost is the version of a deleted cost.
const noCost = -1

// state is a product's state before a change.
type state struct {
	Form      products.ProductForm `json:"form"`
	Published bool                 `json:"published"`
	Archived  bool                 `json:"archived,omitempty"`
}

// shelfState is the stock level that a change set.
type shelfState struct {
	OnHand  int64 `json:"on_hand"`
	Counted bool  `json:"counted"`
}

const changeColumns = `SELECT seq, kind, ref, branch_id, before, version, product_id, became, by_undo
	FROM import_changes`

// writeChanges appends changes to a run's journal, numbered from a given number.
func writeChanges(ctx context.Context, tx *db.Tx, runID string, from int64, all []change) error {
	if len(all) == 0 {
		return nil
	}
	stmts := make([]db.Stmt, len(all))
	for i, c := range all {
		stmts[i] = db.Stmt{SQL: `INSERT INTO import_changes (import_id, seq, kind, ref, branch_id, before, version, undone,
			product_id, became, by_undo)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			Args: []any{runID, from + int64(i), c.Kind, c.Ref, c.Branch, c.Before, c.Version, false, c.Product, c.Became,
				c.ByUndo}}
	}
	return tx.Batch(ctx, stmts)
}

// write adds a chunk's changes to the run's journal.
func (j *job) write(ctx context.Context, tx *db.Tx) error {
	return writeChanges(ctx, tx, j.run.ID, j.seq, j.changes)
}

func (j *job) changed(c change, before any) {
	if before != nil {
		c.Before = packed(before)
	}
	j.changes = append(j.changes, c)
}

// group holds all changes of a run to one product, which are undone together. A group without a product is a category
// that the run created.
type group struct {
	key     string
	seqs    []int64  // of all its rows
	changes []change // one per changed object, from its first state to its last
}

func groupKey(c change) string {
	if c.Product == "" {
		return c.Kind + " " + c.Ref + " " + c.Branch
	}
	return c.Product
}

// groupsOf groups ordered rows, with the newest group first.
func groupsOf(rows []change) []*group {
	all := map[string]*group{}
	for _, c := range rows {
		g := all[groupKey(c)]
		if g == nil {
			g = &group{key: groupKey(c)}
			all[g.key] = g
		}
		g.seqs = append(g.seqs, c.Seq)
		at := slices.IndexFunc(g.changes, func(o change) bool {
			return o.Kind == c.Kind && o.Ref == c.Ref && o.Branch == c.Branch
		})
		if at < 0 {
			g.changes = append(g.changes, c)
			continue
		}
		g.changes[at].Seq, g.changes[at].Version, g.changes[at].Became = c.Seq, c.Version, c.Became
	}
	list := slices.Collect(maps.Values(all))
	slices.SortFunc(list, func(a, b *group) int { return int(b.last() - a.last()) })
	return list
}

func (g *group) last() int64 { return g.seqs[len(g.seqs)-1] }

// of is the change of the product itself, if the run changed it.
func (g *group) of() *change {
	for i := range g.changes {
		if g.changes[i].Kind == ofProduct {
			return &g.changes[i]
		}
	}
	return nil
}

// was reads the state of a product before a change.
func (c *change) was() (to state, err error) {
	if c.Before == "" {
		return state{Archived: true}, nil
	}
	err = json.Unmarshal([]byte(c.Before), &to)
	return to, err
}

// blockRows is how many rows of a journal are read to collect the next groups.
const blockRows = 100

// block reads complete groups from the rows before a number: those not yet undone, of the run or of its undo. next is
// the number to continue from.
func block(ctx context.Context, q db.Querier, runID string, byUndo bool, before int64,
	seen map[string]bool) (groups []*group, next int64, err error) {
	var rows []change
	if err := q.Select(ctx, &rows, changeColumns+
		` WHERE import_id = $1 AND seq < $2 AND NOT undone AND by_undo = $3 ORDER BY seq DESC LIMIT $4`,
		runID, before, byUndo, int64(blockRows)); err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	next = rows[len(rows)-1].Seq
	var productIDs []string
	var whole []change
	for _, c := range rows {
		if seen[groupKey(c)] {
			continue
		}
		seen[groupKey(c)] = true
		if c.Product == "" {
			whole = append(whole, c)
		} else {
			productIDs = append(productIDs, c.Product)
		}
	}
	for part := range slices.Chunk(productIDs, 100) {
		part = db.Padded(part)
		var of []change
		if err := q.Select(ctx, &of,
			changeColumns+` WHERE import_id = $1 AND by_undo = $2 AND NOT undone AND product_id IN (`+db.List(3, len(part))+`)`,
			db.Args(part, runID, byUndo)...); err != nil {
			return nil, 0, err
		}
		whole = append(whole, of...)
	}
	slices.SortFunc(whole, func(a, b change) int { return int(a.Seq - b.Seq) })
	return groupsOf(whole), next, nil
}
