package staff

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// The limits of the console's searches and their results.
const (
	minSought = 2 // characters
	maxHits   = 6 // per kind
)

// Query is a search that a member of staff typed into the console.
type Query struct {
	Member Member
	Lang   i18n.Lang
	Text   string // normalised, with Latin digits
	Words  []string
	Most   int // maximum hits per kind
}

// Named reports whether the names contain every word of the query.
func (s Query) Named(fold func(string) string, names ...string) bool {
	text := fold(strings.Join(names, "\n"))
	return !slices.ContainsFunc(s.Words, func(w string) bool { return !strings.Contains(text, w) })
}

// Hit is one search result.
type Hit struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Detail string `json:"detail" doc:"What tells it from others of its name."`
	To     string `json:"to" doc:"Its page, below /console."`
}

// Hits are the search results of one kind.
type Hits struct {
	Kind string `json:"kind" enum:"product,order,customer,branch,store,service,category,extras,menu,area,coupon,staff"`
	Hits []Hit  `json:"hits"`
	More bool   `json:"more" doc:"There are others."`
}

// Add adds a hit if there is room; false otherwise.
func (h *Hits) Add(s Query, hit Hit) bool {
	if len(h.Hits) == s.Most {
		h.More = true
		return false
	}
	h.Hits = append(h.Hits, hit)
	return true
}

// Searcher searches the data that a member of staff may see. It leaves out data that their role may not read or that is
// not in their branches.
type Searcher interface {
	Search(ctx context.Context, s Query) ([]Hits, error)
}

// RegisterSearchers sets the searchers and the function that folds words. Call it only while the app is being
// assembled.
func (s *Service) RegisterSearchers(fold func(string) string, seekers ...Searcher) {
	s.fold, s.seekers = fold, append(s.seekers, seekers...)
}

// seekRoutes registers the console's search.
func (s *Service) seekRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/search", ID: "console-search", Tag: consoleTag,
		Summary: "Find anything of the console's",
		Description: "Products by name, SKU or barcode; orders by number or the customer's phone; customers by phone; " +
			"branches, stores, services, categories, groups of extras, menus, areas, coupons and staff by name. What the " +
			"caller may not read is not found. A number and a phone are asked for in full.",
		Audience: httpapi.Staff, Capability: UseConsole, Branches: httpapi.BranchList}, s.search)
}

func (s *Service) search(ctx context.Context, in *struct {
	Q string `query:"q" maxLength:"80"`
}) (*httpapi.Reply[[]Hits], error) {
	text := money.LatinDigits(httpapi.Clean(in.Q))
	found := []Hits{}
	sought := Query{Member: Caller(ctx), Lang: httpapi.Caller(ctx).Lang, Text: text, Words: strings.Fields(s.fold(text)),
		Most: maxHits}
	if utf8.RuneCountInString(text) < minSought || len(sought.Words) == 0 || sought.Member.Must != "" {
		return httpapi.OK(found), nil
	}
	for _, one := range s.seekers {
		kinds, err := one.Search(ctx, sought)
		if err != nil {
			return nil, err
		}
		for _, k := range kinds {
			if len(k.Hits) > 0 {
				found = append(found, k)
			}
		}
	}
	return httpapi.OK(found), nil
}

// Search finds members of staff.
func (s *Service) Search(ctx context.Context, q Query) ([]Hits, error) {
	if !q.Member.May(ManageStaff) {
		return nil, nil
	}
	var rows []struct {
		ID, Name     string
		Email, Phone *string
	}
	if err := s.DB.Select(ctx, &rows, `SELECT id, name, email, phone FROM staff ORDER BY name, id`); err != nil {
		return nil, err
	}
	people := Hits{Kind: "staff"}
	for _, r := range rows {
		at := []string{}
		for _, way := range []*string{r.Email, r.Phone} {
			if way != nil {
				at = append(at, *way)
			}
		}
		if q.Named(s.fold, append(at, r.Name)...) &&
			!people.Add(q, Hit{r.ID, r.Name, strings.Join(at, " · "), "/people/" + r.ID}) {
			break
		}
	}
	return []Hits{people}, nil
}
