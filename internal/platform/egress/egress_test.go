package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func refuse(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }

// from is a request from an address: the part before the slash is its network.
func from(address string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("From", address)
	return r
}

// newGuard gives each address as much as its network where no bound for one is set.
func newGuard(b Bounds) *Guard {
	if b.EachAnswers == 0 {
		b.EachAnswers, b.EachStreams = b.Answers, b.Streams
	}
	if b.Stalled == 0 {
		b.Stalled = time.Hour
	}
	return New(b, func(r *http.Request) Source {
		address := r.Header.Get("From")
		network, _, _ := strings.Cut(address, "/")
		return Source{Network: network, Address: address}
	}, refuse)
}

// unread is a reader who takes nothing until it is let, or its answer is cut off.
type unread struct {
	http.ResponseWriter
	waits, let, cut chan struct{}
}

func newUnread() unread {
	return unread{waits: make(chan struct{}), let: make(chan struct{})}
}

// one is another such reader.
func (u unread) one() unread {
	u.ResponseWriter, u.cut = httptest.NewRecorder(), make(chan struct{})
	return u
}

func (u unread) Write(p []byte) (int, error) {
	u.waits <- struct{}{}
	select {
	case <-u.let:
		return len(p), nil
	case <-u.cut:
		return 0, os.ErrDeadlineExceeded
	}
}

func (u unread) SetWriteDeadline(at time.Time) error {
	if at.Before(time.Now()) {
		close(u.cut)
	}
	return nil
}

// patience is how long a test waits for something that should happen immediately.
const patience = 5 * time.Second

// bench asks a guard for answers of some bytes.
type bench struct {
	*testing.T
	g       *Guard
	answer  http.Handler
	readers unread
	all     sync.WaitGroup
	ended   chan string // addresses whose held answers ended
}

func newBench(t *testing.T, b Bounds, bytes int) *bench {
	g := newGuard(b)
	return &bench{T: t, g: g, readers: newUnread(), ended: make(chan string, 100),
		answer: g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(make([]byte, bytes))
		}))}
}

// hold has answers wait for readers who take nothing.
func (b *bench) hold(address string, n int) {
	b.Helper()
	for range n {
		u := b.readers.one()
		b.all.Go(func() {
			b.answer.ServeHTTP(u, from(address))
			b.ended <- address
		})
		select {
		case <-u.waits:
		case <-time.After(patience):
			b.Fatalf("%s is not answered", address)
		}
	}
}

// want asks once more and compares whether it is answered, and of which addresses held answers end for it.
func (b *bench) want(address string, status int, ended ...string) {
	b.Helper()
	w := httptest.NewRecorder()
	if b.answer.ServeHTTP(w, from(address)); w.Code != status {
		b.Errorf("%s: %d, want %d", address, w.Code, status)
	}
	for _, want := range ended {
		select {
		case got := <-b.ended:
			if got != want {
				b.Errorf("an answer of %s ended for %s, want one of %s", got, address, want)
			}
		case <-time.After(patience):
			b.Fatalf("no answer of %s ended for %s", want, address)
		}
	}
}

// over lets all held answers be read, and checks that nothing stays counted.
func (b *bench) over() {
	b.Helper()
	close(b.readers.let)
	go func() {
		for range b.readers.waits { // of further pieces
		}
	}()
	b.all.Wait()
	if held, underWay := b.g.Held(); held != 0 || underWay != 0 || len(b.g.networks) != 0 {
		b.Errorf("%d bytes of %d are held after all were read, %d networks", held, underWay, len(b.g.networks))
	}
}

// TestBoundsAreOfANetwork: past its answers or its bytes a network is refused, before a byte was sent; others, and this
// machine itself, are not, and what has been read makes room.
func TestBoundsAreOfANetwork(t *testing.T) {
	g := newGuard(Bounds{Within: time.Minute, Answers: 4, Streams: 1, Bytes: 5 * piece, All: 1 << 30})
	h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Etag", "x")
		_, _ = w.Write(make([]byte, piece))
	}))
	u := newUnread()
	var all sync.WaitGroup
	hold := func(network string, n int) {
		for range n {
			all.Go(func() { h.ServeHTTP(u.one(), from(network)) })
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
	if held, underWay := g.Held(); held != 10*piece || underWay != 10 {
		t.Errorf("%d bytes of %d are held", held, underWay)
	}
	close(u.let)
	all.Wait()
	if held, underWay := g.Held(); held != 0 || underWay != 0 || len(g.networks) != 0 {
		t.Errorf("%d bytes of %d are held after all were read, %d networks", held, underWay, len(g.networks))
	}
	large := g.Handler(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 5*piece+1)) }))
	if got := code("a", large); got != http.StatusTooManyRequests {
		t.Errorf("more bytes than the bound: %d", got)
	}
	if got := code("", large); got != http.StatusOK {
		t.Errorf("this machine: %d", got)
	}
}

// TestTheNetworkWithMostMakesRoom: where as many bytes wait as may wait in all, a network that has fewer than another
// is answered in its place, and the one with most is refused.
func TestTheNetworkWithMostMakesRoom(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 9, Streams: 1, Bytes: 1 << 20, All: 5 * 60 << 10}, 60<<10)
	b.hold("a/1", 2)
	b.hold("a/2", 1)
	b.hold("c", 1)
	b.want("b", http.StatusOK)
	b.hold("d", 1)
	b.want("b", http.StatusOK, "a/1")
	b.hold("e", 1)
	b.want("a/1", http.StatusTooManyRequests)
	b.want("c", http.StatusTooManyRequests)
	b.over()
}

// TestAnAddressLeavesBytesToItsNetwork: where as many bytes wait as may wait to be read by a network, an address that
// has fewer than another is answered in its place.
func TestAnAddressLeavesBytesToItsNetwork(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 9, Streams: 1, Bytes: 200 << 10, All: 1 << 30}, 60<<10)
	b.hold("a/1", 3)
	b.want("a/1", http.StatusTooManyRequests)
	b.want("a/2", http.StatusOK, "a/1")
	b.over()
}

// TestAnAddressLeavesRoomToItsNetwork: an address has its own bound, and when its network is full, the address with
// most makes room for others.
func TestAnAddressLeavesRoomToItsNetwork(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 5, EachAnswers: 3, Streams: 1, Bytes: 1 << 20,
		All: 1 << 20}, 1)
	b.hold("a/1", 3)
	b.want("a/1", http.StatusTooManyRequests)
	b.hold("a/2", 2)
	b.want("a/3", http.StatusOK, "a/1")
	b.hold("a/3", 1)
	b.hold("a/4", 1) // in place of another
	if got := <-b.ended; got != "a/1" && got != "a/2" {
		t.Errorf("an answer of %s ended", got)
	}
	b.want("b/1", http.StatusOK)
	b.over()
}

// TestStalledAnswersMakeRoom: an answer that nothing was taken of for a while makes room for another of its address and
// of its network, and so does one whose request's body does not come.
func TestStalledAnswersMakeRoom(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Stalled: 20 * time.Millisecond, Answers: 3, EachAnswers: 2, Streams: 1,
		Bytes: 100 << 10, All: 1 << 20}, 60<<10)
	b.hold("a/1", 1)
	b.want("a/1", http.StatusTooManyRequests) // more bytes than its network may have
	time.Sleep(30 * time.Millisecond)
	b.want("a/1", http.StatusOK, "a/1")
	b.over()

	b = newBench(t, Bounds{Within: time.Minute, Stalled: 20 * time.Millisecond, Answers: 3, EachAnswers: 2, Streams: 1,
		Bytes: 1 << 20, All: 1 << 20}, 1)
	b.hold("a/1", 2)
	b.want("a/1", http.StatusTooManyRequests)
	time.Sleep(30 * time.Millisecond)
	b.want("a/1", http.StatusOK, "a/1")
	b.hold("a/2", 1)
	b.hold("a/3", 1)
	time.Sleep(30 * time.Millisecond)
	b.want("a/2", http.StatusOK, "a/1")
	b.over()

	b = newBench(t, Bounds{Within: time.Minute, Stalled: time.Nanosecond, Answers: 1, Streams: 1, Bytes: 1, All: 1}, 1)
	read, write := io.Pipe()
	reading := make(chan struct{})
	slow := b.g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(reading)
		_, _ = io.ReadAll(r.Body)
	}))
	r := from("a")
	r.Body = read
	b.all.Go(func() { slow.ServeHTTP(httptest.NewRecorder(), r) })
	<-reading
	for waits := false; !waits; {
		b.g.mu.Lock()
		waits = b.g.networks["a"].addresses["a"].first.waits.Load() != 0
		b.g.mu.Unlock()
	}
	b.want("a", http.StatusOK)
	_ = write.Close()
	b.over()
}

// TestStreamsOfAnAddressLeaveRoom: where a network has as many streams as it may, the address with most makes room.
func TestStreamsOfAnAddressLeaveRoom(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 9, EachAnswers: 9, Streams: 4, EachStreams: 3, Bytes: 1 << 20,
		All: 1 << 20}, 1)
	b.answer = b.g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hello")
	}))
	b.hold("a/1", 3)
	b.want("a/1", http.StatusTooManyRequests)
	b.hold("a/2", 1)
	b.want("a/3", http.StatusOK, "a/1")
	b.over()

	// A stalled stream is not what makes room for an answer.
	b = newBench(t, Bounds{Within: time.Minute, Stalled: time.Nanosecond, Answers: 1, Streams: 1, Bytes: 1, All: 1}, 1)
	answer := b.answer
	b.answer = b.g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hello")
	}))
	b.hold("a", 1)
	b.answer = answer
	b.hold("a", 1)
	b.want("a", http.StatusOK, "a")
	if left := b.g.networks["a"].counts; left.streams != 1 || left.answers != 0 {
		t.Errorf("%+v are under way after the answer that came last", left)
	}
	b.over()
}

// TestUncountedAnswersHoldNoBytes: content that the program holds in any case is not counted, however its writer is
// wrapped.
func TestUncountedAnswersHoldNoBytes(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 9, Streams: 1, Bytes: 40 << 10, All: 40 << 10}, 1)
	whole := make([]byte, 60<<10)
	b.answer = b.g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		Uncounted(struct{ wrapped }{wrapped{w}})
		_, _ = w.Write(whole)
	}))
	b.hold("a", 2)
	if held, underWay := b.g.Held(); held != 0 || underWay != 2 {
		t.Errorf("%d bytes of %d are held", held, underWay)
	}
	Uncounted(httptest.NewRecorder()) // no answer of a guard's
	b.over()
}

// TestBufferedBodiesCount: the buffered body of a request counts like bytes that wait to be read, until the request is
// answered, and is refused if there is no room.
func TestBufferedBodiesCount(t *testing.T) {
	b := newBench(t, Bounds{Within: time.Minute, Answers: 9, Streams: 1, Bytes: 100 << 10, All: 1 << 20}, 1)
	b.answer = b.g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !Buffered(wrapped{w}, 60<<10) {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		_, _ = w.Write([]byte("x"))
	}))
	b.hold("a/1", 1)
	if held, _ := b.g.Held(); held != 60<<10+1 {
		t.Errorf("%d bytes are held", held)
	}
	b.want("a/1", http.StatusTooManyRequests)
	b.want("a/2", http.StatusOK, "a/1")
	if !Buffered(httptest.NewRecorder(), 1) {
		t.Error("refused without a guard")
	}
	b.over()
}

type wrapped struct{ http.ResponseWriter }

func (w wrapped) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// TestCutAnswersEndTheirConnection: an answer that makes room takes its connection along, unless others' requests come
// over it.
func TestCutAnswersEndTheirConnection(t *testing.T) {
	for _, c := range []struct {
		major  int
		shared bool
		closed bool
	}{{1, false, true}, {2, false, true}, {1, true, true}, {2, true, false}} {
		g := New(Bounds{Within: time.Minute, Answers: 1, EachAnswers: 1, Streams: 1, Bytes: 1, All: 1},
			func(*http.Request) Source { return Source{Network: "a", Address: "a", Shared: c.shared} }, refuse)
		ours, theirs := net.Pipe()
		r := from("a").WithContext(Context(t.Context(), ours))
		r.ProtoMajor = c.major
		u := newUnread().one()
		h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) }))
		done := make(chan struct{})
		go func() { h.ServeHTTP(u, r); close(done) }()
		<-u.waits
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, from("a")); w.Code != http.StatusOK {
			t.Errorf("%+v: another answer: %d", c, w.Code)
		}
		<-done
		_ = theirs.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		if _, err := theirs.Read(make([]byte, 1)); errors.Is(err, io.EOF) != c.closed {
			t.Errorf("%+v: %v", c, err)
		}
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

// TestDeadlinesMoveOnWithEachPiece: each piece has the whole time, so a long answer takes as long as it needs.
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

// TestReadersShareBytes: concurrent readers of the same content share one copy, read once; afterwards nothing is kept.
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
