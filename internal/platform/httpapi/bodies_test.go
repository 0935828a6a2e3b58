package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"wekala/internal/platform/fair"
)

type sheetRow struct {
	Name  string       `json:"name"`
	Price Amount       `json:"price"`
	Shape [][2]float64 `json:"shape,omitempty" maxItems:"4"`
	Kind  *struct {
		Code string `json:"code"`
	} `json:"kind,omitempty"`
}

type sheetInput struct {
	Body struct {
		Rows    []sheetRow        `json:"rows" maxItems:"400"`
		Choices map[string]string `json:"choices,omitempty"`
	}
}

// bodiesAPI has an operation that takes a name, and one that takes a sheet. Requests come from the address in
// X-Forwarded-For.
func bodiesAPI(t testing.TB, fn func()) *API {
	t.Helper()
	a := New(Options{Version: "test", TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	Handle(a, Op{Method: "POST", Path: "/name", ID: "name"}, func(context.Context, *struct {
		Body struct {
			Name string `json:"name"`
		}
	}) (*Reply[bool], error) {
		fn()
		return OK(true), nil
	})
	Handle(a, Op{Method: "POST", Path: "/sheet", ID: "sheet", MaxBody: 1 << 20},
		func(context.Context, *sheetInput) (*Reply[bool], error) {
			fn()
			return OK(true), nil
		})
	return a
}

func post(a *API, path, from string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, Base+path, body)
	r.Header.Set("Content-Type", JSON)
	r.Header.Set("X-Forwarded-For", from)
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

// fullSheet has every list full.
func fullSheet() string {
	row := `{"name":"x","price":1,"shape":[[1,2],[1,2],[1,2],[1,2]],"kind":{"code":"y"}}`
	var choices []string
	for i := range maxKeys {
		choices = append(choices, fmt.Sprintf(`"c%d":"v"`, i))
	}
	return `{"rows":[` + strings.TrimSuffix(strings.Repeat(row+",", 400), ",") + `],"choices":{` +
		strings.Join(choices, ",") + `}}`
}

// TestBodiesHoldWhatTheirOperationTakes: more values, objects or bytes than an operation's full lists need are refused
// before they are decoded, in pieces of any size; a full body is taken.
func TestBodiesHoldWhatTheirOperationTakes(t *testing.T) {
	a := bodiesAPI(t, func() {})
	many := func(entry string, n int) string {
		return `{"name":"x","y":[` + strings.TrimSuffix(strings.Repeat(entry+",", n), ",") + `]}`
	}
	sheet := `{"rows":[` + strings.Repeat(`{"a":0},`, 120_000) + `0]}`
	text := func(n int) string { return `{"name":"` + strings.Repeat("x", n) + `"}` }
	const taken, large, bad = 200, 413, 422
	for name, c := range map[string]struct {
		path, body string
		status     int
	}{
		"a full sheet":                     {"/sheet", fullSheet(), taken},
		"an unknown field of many values":  {"/name", many("0", spareValues-2), taken},
		"of more values":                   {"/name", many("0", spareValues+2), large},
		"of many objects":                  {"/name", many("{}", spareObjects), taken},
		"of more objects":                  {"/name", many(`{"a":0}`, spareObjects+1), large},
		"of more lists":                    {"/name", many("[]", spareValues), large},
		"a sheet of more objects":          {"/sheet", sheet, large},
		"a text of all the bytes":          {"/name", text(MaxBody - 12), taken},
		"a text of more bytes":             {"/name", text(MaxBody), large},
		"a text of what would be values":   {"/name", `{"name":"` + strings.Repeat(`{[,\"`, 2000) + `"}`, taken},
		"values that lie deep in objects":  {"/name", strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70), bad},
		"values that lie deep in no value": {"/name", strings.Repeat("[", 500), bad},
	} {
		for way, body := range map[string]io.Reader{"whole": strings.NewReader(c.body),
			"of unknown length": io.MultiReader(strings.NewReader(c.body)),
			"in pieces":         iotest.HalfReader(strings.NewReader(c.body))} {
			w := post(a, c.path, "203.0.113.9", body)
			if w.Code != c.status || c.status == bad && !strings.Contains(w.Body.String(), `"bad_json"`) {
				t.Errorf("%s, %s: %d %.200s", name, way, w.Code, w.Body)
			}
		}
	}
}

// TestScanningCountsWhatIsDecoded compares the count of values with those that are decoded.
func TestScanningCountsWhatIsDecoded(t *testing.T) {
	var count func(v any) holds
	count = func(v any) holds {
		all := holds{1, 0}
		switch v := v.(type) {
		case map[string]any:
			all.objects++
			for _, one := range v {
				all.add(count(one))
			}
		case []any:
			for _, one := range v {
				all.add(count(one))
			}
		}
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		text := drawJSON(t, 0)
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		var s scan
		for _, piece := range []byte(text) {
			if err := s.read([]byte{piece}, holds{unbounded, unbounded}); err != nil {
				t.Fatal(err)
			}
		}
		// Keys that occur twice are decoded once, and an empty list or object counts as one entry.
		if want := count(v); s.values+1 < want.values || s.objects < want.objects || s.depth != 0 || s.quoted {
			t.Fatalf("%s: %+v, decoded %+v", text, s, want)
		}
	})
}

// TestLongListsAreDeclared: an operation whose full lists hold very much does not start before its bound is declared.
func TestLongListsAreDeclared(t *testing.T) {
	type many struct {
		Body struct {
			Rows []struct {
				IDs []string `json:"ids" maxItems:"1000"`
			} `json:"rows" maxItems:"1000"`
		}
	}
	starts := func(op Op) (ok bool) {
		defer func() { ok = recover() == nil }()
		op.Method, op.Path, op.ID = "POST", "/x", "x"
		Handle(New(Options{Version: "test"}), op, func(context.Context, *many) (*Reply[bool], error) { return OK(true), nil })
		return true
	}
	if starts(Op{}) {
		t.Error("a million values, and nobody decided how many")
	}
	if !starts(Op{MaxValues: 5000}) {
		t.Error("a declared bound does not start")
	}
}

// TestLargeBodiesOfANetworkTakeTurns: the large bodies of one network are decoded a few at a time, more of them than
// may wait are refused, and neither others nor small ones wait for them.
func TestLargeBodiesOfANetworkTakeTurns(t *testing.T) {
	const network = "203.0.113.0/24"
	var handled atomic.Int64
	a := bodiesAPI(t, func() { handled.Add(1) })
	a.turns = fair.New(fair.Bounds{Places: 2, Each: 1, Wait: 3, All: 9})
	leave, err := a.turns.Enter(t.Context(), network)
	if err != nil {
		t.Fatal(err)
	}
	large := `{"name":"` + strings.Repeat("x", largeBody) + `"}`
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if w := post(a, "/name", "203.0.113.9", strings.NewReader(large)); w.Code != http.StatusOK {
				t.Errorf("one that waits for its turn: %d %s", w.Code, w.Body)
			}
		})
	}
	for a.turns.Waiting(network) < 3 {
		time.Sleep(time.Millisecond)
	}
	if w := post(a, "/name", "203.0.113.9", strings.NewReader(large)); w.Code != http.StatusTooManyRequests ||
		w.Header().Get("Retry-After") != "2" {
		t.Errorf("one more than may wait: %d %s", w.Code, w.Body)
	}
	if w := post(a, "/name", "203.0.113.10", strings.NewReader(`{"name":"x"}`)); w.Code != http.StatusOK {
		t.Errorf("a small one: %d", w.Code)
	}
	for i := range 3 { // each gives its turn back
		if w := post(a, "/name", "198.51.100.7", strings.NewReader(large)); w.Code != http.StatusOK {
			t.Errorf("large one %d of another network: %d", i, w.Code)
		}
	}
	if n := handled.Load(); n != 4 {
		t.Errorf("%d were handled before their turn", n-4)
	}
	leave()
	all.Wait()
	for _, broken := range []string{large[:len(large)-1], strings.Replace(large, "name", "nome", 1)} {
		for range 3 {
			if w := post(a, "/name", "203.0.113.9", strings.NewReader(broken)); w.Code != http.StatusUnprocessableEntity {
				t.Errorf("a refused one: %d", w.Code)
			}
		}
	}
}

// TestTheTurnEndsBeforeTheHandler: a handler that takes long keeps no other body from being decoded.
func TestTheTurnEndsBeforeTheHandler(t *testing.T) {
	working, end := make(chan struct{}, 3), make(chan struct{})
	a := bodiesAPI(t, func() { working <- struct{}{}; <-end })
	a.turns = fair.New(fair.Bounds{Places: 1, Each: 1, Wait: 3, All: 9})
	large := `{"name":"` + strings.Repeat("x", largeBody) + `"}`
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { post(a, "/name", "203.0.113.9", strings.NewReader(large)) })
	}
	for range 3 {
		<-working
	}
	close(end)
	all.Wait()
}

// TestBodiesAtOnceTakeLittleMemory sends many of the fullest bodies concurrently.
func TestBodiesAtOnceTakeLittleMemory(t *testing.T) {
	const atOnce, most = 32, 48 << 20
	a := bodiesAPI(t, func() {})
	for name, c := range map[string]struct {
		body   string
		status int
	}{
		"of a megabyte": {`{"x":[` + strings.Repeat(`{"a":0},`, 131_000) + `0]}`, http.StatusRequestEntityTooLarge},
		"of all that is taken": {`{"x":[` + strings.Repeat(`{"a":0},`, spareObjects-1) +
			strings.Repeat("[],", spareValues/2-spareObjects-2) + `0],"name":"` + strings.Repeat("x", MaxBody-3000) + `"}`,
			http.StatusOK},
	} {
		runtime.GC()
		before, peak := allocated(), uint64(0)
		stop, watched := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(watched)
			for {
				select {
				case <-stop:
					return
				default:
					peak = max(peak, allocated())
					time.Sleep(100 * time.Microsecond)
				}
			}
		}()
		var all sync.WaitGroup
		for range atOnce {
			all.Go(func() {
				if w := post(a, "/name", "203.0.113.9", strings.NewReader(c.body)); w.Code != c.status {
					t.Errorf("%s: %d %.200s", name, w.Code, w.Body)
				}
			})
		}
		all.Wait()
		close(stop)
		<-watched
		took := int64(peak) - int64(before) //nolint:gosec // far below
		t.Logf("%s: %d KB of heap for %d at once", name, took>>10, atOnce)
		if took > most {
			t.Errorf("%s: %d MB of heap for %d at once", name, took>>20, atOnce)
		}
	}
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
