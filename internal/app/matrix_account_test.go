package app_test

import "wekala/internal/platform/id"

func (m *matrix) loosePhoto() thing {
	p := m.s.Customer()
	t := thing{id: "pho_" + id.Secret(18), missing: "pho_" + id.Secret(18), owner: p}
	m.s.Exec(`INSERT INTO photos (id, user_id, width, height, jpeg, created_at) VALUES ($1, $2, 1, 1, $3, $4)`, t.id, p.ID,
		[]byte{0xff}, m.s.Clock.Now().UnixMilli())
	return t
}

// Photos, and customers' own data.
var _ = addCases(map[string][]idCase{
	"DELETE /photos/{id}": {{make: (*matrix).loosePhoto, want: with(private, other, ofNothing)}},
},
	`SELECT 'consent ' || user_id || seq FROM consents WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'photo ' || id || COALESCE(owner, '') FROM photos WHERE user_id IN ($1, $2, $3)`,
)
