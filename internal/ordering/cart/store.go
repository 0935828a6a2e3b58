package cart

import (
	"context"
	"slices"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// row is a cart joined with one of its lines; an empty cart has one row
// without a line.
type row struct {
	ID        string    `db:"id"`
	Owner     string    `db:"owner"`
	ServiceID string    `db:"service_id"`
	BranchID  string    `db:"branch_id"`
	State     string    `db:"state"`
	Version   int64     `db:"version"`
	CouponID  *string   `db:"coupon_id"`
	UpdatedAt db.Millis `db:"updated_at"`
	ItemID    *string   `db:"item_id"`
	VariantID *string   `db:"variant_id"`
	ProductID *string   `db:"product_id"`
	Qty       *int64    `db:"qty"`
	Note      *string   `db:"note"`
	SeenPrice *int64    `db:"seen_price"`
	Extras    *string   `db:"extras"`
	UnitGrams *int64    `db:"unit_grams"`
	Favorite  bool      `db:"favorite"`
	Hearts    bool      `db:"hearts"`
}

// The hearts are read here although their table belongs to another feature: a separate query would cost one more round
// trip for every change of a cart.
const cartColumns = `SELECT c.id, c.owner, c.service_id, c.branch_id, c.state, c.version, c.coupon_id, c.updated_at,
	i.id AS item_id, i.variant_id, i.product_id, i.qty, i.note, i.seen_price, i.extras, i.unit_grams,
	f.user_id IS NOT NULL AS favorite,
	EXISTS (SELECT 1 FROM favourites a WHERE a.user_id = c.owner AND a.kind = 'product') AS hearts`

const cartTables = `
	FROM carts c LEFT JOIN cart_items i ON i.cart_id = c.id
	LEFT JOIN favourites f ON f.user_id = c.owner AND f.kind = 'product' AND f.ref = i.product_id`

const selectCarts = cartColumns + cartTables + ` WHERE `

const orderCarts = ` ORDER BY c.updated_at DESC, c.id, i.created_at, i.id`

// Live carts come first, then the most recently parked.
const orderHeld = ` ORDER BY c.state, c.updated_at DESC, c.id, i.created_at, i.id`

const (
	// maxHeldLines limits the lines that are read of an owner's live and parked cart of a service.
	maxHeldLines = 2 * maxLines
	// maxServices limits the number of services whose carts are read together.
	maxServices = 20
)

func fold(rows []row) []*Cart {
	var out []*Cart
	for _, r := range rows {
		if len(out) == 0 || out[len(out)-1].ID != r.ID {
			out = append(out, &Cart{ID: r.ID, Owner: r.Owner, ServiceID: r.ServiceID, BranchID: r.BranchID,
				State: r.State, Version: r.Version, CouponID: r.CouponID, UpdatedAt: r.UpdatedAt, hearts: r.Hearts})
		}
		if r.ItemID != nil {
			c := out[len(out)-1]
			c.Items = append(c.Items, Item{*r.ItemID, *r.VariantID, *r.ProductID, *r.Qty, *r.Note, *r.SeenPrice, r.Favorite,
				extras.Parse(*r.Extras), *r.UnitGrams})
		}
	}
	return out
}

// held holds an owner's carts for a service; either may be nil.
type held struct{ active, parked *Cart }

// load reads an owner's live and parked cart of a service in one statement.
func load(ctx context.Context, q db.Querier, owner, serviceID string) (held, error) {
	if owner == "" {
		return held{}, nil
	}
	var rows []row
	err := q.Select(ctx, &rows, selectCarts+`c.owner = $1 AND c.service_id = $2 AND c.state IN ('active', 'parked')`+
		orderHeld+` LIMIT $3`, owner, serviceID, int64(maxHeldLines))
	if err != nil {
		return held{}, err
	}
	return pick(fold(rows)), nil
}

func pick(carts []*Cart) held {
	var h held
	for _, c := range carts {
		switch {
		case c.State == Active:
			h.active = c
		case h.parked == nil:
			h.parked = c
		}
	}
	return h
}

// loadAll reads an owner's live and parked carts of every service, live ones first.
func loadAll(ctx context.Context, q db.Querier, owner string) ([]*Cart, error) {
	if owner == "" {
		return nil, nil
	}
	var rows []row
	err := q.Select(ctx, &rows, selectCarts+`c.owner = $1 AND c.state IN ('active', 'parked')`+orderHeld+` LIMIT $2`,
		owner, int64(maxServices*maxHeldLines))
	type held struct{ service, state string }
	seen := map[held]bool{}
	return slices.DeleteFunc(fold(rows), func(c *Cart) bool {
		again := seen[held{c.ServiceID, c.State}]
		seen[held{c.ServiceID, c.State}] = true
		return again
	}), err
}

// Load reads a customer's live cart of a service, for checkout; nil if there is none.
func Load(ctx context.Context, q db.Querier, owner, serviceID string) (*Cart, error) {
	var rows []row
	err := q.Select(ctx, &rows, selectCarts+`c.owner = $1 AND c.service_id = $2 AND c.state = 'active'`+orderCarts,
		owner, serviceID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return fold(rows)[0], nil
}

// LoadOffered is Load with the offers of its lines, for Ask.Offers, in one statement.
func (s *Service) LoadOffered(ctx context.Context, q db.Querier,
	owner, serviceID string) (*Cart, map[string]products.Offer, error) {
	var rows []struct {
		row
		Offer products.OfferRow `db:"offer"`
	}
	err := q.Select(ctx, &rows, cartColumns+`, `+products.OfferColumns+cartTables+
		products.OfferTables("c.branch_id", "i.variant_id")+
		`WHERE c.owner = $1 AND c.service_id = $2 AND c.state = 'active'`+orderCarts, owner, serviceID)
	if err != nil || len(rows) == 0 {
		return nil, nil, err
	}
	offers := map[string]products.Offer{}
	carts := make([]row, len(rows))
	for i, r := range rows {
		if carts[i] = r.row; r.Offer.There {
			offers[*r.VariantID] = s.Catalog.OfferOf(r.Offer, r.BranchID)
		}
	}
	return fold(carts)[0], offers, nil
}

// LastOrdered reports whether the newest cart of an owner and service was ordered.
func LastOrdered(ctx context.Context, q db.Querier, owner, serviceID string) (bool, error) {
	var states []string
	err := q.Select(ctx, &states, `SELECT state FROM carts WHERE owner = $1 AND service_id = $2
		ORDER BY updated_at DESC, id DESC LIMIT 1`, owner, serviceID)
	return len(states) == 1 && states[0] == Ordered, err
}

// Order is the guarded write that turns a cart, as it was read, into an ordered one. If it touches no row, the cart has
// changed or been ordered since.
func (c *Cart) Order(now db.Millis) db.Stmt {
	return db.Stmt{
		SQL:  `UPDATE carts SET state = 'ordered', updated_at = $3 WHERE id = $1 AND version = $2 AND state = 'active'`,
		Args: []any{c.ID, c.Version, now}}
}

// The writes of a change. The first statement of a batch is always a guard.

func guardStmt(c *Cart, now db.Millis) db.Stmt {
	return db.Stmt{SQL: `UPDATE carts SET version = version + 1, branch_id = $4, coupon_id = $5, updated_at = $3
		WHERE id = $1 AND version = $2 AND state = 'active'`,
		Args: []any{c.ID, c.Version, now, c.BranchID, c.CouponID}, Guard: errAgain}
}

func stateStmt(c *Cart, state string, now db.Millis) db.Stmt {
	return db.Stmt{SQL: `UPDATE carts SET state = $4, version = version + 1, updated_at = $3, parked_at = $5
		WHERE id = $1 AND version = $2 AND state IN ('active', 'parked')`,
		Args: []any{c.ID, c.Version, now, state, parkedAt(state, now)}, Guard: errAgain}
}

func ownStmt(c *Cart, owner, state string, now db.Millis) db.Stmt {
	return db.Stmt{SQL: `UPDATE carts SET owner = $4, state = $5, version = version + 1, updated_at = $3, parked_at = $6
		WHERE id = $1 AND version = $2 AND state IN ('active', 'parked')`,
		Args: []any{c.ID, c.Version, now, owner, state, parkedAt(state, now)}, Guard: errAgain}
}

// parkedAt is the time at which a cart was parked; nil for other carts.
func parkedAt(state string, now db.Millis) *db.Millis {
	if state != Parked {
		return nil
	}
	return &now
}

func newStmt(c *Cart, now db.Millis) db.Stmt {
	return db.Stmt{
		SQL: `INSERT INTO carts (id, owner, service_id, branch_id, state, version, coupon_id, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'active', $5, $6, $7, $7) ON CONFLICT (owner, service_id) WHERE state = 'active' DO NOTHING`,
		Args: []any{c.ID, c.Owner, c.ServiceID, c.BranchID, c.Version + 1, c.CouponID, now}, Guard: errAgain}
}

// addStmt writes a new line if the cart exists. It does not exist if its insert lost a race against another tab; the
// guard then reports that.
func addStmt(c *Cart, it Item, at db.Millis) db.Stmt {
	return db.Stmt{SQL: `INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, note, seen_price, created_at,
		extras, unit_grams)
		SELECT id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS TEXT),
		CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS TEXT), CAST($10 AS BIGINT) FROM carts WHERE id = $1
		ON CONFLICT (cart_id, variant_id, extras) DO UPDATE SET qty = excluded.qty`,
		Args: []any{c.ID, it.ID, it.VariantID, it.ProductID, it.Qty, it.Note, it.SeenPrice, at, it.Picks.Key(), it.UnitGrams}}
}

func setStmt(c *Cart, it Item) db.Stmt {
	return db.Stmt{
		SQL:  `UPDATE cart_items SET qty = $3, note = $4, seen_price = $5, extras = $6 WHERE cart_id = $1 AND id = $2`,
		Args: []any{c.ID, it.ID, it.Qty, it.Note, it.SeenPrice, it.Picks.Key()}}
}

func removeStmt(c *Cart, itemID string) db.Stmt {
	return db.Stmt{SQL: `DELETE FROM cart_items WHERE cart_id = $1 AND id = $2`, Args: []any{c.ID, itemID}}
}

func newItemID() string { return id.New("itm") }

// write sends a change. The caller repeats it on the newest cart if that cart has changed, or if there would be a
// second live one.
func (s *Service) write(ctx context.Context, stmts []db.Stmt) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.Batch(ctx, stmts) })
	if db.IsUnique(err) {
		return errAgain
	}
	return err
}

const (
	// keepParked is how long abandoned parked carts are stored.
	keepParked = 30 * 24 * time.Hour
	// keepGuest is how long a guest's carts are stored. After that, most browsers have lost the token, and nobody else can
	// read them.
	keepGuest = 90 * 24 * time.Hour
	// keepEnded is how long a cleared or merged cart is stored. It cannot be restored, and requests that read it before
	// have ended by then.
	keepEnded  = time.Hour
	sweepBatch = 500
)

// Sweep clears carts that have been parked for a month, and deletes those that were cleared or merged. It is an hourly
// job.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The outer condition leaves out carts that were restored in the meantime.
		_, err := tx.Exec(ctx, `UPDATE carts SET state = 'emptied', version = version + 1, parked_at = NULL
			WHERE state = 'parked' AND id IN
			(SELECT id FROM carts WHERE parked_at < $1 AND state = 'parked' ORDER BY parked_at, id LIMIT $2)`,
			db.At(now.Add(-keepParked)), int64(sweepBatch))
		return err
	})
	if err != nil {
		return err
	}
	return s.deleteCarts(ctx, `state IN ('emptied', 'merged') AND updated_at < $2`, db.At(now.Add(-keepEnded)))
}

// SweepGuests deletes guests' carts that were unused for three months. It is a daily job.
func (s *Service) SweepGuests(ctx context.Context) error {
	return s.deleteCarts(ctx, `updated_at < $2 AND SUBSTR(owner, 1, 6) = $3 AND state <> 'ordered'`,
		db.At(s.Clock.Now().Add(-keepGuest)), guestPrefix)
}

// deleteCarts deletes the carts that match a condition, with their lines, in batches. The condition's parameters begin
// with $2.
func (s *Service) deleteCarts(ctx context.Context, where string, args ...any) error {
	for {
		var ids []string
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			ids = nil
			err := tx.Select(ctx, &ids, `SELECT id FROM carts WHERE `+where+` ORDER BY id LIMIT $1`,
				append([]any{int64(sweepBatch)}, args...)...)
			if err != nil || len(ids) == 0 {
				return err
			}
			for _, from := range []string{`DELETE FROM cart_items WHERE cart_id IN (`, `DELETE FROM carts WHERE id IN (`} {
				if _, err := tx.Exec(ctx, from+db.List(1, len(ids))+`)`, db.Args(ids)...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(ids) < sweepBatch {
			return err
		}
	}
}
