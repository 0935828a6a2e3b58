package app_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/app/apptest"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

// The callers of the matrix. The first one owns the requested object.
const (
	owner     = "owner"
	other     = "other customer"
	guest     = "guest"
	ended     = "owner's ended session"
	staff     = "staff of the branch"
	elsewhere = "staff of another branch"
	boss      = "shop owner"
	editor    = "catalogue editor"
)

var callers = []string{owner, other, guest, ended, staff, elsewhere, boss, editor}

// thing is the object that an id names, and its owner.
type thing struct {
	id, missing string // missing has the same form and names nothing
	owner       apptest.Customer
	guestCart   string // the owner is a guest with this cart-token
	path        string // the id in the path, if it differs from the requested one
}

// idCase states each caller's expected result for an id of one kind.
type idCase struct {
	name   string
	make   func(m *matrix) thing
	query  string // next to the id
	body   func(m *matrix, t thing, id string) any
	header apptest.Header
	stream bool
	want   map[string]string
}

const (
	ok           = "200"
	notFound     = "404 not_found"
	unauthorized = "401 unauthorized"
	// ofNothing is a success without an effect: removing an object that does not exist.
	ofNothing = "200 as for nothing"
)

// private is a customer's object: inaccessible to everybody else, and indistinguishable from a nonexistent one.
var private = map[string]string{owner: ok, other: notFound, guest: unauthorized, ended: unauthorized,
	staff: unauthorized, elsewhere: unauthorized, boss: unauthorized, editor: unauthorized}

// with changes some expectations of a map.
func with(base map[string]string, changes ...string) map[string]string {
	out := maps.Clone(base)
	for i := 0; i < len(changes); i += 2 {
		out[changes[i]] = changes[i+1]
	}
	return out
}

// everybody gets the same for public objects, except with a token that does not belong to a customer.
func everybody(want string) map[string]string {
	out := map[string]string{}
	for _, c := range callers {
		out[c] = want
	}
	return out
}

var (
	publicOptional = with(everybody(ok), ended, unauthorized, staff, unauthorized, elsewhere, unauthorized, boss,
		unauthorized, editor, unauthorized)
	hiddenOptional = with(publicOptional, owner, notFound, other, notFound, guest, notFound)
	ofBranch       = with(everybody(unauthorized), staff, ok, elsewhere, notFound, boss, ok, editor, "403 not_allowed")
)

// idCases has at least one case for every route with an id in its path, for every id in a query ("?name") and for
// every id in a body (".name"). service_id only names a department of the shop, slot_id an hour. Each feature adds
// its cases in matrix_<feature>_test.go.
var idCases = map[string][]idCase{}

// owned lists additional queries for data that a refused request must not change, each a column of text: rows of the
// owner, the other customer and the guest ($1, $2, $3).
var owned []string

func addCases(cases map[string][]idCase, queries ...string) bool {
	for place, list := range cases {
		if len(idCases[place]) > 0 {
			panic("two files decide about " + place)
		}
		idCases[place] = list
	}
	owned = append(owned, queries...)
	return true
}

// idPlaces finds every id that the API takes, from the router and its description.
func idPlaces(t *testing.T, api *httpapi.API) []string {
	t.Helper()
	isID := func(name string) bool {
		return strings.HasSuffix(name, "_id") && name != "service_id" && name != "slot_id"
	}
	var all []string
	doc := api.OpenAPI()
	for _, op := range api.Routes {
		key := op.Method + " " + op.Path
		if strings.Contains(op.Path, "{") {
			all = append(all, key)
		}
		item := doc.Paths[op.Path]
		if item == nil {
			continue // raw: it reads its own body
		}
		described := methodsOf(item)[op.Method]
		if described == nil {
			t.Fatalf("%s is not described", key)
		}
		for _, p := range described.Parameters {
			if p.In == "query" && isID(p.Name) {
				all = append(all, key+" ?"+p.Name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(bodyOf(doc, described))) {
			if isID(name) {
				all = append(all, key+" ."+name)
			}
		}
	}
	return all
}

// methodsOf lists the operations of a path.
func methodsOf(item *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete,
		"PATCH": item.Patch}
}

// bodyOf lists the fields of an operation's body.
func bodyOf(doc *huma.OpenAPI, op *huma.Operation) map[string]*huma.Schema {
	if op.RequestBody == nil || op.RequestBody.Content[httpapi.JSON] == nil {
		return nil
	}
	schema := op.RequestBody.Content[httpapi.JSON].Schema
	if schema.Ref != "" {
		schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	return schema.Properties
}

// TestIDRoutes calls every route that takes an id, as every caller. Callers without access get the same answer as for
// a nonexistent id, and nothing changes.
func TestIDRoutes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := newMatrix(s)
		places := idPlaces(t, s.App.API)
		if len(places) < 30 {
			t.Errorf("only %d ids were found", len(places))
		}
		for _, place := range places {
			if len(idCases[place]) == 0 {
				t.Errorf("%s takes an id and has no case: say who may what", place)
			}
			for _, c := range idCases[place] {
				t.Run(strings.TrimSpace(place+" "+c.name), func(t *testing.T) { m.run(t, place, c) })
			}
		}
		for place := range idCases {
			if !slices.Contains(places, place) {
				t.Errorf("%s has a case, but is not in the API", place)
			}
		}
		s.Healthy()
	})
}

type matrix struct {
	s      *apptest.Shop
	tokens map[string]string
	stall  apptest.Customer // the other customer
}

func newMatrix(s *apptest.Shop) *matrix {
	m := &matrix{s: s, stall: s.Customer()}
	m.tokens = map[string]string{
		other: m.stall.Token, guest: "",
		staff: s.Staff("manager", apptest.Koshary), elsewhere: s.Staff("manager", apptest.Zamalek),
		boss: s.Staff("owner"), editor: s.Staff("editor"),
	}
	s.Stock(apptest.Koshary, apptest.Small, 100_000)
	s.Exec(`UPDATE branches SET minimum_order = 0`)
	return m
}

func (m *matrix) run(t *testing.T, place string, c idCase) {
	m.s.TB = t
	for _, caller := range callers {
		want, decided := c.want[caller]
		if !decided {
			t.Fatalf("what %s gets is not decided", caller)
		}
		th := c.make(m)
		m.s.RunJobs()
		before := m.everything(th)
		got := m.ask(t, place, c, caller, th, th.id)
		if got.Short() != strings.TrimSuffix(want, " as for nothing") {
			t.Errorf("%s: %s, want %s: %.300s", caller, got.Short(), want, got.Body)
			continue
		}
		if want == ok {
			continue
		}
		if after := m.everything(th); !slices.Equal(before, after) {
			t.Errorf("%s was refused, and yet something changed:\n%v", caller, difference(before, after))
		}
		missing := m.ask(t, place, c, caller, th, th.missing)
		if missing.Status != got.Status || missing.Body != got.Body {
			t.Errorf("%s can tell %s (%d %.300s) from nothing (%d %.300s)", caller, th.id, got.Status, got.Body, missing.Status,
				missing.Body)
		}
		for name := range missing.Header {
			if name != "X-Request-Id" && !slices.Equal(missing.Header[name], got.Header[name]) {
				t.Errorf("%s can tell by the header %s", caller, name)
			}
		}
	}
}

func (m *matrix) ask(t *testing.T, place string, c idCase, caller string, th thing, ref string) apptest.Answer {
	t.Helper()
	token := m.tokens[caller]
	header := apptest.Header{}
	switch caller {
	case owner:
		token = th.owner.Token
		if th.guestCart != "" {
			token, header["cart-token"] = "", th.guestCart
		}
	case guest:
		header["cart-token"] = guestToken
	case ended:
		token = th.owner.Token
		m.s.Exec(`UPDATE sessions SET revoked_at = 1 WHERE id = $1`, th.owner.Session)
		defer m.s.Exec(`UPDATE sessions SET revoked_at = NULL WHERE id = $1`, th.owner.Session)
	}
	method, rest, _ := strings.Cut(place, " ")
	path, where, _ := strings.Cut(rest, " ")
	inPath := ref
	if where != "" {
		inPath = th.path
	}
	path = strings.NewReplacer("{id}", inPath, "{name}", inPath).Replace(path)
	if strings.HasPrefix(where, "?") {
		path += where + "=" + ref
	}
	path += c.query
	var body any
	if c.body != nil {
		body = c.body(m, th, ref)
	}
	if !c.stream {
		return m.s.Do(method, path, token, body, c.header, header)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := m.s.Wire.Do(m.s.Request(ctx, method, path, token, body, c.header, header))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	a := apptest.Answer{Status: res.StatusCode, Header: res.Header}
	a.Header.Del("Date")
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		first := make([]byte, 7)
		if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != ": hello" {
			t.Errorf("the stream begins with %q: %v", first, err)
		}
		return a
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a.Body = string(text)
	return a
}

// everything is the data that a refused request must not change: all data of the owner, the other customer and the
// guest, and the shop's.
func (m *matrix) everything(th thing) []string {
	m.s.TB.Helper()
	guests := "guest:" + id.Digest(guestToken)
	if th.guestCart != "" {
		guests = "guest:" + id.Digest(th.guestCart)
	}
	return m.s.Lines(everythingSQL(), th.owner.ID, m.stall.ID, guests)
}

// everythingSQL reads all of it in one query, because it runs some thousand times.
var everythingSQL = sync.OnceValue(func() string {
	parts := slices.Concat(owned, []string{
		`SELECT 'stock ' || branch_id || variant_id || on_hand || ' ' || reserved FROM stock
			WHERE variant_id IN ('var_koshary_s', 'var_koshary_l')`,
		`SELECT 'orders ' || COUNT(*) FROM orders`,
		`SELECT 'addresses ' || COUNT(*) FROM addresses`,
		`SELECT 'carts ' || COUNT(*) FROM carts`,
		`SELECT 'refunds ' || COUNT(*) FROM refunds`,
		`SELECT 'audits ' || COUNT(*) FROM audit_log`,
		`SELECT 'messages ' || COUNT(*) FROM messages`,
	})
	for i, part := range parts {
		parts[i] = fmt.Sprintf(`SELECT * FROM (%s) AS part_%d`, part, i)
	}
	return strings.Join(parts, " UNION ALL ")
})

// guestToken names the guest's cart.
var guestToken = strings.Repeat("g", 43)

func difference(before, after []string) []string {
	var out []string
	for _, line := range before {
		if !slices.Contains(after, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out = append(out, "+ "+line)
		}
	}
	return out
}

// TestTokensStayOnTheirSide calls every operation that reads a token with a token of the other side, and with an
// invalid one.
func TestTokensStayOnTheirSide(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		customer, member := s.Customer().Token, s.Staff("owner")
		asked := 0
		for _, op := range s.App.API.Routes {
			var wrong []string
			switch op.Audience {
			case httpapi.Public:
				continue
			case httpapi.Staff:
				wrong = []string{customer, id.Secret(32), ""}
			case httpapi.Customer:
				wrong = []string{member, id.Secret(32), ""}
			case httpapi.Optional:
				wrong = []string{member, id.Secret(32)}
			}
			path := strings.NewReplacer("{id}", "koshary", "{name}", "privacy").Replace(op.Path)
			for _, token := range wrong {
				var body any
				if item := s.App.API.OpenAPI().Paths[op.Path]; item != nil && op.Method != "GET" && op.Method != "DELETE" {
					body = valid(t, s, op)
				}
				// The page that listings need is included, so that only the token can be refused.
				a := s.Send(op.Method, path+"?page=1&service_id=food&q=a&lat=30&lng=31", token, body)
				if a.Short() != unauthorized {
					t.Errorf("%s %s with a token of the other side: %s", op.Method, op.Path, a.Short())
				}
				asked++
			}
			// the console's sign-in is public and not tested
			if strings.HasPrefix(op.Path, "/console") != (op.Audience == httpapi.Staff) {
				t.Errorf("%s %s is on the wrong side", op.Method, op.Path)
			}
		}
		if asked < 50 {
			t.Errorf("only %d requests were made", asked)
		}
		s.Healthy()
	})
}

// TestAuthorizationIsJudgedFirst sends every operation unreadable input: callers without permission are refused,
// without learning anything about the expected input.
func TestAuthorizationIsJudgedFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		customer, member, courier := s.Customer().Token, s.Staff("owner"), s.Staff("courier")
		asked, refused := 0, 0
		for _, op := range s.App.API.Routes {
			if s.App.API.OpenAPI().Paths[op.Path] == nil {
				continue // raw: signed by its sender
			}
			want := map[string]string{}
			switch op.Audience {
			case httpapi.Public:
				continue
			case httpapi.Staff:
				want = map[string]string{"": unauthorized, customer: unauthorized, id.Secret(32): unauthorized}
				if !(team.Member{Role: team.Courier}).May(op.Capability) {
					want[courier] = "403 not_allowed"
					refused++
				}
			case httpapi.Customer:
				want = map[string]string{"": unauthorized, member: unauthorized, id.Secret(32): unauthorized}
			case httpapi.Optional:
				want = map[string]string{member: unauthorized, id.Secret(32): unauthorized}
			}
			path := strings.NewReplacer("{id}", strings.Repeat("x", 100), "{name}", strings.Repeat("x", 300)).Replace(op.Path)
			for token, code := range want {
				a := s.Send(op.Method, path+"?page=no&after=no&service_id="+strings.Repeat("x", 600), token, `{"a":`)
				if a.Short() != code {
					t.Errorf("%s %s with nonsense: %s, want %s", op.Method, op.Path, a.Short(), code)
				}
				asked++
			}
		}
		if asked < 500 || refused < 100 {
			t.Errorf("only %d requests were made, %d of them of staff who may not", asked, refused)
		}
		s.Healthy()
	})
}
