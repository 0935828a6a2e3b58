package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

var _ = addWrites(map[string]write{
	"console-show-districts": {share: 1, staff: true,
		body: func(ids) fields { return fields{"show": "all", "governorate": "suez"} }},
})

// TestManyAreasAreShownOrHiddenAtOnce: by governorate, by whether a branch delivers there, or selected ones; each
// call writes one line in the log; at least one area always stays visible to customers.
func TestManyAreasAreShownOrHiddenAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		count := func(where string) string {
			return strings.Join(s.Lines(`SELECT COUNT(*) FROM districts WHERE `+where), "")
		}
		var done struct{ Shown, Hidden int }
		show := func(body fields) apptest.Answer { return s.Do("POST", "/console/districts/show", boss, body) }
		show(fields{"show": "all", "governorate": "alexandria"}).Into(t, &done)
		if done.Shown < 30 || done.Hidden != 0 || count(`governorate_id = 'alexandria' AND NOT active`) != "0" ||
			count(`governorate_id = 'suez' AND active`) != "0" {
			t.Errorf("Alexandria: %+v", done)
		}
		show(fields{"show": "all", "ids": []string{"suez-city"}}).Into(t, &done)
		if done.Shown != 1 {
			t.Errorf("one area: %+v", done)
		}
		served := count(`id IN (SELECT district_id FROM delivery_zones)`)
		show(fields{"show": "served"}).Into(t, &done)
		if done.Hidden == 0 || count(`active AND id NOT IN (SELECT district_id FROM delivery_zones)`) != "0" ||
			count(`active`) != served {
			t.Errorf("served: %+v, %s shown, %s served", done, count(`active`), served)
		}
		if a := show(fields{"show": "none"}); a.Short() != "400 none_left" || count(`active`) != served {
			t.Errorf("hiding all: %s", a.Short())
		}
		if n := s.Lines(`SELECT COUNT(*) FROM audit_log WHERE action = 'district.show'`)[0]; n != "3" {
			t.Errorf("%s lines in the log, want 3", n)
		}
		var near []struct{ ID string }
		s.Do("GET", "/console/districts/near?lat=31.2156&lng=29.949", boss, nil).Into(t, &near)
		if len(near) == 0 || near[0].ID != "smouha" {
			t.Errorf("near a pin in Smouha: %v", near)
		}
		if a := s.Do("POST", "/console/districts/show", s.Staff("manager"), fields{"show": "all"}); a.Status != 403 {
			t.Errorf("a manager shows areas: %s", a.Short())
		}
	})
}
