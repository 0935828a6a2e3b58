// Package content holds the shop's texts besides its products: information pages (privacy, terms, questions and
// answers), blog posts, how to reach the shop, and the banners of the home page.
//
// Pages and posts are Markdown in both languages with a version: checkout records which version of the policies a
// customer accepted, and of two people who edit one text the second gets a conflict. Markdown is converted to HTML and
// sanitised when it is saved, never in the browser. Texts that exist in one language only are shown in that one and
// marked with it (Spoken). The program includes the pages that every shop needs; staff may change them, and their
// changes are kept.
//
// Banners are shown for a service and a district, posts from a given moment on. All of it is small and read often, so
// it is kept in memory and loaded again when the catalogue's version changes for content. Owners and editors write it
// in the console; each change has a line in the audit log.
package content

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

// The policies that a customer accepts at checkout.
const (
	Privacy = "privacy"
	Terms   = "terms"
)

// Page is an information page, ready to show.
type Page struct {
	Name      string
	Title     i18n.Text
	HTML      i18n.Text // clean
	Version   int64
	UpdatedAt db.Millis
}

// Banner is a picture with a message for the home page.
type Banner struct {
	ID                    string
	ServiceID, DistrictID string // "" for all
	Title, Text, Action   i18n.Text
	Image                 files.Image
	Link                  string
	starts, ends          *int64
}

// Service answers requests from memory.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	pictures *files.Library
	known    Known
	rules    func() Rules
	now      atomic.Pointer[snapshot]
	// loading is locked from reading until the result is in use, so that an older result never replaces a newer one.
	loading sync.Mutex
}

// Known reports whether a service or district exists; nil if that is unknown.
type Known struct {
	Service, District func(id string) bool
	// Seller is the shop's legal identity, in lines; nil if it is unknown.
	Seller func(lang i18n.Lang) []string
}

// Join sets the services and districts that banners may be limited to, and the rules that pages may name. app calls it
// while assembling the program.
func (s *Service) Join(k Known, rules func() Rules) { s.known, s.rules = k, rules }

type snapshot struct {
	pages   map[string]*Page
	banners []Banner
	posts   []*Post // published ones, the newest first; some only from later on
	tags    []Tag
	contact Contact
}

// New creates the service. Call Load before the first request.
func New(d *db.DB, c clock.Clock, pictures *files.Library) *Service {
	s := &Service{db: d, clock: c, pictures: pictures, rules: func() Rules { return nil }}
	s.now.Store(&snapshot{})
	return s
}

// Page finds a page by name; errs.NotFound if it does not exist.
func (s *Service) Page(name string) (*Page, error) {
	p, ok := s.now.Load().pages[name]
	if !ok {
		return nil, errs.NotFound()
	}
	return p, nil
}

// PolicyVersion identifies the current policies; orders record it as accepted.
func (s *Service) PolicyVersion() string {
	pages := s.now.Load().pages
	var parts []string
	for _, name := range []string{Terms, Privacy} {
		if p := pages[name]; p != nil {
			parts = append(parts, fmt.Sprintf("%s-%d", name, p.Version))
		}
	}
	return strings.Join(parts, ",")
}

// Banners lists the banners currently shown for a service at a place ("" for none), and the time of the next scheduled
// change (zero for never).
func (s *Service) Banners(serviceID, districtID string, now time.Time) (shown []Banner, until time.Time) {
	t := now.UnixMilli()
	for _, b := range s.now.Load().banners {
		if b.ServiceID != "" && b.ServiceID != serviceID || b.DistrictID != "" && b.DistrictID != districtID {
			continue
		}
		on, change := Scheduled(b.starts, b.ends, t)
		if !change.IsZero() && (until.IsZero() || change.Before(until)) {
			until = change
		}
		if on {
			shown = append(shown, b)
		}
	}
	return shown, until
}

// Scheduled reports whether t lies within a schedule, and when that changes (zero for never). Times are unix
// milliseconds; nil means no limit.
func Scheduled(starts, ends *int64, t int64) (on bool, change time.Time) {
	switch {
	case ends != nil && t >= *ends:
		return false, time.Time{}
	case starts != nil && t < *starts:
		return false, time.UnixMilli(*starts)
	case ends != nil:
		return true, time.UnixMilli(*ends)
	}
	return true, time.Time{}
}

// Load reads all content from the database and replaces the content in memory.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	next, err := load(ctx, s.db, s.pictures)
	if err != nil {
		return err
	}
	s.now.Store(next)
	return nil
}

//go:embed pages/*.md
var bundled embed.FS

// Bundled returns the source texts of the pages that the program includes, such as "pages/terms.ar.md", with their
// placeholders.
func Bundled() fs.FS { return bundled }

// policies lists the pages that contain promises to customers.
var policies = []string{"privacy", "returns", "shipping", "terms"}

// Adopted reports whether staff have saved every policy at least once.
func Adopted(ctx context.Context, q db.Querier) (bool, error) {
	var left int64
	err := q.Get(ctx, &left, `SELECT COUNT(*) FROM pages WHERE version = 1 AND name IN (`+db.List(1, len(policies))+`)`,
		db.Args(policies)...)
	return left == 0, err
}

// EnsureSeeded adds the pages and tags included in the program to the database if they are missing. It may run on
// several nodes concurrently.
func EnsureSeeded(ctx context.Context, d *db.DB, now time.Time) error {
	var have []string
	if err := d.Select(ctx, &have, `SELECT name FROM pages ORDER BY name`); err != nil {
		return fmt.Errorf("content: %w", err)
	}
	found, err := fs.Glob(bundled, "pages/*.en.md")
	if err != nil {
		return err
	}
	var stmts []db.Stmt
	for _, file := range found {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "pages/"), ".en.md")
		if slices.Contains(have, name) {
			continue
		}
		var title, body i18n.Text
		for lang, to := range map[string][2]*string{"en": {&title.EN, &body.EN}, "ar": {&title.AR, &body.AR}} {
			raw, err := bundled.ReadFile("pages/" + name + "." + lang + ".md")
			if err != nil {
				return fmt.Errorf("content: %w", err)
			}
			heading, rest, _ := strings.Cut(string(raw), "\n")
			*to[0], *to[1] = strings.TrimSpace(strings.TrimPrefix(heading, "#")), strings.TrimSpace(rest)
		}
		html, err := renderBoth(body)
		if err != nil {
			return err
		}
		stmts = append(stmts, db.Stmt{SQL: insertPage,
			Args: []any{name, title.EN, title.AR, body.EN, body.AR, html.EN, html.AR, int64(1), db.At(now)}})
	}
	more, err := missingTags(ctx, d)
	if err != nil {
		return err
	}
	if stmts = append(stmts, more...); len(stmts) == 0 {
		return nil
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, stmts)
	})
}
