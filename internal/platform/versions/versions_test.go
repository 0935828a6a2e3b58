package versions_test

import (
	"context"
	"errors"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/versions"
)

var menus = versions.Table{Name: "menus", Dated: true, Hides: true}

type row struct {
	Name       string     `db:"name_en"`
	ArchivedAt *db.Millis `db:"archived_at"`
	Active     bool
	Version    int64
	UpdatedAt  db.Millis `db:"updated_at"`
}

func find(ctx context.Context, q db.Querier, ref string) (r row, err error) {
	err = q.Get(ctx, &r, `SELECT name_en, archived_at, active, version, updated_at FROM menus WHERE id = $1`, ref)
	return r, err
}

func menu(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		err := tx.Batch(ctx, []db.Stmt{
			{SQL: `INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise, active, sort)
				VALUES ('svc', 'svc', '', '', '', '', '', 'food', 'minutes', TRUE, 0)`},
			{SQL: `INSERT INTO stores (id, slug, service_id, name_en, name_ar, image, main_branch_id, active, sort)
				VALUES ('sto', 'sto', 'svc', '', '', '', '', TRUE, 0)`},
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO menus (id, store_id, name_en, name_ar, branches, hours, categories, products,
			active, created_at, updated_at)
			VALUES ('mnu_1', 'sto', 'Lunch', '', '[]', '[]', '[]', '[]', TRUE, 1, 1)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestArchivingTwiceChangesNothing: the second time there is nothing to write down,
// and the version stays.
func TestArchivingTwiceChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		menu(t, d)
		for i, c := range []struct {
			archived, changed bool
			version           int64
		}{{false, false, 1}, {true, true, 2}, {true, false, 2}, {false, true, 3}, {false, false, 3}} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				asked := false
				_, _, changed, err := versions.Archive(ctx, tx, menus, "mnu_1", c.archived, db.Millis(10+i), find, func(row) error {
					asked = true
					return nil
				})
				if err == nil && (changed != c.changed || asked != c.changed) {
					t.Errorf("step %d: changed is %v, asked %v", i, changed, asked)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := find(t.Context(), d, "mnu_1")
			if err != nil || (r.ArchivedAt != nil) != c.archived || r.Version != c.version || r.Active != (i == 0) {
				t.Errorf("step %d: %+v %v", i, r, err)
			}
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, _, _, err := versions.Archive(ctx, tx, menus, "mnu_none", true, 1, find, nil)
			return err
		})
		if !errs.Is(err, "common.not_found") {
			t.Errorf("none: %v", err)
		}
	})
}

// TestAChangeRaisesTheVersion holds that a change is made from the version that was read, and that one that changes
// nothing, fails or comes late leaves it.
func TestAChangeRaisesTheVersion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		menu(t, d)
		rename := func(version int64, do func(ctx context.Context, tx *db.Tx) (bool, error)) (changed bool, err error) {
			err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				_, _, changed, err = versions.Change(ctx, tx, menus, "mnu_1", version, 9, find,
					func(row) (bool, error) { return do(ctx, tx) })
				return err
			})
			return changed, err
		}
		to := func(name string) func(ctx context.Context, tx *db.Tx) (bool, error) {
			return func(ctx context.Context, tx *db.Tx) (bool, error) {
				_, err := tx.Exec(ctx, `UPDATE menus SET name_en = $1 WHERE id = 'mnu_1'`, name)
				return true, err
			}
		}
		broken := errors.New("broken")
		for i, c := range []struct {
			version int64
			do      func(ctx context.Context, tx *db.Tx) (bool, error)
			refused string
			want    row
		}{
			{1, to("Dinner"), "", row{Name: "Dinner", Version: 2}},
			{1, to("Late"), "common.moved_on", row{Name: "Dinner", Version: 2}},
			{0, to("Night"), "", row{Name: "Night", Version: 3}},
			{3, func(context.Context, *db.Tx) (bool, error) { return false, nil }, "", row{Name: "Night", Version: 3}},
			{3, func(context.Context, *db.Tx) (bool, error) { return true, broken }, "broken", row{Name: "Night", Version: 3}},
		} {
			changed, err := rename(c.version, c.do)
			if refused := errs.Is(err, c.refused) || c.refused == "broken" && errors.Is(err, broken); c.refused == "" &&
				err != nil || c.refused != "" && !refused {
				t.Errorf("step %d: %v", i, err)
			}
			r, err := find(t.Context(), d, "mnu_1")
			if err != nil || r.Name != c.want.Name || r.Version != c.want.Version {
				t.Errorf("step %d: %+v %v, want %+v", i, r, err, c.want)
			}
			if raised := i == 0 || i == 2; changed != raised {
				t.Errorf("step %d: changed is %v", i, changed)
			}
		}
	})
}
