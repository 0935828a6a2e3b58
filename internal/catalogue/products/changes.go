package products

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// Kinds of change. Whatever changes what customers see is told by Touch.
const (
	// ChangedProduct: a product's row, variants or prices. ref: its id.
	ChangedProduct = "product"
	// ChangedVariant: a variant sold out or came back somewhere. ref: its id.
	// Followers are told of the product.
	ChangedVariant = "variant"
	// ChangedBranch: services, stores, branches, hours, zones. ref: an id.
	ChangedBranch = "branch"
	// ChangedPlace: a district. ref: its id.
	ChangedPlace = "place"
	// ChangedCategory: a category. ref: its id.
	ChangedCategory = "category"
	// ChangedMenu: what is served at which hours. ref: a menu's id.
	ChangedMenu = "menu"
	// ChangedContent: banners, blocks, pages. ref: an id.
	ChangedContent = "content"
	// ChangedShop: who the shop is, whether it is open, how it pays and is
	// reached. ref: the setting.
	ChangedShop = "shop"
	// ChangedAll: anything; also what followers are told when they missed
	// something. ref: empty.
	ChangedAll = "all"
)

// Aspects of a product or a variant that can change by themselves.
const (
	AspectPrice = "price"
	AspectStock = "stock"
	AspectText  = "text"
)

// Change is one thing that changed. Branch is empty where every branch shows it,
// Aspect where any side of it may be new.
type Change struct {
	Kind   string `db:"kind"`
	Ref    string `db:"ref"`
	Branch string `db:"branch_id"`
	Aspect string `db:"aspect"`
}

const (
	raiseVersion = `UPDATE catalog_version SET version = version + 1 WHERE id = 1 RETURNING version`
	readVersion  = `SELECT version FROM catalog_version WHERE id = 1`
	readChanges  = `SELECT version, kind, ref, branch_id, aspect FROM catalog_changes
		WHERE version > $1 AND version <= $2 ORDER BY version, kind, ref, branch_id, aspect LIMIT 20001`
	pruneChanges = `DELETE FROM catalog_changes WHERE version <= $1`
	// keepVersions is how far back a node that was away can catch up without
	// loading everything.
	keepVersions = 50_000
	mostChanges  = 20_000
)

// Touch raises the catalogue's version in the transaction that changes what
// customers see. It locks the one version row until the transaction ends, so it
// belongs last in it: versions then appear in the order of their commits.
// Nothing happens without refs, except for ChangedAll.
func Touch(ctx context.Context, tx *db.Tx, kind string, refs ...string) error {
	return TouchPart(ctx, tx, Change{Kind: kind}, refs...)
}

// TouchPart is Touch for one branch, one aspect, or both: what names no branch
// and no aspect makes followers forget more than they need to.
func TouchPart(ctx context.Context, tx *db.Tx, part Change, refs ...string) error {
	if part.Kind == ChangedAll {
		part, refs = Change{Kind: ChangedAll}, []string{""}
	}
	if len(refs) == 0 {
		return nil
	}
	var version int64
	if err := tx.Get(ctx, &version, raiseVersion); err != nil {
		return fmt.Errorf("catalog: touch: %w", err)
	}
	for from := 0; from < len(refs); from += 300 {
		some := refs[from:min(from+300, len(refs))]
		var text strings.Builder
		text.WriteString(`INSERT INTO catalog_changes (version, kind, branch_id, aspect, ref) VALUES `)
		args := []any{version, part.Kind, part.Branch, part.Aspect}
		for i, ref := range some {
			if i > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, "($1, $2, $3, $4, $%d)", i+5)
			args = append(args, ref)
		}
		text.WriteString(` ON CONFLICT (version, kind, ref, branch_id, aspect) DO NOTHING`)
		if _, err := tx.Exec(ctx, text.String(), args...); err != nil {
			return fmt.Errorf("catalog: touch: %w", err)
		}
	}
	return nil
}

// TouchVariants is what the stock's availability hook calls: some variants of a
// branch sold out or came back.
func TouchVariants(ctx context.Context, tx *db.Tx, branchID string, variantIDs []string) error {
	return TouchPart(ctx, tx, Change{Kind: ChangedVariant, Branch: branchID, Aspect: AspectStock}, variantIDs...)
}

// TouchBranch is what the branches' settings hook calls: a branch takes orders
// differently.
func TouchBranch(ctx context.Context, tx *db.Tx, branchID string) error {
	return Touch(ctx, tx, ChangedBranch, branchID)
}

// TouchPlace is what the places' hook calls: a district changed.
func TouchPlace(ctx context.Context, tx *db.Tx, districtID string) error {
	return Touch(ctx, tx, ChangedPlace, districtID)
}

// Changes follows the catalogue's version on one node and tells whoever keeps
// something in memory what changed.
type Changes struct {
	db      *db.DB
	version atomic.Int64
	polling sync.Mutex // one Poll at a time: who waits finds it done
	hooks   []func(context.Context, []Change) error
}

// Follow begins at the database's present version.
func Follow(ctx context.Context, d *db.DB) (*Changes, error) {
	c := &Changes{db: d}
	var version int64
	if err := d.Get(ctx, &version, readVersion); err != nil {
		return nil, fmt.Errorf("catalog: version: %w", err)
	}
	c.version.Store(version)
	return c, nil
}

// Version is the version this node has taken in: everything it keeps in memory
// is at least as new.
func (c *Changes) Version() int64 { return c.version.Load() }

// OnChange adds somebody to tell, in the order in which they must learn.
// Called while the program is put together.
func (c *Changes) OnChange(fn func(context.Context, []Change) error) { c.hooks = append(c.hooks, fn) }

type changeRow struct {
	Version int64 `db:"version"`
	Change
}

// Poll takes in what changed since the last time. When somebody who is told
// fails, the version stays and the next Poll tells everybody again.
func (c *Changes) Poll(ctx context.Context) error {
	c.polling.Lock()
	defer c.polling.Unlock()
	at := c.version.Load()
	var newest int64
	if err := c.db.Get(ctx, &newest, readVersion); err != nil {
		return fmt.Errorf("catalog: version: %w", err)
	}
	if newest == at {
		return nil
	}
	changes, err := c.between(ctx, at, newest)
	if err != nil {
		return err
	}
	for _, tell := range c.hooks {
		if err := tell(ctx, changes); err != nil {
			return err
		}
	}
	c.version.Store(newest)
	return nil
}

// between lists what changed, once each, or says that everything may have:
// after too many changes, and where some are gone already. Every version has
// at least one row, so a missing version is seen.
func (c *Changes) between(ctx context.Context, after, upTo int64) ([]Change, error) {
	all := []Change{{Kind: ChangedAll}}
	if upTo < after {
		return all, nil // the database was replaced by an older copy
	}
	var rows []changeRow
	if err := c.db.Select(ctx, &rows, readChanges, after, upTo); err != nil {
		return nil, fmt.Errorf("catalog: changes: %w", err)
	}
	if len(rows) > mostChanges {
		return all, nil
	}
	seen := make(map[Change]bool, len(rows))
	var changes []Change
	variants := map[Change][]string{} // by branch and aspect
	var parts []Change                // the keys of variants, in the order of the journal
	expect := after
	for _, r := range rows {
		if r.Version > expect+1 || r.Kind == ChangedAll {
			return all, nil
		}
		expect = r.Version
		switch {
		case seen[r.Change]:
		case r.Kind == ChangedVariant:
			part := Change{Kind: ChangedProduct, Branch: r.Branch, Aspect: r.Aspect}
			if variants[part] == nil {
				parts = append(parts, part)
			}
			variants[part] = append(variants[part], r.Ref)
		default:
			changes = append(changes, r.Change)
		}
		seen[r.Change] = true
	}
	if expect != upTo {
		return all, nil
	}
	for _, part := range parts {
		products, err := c.productsOf(ctx, variants[part])
		if err != nil {
			return nil, err
		}
		for _, id := range products {
			change := part
			change.Ref = id
			if !seen[change] {
				seen[change] = true
				changes = append(changes, change)
			}
		}
	}
	return changes, nil
}

// productsOf lists the products some variants belong to.
func (c *Changes) productsOf(ctx context.Context, variants []string) ([]string, error) {
	var all []string
	for from := 0; from < len(variants); from += 500 {
		some := variants[from:min(from+500, len(variants))]
		var products []string
		query := `SELECT DISTINCT product_id FROM variants WHERE id IN (` + db.List(1, len(some)) + `) ORDER BY product_id`
		if err := c.db.Select(ctx, &products, query, db.Args(some)...); err != nil {
			return nil, fmt.Errorf("catalog: changes: %w", err)
		}
		all = append(all, products...)
	}
	return all, nil
}

// Refs lists what changed of one kind, each once whatever the branch and aspect.
func Refs(changes []Change, kind string) []string {
	seen := map[string]bool{}
	var refs []string
	for _, c := range changes {
		if c.Kind == kind && !seen[c.Ref] {
			seen[c.Ref] = true
			refs = append(refs, c.Ref)
		}
	}
	return refs
}

// Run polls at every tick until ctx ends. A failing poll is logged once per
// outage and tried again.
func (c *Changes) Run(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		err := c.Poll(ctx)
		switch {
		case err != nil && ctx.Err() == nil && !failing:
			failing = true
			log.Error("the catalogue cannot be followed; pages may be old", "err", err)
		case err == nil && failing:
			failing = false
			log.Info("the catalogue is followed again")
		}
	}
}

// Interval is how often a node looks for changes.
const Interval = 250 * time.Millisecond

// Jobs registers the hourly pruning of old changes.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("catalog.prune", time.Hour, func(ctx context.Context) error { return Prune(ctx, s.DB) })
}

// Prune forgets changes that every node has long taken in.
func Prune(ctx context.Context, d *db.DB) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var version int64
		if err := tx.Get(ctx, &version, readVersion); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, pruneChanges, version-keepVersions)
		return err
	})
}

// Has reports whether any of some changes is of a kind; ChangedAll is of every
// kind.
func Has(changes []Change, kinds ...string) bool {
	for _, c := range changes {
		if c.Kind == ChangedAll {
			return true
		}
		for _, k := range kinds {
			if c.Kind == k {
				return true
			}
		}
	}
	return false
}

// When makes a hook for OnChange of what keeps a small whole in memory: it is
// loaded again when something of these kinds changed.
func When(load func(context.Context) error, kinds ...string) func(context.Context, []Change) error {
	return func(ctx context.Context, changes []Change) error {
		if Has(changes, kinds...) {
			return load(ctx)
		}
		return nil
	}
}

// Since lists what changed after a version, and the newest version: for work
// that follows the catalogue with a cursor of its own in the database. Kind
// ChangedAll says that anything may have changed.
func Since(ctx context.Context, d *db.DB, after int64) ([]Change, int64, error) {
	var newest int64
	if err := d.Get(ctx, &newest, readVersion); err != nil {
		return nil, 0, fmt.Errorf("catalog: version: %w", err)
	}
	if newest == after {
		return nil, newest, nil
	}
	changes, err := (&Changes{db: d}).between(ctx, after, newest)
	return changes, newest, err
}
