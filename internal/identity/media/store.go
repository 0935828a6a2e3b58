package media

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
)

// Picture is an uploaded picture in the API.
type Picture struct {
	Name      string      `json:"name" doc:"What refers to it wherever a picture is named."`
	Image     files.Image `json:"image"`
	Title     string      `json:"title" doc:"What the file was called, or staff call it."`
	AltEN     string      `json:"alt_en"`
	AltAR     string      `json:"alt_ar"`
	Bytes     int64       `json:"bytes" doc:"Of all widths together."`
	By        string      `json:"by" doc:"Who uploaded it."`
	CreatedAt db.Millis   `json:"created_at"`
	Uses      int64       `json:"uses" doc:"How many things show it."`
	GoesAt    *db.Millis  `json:"goes_at,omitempty" doc:"When it is removed unless something shows it."`
	Known     bool        `json:"known" doc:"It was there before it was sent."`
	Version   int64       `json:"version"`
	CanEdit   bool        `json:"can_edit" doc:"I may describe it, and delete it while nothing shows it: who works for some branches, what they uploaded themselves."`
}

type row struct {
	Name        string     `db:"name"`
	Title       string     `db:"title"`
	AltEN       string     `db:"alt_en"`
	AltAR       string     `db:"alt_ar"`
	Bytes       int64      `db:"size"`
	StaffID     string     `db:"staff_id"`
	CreatedAt   db.Millis  `db:"created_at"`
	UnusedSince *db.Millis `db:"unused_since"`
	Uses        int64      `db:"uses"`
	Version     int64      `db:"version"`
}

const columns = `m.name, m.title, m.alt_en, m.alt_ar, m.size, m.staff_id, m.created_at, m.unused_since, m.version,
	(SELECT COUNT(*) FROM media_uses u WHERE u.name = m.name) AS uses`

func (r row) picture() Picture {
	made, _ := files.ParseMade(r.Name)
	p := Picture{Name: r.Name, Image: made.Image(), Title: r.Title, AltEN: r.AltEN, AltAR: r.AltAR, Bytes: r.Bytes,
		By: r.StaffID, CreatedAt: r.CreatedAt, Uses: r.Uses, Version: r.Version}
	if r.UnusedSince != nil && r.Uses == 0 {
		goes := *r.UnusedSince + db.Millis(UnusedFor.Milliseconds())
		p.GoesAt = &goes
	}
	return p
}

// facts returns a picture in the form of the audit log.
func (p Picture) facts() map[string]any {
	return map[string]any{"title": p.Title, "alt_en": p.AltEN, "alt_ar": p.AltAR}
}

// one reads a picture. 404 if it doesn't exist or is being deleted.
func one(ctx context.Context, q db.Querier, name string) (Picture, error) {
	var r row
	err := q.Get(ctx, &r, `SELECT `+columns+` FROM media m WHERE m.name = $1 AND m.gone_at IS NULL`, name)
	if errors.Is(err, db.ErrNoRows) {
		return Picture{}, errs.NotFound()
	}
	return r.picture(), err
}

// filter selects pictures of the library.
type filter struct {
	words  []string // folded
	unused bool
}

func (f filter) where() (string, []any) {
	where, args := `m.gone_at IS NULL`, []any{}
	for _, w := range f.words {
		args = append(args, w)
		where += ` AND REPLACE(m.words, $` + strconv.Itoa(len(args)) + `, '') <> m.words`
	}
	if f.unused {
		where += ` AND NOT EXISTS (SELECT 1 FROM media_uses u WHERE u.name = m.name)`
	}
	return where, args
}

func count(ctx context.Context, q db.Querier, f filter) (n int64, err error) {
	where, args := f.where()
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM (SELECT 1 AS one FROM media m WHERE `+where+` LIMIT $`+
		strconv.Itoa(len(args)+1)+`) AS counted`,
		append(args, int64(httpapi.MaxCounted+1))...)
	return n, err
}

func list(ctx context.Context, q db.Querier, f filter, at int64, name string, limit int) ([]Picture, error) {
	where, args := f.where()
	var rows []row
	n := len(args)
	err := q.Select(ctx, &rows, `SELECT `+columns+` FROM media m WHERE `+where+
		fmt.Sprintf(` AND m.created_at <= $%[1]d AND (m.created_at < $%[1]d OR m.name < $%[2]d)
		ORDER BY m.created_at DESC, m.name DESC LIMIT $%[3]d`, n+1, n+2, n+3), append(args, at, name, int64(limit))...)
	all := make([]Picture, 0, len(rows))
	for _, r := range rows {
		all = append(all, r.picture())
	}
	return all, err
}

// names returns the names of all pictures that have a row.
func names(ctx context.Context, q db.Querier) (map[string]bool, error) {
	var all []string
	if err := q.Select(ctx, &all, `SELECT name FROM media`); err != nil {
		return nil, err
	}
	known := make(map[string]bool, len(all))
	for _, name := range all {
		known[name] = true
	}
	return known, nil
}

// sorted returns the distinct uploads among some names, in the order in which every transaction locks them.
func sorted(all []string) []string {
	var out []string
	for _, name := range all {
		if _, ok := files.ParseMade(name); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Shown is an object that shows a picture.
type Shown struct {
	Kind    string `json:"kind" db:"kind"`
	ID      string `json:"id" db:"id"`
	TitleEN string `json:"title_en" db:"title_en"`
	TitleAR string `json:"title_ar" db:"title_ar"`
}

const maxShown = 50

// usedBy lists the objects that show a picture, at most fifty of each kind.
func (s *Service) usedBy(ctx context.Context, q db.Querier, name string) ([]Shown, error) {
	all := []Shown{}
	for _, o := range s.owners {
		var some []Shown
		if err := q.Select(ctx, &some, `SELECT u.kind AS kind, t.id AS id, t.title_en AS title_en, t.title_ar AS title_ar
			FROM media_uses u JOIN (`+o.Titles+`) t ON t.id = u.ref
			WHERE u.name = $1 AND u.kind = $2 ORDER BY t.id LIMIT `+strconv.Itoa(maxShown), name, o.Kind); err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
