package staff

import (
	"context"
	"errors"

	"wekala/internal/platform/db"
)

// Phone reads the phone (E.164) of a member of staff, "" if they have none or no longer exist.
func Phone(ctx context.Context, q db.Querier, staffID string) (string, error) {
	var phone string
	err := q.Get(ctx, &phone, `SELECT phone FROM staff WHERE id = $1 AND phone IS NOT NULL`, staffID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return phone, err
}

// Names returns the names of members of staff, by id.
func Names(ctx context.Context, q db.Querier, ids []string) (map[string]string, error) {
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

// Called is the id and name of a member of staff.
type Called struct {
	ID   string `db:"id"`
	Name string `db:"name"`
}

// Couriers lists the couriers of a member's branches. It includes locked ones, whose past deliveries stay theirs.
func Couriers(ctx context.Context, q db.Querier, member Member) ([]Called, error) {
	var list []Called
	of := ""
	if member.Branches != nil {
		of = ` AND id IN (SELECT staff_id FROM staff_branches WHERE branch_id IN (` + db.List(1, len(member.Branches)) + `))`
	}
	err := q.Select(ctx, &list, `SELECT id, name FROM staff WHERE role = 'courier'`+of+` ORDER BY name, id`,
		db.Args(member.Branches)...)
	return list, err
}
