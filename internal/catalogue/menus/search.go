package menus

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Search finds active menus by name, including those that are switched off.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	stores := s.scope(ctx)
	if !q.Member.May(staff.ReadCatalogue) || len(stores) == 0 {
		return nil, nil
	}
	var rows []struct {
		ID      string
		StoreID string `db:"store_id"`
		NameEN  string `db:"name_en"`
		NameAR  string `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &rows, `SELECT id, store_id, name_en, name_ar FROM menus WHERE archived_at IS NULL
		AND store_id IN (`+db.List(1, len(stores))+`)
		ORDER BY id DESC`, db.Args(stores)...); err != nil {
		return nil, err
	}
	found := staff.Hits{Kind: "menu"}
	for _, r := range rows {
		if !q.Named(s.Catalog.Fold, r.NameEN, r.NameAR) {
			continue
		}
		hit := staff.Hit{ID: r.ID, Title: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(q.Lang), To: "/menus/" + r.ID}
		if st, ok := s.Branches.Store(r.StoreID); ok {
			hit.Detail = st.Name.In(q.Lang)
		}
		if !found.Add(q, hit) {
			break
		}
	}
	return []staff.Hits{found}, nil
}
