package app_test

import (
	"fmt"
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

// bodyCase is a request with an id at one place in its body, and the ids that are and are not allowed there.
type bodyCase struct {
	token string
	id    string // in the path
	body  func(ref string) any
	mine  string // an id of the caller's, with which the request succeeds
	// others are ids of other stores, branches and customers. They are refused and change nothing, or, where ignored,
	// are skipped: the rest of the request affects none of them.
	others  map[string]string
	ignored bool
}

// bodyCases has a case for every place in a body that can name a row and that idCases, which covers top-level "…_id",
// does not have.
var bodyCases = map[string]func(m *matrix) bodyCase{}

func addBodyCases(cases map[string]func(m *matrix) bodyCase) bool {
	for place, c := range cases {
		if bodyCases[place] != nil {
			panic("two files decide about " + place)
		}
		bodyCases[place] = c
	}
	return true
}

// noRows are names of fields that identify no one's row: texts, amounts, times, secrets, enums, and shared data
// (services, hours of delivery). A field of another name is an id until it is listed here.
var noRows = strings.Fields(`
	about_ar about_en accept_minutes action address address_ar address_en alt_ar alt_en amount answer
	apartment_number ar auth bank barcode basket birthdate building_number cap category_ar category_en challenge
	change_for city close code comment commission company_name contact_name cost counted country_code coupon_code
	currency current_password customer_limit day days delivers delivery delivery_minutes delivery_price
	delivery_stars description_ar description_en email en endpoint ends_at ends_on expected expected_refund
	expected_seq expected_total fault fee figures floor free_from fulfilment gender keywords kind landmark lang
	legal_name link method minimum minimum_order minutes name name_ar name_en note note_ar note_en offer_from
	offer_price offer_to on_hand open outcome p256dh password password_confirmation payment_method phone
	pickup_minutes pin points postal_code price promise_proof promised_at q qty reason received reference
	referral_code refund_to registration_ticket role secret seller_code service_id show sku slot_capacity slot_id
	source stars starts_at starts_on subject tags[] tax_branch_code tax_number terms_version text tip title to
	total_limit type unit unit_ar unit_en unit_price until valid_days value version wallet_amount warn_at was why
	written_off`)

// noRowsAt are places whose name is an id elsewhere.
var noRowsAt = map[string]string{
	"PUT /console/imports/{id} .columns[]":                "what columns are called",
	"PUT /console/imports/{id} .category":                 "a category's name",
	"POST /tickets .category":                             "a word of a list",
	"POST /contact .category":                             "a word of a list",
	"POST /console/messages/bulk .ids[]":                  "undelivered messages are of the whole shop",
	"POST /console/products .options[].id":                "a name within the form",
	"POST /console/products .options[].values[].id":       "a name within the form",
	"POST /console/products .variants[].choices{}":        "a name within the form",
	"PUT /console/products/{id} .options[].id":            "a name within the form",
	"PUT /console/products/{id} .options[].values[].id":   "a name within the form",
	"PUT /console/products/{id} .variants[].choices{}":    "a name within the form",
	"POST /products/comparison .products[]":               "reads what everybody may see: products.TestComparison",
	"POST /orders/{id}/return/preview .items[].photos[]":  "a preview shows nothing and keeps nothing",
	"PUT /console/products/{id}/extras .was[]":            "what was read, compared with what is",
	"POST /orders/{id}/return/preview .items[].reason_id": "a word of a list",
	"POST /returns .items[].reason_id":                    "a word of a list",
	"PUT /console/branches/{id}/zones .zones[].district":  "an area, which all share",
	"PUT /console/branches/{id} .district":                "an area, which all share",
	"PUT /console/stores/{id} .service":                   "a service, which all share",
	"POST /console/coupons .services[]":                   "a service, which all share",
	"PUT /console/coupons/{id} .services[]":               "a service, which all share",
	"POST /console/coupons .categories[]":                 "a category, which all share",
	"PUT /console/coupons/{id} .categories[]":             "a category, which all share",
	"POST /console/staff/{id}/role .branches[]":           "people limited to branches manage nobody: TestOperations",
	"POST /console/menus .categories[]":                   "a category, which all share",
	"PUT /console/menus/{id} .categories[]":               "a category, which all share",
}

// bodyPlaces lists every place in a body that can name a row, at any depth, from the description of the API: "METHOD
// path .field[].field". Operations only for staff of the whole shop are excluded, because they may name any row.
func bodyPlaces(api *httpapi.API) (all []string, used map[string]bool) {
	doc := api.OpenAPI()
	used = map[string]bool{}
	for _, op := range api.Routes {
		item := doc.Paths[op.Path]
		if item == nil || op.Audience == httpapi.Staff && op.Branches == httpapi.WholeShop {
			continue
		}
		body := methodsOf(item)[op.Method].RequestBody
		if body == nil || body.Content[httpapi.JSON] == nil {
			continue
		}
		var walk func(schema *huma.Schema, at, name string)
		walk = func(schema *huma.Schema, at, name string) {
			if schema.Ref != "" {
				schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
			}
			of, isMap := schema.AdditionalProperties.(*huma.Schema)
			switch {
			case schema.Items != nil:
				walk(schema.Items, at+"[]", name+"[]")
			case len(schema.Properties) > 0:
				for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
					walk(schema.Properties[name], at+"."+name, name)
				}
			case isMap:
				walk(of, at+"{}", name+"{}")
			case schema.Type != "string" && schema.Type != "" || len(schema.Enum) > 0:
			case slices.Contains(noRows, name):
				used[name] = true
			default:
				all = append(all, op.Method+" "+op.Path+" "+at)
			}
		}
		walk(body.Content[httpapi.JSON].Schema, "", "")
	}
	return all, used
}

// TestIDsInBodies names rows of other stores, branches and customers at every place in a body that takes an id, lists
// and nested objects included. They are refused, or skipped, and no row of the database and no line of the log
// changes. The same request with the caller's own id succeeds.
func TestIDsInBodies(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := newMatrix(s)
		places, used := bodyPlaces(s.App.API)
		for _, name := range noRows {
			if !used[name] {
				t.Errorf("no field is called %s any more: take it from noRows", name)
			}
		}
		if len(places) < 80 {
			t.Errorf("only %d places were found", len(places))
		}
		rows := newRows(t, d)
		for _, place := range places {
			method, path, at := threeWords(place)
			c := bodyCases[place]
			if c == nil {
				if idCases[place] == nil && noRowsAt[place] == "" {
					t.Errorf("%s can name a row and has no case: add one to bodyCases, or say in noRows that it names none", place)
				}
				continue
			}
			t.Run(place, func(t *testing.T) {
				s.TB = t
				ask := func(r bodyCase, ref string) apptest.Answer {
					return s.Do(method, strings.ReplaceAll(path, "{id}", r.id), r.token, r.body(ref), keyHeader())
				}
				r := c(m)
				if a := ask(r, r.mine); a.Status != 200 {
					t.Fatalf("%s of their own at %s: %d %.300s", r.mine, at, a.Status, a.Body)
				}
				for _, whose := range slices.Sorted(maps.Keys(r.others)) {
					r := c(m)
					ref := r.others[whose]
					s.RunJobs()
					before := rows.all(t)
					a := ask(r, ref)
					gone, added := diff(before, rows.all(t))
					switch {
					case a.Status >= 500, a.Status == 200 && !r.ignored:
						t.Errorf("%s (%s): %d %.300s", whose, ref, a.Status, a.Body)
					case a.Status != 200 && len(gone)+len(added) > 0, a.Status == 200 && len(notOf(gone, r.id)) > 0:
						t.Errorf("%s: %s, and yet something changed:\n- %s\n+ %s", whose, a.Short(), strings.Join(gone, "\n- "),
							strings.Join(added, "\n+ "))
					}
					for _, line := range added {
						if strings.Contains(line, ref) {
							t.Errorf("%s was written down: %s", whose, line)
						}
					}
				}
			})
		}
		s.TB = t
		for _, place := range slices.Concat(slices.Collect(maps.Keys(bodyCases)), slices.Collect(maps.Keys(noRowsAt))) {
			if !slices.Contains(places, place) {
				t.Errorf("%s has a case, but is not in the API", place)
			}
		}
		s.Healthy()
	})
}

func threeWords(place string) (method, path, at string) {
	method, rest, _ := strings.Cut(place, " ")
	path, at, _ = strings.Cut(rest, " ")
	return method, path, at
}

// diff lists the lines that were removed, and those that were added.
func diff(before, after []string) (gone, added []string) {
	for _, line := range difference(before, after) {
		if line[0] == '-' {
			gone = append(gone, line[2:])
		} else {
			added = append(added, line[2:])
		}
	}
	return gone, added
}

// notOf removes the requested row.
func notOf(lines []string, ref string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return ref != "" && strings.Contains(line,
			" id="+ref+" ")
	})
}

// rows reads the whole database except for data that every request changes, and the areas, which no body changes.
type rows struct {
	d   *db.DB
	sql []string
}

func newRows(t *testing.T, d *db.DB) *rows {
	t.Helper()
	r := &rows{d: d}
	for table, columns := range tablesOf(t, d) {
		if !slices.Contains([]string{"districts", "governorates", "counters", "sessions", "staff_sessions", "photos",
			"catalog_version"}, table) {
			r.sql = append(r.sql, fmt.Sprintf(`SELECT '%s:' || %s FROM %[1]s`, table, strings.Join(columns, " || ")))
		}
	}
	r.sql = append(r.sql, `SELECT 'photos:' || id || ' ' || user_id || ' ' || COALESCE(owner, '-') FROM photos`)
	slices.Sort(r.sql)
	return r
}

func (r *rows) all(t *testing.T) (all []string) {
	t.Helper()
	for _, query := range r.sql {
		var lines []string
		if err := r.d.Select(t.Context(), &lines, query); err != nil {
			t.Fatal(err)
		}
		all = append(all, lines...)
	}
	return all
}
