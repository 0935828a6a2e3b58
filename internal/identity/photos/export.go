package photos

import "wekala/internal/platform/export"

// Export lists a customer's pictures with their paths. The pictures themselves would make the file too large.
func (*Service) Export(userID string) []export.Table {
	return []export.Table{
		{
			Name: "photos", Columns: `id, '` + Prefix +
				`' || id || '.jpg' AS path, owner AS belongs_to, width number, height number, created_at time`,
			From: `photos WHERE user_id = $1 ORDER BY created_at, id`, Args: []any{userID}},
	}
}
