// Package changefeed notifies every node of changes, so that each can refresh its memory.
//
// A transaction that changes something customers see calls Publish as its last step. Publish raises one version and
// records what changed under it. Nodes poll the version, read the changes after the one they know, and pass them to
// their subscribers. The lock on the version row puts versions in the order of commits, so a node that follows by
// version misses nothing. A node that was away for too long receives the change "everything".
//
// Kinds of change are declared by the features that publish them.
package changefeed

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/jobs"
)

// All is the kind of a change that may concern anything. Subscribers that missed
// changes receive it as well. Its Ref is empty.
const All = "all"

// Change is a change to one object.
type Change struct {
	Kind string `db:"kind"`
	Ref  string `db:"ref"`
	// Scope limits the change to the one branch that shows it; empty means everywhere.
	Scope string `db:"branch_id"`
	// Aspect names the part of the object that changed; empty means any.
	Aspect string `db:"aspect"`
}

const (
	raiseVersion = `UPDATE catalog_version SET version = version + 1 WHERE id = 1 RETURNING version`
	readVersion  = `SELECT version FROM catalog_version WHERE id = 1`
	readChanges  = `SELECT version, kind, ref, branch_id, aspect FROM catalog_changes
		WHERE version > $1 AND version <= $2 ORDER BY version, kind, ref, branch_id, aspect LIMIT 20001`
	pruneChanges = `DELETE FROM catalog_changes WHERE version <= $1`
	// keepVersions is the number of versions a node may be behind and still catch up without reloading everything.
	keepVersions = 50_000
	maxChanges   = 20_000
)

// Publish records in tx that the refs of one kind changed. It locks the version row
// until tx ends, so it belongs at the end of a transaction. Without refs it does
// nothing, except for All.
func Publish(ctx context.Context, tx *db.Tx, kind string, refs ...string) error {
	return PublishPart(ctx, tx, Change{Kind: kind}, refs...)
}

// PublishPart is Publish for one scope, one aspect, or both. Without them subscribers
// discard more than they need to.
func PublishPart(ctx context.Context, tx *db.Tx, part Change, refs ...string) error {
	if part.Kind == All {
		part, refs = Change{Kind: All}, []string{""}
	}
	if len(refs) == 0 {
		return nil
	}
	var version int64
	if err := tx.Get(ctx, &version, raiseVersion); err != nil {
		return fmt.Errorf("changefeed: publish: %w", err)
	}
	for some := range slices.Chunk(refs, 300) {
		var text strings.Builder
		text.WriteString(`INSERT INTO catalog_changes (version, kind, branch_id, aspect, ref) VALUES `)
		args := []any{version, part.Kind, part.Scope, part.Aspect}
		for i, ref := range some {
			if i > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, "($1, $2, $3, $4, $%d)", i+5)
			args = append(args, ref)
		}
		text.WriteString(` ON CONFLICT (version, kind, ref, branch_id, aspect) DO NOTHING`)
		if _, err := tx.Exec(ctx, text.String(), args...); err != nil {
			return fmt.Errorf("changefeed: publish: %w", err)
		}
	}
	return nil
}

// Lock locks the version row until tx ends. A transaction that publishes later may call
// it first, to run after all others that do.
func Lock(ctx context.Context, tx *db.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE catalog_version SET version = version WHERE id = 1`)
	return err
}

// Resolver turns changes of one kind into changes of another, such as parts into the
// wholes that contain them. Scope and aspect stay.
type Resolver struct {
	From, To string
	Refs     func(ctx context.Context, q db.Querier, refs []string) ([]string, error)
}

// Feed follows the version on one node and passes changes to its subscribers.
type Feed struct {
	db          *db.DB
	resolvers   []Resolver
	version     atomic.Int64
	polling     sync.Mutex // one Poll at a time: a second caller waits and then finds no changes left
	subscribers []func(context.Context, []Change) error
}

// Open returns a feed that begins at the database's current version.
func Open(ctx context.Context, d *db.DB, resolvers ...Resolver) (*Feed, error) {
	f := &Feed{db: d, resolvers: resolvers}
	version, err := Newest(ctx, d)
	f.version.Store(version)
	return f, err
}

// Newest returns the newest version in the database.
func Newest(ctx context.Context, q db.Querier) (version int64, err error) {
	if err := q.Get(ctx, &version, readVersion); err != nil {
		return 0, fmt.Errorf("changefeed: version: %w", err)
	}
	return version, nil
}

// Version returns the version that all subscribers of this node have processed.
func (f *Feed) Version() int64 { return f.version.Load() }

// Subscribe adds a subscriber. Subscribers are called in the order in which they
// subscribed. It must not be called after the first Poll.
func (f *Feed) Subscribe(fn func(context.Context, []Change) error) {
	f.subscribers = append(f.subscribers, fn)
}

// Poll passes the changes since the last Poll to the subscribers. When one of them
// fails, the version stays, and the next Poll calls all of them again.
func (f *Feed) Poll(ctx context.Context) error {
	f.polling.Lock()
	defer f.polling.Unlock()
	at := f.version.Load()
	changes, newest, err := Since(ctx, f.db, at, f.resolvers...)
	if err != nil || newest == at {
		return err
	}
	for _, subscriber := range f.subscribers {
		if err := subscriber(ctx, changes); err != nil {
			return err
		}
	}
	f.version.Store(newest)
	return nil
}

// Since returns the changes after a version, and the newest version. It serves work
// that keeps its own cursor in the database. A change of kind All means that anything
// may have changed.
func Since(ctx context.Context, d *db.DB, after int64, resolvers ...Resolver) ([]Change, int64, error) {
	newest, err := Newest(ctx, d)
	if err != nil || newest == after {
		return nil, newest, err
	}
	changes, err := between(ctx, d, after, newest, resolvers)
	return changes, newest, err
}

// between returns each change once, or All after too many changes and where some were
// pruned. Every version has at least one row, so a missing version is noticed.
func between(ctx context.Context, d *db.DB, after, upTo int64, resolvers []Resolver) ([]Change, error) {
	all := []Change{{Kind: All}}
	if upTo < after {
		return all, nil // the database was replaced by an older copy
	}
	var rows []struct {
		Version int64 `db:"version"`
		Change
	}
	if err := d.Select(ctx, &rows, readChanges, after, upTo); err != nil {
		return nil, fmt.Errorf("changefeed: changes: %w", err)
	}
	if len(rows) > maxChanges {
		return all, nil
	}
	seen := make(map[Change]bool, len(rows))
	var changes []Change
	type part struct {
		resolver      int
		scope, aspect string
	}
	unresolved := map[part][]string{} // refs that a resolver replaces with others
	var parts []part                  // its keys, in the order of the rows
	expect := after
	for _, r := range rows {
		if r.Version > expect+1 || r.Kind == All {
			return all, nil
		}
		expect = r.Version
		i := slices.IndexFunc(resolvers, func(v Resolver) bool { return v.From == r.Kind })
		switch {
		case seen[r.Change]:
		case i >= 0:
			p := part{i, r.Scope, r.Aspect}
			if unresolved[p] == nil {
				parts = append(parts, p)
			}
			unresolved[p] = append(unresolved[p], r.Ref)
		default:
			changes = append(changes, r.Change)
		}
		seen[r.Change] = true
	}
	if expect != upTo {
		return all, nil
	}
	for _, p := range parts {
		resolver := resolvers[p.resolver]
		refs, err := resolver.Refs(ctx, d, unresolved[p])
		if err != nil {
			return nil, fmt.Errorf("changefeed: %s: %w", resolver.From, err)
		}
		for _, ref := range refs {
			change := Change{Kind: resolver.To, Ref: ref, Scope: p.scope, Aspect: p.aspect}
			if !seen[change] {
				seen[change] = true
				changes = append(changes, change)
			}
		}
	}
	return changes, nil
}

// RefsSince returns the refs of one kind that changed after a version, in one of the given aspects or without an
// aspect. ok is false if there are more than limit, if everything may have changed, or if the feed doesn't go back that
// far.
func RefsSince(ctx context.Context, q db.Querier, version int64, kind string, limit int,
	aspects ...string) (refs []string, ok bool, err error) {
	var oldest int64
	if err := q.Get(ctx, &oldest, `SELECT COALESCE(MIN(version), 0) FROM catalog_changes`); err != nil ||
		oldest > version+1 {
		return nil, false, err
	}
	aspects = append([]string{""}, aspects...)
	var rows []Change
	args := append([]any{version, All, kind, limit + 1}, db.Args(aspects)...)
	if err := q.Select(ctx, &rows, `SELECT DISTINCT kind, ref FROM catalog_changes
		WHERE version > $1 AND (kind = $2 OR kind = $3 AND aspect IN (`+db.List(5, len(aspects))+`))
		ORDER BY kind, ref LIMIT $4`, args...); err != nil || len(rows) > limit {
		return nil, false, err
	}
	for _, c := range rows {
		if c.Kind == All {
			return nil, false, nil
		}
		refs = append(refs, c.Ref)
	}
	return refs, true, nil
}

// Refs returns the refs of one kind, each once whatever its scope and aspect.
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

// Has reports whether any of the changes is of one of the kinds; All is of every kind.
func Has(changes []Change, kinds ...string) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Kind == All || slices.Contains(kinds, c.Kind) })
}

// OnKinds returns a subscriber that calls load when objects of these kinds changed. It suits small data sets that are
// reloaded completely.
func OnKinds(load func(context.Context) error, kinds ...string) func(context.Context, []Change) error {
	return func(ctx context.Context, changes []Change) error {
		if Has(changes, kinds...) {
			return load(ctx)
		}
		return nil
	}
}

// Interval is how often a node polls.
const Interval = 250 * time.Millisecond

// Run polls at every tick until ctx ends. A failed poll is logged once per outage and retried.
func (f *Feed) Run(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		err := f.Poll(ctx)
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

// Jobs registers the hourly pruning of changes that every node has long since processed.
func Jobs(r *jobs.Runner, d *db.DB) {
	r.Every("catalog.prune", time.Hour, func(ctx context.Context) error { return Prune(ctx, d) })
}

// Prune deletes all changes but the last keepVersions.
func Prune(ctx context.Context, d *db.DB) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		version, err := Newest(ctx, tx)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, pruneChanges, version-keepVersions)
		return err
	})
}
