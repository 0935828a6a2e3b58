package demo

import (
	"context"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// people makes the customers and the staff who are not there yet.
func people(ctx context.Context, d *db.DB, shop *data.Shop, begun time.Time, o Options) error {
	if done, err := doneAt(ctx, d, peopled); err != nil || !done.IsZero() {
		return err
	}
	joined := midnight(begun).AddDate(0, 0, -400)
	err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, s := range shop.Customers {
			if err := customer(ctx, tx, o.Auth, s, joined); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range shop.Staff {
		if o.Password == "" {
			break
		}
		branches := make([]string, len(m.Branches))
		for i, slug := range m.Branches {
			branches[i] = BranchID(slug)
		}
		_, err := o.Staff.Add(ctx, staff.NewMember{
			ID: "stf_" + m.Email, Email: m.Email, Name: m.Name.In(m.Lang), Phone: m.Phone, Password: o.Password,
			Role: staff.Role(m.Role), Lang: m.Lang, Branches: branches,
		})
		if err != nil && !errs.Is(err, "auth.staff_exists") {
			return err
		}
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return markDone(ctx, tx, peopled, begun) })
}

// StaffNames are the names of the staff by role, as they are written in a language.
func StaffNames(lang i18n.Lang) (map[string]string, error) {
	shop, err := data.Load()
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, m := range shop.Staff {
		if names[m.Role] == "" {
			names[m.Role] = m.Name.In(lang)
		}
	}
	return names, nil
}

func customer(ctx context.Context, tx *db.Tx, who *auth.Service, s data.Customer, joined time.Time) error {
	at := db.At(joined)
	id, err := who.AddCustomer(ctx, tx, auth.NewCustomer{
		ID: CustomerID(s.ID), Phone: s.Phone, Name: s.Name.In(s.Lang), Email: s.Email, Lang: s.Lang, CreatedAt: at,
	})
	if err != nil {
		return err
	}
	if err := who.ChangeProfile(ctx, tx, id, auth.ProfileChange{
		Gender: auth.To(s.Gender), Birthdate: auth.To(s.Birthdate)}, at); err != nil {
		return err
	}
	var have int64
	if err := tx.Get(ctx, &have, `SELECT COUNT(*) FROM addresses WHERE user_id = $1`, id); err != nil || have > 0 {
		return err
	}
	for i, a := range s.Addresses {
		pin := places.At(a.At.Lat, a.At.Lng)
		err := addresses.Add(ctx, tx, addresses.Address{
			UserID: id, ID: AddressID(s.ID, i), Type: a.Type, Name: a.Label, ContactName: a.Contact, Phone: a.Phone,
			Country:       "EG",
			GovernorateID: a.Governorate, DistrictID: a.District, Street: a.Street, Building: a.Building,
			Floor: a.Floor, Apartment: a.Apartment, Landmark: a.Landmark, LatE6: pin.LatE6, LngE6: pin.LngE6, CreatedAt: at,
			UpdatedAt: at,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
