package addresses

import (
	"context"

	"wekala/internal/platform/db"
)

// OfPeople reads every address that some customers have or had, including deleted ones. It is for features that detect
// several accounts of one person; no customer may be shown the result.
func OfPeople(ctx context.Context, q db.Querier, userIDs []string) ([]Address, error) {
	if len(userIDs) == 0 {
		return nil, nil
	}
	var all []Address
	err := q.Select(ctx, &all, `SELECT `+columns+` `+from+`
		WHERE a.user_id IN (`+db.List(1, len(userIDs))+`) ORDER BY a.user_id, a.id`, db.Args(userIDs)...)
	return all, err
}
