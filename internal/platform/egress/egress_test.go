package egress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func refuse(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }

func from(network string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("From", network)
	return r
}

func newGuard(b Bounds) *Guard {
	return New(b, func(r *http.Request) string { return r.Header.Get("From") }, refuse)
}

// unread is a reader who takes nothing until it is let.
type unread struct {
	http.ResponseWriter
	waits, let chan struct{}
}

func (u unread) Write(p []byte) (int, error) {
	u.waits <- struct{}{}
	<-u.let
	return len(p), nil
}

// TestBoundsAreOfANetwork: past its answers or its bytes a network is refused, before a byte was sent; others, and this
// machine itself, are not, and what has been read makes room.
func TestBoundsAreOfANetwork(t *testing.T) {
	g := newGuard(Bounds{Within: time.Minute, Answers: 4, Streams: 1, Bytes: 300 << 10, All: 1 << 30})
	h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Etag", "x")
		_, _ = w.Write(make([]byte, 60<<10)) // a piece
	}))
	u := unread{waits: make(chan struct{}), let: make(chan struct{})}
	var all sync.WaitGroup
	hold := func(network string, n int) {
		for range n {
			all.Go(func() { h.ServeHTTP(unread{httptest.NewRecorder(), u.waits, u.let}, from(network)) })
			<-u.waits
		}
	}
	code := func(network string, h http.Handler) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, from(network))
		if w.Code == http.StatusTooManyRequests && (w.Header().Get("Etag") != "" || w.Body.Len() > 0) {
			t.Error("a part of the answer is in its refusal")
		}
		return w.Code
	}
	hold("a", 4)
	if got := code("a", h); got != http.StatusTooManyRequests {
		t.Errorf("a fifth answer: %d", got)
	}
	if got := code("b", h); got != http.StatusOK {
		t.Errorf("another network: %d", got)
	}
	hold("", 6)
	if held, underWay := g.Held(); held != 600<<10 || underWay != 10 {
		t.Errorf("%d bytes of %d are held", held, underWay)
	}
	close(u.let)
	all.Wait()
	if held, underWay := g.Held(); held != 0 || underWay != 0 || len(g.of) != 0 {
		t.Errorf("%d bytes of %d are held after all were read, %d networks", held, underWay, len(g.of))
	}
	large := g.Handler(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 301<<10)) }))
	if got := code("a", large); got != http.StatusTooManyRequests {
		t.Errorf("more bytes than the bound: %d", got)
	}
	if got := code("", large); got != http.StatusOK {
		t.Errorf("this machine: %d", got)
	}
}

// TestBytesOfEverybodyAreBounded: what many networks leave unread adds up, and has a bound of its own.
func TestBytesOfEverybodyAreBounded(t *testing.T) {
	g := newGuard(Bounds{Within: time.Minute, Answers: 9, Streams: 1, Bytes: 1 << 20, All: 100 << 10})
	h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 60<<10)) }))
	u := unread{waits: make(chan struct{}), let: make(chan struct{})}
	var all sync.WaitGroup
	all.Go(func() { h.ServeHTTP(unread{httptest.NewRecorder(), u.waits, u.let}, from("a")) })
	<-u.waits
	ask := func() int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, from("b"))
		return w.Code
	}
	if got := ask(); got != http.StatusTooManyRequests {
		t.Errorf("another network's answer beside it: %d", got)
	}
	close(u.let)
	all.Wait()
	if got := ask(); got != http.StatusOK {
		t.Errorf("after it was read: %d", got)
	}
}

// TestStreamsHaveABoundOfTheirOwn: they are many and long, and leave the room of answers alone.
func TestStreamsHaveABoundOfTheirOwn(t *testing.T) {
	g := newGuard(Bounds{Within: time.Minute, Answers: 1, Streams: 2, Bytes: 1 << 20, All: 1 << 20})
	open, end := make(chan struct{}), make(chan struct{})
	stream := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if _, err := io.WriteString(w, ": hello\n\n"); err == nil && r.Context().Err() == nil {
			open <- struct{}{}
			<-end
		}
	}))
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() { stream.ServeHTTP(httptest.NewRecorder(), from("a")) })
		<-open
	}
	w := httptest.NewRecorder()
	left, leave := context.WithCancel(t.Context())
	leave() // who is let in all the same does not stay
	if stream.ServeHTTP(w, from("a").WithContext(left)); w.Code != http.StatusTooManyRequests {
		t.Errorf("a third stream: %d", w.Code)
	}
	w = httptest.NewRecorder()
	if g.Handler(http.NotFoundHandler()).ServeHTTP(w, from("a")); w.Code != http.StatusNotFound {
		t.Errorf("an answer beside streams: %d", w.Code)
	}
	close(end)
	all.Wait()
	if held, underWay := g.Held(); held != 0 || underWay != 0 {
		t.Errorf("%d bytes of %d are held", held, underWay)
	}
}

// TestAnswersWithoutABodyKeepTheirStatus.
func TestAnswersWithoutABodyKeepTheirStatus(t *testing.T) {
	for _, status := range []int{204, 304, 404} {
		w := httptest.NewRecorder()
		newGuard(Usual).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })).
			ServeHTTP(w, from("a"))
		if w.Code != status {
			t.Errorf("%d became %d", status, w.Code)
		}
	}
}

// TestPausesBetweenWritesCutNothing: over HTTP/2 a deadline ends an answer that is only waiting for its next piece, so
// there is one while something is written, and until the last of it is read.
func TestPausesBetweenWritesCutNothing(t *testing.T) {
	var deadlines []time.Time
	h := newGuard(Usual).Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, send := range []func() error{
			func() error { _, err := w.Write(make([]byte, 3*piece)); return err },
			http.NewResponseController(w).Flush,
		} {
			before := len(deadlines)
			if err := send(); err != nil {
				t.Error(err)
			}
			if len(deadlines) < before+2 || deadlines[before].IsZero() || !deadlines[len(deadlines)-1].IsZero() {
				t.Errorf("deadlines of a write and the pause after it: %v", deadlines[before:])
			}
		}
	}))
	r := from("a")
	r.ProtoMajor = 2
	h.ServeHTTP(timed{httptest.NewRecorder(), &deadlines}, r)
	if last := deadlines[len(deadlines)-1]; last.IsZero() {
		t.Error("what the server still holds is sent without a deadline")
	}
}

// TestSlowReadersWhoMoveOnAreNotCutOff: each piece has the whole time, so a long answer takes as long as it needs.
func TestDeadlinesMoveOnWithEachPiece(t *testing.T) {
	const pieces = 5
	var deadlines []time.Time
	h := newGuard(Bounds{Within: time.Nanosecond, Answers: 1, Bytes: 1 << 20, All: 1 << 20}).
		Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if n, err := w.Write(make([]byte, pieces*piece)); n != pieces*piece || err != nil {
				t.Errorf("%d bytes, %v", n, err)
			}
		}))
	w := timed{httptest.NewRecorder(), &deadlines}
	h.ServeHTTP(w, from(""))
	if len(deadlines) < pieces {
		t.Errorf("%d deadlines for %d pieces", len(deadlines), pieces)
	}
}

type timed struct {
	*httptest.ResponseRecorder
	deadlines *[]time.Time
}

func (w timed) SetWriteDeadline(t time.Time) error {
	*w.deadlines = append(*w.deadlines, t)
	return nil
}

// TestReadersShareBytes: who asks while another reads gets the same bytes, read once; afterwards nothing is kept.
func TestReadersShareBytes(t *testing.T) {
	var s Shared
	loads := 0
	load := func(context.Context) ([]byte, error) { loads++; return []byte(strings.Repeat("x", 1000)), nil }
	first, firstDone, _ := s.Get(t.Context(), "k", load)
	second, secondDone, _ := s.Get(t.Context(), "k", load)
	if &first[0] != &second[0] || loads != 1 {
		t.Errorf("read %d times", loads)
	}
	firstDone()
	secondDone()
	if len(s.held) != 0 {
		t.Error("kept after all went")
	}
	broken := errors.New("broken")
	if _, _, err := s.Get(t.Context(), "k", func(context.Context) ([]byte, error) { return nil, broken }); !errors.Is(err,
		broken) || len(s.held) != 0 {
		t.Errorf("%v, %d kept", err, len(s.held))
	}
}
