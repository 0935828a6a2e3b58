package app_test

func shopRules(more fields) fields {
	out := fields{"worth": 5, "life_days": 300, "nudge_days": 14, "least_convert": 100, "as_new_days": 14,
		"defective_days": 30, "exceptions": []fields{
			{"target": "service", "slug": "food", "as_new_hours": 0, "defective_hours": 24, "kind": "perishable"}},
		"hold_minutes": 15, "tip_most": 1000, "top_up_least": 10, "top_up_most": 5000, "confirm_first": 0, "confirm_lost": 0,
		"version": 0}
	for k, v := range more {
		out[k] = v
	}
	return out
}

var _ = addWrites(map[string]write{
	"console-save-rules": {share: 1, staff: true, body: func(ids) fields { return shopRules(nil) }},
})
