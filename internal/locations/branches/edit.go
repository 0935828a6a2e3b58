package branches

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/versions"
)

// The common parts of editing services, stores and branches.

// The maximum lengths of texts.
const (
	nameLetters    = 80
	taglineLetters = 120
	aboutLetters   = 600
	addressLetters = 200
	noteLetters    = 80
	codeLetters    = 40
	legalLetters   = 160
)

// record describes services, stores or branches: their table, their name in the audit log, and the SQL with the table's
// name.
type record struct {
	word  string // service, store, branch
	table versions.Table
	sort  string
	taken string
	// ownedBy is SQL that returns the store of a row; empty for services.
	ownedBy string
}

var (
	ofKinds = record{
		word:  "service",
		table: versions.Table{Name: "services"},
		sort:  `UPDATE services SET sort = $2 WHERE id = $1`,
		taken: `SELECT slug FROM services WHERE slug = $1 OR slug LIKE $2`,
	}
	ofStores = record{
		word:    "store",
		table:   versions.Table{Name: "stores"},
		sort:    `UPDATE stores SET sort = $2 WHERE id = $1`,
		taken:   `SELECT slug FROM stores WHERE slug = $1 OR slug LIKE $2`,
		ownedBy: `owned_by`,
	}
	ofBranches = record{
		word:    "branch",
		table:   versions.Table{Name: "branches"},
		sort:    `UPDATE branches SET sort = $2 WHERE id = $1`,
		taken:   `SELECT slug FROM branches WHERE slug = $1 OR slug LIKE $2`,
		ownedBy: `(SELECT t.owned_by FROM stores t WHERE t.id = branches.store_id)`,
	}
)

// slugFor returns a slug that no other object of the kind has.
func slugFor(ctx context.Context, q db.Querier, of record, wanted, name string) (string, error) {
	if wanted == "" {
		wanted = forms.Slug(name, of.word)
	}
	var taken []string
	if err := q.Select(ctx, &taken, of.taken+` ORDER BY slug`, wanted, wanted+"-%"); err != nil {
		return "", err
	}
	slug := wanted
	for n := int64(2); slices.Contains(taken, slug); n++ {
		slug = wanted + "-" + strconv.FormatInt(n, 10)
	}
	return slug, nil
}

// change runs a change that customers see, and publishes it last in the same transaction.
func (s *Service) change(ctx context.Context, do func(ctx context.Context, tx *db.Tx) (ref string, err error)) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		ref, err := do(ctx, tx)
		if err != nil || ref == "" {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, ref)
	})
}

// hold locks a row until the transaction ends, so that a concurrent request cannot change the state between check and
// write.
func hold(ctx context.Context, tx *db.Tx, table, ref string) error {
	_, err := tx.Exec(ctx, `UPDATE `+table+` SET version = version WHERE id = $1`, ref)
	return err
}

// create creates an object once per key, and replies with what show returns.
func create[T any](ctx context.Context, s *Service, operation, key string, body any,
	do func(ctx context.Context, tx *db.Tx) (ref string, err error),
	show func(ctx context.Context, q db.Querier, ref string) (T, error),
) (*httpapi.Prepared, error) {
	op := idempotency.Operation{Name: operation, Keep: keptAnswers}
	return staff.Once(ctx, idempotency.New(s.DB, s.Clock), op, key, body,
		func(ctx context.Context, tx *db.Tx) (*httpapi.Reply[T], error) {
			ref, err := do(ctx, tx)
			if err != nil {
				return nil, err
			}
			made, err := show(ctx, tx, ref)
			if err != nil {
				return nil, err
			}
			if err := changefeed.Publish(ctx, tx, Changed, ref); err != nil {
				return nil, err
			}
			return httpapi.OK(made), nil
		})
}

// written writes an action of a member of staff to the audit log.
func (s *Service) written(ctx context.Context, tx *db.Tx, member staff.Member, action, object string,
	before, after any) error {
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: member.ID, Action: action, Object: object, Before: before, After: after})
}

// one turns "no row" into NotFound.
func one(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound()
	}
	return err
}

// moved returns a conflict if a guarded write changed no row.
func moved(n int64, err error) error {
	if err == nil && n == 0 {
		return errs.VersionConflict(nil)
	}
	return err
}

// isMain reports whether a branch is the main branch of its store.
func (s *Service) isMain(b *Branch) bool {
	st, ok := s.Store(b.Store.ID)
	return ok && st.MainBranchID == b.ID
}

// setArchived archives an object or restores it; a repetition does nothing.
func (s *Service) setArchived(ctx context.Context, of record, ref string, archived bool) error {
	member := staff.Caller(ctx)
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		changed, err := s.shelve(ctx, tx, member, of, ref, archived)
		if !changed {
			return "", err
		}
		return ref, err
	})
}

// shelve is setArchived within the caller's transaction; the caller publishes the change.
func (s *Service) shelve(ctx context.Context, tx *db.Tx, member staff.Member, of record, ref string,
	archived bool) (changed bool, err error) {
	if !s.sees(member, of, ref) {
		return false, errs.NotFound()
	}
	if !s.runs(member, of, ref) {
		return false, errs.NotAllowed()
	}
	// Archiving a store's main branch needs the right to run the store, as it changes which branch is the main one.
	if b, ok := s.Branch(ref); ok && of.word == "branch" && archived && s.isMain(b) &&
		!s.runs(member, ofStores, b.Store.ID) {
		return false, errs.NotAllowed()
	}
	if changed, err = of.table.Set(ctx, tx, ref, archived, db.At(s.Clock.Now())); err != nil || !changed {
		return false, err
	}
	if err := s.takeDown(ctx, tx, member, of, ref, heldArchived, archived); err != nil {
		return false, err
	}
	if of.word == "branch" && archived {
		if err := handOverMain(ctx, tx, ref); err != nil {
			return false, err
		}
	}
	return true, s.written(ctx, tx, member, versions.Action(of.word, archived), ref, shelved{!archived}, shelved{archived})
}

// shelved is the archived state of an object in the audit log.
type shelved struct {
	Archived bool `json:"archived"`
}

// OrderBody is a new order of rows: of a whole list, or of some consecutive rows.
type OrderBody struct {
	IDs []string `json:"ids" maxItems:"500"`
}

// reorder sorts objects in the order of a list.
func (s *Service) reorder(ctx context.Context, of record, ids []string) error {
	member := staff.Caller(ctx)
	if len(ids) == 0 {
		return errs.Invalid("ids", "common.required")
	}
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if slices.ContainsFunc(ids, func(ref string) bool { return !s.sees(member, of, ref) }) {
			return "", errs.Invalid("ids", "common.one_of")
		}
		for i, ref := range ids {
			n, err := tx.Exec(ctx, of.sort, ref, int64(i))
			if err != nil {
				return "", err
			}
			if n == 0 {
				return "", errs.Invalid("ids", "common.one_of")
			}
		}
		return ids[0], s.written(ctx, tx, member, of.word+".order", of.word, nil, ids)
	})
}

// PutAt sets the position of a branch in the order.
func PutAt(ctx context.Context, tx *db.Tx, branchID string, place int64) error {
	_, err := tx.Exec(ctx, ofBranches.sort, branchID, place)
	return err
}

// The states by which a list can be filtered.
const (
	stateShown    = "shown"
	stateHidden   = "hidden"
	stateArchived = "archived"
)

func stateOf(active bool, archivedAt *db.Millis) string {
	switch {
	case archivedAt != nil:
		return stateArchived
	case active:
		return stateShown
	}
	return stateHidden
}

// keptAnswers is how long a repeated creation returns the first response.
const keptAnswers = 7 * 24 * time.Hour

// listedPart is the number of rows in a part of a console list.
const listedPart = 50

// ListQuery filters a list of services, stores or branches.
type ListQuery struct {
	httpapi.PartInput
	Q     string `query:"q" maxLength:"80"`
	State string `query:"state" enum:"shown,hidden,archived" doc:"Without it: all but what is closed for good."`
}

// keeps reports whether a row matches the query.
func (s *Service) keeps(in ListQuery, state string, names ...string) bool {
	if in.State == "" && state == stateArchived || in.State != "" && in.State != state {
		return false
	}
	want := s.Fold(in.Q)
	if want == "" {
		return true
	}
	for _, name := range names {
		if strings.Contains(s.Fold(name), want) {
			return true
		}
	}
	return false
}

// inOrder reads a part of a list in the order set by owners, with the rows that keep accepts.
func inOrder[R any](in httpapi.PartInput, place func(R) (sort int64, ref string),
	read func(sort int64, ref string, n int64) ([]R, error), keep func(R) bool) ([]R, httpapi.PartMeta, error) {
	sort, ref := int64(math.MinInt64), ""
	if _, err := in.Place(&sort, &ref); err != nil {
		return nil, httpapi.PartMeta{}, err
	}
	rows, err := httpapi.Sift(listedPart, func(last *R, n int64) ([]R, error) {
		if last != nil {
			sort, ref = place(*last)
		}
		return read(sort, ref, n)
	}, keep)
	rows, meta := httpapi.Cut(rows, listedPart, func(r R) []any {
		sort, ref := place(r)
		return []any{sort, ref}
	})
	return rows, meta, err
}

// picture validates the name of a picture; an empty one is valid.
func picture(f *forms.Form, pictures *files.Library, field, name string) string {
	name = httpapi.Clean(name)
	if name != "" && pictures != nil && !pictures.Has(name) {
		f.Say(field, "branches.no_picture")
	}
	return name
}

func newID(prefix, wanted string) string {
	if wanted != "" {
		return wanted
	}
	return id.New(prefix)
}
