package ratings

import (
	"context"
	"errors"
	"fmt"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

const columns = `id, kind, subject, branch_id, user_id, order_id, line_id, stars, delivery_stars, text, photos, helpful,
	answer, answered_by, answered_at, hidden_at, hidden_reason, version, created_at, updated_at`

// insert writes a new rating; false if its line already has one.
func insert(ctx context.Context, tx *db.Tx, r Rating) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO ratings (id, kind, subject, branch_id, user_id, order_id, line_id, stars,
		delivery_stars,
		text, version, created_at, updated_at) VALUES (`+db.List(1, 13)+`) ON CONFLICT (order_id, line_id) DO NOTHING`,
		r.ID, r.Kind, r.Subject, r.BranchID, r.UserID, r.OrderID, r.LineID, r.Stars, r.DeliveryStars,
		r.Text, r.Version, r.CreatedAt, r.UpdatedAt)
	return n == 1, err
}

// update writes the fields that a customer can change, unless the row changed since it was read.
func update(ctx context.Context, tx *db.Tx, r Rating) error {
	n, err := tx.Exec(ctx, `UPDATE ratings SET stars = $3, delivery_stars = $4, text = $5, photos = $6, updated_at = $7,
		version = version + 1 WHERE id = $1 AND version = $2`,
		r.ID, r.Version, r.Stars, r.DeliveryStars, r.Text, r.Photos, r.UpdatedAt)
	return guarded(n, err)
}

func guarded(n int64, err error) error {
	if err == nil && n == 0 {
		return errs.Conflict("ratings.changed")
	}
	return err
}

func ofLine(ctx context.Context, q db.Querier, orderID, lineID string) (r Rating, err error) {
	err = q.Get(ctx, &r, `SELECT `+columns+` FROM ratings WHERE order_id = $1 AND line_id = $2`, orderID, lineID)
	return r, err
}

// ofOrder reads the ratings of an order, by line; "" stands for the whole order.
func ofOrder(ctx context.Context, q db.Querier, orderID string) (map[string]*Rating, error) {
	var list []Rating
	err := q.Select(ctx, &list, `SELECT `+columns+` FROM ratings WHERE order_id = $1 ORDER BY line_id`, orderID)
	byLine := make(map[string]*Rating, len(list))
	for i := range list {
		byLine[list[i].LineID] = &list[i]
	}
	return byLine, err
}

// addUp changes the sums that lists show. They are columns in tables of the catalogue and of the branches, which only
// this code changes.
func addUp(ctx context.Context, tx *db.Tx, kind, subject string, t tally) error {
	if t == (tally{}) {
		return nil
	}
	table := `products`
	if kind == OfBranch {
		table = `branches`
	}
	n, err := tx.Exec(ctx, `UPDATE `+table+` SET rating_sum = rating_sum + $2, rating_count = rating_count + $3
		WHERE id = $1 AND rating_count + $3 >= 0 AND rating_sum + $2 >= 0`, subject, t.sum, t.count)
	if err == nil && n == 0 {
		return fmt.Errorf("ratings: the sums of %s %s do not match its ratings", kind, subject)
	}
	return err
}

// review is a rating with its author's name, which is in the users table and disappears with the account.
type review struct {
	Rating
	Author string `db:"author"`
}

const reviewColumns = `r.id, r.kind, r.subject, r.branch_id, r.user_id, r.order_id, r.line_id, r.stars,
	r.delivery_stars,
	r.text, r.photos, r.helpful, r.answer, r.answered_by, r.answered_at, r.hidden_at, r.hidden_reason, r.version,
	r.created_at, r.updated_at, COALESCE(u.name, '') AS author`

const reviewTables = ` FROM ratings r LEFT JOIN users u ON u.id = r.user_id WHERE `

// The sort orders of a page of reviews.
var sortings = map[string]string{
	"newest":  `r.created_at DESC, ` + foreign + `, r.id DESC`,
	"helpful": foreign + `, r.helpful DESC, r.created_at DESC, r.id DESC`,
	"photos":  foreign + `, CASE WHEN r.photos > 0 THEN 0 ELSE 1 END, r.created_at DESC, r.id DESC`,
}

// foreign is 1 for a review in another language than the reader's; $6 is 1 for Arabic. The two engines have no common
// character classes for letters, so it checks for letters of which every Arabic sentence has at least one.
const foreign = `CASE WHEN r.text = '' THEN 0
	WHEN r.text LIKE '%ا%' OR r.text LIKE '%ل%' OR r.text LIKE '%ي%' OR r.text LIKE '%و%' OR r.text LIKE '%م%' THEN 1 - CAST($6 AS BIGINT)
	ELSE CAST($6 AS BIGINT) END`

// public reads a page of a subject's public reviews, and their number. Except in the newest-first order, reviews in the
// reader's language come first. Ratings without text are counted elsewhere: a review has text.
func public(ctx context.Context, q db.Querier, kind, subject, sort string, stars int64, lang i18n.Lang,
	limit, offset int) (list []review, total int, err error) {
	const where = `r.subject = $1 AND r.kind = $2 AND r.hidden_at IS NULL AND (r.text <> '' OR r.photos > 0)
		AND (CAST($3 AS BIGINT) = 0 OR r.stars = $3)`
	if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM ratings r WHERE `+where, subject, kind, stars); err != nil {
		return nil, 0, err
	}
	arabic := int64(0)
	if lang == i18n.AR {
		arabic = 1
	}
	err = q.Select(ctx, &list, `SELECT `+reviewColumns+reviewTables+where+` ORDER BY `+sortings[sort]+
		` LIMIT $4 OFFSET $5`,
		subject, kind, stars, int64(limit), int64(offset), arabic)
	return list, total, err
}

// histogram counts a subject's ratings by stars, and the ratings of its deliveries.
type histogram struct {
	Stars       int64 `db:"stars"`
	N           int64 `db:"n"`
	WithPhotos  int64 `db:"with_photos"`
	Deliveries  int64 `db:"deliveries"`
	DeliverySum int64 `db:"delivery_sum"`
}

func byStars(ctx context.Context, q db.Querier, kind, subject string) ([]histogram, error) {
	var rows []histogram
	err := q.Select(ctx, &rows, `SELECT stars, COUNT(*) AS n, SUM(CASE WHEN photos > 0 THEN 1 ELSE 0 END) AS with_photos,
		COUNT(delivery_stars) AS deliveries, CAST(COALESCE(SUM(delivery_stars), 0) AS BIGINT) AS delivery_sum
		FROM ratings WHERE subject = $1 AND kind = $2 AND hidden_at IS NULL GROUP BY stars ORDER BY stars`, subject, kind)
	return rows, err
}

// productID finds a product by id or slug; 404 if there is none.
func productID(ctx context.Context, q db.Querier, ref string) (productID string, err error) {
	err = q.Get(ctx, &productID, `SELECT id FROM products WHERE active AND (id = $1 OR slug = $1) ORDER BY id LIMIT 1`,
		ref)
	if errors.Is(err, db.ErrNoRows) {
		return "", errs.NotFound()
	}
	return productID, err
}

func vote(ctx context.Context, tx *db.Tx, userID, ratingID string, helpful bool, at db.Millis) (n int64, err error) {
	var changed int64
	var by int64
	if helpful {
		by = 1
		changed, err = tx.Exec(ctx, `INSERT INTO rating_votes (rating_id, user_id, created_at)
			SELECT id, CAST($2 AS TEXT), CAST($3 AS BIGINT) FROM ratings WHERE id = $1 AND user_id <> $2 AND hidden_at IS NULL
			ON CONFLICT (rating_id, user_id) DO NOTHING`, ratingID, userID, at)
	} else {
		by = -1
		changed, err = tx.Exec(ctx, `DELETE FROM rating_votes WHERE rating_id = $1 AND user_id = $2`, ratingID, userID)
	}
	if err != nil {
		return 0, err
	}
	err = tx.Get(ctx, &n, `UPDATE ratings SET helpful = helpful + $3 WHERE id = $1 AND user_id <> $2 AND hidden_at IS NULL
		RETURNING helpful`, ratingID, userID, by*changed)
	if errors.Is(err, db.ErrNoRows) {
		return 0, errs.Refuse("ratings.no_vote")
	}
	return n, err
}

// votedFor lists which of some reviews a customer found helpful.
func votedFor(ctx context.Context, q db.Querier, userID string, ratingIDs []string) ([]string, error) {
	found := []string{}
	if len(ratingIDs) == 0 {
		return found, nil
	}
	err := q.Select(ctx, &found, `SELECT rating_id FROM rating_votes WHERE user_id = $1
		AND rating_id IN (`+db.List(2, len(ratingIDs))+`) ORDER BY rating_id`, db.Args(ratingIDs, userID)...)
	return found, err
}

// filter holds the filters of the console's list; empty fields do not restrict.
type filter struct {
	everywhere bool     // at any branch
	branches   []string // else at these
	stars      int64
	state      string // waiting | hidden | visible
	kind       string
}

var states = map[string]string{
	"":        ``,
	"waiting": ` AND r.hidden_at IS NULL AND r.answer IS NULL AND (r.text <> '' OR r.photos > 0)`,
	"hidden":  ` AND r.hidden_at IS NOT NULL`,
	"visible": ` AND r.hidden_at IS NULL`,
}

// atBranches reads a page of ratings at some branches, newest first.
func atBranches(ctx context.Context, q db.Querier, f filter, at int64, id string,
	limit int) (list []review, err error) {
	if !f.everywhere && len(f.branches) == 0 {
		return nil, nil
	}
	where := `(CAST($1 AS BIGINT) = 0 OR r.stars = $1) AND (CAST($2 AS TEXT) = '' OR r.kind = $2)` + states[f.state]
	if !f.everywhere {
		where += ` AND r.branch_id IN (` + db.List(3, len(f.branches)) + `)`
	}
	args := db.Args(f.branches, f.stars, f.kind)
	n := len(args)
	err = q.Select(ctx, &list, `SELECT `+reviewColumns+reviewTables+where+
		fmt.Sprintf(` AND r.created_at <= $%[1]d AND (r.created_at < $%[1]d OR r.id < $%[2]d)
		ORDER BY r.created_at DESC, r.id DESC LIMIT $%[3]d`, n+1, n+2, n+3), append(args, at, id, int64(limit))...)
	return list, err
}

// one reads a rating with its author; 404 if there is none.
func one(ctx context.Context, q db.Querier, ratingID string) (r review, err error) {
	err = q.Get(ctx, &r, `SELECT `+reviewColumns+reviewTables+`r.id = $1`, ratingID)
	if errors.Is(err, db.ErrNoRows) {
		return r, errs.NotFound()
	}
	return r, err
}

// staffUpdate writes the fields that staff can change, unless the row changed since it was read.
func staffUpdate(ctx context.Context, tx *db.Tx, r *Rating) error {
	n, err := tx.Exec(ctx, `UPDATE ratings SET answer = $3, answered_by = $4, answered_at = $5, hidden_at = $6,
		hidden_reason = $7,
		version = version + 1 WHERE id = $1 AND version = $2`,
		r.ID, r.Version, r.Answer, r.AnsweredBy, r.AnsweredAt, r.HiddenAt, r.HiddenReason)
	return guarded(n, err)
}

// names reads the names and pictures of products.
type subject struct {
	ID     string `db:"id"`
	Slug   string `db:"slug"`
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
}

func subjectsOf(ctx context.Context, q db.Querier, ids []string) (map[string]subject, error) {
	out := map[string]subject{}
	if len(ids) == 0 {
		return out, nil
	}
	var rows []subject
	err := q.Select(ctx, &rows, `SELECT id, slug, name_en, name_ar FROM products WHERE id IN (`+db.List(1, len(ids))+
		`) ORDER BY id`, db.Args(ids)...)
	for _, r := range rows {
		out[r.ID] = r
	}
	return out, err
}
