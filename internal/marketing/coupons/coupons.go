// Package coupons decides who may use which coupon, when, on what and how often. Package pricing computes the discount;
// guarded rows keep a coupon from being used more often than allowed: one counter for the coupon and one for each
// customer, raised when an order is placed and lowered, once, when it ends without being delivered.
package coupons

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/parties"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Coupon is a coupon as stored.
type Coupon struct {
	ID            string     `db:"id"`
	Code          string     `db:"code"`
	Kind          string     `db:"kind"`
	Value         int64      `db:"value"`
	Minimum       int64      `db:"minimum"`
	Cap           *int64     `db:"cap"`
	StartsAt      *db.Millis `db:"starts_at"`
	EndsAt        *db.Millis `db:"ends_at"`
	TotalLimit    *int64     `db:"total_limit"`
	CustomerLimit *int64     `db:"customer_limit"`
	FirstOrder    bool       `db:"first_order"`
	Services      refs       `db:"services"`
	Stores        refs       `db:"stores"`
	Categories    refs       `db:"categories"`
	Uses          int64      `db:"uses"`
	Active        bool       `db:"active"`
	Listed        bool       `db:"listed"` // shown to whoever may use it
	UpdatedAt     db.Millis  `db:"updated_at"`
	Version       int64      `db:"version"`
	// BorneBy is the party that pays for the coupon: the party of its maker.
	BorneBy parties.Party `db:"borne_by"`
	// DeliveryCap is the maximum that the platform pays a seller for a delivery fee that its coupon waives; nil: no limit.
	// The seller sets that fee and bears the rest.
	DeliveryCap *int64 `db:"delivery_cap"`
	// Makers are the ids of the members who changed its benefits since the last approval.
	Makers refs `db:"makers"`
	// WaitsSince is when a member who needs a second person's approval tried to turn it on.
	WaitsSince *db.Millis `db:"waits_since"`
	// CustomerUses is how often the customer for whom the coupon was read has used it.
	CustomerUses int64 `db:"customer_uses"`
}

// refs is a list of ids stored as JSON; an empty list means no restriction.
type refs []string

func (r *refs) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return json.Unmarshal(src.([]byte), (*[]string)(r))
	}
	return json.Unmarshal([]byte(text), (*[]string)(r))
}

func (r refs) allow(id string) bool { return len(r) == 0 || slices.Contains(r, id) }

// columns returns the columns of a coupon c with a customer's uses s, including those in the customer's earlier
// accounts; user is SQL.
func columns(user string) string { return couponColumns + ` + ` + hadSQL(user) + ` AS customer_uses` }

const couponColumns = `c.id, c.code, c.kind, c.value, c.minimum, c.cap, c.starts_at, c.ends_at, c.total_limit,
	c.customer_limit, c.first_order, c.services, c.stores, c.categories, c.uses, c.active, c.listed, c.updated_at,
	c.version, c.borne_by, c.delivery_cap, c.makers, c.waits_since, COALESCE(s.uses, 0)`

// ByCode finds a coupon by its code as typed, with the uses of userID (empty for a guest). An unknown code returns
// promo.unknown.
func ByCode(ctx context.Context, q db.Querier, code, userID string) (Coupon, error) {
	return find(ctx, q, "c.code", strings.ToUpper(strings.TrimSpace(code)), userID)
}

// ByID reads a coupon, with the uses of userID. A deleted coupon returns promo.unknown.
func ByID(ctx context.Context, q db.Querier, id, userID string) (Coupon, error) {
	return find(ctx, q, "c.id", id, userID)
}

func find(ctx context.Context, q db.Querier, by, value, userID string) (Coupon, error) {
	var found []Coupon
	err := q.Select(ctx, &found, `SELECT `+columns("$2")+` FROM coupons c
		LEFT JOIN coupon_customers s ON s.coupon_id = c.id AND s.user_id = $2
		WHERE `+by+` = $1`, value, userID)
	if err != nil {
		return Coupon{}, err
	}
	if len(found) == 0 {
		return Coupon{}, errs.Refuse("promo.unknown")
	}
	return found[0], nil
}

// Use is the purchase for which a coupon is requested.
type Use struct {
	Now                time.Time
	ServiceID, StoreID string
	Ordered            bool // the customer has placed an order before
}

// limit is how often one customer may use c; 0 means any number. A first-order coupon is limited to one order, even if
// two are placed at the same time.
func (c Coupon) limit() int64 {
	switch {
	case c.FirstOrder:
		return 1
	case c.CustomerLimit != nil:
		return *c.CustomerLimit
	}
	return 0
}

// Valid returns why a coupon cannot be used (promo.unknown, not_yet, ended, used_up, used_by_you, first_order,
// other_service, other_store), or nil. Pricing checks whether the cart contains its items and reaches its minimum,
// because that depends on prices.
func (c Coupon) Valid(u Use) error {
	switch err := c.Unusable(u); {
	case err != nil:
		return err
	case !c.Services.allow(u.ServiceID):
		return errs.Refuse("promo.other_service")
	case !c.Stores.allow(u.StoreID):
		return errs.Refuse("promo.other_store")
	}
	return nil
}

// Unusable returns why a customer cannot use a coupon now, regardless of the store, or nil.
func (c Coupon) Unusable(u Use) error {
	now := db.At(u.Now)
	switch {
	case !c.Active:
		return errs.Refuse("promo.unknown")
	case c.StartsAt != nil && now < *c.StartsAt:
		return errs.Refuse("promo.not_yet")
	case c.EndsAt != nil && now >= *c.EndsAt:
		return errs.Refuse("promo.ended")
	case c.TotalLimit != nil && c.Uses >= *c.TotalLimit:
		return errs.Refuse("promo.used_up")
	case c.limit() > 0 && c.CustomerUses >= c.limit():
		return errs.Refuse("promo.used_by_you")
	case c.FirstOrder && u.Ordered:
		return errs.Refuse("promo.first_order")
	}
	return nil
}

// Covers reports whether c applies to an item in these categories.
func (c Coupon) Covers(categoryIDs []string) bool {
	return len(c.Categories) == 0 || slices.ContainsFunc(categoryIDs, func(id string) bool {
		return slices.Contains(c.Categories, id)
	})
}

var (
	useSQL = `UPDATE coupons SET uses = uses + 1 WHERE id = $1 AND active
		AND (total_limit IS NULL OR uses < total_limit)
		AND (starts_at IS NULL OR starts_at <= $2) AND (ends_at IS NULL OR ends_at > $2)`
	// The limit is read here, under the lock taken by useSQL, because it may have been lowered since the coupon was read.
	customerSQL = `INSERT INTO coupon_customers (coupon_id, user_id, uses) VALUES ($1, $2, 1)
		ON CONFLICT (coupon_id, user_id) DO UPDATE SET uses = coupon_customers.uses + 1
		WHERE coupon_customers.uses < (SELECT CASE WHEN c.first_order THEN 1
		ELSE COALESCE(c.customer_limit, $3) END - ` + hadSQL("$2") + `
			FROM coupons c WHERE c.id = $1)`
	redeemSQL = `INSERT INTO coupon_redemptions (coupon_id, order_id, user_id, discount, created_at)
		VALUES ($1, $2, $3, $4, $5)`
)

// noLimit is the value for unlimited uses in the customer's guard.
const noLimit = int64(1) << 40

// Redeem prepares the statements that use c for an order with a discount in minor units, for the caller's batch. A
// coupon used up in between fails with promo.used_up, or with promo.used_by_you if the customer used it up.
func (c Coupon) Redeem(orderID, userID string, discount int64, now time.Time) []db.Stmt {
	at := db.At(now)
	return []db.Stmt{
		{SQL: useSQL, Args: []any{c.ID, at}, Guard: errs.Refuse("promo.used_up")},
		{SQL: customerSQL, Args: []any{c.ID, userID, noLimit}, Guard: errs.Refuse("promo.used_by_you")},
		{SQL: redeemSQL, Args: []any{c.ID, orderID, userID, discount, at}},
	}
}

// Release returns an order's use of a coupon, once. Without a redemption it does nothing. The caller has locked the
// order's row.
func Release(ctx context.Context, tx *db.Tx, couponID, orderID string, now time.Time) error {
	var used []struct {
		CouponID string `db:"coupon_id"`
		UserID   string `db:"user_id"`
	}
	err := tx.Select(ctx, &used, `UPDATE coupon_redemptions SET released_at = $2
		WHERE coupon_id = $3 AND order_id = $1 AND released_at IS NULL RETURNING coupon_id, user_id`,
		orderID, db.At(now), couponID)
	if err != nil {
		return err
	}
	for _, u := range used {
		err := tx.Batch(ctx, []db.Stmt{
			{SQL: `UPDATE coupons SET uses = uses - 1 WHERE id = $1 AND uses > 0`, Args: []any{u.CouponID}},
			{SQL: `UPDATE coupon_customers SET uses = uses - 1 WHERE coupon_id = $1 AND user_id = $2 AND uses > 0`,
				Args: []any{u.CouponID, u.UserID}},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Share is the percentage that a coupon takes off, and its cap (0: none), because that discount is adjusted when an
// order is weighed. For other kinds of coupons, whose discount stays the same, it is 0.
func Share(ctx context.Context, q db.Querier, couponID string) (value, most int64, err error) {
	var c struct {
		Kind  string `db:"kind"`
		Value int64  `db:"value"`
		Cap   *int64 `db:"cap"`
	}
	err = q.Get(ctx, &c, `SELECT kind, value, cap FROM coupons WHERE id = $1`, couponID)
	if errors.Is(err, db.ErrNoRows) {
		return 0, 0, nil
	}
	if err != nil || c.Kind != Percent {
		return 0, 0, err
	}
	if c.Cap != nil {
		most = *c.Cap
	}
	return c.Value, most, nil
}

// Took records the amount by which weighing an order increased a coupon's discount.
func Took(ctx context.Context, tx *db.Tx, orderID string, more int64) error {
	_, err := tx.Exec(ctx, `UPDATE coupon_redemptions SET discount = discount + $2 WHERE order_id = $1`, orderID, more)
	return err
}
