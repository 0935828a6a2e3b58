package addresses

import (
	"context"
	"errors"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const columns = `a.user_id, a.id, a.type, a.name, a.contact_name, a.phone, a.country, a.governorate_id, a.district_id,
	a.city, a.address, a.building, a.floor, a.apartment, a.landmark, a.postal_code, a.lat_e6, a.lng_e6,
	a.created_at, a.updated_at, d.user_id IS NOT NULL AS is_default`

const from = `FROM addresses a LEFT JOIN default_addresses d ON d.user_id = a.user_id AND d.address_id = a.id`

// Get reads an address of a customer. NotFound if it doesn't exist, is deleted or belongs to another customer.
func Get(ctx context.Context, q db.Querier, userID, addressID string) (Address, error) {
	var a Address
	err := q.Get(ctx, &a, `SELECT `+columns+` `+from+`
		WHERE a.user_id = $1 AND a.id = $2 AND a.deleted_at IS NULL`, userID, addressID)
	if errors.Is(err, db.ErrNoRows) {
		return Address{}, errs.NotFound()
	}
	return a, err
}

// List reads a customer's addresses, the default one first, then the newest.
func List(ctx context.Context, q db.Querier, userID string) ([]Address, error) {
	var all []Address
	err := q.Select(ctx, &all, `SELECT `+columns+` `+from+`
		WHERE a.user_id = $1 AND a.deleted_at IS NULL
		ORDER BY CASE WHEN d.user_id IS NOT NULL THEN 0 ELSE 1 END, a.created_at DESC, a.id DESC`, userID)
	return all, err
}

// Default reads a customer's default address; ok is false if there is none.
func Default(ctx context.Context, q db.Querier, userID string) (a Address, ok bool, err error) {
	err = q.Get(ctx, &a, `SELECT `+columns+` `+from+`
		WHERE a.user_id = $1 AND a.deleted_at IS NULL AND d.user_id IS NOT NULL`, userID)
	if errors.Is(err, db.ErrNoRows) {
		return Address{}, false, nil
	}
	return a, err == nil, err
}

// DefaultID returns the id of a customer's default address, "" if there is none. The app connects it to auth.
func DefaultID(ctx context.Context, q db.Querier, userID string) (string, error) {
	var addressID string
	err := q.Get(ctx, &addressID, `SELECT address_id FROM default_addresses WHERE user_id = $1`, userID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return addressID, err
}

func count(ctx context.Context, q db.Querier, userID string) (int64, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM addresses WHERE user_id = $1 AND deleted_at IS NULL`, userID)
	return n, err
}

// Add writes an address unchanged, and makes it the default of a customer who has none. It is for the demo, which
// chooses its ids itself; customers use Create.
func Add(ctx context.Context, tx *db.Tx, a Address) error {
	if err := insert(ctx, tx, a); err != nil {
		return err
	}
	return firstDefault(ctx, tx, a.UserID, a.ID)
}

func insert(ctx context.Context, tx *db.Tx, a Address) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO addresses (user_id, id, type, name, contact_name, phone, country, governorate_id, district_id,
			city, address, building, floor, apartment, landmark, postal_code, lat_e6, lng_e6, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
		a.UserID, a.ID, a.Type, a.Name, a.ContactName, a.Phone, a.Country, a.GovernorateID, a.DistrictID,
		a.City, a.Street, a.Building, a.Floor, a.Apartment, a.Landmark, a.PostalCode, a.LatE6, a.LngE6,
		a.CreatedAt, a.UpdatedAt)
	return err
}

func update(ctx context.Context, tx *db.Tx, a Address) error {
	n, err := tx.Exec(ctx, `
		UPDATE addresses SET type = $3, name = $4, contact_name = $5, phone = $6, country = $7, governorate_id = $8,
			district_id = $9, city = $10, address = $11, building = $12, floor = $13, apartment = $14, landmark = $15,
			postal_code = $16, lat_e6 = $17, lng_e6 = $18, updated_at = $19
		WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL`,
		a.UserID, a.ID, a.Type, a.Name, a.ContactName, a.Phone, a.Country, a.GovernorateID, a.DistrictID,
		a.City, a.Street, a.Building, a.Floor, a.Apartment, a.Landmark, a.PostalCode, a.LatE6, a.LngE6, a.UpdatedAt)
	if err == nil && n == 0 {
		return errs.NotFound()
	}
	return err
}

func remove(ctx context.Context, tx *db.Tx, userID, addressID string, now db.Millis) error {
	_, err := tx.Exec(ctx, `
		UPDATE addresses SET deleted_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL`, userID, addressID, now)
	return err
}

// setDefault moves the default to an existing address.
func setDefault(ctx context.Context, tx *db.Tx, userID, addressID string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO default_addresses (user_id, address_id) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET address_id = excluded.address_id`, userID, addressID)
	return err
}

// firstDefault makes an address the default of a customer who has none.
func firstDefault(ctx context.Context, tx *db.Tx, userID, addressID string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO default_addresses (user_id, address_id) VALUES ($1, $2) ON CONFLICT (user_id)
		DO NOTHING`, userID, addressID)
	return err
}

// Forget removes all personal data from the addresses of a customer who deletes their account. The rows stay, because
// orders refer to them.
func Forget(ctx context.Context, tx *db.Tx, userID string, now db.Millis) error {
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		UPDATE addresses SET name = '', contact_name = '', phone = '', address = '', building = '', floor = '',
		apartment = '',
			landmark = '', postal_code = '', city = '', lat_e6 = 0, lng_e6 = 0, deleted_at = COALESCE(deleted_at, $2),
			updated_at = $2
		WHERE user_id = $1`, userID, now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM default_addresses WHERE user_id = $1`, userID)
	return err
}
