// Package home puts the first page of a service together: banners, shelves,
// the best branches, and rows of products called blocks.
//
// A block chooses its products by a rule (on offer, newest, popular, of a
// category) or by hand, within a schedule, for all or for one district. The
// page is shared by everybody in a district; hearts are added for who is
// signed in.
package home

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Block is a row of products. It is immutable.
type Block struct {
	ID, Slug, ServiceID string
	DistrictID          string // "" for all
	Title               i18n.Text
	Rule                string   // offers, newest, popular, category:<id or slug>, list
	Products            []string // of a list, in order
	starts, ends        *int64
	hours               *branches.Hours // of each day; nil for all day
}

// The rules of blocks.
const (
	byOffer    = "offers"
	byNewest   = "newest"
	byPopular  = "popular"
	byCategory = "category:"
	byHand     = "list"
)

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Places   *places.Service
	Branches *branches.Service
	Catalog  *products.Service
	Content  *content.Service
	Version  func() int64
}

// Service builds the home page.
type Service struct {
	Deps
	blocks atomic.Pointer[[]Block]
	// arranged are the services for which staff have made rows, whether visible or not.
	arranged atomic.Pointer[map[string]bool]
	pages    *answers.Cache[View]
	windows  *answers.Cache[[]Window]
	// loading is locked from reading the blocks until they are in use, so that an older reading never replaces a newer
	// one.
	loading sync.Mutex
}

const pageBytes = 16 << 20

// New creates the service. Call Load before the first request.
func New(deps Deps) *Service {
	s := &Service{Deps: deps, pages: answers.New[View](pageBytes, deps.Version, deps.Clock),
		windows: answers.New[[]Window](windowBytes, deps.Version, deps.Clock)}
	s.blocks.Store(&[]Block{})
	s.arranged.Store(&map[string]bool{})
	return s
}

type blockRow struct {
	ID, Slug   string
	ServiceID  string  `db:"service_id"`
	DistrictID *string `db:"district_id"`
	TitleEN    string  `db:"title_en"`
	TitleAR    string  `db:"title_ar"`
	Rule       string
	StartsAt   *int64 `db:"starts_at"`
	EndsAt     *int64 `db:"ends_at"`
	DayFrom    string `db:"day_from"`
	DayTo      string `db:"day_to"`
}

type memberRow struct {
	BlockID   string `db:"block_id"`
	ProductID string `db:"product_id"`
}

// Load reads the blocks and replaces those in memory.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	var rows []blockRow
	var members []memberRow
	var services []string
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		err := q.Select(ctx, &rows, `SELECT id, slug, service_id, district_id, title_en, title_ar, rule, starts_at, ends_at,
			day_from, day_to
FROM blocks WHERE active ORDER BY sort, id`)
		if err == nil {
			err = q.Select(ctx, &services, `SELECT DISTINCT service_id FROM blocks`)
		}
		if err != nil {
			return err
		}
		return q.Select(ctx, &members, `SELECT block_id, product_id FROM block_products ORDER BY block_id, sort, product_id`)
	})
	if err != nil {
		return fmt.Errorf("home: %w", err)
	}
	of := map[string][]string{}
	for _, m := range members {
		of[m.BlockID] = append(of[m.BlockID], m.ProductID)
	}
	blocks := make([]Block, len(rows))
	for i, r := range rows {
		blocks[i] = Block{
			ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, Title: i18n.Text{EN: r.TitleEN, AR: r.TitleAR},
			Rule: r.Rule, starts: r.StartsAt, ends: r.EndsAt,
		}
		if blocks[i].hours, err = daily(r.DayFrom, r.DayTo); err != nil {
			return fmt.Errorf("home: %s: %w", r.Slug, err)
		}
		if r.DistrictID != nil {
			blocks[i].DistrictID = *r.DistrictID
		}
		if r.Rule == byHand {
			blocks[i].Products = append([]string{}, of[r.ID]...)
		}
	}
	arranged := make(map[string]bool, len(services))
	for _, service := range services {
		arranged[service] = true
	}
	s.blocks.Store(&blocks)
	s.arranged.Store(&arranged)
	return nil
}

// of lists the rows of a service: those that staff made or, if there are none, its offers and its most popular
// products.
func (s *Service) of(service string) []Block {
	if (*s.arranged.Load())[service] {
		var own []Block
		for _, b := range *s.blocks.Load() {
			if b.ServiceID == service {
				own = append(own, b)
			}
		}
		return own
	}
	usual := make([]Block, 0, 2)
	for _, rule := range []string{byOffer, byPopular} {
		usual = append(usual, Block{ID: rule + ":" + service, Slug: rule, ServiceID: service, Rule: rule,
			Title: i18n.Text{EN: i18n.T(i18n.EN, "home.row_"+rule), AR: i18n.T(i18n.AR, "home.row_"+rule)}})
	}
	return usual
}

// scheduled reports whether a row is visible now, and when that changes.
func scheduled(b *Block, now time.Time) (on bool, change time.Time) {
	return content.Scheduled(b.starts, b.ends, now.UnixMilli())
}

// daily returns the same hours for every day; nil for the whole day.
func daily(from, to string) (*branches.Hours, error) {
	if from == "" {
		return nil, nil
	}
	span, err := branches.ParseSpan(from, to)
	if err != nil {
		return nil, err
	}
	h := &branches.Hours{}
	for day := range h.Week {
		h.Week[day] = []branches.Span{span}
	}
	return h, nil
}

// inHours reports whether a row is shown on the first page at this hour, and when that changes. The page with the whole
// list can be opened at any hour.
func (b *Block) inHours(now time.Time) (on bool, change time.Time) {
	if b.hours == nil {
		return true, time.Time{}
	}
	state := b.hours.At(now)
	return state.Open, state.Until
}

// Rule implements products.Blocks.
func (s *Service) Rule(ref string, now time.Time) (products.Rule, bool) {
	for _, b := range *s.blocks.Load() {
		if b.ID != ref && b.Slug != ref {
			continue
		}
		if on, _ := scheduled(&b, now); !on {
			return products.Rule{}, false
		}
		return s.rule(&b)
	}
	return products.Rule{}, false
}

// rule returns a block's rule for choosing products; false if it names something unknown.
func (s *Service) rule(b *Block) (products.Rule, bool) {
	r := products.Rule{ID: b.ID, Query: products.Query{Service: b.ServiceID}}
	switch {
	case b.Rule == byHand:
		r.Products = b.Products
	case b.Rule == byOffer:
		r.Query.OnOffer = true
	case b.Rule == byNewest:
		r.Query.Sort = products.Newest
	case b.Rule == byPopular:
		r.Query.Sort = products.Popular
	case strings.HasPrefix(b.Rule, byCategory):
		c, ok := s.Catalog.Category(strings.TrimPrefix(b.Rule, byCategory))
		if !ok || !c.Active {
			return r, false
		}
		r.Query.Category = c.ID
	default:
		return r, false
	}
	return r, true
}

// more returns the page that lists all products of a block.
func (s *Service) more(b *Block, service *branches.ServiceType) string {
	q := url.Values{"service_id": {service.Slug}}
	switch {
	case strings.HasPrefix(b.Rule, byCategory):
		if c, ok := s.Catalog.Category(strings.TrimPrefix(b.Rule, byCategory)); ok {
			return "/categories/" + url.PathEscape(c.Slug)
		}
	case b.Rule == byOffer:
		q.Set("offer", "true")
	case b.Rule == byNewest:
		q.Set("sort", products.Newest)
	case b.Rule == byPopular:
		q.Set("sort", products.Popular)
	default:
		q.Set("block_id", b.Slug)
	}
	return "/search-results?" + q.Encode()
}
