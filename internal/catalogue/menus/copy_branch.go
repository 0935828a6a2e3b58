package menus

import (
	"context"
	"slices"

	"wekala/internal/platform/db"
)

// CopyBranch adds a new branch to the menus that name another branch of the same store. Menus without branches already
// apply to the new one.
func (s *Service) CopyBranch(ctx context.Context, tx *db.Tx, from, to string) (int64, error) {
	var rows []menuRow
	err := tx.Select(ctx, &rows, menuColumns+` WHERE archived_at IS NULL
		AND store_id = (SELECT store_id FROM branches WHERE id = $1) ORDER BY id`, from)
	if err != nil {
		return 0, err
	}
	var n int64
	for _, r := range rows {
		named := list(r.Branches)
		if !slices.Contains(named, from) {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE menus SET branches = $2, version = version + 1, updated_at = $3 WHERE id = $1`,
			r.ID, stored(append(named, to)), db.At(s.Clock.Now())); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
