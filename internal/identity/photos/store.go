package photos

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"wekala/internal/platform/db"
)

type row struct {
	ID     string `db:"id"`
	Owner  string `db:"owner"`
	Width  int64  `db:"width"`
	Height int64  `db:"height"`
}

func (r row) view() View { return View{ID: r.ID, Src: Src(r.ID), Width: r.Width, Height: r.Height} }

func insert(ctx context.Context, tx *db.Tx, v View, userID string, jpeg []byte, now db.Millis) error {
	_, err := tx.Exec(ctx, `INSERT INTO photos (id, user_id, width, height, jpeg, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		v.ID, userID, v.Width, v.Height, jpeg, now)
	return err
}

func loose(ctx context.Context, q db.Querier, userID string) (int64, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM photos WHERE user_id = $1 AND owner IS NULL`, userID)
	return n, err
}

func ofOwner(ctx context.Context, q db.Querier, owner string) ([]row, error) {
	var all []row
	err := q.Select(ctx, &all, `SELECT id, owner, width, height FROM photos WHERE owner = $1 ORDER BY position, id`, owner)
	return all, err
}

func bytesOf(ctx context.Context, q db.Querier, photoID string) ([]byte, error) {
	var b []byte
	err := q.Get(ctx, &b, `SELECT jpeg FROM photos WHERE id = $1`, photoID)
	return b, err
}

func serve(w http.ResponseWriter, r *http.Request, body []byte) {
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
