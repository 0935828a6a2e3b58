package products_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

func (s *shop) post(path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, httpapi.Base+path, strings.NewReader(body))
	r.Header.Set("Content-Type", httpapi.JSON)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.api.ServeHTTP(w, r)
	return w
}

func TestComparison(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, c := range []struct {
			name, body string
			headers    []string
			status     int
			want       []string
			not        string
		}{
			{"by slug and id, in the order asked for", `{"products":["mango-juice","prd_koshary"]}`,
				[]string{"district-id", "maadi"}, 200,
				[]string{`{"data":[{"id":"prd_juice"`, `"attributes":[{"name":"Made in","value":"Egypt"}]`,
					`"options":[{"name":"Size","values":["Small","Large"]}]`, `"id":"br_koshary_maadi"`, `"delivery_fee":15`,
					`"vat_percent":14`}, "br_koshary_old"},
			{"only branches that deliver", `{"products":["koshary"]}`, []string{"district-id", "zamalek"}, 200,
				[]string{`"offers":[{"branch":{"id":"br_koshary_zamalek"`}, `"branch":{"id":"br_koshary_maadi"`},
			{"the same twice is once", `{"products":["koshary","prd_koshary","koshary"]}`, nil, 200,
				[]string{`"id":"prd_koshary"`}, `},{"id":"prd_koshary"`},
			{"what is gone is left out", `{"products":["hidden","unsold","nothing","fresh-milk"]}`, nil, 200,
				[]string{`{"data":[{"id":"prd_milk"`}, "prd_hidden"},
			{"nothing left", `{"products":["nothing"]}`, nil, 200, []string{`"data":[]`}, ""},
			{"in Arabic", `{"products":["koshary"]}`, []string{"Accept-Language", "ar"}, 200,
				[]string{`"name":"كشري"`, `"values":["صغير","كبير"]`}, "Koshary"},
			{"marked", `{"products":["fresh-milk"]}`, []string{"Authorization", "Bearer usr_heart"}, 200,
				[]string{`"favorite":1`}, ""},
			{"none", `{"products":[]}`, nil, 422, []string{`"products"`}, ""},
			{"five", `{"products":["a","b","c","d","e"]}`, nil, 422, []string{"up to 4 products"}, ""},
		} {
			a := s.post("/products/comparison", c.body, c.headers...)
			text := a.Body.String()
			if a.Code != c.status {
				t.Errorf("%s: %d %s", c.name, a.Code, text)
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%s: %s is not in %s", c.name, want, text)
				}
			}
			if c.not != "" && strings.Contains(text, c.not) {
				t.Errorf("%s: %s is in %s", c.name, c.not, text)
			}
		}
	})
}

func TestComparisonNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for _, c := range []struct {
			path string
			want []string
			not  string
		}{
			// Of another category, but of the base's service; never the base itself.
			{"?base_product=koshary", []string{`"data":[{"id":"prd_juice"`}, "prd_milk"},
			{"?base_product=prd_milk", []string{`"category":{"id":"cat_pantry"`}, `"id":"prd_milk"`},
			{"?base_product=no-such", []string{`"data":[]`}, ""},
			{"", []string{`"id":"prd_milk"`}, "prd_hidden"},
			{"?search=MILK", []string{`"id":"prd_milk"`}, "prd_juice"},
			{"?search=milk+fre", []string{`"id":"prd_milk"`}, "prd_juice"},
			{"?search=%D8%AD%D9%84%D9%8A%D9%80%D8%A8", []string{`"data":[{"id":"prd_milk"`}, "prd_juice"},
			{"?search=ilk", []string{`"data":[]`}, ""},
			{"?search=milk&base_product=prd_milk", []string{`"data":[]`}, ""},
			{"?search=hidden", []string{`"data":[]`}, ""},
		} {
			a := s.get("/products/comparison/names" + c.path)
			text := a.Body.String()
			if a.Code != 200 {
				t.Errorf("%s: %d %s", c.path, a.Code, text)
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%s: %s is not in %s", c.path, want, text)
				}
			}
			if c.not != "" && strings.Contains(text, c.not) {
				t.Errorf("%s: %s is in %s", c.path, c.not, text)
			}
		}
	})
}
