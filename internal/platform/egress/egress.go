// Package egress bounds what answers cost until they have been read. Each write has a deadline, which progress moves
// on, so that a reader who takes nothing is hung up on. How many answers and event streams one network has under way,
// and how many bytes wait to be read by it and by everybody, has a bound.
//
// Shared keeps one copy of what several readers get at a time.
package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bounds of answers.
type Bounds struct {
	// Within is how long a reader may take for one piece of an answer.
	Within time.Duration
	// Answers and Streams are how many of each one network may have under way.
	Answers, Streams int
	// Bytes are those that wait to be read by one network, All by everybody.
	Bytes, All int64
}

// Usual bounds leave room for the many customers of a carrier who share one network: an answer that a phone reads
// well is under way for a fraction of a second.
var Usual = Bounds{Within: 30 * time.Second, Answers: 512, Streams: 2048, Bytes: 32 << 20, All: 256 << 20}

const (
	// piece is written at a time: readers slower than that in the time of Bounds.Within are hung up on.
	piece = 64 << 10
	// weighed bounds what one answer counts for: longer ones come from a file, piece by piece.
	weighed = 4 << 20
	// free is the size that is always answered: with the bound of Answers it cannot add up.
	free = 32 << 10
)

// errHeld ends answers to networks that leave too much unread.
var errHeld = errors.New("egress: too much waits to be read already")

// Guard holds bounds. Make it with New.
type Guard struct {
	bounds  Bounds
	network func(*http.Request) string
	refuse  func(w http.ResponseWriter, r *http.Request)

	mu  sync.Mutex
	of  map[string]*load
	all int64
}

// load is what a network has under way.
type load struct {
	name             string
	answers, streams int
	bytes            int64
}

// New returns a guard. network names where a request comes from; "" is under no bound of its own. refuse answers a
// network that has too much under way.
func New(bounds Bounds, network func(*http.Request) string, refuse func(http.ResponseWriter, *http.Request)) *Guard {
	return &Guard{bounds: bounds, network: network, refuse: refuse, of: map[string]*load{}}
}

type connection struct{}

// Context lets answers hang up: it is for http.Server.ConnContext.
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

// Handler bounds what next answers.
func (g *Guard) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := g.enter(g.network(r))
		if l == nil {
			g.refuse(w, r)
			return
		}
		a := &answer{ResponseWriter: w, control: http.NewResponseController(w), request: r, guard: g, load: l}
		defer a.leave()
		next.ServeHTTP(a, r)
		a.finish()
	})
}

func (g *Guard) enter(name string) *load {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.of[name]
	if l == nil {
		l = &load{name: name}
		g.of[name] = l
	}
	if name != "" && l.answers >= g.bounds.Answers {
		return nil
	}
	l.answers++
	return l
}

// begin counts an answer of so many bytes, or a stream; false where the network, or everybody, has too much.
func (g *Guard) begin(l *load, bytes int64, stream bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case stream:
		if l.name != "" && l.streams >= g.bounds.Streams {
			return false
		}
		l.answers--
		l.streams++
	case bytes > free && (g.all+bytes > g.bounds.All || l.name != "" && l.bytes+bytes > g.bounds.Bytes):
		return false
	}
	l.bytes += bytes
	g.all += bytes
	return true
}

func (g *Guard) leave(l *load, bytes int64, stream bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if stream {
		l.streams--
	} else {
		l.answers--
	}
	l.bytes -= bytes
	g.all -= bytes
	if l.answers == 0 && l.streams == 0 {
		delete(g.of, l.name)
	}
}

// Held tells how many bytes wait to be read, and how many answers and streams are under way.
func (g *Guard) Held() (bytes int64, underWay int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, l := range g.of {
		underWay += l.answers + l.streams
	}
	return g.all, underWay
}

// answer is a response under the guard. Its header is held back until the first byte, so that it can still be refused.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	request *http.Request
	guard   *Guard
	load    *load

	status  int
	begun   bool
	refused bool
	stream  bool
	bytes   int64     // counted
	until   time.Time // the deadline that is set
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answer) WriteHeader(status int) {
	switch {
	case status < http.StatusOK:
		a.ResponseWriter.WriteHeader(status)
	case a.status == 0:
		a.status = status
	}
}

// begin sends the header, or a refusal in its place.
func (a *answer) begin(first int) {
	if a.begun {
		return
	}
	a.begun = true
	header := a.Header()
	bytes := int64(first)
	if length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64); err == nil && first > 0 {
		bytes = max(bytes, length)
	}
	bytes = min(bytes, weighed)
	stream := strings.HasPrefix(header.Get("Content-Type"), "text/event-stream")
	a.extend()
	if !a.guard.begin(a.load, bytes, stream) {
		a.refused = true
		for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Type", "Content-Range",
			"Content-Disposition", "Etag", "Last-Modified", "Accept-Ranges"} {
			header.Del(name)
		}
		a.guard.refuse(a.ResponseWriter, a.request)
		return
	}
	a.bytes, a.stream = bytes, stream
	if a.status == 0 {
		a.status = http.StatusOK
	}
	a.ResponseWriter.WriteHeader(a.status)
}

// extend moves the deadline on. Servers without one, as a test's recorder, have none to set.
func (a *answer) extend() {
	now := time.Now()
	if a.until.Sub(now) > a.guard.bounds.Within*9/10 {
		return
	}
	a.until = now.Add(a.guard.bounds.Within)
	_ = a.control.SetWriteDeadline(a.until)
}

func (a *answer) Write(p []byte) (int, error) {
	a.begin(len(p))
	if a.refused {
		return 0, errHeld
	}
	written := 0
	for {
		a.extend()
		n, err := a.ResponseWriter.Write(p[written:min(len(p), written+piece)])
		written += n
		if err != nil {
			a.hangUp()
			return written, err
		}
		if written == len(p) {
			a.rest()
			return written, nil
		}
	}
}

// rest takes the deadline away while nothing is written: over HTTP/2 it would end an answer whose next piece is still
// being made, as of a large export or a backup from a slow store.
func (a *answer) rest() {
	if a.request.ProtoMajor < 2 {
		return
	}
	a.until = time.Time{}
	_ = a.control.SetWriteDeadline(a.until)
}

// FlushError sends what was written so far.
func (a *answer) FlushError() error {
	a.begin(0)
	if a.refused {
		return errHeld
	}
	a.extend()
	err := a.control.Flush()
	a.rest()
	return err
}

// hangUp closes the connection of a reader who took nothing until the deadline: others of its answers would wait as
// long, and over HTTP/2 it would stay.
func (a *answer) hangUp() {
	if time.Now().Before(a.until) {
		return
	}
	if c, ok := a.request.Context().Value(connection{}).(net.Conn); ok {
		_ = c.Close()
	}
}

// finish sends the header of an answer without a body; the server writes what it still holds under the deadline.
func (a *answer) finish() {
	a.begin(0)
	if !a.refused {
		a.extend()
	}
}

func (a *answer) leave() { a.guard.leave(a.load, a.bytes, a.stream) }
