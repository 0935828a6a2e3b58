package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestVersionsThatNobodyRead: no record has a version below 1, so a change that names one is refused.
func TestVersionsThatNobodyRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		for _, c := range []struct {
			path, after, table string
			refused            int
			thing              thing
			body               fields
		}{
			{"/console/products/", "", "products", 409, m.product(), productBody()},
			{"/console/categories/", "", "categories", 409, m.category(), categoryBody()},
			{"/console/extras/", "", "extra_groups", 409, m.group(), groupBody()},
			{"/console/menus/", "", "menus", 409, m.menu(), menuBody()},
			{"/console/imports/", "/undo", "imports", 422, run("done")(m), fields{}},
			{"/console/imports/", "", "imports", 422, run("uploaded")(m), mappingBody()},
		} {
			method := "PUT"
			if c.after != "" {
				method = "POST"
			}
			for _, version := range []int{0, -1} {
				a := s.Do(method, c.path+c.thing.id+c.after, m.tokens[boss], but(c.body, "version", version))
				if want := c.refused; a.Status != want && (want != 422 || version != 0 || a.Status != 409) {
					t.Errorf("%s%s, version %d: %s", c.path, c.after, version, a.Short())
				}
			}
			if n := apptest.Get[int](s, `SELECT version FROM `+c.table+` WHERE id = $1`, c.thing.id); n != 1 {
				t.Errorf("%s%s was changed: version %d", c.path, c.after, n)
			}
		}
	})
}
