package branches

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/i18n"
)

// Search finds the caller's branches by name or code, and stores and services for those who manage them.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	var out []staff.Hits
	if q.Member.May(staff.SetBranches) {
		found := staff.Hits{Kind: "branch"}
		for _, b := range s.Every() {
			if q.Member.Sees(b.ID) && q.Named(s.Fold, b.Name.EN, b.Name.AR, b.Store.Name.EN, b.Store.Name.AR, b.Phone) &&
				!found.Add(q,
					staff.Hit{ID: b.ID, Title: b.Name.In(q.Lang), Detail: b.District.Name.In(q.Lang), To: "/branches/" + b.ID}) {
				break
			}
		}
		out = append(out, found)
	}
	if !q.Member.May(staff.MakeBranches) {
		return out, nil
	}
	var stores, kinds []struct {
		ID     string
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &stores, `SELECT id, name_en, name_ar FROM stores ORDER BY sort, id`); err != nil {
		return nil, err
	}
	if err := s.DB.Select(ctx, &kinds, `SELECT id, name_en, name_ar FROM services ORDER BY sort, id`); err != nil {
		return nil, err
	}
	found := staff.Hits{Kind: "store"}
	for _, st := range stores {
		if s.sees(q.Member, ofStores, st.ID) && q.Named(s.Fold, st.NameEN, st.NameAR) &&
			!found.Add(q,
				staff.Hit{ID: st.ID, Title: i18n.Text{EN: st.NameEN, AR: st.NameAR}.In(q.Lang), To: "/stores/" + st.ID}) {
			break
		}
	}
	services := staff.Hits{Kind: "service"}
	for _, k := range kinds {
		if q.Named(s.Fold, k.NameEN, k.NameAR) && !services.Add(q,
			staff.Hit{ID: k.ID, Title: i18n.Text{EN: k.NameEN, AR: k.NameAR}.In(q.Lang), To: "/services/" + k.ID}) {
			break
		}
	}
	return append(out, found, services), nil
}
