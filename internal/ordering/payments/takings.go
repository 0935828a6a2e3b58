package payments

import (
	"context"
	"slices"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Taking is a branch's income of a business day: the orders delivered on it, with their amounts at that time, and the
// refunds of that day for any order.
type Taking struct {
	Branch   wire.Ref    `json:"branch"`
	Orders   int64       `json:"orders"`
	Goods    money.Major `json:"goods"`
	Delivery money.Major `json:"delivery" doc:"Service fees included."`
	Tips     money.Major `json:"tips"`
	Discount money.Major `json:"discount"`
	OfStore  money.Major `json:"discount_of_store" doc:"What of the discount the store bears; the platform bears the rest."`
	Total    money.Major `json:"total" doc:"Goods, delivery and tips, less the discount. It is the sum of the ways it was paid, and of the rounding."`
	Rounding money.Major `json:"rounding" doc:"What was taken off amounts in cash; who collects bears it."`
	Cash     money.Major `json:"cash"`
	Card     money.Major `json:"card"`
	Wallet   money.Major `json:"wallet"`
	Points   money.Major `json:"points" doc:"The money that points stood for."`
	Refunds  money.Major `json:"refunds"`
}

// Takings is the income of the branches on a business day, and the sum of all of them.
type Takings struct {
	Day      string   `json:"day"`
	Currency string   `json:"currency"`
	Branches []Taking `json:"branches"`
	All      Taking   `json:"all"`
}

type takingsInput struct {
	Day      string `query:"day" maxLength:"10" doc:"The business day: 2026-11-20. Today's when empty."`
	BranchID string `query:"branch_id" maxLength:"64"`
}

type taking struct {
	BranchID string `db:"branch_id"`
	Orders   int64  `db:"orders"`
	Goods    int64  `db:"goods"`
	Delivery int64  `db:"delivery"`
	Tips     int64  `db:"tips"`
	Discount int64  `db:"discount"`
	OfStore  int64  `db:"of_store"`
	Total    int64  `db:"total"`
	Rounding int64  `db:"rounding"`
	Cash     int64  `db:"cash"`
	Card     int64  `db:"card"`
	Wallet   int64  `db:"wallet"`
	Points   int64  `db:"points"`
	Refunds  int64  `db:"refunds"`
}

func (t *taking) add(o taking) {
	for to, amount := range map[*int64]int64{&t.Orders: o.Orders, &t.Goods: o.Goods, &t.Delivery: o.Delivery,
		&t.Tips: o.Tips, &t.Discount: o.Discount, &t.OfStore: o.OfStore, &t.Total: o.Total, &t.Rounding: o.Rounding,
		&t.Cash: o.Cash, &t.Card: o.Card, &t.Wallet: o.Wallet, &t.Points: o.Points, &t.Refunds: o.Refunds} {
		*to += amount
	}
}

func (t taking) view(branch wire.Ref) Taking {
	major := func(minor int64) money.Major { return money.EGP(minor).Major() }
	return Taking{branch, t.Orders, major(t.Goods), major(t.Delivery), major(t.Tips), major(t.Discount), major(t.OfStore),
		major(t.Total), major(t.Rounding), major(t.Cash), major(t.Card), major(t.Wallet), major(t.Points), major(t.Refunds)}
}

func (s *Service) takings(ctx context.Context, in *takingsInput) (*httpapi.Reply[Takings], error) {
	branches := s.Orders.Branches
	ids, err := branches.SeenBy(staff.Caller(ctx), in.BranchID)
	if err != nil {
		return nil, err
	}
	day := in.Day
	if day == "" {
		day = clock.BusinessDay(s.Clock.Now())
	}
	at, err := time.ParseInLocation(time.DateOnly, day, clock.Cairo)
	if err != nil {
		return nil, errs.Invalid("day", "common.invalid")
	}
	from := clock.NextBusinessDay(at)
	out := Takings{Day: day, Currency: money.Shop, Branches: []Taking{}}
	if len(ids) == 0 {
		return httpapi.OK(out), nil
	}
	args := db.Args(ids, db.At(from), db.At(clock.NextBusinessDay(from)))
	var sold, weighed, back []taking
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		sold, weighed, back = nil, nil, nil
		err := q.Select(ctx, &sold, `SELECT branch_id, COUNT(*) AS orders, CAST(SUM(items_total) AS BIGINT) AS goods,
			CAST(SUM(delivery_fee + service_fee) AS BIGINT) AS delivery,
			CAST(SUM(tip) AS BIGINT) AS tips, CAST(SUM(discount) AS BIGINT) AS discount,
			CAST(SUM(CASE WHEN discount_by = 'store' THEN discount
			ELSE 0 END) AS BIGINT) AS of_store, CAST(SUM(total) AS BIGINT) AS total, CAST(SUM(rounded) AS BIGINT) AS rounding,
			CAST(SUM(CASE WHEN payment_method = 'cod' THEN total + weighed_back - wallet_paid - points_paid - rounded
			ELSE 0 END) AS BIGINT) AS cash,
			CAST(SUM(CASE WHEN payment_method = 'card' THEN total + weighed_back - wallet_paid - points_paid
			ELSE 0 END) AS BIGINT) AS card,
			CAST(SUM(wallet_paid) AS BIGINT) AS wallet, CAST(SUM(points_paid) AS BIGINT) AS points
			FROM orders WHERE delivered_at >= $1 AND delivered_at < $2
			AND branch_id IN (`+db.List(3, len(ids))+`) GROUP BY branch_id`, args...)
		if err != nil {
			return err
		}
		// Refunds for lower weights were never income: they are not refunds of the day.
		err = q.Select(ctx, &weighed, `SELECT o.branch_id, -CAST(SUM(CASE WHEN r.way = 'card' THEN r.amount
			ELSE 0 END) AS BIGINT) AS card,
			-CAST(SUM(CASE WHEN r.way = 'wallet' THEN r.amount ELSE 0 END) AS BIGINT) AS wallet, -CAST(SUM(CASE
			WHEN r.way = 'points' THEN r.amount ELSE 0 END) AS BIGINT) AS points
			FROM refunds r JOIN orders o ON o.id = r.order_id
			WHERE r.reason =
			'`+orders.ReasonWeighed+`' AND o.delivered_at >= $1 AND o.delivered_at < $2 AND o.branch_id IN (`+
			db.List(3, len(ids))+`) GROUP BY o.branch_id`, args...)
		if err != nil {
			return err
		}
		return q.Select(ctx, &back, `SELECT o.branch_id, CAST(SUM(r.amount) AS BIGINT) AS refunds FROM refunds r
			JOIN orders o ON o.id = r.order_id
			WHERE r.reason <>
			'`+orders.ReasonWeighed+`' AND r.state = 'done' AND r.updated_at >= $1 AND r.updated_at < $2 AND o.branch_id IN (`+
			db.List(3, len(ids))+`) GROUP BY o.branch_id`, args...)
	})
	if err != nil {
		return nil, err
	}
	of := map[string]taking{}
	var all taking
	for _, t := range slices.Concat(sold, weighed, back) {
		mine := of[t.BranchID]
		mine.add(t)
		of[t.BranchID] = mine
		all.add(t)
	}
	lang := httpapi.Caller(ctx).Lang
	for _, branchID := range ids {
		t, took := of[branchID]
		if b, ok := branches.Branch(branchID); took && ok {
			out.Branches = append(out.Branches, t.view(b.Ref(lang)))
		}
	}
	out.All = all.view(wire.Ref{})
	return httpapi.OK(out), nil
}
