package branches

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/locations/places"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// page is a page of a list without personal data.
type page struct {
	cards  []BranchCard
	number int
	total  int
}

func (p page) listing() *httpapi.ListEnvelope[BranchCard] {
	return &httpapi.List(p.cards, p.number, PerPage, p.total).Body
}

// Routes registers the operations on branches for customers.
func (s *Service) Routes(a *httpapi.API) {
	type none struct{}
	httpapi.HandlePrepared[none, httpapi.Envelope[[]ServiceView]](a, httpapi.Op{
		Method: "GET", Path: "/services", ID: "list-services", Tag: "branches",
		Summary: "The shop's services",
	}, func(ctx context.Context, _ *none) (*httpapi.Prepared, error) { return s.listKinds(ctx) })
	httpapi.HandlePrepared[listInput, httpapi.ListEnvelope[BranchCard]](a, httpapi.Op{
		Method: "GET", Path: "/branches", ID: "list-branches", Tag: "branches", Audience: httpapi.Optional, Paged: true,
		Summary:     "Branches of a service",
		Description: "Those that do not reach the chosen place come last.",
	}, s.list)
	httpapi.HandlePrepared[getInput, httpapi.Envelope[BranchView]](a, httpapi.Op{
		Method: "GET", Path: "/branches/{id}", ID: "get-branch", Tag: "branches", Audience: httpapi.Optional,
		Summary: "A branch in full", Description: "By id or slug.",
	}, s.get)
}

func (s *Service) listKinds(ctx context.Context) (*httpapi.Prepared, error) {
	lang := httpapi.Caller(ctx).Lang
	made, err := s.kinds.Get(ctx, lang, func(context.Context) (struct{}, any, time.Time, error) {
		views := []ServiceView{}
		for _, k := range s.ServiceTypes() {
			views = append(views, k.View(lang))
		}
		return struct{}{}, httpapi.OK(views).Body, time.Time{}, nil
	})
	if err != nil {
		return nil, err
	}
	return &made.Prepared, nil
}

// PageAndService validates the parameters that every list of branches or products needs.
func PageAndService(page httpapi.PageNumber, service string) error {
	var wrong []errs.Field
	switch {
	case !page.Given:
		wrong = append(wrong, errs.Field{Name: "page", Key: "common.page_required"})
	case page.Number < 1 || page.Number > 1_000_000:
		wrong = append(wrong, errs.Field{Name: "page", Key: "common.greater_than_zero"})
	}
	if service == "" {
		wrong = append(wrong, errs.Field{Name: "service_id", Key: "common.service_id_required"})
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

type listInput struct {
	Page       httpapi.PageNumber `query:"page" doc:"Required."`
	ServiceID  string             `query:"service_id" maxLength:"80" doc:"Required."`
	StoreID    string             `query:"store_id" maxLength:"80"`
	CategoryID string             `query:"category_id" maxLength:"80"`
	Q          string             `query:"q" maxLength:"80"`
	Sort       string             `query:"sort" enum:"recommended,nearest,fastest,rating"`
	Open       bool               `query:"open"`
}

func (s *Service) list(ctx context.Context, in *listInput) (*httpapi.Prepared, error) {
	if err := PageAndService(in.Page, in.ServiceID); err != nil {
		return nil, err
	}
	who := httpapi.Caller(ctx)
	place := s.Place(who)
	key := Key(who.Lang, place, strconv.Itoa(in.Page.Number), in.ServiceID, in.StoreID, in.CategoryID, in.Q, in.Sort,
		strconv.FormatBool(in.Open))
	made, err := s.lists.Get(ctx, key, func(ctx context.Context) (page, any, time.Time, error) {
		now := s.Clock.Now()
		found, until, err := s.Find(ctx, Filter{
			Service: in.ServiceID, Store: in.StoreID, Category: in.CategoryID, Text: in.Q,
			Sort: in.Sort, OpenOnly: in.Open, Place: place,
		}, now)
		if err != nil {
			return page{}, nil, until, err
		}
		p := page{number: in.Page.Number, total: len(found)}
		from := min((p.number-1)*PerPage, len(found))
		for _, b := range found[from:min(from+PerPage, len(found))] {
			p.cards = append(p.cards, b.Card(who.Lang, place, now))
		}
		return p, p.listing(), until, nil
	})
	if err != nil {
		return nil, err
	}
	return s.personal(ctx, who, made)
}

// personal adds the caller's hearts. Callers without hearts on this page get the shared bytes.
func (s *Service) personal(ctx context.Context, who *httpapi.Who, made *answers.Made[page]) (*httpapi.Prepared, error) {
	cards, err := s.Marked(ctx, who, made.Value.cards)
	if err != nil || cards == nil {
		return &made.Prepared, err
	}
	mine := made.Value
	mine.cards = cards
	return Reencode(&made.Prepared, mine.listing())
}

// Marked returns the cards with the caller's hearts, nil if there are none to add.
func (s *Service) Marked(ctx context.Context, who *httpapi.Who, cards []BranchCard) ([]BranchCard, error) {
	if who.Guest() || len(cards) == 0 {
		return nil, nil
	}
	ids := make([]string, len(cards))
	for i, c := range cards {
		ids[i] = c.ID
	}
	marked, err := s.hearts(ctx, who.UserID, ids)
	if err != nil || len(marked) == 0 {
		return nil, err
	}
	mine := slices.Clone(cards)
	for i := range mine {
		mine[i].IsFavorite = marked[mine[i].ID]
	}
	return mine, nil
}

// Reencode returns a prepared response with another body of the same kind.
func Reencode(shared *httpapi.Prepared, body any) (*httpapi.Prepared, error) {
	encoded, err := httpapi.Encode(body)
	if err != nil {
		return nil, err
	}
	own := *shared
	own.Kept, own.Body = "", encoded
	return &own, nil
}

type getInput struct {
	ID string `path:"id" maxLength:"80"`
}

func (s *Service) get(ctx context.Context, in *getInput) (*httpapi.Prepared, error) {
	b, ok := s.Branch(in.ID)
	if !ok || !b.Active {
		return nil, errs.NotFound()
	}
	who := httpapi.Caller(ctx)
	place := s.Place(who)
	made, err := s.pages.Get(ctx, Key(who.Lang, place, b.ID),
		func(ctx context.Context) (BranchView, any, time.Time, error) {
			now := s.Clock.Now()
			v := s.view(b, who.Lang, place, now)
			shelves, err := s.shelves.OfBranch(ctx, b.ID, who.Lang)
			if err != nil {
				return v, nil, now, err
			}
			v.Categories = append(v.Categories, shelves...)
			until := b.OpenAt(now).Until
			if v.Delivers != nil && !*v.Delivers {
				others, ends, err := s.Find(ctx, Filter{Store: b.Store.ID, Place: place}, now)
				if err != nil {
					return v, nil, now, err
				}
				// A branch that is switched off would be a dead end, too.
				at := slices.IndexFunc(others, func(o *Branch) bool {
					return o.Delivers(place) && o.OpenAt(now).TakesOrders()
				})
				if at >= 0 {
					v.Delivering = new(others[at].Ref(who.Lang))
				}
				if ends.Before(until) {
					until = ends
				}
			}
			return v, httpapi.OK(v).Body, until, nil
		})
	if err != nil || who.Guest() {
		return prepared(made), err
	}
	marked, err := s.hearts(ctx, who.UserID, []string{b.ID})
	if err != nil || !marked[b.ID] {
		return &made.Prepared, err
	}
	mine := made.Value
	mine.IsFavorite = true
	return Reencode(&made.Prepared, httpapi.OK(mine).Body)
}

func prepared[T any](made *answers.Made[T]) *httpapi.Prepared {
	if made == nil {
		return nil
	}
	return &made.Prepared
}

// Key identifies a response by everything it depends on besides the catalogue and the time.
func Key(lang i18n.Lang, place places.Place, parts ...string) string {
	var b strings.Builder
	b.Grow(64)
	b.WriteString(lang)
	b.WriteByte('|')
	b.WriteString(place.DistrictID())
	if place.Pinned {
		b.WriteByte('@')
		b.WriteString(strconv.FormatInt(place.At.LatE6, 36))
		b.WriteByte(',')
		b.WriteString(strconv.FormatInt(place.At.LngE6, 36))
	}
	// Each part is preceded by its length, so that no part can look like two.
	for _, p := range parts {
		b.WriteByte('|')
		b.WriteString(strconv.Itoa(len(p)))
		b.WriteByte(':')
		b.WriteString(p)
	}
	return b.String()
}
