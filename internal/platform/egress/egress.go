// Package egress bounds what answers cost until they have been read. Each write has a deadline, which progress extends,
// so that a client that reads nothing is disconnected. The answers and event streams that one address and one network
// have open, and the bytes that wait to be read by a network and by everybody, are bounded. At a bound, the client with
// most makes room for others.
//
// Shared keeps one copy of content that several readers get at a time.
package egress

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of answers.
type Bounds struct {
	// Within is how long a reader may take for one piece of an answer, and Stalled how long it keeps its place at a
	// bound without taking one.
	Within, Stalled time.Duration
	// Answers and Streams are how many of each one network may have under way, EachAnswers and EachStreams one address.
	Answers, Streams         int
	EachAnswers, EachStreams int
	// Bytes bounds the bytes that wait to be read by one network, All by everybody.
	Bytes, All int64
}

// Usual bounds leave room for the many customers of a carrier who share one network: an answer that a phone reads
// well is under way for a fraction of a second.
var Usual = Bounds{Within: 30 * time.Second, Stalled: 5 * time.Second, Answers: 512, Streams: 2048, EachAnswers: 256,
	EachStreams: 1024, Bytes: 32 << 20, All: 256 << 20}

const (
	// piece is written at a time: readers slower than that in the time of Bounds.Within are hung up on.
	piece = 32 << 10
	// weighed bounds what one answer counts for: longer ones come from a file, piece by piece.
	weighed = 4 << 20
	// free is the size that is always answered: with the bound of Answers it cannot add up.
	free = 32 << 10
)

// errHeld ends answers to networks that leave too much unread.
var errHeld = errors.New("egress: too much waits to be read already")

// Source is where a request comes from. An empty Network has no bound.
type Source struct {
	Network, Address string
	// Shared connections carry requests of others too, as a proxy's do.
	Shared bool
}

// Guard holds bounds. Make it with New.
type Guard struct {
	bounds Bounds
	source func(*http.Request) Source
	refuse func(w http.ResponseWriter, r *http.Request)

	mu       sync.Mutex
	networks map[string]*network
	all      int64
}

// counts are the open answers, streams and bytes of a network or an address.
type counts struct {
	answers, streams int
	bytes            int64
}

func (c *counts) add(o counts) {
	c.answers += o.answers
	c.streams += o.streams
	c.bytes += o.bytes
}

func (c *counts) remove(o counts) { c.add(counts{-o.answers, -o.streams, -o.bytes}) }

type network struct {
	counts
	addresses map[string]*address
}

type address struct {
	counts
	first *answer // of those under way, the newest first
}

// New returns a guard. refuse answers a client that has too much under way.
func New(bounds Bounds, source func(*http.Request) Source, refuse func(http.ResponseWriter, *http.Request)) *Guard {
	return &Guard{bounds: bounds, source: source, refuse: refuse, networks: map[string]*network{}}
}

type connection struct{}

// Context lets answers close their connection: it is for http.Server.ConnContext.
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

// Handler bounds what next answers.
func (g *Guard) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, control: http.NewResponseController(w), request: r, guard: g, source: g.source(r)}
		if !g.enter(a) {
			g.refuse(w, r)
			return
		}
		defer a.leave()
		if r.Body != nil && r.Body != http.NoBody {
			with := *r
			with.Body = body{r.Body, a}
			r = &with
		}
		next.ServeHTTP(a, r)
		a.finish()
	})
}

// enter counts an answer and ends those that make room for it; false where none can.
func (g *Guard) enter(a *answer) bool {
	g.mu.Lock()
	n := g.networks[a.source.Network]
	if n == nil {
		n = &network{addresses: map[string]*address{}}
	}
	of := n.addresses[a.source.Address]
	if of == nil {
		of = &address{}
	}
	var ended *answer
	if ok := a.source.Network == ""; !ok {
		if ended, ok = g.place(n, of); !ok {
			g.mu.Unlock()
			return false
		}
	}
	if ended != nil {
		g.forget(ended)
	}
	// An answer that ended may have been the last of either.
	g.networks[a.source.Network], n.addresses[a.source.Address] = n, of
	a.network, a.address = n, of
	if a.next = of.first; a.next != nil {
		a.next.previous = a
	}
	of.first = a
	g.count(a, counts{answers: 1})
	g.mu.Unlock()
	ended.cut()
	return true
}

// place finds the answer that makes room for another of an address, nil where there is room; false where none can.
func (g *Guard) place(n *network, of *address) (*answer, bool) {
	if of.answers < g.bounds.EachAnswers && n.answers < g.bounds.Answers {
		return nil, true
	}
	stalled := g.stalled()
	if of.answers >= g.bounds.EachAnswers {
		one := of.longest(stalled)
		return one, one != nil
	}
	var found *answer
	for _, other := range n.addresses {
		if one := other.longest(stalled); found == nil || one != nil && one.waits.Load() < found.waits.Load() {
			found = one
		}
	}
	if found == nil {
		if other := n.most(func(c counts) int64 { return int64(c.answers) }); other.answers > of.answers+1 {
			found = other.longest(math.MaxInt64)
		}
	}
	return found, found != nil
}

// hold counts more for an answer and ends those that make room for it; false where none can. Bytes that are bounded
// need room.
func (g *Guard) hold(a *answer, more counts, bounded bool) bool {
	var ended []*answer
	defer func() {
		for _, one := range ended {
			one.cut()
		}
	}()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !a.counted() {
		return false // it made room for another
	}
	end := func(one *answer) bool {
		if one == nil || one == a {
			return false
		}
		g.forget(one)
		ended = append(ended, one)
		return true
	}
	if more.streams > 0 && a.source.Network != "" && !g.roomForStream(a, end) ||
		bounded && !g.roomForBytes(a, more.bytes, end) {
		return false
	}
	g.count(a, more)
	return true
}

// roomForStream ends the stream that makes room for another; false where none can.
func (g *Guard) roomForStream(a *answer, end func(*answer) bool) bool {
	n, of := a.network, a.address
	if of.streams >= g.bounds.EachStreams {
		return false
	}
	if n.streams < g.bounds.Streams {
		return true
	}
	other := n.most(func(c counts) int64 { return int64(c.streams) })
	return other.streams > of.streams+1 && end(other.oldestStream())
}

// roomForBytes ends the answers that make room for so many bytes more; false where none can.
func (g *Guard) roomForBytes(a *answer, bytes int64, end func(*answer) bool) bool {
	n, of, stalled := a.network, a.address, g.stalled()
	for a.source.Network != "" && n.bytes+bytes > g.bounds.Bytes {
		other := n.mostBytes()
		if one := other.heavy(); other.bytes <= of.bytes+bytes && !one.stalled(stalled) || !end(one) {
			return false
		}
	}
	for g.all+bytes > g.bounds.All {
		other := g.mostBytes()
		if one := other.mostBytes().heavy(); other.bytes <= n.bytes+bytes && !one.stalled(stalled) || !end(one) {
			return false
		}
	}
	return true
}

// stalled is the moment since when clients who are still waited for have stalled.
func (g *Guard) stalled() int64 { return time.Now().Add(-g.bounds.Stalled).UnixNano() }

// mostBytes is the bounded network with the most bytes waiting to be read.
func (g *Guard) mostBytes() *network {
	found := &network{}
	for name, n := range g.networks {
		if name != "" && n.bytes > found.bytes {
			found = n
		}
	}
	return found
}

// mostBytes is the address of a network that most bytes wait to be read by.
func (n *network) mostBytes() *address { return n.most(func(c counts) int64 { return c.bytes }) }

// most is the address of a network with the most of something.
func (n *network) most(of func(counts) int64) *address {
	found := &address{}
	for _, other := range n.addresses {
		if of(other.counts) > of(found.counts) {
			found = other
		}
	}
	return found
}

// longest is the answer, no stream, whose client has been waited for longest, at least since a moment.
func (of *address) longest(since int64) (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.answers > 0 && a.stalled(since) && (found == nil || a.waits.Load() < found.waits.Load()) {
			found = a
		}
	}
	return found
}

// oldestStream is the stream that began first; nil where there is none.
func (of *address) oldestStream() (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.streams > 0 {
			found = a
		}
	}
	return found
}

// heavy is the answer with bytes whose client has been waited for longest; nil where none is waited for.
func (of *address) heavy() (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.bytes > 0 && a.stalled(math.MaxInt64) && (found == nil || a.waits.Load() < found.waits.Load()) {
			found = a
		}
	}
	return found
}

// count changes what an answer counts for.
func (g *Guard) count(a *answer, more counts) {
	a.own.add(more)
	a.network.add(more)
	a.address.add(more)
	g.all += more.bytes
}

// forget stops counting an answer; a second call is harmless.
func (g *Guard) forget(a *answer) {
	if !a.counted() {
		return
	}
	n, of := a.network, a.address
	n.remove(a.own)
	of.remove(a.own)
	g.all -= a.own.bytes
	a.own = counts{}
	if a.previous != nil {
		a.previous.next = a.next
	} else {
		of.first = a.next
	}
	if a.next != nil {
		a.next.previous = a.previous
	}
	a.next, a.previous = nil, nil
	if of.first == nil {
		delete(n.addresses, a.source.Address)
	}
	if len(n.addresses) == 0 {
		delete(g.networks, a.source.Network)
	}
}

// Held returns how many bytes wait to be read, and how many answers and streams are open.
func (g *Guard) Held() (bytes int64, underWay int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.networks {
		underWay += n.answers + n.streams
	}
	return g.all, underWay
}

// Uncounted has an answer count for no bytes: those that the program holds in any case.
func Uncounted(w http.ResponseWriter) {
	if a := under(w); a != nil {
		a.uncounted = true
	}
}

// Buffered counts bytes of a request that are kept in memory until it is answered, as if they waited to be read; false
// where there is no room for them.
func Buffered(w http.ResponseWriter, bytes int64) bool {
	a := under(w)
	return a == nil || a.guard.hold(a, counts{bytes: bytes}, true)
}

// under is the guarded answer below a writer; nil where there is none.
func under(w http.ResponseWriter) *answer {
	for {
		switch inner := w.(type) {
		case *answer:
			return inner
		case interface{ Unwrap() http.ResponseWriter }:
			w = inner.Unwrap()
		default:
			return nil
		}
	}
}

// body is a request's body that the client of an answer keeps waiting for.
type body struct {
	io.ReadCloser
	answer *answer
}

func (b body) Read(p []byte) (int, error) {
	b.answer.waits.Store(time.Now().UnixNano())
	defer b.answer.waits.Store(0)
	return b.ReadCloser.Read(p)
}

// answer is a response under the guard. Its header is held back until the first byte, so that it can still be refused.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	request *http.Request
	guard   *Guard
	source  Source
	// waits is since when the client is waited for, in nanoseconds; 0 while it is not.
	waits atomic.Int64

	// The guard's, under its lock.
	network        *network
	address        *address
	own            counts
	next, previous *answer

	status    int
	begun     bool
	refused   bool
	uncounted bool
	until     time.Time // the deadline that is set

	mu   sync.Mutex
	over bool // it was cut off, or its handler has returned
}

// stalled reports whether the client has been waited for since a moment. A nil answer's has not.
func (a *answer) stalled(since int64) bool {
	if a == nil {
		return false
	}
	w := a.waits.Load()
	return w > 0 && w <= since
}

// counted reports whether an answer is under way and did not make room for another.
func (a *answer) counted() bool { return a.own.answers+a.own.streams > 0 }

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
	if bytes = min(bytes, weighed); a.uncounted {
		bytes = 0
	}
	stream := strings.HasPrefix(header.Get("Content-Type"), "text/event-stream")
	a.extend()
	more := counts{bytes: bytes}
	if stream {
		more.answers, more.streams = -1, 1
	}
	if !a.guard.hold(a, more, bytes > free && !stream) {
		a.refused = true
		for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Type", "Content-Range",
			"Content-Disposition", "Etag", "Last-Modified", "Accept-Ranges"} {
			header.Del(name)
		}
		a.guard.refuse(a.ResponseWriter, a.request)
		return
	}
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
	_ = a.SetWriteDeadline(a.until)
}

// SetWriteDeadline sets a deadline unless the answer was cut off.
func (a *answer) SetWriteDeadline(at time.Time) error {
	return a.deadline(a.control.SetWriteDeadline, at)
}

// SetReadDeadline sets a deadline unless the answer was cut off.
func (a *answer) SetReadDeadline(at time.Time) error {
	return a.deadline(a.control.SetReadDeadline, at)
}

func (a *answer) deadline(set func(time.Time) error, at time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return errHeld
	}
	return set(at)
}

func (a *answer) Write(p []byte) (int, error) {
	a.begin(len(p))
	if a.refused {
		return 0, errHeld
	}
	written := 0
	defer a.waits.Store(0)
	for {
		a.waits.Store(time.Now().UnixNano())
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
	_ = a.SetWriteDeadline(a.until)
}

// FlushError sends the bytes written so far.
func (a *answer) FlushError() error {
	a.begin(0)
	if a.refused {
		return errHeld
	}
	a.waits.Store(time.Now().UnixNano())
	a.extend()
	err := a.control.Flush()
	a.waits.Store(0)
	a.rest()
	return err
}

// hangUp closes the connection of a reader who took nothing until the deadline: others of its answers would wait as
// long, and over HTTP/2 it would stay.
func (a *answer) hangUp() {
	if !time.Now().Before(a.until) {
		a.close()
	}
}

// close closes the connection, without TLS's farewell, which would wait for the reader. Over HTTP/2 a shared one stays:
// the deadline has ended this answer of it.
func (a *answer) close() {
	c, ok := a.request.Context().Value(connection{}).(net.Conn)
	if !ok || a.source.Shared && a.request.ProtoMajor >= 2 {
		return
	}
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = secure.NetConn()
	}
	_ = c.Close()
}

// cut ends an answer that made room for another. A nil one is none.
func (a *answer) cut() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return
	}
	a.over = true
	past := time.Unix(1, 0)
	_ = a.control.SetWriteDeadline(past)
	_ = a.control.SetReadDeadline(past)
	a.close()
}

// finish sends the header of an answer without a body; the server writes its buffer under the deadline.
func (a *answer) finish() {
	a.begin(0)
	if !a.refused {
		a.extend()
	}
}

func (a *answer) leave() {
	a.guard.mu.Lock()
	a.guard.forget(a)
	a.guard.mu.Unlock()
	a.mu.Lock()
	a.over = true // nothing of the connection is its any more
	a.mu.Unlock()
}
