package coupons

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// maxListed limits how many coupons a customer is shown.
const maxListed = 50

// Listed reads the active coupons that customers are shown, with the uses of userID (empty for a guest), those that end
// soonest first. Valid decides whether the customer may use one.
func Listed(ctx context.Context, q db.Querier, userID string, now db.Millis) ([]Coupon, error) {
	var found []Coupon
	err := q.Select(ctx, &found, `SELECT `+columns("$1")+` FROM coupons c
		LEFT JOIN coupon_customers s ON s.coupon_id = c.id AND s.user_id = $1
		WHERE c.listed AND c.active AND (c.starts_at IS NULL OR c.starts_at <= $2) AND (c.ends_at IS NULL OR c.ends_at > $2)
			AND (c.total_limit IS NULL OR c.uses < c.total_limit)
		ORDER BY CASE WHEN c.ends_at IS NULL THEN 1 ELSE 0 END, c.ends_at, c.id LIMIT $3`, userID, now, int64(maxListed))
	return found, err
}

// The states by which the console filters coupons.
const (
	stateAll   = ""
	stateLive  = "live"    // in force now
	stateLater = "later"   // not begun
	stateEnded = "ended"   // over, or used up
	stateOff   = "off"     // switched off
	stateWaits = "waiting" // for a second person
)

const inState = ` WHERE CASE CAST($1 AS TEXT)
	WHEN 'live' THEN active AND (starts_at IS NULL OR starts_at <= $2) AND (ends_at IS NULL OR ends_at > $2)
		AND (total_limit IS NULL OR uses < total_limit)
	WHEN 'later' THEN active AND starts_at IS NOT NULL AND starts_at > $2
	WHEN 'ended' THEN active AND ((ends_at IS NOT NULL AND ends_at <= $2)
	OR (total_limit IS NOT NULL AND uses >= total_limit))
	WHEN 'off' THEN NOT active AND waits_since IS NULL
	WHEN 'waiting' THEN waits_since IS NOT NULL
	ELSE id = id END`

// list reads coupons after the given change time and id, most recently changed first, and the total number.
func list(ctx context.Context, q db.Querier, state string, now db.Millis, at int64, id string,
	limit int) ([]Coupon, int64, error) {
	var total int64
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM (SELECT 1 AS one FROM coupons`+inState+` LIMIT $3) AS counted`,
		state, now, int64(httpapi.MaxCounted+1)); err != nil {
		return nil, 0, err
	}
	var found []Coupon
	err := q.Select(ctx, &found, `SELECT id, code, kind, value, minimum, cap, starts_at, ends_at, total_limit,
		customer_limit,
		first_order, services, stores, categories, uses, active, listed, updated_at, version, borne_by, delivery_cap, makers,
		waits_since FROM coupons`+inState+`
		AND updated_at <= $3 AND (updated_at < $3 OR id < $4)
		ORDER BY updated_at DESC, id DESC LIMIT $5`, state, now, at, id, int64(limit))
	return found, total, err
}

// listWithin is list for members who do not work on all coupons. The database cannot read a coupon's stores, so coupons
// limited to stores are filtered here.
func listWithin(ctx context.Context, q db.Querier, r scope, state string, now db.Millis, at int64, id string,
	limit int) ([]Coupon, int64, error) {
	var limited []Coupon
	err := q.Select(ctx, &limited, `SELECT id, stores, updated_at FROM coupons`+inState+` AND stores <> '[]'
		ORDER BY updated_at DESC, id DESC`, state, now)
	if err != nil {
		return nil, 0, err
	}
	theirs := slices.DeleteFunc(limited, func(c Coupon) bool { return !r.covers(c) })
	total := int64(len(theirs))
	theirs = slices.DeleteFunc(theirs, func(c Coupon) bool {
		return int64(c.UpdatedAt) > at || int64(c.UpdatedAt) == at && c.ID >= id
	})
	theirs = theirs[:min(limit, len(theirs))]
	if len(theirs) == 0 {
		return nil, total, nil
	}
	ids := make([]string, len(theirs))
	for i, c := range theirs {
		ids[i] = c.ID
	}
	var found []Coupon
	err = q.Select(ctx, &found, `SELECT id, code, kind, value, minimum, cap, starts_at, ends_at, total_limit,
		customer_limit,
		first_order, services, stores, categories, uses, active, listed, updated_at, version, borne_by, delivery_cap, makers,
		waits_since FROM coupons
		WHERE id IN (`+db.List(1, len(ids))+`) ORDER BY updated_at DESC, id DESC`, db.Args(ids)...)
	return found, total, err
}

// get reads a coupon by id; NotFound if it does not exist.
func get(ctx context.Context, q db.Querier, id string) (Coupon, error) {
	c, err := ByID(ctx, q, id, "")
	if errs.Is(err, "promo.unknown") {
		err = errs.NotFound()
	}
	return c, err
}

// lock reads a coupon and locks it against use or change until the transaction ends; NotFound if there is none within
// scope.
func lock(ctx context.Context, tx *db.Tx, id string, r scope) (Coupon, error) {
	n, err := tx.Exec(ctx, `UPDATE coupons SET active = active WHERE id = $1`, id)
	if err != nil {
		return Coupon{}, err
	}
	if n == 0 {
		return Coupon{}, errs.NotFound()
	}
	c, err := get(ctx, tx, id)
	if err == nil && !r.covers(c) {
		return Coupon{}, errs.NotFound()
	}
	return c, err
}

// maxUses is the highest number of uses by a single customer.
func maxUses(ctx context.Context, q db.Querier, id string) (int64, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT CAST(COALESCE(MAX(uses), 0) AS BIGINT) FROM coupon_customers WHERE coupon_id = $1`, id)
	return n, err
}

func text(list refs) string {
	if list == nil {
		list = refs{}
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic("coupons: a list of ids must encode: " + err.Error())
	}
	return string(b)
}

// insert writes a new coupon; errTaken if the code is already used.
func insert(ctx context.Context, tx *db.Tx, c Coupon) error {
	n, err := tx.Exec(ctx, `INSERT INTO coupons (id, code, kind, value, minimum, cap, starts_at, ends_at, total_limit,
		customer_limit,
			first_order, services, stores, categories, active, listed, created_at, updated_at, makers, waits_since, borne_by,
			delivery_cap)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19, $20, $21)
		ON CONFLICT (code) DO NOTHING`,
		c.ID, c.Code, c.Kind, c.Value, c.Minimum, c.Cap, c.StartsAt, c.EndsAt, c.TotalLimit, c.CustomerLimit,
		c.FirstOrder, text(c.Services), text(c.Stores), text(c.Categories), c.Active, c.Listed, c.UpdatedAt,
		text(c.Makers), c.WaitsSince, c.BorneBy, c.DeliveryCap)
	if err == nil && n == 0 {
		return errTaken
	}
	return err
}

var errTaken = errors.New("coupons: the code is taken")

// update writes everything but the code and the uses, if the stored version is the one that was read; otherwise
// errs.VersionConflict.
func update(ctx context.Context, tx *db.Tx, c Coupon) error {
	n, err := tx.Exec(ctx, `UPDATE coupons SET kind = $2, value = $3, minimum = $4, cap = $5, starts_at = $6, ends_at = $7,
			total_limit = $8, customer_limit = $9, first_order = $10, services = $11, stores = $12, categories = $13,
			active = $14, listed = $15, updated_at = $16, version = version + 1, makers = $18, waits_since = $19,
			delivery_cap = $20
		WHERE id = $1 AND version = $17`,
		c.ID, c.Kind, c.Value, c.Minimum, c.Cap, c.StartsAt, c.EndsAt, c.TotalLimit, c.CustomerLimit,
		c.FirstOrder, text(c.Services), text(c.Stores), text(c.Categories), c.Active, c.Listed, c.UpdatedAt, c.Version,
		text(c.Makers), c.WaitsSince, c.DeliveryCap)
	if err == nil && n == 0 {
		return errs.VersionConflict(nil)
	}
	return err
}

// redemption is one use of a coupon.
type redemption struct {
	OrderID    string     `db:"order_id"`
	Number     string     `db:"number"`
	Discount   int64      `db:"discount"`
	CreatedAt  db.Millis  `db:"created_at"`
	ReleasedAt *db.Millis `db:"released_at"`
}

// maxRecent is how many uses the console shows.
const maxRecent = 20

// recent reads the last uses of a coupon, in orders of these branches; nil means all. It joins the orders' numbers,
// although another package owns that table, because staff know orders only by their number.
func recent(ctx context.Context, q db.Querier, couponID string, branches []string) ([]redemption, error) {
	var found []redemption
	within := ""
	if branches != nil {
		within = ` AND o.branch_id IN (` + db.List(3, len(branches)) + `)`
	}
	err := q.Select(ctx, &found, `SELECT r.order_id, o.number, r.discount, r.created_at, r.released_at
		FROM coupon_redemptions r JOIN orders o ON o.id = r.order_id
		WHERE r.coupon_id = $1`+within+` ORDER BY r.created_at DESC, r.order_id DESC LIMIT $2`,
		db.Args(branches, couponID, int64(maxRecent))...)
	return found, err
}

// given is the total that a coupon has taken off orders that count.
func given(ctx context.Context, q db.Querier, couponID string) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(discount), 0) AS BIGINT) FROM coupon_redemptions
		WHERE coupon_id = $1 AND released_at IS NULL`, couponID)
	return sum, err
}
