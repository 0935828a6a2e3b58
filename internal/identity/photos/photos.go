// Package photos accepts pictures from customers and makes them safe to show.
//
// Uploads are never stored as they are. A file is decoded and redrawn as a JPEG of at most 1600 pixels a side, turned
// upright, on white, without any metadata (where it was taken, by what). So a file that is a picture and something else
// besides becomes only a picture, and one that is no picture is refused.
//
// The package platform/pictures does that safely and lets customers take turns.
//
// A photo is loose until a feature attaches it to what it shows (a return, a rating, the customer's profile picture):
// Attach, in that feature's transaction. Loose photos are deleted after a day.
//
// The package owns the table photos.
package photos

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"net/http"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/egress"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/pictures"
)

// The limits of uploads.
const (
	MaxBytes = 10 << 20 // of an uploaded file
	MaxSide  = 1600     // of a stored photo, in pixels
	MaxLoose = 30       // unattached photos of one customer
	// LooseFor is how long an unattached photo is stored.
	LooseFor = 24 * time.Hour
)

// Prefix is the path under which photos are served.
const Prefix = "/photos/"

// View is a photo in the API.
type View struct {
	ID     string `json:"id"`
	Src    string `json:"src"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
}

// Src returns the path of a photo.
func Src(photoID string) string { return Prefix + photoID + ".jpg" }

// IDOf extracts the id from a photo's path; any other text is returned as an id.
func IDOf(src string) string {
	return strings.TrimSuffix(strings.TrimPrefix(src, Prefix), ".jpg")
}

// Service stores photos and serves them. Create it with New.
type Service struct {
	db    *db.DB
	clock clock.Clock
	desk  *pictures.Decoder // customers take turns to use it
	shown egress.Shared     // requests for the same photo share its bytes
}

// New makes the service.
func New(d *db.DB, c clock.Clock, desk *pictures.Decoder) *Service {
	return &Service{db: d, clock: c, desk: desk}
}

// Add stores a picture from a customer. It returns 422 if the file is not a picture or is too large to decode; 400 if
// the customer has too many loose photos; 429 if too many of their photos wait to be decoded, 503 if too many of all
// customers' do.
func (s *Service) Add(ctx context.Context, userID string, file File) (View, error) {
	if err := s.room(ctx, s.db, userID); err != nil {
		return View{}, err
	}
	made, err := s.remake(ctx, userID, file)
	if err != nil {
		return View{}, err
	}
	v := View{ID: "pho_" + id.Secret(18), Width: made.width, Height: made.height}
	v.Src = Src(v.ID)
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		if err := s.room(ctx, tx, userID); err != nil {
			return err
		}
		return insert(ctx, tx, v, userID, made.jpeg, db.At(s.clock.Now()))
	})
	return v, err
}

func (s *Service) room(ctx context.Context, q db.Querier, userID string) error {
	n, err := loose(ctx, q, userID)
	if err == nil && n >= MaxLoose {
		return errs.Refuse("photos.too_many_waiting")
	}
	return err
}

// picture is a photo in its stored form.
type picture struct {
	jpeg          []byte
	width, height int64
}

const quality = 82

// remake redraws a picture when the customer's turn comes.
func (s *Service) remake(ctx context.Context, userID string, file File) (picture, error) {
	m, err := s.desk.Remake(ctx, userID, file, pictures.Want{MaxBytes: MaxBytes, MaxSide: MaxSide})
	switch {
	case errors.Is(err, pictures.ErrKind):
		return picture{}, errs.Invalid("body", "photos.wrong_kind")
	case errors.Is(err, pictures.ErrUnreadable):
		return picture{}, errs.Invalid("body", "photos.unreadable")
	case errors.Is(err, pictures.ErrTooMany):
		return picture{}, errs.Invalid("body", "photos.too_many_pixels")
	case errors.Is(err, pictures.ErrCrowded):
		return picture{}, errs.TooMany("photos.too_many_at_once", 5*time.Second)
	case errors.Is(err, pictures.ErrFull):
		return picture{}, errs.Unavailable("common.unavailable")
	case err != nil:
		return picture{}, err
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
		return picture{}, err
	}
	return picture{out.Bytes(), int64(m.Rect.Dx()), int64(m.Rect.Dy())}, nil
}

// Attach gives photos to the owner that shows them (such as "return:ret_…"), in the order of ids. The photos must be
// the customer's and loose (422 photos.not_yours), and owner may have at most most of them afterwards (422
// photos.too_many). The field is "photos".
func Attach(ctx context.Context, tx *db.Tx, userID string, ids []string, owner string, most int) error {
	var once []string
	for _, photoID := range ids {
		if photoID = IDOf(photoID); !slices.Contains(once, photoID) {
			once = append(once, photoID)
		}
	}
	if len(once) == 0 {
		return nil
	}
	if len(once) > most {
		return errs.Invalid("photos", "photos.too_many", "count", most)
	}
	held, err := ofOwner(ctx, tx, owner)
	if err != nil {
		return err
	}
	if len(held)+len(once) > most {
		return errs.Invalid("photos", "photos.too_many", "count", most)
	}
	for i, photoID := range once {
		n, err := tx.Exec(ctx, `UPDATE photos SET owner = $3, position = $4 WHERE id = $1 AND user_id = $2 AND owner IS NULL`,
			photoID, userID, owner, len(held)+i)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("photos", "photos.not_yours")
		}
	}
	return nil
}

// Of lists the photos of an owner in their order; never nil.
func Of(ctx context.Context, q db.Querier, owner string) ([]View, error) {
	all, err := ofOwner(ctx, q, owner)
	views := make([]View, 0, len(all))
	for _, r := range all {
		views = append(views, r.view())
	}
	return views, err
}

// OfAll returns the photos of several owners. Owners without photos are left out.
func OfAll(ctx context.Context, q db.Querier, owners []string) (map[string][]View, error) {
	all := make(map[string][]View, len(owners))
	if len(owners) == 0 {
		return all, nil
	}
	var rows []row
	err := q.Select(ctx, &rows, `SELECT id, owner, width, height FROM photos
		WHERE owner IN (`+db.List(1, len(owners))+`) ORDER BY owner, position, id`, db.Args(owners)...)
	for _, r := range rows {
		all[r.Owner] = append(all[r.Owner], r.view())
	}
	return all, err
}

// Drop deletes a customer's photos of some owners that no longer exist.
func Drop(ctx context.Context, tx *db.Tx, userID string, owners ...string) error {
	stmts := make([]db.Stmt, len(owners))
	for i, owner := range owners {
		stmts[i] = db.Stmt{SQL: `DELETE FROM photos WHERE user_id = $1 AND owner = $2`, Args: []any{userID, owner}}
	}
	return tx.Batch(ctx, stmts)
}

// DropOne deletes one photo of an owner.
func DropOne(ctx context.Context, tx *db.Tx, userID, owner, photoID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM photos WHERE id = $1 AND user_id = $2 AND owner = $3`, photoID, userID, owner)
	return err
}

// DropLoose deletes the unattached photos of a customer.
func DropLoose(ctx context.Context, tx *db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM photos WHERE user_id = $1 AND owner IS NULL`, userID)
	return err
}

// Remove deletes one loose photo of a customer. It ignores photos that are not theirs, don't exist or are attached,
// without an error: an abandoned form removes its photos without knowing their state.
func (s *Service) Remove(ctx context.Context, userID, photoID string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM photos WHERE id = $1 AND user_id = $2 AND owner IS NULL`, photoID, userID)
		return err
	})
}

// Jobs registers the hourly sweep.
func (s *Service) Jobs(r *jobs.Runner) { r.Every("photos.sweep", time.Hour, s.Sweep) }

// Sweep deletes photos that were attached to nothing for a day.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM photos WHERE owner IS NULL AND created_at < $1`,
			db.At(s.clock.Now().Add(-LooseFor)))
		return err
	})
}

var (
	askAgain = []string{"private, no-cache"}
	jpegType = []string{"image/jpeg"}
	noSniff  = []string{"nosniff"}
	sandbox  = []string{"default-src 'none'; sandbox"}
	sameSite = []string{"same-origin"}
	noIndex  = []string{"noindex"}
)

// ServeHTTP answers GET and HEAD of /photos/<id>.jpg. A photo never changes, but it can be deleted, and the browser's
// next user may not be its owner: the browser revalidates it at each use, which costs few bytes.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["X-Content-Type-Options"], h["Content-Security-Policy"] = noSniff, sandbox
	h["Cross-Origin-Resource-Policy"], h["X-Robots-Tag"] = sameSite, noIndex
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	photoID, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, Prefix), ".jpg")
	if !ok || !wellFormed(photoID) {
		http.NotFound(w, r)
		return
	}
	body, done, err := s.shown.Get(r.Context(), photoID, func(ctx context.Context) ([]byte, error) {
		return bytesOf(ctx, s.db, photoID)
	})
	switch {
	case errors.Is(err, db.ErrNoRows):
		http.NotFound(w, r)
		return
	case err != nil:
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	defer done()
	h["Content-Type"], h["Cache-Control"] = jpegType, askAgain
	h["Etag"] = []string{`"` + photoID + `"`}
	serve(w, r, body)
}

func wellFormed(photoID string) bool {
	if len(photoID) > 64 || !strings.HasPrefix(photoID, "pho_") {
		return false
	}
	return strings.IndexFunc(photoID, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}
