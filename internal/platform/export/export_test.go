package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestFile covers a file's form of every kind of column, over more rows than are read at a time, and files that would
// be too large.
func TestFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const rows = page + 3
		err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for i := range rows {
				if _, err := tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)`,
					fmt.Sprintf("export:%04d", i), map[bool]string{true: `{"a": "<b>"}`, false: ""}[i == 0],
					int64(12050)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		table := Table{Name: "settings",
			Columns: `s.key, value AS said json, updated_at AS at time, updated_at AS cost money, updated_at AS n number,
			updated_at > 5 AS large bool, CASE WHEN s.key = '' THEN s.key END AS none`,
			From: `settings s WHERE s.updated_at = $1 ORDER BY s.key`, Args: []any{int64(12050)}}
		parts := []Part{{"first", []Table{table}}, {"second", nil}}
		raw, err := Write(t.Context(), d, map[string]any{"who": "me"}, parts, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			About map[string]string
			Data  map[string]map[string][]json.RawMessage
		}
		if err := json.Unmarshal(raw, &file); err != nil {
			t.Fatal(err)
		}
		list := file.Data["first"]["settings"]
		if len(list) != rows || file.About["who"] != "me" || file.Data["second"] == nil {
			t.Errorf("%d rows of %d: %v", len(list), rows, file.About)
		}
		seen := map[string]bool{}
		for _, row := range list {
			seen[string(row)] = true
		}
		if len(seen) != rows {
			t.Errorf("%d different rows of %d", len(seen), rows)
		}
		want :=
			`{"key": "export:0000","said": {"a":"\u003cb\u003e"},"at": "1970-01-01T00:00:12Z","cost": 120.5,"n": 12050,"large": true,"none": null}`
		if got := string(list[0]); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if !strings.Contains(string(list[1]), `"said": null`) {
			t.Errorf("an empty document: %s", list[1])
		}
		if _, err := Write(t.Context(), d, nil, parts, 1000); !errors.Is(err, ErrTooLarge) {
			t.Errorf("too large: %v", err)
		}
		table.Columns = "key, COUNT(*)"
		if _, err := Write(t.Context(), d, nil, []Part{{"first", []Table{table}}}, 1000); err == nil {
			t.Error("a column without a name was taken")
		}
	})
}
