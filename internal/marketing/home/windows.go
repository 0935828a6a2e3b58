package home

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// Window is a branch with some of its products, like a shop window, for visitors who have chosen neither a place nor a
// service.
type Window struct {
	Branch   branches.BranchCard `json:"branch"`
	Tint     string              `json:"tint" enum:"food,grocery,general"`
	Products []WindowProduct     `json:"products" doc:"What is bought most there, of what it has."`
}

// WindowProduct is a product as a window shows it: what it is and costs.
type WindowProduct struct {
	ID          string       `json:"id"`
	Slug        string       `json:"slug"`
	Name        string       `json:"name"`
	Image       files.Image  `json:"image"`
	Price       money.Major  `json:"price" doc:"The lowest of its variants."`
	UnitGrams   int64        `json:"unit_grams" doc:"Above 0: sold by weight, the price is of a kilogram."`
	PriceVaries bool         `json:"price_varies"`
	OldPrice    *money.Major `json:"old_price" nullable:"true"`
}

const (
	maxWindows = 6
	// windowsEach is the maximum number of windows per service while other services have some.
	windowsEach = 2
	inWindow    = 4
	windowBytes = 4 << 20
	// soon is how long before its opening a closed branch is shown among open ones.
	soon = 12 * time.Hour
)

func (s *Service) windowsRoute(a *httpapi.API) {
	httpapi.HandlePrepared[struct{}, httpapi.Envelope[[]Window]](a, httpapi.Op{
		Method: "GET", Path: "/windows", ID: "list-windows", Tag: "home", Audience: httpapi.Optional,
		Summary: "Branches to look into",
		Description: "Of each service the best that are open, of the place where it is known; then those that open within " +
			"twelve hours, or closed ones where nothing is open.",
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Prepared, error) {
		who := httpapi.Caller(ctx)
		place := s.Branches.Spot(s.Places.Caller(who))
		made, err := s.windows.Get(ctx, branches.Key(who.Lang, place, ""),
			func(ctx context.Context) ([]Window, any, time.Time, error) {
				list, until, err := s.look(ctx, who.Lang, place)
				return list, httpapi.OK(list).Body, until, err
			})
		if err != nil {
			return nil, err
		}
		if at := s.Branches.Place(who); at != place {
			own := slices.Clone(made.Value)
			for i := range own {
				own[i].Branch = s.Branches.From(at, []branches.BranchCard{own[i].Branch})[0]
			}
			return branches.Reencode(&made.Prepared, httpapi.OK(own).Body)
		}
		return &made.Prepared, nil
	})
}

// look chooses the windows: open branches of every service in turn, then those
// that open next, each with something to show.
func (s *Service) look(ctx context.Context, lang i18n.Lang, place places.Place) ([]Window, time.Time, error) {
	now := s.Clock.Now()
	until := s.Branches.Boundary(now)
	open, closed := []Window{}, []Window{}
	for _, kind := range s.Branches.ServiceTypes() {
		best, err := s.best(ctx, kind, lang, place, now)
		if err != nil {
			return nil, until, err
		}
		shown := 0
		for _, b := range best {
			if shown == windowsEach {
				break
			}
			w, ends, err := s.window(ctx, b, kind, lang, place, now)
			if err != nil {
				return nil, until, err
			}
			if !ends.IsZero() && ends.Before(until) {
				until = ends
			}
			if len(w.Products) == 0 {
				continue
			}
			shown++
			if b.IsClosed {
				closed = append(closed, w)
			} else {
				open = append(open, w)
			}
		}
	}
	if len(open) > 0 {
		// Among open branches, only those that open soon and automatically are shown.
		closed = slices.DeleteFunc(closed, func(w Window) bool { return opens(w.Branch) > db.At(now.Add(soon)) })
	}
	slices.SortStableFunc(closed, func(a, b Window) int { return cmp.Compare(opens(a.Branch), opens(b.Branch)) })
	open = append(open, closed...)
	return slices.Clip(open[:min(len(open), maxWindows)]), until, nil
}

// window fills one with the branch's most popular products in stock.
func (s *Service) window(ctx context.Context, b branches.BranchCard, kind *branches.ServiceType, lang i18n.Lang,
	place places.Place, now time.Time) (Window, time.Time, error) {
	w := Window{Branch: b, Tint: kind.Tint, Products: []WindowProduct{}}
	found, err := s.Catalog.Find(ctx, products.Query{Service: kind.ID, Branch: b.ID, InStock: true, Sort: products.Popular,
		Lang: lang, Place: place, Page: 1, PerPage: inWindow, Uncounted: true})
	if err != nil {
		return w, time.Time{}, err
	}
	cards, until, err := s.Catalog.Cards(ctx, found.Hits, lang, place, now)
	if !found.Until.IsZero() && (until.IsZero() || found.Until.Before(until)) {
		until = found.Until
	}
	for i := range cards {
		if c := &cards[i]; c.Available {
			w.Products = append(w.Products, WindowProduct{ID: c.ID, Slug: c.Slug, Name: c.Name, Image: c.Image,
				Price: c.Price, UnitGrams: c.UnitGrams, PriceVaries: c.PriceVaries, OldPrice: c.OldPrice})
		}
	}
	return w, until, err
}
