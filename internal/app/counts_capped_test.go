package app_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestListsAreCountedToABound: the database stops counting a list after httpapi.MaxCounted rows, and the answer
// indicates that there are more.
func TestListsAreCountedToABound(t *testing.T) {
	type meta struct {
		Total int64
		More  bool
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		fill := func(n int) {
			numbers := fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT `, n)
			s.Exec(`DELETE FROM coupons`)
			s.Exec(`DELETE FROM media`)
			s.Exec(`INSERT INTO coupons (id, code, kind, value, first_order, active) ` +
				numbers + `'cpn_' || i, 'C' || i, 'amount', 500, FALSE, FALSE FROM n`)
			s.Exec(`INSERT INTO media (name, title, alt_en, alt_ar, words, size, width, height, staff_id, created_at) ` +
				numbers + `'p' || i || '.jpg', 'P', '', '', 'p', 1, 40, 30, 'stf_x', 1 FROM n`)
		}
		lists := []string{"/console/coupons?state=off", "/console/media?q=p&unused=true"}
		for n, want := range map[int]meta{
			httpapi.MaxCounted:     {httpapi.MaxCounted, false},
			httpapi.MaxCounted + 5: {httpapi.MaxCounted, true},
		} {
			fill(n)
			for _, list := range lists {
				var got struct{ Response struct{ Meta meta } }
				answer := s.Do("GET", list, owner, nil)
				if err := json.Unmarshal([]byte(answer.Body), &got); err != nil {
					t.Fatalf("%s: %v: %s", list, err, answer.Body)
				}
				if got.Response.Meta != want {
					t.Errorf("%s of %d: %+v, want %+v", list, n, got.Response.Meta, want)
				}
			}
		}
	})
}
