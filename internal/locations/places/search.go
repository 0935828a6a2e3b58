package places

import (
	"context"
	"strings"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/i18n"
)

// Search finds districts, including hidden ones, for staff who may change them.
func (k *AdminService) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.MakeServices) {
		return nil, nil
	}
	var rows []districtRecordRow
	if err := k.Places.db.Select(ctx, &rows, districtRecords+` ORDER BY g.sort, g.id, d.sort, d.id`); err != nil {
		return nil, err
	}
	found := staff.Hits{Kind: "area"}
	for _, r := range rows {
		if q.Named(k.Places.fold, r.NameEN, r.NameAR, strings.Trim(r.Aliases, "[]")) &&
			!found.Add(q, staff.Hit{ID: r.ID, Title: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(q.Lang),
				Detail: i18n.Text{EN: r.GovernorateEN, AR: r.GovernorateAR}.In(q.Lang), To: "/districts/" + r.ID}) {
			break
		}
	}
	return []staff.Hits{found}, nil
}
