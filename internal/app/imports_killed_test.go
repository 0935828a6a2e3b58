package app_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// taken leaves a run's job as a killed process leaves it: leased to a node that will not return.
func taken(t testing.TB, s *apptest.Shop) {
	t.Helper()
	s.Exec(`UPDATE jobs SET attempts = attempts + 1, leased_by = 'gone', leased_until = $1 WHERE kind = 'import.work'
		AND done_at IS NULL AND dead_at IS NULL`,
		db.At(s.Clock.Now().Add(2*time.Minute)))
	if apptest.Get[int](s, `SELECT COUNT(*) FROM jobs WHERE kind = 'import.work' AND leased_by = 'gone'
		AND done_at IS NULL`) != 1 {
		t.Fatal("no work of an import is under way")
	}
}

// TestAnImportOutlivesItsProcess: when a process is killed between two chunks, or in the middle of one, another
// continues after its lease expires; each row is imported once, and an interrupted undo also reverts each row once.
func TestAnImportOutlivesItsProcess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		folder := apptest.Set(func(cfg *config.Serve) { cfg.DataDir = dir })
		first := apptest.New(t, d, folder)
		priced := apptest.Get[int](first, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
			apptest.Koshary, apptest.Small)
		before, moves := catalogued(first), apptest.Get[int](first, `SELECT COUNT(*) FROM stock_moves`)
		const added = 349
		sku := apptest.Get[string](first, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		var file strings.Builder
		file.WriteString("handle,name_en,name_ar,category,sku,branch,price,stock,published\n")
		for i := range added {
			if i == 50 { // of the first chunk
				fmt.Fprintf(&file, "koshary,,,,%s,koshary-maadi,47.25,,\n", sku)
			}
			fmt.Fprintf(&file, "new-%d,New %d,جديد %d,Sweets,NEW-%d,koshary-maadi,%d.50,%d,yes\n", i, i, i, i, 10+i%50, 1+i%9)
		}
		r := started(t, first, file.String(), wanted{id: "imp_k", store: "koshary-house"})
		asked := 0
		if err := first.App.Imports().Work(t.Context(), r.ID, func() bool { asked++; return asked > 1 }); err == nil {
			t.Fatal("it was not cut off")
		}
		taken(t, first)
		if err := first.Stop(); err != nil {
			t.Fatal(err)
		}

		s := apptest.Node(t, dbtest.Another(t, d), first.Clock, folder)
		at := func(state string, done int64) {
			t.Helper()
			r, err := imports.ReadRun(t.Context(), s.DB, r.ID)
			if err != nil || r.State != state || r.ItemsDone != done || r.RowsDone < done || r.RowsDone > done+1 ||
				int64(r.Counts[imports.Added]+r.Counts[imports.Changed]) != done {
				t.Errorf("%v %+v", err, r)
			}
		}
		s.RunJobs()
		at(imports.Running, 100) // still leased
		// The next process is killed in the middle of a chunk.
		middle := 0
		for n := range 6 {
			ctx, kill := context.WithTimeout(t.Context(), time.Duration(1+2*n)*time.Millisecond)
			was := apptest.Get[int64](s, `SELECT items_done FROM imports WHERE id = 'imp_k'`)
			chunks := 0
			err := s.App.Imports().Work(ctx, r.ID, func() bool { chunks++; return chunks > 1 })
			kill()
			now := apptest.Get[int64](s, `SELECT items_done FROM imports WHERE id = 'imp_k'`)
			if err != nil && errors.Is(err, context.DeadlineExceeded) && was == now {
				middle++
			}
			if now > 200 {
				break
			}
		}
		if middle == 0 {
			t.Error("it was never killed in the middle of a chunk")
		}
		s.After(3 * time.Minute)
		at(imports.Done, added+1)
		all := results(t, s, r)
		for i, one := range all {
			want := imports.Added
			if i == 50 {
				want = imports.Changed
			}
			if one.N != int64(i+1) || one.Outcome != want || one.Line != i+2 || len(one.Problems) != 0 {
				t.Errorf("%d: %+v", i, one)
			}
		}
		if len(all) != added+1 {
			t.Errorf("%d results", len(all))
		}
		for what, query := range map[string]string{
			"products": `SELECT COUNT(*) FROM products WHERE slug LIKE 'new-%'`,
			"skus":     `SELECT COUNT(DISTINCT sku) FROM variants WHERE sku LIKE 'NEW-%'`,
			"variants": `SELECT COUNT(*) FROM variants WHERE sku LIKE 'NEW-%'`,
			"prices, once": `SELECT COUNT(*) FROM branch_prices p JOIN variants v ON v.id = p.variant_id
				WHERE v.sku LIKE 'NEW-%' AND p.version = 1`,
			"moves of stock":      `SELECT COUNT(*) - ` + fmt.Sprint(moves) + ` FROM stock_moves`,
			"changes of products": `SELECT COUNT(*) FROM import_changes WHERE import_id = 'imp_k' AND kind = 'product'`,
			"changes of stock":    `SELECT COUNT(DISTINCT ref) FROM import_changes WHERE import_id = 'imp_k' AND kind = 'stock'`,
			"changes of prices":   `SELECT COUNT(*) - 1 FROM import_changes WHERE import_id = 'imp_k' AND kind = 'price'`,
			"changes in a row":    `SELECT MAX(seq) / 3 FROM import_changes WHERE import_id = 'imp_k'`,
		} {
			if n := apptest.Get[int](s, query); n != added {
				t.Errorf("%s: %d, want %d", what, n, added)
			}
		}
		if n := apptest.Get[int](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2
			AND price = 4725`, apptest.Koshary, apptest.Small); n != priced+1 {
			t.Errorf("the price is of version %d, it was of %d", n, priced)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM jobs WHERE kind = 'import.work' AND done_at IS NULL`); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
		s.Healthy()

		// Undone, and interrupted.
		if err := s.App.Imports().TakeBack(t.Context(), imports.Actor{StaffID: asOwner}, r.ID, -1); err != nil {
			t.Fatal(err)
		}
		asked = 0
		if err := s.App.Imports().Work(t.Context(), r.ID, func() bool { asked++; return asked > 3 }); err == nil {
			t.Fatal("the undo was not cut off")
		}
		taken(t, s)
		s.RunJobs()
		if got := apptest.Get[string](s, `SELECT state FROM imports WHERE id = 'imp_k'`); got != imports.Undoing {
			t.Errorf("%s before the lease ends", got)
		}
		s.After(3 * time.Minute)
		if got := s.Lines(`SELECT state FROM imports WHERE id = 'imp_k' UNION ALL SELECT 'left ' || name FROM import_results
			WHERE import_id = 'imp_k' AND phase = 'undo'`); !slices.Equal(got, []string{imports.Undone}) {
			t.Error(got)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM products WHERE slug LIKE 'new-%' AND archived_at IS NULL`); n != 0 {
			t.Errorf("%d products are left", n)
		}
		if n := apptest.Get[int](s, `SELECT version FROM branch_prices WHERE branch_id = $1 AND variant_id = $2
			AND price = 4500`, apptest.Koshary, apptest.Small); n != priced+2 {
			t.Errorf("the former price is of version %d, it was of %d", n, priced)
		}
		for _, line := range before {
			if strings.HasPrefix(line, "p ") && !slices.Contains(catalogued(s), line) {
				t.Errorf("changed: %s", line)
			}
		}
		s.Healthy()
	})
}
