package app_test

import (
	"encoding/json"
	"maps"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestContentMovesOn saves each kind of content twice based on the same version: the second save gets the current
// record, and changes nothing.
func TestContentMovesOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		made := func(path string, body fields) string {
			var one struct{ ID string }
			delete(body, "version")
			s.Do("POST", path, editor, body).Into(t, &one)
			return path + "/" + one.ID
		}
		contact := fields{"phone": "+201001234567", "whatsapp": "", "email": "", "address_en": "", "address_ar": "",
			"hours_en": "", "hours_ar": ""}
		for _, c := range []struct {
			path, field string
			body        fields
			version     int
		}{
			{made("/console/banners", bannerBody("")), "title_en", bannerBody(""), 1},
			{made("/console/blocks", blockBody("")), "title_en", blockBody(""), 1},
			{made("/console/posts", postBody()), "title_en", postBody(), 1},
			{"/console/contact", "hours_en", contact, 0},
			{"/console/contact", "hours_en", contact, 1},
		} {
			body := maps.Clone(c.body)
			body["version"], body[c.field] = c.version, "First"
			if got := s.Do("PUT", c.path, editor, body); got.Status != 200 {
				t.Fatalf("PUT %s: %s", c.path, got.Body)
			}
			body[c.field] = "Second"
			stale := s.Do("PUT", c.path, editor, body)
			var moved struct {
				Data struct{ Current map[string]any }
			}
			if err := json.Unmarshal([]byte(stale.Body), &moved); err != nil || stale.Short() != "409 moved_on" ||
				moved.Data.Current[c.field] != "First" || moved.Data.Current["version"] != float64(c.version+1) {
				t.Errorf("PUT %s over an older version: %s", c.path, stale.Body)
			}
			var kept map[string]any
			s.Do("GET", c.path, editor, nil).Into(t, &kept)
			if kept[c.field] != "First" {
				t.Errorf("%s holds %v after a refused change", c.path, kept[c.field])
			}
		}
	})
}
