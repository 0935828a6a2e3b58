package favourites

import (
	"context"
	"errors"
	"fmt"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// mark is a row of favourites. Only products have prices and wishes.
type mark struct {
	UserID        string    `db:"user_id"`
	Kind          string    `db:"kind"`
	Ref           string    `db:"ref"`
	DistrictID    string    `db:"district_id"`
	BranchID      string    `db:"branch_id"` // the branch of these prices; empty if unknown
	Price         *int64    `db:"price"`
	SeenPrice     *int64    `db:"seen_price"`
	SeenAvailable bool      `db:"seen_available"`
	TellPrice     bool      `db:"tell_price"`
	TellStock     bool      `db:"tell_stock"`
	Changes       int64     `db:"changes"`
	CreatedAt     db.Millis `db:"created_at"`
}

// elsewhere reports whether a branch differs from the one with the stored prices. Its price then makes the product
// neither cheaper nor more expensive.
func (m *mark) elsewhere(branchID string) bool { return m.BranchID != "" && m.BranchID != branchID }

// priceSeen is the price to store after a check.
func (m *mark) priceSeen(now offered) *int64 {
	if m.elsewhere(now.branchID) {
		return m.SeenPrice
	}
	return &now.price
}

const columns = `user_id, kind, ref, district_id, branch_id, price, seen_price, seen_available, tell_price, tell_stock, changes, created_at`

func insert(ctx context.Context, tx *db.Tx, m mark) error {
	_, err := tx.Exec(ctx, `INSERT INTO favourites (`+columns+`) VALUES (`+db.List(1, 12)+`)
		ON CONFLICT (user_id, kind, ref) DO NOTHING`, m.UserID, m.Kind, m.Ref, m.DistrictID, m.BranchID, m.Price, m.SeenPrice,
		m.SeenAvailable, m.TellPrice, m.TellStock, m.Changes, m.CreatedAt)
	return err
}

// remove deletes a mark with all notes about it: a product marked again starts without them.
func remove(ctx context.Context, tx *db.Tx, userID, kind, ref string) error {
	_, err := tx.Exec(ctx, `DELETE FROM favourites WHERE user_id = $1 AND kind = $2 AND ref = $3`, userID, kind, ref)
	if err == nil && kind == Product {
		_, err = tx.Exec(ctx, `DELETE FROM favourite_news WHERE user_id = $1 AND ref = $2`, userID, ref)
	}
	return err
}

func wish(ctx context.Context, tx *db.Tx, userID, ref string, w Wishes) error {
	n, err := tx.Exec(ctx, `UPDATE favourites SET tell_price = $3, tell_stock = $4
		WHERE user_id = $1 AND kind = 'product' AND ref = $2`, userID, ref, w.PriceDrop, w.BackInStock)
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.Invalid("id", "favourites.not_marked")
	}
	for what, wanted := range map[string]bool{Cheaper: w.PriceDrop, Back: w.BackInStock} {
		if wanted {
			continue
		}
		if err := takeBack(ctx, tx, userID, ref, what); err != nil {
			return err
		}
	}
	return nil
}

func count(ctx context.Context, q db.Querier, userID, kind string) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM favourites WHERE user_id = $1 AND kind = $2`, userID, kind)
	return n, err
}

// refs lists the ids of everything of a kind that a customer marked.
func refs(ctx context.Context, q db.Querier, userID, kind string) ([]string, error) {
	ids := []string{}
	err := q.Select(ctx, &ids, `SELECT ref FROM favourites WHERE user_id = $1 AND kind = $2
		ORDER BY created_at DESC, ref`, userID, kind)
	return ids, err
}

// productID finds a product by id or slug; 422 if it does not exist.
func productID(ctx context.Context, q db.Querier, ref string) (id string, err error) {
	err = q.Get(ctx, &id, `SELECT id FROM products WHERE active AND (id = $1 OR slug = $1) ORDER BY id LIMIT 1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		return "", errs.Invalid("id", "favourites.unknown")
	}
	return id, err
}

// named is a mark with the name of its product or branch, which may be deleted.
type named struct {
	mark
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
}

// marks reads a page of a customer's marks, newest first, and their total number.
func marks(ctx context.Context, q db.Querier, userID, kind string, page int) (list []named, total int, err error) {
	n, err := count(ctx, q, userID, kind)
	if err != nil {
		return nil, 0, err
	}
	table := `products`
	if kind == Branch {
		table = `branches`
	}
	err = q.Select(ctx, &list, `SELECT f.user_id, f.kind, f.ref, f.district_id, f.branch_id, f.price, f.seen_price,
		f.seen_available,
		f.tell_price, f.tell_stock, f.changes, f.created_at, COALESCE(x.name_en, '') AS name_en,
		COALESCE(x.name_ar, '') AS name_ar
		FROM favourites f LEFT JOIN `+table+` x ON x.id = f.ref WHERE f.user_id = $1 AND f.kind = $2
		ORDER BY f.created_at DESC, f.ref LIMIT $3 OFFSET $4`, userID, kind, int64(perPage), int64(page-1)*perPage)
	return list, int(n), err
}

// watchedBy reads the marks of some products that wait for news.
func watchedBy(ctx context.Context, q db.Querier, products []string) ([]mark, error) {
	var list []mark
	err := q.Select(ctx, &list, `SELECT `+columns+` FROM favourites WHERE kind = 'product'
		AND ref IN (`+db.List(1, len(products))+`) ORDER BY ref, user_id`, db.Args(products)...)
	return list, err
}

// watchedAfter reads marked products, in the order of their ids.
func watchedAfter(ctx context.Context, q db.Querier, after string, n int) ([]string, error) {
	var ids []string
	err := q.Select(ctx, &ids, `SELECT ref FROM favourites WHERE kind = 'product' AND ref > $1
		GROUP BY ref ORDER BY ref LIMIT $2`, after, int64(n))
	return ids, err
}

// atBoundary lists products with an offer that began or ended between two times.
func atBoundary(ctx context.Context, q db.Querier, after, upTo db.Millis) ([]string, error) {
	var ids []string
	err := q.Select(ctx, &ids, `SELECT product_id FROM branch_prices WHERE offer_price IS NOT NULL
		AND (offer_from > $1 AND offer_from <= $2 OR offer_to > $1 AND offer_to <= $2)
		GROUP BY product_id ORDER BY product_id`, after, upTo)
	return ids, err
}

// cursor is the position up to which Watch has processed changes.
type cursor struct {
	Version  int64     `db:"version"`
	LookedAt db.Millis `db:"looked_at"`
}

func readCursor(ctx context.Context, q db.Querier) (c cursor, err error) {
	err = q.Get(ctx, &c, `SELECT version, looked_at FROM favourite_cursor WHERE id = 1`)
	return c, err
}

// moveCursor moves the cursor, unless another node has moved it.
func moveCursor(ctx context.Context, tx *db.Tx, from, to cursor) error {
	_, err := tx.Exec(ctx, `UPDATE favourite_cursor SET version = $3, looked_at = $4
		WHERE id = 1 AND version = $1 AND looked_at = $2`, from.Version, from.LookedAt, to.Version, to.LookedAt)
	return err
}

// see records the current state of a mark's product, unless another node has done so since the mark was read: then it
// returns false, and that node has also recorded the news.
func see(ctx context.Context, tx *db.Tx, m mark, now offered) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE favourites SET seen_price = $4, seen_available = $5, changes = changes + 1
		WHERE user_id = $1 AND kind = 'product' AND ref = $2 AND changes = $3`,
		m.UserID, m.Ref, m.Changes, m.priceSeen(now), now.available)
	return n == 1, err
}

// news is a row of favourite_news.
type news struct {
	UserID   string `db:"user_id"`
	Ref      string `db:"ref"`
	What     string `db:"what"`
	Change   int64  `db:"change"`
	PriceWas *int64 `db:"price_was"`
	Price    int64  `db:"price"`
	NameEN   string `db:"name_en"`
	NameAR   string `db:"name_ar"`
	Slug     string `db:"slug"`
}

func note(ctx context.Context, tx *db.Tx, n news, at db.Millis) error {
	_, err := tx.Exec(ctx, `INSERT INTO favourite_news (user_id, ref, what, change, price_was, price, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, ref, what, change) DO NOTHING`,
		n.UserID, n.Ref, n.What, n.Change, n.PriceWas, n.Price, at)
	return err
}

// takeBack deletes unsent news.
func takeBack(ctx context.Context, tx *db.Tx, userID, ref, what string) error {
	_, err := tx.Exec(ctx, `DELETE FROM favourite_news WHERE user_id = $1 AND ref = $2 AND what = $3 AND told_day IS NULL`,
		userID, ref, what)
	return err
}

// waiting lists customers who have unsent news and no message yet on a day.
func waiting(ctx context.Context, q db.Querier, day, after string, n int) ([]string, error) {
	var ids []string
	err := q.Select(ctx, &ids, `SELECT n.user_id FROM favourite_news n WHERE n.told_day IS NULL AND n.user_id > $2
		AND NOT EXISTS (SELECT 1 FROM favourite_digests d WHERE d.user_id = n.user_id AND d.day = $1)
		GROUP BY n.user_id ORDER BY n.user_id LIMIT $3`, day, after, int64(n))
	return ids, err
}

// untold reads a customer's unsent news, with the products' names.
func untold(ctx context.Context, q db.Querier, userID string) ([]news, error) {
	var list []news
	err := q.Select(ctx, &list, `SELECT n.user_id, n.ref, n.what, n.change, n.price_was, n.price, p.name_en, p.name_ar,
		p.slug
		FROM favourite_news n JOIN products p ON p.id = n.ref WHERE n.user_id = $1 AND n.told_day IS NULL
		ORDER BY n.created_at, n.ref, n.what, n.change`, userID)
	return list, err
}

// digest claims a customer's one message of a day; false if it is already claimed.
func digest(ctx context.Context, tx *db.Tx, userID, day string, things int, at db.Millis) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO favourite_digests (user_id, day, things, sent_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, day) DO NOTHING`, userID, day, int64(things), at)
	return n == 1, err
}

// tell marks one piece of news as sent; false if it was deleted or sent in between.
func tell(ctx context.Context, tx *db.Tx, n news, day string) (bool, error) {
	rows, err := tx.Exec(ctx, `UPDATE favourite_news SET told_day = $5
		WHERE user_id = $1 AND ref = $2 AND what = $3 AND change = $4 AND told_day IS NULL`,
		n.UserID, n.Ref, n.What, n.Change, day)
	return rows == 1, err
}

// silence deletes all unsent news of a customer who does not want messages.
func silence(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM favourite_news WHERE user_id = $1 AND told_day IS NULL`, userID)
	return err
}

// prune deletes news that was sent long ago.
func prune(ctx context.Context, tx *db.Tx, before db.Millis) error {
	if _, err := tx.Exec(ctx, `DELETE FROM favourite_news WHERE told_day IS NOT NULL AND created_at < $1`,
		before); err != nil {
		return fmt.Errorf("favourites: prune: %w", err)
	}
	return nil
}
