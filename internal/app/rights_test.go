package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestWhatARecordSaysMayNotBeDoneIsRefused reads each can_… of a record as every role that can read it, and tries
// every denied action. Denials because of state alone (archiving an archived object) are excluded: a repetition is
// answered, not refused.
func TestWhatARecordSaysMayNotBeDoneIsRefused(t *testing.T) {
	type try struct {
		can, method, path string // below the record's path
		body              any
	}
	archives := []try{{"can_archive", "POST", "/archive", nil}, {"can_restore", "POST", "/restore", nil}}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		tokens := map[string]string{}
		for _, role := range []string{"owner", "editor", "finance", "support"} {
			tokens[role] = s.Staff(role)
		}
		for _, role := range []string{"manager", "picker", "courier"} {
			tokens[role] = s.Staff(role, apptest.Koshary)
		}
		for name, record := range map[string]struct {
			make  func(*matrix) thing
			path  string
			tries []try
		}{
			"product": {(*matrix).product, "/console/products/",
				append([]try{{"can_publish", "POST", "/publish", fields{"published": true}}, {"can_edit", "PUT", "", nil}},
					archives...)},
			"archived product": {(*matrix).archivedProduct, "/console/products/",
				[]try{{"can_publish", "POST", "/publish", fields{"published": true}}, archives[1]}},
			"category": {(*matrix).category, "/console/categories/",
				append([]try{{"can_edit", "PUT", "", fields{}}}, archives...)},
			"group of extras": {(*matrix).group, "/console/extras/",
				append([]try{{"can_edit", "PUT", "", fields{}}}, archives...)},
			"menu": {(*matrix).menu, "/console/menus/", append([]try{{"can_edit", "PUT", "", fields{}}}, archives...)},
			"branch": {func(*matrix) thing { return thing{id: apptest.Koshary} }, "/console/branches/",
				append([]try{{"can_edit", "PUT", "", fields{}}}, archives...)},
		} {
			read, denied := 0, 0
			path := record.path + record.make(m).id
			for role, token := range tokens {
				a := s.Do("GET", path, token, nil)
				if a.Status != 200 {
					continue
				}
				read++
				var view map[string]any
				a.Into(t, &view)
				for _, try := range record.tries {
					can, told := view[try.can].(bool)
					if !told {
						t.Errorf("%s: no %s", name, try.can)
					}
					if can || view["can_edit"] == true && strings.HasPrefix(try.path, "/archive") || view["can_edit"] == true &&
						strings.HasPrefix(try.path, "/restore") {
						continue
					}
					denied++
					if a := s.Do(try.method, path+try.path, token, try.body); a.Status < 400 || a.Status == 404 || a.Status == 422 ||
						a.Status == 405 {
						t.Errorf("%s: %s is false for %s, and %s %s answers %s", name, try.can, role, try.method, try.path, a.Short())
					}
				}
			}
			if read < 2 || denied == 0 {
				t.Errorf("%s: %d roles read it, %d things are denied", name, read, denied)
			}
		}

		// A decision applies to everybody and is made once.
		th := m.heldReferral()
		decide := func() (can bool) {
			for _, state := range []string{"held", "joined", "waiting", "paid", "refused"} {
				var rows []struct {
					ID        string
					CanDecide bool `json:"can_decide"`
				}
				s.Do("GET", "/console/referrals?state="+state, tokens["support"], nil).Into(t, &rows)
				for _, r := range rows {
					if r.ID == th.id {
						return r.CanDecide
					}
				}
			}
			t.Errorf("the referral is nowhere")
			return false
		}
		answer := fields{"approve": false, "note": "One person"}
		if !decide() {
			t.Error("a held referral cannot be decided")
		}
		if a := s.Do("POST", "/console/referrals/"+th.id+"/decide", tokens["support"], answer); a.Status != 200 {
			t.Fatalf("decided: %s", a.Body)
		}
		if decide() {
			t.Error("a refused referral can be decided")
		}
		if a := s.Do("POST", "/console/referrals/"+th.id+"/decide", tokens["support"], answer); a.Status < 400 {
			t.Errorf("decided twice: %s", a.Short())
		}

		// A waiting price can be decided only by staff who decide prices.
		m.deepPrice()
		for role, token := range tokens {
			a := s.Do("GET", "/console/price-waits", token, nil)
			if a.Status != 200 {
				continue
			}
			var rows []struct {
				ID        string
				Version   int64
				CanDecide bool `json:"can_decide"`
			}
			a.Into(t, &rows)
			for _, r := range rows {
				if !r.CanDecide {
					if a := s.Do("POST", "/console/price-waits/"+r.ID+"/decide", token,
						fields{"version": r.Version, "approve": true}); a.Status < 400 {
						t.Errorf("%s decides a price that may not be: %s", role, a.Short())
					}
				}
			}
		}
	})
}
