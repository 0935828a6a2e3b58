package home_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWindows looks into the shops by day and by night, from nowhere and from a
// place: what is open before what opens within hours; only what delivers to the
// place, and never an empty window.
func TestWindows(t *testing.T) {
	type window struct {
		Branch struct {
			ID       string `json:"id"`
			IsClosed bool   `json:"is_closed"`
			OpensAt  string `json:"opens_at"`
			Delivers *bool  `json:"delivers"`
		} `json:"branch"`
		Products []struct {
			Price float64 `json:"price"`
			Image struct {
				Src string `json:"src"`
			} `json:"image"`
		} `json:"products"`
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		if err := s.feed.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		look := func(headers ...string) []window {
			t.Helper()
			w := s.get("/windows", headers...)
			var body struct {
				Response struct {
					Data []window `json:"data"`
				} `json:"response"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 200 {
				t.Fatalf("%d %v %.400s", w.Code, err, w.Body)
			}
			return body.Response.Data
		}
		check := func(what string, list []window, open int) {
			t.Helper()
			if len(list) == 0 {
				t.Errorf("%s: nothing to look into", what)
			}
			for i, w := range list {
				if w.Branch.IsClosed != (i >= open) || len(w.Products) == 0 || len(w.Products) > 4 || w.Products[0].Price <= 0 {
					t.Errorf("%s: %+v", what, w)
				}
			}
		}
		day := look()
		check("by day", day, len(day))
		there := look("district-id", "maadi")
		check("from a place", there, len(there))
		for _, w := range there {
			if w.Branch.Delivers == nil || !*w.Branch.Delivers {
				t.Errorf("%s does not deliver there", w.Branch.ID)
			}
		}
		// While everything is closed, what there is says when it opens.
		s.clock.Set(time.Date(2026, 11, 21, 0, 30, 0, 0, time.UTC))
		night := look()
		check("at night", night, 1)
		soonest := []string{"br_bakala_maadi", "br_koshary_maadi", "br_gadgets_nasr", "br_koshary_zamalek"}
		ids := []string{}
		for _, w := range night {
			ids = append(ids, w.Branch.ID)
		}
		if !slices.Equal(ids, soonest) {
			t.Errorf("at night: %v", ids)
		}
		for i := 2; i < len(night); i++ {
			if night[i].Branch.OpensAt < night[i-1].Branch.OpensAt {
				t.Errorf("%s opens before %s", night[i].Branch.ID, night[i-1].Branch.ID)
			}
		}
		check("where everything is closed", look("district-id", "zamalek"), 0)
	})
}
