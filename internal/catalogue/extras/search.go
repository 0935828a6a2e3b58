package extras

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/i18n"
)

// Search finds active groups of extras by their name or by the name of an extra.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadCatalogue) {
		return nil, nil
	}
	groups, _, err := s.groups(ctx, s.scope(ctx), false)
	if err != nil {
		return nil, err
	}
	found := staff.Hits{Kind: "extras"}
	for _, g := range groups {
		names := []string{g.NameEN, g.NameAR}
		for _, e := range g.Extras {
			names = append(names, e.NameEN, e.NameAR)
		}
		if q.Named(s.Catalog.Fold, names...) &&
			!found.Add(q, staff.Hit{ID: g.ID, Title: i18n.Text{EN: g.NameEN, AR: g.NameAR}.In(q.Lang),
				Detail: s.storeRef(g.StoreID, q.Lang).Name, To: "/extras/" + g.ID}) {
			break
		}
	}
	return []staff.Hits{found}, nil
}
