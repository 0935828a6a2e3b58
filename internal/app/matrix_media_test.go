package app_test

import (
	"fmt"

	"wekala/internal/platform/id"
)

// picture is an uploaded picture's row; its files do not matter here.
func (m *matrix) picture() thing { return m.pictureOf(40, 30) }

func (m *matrix) pictureOf(width, height int64) thing {
	name := func() string { return fmt.Sprintf("%s-%dx%d.jpg", id.Digest(id.New("pic"))[:32], width, height) }
	t := thing{id: name(), missing: name(), owner: m.s.Customer()}
	m.s.Exec(`INSERT INTO media (name, title, alt_en, alt_ar, words, size, width, height, staff_id, created_at,
		unused_since)
		VALUES ($1, 'P', '', '', 'p', 1, $2, $3, 'stf_x', 1, 1)`, t.id, width, height)
	return t
}

// ofPictures is what only owners, managers and editors may do.
var ofPictures = with(ofWriters, staff, ok, elsewhere, ok)

// ofUploaders is the same for a picture that another person uploaded.
var ofUploaders = with(ofPictures, staff, notFound, elsewhere, notFound)

var _ = addCases(map[string][]idCase{
	"GET /console/media/{name}": {{make: (*matrix).picture, want: ofPictures}},
	"PUT /console/media/{name}": {{make: (*matrix).picture, want: ofUploaders,
		body: func(*matrix, thing, string) any {
			return fields{"title": "A", "alt_en": "", "alt_ar": "", "version": 1}
		}}},
	"DELETE /console/media/{name}": {{make: (*matrix).picture, want: ofUploaders}},
}, `SELECT 'media ' || COUNT(*) || $1 || $2 || $3 FROM media`)
