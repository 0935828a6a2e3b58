// Package media is the one place for pictures that staff upload.
//
// Uploads are never stored as they are: they are redrawn (platform/pictures), turned upright, at most 1600 pixels a
// side, without metadata, and in the widths that pages use. A picture's name is the digest of the result and its size,
// so that pages and nodes need no look-up, browsers cache it forever, and the same picture uploaded twice is one.
// Photographs become JPEG. Transparent pictures stay transparent as PNG if that is small, as logos and drawings are,
// and are drawn on white otherwise: WebP cannot be written without C, and a cut-out photograph as PNG is ten times the
// size of its JPEG.
//
// The files are in the data folder or in an S3-compatible store. Features that show pictures register them with Use in
// the transaction that saves them: a picture cannot be deleted while it is shown, and one that nothing shows is deleted
// after a month. A picture is deleted in three steps (its row is marked, then its files go, then its row), so that the
// next sweep completes what a node that died in between began.
//
// The package owns the tables media and media_uses.
package media

import (
	"context"
	"errors"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/egress"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/pictures"
)

// The limits of uploads.
const (
	MaxBytes = 15 << 20 // of an uploaded file
	MaxSide  = 1600     // of a stored picture, in pixels
	// MinSide is the minimum width and height of a picture.
	MinSide = 16
	// UnusedFor is how long an unused picture is stored.
	UnusedFor = 30 * 24 * time.Hour
	// settle is the age from which the sweep deletes a file without a row: a row is written after its files.
	settle = 24 * time.Hour

	altLetters = 200
)

// Deps are the service's dependencies.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Desk  *pictures.Decoder
	Store blobs.Store
	Fold  func(string) string // for searching
}

// Service stores pictures and serves them. Create it with New.
type Service struct {
	Deps
	owners []Owner
	shown  egress.Shared // requests for the same picture share its bytes
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// Owner describes a kind of object that shows pictures.
type Owner struct {
	Kind string // "product"
	// Titles is SQL that returns id, title_en and title_ar of all objects of the kind.
	Titles string
}

// Register adds the kinds of objects that show pictures.
func (s *Service) Register(all ...Owner) { s.owners = append(s.owners, all...) }

// Use sets the pictures that an object shows and replaces its earlier ones. It ignores names that are not uploads. 422
// at the field if a picture no longer exists; field may be empty if the names come from no form.
func Use(ctx context.Context, tx *db.Tx, kind, ref, field string, names ...string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM media_uses WHERE kind = $1 AND ref = $2`, kind, ref); err != nil {
		return err
	}
	for _, name := range sorted(names) {
		// The row's lock keeps the picture from being deleted concurrently.
		n, err := tx.Exec(ctx, `UPDATE media SET unused_since = NULL WHERE name = $1 AND gone_at IS NULL`, name)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid(field, "media.not_there")
		}
		if _, err := tx.Exec(ctx, `INSERT INTO media_uses (name, kind, ref) VALUES ($1, $2, $3)`, name, kind,
			ref); err != nil {
			return err
		}
	}
	return nil
}

// Add stores a picture. If the same picture exists already, it returns that one.
func (s *Service) Add(ctx context.Context, member staff.Member, title string, file pictures.File) (Picture, error) {
	made, err := s.remake(ctx, member.ID, file)
	if err != nil {
		return Picture{}, err
	}
	name := made.name.Name()
	if err := mayAdd(ctx, s.DB, name); err != nil {
		return Picture{}, err
	}
	for width, data := range made.files {
		if err := s.Store.Put(ctx, made.name.File(width), contentTypes[made.name.Kind], data); err != nil {
			return Picture{}, errors.Join(errs.Unavailable("media.store_silent"), err)
		}
	}
	var out Picture
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `INSERT INTO media (name, title, alt_en, alt_ar, words, size, width, height, staff_id,
			created_at, unused_since)
			VALUES ($1, $2, '', '', $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (name) DO NOTHING`,
			name, title, s.Fold(title), made.bytes, made.name.Width, made.name.Height, member.ID, now)
		if err != nil {
			return err
		}
		if n == 0 {
			if err := mayAdd(ctx, tx, name); err != nil {
				return err
			}
		}
		if out, err = one(ctx, tx, name); err != nil {
			return err
		}
		if n == 0 {
			out.Known = true
			return nil
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "picture.add", Object: name, After: out.facts()})
	})
	return out, err
}

// mayAdd refuses a picture whose deletion is in progress.
func mayAdd(ctx context.Context, q db.Querier, name string) error {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM media WHERE name = $1 AND gone_at IS NOT NULL`, name)
	if err == nil && n > 0 {
		return errs.TooMany("media.going", 5*time.Second)
	}
	return err
}

// Edit is the title and the texts that staff write for a picture.
type Edit struct {
	Title   string `json:"title"`
	AltEN   string `json:"alt_en" doc:"What is to be seen, for those who do not see it."`
	AltAR   string `json:"alt_ar"`
	Version int64  `json:"version" doc:"The one that was read."`
}

// mayEdit reports whether a member may describe and delete a picture: pictures are shared by all stores, so members
// limited to branches may edit only their own.
func mayEdit(member staff.Member, p Picture) bool { return member.Branches == nil || p.By == member.ID }

// oneOf reads a picture that a member may edit; any other is not found.
func oneOf(ctx context.Context, tx *db.Tx, member staff.Member, name string) (Picture, error) {
	p, err := one(ctx, tx, name)
	if err == nil && !mayEdit(member, p) {
		err = errs.NotFound()
	}
	return p, err
}

// Change saves the title and alternative texts of a picture.
func (s *Service) Change(ctx context.Context, member staff.Member, name string, in Edit) (Picture, error) {
	in.Title, in.AltEN, in.AltAR = httpapi.Clean(in.Title), httpapi.Clean(in.AltEN), httpapi.Clean(in.AltAR)
	var wrong []errs.Field
	for _, f := range []struct{ name, value string }{{"title", in.Title}, {"alt_en", in.AltEN}, {"alt_ar", in.AltAR}} {
		if len([]rune(f.value)) > altLetters {
			wrong = append(wrong, errs.Field{Name: f.name, Key: "common.too_long", Args: []any{"len", altLetters}})
		}
	}
	if len(wrong) > 0 {
		return Picture{}, errs.InvalidAll(wrong)
	}
	var out Picture
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := oneOf(ctx, tx, member, name)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE media SET title = $3, alt_en = $4, alt_ar = $5, words = $6, version = version + 1
			WHERE name = $1 AND version = $2 AND gone_at IS NULL`,
			name, in.Version, in.Title, in.AltEN, in.AltAR, s.Fold(in.Title+" "+in.AltEN+" "+in.AltAR))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.VersionConflict(nil)
		}
		if out, err = one(ctx, tx, name); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "picture.change", Object: name, Before: before.facts(), After: out.facts()})
	})
	return out, err
}

// Delete removes an unused picture. 409 if an object shows it.
func (s *Service) Delete(ctx context.Context, member staff.Member, name string) error {
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := oneOf(ctx, tx, member, name)
		if err != nil {
			return err
		}
		gone, err := mark(ctx, tx, name, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if !gone {
			return errs.Conflict("media.in_use")
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "picture.delete", Object: name, Before: before.facts()})
	}); err != nil {
		return err
	}
	// The sweep repeats a removal that fails here.
	_ = s.remove(ctx, name)
	return nil
}

// mark marks a picture as deleted unless something shows it. The row is locked first, so that the second statement sees
// what the previous holder of the lock has written.
func mark(ctx context.Context, tx *db.Tx, name string, now db.Millis) (bool, error) {
	if _, err := tx.Exec(ctx, `UPDATE media SET size = size WHERE name = $1`, name); err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `UPDATE media SET gone_at = $2 WHERE name = $1 AND gone_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM media_uses WHERE name = $1)`, name, now)
	return n > 0, err
}

// remove deletes the files of a picture that is marked, then its row.
func (s *Service) remove(ctx context.Context, name string) error {
	made, ok := files.ParseMade(name)
	if !ok {
		return nil
	}
	for _, width := range made.Sizes() {
		if err := s.Store.Delete(ctx, made.File(width)); err != nil {
			return err
		}
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM media WHERE name = $1 AND gone_at IS NOT NULL`, name)
		return err
	})
}

// Jobs registers the daily sweep.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("media.sweep", 24*time.Hour, s.Sweep, jobs.Within(20*time.Minute))
}

// Sweep deletes pictures that nothing has shown for a month, completes interrupted deletions, and deletes files without
// a row.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE media SET unused_since = $1 WHERE unused_since IS NULL
			AND NOT EXISTS (SELECT 1 FROM media_uses u WHERE u.name = media.name)`, db.At(now))
		return err
	}); err != nil {
		return err
	}
	var old []string
	if err := s.DB.Select(ctx, &old, `SELECT name FROM media WHERE unused_since < $1 AND gone_at IS NULL ORDER BY name`,
		db.At(now.Add(-UnusedFor))); err != nil {
		return err
	}
	for _, name := range old {
		if err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := mark(ctx, tx, name, db.At(now))
			return err
		}); err != nil {
			return err
		}
	}
	var gone []string
	if err := s.DB.Select(ctx, &gone, `SELECT name FROM media WHERE gone_at IS NOT NULL ORDER BY name`); err != nil {
		return err
	}
	for _, name := range gone {
		if err := s.remove(ctx, name); err != nil {
			return err
		}
	}
	return s.sweepFiles(ctx, now)
}

// sweepFiles deletes files without a row, of uploads that were interrupted.
func (s *Service) sweepFiles(ctx context.Context, now time.Time) error {
	var lost []string
	known, err := names(ctx, s.DB)
	if err != nil {
		return err
	}
	err = s.Store.List(ctx, func(e blobs.Entry) error {
		made, _, ok := files.MadeOfFile(e.Name)
		if ok && !known[made.Name()] && e.At.Before(now.Add(-settle)) {
			lost = append(lost, e.Name)
		}
		return nil
	})
	for _, name := range lost {
		err = errors.Join(err, s.Store.Delete(ctx, name))
	}
	return err
}

// text returns the message of a key in the caller's language.
func text(ctx context.Context, key string) string { return i18n.T(httpapi.Caller(ctx).Lang, key) }
