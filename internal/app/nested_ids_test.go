package app_test

import (
	"slices"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNewGroupsTakeNobodysExtras: the ids of extras are public, and the server assigns those of new ones. An editor
// of one store who names another store's extra in a new group, or in their own, does not change it.
func TestNewGroupsTakeNobodysExtras(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		bakala := s.Lines(`SELECT id FROM branches WHERE store_id = 'sto_bakala' ORDER BY id LIMIT 1`)[0]
		editor := s.Staff("editor", bakala)
		theirs := apptest.Get[string](s, `SELECT id FROM extras WHERE group_id = $1`, m.extraGroup())
		body := func(ref string) fields {
			b := but(groupBody(), "store_id", "sto_bakala")
			b["extras"] = []fields{but(groupBody()["extras"].([]fields)[0], "id", ref)}
			return b
		}
		rows := func() []string {
			return s.Lines(`SELECT e.id || ' ' || e.group_id || ' ' || e.name_en || ' ' || e.price FROM extras e
				JOIN extra_groups g ON g.id = e.group_id
				WHERE g.store_id <> 'sto_bakala' ORDER BY e.id`)
		}
		before := rows()
		for _, ref := range []string{theirs, "no-such"} {
			if a := s.Do("POST", "/console/extras", editor, body(ref), keyHeader()); a.Short() != "422 invalid" {
				t.Errorf("a new group with the id %s: %s %.200s", ref, a.Short(), a.Body)
			}
		}
		var own struct {
			ID      string
			Version int64
		}
		s.Do("POST", "/console/extras", editor, body(""), keyHeader()).Into(t, &own)
		for _, ref := range []string{theirs, "no-such"} {
			b := but(but(body(ref), "version", own.Version), "store_id", nil)
			delete(b, "store_id")
			if a := s.Do("PUT", "/console/extras/"+own.ID, editor, b); a.Short() != "422 invalid" {
				t.Errorf("a group of theirs with the id %s: %s %.200s", ref, a.Short(), a.Body)
			}
		}
		if after := rows(); !slices.Equal(before, after) {
			t.Errorf("another store's extras changed:\n%v", difference(before, after))
		}
		s.Healthy()
	})
}
