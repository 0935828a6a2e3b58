package app_test

import (
	"wekala/internal/app/apptest"
)

// settingsBody is a branch's settings with another capacity per hour, as sent by staff who just read them.
func settingsBody(s *apptest.Shop, capacity int) fields {
	s.TB.Helper()
	var v struct {
		PickupMinutes int     `json:"pickup_minutes"`
		AcceptMinutes int     `json:"accept_minutes"`
		MinimumOrder  float64 `json:"minimum_order"`
		Closed        bool
		Version       string
	}
	s.Do("GET", "/console/branches/"+apptest.Koshary+"/settings", s.Staff("owner"), nil).Into(s.TB, &v)
	return fields{"slot_capacity": capacity, "pickup_minutes": v.PickupMinutes, "accept_minutes": v.AcceptMinutes,
		"minimum_order": v.MinimumOrder, "closed": v.Closed, "version": v.Version}
}

var _ = addCases(map[string][]idCase{
	"GET /console/branches/{id}/settings": {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofBranch}},
	"PUT /console/branches/{id}/settings": {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofBranch,
		body: func(m *matrix, _ thing, _ string) any { return settingsBody(m.s, 0) }}},
},
	`SELECT 'branch ' || slot_capacity || ' ' || pickup_minutes || $1 || $2 || $3 FROM branches
		WHERE id = 'br_koshary_maadi'`)

var _ = addWrites(map[string]write{
	"console-save-branch-settings": {share: 2, staff: true, path: "address", body: func(ids) fields {
		return fields{"slot_capacity": 6, "pickup_minutes": 20, "accept_minutes": 15, "minimum_order": 50, "closed": false,
			"version": "x"}
	}},
})
