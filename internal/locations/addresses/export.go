package addresses

import "wekala/internal/platform/export"

// Export lists a customer's addresses, including deleted ones that orders still refer to.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "addresses",
			Columns: `id, type, name, contact_name, phone, country, governorate_id, district_id, city, address, building,
			floor, apartment, landmark, postal_code, lat_e6 number, lng_e6 number, created_at time, updated_at time, deleted_at time`,
			From: `addresses WHERE user_id = $1 ORDER BY created_at, id`, Args: who},
		{Name: "default_addresses", Columns: `address_id`, From: `default_addresses WHERE user_id = $1 ORDER BY address_id`,
			Args: who},
	}
}
