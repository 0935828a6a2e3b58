package app_test

import (
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// TestListsInBodiesAreBounded: the description states the maximum length of every list in a request body, so that a
// longer one is refused before it is processed.
func TestListsInBodiesAreBounded(t *testing.T) {
	api := apptest.New(t, dbtest.New(t, db.SQLite)).App.API
	doc := api.OpenAPI()
	found := 0
	for _, op := range api.Routes {
		item := doc.Paths[op.Path]
		if item == nil {
			continue
		}
		described := methodsOf(item)[op.Method]
		var look func(at string, schema *huma.Schema, depth int)
		look = func(at string, schema *huma.Schema, depth int) {
			if schema == nil || depth > 12 {
				return
			}
			if schema.Ref != "" {
				schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
			}
			if schema.Type == huma.TypeArray {
				found++
				if schema.MaxItems == nil {
					t.Errorf("%s %s takes a list of any length: give it maxItems", op.ID, at)
				}
				look(at+"[]", schema.Items, depth+1)
			}
			for name, one := range schema.Properties {
				look(at+"."+name, one, depth+1)
			}
			if more, ok := schema.AdditionalProperties.(*huma.Schema); ok {
				look(at+".*", more, depth+1)
			}
		}
		if described.RequestBody != nil && described.RequestBody.Content[httpapi.JSON] != nil {
			look("", described.RequestBody.Content[httpapi.JSON].Schema, 0)
		}
		for _, p := range described.Parameters {
			look("?"+p.Name, p.Schema, 0)
		}
	}
	if found < 30 {
		t.Errorf("only %d lists were found", found)
	}
}
