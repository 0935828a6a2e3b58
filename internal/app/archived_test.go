package app_test

import (
	"regexp"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestArchivingTwiceIsOnce archives and restores every kind of object twice: the second call gets the same answer,
// and writes no line in the audit log, no new version of the record and none of the catalogue.
func TestArchivingTwiceIsOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		version := regexp.MustCompile(`"version":\d+`)
		shown := 0
		for _, op := range s.App.API.Routes {
			if op.Audience != httpapi.Staff || !strings.HasSuffix(op.Path, "/archive") &&
				!strings.HasSuffix(op.Path, "/restore") {
				continue
			}
			t.Run(op.ID, func(t *testing.T) {
				m.s.TB = t
				ask := m.succeeding(t, op)
				traces := func() string {
					return strings.Join(s.Lines(`SELECT 'lines ' || COUNT(*) FROM audit_log UNION ALL SELECT 'version ' || version
						FROM catalog_version`), ", ")
				}
				before := traces()
				once := ask()
				after := traces()
				twice := ask()
				if once.Status != 200 || twice.Status != 200 {
					t.Fatalf("%s, then %s", once.Short(), twice.Short())
				}
				if before == after {
					t.Error("the first time left no trace")
				}
				if again := traces(); again != after {
					t.Errorf("%s the first time, %s the second", after, again)
				}
				if a, b := version.FindString(once.Body), version.FindString(twice.Body); a != b {
					t.Errorf("%s the first time, %s the second", a, b)
				}
			})
			shown++
		}
		if shown < 14 {
			t.Errorf("only %d operations were asked", shown)
		}
	})
}
