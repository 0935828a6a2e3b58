package app_test

import (
	"fmt"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/compress"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNothingInternalGoesOutside calls every operation, as a guest, a customer and an owner: no answer has an
// internal header of the program, and the description names none. Answers that are the same for everybody have an
// ETag, and are not sent again to clients that have them.
func TestNothingInternalGoesOutside(t *testing.T) {
	t.Parallel()
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	if err := s.App.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	callers := map[string]string{"guest": "", "customer": s.Customer().Token, "owner": s.Staff("owner")}
	named, succeeded := 0, 0
	for _, op := range s.App.API.Routes {
		path := op.Path
		path = strings.ReplaceAll(path, "{id}", "koshary")
		if op.Method == "GET" {
			path += "?page=1&service_id=food&q=a"
		}
		for who, token := range callers {
			if strings.HasPrefix(op.ID, "watch-") {
				continue // lasts as long as its reader
			}
			a := s.Do(op.Method, path, token, nil)
			for name := range a.Header {
				if strings.HasPrefix(name, compress.InternalPrefix) {
					t.Errorf("%s as %s: %s goes outside", op.ID, who, name)
				}
			}
			if op.Method != "GET" || a.Status != 200 {
				continue
			}
			succeeded++
			if tag := a.Header.Get("ETag"); tag != "" {
				named++
				again := s.Do("GET", path, token, nil, apptest.Header{"If-None-Match": tag})
				if again.Status != 304 || again.Body != "" {
					t.Errorf("%s as %s: %d and %d bytes to who has it", op.ID, who, again.Status, len(again.Body))
				}
			}
		}
	}
	description := fmt.Sprint(s.Do("GET", "=/api/openapi.json", "", nil).Body)
	if strings.Contains(description, compress.InternalPrefix) || len(description) < 10_000 {
		t.Error("the description names an internal header")
	}
	if succeeded < 40 || named < 15 {
		t.Errorf("%d answers, %d of them named: too few to show anything", succeeded, named)
	}
}
