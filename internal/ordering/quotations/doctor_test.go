package quotations_test

import (
	"testing"

	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

func TestDoctorSeesDamage(t *testing.T) {
	for name, damage := range map[string]string{
		"events":   `DELETE FROM quotation_events WHERE seq = 2`,
		"moves":    `UPDATE quotation_events SET to_state = 'declined' WHERE seq = 4`,
		"state":    `UPDATE quotations SET state = 'expired'`,
		"versions": `UPDATE quotation_offers SET version = 2`,
		"sums":     `UPDATE quotation_offers SET total = total + 1`,
		"prices":   `DELETE FROM quotation_prices`,
		"late":     `UPDATE quotation_offers SET expires_at = 1`,
		"order":    `UPDATE quotations SET order_id = NULL`,
		"second":   `UPDATE orders SET user_id = 'other'`,
		"quoted":   `UPDATE order_lines SET unit_price = unit_price + 1`,
		"fee":      `UPDATE orders SET delivery_fee = delivery_fee + 1`,
	} {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			s := shop(t, d)
			v := priced(s, "usr")
			accept(s, "usr", v)
			if r := s.Place("usr", "k", order("usr", v.ID, "cod", 1110)); r.Status != 200 {
				t.Fatal(r.Body)
			}
			s.Healthy()
			s.Exec(damage)
			results, err := doctor.Run(t.Context(), d, quotations.Checks())
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Violations > 0 {
					return
				}
			}
			t.Errorf("%s was not seen", name)
		})
	}
}
