package photos

import "wekala/internal/platform/export"

// Export is which pictures a customer sent and the path each is read at: the
// pictures themselves would make the file too large.
func (*Service) Export(userID string) []export.Table {
	return []export.Table{
		{
			Name: "photos", Columns: `id, '` + Prefix +
				`' || id || '.jpg' AS path, owner AS belongs_to, width number, height number, created_at time`,
			From: `photos WHERE user_id = $1 ORDER BY created_at, id`, Args: []any{userID}},
	}
}
