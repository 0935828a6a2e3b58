package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

type item struct {
	Name string         `json:"name" minLength:"2" maxLength:"5"`
	Qty  httpapi.Int    `json:"qty"`
	Tip  httpapi.Amount `json:"tip,omitempty"`
}

func newAPI(t *testing.T) *httpapi.API {
	t.Helper()
	a := httpapi.New(httpapi.Options{Version: "test"})
	a.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
		switch token {
		case "good":
			return "usr_1", "ses_1", nil
		case "blocked":
			return "", "", errs.Blocked("")
		}
		return "", "", errs.Unauthorized()
	}
	type memberKey struct{}
	a.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		who := map[string]string{"clerk": "stf_1", "guard": "stf_2"}[token]
		if who == "" {
			return ctx, "", errs.Unauthorized()
		}
		return context.WithValue(ctx, memberKey{}, who), who, nil
	}
	a.Allowed = func(ctx context.Context, c httpapi.Capability, _ httpapi.BranchScope) bool {
		return c == "bills.pay" && ctx.Value(memberKey{}) == "stf_1"
	}
	type none struct{}
	type list struct {
		Page httpapi.Int `query:"page"`
	}
	type body struct{ Body item }
	type made struct {
		Name string         `json:"name"`
		Qty  httpapi.Int    `json:"qty"`
		Tip  httpapi.Amount `json:"tip"`
		User string         `json:"user"`
	}
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/list", ID: "list"},
		func(_ context.Context, in *list) (*httpapi.Listing[string], error) {
			return httpapi.List([]string{"a"}, int(in.Page), 24, 25), nil
		})
	create := func(ctx context.Context, in *body) (*httpapi.Reply[made], error) {
		return httpapi.OKMessage(made{in.Body.Name, in.Body.Qty, in.Body.Tip, httpapi.Caller(ctx).UserID}, "done"), nil
	}
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/loose", ID: "loose", Audience: httpapi.Optional}, create)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/lines", ID: "lines", Audience: httpapi.Optional},
		func(context.Context, *struct {
			Body struct {
				Lines []struct {
					Qty   httpapi.Int   `json:"qty"`
					Note  string        `json:"note,omitempty" maxLength:"5"`
					Parts []httpapi.Int `json:"parts,omitempty" maxItems:"3"`
				} `json:"lines" maxItems:"1000"`
			}
		}) (*httpapi.Reply[none], error) {
			return httpapi.OK(none{}), nil
		})
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/strict", ID: "strict", Audience: httpapi.Customer, Strict: true},
		func(ctx context.Context, in *struct {
			Body struct {
				Qty int `json:"qty"`
			}
		}) (*httpapi.Reply[int], error) {
			return httpapi.OK(in.Body.Qty), nil
		})
	for path, err := range map[string]error{
		"refused": errs.Refuse("common.numbers_only"), "not-allowed": errs.NotAllowed(), "missing": errs.NotFound(),
		"broken": errors.New("disk on fire"),
		"slow":   errs.TooMany("common.too_many", 1500_000_000), "conflict": errs.Conflict("common.idempotency_mismatch"),
	} {
		httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/" + path, ID: path},
			func(context.Context, *none) (*httpapi.Reply[string], error) {
				return nil, err
			})
	}
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/staff", ID: "pay", Audience: httpapi.Staff,
		Capability: "bills.pay", Audit: []string{"bill.paid"}},
		func(ctx context.Context, _ *none) (*httpapi.Reply[string], error) {
			return httpapi.OK(httpapi.Caller(ctx).StaffID), nil
		})
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/item", ID: "save-item", Conflict: httpapi.VersionConflict[made]()},
		func(context.Context, *body) (*httpapi.Reply[made], error) {
			return nil, httpapi.WithCurrent(fmt.Errorf("in a transaction: %w", errs.VersionConflict(nil)),
				func() (*httpapi.Reply[made], error) {
					return httpapi.OK(made{Name: "abd", Qty: 7}), nil
				})
		})
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/panic", ID: "panic"},
		func(context.Context, *none) (*httpapi.Reply[string], error) {
			panic("boom")
		})
	return a
}

func TestRequests(t *testing.T) {
	a := newAPI(t)
	for _, c := range []struct {
		name, method, path, token, lang, body string
		status                                int
		want                                  []string
		not                                   []string
	}{
		{"list with Arabic digits", "GET", "/list?page=%D9%A2", "", "en", "", 200,
			[]string{`"data":["a"]`, `"current_page":2`, `"last_page":2`, `"total":25`}, nil},
		{"list with Persian digits", "GET", "/list?page=%DB%B2", "", "en", "", 200, []string{`"current_page":2`}, nil},
		{"nonsense number", "GET", "/list?page=x", "", "en", "", 422, []string{`"page":[`}, nil},
		{"body with Arabic digits and amount", "POST", "/loose", "good", "en",
			`{"name":"abc","qty":"٣","tip":"١٢٫٥","unknown":1}`, 200,
			[]string{`"qty":3`, `"tip":12.5`, `"user":"usr_1"`, `"message":"done"`}, nil},
		{"guest with the word null", "POST", "/loose", "null", "en", `{"name":"abc","qty":1}`, 200, []string{`"user":""`},
			nil},
		{"ended session", "POST", "/loose", "old", "en", `{"name":"abc","qty":1}`, 401, []string{`"code":"unauthorized"`},
			[]string{"abc"}},
		{"blocked account", "POST", "/loose", "blocked", "en", `{"name":"abc","qty":1}`, 403, []string{`"code":"blocked"`},
			nil},
		{"missing field", "POST", "/loose", "", "en", `{"qty":1}`, 422,
			[]string{`"name":["This field is required"]`, `"code":"required"`}, nil},
		{"missing field in Arabic", "POST", "/loose", "", "ar", `{"qty":1}`, 422, []string{`"name":["هذا الحقل مطلوب"]`},
			nil},
		{"too long", "POST", "/loose", "", "en", `{"name":"abcdef","qty":1}`, 422,
			[]string{`Too long! The maximum character is 5`}, nil},
		{"too short", "POST", "/loose", "", "en", `{"name":"a","qty":1}`, 422,
			[]string{`Too Short! The minimum character is 2`}, nil},
		{"a fraction too fine", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"tip":0.001}`, 422,
			[]string{`"tip":["This value isn't valid. Check it."]`, `"code":"invalid"`}, nil},
		{"an amount too large", "POST", "/loose", "", "ar", `{"name":"abc","qty":1,"tip":1e15}`, 422,
			[]string{`"tip":["هذه القيمة غير صحيحة. راجعها."]`}, nil},
		{"not a whole number", "POST", "/loose", "", "en", `{"name":"abc","qty":"1.5"}`, 422,
			[]string{`"qty":["This value isn't valid. Check it."]`}, nil},
		{"one of many lines", "POST", "/lines", "", "en", `{"lines":[{"qty":1},{"qty":"two"}]}`, 422,
			[]string{`"errors":{"lines.1.qty":["Numbers only"]}`}, nil},
		{"an empty number of one line", "POST", "/lines", "", "en", `{"lines":[{"qty":1},{"qty":" "}]}`, 422,
			[]string{`"errors":{"lines.1.qty":["This field is required"]}`}, nil},
		{"letters for a number", "POST", "/loose", "", "ar", `{"name":"abc","qty":"٢x"}`, 422,
			[]string{`"code":"numbers_only"`}, nil},
		{"letters for an amount", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"tip":"x"}`, 422,
			[]string{`"tip":["Numbers only"]`}, nil},
		{"a word that reads as a number", "POST", "/loose", "", "en", `{"name":"abc","qty":"NaN"}`, 422,
			[]string{`"qty":["Numbers only"]`}, nil},
		{"an empty amount", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"tip":""}`, 422,
			[]string{`"tip":["This field is required"]`}, nil},
		{"a missing field of one line", "POST", "/lines", "", "en", `{"lines":[{"qty":1},{"note":"a"},{}]}`, 422,
			[]string{`"lines.1.qty":["This field is required"]`, `"lines.2.qty":["This field is required"]`},
			[]string{"lines.0", "lines["}},
		{"a long text of one line", "POST", "/lines", "", "en", `{"lines":[{"qty":1,"note":"abcdef"}]}`, 422,
			[]string{`"errors":{"lines.0.note":["Too long! The maximum character is 5"]}`}, nil},
		{"one entry of a list in a line", "POST", "/lines", "", "en", `{"lines":[{"qty":1,"parts":[1,"two"]}]}`, 422,
			[]string{`"errors":{"lines.0.parts.1":["Numbers only"]}`}, nil},
		{"a line that is none", "POST", "/lines", "", "en", `{"lines":[7]}`, 422,
			[]string{`"lines.0":["This value isn't valid. Check it."]`}, nil},
		{"not JSON", "POST", "/loose", "", "en", `{"name":`, 422, []string{`"code":"bad_json"`}, nil},
		{"a key twice", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"qty":2}`, 422, []string{`"code":"bad_json"`},
			nil},
		{"a key twice, deeper", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"x":[{"a":1,"a":2}]}`, 422,
			[]string{`"code":"bad_json"`}, nil},
		{"a key twice in another case", "POST", "/loose", "", "en", `{"name":"abc","Name":"abcdefgh","qty":1}`, 422,
			[]string{`"code":"bad_json"`}, nil},
		{"a key twice in another case, deeper", "POST", "/loose", "", "en",
			`{"name":"abc","qty":1,"x":[{"a":1,"b":{"c":{"key":1,"KEY":2}}}]}`, 422, []string{`"code":"bad_json"`}, nil},
		{"a key twice by a letter that folds to another", "POST", "/lines", "", "en",
			`{"lines":[],"line\u017f":[{"qty":1,"note":"abcdefgh"}]}`, 422, []string{`"code":"bad_json"`}, nil},
		{"a key in another case alone", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"Tip":5}`, 422,
			[]string{`"code":"bad_json"`}, nil},
		{"a key in another case, spelt with escapes", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"\u0054ip":5}`, 422,
			[]string{`"code":"bad_json"`}, nil},
		{"a text that looks like a key in another case", "POST", "/loose", "", "en", `{"name":"Ti\":","qty":1}`, 200, nil,
			nil},
		{"a key in another case that names no field", "POST", "/loose", "", "en", `{"name":"abc","qty":1,"Other":1}`, 200,
			nil, nil},
		{"the same key in two objects", "POST", "/loose", "", "en",
			`{"name":"abc","qty":1,"x":[{"a":1},{"a":2}],"y":{"qty":1}}`, 200, nil, nil},
		{"unknown field refused", "POST", "/strict", "good", "en", `{"qty":1,"price":2}`, 422,
			[]string{`"price":["This page sent something we didn't expect. Reload it and try again."]`}, nil},
		{"other casing refused", "POST", "/strict", "good", "en", `{"QTY":1}`, 422, nil, nil},
		{"strict needs a login", "POST", "/strict", "", "en", `{"qty":1}`, 401, nil, nil},
		{"business refusal", "GET", "/refused", "", "en", "", 400, []string{`"code":"numbers_only"`, `"error":["`}, nil},
		{"a role that may not", "GET", "/not-allowed", "", "en", "", 403,
			[]string{`"code":"not_allowed"`, "Your role doesn't allow this."}, nil},
		{"staff without a token", "POST", "/staff", "", "en", "", 401, nil, nil},
		{"staff who may", "POST", "/staff", "clerk", "en", "", 200, []string{`"data":"stf_1"`}, nil},
		{"staff who may not", "POST", "/staff", "guard", "en", "", 403, []string{`"code":"not_allowed"`}, []string{"stf_2"}},
		{"staff who may not, in Arabic", "POST", "/staff", "guard", "ar", "", 403, []string{"صلاحياتك لا تسمح"}, nil},
		{"not found", "GET", "/missing", "", "en", "", 404, []string{`"code":"not_found"`}, nil},
		{"our fault says nothing of it", "GET", "/broken", "", "en", "", 500, []string{`"code":"internal"`},
			[]string{"disk"}},
		{"panic", "GET", "/panic", "", "en", "", 500, []string{`"code":"internal"`}, []string{"boom"}},
		{"unknown path", "GET", "/nowhere", "", "en", "", 404, []string{`"code":"not_found"`}, nil},
		{"wrong method", "DELETE", "/list", "", "en", "", 405, []string{`"code":"method"`}, nil},
		{"conflict", "GET", "/conflict", "", "en", "", 409, []string{`"code":"idempotency_mismatch"`}, nil},
		{"a change to an older version", "PUT", "/item", "", "en", `{"name":"abc","qty":1}`, 409,
			[]string{`"code":"moved_on"`, `"data":{"current":{"name":"abd","qty":7`, "Compare the two versions"}, nil},
		{"a change to an older version, in Arabic", "PUT", "/item", "", "ar", `{"name":"abc","qty":1}`, 409,
			[]string{`"code":"moved_on"`, "قارن بين النسختين"}, nil},
		{"a conflict that is none of versions", "GET", "/conflict", "", "en", "", 409, nil, []string{`"data"`}},
		{"too large", "POST", "/loose", "", "en", `{"name":"` + strings.Repeat("x", httpapi.MaxBody) + `"}`, 413,
			[]string{`"code":"too_large"`}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, httpapi.Base+c.path, strings.NewReader(c.body))
			r.Header.Set("Authorization", "Bearer "+c.token)
			r.Header.Set("Accept-Language", c.lang)
			if c.body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			w := httptest.NewRecorder()
			a.ServeHTTP(w, r)
			if w.Code != c.status {
				t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
			if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
				t.Errorf("content type %q", got)
			}
			for _, want := range c.want {
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("no %s in %s", want, w.Body)
				}
			}
			for _, not := range c.not {
				if strings.Contains(w.Body.String(), not) {
					t.Errorf("%s in %s", not, w.Body)
				}
			}
		})
	}
}

// TestAStaleChangeIsDescribed: the refusal's record has the type the record is read in.
func TestAStaleChangeIsDescribed(t *testing.T) {
	described := newAPI(t).OpenAPI().Paths["/item"].Put.Responses["409"]
	if described == nil {
		t.Fatal("no 409 is described")
	}
	schema := newAPI(t).OpenAPI().Components.Schemas.SchemaFromRef(described.Content[httpapi.JSON].Schema.Ref)
	if schema == nil || schema.Properties["data"] == nil || schema.Properties["code"].Enum[0] != "moved_on" {
		t.Fatalf("%+v", schema)
	}
}

func TestRetryAfter(t *testing.T) {
	w := httptest.NewRecorder()
	newAPI(t).ServeHTTP(w, httptest.NewRequest("GET", httpapi.Base+"/slow", http.NoBody))
	if w.Code != 429 || w.Header().Get("Retry-After") != "2" {
		t.Fatalf("%d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
}

// TestWrongDeclarationsDoNotStart: an operation that is declared incompletely
// ends the program before anybody can call it.
func TestWrongDeclarationsDoNotStart(t *testing.T) {
	type none struct{}
	type keyed struct {
		Key string `header:"Idempotency-Key"`
	}
	whole := httpapi.Op{Method: "POST", Path: "/x", ID: "x", Audience: httpapi.Staff, Capability: "bills.pay",
		Audit: []string{"bill.paid"}}
	starts := func(op httpapi.Op, keys bool) (ok bool) {
		defer func() { ok = recover() == nil }()
		a := httpapi.New(httpapi.Options{Version: "test"})
		if keys {
			httpapi.Handle(a, op, func(context.Context, *keyed) (*httpapi.Reply[none], error) { return nil, nil })
		} else {
			httpapi.Handle(a, op, func(context.Context, *none) (*httpapi.Reply[none], error) { return nil, nil })
		}
		return true
	}
	if !starts(whole, false) {
		t.Error("a whole declaration was refused")
	}
	for name, c := range map[string]struct {
		change func(*httpapi.Op)
		keys   bool
	}{
		"staff without a capability": {change: func(op *httpapi.Op) { op.Capability = "" }},
		"a capability of customers":  {change: func(op *httpapi.Op) { op.Audience, op.Audit = httpapi.Customer, nil }},
		"branches of customers": {change: func(op *httpapi.Op) {
			*op = httpapi.Op{Method: "GET", Path: "/x", ID: "x", Branches: httpapi.BranchList}
		}},
		"a write that is not audited":      {change: func(op *httpapi.Op) { op.Audit = nil }},
		"audited and not":                  {change: func(op *httpapi.Op) { op.Unaudited = "changes nothing" }},
		"an audited reading":               {change: func(op *httpapi.Op) { op.Method = "GET" }},
		"a key that is declared, not read": {change: func(op *httpapi.Op) { op.Key = httpapi.KeyRequired }},
		"a key that is read, not declared": {change: func(*httpapi.Op) {}, keys: true},
		"a reading that moved on": {
			change: func(op *httpapi.Op) { op.Method, op.Audit, op.Conflict = "GET", nil, httpapi.VersionConflict[none]() }},
		"a reading that can be repeated": {
			change: func(op *httpapi.Op) { op.Method, op.Audit, op.Key = "GET", nil, httpapi.KeyAccepted }, keys: true},
	} {
		op := whole
		c.change(&op)
		if starts(op, c.keys) {
			t.Errorf("%s: it starts", name)
		}
	}
	op := whole
	op.Key = httpapi.KeyAccepted
	if !starts(op, true) {
		t.Error("a declared key was refused")
	}
}

// TestAnAnswerIsNotLongerThanItsQuestion: however many places are wrong, the list of problems is bounded.
func TestAnAnswerIsNotLongerThanItsQuestion(t *testing.T) {
	a := newAPI(t)
	var many, lines strings.Builder
	for i := range 900 {
		fmt.Fprintf(&many, `"x%d":1,`, i)
		lines.WriteString(`{"qty":"x"},`)
	}
	for name, c := range map[string]struct{ path, body string }{
		"unknown fields": {"/strict", `{` + many.String() + `"qty":1}`},
		"more than any object": {"/lines", `{` + many.String() + strings.ReplaceAll(many.String(), "x", "y") +
			`"lines":[]}`},
		"one long unknown name": {"/strict", `{"` + strings.Repeat("ش", 30_000) + `":1,"qty":1}`},
		"wrong entries":         {"/lines", `{"lines":[` + strings.TrimSuffix(lines.String(), ",") + `]}`},
	} {
		t.Run(name, func(t *testing.T) {
			if len(c.body) >= httpapi.MaxBody {
				t.Fatalf("%d bytes: refused before it is read", len(c.body))
			}
			r := httptest.NewRequest("POST", httpapi.Base+c.path, strings.NewReader(c.body))
			r.Header.Set("Authorization", "Bearer good")
			r.Header.Set("Content-Type", "application/json")
			rec := httptest.NewRecorder()
			a.ServeHTTP(rec, r)
			if rec.Code != 422 || rec.Body.Len() > 4096 ||
				strings.Contains(rec.Body.String(), `"errors":{"`) == (name == "more than any object") ||
				!utf8.Valid(rec.Body.Bytes()) {
				t.Errorf("%d, %d bytes: %.200s", rec.Code, rec.Body.Len(), rec.Body)
			}
		})
	}
}

// TestTwoTypesHaveNoOneSchema: bodies of unnamed types are named after their inputs; two with one name end the program,
// even if they are also known by other names.
func TestTwoTypesHaveNoOneSchema(t *testing.T) {
	type none struct{}
	register := func(a *httpapi.API, id string, second bool) {
		op := httpapi.Op{Method: "POST", Path: "/" + id, ID: id, Audience: httpapi.Staff, Capability: "bills.pay",
			Audit: []string{"bill.paid"}}
		reply := func() (*httpapi.Reply[none], error) { return nil, nil }
		if second {
			type saveInput struct {
				Body struct {
					Amount int64 `json:"amount"`
				}
			}
			httpapi.Handle(a, op, func(context.Context, *saveInput) (*httpapi.Reply[none], error) { return reply() })
			return
		}
		type saveInput struct {
			Body struct {
				Name string `json:"name" maxLength:"3"`
			}
		}
		type otherInput struct {
			Body struct {
				Amount int64 `json:"amount"`
			}
		}
		httpapi.Handle(a, op, func(context.Context, *saveInput) (*httpapi.Reply[none], error) { return reply() })
		op.Path, op.ID = "/other", "other"
		httpapi.Handle(a, op, func(context.Context, *otherInput) (*httpapi.Reply[none], error) { return reply() })
	}
	defer func() {
		if recover() == nil {
			t.Error("two bodies share a schema, and it starts")
		}
	}()
	a := httpapi.New(httpapi.Options{Version: "test"})
	register(a, "one", false)
	register(a, "two", true)
}
