package returns_test

import (
	"context"
	"testing"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// convert turns a customer's points into wallet money and returns what that came to.
func (s *shop) convert(user string, points int64) (minor int64) {
	s.t.Helper()
	err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		var err error
		minor, err = s.Loyalty.Convert(ctx, tx, user, id.Short(), points)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return minor
}

func (s *shop) points(user string) int64 {
	s.t.Helper()
	points, err := loyalty.Balance(context.Background(), s.DB, user, s.Clock.Now())
	if err != nil {
		s.t.Fatal(err)
	}
	return points
}

func (s *shop) debt(user string) int64 {
	return buytest.Get[int64](s.Shop, `SELECT debt FROM points_accounts WHERE user_id = $1`, user)
}

// step is the amount of a step of a refund; 0 where it has none.
func step(steps []returns.Step, code string) int64 {
	for _, one := range steps {
		if one.Code == code {
			return one.Amount.Minor()
		}
	}
	return 0
}

func pointsShop(t *testing.T, d *db.DB) *shop {
	s := newShop(t, d)
	s.Customer("usr", "maadi")
	s.Exec(`UPDATE loyalty_terms SET least_convert = 1, worth = 250`) // 100 points are 2.50
	s.Exec(`UPDATE loyalty_rates SET points = 400`)                   // 1.00 earns 4 points, worth 0.10
	return s
}

// TestNobodyKeepsTheMoneyOfReturnedPoints: points that were converted before their goods came
// back are deducted from the refund, however many returns that takes.
func TestNobodyKeepsTheMoneyOfReturnedPoints(t *testing.T) {
	for name, parts := range map[string][]int{"in one return": {3}, "in two": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := pointsShop(t, d)
				order := s.delivered("usr", "cod", 3, 0) // 135.00 earn 540 points
				got := s.convert("usr", s.points("usr"))
				if got != 13_50 {
					t.Fatalf("540 points came to %d", got)
				}
				for _, qty := range parts {
					items := []fields{{"line_id": s.line(order), "qty": qty, "reason_id": "changed_mind"}}
					var preview returns.Preview
					s.Do("POST", "/orders/"+order+"/return/preview", "usr", fields{"items": items}).Into(t, &preview)
					want := int64(qty) * (45_00 - 4_50)
					if preview.Total.Minor() != want || step(preview.Steps, "points") != -int64(qty)*4_50 ||
						preview.Parts[0].Amount.Minor() != want {
						t.Errorf("%d units: the preview promises %+v", qty, preview)
					}
					ret := s.asked(order, qty, "changed_mind")
					s.healthy()
					s.through(ret, always("restock"))
					s.healthy()
					var v returns.View
					s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
					var staffs returns.Detail
					s.Do("GET", "/console/returns/"+ret, "staff:owner", nil).Into(t, &staffs)
					for who, r := range map[string]returns.Refund{"the customer": v.Refund, "staff": staffs.Refund} {
						if r.Total.Minor() != want || step(r.Steps, "points") != -int64(qty)*4_50 || step(r.Steps, "total") != want {
							t.Errorf("%s read %+v", who, r)
						}
					}
				}
				if s.wallet("usr") != 135_00 || s.debt("usr") != 0 || s.points("usr") != 0 {
					t.Errorf("%d in the wallet, %d points, %d owed", s.wallet("usr"), s.points("usr"), s.debt("usr"))
				}
				if cost := buytest.Get[int64](s.Shop, `SELECT SUM(amount) FROM ledger_postings WHERE account = $1`,
					loyalty.Cost); cost != 0 {
					t.Errorf("the points cost the platform %d after everything came back", cost)
				}
			})
		})
	}
}

// TestPointsThatAreThereCostNothing: only missing points are deducted, and points used after the preview count when the
// return is settled.
func TestPointsThatAreThereCostNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := pointsShop(t, d)
		order := s.delivered("usr", "cod", 3, 0)
		ret := s.asked(order, 1, "changed_mind")
		var v returns.View
		s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
		if v.Refund.Total.Minor() != 45_00 || step(v.Refund.Steps, "points") != 0 || len(v.Refund.Steps) != 3 {
			t.Errorf("with all points there: %+v", v.Refund)
		}
		got := s.convert("usr", 440) // 100 are left of the 180 that go back
		s.through(ret, always("restock"))
		s.healthy()
		s.Do("GET", "/returns/"+ret, "usr", nil).Into(t, &v)
		if v.Refund.Total.Minor() != 43_00 || step(v.Refund.Steps, "points") != -2_00 || s.wallet("usr") != got+43_00 ||
			s.points("usr") != 0 || s.debt("usr") != 0 {
			t.Errorf("%+v, %d in the wallet, %d points, %d owed", v.Refund, s.wallet("usr"), s.points("usr"), s.debt("usr"))
		}
	})
}

// TestARefundIsNeverBelowZero: points that the refund does not cover stay as a debt.
func TestARefundIsNeverBelowZero(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := pointsShop(t, d)
		s.Exec(`UPDATE loyalty_terms SET worth = 10000`) // a point is a pound: 90.00 earn 360
		order := s.delivered("usr", "cod", 2, 0)
		s.convert("usr", 360)
		ret := s.asked(order, 2, "changed_mind")
		s.through(ret, always("restock"))
		s.healthy()
		if s.state(ret) != "refunded" || s.wallet("usr") != 360_00 || s.debt("usr") != 270 {
			t.Errorf("%s, %d in the wallet, %d points owed", s.state(ret), s.wallet("usr"), s.debt("usr"))
		}
	})
}

// TestExpiredPointsAreNotDeducted: the customer had no benefit from expired points.
func TestExpiredPointsAreNotDeducted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := pointsShop(t, d)
		s.Exec(`UPDATE loyalty_terms SET life_days = 1`)
		order := s.delivered("usr", "cod", 2, 0)
		s.Clock.Advance(30 * time.Hour)
		ret := s.asked(order, 2, "changed_mind")
		s.through(ret, always("restock"))
		s.healthy()
		if s.wallet("usr") != 90_00 || s.debt("usr") != 360 {
			t.Errorf("%d in the wallet, %d points owed", s.wallet("usr"), s.debt("usr"))
		}
	})
}

// TestDeductedPointsLeaveTheRoundingKept: what a return kept for points leaves no room for the rounded-off cash.
func TestDeductedPointsLeaveTheRoundingKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := pointsShop(t, d)
		order := s.delivered("usr", "cod", 2, 0)
		// As if the cash had been rounded down by 0.74, and both came faulty.
		s.Exec(`UPDATE orders SET rounded = 74, paid = paid - 74 WHERE id = $1`, order)
		s.convert("usr", 360)
		s.through(s.asked(order, 1, "not_as_described"), always("scrap"))
		s.through(s.asked(order, 1, "not_as_described"), always("scrap"))
		if kept := buytest.Get[int64](s.Shop, `SELECT SUM(rounded) FROM returns`); kept != 74 {
			t.Errorf("%d of the rounding was kept", kept)
		}
	})
}
