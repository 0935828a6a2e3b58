package app_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// pictureFields are the names of fields for pictures of the library in bodies.
var pictureFields = []string{"image", "cover", "logo", "icon", "images"}

// TestShownPicturesAreKept: a picture shown through any field of a body is not deleted after a month. The fields come
// from the description of the API, so that a new one is tested too.
func TestShownPicturesAreKept(t *testing.T) {
	t.Parallel()
	// of creates the object to change, for operations that name it in their path.
	of := map[string]func(*matrix) thing{"services": (*matrix).kind, "stores": (*matrix).store,
		"categories": (*matrix).category,
		"products":   (*matrix).product, "posts": (*matrix).post, "banners": (*matrix).banner}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		doc := s.App.API.OpenAPI()
		owner := s.Staff("owner")
		shown := 0
		for _, op := range s.App.API.Routes {
			item := doc.Paths[op.Path]
			if item == nil || op.Audience != httpapi.Staff || op.Method == "GET" {
				continue
			}
			fieldsOf := bodyOf(doc, methodsOf(item)[op.Method])
			if fieldsOf["variants"] != nil && fieldsOf["images"] != nil { // of products
				fieldsOf = maps.Clone(fieldsOf)
				fieldsOf["variants.image"] = &huma.Schema{Type: "string"}
			}
			for _, field := range slices.Sorted(maps.Keys(fieldsOf)) {
				if !slices.Contains(pictureFields, strings.TrimPrefix(field, "variants.")) {
					continue
				}
				path, thing := op.Path, thing{}
				if strings.Contains(path, "{id}") {
					make := of[strings.Split(path, "/")[2]]
					if make == nil {
						t.Fatalf("%s: nothing to change", op.ID)
					}
					thing = make(m)
					path = strings.ReplaceAll(path, "{id}", thing.id)
				}
				body := maps.Clone(valid(t, s, op).(fields))
				s.Exec(`DELETE FROM settings WHERE key = 'shop.profile'`) // of which there is one
				name := m.pictureOf(400, 400).id
				switch {
				case field == "variants.image":
					body["variants"] = []fields{but(body["variants"].([]fields)[0], "image", name)}
				case fieldsOf[field].Items != nil:
					body[field] = []string{name}
				default:
					body[field] = name
				}
				if a := s.Do(op.Method, path, owner, body, keyHeader()); a.Status != 200 {
					t.Errorf("%s with a picture as its %s: %s", op.ID, field, a.Body)
					continue
				}
				if n := apptest.Get[int](s, `SELECT COUNT(*) FROM media_uses WHERE name = $1`, name); n == 0 {
					t.Errorf("%s: nothing keeps the picture that is its %s", op.ID, field)
				}
				shown++
			}
		}
		if shown < 15 {
			t.Errorf("only %d fields were found", shown)
		}
	})
}
