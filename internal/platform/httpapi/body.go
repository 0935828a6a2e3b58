package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/egress"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/fair"
)

// Bodies are checked while they are read, before anything is decoded: a decoded value takes up to fifty times the
// memory of its text. A body may hold at most what its operation's schema describes with all lists full.
const (
	// MaxBody bounds a body unless its operation sets another bound, and MaxStaffBody one of staff.
	MaxBody      = 64 << 10
	MaxStaffBody = 256 << 10
	// LongBody is the limit for operations with long texts or lists.
	LongBody = 512 << 10
	// maxValues bounds the values of a body whose operation declares no limit.
	maxValues = 10_000
	// Room for fields that an operation doesn't know.
	spareValues  = maxKeys
	spareObjects = 100
)

const (
	// largeBody is the size from which bodies are decoded in turn, a few at a time.
	largeBody = 16 << 10
	// The number of large bodies that may be queued, per network and per node.
	largeWaiting    = 32
	allLargeWaiting = 256
	turnWithin      = 5 * time.Second
	// reserved is the unit in which the memory of large bodies is counted.
	reserved = 32 << 10
)

var (
	errTooMuch = errors.New("httpapi: a body has more in it than its operation takes")
	errTooDeep = errors.New("httpapi: values lie deeper in one another than in any of our bodies")
)

// holds is the number of values and objects in a body. Objects count as values too, but take ten times the memory.
type holds struct{ values, objects int64 }

func (h *holds) add(more holds) { h.values, h.objects = h.values+more.values, h.objects+more.objects }

func (h holds) times(n int64) holds { return holds{h.values * n, h.objects * n} }

// unbounded stands for values without a limit in the schema.
const unbounded = 1 << 30

// capacity returns the number of values in a schema with all its lists full.
func capacity(registry huma.Registry, s *huma.Schema, within []*huma.Schema) holds {
	if s != nil && s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	if s == nil {
		return holds{1, 0}
	}
	for _, outer := range within {
		if outer == s {
			return holds{unbounded, unbounded}
		}
	}
	within = append(within, s)
	switch {
	case s.Type == huma.TypeArray:
		most := int64(unbounded)
		if s.MaxItems != nil {
			most = int64(*s.MaxItems)
		}
		all := capacity(registry, s.Items, within).times(most)
		all.values++
		return all
	case s.Type == huma.TypeObject:
		all := holds{1, 1}
		for _, property := range s.Properties {
			all.add(capacity(registry, property, within))
		}
		if entries, ok := s.AdditionalProperties.(*huma.Schema); ok {
			all.add(capacity(registry, entries, within).times(maxKeys))
		}
		return all
	}
	all := holds{1, 0}
	for _, one := range append(s.AnyOf, s.OneOf...) {
		if of := capacity(registry, one, within); of.values > all.values {
			all = of
		}
	}
	return all
}

// bodyHolds returns the maximum content of the body of a registered operation, none if it has no body. It panics if the
// length of long lists is not limited.
func (a *API) bodyHolds(op Op) holds {
	body := a.described(op).RequestBody
	if body == nil || body.Content[JSON] == nil {
		return holds{}
	}
	all := capacity(a.huma.OpenAPI().Components.Schemas, body.Content[JSON].Schema, nil)
	if all.values > maxValues && op.MaxValues == 0 {
		panic(fmt.Sprintf("httpapi: a body of %s may hold %d values: bound its lists, or declare MaxValues", op.ID,
			all.values))
	}
	all.add(holds{spareValues, spareObjects})
	if op.MaxValues > 0 {
		all.values, all.objects = min(all.values, op.MaxValues), min(all.objects, op.MaxValues)
	}
	return all
}

// scan counts the elements of JSON piece by piece, well-formed or not.
type scan struct {
	holds
	depth           int
	quoted, escaped bool
}

func (s *scan) read(data []byte, most holds) error {
	for _, c := range data {
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted:
			s.escaped, s.quoted = c == '\\', c != '"'
		default:
			switch c {
			case '"':
				s.quoted = true
			case ',': // one more entry
				s.values++
			case '{', '[': // usually at least one entry
				s.values++
				s.depth++
				if c == '{' {
					s.objects++
				}
			case '}', ']':
				s.depth--
			}
		}
		if s.values >= most.values || s.objects > most.objects {
			return errTooMuch
		}
		if s.depth > deepest {
			return errTooDeep
		}
	}
	return nil
}

// incoming is a request body that is passed to the decoder.
type incoming struct {
	io.ReadCloser
	api     *API
	request *http.Request
	w       http.ResponseWriter
	most    holds
	max     int64 // bytes

	scan    scan
	bytes   int64
	counted int64
	leave   func()
	refusal error
}

func (in *incoming) Read(p []byte) (int, error) {
	if in.refusal != nil {
		return 0, in.refusal
	}
	n, err := in.ReadCloser.Read(p)
	in.bytes += int64(n)
	if in.refusal = in.scan.read(p[:n], in.most); in.refusal == nil && in.bytes > largeBody {
		in.refusal = in.large(err == io.EOF)
	}
	if in.refusal != nil {
		return 0, in.refusal
	}
	return n, err
}

// large counts the memory of a large body. Once the body is complete, it waits for its turn.
func (in *incoming) large(whole bool) error {
	for ; in.counted < in.bytes; in.counted += reserved {
		// The buffer that receives the body can be twice as large.
		if !egress.Buffered(in.w, 2*reserved) {
			return in.busy()
		}
	}
	if !whole || in.bytes >= in.max || in.leave != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(in.request.Context(), turnWithin)
	defer cancel()
	sender := in.api.Sender(in.request)
	if sender.IsLoopback() {
		return nil
	}
	leave, err := in.api.turns.Enter(ctx, counters.Network(sender))
	if err != nil {
		return in.busy()
	}
	in.leave = leave
	return nil
}

func (in *incoming) busy() error {
	const again = 2 * time.Second
	in.w.Header().Set("Retry-After", "2")
	return errs.TooMany("common.too_many", again)
}

// decoded passes the turn to another request.
func (in *incoming) decoded() {
	if in != nil && in.leave != nil {
		in.leave()
		in.leave = nil
	}
}

type incomingKey struct{}

// judged checks the body of a request while it is read. Call done at the end; ok is false if it is refused unread.
func (a *API) judged(hc huma.Context, op Op, most holds) (judged huma.Context, done func(), ok bool) {
	r, w := humago.Unwrap(hc)
	if most.values == 0 || r.Body == nil || r.Body == http.NoBody {
		return hc, func() {}, true
	}
	if r.ContentLength >= op.MaxBody {
		return hc, nil, false
	}
	in := &incoming{ReadCloser: r.Body, api: a, request: r, w: w, most: most, max: op.MaxBody}
	r.Body = in
	if r.ContentLength < 0 || r.ContentLength > largeBody {
		hc = huma.WithValue(hc, incomingKey{}, in)
	}
	return hc, in.decoded, true
}

// newTurns returns the queue of large bodies for the decoder. A network may use at most half of the slots.
func newTurns() *fair.Queue {
	places := max(2, runtime.GOMAXPROCS(0))
	return fair.New(fair.Bounds{Places: places, Each: places / 2, Wait: largeWaiting, All: allLargeWaiting})
}
