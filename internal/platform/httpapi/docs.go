package httpapi

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"sort"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/platform/egress"
)

// Docs serves the description of the API for people. It uses the same data as api/openapi.yaml, without scripts and
// without external resources.
func (a *API) Docs() http.HandlerFunc {
	// The page has one inline style element and no script.
	return a.madeOnce(a.docsPage, "text/html; charset=utf-8",
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
}

// Description serves the description of the API for machines.
func (a *API) Description() http.HandlerFunc {
	return a.madeOnce(func() ([]byte, error) { return a.OpenAPI().MarshalJSON() }, "application/json", "")
}

// madeOnce serves content that is created at the first request. Few clients need it, and the program starts a fifth
// faster without it.
func (a *API) madeOnce(produce func() ([]byte, error), contentType, policy string) http.HandlerFunc {
	made := sync.OnceValues(produce)
	return func(w http.ResponseWriter, r *http.Request) {
		content, err := made()
		if err != nil {
			a.opts.Log.Error("the description of the API", "err", err)
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentType)
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		egress.Uncounted(w)
		_, _ = w.Write(content)
	}
}

func (a *API) docsPage() ([]byte, error) {
	doc := a.OpenAPI()
	type field struct{ Name, In, Type, Doc string }
	type operation struct {
		ID, Method, Path, Summary, Doc, Auth string
		Fields                               []field
		Answer                               string
	}
	type group struct {
		Name string
		Ops  []operation
	}
	groups := map[string][]operation{}
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{
			"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete, "PATCH": item.Patch,
		} {
			if op == nil {
				continue
			}
			o := operation{ID: op.OperationID, Method: method, Path: path, Summary: op.Summary, Doc: op.Description,
				Auth: "public"}
			switch len(op.Security) {
			case 1:
				o.Auth = "needs a token"
			case 2:
				o.Auth = "token optional"
			}
			for _, p := range op.Parameters {
				o.Fields = append(o.Fields, field{p.Name, p.In, docsType(p.Schema), p.Description})
			}
			if op.RequestBody != nil {
				for _, content := range op.RequestBody.Content {
					schema := content.Schema
					if schema.Ref != "" {
						schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
					}
					names := make([]string, 0, len(schema.Properties))
					for name := range schema.Properties {
						names = append(names, name)
					}
					sort.Strings(names)
					for _, name := range names {
						o.Fields = append(o.Fields,
							field{name, "body", docsType(schema.Properties[name]), schema.Properties[name].Description})
					}
					break
				}
			}
			if ok := op.Responses["200"]; ok != nil {
				for _, content := range ok.Content {
					o.Answer = docsType(content.Schema)
				}
			}
			tag := "other"
			if len(op.Tags) > 0 && op.Tags[0] != "" {
				tag = op.Tags[0]
			}
			groups[tag] = append(groups[tag], o)
		}
	}
	var all []group
	for name, ops := range groups {
		sort.Slice(ops, func(i, j int) bool { return ops[i].Path+ops[i].Method < ops[j].Path+ops[j].Method })
		all = append(all, group{name, ops})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	var page bytes.Buffer
	err := docsPage.Execute(&page, map[string]any{
		"Title": doc.Info.Title, "Version": doc.Info.Version, "About": doc.Info.Description, "Groups": all})
	if err != nil {
		return nil, fmt.Errorf("api docs: %w", err)
	}
	return page.Bytes(), nil
}

func docsType(s *huma.Schema) string {
	switch {
	case s == nil:
		return ""
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case s.Type == huma.TypeArray:
		return docsType(s.Items) + "[]"
	case len(s.AnyOf) > 0:
		return s.AnyOf[0].Type
	}
	return s.Type
}

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} API {{.Version}}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;background:#FBF8F3;color:#16302B;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1,h2{line-height:1.2}h2{margin-top:3rem;text-transform:capitalize}
details{background:#fff;border:1px solid #E5DFD3;border-radius:12px;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer;min-height:2rem}code{font-size:.95em}.m{display:inline-block;min-width:4.5rem;font-weight:700;color:#0E7A5F}
.a{color:#5B6B66;float:inline-end;font-size:.85em}table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.25rem .75rem .25rem 0;vertical-align:top;border-top:1px solid #EEE8DC}
@media (prefers-color-scheme:dark){body{background:#10201D;color:#F2EEE6}details{background:#18302B;border-color:#2A4740}.m{color:#5FD0AE}.a{color:#B5C2BD}td,th{border-color:#2A4740}}
</style></head><body>
<h1>{{.Title}} API <small>{{.Version}}</small></h1><p>{{.About}}</p>
<p>Base path <code>/api/v1</code>. The machine-readable description: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
{{range .Groups}}<h2>{{.Name}}</h2>
{{range .Ops}}<details id="{{.ID}}"><summary><span class="m">{{.Method}}</span><code>{{.Path}}</code> <span class="a">{{.Auth}}</span></summary>
<p>{{.Summary}}{{if .Doc}} — {{.Doc}}{{end}}</p>
{{if .Fields}}<table><tr><th>Name</th><th>In</th><th>Type</th><th></th></tr>{{range .Fields}}<tr><td><code>{{.Name}}</code></td><td>{{.In}}</td><td>{{.Type}}</td><td>{{.Doc}}</td></tr>{{end}}</table>{{end}}
{{if .Answer}}<p>Answers <code>{{.Answer}}</code></p>{{end}}</details>
{{end}}{{end}}</body></html>
`))
