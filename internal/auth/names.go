package auth

import (
	"context"

	"wekala/internal/platform/db"
)

// StaffNames reads how members of staff are called, by id, for those who show
// what they did.
func StaffNames(ctx context.Context, q db.Querier, ids []string) (map[string]string, error) {
	names := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return names, nil
	}
	var rows []struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	err := q.Select(ctx, &rows, `SELECT id, name FROM staff WHERE id IN (`+db.List(1, len(ids))+`)`, db.Args(ids)...)
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, err
}
